"""What the environment says about how functions run. It can be asked before that is settled for a process."""

import importlib.util
import os

UNCOMPILED = "OPENABYSS_INTERPRETED"
# Bounds checks cost a sixth of the speed (5.0 against 4.2 million decisions a second), so they are on
# where mistakes are looked for: in the tests, which set this, and always when interpreted.
CHECKED = os.environ.get("OPENABYSS_CHECKED") == "1"


def has_numba() -> bool:
    """Whether anything can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def runs_uncompiled() -> bool:
    """Whether a process that loads the rules now runs them as ordinary Python."""
    return os.environ.get(UNCOMPILED) == "1" or not has_numba()
