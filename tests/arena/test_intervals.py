"""Intervals against values that stand in the literature or were computed by hand."""

import math

import pytest

from openabyss.arena.intervals import margin_of_mean, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_intervals_are_those_of_the_literature(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_without_games_everything_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_an_interval_stays_within_0_and_1() -> None:
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(10, 10)[1] <= 1.0
    assert wilson(0, 10)[0] == 0.0


def test_half_a_win_lies_between_none_and_one() -> None:
    assert wilson(0, 9)[1] < wilson(0.5, 9)[1] < wilson(1, 9)[1]


def test_the_margin_of_a_mean_follows_the_standard_error() -> None:
    values = [3, 5, 8, 8, 11]
    deviation = math.sqrt(sum((value - 7) ** 2 for value in values) / 4)
    expected = 1.959964 * deviation / math.sqrt(5)
    assert margin_of_mean(sum(values), sum(value**2 for value in values), 5) == pytest.approx(expected)


def test_one_value_says_nothing_about_its_error() -> None:
    assert margin_of_mean(4, 16, 1) == math.inf
