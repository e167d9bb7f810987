"""The statistics of ratings against results that are known otherwise."""

import math

import numpy as np
import pytest

from openabyss.arena.intervals import pairing, wilson, win_rate
from openabyss.arena.ratings.plackett_luce import (
    Floats,
    Meetings,
    Places,
    chances,
    choices,
    elo,
    expected_share,
    fit,
    gathered,
    standard_errors,
)
from openabyss.arena.ratings.rating import contest
from openabyss.arena.ratings.sprt import (
    BETTER,
    LIMIT,
    NOT_BETTER,
    UNDECIDED,
    Bounds,
    SequentialTest,
    likeliest,
    log_likelihood_ratio,
    read_bounds,
)
from openabyss.arena.series.series import Series
from openabyss.errors import InvalidOption


def meetings(copies: list[list[float]], wins: list[list[float]], games: list[float]) -> Meetings:
    return Meetings(np.array(copies, float), np.array(wins, float), np.array(games, float))


def one_lineup(rounds: int) -> "np.typing.NDArray[np.int64]":
    return np.zeros(rounds, np.int64)


# ------------------------------------------------------------------------------ Bradley–Terry


def test_two_players_are_apart_by_the_odds() -> None:
    strengths = fit(meetings([[1, 1]], [[75_000, 25_000]], [100_000]))
    assert strengths[0] - strengths[1] == pytest.approx(math.log(3), abs=1e-4)
    assert elo(float(strengths[0] - strengths[1])) == pytest.approx(190.85, abs=0.05)


def test_the_fit_is_that_of_the_baseball_league_of_1987() -> None:
    """Agresti, Categorical Data Analysis (1990), table 10.10: seven teams, 13 games each pair."""
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    pairs = [(a, b) for a in range(7) for b in range(a)]
    copies = np.zeros((len(pairs), 7))
    won = np.zeros((len(pairs), 7))
    for row, (a, b) in enumerate(pairs):
        copies[row, [a, b]] = 1
        won[row, a], won[row, b] = wins[a][b], wins[b][a]
    strengths = fit(Meetings(copies, won, np.full(len(pairs), 13.0)))
    published = np.array([1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0])
    # The imagined game of each pair draws all of them a little together.
    shrunk = (strengths - strengths[-1]) / published.clip(0.1)
    assert list(np.argsort(-strengths)) == list(range(7))
    assert shrunk[:6] == pytest.approx(np.full(6, 0.92), abs=0.03)


def test_a_table_of_four_with_three_equal_players() -> None:
    strengths = fit(meetings([[1, 3]], [[75_000, 25_000]], [100_000]))
    assert float(strengths[0] - strengths[1]) == pytest.approx(math.log(9), abs=1e-3)
    assert expected_share(elo(math.log(9)), 4) == pytest.approx(0.75)


def test_a_clean_sweep_has_a_finite_rating_and_a_wide_interval() -> None:
    swept = meetings([[1, 1]], [[20, 0]], [20])
    strengths = fit(swept)
    surprises = np.tile(20 / 10 * (np.array([1.0, 0.0]) - chances(swept.copies, strengths)[0]), (10, 1))
    errors = standard_errors(swept, strengths, surprises)
    assert 200 < elo(float(strengths[0] - strengths[1])) < 1000
    assert elo(float(errors[0])) > 50


@pytest.mark.parametrize("games", [1000, 100_000])
def test_a_long_clean_sweep_has_a_finite_interval(games: int) -> None:
    swept = meetings([[1, 3]], [[games, 0]], [games])
    strengths = fit(swept)
    surprise = np.array([[games, 0.0]]) - games * chances(swept.copies, strengths)
    assert 100 < elo(float(standard_errors(swept, strengths, surprise)[0])) < 1000


def test_intervals_of_elo_hold_the_truth_nineteen_times_in_twenty() -> None:
    random = np.random.default_rng(5)
    truth = np.array([0.4, 0.0, -0.4])
    copies = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1]], float)
    expected = chances(copies, truth)
    held = []
    for _trial in range(200):
        wins = random.multinomial(1, expected[:, None, :], size=(3, 150)).astype(float)
        games = Meetings(copies, wins.sum(axis=1), np.full(3, 150.0))
        strengths = fit(games)
        surprises = (wins - chances(copies, strengths)[:, None, :]).reshape(-1, 3)
        held.append(np.abs(strengths - truth) < 1.96 * standard_errors(games, strengths, surprises))
    assert np.mean(held) == pytest.approx(0.955, abs=0.025)


