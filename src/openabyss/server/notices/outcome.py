"""What became of something that was sent."""

from enum import Enum, auto


class Outcome(Enum):
    """SENT: it was taken. REFUSED: it was not, and may be tried again. GONE: there is nobody there any more.
    UNKNOWN: it may have arrived, so it is not sent again."""

    SENT = auto()
    REFUSED = auto()
    GONE = auto()
    UNKNOWN = auto()
