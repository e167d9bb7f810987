"""Networks with a policy: rows, what they say, how they are kept, and searches of few simulations."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.learned.weights import WrongWeights, hash_file_of
from openabyss.players.playout import draw
from openabyss.players.policy.network import NET_START, NUMBERS, SECOND_HIDDEN, judge, logit_of, size_of
from openabyss.players.policy.rows import NO_ROW, ROW_NAMES, ROW_OF, ROWS
from openabyss.players.policy.weights import Use, add, load, no_nets, save
from openabyss.players.search.gumbel import Bench, improve, new_improvement
from openabyss.players.search.mcts import Networks, States
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import WORKING_TABLES, Searcher, leaf_for
from openabyss.players.search.tree import new_tree
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import QUESTIONS, open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, STATE, State

TABLES = [(2, False, False), (4, True, False), (3, False, True), (5, True, True)]
POSITIONS = 3 if INTERPRETED else 12


@pytest.fixture(scope="module")
def numbers() -> np.ndarray:
    """Networks that know nothing, but have an opinion."""
    return np.random.default_rng(2).normal(0.0, 0.05, NUMBERS).astype(np.float32)


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


def bench_for(state: State, numbers: np.ndarray) -> Bench:
    """A table to search, with the networks."""
    parameters = SearchSettings().parameters("policy", int(state.players), bool(state.kraken))
    tables = cast(States, np.zeros(WORKING_TABLES, STATE))
    tables[0] = state
    return Bench(tables, new_tree(2000), parameters, DEFAULT_WEIGHTS, Networks(numbers, numbers), 0.2)


def test_every_answer_of_a_player_has_a_row_and_own_answers_have_one_to_themselves() -> None:
    assert len(set(ROW_NAMES)) == ROWS
    for question in QUESTIONS:
        if question.drawn_from is None:
            rows = ROW_OF[question.number]
            assert (rows != NO_ROW).all()
            own = [ROW_NAMES[row] for row in rows[slice(*question.answers)]]
            assert all(name.startswith(f"{question.name}:") for name in own)


@pytest.mark.parametrize("table", TABLES)
def test_a_network_shares_out_one_victory_and_tells_answers_apart(
    table: tuple[int, bool, bool], numbers: np.ndarray
) -> None:
    units, chances = np.zeros(SECOND_HIDDEN, np.float32), np.zeros(SEATS)
    for state in choices(*table):
        judge(state, numbers, units, chances)
        assert chances[: table[0]].sum() == pytest.approx(1.0)
        assert chances[: table[0]].min() > 0
        logits = {logit_of(state, numbers, units, int(action)) for action in np.flatnonzero(state.mask)}
        assert len(logits) == state.offered


@pytest.mark.parametrize("table", TABLES)
def test_an_improved_policy_is_one_of_the_legal_answers(
    table: tuple[int, bool, bool], numbers: np.ndarray
) -> None:
    found, shares = new_improvement(), np.zeros(SEATS)
    for state in choices(*table):
        bench = bench_for(state, numbers)
        answer = improve(bench, generator(1), 16, 8, True, found, shares)
        assert state.mask[answer] > 0
        assert found.action[: state.offered].tolist() == np.flatnonzero(state.mask).tolist()
        assert found.policy[: state.offered].sum() == pytest.approx(1.0)
        assert shares[: table[0]].sum() == pytest.approx(1.0)
        assert int(bench.tree.visits[0]) == 16


def test_without_noise_and_choice_the_answer_is_that_of_the_policy(numbers: np.ndarray) -> None:
    found, shares, units = new_improvement(), np.zeros(SEATS), np.zeros(SECOND_HIDDEN, np.float32)
    for state in choices(3, True, False):
        judge(state, numbers, units, np.zeros(SEATS))
        best = max(
            np.flatnonzero(state.mask), key=lambda action: logit_of(state, numbers, units, int(action))
        )
        assert improve(bench_for(state, numbers), generator(1), 1, 1, False, found, shares) == best


def test_an_answer_that_wins_at_once_is_found_against_the_policy() -> None:
    """With a network that knows nothing at all, values of finished games alone show the way."""
    state, random = new_table(2), generator(11)
    deal(state)
    resolve(state)
    found, shares, nothing = new_improvement(), np.zeros(SEATS), np.zeros(NUMBERS, np.float32)
    decided = 0
    while state.depth > 0:
        if open_question(state).player != NOBODY and state.offered > 1 and state.ending_player != NOBODY:
            me = open_question(state).player
            answer = improve(bench_for(state, nothing), generator(1), 64, 16, False, found, shares)
            best = int(np.argmax(found.worth[: state.offered]))
            assert found.worth[: state.offered][found.action[: state.offered] == answer] == pytest.approx(
                found.worth[best]
            )
            decided += int(me >= 0)
        apply(state, draw(state, random))
    assert decided > 0


def net(numbers: np.ndarray, variant: int, players: int) -> np.ndarray:
    start = int(NET_START[variant, players])
    return numbers[start : start + size_of(variant, players)]


def test_kept_networks_are_the_same_but_for_half_a_step_of_127(tmp_path: Path, numbers: np.ndarray) -> None:
    save({"kraken3": net(numbers, 1, 3)}, tmp_path / "weights.npz")
    nets = load(tmp_path / "weights.npz")
    assert np.argwhere(nets.is_there).tolist() == [[1, 3]]
    most = np.abs(net(numbers, 1, 3)).max()
    np.testing.assert_allclose(nets.net(1, 3), net(numbers, 1, 3), atol=most / 254)


def test_networks_are_put_beside_those_that_are_there_and_replace_their_elders(
    tmp_path: Path, numbers: np.ndarray
) -> None:
    file = tmp_path / "weights.npz"
    save({"base2": net(numbers, 0, 2), "kraken3": net(numbers, 1, 3)}, file)
    before = load(file)
    add(
        {"base4": net(numbers, 0, 4), "base2": -net(numbers, 0, 2)},
        file,
        {"base4": Use(0.5, is_thorough=False)},
    )
    after = load(file)
    assert [after.use(0, players) for players in (2, 4)] == [Use(), Use(0.5, is_thorough=False)]
    assert np.argwhere(after.is_there).tolist() == [[0, 2], [0, 4], [1, 3]]
    assert np.array_equal(after.net(1, 3), before.net(1, 3))
    assert np.array_equal(after.net(0, 2), -before.net(0, 2))


def test_damaged_networks_are_named(tmp_path: Path, numbers: np.ndarray) -> None:
    file = tmp_path / "weights.npz"
    with pytest.raises(WrongWeights, match="cannot be read"):
        load(file)
    save({"base2": net(numbers, 0, 2)}, file)
    with np.load(file) as kept:
        np.savez(file, **{**kept, "base2 steps": kept["base2 steps"][:100]})
    hash_file_of(file).write_text(hashlib.sha256(file.read_bytes()).hexdigest(), "utf-8")
    with pytest.raises(WrongWeights, match="base2 has 2947 numbers"):
        load(file)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(WrongWeights, match="damaged"):
        load(file)


def test_a_policy_that_is_asked_for_and_not_there_is_named() -> None:
    nobody = no_nets()
    state = next(choices(2, False, False))
    searcher = Searcher(SearchSettings(seconds=None, iterations=2, leaf="policy"), nobody)
    with pytest.raises(InvalidOption, match="no network with a policy"):
        searcher.think(state, 1)
    assert Searcher(SearchSettings(seconds=None, iterations=2), nobody).think(state, 1) == 2


def test_a_network_for_short_searches_leads_no_long_ones() -> None:
    state, nets = next(choices(2, False, False)), no_nets()
    nets.is_there[0, 2] = True
    short, long = SearchSettings(seconds=None, iterations=400), SearchSettings(seconds=None, iterations=401)
    assert [leaf_for(settings, nets, state) for settings in (short, long)] == ["policy", "learned"]
    assert leaf_for(SearchSettings(), nets, state) == "learned"
    assert leaf_for(SearchSettings(leaf="policy"), nets, state) == "policy"
    nets.is_thorough[0, 2] = True
    assert leaf_for(SearchSettings(), nets, state) == "policy"
