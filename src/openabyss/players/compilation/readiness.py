"""Whether everything that a game needs has been compiled. Nothing heavy is imported to know that."""

import os
from importlib import import_module

from openabyss.engine.cache import PACKAGE, folder_for, writing
from openabyss.engine.environment import UNCOMPILED, runs_uncompiled

# Compiled code is entered through these files; what they import is all that there is.
ENTRANCES = (
    PACKAGE / "rules" / "play.py",
    PACKAGE / "players" / "matches.py",
    PACKAGE / "players" / "search" / "searching.py",
)

# The folder of what concerns all compiled functions together.
FOLDER = folder_for(*ENTRANCES)
# The mark that everything has been compiled.
COMPLETE = FOLDER / "complete"


def is_ready() -> bool:
    """Whether nothing has to be compiled any more. Raises UnusableCache if that could not be kept."""
    if runs_uncompiled() or COMPLETE.exists():
        return True
    with writing():
        os.utime(FOLDER)
    return False


def run_uncompiled() -> None:
    """From now on, in this process; its child processes compile as usual. Nothing of the rules may have been
    imported yet."""
    os.environ[UNCOMPILED] = "1"
    mode = import_module("openabyss.engine.mode")
    del os.environ[UNCOMPILED]
    assert mode.INTERPRETED, "the rules were imported before"
