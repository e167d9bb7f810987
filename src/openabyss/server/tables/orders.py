"""Standing orders of people: kept with their seats, shown to nobody else, and carried out as if the person
had answered. An order waits as long as its owner might have taken, and sends nothing that an answer would not
send. Unless its owner wants otherwise, it does nothing while they are away."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from msgspec import DecodeError, json
from msgspec.structs import replace
from sqlalchemy import Connection

from openabyss.client.orders import (
    TURN,
    answer_of,
    entry_of,
    last_entry,
    may_be_ordered,
    misfit_of,
    possible_plans,
    shown_to_owner,
    without_plan,
)
from openabyss.client.protocol.from_client import DroppedPlan, Misfit, Plan, SeatOrders, StandingOrders
from openabyss.client.protocol.from_server import OrdersShown, PlanDropped, write_message
from openabyss.client.table_history import ANSWER, order_name
from openabyss.server.logging import REQUEST, log_failure
from openabyss.server.storage import Conflict, DatabaseUnavailable, Storage
from openabyss.server.storage.seats import read_orders, write_orders, write_times
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal, UnknownTable, has_conceded, stale
from openabyss.server.tables.live.answering import AnswerTimes, Asked
from openabyss.server.tables.live.news import read_seats
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.opponents import pause_after, thinking
from openabyss.server.tasks import Tasks, outlasted
from openabyss.table.view import view

# If another process may answer, or the database is unavailable, it is tried again after this many seconds,
# then at growing intervals.
FIRST_RETRY = 0.7
# How long a server that ends waits for a database that does not answer.
CLOSING_SECONDS = 0.5
# The largest share of the time left to somebody that an order takes.
MAX_OF_CLOCK = 0.5


class Given(NamedTuple):
    """What orders answer: an entry of the table's history. is_last: with it a plan is carried out."""

    kind: str
    text: str
    is_last: bool = False


