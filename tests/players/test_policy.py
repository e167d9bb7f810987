"""Searches that a policy leads: those of few simulations, and which network leads which."""

from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.network.network import (
    Network,
    blank_network_for,
    evaluate_with_units,
    logit_of,
    viewer_of,
)
from openabyss.players.network.weights import NetworkRole, TrainedNetworks, load, table_of
from openabyss.players.playout import draw
from openabyss.players.search.gumbel import SearchContext, improve, new_root_statistics
from openabyss.players.search.mcts import Networks, States
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import WORKING_TABLES, Searcher, leaf_for
from openabyss.players.search.tree import new_tree
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, STATE, State

TABLES = [(2, False, False), (4, True, False), (3, False, True), (5, True, True)]
POSITIONS = 3 if INTERPRETED else 12


def opinionated(state: State) -> Network:
    """A network that knows nothing, but has an opinion."""
    network = blank_network_for(table_of(state), has_policy=True)
    network.numbers[:] = np.random.default_rng(2).normal(0.0, 0.05, len(network.numbers))
    return network


def choices(players: int, kraken: bool, leviathan: bool) -> Iterator[State]:
    """Questions with a choice from a random game."""
    state, random, found = new_table(players, kraken, leviathan), generator(players), 0
    deal(state)
    resolve(state)
    while state.depth > 0 and found < POSITIONS:
        if open_question(state).player != NOBODY and state.offered > 1:
            found += 1
            yield state
        apply(state, draw(state, random))


def context_for(state: State, network: Network) -> SearchContext:
    """A table to search, with the network."""
    parameters = SearchSettings().parameters("policy", int(state.players), bool(state.kraken))
    tables = cast(States, np.zeros(WORKING_TABLES, STATE))
    tables[0] = state
    return SearchContext(tables, new_tree(2000), parameters, DEFAULT_WEIGHTS, Networks(network, network), 0.2)


@pytest.mark.parametrize("table", TABLES)
def test_an_improved_policy_is_one_of_the_legal_answers(table: tuple[int, bool, bool]) -> None:
    found, shares = new_root_statistics(), np.zeros(SEATS)
    for state in choices(*table):
        context = context_for(state, opinionated(state))
        answer = improve(context, generator(1), 16, 8, True, found, shares)
        assert state.mask[answer] > 0
        assert found.action[: state.offered].tolist() == np.flatnonzero(state.mask).tolist()
        assert found.policy[: state.offered].sum() == pytest.approx(1.0)
        assert shares[: table[0]].sum() == pytest.approx(1.0)
        assert int(context.tree.visits[0]) == 16


def test_without_noise_and_choice_the_answer_is_that_of_the_policy() -> None:
    found, shares = new_root_statistics(), np.zeros(SEATS)
    for state in choices(3, True, False):
        network = opinionated(state)
        units = np.zeros(network.second_hidden, np.float32)
        evaluate_with_units(state, viewer_of(state), network, units, np.zeros(SEATS))
        logits = {
            action: logit_of(state, network, units, int(action)) for action in np.flatnonzero(state.mask)
        }
        best = max(logits, key=logits.__getitem__)
        assert improve(context_for(state, network), generator(1), 1, 1, False, found, shares) == best


def test_an_answer_that_wins_at_once_is_found_against_the_policy() -> None:
    """With a network that knows nothing at all, values of finished games alone show the way."""
    state, random = new_table(2), generator(11)
    deal(state)
    resolve(state)
    found, shares = new_root_statistics(), np.zeros(SEATS)
    nothing = blank_network_for(table_of(state), has_policy=True)
    decided = 0
    while state.depth > 0:
        if open_question(state).player != NOBODY and state.offered > 1 and state.ending_player != NOBODY:
            me = open_question(state).player
            answer = improve(context_for(state, nothing), generator(1), 64, 16, False, found, shares)
            best = int(np.argmax(found.worth[: state.offered]))
            assert found.worth[: state.offered][found.action[: state.offered] == answer] == pytest.approx(
                found.worth[best]
            )
            decided += int(me >= 0)
        apply(state, draw(state, random))
    assert decided > 0


def with_policy(role: NetworkRole | None) -> TrainedNetworks:
    """The networks of base2, with a policy in this role or without one."""
    table, packed = (0, 2), load()
    if role is None:
        return TrainedNetworks({table: packed.values[table]}, {}, {})
    return TrainedNetworks({table: packed.values[table]}, {table: packed.policies[table]}, {table: role})


def test_a_policy_that_is_asked_for_and_not_there_is_named() -> None:
    state = next(choices(2, False, False))
    searcher = Searcher(SearchSettings(seconds=None, iterations=2, leaf="policy"), with_policy(None))
    with pytest.raises(InvalidOption, match="no network with a policy"):
        searcher.think(state, 1)
    assert Searcher(SearchSettings(seconds=None, iterations=2), with_policy(None)).think(state, 1) == 2


def test_a_network_for_short_searches_leads_no_long_ones() -> None:
    state, networks = next(choices(2, False, False)), with_policy(NetworkRole(is_thorough=False))
    short, long = SearchSettings(seconds=None, iterations=400), SearchSettings(seconds=None, iterations=401)
    assert [leaf_for(settings, networks, state) for settings in (short, long)] == ["policy", "learned"]
    assert leaf_for(SearchSettings(), networks, state) == "learned"
    assert leaf_for(SearchSettings(leaf="policy"), networks, state) == "policy"
    assert leaf_for(SearchSettings(), with_policy(NetworkRole()), state) == "policy"
