"""A match: who meets whom, that games depend on their number alone, and that nothing gets lost."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from openabyss.arena.ratings.rating import Scores, contest, rate
from openabyss.arena.ratings.sprt import BETTER, UNDECIDED, Bounds
from openabyss.arena.series.files import UnusableOutput, journal_of, unfinished_of
from openabyss.arena.series.playing import OUTCOME
from openabyss.arena.series.series import OutcomeRows, Series, lineups, seed_of
from openabyss.arena.simulations.outputs import stored_summary
from openabyss.arena.workers import WorkerLost, play_in_order
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from tests.arena.conftest import ROTATED, Fatal

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

PAIR = Series(("medium", "random"), seed=4, paired=True)
THREE = Series(("medium", "random", "medium:pearl=200"), 2, seed=4, paired=True)
FOUR = Series(("medium", "random"), 4, seed=4, paired=True)
Json = dict[str, Any]


def timeless(found: Json) -> Json:
    """Ratings without what differs from run to run."""
    players = {name: {**row, "ms_per_decision": 0} for name, row in found["players"].items()}
    return {**found, "players": players}


def interrupted(series: Series, games: int, after: int, **settings: Any) -> Json:
    """A match that is stopped after some games."""
    return contest(series, games, watch=lambda done: done < after, **settings)


# --------------------------------------------------------------------------------- who meets whom


def test_everybody_meets_everybody_and_the_last_player_takes_the_seats_that_are_left() -> None:
    assert lineups(3, 2) == ((0, 1), (0, 2), (1, 2))
    assert len(lineups(5, 3)) == 10
    assert lineups(4, 4) == ((0, 1, 2, 3),)
    assert lineups(2, 5) == ((0, 1, 1, 1, 1),)


def test_everybody_has_every_seat_once_in_a_round() -> None:
    assert THREE.seating(0, 6).tolist() == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
    assert FOUR.seating(0, 4).tolist() == [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]
    assert np.array_equal(THREE.seating(4, 20), THREE.seating(0, 24)[4:])


def test_a_round_is_one_deal_of_the_cards() -> None:
    first, second, other = (THREE.deal(number) for number in (6, 7, 8))
    assert first.hash == second.hash
    assert first.hash != other.hash
    chooser = random.Random(1)
    for _decision in range(40):
        answer = chooser.choice(first.legal_actions)
        assert first.apply(answer) == second.apply(answer.id)


def test_games_come_in_whole_rounds() -> None:
    assert [series.rounded_up(7) for series in (PAIR, THREE, FOUR)] == [8, 24, 8]
    assert Series(("random", "random")).rounded_up(7) == 7


def test_seeds_differ() -> None:
    numbers = {seed_of(seed, game, seat) for seed in (-1, 0, 1) for game in range(50) for seat in range(4)}
    assert len(numbers) == 600


def test_every_game_has_a_winner_and_a_share_of_one() -> None:
    series = Series(("random", "medium"), 5, kraken=True, leviathan=True, paired=True)
    outcomes = series.play(0, 5)
    assert ((outcomes["rank"] == 1).sum(axis=1) == outcomes["winners"]).all()
    assert (outcomes["choices"] > 0).all()
    assert (outcomes["seconds"] > 0).all()
    scores = Scores(series, outcomes)
    assert scores.shares.sum(axis=2) == pytest.approx(np.ones((1, 5)))


# -------------------------------------------------------------------------------------- ratings


def made_up(series: Series, winners: list[int]) -> OutcomeRows:
    """Games in which the player with that number wins, with its first seat."""
    outcomes, among = np.zeros(len(winners), OUTCOME), slice(series.players)
    outcomes["player"][:, among], outcomes["rank"][:, among] = series.seating(0, len(winners)), 2
    outcomes["winners"] = 1
    for number, winner in enumerate(winners):
        outcomes["rank"][number, outcomes["player"][number].tolist().index(winner)] = 1
    return outcomes


def test_wins_are_counted_for_the_player_and_not_for_the_seat() -> None:
    found = rate(PAIR, made_up(PAIR, [0, 0, 0, 1]))
    assert found["players"]["medium"]["win_rate"] == 0.75
    assert found["players"]["random"]["win_rate"] == 0.25
    assert found["players"]["medium"]["elo"] == -found["players"]["random"]["elo"] > 0


def test_a_player_with_several_seats_is_counted_by_seat() -> None:
    found = rate(FOUR, made_up(FOUR, [0, 0, 1, 0]))
    assert found["players"]["medium"]["win_rate"] == 0.75
    assert found["players"]["random"]["win_rate"] == pytest.approx(1 / 12, abs=1e-4)
    assert found["par"] == 0.25


def test_a_round_that_is_not_complete_does_not_count() -> None:
    assert rate(PAIR, made_up(PAIR, [0, 0, 0]))["games"] == 2
    assert rate(PAIR, made_up(PAIR, []))["players"]["medium"]["win_rate"] == 0


def test_shared_victories_are_shares() -> None:
    outcomes = made_up(PAIR, [0, 0])
    outcomes["rank"][:, :2], outcomes["winners"] = 1, 2
    found = rate(PAIR, outcomes)
    assert found["players"]["medium"]["win_rate"] == 0.5
    assert found["players"]["medium"]["elo"] == 0


def test_elo_says_who_wins_and_by_places_who_comes_before_whom() -> None:
    """The first wins half of the games and comes in last in the others, the second is never last."""
    series = Series(("medium", "random", "easy", "regent"), 4, seed=4, paired=True)
    outcomes = made_up(series, [0, 0, 1, 2])
    for game, ranks in enumerate(([1, 2, 3, 4], [1, 2, 4, 3], [4, 1, 2, 3], [4, 2, 1, 3])):
        outcomes["rank"][game, :4] = np.array(ranks)[outcomes["player"][game, :4]]
    first, second, *_others = rate(series, outcomes)["players"].values()
    assert first["elo"] > second["elo"]
    assert second["elo_by_places"] > first["elo_by_places"]
    assert first["elo_by_places_interval"][0] < first["elo_by_places"] < first["elo_by_places_interval"][1]


def test_of_two_there_is_nothing_but_who_wins() -> None:
    assert "elo_by_places" not in rate(PAIR, made_up(PAIR, [0, 1]))["players"]["medium"]


def test_stronger_players_have_more_elo() -> None:
    found = contest(replace(THREE, players=3), 12)["players"]
    assert found["medium"]["elo"] > found["random"]["elo"]
    assert found["medium"]["interval"][0] <= found["medium"]["win_rate"] <= found["medium"]["interval"][1]


# ------------------------------------------------------------------- interruption and resumption


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_match_goes_on_as_if_nothing_had_happened(tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "match.parquet"
    expected = contest(PAIR, 60)
    for games in (1, 13):
        stopped = interrupted(PAIR, 60, games, jobs=jobs, out=out, resume=True)
        assert stopped["interrupted"]
        assert games - 1 <= stopped["games"] < 60
        assert parquet.read_metadata(unfinished_of(out)).num_rows == 2 * stopped["games"]
    assert timeless(contest(PAIR, 60, jobs=jobs, out=out, resume=True)) == timeless(expected)
    assert not journal_of(out).exists()
    assert timeless(stored_summary(out)) == timeless(expected)
    assert timeless(contest(PAIR, 60, out=out, resume=True)) == timeless(expected)


def test_files_hold_every_seat_of_every_game(tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    found = contest(THREE, 4, out=out)
    rows = parquet.read_table(out).to_pylist()
    assert len(rows) == 2 * found["games"]
    for name, player in found["players"].items():
        own = [row for row in rows if row["player"] == name]
        assert player["wins"] == pytest.approx(sum(row["win_share"] for row in own))
        assert len(own) == player["games"]


def test_a_test_that_has_decided_ends_the_match(tmp_path: Path) -> None:
    bounds, out = Bounds(0, 50), tmp_path / "match.parquet"
    found = contest(PAIR, 400, bounds=bounds)
    assert found["sprt"]["verdict"] == BETTER
    assert not found["interrupted"]
    assert found["games"] == 2 * found["sprt"]["rounds"] < 400
    interrupted(PAIR, 400, 2, bounds=bounds, out=out)
    assert timeless(contest(PAIR, 400, jobs=2, bounds=bounds, out=out, resume=True)) == timeless(found)
    with pytest.raises(InvalidOption, match="two players"):
        contest(THREE, 4, bounds=bounds)


def test_a_finished_match_does_not_answer_for_another_test(tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    found = contest(PAIR, 400, bounds=Bounds(0, 100), out=out)
    assert timeless(contest(PAIR, 400, bounds=Bounds(0, 100), out=out, resume=True)) == timeless(found)
    for bounds, here in ((Bounds(300, 500), r"\[300, 500\]"), (None, r"\[\]")):
        with pytest.raises(UnusableOutput, match=rf"other settings \(sprt \[0, 100\], here {here}\)"):
            contest(PAIR, 400, bounds=bounds, out=out, resume=True)


def test_an_undecided_match_is_finished_with_its_games(tmp_path: Path) -> None:
    out, bounds = tmp_path / "match.parquet", Bounds(0, 1)
    assert contest(PAIR, 4, bounds=bounds, out=out)["sprt"]["verdict"] == UNDECIDED
    with pytest.raises(UnusableOutput, match="finished with 4 games"):
        contest(PAIR, 8, bounds=bounds, out=out, resume=True)


# --------------------------------------------------------------------------- processes that die


def test_what_a_dead_process_played_is_played_again(tmp_path: Path) -> None:
    fatal = Fatal(ROTATED, 5, tmp_path / "died")
    rows = np.concatenate(list(play_in_order(fatal, 0, 40, 2)))
    assert fatal.mark.exists()
    assert np.array_equal(rows, ROTATED.play(0, 40))


def test_processes_that_die_again_and_again_are_named(tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match="died"):
        list(play_in_order(Fatal(ROTATED, 5, tmp_path / "died", always=True), 0, 40, 2))
