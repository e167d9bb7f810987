"""Many games at once play by the same rules as one, and write what each seat may know and do."""

import pickle
import random
import resource
import sys
from functools import partial
from threading import Event, Thread
from typing import Any, get_type_hints

import numpy as np
import pytest

from openabyss import Game, InvalidArgument, InvalidOption
from openabyss.engine.mode import INTERPRETED
from openabyss.envs.rewards import LOST_BY, Reward, reward_seats
from openabyss.envs.single import OneGame
from openabyss.envs.stepping import Arrays, Numbers64
from openabyss.envs.vector import EnvSettings, NamedSettings, VectorEnv, new_arrays
from openabyss.play.position.options import Options
from openabyss.play.small_games import small_game
from openabyss.players.playout import draw
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.state import NOBODY, bytes_of, copy_of
from tests.random_games import TABLES, Table, named

GAMES = 2


def stepped(env: VectorEnv, steps: int) -> Arrays:
    for _step in range(steps):
        arrays = env.step(env.random_actions())
    return arrays


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_masks_and_observations_are_those_of_the_game(table: Table) -> None:
    env = VectorEnv(GAMES, **table, seed=4)
    for _look in range(6):
        arrays = stepped(env, 9)
        for number in range(GAMES):
            game = Game.from_state(env.tables[number])
            assert arrays.to_play[number] == game.player
            assert np.flatnonzero(arrays.masks[number]).tolist() == [one.id for one in game.legal_actions]
            assert np.array_equal(arrays.observations[number], game.observation(game.player))


@pytest.mark.parametrize("table", TABLES[::3], ids=named)
@pytest.mark.parametrize("skips_forced", [True, False])
def test_a_step_is_an_answer_and_the_draws_and_forced_answers_that_follow(
    table: Table, skips_forced: bool
) -> None:
    env = VectorEnv(1, **table, seed=[8], skips_forced=skips_forced)
    chance = env._batch.generators.copy()
    state = copy_of(env.tables[0])
    for _step in range(60):
        actions = env.random_actions()
        assert apply(state, int(actions[0]))
        while state.depth > 0:
            if open_question(state).player == NOBODY:
                apply(state, draw(state, chance))
            elif skips_forced and np.count_nonzero(state.mask) == 1:
                apply(state, int(state.mask.argmax()))
            else:
                break
        if env.step(actions).terminated[0]:
            break
        assert bytes_of(env.tables[0]) == bytes_of(state)


def played(env: VectorEnv, steps: int = 40) -> list[bytes]:
    found = list[bytes]()
    for _step in range(steps):
        arrays = env.step(env.random_actions())
        found.append(b"".join(part.tobytes() for part in arrays))
    return found


def test_the_seed_alone_says_how_games_go() -> None:
    """And random actions, also after a reset to the same seed, and without a draw from the random numbers
    that all share."""
    before = random.getstate(), repr(np.random.get_state())
    tables: list[dict[str, Any]] = [{"players": 3}, {"opponents": {1: "medium"}}]
    for settings in tables:
        env = VectorEnv(3, **settings, seed=5)
        games = played(env)
        assert games == played(VectorEnv(3, **settings, seed=5))
        assert games != played(VectorEnv(3, **settings, seed=6))
        env.reset(seed=5)
        assert played(env) == games
    assert (random.getstate(), repr(np.random.get_state())) == before


def test_a_game_with_its_own_seed_does_not_depend_on_the_others() -> None:
    alone, among = VectorEnv(1, seed=[7]), VectorEnv(3, seed=[1, 7, 2])
    for _step in range(50):
        actions = among.random_actions()
        among.step(actions)
        alone.step(actions[1:2].copy())
        assert bytes_of(alone.tables[0]) == bytes_of(among.tables[1])


def test_a_game_that_ends_begins_again_and_rewards_every_seat_once() -> None:
    env, ends = VectorEnv(4, 3, seed=2, reward="win"), 0
    for _step in range(900):
        turns = [table.turn for table in env.tables]
        arrays = env.step(env.random_actions())
        assert (arrays.rewards.sum(axis=1) == arrays.terminated).all()
        ends += int(arrays.terminated.sum())
        for game in np.flatnonzero(arrays.terminated).tolist():
            assert env.tables[game].turn == 1 < turns[game]
            assert arrays.masks[game].any()
    assert ends >= 4


