"""The log: one sentence for each event, told to the one who reads it.

What another seat saw in private is told without what was seen.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from openabyss.rules.actions import LOCATION, LORD, RACE, is_location, is_lord
from openabyss.rules.cards.allies import MONSTER
from openabyss.rules.leviathan.monsters import INERT
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import (
    cards,
    keys,
    kind_name,
    nebulis,
    pearls,
    race_name,
    token_effect,
    token_name,
)
from openabyss.words.cards.leviathans import attack_in_words, name_of_leviathan, wounds, zone_name
from openabyss.words.cards.locations import name_of_location, name_of_sanctuary
from openabyss.words.cards.lords import name_of_lord, name_of_sentinel


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


def _guarded(target: int) -> str:
    """What the action points at that a sentinel guards."""
    if is_lord(target):
        return _("the {lord}").format(lord=name_of_lord(target - LORD))
    if is_location(target):
        return name_of_location(target - LOCATION)
    return _("the {race} stack of the council").format(race=race_name(target - RACE))


def _attacker(leviathan: int) -> str:
    return _("{leviathan} ({attack})").format(
        leviathan=name_of_leviathan(leviathan), attack=attack_in_words(leviathan)
    )


def _levels(count: int) -> str:
    return ngettext("{count} level", "{count} levels", count).format(count=count)


def _cause(cause: int) -> str:
    causes = (
        "",
        _("seven lords have been gathered"),
        _("the court cannot be filled any more"),
        _("the last leviathan has appeared"),
        _("a pile of monster tokens has run out"),
    )
    return causes[cause]


def _empty_sea(rounds: int) -> str:
    """How long nobody could or would do anything (R-38)."""
    if rounds == 1:
        return _("nobody could act in a whole round")
    return ngettext(
        "for {count} round nobody has found an ally or done anything but explore",
        "for {count} rounds nobody has found an ally or done anything but explore",
        rounds,
    ).format(count=rounds)


ROWS: dict[str, Row] = {
    # The course of the game
    "GAME_STARTED": Row(N_("The game begins; {name} plays first.")),
    "TURN_STARTED": Row(N_("Turn {amount}: {name}.")),
    "EXTRA_TURN_STARTED": Row(N_("Turn {amount}: {name} plays again.")),
    "LAST_ROUND": Row(
        N_("{name} brings the end of the game: {what}. Everybody else has one more turn."), what=_cause
    ),
    "SEA_EMPTY": Row(N_("The sea is empty: {amount}. The game ends at once."), _empty_sea),
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
    "MONSTER_REVEALED": Row(N_("{name} reveals a monster on space {amount}."), _counted_from_one),
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
    # Kraken
    "NEBULIS_GAINED": Row(N_("{name} gains {amount} and now has {what}."), nebulis),
    "NEBULIS_LOST": Row(N_("{name} gives up {amount} and has {what} left."), nebulis),
    "FIGURE_MOVED": Row(N_("{name} takes the figure of the Kraken.")),
    "FIGURE_RETURNED": Row(N_("The figure of the Kraken goes back beside the board.")),
    "SENTINEL_PLACED": Row(
        N_("The sentinel of the {amount} guards {what} for {name}."), name_of_sentinel, _guarded
    ),
    "SENTINEL_RETURNED": Row(N_("The sentinel of the {amount} comes back to {name}."), name_of_sentinel),
    "LOOT_DRAWN": Row(N_("{name} draws loot of value {amount} at {what}."), what=name_of_sanctuary),
    "LOOT_LOST": Row(
        N_("Loot of value {amount} lay at {what} already: {name} loses both cards."), what=name_of_sanctuary
    ),
    "ALLY_FOUND": Row(N_("{what} joins the hand of {name}."), what=kind_name),
    "MONSTER_FOUND": Row(N_("{name} finds a monster, which is discarded.")),
    "AFFILIATED_LOST": Row(N_("{what} leaves {name}."), what=kind_name),
    "RACE_NAMED": Row(N_("{name} names the race {what}."), what=race_name),
    "LORD_FREED": Row(
        N_("The {what} of {name} comes free from under {amount}."), name_of_location, name_of_lord
    ),
    # Leviathan
    "LEVIATHAN_REVEALED": Row(N_("Out of the depths comes {what}."), what=name_of_leviathan),
    "ROLLED": Row(N_("The die shows {amount}.")),
    "LEVIATHAN_PLACED": Row(N_("On {amount} of the border lies {what}."), zone_name, name_of_leviathan),
    "ATTACKED": Row(N_("{name} is attacked by {what}."), what=_attacker),
    "WOUNDED": Row(N_("{name} suffers {amount} and now has {what}."), wounds),
    "LEVIATHAN_FOUGHT": Row(N_("{name} fights {what} on {amount}."), zone_name, name_of_leviathan),
    "ATTACK_FAILED": Row(
        N_("Power {amount} is not enough: {name} does no harm to {what}."), what=name_of_leviathan
    ),
    "ATTACK_MISSED": Row(
        N_("The blow of {name} falls into the water: {what} has gone."), what=name_of_leviathan
    ),
    "LEVEL_REMOVED": Row(N_("{name} takes {amount} from {what}."), _levels, name_of_leviathan),
    "LEVIATHAN_SLAIN": Row(N_("{name} slays {what}."), what=name_of_leviathan),
    "SCOURGE_TAKEN": Row(N_("{name} is now the Scourge of the Abyss.")),
    "TOKEN_USED": Row(N_("{name} uses a monster token: {what}."), what=token_effect),
    "MONSTER_AVOIDED": Row(N_("{name} lets the monster go by: it is discarded.")),
    "MONSTER_INERT": Row(N_("The monster means nothing any more and is discarded.")),
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
    if event.kind == "FIGURE_MOVED" and event.player == NOBODY:
        return "FIGURE_RETURNED"
    if event.kind == "REVEALED" and event.what == MONSTER:
        return "MONSTER_REVEALED"
    if event.kind == "MONSTER_AVOIDED" and event.amount == INERT:
        return "MONSTER_INERT"
    return event.kind


def _knows(event: Event, viewer: int | None) -> bool:
    """Whether the viewer knows what it is about. The robbed one knows the stolen token (R-13)."""
    if event.seen_by is None or viewer is None or viewer == event.seen_by:
        return True
    return event.kind == "TOKEN_STOLEN" and viewer == event.amount


def _seat(seat: int, seat_names: Sequence[str]) -> str:
    return seat_names[seat] if 0 <= seat < len(seat_names) else ""
