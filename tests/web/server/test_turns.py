"""Computers think for everybody in turn, and for nobody where nobody is."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from openabyss.server.computers.fair_turns import FairTurns, Party
from openabyss.server.computers.questions import Asked
from openabyss.server.tables.live.table import PAGE_SECONDS
from openabyss.server.tables.seating import SeatWanted, TableWanted
from tests.web.server.serving import InlineComputers, looker, serve, settings_for, tables_on


async def order_of(
    turns: FairTurns, clock: list[float], asking: Sequence[Party], come_later: Sequence[Party]
) -> list[Party]:
    """In which order those who ask get their turns of a second each; some come when the first has begun."""
    begun: list[Party] = []

    async def think(party: Party) -> None:
        async with turns.turn(party):
            begun.append(party)
            await asyncio.sleep(0)
            clock[0] += 1.0

    first = [asyncio.create_task(think(party)) for party in asking]
    await asyncio.sleep(0)
    await asyncio.gather(*first, *(asyncio.create_task(think(party)) for party in come_later))
    return begun


def fair_turns(places: int = 1) -> tuple[FairTurns, list[float]]:
    clock = [0.0]
    return FairTurns(places, lambda: clock[0]), clock


@pytest.mark.parametrize("browsers", [1, 50], ids=["tables of one browser", "browsers of one address"])
async def test_fifty_keep_another_address_waiting_for_two_thoughts_at_most(browsers: int) -> None:
    many, one = [("1.1.1.1", f"b{number % browsers}") for number in range(50)], ("2.2.2.2", "one")
    order = await order_of(*fair_turns(), many, [one])
    assert order.index(one) <= 2
    assert len(order) == 51


async def test_browsers_of_one_address_have_turns_alike() -> None:
    many, one = ("1.1.1.1", "many"), ("1.1.1.1", "one")
    order = await order_of(*fair_turns(), [many] * 50, [one] * 3)
    assert order[:6].count(one) in (2, 3)


async def seconds_of(thinkers: list[tuple[Party, float]], all_in_all: float) -> dict[Party, float]:
    """How long each has thought when so much time has passed; each asks anew a moment after its answer."""
    turns, clock = fair_turns()
    spent = {party: 0.0 for party, _seconds in thinkers}

    async def think_on(party: Party, seconds: float) -> None:
        while clock[0] < all_in_all:
            async with turns.turn(party):
                for _round in range(9):  # Meanwhile the others ask again.
                    await asyncio.sleep(0)
                clock[0] += seconds
            spent[party] += seconds

    await asyncio.gather(*(think_on(*thinker) for thinker in thinkers))
    return spent


async def test_an_address_that_thinks_long_each_time_gets_no_more_time_than_others() -> None:
    """It was forgotten whenever it had no thought to wait for, and came first again."""
    long, short = ("1.1.1.1", "long"), [("2.2.2.2", "a"), ("2.2.2.2", "b")]
    spent = await seconds_of([(long, 10.0), (short[0], 1.0), (short[1], 1.0)], 1000.0)
    assert spent[long] == pytest.approx(500.0, abs=20.0)
    assert spent[short[0]] == pytest.approx(spent[short[1]], abs=20.0)


async def test_tables_of_one_browser_get_the_same_time() -> None:
    here = ("1.1.1.1", "browser")
    tables = {(*here, "long"): 10.0, (*here, "one"): 1.0, (*here, "other"): 1.0}
    spent = await seconds_of(list(tables.items()), 900.0)
    assert all(seconds == pytest.approx(300.0, abs=20.0) for seconds in spent.values())


async def test_addresses_that_begin_at_once_have_a_turn_each_before_one_has_two() -> None:
    many = [(f"1.1.1.{address}", "browser", f"t{table}") for address in range(10) for table in range(5)]
    for places in (1, 4):
        order = await order_of(*fair_turns(places), [], many)
        # Only places that nobody else wants yet are given to one again.
        assert len({party[0] for party in order[: 9 + places]}) == 10


class Thoughts:
    """Thoughts that are begun in their turns."""

    def __init__(self, places: int) -> None:
        self.turns, self.begun, self.end = FairTurns(places), list[Party](), asyncio.Event()

    def think(self, party: Party, end: asyncio.Event | None = None) -> asyncio.Task[None]:
        """One that goes on until its own end, or that of all."""
        return asyncio.create_task(self._think(party, end or self.end))

    async def _think(self, party: Party, end: asyncio.Event) -> None:
        async with self.turns.turn(party):
            self.begun.append(party)
            await end.wait()


async def held_by(places: int, many: Sequence[Party], others: Sequence[Party]) -> tuple[int, list[Party]]:
    """How many thoughts of many are begun at once while none ends; then which of those who come later."""
    thoughts = Thoughts(places)

    async def until_all_wait() -> None:
        for _round in range(100):
            await asyncio.sleep(0)

    tasks = [thoughts.think(party) for party in many]
    await until_all_wait()
    held = len(thoughts.begun)
    tasks += [thoughts.think(party) for party in others]
    await until_all_wait()
    later = thoughts.begun[held:]
    for task in tasks[: len(many) // 2]:
        task.cancel()
    thoughts.end.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not any((thoughts.turns._waiting, thoughts.turns._running, thoughts.turns._spent))
    return held, later


async def test_no_address_has_every_place() -> None:
    many, other = [("1.1.1.1", f"b{number}") for number in range(9)], ("2.2.2.2", "one")
    assert await held_by(3, many, [other]) == (2, [other])


@pytest.mark.parametrize(("places", "most"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 6)])
async def test_no_browser_has_every_place_of_its_address(places: int, most: int) -> None:
    many, neighbour, other = ("1.1.1.1", "many"), ("1.1.1.1", "near"), ("2.2.2.2", "far")
    held, later = await held_by(places, [many] * 20, [many, neighbour, other])
    assert held == most
    assert later == ([neighbour, other] if places > 2 else [other] if places == 2 else [])


async def test_a_browser_has_no_more_places_from_several_addresses() -> None:
    many = [(f"1.1.1.{number}", "many") for number in range(20)]
    other = ("2.2.2.2", "one")
    assert await held_by(4, many, [other]) == (2, [other])


async def test_the_next_place_of_an_address_is_for_the_browser_that_has_fewer() -> None:
    many, one = ("1.1.1.1", "many"), ("1.1.1.1", "one")
    fill = [("2.2.2.2", "a"), ("3.3.3.3", "b"), ("4.4.4.4", "c")]
    thoughts, first_ends = Thoughts(4), asyncio.Event()
    tasks = []
    for party in [many, *fill, many, one]:
        tasks.append(thoughts.think(party, first_ends if party == fill[0] else None))
        await asyncio.sleep(0)
    first_ends.set()
    while len(thoughts.begun) < 5:
        await asyncio.sleep(0)
    thoughts.end.set()
    await asyncio.gather(*tasks)
    assert thoughts.begun[4:] == [one, many]


async def test_a_thought_that_is_given_up_while_another_ends_gets_no_turn() -> None:
    """It was begun between being given up and leaving the queue, which broke the end of the other."""
    thoughts, first, second, third = Thoughts(1), ("1", "first"), ("2", "given up"), ("3", "next")
    tasks = [thoughts.think(party) for party in (first, second, third)]
    await asyncio.sleep(0)
    thoughts.end.set()
    tasks[1].cancel()
    await asyncio.gather(tasks[0], tasks[2])
    assert thoughts.begun == [first, third]


class Stuck(InlineComputers):
    """Computers of which those who think never end."""

    async def choose(self, asked: Asked) -> str:
        if asked.level == "expert":
            await asyncio.Event().wait()
        return await super().choose(asked)


def test_a_level_that_answers_at_once_waits_for_none_that_think(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path, workers=1), Stuck()) as served:
        ann = served.person()
        for seed in range(3):
            with ann.at(ann.new_table("me", "expert", seed=seed)) as sitting:
                if sitting.hear("update")["question"]["mine"]:
                    sitting.answer_first()
                sitting.hear("thinking")
        with ann.at(ann.new_table("me", "medium", seed=1)) as sitting:
            for _turn in range(2):
                sitting.until_asked()
                assert sitting.answer_first()["type"] == "ack"
            sitting.until_asked()


async def test_where_nobody_is_computers_wait_until_somebody_comes(tmp_path: Path) -> None:
    wanted = TableWanted((SeatWanted("me"), SeatWanted("friend")), seed=4)
    async with tables_on(settings_for(tmp_path)) as tables, asyncio.timeout(60):
        table = await tables.creation.create(wanted, "a" * 64)
        table.seen_at -= PAGE_SECONDS + 1
        for seat in range(2):
            await tables.commands.change_seat(table, seat, "random", "a" * 64, f"s{seat}")
        await asyncio.sleep(0)
        assert table.thinking is None
        table.enter(looker("b" * 64))
        tables.opponents.let_play(table)
        while not table.history.game.is_over:
            await asyncio.sleep(0.01)
