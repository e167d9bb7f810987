"""What the benchmark of reviews counts."""

from bench.reviews import Comparison, compared_in_words


def test_marked_and_unmarked_decisions_are_counted_apart() -> None:
    marked = [Comparison(1, 1, 0, 1.0, 0.0), Comparison(1, 1, 1, 1.0, 1.0)]
    unmarked = [Comparison(2, 0, 0, 0.0, 1.0), Comparison(2, 0, 0, 1.0, 0.0)]
    told = compared_in_words([*marked, *unmarked])
    assert "2 games" in told
    assert "| marked | 2 | 100.0% | 50.0% | +50.0% | ± 98.0% | 50.0% |" in told
    assert "| unmarked | 2 | 50.0% | 50.0% | +0.0% | ± 196.0% | 100.0% |" in told