def test_an_illegal_action_loses_its_game_and_no_other() -> None:
    env = VectorEnv(3, 3, seed=2, reward="rank")
    stepped(env, 20)
    actions, asked = env.random_actions(), int(env.arrays.to_play[1])
    actions[1] = np.flatnonzero(~env.arrays.masks[1])[0]
    arrays = env.step(actions)
    assert arrays.terminated.tolist() == [False, True, False]
    assert arrays.rewards[1].tolist() == [-1.0 if seat == asked else 0.5 for seat in range(3)]
    assert not arrays.rewards[[0, 2]].any()
    assert env.illegal_actions == 1
    assert env.tables[1].turn == 1


@pytest.mark.parametrize("action", [-1, ACTIONS, 2**40, -(2**40)])
def test_an_action_that_is_in_no_catalogue_is_illegal(action: int) -> None:
    env = VectorEnv(1)
    assert env.step(np.array([action])).terminated[0]
    assert env.illegal_actions == 1


def test_a_long_game_is_broken_off_without_a_reward() -> None:
    env = VectorEnv(2, seed=1, max_answers=10)
    for step in range(1, 31):
        arrays = stepped(env, 1)
        assert arrays.truncated.all() == (step % 10 == 0)
        assert not arrays.rewards.any()


def test_opponents_answer_inside() -> None:
    env = VectorEnv(2, 3, seed=1, opponents={0: "random", 2: "random"}, keeps_final=True)
    ended = False
    for _step in range(150):
        arrays = stepped(env, 1)
        assert (arrays.to_play == 1).all()
        ended = ended or bool(arrays.terminated.any())
    assert ended
    assert env.final_observations.any()


def test_the_arrays_may_be_the_callers_own() -> None:
    size = VectorEnv(2).layout.size
    arrays = new_arrays(2, 2, size)
    env = VectorEnv(2, seed=3, arrays=arrays)
    assert env.reset() is arrays
    assert arrays.masks.any(axis=1).all()
    others = VectorEnv(2, seed=3).reset()
    assert [mine.tobytes() for mine in arrays] == [theirs.tobytes() for theirs in others]


def test_a_shaping_hook_may_add_to_the_rewards_of_every_step() -> None:
    def pearls(env: VectorEnv) -> None:
        env.arrays.rewards[:] += [table.pearls[:2] for table in env.tables]

    assert stepped(VectorEnv(2, shaping=pearls), 1).rewards.sum() > 0


@pytest.mark.parametrize(
    ("actions", "problem"),
    [
        (np.zeros(3, np.int64), r"actions: int64 of the shape \(2,\) is expected, not int64 of \(3,\)"),
        (np.zeros(2, np.int32), "not int32"),
        (np.zeros((2, 1), np.int64), r"of \(2, 1\)"),
        (np.zeros(4, np.int64)[::2], "one piece"),
        ([0, 0], "an array of int64 is expected"),
    ],
)
def test_actions_of_the_wrong_form_are_refused(actions: Numbers64, problem: str) -> None:
    with pytest.raises(InvalidArgument, match=problem):
        VectorEnv(2).step(actions)


WRONG: Any = np.zeros((2, 2))
REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"observes": False, "arrays": new_arrays(2, 2, 0)._replace(rewards=WRONG)}, InvalidArgument, "rewards"),
    ({"reward": "money"}, InvalidArgument, "no 'money'; there are win, rank, margin"),
    ({"opponents": "medium"}, InvalidArgument, "by seat"),
    ({"opponents": {2: "random"}}, InvalidArgument, "no seat 2"),
    ({"opponents": {0: "random", 1: "random"}}, InvalidArgument, "at least one seat"),
    ({"seed": [1]}, InvalidArgument, "one for each of 2 games, not 1"),
    ({"games": 0}, InvalidArgument, "games"),
    ({"players": 7}, InvalidOption, "players"),
    ({"opponents": {0: "expert"}}, InvalidOption, "native speed"),
]


