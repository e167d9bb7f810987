"""Updates as they are sent: each is written once for all recipients of the same.

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

# Five seats and spectators, each with the last update or none before; more are rare.
MAX_WRITTEN = 12


class WrittenUpdates:
    """The written updates of a table at one moment, by their readers."""

    def __init__(self) -> None:
        self._moment: Moment = ()
        self._written: dict[Reader, bytes] = {}

    def get(self, moment: Moment, reader: Reader, write: Callable[[], bytes]) -> bytes:
        """The update for a reader; `write` makes it unless it has been made for another reader of the
        same."""
        if moment != self._moment or len(self._written) >= MAX_WRITTEN:
            self.forget()
            self._moment = moment
        if reader not in self._written:
            self._written[reader] = write()
        return self._written[reader]

    def forget(self) -> None:
        """Forget all updates, since nobody looks any more."""
        self._moment = ()
        self._written = {}


# Letters of the private use area, which names cannot contain.
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
