"""A match: who meets whom, that games depend on their number alone, and that nothing gets lost."""

import os
import random
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from openabyss.arena.matches.match import Match, Results, lineups, seed_of
from openabyss.arena.matches.match_file import stored
from openabyss.arena.ratings.contest import contest
from openabyss.arena.ratings.rating import Scores, rate
from openabyss.arena.ratings.sprt import BETTER, Bounds
from openabyss.arena.series.journal import UnusableOutput, journal_of
from openabyss.distribution.workers import WorkerLost, play_in_order
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

PAIR = Match(("medium", "random"), seed=4)
THREE = Match(("medium", "random", "medium:pearl=200"), seed=4)
FOUR = Match(("medium", "random"), seats=4, seed=4)
Json = dict[str, Any]


def played_alike(some: Results, others: Results) -> bool:
    """Everything but the time is equal."""
    names = [name for name in some.dtype.names or () if name != "seconds"]
    return len(some) == len(others) and all(np.array_equal(some[name], others[name]) for name in names)


def told(found: Json) -> Json:
    """Ratings without what differs from run to run."""
    players = {
        name: {key: value for key, value in row.items() if key != "ms_per_decision"}
        for name, row in found["players"].items()
    }
    return {**found, "players": players}


class Impatience:
    """Stops a match when so many games are done."""

    def __init__(self, games: int) -> None:
        self.games, self.done = games, 0

    def show(self, done: int) -> None:
        self.done = done

    def __call__(self) -> bool:
        return self.done >= self.games


def interrupted(match: Match, games: int, after: int, **settings: Any) -> Json:
    """A match that is stopped after some games."""
    patience = Impatience(after)
    return contest(match, games, stop=patience, show=patience.show, **settings)


# --------------------------------------------------------------------------------- who meets whom


def test_everybody_meets_everybody() -> None:
    assert lineups(3, 2) == ((0, 1), (0, 2), (1, 2))
    assert len(lineups(5, 3)) == 10
    assert lineups(4, 4) == ((0, 1, 2, 3),)


def test_the_last_player_takes_the_seats_that_are_left() -> None:
    assert lineups(2, 4) == ((0, 1, 1, 1),)
    assert lineups(2, 5) == ((0, 1, 1, 1, 1),)


def test_everybody_has_every_seat_once_in_a_round() -> None:
    games = [THREE.seating(number) for number in range(6)]
    assert games == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    four = [FOUR.seating(number) for number in range(4)]
    assert four == [(0, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1)]


def test_a_round_is_one_deal_of_the_cards() -> None:
    first, second, other = (THREE.deal(number) for number in (6, 7, 8))
    assert first.hash == second.hash
    assert first.hash != other.hash
    chooser = random.Random(1)
    for _decision in range(40):
        answer = chooser.choice(first.legal_actions)
        assert first.apply(answer) == second.apply(answer.id)


def test_games_come_in_whole_rounds() -> None:
    assert PAIR.games(7) == 8
    assert THREE.games(7) == 24
    assert FOUR.games(5) == 8


def test_seeds_differ() -> None:
    numbers = {seed_of(seed, game, seat) for seed in (-1, 0, 1) for game in range(50) for seat in range(4)}
    assert len(numbers) == 600


