"""The search: fair play, the same tree from the same seed, budgets that are kept, several processors."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.players.kinds import with_threads
from openabyss.players.network.weights import NetworkRole, TrainedNetworks, load
from openabyss.players.search.mcts import search
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Pace, Searcher, no_search
from openabyss.players.search.tree import NONE, ROOT
from openabyss.rules.questions import open_question
from openabyss.rules.state import State, bytes_of, copy_of
from tests.players.tables import choices, dealt, opinionated
from tests.web.server.serving import wait_until

VARIANTS = [(2, 0, 0), (3, 0, 0), (4, 0, 0), (2, 1, 0), (4, 1, 0), (2, 0, 1), (4, 0, 1), (3, 1, 1), (5, 1, 1)]
POSITIONS_OF_EACH = 2 if INTERPRETED else 60
FEW_ITERATIONS = 5 if INTERPRETED else 24
NO_CLOCK = SearchSettings(seconds=None, iterations=FEW_ITERATIONS, nodes=20_000)
# Some ten seconds of simulations.
MANY = 200_000
CLOCK = "openabyss.players.search.searching.time"
Variant = tuple[int, int, int]


def untrained_networks() -> TrainedNetworks:
    """Networks with policies for all tables, which know nothing, but have an opinion; with three and five
    players they get a hint."""
    values = load().values
    policies = {table: opinionated(table) for table in values}
    roles = {table: NetworkRole(0.5, hint=float(table[1] % 2)) for table in values}
    return TrainedNetworks(values, policies, roles)


def choice(seed: int, players: int, kraken: bool = False, leviathan: bool = False) -> State:
    """A question with a choice, early in a game."""
    return next(choices(dealt(players, kraken, leviathan), seed))


def many_positions(players: int, kraken: int, leviathan: int) -> Iterator[tuple[int, State, State]]:
    """POSITIONS_OF_EACH numbered positions from several games, each with another that looks the same to the
    seat that is asked."""
    games = (choices(dealt(players, bool(kraken), bool(leviathan)), seed) for seed in count(players))
    found = (state for game in games for state in islice(game, 9, None, 12))
    for seed, state in enumerate(islice(found, POSITIONS_OF_EACH)):
        other = copy_of(state)
        sample_hidden_state(other, open_question(state).player, generator(-1 - seed))
        yield seed, state, other


def trees_of(searcher: Searcher) -> list[tuple[bytes, bytes, bytes]]:
    """Everything that was found: the answers of all nodes, their visits and their wins."""
    used = [slice(int(tree.used[0])) for tree in searcher.trees]
    return [
        (tree.action[part].tobytes(), tree.visits[part].tobytes(), tree.shares[part].tobytes())
        for tree, part in zip(searcher.trees, used, strict=True)
    ]


def test_a_search_does_what_its_settings_say_and_not_what_suits_the_network() -> None:
    chosen = SearchSettings(greedy=5, prior=0.1, inverse_temperature=3.0)
    for players in (2, 5):
        found = chosen.parameters("learned", players, kraken=False)
        assert (found.greedy, found.prior, found.inverse_temperature) == (5, 0.1, 3.0)
        assert chosen.parameters("policy", players, kraken=False).inverse_temperature == 0.0
    assert SearchSettings(exploration=2.0).parameters("policy", 3, kraken=True).exploration == 2.0


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ({"nodes": 0}, "nodes=0: a whole number from 100 to 20000000"),
        ({"threads": 0}, "threads=0: a whole number from 1"),
        ({"iterations": 1.5}, "iterations=1.5: a whole number"),
        ({"seconds": None}, "iterations=None: a whole number"),
        ({"seconds": -1}, "seconds=-1: a number from 0.001"),
        ({"patience": None}, "patience=None: a number"),
        ({"leaf": "foo"}, "leaf=foo: possible are policy"),
    ],
)
def test_settings_are_within_their_limits(setting: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidOption, match=problem):
        SearchSettings(**setting)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("leaf", "threads"), [("playout", 1), ("learned", 1), ("policy", 1), ("policy", 2)])
def test_the_search_knows_nothing_that_the_seat_does_not_know(
    variant: Variant, leaf: str, threads: int
) -> None:
    searcher = Searcher(replace(NO_CLOCK, leaf=leaf, threads=threads), untrained_networks())
    different = 0
    for seed, state, other in many_positions(*variant):
        different += int((other.monster_tokens != state.monster_tokens).any())
        searcher.think(state, seed)
        first = trees_of(searcher)
        searcher.think(other, seed)
        assert trees_of(searcher) == first
    assert different > POSITIONS_OF_EACH // 10 or INTERPRETED


@pytest.mark.parametrize("variant", [(2, 0, 0), (4, 0, 1)])
def test_how_long_a_search_takes_says_nothing_either(
    variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(CLOCK, SimpleNamespace(perf_counter=lambda: float(next(ticks))))
    searcher, lengths = Searcher(replace(NO_CLOCK, seconds=12.0), untrained_networks()), set()
    for seed, state, other in many_positions(*variant):
        done = searcher.think(state, seed, only_best=True)
        first = trees_of(searcher)
        assert searcher.think(other, seed, only_best=True) == done
        assert trees_of(searcher) == first
        lengths.add(done)
    assert len(lengths) > 1 or INTERPRETED


@pytest.mark.parametrize("variant", VARIANTS)
def test_determinization_keeps_own_tokens_and_how_many_the_others_have(variant: Variant) -> None:
    for _seed, state, other in many_positions(*variant):
        me = open_question(state).player
        assert (other.monster_tokens[me] == state.monster_tokens[me]).all()
        for back in (slice(0, 3), slice(3, None)):
            before, after = state.monster_tokens[:, back], other.monster_tokens[:, back]
            assert (before.sum(axis=1) == after.sum(axis=1)).all()
        before, after = (table.monster_tokens.sum(axis=0) + table.pool for table in (state, other))
        assert before.tolist() == after.tolist()
        assert other.pool.min() >= 0


@pytest.mark.parametrize("leaf", ["playout", "learned", "policy"])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_visit_shares_out_one_victory_and_all_iterations_are_added_up(leaf: str, threads: int) -> None:
    iterations = 19 if INTERPRETED else 201
    settings = SearchSettings(seconds=None, iterations=iterations, leaf=leaf, threads=threads)
    searcher, again = (Searcher(settings, untrained_networks()) for _each in range(2))
    state = choice(5, 3)
    before = bytes_of(state)
    assert [one.think(state, 3) for one in (searcher, again)] == [iterations] * 2
    assert bytes_of(state) == before
    for tree in searcher.trees:
        used = int(tree.used[0])
        np.testing.assert_allclose(tree.shares[:used, :3].sum(axis=1), tree.visits[:used], rtol=1e-6)
    found = searcher.candidates()
    # The first iteration of each tree looks at the question, and at no answer to it.
    assert sum(candidate.visits for candidate in found) == iterations - threads
    assert {candidate.action for candidate in found} == set(np.flatnonzero(state.mask))
    assert found == sorted(found, key=lambda candidate: -candidate.visits)
    assert sum(searcher.chances) == pytest.approx(1)
    assert (again.candidates(), again.chances) == (found, searcher.chances)


def test_a_full_tree_is_searched_on_without_new_nodes() -> None:
    searcher = Searcher(SearchSettings(seconds=None, iterations=500, nodes=100, leaf="playout"))
    searcher.think(choice(3, 2), 1)
    tree = searcher.trees[0]
    assert tree.used[0] == 100
    linked = [int(child) for child in (*tree.first_child, *tree.next_sibling) if child != NONE]
    assert sorted(linked) == list(range(1, 100))
    assert searcher.trees[0].visits[ROOT] == 500


@pytest.mark.parametrize("level", [1, 5])
def test_a_person_can_be_helped_against_the_regent(level: int) -> None:
    searcher = Searcher(NO_CLOCK)
    for state in islice(choices(dealt(2, regent=level), 4), 0, None, 3):
        if open_question(state).player != state.regent:
            searcher.think(state, 1)
            assert state.mask[searcher.candidates()[0].action] > 0


def test_a_search_ends_in_time() -> None:
    searcher, state = Searcher(SearchSettings(seconds=0.05, iterations=None)), choice(6, 4)
    searcher.think(state, 1)
    begun = time.perf_counter()
    searcher.think(state, 2)
    assert 0.05 <= time.perf_counter() - begun < 30


class Clock:
    """A clock on which each look and each iteration takes a fixed time."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def seconds_of(self, pace: Pace, most: float, second: float) -> float:
        """How long a search takes in which the best two answers have these shares of the visits."""
        begun = self.now
        while (batch := pace.next_batch(int(most * pace.done), int(second * pace.done))) > 0:
            self.now += batch * 0.0001
            pace.note(batch)
        return self.now - begun


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(CLOCK, made)
    return made


