"""A search on several processors: the same answers from the same seed, fair play, and nobody waits."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.game import Game
from openabyss.players.kinds import with_threads
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.players.search.mcts import search
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, no_search
from openabyss.players.search.side_by_side import SearchersSideBySide, searcher_for
from openabyss.players.search.tree import ROOT, new_tree
from openabyss.rules.copying import copy_of
from openabyss.rules.questions import open_question
from tests.players.test_search import many_positions, positions, table

ITERATIONS = 9 if INTERPRETED else 201
# Some ten seconds of simulations.
MANY = 200_000
TWO = SearchSettings(seconds=None, iterations=ITERATIONS, nodes=20_000, threads=2)


@pytest.mark.parametrize(("players", "kraken", "leviathan"), [(2, 0, 0), (4, 1, 0), (5, 1, 1)])
def test_the_same_seed_finds_the_same_and_all_iterations_are_added_up(
    players: int, kraken: int, leviathan: int
) -> None:
    state = next(positions(table(players, kraken, leviathan), 5))
    first, again = SearchersSideBySide(TWO), SearchersSideBySide(TWO)
    assert [searchers.think(state, 3) for searchers in (first, again)] == [ITERATIONS] * 2
    assert first.candidates() == again.candidates()
    assert first.chances == again.chances
    # The first iteration of each tree looks at the question, and at no answer to it.
    assert sum(candidate.visits for candidate in first.candidates()) == ITERATIONS - 2
    assert {candidate.action for candidate in first.candidates()} == set(np.flatnonzero(state.mask))
    assert sum(first.chances) == pytest.approx(1)
    visits = [candidate.visits for candidate in first.candidates()]
    assert visits == sorted(visits, reverse=True)


def test_each_tree_has_chance_of_its_own() -> None:
    searchers = SearchersSideBySide(replace(TWO, leaf="playout"))
    searchers.think(next(positions(table(2), 5)), 3)
    one, other = searchers.searchers
    assert one.chances != other.chances


def test_it_knows_nothing_that_the_seat_does_not_know() -> None:
    searchers, different = SearchersSideBySide(TWO), 0
    for seed, state in enumerate(many_positions(3, 0, 1)):
        other = copy_of(state)
        sample_hidden_state(other, open_question(state).player, generator(-1 - seed))
        different += int((other.monster_tokens != state.monster_tokens).any())
        searchers.think(state, seed)
        first = searchers.candidates()
        searchers.think(other, seed)
        assert searchers.candidates() == first
    assert different or INTERPRETED


def test_all_think_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2, timeout=60)
    monkeypatch.setattr(Searcher, "think", lambda *_told, **_settings: together.wait() >= 0)
    assert SearchersSideBySide(TWO).think(table(2), 1) == 2


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules share the lock of the interpreter")
def test_a_search_lets_other_threads_run() -> None:
    tables, _tree, parameters, weights, nets, random, _none, stop = no_search()
    tables[0], tree, done = next(positions(table(2), 6)), new_tree(1000), list[int]()
    everything = (tables, tree, parameters, weights, nets, random, MANY, stop)
    thinking = threading.Thread(target=lambda: done.append(search(*everything)))
    thinking.start()
    while tree.visits[ROOT] == 0:
        time.sleep(0.001)
    stop[0] = 1
    thinking.join()
    assert done[0] < MANY


@pytest.mark.parametrize("players", [2, 4])
def test_a_player_on_two_processors_plays_a_game(players: int) -> None:
    game, again = (Game.new(players=players, seed=3) for _each in range(2))
    for one in (game, again):
        expert, others = player("expert:iterations=8,threads=2", 1), player("medium", 2)
        for _decision in range(6 if INTERPRETED else 10_000):
            if one.is_over:
                break
            one.apply((expert if one.player == 0 else others).choose(Perspective(one)))
    assert game.is_over or INTERPRETED
    assert game.to_record() == again.to_record()


def test_one_processor_needs_no_second_tree() -> None:
    assert isinstance(searcher_for(SearchSettings()), Searcher)
    assert isinstance(searcher_for(TWO), SearchersSideBySide)


@pytest.mark.parametrize("threads", ["0", "65", "many"])
def test_how_many_there_may_be(threads: str) -> None:
    with pytest.raises(InvalidOption, match="threads"):
        player(f"expert:threads={threads}")


def test_who_searches_can_be_told_how_many_processors_to_use() -> None:
    specs = ("expert", "expert:seconds=1", "expert:threads=3", "hard", "./bot")
    told = [with_threads(spec, 2) for spec in specs]
    assert told == ["expert:threads=2", "expert:seconds=1,threads=2", "expert:threads=3", "hard", "./bot"]
    assert with_threads("expert", 1) == "expert"
