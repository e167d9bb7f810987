"""Time that people have: it runs only for those who can answer, and nothing but their waiting takes it."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from openabyss.client.protocol.from_client import Redo, Undo
from openabyss.server.people.leagues import Leagues
from openabyss.server.storage import DatabaseUnavailable, clocks
from openabyss.server.storage.people.leagues import League
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import PAGE_SECONDS, LiveTable
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import answer_first, looker, settings_for, sit_down, tables_on

ANN, BEA, CAI = "a" * 64, "b" * 64, "c" * 64
HOT_SEAT = TableWanted((SeatWanted("me"), SeatWanted("here")), seed=3, time_control="600+20")
WITH_BEA = replace(HOT_SEAT, seats=(SeatWanted("me"), SeatWanted("friend")))
DAY = 86400


class Clock(SimpleNamespace):
    """The clock by which there is service; it stands still unless `wait` puts it forward."""

    seconds = 5000.0

    async def wait(self, seconds: float, *servers: Tables) -> None:
        """Let time pass, while these servers look at their clocks as often as they do."""
        while seconds > 0:
            self.seconds += min(4.0, seconds)
            seconds -= 4.0
            for tables in servers:
                await tables.timekeeper.look()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    now = Clock()
    monkeypatch.setattr(clocks, "clock_of", lambda _connection: now.seconds)
    return now


@pytest.fixture
async def tables(database: str, clock: Clock) -> AsyncIterator[Tables]:
    async with tables_on(settings_for(Path(), database_url=database)) as first:
        await first.timekeeper.look()
        yield first


async def left(tables: Tables, table: LiveTable) -> list[int]:
    """The time that everybody has left, and has left as the page shows it when it is loaded."""
    found = await tables.storage.read(clocks.read, [table.id], tables.storage.service)
    stored = found[table.id]
    return [round(seconds) for seconds in stored.left]


async def start_running(tables: Tables, clock: Clock, wanted: TableWanted) -> LiveTable:
    """A table whose clock runs, and of which the server knows that it does."""
    table = await tables.creation.create(wanted, ANN)
    await tables.timekeeper.look()
    return table


async def test_time_runs_for_whoever_is_asked_and_comes_back_with_the_game(
    tables: Tables, clock: Clock
) -> None:
    table = await start_running(tables, clock, HOT_SEAT)
    first = table.history.asked
    assert first is not None
    await clock.wait(100, tables)
    expected = [600, 600]
    expected[first] = 500
    assert await left(tables, table) == expected
    while table.history.asked == first:
        await answer_first(tables, table)
    assert table.history.asked == 1 - first
    expected[1 - first] = 620
    assert await left(tables, table) == expected
    shown = table.people(ANN)[1 - first].clock
    assert shown is not UNSET
    assert (shown.left, shown.runs) == (620, True)


async def test_neither_a_restart_nor_a_fault_nor_a_clock_that_jumps_takes_time(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_running(tables, clock, HOT_SEAT)
    seat = table.history.asked or 0
    for jump in (3600, -86400, 9):
        clock.seconds += jump
        assert (await left(tables, table))[seat] == 600
        await tables.timekeeper.look()
    do = tables.storage._do

    async def fail(*_arguments: object) -> None:
        tables.storage.service.is_going_on = False
        raise DatabaseUnavailable("gone")

    monkeypatch.setattr(tables.storage, "_do", fail)
    with pytest.raises(DatabaseUnavailable):
        await clock.wait(4, tables)
    monkeypatch.setattr(tables.storage, "_do", do)
    clock.seconds += 2
    assert (await left(tables, table))[seat] == 600
    await tables.timekeeper.look()
    clock.seconds += 3  # Quicker than any server starts.
    async with tables_on(tables.settings) as restarted:
        await restarted.timekeeper.look()
        assert (await left(restarted, table))[seat] == 600
        await clock.wait(10, restarted)
        assert (await left(restarted, table))[seat] == 590


async def test_two_servers_count_no_second_twice(tables: Tables, clock: Clock) -> None:
    table = await start_running(tables, clock, HOT_SEAT)
    async with tables_on(tables.settings) as other:
        await other.timekeeper.look()
        await clock.wait(60, tables, other)
        assert (await left(other, table))[table.history.asked or 0] == 540


async def test_a_clock_that_was_read_before_the_entries_is_read_again(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server has stored an entry in between: the clock was shown as standing until the next one."""
    table = await start_running(tables, clock, HOT_SEAT)
    seat = table.history.asked
    async with tables_on(tables.settings) as other:
        there = await other.registry.get(table.id)
        early = await other.storage.outlines([table.id])
        while table.history.asked == seat:
            await answer_first(tables, table)

        async def outlines(_ids: object) -> object:
            return early

        with monkeypatch.context() as patch:
            patch.setattr(other.storage, "outlines", outlines)
            await other.news.catch_up(there)
        assert there.history.asked != seat
        assert there.differs_from((await other.storage.outlines([table.id]))[table.id])
        await other.news.catch_up(there)
        assert there.clock.known is not None
        assert there.clock.known.seat == there.history.asked


