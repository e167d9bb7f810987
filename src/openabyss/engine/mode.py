"""Whether functions are compiled in this process; the first import settles it for good."""

from openabyss.engine.environment import runs_uncompiled

INTERPRETED = runs_uncompiled()
