"""A few bytes from a socket never cost the server many: what is asked, kept and written has bounds."""

import itertools
import json
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from openabyss.client import narration
from openabyss.client.narration import log_lines
from openabyss.client.protocol import RESTARTING, TOO_MANY
from openabyss.client.protocol.from_server import Ack
from openabyss.client.table_history import TableHistory
from openabyss.client.update import LOG_LINES, MAX_WRITTEN
from openabyss.server.settings import Patience
from openabyss.server.sockets import connection
from openabyss.server.sockets.connection import Connection
from openabyss.server.sockets.requests import MAX_UNREADABLE
from openabyss.server.storage import ChatRow, SeatRow, Storage
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.live.news import tell_lines
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.talk import CHAT_LETTERS, Chats
from openabyss.words import log
from tests.web.server.serving import PLENTY, Served, live_table, looker, serve_limited, storage_in
from tests.web.server.test_presentation import shown

PLAYERS, LONG = 4, 500


def new_table(players: int = 2) -> LiveTable:
    config = {"players": players, "seed": 3, "kraken": False, "leviathan": False, "options": {}}
    people = [SeatRow(seat, PERSON, f"Player {seat}", browser=f"{seat}") for seat in range(players)]
    return live_table(config, people)


@pytest.fixture(scope="module")
def long_history() -> TableHistory:
    """A game whose log is longer than what is sent of it."""
    history, chooser = new_table(PLAYERS).history, random.Random(1)
    while history.log_length < LONG:
        history.add("answer", history.game.player, chooser.choice(history.game.legal_actions).text, None)
    return history


@pytest.mark.parametrize(
    "ask",
    [
        {"type": "hello"},
        {"type": "explain", "id": "e", "seat": 0},
        {"type": "orders", "id": "o", "seat": 0, "orders": {"offers": [{"does": "decline"}]}},
        {"type": "rematch", "id": "r"},
    ],
)
def test_what_takes_a_long_answer_is_asked_only_so_often(tmp_path: Path, ask: dict[str, Any]) -> None:
    with serve_limited(tmp_path, asks=3) as served, served.sitting("me", "here", seat=0) as sitting:
        for _time in range(2):
            sitting.say(**ask)
        sitting.hear("welcome", "explained", "orders", "refused")
        with suppress(ConnectionClosed):
            for _time in range(MAX_UNREADABLE + 3):
                sitting.say(**ask)
        assert sitting.until_closed() == TOO_MANY
        refused = [one for one in sitting.heard if one["type"] == "refused"]
        assert {"too_many"} <= {one["code"] for one in refused} <= {"too_many", "illegal"}
        assert next(one["id"] for one in refused if one["code"] == "too_many") == ask.get("id")
        assert sum(one["type"] in ("welcome", "explained", "orders") for one in sitting.heard) <= 4


def test_one_answer_after_another_is_explained_as_often_as_commands_are_taken(tmp_path: Path) -> None:
    """Who picks the cards of a payment quickly asks about each choice of them."""
    with serve_limited(tmp_path, asks=3) as served, served.sitting("me", "here", seat=0) as sitting:
        seat = sitting.hear("update")["question"]["player"]
        for number in range(MAX_UNREADABLE + 5):
            answer = sitting.ask(type="explain", id=f"e{number}", seat=seat, action="pay:1 S5")
            assert answer["type"] == "explained"


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[tuple[LiveTable, Storage]]:
    """A table and the storage that has it."""
    table = new_table()
    with storage_in(tmp_path) as storage:
        await storage.create(table.row, table.seats)
        yield table, storage


