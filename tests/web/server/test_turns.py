"""Computers think for everybody in turn, and for nobody where nobody is."""

import asyncio
from pathlib import Path

import pytest

from openabyss.web.computers.turns import FairTurns, Party
from openabyss.web.storage import Storage
from openabyss.web.tables.seating import SeatRequest, TableRequest
from openabyss.web.tables.table import PAGE_SECONDS, Subscriber
from openabyss.web.tables.tables import Tables
from tests.web.server.serving import InlineComputers, settings_for


def order_of(
    turns: FairTurns, clock: list[float], asking: list[Party], come_later: list[Party]
) -> list[Party]:
    """In which order those who ask get their turns of a second each; some come when the first has begun."""
    begun: list[Party] = []

    async def think(party: Party) -> None:
        async with turns.turn(party):
            begun.append(party)
            await asyncio.sleep(0)
            clock[0] += 1.0

    async def ask() -> None:
        first = [asyncio.create_task(think(party)) for party in asking]
        await asyncio.sleep(0)
        await asyncio.gather(*first, *(asyncio.create_task(think(party)) for party in come_later))

    asyncio.run(ask())
    return begun


def fair_turns(places: int = 1) -> tuple[FairTurns, list[float]]:
    clock = [0.0]
    return FairTurns(places, lambda: clock[0]), clock


def test_fifty_tables_of_one_browser_keep_another_waiting_for_two_thoughts_at_most() -> None:
    many, one = ("1.1.1.1", "many"), ("2.2.2.2", "one")
    order = order_of(*fair_turns(), [many] * 50, [one])
    assert order.index(one) <= 2
    assert len(order) == 51


def test_fifty_browsers_of_one_address_keep_another_address_waiting_for_two_thoughts_at_most() -> None:
    many, one = [("1.1.1.1", f"b{number}") for number in range(50)], ("2.2.2.2", "one")
    assert order_of(*fair_turns(), many, [one]).index(one) <= 2


def test_browsers_of_one_address_have_turns_alike() -> None:
    many, one = ("1.1.1.1", "many"), ("1.1.1.1", "one")
    order = order_of(*fair_turns(), [many] * 50, [one] * 3)
    assert order[:6].count(one) in (2, 3)


async def held_by(turns: FairTurns, many: list[Party], others: list[Party]) -> tuple[int, list[Party]]:
    """How many thoughts of many are begun at once while none ends; then which of those who come later."""
    begun: list[Party] = []
    end = asyncio.Event()

    async def think(party: Party) -> None:
        async with turns.turn(party):
            begun.append(party)
            await end.wait()

    async def until_all_wait() -> None:
        for _round in range(100):
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(think(party)) for party in many]
    await until_all_wait()
    held = len(begun)
    tasks += [asyncio.create_task(think(party)) for party in others]
    await until_all_wait()
    later = begun[held:]
    for task in tasks[: len(many) // 2]:
        task.cancel()
    end.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    left = (turns._waiting, turns._spent, turns._active, turns._of_address, turns._of_browser)
    assert not any(left)
    return held, later


def test_no_address_has_every_place() -> None:
    many, other = [("1.1.1.1", f"b{number}") for number in range(9)], ("2.2.2.2", "one")
    turns = FairTurns(3)
    assert asyncio.run(held_by(turns, many, [other])) == (2, [other])
    assert turns._free == 3


@pytest.mark.parametrize(("places", "most"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 6)])
def test_no_browser_has_every_place_of_its_address(places: int, most: int) -> None:
    many, neighbour, other = ("1.1.1.1", "many"), ("1.1.1.1", "near"), ("2.2.2.2", "far")
    held, later = asyncio.run(held_by(FairTurns(places), [many] * 20, [many, neighbour, other]))
    assert held == most
    assert later == ([neighbour, other] if places > 2 else [other] if places == 2 else [])


def test_a_browser_has_no_more_places_from_several_addresses() -> None:
    many = [(f"1.1.1.{number}", "many") for number in range(20)]
    other = ("2.2.2.2", "one")
    assert asyncio.run(held_by(FairTurns(4), many, [other])) == (2, [other])


def test_the_next_place_of_an_address_is_for_the_browser_that_has_fewer() -> None:
    many, one = ("1.1.1.1", "many"), ("1.1.1.1", "one")
    fill = [("2.2.2.2", "a"), ("3.3.3.3", "b"), ("4.4.4.4", "c")]

    async def free_one_place() -> list[Party]:
        turns, begun = FairTurns(4), []
        first_ends, end = asyncio.Event(), asyncio.Event()

        async def think(party: Party) -> None:
            async with turns.turn(party):
                begun.append(party)
                await (first_ends if party == fill[0] else end).wait()

        async with asyncio.TaskGroup() as tasks:
            for party in [many, *fill, many, one]:
                tasks.create_task(think(party))
                await asyncio.sleep(0)
            first_ends.set()
            while len(begun) < 5:
                await asyncio.sleep(0)
            end.set()
        return begun

    assert asyncio.run(free_one_place())[4:] == [one, many]


def test_where_nobody_is_computers_wait_until_somebody_comes(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)

    async def use() -> None:
        tables = Tables(Storage(settings.database_url), InlineComputers(), settings)
        table = await tables.creation.create(
            TableRequest((SeatRequest("me"), SeatRequest("friend")), seed=4), "a" * 64
        )
        table.seen_at -= PAGE_SECONDS + 1
        for seat in range(2):
            await tables.commands.change_seat(table, seat, "random", "a" * 64, f"s{seat}")
        await asyncio.sleep(0)
        assert table.thinking is None
        looker = Subscriber()
        looker.seat, looker.browser = None, "b" * 64
        table.present.add(looker)
        tables.opponents.let_play(table)
        while not table.history.game.is_over:
            await asyncio.sleep(0.01)
        await tables.close()
        tables.storage.close()

    asyncio.run(asyncio.wait_for(use(), 60))
