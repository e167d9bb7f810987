"""Updates as they are sent: each is written once for all who receive the same.

Names in a compressed update are written in letters that nothing else in it is written in. Somebody who can
choose a name, and see how long the updates of somebody else are, could otherwise guess cards with it: a name
that is alike is sent in fewer bytes. So an update is made with one letter for each name, which no name may
contain, and that letter is then replaced by the name in escapes of JSON.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

Moment = tuple[Any, ...]
Reader = tuple[Any, ...]

# There are seldom more: five seats and spectators, each with its last update or none before.
MAX_WRITTEN = 12


class WrittenUpdates:
    """What has been written of a table at one moment, by who reads it."""

    def __init__(self) -> None:
        self._moment: Moment = ()
        self._written: dict[Reader, bytes] = {}

    def get(self, moment: Moment, reader: Reader, write: Callable[[], bytes]) -> bytes:
        """The update for a reader; `write` makes it unless somebody has read the same."""
        if moment != self._moment or len(self._written) >= MAX_WRITTEN:
            self.forget()
            self._moment = moment
        if reader not in self._written:
            self._written[reader] = write()
        return self._written[reader]

    def forget(self) -> None:
        """Nobody looks any more."""
        self._moment = ()
        self._written = {}


# Of the private use area: `seating.check_name` allows none of them.
FIRST = 0xE000
_LEADING, _SECOND, LAST = chr(FIRST).encode()
LEADING = bytes([_LEADING])


def stand_ins(count: int) -> list[str]:
    """The letters that replace the names of this many seats."""
    return [chr(FIRST + seat) for seat in range(count)]


def with_names(message: bytes, names: Sequence[str]) -> bytes:
    """A message as JSON, its stand-ins replaced by the names.

    In one go, since messages are long: in UTF-8 the last of three bytes says which stand-in it is. One byte
    is found in half the time of two, and only private letters begin with this one.
    """
    written = [escaped(name) for name in names]
    first, *others = message.split(LEADING)
    return first + b"".join([written[other[1] - LAST] + other[2:] for other in others])


@lru_cache(maxsize=1000)
def escaped(text: str) -> bytes:
    r"""A text as JSON may write it: "Ann" is `\u0041\u006E\u006E`."""
    units = memoryview(text.encode("utf-16-be")).cast("B").hex(" ", 2).upper().split()
    return "".join(f"\\u{unit}" for unit in units).encode()
