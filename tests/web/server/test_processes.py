"""Two processes serve the same tables from one PostgreSQL database."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from openabyss.client.protocol import NOT_HERE
from openabyss.players.kinds import OFFERED
from openabyss.server.settings import Settings
from openabyss.server.storage import Conflict, Storage, sharing
from openabyss.server.storage.database import claim as claims
from openabyss.server.storage.database.claim import DatabaseInUse
from openabyss.server.storage.database.engines import engine_for, one_by_one
from openabyss.server.storage.moderation import Deed, Kind, carry_out
from openabyss.server.storage.rows import history_of
from openabyss.server.tables import opponents
from openabyss.version import VERSION
from tests.web.server.serving import Held, Person, Served, serve, settings_for, two_processes, wait_until
from tests.web.server.test_pool import execute
from tests.web.server.test_storage import entry, row, seats

Pair = tuple[Served, Served]


@pytest.fixture
def settings(tmp_path: Path, postgres_database: str) -> Settings:
    return settings_for(tmp_path, database_url=postgres_database)


@pytest.fixture
def pair(settings: Settings) -> Iterator[Pair]:
    """Two servers with one database."""
    with serve(settings) as first, serve(settings) as second:
        yield first, second


def ann_and_bea(pair: Pair, *more: str, **chosen: Any) -> tuple[Person, Person, str]:
    """Ann at the first process and Bea at the second one, and their table."""
    ann, bea, table = pair[0].two_people(*more, seed=1, **chosen)
    return ann, pair[1].person(bea), table


def connected(person: Person, table: str) -> list[bool]:
    """Who is here, as somebody is shown it."""
    return [one["connected"] for one in person.look(table)["people"]]


def test_players_at_two_processes_play_one_game(pair: Pair) -> None:
    """Each sees at once what the other one answers, says, and is called."""
    ann, bea, table = ann_and_bea(pair)
    with ann.at(table) as here, bea.at(table) as there:
        sitting = {0: here, 1: there}
        for one in sitting.values():
            one.hear("update")
        for _answer in range(8):
            revision, player = here.update["revision"], here.update["question"]["player"]
            assert sitting[player].answer_first()["type"] == "ack"
            for one in sitting.values():
                while one.update["revision"] <= revision:
                    one.receive()
        here.say(type="chat", id="1", text="Hello")
        there.say(type="chat", id="1", text="Good evening")
        for one in sitting.values():
            lines = [one.hear("chat"), one.hear("chat")]
            assert {line["n"] for line in lines} == {0, 1}
            assert {line["text"] for line in lines} == {"Hello", "Good evening"}
        assert ann.rename(table, 0, "Anna").is_success
        there.until(lambda update: update["people"][0]["name"] == "Anna")
    assert bea.rename(table, 1, "Anna").status_code == 422


def test_lines_that_are_said_at_once_come_once_and_in_one_order(pair: Pair) -> None:
    ann, bea, table = ann_and_bea(pair)
    with ann.at(table) as here, bea.at(table) as there:
        for one in (here, there):
            one.hear("update")
        for number in range(20):
            for one in (here, there):
                one.say(type="chat", id=f"{number}", text="Hello")
        for one in (here, there):
            assert [one.hear("chat")["n"] for _line in range(40)] == list(range(40))


async def test_deeds_of_operators_are_numbered_in_the_order_in_which_they_are_done(
    postgres_database: str,
) -> None:
    """Whoever has read the log as far as a number never misses a smaller one that is written later."""
    tables = [f"table{number}" for number in range(2)]
    with closing(Storage(postgres_database)) as storage:
        for table in tables:
            await storage.create(row(table), seats(table))
    deeds = [Deed(Kind.CLOSE_CHAT, table) for table in tables]
    engine = engine_for(postgres_database, writes=True)
    with engine.begin() as first, engine.connect() as second:
        carry_out(first, deeds[0], "page", "2026-01-01T00:00:00+00:00")
        second.execute(text("SET LOCAL lock_timeout = 100"))
        with pytest.raises(OperationalError, match="lock timeout"):
            carry_out(second, deeds[1], "page", "2026-01-01T00:00:00+00:00")
        second.rollback()
    engine.dispose()


def test_a_command_that_is_repeated_at_another_process_is_known_there(pair: Pair) -> None:
    ann, table = pair[0].seated("me", "here", seed=1)
    again = pair[1].person(ann)
    question = ann.look(table)["question"]
    with again.at(table):  # This process has the table in memory, from before the command.
        action = question["actions"][0]["text"]
        answers = [one.order(table, question["player"], 0, action=action) for one in (ann, again, ann)]
    assert [answer.json()["revision"] for answer in answers] == [1, 1, 1]
    assert again.look(table)["revision"] == 1


def test_of_two_answers_at_once_one_counts_and_the_other_comes_too_late(pair: Pair) -> None:
    ann, table = pair[0].seated("me", "here", seed=1)
    both = {"a": ann, "b": pair[1].person(ann)}
    for revision in range(5):
        asked = ann.look(table)["question"]["player"]
        action = ann.look(table, seat=asked)["question"]["actions"][0]["text"]
        with ThreadPoolExecutor() as pool:
            tries = [
                pool.submit(one.order, table, asked, revision, action=action, id=f"{name}{revision}")
                for name, one in both.items()
            ]
        assert sorted(one.result().status_code for one in tries) == [200, 409]
        assert [one.look(table)["revision"] for one in both.values()] == [revision + 1] * 2


def test_who_is_here_and_since_when_holds_at_all_processes(settings: Settings, pair: Pair) -> None:
    ann, bea, table = ann_and_bea(pair, grace=600)
    replacing = {"type": "seat", "id": "r", "seat": 1, "computer": "medium"}
    with ann.at(table) as here:
        here.hear("update")
        with bea.at(table):
            wait_until(lambda: connected(ann, table) == [True, True])
            assert here.ask(**replacing)["code"] == "forbidden"
        wait_until(lambda: connected(ann, table) == [True, False])
        assert "may come back" in here.ask(**replacing)["message"]
        execute(settings, "UPDATE presence SET until = until - interval '1 hour'")
        wait_until(lambda: here.ask(**replacing)["type"] == "ack")
    assert bea.look(table)["people"][1]["level"] == "medium"


def test_who_comes_back_at_another_process_is_not_here_for_ever(pair: Pair) -> None:
    host = pair[1].person()
    table = host.new_table("me", "friend", seed=1)
    laptop, phone = pair[1].person(), pair[1].person()
    laptop.http.post(host.links(table)["seats"]["1"])
    laptop.new_table("me", "here")  # So it stays the same browser.
    with pair[0].person(laptop).at(table) as there:
        there.hear("update")
        wait_until(lambda: connected(host, table) == [False, True])
        for before, after in ((laptop, phone), (phone, laptop)):
            link = before.http.post(f"/api/tables/{table}/links/1").json()["link"]
            assert after.http.post(link).is_redirect
            there.until_closed()
    wait_until(lambda: connected(host, table) == [False, False], seconds=15)


@pytest.fixture
def silence(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[], object]:
    """Lets all thoughts go on for as long as they like, until they are called too silent."""
    monkeypatch.setattr(sharing, "THINKING_SECONDS", 3600.0)
    monkeypatch.setattr(opponents, "RENEW_SECONDS", 3600.0)
    statement = "UPDATE leases SET expires = expires - interval '2 hours' WHERE name LIKE '% %'"
    return lambda: execute(settings, f"{statement} AND name NOT LIKE 'process %'")


def test_one_process_thinks_and_another_takes_over_when_it_is_silent(
    settings: Settings, silence: Callable[[], object]
) -> None:
    """What the first one thinks of after that is refused."""
    slow, quick = Held(), Held(may_answer=True)
    with serve(settings, slow) as first, serve(settings, quick) as second:
        ann, table = first.seated("me", "medium", seed=1)
        with ann.at(table) as here:
            here.hear("update")
            while not slow.asked:
                if here.update["question"]["mine"]:
                    here.answer_first()
            revision = ann.look(table)["revision"]
            with second.person(ann).at(table) as there:
                assert there.hear("thinking")["seat"] == 1
                assert (quick.asked, there.update["revision"]) == (0, revision)
                silence()
                there.until(lambda update: update["revision"] > revision)
                slow.may_answer.set()
                there.until_asked()
                here.until_asked()
                assert there.answer_first()["type"] == "ack"
    with closing(Storage(settings.database_url)) as storage:
        stored = storage.load_now(table)
        assert stored is not None
        assert history_of(stored).revision == len(stored.entries) > revision
    assert quick.asked


async def test_a_thought_that_was_taken_over_is_not_stored(
    settings: Settings, silence: Callable[[], object]
) -> None:
    with two_processes(settings.database_url) as (first, second):
        await first.create(row(), seats())
        assert await first.take_thought("abcdefghij", 0)
        assert await first.take_thought("abcdefghij", 0)  # Put off.
        assert not await second.take_thought("abcdefghij", 0)
        with pytest.raises(Conflict):
            await second.append("abcdefghij", 1, entry(1), is_thought=True)
        silence()
        with pytest.raises(Conflict):  # Its time is over, though nobody else has begun.
            await first.append("abcdefghij", 1, entry(1), is_thought=True)
        assert await second.take_thought("abcdefghij", 0)
        await second.append("abcdefghij", 1, entry(1), is_thought=True)
        assert await first.take_thought("abcdefghij", 1)


def test_notices_that_are_lost_are_not_missed_for_long(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "read_notice", lambda _text, _process: None)
    ann, bea, table = ann_and_bea(pair)
    with ann.at(table) as here, bea.at(table) as there:
        sitting = {0: here, 1: there}
        for one in sitting.values():
            one.hear("update")
        player = here.update["question"]["player"]
        assert sitting[player].answer_first()["type"] == "ack"
        sitting[1 - player].until(lambda update: update["revision"] == 1)


def test_a_table_that_was_tidied_away_is_gone_for_those_who_are_there(settings: Settings, pair: Pair) -> None:
    ann, bea, table = ann_and_bea(pair)
    with ann.at(table) as here, bea.at(table) as there:
        for one in (here, there):
            one.hear("update")
        execute(settings, f"DELETE FROM tables WHERE id = '{table}'")
        assert [one.until_closed() for one in (here, there)] == [NOT_HERE] * 2


def test_all_processes_say_the_same_of_when_a_table_was_changed(pair: Pair) -> None:
    ann, table = pair[0].seated("me", "here", seed=1)
    again = pair[1].person(ann)
    with again.at(table) as there:
        there.hear("update")
        for _answer in range(2):
            ann.answer_first(table)

        def changed(person: Person) -> list[str]:
            return [one["changed"] for one in person.http.get("/api/tables").json()["tables"]]

        wait_until(lambda: changed(again) == changed(ann), seconds=15)


@pytest.mark.parametrize(
    ("theirs", "told"),
    [
        ({"key": b"another"}, "another OPENABYSS_KEY"),
        ({"players": "tests.bots:Bot"}, "other OPENABYSS_PLAYERS"),
        ({"version": "9.9.9"}, "another version .*: 0.*, rules .*; this one has 9.9.9, rules"),
    ],
    ids=["key", "players", "version"],
)
def test_servers_that_differ_do_not_share_a_database(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, theirs: dict[str, Any], told: str
) -> None:
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.2)
    with serve(settings):
        if "players" in theirs:
            monkeypatch.setenv(OFFERED, theirs["players"])
        monkeypatch.setattr("openabyss.server.http.app.VERSION", theirs.get("version", VERSION))
        with (
            pytest.raises(DatabaseInUse, match=told),
            serve(replace(settings, key=theirs.get("key", settings.key))),
        ):
            pass


def test_a_server_that_is_held_up_while_it_takes_the_database_tries_again(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends the transaction of whoever is silent for long, as on a machine that stands still."""
    delays = iter([0.6])

    def slowly(connection: Connection, what: str) -> None:
        one_by_one(connection, what)
        time.sleep(next(delays, 0.0))

    monkeypatch.setattr(claims, "one_by_one", slowly)
    monkeypatch.setattr("openabyss.server.storage.database.engines.IDLE_MILLISECONDS", 200)
    claims.claim(postgres_database).let_go()
    assert next(delays, None) is None


def test_nobody_is_at_a_table_through_a_process_that_was_killed(settings: Settings, pair: Pair) -> None:
    """Its sockets count as left when it has been silent for as long as it had announced."""
    ann, bea, table = ann_and_bea(pair)
    killed = pair[1].app.state
    with ann.at(table), bea.at(table):
        wait_until(lambda: connected(ann, table) == [True, True])
        killed.claim._renew, killed.tables.news.is_closing = lambda: None, True

        def is_gone() -> bool:
            owner = f"WHERE owner = '{killed.claim.process}'"
            execute(settings, f"UPDATE leases SET expires = now() - interval '1 minute' {owner}")
            return connected(ann, table) == [True, False]

        wait_until(is_gone)