async def test_of_a_long_chat_no_more_letters_are_told_than_may_be(stored: tuple[LiveTable, Storage]) -> None:
    table, chats = stored[0], Chats(stored[1], PLENTY)
    for number in range(60):
        await chats.say(table, "0", f"{number:03}" + "x" * 497, f"{number}")
    told = [line.text[:3] for line in await chats.latest(table, "0")]
    assert told == [f"{number:03}" for number in range(60 - CHAT_LETTERS // 500, 60)]


async def test_who_is_greeted_gets_each_line_once_though_others_speak_elsewhere_meanwhile(
    stored: tuple[LiveTable, Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    (table, storage), heard = stored, list[str]()
    chats, read, here = Chats(storage, PLENTY), storage.read, looker("0")
    monkeypatch.setattr(here, "tell", lambda written: heard.append(json.loads(written)["text"]))

    async def speak_elsewhere(text: str) -> int:
        line = ChatRow(0, 1, "Player 1", text, table.row.created)
        return (await storage.add_chat(table.id, line, f"1:{text}")).n + 1

    async def read_late(*arguments: Any) -> Any:
        monkeypatch.setattr(storage, "read", read)
        lines = await read(*arguments)
        await tell_lines(storage, table, await speak_elsewhere("c"))
        return lines

    table.enter(here)
    await chats.say(table, "0", "a", "a")
    await speak_elsewhere("b")
    monkeypatch.setattr(storage, "read", read_late)
    assert [line.text for line in await chats.latest(table, "1")] == ["a", "b", "c"]
    await tell_lines(storage, table, await speak_elsewhere("d"))
    assert heard == ["a", "b", "c", "d"]


async def test_a_chat_that_was_tidied_away_keeps_nobody_waiting(stored: tuple[LiveTable, Storage]) -> None:
    (table, storage), chats = stored, Chats(stored[1], PLENTY)
    table.enter(looker("0"))
    for text in "abc":
        await chats.say(table, "0", text, text)
    storage.write_now(lambda connection: connection.execute(sa.text("DELETE FROM chat WHERE text > 'a'")))
    assert [line.text for line in await chats.latest(table, "0")] == ["a"]
    await chats.say(table, "0", "d", "d")
    assert [line.text for line in await chats.latest(table, "0")] == ["a", "d"]


async def test_the_chat_is_read_once_while_somebody_looks(
    stored: tuple[LiveTable, Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading it took most of the time that a hello took."""
    (table, storage), reads = stored, itertools.count()
    chats, read = Chats(storage, PLENTY), storage.read

    def counting(*arguments: Any) -> Any:
        next(reads)
        return read(*arguments)

    async def told() -> list[str]:
        return [line.text for line in await chats.latest(table, "0")]

    monkeypatch.setattr(storage, "read", counting)
    table.enter(looker("browser"))
    texts = ["one", "two", "three"]
    for number, text in enumerate(texts, 1):
        for _twice in range(2):
            await chats.say(table, "0", text, text)
        assert await told() == texts[:number]
    table.leave(next(iter(table.present)))
    assert await told() == texts
    assert next(reads) == 2


def test_for_a_socket_that_reads_nothing_few_bytes_are_kept() -> None:
    """60 sockets that said hello and read nothing made a server of 213 MB one of 1.4 GB."""
    deaf = Connection(None, new_table(), "0", Patience())  # type: ignore[arg-type]  # nothing is sent
    for _message in range(connection.MAX_WAITING // 60):
        deaf.say(Ack("x" * 60, 1))
        assert sum(map(len, deaf._waiting)) <= connection.MAX_WAITING
    assert deaf.is_closing


def test_a_socket_that_is_left_behind_is_closed_and_may_come_back(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, table = served.seated("me", "here")
    with ann.at(table, 0) as sitting:
        sitting.hear("update")
        monkeypatch.setattr(connection, "MAX_WAITING", 50)
        sitting.say(type="ping")
        assert sitting.until_closed() == RESTARTING
        monkeypatch.undo()
    with ann.at(table, 0, have=sitting.update["revision"]) as again:
        assert again.hear("update")["revision"] == sitting.update["revision"]


@pytest.mark.parametrize("have", [-1, 0])
def test_of_a_long_log_only_the_lines_that_are_sent_are_written(
    long_history: TableHistory, have: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = itertools.count()
    sentence = log.sentence

    def counting(*arguments: Any) -> str | None:
        next(counted)
        return sentence(*arguments)

    whole = list(log_lines(long_history.log, 0, [f"Player {seat}" for seat in range(PLAYERS)], 0))
    monkeypatch.setattr(narration, "sentence", counting)
    update = shown(long_history, 0, have)
    silent = long_history.log_length - len(whole)
    assert update.log == whole[-LOG_LINES:]
    assert next(counted) <= LOG_LINES + silent


def test_who_has_missed_much_is_told_what_a_newcomer_is_told(long_history: TableHistory) -> None:
    """The whole log and all its events were sent to whoever claimed to have seen the first revision."""
    assert shown(long_history, 0, 0) == shown(long_history, 0, -1)
    latest = shown(long_history, 0, long_history.revision - 1)
    assert latest.log_from > 0


def test_an_update_is_written_once_for_all_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table()
    watching = [looker(f"browser {number}") for number in range(3)]
    for one in watching:
        table.enter(one)
    updates = [table.written_update(None, one.browser) for one in watching]
    assert all(update is updates[0] for update in updates)
    assert table.written_update(0, "0") != updates[0]
    table.history.add("answer", table.history.game.player, table.history.game.legal_actions[0].text, "0:a")
    assert table.written_update(None, "browser 0") != updates[0]


def test_no_more_updates_are_kept_than_a_table_has_readers() -> None:
    table = new_table()
    table.enter(looker("browser"))
    made = [table.written_update(None, "browser", have) for have in range(-1, 5 * MAX_WRITTEN)]
    assert len(table._written._written) <= MAX_WRITTEN < len({id(one) for one in made})
    table.leave(next(iter(table.present)))
    assert not table._written._written


def test_a_spectator_who_comes_or_goes_is_announced_to_nobody(served: Served) -> None:
    """Each arrival sent a message to everybody: a hundred spectators cost ten thousand messages."""
    ann, eve = served.person(), served.person()
    table = ann.new_table("me", "here")
    eve.http.post(ann.links(table)["spectators"])
    with ann.at(table, 0) as sitting:
        sitting.hear("update")
        with eve.at(table) as watching:
            watching.hear("update")
        watched = len(sitting.heard)
        sitting.say(type="ping")
        sitting.hear("pong")
        assert [message["type"] for message in sitting.heard[watched:]] == ["pong"]
