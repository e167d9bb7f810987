"""The edition of stored reviews: which versions of the program can read one."""

import zlib
from functools import cache

from openabyss.rules.events import EVENT_NAMES
from openabyss.version import VERSION
from openabyss.words.questions.actions import RECORDED_TEXTS


@cache
def edition() -> str:
    """The version that judged, and a hash of what the numbers of a review mean."""
    meaning = zlib.crc32(repr((RECORDED_TEXTS, EVENT_NAMES)).encode())
    return f"{VERSION} {meaning:08x}"
