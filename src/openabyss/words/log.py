"""The log: one sentence for each event, told to the one who reads it.

What another seat saw in private is told without what was seen.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from openabyss.rules.table import EMPTY, NOBODY
from openabyss.words import N_, _
from openabyss.words.cards import cards, keys, kind_name, pearls, race_name, token_name
from openabyss.words.locations import name_of_location
from openabyss.words.lords import name_of_lord


class Event(Protocol):
    """What an event shows of itself; the numbers are those of the rules (rules/events.py)."""

    @property
    def kind(self) -> str: ...
    @property
    def player(self) -> int: ...
    @property
    def amount(self) -> int: ...
    @property
    def what(self) -> int: ...
    @property
    def seen_by(self) -> int | None: ...


class Row(NamedTuple):
    """How one kind of event is told: the sentence, and the words for its two numbers.

    `hidden` is the sentence for those who did not see what it was about. An empty text is not
    told at all: a sentence beside it says the same.
    """

    text: str
    amount: Callable[[int], str] = str
    what: Callable[[int], str] = str
    hidden: str = ""


def _counted_from_one(space: int) -> str:
    return str(space + 1)


def _copies(count: int) -> str:
    return "" if count == 1 else f"{count} × "


def _cause(cause: int) -> str:
    causes = (
        "",
        _("seven lords have been gathered"),
        _("the court cannot be filled any more"),
        _("the last leviathan has appeared"),
        _("a pile of monster tokens has run out"),
    )
    return causes[cause]


ROWS: dict[str, Row] = {
    # The course of the game
    "GAME_STARTED": Row(N_("The game begins; {name} plays first.")),
    "TURN_STARTED": Row(N_("Turn {amount}: {name}.")),
    "EXTRA_TURN_STARTED": Row(N_("Turn {amount}: {name} plays again.")),
    "LAST_ROUND": Row(
        N_("{name} brings the end of the game: {what}. Everybody else has one more turn."), what=_cause
    ),
    "GAME_ENDED": Row(N_("The game is over.")),
    # Stocks
    "PEARLS_GAINED": Row(N_("{name} gains {amount} and now has {what}."), pearls),
    "PEARLS_PAID": Row(N_("{name} gives up {amount} and has {what} left."), pearls),
    "KEYS_GAINED": Row(N_("{name} gains {amount}."), keys),
    "KEYS_RETURNED": Row(N_("{name} returns {amount} to the supply."), keys),
    "TOKEN_DRAWN": Row(
        N_("{name} draws a token. {what}."), what=token_name, hidden=N_("{name} draws a monster token.")
    ),
    "TOKEN_STOLEN": Row(
        N_("{name} takes a token from {other}. {what}."),
        what=token_name,
        hidden=N_("{name} takes a monster token from {other}."),
    ),
    # Exploration
    "EXPLORED": Row(N_("{name} explores the depths.")),
    "RESHUFFLED": Row(N_("The exploration discard becomes the new deck: {amount}."), cards),
    "REVEALED": Row(N_("{name} reveals {what} on space {amount}."), _counted_from_one, kind_name),
    "OFFER_DECLINED": Row(N_("{name} does not buy {what}."), what=kind_name),
    "ALLY_BOUGHT": Row(N_("{name} buys {what} for {amount}."), pearls, kind_name),
    "ALLY_TAKEN": Row(N_("{name} takes {what}."), what=kind_name),
    "MONSTER_FOUGHT": Row(N_("{name} defeats the monster at threat level {amount}.")),
    "THREAT_ROSE": Row(N_("The threat rises to level {amount}.")),
    "THREAT_RESET": Row(N_("The threat is at level 1 again.")),
    "SENT_TO_COUNCIL": Row(N_("{what} goes to the {amount} stack of the council."), race_name, kind_name),
    "EXPLORATION_ENDED": Row(""),
    # Hands and council
    "STACK_TAKEN": Row(N_("{name} takes the {what} stack of the council: {amount}."), cards, race_name),
    "STACK_CLEARED": Row(N_("{name} discards the {what} stack of the council: {amount}."), cards, race_name),
    "ALLY_DISCARDED": Row(N_("{name} discards {what}."), what=kind_name),
    "ALLY_SPENT": Row(N_("{name} spends {amount}{what}."), _copies, kind_name),
    "ALLY_AFFILIATED": Row(N_("{what} joins {name} for good."), what=kind_name),
    # Lords
    "PLOTTED": Row(N_("{name} plots at the court.")),
    "LORD_DRAWN": Row(N_("The {what} is drawn from the deck."), what=name_of_lord),
    "LORD_REVEALED": Row(N_("The {what} comes to the court."), what=name_of_lord),
    "LORD_RECRUITED": Row(N_("{name} recruits the {what}."), what=name_of_lord),
    "LORD_OBTAINED": Row(N_("{name} obtains the {what}."), what=name_of_lord),
    "LORD_USED": Row(N_("{name} uses the {what}."), what=name_of_lord),
    "LORD_DISABLED": Row(N_("{name} loses the power of the {what}."), what=name_of_lord),
    "LORD_DISCARDED": Row(N_("{name} discards the {what}."), what=name_of_lord),
    "COURT_LORD_DISCARDED": Row(N_("The {what} leaves the court."), what=name_of_lord),
    "EXTRA_TURN": Row(N_("{name} will play another turn after this one.")),
    # Locations
    "LOCATION_REVEALED": Row(N_("{name} draws {what}."), what=name_of_location),
    "LOCATION_AVAILABLE": Row(N_("{what} is now available."), what=name_of_location),
    "LOCATION_CONTROLLED": Row(N_("{name} now controls {what}."), what=name_of_location),
    "LORD_ASSIGNED": Row(N_("The {what} of {name} goes under {amount}."), name_of_location, name_of_lord),
    "LOCATION_EXCHANGED": Row(
        N_("{name} exchanges {amount} for {what}."), name_of_location, name_of_location
    ),
}


def sentence(event: Event, seat_names: Sequence[str], viewer: int | None) -> str | None:
    """The event as a sentence for the seat `viewer`; None as viewer sees everything.

    Returns None for events that another sentence of the same moment already tells.
    """
    row = ROWS[_row_name(event)]
    if row.hidden and not _knows(event, viewer):
        row = Row(row.hidden)
    if not row.text:
        return None
    return _(row.text).format(
        name=_seat(event.player, seat_names),
        other=_seat(event.amount, seat_names),
        amount=row.amount(event.amount),
        what=row.what(event.what),
    )


def _row_name(event: Event) -> str:
    if event.kind == "TURN_STARTED" and event.what:
        return "EXTRA_TURN_STARTED"
    if event.kind == "LORD_REVEALED" and event.amount == EMPTY:
        return "LORD_DRAWN"
    if event.kind == "LORD_DISCARDED" and event.player == NOBODY:
        return "COURT_LORD_DISCARDED"
    return event.kind


def _knows(event: Event, viewer: int | None) -> bool:
    """Whether the viewer knows what it is about. The robbed one knows the stolen token (R-13)."""
    if event.seen_by is None or viewer is None or viewer == event.seen_by:
        return True
    return event.kind == "TOKEN_STOLEN" and viewer == event.amount


def _seat(seat: int, seat_names: Sequence[str]) -> str:
    return seat_names[seat] if 0 <= seat < len(seat_names) else ""