# ------------------------------------------------------------------------------ Plackett–Luce


def test_a_game_for_three_is_a_victory_over_two_and_one_over_one() -> None:
    assert choices(((2, 0), (1, 1), (3, 2))) == (((0, 1, 2), (1,), 1.0), ((0, 2), (0,), 1.0))


def test_of_those_who_share_a_place_each_may_have_come_first() -> None:
    assert choices(((1, 0), (1, 1))) == (((0, 1), (0, 1), 1.0),)
    assert choices(((1, 0), (2, 1), (2, 2))) == (((0, 1, 2), (0,), 1.0), ((1, 2), (1, 2), 1.0))
    assert choices(((1, 0), (1, 1), (3, 2))) == (
        ((0, 1, 2), (0, 1), 1.0),
        ((0, 2), (0,), 0.5),
        ((1, 2), (1,), 0.5),
    )


def test_places_tell_how_strong_those_are_who_never_win() -> None:
    """A thousand tables of four, of whom two seldom win: strengths are found, and their intervals hold."""
    random, truth = np.random.default_rng(6), np.array([3.0, 1.0, -1.0, -3.0])
    luck = random.gumbel(size=(1000, 4))
    ranks = 1 + (-(truth + luck)).argsort(axis=1).argsort(axis=1)
    games: list[list[Places]] = [[tuple(zip(row, range(4), strict=True))] for row in ranks.tolist()]
    placed = gathered(games, 4)
    strengths = fit(placed.meetings)
    surprises = placed.wins - placed.games @ chances(placed.meetings.copies, strengths)
    errors = standard_errors(placed.meetings, strengths, surprises)
    assert strengths == pytest.approx(truth, abs=0.25)
    assert (np.abs(strengths - truth) < 3 * errors).all()
    assert errors.max() < 0.15


# ---------------------------------------------------------------------------------- win rates


def test_independent_games_have_nearly_the_interval_of_wilson() -> None:
    random = np.random.default_rng(3)
    rounds = random.binomial(1, 0.6, size=(2000, 2)).astype(float)
    found = win_rate(rounds, one_lineup(2000))
    assert (found.low, found.high) == pytest.approx(wilson(float(rounds.sum()), 4000), abs=2e-3)


def test_shared_victories_make_the_interval_narrower() -> None:
    shared = np.array([[1, 0.5], [0.5, 0], [0.5, 0.5], [1, 0]] * 25)
    decided = np.array([[1, 1], [0, 0], [1, 0], [1, 0]] * 25, float)
    narrow, wide = win_rate(shared, one_lineup(100)), win_rate(decided, one_lineup(100))
    assert narrow.rate == wide.rate == 0.5
    assert narrow.high - narrow.low < 0.8 * (wide.high - wide.low)


def test_rounds_that_hang_together_make_the_interval_wider() -> None:
    same = np.repeat(np.array([1.0, 0.0] * 50), 2).reshape(100, 2)
    found = win_rate(same, one_lineup(100))
    low, high = wilson(100, 200)
    assert found.high - found.low > 1.3 * (high - low)


def test_what_differs_between_opponents_is_no_uncertainty() -> None:
    rounds = np.array([[1.0, 1.0]] * 50 + [[0.0, 0.0]] * 50)
    lineups = np.repeat([0, 1], 50)
    assert win_rate(rounds, lineups).high < 0.55
    assert win_rate(rounds, one_lineup(100)).high > 0.59


def test_a_clean_sweep_has_the_interval_of_wilson() -> None:
    found = win_rate(np.ones((10, 2)), one_lineup(10))
    assert (found.low, found.high) == wilson(20, 20)


@pytest.mark.parametrize(("rate", "shared"), [(0.5, 0.0), (0.5, 0.3), (0.9, 0.0), (0.05, 0.02)])
@pytest.mark.parametrize("count", [25, 200])
def test_intervals_hold_the_truth_nineteen_times_in_twenty(rate: float, shared: float, count: int) -> None:
    random = np.random.default_rng(11)
    values, weights = [1.0, 0.5, 0.0], [rate - shared / 2, shared, 1 - rate - shared / 2]
    held = 0
    for _trial in range(600):
        found = win_rate(random.choice(values, size=(count, 2), p=weights), one_lineup(count))
        held += found.low <= rate <= found.high
    assert 0.92 <= held / 600 <= 0.99


