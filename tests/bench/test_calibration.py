"""What the calibration of predictions counts."""

import pytest

from bench.calibration import Prediction, by_tenth, in_words, likeliest_exponent, predictions_of
from openabyss.arena.review import Judge
from openabyss.players.search.parameters import SearchSettings


def test_predictions_are_counted_by_tenth_with_what_happened() -> None:
    found = by_tenth([Prediction(1, 0.62, 1.0), Prediction(2, 0.68, 0.0), Prediction(3, 1.0, 1.0)])
    assert [*found] == [6, 9]
    assert list(found[6][:3]) == pytest.approx([2, 0.65, 0.5])
    assert found[9][:3] == (1, 1.0, 1.0)


def test_predictions_of_one_game_count_as_one_chance() -> None:
    apart = [Prediction(seed, 0.55, float(seed % 2)) for seed in range(40)]
    together = [Prediction(seed // 10, 0.55, float(seed // 10 % 2)) for seed in range(40)]
    assert by_tenth(together)[5].won == by_tenth(apart)[5].won == 0.5
    assert by_tenth(together)[5].margin == pytest.approx(by_tenth(apart)[5].margin * 10**0.5)


def test_who_is_too_careful_is_asked_to_be_surer() -> None:
    # 80 of 100 leaders win of whom 2 of 3 were expected to: odds of 4 are odds of 2 squared.
    careful = [
        Prediction(game, chance, won)
        for game in range(100)
        for chance, won in ((2 / 3, float(game < 80)), (1 / 3, float(game >= 80)))
    ]
    assert likeliest_exponent(careful, players=2) == pytest.approx(2.0)


def test_a_game_is_judged_at_some_decisions_for_every_seat() -> None:
    judges = [(Judge(SearchSettings(seconds=None, iterations=2)), every) for every in (20, 40)]
    often, seldom = predictions_of("base2", seed=2, level="random", judges=judges)
    assert len(often) // 2 in {len(seldom), len(seldom) + 1, len(seldom) - 1}
    assert len(seldom) > 3
    for first, second in zip(often[::2], often[1::2], strict=True):
        assert first.chance + second.chance == pytest.approx(1)
        assert first.won + second.won == 1
    assert "| predicted |" in in_words(often, players=2)
