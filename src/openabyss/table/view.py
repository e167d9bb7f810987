"""What one seat may know (rules 3): the allow-list from which every screen, bot and log is built.

What is allowed is copied; nothing is ever taken out of a full picture, so what is named neither here nor in
`OpenTable` and `OpenSeat` cannot be seen.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Final, Protocol

from msgspec import json
from msgspec.structs import replace

from openabyss.rules.state import NOBODY, State
from openabyss.table.events import Event
from openabyss.table.reading import AskedQuestion, OpenSeat, OpenTable, Seat, Table, read_table
from openabyss.words.arguments import Whole, seat_of, state_of
from openabyss.words.log import knows

# Whose view shows only what all know.
SPECTATOR: Final = None
# What is copied for everybody: the values of the fields that come first in a view.
_open_table, _open_seat = attrgetter(*OpenTable.__struct_fields__), attrgetter(*OpenSeat.__struct_fields__)


class SeatView(OpenSeat, frozen=True):
    """What a player has. What this viewer may not see is None, and only its number is given.

    `regent` is the level of the Regent, which has its own rules (house rules), and None for every other
    seat. The backs of monster tokens differ, so everyone knows how many are Leviathan's.
    """

    regent: int | None
    hand_size: int
    hand: list[str] | None
    monster_token_count: int
    leviathan_token_count: int
    monster_tokens: list[int | str] | None


class View(OpenTable, frozen=True):
    """The table as one seat knows it; cards and ids are written as in positions.

    seat: whose view it is; None for a spectator's. empty_sea: a warning, see `table.reading.OpenTable`.
    drawn_locations, drawn_leviathans: those that somebody has just drawn, which are face up.
    payment: the cards named so far, for the player who pays. scores: when the game is over.
    """

    seat: int | None
    seats: list[SeatView]
    track: list[str]
    exploration_discard_size: int
    council_sizes: dict[str, int]
    court: list[int]
    available_loot: dict[int, list[int]]
    payment: list[str]
    question: AskedQuestion | None

    def to_dict(self) -> dict[str, Any]:
        """The view as an object of JSON, as servers send it and hashes are made of it."""
        written: dict[str, Any] = json.decode(json.encode(self))
        return written


# Made of the open fields first, one after another, then of the others by name.
_view: Callable[..., View] = View
_seat_view: Callable[..., SeatView] = SeatView


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


def public_view(table: Table, *, is_ended: bool = False) -> View:
    """What all know, which is what a spectator sees. With many viewers it is read once for all.

    is_ended: the people have ended the game, so that tokens are open although a question waits.
    """
    is_open = is_ended or table.is_over
    asked = table.question
    return _view(
        *_open_table(table),
        seat=None,
        seats=[_seat(table, seat, is_open) for seat in table.seats],
        track=table.track,
        exploration_discard_size=len(table.exploration_discard),
        council_sizes={race: len(stack) for race, stack in table.council.items()},
        court=table.court,
        available_loot=table.loot,
        payment=[],
        question=None if asked is None else AskedQuestion(asked.kind, asked.player),
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
    viewer = NOBODY if seat is SPECTATOR else seat
    return [event if knows(event.row, viewer) else event.hidden() for event in events]


def _seat(table: Table, seat: Seat, is_open: bool) -> SeatView:
    return _seat_view(
        *_open_seat(seat),
        regent=table.regent_level if seat.number == table.regent else None,
        hand_size=len(seat.hand),
        hand=None,
        monster_token_count=len(seat.monster_tokens),
        leviathan_token_count=seat.leviathan_token_count,
        monster_tokens=seat.monster_tokens if is_open else None,
    )
