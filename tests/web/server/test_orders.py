"""Standing orders: what they answer, and that nobody else learns of them from what is sent, or from when."""

import asyncio
import gc
import random
import sqlite3
from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import numpy as np
import pytest
import sqlalchemy as sa
from msgspec import ValidationError, json

from openabyss.client import orders as standing
from openabyss.client.protocol.from_client import (
    MAX_ORDERS,
    Answer,
    OfferOrder,
    StandingOrders,
    Undo,
    read_message,
)
from openabyss.client.table_history import Entry
from openabyss.play.game import Game
from openabyss.server.settings import Settings
from openabyss.server.storage import DatabaseUnavailable, SeatRow, Storage, schema
from openabyss.server.storage.clocks import ClockRow
from openabyss.server.storage.storage import now
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live import answering
from openabyss.server.tables.live.answering import ENOUGH, KEPT, LONGEST, SHORTEST, AnswerTimes, TableClock
from openabyss.server.tables.live.table import LiveTable, Subscriber
from openabyss.server.tables.orders import Orders
from openabyss.server.tables.tables import Tables
from openabyss.table.view import view
from tests.web.server.serving import InlineComputers, Served, live_table, serve, settings_for, wait_until
from tests.web.server.test_pace import HURRIED, passed

NEVER = OfferOrder("decline")
NAMES = ("Ann", "Bea", "Cy")


@pytest.fixture
def anyio_backend() -> object:
    return HURRIED


def position(card: str = "C3", pearls: int = 4) -> dict[str, Any]:
    """Ann explores next, and turns up this ally; Bea can pay for it, and Cy cannot."""
    return {
        "players": 3,
        "court": [12, 21, 30, 29],
        "available_locations": [14],
        "exploration_deck": [card, card],
        "seats": [{"pearls": 1}, {"pearls": pearls}, {"pearls": 0}],
    }


def offered(card: str = "C3", pearls: int = 4) -> Game:
    """Bea is asked whether to buy this ally for 1 pearl."""
    game = Game.from_position(position(card, pearls))
    game.apply("explore")
    assert (game.question.kind, game.player) == ("OFFER", 1)
    return game


# ------------------------------------------------------------------------------ what they answer


@pytest.mark.parametrize(
    ("order", "passes"),
    [
        (NEVER, True),
        (OfferOrder("decline", suspended=True), False),
        (OfferOrder("decline", race="crab"), True),
        (OfferOrder("decline", race="squid"), False),
        (OfferOrder("decline", worth_to=3), True),
        (OfferOrder("decline", worth_to=2), False),
        (OfferOrder("decline", worth_from=4), False),
        (OfferOrder("decline", race="crab", worth_to=2), False),
        (OfferOrder("decline", price_from=1), True),
        (OfferOrder("decline", price_from=2), False),
        (OfferOrder("decline", left_below=4), True),
        (OfferOrder("decline", left_below=3), False),
        (OfferOrder("ask"), False),
    ],
)
def test_an_order_passes_where_all_that_it_names_is_true(order: OfferOrder, passes: bool) -> None:
    found = standing.answer_of(StandingOrders([order]), view(offered(), 1))
    assert found == ("pass" if passes else None)


def test_to_be_asked_goes_before_passing() -> None:
    """ "Never buy, but ask me about crabs below 3 pearls." """
    orders = StandingOrders([NEVER, OfferOrder("ask", race="crab", price_to=2)])
    assert standing.answer_of(orders, view(offered("C3"), 1)) is None
    assert standing.answer_of(orders, view(offered("S3"), 1)) == "pass"


def test_orders_are_for_the_seat_that_is_offered_something() -> None:
    orders = StandingOrders([NEVER])
    assert standing.answer_of(orders, view(offered(), 0)) is None
    assert standing.answer_of(orders, view(Game.from_position(position()), 0)) is None


def test_where_there_is_no_choice_the_only_answer_is_given_if_that_is_wanted() -> None:
    seen = view(offered(), 1)
    assert standing.answer_of(StandingOrders(only_answers=True), seen, "buy") == "buy"
    assert standing.answer_of(StandingOrders(only_answers=True), seen, None) is None
    assert standing.answer_of(StandingOrders(), seen, "buy") is None


