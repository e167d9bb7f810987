"""The log: one sentence for each event, for the person who reads it.

What another seat saw in private appears without what was seen.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from openabyss.rules.actions import LOCATION, LORD, RACE, is_location, is_lord
from openabyss.rules.cards.allies import MONSTER, VALUE_OF
from openabyss.rules.chapters import INERT
from openabyss.rules.ending import COURT_NOT_FILLED, NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT, SEVENTH_LORD
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import (
    cards,
    keys,
    kind_name,
    nebulis,
    pearls,
    race_of_stack,
    races_named,
    token_effect,
)
from openabyss.words.cards.leviathans import (
    attack_in_words,
    life_points,
    name_of_leviathan,
    wounds,
    zone_name,
)
from openabyss.words.cards.locations import name_of_location, name_of_sanctuary
from openabyss.words.cards.lords import name_of_lord, name_of_sentinel
from openabyss.words.listing import filled


class EventRow(NamedTuple):
    """An event in the numbers of the rules (rules/events.py), for those who put it into words."""

    kind: str
    player: int
    amount: int = 0
    what: int = 0
    seen_by: int | None = None


class Place(NamedTuple):
    """A {place} in a sentence, and the words for the number in it."""

    name: str
    words: Callable[[int], str] = str


class Row(NamedTuple):
    """How one kind of event reads: the sentence, and the places of its two numbers.

    {player} is whom the event is about, {other} the seat whose number is `amount`, {price} what a lord has
    cost. A sentence that counts writes itself, given `amount`. `also` says more of what it was about.
    `hidden` is the sentence for those who did not see that. An event with an empty text has no line of its
    own: the sentence beside it says the same.
    """

    text: str | Callable[[int], str]
    amount: Place = Place("amount")
    what: Place = Place("what")
    hidden: str = ""
    also: Place | None = None


def _empty_sea(rounds: int) -> str:
    """How long nobody could or would do anything (R-38)."""
    if rounds == 1:
        return _("The sea is empty: nobody could act for a whole round. The game ends at once.")
    return ngettext(
        "The sea is empty: for {count} round nobody has found an ally or done anything but explore. The game"
        " ends at once.",
        "The sea is empty: for {count} rounds nobody has found an ally or done anything but explore. The game"
        " ends at once.",
        rounds,
    ).format(count=rounds)


TURN, LEVEL, VALUE, COUNT, TOTAL = map(Place, ("turn", "level", "value", "count", "total"))
SPACE = Place("space", lambda space: str(space + 1))
PEARLS, KEYS, NEBULIS = Place("pearls", pearls), Place("keys", keys), Place("nebulis", nebulis)
CARD, CARDS, A_RACE = Place("card", kind_name), Place("cards", cards), Place("race", races_named)
OF_STACK = Place("race", race_of_stack)
TOKEN = Place("token", token_effect)
A_LORD, SENTINEL = Place("lord", name_of_lord), Place("sentinel", name_of_sentinel)
A_LOCATION, NEW_LOCATION = Place("location", name_of_location), Place("new_location", name_of_location)
SANCTUARY = Place("location", name_of_sanctuary)
LEVIATHAN, ZONE = Place("leviathan", name_of_leviathan), Place("zone", zone_name)

ROWS: dict[str, Row] = {
    # The course of the game
    "GAME_STARTED": Row(
        N_("The game begins; {player} plays first, and explores: nothing else can be done yet.")
    ),
    "TURN_STARTED": Row(N_("Turn {turn}: {player}."), TURN),
    "EXTRA_TURN_STARTED": Row(N_("Turn {turn}: {player} plays again."), TURN),
    "LAST_ROUND": Row(N_("{player} triggers the end of the game: everybody else has one more turn.")),
    "SEVENTH_LORD": Row(
        N_("{player} triggers the end of the game with a seventh lord. Everybody else has one more turn.")
    ),
    "COURT_NOT_FILLED": Row(
        N_(
            "{player} triggers the end of the game: the court can no longer be filled. Everybody else has one"
            " more turn."
        )
    ),
    "NO_LEVIATHANS_LEFT": Row(
        N_(
            "{player} triggers the end of the game: the last leviathan has appeared. Everybody else has one"
            " more turn."
        )
    ),
    "NO_TOKENS_LEFT": Row(
        N_(
            "{player} triggers the end of the game: a pile of monster tokens has run out. Everybody else has"
            " one more turn."
        )
    ),
    "SEA_EMPTY": Row(_empty_sea),
    "GAME_ENDED": Row(N_("The game is over.")),
    # Stocks
    "PEARLS_GAINED": Row(N_("{player} gains {pearls} and now has {total}."), PEARLS, TOTAL),
    "PEARLS_PAID": Row(N_("{player} gives up {pearls} and has {total} left."), PEARLS, TOTAL),
    "LAST_PEARLS_PAID": Row(N_("{player} gives up {pearls} and has none left."), PEARLS),
    "KEYS_GAINED": Row(N_("{player} gains {keys}."), KEYS),
    "KEYS_RETURNED": Row(N_("{player} returns {keys} to the supply."), KEYS),
    "TOKEN_DRAWN": Row(
        N_("{player} draws a monster token: {token}."),
        what=TOKEN,
        hidden=N_("{player} draws a monster token."),
    ),
    "TOKEN_STOLEN": Row(
        N_("{player} takes a monster token from {other}: {token}."),
        what=TOKEN,
        hidden=N_("{player} takes a monster token from {other}."),
    ),
    # Exploration
    "EXPLORED": Row(N_("{player} explores the depths.")),
    "RESHUFFLED": Row(N_("The exploration discard is shuffled into a new deck: {cards}."), CARDS),
    "REVEALED": Row(N_("{player} reveals {card} on space {space}."), SPACE, CARD),
    "MONSTER_REVEALED": Row(N_("{player} reveals a monster on space {space}."), SPACE),
    "OFFER_DECLINED": Row(N_("{player} does not buy {card}."), what=CARD),
    "ALLY_BOUGHT": Row(N_("{player} buys {card} for {pearls}."), PEARLS, CARD),
    "ALLY_TAKEN": Row(N_("{player} takes {card}."), what=CARD),
    "MONSTER_FOUGHT": Row(N_("{player} defeats the monster at threat level {level}."), LEVEL),
    "THREAT_ROSE": Row(N_("The threat rises to level {level}."), LEVEL),
    "THREAT_RESET": Row(N_("The threat returns to level 1.")),
    "SENT_TO_COUNCIL": Row(N_("{card} goes to the {race} stack of the council."), OF_STACK, CARD),
    "EXPLORATION_ENDED": Row(""),
    # Hands and council
    "STACK_TAKEN": Row(N_("{player} takes the {race} stack of the council: {cards}."), CARDS, OF_STACK),
    "STACK_CLEARED": Row(N_("{player} discards the {race} stack of the council: {cards}."), CARDS, OF_STACK),
    "ALLY_DISCARDED": Row(N_("{player} discards {card}."), what=CARD),
    "ALLY_SPENT": Row(N_("{player} spends {card}."), what=CARD),
    "ALLIES_SPENT": Row(N_("{player} spends {count} × {card}."), COUNT, CARD),
    "ALLY_AFFILIATED": Row(N_("{card} joins {player} for good."), what=CARD),
    # Lords
    "PLOTTED": Row(N_("{player} plots at the court.")),
    "LORD_DRAWN": Row(N_("The {lord} is drawn from the deck."), what=A_LORD),
    "LORD_REVEALED": Row(N_("The {lord} comes to the court."), what=A_LORD),
    "LORD_RECRUITED": Row(N_("{player} recruits the {lord}."), what=A_LORD),
    "LORD_PAID_FOR": Row(N_("{player} recruits the {lord} for {price}."), what=A_LORD),
    "LORD_OBTAINED": Row(N_("{player} obtains the {lord}."), what=A_LORD),
    "LORD_USED": Row(N_("{player} uses the {lord}."), what=A_LORD),
    "LORD_DISABLED": Row(N_("{player} loses the power of the {lord}."), what=A_LORD),
    "LORD_DISCARDED": Row(N_("{player} discards the {lord}."), what=A_LORD),
    "COURT_LORD_DISCARDED": Row(N_("The {lord} leaves the court."), what=A_LORD),
    "EXTRA_TURN": Row(N_("{player} will take another turn after this one.")),
    # Locations
    "LOCATION_REVEALED": Row(N_("{player} draws {location}."), what=A_LOCATION),
    "LOCATION_AVAILABLE": Row(N_("{location} is now available."), what=A_LOCATION),
    "LOCATION_CONTROLLED": Row(N_("{player} now controls {location}."), what=A_LOCATION),
    "LORD_ASSIGNED": Row(N_("{player} places the {lord} under {location}."), A_LOCATION, A_LORD),
    "LOCATION_EXCHANGED": Row(
        N_("{player} exchanges {location} for {new_location}."), A_LOCATION, NEW_LOCATION
    ),
    # Kraken
    "NEBULIS_GAINED": Row(N_("{player} gains {nebulis} and now has {total}."), NEBULIS, TOTAL),
    "NEBULIS_LOST": Row(N_("{player} gives up {nebulis} and has {total} left."), NEBULIS, TOTAL),
    "LAST_NEBULIS_LOST": Row(N_("{player} gives up {nebulis} and has none left."), NEBULIS),
    "FIGURE_MOVED": Row(N_("{player} takes the figure of the Kraken.")),
    "FIGURE_RETURNED": Row(N_("The figure of the Kraken returns to its place beside the board.")),
    "SENTINEL_PLACED": Row(
        N_("The sentinel of the {sentinel} guards the {race} stack of the council for {player}."),
        SENTINEL,
        Place("race", lambda target: race_of_stack(target - RACE)),
    ),
    "SENTINEL_PLACED_ON_LORD": Row(
        N_("The sentinel of the {sentinel} guards the {lord} for {player}."),
        SENTINEL,
        Place("lord", lambda target: name_of_lord(target - LORD)),
    ),
    "SENTINEL_PLACED_ON_LOCATION": Row(
        N_("The sentinel of the {sentinel} guards {location} for {player}."),
        SENTINEL,
        Place("location", lambda target: name_of_location(target - LOCATION)),
    ),
    "SENTINEL_RETURNED": Row(N_("The sentinel of the {sentinel} returns to {player}."), SENTINEL),
    "LOOT_DRAWN": Row(N_("{player} draws loot of value {value} at {location}."), VALUE, SANCTUARY),
    "LOOT_LOST": Row(
        N_("{location} already held loot of value {value}: {player} loses both cards."), VALUE, SANCTUARY
    ),
    "ALLY_FOUND": Row(N_("{player} adds {card} to their hand."), what=CARD),
    "MONSTER_FOUND": Row(N_("{player} finds a monster, which is discarded.")),
    "AFFILIATED_LOST": Row(N_("{player} loses an affiliated ally: {card}."), what=CARD),
    "RACE_NAMED": Row(N_("{player} names a race: {race}."), what=A_RACE),
    "LORD_FREED": Row(N_("{player} frees the {lord} from under {location}."), A_LOCATION, A_LORD),
    # Leviathan
    "LEVIATHAN_REVEALED": Row(N_("A leviathan rises from the depths: {leviathan}."), what=LEVIATHAN),
    "ROLLED": Row(N_("The die shows {value}."), VALUE),
    "LEVIATHAN_PLACED": Row(N_("A leviathan comes to the border: {leviathan}, {zone}."), ZONE, LEVIATHAN),
    "ATTACKED": Row(
        N_("{player} is attacked by {leviathan}: {attack}."),
        what=LEVIATHAN,
        also=Place("attack", attack_in_words),
    ),
    "WOUNDED": Row(N_("{player} suffers {wounds} and now has {total}."), Place("wounds", wounds), TOTAL),
    "LEVIATHAN_FOUGHT": Row(N_("{player} fights {leviathan} on {zone}."), ZONE, LEVIATHAN),
    "ATTACK_FAILED": Row(
        N_("Power {power} is not enough: {player} does not harm {leviathan}."), Place("power"), LEVIATHAN
    ),
    "ATTACK_MISSED": Row(N_("{player} strikes at thin air: {leviathan} is gone."), what=LEVIATHAN),
    "LEVEL_REMOVED": Row(
        N_("{player} takes {life_points} from {leviathan}."), Place("life_points", life_points), LEVIATHAN
    ),
    "LEVIATHAN_SLAIN": Row(N_("{player} slays {leviathan}."), what=LEVIATHAN),
    "SCOURGE_TAKEN": Row(N_("{player} is now the Scourge of the Abyss.")),
    "TOKEN_USED": Row(N_("{player} uses a monster token: {token}."), what=TOKEN),
    "MONSTER_AVOIDED": Row(N_("{player} avoids the monster, which is discarded.")),
    "MONSTER_INERT": Row(N_("The monster no longer has any effect and is discarded.")),
}
_LAST_ROUNDS = {
    SEVENTH_LORD: "SEVENTH_LORD",
    COURT_NOT_FILLED: "COURT_NOT_FILLED",
    NO_LEVIATHANS_LEFT: "NO_LEVIATHANS_LEFT",
    NO_TOKENS_LEFT: "NO_TOKENS_LEFT",
}


def _name_of_sentinel_row(event: EventRow) -> str:
    if is_lord(event.what):
        return "SENTINEL_PLACED_ON_LORD"
    return "SENTINEL_PLACED_ON_LOCATION" if is_location(event.what) else event.kind


# What leads to the next deed of a turn, such as the cards spent on a lord; and what follows from one.
_BEFORE = {
    *("EXPLORED", "REVEALED", "OFFER_DECLINED", "ALLY_SPENT", "ALLY_AFFILIATED"),
    *("LEVIATHAN_REVEALED", "ROLLED", "LOCATION_REVEALED"),
}
_AFTER = {
    *("PEARLS_GAINED", "PEARLS_PAID", "KEYS_GAINED", "KEYS_RETURNED", "NEBULIS_GAINED", "NEBULIS_LOST"),
    *("TOKEN_DRAWN", "RESHUFFLED", "THREAT_ROSE", "THREAT_RESET", "SENT_TO_COUNCIL", "ALLY_DISCARDED"),
    *("LORD_REVEALED", "LORD_ASSIGNED", "LOCATION_AVAILABLE", "FIGURE_MOVED", "WOUNDED", "MONSTER_FOUND"),
    *("ALLY_FOUND", "SENTINEL_RETURNED"),
}


def log_role(kind: str) -> Literal["deed", "before", "after"]:
    """Whether an event is a deed, one sentence for each action, or a detail of the next or the last one."""
    if kind in _BEFORE:
        return "before"
    return "after" if kind in _AFTER else "deed"


# The events that have other words in some cases.
_CASES: dict[str, Callable[[EventRow], str]] = {
    "TURN_STARTED": lambda event: "EXTRA_TURN_STARTED" if event.what else event.kind,
    "LAST_ROUND": lambda event: _LAST_ROUNDS.get(event.what, event.kind),
    "PEARLS_PAID": lambda event: event.kind if event.what else "LAST_PEARLS_PAID",
    "NEBULIS_LOST": lambda event: event.kind if event.what else "LAST_NEBULIS_LOST",
    "LORD_REVEALED": lambda event: "LORD_DRAWN" if event.amount == EMPTY else event.kind,
    "LORD_DISCARDED": lambda event: "COURT_LORD_DISCARDED" if event.player == NOBODY else event.kind,
    "FIGURE_MOVED": lambda event: "FIGURE_RETURNED" if event.player == NOBODY else event.kind,
    "REVEALED": lambda event: "MONSTER_REVEALED" if event.what == MONSTER else event.kind,
    "ALLY_SPENT": lambda event: "ALLIES_SPENT" if event.amount > 1 else event.kind,
    "SENTINEL_PLACED": _name_of_sentinel_row,
    "MONSTER_AVOIDED": lambda event: "MONSTER_INERT" if event.amount == INERT else event.kind,
}


# What may lie between a payment and the lord that is paid for, and is no part of the price.
_BESIDE_A_PAYMENT = {"ALLY_AFFILIATED", "NEBULIS_GAINED", "FIGURE_MOVED", "SENTINEL_RETURNED"}


def price_paid(recruited: EventRow, before: Iterable[EventRow]) -> int:
    """What a recruited lord has cost: the values of the allies, and the pearls and nebulis beside them.

    `before` are the events before that, the last one first. 0 for any other event.
    """
    price = 0
    if recruited.kind != "LORD_RECRUITED":
        return price
    for event in before:
        if event.kind == "ALLY_SPENT":
            price += event.amount * int(VALUE_OF[event.what])
        elif event.kind in {"PEARLS_PAID", "NEBULIS_LOST"}:
            price += event.amount
        elif event.kind not in _BESIDE_A_PAYMENT:
            break
    return price


def sentence(event: EventRow, seat_names: Sequence[str], viewer: int | None, price: int = 0) -> str | None:
    """The event as a sentence for the seat `viewer`; None as viewer sees everything.

    `price` is what was paid for a recruited lord, where that is known. Returns None for events that another
    sentence of the same moment covers.
    """
    case = _CASES.get(event.kind)
    row = ROWS[event.kind if case is None else case(event)]
    if price:
        row = ROWS["LORD_PAID_FOR"]
    if row.hidden and not _knows(event, viewer):
        row = Row(row.hidden)
    if callable(row.text):
        return row.text(event.amount)
    if not row.text:
        return None
    places = {
        "player": _seat(event.player, seat_names),
        "other": _seat(event.amount, seat_names),
        "price": str(price),
        row.amount.name: row.amount.words(event.amount),
        row.what.name: row.what.words(event.what),
    }
    if row.also is not None:
        places[row.also.name] = row.also.words(event.what)
    return filled(_(row.text), **places)


def _knows(event: EventRow, viewer: int | None) -> bool:
    """Whether the viewer knows what it is about. The robbed one knows the stolen token (R-13)."""
    if event.seen_by is None or viewer is None or viewer == event.seen_by:
        return True
    return event.kind == "TOKEN_STOLEN" and viewer == event.amount


def _seat(seat: int, seat_names: Sequence[str]) -> str:
    return seat_names[seat] if 0 <= seat < len(seat_names) else ""
