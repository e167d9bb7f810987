"""What the tests of the arena share: small series, and the games that interpreted rules can afford."""

import pytest

from openabyss.arena.series.series import Series
from openabyss.engine.mode import INTERPRETED


@pytest.fixture
def games() -> int:
    """How many games a test may play."""
    return 4 if INTERPRETED else 60


@pytest.fixture
def series() -> Series:
    """Three different players at a table."""
    return Series(("random", "medium", "medium:pearl=200,plot=90"), seed=11, rotate=True)
