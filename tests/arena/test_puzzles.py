"""Puzzles: what the package ships, how they are found, and `openabyss puzzle`."""

import io
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from openabyss import Game, IllegalAction, InvalidOption
from openabyss.arena.puzzles import (
    PUZZLES_FILE,
    THEMES,
    Puzzle,
    number_of_day,
    read_puzzles,
    shipped_puzzles,
    themes_of,
    write_puzzles,
)
from openabyss.arena.puzzles.verdicts import verdict_on
from openabyss.engine.mode import INTERPRETED
from openabyss.players.search.searching import Candidate, with_only
from openabyss.terminal.puzzling import pose_puzzle
from scripts.puzzles import CLEAR_GAIN, Comparison, stands_out

MAX_BYTES = 300_000
# All together, of a set with any number of players, and of a set with a certain number of them.
MIN_PUZZLES, MIN_OF_A_SET, MIN_OF_A_TABLE = 300, 30, 4
# How many of the puzzles are replayed, and how many are solved again.
REPLAYED, SOLVED = 12, 3


def spread(count: int) -> list[Puzzle]:
    """Some of the puzzles, from the first to the last."""
    puzzles = shipped_puzzles()
    return [puzzles[place * (len(puzzles) - 1) // (count - 1)] for place in range(count)]


def said_to(number: int, typed: str) -> str:
    target = io.StringIO()
    pose_puzzle(number, io.StringIO(typed), target)
    return target.getvalue()


def test_there_are_300_puzzles_of_all_sets_with_two_to_four_players_in_a_small_file() -> None:
    configs = [puzzle.record["config"] for puzzle in shipped_puzzles()]
    tables = Counter(
        (config["players"], config.get("kraken", False), config.get("leviathan", False)) for config in configs
    )
    sets = Counter((config.get("kraken", False), config.get("leviathan", False)) for config in configs)
    assert len(configs) >= MIN_PUZZLES
    assert len(sets) == 4
    assert len(tables) == 12
    assert min(sets.values()) >= MIN_OF_A_SET
    assert min(tables.values()) >= MIN_OF_A_TABLE
    assert PUZZLES_FILE.stat().st_size <= MAX_BYTES


def test_the_best_answer_is_clearly_better_than_all_that_were_compared() -> None:
    for puzzle in shipped_puzzles():
        best, *others = puzzle.chances.values()
        assert others
        assert best - max(others) >= CLEAR_GAIN - 0.001, puzzle.best


def test_every_answer_is_compared_that_is_legal_where_the_record_ends() -> None:
    for puzzle in spread(REPLAYED):
        game = puzzle.game()
        legal = {action.text for action in game.legal_actions}
        assert set(puzzle.chances) == set(puzzle.outlooks) == legal
        assert (puzzle.seat, puzzle.themes) == (game.player, themes_of(game))


@pytest.mark.skipif(INTERPRETED, reason="searches thousands of lines")
def test_a_search_of_fixed_length_still_finds_the_solutions() -> None:
    comparison = Comparison()
    for puzzle in spread(SOLVED):
        game = puzzle.game()
        numbers = {action.text: action.id for action in game.legal_actions}
        best, second = (
            comparison.worth(game.state, numbers[text], game.player, 1000, seed=5)
            for text in [*puzzle.chances][:2]
        )
        assert best > second, puzzle.record


def test_only_what_was_looked_at_is_compared_at_first_sight() -> None:
    best = Candidate(action=1, visits=300, chances=(0.6, 0.4))
    near, unseen = Candidate(2, 40, (0.55, 0.45)), Candidate(3, 1, (0.58, 0.42))
    assert not stands_out([best, near], seat=0)
    assert stands_out([best, Candidate(2, 40, (0.4, 0.6)), unseen], seat=0)


def test_with_only_one_answer_nothing_else_is_possible() -> None:
    game = Game.new(players=2, seed=3)
    before, answer = game.hash, game.legal_actions[0].id
    table = with_only(game.state, answer)
    assert table.mask.nonzero()[0].tolist() == [answer]
    assert table.offered == 1
    assert game.hash == before


def test_puzzles_come_back_from_a_file_as_they_were(tmp_path: Path) -> None:
    write_puzzles(tmp_path / "some.xz", spread(2))
    assert list(read_puzzles(tmp_path / "some.xz")) == spread(2)


def test_an_answer_is_judged_and_the_chances_are_told() -> None:
    puzzle = shipped_puzzles()[0]
    wrong = [*puzzle.chances][1]
    told = f"you win {round(100 * puzzle.chances[puzzle.best])} of 100 games"
    right = said_to(1, f"nonsense\n{puzzle.best}\n")
    assert "Puzzle 1 of " in right
    assert "Right!" in right
    assert told in right
    assert "There are answers 1 to " in right
    assert "Another answer is better." in said_to(1, f"{wrong}\n")


def test_a_verdict_tells_the_chances_of_all_answers_and_why_the_best_one_is_better() -> None:
    for puzzle in spread(REPLAYED):
        game = puzzle.game()
        right, wrong = (verdict_on(puzzle, game, answer) for answer in [*puzzle.chances][:2])
        assert (right.is_right, wrong.is_right, verdict_on(puzzle, game, None).is_right) == (
            True,
            False,
            None,
        )
        assert [one.action for one in right.answers] == [*puzzle.chances]
        assert right.reasons == wrong.reasons
        assert all(right.reasons)
    with pytest.raises(IllegalAction):
        verdict_on(puzzle, game, "nonsense")


def test_every_theme_has_puzzles_and_no_day_the_same_one_as_the_day_before() -> None:
    assert {theme for puzzle in shipped_puzzles() for theme in puzzle.themes} == set(THEMES)
    days = [date(2026, 11, 25) + timedelta(days) for days in range(len(shipped_puzzles()))]
    assert len({number_of_day(day) for day in days}) == len(days)


def test_the_end_of_the_input_leaves_the_solution() -> None:
    said = said_to(2, "")
    assert "of 100 games" in said
    assert "Right!" not in said
    assert "better" not in said


def test_an_answer_can_be_given_by_its_number() -> None:
    said = said_to(1, "99\n1\n")
    assert ("Right!" in said) != ("Another answer is better." in said)


def test_a_puzzle_that_is_not_there_is_refused() -> None:
    """The command has a process of its own: where the rules are not compiled yet, it runs uncompiled."""
    last = len(shipped_puzzles())
    for number in (0, last + 1):
        with pytest.raises(InvalidOption):
            said_to(number, "")
    command = [sys.executable, "-m", "openabyss", "puzzle", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"There are puzzles 1 to {last}." in done.stderr
