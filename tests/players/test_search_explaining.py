"""Hints: what the search says about the answers to the open question."""

import pytest

from openabyss import Game, GameOver
from openabyss.engine.mode import INTERPRETED
from openabyss.players.search.explanation import explain
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher
from tests.rules.positions import A, B, position, seat

FEW = SearchSettings(seconds=None, iterations=30 if INTERPRETED else 600)


def test_every_legal_answer_is_explained_the_most_visited_first() -> None:
    game = Game.new(players=3, seed=4)
    explanation = explain(game, 0, 1, FEW)
    assert explanation.seat == game.player
    assert {move.text for move in explanation.moves} == {str(action) for action in game.legal_actions}
    visits = [move.visits for move in explanation.moves]
    assert visits == sorted(visits, reverse=True)
    assert explanation.best.visits == visits[0]
    assert explanation.iterations == FEW.iterations


def test_chances_are_shares_of_one_victory() -> None:
    explanation = explain(Game.new(players=4, seed=2), 0, 1, FEW)
    assert sum(explanation.chances) == pytest.approx(1)
    best = explanation.best
    assert sum(best.chances) == pytest.approx(1)
    assert best.chance == best.chances[explanation.seat]


def test_an_explanation_shows_the_chances_of_the_search() -> None:
    game, searcher = Game.new(players=2, seed=4), Searcher(FEW)
    searcher.think(game.state, 1)
    explanation = explain(game, 0, 1, FEW)
    assert explanation.chances == searcher.chances
    assert explanation.best.chances == searcher.candidates()[0].chances


def test_the_expected_line_begins_with_the_best_answer() -> None:
    game = Game.new(players=2, seed=4)
    explanation = explain(game, 0, 1, FEW)
    first = explanation.line[0]
    assert (first.seat, first.label) == (game.player, explanation.best.label)


def test_the_same_seed_explains_the_same_and_leaves_the_game_alone() -> None:
    game = Game.new(players=2, seed=9, kraken=True)
    before = game.hash
    assert explain(game, 0, 5, FEW) == explain(game, 0, 5, FEW)
    assert game.hash == before


def test_what_others_hold_face_down_changes_nothing() -> None:
    """The opponent's token is worth 4 or 2; the seat that is asked cannot know."""
    rich = position(seat(monster_tokens=[2]), seat(monster_tokens=[4]), monster_pool=[2, 3, 3])
    poor = position(seat(monster_tokens=[2]), seat(monster_tokens=[2]), monster_pool=[4, 3, 3])
    assert rich.player == poor.player == A != B
    assert explain(rich, 0, 3, FEW) == explain(poor, 0, 3, FEW)


def test_a_finished_game_has_nothing_to_explain() -> None:
    game = Game.new(players=2, seed=1)
    game.state.depth = 0
    with pytest.raises(GameOver):
        explain(game, 0.1)
