"""The public suites over many seeds, with every set and every number of players."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from openabyss.envs.gymnasium import AbyssEnv
from openabyss.envs.pettingzoo import raw_env
from tests.envs.tables import TABLES, named

pytestmark = pytest.mark.soak

SEEDS = 200


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
