"""The hash of a position: of its fields by name and value, wherever in memory they are.

Every number of a table weighs as much as its name says ("hand 0 3", "lord_place 101"), and a number that says
nothing weighs nothing. So a field, a lord or a question that is added changes no hash of a game without it.
What a hash covers is its definition, whose number it begins with: `1:9f86d081884c7d65`.
"""

import re
from hashlib import blake2b
from typing import Any, cast

import numpy as np

from openabyss.rules.questions import FIRST_STEP, NEEDED_BY, QUESTION_NAMES, STEP_NAMES
from openabyss.rules.sizes import SENTINELS
from openabyss.rules.state import (
    ABSENT,
    COUNTS_OF_THE_PAST,
    DEPTH_PLACE,
    EMPTY,
    FRAME,
    FREE,
    NOBODY,
    NOTES,
    STACK_PLACE,
    STATE,
    State,
    numbers_of,
    place_of,
)
from openabyss.table.weighing import weigh
from openabyss.words.cards.codes import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS
from openabyss.words.questions.actions import RECORDED_TEXTS

# What waits, by number.
_NAMES = dict(enumerate(QUESTION_NAMES)) | dict(enumerate(STEP_NAMES, FIRST_STEP))
# To be counted up when the same position gets another hash; hashes of other definitions are not compared.
DEFINITION = 1
# Hashes once had no definition of their own: 16 hex digits, made of the bytes in memory.
WRITTEN = re.compile(r"(?:([1-9][0-9]{0,3}):)?[0-9a-f]{16}", re.ASCII)

# What decides how a game with Leviathan goes on.
_COURSE_OF_LEVIATHAN = ("acted", "end_cause")
# What is hashed in words: what waits, and what is guarded.
_IN_WORDS = ("stack", "depth", "sentinel_target")
_NOT_ALWAYS_WEIGHED = {*NOTES, *COUNTS_OF_THE_PAST, *_COURSE_OF_LEVIATHAN, *NEEDED_BY, *_IN_WORDS}

# What a number says where there is nothing; everywhere else that is 0.
_NOTHING = {
    "regent": NOBODY,
    "ending_player": NOBODY,
    "lord_place": ABSENT,
    "lord_location": FREE,
    "court": EMPTY,
    "location_place": ABSENT,
    "track": EMPTY,
    "kraken_holder": NOBODY,
    "sentinel_owner": NOBODY,
    "leviathan_place": ABSENT,
    "border": EMPTY,
    "scourge_holder": NOBODY,
}
# The fields with a number for each card, which is named by its id.
_BY_ID = {
    **dict.fromkeys(("lord_place", "lord_location", "lord_disabled", "lord_used"), LORD_IDS),
    "location_place": LOCATION_IDS,
    "leviathan_place": LEVIATHAN_IDS,
}
_SHAPES: dict[str, tuple[int, ...]] = {
    name: cast(Any, STATE.fields)[name][0].shape for name in STATE.names or ()
}
_ALWAYS_WEIGHED = [name for name in _SHAPES if name not in _NOT_ALWAYS_WEIGHED]
_END = max(place_of(name) + int(np.prod(_SHAPES[name])) for name in _ALWAYS_WEIGHED)
_BITS = (1 << 64) - 1
_KRAKEN_PLACE, _LEVIATHAN_PLACE, _SENTINEL_PLACE = map(place_of, ("kraken", "leviathan", "sentinel_target"))


def _weight(name: str) -> int:
    """What a number of this name counts for each time: 64 bits with a sign."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


def _names(field: str) -> list[str]:
    """The names of the numbers of a field, in order."""
    if field in _BY_ID:
        return [f"{field} {id_}" for id_ in _BY_ID[field]]
    return [" ".join(map(str, (field, *index))) for index in np.ndindex(_SHAPES[field])]


_weights, _empty_table = np.zeros(_END, np.int64), np.zeros(_END, np.int64)
for _field in _ALWAYS_WEIGHED:
    _named = _names(_field)
    _places = slice(place_of(_field), place_of(_field) + len(_named))
    _weights[_places] = [_weight(name) for name in _named]
    _empty_table[_places] = _NOTHING.get(_field, 0)
_OF_NOTHING = int(np.dot(_empty_table, _weights))
_WEIGHTS = _weights.data
_SOMETIMES = {name: (place_of(name), _weight(name)) for name in (*_COURSE_OF_LEVIATHAN, *NEEDED_BY)}


def state_hash(state: State) -> str:
    """The definition, and 16 hex digits that are the same for the same position and pending questions."""
    numbers = numbers_of(state)
    waiting = numbers[STACK_PLACE : STACK_PLACE + FRAME * numbers[DEPTH_PLACE]].tolist()
    weight = weigh(numbers, _WEIGHTS) - _OF_NOTHING
    if numbers[_LEVIATHAN_PLACE]:
        for name in _COURSE_OF_LEVIATHAN + _needed_by(waiting[::FRAME]):
            place, times = _SOMETIMES[name]
            weight += times * numbers[place]
    words = [str(weight & _BITS)]
    words += [
        f"{_NAMES[waiting[place]]} {waiting[place + 1]} {waiting[place + 2]}"
        for place in range(0, len(waiting), FRAME)
    ]
    if numbers[_KRAKEN_PLACE]:
        words += _guarded(numbers)
    text = "\n".join(words)
    return f"{DEFINITION}:{blake2b(text.encode(), digest_size=8).hexdigest()}"


def _guarded(numbers: memoryview) -> list[str]:
    """What sentinels guard, in words."""
    targets = enumerate(numbers[_SENTINEL_PLACE : _SENTINEL_PLACE + SENTINELS])
    return [
        f"sentinel_target {sentinel} {RECORDED_TEXTS[target]}"
        for sentinel, target in targets
        if target != EMPTY
    ]


def course_of_fight(state: State) -> tuple[str, ...]:
    """What has been noted for a fight or a roll that goes on: names of the table's numbers."""
    return _needed_by(state.stack[: state.depth, 0].tolist())


def _needed_by(waiting: list[int]) -> tuple[str, ...]:
    return tuple(name for name, users in NEEDED_BY.items() if not {*users}.isdisjoint(waiting))


def is_hash(text: str) -> bool:
    """Whether this is the hash of a position, by whatever definition."""
    return WRITTEN.fullmatch(text) is not None


def is_comparable(written: str) -> bool:
    """Whether a hash has this definition. One of another, older or newer, says nothing."""
    match = WRITTEN.fullmatch(written)
    return match is None or match[1] == str(DEFINITION)


def differs(written: str, found: str) -> bool:
    """Whether a hash that was written is that of another position than the one that was found."""
    return is_comparable(written) and written != found
