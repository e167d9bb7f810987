"""Leagues on a server: who joins, rounds that begin by themselves, results that count once."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from openabyss.server import limits
from openabyss.server.http import app
from openabyss.server.people import leagues as service
from openabyss.server.storage import Storage, moderation, schema
from openabyss.server.storage.people import kept_names, leagues
from openabyss.server.storage.people.leagues import Entrant, League, LeagueRefused, LeagueTable
from openabyss.server.storage.people.ratings import Result
from openabyss.server.storage.rows import Retention
from openabyss.server.storage.storage import tidy_tables
from openabyss.server.tables.tables import Tables
from openabyss.server.tables.talk import removing_name
from tests.web.server.serving import (
    Person,
    Served,
    answer_first,
    change_stored,
    hidden_fields,
    serve,
    settings_for,
    wait_until,
)
from tests.web.server.test_open_tables import send, servers_of
from tests.web.server.test_storage import entry, row, seats

# Everybody in a league has an address for notices.
ADDRESSES = """INSERT INTO addresses
    (id, browser, kind, address, language, base, zone, quiet_from, quiet_to, is_verified, failures,
     created, push_keys)
    SELECT number, browser, 'webhook', 'https://abyss.example', 'en', '', 'UTC', 0, 0, 1, 0, '2026', ''
    FROM league_entrants"""
LEAGUE = {"league": "Friday", "time_control": "", "name": "Ann"}


def new_league(person: Person, **chosen: str) -> str:
    answer = send(person, "/leagues", **{**LEAGUE, **chosen})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def standings(person: Person, address: str) -> list[list[str]]:
    """Place, name, points, Buchholz, score and games of each row."""
    page = person.http.get(address).text
    rows = re.findall(r"<tr><td.*?</tr>", page, re.DOTALL)
    return [re.sub(r"<[^>]+>", " ", one.replace("computer</span>", "")).split() for one in rows]


def table_of(person: Person, address: str) -> str:
    """The table of the round that somebody has to play."""
    found = re.search(r'class="button primary" href="/t/(\w+)"', person.http.get(address).text)
    return "" if found is None else found[1]


def has_come_to(person: Person, address: str, state: str) -> bool:
    """How far the league is, as its head says."""
    return state in person.http.get(address).text.partition('class="lead"')[2].partition("</p>")[0]


def goes_to(person: Person, address: str) -> str:
    """Where somebody is sent on."""
    return str(person.http.get(address).headers["location"])


def concede(person: Person, table: str) -> None:
    (seat,) = [one["seat"] for one in person.look(table)["people"] if one["local"]]
    answer = send(person, f"/t/{table}/lobby", do="concede", seat=str(seat), sure="1")
    assert answer.status_code == 303, answer.text


def test_people_join_by_the_address_and_only_before_the_first_round(served: Served) -> None:
    ann, bea, cem = served.person(), served.person(), served.person()
    league = new_league(ann)
    assert "open for joining" in bea.http.get(league).text
    assert "At least two people" in send(ann, league, do="begin").text
    assert send(bea, league, do="join", name="<b>Bea").headers["location"] == league
    send(bea, league, do="join", name="Bea again")
    form = hidden_fields(cem.http.get(league).text)
    send(served.person(), league, do="join", name="Ann", **form)  # The answer is lost.
    send(cem, league, do="join", name="Ann", **form)
    page = cem.http.get(league).text
    assert "&lt;b&gt;Bea" in page
    assert "Ann 2" in page
    assert "Bea again" not in page
    assert "Ann 3" not in page
    german = served.person()
    german.http.headers["Accept-Language"] = "de"
    send(german, league, do="join")
    assert "<strong>Gast</strong>" in german.http.get(league).text
    assert "Das kann nur" in send(german, league, do="delete", sure="1").text
    send(german, league, do="leave")
    assert "Friday" in cem.http.get("/leagues").text
    for what in ("begin", "end-round", "delete"):
        assert "Only the person who started" in send(bea, league, do=what, sure="1").text
    assert "Only the person who started" in send(bea, league, do="remove", entrant="Ann").text
    send(cem, league, do="leave")
    dan = served.person()
    send(dan, league, do="join", name="Dan")
    for name in ("Ann 2", "everybody"):  # The page may not be up to date.
        send(ann, league, do="remove", entrant=name)
        assert "Leave the league" in dan.http.get(league).text
    assert "Leave the league" in ann.http.get(league).text
    send(ann, league, do="remove", entrant="Dan")
    assert "Dan" not in cem.http.get(league).text
    assert send(ann, league, do="begin").status_code == 303
    assert "already begun" in send(cem, league, do="join", name="Cem").text
    assert "already begun" in send(bea, league, do="leave").text
    assert "already begun" in send(ann, league, do="begin").text
    assert send(bea, league, do="nonsense").status_code == 400
    assert cem.http.get("/leagues/nothinghere").status_code == 404


def test_rounds_begin_by_themselves_and_all_tables_count(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "BEGIN", 0.05)
    with servers_of(database, tmp_path) as servers:
        people = [servers[place % len(servers)].person() for place in range(3)]
        ann, bea, cem = people
        league = new_league(ann, system="round_robin")
        send(bea, league, do="join", name="Bea")
        send(cem, league, do="join", name="Cem")
        send(ann, league, do="begin")
        # With a computer they are four, who play three rounds. The second of two people concedes, and who
        # plays with the computer.
        for number in (1, 2, 3):
            assert has_come_to(ann, league, f"Round {number} of 3")
            tables = [table_of(person, league) for person in people]
            assert len(set(tables)) == 2
            for place, (person, table) in enumerate(zip(people, tables, strict=True)):
                assert f'href="{league}">Friday' in person.http.get(f"/t/{table}/lobby").text
                if table in tables[:place] or tables.count(table) == 1:
                    concede(person, table)
                    results, page = (person.http.get(f"/t/{table}{part}").text for part in ("/results", ""))
                    assert f'href="/t/{table}/league">To the league' in results
                    assert "Play again" not in results
                    assert f'data-league="/t/{table}/league"' in page
                    assert goes_to(person, f"/t/{table}/league") == league
            wait_until(
                partial(has_come_to, ann, league, f"Round {number + 1} of 3" if number < 3 else "over")
            )
        found = standings(ann, league)
        assert [(one[1], one[2]) for one in found if one[1] in ("Ann", "Bea", "Cem")] == [
            ("Ann", "2.0"),
            ("Bea", "1.0"),
            ("Cem", "0.0"),
        ]
        assert {one[-1] for one in found} == {"3"}
        watching = servers[0].person()
        send(watching, league, do="watch", table=table)
        for part in ("/lobby", "/results", ""):
            assert league not in watching.http.get(f"/t/{table}{part}").text
        assert sum(float(one[2]) for one in found) == 6


@pytest.mark.parametrize(("control", "grace"), [("", 24 * 3600), ("600+10", 60)])
async def test_without_a_time_limit_nobody_is_away_before_a_day_has_passed(
    tables: Tables, control: str, grace: int
) -> None:
    """However often the table is unloaded meanwhile, and whoever looks at it."""
    _leagues, league = await begun(tables, time_control=control)
    found = await tables.storage.read(leagues.find, league.id)
    assert found is not None
    for id_ in (one.table for one in found.tables):
        table = await tables.registry.get(id_)
        if all(seat.browser is not None for seat in table.seats):
            break
    asked = table.history.asked
    assert asked is not None
    assert grace - 30 < table.grace_left(asked) <= grace
    long_ago = (datetime.now(UTC) - timedelta(hours=23)).isoformat(timespec="milliseconds")

    def age(connection: sa.Connection) -> None:
        connection.execute(sa.update(schema.tables).where(schema.tables.c.id == id_).values(changed=long_ago))

    await tables.storage.write(age)
    tables.registry.forget_idle(-1)
    table = await tables.registry.get(id_)
    assert table.grace_left(asked) == pytest.approx(3600 if grace > 3600 else 60, abs=30)
    assert table.grace_left(1 - asked) == pytest.approx(grace, abs=30)
    # What is proposed meanwhile is no answer.
    left, other = table.grace_left(asked), table.seats[1 - asked].browser
    assert other is not None
    await tables.commands.propose(table, 1 - asked, "void", other, "p")
    assert table.grace_left(asked) <= left
    # Who is asked next has not been waited for.
    while table.history.asked == asked:
        await answer_first(tables, table)
    assert table.grace_left(1 - asked) == pytest.approx(grace, abs=30)


async def begun(tables: Tables, **chosen: str) -> tuple[service.Leagues, leagues.League]:
    """A league of Ann, who is its host, Bea and Cem, in its first round."""
    here, league = service.Leagues(tables), a_league("league0001", system="round_robin", **chosen)
    await here.create(league, "Ann")
    for number, name in enumerate(("Bea", "Cem")):
        await here.join(league.id, str(number) * 64, name)
    await here.begin(league.id, league.host)
    return here, league


async def test_a_round_that_another_server_has_begun_meanwhile_is_played(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, league = await begun(tables)
    # As it was a moment ago, when the round before was over.
    monkeypatch.setattr(leagues, "due", lambda _connection: [league.id])
    await here.go_on()
    found = await here.find(league.id)
    assert (found.league.round, len(found.tables)) == (1, 2)
    for one in found.tables:
        await tables.storage.write(leagues.draw, one)
    await here.go_on()
    found = await here.find(league.id)
    assert (found.league.round, len(found.tables)) == (2, 4)


async def test_for_who_plays_with_computers_alone_one_plays_when_time_is_up(tables: Tables) -> None:
    """Nobody else is there who could decide that, and the round would not end."""
    here, league = await begun(tables, time_control="600+20", time_up="others")
    found = [await tables.registry.get(one.table) for one in (await here.find(league.id)).tables]
    people = [table.history.levels.count(None) for table in found]
    assert sorted(people) == [1, 2]
    assert [table.row.time_up for table in found] == ["computer" if one == 1 else "others" for one in people]


async def test_the_host_of_a_league_has_no_more_rights_at_its_tables_than_those_who_sit_there(
    tables: Tables,
) -> None:
    here, league = await begun(tables)
    found = [await tables.registry.get(one.table) for one in (await here.find(league.id)).tables]
    assert [table.is_host(league.host) for table in found] == [False, False]
    assert [table.may_play(league.host) for table in found] == [
        bool(table.seats_of(league.host)) for table in found
    ]


async def test_a_name_that_the_operator_removes_does_not_come_back_with_the_next_round(
    tables: Tables,
) -> None:
    here, league = await begun(tables)
    before = await here.find(league.id)
    for one in before.tables:
        moderated = await tables.storage.read(moderation.moderated_table, one.table)
        await tables.moderation.carry_out(removing_name(moderated, 0), "command")
        await tables.storage.write(leagues.draw, one)
    await here.go_on()
    found = await here.find(league.id)
    removed = [one.entrants[0] for one in before.tables]
    expected = [one.name for one in before.entrants]
    expected[removed[0]], expected[removed[1]] = "Player 1", "Player 1 2"
    assert [one.name for one in found.entrants] == expected
    for one in found.tables[2:]:
        names = (await tables.registry.get(one.table)).names
        assert names == [expected[number] for number in one.entrants]


def test_a_round_that_does_not_end_is_ended_by_its_host_and_its_tables_are_drawn(
    served: Served, tmp_path: Path
) -> None:
    ann, bea = served.person(), served.person()
    league = new_league(ann, system="swiss", rounds="2", players="3", sets="kraken", time_control="2d")
    send(bea, league, do="join", name="Bea")
    send(ann, league, do="begin")
    first = table_of(ann, league)
    assert table_of(bea, league) == first
    assert len(ann.look(first)["people"]) == 3
    watching = served.person()
    assert send(watching, league, do="watch", table=first).headers["location"] == f"/t/{first}"
    assert watching.http.get(f"/t/{first}").status_code == 200
    assert send(watching, league, do="watch", table="aaaaaaaaaa").status_code == 404
    assert "Tick the box" in send(ann, league, do="end-round").text
    for number in ("2", "", "first"):
        assert "Something has happened" in send(ann, league, do="end-round", sure="1", round=number).text
    assert table_of(ann, league) == first
    send(ann, league, do="end-round", sure="1", round="1")
    second = table_of(ann, league)
    assert second not in ("", first)
    assert [one[2] for one in standings(ann, league)] == ["1.0", "1.0", "1.0"]
    assert "counts as a draw" in ann.http.get(league).text
    assert "counts as a draw of all" in ann.http.get(f"/t/{first}/lobby").text
    assert "counts as a draw" not in ann.http.get(f"/t/{second}/lobby").text
    assert f'href="/t/{first}">View the table' in ann.http.get(league).text
    concede(ann, first)  # It does not count any more.
    assert [one[2] for one in standings(ann, league)] == ["1.0", "1.0", "1.0"]
    assert "Round 2 of 2" in ann.http.get("/leagues").text
    send(ann, league, do="end-round", sure="1", round="2")
    assert has_come_to(ann, league, "over")
    assert '<span class="badge">over</span>' in ann.http.get("/leagues").text
    change_stored(tmp_path, "DELETE FROM tables WHERE id = :id", {"id": first})
    assert first not in ann.http.get(league).text
    send(ann, league, do="delete", sure="1")
    assert ann.http.get(league).status_code == 404
    assert ann.http.get(f"/t/{second}").status_code == 200
    assert goes_to(ann, f"/t/{second}/league") == f"/t/{second}/results"


def test_leagues_that_cannot_be_played_and_too_many_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.AN_HOUR, limits.LEAGUES, 12)
    monkeypatch.setattr(service, "MAX_ENTRANTS", 2)
    with serve(settings_for(tmp_path)) as served:
        ann = served.person()
        for chosen, said in (
            ({"players": "5"}, "players"),
            ({"league": ""}, "a name must have 1 to 24"),
            ({"rounds": "99"}, "Choose one from the list"),
            ({"system": "knockout"}, "Choose one from the list"),
        ):
            refused = send(ann, "/leagues", **{**LEAGUE, **chosen})
            assert (refused.status_code, said in refused.text) == (400, True)
        league = new_league(ann, players="5", sets="both")
        for place in range(2):
            answer = send(served.person(), league, do="join", name=f"Guest {place}")
        assert "This league is full: 2 can take part." in answer.text
        for _league in range(leagues.MAX_OF_HOST - 1):
            new_league(ann)
        assert "that have not ended" in send(ann, "/leagues", **LEAGUE).text
        for _league in range(2):
            answer = send(served.person(), "/leagues", **LEAGUE)
        assert answer.status_code == 303
        assert send(served.person(), "/leagues", **LEAGUE).status_code == 429


def test_who_is_asked_first_at_a_table_of_a_round_gets_a_notice(served: Served, tmp_path: Path) -> None:
    ann, bea = served.person(), served.person()
    league = new_league(ann)
    send(bea, league, do="join", name="Bea")
    change_stored(tmp_path, ADDRESSES)
    send(ann, league, do="begin")
    table = table_of(ann, league)
    asked = ann.look(table)["question"]["player"]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        assert database.execute("SELECT table_id, seat FROM outbox").fetchall() == [(table, asked)]


# ------------------------------------------------------------------------------------ what is stored


def a_league(id_: str, **chosen: object) -> League:
    old = League(
        id_, "2026-01-01T00:00:00.000+00:00", "a" * 64, "F", "swiss", 2, False, False, "", "computer", 3
    )
    return replace(old, **chosen)  # type: ignore[arg-type]


async def test_an_end_counts_once_a_void_game_is_a_draw_and_lost_tables_are_noticed(database: str) -> None:
    with closing(Storage(database)) as storage:
        await storage.write(leagues.create, league=a_league("league0001"), first=Entrant(0, "Ann", "a" * 64))
        made = [LeagueTable(1, place, f"tableaaaa{place}", (2 * place, 2 * place + 1)) for place in range(3)]
        await storage.write(leagues.add_tables, id_="league0001", made=made)
        await storage.write(leagues.change, "league0001", round=1)
        for number, ends in enumerate((((2, 1), (30, 40)), ((0, 0), (5, 6)))):
            table = f"tableaaaa{number}"
            its_seats = [replace(one, token=f"{table} {one.seat}") for one in seats()]
            await storage.create(replace(row(table), watch_token=table), its_seats)
            await storage.append(table, 1, entry(1), is_over=True, result=Result("base 2", *ends))
        reached = Result("base 2", (1, 2), (90, 10))  # Somebody has taken the end back.
        await storage.append("tableaaaa0", 2, entry(2), is_over=True, result=reached)
        assert await storage.read(leagues.due) == []
        assert [one.table for one in await storage.read(leagues.lost_tables)] == ["tableaaaa2"]
        await storage.write(leagues.draw, table=made[2])
        assert await storage.read(leagues.due) == ["league0001"]
        found = await storage.read(leagues.find, id_="league0001")
        assert found is not None
        assert [(one.places, one.scores) for one in found.tables] == [
            ((2, 1), (30, 40)),
            ((1, 1), ()),
            ((1, 1), ()),
        ]
        # Whoever signs in elsewhere, takes the league along.
        await storage.write(kept_names.move, old="a" * 64, new="b" * 64, process="")
        assert [one.id for one in await storage.read(leagues.of_browser, browser="b" * 64)] == ["league0001"]
        assert await storage.knows("b" * 64)
        assert not await storage.knows("a" * 64)
        again = [
            a_league(f"league000{number}", host="b" * 64) for number in range(2, 2 + leagues.MAX_OF_HOST)
        ]
        for league in again[:-1]:
            await storage.write(leagues.create, league=league, first=Entrant(0, "B", "b" * 64))
        with pytest.raises(LeagueRefused):
            await storage.write(leagues.create, league=again[-1], first=Entrant(0, "B", "b" * 64))


async def test_who_signs_in_by_a_name_that_has_joined_as_well_takes_part_once(database: str) -> None:
    joined = [Entrant(0, "Ann", "b" * 64), Entrant(1, "Phone", "a" * 64), Entrant(2, "Bea", "c" * 64)]
    with closing(Storage(database)) as storage:
        for id_, number, entrants in (
            ("open000000", 0, joined),
            ("begun00000", 1, joined),
            ("alone00000", 0, joined[1:]),
        ):
            league = a_league(id_, round=number, host="c" * 64)
            await storage.write(leagues.create, league, entrants[0])
            await storage.write(leagues.enter, id_, *entrants[1:])
        await storage.write(kept_names.move, old="a" * 64, new="b" * 64, process="")
        for id_, expected in (
            ("open000000", {0: "b", 2: "c"}),
            ("begun00000", {0: "b", 1: "b", 2: "c"}),
            ("alone00000", {1: "b", 2: "c"}),
        ):
            found = await storage.read(leagues.find, id_=id_)
            assert found is not None
            assert {one.number: (one.browser or "")[0] for one in found.entrants} == expected


async def test_old_leagues_are_deleted_with_old_tables(database: str) -> None:
    now = datetime.now(UTC)
    with closing(Storage(database)) as storage:
        for id_, days, number in (("unbegunold", 40, 0), ("begunoldaa", 40, 1), ("veryoldaaa", 400, 1)):
            changed = (now - timedelta(days=days)).isoformat(timespec="milliseconds")
            league = a_league(id_, changed=changed, round=number, host=id_.ljust(64, "0"))
            first = Entrant(0, "Ann", id_.ljust(64, "0"))
            await storage.write(leagues.create, league=league, first=first)
        storage.write_now(tidy_tables, Retention(), now)
        left = [await storage.read(leagues.find, id_=id_) for id_ in ("unbegunold", "begunoldaa")]
        assert [one is not None for one in left] == [False, True]
        assert await storage.read(leagues.find, id_="veryoldaaa") is None