class Orders:
    """Keeps standing orders, and answers by them."""

    def __init__(self, storage: Storage, commands: Commands, chance: random.Random | None = None) -> None:
        self._storage, self._commands = storage, commands
        self._chance = chance or random.SystemRandom()
        self._begun, self._reading = Tasks(), Tasks()

    async def close(self) -> None:
        """Wait for what is being read, unless the database hangs."""
        await self._reading.wait(CLOSING_SECONDS)

    # --------------------------------------------------------------------------- what is ordered

    async def reply(self, table: LiveTable, message: SeatOrders, browser: str) -> OrdersShown:
        """The orders of a seat, replaced first if the message holds new ones. Raises Refusal."""
        if message.orders is not None:
            await self.change(table, message.seat, browser, message.orders)
        return await self.shown(table, message.seat, browser, message.id)

    async def shown(self, table: LiveTable, seat: int, browser: str, id_: str) -> OrdersShown:
        """The orders of an own seat, for its owner. Raises Refusal."""
        table.check_own(seat, browser)
        orders, game = await self._orders_of(table, seat), table.history.game
        return shown_to_owner(orders, view(game, seat), id_, _plans(table, seat))

    async def change(self, table: LiveTable, seat: int, browser: str, orders: StandingOrders) -> None:
        """Replace the orders of an own seat; the new ones hold at once. Raises Refusal."""
        table.check_own(seat, browser)
        if seat in table.history.settlement.conceded:
            raise has_conceded()
        if orders.plan not in (None, *_plans(table, seat)):
            known = (await self._orders_of(table, seat)).plan
            orders = replace(orders, plan=orders.plan if orders.plan == known else None)
        orders = replace(orders, dropped=None)
        written, times = json.encode(orders).decode(), table.answering.times_of(seat).write()
        try:
            await self._storage.write(write_orders, table.id, seat, written, times)
        except Conflict as error:
            async with table.lock:
                await read_seats(self._storage, table)
            raise stale() from error
        table.answering.with_orders.add(seat)
        table.answering.stop()
        self.let_answer(table)

    async def _orders_of(self, table: LiveTable, seat: int) -> StandingOrders:
        """The orders as they are stored: another process may have changed them."""
        row = await outlasted(self._reading.begin(self._storage.read(read_orders, table.id, seat)))
        if row is None:
            return StandingOrders()
        table.answering.with_orders.add(seat)
        if self._storage.is_shared or seat not in table.answering.times:
            table.answering.times[seat] = AnswerTimes(row.times)
        return _read(row.orders)

    async def _edit(
        self, table: LiveTable, seat: int, change: Callable[[StandingOrders], StandingOrders]
    ) -> None:
        """Change the orders of a seat as they are stored. Raises DatabaseUnavailable, Conflict."""

        def edit(connection: Connection) -> None:
            row = read_orders(connection, table.id, seat)
            if row is not None and (orders := change(before := _read(row.orders))) != before:
                write_orders(connection, table.id, seat, json.encode(orders).decode(), row.times)

        await self._storage.write(edit)

    async def _end_plan(self, table: LiveTable, seat: int, turn: int) -> None:
        """The turn for which a seat has planned has begun: that plan does not wait for another one."""
        with suppress(DatabaseUnavailable, Conflict):  # It is too old for the next turn, and dropped then.
            await self._edit(table, seat, partial(without_plan, turn))

    async def _drop(self, table: LiveTable, seat: int, plan: Plan, why: Misfit) -> None:
        """Drop a plan that does not fit, and let its owner know."""
        dropped = DroppedPlan(plan, why)

        def drop(orders: StandingOrders) -> StandingOrders:
            return replace(orders, plan=None, dropped=dropped) if orders.plan == plan else orders

        await self._edit(table, seat, drop)
        for subscriber in table.present:
            if subscriber.seat == seat:
                subscriber.tell(write_message(PlanDropped(seat)))

    # ------------------------------------------------------------------------------- answering

    def let_answer(self, table: LiveTable) -> None:
        """Let the orders of the person who is asked answer, if they do. Called whenever a table changes or
        somebody comes."""
        asked = self._note_question(table)
        answering = table.answering
        if answering.task is not None and not answering.task.done():
            if asked == answering.answers:
                return
            answering.stop()
        if asked is not None and self._may_answer(table, asked):
            answering.answers = asked
            answering.task = self._begun.begin(self._answer(table, asked))

    def _note_question(self, table: LiveTable) -> Asked | None:
        """Note what a person is asked and since when, and store how long the last one took."""
        for seat in table.answering.unwritten & table.answering.with_orders:
            self._begun.begin(self._write_times(table, seat))
        table.answering.unwritten.clear()
        for seat in table.answering.begun.keys() & table.answering.with_orders:
            self._begun.begin(self._end_plan(table, seat, table.answering.begun[seat]))
        table.answering.begun.clear()
        history, known = table.history, table.answering.asked
        if history.asked is None or history.level_asked is not None:
            table.answering.asked = None
        elif known is None or known.revision != history.changed_at:
            kind, now = history.game.question.kind, asyncio.get_running_loop().time()
            table.answering.asked = Asked(history.asked, kind, history.changed_at, history.turn, now)
        return table.answering.asked

    def _may_answer(self, table: LiveTable, asked: Asked) -> bool:
        """Whether an order might answer: there are orders about this kind of question, and its answer was not
        just undone."""
        is_open = table.is_attended and not (table.is_deleted or self._commands.is_closing)
        return (
            is_open
            and table.answering.asked == asked
            and may_be_ordered(asked.kind, table.history.only_answer, table.history.sensible_answer)
            and table.seats[asked.seat].browser is not None
            and not table.history.can_redo(asked.seat)
            and table.clock.seconds_left(asked.seat) > 0
        )

    async def _answer(self, table: LiveTable, asked: Asked) -> None:
        """Answer by the orders, or leave it to the person. A failure is tried again."""
        REQUEST.set("")  # The work from here on does not belong to the request that woke the table.
        failures = 0
        while self._may_answer(table, asked):
            try:
                if await self._try(table, asked):
                    return
            except DatabaseUnavailable:
                pass  # It will be available again soon.
            except Exception:
                log_failure("an order cannot be carried out", table=table.id)
                return
            failures += 1
            await asyncio.sleep(pause_after(failures, FIRST_RETRY))

    async def _try(self, table: LiveTable, asked: Asked) -> bool:
        """Whether nothing is left to do: the order has answered, or there is none for this question."""
        if await self._answer_to(table, asked) is None:
            return True
        revision = table.history.revision
        async with thinking(self._storage, table.id, revision) as is_here:
            if not is_here:
                return False
            usual = table.answering.times_of(asked.seat).draw(asked.kind, self._chance)
            await asyncio.sleep(min(usual, table.clock.seconds_left(asked.seat) * MAX_OF_CLOCK))
            entry = await self._answer_to(table, asked)
            if entry is not None and self._may_answer(table, asked):
                # What has been answered is noted even if the next question stops this one.
                await outlasted(self._begun.begin(self._give(table, asked, entry, revision)))
        return True

    async def _give(self, table: LiveTable, asked: Asked, entry: Given, revision: int) -> None:
        """Carry out what the orders answer at a revision."""

        def check() -> None:
            if table.history.revision != revision:
                raise stale()

        with suppress(Refusal, UnknownTable):  # Another answer came first, or the server ends.
            name = order_name(asked.seat, revision)
            await self._commands.store_once(table, name, entry.kind, asked.seat, entry.text, check)
            if entry.is_last:
                await self._end_plan(table, asked.seat, asked.turn)

    async def _answer_to(self, table: LiveTable, asked: Asked) -> Given | None:
        """What the orders answer, as they are now. An answer of somebody who is away shows everybody that it
        comes from an order, so it is given only if its owner wants that."""
        orders = await self._orders_of(table, asked.seat)
        if not orders.while_away and not table.is_connected(asked.seat):
            return None
        if table.answering.asked != asked:
            return None
        history = table.history
        begun = table.answering.begun.get(asked.seat, 0)
        if (plan := orders.plan) is not None and plan.turn < begun:
            await self._end_plan(table, asked.seat, begun)
        elif plan is not None:
            if asked.kind == TURN and (misfit := misfit_of(plan, history.game)):
                await self._drop(table, asked.seat, plan, misfit)
            elif entry := entry_of(plan, history.game):
                return Given(*entry, is_last=entry == last_entry(plan))
        seen = view(history.game, asked.seat)
        text = answer_of(orders, seen, history.only_answer, history.sensible_answer)
        return None if text is None else Given(ANSWER, text)

    async def _write_times(self, table: LiveTable, seat: int) -> None:
        times = table.answering.times_of(seat).write()
        with suppress(DatabaseUnavailable, Conflict):  # The next times are stored again.
            await self._storage.write(write_times, table.id, seat, times)


def _plans(table: LiveTable, seat: int) -> list[Plan]:
    """What the seat might do on its next turn, if there is one."""
    return [] if table.history.is_over else possible_plans(table.history.game, seat)


def _read(written: str) -> StandingOrders:
    try:
        return json.decode(written, type=StandingOrders)
    except DecodeError:  # Written by another version: the person is asked instead.
        return StandingOrders()
