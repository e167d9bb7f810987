"""Plans for the next turn: what may be planned, when it fits, and that it is done as its owner would have."""

import asyncio
import random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from openabyss.client.orders import changed_by, misfit_of, possible_plans, shown_to_owner
from openabyss.client.protocol.from_client import Misfit, Plan, StandingOrders
from openabyss.client.protocol.from_server import OrdersShown
from openabyss.play.game import Game
from openabyss.server.tables.live.answering import AnswerTimes
from openabyss.table.view import view
from tests.web.server.test_orders import NAMES, OneDatabase, World
from tests.web.server.test_pace import HURRIED, passed

EXPLORE, STACK = Plan("explore", 1), Plan("stack:crab", 1, size=2)
SLAVER = Plan("recruit:12", 1, 0, 8, ["S4"], 4)


@pytest.fixture
def anyio_backend() -> object:
    return HURRIED


def position(active: int = 0, **bea: Any) -> dict[str, Any]:
    """Ann's turn, who can take a stack; Bea, after her, can pay for the Slaver."""
    return {
        "players": 3,
        "active": active,
        "court": [12, 21, 30, 29],
        "available_locations": [14],
        "council": {"crab": ["C1", "C2"], "jellyfish": ["J1"]},
        "exploration_deck": ["C3", "C3"],
        "seats": [{"pearls": 1}, {"pearls": 4, "hand": ["S4", "C3", "J2"], **bea}, {"pearls": 0}],
    }


def test_what_may_be_planned_is_offered_in_words() -> None:
    shown = shown_to_owner(
        StandingOrders(), view(Game.from_position(position()), 1), "", possible_plans_of_bea()
    )
    assert [one.text for one in shown.plans] == [
        "Explore the depths",
        "Ask the council for support: jellyfish stack (1 card)",
        "Ask the council for support: crab stack (2 cards)",
        "Recruit the Slaver for 8: Shellfish 4 and 4 pearls",
    ]
    planned = changed_by(shown, "plan 4")
    assert planned is not None
    assert planned.plan == SLAVER
    assert changed_by(shown, "plan 5") is None
    assert changed_by(replace(shown, plan=shown.plans[0]), "no plan") == StandingOrders()


def possible_plans_of_bea() -> list[Plan]:
    return possible_plans(Game.from_position(position()), 1)


def test_cards_that_another_player_has_named_pay_for_no_plan() -> None:
    ann, bea = {"pearls": 9, "hand": ["S5", "S3"]}, {"pearls": 9, "hand": ["S4"]}
    game = Game.from_position(position() | {"seats": [ann, bea, {}]})
    planned = possible_plans(game, 1)
    game.apply("recruit:12")
    game.apply("card:S5")
    assert game.question.kind == "PAY"
    assert possible_plans(game, 1) == planned


def test_nothing_is_planned_during_ones_own_turn() -> None:
    assert possible_plans(Game.from_position(position()), 0) == []


@pytest.mark.parametrize(
    ("plan", "misfit"),
    [
        (EXPLORE, None),
        (STACK, None),
        (replace(STACK, size=1), None),
        (SLAVER, None),
        (replace(EXPLORE, turn=-9), "late"),
        (Plan("stack:squid", 1, size=1), "illegal"),
        (Plan("recruit:21", 1), "illegal"),
        (replace(STACK, size=3), "stack"),
        (replace(SLAVER, cost=7), "price"),
        (replace(SLAVER, pearls=3), "payment"),
        (replace(SLAVER, cards=["S4", "S4"], pearls=0), "payment"),
    ],
)
def test_a_plan_fits_if_all_is_as_it_was_planned(plan: Plan, misfit: Misfit | None) -> None:
    assert misfit_of(plan, Game.from_position(position(active=1))) == misfit


class Table(World):
    """A table in whose first turn Bea plans."""

    def __init__(self, storage: OneDatabase | None = None) -> None:
        super().__init__(random.Random(1), storage, config=position())

    async def plan(self, plan: Plan | None) -> None:
        await self.tables.orders.change(self.table, 1, "Bea", StandingOrders(plan=plan))

    async def shown(self) -> OrdersShown:
        return await self.tables.orders.shown(self.table, 1, "Bea", "x")


async def test_a_plan_is_done_once_when_the_turn_comes() -> None:
    table = Table()
    await table.plan(STACK)
    await table.answer(0, "stack:jellyfish")
    await table.until(2)
    assert table.table.history.revision == 2
    for seat in (0, 1):
        lines = [line.text for line in table.table.update(seat, None).log]
        assert any(line.endswith("(on your orders)") for line in lines) == (seat == 1)
    assert view(table.table.history.game, 1).council_sizes["crab"] == 0
    await asyncio.sleep(0.1)
    shown = await table.shown()
    assert (shown.plan, shown.dropped) == (None, "")


