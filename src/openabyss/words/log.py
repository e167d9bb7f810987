"""The log: one sentence for each event (`log.md`), for the person who reads it.

What another seat saw in private appears without what was seen.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from openabyss.rules.actions import LOCATION, LORD, RACE, is_location, is_lord
from openabyss.rules.cards.allies import MONSTER, VALUE_OF
from openabyss.rules.cards.leviathans import A_FREE_LORD, ALLIES, ATTACK, PEARLS
from openabyss.rules.chapters import INERT, NO_LEVIATHAN
from openabyss.rules.ending import COURT_NOT_FILLED, NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT, SEVENTH_LORD
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.words import _, ngettext
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
from openabyss.words.cards.printed import name_of_location, name_of_lord, name_of_sanctuary, name_of_sentinel
from openabyss.words.listing import filled
from openabyss.words.markdown import keyed_texts

Words = Callable[[int], str]
IN_BRACES = re.compile(r"{(\w+)}")


class EventRow(NamedTuple):
    """An event in the numbers of the rules (rules/events.py), for those who put it into words."""

    kind: str
    player: int
    amount: int = 0
    what: int = 0
    seen_by: int | None = None


class Place(NamedTuple):
    """What a {place} in a sentence says: one of the two numbers of the event, in words."""

    number: Literal["amount", "what"]
    words: Words = str


class Row(NamedTuple):
    """How one kind of event reads: the sentence, and what its {places} say.

    A sentence that counts writes itself, given `amount`. An event with an empty text has no line of its own:
    the sentence beside it says the same.
    """

    text: str | Callable[[int], str]
    places: Mapping[str, Place] = MappingProxyType({})


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


AMOUNT: Literal["amount"] = "amount"
WHAT: Literal["what"] = "what"
PLACES: dict[str, Place] = {
    **dict.fromkeys(("turn", "level", "value", "count", "power", "cost"), Place(AMOUNT)),
    "space": Place(AMOUNT, lambda space: str(space + 1)),
    "pearls": Place(AMOUNT, pearls),
    "keys": Place(AMOUNT, keys),
    "nebulis": Place(AMOUNT, nebulis),
    "cards": Place(AMOUNT, cards),
    "wounds": Place(AMOUNT, wounds),
    "life_points": Place(AMOUNT, life_points),
    "zone": Place(AMOUNT, zone_name),
    "sentinel": Place(AMOUNT, name_of_sentinel),
    "total": Place(WHAT),
    "card": Place(WHAT, kind_name),
    "race": Place(WHAT, race_of_stack),
    "token": Place(WHAT, token_effect),
    "lord": Place(WHAT, name_of_lord),
    "location": Place(WHAT, name_of_location),
    "new_location": Place(WHAT, name_of_location),
    "leviathan": Place(WHAT, name_of_leviathan),
    "attack": Place(WHAT, attack_in_words),
}
_AT_LOCATION = {"location": Place(AMOUNT, name_of_location)}
_AT_SANCTUARY = {"location": Place(WHAT, name_of_sanctuary)}
# The sentences in which a place says something else.
_OTHER_PLACES = {
    "SENT_TO_COUNCIL": {"race": Place(AMOUNT, race_of_stack)},
    "RACE_NAMED": {"race": Place(WHAT, races_named)},
    "LORD_ASSIGNED": _AT_LOCATION,
    "LORD_FREED": _AT_LOCATION,
    "LOCATION_EXCHANGED": _AT_LOCATION,
    "LOOT_DRAWN": _AT_SANCTUARY,
    "LOOT_LOST": _AT_SANCTUARY,
    "SENTINEL_PLACED": {"race": Place(WHAT, lambda target: race_of_stack(target - RACE))},
    "SENTINEL_PLACED_ON_LORD": {"lord": Place(WHAT, lambda target: name_of_lord(target - LORD))},
    "SENTINEL_PLACED_ON_LOCATION": {
        "location": Place(WHAT, lambda target: name_of_location(target - LOCATION))
    },
}


def _row(name: str, text: str) -> Row:
    known = {**PLACES, **_OTHER_PLACES.get(name, {})}
    return Row(text, {place: known[place] for place in IN_BRACES.findall(text) if place in known})


_TEXTS = keyed_texts(Path(__file__).with_suffix(".md").read_text("utf-8"))
ROWS: dict[str, Row] = {
    **{name: _row(name, text) for name, text in _TEXTS.items()},
    "SEA_EMPTY": Row(_empty_sea),
    "EXPLORATION_ENDED": Row(""),
}
_LAST_ROUNDS = {
    SEVENTH_LORD: "SEVENTH_LORD",
    COURT_NOT_FILLED: "COURT_NOT_FILLED",
    NO_LEVIATHANS_LEFT: "NO_LEVIATHANS_LEFT",
    NO_TOKENS_LEFT: "NO_TOKENS_LEFT",
}


_MONSTERS_AVOIDED = {INERT: "MONSTER_INERT", NO_LEVIATHAN: "MONSTER_UNANSWERED"}
# Those of which the victim may have less than they demand.
_ATTACKS = {
    PEARLS: "ATTACKED_FOR_PEARLS",
    ALLIES: "ATTACKED_FOR_ALLIES",
    A_FREE_LORD: "ATTACKED_FOR_A_LORD",
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
    "MONSTER_AVOIDED": lambda event: _MONSTERS_AVOIDED.get(event.amount, event.kind),
    "ATTACKED": lambda event: _ATTACKS.get(int(ATTACK[event.what]), event.kind),
}


# What may lie between a payment and the lord that is paid for, and is no part of the price.
_BESIDE_A_PAYMENT = {"ALLY_AFFILIATED", "NEBULIS_GAINED", "FIGURE_MOVED", "SENTINEL_RETURNED"}


def price_paid(recruited: EventRow, before: Iterable[EventRow]) -> int:
    """What a recruited lord has cost: the values of the allies, and the pearls and nebulis beside them.

    `before` are the events before that, the last one first. 0 for any other event.
    """
    if recruited.kind != "LORD_RECRUITED":
        return 0
    money, allies = 0, 0
    for event in before:
        if event.kind == "ALLY_SPENT":
            allies += event.amount * int(VALUE_OF[event.what])
        elif allies > 0:
            # Money follows the cards: what was given up before them was for something else.
            break
        elif event.kind in {"PEARLS_PAID", "NEBULIS_LOST"}:
            money += event.amount
        elif event.kind not in _BESIDE_A_PAYMENT:
            break
    return money + allies


def sentence(event: EventRow, seat_names: Sequence[str], viewer: int | None, price: int = 0) -> str | None:
    """The event as a sentence for the seat `viewer`; None as viewer sees everything.

    `price` is what was paid for a recruited lord, where that is known. Returns None for events that another
    sentence of the same moment covers.
    """
    case = _CASES.get(event.kind)
    row = ROWS[event.kind if case is None else case(event)]
    if price:
        row = ROWS["LORD_PAID_FOR"]
    if not knows(event, viewer):
        row = ROWS.get(f"{event.kind}_UNSEEN", row)
    if callable(row.text):
        return row.text(event.amount)
    if not row.text:
        return None
    places = {name: place.words(getattr(event, place.number)) for name, place in row.places.items()}
    places |= {
        "player": _seat(event.player, seat_names),
        "other": _seat(event.amount, seat_names),
        "price": str(price),
    }
    return filled(_(row.text), **places)


def knows(event: EventRow, viewer: int | None) -> bool:
    """Whether the viewer knows what it is about. A stolen token is known to the thief and to the one who was
    robbed (R-13), whom `amount` names."""
    if event.seen_by is None or viewer is None or viewer == event.seen_by:
        return True
    return event.kind == "TOKEN_STOLEN" and viewer == event.amount


def _seat(seat: int, seat_names: Sequence[str]) -> str:
    return seat_names[seat] if 0 <= seat < len(seat_names) else ""
