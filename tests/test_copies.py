"""Copies of games and tables: each is a game of its own, however it was made."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from openabyss import Game
from openabyss.rules.state import bytes_of
from tests.random_games import play_on

COPIES: dict[str, Callable[[Game], Game]] = {
    "clone": Game.clone,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "record": lambda game: Game.from_record(game.to_record()),
}


def played(seed: int, decisions: int) -> Game:
    game = Game.new(players=3, seed=seed, kraken=seed % 2 == 0, leviathan=seed % 3 == 0)
    return play_on(game, random.Random(seed), decisions)


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_is_equal_and_goes_its_own_way(way: str) -> None:
    for seed in range(4):
        game = played(seed, 30)
        before, table = game.to_record(), bytes_of(game.state)
        other = COPIES[way](game)
        assert other == game
        assert (other.latest_events, other.can_undo) == (game.latest_events, game.can_undo)
        for copied in (other, game.sample_hidden(0, 1)):
            play_on(copied, random.Random(seed))
            copied.state.pearls[:] = copied.state.hand[:] = 99
            assert copied != game
            assert (game.to_record(), bytes_of(game.state)) == (before, table)


def test_the_record_of_an_imagined_game_is_that_game() -> None:
    imagined = play_on(played(5, 30).sample_hidden(0, 1), random.Random(1), 5)
    assert Game.from_record(imagined.to_record()) == imagined
    assert imagined != played(5, 30).sample_hidden(0, 2)


def test_imagined_games_are_compared_without_writing_how_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("openabyss.play.game.write_position")
    game = played(5, 30)
    imagined = game.sample_hidden(0, 1)
    assert imagined == game.sample_hidden(0, 1)
    later = play_on(game.clone(), random.Random(1), 1)
    assert imagined not in [game.sample_hidden(0, 2), later.sample_hidden(0, 1)]


@pytest.mark.parametrize("way", COPIES)
def test_playing_the_original_changes_nothing_in_the_copy(way: str) -> None:
    game = played(5, 3)
    other = COPIES[way](game)
    before, table = other.to_record(), bytes_of(other.state)
    play_on(game, random.Random(5))
    assert (other.to_record(), bytes_of(other.state)) == (before, table)


@pytest.mark.parametrize("way", ["clone", "copy", "deepcopy", "pickle"])
def test_a_copy_takes_back_by_itself(way: str) -> None:
    game = played(5, 0)
    while not game.can_undo:
        game.apply(game.legal_actions[0])
    other = COPIES[way](game)
    other.undo()
    assert other != game
    other.redo()
    assert other == game


def test_games_differ_by_seed_by_options_and_by_answers() -> None:
    assert Game.new(players=2, seed=1) == Game.new(players=2, seed=1)
    assert Game.new(players=2, seed=1) != Game.new(players=2, seed=2)
    assert Game.new(players=2, seed=1) != Game.new(players=2, seed=1, options={"martial_law": "always"})
    assert Game.new(players=2, seed=1) != played(1, 1)
    assert Game.new(players=2, seed=1) != "a game"


def test_a_table_survives_pickling() -> None:
    state = played(1, 20).state
    again = pickle.loads(pickle.dumps(state))
    assert bytes_of(again) == bytes_of(state)
    again.pearls[0] = 99
    assert state.pearls[0] != 99


def test_a_game_shows_itself_in_a_line() -> None:
    game = Game.new(players=3, seed=1, leviathan=True)
    assert repr(game).startswith("<Game: 3 players, leviathan, turn 1, ")
    assert repr(game).endswith(f"{game.question.kind} asked of player {game.player}>")


class Noted(Game):
    """A game with something added to it."""

    note = ""


@pytest.mark.parametrize("way", ["clone", "copy", "deepcopy", "pickle"])
def test_a_copy_of_a_game_to_which_something_was_added_has_that_too(way: str) -> None:
    game = Noted.new(players=2, seed=3)
    game.note = "mine"
    for other in (COPIES[way](game), game.at(0), next(game.decisions(), (game, None))[0]):
        assert isinstance(other, Noted)
        assert other.note == "mine"
