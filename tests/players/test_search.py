"""The search: fair play, the same tree from the same seed, and budgets that are kept."""

import threading
import time
from collections.abc import Iterator
from itertools import count, islice
from types import SimpleNamespace

import numpy as np
import pytest

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import below, generator
from openabyss.engine.mode import INTERPRETED
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.network.network import blank_network_for
from openabyss.players.network.weights import NetworkRole, TrainedNetworks, load
from openabyss.players.playout import draw
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Pace, Searcher
from openabyss.players.search.tree import NONE, ROOT
from openabyss.rules.copying import copy_of
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import seat_regent
from openabyss.rules.state import NOBODY, State

VARIANTS = [(2, 0, 0), (3, 0, 0), (4, 0, 0), (2, 1, 0), (4, 1, 0), (2, 0, 1), (4, 0, 1), (3, 1, 1), (5, 1, 1)]
POSITIONS_OF_EACH = 2 if INTERPRETED else 60
FEW_ITERATIONS = 5 if INTERPRETED else 24
NO_CLOCK = SearchSettings(seconds=None, iterations=FEW_ITERATIONS, nodes=20_000)


def untrained_networks() -> TrainedNetworks:
    """Networks with policies for all tables, which know nothing, but have an opinion."""
    random, networks = np.random.default_rng(1), TrainedNetworks(load().values, {}, {})
    for table in networks.values:
        network = blank_network_for(table, has_policy=True)
        network.numbers[:] = random.normal(0.0, 0.03, len(network.numbers))
        networks.policies[table] = network
        networks.roles[table] = NetworkRole(second_opinion=0.5)
    return networks


def table(players: int, kraken: int = 0, leviathan: int = 0, regent: int = 0) -> State:
    """A new game that has been dealt and waits for its first player."""
    state = new_table(players, bool(kraken), bool(leviathan))
    if regent:
        seat_regent(state, regent)
    deal(state)
    resolve(state)
    return state


def test_a_search_trusts_the_network_where_it_is_sure_if_nothing_else_is_said() -> None:
    sure = (
        SearchSettings().parameters("learned", 2, kraken=False),
        SearchSettings().parameters("learned", 2, kraken=True),
        SearchSettings().parameters("learned", 5, kraken=True),
    )
    for parameters in sure:
        assert (parameters.inverse_temperature > 0, parameters.greedy_decisions) == (True, 0)
    unsure = SearchSettings().parameters("learned", 3, kraken=False)
    assert (unsure.inverse_temperature, unsure.greedy_decisions > 0) == (0.0, True)
    chosen = SearchSettings(greedy=5, prior=0.1, inverse_temperature=3.0)
    for players in (2, 5):
        parameters = chosen.parameters("learned", players, kraken=False)
        assert (parameters.greedy_decisions, parameters.greedy_prior, parameters.inverse_temperature) == (
            5,
            0.1,
            3.0,
        )
    blind = SearchSettings().parameters("playout", 4, kraken=True)
    assert (blind.inverse_temperature, blind.greedy_decisions, blind.greedy_prior) == (0.0, 0, 0.0)


@pytest.mark.parametrize("leaf", ["policy", "learned"])
@pytest.mark.parametrize("kraken", [False, True])
def test_among_more_than_two_players_less_is_explored_if_nothing_else_is_said(
    leaf: str, kraken: bool
) -> None:
    duel, *tables = (SearchSettings().parameters(leaf, players, kraken).exploration for players in (2, 3, 5))
    assert all(exploration < duel for exploration in tables)
    assert SearchSettings(exploration=2.0).parameters(leaf, 3, kraken).exploration == 2.0


def positions(state: State, seed: int) -> Iterator[State]:
    """Questions with a choice, in a game where greedy and random answers take turns; every third one."""
    random = generator(seed)
    while state.depth > 0:
        if open_question(state).player != NOBODY and state.offered > 1:
            if below(random, 3) == 0:
                yield state
            if below(random, 4) > 0:
                apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
                continue
        apply(state, draw(state, random))


def many_positions(players: int, kraken: int, leviathan: int) -> Iterator[State]:
    """POSITIONS_OF_EACH positions from the later parts of several games."""
    found, seed = 0, players
    while found < POSITIONS_OF_EACH:
        seed += 1
        for place, state in enumerate(positions(table(players, kraken, leviathan), seed)):
            if place % 4 == 3:
                found += 1
                yield state
            if found == POSITIONS_OF_EACH:
                return