@pytest.mark.parametrize(
    ("only_best", "patience", "close", "clear"),
    [(True, 2.0, 1.0, 0.5 / 1.4), (True, 1.0, 0.5, 0.5 / 1.4), (False, 2.0, 0.5, 0.5)],
)
def test_only_a_close_decision_of_a_patient_player_takes_more_than_its_seconds(
    clock: Clock, only_best: bool, patience: float, close: float, clear: float
) -> None:
    settings = SearchSettings(seconds=0.5, patience=patience)
    assert clock.seconds_of(Pace(settings, only_best), 0.4, 0.4) == pytest.approx(close, abs=0.01)
    assert clock.seconds_of(Pace(settings, only_best), 0.6, 0.2) == pytest.approx(clear, abs=0.01)


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_patience_counts_nothing_where_iterations_are_fixed(clock: Clock, seconds: float | None) -> None:
    pace = Pace(SearchSettings(seconds=seconds, iterations=400), only_best=True)
    clock.seconds_of(pace, 0.4, 0.4)
    assert pace.done == 400


def test_a_search_stops_at_once_when_asked() -> None:
    searcher, state = Searcher(SearchSettings(seconds=60, iterations=None)), choice(6, 4)
    threading.Timer(0.2, lambda: searcher.stop.fill(1)).start()
    begun = time.perf_counter()
    searcher.think(state, 1)
    assert time.perf_counter() - begun < 30
    assert searcher.trees[0].visits[ROOT] > 0


