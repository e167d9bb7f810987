"""Whether everything that a game needs has been compiled. Nothing heavy is imported to know that."""

from openabyss.engine.cache import folder_for
from openabyss.engine.imports import PACKAGE
from openabyss.engine.mode import INTERPRETED

# Compiled code is entered through these files; what they import is all that there is.
ENTRANCES = (
    PACKAGE / "rules" / "play.py",
    PACKAGE / "players" / "matches.py",
    PACKAGE / "players" / "search" / "searching.py",
)

# The folder of the whole: what is said of all compiled functions together stands there.
FOLDER = folder_for(*ENTRANCES)
# The mark that everything has been compiled.
COMPLETE = FOLDER / "complete"


def is_ready() -> bool:
    """Whether nothing has to be compiled any more."""
    return INTERPRETED or COMPLETE.exists()
