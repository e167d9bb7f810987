"""Numbers as the language of the reader writes them, and how long something takes.

In German 12,345.6 is "12.345,6", and 12.5% is "12,5 %".
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from openabyss.words import ENGLISH, N_, language, ngettext


class Style(NamedTuple):
    """What separates thousands, before decimals, and before a percent sign."""

    thousands: str
    decimal: str
    percent: str


NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
BEFORE_A_NOUN = re.compile(r"(?<=\d) (?=[\w×])")
# The places of the players, and their order.
ORDINALS = {"1": N_("1st"), "2": N_("2nd"), "3": N_("3rd"), "4": N_("4th"), "5": N_("5th")}
STYLES = {
    ENGLISH: Style(",", ".", ""),
    "de": Style(".", ",", NO_BREAK),
    "fr": Style(NARROW, ",", NO_BREAK),
    "pl": Style(NO_BREAK, ",", ""),
    "it": Style(".", ",", ""),
    "cs": Style(NO_BREAK, ",", NO_BREAK),
}


class Number:
    """A number in a text: the usual formats, such as `:,` and `:.1%`, write it for the reader."""

    def __init__(self, value: float) -> None:
        self._value = value

    def __str__(self) -> str:
        return format(self, "")

    def __format__(self, form: str) -> str:
        style = STYLES.get(language(), STYLES[ENGLISH])
        signs = {",": style.thousands, ".": style.decimal, "%": f"{style.percent}%"}
        return "".join(signs.get(sign, sign) for sign in format(self._value, form))


def with_their_nouns(text: str) -> str:
    """The text with each number and the word after it in one piece: no line ends between "1" and "key",
    nor between "2" and "×"."""
    return BEFORE_A_NOUN.sub(NO_BREAK, text)


def numbers(found: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments, with every number among them written for the reader."""
    return {
        name: Number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
        for name, value in found.items()
    }


MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def duration(seconds: int) -> str:
    """A time as people say it: "10 minutes"."""
    if seconds >= 2 * DAY and seconds % DAY == 0:
        count, text = seconds // DAY, ngettext("{count} day", "{count} days", seconds // DAY)
    elif seconds and seconds % HOUR == 0:
        count, text = seconds // HOUR, ngettext("{count} hour", "{count} hours", seconds // HOUR)
    elif seconds and seconds % MINUTE == 0:
        count, text = seconds // MINUTE, ngettext("{count} minute", "{count} minutes", seconds // MINUTE)
    else:
        count, text = seconds, ngettext("{count} second", "{count} seconds", seconds)
    return text.format(count=count)


def short_duration(seconds: int) -> str:
    """A duration in whole days, hours or minutes, the nearest, of which there are then two or more."""
    unit = next((unit for unit in (DAY, HOUR, MINUTE) if seconds >= 2 * unit), 1)
    return duration((seconds + unit // 2) // unit * unit)
