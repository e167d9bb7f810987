"""Puzzles: what the package ships, how they are found, and `openabyss puzzle`."""

import io
import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from openabyss import Game, IllegalAction, InvalidOption, view
from openabyss.arena.puzzles import (
    PUZZLES_FILE,
    THEMES,
    Puzzle,
    imagined_position,
    number_of_day,
    read_puzzles,
    shipped_puzzles,
    themes_of,
    write_puzzles,
)
from openabyss.arena.puzzles.answers import (
    EQUAL,
    Comparison,
    puzzle_of,
    read_reason,
    verdict_on,
    written_reason,
)
from openabyss.cli import main
from openabyss.client.replay import Replay
from openabyss.engine.mode import INTERPRETED
from openabyss.players.search.contrast import Deed, Stock
from openabyss.players.search.searching import Candidate, with_only
from openabyss.rules.cards.allies import CRAB
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import NOBODY
from openabyss.terminal import puzzling
from openabyss.terminal.puzzling import pose_moment, pose_puzzle
from openabyss.words.cards.codes import LORD_IDS
from scripts.puzzles import CLEAR_GAIN, stands_out
from tests.random_games import moments, play_on

MAX_BYTES = 300_000
# All together, of a set with any number of players, and of a set with a certain number of them.
MIN_PUZZLES, MIN_OF_A_SET, MIN_OF_A_TABLE = 300, 30, 4
# How many of the puzzles are replayed, and how many are solved again.
REPLAYED, SOLVED = 12, 3
# One that is found nowhere by chance.
SEED = 7_111_222_333


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
        assert set(puzzle.chances) == {puzzle.best, *puzzle.reasons} == legal
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
        names = [f"Player {seat + 1}" for seat in range(game.players)]
        right, wrong = (verdict_on(puzzle, game, names, answer) for answer in [*puzzle.chances][:2])
        none = verdict_on(puzzle, game, names, None)
        assert (right.is_right, wrong.is_right, none.is_right) == (True, False, None)
        assert [one.action for one in right.answers] == [*puzzle.chances]
        assert right.reasons == wrong.reasons
        assert all(right.reasons)
    with pytest.raises(IllegalAction):
        verdict_on(puzzle, game, names, "nonsense")


def test_what_no_search_tells_apart_is_right_as_well() -> None:
    puzzle = shipped_puzzles()[0]
    best, second, *others = puzzle.chances
    chances = {best: 0.6, second: 0.6 - EQUAL / 2, **dict.fromkeys(others, 0.1)}
    close = replace(puzzle, chances=chances)
    verdict = verdict_on(close, puzzle.game(), ["Ada", "Nemo", "Triton", "Nerea"], second)
    assert verdict.is_right
    assert verdict.reasons[0].startswith("Why not “")
    same = replace(puzzle, chances=dict.fromkeys(chances, 0.5))
    [reason] = verdict_on(same, puzzle.game(), ["Ada", "Nemo", "Triton", "Nerea"], second).reasons
    assert reason.startswith("All the answers win about equally often")


def test_reasons_are_written_in_words_and_ids_that_stay() -> None:
    deed = Deed((EVENT_NAMES.index("LORD_RECRUITED"), 1, 3, 2, NOBODY), 20, 3, 6.0)
    stack = Deed((EVENT_NAMES.index("STACK_TAKEN"), 0, 3, CRAB, NOBODY), 20, 3, 2.4)
    hand = Stock(0, "hand", CRAB, 2.0, 0.25, 1.4)
    assert written_reason(deed) == ["LORD_RECRUITED", 1, 3, LORD_IDS[2], 20, 3, 6.0]
    assert written_reason(stack) == ["STACK_TAKEN", 0, 3, "crab", 20, 3, 2.4]
    assert written_reason(hand) == ["hand", 0, "crab", 2.0, 0.25, 1.4]
    for reason in (deed, stack, hand, Stock(1, "pearls", 0, 1.0, 4.0, 1.8)):
        assert read_reason(written_reason(reason)) == reason


