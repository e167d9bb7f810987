"""Records of games as JSON, and how a game begins: from their `config` to a table and its dealer."""

import json
import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from openabyss.chance.dealer import Dealer
from openabyss.errors import InvalidOption, InvalidPosition, InvalidRecord
from openabyss.play.position.fields import Field, shown
from openabyss.play.position.options import MAX_WITH_LEVIATHAN, read_config
from openabyss.play.position.positions import read_position
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import seat_regent
from openabyss.rules.state import State
from openabyss.table.hashing import is_hash
from openabyss.version import VERSION
from openabyss.words import _
from openabyss.words.arguments import in_short
from openabyss.words.listing import titled
from openabyss.words.questions.actions import RECORDED_TEXTS

FORMAT = "openabyss/2"
# No record is nearly as long; some files never end.
MOST_BYTES = 16 << 20

MEMBERS = ("format", "engine", "config", "answers", "decisions", "hash", "settlement")
RECORD: dict[str, object] = dict.fromkeys(MEMBERS)
# What the people at the table have settled beside the game, which plays without that.
SETTLEMENT: dict[str, object] = {"conceded": [], "ended": ""}
ENDS = ("", "conceded", "scored", "void")


class Record(NamedTuple):
    """A recorded game.

    is_whole: `answers` are all answers, those of chance included; otherwise only the decisions, as
    people type them, and the seed deals. hash: of where it ended, None if the record does not say.
    """

    config: dict[str, Any]
    answers: list[str]
    is_whole: bool
    hash: str | None

    def wrong(self, place: int, why: str) -> InvalidRecord:
        """The error to raise for the answer at this place."""
        key = "answers" if self.is_whole else "decisions"
        return InvalidRecord(titled(f"{key}[{place}]", titled(shown(self.answers[place]), why)))


def write_record(config: Mapping[str, object], answers: Iterable[int], final_hash: str) -> dict[str, Any]:
    """A game as JSON: how it began, every answer (given by number, chance included), its end."""
    return {
        "format": FORMAT,
        "engine": VERSION,
        "config": dict(config),
        "answers": [RECORDED_TEXTS[number] for number in answers],
        "hash": final_hash,
    }


def read_file(path: Path) -> dict[str, Any]:
    """What the file of a record or of a saved game holds. Raises InvalidRecord."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        found = json.loads(content) if len(content) <= MOST_BYTES else None
    except OSError as error:
        raise InvalidRecord(
            _("{path}: cannot be read: {why}").format(path=path, why=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(_("{path}: this is not JSON: {why}").format(path=path, why=error)) from error
    if not isinstance(found, dict):
        raise InvalidRecord(_("{path}: this is not the record of a game").format(path=path))
    return found


def read_record(record: Mapping[str, object]) -> Record:
    """What a record says.

    Only one with decisions may leave out engine and hash. Raises InvalidRecord, whose text begins
    with the path of the field.
    """
    _check_format(record)
    keys = Field(record, InvalidRecord, "record").members(RECORD)
    config = dict(keys["config"].mapping())
    if keys["settlement"].value is not None:
        _check_settlement(keys["settlement"].members(SETTLEMENT))
    answers, is_whole = _read_answers(keys)
    if is_whole or keys["engine"].value is not None:
        keys["engine"].text()
    if not is_whole and keys["hash"].value is None:
        return Record(config, answers, is_whole, None)
    if not is_hash(keys["hash"].text()):
        raise keys["hash"].no_such(_("a hash of 16 digits from 0 to f"))
    return Record(config, answers, is_whole, keys["hash"].text())


def _check_settlement(keys: dict[str, Field]) -> None:
    for seat in keys["conceded"].items(MAX_WITH_LEVIATHAN):
        seat.number(0, MAX_WITH_LEVIATHAN - 1)
    keys["ended"].choice(ENDS)


def _check_format(record: Mapping[str, object]) -> None:
    """Before anything else, since a newer format may have other keys."""
    keys = Field(record, InvalidRecord, "record").mapping()
    version = Field(keys.get("format"), InvalidRecord, "record", "format")
    if version.value == FORMAT:
        return
    if isinstance(version.value, str) and re.fullmatch("openabyss/[0-9]+", version.value):
        problem = _("{value} is of another version of OpenAbyss; this one reads {expected}")
    else:
        problem = _("{value} is not the record of a game; expected {expected}")
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


class Start(NamedTuple):
    """A table on which nothing has been answered yet, not even by chance; `config` is the caller's own."""

    state: State
    dealer: Dealer
    config: dict[str, Any]

    @property
    def seats(self) -> range:
        """Those that play."""
        return range(self.state.players)

    @property
    def regent(self) -> int:
        """The seat of the Regent, or NOBODY."""
        return int(self.state.regent)


def lay_out(config: Mapping[str, Any]) -> Start:
    """The beginning that a `config` describes. Raises InvalidOption, InvalidPosition."""
    if not isinstance(config, Mapping):
        raise InvalidOption(_("config: {value} is not an object").format(value=in_short(config)))
    if "position" in config:
        if len(config) > 1:
            raise InvalidOption(_("config: beside a position nothing else is given"))
        state, orders, seed = read_position(config["position"])
        return Start(state, Dealer(seed, orders), _own(config))
    begun = read_config(config)
    numbers = begun.options.numbers(begun.leviathan)
    state = new_table(begun.players, begun.kraken, begun.leviathan, numbers, begun.added_lords)
    if begun.regent is not None:
        seat_regent(state, begun.regent)
    deal(state)
    return Start(state, Dealer(begun.seed), _own(config))


def lay_out_record(record: Record) -> Start:
    """The beginning of a recorded game. Raises InvalidRecord."""
    try:
        return lay_out(record.config)
    except (InvalidOption, InvalidPosition) as error:
        raise InvalidRecord(titled("config", str(error))) from error


def _own(config: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that nobody else changes. Raises InvalidOption."""
    try:
        return deepcopy(dict(config))
    except RecursionError:
        raise InvalidOption(_("config: it is nested too deeply")) from None
