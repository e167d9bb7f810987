"""Every level answers as before: the same seed and position give the same answer and the same search."""

import pytest

from openabyss.engine.mode import INTERPRETED
from tests.players.fixed_answers import FILE, lines


@pytest.mark.skipif(INTERPRETED, reason="the last bits of sums differ where nothing is compiled")
def test_every_level_answers_at_fixed_positions_as_it_always_has() -> None:
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()
