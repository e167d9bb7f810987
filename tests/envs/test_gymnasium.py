"""Gymnasium's own checks pass, and its environments play the game."""

import pickle
import random
import warnings
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from openabyss import GameOver, InvalidArgument, InvalidOption
from openabyss.engine.mode import INTERPRETED
from openabyss.envs.gymnasium import AbyssEnv, AbyssVectorEnv
from openabyss.rules.actions import ACTIONS
from tests.random_games import TABLES, Table, named

# For `make soak`.
SEEDS = 200


def env_answer(env: AbyssEnv) -> np.int64:
    """The first legal answer."""
    return np.int64(np.flatnonzero(env.action_masks())[0])


class OtherSeed(AbyssEnv):
    """The check always takes the same seeds; this counts them from another one."""

    first = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return super().reset(seed=None if seed is None else seed + self.first, options=options)


@pytest.mark.parametrize("seeds", [1, pytest.param(SEEDS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("table", TABLES, ids=named)
def test_its_check_passes(table: Table, seeds: int) -> None:
    env = OtherSeed(**table, opponents="random")
    with warnings.catch_warnings():
        # It advises floats between -1 and 1, and wants to be made by `gymnasium.make`.
        warnings.filterwarnings("ignore", module="gymnasium")
        for seed in range(seeds):
            env.first = seed
            check_env(env, skip_render_check=seed > 0 or table["players"] > 2)


def test_it_is_registered_under_its_name() -> None:
    env = gymnasium.make("openabyss.envs.gymnasium:Abyss-v0", players=3, opponents="random")
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    assert info["action_mask"].sum() > 1
    envs = gymnasium.make_vec(
        "openabyss.envs.gymnasium:Abyss-v0", num_envs=3, vectorization_mode="vector_entry_point", players=3
    )
    assert envs.reset(seed=1)[0] in envs.observation_space


def test_what_a_step_returns_is_not_written_again_and_chance_that_all_share_is_left_alone() -> None:
    before = random.getstate(), repr(np.random.get_state())
    env = AbyssEnv(players=2, opponents="random")
    observation, info = env.reset(seed=1)
    kept, kept_mask = observation.copy(), info["action_mask"].copy()
    for _step in range(3):
        _observation, _reward, _terminated, _truncated, after = env.step(env_answer(env))
        assert np.array_equal(observation, kept)
        assert np.array_equal(info["action_mask"], kept_mask)
        assert after["action_mask"] is not info["action_mask"]
        assert np.array_equal(after["action_mask"] == 1, env.action_masks())
    assert (random.getstate(), repr(np.random.get_state())) == before


def test_an_illegal_action_ends_the_game_as_lost() -> None:
    env = AbyssEnv(opponents="random", reward="rank")
    env.reset(seed=1)
    illegal = np.int64(np.flatnonzero(~env.action_masks())[0])
    _observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)


@pytest.mark.parametrize("settings", [{}, {"max_answers": 3}])
def test_after_the_end_nobody_is_asked(settings: dict[str, Any]) -> None:
    env = AbyssEnv(opponents="random", reward="rank", **settings)
    env.reset(seed=1)
    ended = False
    while not ended:
        _observation, _reward, terminated, truncated, _info = env.step(env_answer(env))
        ended = terminated or truncated
    rewards = env.game.rewards()
    with pytest.raises(GameOver, match="the game is over"):
        env.step(np.int64(0))
    assert np.array_equal(env.game.rewards(), rewards)


def test_games_that_are_not_observed_have_spaces_of_no_numbers() -> None:
    env = AbyssVectorEnv(2, opponents="random", observes=False, max_answers=1, seed=1)
    assert env.reset()[0] in env.observation_space
    observations, *_rest, info = env.step(env.action_masks().argmax(axis=1))
    assert observations in env.observation_space
    assert all(final in env.single_observation_space for final in info["final_obs"])


def test_many_games_agree_with_the_games_that_they_are() -> None:
    """And what is returned is never changed afterwards."""
    env = AbyssVectorEnv(4, 2, opponents="random", reward="rank")
    observations, info = env.reset(seed=3)
    ended, kept = 0, [(observations, observations.copy())]
    for _step in range(150):
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        observations, rewards, terminated, truncated, info = env.step(actions)
        kept.append((observations, observations.copy()))
        assert observations in env.observation_space
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert (np.abs(rewards) <= terminated).all()
        ended += int(terminated.sum())
        assert ("final_obs" in info) == (terminated | truncated).any()
        for game in np.flatnonzero(terminated):
            assert info["final_obs"][game] in env.single_observation_space
    assert ended > 0
    assert all(np.array_equal(returned, copy) for returned, copy in kept)


def assert_alike(info: dict[str, Any], other: dict[str, Any]) -> None:
    """The same keys, and the same arrays of the same type, whichever way many games are stepped."""
    assert info.keys() == other.keys()
    for name, found in info.items():
        if isinstance(found, dict):
            assert_alike(found, other[name])
        elif found.dtype == object:
            assert [*map(np.ndarray.tolist, filter(lambda one: one is not None, found))] == [
                *map(np.ndarray.tolist, filter(lambda one: one is not None, other[name]))
            ]
        else:
            assert found.dtype == other[name].dtype, name
            assert np.array_equal(found, other[name]), name


@pytest.mark.parametrize("seeds", [2, pytest.param(SEEDS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_seed_is_the_same_game_alone_and_among_many(table: Table, seeds: int) -> None:
    """And so are the games that follow: those that end begin again in both."""
    many = AbyssVectorEnv(seeds, **table, opponents="random")
    single = SyncVectorEnv(
        [lambda: AbyssEnv(**table, opponents="random")] * seeds, autoreset_mode=AutoresetMode.SAME_STEP
    )
    chance, ended = np.random.default_rng(1), 0
    observations, info = many.reset(seed=[*range(seeds)])
    others, other_info = single.reset(seed=[*range(seeds)])
    while ended == 0:
        for _step in range(100):
            assert np.array_equal(observations, others)
            assert_alike(info, other_info)
            assert observations in many.observation_space
            actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
            observations, rewards, terminated, truncated, info = many.step(actions)
            others, *also, other_info = single.step(actions)
            for ours, theirs in zip((rewards, terminated, truncated), also, strict=True):
                assert np.array_equal(ours, theirs)
            ended += int(terminated.sum())


def test_one_seed_for_many_games_counts_on_as_elsewhere_in_gymnasium() -> None:
    many = AbyssVectorEnv(3, opponents="random", seed=5)
    assert np.array_equal(many.games.arrays.observations, many.reset(seed=[5, 6, 7])[0])
    other = SyncVectorEnv([lambda: AbyssEnv(opponents="random")] * 3)
    assert np.array_equal(many.reset(seed=6)[0], other.reset(seed=6)[0])


def test_a_seed_is_given_for_each_game_or_for_none() -> None:
    with pytest.raises(InvalidArgument, match="for each game"):
        AbyssVectorEnv(2).reset(seed=[5, None])


def test_before_the_first_game_it_says_what_begins_one() -> None:
    env = AbyssEnv(opponents="random")
    for call in (lambda: env.step(np.int64(0)), env.action_masks, env.render):
        with pytest.raises(InvalidArgument, match="reset\\(\\) begins the first one"):
            call()


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_there_is_not_is_told_as_such(seat: int) -> None:
    with pytest.raises(InvalidArgument, match=f"no seat {seat}: seats go from 0 to 2"):
        AbyssEnv(3, seat=seat)
    with pytest.raises(InvalidArgument, match=f"no seat {seat}: seats go from 0 to 2"):
        AbyssVectorEnv(2, 3, seat=seat)


def test_a_mask_says_which_games_begin_again() -> None:
    """As vector environments of Gymnasium know it; the other games stay where they are."""
    many = AbyssVectorEnv(3, opponents="random", seed=1)
    first = many.reset(seed=[5, 6, 7])[0]
    for _step in range(5):
        later, *_rest, info = many.step(many.action_masks().argmax(axis=1))
    mask = np.array([True, False, True])
    again, info = many.reset(seed=[5, 8, 7], options={"reset_mask": mask})
    assert np.array_equal(again[mask], first[mask])
    assert np.array_equal(again[~mask], later[~mask])
    assert info["action_mask"].any(axis=1).all()
    with pytest.raises(InvalidArgument, match="only: bool of the shape"):
        many.reset(options={"reset_mask": np.ones(3)})


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"seat": 2}, "no seat 2: seats go from 0 to 1"),
        ({"players": 3, "opponents": {1: "random"}}, "each other seat needs one"),
        ({"opponents": "expert:depth=9"}, "no parameter 'depth'"),
        ({"opponents": "examples.bot_class:Careful"}, "cannot play in an environment; .* skilled, hard,"),
        ({"players": 1}, "players: 1 cannot play; 2 to 4 can, 5 with Leviathan"),
        ({"render_mode": "hologram"}, "there is no 'hologram'"),
    ],
)
def test_settings_that_do_not_fit_are_named(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises((InvalidArgument, InvalidOption), match=problem):
        AbyssEnv(**settings)


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
def test_opponents_that_search_play_the_same_game_again() -> None:
    """Also from a copy; of the answers only the agent's are counted."""

    def played(env: AbyssEnv) -> list[bytes]:
        first = env.reset(seed=5)[0].tobytes()
        return [first, *(env.step(env_answer(env))[0].tobytes() for _step in range(8))]

    env = AbyssEnv(players=3, seat=1, opponents={0: ("hard", "easy"), 2: "expert:iterations=20"})
    first = played(env)
    assert env.game.player == 1
    assert int(env.game._batch.lengths[0]) == 8
    assert played(pickle.loads(pickle.dumps(env))) == first


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
@pytest.mark.parametrize("level", ["casual", "skilled", "expert:iterations=20"])
def test_a_copy_goes_on_alike_whoever_the_opponent_is(level: str) -> None:
    env = AbyssEnv(opponents=level)
    env.reset(seed=1)
    for _step in range(8):
        env.step(env_answer(env))
    copies = [deepcopy(env), pickle.loads(pickle.dumps(deepcopy(env)))]
    for _step in range(12):
        answer = env_answer(env)
        first, *others = (one.step(answer)[0].tobytes() for one in (env, *copies))
        assert others == [first] * 2


def test_many_games_are_shown_as_text_and_as_pictures() -> None:
    pictures = AbyssVectorEnv(2, opponents="random", render_mode="rgb_array")
    pictures.reset(seed=[1, 2])
    texts = AbyssVectorEnv(2, opponents="random", render_mode="ansi")
    texts.reset(seed=[1, 2])
    for game, seed in enumerate((1, 2)):
        for many, mode in ((pictures, "rgb_array"), (texts, "ansi")):
            single = AbyssEnv(opponents="random", render_mode=mode)
            single.reset(seed=seed)
            shown = many.render()
            assert shown is not None
            assert np.array_equal(shown[game], single.render())
    assert AbyssVectorEnv(1).render() is None
    with pytest.raises(InvalidArgument, match="there is no 'human'"):
        AbyssVectorEnv(1, render_mode="human")


def test_games_without_a_seed_are_not_the_same() -> None:
    assert not np.array_equal(AbyssVectorEnv(4).reset()[0], AbyssVectorEnv(4).reset()[0])


@pytest.mark.parametrize("kind", [AbyssEnv, AbyssVectorEnv])
def test_an_environment_that_was_pickled_goes_on_alike(kind: Any) -> None:
    env = kind(opponents="random")
    env.reset(seed=1)
    copy = pickle.loads(pickle.dumps(env))
    for _step in range(20):
        answer = np.flatnonzero(env.action_masks())[0] % ACTIONS
        stepped = [one.step(answer if kind is AbyssEnv else np.array([answer])) for one in (env, copy)]
        assert np.array_equal(*(observation for observation, *_rest in stepped))


def test_many_games_say_as_one_does_which_of_them_an_illegal_action_ended() -> None:
    many = AbyssVectorEnv(3, opponents="random")
    single = SyncVectorEnv([lambda: AbyssEnv(opponents="random")] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    info, _others = many.reset(seed=[1, 2, 3])[1], single.reset(seed=[1, 2, 3])
    legal, *illegal = (
        np.flatnonzero(mask)[0] for mask in (info["action_mask"][0], *(1 - info["action_mask"])[1:])
    )
    actions = np.array([legal, *illegal])
    found, expected = many.step(actions)[-1], single.step(actions)[-1]
    assert found["final_info"]["illegal"].tolist() == [False, True, True]
    assert_alike(found["final_info"], expected["final_info"])
    outside = many.step(np.array([ACTIONS, -1, np.flatnonzero(found["action_mask"][2])[0]]))[-1]
    assert outside["final_info"]["illegal"].tolist() == [True, True, False]


def test_a_closed_environment_plays_no_more() -> None:
    env = AbyssVectorEnv(2)
    actions = np.array([np.flatnonzero(mask)[0] for mask in env.action_masks()])
    env.close()
    for use in (env.reset, lambda: env.step(actions)):
        with pytest.raises(InvalidArgument, match="closed"):
            use()