def tree_of(searcher: Searcher) -> tuple[bytes, bytes, bytes]:
    """Everything that was found: the answers of all nodes, their visits and their wins."""
    tree, used = searcher.tree, int(searcher.tree.used[0])
    return tree.action[:used].tobytes(), tree.visits[:used].tobytes(), tree.shares[:used].tobytes()


@pytest.mark.parametrize(("players", "kraken", "leviathan"), VARIANTS)
@pytest.mark.parametrize("leaf", ["playout", "learned", "policy"])
def test_the_search_knows_nothing_that_the_seat_does_not_know(
    players: int, kraken: int, leviathan: int, leaf: str
) -> None:
    settings = SearchSettings(seconds=None, iterations=FEW_ITERATIONS, nodes=20_000, leaf=leaf)
    searcher, different = Searcher(settings, untrained_networks()), 0
    for seed, state in enumerate(many_positions(players, kraken, leviathan)):
        other = copy_of(state)
        sample_hidden_state(other, open_question(state).player, generator(-1 - seed))
        different += int((other.monster_tokens != state.monster_tokens).any())
        searcher.think(state, seed)
        first = tree_of(searcher)
        searcher.think(other, seed)
        assert tree_of(searcher) == first
    assert different > POSITIONS_OF_EACH // 10 or INTERPRETED