def test_the_answer_to_which_no_other_could_be_better_is_given_if_that_is_wanted() -> None:
    seen = view(offered(), 1)
    assert standing.answer_of(StandingOrders(sensible_answers=True), seen, None, "pass") == "pass"
    assert standing.answer_of(StandingOrders(sensible_answers=True), seen, "buy", None) is None
    assert standing.answer_of(StandingOrders(only_answers=True), seen, None, "pass") is None
    assert standing.may_be_ordered("BOOST", None, "number:0")
    assert not standing.may_be_ordered("BOOST", None, None)


def test_what_is_suggested_fits_the_offer_and_is_not_ordered_yet() -> None:
    shown = standing.orders_shown(standing.suggested(StandingOrders([NEVER]), view(offered(), 1)))
    assert [one.text for one in shown] == [
        "Pass: crabs, worth up to 3",
        "Pass: worth up to 3",
        "Pass: price 1 or more",
    ]
    assert all(standing.is_meant(one.order, view(offered(), 1)) for one in shown)


def test_an_ally_of_no_race_suggests_nothing_twice() -> None:
    game = Game.from_position({**position("K3"), "kraken": True})
    game.apply("explore")
    shown = standing.orders_shown(standing.suggested(StandingOrders(), view(game, 1)))
    assert [one.text for one in shown] == ["Never buy", "Pass: worth up to 3", "Pass: price 1 or more"]
    assert all(standing.is_meant(one.order, view(game, 1)) for one in shown)


def test_orders_read_as_they_are_said() -> None:
    orders = [OfferOrder("ask", price_to=2), OfferOrder("decline", left_below=1), OfferOrder("ask"), NEVER]
    assert [standing.in_words(order) for order in orders] == [
        "Ask me: price up to 2",
        "Pass: pearls left below 1",
        "Always ask me",
        "Never buy",
    ]


# ------------------------------------------------------------------------------ how long they take


class SelfClosing(sqlite3.Connection):
    """From Python 3.13 on one that is left open when its table is forgotten would be an error."""

    def __del__(self) -> None:
        self.close()


class OneDatabase:
    """What is stored, for one process and without threads: here time passes by itself."""

    is_shared = False

    def __init__(self) -> None:
        closing = {"factory": SelfClosing, "check_same_thread": False}
        self.engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool, connect_args=closing)
        schema.metadata.create_all(self.engine)

    async def append(self, _table: str, _number: int, _entry: Entry, **_named: Any) -> str:
        return now()

    async def read(self, question: Callable[..., Any], *arguments: Any) -> Any:
        with self.engine.begin() as connection:
            return question(connection, *arguments)

    write = read


class Witness(Subscriber):
    """Somebody who notes every byte that is sent, and when."""

    def __init__(self, table: LiveTable, seat: int | None) -> None:
        self.table, self.seat = table, seat
        self.browser = "w" if seat is None else NAMES[seat]
        self.got: list[tuple[float, bytes]] = []

    def changed(self) -> None:
        written = self.table.written_update(self.seat, self.browser, self.table.history.revision - 1)
        self.got.append((passed(), written))

    def tell(self, written: bytes) -> None:
        self.got.append((passed(), written))


class World:
    """A table of three people who are all there, in a time of its own."""

    def __init__(
        self,
        chance: random.Random,
        storage: OneDatabase | None = None,
        hand: Sequence[str] = (),
        config: dict[str, Any] | None = None,
    ) -> None:
        kept: Any = storage or OneDatabase()
        self.tables = Tables(kept, InlineComputers(), Settings("", b""))
        self.tables.orders = Orders(self.tables.storage, self.tables.commands, chance)
        self.tables.registry._orders = self.tables.orders
        seats = [SeatRow(seat, "person", name, browser=name) for seat, name in enumerate(NAMES)]
        config = config or position()
        if hand:
            config["seats"][0] = {"pearls": 0, "hand": [*hand]}
        self.table = live_table({"position": config}, seats)
        self.witnesses = [Witness(self.table, seat) for seat in (0, 1, 2, None)]
        for witness in self.witnesses:
            self.table.enter(witness)
        self.tables.registry.add(self.table)
        self.began, self.number = passed(), 0

    def got_by_others(self) -> list[list[tuple[float, bytes]]]:
        """What everybody but Bea was sent, and when."""
        others = (self.witnesses[place] for place in (0, 2, 3))
        return [[(round(at - self.began, 3), written) for at, written in one.got] for one in others]

    async def answer(self, seat: int, action: str) -> None:
        self.number += 1
        command = Answer(f"c{self.number}", self.table.history.revision, seat, action)
        await self.tables.commands.carry_out(self.table, command, NAMES[seat])

    async def order(self, *offers: OfferOrder, seat: int = 1, while_away: bool = False) -> None:
        orders = StandingOrders(list(offers), while_away=while_away)
        await self.tables.orders.change(self.table, seat, NAMES[seat], orders)

    async def until(self, revision: int, seconds: float = 60.0) -> None:
        """Wait until the table is so far."""
        end = passed() + seconds
        while self.table.history.revision < revision and passed() < end:
            await asyncio.sleep(0.25)


