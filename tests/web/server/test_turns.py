"""Computers think for everybody in turn, and for nobody where nobody is."""

import asyncio
from pathlib import Path

from openabyss.web.storage import Storage
from openabyss.web.tables.seating import SeatWish, Wish
from openabyss.web.tables.tables import PAGE_SECONDS, Tables, Watcher
from openabyss.web.tables.turns import FairTurns, Party
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


def test_no_address_has_every_place() -> None:
    async def hold(turns: FairTurns) -> int:
        thinking = 0
        end = asyncio.Event()

        async def think(party: Party) -> None:
            nonlocal thinking
            async with turns.turn(party):
                thinking += 1
                await end.wait()

        tasks = [asyncio.create_task(think(("1.1.1.1", "many"))) for _ in range(9)]
        await asyncio.sleep(0.01)
        held = thinking
        other = asyncio.create_task(think(("2.2.2.2", "one")))
        await asyncio.sleep(0.01)
        assert thinking == held + 1
        for task in tasks[:5]:
            task.cancel()
        end.set()
        await asyncio.gather(*tasks, other, return_exceptions=True)
        assert (turns._free, turns._waiting, turns._spent) == (3, [], {})
        return held

    assert asyncio.run(hold(FairTurns(3))) == 2


def test_where_nobody_is_computers_wait_until_somebody_comes(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)

    async def use() -> None:
        tables = Tables(Storage(settings.database_url), InlineComputers(), settings)
        table = await tables.create(Wish((SeatWish("me"), SeatWish("friend")), seed=4), "a" * 64)
        table.seen_at -= PAGE_SECONDS + 1
        for seat in range(2):
            await tables.change_seat(table, seat, "random", "a" * 64, f"s{seat}")
        await asyncio.sleep(0)
        assert table.thinking is None
        looker = Watcher()
        looker.seat, looker.browser = None, "b" * 64
        table.present.add(looker)
        tables.let_computers_play(table)
        while not table.course.game.is_over:
            await asyncio.sleep(0.01)
        await tables.close()
        tables.storage.close()

    asyncio.run(asyncio.wait_for(use(), 60))
