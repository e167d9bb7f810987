"""Two servers whose tables differ only in what a person may not know answer that person alike. Pages, the
JSON API, refusals, the record before the end, frames of the socket and log lines are compared, to the byte.
Hints are left out: there a computer of the server gives advice."""

import asyncio
import json
import logging
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from openabyss.client.table_history import Entry
from openabyss.server.credentials import COOKIE, hashed
from openabyss.server.logging import AsJson
from openabyss.server.storage import SeatRow, Storage, TableRow
from openabyss.server.storage import storage as storage_module
from openabyss.server.tables import creation, talk
from openabyss.version import VERSION
from tests.web.server.serving import VARIANTS, Person, Served, Sitting, serve, settings_for
from tests.web.server.test_secrets import Position, answer_both, held_otherwise, history_of, some_position

TABLE, NOON = "abcdefghij", "2026-01-01T12:00:00.000+00:00"
ANSWERS = 8
PAGES = ("", "/text", "/lobby", "/results", "/record.json")
API = ("/api/tables", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}?have=1", f"/api/tables/{TABLE}/links")
# Legal at times for whoever is asked, and then left out; illegal or unreadable otherwise.
BAD_ANSWERS = (
    *("nonsense", "recruit:12", "recruit:999", "stack:crab", "plot", "explore", "take", "continue", "done"),
    *("card:S5", "card:J1", "card:Z9", "buy", "use:12", "token:2", "location:3", "player:1", "zone:1", ""),
)


def secret_of(seat: int) -> str:
    return f"secret-{seat}"


def store(folder: Path, position: Position, *entries: Entry) -> None:
    """A table of three people, stored as it would be at the position."""
    row = TableRow(
        TABLE, NOON, NOON, {"position": position}, VERSION, "c" * 64, "salt", hashed(secret_of(0)), "w", "n"
    )
    seats = [
        SeatRow(seat, "person", f"Player {seat}", browser=hashed(secret_of(seat)), token=f"{seat}", nonce="n")
        for seat in range(position["players"])
    ]

    async def write() -> None:
        storage = Storage(settings_for(folder).database_url)
        await storage.create(row, seats)
        for number, entry in enumerate(entries, 1):
            await storage.append(TABLE, number, entry)
        storage.close()

    asyncio.run(write())


@dataclass
class World:
    """A server with the table, and the people at it."""

    served: Served
    people: list[Person]
    lines: list[str] = field(default_factory=list)
    sitting: Sitting | None = None

    def got(self, seat: int) -> list[tuple[str, int, str]]:
        """What a person is answered at every address of the table."""
        http = self.people[seat].http
        found = []
        for address in [*(f"/t/{TABLE}{page}" for page in PAGES), *API]:
            answer = http.get(address)
            found.append((address, answer.status_code, self.plain(answer.text)))
        return found

    def refused(self, seat: int, revision: int, legal: set[str]) -> list[tuple[int, str]]:
        """What a person is answered to commands that cannot be carried out."""
        known = {"id": "bad", "seat": seat, "revision": revision}
        commands: list[dict[str, Any]] = [
            {"type": "answer", **known, "action": text} for text in BAD_ANSWERS if text not in legal
        ]
        commands += [
            {"type": "pay", **known, "cards": ["Z9"], "nebulis": 9},
            {"type": "pay", **known, "cards": ["S5", "S5", "S5", "S5"]},
            {"type": "answer", **{**known, "seat": (seat + 1) % 3}, "action": "explore"},
            {"type": "answer", **{**known, "revision": revision + 7}, "action": "explore"},
            {"type": "redo", **known},
            {"type": "nonsense"},
        ]
        answers = [
            self.people[seat].http.post(f"/api/tables/{TABLE}/commands", json=command) for command in commands
        ]
        assert all(answer.status_code >= 400 for answer in answers)
        return [(answer.status_code, self.plain(answer.text)) for answer in answers]

    def plain(self, text: str) -> str:
        """Without the address, which differs by the port."""
        return text.replace(self.served.address, "")

    def answer(self, seat: int, text: str, number: int) -> None:
        """An answer by whoever is asked; the watching person hears of it before this returns."""
        self.people[seat].command(TABLE, seat, number, text)
        assert self.sitting is not None
        self.sitting.until(lambda update: update["revision"] > number)


