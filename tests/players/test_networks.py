"""Networks: what they may know, what they say, the same compiled and interpreted, and how they are kept."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.observation.columns import VARIANTS
from openabyss.play.game import Game
from openabyss.players.network.encoding import encode
from openabyss.players.network.inputs import (
    INPUTS,
    MAX_INPUTS,
    NO_ROW,
    ROW_NAMES,
    ROW_OF,
    ROWS,
    SEAT_INPUTS,
    TABLE_INPUTS,
    Inputs,
    seat_inputs,
    table_inputs,
)
from openabyss.players.network.network import (
    VALUE_HIDDEN,
    evaluate,
    evaluate_with_units,
    layers_of,
    logit_of,
    viewer_of,
)
from openabyss.players.network.weights import (
    WEIGHTS_FILE,
    NetworkRole,
    TrainedNetworks,
    WrongWeights,
    add,
    hash_file_of,
    load,
    network_names,
    save,
    table_names,
)
from openabyss.players.playout import draw
from openabyss.players.search.one_ahead import choose_by_rating
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS, open_question
from openabyss.rules.sizes import SEATS, TOKENS
from openabyss.rules.state import BASE_TOKENS, NOBODY, State, bytes_of, copy_of
from openabyss.table.score_sheet import rank
from openabyss.training.self_play import default_table
from tests.players.tables import opinionated, printed_uncompiled

TABLES = [*table_names().values()]
GAMES = 1 if INTERPRETED else 4
EVERY = 7
BACKS = ((0, BASE_TOKENS), (BASE_TOKENS, TOKENS))


@pytest.fixture(scope="module")
def networks() -> TrainedNetworks:
    return load()


def positions(variant: int, players: int, seed: int) -> Iterator[State]:
    """Every seventh table of a game of random answers, whether chance answers next or a seat."""
    state, random, answers = default_table(variant, players), generator(seed), 0
    while state.depth > 0:
        apply(state, draw(state, random))
        answers += 1
        if answers % EVERY == 0 and state.depth > 0:
            yield state


def inputs_for(state: State, viewer: int) -> Inputs:
    inputs = np.zeros(MAX_INPUTS, np.int8)
    return inputs[: encode(state, viewer, inputs)]


def dealt_anew(state: State, viewer: int, seed: int) -> State:
    """The same table where all tokens that the viewer cannot see have been mixed, back by back."""
    other, random = copy_of(state), np.random.default_rng(seed)
    for first, end in BACKS:
        piles = [other.pool, *(other.monster_tokens[p] for p in range(other.players) if p != viewer)]
        sizes = [int(pile[first:end].sum()) for pile in piles]
        tokens = np.repeat(np.arange(first, end), sum(pile[first:end] for pile in piles))
        random.shuffle(tokens)
        for pile, hand in zip(piles, np.split(tokens, np.cumsum(sizes)[:-1]), strict=True):
            pile[first:end] = np.bincount(hand, minlength=end)[first:end]
    return other


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_networks_are_trained_on_the_games_that_people_play(variant: int, players: int) -> None:
    table = default_table(variant, players)
    game = Game.new(players=players, kraken=variant % 2 == 1, leviathan=variant >= 2, seed=1)
    for field in ("players", "kraken", "leviathan", "options"):
        assert np.array_equal(getattr(table, field), getattr(game.state, field)), field


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_inputs_do_not_depend_on_what_is_hidden_from_the_viewer(variant: int, players: int) -> None:
    for seed in range(GAMES):
        for place, state in enumerate(positions(variant, players, seed)):
            viewer = place % players
            other = dealt_anew(state, viewer, place)
            assert np.array_equal(inputs_for(state, viewer), inputs_for(other, viewer))


def test_own_tokens_are_known_by_value() -> None:
    state = default_table(0, 2)
    before = inputs_for(state, 0)
    state.pool[2] -= 1
    state.monster_tokens[0, 2] += 1
    known = inputs_for(state, 0)
    state.monster_tokens[0, 2] -= 1
    state.monster_tokens[0, 0] += 1
    assert not np.array_equal(before, known)
    assert not np.array_equal(known, inputs_for(state, 0))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_chances_are_probabilities(variant: int, players: int, networks: TrainedNetworks) -> None:
    chances = np.zeros(SEATS)
    for state in positions(variant, players, 3):
        before = state.stack.tobytes(), state.hand.tobytes(), state.mask.tobytes()
        evaluate(state, networks.value(state), chances)
        assert chances[:players].sum() == pytest.approx(1)
        assert (chances[:players] >= 0).all()
        assert before == (state.stack.tobytes(), state.hand.tobytes(), state.mask.tobytes())


@pytest.mark.parametrize("players", [2, 4])
def test_a_finished_game_is_valued_by_its_ranking(players: int, networks: TrainedNetworks) -> None:
    chances = np.zeros(SEATS)
    for seed in range(GAMES):
        *_others, state = positions(0, players, seed)
        evaluate(state, networks.value(state), chances)
        winners = rank(state)[0]
        assert chances[:players] == pytest.approx(np.isin(range(players), winners) / len(winners))


def summary(variant: int, players: int) -> list[str]:
    """Inputs and chances of one game, to be compared."""
    networks, chances, lines = load(), np.zeros(SEATS), []
    for place, state in enumerate(positions(variant, players, 5)):
        inputs = inputs_for(state, place % players)
        evaluate(state, networks.value(state), chances)
        shown = " ".join(f"{chance:.4f}" for chance in chances[:players])
        lines.append(f"{hashlib.sha256(inputs.tobytes()).hexdigest()[:8]} {shown}")
    return lines


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_and_interpreted_networks_say_the_same() -> None:
    printed = printed_uncompiled(
        f"from {__name__} import summary; print(*summary(0, 2), *summary(3, 3), sep='\\n')"
    )
    found, expected = (
        [line.split() for line in lines] for lines in (printed.splitlines(), summary(0, 2) + summary(3, 3))
    )
    for (digest, *chances), (same_digest, *same_chances) in zip(found, expected, strict=True):
        assert digest == same_digest
        assert [*map(float, chances)] == pytest.approx([*map(float, same_chances)], abs=2e-3)


def test_choosing_gives_a_legal_answer_and_changes_nothing(networks: TrainedNetworks) -> None:
    for state in positions(0, 3, 1):
        player = open_question(state).player
        if player != NOBODY:
            before = bytes_of(state)
            action = choose_by_rating(state, networks.value(state))
            assert state.mask[action] > 0
            assert bytes_of(state) == before


# ------------------------------------------------------------------------------------ policy


def test_every_answer_of_a_player_has_a_row_and_own_answers_have_one_to_themselves() -> None:
    assert len(set(ROW_NAMES)) == ROWS
    for question in QUESTIONS:
        if question.drawn_from is None:
            rows = ROW_OF[question.number]
            assert (rows != NO_ROW).all()
            own = [ROW_NAMES[row] for row in rows[slice(*question.answers)]]
            assert all(name.startswith(f"{question.name}:") for name in own)


@pytest.mark.parametrize(("variant", "players"), [(0, 2), (1, 4), (2, 3), (3, 5)])
def test_a_network_with_a_policy_distinguishes_all_answers(variant: int, players: int) -> None:
    network, chances = opinionated((variant, players), has_policy=True), np.zeros(SEATS)
    units = np.zeros(network.second_hidden, np.float32)
    for state in positions(variant, players, 2):
        evaluate_with_units(state, viewer_of(state), network, units, chances)
        assert chances[:players].sum() == pytest.approx(1.0)
        if open_question(state).player != NOBODY:
            logits = {logit_of(state, network, units, int(action)) for action in np.flatnonzero(state.mask)}
            assert len(logits) == state.offered


# ----------------------------------------------------------------------------------- weights


def copied_weights(folder: Path) -> Path:
    """The weights of the package in a folder of their own."""
    file = folder / "weights.npz"
    file.write_bytes(WEIGHTS_FILE.read_bytes())
    hash_file_of(file).write_text(hash_file_of(WEIGHTS_FILE).read_text())
    return file


def rewrite(file: Path, arrays: Mapping[str, Any]) -> None:
    """Other arrays, with the hash that belongs to them."""
    np.savez(file, **arrays)
    hash_file_of(file).write_text(hashlib.sha256(file.read_bytes()).hexdigest())


def same_networks(some: TrainedNetworks, others: TrainedNetworks) -> bool:
    pairs = [(some.values, others.values), (some.policies, others.policies)]
    return some.roles == others.roles and all(
        one.keys() == other.keys()
        and all(np.array_equal(one[table].numbers, other[table].numbers) for table in one)
        for one, other in pairs
    )


def test_damaged_or_missing_weights_are_refused(tmp_path: Path) -> None:
    file = copied_weights(tmp_path)
    assert same_networks(load(file), load())
    packed = bytearray(file.read_bytes())
    packed[len(packed) // 2] ^= 1
    file.write_bytes(packed)
    with pytest.raises(WrongWeights, match="are damaged: their hash is"):
        load(file)
    with pytest.raises(WrongWeights, match="cannot be read"):
        load(tmp_path / "nowhere.npz")
    with pytest.raises(WrongWeights, match="there is no trained network for kraken3"):
        TrainedNetworks({}, {}, {}).value(default_table(1, 3))


@pytest.mark.parametrize("name", ["base2-value", "base2-policy"])
def test_weights_for_other_inputs_are_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "weights.npz"
    save({name: opinionated(*network_names()[name])}, file)
    with np.load(file) as kept:
        found = len(kept[f"{name} biases"]) + 60
        rewrite(file, {**kept, f"{name} steps": kept[f"{name} steps"][:60]})
    with pytest.raises(WrongWeights, match=f"{name} has {found} numbers, but its inputs need"):
        load(file)


def test_every_table_has_a_network_that_values_it_in_six_megabytes(networks: TrainedNetworks) -> None:
    assert WEIGHTS_FILE.stat().st_size <= 6_000_000
    assert sorted(networks.values) == TABLES
    assert set(networks.policies) == set(networks.roles) <= set(TABLES)


@pytest.mark.parametrize(("name", "steps"), [("kraken3-value", 2000), ("kraken3-policy", 254)])
def test_a_kept_network_is_the_same_but_for_rounding(tmp_path: Path, name: str, steps: int) -> None:
    """Without a policy weights keep half precision, with one they are steps of the 127th part of the
    largest."""
    network = opinionated(*network_names()[name])
    save({name: network}, tmp_path / "weights.npz")
    loaded = load(tmp_path / "weights.npz")
    found = (loaded.policies if network.rows else loaded.values)[1, 3]
    most = np.abs(network.numbers).max()
    np.testing.assert_allclose(found.numbers, network.numbers, atol=most / steps)
    assert (found.inputs, found.rows) == (int(INPUTS[1, 3]), network.rows)


def test_networks_are_put_beside_those_that_are_there_and_replace_their_elders(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    names = ("base2-policy", "kraken3-policy", "base4-policy", "base2-value")
    base2, kraken3, base4, value = (opinionated(*network_names()[name]) for name in names)
    save({"base2-policy": base2, "kraken3-policy": kraken3, "base2-value": value}, file)
    before = load(file)
    new = {"base4-policy": base4, "base2-policy": base2._replace(numbers=-base2.numbers)}
    add(new, file, {"base4-policy": NetworkRole(0.5, hint=3.0)})
    after = load(file)
    usual = NetworkRole()
    assert after.roles == {(0, 2): usual, (0, 4): NetworkRole(0.5, 3.0), (1, 3): usual}
    assert after.policies.keys() == after.roles.keys()
    assert np.array_equal(after.policies[1, 3].numbers, before.policies[1, 3].numbers)
    assert np.array_equal(after.policies[0, 2].numbers, -before.policies[0, 2].numbers)
    assert np.array_equal(after.values[0, 2].numbers, before.values[0, 2].numbers)


@pytest.mark.parametrize("kind", ["value", "policy"])
def test_networks_find_their_inputs_by_name(tmp_path: Path, kind: str) -> None:
    """Inputs in another order, one more and one less: the others have the weights that they had."""
    file = copied_weights(tmp_path)
    with np.load(file) as packed:
        arrays = {name: packed[name] for name in packed.files if " " not in name or name.startswith("base")}
    arrays = {name: array for name, array in arrays.items() if name[4:5] in {" ", "2"} or name == "rows"}
    table, seat = arrays["base table"].tolist(), arrays["base seat"].tolist()
    for one, hidden in (("base2-value", VALUE_HIDDEN), ("base2-policy", 2 * VALUE_HIDDEN)):
        for part, width in (("steps", hidden), ("scales", 1)):
            numbers = arrays[f"{one} {part}"]
            inputs = len(table) + 2 * len(seat)
            first = numbers[: inputs * width].reshape(-1, width)
            blocks = np.split(first, (len(table), len(table) + len(seat)))
            changed = [*blocks[0][::-1], np.ones(width), *blocks[1][1:], *blocks[2][1:]]
            arrays[f"{one} {part}"] = np.concatenate([np.ravel(changed), numbers[first.size :]])
    arrays["base table"] = np.array([*reversed(table), "an input that nothing has any more"])
    arrays["base seat"] = np.array(seat[1:])
    rewrite(file, arrays)
    part = "values" if kind == "value" else "policies"
    found, expected = (getattr(one, part)[0, 2] for one in (load(file), load()))
    (first, _bias), *others = layers_of(expected)
    table_now, seat_now = table_inputs(0), seat_inputs(0)
    gone = len(table_now) + seat_now.index(seat[0])
    first[[gone, gone + len(seat_now)]] = 0
    assert np.array_equal(layers_of(found)[0][0], first)
    for (weights, biases), (same_weights, same_biases) in zip(layers_of(found)[1:], others, strict=True):
        assert np.array_equal(weights, same_weights)
        assert np.array_equal(biases, same_biases)


def test_networks_find_their_rows_by_name(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    network = opinionated((0, 2), has_policy=True)
    save({"base2-policy": network}, file)
    before = load(file).policies[0, 2]
    with np.load(file) as kept:
        rewrite(file, {**kept, "rows": np.array(["gone", *ROW_NAMES[1:]])})
    rows, biases = layers_of(load(file).policies[0, 2])[3]
    assert not rows[0].any()
    assert biases[0] == 0
    assert np.array_equal(rows[1:], layers_of(before)[3][0][1:])


def test_every_input_has_a_name_of_its_own() -> None:
    for variant in range(VARIANTS):
        table, seat = table_inputs(variant), seat_inputs(variant)
        assert len(set(table)) == len(table) == TABLE_INPUTS[variant]
        assert len(set(seat)) == len(seat) == SEAT_INPUTS[variant]
