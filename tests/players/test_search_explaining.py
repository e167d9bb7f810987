"""Hints: what the search says about the answers to the open question."""

import numpy as np
import pytest

from openabyss import Game, GameOver, InvalidArgument, NobodyAsked
from openabyss.engine.mode import INTERPRETED
from openabyss.players.network.weights import table_names, trained_networks
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.players.search.advice import advice, explain
from openabyss.players.search.lines import answer_beyond, imagined
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import SHARPNESS, Searcher, calibrated
from tests.rules.positions import position, seat
from tests.rules.situation import A, B

FEW = SearchSettings(seconds=None, iterations=30 if INTERPRETED else 600)


def test_every_legal_answer_is_explained_with_shares_of_one_victory_the_most_visited_first() -> None:
    game, searcher = Game.new(players=3, seed=4), Searcher(FEW)
    before = game.hash
    explanation = explain(game, 0, 1, FEW)
    best, first = explanation.best, explanation.line[0]
    assert {move.text for move in explanation.moves} == {str(action) for action in game.legal_actions}
    visits = [move.visits for move in explanation.moves]
    assert (visits, best.visits) == (sorted(visits, reverse=True), visits[0])
    assert (explanation.seat, explanation.iterations) == (game.player, FEW.iterations)
    assert [sum(explanation.chances), sum(best.chances)] == pytest.approx([1, 1])
    assert best.chance == best.chances[explanation.seat]
    assert (first.seat, first.label) == (game.player, best.label)
    searcher.think(game.state, 1)
    assert (explanation.chances, best.chances) == (searcher.chances, searcher.candidates()[0].chances)
    assert explain(game, 0, 1, FEW) == explanation
    assert game.hash == before


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
@pytest.mark.parametrize(("players", "leviathan"), [(3, False), (3, True), (4, False), (4, True), (5, True)])
def test_a_policy_with_a_hint_does_not_keep_a_search_from_looking_at_a_second_answer(
    players: int, leviathan: bool
) -> None:
    game, decisions = Game.new(players=players, seed=2, leviathan=leviathan), 0
    hard = player("hard", 1)
    assert trained_networks().roles[2 * leviathan, players].hint > 0
    while decisions < 15:
        if len(game.legal_actions) > 1:
            assert explain(game, 0, 1, FEW).moves[1].visits > 1
            decisions += 1
        game.apply(hard.choose(Perspective(game)))


def test_what_others_hold_face_down_changes_nothing() -> None:
    """The opponent's token is worth 4 or 2; the seat that is asked cannot know."""
    rich = position(seat(monster_tokens=[2]), seat(monster_tokens=[4]), monster_pool=[2, 3, 3])
    poor = position(seat(monster_tokens=[2]), seat(monster_tokens=[2]), monster_pool=[4, 3, 3])
    assert rich.player == poor.player == A != B
    assert explain(rich, 0, 3, FEW) == explain(poor, 0, 3, FEW)


@pytest.mark.parametrize("regent", [False, True])
def test_beyond_the_tree_chance_draws(regent: bool) -> None:
    """Whether there is a Regent or not: without one its seat is written as that of chance is."""
    game = Game.new(2, 1, regent=1 if regent else None, ask_chance=True)
    while not game.can("explore"):
        game.apply(game.legal_actions[0])
    game.apply("explore")
    assert game.player == -1
    assert len({answer_beyond(*imagined(game.state, seed)) for seed in range(60)}) > 5


def test_a_finished_game_has_nothing_to_explain() -> None:
    game = Game.new(players=2, seed=1)
    game.state.depth = 0
    with pytest.raises(GameOver):
        explain(game, 0.1)


def test_the_only_answer_is_the_only_move() -> None:
    """Its tree begins with the next question."""
    game, chooser = Game.new(players=2, seed=1, ask_forced=True), player("random", 1)
    while len(game.legal_actions) > 1:
        game.apply(chooser.choose(Perspective(game)))
    explanation = explain(game, 0, 1, FEW)
    assert [move.text for move in explanation.moves] == [str(game.legal_actions[0])]
    assert explanation.best.chances == explanation.chances
    assert sum(explanation.chances) == pytest.approx(1)
    first = explanation.line[0]
    assert (first.seat, first.label) == (game.player, explanation.best.label)


def test_the_regent_has_one_answer() -> None:
    game, regent = Game.new(players=2, seed=1, regent=1), player("regent", 1)
    chooser = player("random", 1)
    while game.player != 1 or len(game.legal_actions) == 1:
        game.apply(chooser.choose(Perspective(game)))
    assert [move.text for move in explain(game, 0, 1, FEW).moves] == [str(regent.choose(Perspective(game)))]


def test_chance_and_what_is_no_game_get_no_advice() -> None:
    game = Game.new(players=2, seed=1, ask_chance=True)
    if game.player >= 0:
        game.apply(game.legal_actions[0])
    for ask in (explain, advice):
        with pytest.raises(NobodyAsked):
            ask(game, 0.1, names=["A", "B"])
        with pytest.raises(InvalidArgument, match="game: Game is expected"):
            ask(game.state, 0.1, names=["A", "B"])  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="seed"):
        explain(Game.new(players=2, seed=1), 0, "1", FEW)  # type: ignore[arg-type]


def test_chances_are_made_as_sure_as_games_show() -> None:
    assert SHARPNESS.keys() <= table_names().keys()
    shares = np.array([30.0, 20.0, 20.0, 20.0, 10.0])
    assert calibrated(shares, "base2") == pytest.approx([0.3, 0.2, 0.2, 0.2, 0.1])
    surer = calibrated(shares, "both5")
    assert sum(surer) == pytest.approx(1)
    assert surer == pytest.approx([0.4146, 0.1806, 0.1806, 0.1806, 0.0436], abs=1e-4)
    assert surer[0] > 0.4 > surer[1] == surer[2] > surer[4] > 0
    # More of the search is never less of a chance, whatever exponent and lead make of it.
    for table, seats in (("leviathan5", 5), ("kraken3", 3), ("both4", 4)):
        shares_of_one = np.linspace(0.0, 1.0, 101)
        alone = [
            calibrated(np.array([x, *[(1 - x) / (seats - 1)] * (seats - 1)]), table)[0] for x in shares_of_one
        ]
        assert alone == sorted(alone)
    assert calibrated(np.zeros(5), "both5") == (0,) * 5
    assert calibrated(np.array([0.0, 7.0]), "both2") == (0, 1)