async def test_nobodys_time_runs_who_has_not_come(tables: Tables, clock: Clock) -> None:
    table = await start_running(tables, clock, WITH_BEA)
    while table.history.asked == 0:
        await answer_first(tables, table)
    before = await left(tables, table)
    await clock.wait(1000, tables)
    assert await left(tables, table) == before
    assert before[1] == 600
    await sit_down(tables, table, 1, BEA)
    await tables.timekeeper.look()
    await clock.wait(40, tables)
    assert (await left(tables, table))[1] == 560


async def test_a_computer_plays_for_somebody_whose_time_is_over_until_they_come_back(
    tables: Tables, clock: Clock
) -> None:
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control="1d"))
    seat, service = table.history.asked or 0, tables.storage.service
    with pytest.raises(Refusal, match="still has time"):
        table.check_away(seat, "")
    for turn in (clocks.Turn(None), clocks.Turn(seat, more=20 - DAY)):
        await tables.storage.write(clocks.pass_on, table=table.id, turn=turn, service=service)
    await clock.wait(19, tables)
    assert table.history.levels[seat] is None
    await clock.wait(4, tables)
    assert table.history.levels[seat] == "medium"
    assert table.people(ANN)[seat].clock is not UNSET
    await tables.commands.change_seat(table, seat, None, ANN, "back")
    if table.history.asked == seat:
        assert (await left(tables, table))[seat] == DAY


async def test_where_nobody_has_time_left_computers_play_only_while_somebody_looks(
    tables: Tables, clock: Clock
) -> None:
    """They played to the end in seconds: nobody could come back to the game."""
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control="1d"))
    for seat in range(2):
        await tables.commands.change_seat(table, seat, "medium", ANN, f"to {seat}")
    found, somebody = [table.is_attended], looker(BEA)
    table.enter(somebody)
    found.append(table.is_attended)
    table.leave(somebody)
    found.append(table.is_attended)
    await tables.commands.change_seat(table, 0, None, ANN, "back")
    assert [*found, table.is_attended] == [False, True, False, True]


async def test_at_a_table_of_a_league_computers_play_to_the_end(tables: Tables, clock: Clock) -> None:
    """The next round waits for it."""
    service = Leagues(tables)
    league = League("league0001", "2026", ANN, "Friday", "swiss", 2, False, False, "1d", "computer", 1)
    await service.create(league, "Ann")
    await service.join("league0001", BEA, "Bea")
    await service.begin("league0001", ANN)
    (one,) = (await service.find("league0001")).tables
    table = await tables.registry.get(one.table)
    table.let_play = lambda _table: None
    for seat, browser in enumerate(held.browser or "" for held in table.seats):
        await tables.commands.change_seat(table, seat, "medium", browser, f"to {seat}")
    table.seen_at -= PAGE_SECONDS + 1
    assert table.is_attended


@pytest.mark.parametrize("control", ["600+20", "1d"])
async def test_who_hands_over_a_seat_and_takes_it_back_has_the_time_that_was_left(
    tables: Tables, clock: Clock, control: str
) -> None:
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control=control))
    seat, before = table.history.asked or 0, await left(tables, table)
    await clock.wait(592, tables)
    # No computer answers in between.
    table.let_play = lambda _table: None
    for level in ("random", None):
        await tables.commands.change_seat(table, seat, level, ANN, f"to {level}")
    before[seat] -= 592
    assert await left(tables, table) == before


async def test_the_others_may_let_a_computer_play_if_that_was_agreed(tables: Tables, clock: Clock) -> None:
    table = await start_running(tables, clock, replace(WITH_BEA, time_control="60+10", time_up="others"))
    await sit_down(tables, table, 1, BEA)
    while table.history.asked == 0:
        await answer_first(tables, table)
    await tables.timekeeper.look()
    await clock.wait(30, tables)
    with pytest.raises(Refusal, match="still has time"):
        await tables.commands.change_seat(table, 1, "medium", ANN, "too early")
    await clock.wait(44, tables)
    assert table.history.levels[1] is None
    late = table.people(ANN)[1]
    assert (late.away, late.change) == (True, "hand_over")
    # Who is late may still answer, and then has time again when the game comes back.
    await tables.commands.change_seat(table, 1, "medium", ANN, "late")
    assert table.history.levels[1] == "medium"