@pytest.mark.parametrize(
    ("players", "seats", "said"),
    [
        (("medum", "random"), 2, "did you mean 'medium'"),
        (("medium:perl=1", "random"), 2, "did you mean 'pearl'"),
        (("medium",), 2, "at least two"),
        (("medium", "medium"), 2, "named twice"),
        (("medium", "random"), 5, "5 with Leviathan"),
    ],
)
def test_what_cannot_be_played_is_refused(players: tuple[str, ...], seats: int, said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        Match(players, seats)


# ------------------------------------------------------------------------------ games by number


def test_chunks_do_not_matter() -> None:
    whole = THREE.play(0, 8)
    assert played_alike(whole, np.concatenate([THREE.play(0, 3), THREE.play(3, 5)]))
    assert not played_alike(whole, replace(THREE, seed=5).play(0, 8))


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_number_of_processes_does_not_matter(jobs: int) -> None:
    assert played_alike(np.concatenate(list(play_in_order(THREE, 0, 12, jobs))), THREE.play(0, 12))


def test_every_game_has_a_winner_and_a_share_of_one() -> None:
    results = Match(("random", "medium"), seats=5, kraken=True, leviathan=True).play(0, 5)
    assert ((results["rank"] == 1).sum(axis=1) == results["winners"]).all()
    assert (results["decisions"] > 0).all()
    scores = Scores(Match(("random", "medium"), seats=5, leviathan=True), results)
    assert scores.shares.sum(axis=2) == pytest.approx(np.ones((1, 5)))


# -------------------------------------------------------------------------------------- ratings


def made_up(match: Match, winners: list[int]) -> Results:
    """Games in which the player with that number wins, with its first seat."""
    results = match.play(0, 0)
    results = np.zeros(len(winners), results.dtype)
    for number, winner in enumerate(winners):
        seating = match.seating(number)
        results["number"][number] = number
        results["player"][number] = -1
        results["player"][number, : match.seats] = seating
        results["rank"][number, : match.seats] = 2
        results["rank"][number, seating.index(winner)] = 1
        results["winners"][number] = 1
    return results


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
    results = made_up(PAIR, [0, 0])
    results["rank"][:, :2], results["winners"] = 1, 2
    found = rate(PAIR, results)
    assert found["players"]["medium"]["win_rate"] == 0.5
    assert found["players"]["medium"]["elo"] == 0


def test_stronger_players_have_more_elo_and_more_skill() -> None:
    found = contest(replace(THREE, seats=3), 12)["players"]
    assert found["medium"]["elo"] > found["random"]["elo"]
    assert found["medium"]["skill"] > found["random"]["skill"]
    assert found["medium"]["interval"][0] <= found["medium"]["win_rate"] <= found["medium"]["interval"][1]


# ------------------------------------------------------------------- interruption and resumption


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_match_goes_on_as_if_nothing_had_happened(tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "match.parquet"
    expected = contest(PAIR, 60)
    for games in (1, 12):
        stopped = interrupted(PAIR, 60, games, jobs=jobs, out=out, resume=True)
        assert stopped["interrupted"]
        assert games <= parquet.read_table(out).num_rows / 2 < 60
    assert told(contest(PAIR, 60, jobs=jobs, out=out, resume=True)) == told(expected)
    assert not journal_of(out).exists()
    assert told(stored(out)) == told(expected)
    assert told(contest(PAIR, 60, out=out, resume=True)) == told(expected)


def test_files_hold_every_seat_of_every_game(tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    found = contest(THREE, 4, out=out)
    rows = parquet.read_table(out).to_pylist()
    assert len(rows) == 2 * found["games"]
    for name, player in found["players"].items():
        own = [row for row in rows if row["player"] == name]
        assert player["wins"] == pytest.approx(sum(row["win_share"] for row in own))
        assert len(own) == player["games"]


def test_files_of_other_matches_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    interrupted(PAIR, 4, 1, out=out)
    with pytest.raises(UnusableOutput, match="--resume"):
        contest(PAIR, 4, out=out)
    with pytest.raises(UnusableOutput, match="seed 4, here 5"):
        contest(replace(PAIR, seed=5), 4, out=out, resume=True)
    contest(PAIR, 4, out=out, resume=True)
    with pytest.raises(UnusableOutput, match="finished with 4 games"):
        contest(PAIR, 40, out=out, resume=True)
    with pytest.raises(InvalidOption, match=r"does not end in \.parquet"):
        contest(PAIR, 4, out=tmp_path / "match.xls")


def test_a_test_that_has_decided_ends_the_match(tmp_path: Path) -> None:
    bounds, out = Bounds(0, 50), tmp_path / "match.parquet"
    found = contest(PAIR, 400, bounds=bounds)
    assert found["sprt"]["verdict"] == BETTER
    assert not found["interrupted"]
    assert found["games"] == 2 * found["sprt"]["rounds"] < 400
    interrupted(PAIR, 400, 2, bounds=bounds, out=out)
    assert told(contest(PAIR, 400, jobs=2, bounds=bounds, out=out, resume=True)) == told(found)
    with pytest.raises(InvalidOption, match="two players"):
        contest(THREE, 4, bounds=bounds)


# --------------------------------------------------------------------------- processes that die


class Dying:
    """Games of which one kills its process, once or always."""

    first_chunk = 1

    def __init__(self, marker: Path, *, always: bool) -> None:
        self.marker, self.always = marker, always

    def prepare(self) -> None:
        pass

    def play(self, first: int, count: int) -> Results:
        if first <= 5 < first + count and (self.always or not self.marker.exists()):
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return np.array([(number,) for number in range(first, first + count)], [("number", np.int64)])


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "died"


def test_what_a_dead_process_played_is_played_again(marker: Path) -> None:
    rows = np.concatenate(list(play_in_order(Dying(marker, always=False), 0, 40, 2)))
    assert marker.exists()
    assert rows["number"].tolist() == list(range(40))


def test_processes_that_die_again_and_again_are_told(marker: Path) -> None:
    with pytest.raises(WorkerLost, match="died"):
        list(play_in_order(Dying(marker, always=True), 0, 40, 2))