@pytest.mark.parametrize(("players", "leviathan"), [(2, 0), (4, 1)])
def test_how_long_a_search_takes_tells_nothing_either(
    players: int, leviathan: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    clock = SimpleNamespace(perf_counter=lambda: float(next(ticks)))
    monkeypatch.setattr("openabyss.players.search.searching.time", clock)
    settings = SearchSettings(seconds=12.0, iterations=FEW_ITERATIONS, nodes=20_000)
    searcher, lengths = Searcher(settings, untrained_networks()), set()
    for seed, state in enumerate(many_positions(players, 0, leviathan)):
        other = copy_of(state)
        sample_hidden_state(other, open_question(state).player, generator(-1 - seed))
        done = searcher.think(state, seed, only_best=True)
        first = tree_of(searcher)
        assert searcher.think(other, seed, only_best=True) == done
        assert tree_of(searcher) == first
        lengths.add(done)
    assert len(lengths) > 1 or INTERPRETED


@pytest.mark.parametrize(("players", "kraken", "leviathan"), VARIANTS)
def test_determinization_keeps_own_tokens_and_how_many_the_others_have(
    players: int, kraken: int, leviathan: int
) -> None:
    for seed, state in enumerate(many_positions(players, kraken, leviathan)):
        me, dealt = open_question(state).player, copy_of(state)
        sample_hidden_state(dealt, me, generator(seed))
        assert (dealt.monster_tokens[me] == state.monster_tokens[me]).all()
        for back in (slice(0, 3), slice(3, None)):
            before, after = state.monster_tokens[:, back], dealt.monster_tokens[:, back]
            assert (before.sum(axis=1) == after.sum(axis=1)).all()
        assert (state.monster_tokens.sum(axis=0) + state.pool).tolist() == (
            dealt.monster_tokens.sum(axis=0) + dealt.pool
        ).tolist()
        assert dealt.pool.min() >= 0


@pytest.mark.parametrize("leaf", ["playout", "learned", "policy"])
def test_every_visit_shares_out_one_victory(leaf: str) -> None:
    searcher = Searcher(SearchSettings(seconds=None, iterations=200, leaf=leaf), untrained_networks())
    state = next(positions(table(3), 5))
    assert searcher.think(state, 1) == 200
    tree, used = searcher.tree, int(searcher.tree.used[0])
    sums = tree.shares[:used, :3].sum(axis=1)
    np.testing.assert_allclose(sums, tree.visits[:used], rtol=1e-6)
    assert tree.visits[ROOT] == 200
    assert sum(candidate.visits for candidate in searcher.candidates()) == 199
    assert {candidate.action for candidate in searcher.candidates()} == set(np.flatnonzero(state.mask))


def test_the_state_that_is_thought_about_stays_as_it_is() -> None:
    state = next(positions(table(4, 1, 0), 8))
    before = bytes(copy_of(state).mask), int(state.depth), state.hand.tobytes()
    Searcher(NO_CLOCK).think(state, 1)
    assert (bytes(state.mask), int(state.depth), state.hand.tobytes()) == before


def test_a_full_tree_is_searched_on_without_new_nodes() -> None:
    searcher = Searcher(SearchSettings(seconds=None, iterations=500, nodes=100, leaf="playout"))
    searcher.think(next(positions(table(2), 3)), 1)
    assert searcher.tree.used[0] == 100
    assert searcher.tree.visits[ROOT] == 500


@pytest.mark.parametrize("level", [1, 5])
def test_a_person_can_be_helped_against_the_regent(level: int) -> None:
    searcher = Searcher(NO_CLOCK)
    for state in positions(table(2, 0, 0, regent=level), 4):
        if open_question(state).player != state.regent:
            searcher.think(state, 1)
            assert state.mask[searcher.candidates()[0].action] > 0


def test_a_search_ends_in_time() -> None:
    searcher = Searcher(SearchSettings(seconds=0.05, iterations=None))
    state = next(positions(table(4), 6))
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


@pytest.mark.parametrize("only_best", [True, False])
def test_only_a_close_decision_of_a_player_takes_more_than_its_seconds(
    monkeypatch: pytest.MonkeyPatch, only_best: bool
) -> None:
    clock, settings = Clock(), SearchSettings(seconds=0.5)
    monkeypatch.setattr("openabyss.players.search.searching.time", clock)
    clear = clock.seconds_of(Pace(settings, only_best), 0.6, 0.2)
    close = clock.seconds_of(Pace(settings, only_best), 0.4, 0.4)
    assert close == pytest.approx(1.0 if only_best else 0.5, abs=0.01)
    assert clear == pytest.approx(0.5 / 1.4 if only_best else 0.5, abs=0.01)


def test_patience_can_be_switched_off_and_counts_nothing_where_iterations_are_fixed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr("openabyss.players.search.searching.time", clock)
    impatient = SearchSettings(seconds=0.5, patience=1.0)
    assert clock.seconds_of(Pace(impatient, only_best=True), 0.4, 0.4) == pytest.approx(0.5, abs=0.01)
    for seconds in (None, 60.0):
        pace = Pace(SearchSettings(seconds=seconds, iterations=400), only_best=True)
        clock.seconds_of(pace, 0.4, 0.4)
        assert pace.done == 400


def test_a_search_stops_at_once_when_asked() -> None:
    searcher = Searcher(SearchSettings(seconds=60, iterations=None))
    state = next(positions(table(4), 6))
    threading.Timer(0.2, lambda: searcher.stop.fill(1)).start()
    begun = time.perf_counter()
    searcher.think(state, 1)
    assert time.perf_counter() - begun < 30
    assert searcher.tree.visits[ROOT] > 0


@pytest.mark.parametrize("players", [2, 4])
def test_who_wants_only_the_best_answer_gets_the_same_one_sooner(players: int) -> None:
    most, saved = FEW_ITERATIONS if INTERPRETED else 200, 0
    searcher = Searcher(SearchSettings(seconds=None, iterations=most))
    for seed, state in enumerate(islice(positions(table(players), 12), 6)):
        assert searcher.think(state, seed) == most
        best = searcher.candidates()[0].action
        done = searcher.think(state, seed, only_best=True)
        first, *others = searcher.candidates()
        assert first.action == best
        assert done == most or first.visits - max([other.visits for other in others], default=0) > most - done
        assert searcher.think(state, seed, only_best=True) == done
        saved += most - done
    assert saved > 0 or INTERPRETED


def test_all_lines_end_at_known_nodes() -> None:
    searcher = Searcher(SearchSettings(seconds=None, iterations=300))
    searcher.think(next(positions(table(2, 1, 1), 9)), 1)
    tree, used = searcher.tree, int(searcher.tree.used[0])
    children = [tree.first_child[node] for node in range(used)] + [
        tree.next_sibling[node] for node in range(used)
    ]
    linked = [int(child) for child in children if child != NONE]
    assert sorted(linked) == list(range(1, used))