async def test_an_order_answers_as_its_owner_would_have() -> None:
    """With an entry of its owner, which is undone like any answer; and then they are asked."""
    world = World(random.Random(1))
    table = world.table
    await world.order(NEVER)
    await world.answer(0, "explore")
    assert table.history.asked == 1
    await world.until(2)
    assert table.history.asked == 0
    assert SHORTEST <= passed() <= LONGEST + 0.1
    lines = [[line.text for line in table.update(seat, None).log] for seat in (1, 0)]
    assert lines[0][-1].endswith("(on your orders)")
    assert lines[0][-1].startswith(lines[1][-1])
    assert "order" not in lines[1][-1]
    await world.tables.commands.carry_out(table, Undo("u", 2, 1), "Bea")
    await world.until(4)
    assert (table.history.revision, table.history.asked) == (3, 1)
    assert "order" not in table.update(1, None).log[-1].text


async def test_who_is_away_is_answered_for_only_if_that_is_wanted() -> None:
    world = World(random.Random(1))
    await world.order(NEVER)
    world.table.leave(world.witnesses[1])
    await world.answer(0, "explore")
    await world.until(2)
    assert world.table.history.revision == 1
    await world.order(NEVER, while_away=True)
    await world.until(2)
    assert world.table.history.revision == 2


async def test_who_has_no_choice_is_answered_for_after_their_usual_time() -> None:
    """Ann cannot pay for a lord with her weak hand, which the others do not see."""
    world = World(random.Random(1), hand=["S1"])
    assert world.table.history.only_answer == "explore"
    await world.until(1, seconds=40.0)
    assert world.table.history.revision == 0
    for _answer in range(ENOUGH):
        world.table.answering.times_of(0).note("MAIN", 20.0)
    orders, began = StandingOrders(only_answers=True), passed()
    await world.tables.orders.change(world.table, 0, "Ann", orders)
    await world.until(1)
    assert world.witnesses[1].got[-1][0] - began > 12.0
    assert world.table.history.asked == 1
    assert "(on your orders)" in json.encode(world.table.update(0, None).log).decode()


async def test_an_order_answers_while_there_is_time_and_not_afterwards() -> None:
    """Bea usually takes 20 seconds, and has 4 left."""
    for is_up in (False, True):
        world, began = World(random.Random(1)), passed()
        for _answer in range(ENOUGH):
            world.table.answering.times_of(1).note("OFFER", 20.0)
        world.table.clock = TableClock("60+10")
        commands: Any = world.tables.commands
        commands._read_clock = nothing
        left = 0.0 if is_up else 4.0
        world.table.clock.set(ClockRow((60.0, left, 60.0), 1, is_up))
        await world.order(NEVER)
        await world.answer(0, "explore")
        await world.until(2)
        assert world.table.history.revision == (1 if is_up else 2)
        assert is_up or passed() - began <= 2.5


async def nothing(_table: LiveTable) -> None:
    """Nothing is stored of a clock here."""


async def test_an_order_that_is_suspended_meanwhile_does_nothing() -> None:
    world = World(random.Random(1))
    await world.order(NEVER)
    await world.answer(0, "explore")
    await asyncio.sleep(SHORTEST / 2)
    await world.order(OfferOrder("decline", suspended=True))
    await world.until(2)
    assert world.table.history.revision == 1
    shown = await world.tables.orders.shown(world.table, 1, "Bea", "x")
    assert [one.order.suspended for one in shown.orders] == [True]
    with pytest.raises(Refusal):
        await world.tables.orders.shown(world.table, 1, "Ann", "x")
    with pytest.raises(Refusal):
        await world.tables.orders.change(world.table, 1, "Ann", StandingOrders())


async def test_others_are_sent_the_same_at_the_same_time_whoever_answers() -> None:
    """A person who takes as long as an order is not told from it by a byte, nor by a message more or less."""
    got = []
    for is_ordered in (True, False):
        world = World(random.Random(5))
        if is_ordered:
            await world.order(NEVER, OfferOrder("ask", race="squid"))
        await world.answer(0, "explore")
        if is_ordered:
            await world.until(2)
        else:
            await asyncio.sleep(AnswerTimes().draw("OFFER", random.Random(5)))
            await world.answer(1, "pass")
        await asyncio.sleep(20.0)
        got.append(world.got_by_others())
    assert [len(messages) for messages in got[0]] == [2, 2, 2]
    assert got[0] == got[1]