@contextmanager
def world(folder: Path, position: Position, viewer: int) -> Iterator[World]:
    folder.mkdir(mode=0o700)
    store(folder, position)
    with serve(settings_for(folder)) as served, lines_of_log() as lines:
        people = [served.person() for _seat in range(position["players"])]
        for seat, person in enumerate(people):
            person.http.cookies.set(COOKIE, secret_of(seat))
        with people[viewer].at(TABLE) as sitting:
            yield World(served, people, lines, sitting)


@contextmanager
def lines_of_log() -> Iterator[list[str]]:
    """The lines that the server writes meanwhile, but for the time."""
    lines: list[str] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = json.loads(AsJson().format(record))
            if line["event"] != "tidied":  # That comes when it comes.
                lines.append(json.dumps({name: value for name, value in line.items() if name != "at"}))

    logger, handler = logging.getLogger("openabyss.server"), Keeping()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lines
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time and the names of forms are the same on both servers."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _size: "form")
    for module in (talk, creation, storage_module):
        monkeypatch.setattr(module, "now", lambda: NOON)


@pytest.mark.usefixtures("no_chance", "clock")
@pytest.mark.parametrize(
    ("seed", "viewer", "moment"),
    [(1, 0, "action"), (3, 2, "action"), (1, 2, "payment"), (2, 1, "payment"), (1, 0, "cards")],
)
def test_a_person_is_answered_alike(tmp_path: Path, seed: int, viewer: int, moment: str) -> None:
    position = some_position(seed, *VARIANTS[seed % len(VARIANTS)], moment)
    chooser = random.Random(seed)
    other = held_otherwise(position, viewer, chooser)
    histories = [history_of(position), history_of(other)]
    with world(tmp_path / "a", position, viewer) as one, world(tmp_path / "b", other, viewer) as two:
        compared: list[bool] = []
        for number in range(ANSWERS):
            asked = histories[0].game.player
            legal = {action.text for action in histories[0].game.legal_actions}
            own = legal if asked == viewer else set()
            if (asked == viewer) not in compared:
                assert one.got(viewer) == two.got(viewer)
                assert one.refused(viewer, number, own) == two.refused(viewer, number, own)
            compared.append(asked == viewer)
            text = answer_both(histories, viewer, chooser)
            if text is None:
                break
            for here in (one, two):
                here.answer(asked, text, number)
        assert one.sitting is not None
        assert two.sitting is not None
        assert one.sitting.heard == two.sitting.heard
        assert one.lines == two.lines
        assert set(compared) == {False, True}


def test_a_damaged_table_is_not_described(tmp_path: Path) -> None:
    """What is wrong with an entry may name the cards of somebody: `admin verify` tells it, no answer does."""
    position = some_position(5, False, False)
    asked = history_of(position).game.player
    store(tmp_path, position, Entry("answer", asked, "card:Z9", f"{asked}:x", "0" * 16))
    with serve(settings_for(tmp_path)) as served, lines_of_log() as lines:
        person = served.person()
        person.http.cookies.set(COOKIE, secret_of((asked + 1) % 3))
        answer = person.http.get(f"/api/tables/{TABLE}")
        assert (answer.status_code, answer.json()["message"]) == (
            500,
            "This table cannot be replayed as it was stored, so it cannot be shown.",
        )
        with person.socket(TABLE) as socket:
            assert Sitting(socket).until_closed() == 1011
    assert [json.loads(line)["table"] for line in lines] == [TABLE, TABLE]
    assert all("Z9" not in line for line in lines)
