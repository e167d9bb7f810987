"""Compiled functions that let other threads of Python run while they work."""

from typing import Any, cast

from openabyss.engine.compiling import Rule, compiled
from openabyss.engine.mode import INTERPRETED


def compiled_unlocked(rule: Rule) -> Rule:
    """Like `compiled`, for functions that Python calls from several threads at once.

    Called from Python, it releases the interpreter's lock until it returns. So no other thread may touch what
    is handed over; each thread needs tables and generators of its own.
    """
    fast = compiled(rule)
    if not INTERPRETED:
        cast(Any, fast).targetoptions["nogil"] = True
    return fast