async def times_of(answers: int, person: random.Random, own: AnswerTimes) -> tuple[list[float], list[float]]:
    """How long a person takes for offers, and how long their order does, one after the other."""
    seen: tuple[list[float], list[float]] = ([], [])
    chance, storage = random.Random(7), OneDatabase()
    for number in range(2 * answers):
        world, is_ordered = World(chance, storage), number % 2 == 1
        world.table.answering.times[1] = own
        await world.order(*[NEVER] * is_ordered)
        await world.answer(0, "explore")
        began = passed()
        if not is_ordered:
            await asyncio.sleep(exp(person.gauss(log(4.0), 0.6)))
            await world.answer(1, "pass")
        await world.until(2)
        seen[number % 2].append(world.witnesses[0].got[-1][0] - began)
    return seen


def farthest_apart(one: list[float], other: list[float]) -> float:
    """The statistic of Kolmogorov and Smirnov: the greatest distance of the two distributions."""
    places = np.sort([*one, *other])
    shares = [np.searchsorted(np.sort(times), places, side="right") / len(times) for times in (one, other)]
    return float(np.abs(shares[0] - shares[1]).max())


async def test_the_times_of_orders_are_distributed_like_those_of_their_owner() -> None:
    answers = 100
    critical = 1.36 * sqrt(2 / answers)  # Of equal distributions one in twenty is farther apart.
    person, order = await times_of(answers, random.Random(3), AnswerTimes())
    assert farthest_apart(person, order) < critical
    strangers = [AnswerTimes().draw("OFFER", random.Random(seed)) for seed in range(answers)]
    assert farthest_apart(person, strangers) > critical, "the test would notice another person"


def test_times_are_bounded_and_come_back_as_they_were_written() -> None:
    own, chance = AnswerTimes(), random.Random(2)
    for seconds in (*range(100), 10**6, 0.0):
        own.note("OFFER", float(seconds))
    again = AnswerTimes(own.write())
    assert again.write() == own.write()
    assert len(json.decode(own.write())["OFFER"]) == KEPT
    drawn = [again.draw("OFFER", chance) for _draw in range(500)]
    assert min(drawn) >= SHORTEST
    assert max(drawn) <= LONGEST
    assert AnswerTimes("nonsense").write() == AnswerTimes('{"OFFER": 3}').write() == "{}"


