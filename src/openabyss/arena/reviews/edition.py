"""Which program understands a stored review."""

import zlib
from functools import cache

from openabyss.rules.events import EVENT_NAMES
from openabyss.version import VERSION
from openabyss.words.questions.actions import RECORDED_TEXTS


@cache
def edition() -> str:
    """Of a review, which is numbers: the version that judged, and what numbers mean there."""
    meaning = zlib.crc32(repr((RECORDED_TEXTS, EVENT_NAMES)).encode())
    return f"{VERSION} {meaning:08x}"
