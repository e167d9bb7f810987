"""OpenSpiel's own test passes, and its tensors, strings and returns are those of the game."""

import random
from typing import Any

import numpy as np
import pytest

from openabyss import Game, GameOver, IllegalAction, InvalidArgument, InvalidOption, UnreadableAction
from openabyss.rules.questions import QUESTION_NAMES, open_question
from openabyss.rules.state import bytes_of
from tests.envs.wandering import wander
from tests.random_games import TABLES

pyspiel: Any = pytest.importorskip("pyspiel")
openspiel: Any = pytest.importorskip("openabyss.envs.openspiel")

GAMES = [
    f"abyss(players={table['players']},kraken={table['kraken']},leviathan={table['leviathan']})"
    for table in TABLES
]


def test_its_simulation_passes() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(GAMES[0]), num_sims=1, serialize=False, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("table", GAMES)
def test_its_simulation_passes_many_times(table: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=200, serialize=True, verbose=False)


def wandered(table: str, decisions: int, seed: int = 1) -> Any:
    state = pyspiel.load_game(table).new_initial_state()
    wander(state, random.Random(seed), decisions)
    return state


def at_a_choice(table: str) -> Any:
    state = wandered(table, 200)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("table", GAMES[::3])
def test_tensors_are_observations_with_a_perfect_memory_and_with_a_forgetful_one(table: str) -> None:
    state = at_a_choice(table)
    game = Game.from_state(state.table)
    for seat in range(game.players):
        assert np.array_equal(state.information_state_tensor(seat), game.observation(seat))
        assert np.array_equal(state.observation_tensor(seat), game.observation(seat, perfect_memory=False))
        assert state.information_state_string(seat).startswith(f"seat {seat}\n")
    assert state.legal_actions() == [action.id for action in game.legal_actions]
    assert state.action_to_string(state.legal_actions()[0]) == game.legal_actions[0].text


@pytest.mark.parametrize("table", GAMES[::5])
def test_a_state_is_read_back_as_it_was_written(table: str) -> None:
    state = at_a_choice(table)
    written = pyspiel.serialize_game_and_state(state.get_game(), state)
    _game, read = pyspiel.deserialize_game_and_state(written)
    assert bytes_of(read.table) == bytes_of(state.table)


@pytest.mark.parametrize(("action", "error"), [(186, IllegalAction), (10**6, UnreadableAction)])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int, error: type[Exception]) -> None:
    for state in (pyspiel.load_game(GAMES[0]).new_initial_state(), at_a_choice(GAMES[0])):
        known = [state.information_state_string(seat) for seat in range(2)]
        before = state.serialize()
        with pytest.raises(error):
            state.apply_action(action)
        assert state.serialize() == before
        assert [state.information_state_string(seat) for seat in range(2)] == known


def test_nothing_is_taken_once_a_game_is_over() -> None:
    state = wandered(GAMES[0], 10_000)
    with pytest.raises(GameOver):
        state.apply_action(0)


def test_a_copy_goes_its_own_way() -> None:
    state = at_a_choice(GAMES[0])
    before, copy = bytes_of(state.table), state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert bytes_of(state.table) == before != bytes_of(copy.table)