async def test_a_lord_is_recruited_and_paid_for_as_planned() -> None:
    """The payment follows as quickly as a page sends it."""
    table = Table()
    await table.plan(SLAVER)
    await table.answer(0, "stack:jellyfish")
    await table.until(2)
    began = passed()
    await table.until(3)
    assert passed() - began <= 1.0
    await asyncio.sleep(0.1)
    seat = view(table.table.history.game, 1).seats[1]
    assert ([lord.id for lord in seat.lords], seat.pearls, seat.hand) == ([12], 0, ["C3", "J2"])
    assert (await table.shown()).plan is None


async def test_a_plan_that_does_not_fit_is_dropped_and_only_its_owner_is_told() -> None:
    table = Table()
    await table.plan(STACK)
    await table.answer(0, "stack:crab")
    await asyncio.sleep(20.0)
    assert (table.table.history.revision, table.table.history.asked) == (1, 1)
    told = [b"plan_dropped" in b"".join(sent for _at, sent in one.got) for one in table.witnesses]
    assert told == [False, True, False, False]
    shown = await table.shown()
    assert shown.dropped.startswith("Your plan was dropped: Ask the council for support: crab stack")
    assert shown.dropped.endswith("(2 cards). It is no longer possible.")
    await table.plan(None)
    assert (await table.shown()).dropped == ""


async def test_whoever_begins_the_turn_themselves_has_no_plan_left() -> None:
    table = Table()
    await table.plan(EXPLORE)
    await table.answer(0, "stack:jellyfish")
    await table.answer(1, "plot")
    await asyncio.sleep(20.0)
    assert (table.table.history.revision, table.table.history.asked) == (2, 1)
    shown = await table.shown()
    assert (shown.plan, shown.dropped) == (None, "")


async def test_whoever_has_just_moved_plans_for_the_turn_after() -> None:
    table = Table()
    await table.answer(0, "stack:jellyfish")
    planned = possible_plans(table.table.history.game, 0)[0]
    await table.tables.orders.change(table.table, 0, "Ann", StandingOrders(plan=planned))
    await table.answer(1, "stack:crab")
    await asyncio.sleep(1.0)
    shown = await table.tables.orders.shown(table.table, 0, "Ann", "x")
    assert shown.plan is not None
    assert (shown.plan.plan, planned.turn) == (planned, 2)


async def test_nothing_is_planned_once_players_have_ended_the_game() -> None:
    table = Table()
    assert (await table.shown()).plans
    for seat in (0, 2):
        await table.tables.commands.concede(table.table, seat, NAMES[seat], f"{seat}")
    assert (table.table.history.is_over, (await table.shown()).plans) == (True, [])


async def test_plans_are_kept_through_a_restart_and_only_what_is_possible_is_planned() -> None:
    storage = OneDatabase()
    first = Table(storage)
    await first.plan(SLAVER)
    second = Table(storage)
    shown = await second.shown()
    assert shown.plan is not None
    assert shown.plan.plan == SLAVER
    for impossible in (Plan("recruit:99", 1), Plan("stack:whales", 1), replace(SLAVER, cost=1)):
        await second.plan(impossible)
        assert (await second.shown()).plan is None


async def test_others_are_sent_the_same_at_the_same_time_whoever_begins_the_turn() -> None:
    got = []
    for is_planned in (True, False):
        table = Table()
        if is_planned:
            await table.plan(STACK)
        await table.answer(0, "stack:jellyfish")
        if is_planned:
            await table.until(2)
        else:
            await asyncio.sleep(AnswerTimes().draw("MAIN", random.Random(1)))
            await table.answer(1, "stack:crab")
        await asyncio.sleep(20.0)
        got.append(table.got_by_others())
    assert [len(messages) for messages in got[0]] == [2, 2, 2]
    assert got[0] == got[1]


def test_a_payment_may_come_at_once() -> None:
    """As a page sends it; other answers take as long as a person does."""
    own, chance = AnswerTimes(), random.Random(3)
    for _payment in range(24):
        own.note("PAY", 0.04)
    assert json.decode(own.write()) == {"PAY": [0.04] * 24}
    assert all(own.draw("PAY", chance) < 0.1 for _payment in range(20))
    assert sorted(AnswerTimes().draw("PAY", chance) for _payment in range(21))[10] < 0.4
