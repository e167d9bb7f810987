"""The public suites over many seeds, with every set and every number of players."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import BaseWrapper

from openabyss.envs.gymnasium import AbyssEnv, AbyssVectorEnv
from openabyss.envs.pettingzoo import env as wrapped_env
from openabyss.envs.pettingzoo import raw_env
from tests.random_games import TABLES, named

pytestmark = pytest.mark.soak

SEEDS = 200


class OtherSeedAEC(BaseWrapper):  # type: ignore[misc]  # PettingZoo is typed in part
    """The suite always takes the same seed; this takes another one instead, also where it takes none."""

    def __init__(self, seed: int, **settings: Any) -> None:
        super().__init__(wrapped_env(**settings))
        self._seed = seed

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(seed=self._seed + (seed or 0), options=options)


class OtherSeed(AbyssEnv):
    """As `OtherSeedAEC`, for a game that is begun with a seed."""

    first = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return super().reset(seed=None if seed is None else seed + self.first, options=options)


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_api_test_of_pettingzoo_passes_with_every_seed(table: dict[str, Any]) -> None:
    """It begins its games without a seed, and then chance goes on from the last one."""
    env = raw_env(**table)
    with warnings.catch_warnings():
        # It has seen nobody give observations of more than the usual kinds.
        warnings.filterwarnings("ignore", message="Observation|Agent|Action")
        for seed in range(SEEDS):
            env.reset(seed=seed)
            api_test(env, num_cycles=30)


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_seed_test_of_pettingzoo_passes_with_every_seed(table: dict[str, Any]) -> None:
    for seed in range(SEEDS):
        seed_test(lambda first=seed: OtherSeedAEC(first, **table), num_cycles=15)


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_render_test_of_pettingzoo_passes_with_every_seed(table: dict[str, Any]) -> None:
    for seed in range(SEEDS):
        render_test(lambda render_mode, first=seed: OtherSeedAEC(first, **table, render_mode=render_mode))


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_check_of_gymnasium_passes_with_every_seed(table: dict[str, Any]) -> None:
    env = OtherSeed(**table, opponents="random")
    with warnings.catch_warnings():
        # It advises floats between -1 and 1, and wants to be made by `gymnasium.make`.
        warnings.filterwarnings("ignore", module="gymnasium")
        for seed in range(SEEDS):
            env.first = seed
            check_env(env, skip_render_check=True)


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_vector_of_games_is_what_gymnasium_makes_of_single_ones(table: dict[str, Any]) -> None:
    """A game for each seed; those that end begin again in both."""
    many = AbyssVectorEnv(SEEDS, **table, opponents="random")
    single = SyncVectorEnv(
        [lambda: AbyssEnv(**table, opponents="random")] * SEEDS, autoreset_mode=AutoresetMode.SAME_STEP
    )
    chance, ended = np.random.default_rng(1), 0
    observations, info = many.reset(seed=[*range(SEEDS)])
    others, other_info = single.reset(seed=[*range(SEEDS)])
    for _step in range(100):
        assert np.array_equal(observations, others)
        assert np.array_equal(info["action_mask"], other_info["action_mask"])
        assert observations in many.observation_space
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observations, rewards, terminated, truncated, info = many.step(actions)
        others, *also, other_info = single.step(actions)
        for ours, theirs in zip((rewards, terminated, truncated), also, strict=True):
            assert np.array_equal(ours, theirs)
        ended += int(terminated.sum())
    assert ended > 0


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_what_gymnasium_is_shown_lies_in_its_spaces_with_every_seed(table: dict[str, Any]) -> None:
    env = AbyssEnv(**table, opponents="random")
    for seed in range(SEEDS):
        chance = np.random.default_rng(seed)
        observation, info = env.reset(seed=seed)
        is_done = False
        while not is_done:
            assert observation in env.observation_space
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            observation, _reward, terminated, truncated, info = env.step(action)
            is_done = terminated or truncated


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_simulation_of_openspiel_passes_many_times(table: dict[str, Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    pytest.importorskip("openabyss.envs.openspiel")
    settings = ",".join(f"{name}={value}" for name, value in table.items())
    game = pyspiel.load_game(f"abyss({settings})")
    pyspiel.random_sim_test(game, num_sims=SEEDS, serialize=True, verbose=False)
