"""Every level answers as before: the same seed and position give the same answer and the same search."""

from tests.players.fixed_answers import FILE, lines


def test_every_level_answers_at_fixed_positions_as_it_always_has() -> None:
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()