@pytest.mark.parametrize(("settings", "error", "problem"), REFUSED)
def test_settings_that_do_not_fit_are_named(
    settings: dict[str, Any], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        VectorEnv(**{"games": 2, **settings})


def test_a_forgetful_agent_sees_less() -> None:
    perfect, forgetful = VectorEnv(1, seed=1), VectorEnv(1, seed=1, perfect_memory=False)
    assert forgetful.arrays.observations.shape[1] < perfect.arrays.observations.shape[1]
    game = Game.from_state(forgetful.tables[0])
    seen = game.observation(game.player, perfect_memory=False)
    assert np.array_equal(forgetful.arrays.observations[0], seen)


def test_an_agent_with_perfect_information_sees_more() -> None:
    env = VectorEnv(2, seed=1, perfect_information=True, keeps_final=True)
    game = Game.from_state(env.tables[0])
    seen = game.observation(game.player, perfect_information=True)
    assert np.array_equal(env.arrays.observations[0], seen)
    assert env.final_observations.shape == env.arrays.observations.shape == (2, env.layout.size)
    assert env.layout.size > VectorEnv(1, seed=1).layout.size


def test_threads_step_batches_of_their_own_as_if_alone() -> None:
    alone = played(VectorEnv(4, 4, seed=1))
    found: list[list[bytes]] = []
    threads = [Thread(target=lambda: found.append(played(VectorEnv(4, 4, seed=1)))) for _thread in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone, alone]


@pytest.mark.skipif(INTERPRETED, reason="only compiled code can do without the interpreter's lock")
def test_other_threads_run_while_a_batch_is_stepped() -> None:
    """Python never takes the lock from a thread here, so the other one runs only if a step releases it."""
    env, begins, stepping, seen = VectorEnv(512, 4), Event(), [False], [False]
    # The first step loads what it needs from files, which lets others run as well.
    stepped(env, 1)
    actions = env.random_actions()

    def step_until_seen() -> None:
        for _step in range(3000):
            begins.set()
            stepping[0] = True
            env.step(actions)
            stepping[0] = False
            env.random_actions(actions)
            if seen[0]:
                return

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        worker = Thread(target=step_until_seen)
        worker.start()
        while worker.is_alive() and not seen[0]:
            begins.wait(1)
            begins.clear()
            seen[0] = stepping[0]
        worker.join()
    finally:
        sys.setswitchinterval(usual)
    assert seen[0]


@pytest.mark.soak
@pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")
def test_ten_million_steps_take_no_more_memory_than_a_few() -> None:
    env = VectorEnv(256, 5, kraken=True, leviathan=True)
    actions = env.random_actions()
    reached: list[int] = []
    for step in range(40_000):
        env.step(env.random_actions(actions))
        if step in (4_000, 39_999):
            reached.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert reached[1] - reached[0] < 2_000, "kilobytes"


def test_thousands_of_games_take_little_memory() -> None:
    env = VectorEnv(4096, 2, observes=False)
    assert env.arrays.observations.shape == (4096, 0)
    parts = [part for part in (*env._batch, *env.arrays) if isinstance(part, np.ndarray)]
    assert sum(part.nbytes for part in parts) < 64 * 2**20


# ---------------------------------------------------------------------------------- rewards


LORD: dict[str, Any] = {"lords": [{"id": 12}]}
OTHER_LORD: dict[str, Any] = {"lords": [{"id": 13}]}
RICH, RICHER = {"pearls": 1}, {"pearls": 2}
Seats = list[dict[str, Any]]


def game_of(seats: Seats) -> Game:
    return Game.from_position({"players": len(seats), "seats": [{"pearls": 0, **seat} for seat in seats]})


def rewards_of(seats: Seats, kind: Reward, loser: int = NOBODY) -> list[float]:
    rewards = np.zeros(len(seats), np.float32)
    reward_seats(game_of(seats).state, int(kind), loser, rewards)
    return [round(float(reward), 4) for reward in rewards]


@pytest.mark.parametrize(
    ("seats", "wins", "ranks"),
    [
        ([RICHER, RICHER, RICH], [0.5, 0.5, 0], [0.5, 0.5, -1]),
        ([{}] * 4, [0.25] * 4, [0] * 4),
        ([{}, LORD], [0, 1], [-1, 1]),
        ([RICH, {"pearls": 4}, RICHER, {"pearls": 3}], [0, 1, 0, 0], [-1, 1, -0.3333, 0.3333]),
        ([LORD, RICH, RICH], [1, 0, 0], [1, -0.5, -0.5]),
    ],
)
def test_equals_share_the_victory_and_get_the_mean_of_their_ranks_from_1_to_minus_1(
    seats: Seats, wins: list[float], ranks: list[float]
) -> None:
    assert rewards_of(seats, Reward.WIN) == wins
    assert rewards_of(seats, Reward.RANK) == ranks
    assert [seat for seat, share in enumerate(wins) if share > 0] == sorted(game_of(seats).leaders)


def test_the_margin_is_that_over_the_best_of_the_others() -> None:
    first, second, third = game_of([LORD, OTHER_LORD, {}]).scores
    margins = rewards_of([LORD, OTHER_LORD, {}], Reward.MARGIN)
    assert margins == [first - second, second - first, third - max(first, second)]


@pytest.mark.parametrize("kind", Reward)
def test_who_answers_illegally_comes_last_whatever_the_table_says(kind: Reward) -> None:
    expected = {Reward.WIN: [0, 0.5, 0.5], Reward.RANK: [-1, 0.5, 0.5], Reward.MARGIN: [-LOST_BY, 0, 0]}
    assert rewards_of([LORD, {}, {}], kind, loser=0) == expected[kind]


def test_an_environment_that_was_pickled_goes_on_alike() -> None:
    env = VectorEnv(3, 3, leviathan=True, seed=2, opponents={1: "medium"})
    stepped(env, 5)
    copy = pickle.loads(pickle.dumps(env))
    for one in (env, copy):
        stepped(one, 20)
    for found, expected in zip(copy.arrays, env.arrays, strict=True):
        assert np.array_equal(found, expected)


def test_type_checkers_know_every_setting_by_its_name() -> None:
    """And its type, as `EnvSettings` has it."""
    assert get_type_hints(NamedSettings) == get_type_hints(EnvSettings)


def test_each_game_draws_an_opponent_of_a_mixture() -> None:
    """Random play wins half of its games against itself and none against others."""
    shares = {}
    for opponent in ("random", "medium", ("random", "medium"), ("easy", "medium")):
        env = VectorEnv(200, 2, seed=3, opponents={1: opponent})
        ended, won = np.zeros(200, np.bool_), np.zeros(200)
        while not ended.all():
            arrays = env.step(env.random_actions())
            first = arrays.terminated & ~ended
            won[first], ended[first] = arrays.rewards[first, 0], True
        shares[opponent] = won.mean()
    assert shares["random"] > 0.4
    assert shares["medium"] < 0.02
    assert shares["random", "medium"] == pytest.approx(shares["random"] / 2, abs=0.1)
    assert shares["easy", "medium"] < 0.1


@pytest.mark.parametrize("mixture", [(), ["medium"] * 65, ["medium", 3], 3])
def test_a_mixture_is_of_names(mixture: Any) -> None:
    with pytest.raises(InvalidArgument, match="opponents"):
        VectorEnv(2, 2, opponents={1: mixture})


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_that_is_over_before_an_agent_has_a_choice_is_begun_again(seat: int) -> None:
    env = VectorEnv(64, 2, position="last-lord", opponents={1 - seat: "medium"}, seed=1)
    for _step in range(20):
        assert env.arrays.masks.any(axis=1).all()
        assert set(env.arrays.to_play) == {seat}
        env.step(env.random_actions())
    assert env.illegal_actions == 0


def test_a_position_in_which_nobody_ever_chooses_is_refused() -> None:
    game = Game.new(seed=1)
    chooser = random.Random(1)
    while not game.is_over:
        game.apply(chooser.choice(game.legal_actions))
    with pytest.raises(InvalidArgument, match="over before an agent"):
        VectorEnv(2, position=game.to_position())
    with pytest.raises(InvalidArgument, match="over before an agent"):
        OneGame(2, position=game.to_position()).begin(1)


def test_options_and_a_position_that_differ_are_refused() -> None:
    chosen = {"martial_law": "always"}
    position = {**small_game("ten-lords"), "options": chosen}
    assert Options.of(VectorEnv(1, position=position, options=chosen).tables[0]).to_dict() == chosen
    assert Options.of(VectorEnv(1, position=position).tables[0]).to_dict() == chosen
    for given in ("ten-lords", small_game("ten-lords"), {**position, "options": {"martial_law": "never"}}):
        for kind in (partial(VectorEnv, 1), OneGame):
            with pytest.raises(InvalidArgument, match="options: the position"):
                kind(2, position=given, options=chosen)


def test_one_game_is_begun_again_too_and_opponents_that_search_play_in_it() -> None:
    for opponent in ("medium", "skilled"):
        game = OneGame(2, position="last-lord", opponents={1: opponent})
        for seed in range(8):
            game.begin(seed)
            assert game.mask(0).any()
