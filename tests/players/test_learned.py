"""The learned value: what it may know, what it says, the same compiled and interpreted; and its player."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from openabyss.chance.generator import below, generator
from openabyss.engine.mode import INTERPRETED
from openabyss.game import Game
from openabyss.players.learned.choosing import choose_by_rating, new_plan
from openabyss.players.learned.encoding import Inputs, encode
from openabyss.players.learned.layout import (
    MAX_INPUTS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    SEAT_INPUTS,
    TABLE_INPUTS,
    VARIANTS,
    seat_inputs,
    table_inputs,
)
from openabyss.players.learned.network import HIDDEN, Nets, evaluate, numbers_with
from openabyss.players.learned.player import LearnedPlayer
from openabyss.players.learned.self_play import GREEDILY, QUICKLY, default_table, play_learned_game
from openabyss.players.learned.weights import (
    WEIGHTS_FILE,
    WrongWeights,
    hash_file_of,
    load,
    net_names,
    save,
)
from openabyss.players.perspective import Perspective
from openabyss.players.playout import draw
from openabyss.rules.copying import bytes_of, copy_of
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS, TOKENS
from openabyss.rules.state import BASE_TOKENS, NOBODY, State
from openabyss.table.score_sheet import rank

TABLES = [
    (variant, players)
    for variant in range(VARIANTS)
    for players in range(MIN_PLAYERS, MAX_PLAYERS[variant] + 1)
]
GAMES = 1 if INTERPRETED else 4
MATCH_GAMES = 2 if INTERPRETED else 100
EVERY = 7
BACKS = ((0, BASE_TOKENS), (BASE_TOKENS, TOKENS))


@pytest.fixture(scope="module")
def nets() -> Nets:
    return load()


def positions(variant: int, players: int, seed: int) -> Iterator[State]:
    """Every seventh table of a game of random answers, whoever is to answer next."""
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
def test_chances_are_probabilities(variant: int, players: int, nets: Nets) -> None:
    chances = np.zeros(SEATS)
    for state in positions(variant, players, 3):
        before = state.stack.tobytes(), state.hand.tobytes(), state.mask.tobytes()
        evaluate(state, nets, chances)
        assert chances[:players].sum() == pytest.approx(1)
        assert (chances[:players] >= 0).all()
        assert before == (state.stack.tobytes(), state.hand.tobytes(), state.mask.tobytes())


@pytest.mark.parametrize("players", [2, 4])
def test_a_finished_game_is_valued_by_its_ranking(players: int, nets: Nets) -> None:
    chances = np.zeros(SEATS)
    for seed in range(GAMES):
        state, random = default_table(0, players), generator(seed)
        while state.depth > 0:
            apply(state, draw(state, random))
        evaluate(state, nets, chances)
        winners = rank(state)[0]
        assert [chances[seat] for seat in winners] == pytest.approx([1 / len(winners)] * len(winners))
        assert chances[:players].sum() == pytest.approx(1)


def summary(variant: int, players: int) -> list[str]:
    """Inputs and chances of one game, to be compared."""
    nets, chances, lines = load(), np.zeros(SEATS), []
    for place, state in enumerate(positions(variant, players, 5)):
        inputs = inputs_for(state, place % players)
        evaluate(state, nets, chances)
        told = " ".join(f"{chance:.4f}" for chance in chances[:players])
        lines.append(f"{hashlib.sha256(inputs.tobytes()).hexdigest()[:8]} {told}")
    return lines


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_and_interpreted_networks_say_the_same() -> None:
    code = "from tests.players.test_learned import summary; print(*summary(0, 2), *summary(3, 3), sep='\\n')"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "OPENABYSS_INTERPRETED": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    told, expected = result.stdout.splitlines(), summary(0, 2) + summary(3, 3)
    assert [line.split()[0] for line in told] == [line.split()[0] for line in expected]
    for line, other in zip(told, expected, strict=True):
        chances = [[float(chance) for chance in text.split()[1:]] for text in (line, other)]
        assert chances[0] == pytest.approx(chances[1], abs=2e-3)


def test_choosing_gives_a_legal_answer_and_changes_nothing(nets: Nets) -> None:
    best = np.zeros(SEATS)
    for state in positions(0, 3, 1):
        player = open_question(state).player
        if player != NOBODY:
            before = bytes_of(state)
            action = choose_by_rating(state, nets, False, generator(1), best, new_plan())
            assert state.mask[action] > 0
            assert bytes_of(state) == before


def test_the_player_answers_without_looking_at_face_down_tokens() -> None:
    game, player, random = Game.new(players=2, seed=3), LearnedPlayer("learned"), generator(1)
    for _answer in range(60):
        if game.is_over:
            break
        actions = game.legal_actions
        assert player.choose(Perspective(game)) in actions
        game.apply(actions[below(random, len(actions))])


def test_the_learned_player_beats_the_greedy_one(nets: Nets) -> None:
    won, shares, random = 0.0, np.zeros(SEATS), generator(7)
    for game in range(MATCH_GAMES):
        policies = np.full(SEATS, GREEDILY)
        policies[game % 2] = QUICKLY
        play_learned_game(default_table(0, 2), policies, nets, random, shares)
        won += shares[game % 2]
    assert INTERPRETED or won >= 0.6 * MATCH_GAMES


# ----------------------------------------------------------------------------------- weights


def copied_weights(folder: Path) -> Path:
    """The weights of the package in a folder of their own."""
    file = folder / "weights.npz"
    file.write_bytes(WEIGHTS_FILE.read_bytes())
    hash_file_of(file).write_text(hash_file_of(WEIGHTS_FILE).read_text())
    return file


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    file = copied_weights(tmp_path)
    assert np.array_equal(load(file), load())
    packed = bytearray(file.read_bytes())
    packed[len(packed) // 2] ^= 1
    file.write_bytes(packed)
    with pytest.raises(WrongWeights, match="are damaged: their hash is"):
        load(file)


def test_missing_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongWeights, match="cannot be read"):
        load(tmp_path / "weights.npz")


def test_weights_for_other_inputs_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    save(dict.fromkeys(net_names(), np.zeros(10, np.float32)), file)
    with pytest.raises(WrongWeights, match="base2 has 10 numbers, but its inputs need"):
        load(file)


def test_the_weights_are_small() -> None:
    assert WEIGHTS_FILE.stat().st_size <= 3_000_000


def test_networks_find_their_inputs_by_name(tmp_path: Path) -> None:
    """Inputs in another order, one more and one less: the others have the weights that they had."""
    file = copied_weights(tmp_path)
    with np.load(file) as packed:
        arrays = {name: packed[name] for name in packed.files}
    table, seat, net = arrays["base table"].tolist(), arrays["base seat"].tolist(), arrays["base2"]
    first = net[: (len(table) + 2 * len(seat)) * HIDDEN].reshape(-1, HIDDEN)
    blocks = np.split(first, (len(table), len(table) + len(seat)))
    arrays["base table"] = np.array([*reversed(table), "an input that nothing has any more"])
    arrays["base seat"] = np.array(seat[1:])
    changed = [*blocks[0][::-1], np.ones(HIDDEN), *blocks[1][1:], *blocks[2][1:]]
    arrays["base2"] = np.concatenate([np.ravel(changed), net[first.size :]])
    for players in (3, 4):
        inputs = len(table) + 1 + players * (len(seat) - 1)
        arrays[f"base{players}"] = np.zeros(numbers_with(inputs, players))
    np.savez(file, **arrays)
    hash_file_of(file).write_text(hashlib.sha256(file.read_bytes()).hexdigest())
    expected = first.copy()
    expected[[len(table), len(table) + len(seat)]] = 0
    assert np.array_equal(load(file)[: first.size].reshape(-1, HIDDEN), expected)
    assert np.array_equal(load(file)[first.size : len(net)], net[first.size :])


def test_every_input_has_a_name_of_its_own() -> None:
    for variant in range(VARIANTS):
        for names, size in (
            (table_inputs(variant), TABLE_INPUTS[variant]),
            (seat_inputs(variant), SEAT_INPUTS[variant]),
        ):
            assert len(set(names)) == len(names) == size