@pytest.mark.parametrize("time_up", ["computer", "others"])
async def test_the_host_makes_a_link_for_somebody_whose_time_is_over_and_who_does_not_come_back(
    tables: Tables, clock: Clock, time_up: Literal["computer", "others"]
) -> None:
    wanted = replace(WITH_BEA, time_control="60+10", time_up=time_up, grace=0)
    table = await start_running(tables, clock, wanted)
    await sit_down(tables, table, 1, BEA)
    while table.history.asked == 0:
        await answer_first(tables, table)
    await tables.timekeeper.look()
    with pytest.raises(Refusal, match="still has time"):
        await tables.invitations.new_seat_link(table, 1, ANN)
    table.enter(bea := looker(BEA, 1))
    await clock.wait(74, tables)
    assert table.history.levels[1] == ("medium" if time_up == "computer" else None)
    with pytest.raises(Refusal, match="is here"):
        await tables.invitations.new_seat_link(table, 1, ANN)
    table.leave(bea)
    token = (await tables.invitations.new_seat_link(table, 1, ANN)).removeprefix("/j/")
    table.enter(bea)
    with pytest.raises(Refusal, match="is here"):
        await tables.invitations.sit_down(token, CAI)
    table.leave(bea)
    await tables.invitations.sit_down(token, CAI)
    assert table.seats[1].browser == CAI
    assert table.people(CAI)[1].level is None


async def test_who_is_asked_next_keeps_their_time_when_an_answer_comes_at_the_last_moment(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control="60+10", time_up="others"))
    seat, change, service = table.history.asked or 0, tables.storage.change, tables.storage.service

    async def after_an_answer(id_: str, *job: Any) -> Any:
        """Another server has stored it since the clock was read."""
        passed = clocks.Turn(1 - seat, more=10)
        await tables.storage.write(clocks.pass_on, table=id_, turn=passed, service=service)
        return await change(id_, *job)

    monkeypatch.setattr(tables.storage, "change", after_an_answer)
    await clock.wait(60, tables)
    expected = [70, 70]
    expected[seat] = 0
    assert await left(tables, table) == expected


async def test_undoing_brings_no_time(tables: Tables, clock: Clock) -> None:
    table = await start_running(tables, clock, HOT_SEAT)
    seat = table.history.asked or 0
    before = (await left(tables, table))[seat]
    for _turn in range(3):
        await answer_first(tables, table)
        if not table.history.can_undo(seat):
            break
        revision = table.history.revision
        await tables.commands.carry_out(table, Undo(f"u{revision}", revision, seat), ANN)
    assert (await left(tables, table))[seat] <= before


async def test_undoing_and_playing_again_brings_the_next_no_time(tables: Tables, clock: Clock) -> None:
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control="100+30"))
    while table.history.asked is not None and not table.history.can_undo(1 - table.history.asked):
        await answer_first(tables, table)
    asked = table.history.asked or 0
    before = await left(tables, table)
    for again in (Undo, Redo, Undo):
        revision = table.history.revision
        await tables.commands.carry_out(table, again(f"u{revision}", revision, 1 - asked), ANN)
    assert (await left(tables, table))[asked] == before[asked] - 30
    while table.history.asked != asked:
        await answer_first(tables, table)
    assert (await left(tables, table))[asked] == before[asked]


async def test_who_has_used_what_is_taken_back_has_it_again_at_the_next_turn(
    tables: Tables, clock: Clock
) -> None:
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control="60+100", time_up="others"))
    while table.history.asked is not None and not table.history.can_undo(1 - table.history.asked):
        await answer_first(tables, table)
    asked = table.history.asked or 0
    before = (await left(tables, table))[asked]
    await clock.wait(before - 5, tables)
    revision = table.history.revision
    await tables.commands.carry_out(table, Undo("undo", revision, 1 - asked), ANN)
    assert table.clock.seconds_left(asked) == 0
    while table.history.asked != asked:
        await answer_first(tables, table)
    assert (await left(tables, table))[asked] == 5


async def test_a_rematch_and_a_restored_table_have_the_agreed_time(tables: Tables, clock: Clock) -> None:
    table = await start_running(tables, clock, replace(HOT_SEAT, time_control="3d", time_up="others"))
    stored = await tables.storage.load(table.id)
    assert stored is not None
    assert (stored.row.time_control, stored.row.time_up) == ("3d", "others")
    assert await left(tables, table) == [3 * DAY, 3 * DAY]
