"""Whether a notice that was sent has arrived."""

from enum import Enum, auto


class Outcome(Enum):
    """SENT: it was accepted. REFUSED: it was not, and may be tried again. GONE: the address no longer exists.
    UNKNOWN: it may have arrived, so it is not sent again."""

    SENT = auto()
    REFUSED = auto()
    GONE = auto()
    UNKNOWN = auto()
