"""The reasons of a contrast as puzzles keep them: in words and ids that stay the same when cards are added.

`["LORD_RECRUITED", 1, 3, 25, 20, 3, 6.0]` is a deed: its kind, seat, amount and thing, how often it happens
after either answer, and its value. `["pearls", 0, "", 1.0, 4.5, 1.8]` is what a seat has, of which race, on
average after either, and its value.
"""

from collections.abc import Sequence
from typing import Any

from openabyss.players.search.contrast import HAND, Deed, Reason, Stock
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import NOBODY
from openabyss.words.cards.codes import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS, RACE_CODES

PLACES = 2  # of decimals
THINGS: dict[str, Sequence[int | str]] = {
    "LORD_RECRUITED": LORD_IDS,
    "LORD_OBTAINED": LORD_IDS,
    "LORD_DISABLED": LORD_IDS,
    "LOCATION_CONTROLLED": LOCATION_IDS,
    "LEVIATHAN_SLAIN": LEVIATHAN_IDS,
    "STACK_TAKEN": RACE_CODES,
}


def written_reason(reason: Reason) -> list[Any]:
    """A reason as values of JSON."""
    value = round(reason.value, PLACES)
    if isinstance(reason, Stock):
        race = RACE_CODES[reason.race] if reason.stock == HAND else ""
        first, second = round(reason.first, PLACES), round(reason.second, PLACES)
        return [reason.stock, reason.seat, race, first, second, value]
    number, seat, amount, what, _seen_by = reason.row
    kind = EVENT_NAMES[number]
    thing = THINGS[kind][what] if kind in THINGS else what
    return [kind, seat, amount, thing, reason.first, reason.second, value]


def read_reason(written: Sequence[Any]) -> Reason:
    """The reason that was written."""
    if written[0] not in EVENT_NAMES:
        stock, seat, race, first, second, value = written
        return Stock(seat, stock, RACE_CODES.index(race) if race else 0, first, second, value)
    kind, seat, amount, thing, first, second, value = written
    what = THINGS[kind].index(thing) if kind in THINGS else thing
    return Deed((EVENT_NAMES.index(kind), seat, amount, what, NOBODY), first, second, value)
