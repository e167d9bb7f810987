"""What callers hand over, checked in Python before compiled code sees it."""

import operator
import reprlib
from typing import Any, TypeVar, cast

import numpy as np

from openabyss.errors import InvalidArgument
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE, State
from openabyss.words import _

Kind = TypeVar("Kind")
# How callers may write a whole number.
Whole = int | np.integer[Any]

# Seeds go into texts and files, where longer numbers are refused.
MAX_SEED = 10**100


def whole_number(name: str, value: object, lowest: int | None = None, highest: int | None = None) -> int:
    """A whole number, NumPy's included, between bounds that are included. Raises InvalidArgument."""
    try:
        number = operator.index(None if isinstance(value, bool) else value)  # type: ignore[arg-type]
    except TypeError:
        problem = _("{name}: {value} is not a whole number")
        raise InvalidArgument(problem.format(name=name, value=in_short(value))) from None
    if (lowest is not None and number < lowest) or (highest is not None and number > highest):
        problem = _("{name}: {value} is out of range: from {lowest} to {highest}")
        if highest is None:
            problem = _("{name}: at least {lowest} is needed, not {value}")
        raise InvalidArgument(
            problem.format(name=name, value=in_short(number), lowest=bound(lowest), highest=bound(highest))
        )
    return number


def seat_of(value: object, players: int) -> int:
    """A seat of a game of this number of players. Raises InvalidArgument."""
    seat = whole_number("seat", value)
    if not 0 <= seat < players:
        problem = _("there is no seat {seat}: seats go from 0 to {last}")
        raise InvalidArgument(problem.format(seat=in_short(seat), last=players - 1))
    return seat


def seed_of(value: object) -> int:
    """A seed, which may be negative. Raises InvalidArgument."""
    return whole_number("seed", value, -MAX_SEED, MAX_SEED)


def truth(name: str, value: object) -> bool:
    """True or false, NumPy's included. Raises InvalidArgument."""
    if not isinstance(value, bool | np.bool_):
        problem = _("{name}: {value} is neither true nor false")
        raise InvalidArgument(problem.format(name=name, value=in_short(value)))
    return bool(value)


def state_of(value: object) -> State:
    """A table of the rules. Raises InvalidArgument."""
    if not isinstance(value, STATE.type) or not 1 < value.players <= SEATS:  # type: ignore[attr-defined]
        problem = _("a game or its state is expected, not {value}")
        raise InvalidArgument(problem.format(value=in_short(value)))
    return cast(State, value)


def instance_of(name: str, value: Kind, kind: Any) -> Kind:
    """An object of this class. Raises InvalidArgument."""
    if not isinstance(value, kind):
        problem = _("{name}: {kind} is expected, not {value}")
        raise InvalidArgument(problem.format(name=name, kind=kind.__name__, value=in_short(value)))
    return value


def plain(value: object) -> object:
    """A number or truth of NumPy's as Python's own, as JSON needs it; anything else as it is."""
    return value.item() if isinstance(value, np.integer | np.bool_) else value


def bound(limit: int | None) -> str:
    """A limit as people write it."""
    return {MAX_SEED: "10^100", -MAX_SEED: "-10^100"}.get(limit or 0, str(limit))


def in_short(value: Any) -> str:
    """A value as Python writes it, cut if it is long; its type where it cannot be written."""
    try:
        return reprlib.repr(value)
    except Exception:
        return type(value).__name__