def test_the_effect_of_pairing_is_measured() -> None:
    random = np.random.default_rng(1)
    coins = random.binomial(1, 0.5, size=(400, 2)).astype(float)
    independent = pairing(coins)
    mirrored = pairing(np.stack([coins[:, 0], 1 - coins[:, 0]], axis=1))
    same = pairing(np.stack([coins[:, 0], coins[:, 0]], axis=1))
    assert independent is not None
    assert abs(independent.factor - 1) < independent.margin < 0.15
    assert mirrored is not None
    assert mirrored.factor == 0.0
    assert same is not None
    assert same.factor == pytest.approx(2.0, abs=0.02)
    assert pairing(coins[:1]) is None
    assert pairing(np.ones((30, 2))) is None


# ------------------------------------------------------------------------------ sequential test


def test_the_likeliest_distribution_has_the_mean_that_is_asked_for() -> None:
    values, seen = np.array([0, 0.25, 0.5, 0.75, 1]), np.array([0.1, 0.2, 0.3, 0.25, 0.15])
    for mean in (0.2, 0.5, 0.9):
        found = likeliest(values, seen, mean)
        assert found.sum() == pytest.approx(1)
        assert found @ values == pytest.approx(mean)
    assert likeliest(values, seen, float(seen @ values)) == pytest.approx(seen)


def test_the_ratio_of_wins_and_losses_is_that_of_wald() -> None:
    """With two outcomes the likeliest distributions are fixed, and so is the ratio."""
    counts = {0.0: 40.0, 1.0: 60.0}
    expected = 60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5)
    assert log_likelihood_ratio(counts, 0.5, 0.55) == pytest.approx(expected)


def played(rate: float, seed: int, bounds: Bounds) -> tuple[str, int]:
    """The verdict on a player with that win rate, and after how many pairs it came."""
    random = np.random.default_rng(seed)
    test = SequentialTest(bounds, 2)
    while test.verdict == UNDECIDED:
        test.add(float(random.binomial(2, rate)) / 2)
    return test.verdict, test.rounds


def test_wrong_answers_are_as_rare_as_promised() -> None:
    bounds = Bounds(0, 60)
    equal = [played(0.5, seed, bounds)[0] for seed in range(40)]
    better = [played(expected_share(60, 2), seed, bounds)[0] for seed in range(40)]
    assert equal.count(BETTER) <= 5
    assert better.count(NOT_BETTER) <= 5


def test_great_differences_are_found_soon() -> None:
    verdict, rounds = played(0.9, 1, Bounds(0, 50))
    assert verdict == BETTER
    assert rounds < 60


def test_the_limits_are_those_of_five_percent() -> None:
    assert pytest.approx(2.944, abs=1e-3) == LIMIT


@pytest.mark.parametrize("text", ["", "5", "1,2,3", "a,b", "20,0", "3,3"])
def test_wrong_bounds_are_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match="sprt"):
        read_bounds(text)


def test_bounds_are_read() -> None:
    assert read_bounds("-5,2.5") == Bounds(-5.0, 2.5)


def test_a_share_at_a_table_of_equals_is_par() -> None:
    shares: list[float] = [expected_share(0, seats) for seats in (2, 3, 4, 5)]
    assert shares == pytest.approx([1 / 2, 1 / 3, 1 / 4, 1 / 5])


def test_chances_add_up() -> None:
    found: Floats = chances(np.array([[1.0, 3.0, 0.0], [1, 1, 1]]), np.array([800.0, 0.0, -800.0]))
    assert found.sum(axis=1) == pytest.approx([1, 1])


def test_who_has_not_played_yet_is_rated_with_an_interval_that_says_so() -> None:
    """As after Ctrl-C in a series of more players than places at the table."""
    series = Series(("medium", "easy", "random", "casual"), 3, seed=1, paired=True)
    players = contest(series, 100, watch=lambda done: done < 3)["players"]
    (absent,) = [row for row in players.values() if row["games"] == 0]
    low, high = absent["elo_interval"]
    assert high - low > 1000
    assert all(high - low >= row["elo_interval"][1] - row["elo_interval"][0] for row in players.values())