def test_a_puzzle_of_a_moment_asks_the_same_and_tells_nothing_that_was_hidden() -> None:
    posed = 0
    for seed in range(8):
        game = Game.new(2 + seed % 3, SEED + seed, kraken=seed % 2 == 1, leviathan=seed > 3)
        play_on(game, random.Random(seed), 60 + 10 * seed)
        if len(game.legal_actions) < 2 or game.question.kind.startswith("PAY"):
            continue
        posed += 1
        made = Game.from_record(imagined_position(game, 5).to_record())
        assert made.question.prompt == game.question.prompt
        assert [one.text for one in made.legal_actions] == [one.text for one in game.legal_actions]
        assert view(made, game.player) == view(game, game.player)
        assert str(game.seed) not in str(made.to_record())
    assert posed > 3


@pytest.mark.skipif(INTERPRETED, reason="searches thousands of lines")
def test_a_position_is_judged_like_a_puzzle_of_the_package() -> None:
    shipped = shipped_puzzles()[0]
    made = puzzle_of(shipped.game(), Comparison())
    assert made.best == shipped.best
    assert set(made.reasons) == set(shipped.reasons)
    assert list(made.chances.values())[1:] == sorted(list(made.chances.values())[1:], reverse=True)


def test_only_a_choice_becomes_a_puzzle() -> None:
    game = Game.new(2, seed=3)
    play_on(game, random.Random(3), None)
    with pytest.raises(InvalidOption, match="There is nothing to decide"):
        imagined_position(game, 1)


def test_every_theme_has_puzzles_and_no_day_the_same_one_as_the_day_before() -> None:
    assert {theme for puzzle in shipped_puzzles() for theme in puzzle.themes} == set(THEMES)
    days = [date(2026, 11, 25) + timedelta(days) for days in range(len(shipped_puzzles()))]
    assert len({number_of_day(day) for day in days}) == len(days)


def test_what_a_puzzle_is_about_is_what_is_asked() -> None:
    """Fights, tokens and what explorers find are no powers of lords; a sentinel is one, though it may guard a
    location."""
    about = dict.fromkeys(["FIGHT_TARGET", "TAKE_TOKENS", "EXPLORE_ALLY", "OFFER"], "")
    about |= {"MAIN": "turn", "PLACE_SENTINEL": "power", "TAKE_LORD": "power"}
    about |= dict.fromkeys(["CONTROL_SOURCE", "CONTROL_PICK", "AMBASSADOR_PICK", "EXCHANGE_FOR"], "location")
    found = {
        game.question.kind: " ".join({"turn", "location", "power"}.intersection(themes_of(game)))
        for game in (
            *(puzzle.game() for puzzle in shipped_puzzles()[:240]),
            *(game.clone() for game in moments(2, players=3, leviathan=True) if not game.is_over),
        )
    }
    assert {kind: found[kind] for kind in about} == about


@pytest.mark.skipif(INTERPRETED, reason="searches thousands of lines")
def test_a_moment_of_a_record_is_posed_and_judged_at_the_terminal(tmp_path: Path) -> None:
    game = Game.new(2, seed=4)
    play_on(game, random.Random(4), 12)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_record()))
    replay = Replay(game)
    moment = next(place for place in range(8, 12) if len(replay.game_at(place).legal_actions) > 1)
    target = io.StringIO()
    pose_moment(file, moment, io.StringIO("1\n"), target)
    assert f"Moment {moment} of {file}" in target.getvalue()
    assert "of 100 games" in target.getvalue()
    with pytest.raises(InvalidOption, match="There are moments 0 to "):
        pose_moment(file, 99, io.StringIO(), target)
    assert main(["puzzle", "--from", str(file)]) == 2


def test_the_regent_of_a_record_is_called_so_in_its_puzzles_at_the_terminal() -> None:
    game = Game.new(2, seed=4, regent=3)
    while game.player == game.table.regent:
        game.apply(game.legal_actions[0])
    assert puzzling._session(game).names == ["Captain", "Regent"]


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