def test_few_answers_of_ones_own_count_in_part() -> None:
    own, chance = AnswerTimes(), random.Random(2)
    for _answer in range(ENOUGH // 2):
        own.note("OFFER", 20.0)
    slow = sum(own.draw("OFFER", chance) > 12.0 for _draw in range(1000))
    assert 400 < slow < 600


# ------------------------------------------------------------------------------ by the protocol


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes any time."""
    monkeypatch.setattr(answering, "LONGEST", 0.01)


@pytest.mark.parametrize(
    "orders",
    [
        {"offers": [{"does": "decline"}] * (MAX_ORDERS + 1)},
        {"offers": [{"does": "buy"}]},
        {"offers": [{"does": "decline", "race": "whale"}]},
        {"offers": [{"does": "decline", "worth_to": -1}]},
        {"offers": [{"does": "decline", "price_from": 10**9}]},
        {"offers": [{"does": "decline", "left_below": "3"}]},
        {"offers": [{"does": "decline", "card": "C3"}]},
        {"offers": None},
        {"while_away": 1},
        [],
    ],
)
def test_nonsense_is_no_message(orders: Any) -> None:
    with pytest.raises(ValidationError):
        read_message(json.encode({"type": "orders", "id": "x", "seat": 0, "orders": orders}))


@pytest.mark.usefixtures("at_once")
def test_orders_stay_with_the_seat_and_are_its_owner_s_alone(served: Served) -> None:
    host, friend, table = served.two_people(seed=1)
    never = {"offers": [{"does": "decline"}]}
    with host.at(table) as here, friend.at(table) as there:
        assert here.until_asked()["question"]["kind"] == "OFFER"
        there.say(type="orders", id="p", seat=0, orders=never)
        assert there.hear("refused")["code"] == "forbidden"
        there.say(type="orders", id="q", seat=0)
        assert there.hear("refused")["code"] == "forbidden"
        here.say(type="orders", id="o", seat=0, orders=never)
        assert here.hear("orders")["orders"] == [{"order": {"does": "decline"}, "text": "Never buy"}]
        there.until_asked()
        here.until(lambda update: update["revision"] >= there.update["revision"])
        lines = [one.update["log"][-1]["text"] for one in (here, there)]
        assert lines[0] == f"{lines[1]} (on your orders)"
        assert {message["type"] for message in there.heard} <= {"welcome", "update", "presence", "refused"}
        assert here.do("undo")["type"] == "ack"
        assert here.until_asked()["revision"] == there.update["revision"] + 1
    with host.at(table) as again:
        again.say(type="orders", id="o", seat=0)
        assert [one["text"] for one in again.hear("orders")["orders"]] == ["Never buy"]


def test_orders_outlive_a_restart_and_stay_with_the_seat_that_another_browser_takes(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path)) as first:
        _host, friend, table = first.two_people(seed=1)
        with friend.at(table) as there:
            there.say(type="orders", id="o", seat=1, orders={"offers": [{"does": "decline", "race": "crab"}]})
            assert there.hear("orders")["orders"]
        link = friend.http.post(f"/api/tables/{table}/links/1").json()["link"]
    with serve(settings_for(tmp_path)) as second:
        other = second.person()
        assert other.http.post(urlsplit(link).path).status_code in (200, 303)
        with other.at(table) as there:
            there.say(type="orders", id="o", seat=1)
            assert [one["text"] for one in there.hear("orders")["orders"]] == ["Pass: crabs"]


def test_the_page_without_scripts_gives_suspends_and_removes_orders(served: Served) -> None:
    host, _friend, table = served.two_people(seed=1)

    def press(button: str) -> httpx.Response:
        form = {"order": button, "seat": "0"}
        return host.http.post(f"/t/{table}/text", data=form, follow_redirects=True)

    assert "Add: Never buy" in host.http.get(f"/t/{table}/text").text
    order = '{"does":"ask","price_to":1}'
    assert "Pause: Ask me: price up to 1" in press(f"add:{order}").text
    assert press(f"add:{order}").text.count("Pause: Ask me: price up to 1") == 1
    assert "Resume: Ask me: price up to 1" in press(f"suspend:{order}").text
    assert "Switch off" not in press("nonsense").text
    for _press in range(2):  # Of a page that is no longer up to date, too.
        assert press("only_answers:on").text.count("Switch off") == 1
    assert "Switch off" not in press("only_answers:off").text
    assert "Ask me:" not in press('remove:{"does":"ask","price_to":1,"suspended":true}').text
    for nonsense in ("", "add:", "add:{}", "remove:7", 'add:{"does":"buy"}', 'add:{"does":"decline","x":1}'):
        assert press(nonsense).status_code == 400


@pytest.mark.usefixtures("at_once")
def test_of_two_servers_one_answers_as_was_ordered_at_either(tmp_path: Path, postgres_database: str) -> None:
    settings = settings_for(tmp_path, database_url=postgres_database)
    with serve(settings) as first, serve(settings) as second:
        host, friend, table = first.two_people(seed=1)
        bea, again = second.person(friend), second.person(host)
        with host.at(table) as here, bea.at(table) as there, again.at(table) as elsewhere:
            here.until_asked()
            elsewhere.say(type="orders", id="o", seat=0, orders={"offers": [{"does": "decline"}]})
            assert elsewhere.hear("orders")["orders"][0]["text"] == "Never buy"
            assert there.until_asked()["revision"] == 1
            update = here.until(lambda update: update["revision"] == 1)
            assert update["log"][-1]["text"].endswith("(on your orders)")
            assert "order" not in there.update["log"][-1]["text"]
        for one in (host, again):
            wait_until(lambda one=one: not any(person["connected"] for person in one.look(table)["people"]))  # type: ignore[misc]
            assert one.look(table)["revision"] == 1


async def test_an_error_for_which_nobody_waits_any_more_is_not_reported() -> None:
    async def fail(*_job: Any) -> None:
        await asyncio.sleep(0)
        raise DatabaseUnavailable("away")

    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context))
    orders = Orders(cast(Storage, SimpleNamespace(read=fail)), cast(Commands, None))
    asking = asyncio.create_task(orders._orders_of(cast(LiveTable, SimpleNamespace(id="a")), 0))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await orders.close()
    gc.collect()
    assert reported == []
