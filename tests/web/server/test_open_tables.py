"""The list of open tables: who gets on it, who sits down there, and how people find each other."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path

import httpx
import pytest

from openabyss.server import limits
from openabyss.server.http import app
from openabyss.server.pages.people import open_page
from openabyss.server.people import open_tables
from openabyss.server.storage.people.openings import MAX_IN_ALL
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import (
    Person,
    Served,
    change_stored,
    hidden_fields,
    serve,
    settings_for,
    tables_on,
    wait_until,
)

FOR_TWO = {"sets": "base", "players": "2"}


def send(person: Person, address: str, **fields: str) -> httpx.Response:
    return person.http.post(address, data=fields, headers={"Origin": person.address})


def on_list(person: Person, query: str = "") -> list[str]:
    """The tables on the list, as somebody who has no seat there is shown it."""
    return re.findall(r'formaction="/open/(\w+)"', person.http.get(f"/open{query}").text)


def people_at(person: Person, table: str) -> list[tuple[str, str]]:
    return [(one["name"], one["kind"]) for one in person.look(table)["people"]]


@contextmanager
def servers_of(database: str, folder: Path) -> Iterator[list[Served]]:
    """One on SQLite, two on PostgreSQL."""
    settings = settings_for(folder, database_url=database)
    with serve(settings) as first:
        if database.startswith("sqlite"):
            yield [first]
            return
        with serve(settings) as second:
            yield [first, second]


def test_only_a_host_who_wants_it_puts_a_table_on_the_list(served: Served) -> None:
    ann, bea, table = served.two_people("friend")
    cem = served.person()
    assert on_list(cem) == []
    assert "Only the person who set up" in send(bea, f"/t/{table}/lobby", do="put-on-list").text
    assert on_list(cem) == []
    assert send(ann, f"/t/{table}/lobby", do="put-on-list").status_code == 303
    assert on_list(cem) == [table]
    assert on_list(cem, "?sets=base&players=3") == [table]
    assert on_list(cem, "?sets=base&players=2") == on_list(cem, "?sets=kraken") == []
    send(ann, f"/t/{table}/lobby", do="take-off-list")
    assert on_list(cem) == []
    seats = {"mode": "table", "kind-1": "me", "kind-2": "friend"}
    listed = send(ann, "/tables", **seats, open="on").headers["location"]
    assert on_list(cem) == [listed.split("/")[2]]
    refused = send(ann, "/tables", **seats, open="on", seed="42")
    assert refused.status_code == 422
    assert "cannot be on the list" in refused.text
    full = send(ann, "/tables", **{**seats, "kind-2": "here"}, open="on")
    assert "No seat is free" in full.text


def test_a_seat_is_taken_by_one_click_and_a_full_table_leaves_the_list(served: Served) -> None:
    ann, table = served.seated("me", "friend", open=True)
    bea, cem = served.person(), served.person()
    assert on_list(ann) == []  # It is her own.
    answer = send(bea, f"/open/{table}", name="<b>Bea")
    assert answer.headers["location"] == f"/t/{table}"
    assert people_at(ann, table)[1] == ("<b>Bea", "person")
    assert on_list(cem) == []
    late = send(cem, f"/open/{table}")
    assert (late.status_code, "This table is full or has already started" in late.text) == (400, True)
    assert cem.http.get(f"/t/{table}").status_code == 403
    assert send(cem, "/open/nothinghere").status_code == 404


def test_two_of_one_name_are_told_apart_and_hostile_names_are_refused_or_escaped(served: Served) -> None:
    ann, table = served.seated("me", "friend", "friend", open=True)
    ann.rename(table, 0, "<script>x")
    bea = served.person()
    assert "&lt;script&gt;x" in bea.http.get("/open").text
    bad = send(bea, f"/open/{table}", name="a\u202eb")
    assert (bad.status_code, "control characters" in bad.text) == (400, True)
    send(bea, f"/open/{table}", name="<SCRIPT>x")
    names = [name for name, _kind in people_at(ann, table)]
    assert names[:2] == ["<script>x", "<SCRIPT>x 2"]


def test_a_table_that_has_begun_or_is_left_leaves_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "ATTEND", 1000.0)
    with serve(settings_for(tmp_path)) as served:
        ann, table = served.seated("me", "friend")
        while ann.look(table)["question"]["player"] != 0:  # It is chance that says who begins.
            table = ann.new_table("me", "friend")
        send(ann, f"/t/{table}/lobby", do="put-on-list")
        bea, left = served.seated("me", "friend", open=True)
        cem = served.person()
        long_ago = "UPDATE openings SET seen = '2026-01-01T00:00:00.000+00:00'"
        change_stored(tmp_path, long_ago)
        # Somebody has looked at both a moment ago, which is noted.
        look(served)
        assert len(on_list(cem)) == 2
        for one in served.app.state.tables.registry.in_memory:
            one.seen_at -= 1000
        with ann.at(table):
            change_stored(tmp_path, long_ago)
            look(served)
            assert on_list(cem) == [table]
            assert "Put it on the list" in bea.http.get(f"/t/{left}/lobby").text
            ann.answer_first(table)
            assert on_list(cem) == []
            assert "Put it on the list" not in ann.http.get(f"/t/{table}/lobby").text
            assert "already started" in send(ann, f"/t/{table}/lobby", do="put-on-list").text


def look(served: Served) -> None:
    """Note at once where somebody is; one that looks by itself may have begun before a test did."""
    asyncio.run(open_tables.OpenTables(served.app.state.tables).note_attended())


def test_where_somebody_is_is_noted_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen() -> str:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
            found: str = database.execute("SELECT seen FROM openings").fetchone()[0]
        return found

    monkeypatch.setattr(app, "ATTEND", 0.05)
    with serve(settings_for(tmp_path)) as served:
        served.seated("me", "friend", open=True)
        for _look in range(2):
            before = seen()
            wait_until(lambda before=before: seen() > before)  # type: ignore[misc]


def test_who_looks_for_a_table_joins_one_or_opens_one(database: str, tmp_path: Path) -> None:
    """Also many at once at two processes: nobody waits while somebody else waits for the same."""
    with servers_of(database, tmp_path) as servers:
        people = [server.person() for server, _n in zip(cycle(servers), range(6), strict=False)]
        with ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda one: send(one, "/open", **FOR_TWO), people))
        assert {answer.status_code for answer in answers} == {303}
        found = [answer.headers["location"].split("/")[2] for answer in answers]
        assert sorted(found.count(table) for table in set(found)) == [2, 2, 2]
        for person, table in zip(people, found, strict=True):
            assert [kind for _name, kind in people_at(person, table)] == ["person", "person"]
        dora, emil = servers[0].person(), servers[-1].person()
        first = send(dora, "/open", sets="both", players="3", name="Dora").headers["location"]
        assert send(dora, "/open", sets="both", players="3").headers["location"] == first
        assert send(emil, "/open", sets="both", players="4").headers["location"] != first
        assert send(emil, "/open", sets="both", players="3", name="Dora").headers["location"] == first
        assert [name for name, _kind in people_at(emil, first.split("/")[2])][:2] == ["Dora", "Dora 2"]
        assert "Five" in send(emil, "/open", sets="base", players="5").text
        assert "Choose a game" in send(emil, "/open", sets="none", players="3").text


def test_who_presses_twice_before_the_first_answer_takes_one_seat(served: Served) -> None:
    ann, table = served.seated("me", "friend", "friend", "friend", open=True)
    bea = served.person()
    form = hidden_fields(bea.http.get("/open").text)
    for person in (served.person(), bea):
        assert send(person, f"/open/{table}", **form).status_code == 303
    assert [kind for _name, kind in people_at(ann, table)] == ["person", "person", "open", "open"]
    cem = served.person()
    form = hidden_fields(cem.http.get("/open").text)
    first, again = (send(person, "/open", **FOR_TWO, **form) for person in (served.person(), cem))
    assert first.headers["location"] == again.headers["location"]
    assert "open" in [kind for _name, kind in people_at(cem, again.headers["location"].split("/")[2])]


async def test_who_presses_at_two_servers_takes_one_seat(tables: Tables) -> None:
    wanted = TableWanted((SeatWanted("me"), *[SeatWanted("friend")] * 2), open=True)
    table, browser = await tables.creation.create(wanted, "a" * 64), "c" * 64
    async with tables_on(tables.settings) as other:
        await other.registry.get(table.id)
        for server in (tables, other):
            await open_tables.OpenTables(server).take_seat(table.id, browser, "Cem")
    stored = await tables.storage.load(table.id)
    assert stored is not None
    assert [seat.browser for seat in stored.seats] == ["a" * 64, browser, None]


def test_nobody_waits_at_more_than_a_few_tables(served: Served) -> None:
    ann = served.person()
    for _table in range(3):
        ann.new_table("me", "friend", open=True)
    for answer in (
        send(ann, "/open", sets="both", players="2"),
        ann.http.post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "friend"}], "open": True}),
        send(ann, f"/open/{served.seated('me', 'friend', open=True)[1]}"),
    ):
        assert answer.status_code in (400, 422)
        assert "You are already waiting at 3 open tables" in answer.text


def test_a_list_of_a_thousand_is_shown_in_pages_and_takes_no_more(served: Served, tmp_path: Path) -> None:
    served.seated("me", "friend", open=True)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        for name in ("tables", "seats", "openings"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            new = {
                "id": "printf('a%09d', n)",
                "table_id": "printf('a%09d', n)",
                "token": "NULL",
                "host": "'b' || n",
            }
            new |= {"watch_token": "'w' || n", "browser": "NULL"}
            chosen = ", ".join(new.get(column, f'"{column}"') for column in columns)
            database.execute(
                f"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {MAX_IN_ALL - 1})"
                f" INSERT INTO {name} SELECT {chosen} FROM {name}, c"
            )
    bea = served.person()
    assert len(on_list(bea)) == open_page.PAGE
    assert len(on_list(bea, "?page=40")) == open_page.PAGE
    assert on_list(bea, "?page=41") == on_list(bea, "?page=999999999999999") == []
    assert "Page 1 of 40" in bea.http.get("/open").text
    refused = bea.http.post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "friend"}], "open": True})
    assert (refused.status_code, "Too many tables" in refused.text) == (422, True)
    refused = send(bea, "/open", sets="kraken", players="2")
    assert (refused.status_code, "Too many tables" in refused.text) == (400, True)


def test_an_address_may_look_for_a_few_dozen_seats_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.AN_HOUR[limits.SEATS] > 2
    monkeypatch.setitem(limits.AN_HOUR, limits.SEATS, 2)
    with serve(settings_for(tmp_path)) as served:
        ann = served.person()
        answers = [send(ann, "/open/nothinghere").status_code for _try in range(3)]
    assert answers == [404, 404, 429]
