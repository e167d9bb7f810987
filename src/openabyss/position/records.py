"""Records of games as JSON, and the hash of a position."""

import re
import sys
from array import array
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple, cast

import numpy as np

from openabyss.errors import InvalidRecord
from openabyss.position.catalogue import FIRST_ACTION, FIRST_CATALOGUE, FIRST_NUMBER, TEXTS
from openabyss.position.fields import Field, shown
from openabyss.position.version import VERSION
from openabyss.rules.cards.printed import ADDED_LORDS, FIRST_LORDS
from openabyss.rules.copying import (
    DEPTH_PLACE,
    FRAME,
    NUMBER_FORMAT,
    STACK_PLACE,
    bytes_of,
    numbers_of,
    place_of,
)
from openabyss.rules.leviathan.border import PLACE_LEVIATHAN
from openabyss.rules.leviathan.fighting import ADD_DIE, FIGHT_AGAIN, FIGHT_ALLY, FIGHT_TARGET, RESOLVE_ATTACK
from openabyss.rules.sizes import SENTINELS
from openabyss.rules.state import ABSENT, COUNTS_OF_THE_PAST, EMPTY, NOBODY, NOTES, STATE, State
from openabyss.words import _

FORMAT, FIRST_FORMAT = "openabyss/2", "openabyss/1"

# ------------------------------------------------------------------------------------------ hash

# What decides how a game with Leviathan goes on, and what only while something waits that needs it.
_COURSE_OF_LEVIATHAN = ("acted", "end_cause")
_NEEDED_BY = {
    "fight_slain": {FIGHT_TARGET, FIGHT_ALLY, RESOLVE_ATTACK, FIGHT_AGAIN},
    "fight_power": {RESOLVE_ATTACK},
    "dice": {ADD_DIE, PLACE_LEVIATHAN},
}
# And in solo play.
_COURSE_OF_SOLO = ("regent", "regent_level")
# In every game: the rest of the position, but for the stack, of which only what waits is hashed.
_NOT_ALWAYS_HASHED = {*_COURSE_OF_LEVIATHAN, *_NEEDED_BY, *_COURSE_OF_SOLO, "stack"}
_HASHED = tuple(
    name for name in STATE.names or () if name not in NOTES | COUNTS_OF_THE_PAST | _NOT_ALWAYS_HASHED
)


# Nothing has been added that moves numbers, and they lie in memory as they are hashed.
NUMBERS_ARE_FIRST = (
    sys.byteorder == "little"
    and all(first == number for number, first in FIRST_NUMBER.items())
    and all(first == number for number, first in enumerate(FIRST_ACTION))
)
# Where among the numbers of a table it stands what is guarded.
GUARDED_PLACE = place_of("sentinel_target")
# What there is of each lord; those of the first lords are hashed as they always were.
_OF_LORDS = ("lord_place", "lord_location", "lord_disabled", "lord_used")


@cache
def _place_of(name: str) -> slice:
    """Where the numbers of a field stand within a table, those of added lords left out."""
    first = place_of(name)
    kind: np.dtype[Any] = cast(Any, STATE.fields)[name][0]
    return slice(first, first + (FIRST_LORDS if name in _OF_LORDS else int(np.prod(kind.shape))))


@cache
def _stretches(names: tuple[str, ...]) -> tuple[slice, ...]:
    """The places of fields, those that adjoin as one."""
    joined: list[slice] = []
    for place in map(_place_of, names):
        if joined and joined[-1].stop == place.start:
            joined[-1] = slice(joined[-1].start, place.stop)
        else:
            joined.append(place)
    return tuple(joined)


def state_hash(state: State) -> str:
    """16 hex digits that are the same for the same position and the same pending questions.

    Questions, steps and actions are hashed by their first numbers, and what has been added since only
    where it is in play: so positions without it keep their hashes.
    """
    numbers = _with_first_numbers(state)
    digest = blake2b(digest_size=8)
    for stretch in _stretches(_HASHED + _hashed_of_leviathan(state) + _hashed_of_solo(state)):
        digest.update(numbers[stretch])
    digest.update(numbers[STACK_PLACE : STACK_PLACE + FRAME * numbers_of(state)[DEPTH_PLACE]])
    for lord, number in enumerate(ADDED_LORDS, FIRST_LORDS):
        if state.lord_place[lord] != ABSENT:
            row = [number, *(int(getattr(state, name)[lord]) for name in _OF_LORDS)]
            digest.update(np.array(row, "<i2").tobytes())
    return digest.hexdigest()


def _with_first_numbers(state: State) -> memoryview:
    """A table in the byte order of hashes, with the first numbers of what waits and of what is guarded."""
    if NUMBERS_ARE_FIRST:
        return numbers_of(state)
    numbers = array(NUMBER_FORMAT, bytes_of(state))
    for place in range(STACK_PLACE, STACK_PLACE + FRAME * numbers[DEPTH_PLACE], FRAME):
        numbers[place] = FIRST_NUMBER[numbers[place]]
    for place in range(GUARDED_PLACE, GUARDED_PLACE + SENTINELS):
        if numbers[place] != EMPTY:
            numbers[place] = FIRST_ACTION[numbers[place]]
    if sys.byteorder == "big":
        numbers.byteswap()
    return memoryview(numbers)


