"""Whether functions are compiled, and whether compiled functions check the bounds of arrays."""

import importlib.util
import os

INTERPRETED = os.environ.get("OPENABYSS_INTERPRETED") == "1" or importlib.util.find_spec("numba") is None
# Bounds checks cost a sixth of the speed (5.0 against 4.2 million decisions a second), so they are on
# where mistakes are looked for: in the tests, which set this, and always when interpreted.
CHECKED = os.environ.get("OPENABYSS_CHECKED") == "1"
