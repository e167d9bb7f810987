"""What one seat may know (rules 3): the allow-list from which every screen, bot and log is built.

What is allowed is copied; nothing is ever taken out of a full picture, so what is not named here cannot be
seen.
"""

from collections.abc import Iterable
from typing import Any, Final, Protocol

from msgspec import Struct, json
from msgspec.structs import replace

from openabyss.rules.state import State
from openabyss.table.events import Event
from openabyss.table.reading import AskedQuestion, Beast, Seat, SeatLord, Sentinel, Table, read_table
from openabyss.words.arguments import Whole, seat_of, state_of

# Whose view shows only what all know.
SPECTATOR: Final = None


class SeatView(Struct, frozen=True):
    """What a player has; what nobody else may look at is None, with only its number beside it.

    `regent` is the level of the Regent, who has rules of its own (house rules), and None on every other
    seat. The backs of monster tokens differ, so that all know how many are Leviathan's.
    """

    regent: int | None
    pearls: int
    key_tokens: int
    keys: int
    bought: int
    affiliated: list[str]
    lords: list[SeatLord]
    locations: list[int]
    loot: dict[int, list[int]]
    nebulis: int
    wounds: int
    trophies: list[int]
    hand_size: int
    hand: list[str] | None
    monster_token_count: int
    leviathan_token_count: int
    monster_tokens: list[int | str] | None


class View(Struct, frozen=True):
    """The table as one seat knows it; cards and ids are written as in positions.

    seat: whose view it is; None is that of a spectator. empty_sea: a warning, see `table.reading.Table`.
    drawn_locations, drawn_leviathans: those that somebody has just drawn, which are face up.
    payment: the cards named so far, for the one who pays. scores: when the game is over.
    """

    seat: int | None
    players: int
    is_over: bool
    turn: int
    active: int
    extra_turns: int
    ending_player: int | None
    empty_sea: int | None
    threat: int
    price: int
    seats: list[SeatView]
    track: list[str]
    exploration_deck_size: int
    exploration_discard_size: int
    council_sizes: dict[str, int]
    court: list[int]
    lord_deck_size: int
    lord_discard: list[int]
    available_locations: list[int]
    drawn_locations: list[int]
    location_deck_size: int
    monster_pool_size: int
    kraken_figure: int | None
    sentinels: list[Sentinel]
    available_loot: dict[int, list[int]]
    loot_deck_size: int
    border: dict[int, Beast]
    drawn_leviathans: list[int]
    leviathans_out: list[int]
    leviathan_deck_size: int
    leviathan_pool_size: int
    scourge: int | None
    payment: list[str]
    question: AskedQuestion | None
    scores: list[int] | None

    def to_dict(self) -> dict[str, Any]:
        """The view as an object of JSON, as servers send it and hashes are made of it."""
        written: dict[str, Any] = json.decode(json.encode(self))
        return written


class AtATable(Protocol):
    """A game, or anything else with a table."""

    state: State


def view(game: AtATable | State, seat: Whole | None) -> View:
    """The game, or its table, as `seat` knows it, from 0, or a SPECTATOR.

    A hand or monster tokens that the seat may not look at are None, with only their number beside them.
    Tokens and scores are open when the game is over. Raises InvalidArgument if there is no such seat.
    """
    table = read_table(state_of(getattr(game, "state", game)))
    return seen_from(table, public_view(table), seat)


def public_view(table: Table) -> View:
    """What all know, which is what a spectator sees. With many viewers it is read once for all."""
    asked = table.question
    return View(
        seat=None,
        players=table.players,
        is_over=table.is_over,
        turn=table.turn,
        active=table.active,
        extra_turns=table.extra_turns,
        ending_player=table.ending_player,
        empty_sea=table.empty_sea,
        threat=table.threat,
        price=table.price,
        seats=[_seat(table, seat) for seat in table.seats],
        track=table.track,
        exploration_deck_size=table.exploration_deck_size,
        exploration_discard_size=len(table.exploration_discard),
        council_sizes={race: len(stack) for race, stack in table.council.items()},
        court=table.court,
        lord_deck_size=table.lord_deck_size,
        lord_discard=table.lord_discard,
        available_locations=table.available_locations,
        drawn_locations=table.drawn_locations,
        location_deck_size=table.location_deck_size,
        monster_pool_size=table.monster_pool_size,
        kraken_figure=table.kraken_figure,
        sentinels=table.sentinels,
        available_loot=table.loot,
        loot_deck_size=table.loot_deck_size,
        border=table.border,
        drawn_leviathans=table.drawn_leviathans,
        leviathans_out=table.leviathans_out,
        leviathan_deck_size=table.leviathan_deck_size,
        leviathan_pool_size=table.leviathan_pool_size,
        scourge=table.scourge,
        payment=[],
        question=None if asked is None else AskedQuestion(asked.kind, asked.player),
        scores=table.scores,
    )


def seen_from(table: Table, public: View, seat: Whole | None) -> View:
    """The public view of this table, and in the places kept for it what `seat` alone may know.

    What all know is shared with `public`, so nobody may change the lists in either.
    """
    if seat is SPECTATOR:
        return public
    seat = seat_of(seat, table.players)
    own = table.seats[seat]
    seats = [*public.seats]
    seats[seat] = replace(seats[seat], hand=own.hand, monster_tokens=own.monster_tokens)
    if table.question is None or table.question.player != seat:
        return replace(public, seat=seat, seats=seats)
    return replace(public, seat=seat, seats=seats, payment=table.payment, question=table.question)


def visible_events(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events as `seat` saw them: of what another seat saw in private, only that it happened."""
    return [event if _was_seen(event, seat) else event.hidden() for event in events]


def _was_seen(event: Event, seat: int | None) -> bool:
    """A stolen token is known to the thief and to the one who was robbed (R-13), whom `amount` names."""
    is_robbed = event.kind == "TOKEN_STOLEN" and seat == event.opponent
    return event.seen_by in (None, seat) or is_robbed


def _seat(table: Table, seat: Seat) -> SeatView:
    return SeatView(
        regent=table.regent_level if seat.number == table.regent else None,
        pearls=seat.pearls,
        key_tokens=seat.key_tokens,
        keys=seat.keys,
        bought=seat.bought,
        affiliated=seat.affiliated,
        lords=seat.lords,
        locations=seat.locations,
        loot=seat.loot,
        nebulis=seat.nebulis,
        wounds=seat.wounds,
        trophies=seat.trophies,
        hand_size=len(seat.hand),
        hand=None,
        monster_token_count=len(seat.monster_tokens),
        leviathan_token_count=seat.leviathan_token_count,
        monster_tokens=seat.monster_tokens if table.is_over else None,
    )