def test_what_a_seat_cannot_know_is_resampled() -> None:
    """Where another seat has two face-down tokens."""
    state, chooser = at_a_choice(GAMES[0]), random.Random(1)
    state.table.monster_tokens[1 - state.current_player(), 0] += 2
    state.table.pool[0] -= 2
    seat, tokens = state.current_player(), set()
    for _world in range(10):
        other = state.resample_from_infostate(seat, chooser.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.legal_actions() == state.legal_actions()
        tokens.add(other.table.monster_tokens.tobytes())
    assert len(tokens) > 1


def public(state: Any, seat: int) -> tuple[Any, ...]:
    """What is asked, and of the answers of another seat all but its tokens."""
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    is_own = state.current_player() == seat
    return open_question(state.table), {text for text in texts if is_own or not text.startswith("token:")}


@pytest.mark.parametrize("table", [table for table in GAMES if "leviathan=True" in table])
def test_what_is_resampled_agrees_with_all_that_is_public(table: str) -> None:
    """Who is asked for a boost without pearls, or to fight on without allies, holds a token for it."""
    chooser, telling = random.Random(5), 0
    state = pyspiel.load_game(table).new_initial_state()
    while not state.is_terminal() and telling < 10:
        wander(state, chooser, 1)
        name = "" if state.is_terminal() else QUESTION_NAMES[open_question(state.table).what]
        if name in ("BOOST", "FIGHT_AGAIN", "END_POWERS"):
            telling += 1
            for seat in range(state.num_players()):
                other = state.resample_from_infostate(seat, chooser.random)
                assert public(other, seat) == public(state, seat)
                assert len(other.legal_actions()) > 1
    assert telling > 0


@pytest.mark.parametrize(("reward", "total"), [("rank", 0), ("win", 1)])
def test_returns_of_three_who_share_the_victory_add_up_exactly(reward: str, total: int) -> None:
    state = pyspiel.load_game(f"abyss(players=4,reward={reward})").new_initial_state()
    state.table.depth = 0
    state.table.pearls[:4] = (1, 1, 1, 0)
    state.position = openspiel.Position(state.table)
    returns = state.returns()
    assert returns[0] == returns[1] == returns[2] > returns[3]
    assert abs(sum(returns) - total) < 1e-12


def test_points_may_be_the_returns() -> None:
    state = wandered("abyss(players=2,reward=margin)", 100_000)
    scores = Game.from_state(state.table).scores
    assert state.returns() == [scores[0] - scores[1], scores[1] - scores[0]]


def test_settings_that_do_not_fit_are_named() -> None:
    with pytest.raises(InvalidOption):
        openspiel.AbyssGame({"players": 9})
    with pytest.raises(InvalidArgument, match="no 'money'"):
        openspiel.AbyssGame({"reward": "money"})


@pytest.mark.parametrize("table", GAMES[::5])
def test_a_public_observer_reads_no_hand_and_the_same_for_all(table: str) -> None:
    state = at_a_choice(table)
    none = pyspiel.PrivateInfoType.NONE
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=none)
    public = state.get_game().make_py_observer(kind)
    texts = {public.string_from(state, seat) for seat in range(state.num_players())}
    assert len(texts) == 1
    public.set_from(state, 0)
    assert not any(public.dict[name].any() for name in ("hand", "tokens", "payment"))


@pytest.mark.parametrize(
    ("public", "private"),
    [(True, pyspiel.PrivateInfoType.ALL_PLAYERS), (False, pyspiel.PrivateInfoType.SINGLE_PLAYER)],
)
def test_an_observer_that_there_is_not_is_refused(public: bool, private: Any) -> None:
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
    with pytest.raises(InvalidArgument, match="what one seat knows"):
        pyspiel.load_game(GAMES[0]).make_py_observer(kind)


@pytest.mark.parametrize("table", GAMES[::4])
def test_an_information_state_recalls_in_what_order_a_seat_saw_and_did_things(table: str) -> None:
    """Two ways to the same table are the same to a memory, and are not to perfect recall."""
    state, chooser = pyspiel.load_game(table).new_initial_state(), random.Random(2)
    earlier: list[dict[int, str]] = []
    for _choice in range(40):
        wander(state, chooser, 1)
        strings = {seat: state.information_state_string(seat) for seat in range(state.num_players())}
        assert len({strings[0], *(before[0] for before in earlier)}) == len(earlier) + 1
        earlier.append(strings)
    read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]
    assert read.information_state_string(0) == state.information_state_string(0)


def test_seats_recall_what_they_saw_and_nothing_that_only_others_know() -> None:
    """Games whose cards differ for another seat alone are the same to this one, also when they go on."""
    state, chooser = at_a_choice(GAMES[0]), random.Random(3)
    state.table.monster_tokens[1 - state.current_player(), 0] += 2
    state.table.pool[0] -= 2
    state.position = openspiel.Position(state.table)
    seat, action = state.current_player(), state.legal_actions()[-1]
    worlds = [state, *(state.resample_from_infostate(seat, chooser.random) for _world in range(5))]
    assert len({world.information_state_string(seat) for world in worlds}) == 1
    before = state.recall_of(seat)
    for world in worlds:
        world.apply_action(action)
    assert {world.recall_of(seat) for world in worlds} == {state.recall_of(seat)} != {before}


def test_two_ways_to_the_same_table_are_told_apart_by_recall_alone() -> None:
    state = at_a_choice(GAMES[0])
    seat, recall = state.current_player(), state.position.recall
    other = recall.copy()
    assert other.of(seat) == recall.of(seat)
    other.add(state.legal_actions()[0])
    assert other.of(seat) != recall.of(seat)
    assert state.recall_of(seat) == recall.of(seat)
