"""Searches that a policy leads: those of few simulations, and which network leads which."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, weights_for
from openabyss.players.network.network import (
    Network,
    blank_network_for,
    evaluate_with_units,
    logit_of,
    viewer_of,
)
from openabyss.players.network.weights import NetworkRole, TrainedNetworks, load, table_of
from openabyss.players.search.gumbel import improve, new_root_statistics
from openabyss.players.search.mcts import SHARED_OUT, SOFTENED, SearchContext
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, leaf_for, new_context
from openabyss.players.search.tree import NONE, ROOT, Floats, children_of, new_tree
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import State
from tests.players.tables import choices, dealt, opinionated

TABLES = [(2, False, False), (4, True, False), (3, False, True), (5, True, True)]
POSITIONS = 3 if INTERPRETED else 12


def some_choices(players: int, kraken: bool = False, leviathan: bool = False) -> Iterator[State]:
    """Questions with a choice from one game."""
    return islice(choices(dealt(players, kraken, leviathan), players), POSITIONS)


def context_for(state: State, network: Network) -> SearchContext:
    """A table to search, with the network."""
    parameters = SearchSettings().parameters("policy", int(state.players), bool(state.kraken))
    context = new_context(new_tree(2000))
    context.tables[0] = state
    parameters = parameters._replace(value_scale=0.2)
    return context._replace(parameters=parameters, policy=network, value=network)


@pytest.mark.parametrize("table", TABLES)
def test_an_improved_policy_is_one_of_the_legal_answers(table: tuple[int, bool, bool]) -> None:
    found, shares = new_root_statistics(), np.zeros(SEATS)
    for state in some_choices(*table):
        context = context_for(state, opinionated(table_of(state)))
        answer = improve(context, generator(1), 16, 8, True, found, shares)
        assert state.mask[answer] > 0
        assert found.action[: state.offered].tolist() == np.flatnonzero(state.mask).tolist()
        assert found.policy[: state.offered].sum() == pytest.approx(1.0)
        assert shares[: table[0]].sum() == pytest.approx(1.0)
        assert int(context.tree.visits[0]) == 16


def test_without_noise_and_choice_the_answer_is_that_of_the_policy() -> None:
    found, shares = new_root_statistics(), np.zeros(SEATS)
    for state in some_choices(3, True, False):
        network = opinionated(table_of(state))
        units = np.zeros(network.second_hidden, np.float32)
        evaluate_with_units(state, viewer_of(state), network, units, np.zeros(SEATS))
        logits = {
            action: logit_of(state, network, units, int(action)) for action in np.flatnonzero(state.mask)
        }
        best = max(logits, key=logits.__getitem__)
        assert improve(context_for(state, network), generator(1), 1, 1, False, found, shares) == best


@pytest.mark.parametrize("hint", [0.0, 4.0])
def test_a_hint_raises_the_greedy_answer_alone(hint: float) -> None:
    """With the weights that suit the table, where they make a difference."""
    found, compared = new_root_statistics(), 0
    tuned = weights_for("base4")
    for state in choices(dealt(4), 4):
        liked = choose_greedily(state, tuned, generator(1))
        if liked == choose_greedily(state, DEFAULT_WEIGHTS, generator(1)):
            continue
        network = blank_network_for(table_of(state), has_policy=True)
        context = context_for(state, network)
        context = context._replace(parameters=context.parameters._replace(hint=hint), weights=tuned)
        improve(context, generator(1), 2, 1, False, found, np.zeros(SEATS))
        answers = np.flatnonzero(state.mask).tolist()
        raised = hint + np.log(len(answers) - 1) if hint else 0.0
        expected = [raised * (action == liked) for action in answers]
        logits = found.logit[: state.offered]
        assert logits == pytest.approx(expected)
        share = np.exp(logits[answers.index(liked)]) / np.exp(logits).sum()
        assert not hint or share == pytest.approx(1 / (1 + np.exp(-hint)))
        assert found.hinted[0] == (answers.index(liked) if hint else NONE)
        searcher = Searcher(SearchSettings(seconds=None, iterations=2, leaf="policy"), hinted(network, hint))
        searcher.think(state, 1)
        priors = searcher.trees[0].prior[1 : 1 + state.offered]
        assert priors == pytest.approx(softened(expected) if hint else np.ones(len(answers)) / len(answers))
        compared += 1
        if compared == POSITIONS:
            return
    assert compared > 0


@pytest.mark.parametrize("nodes", [100, 20_000])
@pytest.mark.parametrize("hint", [0.0, 4.0])
def test_with_a_hint_a_node_gets_its_answers_at_the_second_visit(hint: float, nodes: int) -> None:
    """Without one at the first. Where the tree is full none gets any, and everything is counted."""
    settings = SearchSettings(seconds=None, iterations=150, leaf="policy", nodes=nodes)
    searcher, seen_once = Searcher(settings, hinted(opinionated((0, 4)), hint)), 0
    for state in islice(choices(dealt(4), 3), POSITIONS):
        searcher.think(state, 1)
        tree = searcher.trees[0]
        used = int(tree.used[0])
        assert (used == nodes) is (nodes == 100)
        assert tree.visits[ROOT] == settings.iterations
        # What chance and the greedy player answer is one child more for each visit, at most.
        seen = [node for node in range(1, used) if tree.visits[node] == 1]
        opened = sum(len([*children_of(tree, node)]) > 1 for node in seen)
        seen_once += opened
        assert not hint or opened == 0
    assert hint or seen_once > 0


def softened(logits: list[float]) -> Floats:
    """Halved, with an even share of a fifth."""
    likely = np.exp(np.multiply(logits, SOFTENED))
    priors: Floats = SHARED_OUT / len(logits) + (1 - SHARED_OUT) * likely / likely.sum()
    return priors


def hinted(network: Network, hint: float) -> TrainedNetworks:
    """A network for the base game with four with a policy and a hint."""
    table = (0, 4)
    return TrainedNetworks({table: network}, {table: network}, {table: NetworkRole(hint=hint)})


def test_an_answer_that_wins_at_once_is_found_against_the_policy() -> None:
    """With a network that knows nothing at all, values of finished games alone show the way."""
    found, shares, decided = new_root_statistics(), np.zeros(SEATS), 0
    for state in choices(dealt(2), 11):
        if state.ending_player < 0:
            continue
        nothing = blank_network_for(table_of(state), has_policy=True)
        answer = improve(context_for(state, nothing), generator(1), 64, 16, False, found, shares)
        worth, actions = found.worth[: state.offered], found.action[: state.offered]
        assert worth[actions == answer] == pytest.approx(worth.max())
        decided += 1
    assert decided > 0


def with_policy(role: NetworkRole | None) -> TrainedNetworks:
    """The networks of base2, with a policy in this role or without one."""
    table, packed = (0, 2), load()
    if role is None:
        return TrainedNetworks({table: packed.values[table]}, {}, {})
    return TrainedNetworks({table: packed.values[table]}, {table: packed.policies[table]}, {table: role})


def test_a_policy_that_is_asked_for_and_not_there_is_named() -> None:
    state = next(some_choices(2))
    searcher = Searcher(SearchSettings(seconds=None, iterations=2, leaf="policy"), with_policy(None))
    with pytest.raises(InvalidOption, match="no network with a policy"):
        searcher.think(state, 1)
    assert Searcher(SearchSettings(seconds=None, iterations=2), with_policy(None)).think(state, 1) == 2


def test_a_policy_leads_every_search_that_is_not_set_to_do_without() -> None:
    state, networks = next(some_choices(2)), with_policy(NetworkRole())
    assert leaf_for(SearchSettings(), networks, state) == "policy"
    assert leaf_for(SearchSettings(leaf="learned"), networks, state) == "learned"
    assert leaf_for(SearchSettings(), with_policy(None), state) == "learned"
