"""Seats that change hands: a browser that was given a seat keeps it, whatever happens meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocket

from openabyss.client.protocol.from_client import Answer, Concede, Hello, Propose, TableCommand, Undo
from openabyss.errors import OpenAbyssError
from openabyss.server.sockets.connection import Connection
from openabyss.server.sockets.requests import Requests
from openabyss.server.storage import moderation, seats
from openabyss.server.storage.moderation import Deed, Kind
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import answer_first, looker, tables_on

ANN, BEA, CAI = "a" * 64, "b" * 64, "c" * 64
WITH_A_FRIEND = TableWanted((SeatWanted("me"), SeatWanted("friend")))
TWO_OF_ANN = TableWanted((SeatWanted("me"), SeatWanted("here")))
TIMES = 25


@pytest.fixture
async def other(database: str, tables: Tables) -> AsyncIterator[Tables]:
    """Another server on the same database."""
    async with tables_on(tables.settings) as second:
        yield second


@pytest.fixture
async def table(tables: Tables) -> LiveTable:
    """A table of Ann with a seat for a friend."""
    return await tables.creation.create(WITH_A_FRIEND, ANN)


@pytest.fixture
async def old(other: Tables, table: LiveTable) -> LiveTable:
    """The same table as the other server has it, before anything happens at the first one."""
    return await other.registry.get(table.id)


async def token_of(tables: Tables, table: LiveTable, seat: int) -> str:
    return (await tables.invitations.seat_link(table, seat)).removeprefix("/j/")


async def token_for_another_browser(tables: Tables, table: LiveTable, seat: int) -> str:
    return (await tables.invitations.new_seat_link(table, seat, ANN)).removeprefix("/j/")


async def browsers(tables: Tables, table: LiveTable) -> list[str | None]:
    """Who holds the seats as they are stored, which must be what the server has in memory."""
    stored = await tables.storage.load(table.id)
    assert stored is not None
    assert table.seats == stored.seats
    return [seat.browser for seat in stored.seats]


async def sit_down_while(tables: Tables, token: str, browser: str, other: Coroutine[Any, Any, Any]) -> Any:
    """Take a seat; `other` begins when that is stored already, but the server does not know it yet."""
    change, begun = tables.storage.change, []

    async def then_other(table: str, job: Any, *arguments: Any) -> Any:
        claimed = await change(table, job, *arguments)
        if job is not seats.claim:
            return claimed
        begun.append(asyncio.ensure_future(other))
        for _turn in range(20):
            await asyncio.sleep(0.001)
        return claimed

    tables.storage.change = then_other  # type: ignore[method-assign, assignment]
    seated = await tables.invitations.sit_down(token, browser)
    tables.storage.change = change  # type: ignore[method-assign]
    with suppress(OpenAbyssError):
        await begun[0]
    return seated


async def test_a_seat_that_was_taken_over_stays_so_while_its_old_owner_gives_it_a_name(
    tables: Tables, table: LiveTable
) -> None:
    token = await token_for_another_browser(tables, table, 0)
    rename = tables.invitations.rename(table, 0, ANN, "Ann again")
    assert await sit_down_while(tables, token, CAI, rename) == (table, 0)
    assert await browsers(tables, table) == [CAI, None]


async def test_a_seat_that_was_taken_stays_so_while_the_host_makes_a_new_link(
    tables: Tables, table: LiveTable
) -> None:
    token = await token_of(tables, table, 1)
    new_link = tables.invitations.new_seat_link(table, 1, ANN)
    assert await sit_down_while(tables, token, BEA, new_link) == (table, 1)
    assert await browsers(tables, table) == [ANN, BEA]


async def test_changes_of_a_seat_that_meet_leave_it_to_the_browser_that_was_given_it(tables: Tables) -> None:
    for number in range(TIMES):
        table = await tables.creation.create(WITH_A_FRIEND, ANN)
        tokens = [await token_for_another_browser(tables, table, 0), await token_of(tables, table, 1)]

        async def late(what: Coroutine[Any, Any, Any], turns: int = number) -> Any:
            for _turn in range(turns):
                await asyncio.sleep(0.0005)
            return await what

        results = await asyncio.gather(
            tables.invitations.sit_down(tokens[0], CAI),
            tables.invitations.sit_down(tokens[1], BEA),
            late(tables.invitations.rename(table, 0, ANN, f"Ann {number}")),
            late(tables.invitations.new_seat_link(table, 1, ANN)),
            return_exceptions=True,
        )
        assert results[0] == (table, 0)
        held = [CAI, BEA if results[1] == (table, 1) else None]
        assert await browsers(tables, table) == held


async def test_an_old_owner_at_another_server_cannot_rename_a_seat_that_was_taken_over(
    tables: Tables, other: Tables, table: LiveTable, old: LiveTable
) -> None:
    await tables.invitations.sit_down(await token_for_another_browser(tables, table, 0), CAI)
    with pytest.raises(Refusal, match="not your seat"):
        await other.invitations.rename(old, 0, ANN, "Ann again")
    assert await browsers(other, old) == [CAI, None]


async def test_a_host_at_another_server_makes_no_link_that_takes_a_seat_from_somebody_who_has_just_come(
    tables: Tables, other: Tables, table: LiveTable, old: LiveTable
) -> None:
    token = await token_of(tables, table, 1)
    await tables.invitations.sit_down(token, BEA)
    with pytest.raises(Refusal, match="just sat down"):
        await other.invitations.new_seat_link(old, 1, ANN)
    assert await browsers(other, old) == [ANN, BEA]
    assert await other.invitations.sit_down(token, BEA) == (old, 1)


async def test_a_link_that_was_replaced_at_another_server_is_not_shown_any_more(
    tables: Tables, other: Tables, table: LiveTable, old: LiveTable
) -> None:
    newest = await tables.invitations.new_seat_link(table, 1, ANN)
    assert await other.invitations.new_seat_link(old, 1, ANN) != newest
    with suppress(OpenAbyssError):
        await tables.invitations.sit_down(newest.removeprefix("/j/"), BEA)
    assert (await browsers(other, old))[1] is None


@pytest.mark.parametrize("what", ["answer", "concede", "propose"])
async def test_an_old_owner_at_another_server_does_nothing_for_whoever_has_the_seat_now(
    tables: Tables, other: Tables, what: str
) -> None:
    table = await tables.creation.create(TWO_OF_ANN, ANN)
    old, seat = await other.registry.get(table.id), table.history.asked or 0
    await tables.invitations.sit_down(await token_for_another_browser(tables, table, seat), CAI)
    late: dict[str, TableCommand] = {
        "answer": Answer("late", 0, seat, first_answer(old)),
        "concede": Concede("late", seat),
        "propose": Propose("late", seat, "void"),
    }
    with pytest.raises(Refusal, match="not your seat"):
        await other.commands.carry_out(old, late[what], ANN)
    assert (await browsers(other, old))[seat] == CAI


async def test_no_computer_plays_for_somebody_who_has_come_back_meanwhile(tables: Tables) -> None:
    table = await tables.creation.create(replace(WITH_A_FRIEND, grace=0), ANN)
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA, "Bea")
    async with table.lock:
        change = asyncio.create_task(tables.commands.change_seat(table, 1, "medium", ANN, "r"))
        await asyncio.sleep(0)
        table.enter(looker(BEA, 1))
    with pytest.raises(Refusal, match="Bea is here and playing"):
        await change
    assert table.history.levels[1] is None


async def test_of_two_who_vote_at_once_the_second_learns_that_theirs_is_the_vote_that_counts(
    tables: Tables,
) -> None:
    seats_wanted = (SeatWanted("me"), SeatWanted("friend"), SeatWanted("friend"))
    table = await tables.creation.create(TableWanted(seats_wanted, grace=0), ANN)
    for seat, browser in ((1, BEA), (2, CAI)):
        await tables.invitations.sit_down(await token_of(tables, table, seat), browser)
    table.enter(looker(ANN, 0))
    table.enter(looker(CAI, 2))
    votes = (tables.commands.change_seat(table, 1, "medium", browser, "v") for browser in (ANN, CAI))
    first, second = await asyncio.gather(*votes, return_exceptions=True)
    assert isinstance(second, Refusal), (first, second)
    assert (second.code, table.history.levels[1]) == ("stale", None)
    await tables.commands.change_seat(table, 1, "medium", CAI, "again")
    assert table.history.levels[1] == "medium"


async def test_who_is_greeted_while_somebody_takes_their_seat_over_is_shown_nothing_of_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, latest = await tables.creation.create(WITH_A_FRIEND, ANN), tables.chats.latest
    token = await token_for_another_browser(tables, table, 0)

    async def after_a_takeover(*asked: Any) -> Any:
        await tables.invitations.sit_down(token, CAI)
        return await latest(*asked)

    monkeypatch.setattr(tables.chats, "latest", after_a_takeover)
    connection = Connection(cast(WebSocket, None), table, ANN, tables.settings.patience)
    with pytest.raises(Refusal, match="not your seat"):
        await Requests(tables)._greet(Hello(seat=0), connection)
    assert (connection.seat, connection.greeted) == (None, False)


async def test_a_name_that_somebody_else_took_at_another_server_is_refused(
    tables: Tables, other: Tables
) -> None:
    table = await tables.creation.create(TWO_OF_ANN, ANN)
    old = await other.registry.get(table.id)
    await tables.invitations.rename(table, 0, ANN, "Coral")
    with pytest.raises(OpenAbyssError, match="somebody else"):
        await other.invitations.rename(old, 1, ANN, "coral")
    assert await browsers(other, old) == [ANN, ANN]


async def replaced(tables: Tables, table: LiveTable, seat: int) -> bool:
    """Whether Ann may let a computer play the seat."""
    change = tables.commands.change_seat(table, seat, "medium", ANN, f"at {table.grace_left(seat)}")
    if not table.people(ANN)[seat].away:
        with pytest.raises(Refusal, match="may come back"):
            await change
        return False
    await change
    return True


def takeovers(table: LiveTable, seat: int | None = None) -> list[str]:
    """The lines of the log that tell of a takeover."""
    return [line.text for line in table.update(seat, None).log if "Another browser" in line.text]


async def with_bea(tables: Tables) -> LiveTable:
    """A table of Ann, who has set it up, at which Bea looks at her hand."""
    table = await tables.creation.create(WITH_A_FRIEND, ANN)
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA, "Bea")
    table.enter(looker(BEA, 1))
    return table


async def test_a_host_cannot_take_the_seat_of_somebody_who_is_here_or_may_come_back(
    tables: Tables, clock: SimpleNamespace
) -> None:
    table = await with_bea(tables)
    with pytest.raises(Refusal, match="Bea is here and playing"):
        await tables.invitations.new_seat_link(table, 1, ANN)
    (bea,) = table.present
    table.leave(bea)
    table.left(1)
    for seconds, waiting in ((0, "1 minute"), (59, "1 second")):
        clock.seconds = 1000 + seconds
        with pytest.raises(Refusal, match=f"Bea may come back.* in {waiting}"):
            await tables.invitations.new_seat_link(table, 1, ANN)
    assert await browsers(tables, table) == [ANN, BEA]
    clock.seconds = 1060
    await tables.invitations.sit_down(await token_for_another_browser(tables, table, 1), CAI)
    assert await browsers(tables, table) == [ANN, CAI]
    assert takeovers(table) == takeovers(table, 0) == ["Another browser has taken over the seat of Bea."]


async def test_a_link_that_was_made_while_somebody_was_away_is_worth_nothing_once_they_are_back(
    tables: Tables, other: Tables, clock: SimpleNamespace
) -> None:
    table = await with_bea(tables)
    (bea,) = table.present
    table.leave(bea)
    table.left(1)
    clock.seconds += 60
    token = await token_for_another_browser(tables, table, 1)
    table.seats_returned([1])
    table.enter(bea)
    for take in (tables.invitations.invitation(token, CAI), tables.invitations.sit_down(token, CAI)):
        with pytest.raises(Refusal, match="Bea is here and playing"):
            await take
    with pytest.raises(Refusal, match="Bea may come back"):  # A server that has just started.
        await other.invitations.sit_down(token, CAI)
    assert await browsers(tables, table) == [ANN, BEA]
    assert takeovers(table) == []


async def test_people_move_their_own_seat_to_another_browser_at_once_and_the_others_learn_of_it(
    tables: Tables, other: Tables
) -> None:
    table = await with_bea(tables)
    token = (await tables.invitations.new_seat_link(table, 1, BEA)).removeprefix("/j/")
    await tables.invitations.sit_down(token, CAI)
    assert await browsers(tables, table) == [ANN, CAI]
    assert takeovers((await other.registry.get(table.id)), 0) == takeovers(table, 0)
    assert len(takeovers(table, 0)) == 1


async def test_a_takeover_cannot_be_undone_out_of_the_log_with_the_move_before_it(
    tables: Tables, other: Tables
) -> None:
    table = await tables.creation.create(replace(TWO_OF_ANN, seed=4), ANN)
    for _answer in range(50):
        if table.history.can_undo(table.history.asked):
            break
        await answer_first(tables, table)
    seat = table.history.asked or 0
    assert table.history.can_undo(seat)
    await tables.invitations.sit_down(await token_for_another_browser(tables, table, seat), CAI)
    with pytest.raises(Refusal, match="undo"):
        await tables.commands.carry_out(table, Undo("u", table.history.revision, seat), CAI)
    assert len(takeovers(table)) == 1
    await tables.commands.carry_out(
        table, Answer("on", table.history.revision, seat, first_answer(table)), CAI
    )
    assert (await other.registry.get(table.id)).history.hash == table.history.hash


def first_answer(table: LiveTable) -> str:
    return table.history.game.legal_actions[0].text


@pytest.mark.parametrize("grace", [60, 600])
async def test_somebody_who_has_left_is_given_the_agreed_time_to_come_back(
    tables: Tables, clock: SimpleNamespace, grace: int
) -> None:
    wanted = WITH_A_FRIEND if grace == 60 else replace(WITH_A_FRIEND, grace=grace)
    table = await tables.creation.create(wanted, ANN)
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA)
    table.left(1)
    for seconds, expected in ((0.3, False), (grace - 1, False), (grace, True)):
        clock.seconds = 1000 + seconds
        assert await replaced(tables, table, 1) is expected


async def test_a_restart_of_the_server_takes_no_time_from_anybody(
    tables: Tables, other: Tables, clock: SimpleNamespace, table: LiveTable
) -> None:
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA)
    clock.seconds += 500
    fetched = await other.registry.get(table.id)
    for seconds, expected in ((0, False), (59, False), (1, True)):
        clock.seconds += seconds
        await other.registry.get(table.id)  # Others use the table meanwhile.
        assert await replaced(other, fetched, 1) is expected


async def test_a_program_without_a_socket_counts_from_its_last_command(
    tables: Tables, clock: SimpleNamespace, table: LiveTable
) -> None:
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA)
    clock.seconds += 59
    with suppress(Refusal):
        await tables.commands.carry_out(table, Undo("c", 0, 1), BEA)
    for seconds, expected in ((59, False), (1, True)):
        clock.seconds += seconds
        assert await replaced(tables, table, 1) is expected


async def test_a_free_seat_can_be_played_by_a_computer_at_once(tables: Tables, table: LiveTable) -> None:
    await tables.commands.change_seat(table, 1, "random", ANN, "s")
    assert table.history.levels[1] == "random"


async def test_only_one_computer_is_chosen_by_others_for_somebody_who_is_away(tables: Tables) -> None:
    table = await tables.creation.create(replace(WITH_A_FRIEND, grace=0), ANN)
    await tables.commands.change_seat(table, 1, "random", ANN, "free")
    with pytest.raises(Refusal, match="A computer sits there"):
        await tables.commands.change_seat(table, 1, "easy", ANN, "other")
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA)
    both = [tables.commands.change_seat(table, 1, "medium", ANN, f"r{number}") for number in range(2)]
    await asyncio.gather(*both, return_exceptions=True)
    with pytest.raises(Refusal, match="Only the computer"):
        await tables.commands.change_seat(table, 1, "easy", ANN, "another")
    # Computer, Bea, computer: nothing but these counts for how often the seat may change hands.
    assert table.history.turnabouts[1] == 3
    await tables.commands.change_seat(table, 1, None, BEA, "back")


async def test_how_well_somebody_who_is_away_is_played_for_is_not_their_rivals_choice(tables: Tables) -> None:
    table = await tables.creation.create(replace(WITH_A_FRIEND, grace=0), ANN)
    await tables.invitations.sit_down(await token_of(tables, table, 1), BEA)
    for level in ("easy", "expert"):
        with pytest.raises(Refusal, match="Only the computer"):
            await tables.commands.change_seat(table, 1, level, ANN, level)
    await tables.commands.change_seat(table, 1, "easy", BEA, "own")
    assert table.history.levels[1] == "easy"


async def test_a_rematch_keeps_the_agreed_time(tables: Tables, other: Tables) -> None:
    wanted = TableWanted((SeatWanted("me"), SeatWanted("computer", level="random")), grace=300)
    table = await tables.creation.create(wanted, ANN)
    await tables.commands.change_seat(table, 0, "random", ANN, "s")
    while not table.history.game.is_over:
        await asyncio.sleep(0.02)
    again = await tables.creation.rematch(table, ANN, lambda: None)
    stored = await other.storage.load(again.id)
    assert stored is not None
    assert stored.row.grace == 300


async def test_a_rematch_that_was_deleted_can_be_asked_for_again(tables: Tables) -> None:
    async def delete(id_: str) -> None:
        await tables.storage.write(moderation.carry_out, Deed(Kind.DELETE, id_), "command", "now")
        tables.registry.forget_idle(-1)

    table = await tables.creation.create(TWO_OF_ANN, ANN)
    await tables.commands.concede(table, 0, ANN, "c")
    first, again = await rematch(tables, table), await rematch(tables, table)
    assert first == again
    await delete(first)
    again = await rematch(tables, table)
    assert again != first
    assert table.row.rematch == again
    await delete(again)
    await delete(table.id)
    with pytest.raises(UnknownTable):
        await rematch(tables, table)


async def rematch(tables: Tables, table: LiveTable) -> str:
    """The table of the rematch that Ann asks for."""
    return (await tables.creation.rematch(table, ANN, lambda: None)).id