def _hashed_of_leviathan(state: State) -> tuple[str, ...]:
    if state.leviathan == 0:
        return ()
    return _COURSE_OF_LEVIATHAN + course_of_fight(state)


def course_of_fight(state: State) -> tuple[str, ...]:
    """What has been noted for a fight or a roll that goes on: names of the table's numbers."""
    waiting = set(state.stack[: state.depth, 0].tolist())
    return tuple(name for name, users in _NEEDED_BY.items() if users & waiting)


def _hashed_of_solo(state: State) -> tuple[str, ...]:
    return () if state.regent == NOBODY else _COURSE_OF_SOLO


# ------------------------------------------------------------------------------------------ records

RECORD: dict[str, object] = dict.fromkeys(("format", "engine", "config", "answers", "decisions", "hash"))


class Record(NamedTuple):
    """A recorded game.

    is_whole: `answers` are all answers, those of chance included; otherwise only the decisions, as
    people type them, and the seed deals. hash: of where it ended, None if the record does not tell.
    """

    config: dict[str, Any]
    answers: list[str]
    is_whole: bool
    hash: str | None


def write_record(config: Mapping[str, object], answers: Iterable[int], final_hash: str) -> dict[str, Any]:
    """A game as JSON: how it began, every answer (given by number, chance included), its end."""
    return {
        "format": FORMAT,
        "engine": VERSION,
        "config": dict(config),
        "answers": [TEXTS[number] for number in answers],
        "hash": final_hash,
    }


def read_record(record: Mapping[str, object]) -> Record:
    """What a record says.

    Only one with decisions may leave out engine and hash. Raises InvalidRecord, whose text begins
    with the path of the field.
    """
    is_first = _check_format(record)
    keys = Field(record, InvalidRecord, "record").members(RECORD)
    config = dict(keys["config"].mapping())
    answers, is_whole = _read_first(keys["answers"]) if is_first else _read_answers(keys)
    if is_whole or keys["engine"].value is not None:
        keys["engine"].text()
    if not is_whole and keys["hash"].value is None:
        return Record(config, answers, is_whole, None)
    if not re.fullmatch("[0-9a-f]{16}", keys["hash"].text()):
        raise keys["hash"].no_such(_("a hash of 16 digits from 0 to f"))
    return Record(config, answers, is_whole, keys["hash"].text())


def _check_format(record: Mapping[str, object]) -> bool:
    """Whether it is the first format. Before anything else, since a newer format may have other keys."""
    keys = Field(record, InvalidRecord, "record").mapping()
    version = Field(keys.get("format"), InvalidRecord, "record", "format")
    if version.value in (FORMAT, FIRST_FORMAT):
        return version.value == FIRST_FORMAT
    if isinstance(version.value, str) and re.fullmatch("openabyss/[0-9]+", version.value):
        problem = _("{value} is of another version of OpenAbyss; this one reads {expected}")
    else:
        problem = _("{value} is no record of a game; expected {expected}")
    raise version.wrong(problem.format(value=shown(version.value), expected=shown(FORMAT)))


def _read_answers(keys: dict[str, Field]) -> tuple[list[str], bool]:
    """All answers, or the decisions alone."""
    if keys["decisions"].value is None:
        return _texts(keys["answers"]), True
    if keys["answers"].value is not None:
        raise keys["decisions"].wrong(_("a record has either answers or decisions"))
    return _texts(keys["decisions"]), False


def _texts(answers: Field) -> list[str]:
    return [answer.text() for answer in answers.items()]


def _read_first(answers: Field) -> tuple[list[str], bool]:
    """The first format stored all answers as numbers of its catalogue, and decisions as texts."""
    if isinstance(answers.value, list):
        return _texts(answers), False
    if not isinstance(answers.value, str):
        raise answers.no_such(_("a list of action texts or a base64url text"))
    try:
        given = answers.value.encode("ascii")
        numbers = urlsafe_b64decode(given)
    except ValueError:
        numbers = given = b""
    # Decoding passes over foreign characters; only a whole and undamaged text comes back as it was.
    if answers.value and (not given or urlsafe_b64encode(numbers) != given):
        raise answers.wrong(_("the base64url text is damaged or cut off"))
    for place, number in enumerate(numbers):
        if number >= len(FIRST_CATALOGUE):
            problem = _("answer {place} is {number}; allowed: 0 to {last}")
            raise answers.wrong(problem.format(place=place, number=number, last=len(FIRST_CATALOGUE) - 1))
    return [FIRST_CATALOGUE[number] for number in numbers], True
