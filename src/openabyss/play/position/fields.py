"""A JSON document read field by field: every error begins with the path of the field that is wrong."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from openabyss.words import _
from openabyss.words.arguments import MAX_SEED, bound, in_short
from openabyss.words.listing import titled, with_nearest, with_suggestion

MAX_SHOWN = 40
# The largest number that is read, either way; Python writes none that is much larger.
MAX_NUMBER = MAX_SEED
# Up to here all languages read the numbers of JSON as they were written.
MAX_EXACT = 2**53 - 1
LONG_NUMBER = re.compile(r"-?[1-9][0-9]{15,99}", re.ASCII)


def written_number(number: object) -> object:
    """A whole number as it is written into a document: larger ones as text, so that no digit is lost."""
    is_long = isinstance(number, int) and MAX_EXACT < abs(number) <= MAX_NUMBER
    return str(number) if is_long else number


def shown(value: object) -> str:
    """A value as the document has it, cut if it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = in_short(value)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the document, the path that leads to it, and the error that a wrong one raises.

    The path of the whole document is empty; errors then speak of `whole`.
    """

    value: object
    error: Callable[[str], Exception]
    whole: str
    path: str = ""

    def wrong(self, problem: str) -> Exception:
        """The error to raise: the path, then the problem."""
        return self.error(titled(self.path or self.whole, problem))

    def no_such(self, what: str) -> Exception:
        """The value is not what should stand here."""
        return self.wrong(_("{value} is not {what}").format(value=shown(self.value), what=what))

    def number(self, low: int = -MAX_NUMBER, high: int = MAX_NUMBER) -> int:
        """A whole number from `low` to `high`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.no_such(_("a whole number"))
        if not low <= self.value <= high:
            problem = _("{value} is out of range; allowed: {low} to {high}")
            raise self.wrong(problem.format(value=shown(self.value), low=bound(low), high=bound(high)))
        return self.value

    def long_number(self) -> int:
        """A whole number, which is written as text if it is too large for other languages."""
        if isinstance(self.value, str) and LONG_NUMBER.fullmatch(self.value):
            number = int(self.value)
            if written_number(number) == self.value:
                return number
        return self.number()

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.no_such(_("true or false"))
        return self.value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.no_such(_("a text"))
        return self.value

    def choice(self, allowed: Iterable[str]) -> str:
        """One of the allowed texts."""
        if self.value not in (choices := list(allowed)):
            problem = _("{value} is not allowed").format(value=shown(self.value))
            named = self.value if isinstance(self.value, str) else ""
            raise self.wrong(with_suggestion(problem, named, choices))
        return str(self.value)

    def items(self, most: int | None = None) -> list["Field"]:
        """The fields of a list that has a greatest length."""
        if not isinstance(self.value, list):
            raise self.no_such(_("a list"))
        if most is not None and len(self.value) > most:
            problem = _("{count} are given; there is room for {most}")
            raise self.wrong(problem.format(count=len(self.value), most=most))
        return [
            Field(value, self.error, self.whole, f"{self.path}[{place}]")
            for place, value in enumerate(self.value)
        ]

    def members(self, defaults: Mapping[str, object]) -> dict[str, "Field"]:
        """The fields of an object by key: those of `defaults` and no others; missing ones are filled in."""
        values = self.mapping()
        for key in values:
            if key not in defaults:
                problem = with_nearest(_("there is no such key"), key, defaults)
                raise self._member(key, None).wrong(problem)
        return {key: self._member(key, values.get(key, default)) for key, default in defaults.items()}

    def mapping(self) -> dict[str, object]:
        """An object with any keys, which are texts."""
        if not isinstance(self.value, dict):
            raise self.no_such(_("an object"))
        for key in self.value:
            if not isinstance(key, str):
                raise self.wrong(_("the key {key} is not a text").format(key=shown(key)))
        return self.value

    def _member(self, key: str, value: object) -> "Field":
        return Field(value, self.error, self.whole, f"{self.path}.{key}" if self.path else key)