@pytest.mark.parametrize("players", [2, 4])
def test_who_wants_only_the_best_answer_gets_the_same_one_sooner(players: int) -> None:
    most, saved = FEW_ITERATIONS if INTERPRETED else 200, 0
    searcher = Searcher(SearchSettings(seconds=None, iterations=most))
    for seed, state in enumerate(islice(choices(dealt(players), 12), 0, 18, 3)):
        assert searcher.think(state, seed) == most
        best = searcher.candidates()[0].action
        done = searcher.think(state, seed, only_best=True)
        first, *others = searcher.candidates()
        assert first.action == best
        assert done == most or first.visits - max([other.visits for other in others], default=0) > most - done
        assert searcher.think(state, seed, only_best=True) == done
        saved += most - done
    assert saved > 0 or INTERPRETED


# ------------------------------------------------------------------------- several processors


def test_when_a_search_is_interrupted_every_processor_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher, state, stopped = Searcher(replace(NO_CLOCK, threads=2)), choice(6, 4), list[int]()

    def grow(_self: Searcher, place: int, *_others: object) -> int:
        if place == 0:
            raise KeyboardInterrupt
        wait_until(lambda: searcher.stop[0] == 1)
        stopped.append(place)
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(Searcher, "_grow", grow)
        with pytest.raises(KeyboardInterrupt):
            searcher.think(state, 1)
    assert stopped == [1]
    assert searcher.think(state, 1) == FEW_ITERATIONS


def test_each_processor_has_a_tree_and_chance_of_its_own() -> None:
    assert len(Searcher(NO_CLOCK).trees) == 1
    searcher = Searcher(replace(NO_CLOCK, iterations=2 * FEW_ITERATIONS, threads=2, leaf="playout"))
    searcher.think(choice(5, 2), 3)
    one, other = searcher.trees
    assert one.visits[ROOT] == other.visits[ROOT] == FEW_ITERATIONS
    assert one.shares[ROOT].tolist() != other.shares[ROOT].tolist()


def test_all_think_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2, timeout=60)
    monkeypatch.setattr(Searcher, "_grow", lambda *_arguments: together.wait() >= 0)
    assert Searcher(replace(NO_CLOCK, threads=2)).think(choice(1, 2), 1) == 2


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules share the lock of the interpreter")
def test_a_search_lets_other_threads_run() -> None:
    context, random, _none, endless, stop = no_search()
    context.tables[0], done = choice(6, 2), list[int]()
    thinking = threading.Thread(target=lambda: done.append(search(context, random, MANY, endless, stop)))
    thinking.start()
    while context.tree.visits[ROOT] == 0:
        time.sleep(0.001)
    stop[0] = 1
    thinking.join()
    assert done[0] < MANY


def test_the_number_of_processors_can_be_set_for_players_that_search() -> None:
    specs = ("expert", "expert:seconds=1", "expert:threads=3", "hard", "./bot")
    expected = ["expert:threads=2", "expert:seconds=1,threads=2", "expert:threads=3", "hard", "./bot"]
    assert [with_threads(spec, 2) for spec in specs] == expected
    assert with_threads("expert", 1) == "expert"
