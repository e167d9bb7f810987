"""PettingZoo's own tests pass, and its environment plays the game."""

import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import BaseWrapper

from openabyss import Game, GameOver, IllegalAction, InvalidArgument
from openabyss.envs.pettingzoo import AbyssAEC, env, raw_env
from openabyss.envs.rewards import LOST_BY
from tests.random_games import TABLES, Table, named


class OtherSeed(BaseWrapper):  # type: ignore[misc]  # PettingZoo is typed in part
    """The suite always takes the same seed; this takes another one instead, also where it takes none."""

    def __init__(self, seed: int, **settings: Any) -> None:
        super().__init__(env(**settings))
        self._seed = seed

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(seed=self._seed + (seed or 0), options=options)


ONE_OR_MANY = pytest.mark.parametrize("seeds", [1, pytest.param(200, marks=pytest.mark.soak)])


def test_before_the_first_game_it_says_what_begins_one() -> None:
    before = raw_env(players=2)
    for call in (lambda: before.step(0), before.render):
        with pytest.raises(InvalidArgument, match="reset\\(\\) begins the first one"):
            call()


@ONE_OR_MANY
@pytest.mark.parametrize("table", TABLES, ids=named)
def test_its_api_test_passes(table: Table, seeds: int) -> None:
    """It begins its games without a seed, and then chance goes on from the last one."""
    tested = raw_env(**table)
    with warnings.catch_warnings():
        # It has seen nobody give observations of more than the usual kinds.
        warnings.filterwarnings("ignore", message="Observation|Agent|Action")
        for seed in range(seeds):
            tested.reset(seed=seed)
            api_test(tested, num_cycles=60 if seeds == 1 else 30)


@ONE_OR_MANY
def test_its_seed_test_passes(seeds: int) -> None:
    for table in TABLES[::4] if seeds == 1 else TABLES:
        for seed in range(seeds):
            seed_test(lambda given={**table, "seed": seed}: OtherSeed(**given), num_cycles=20)


@ONE_OR_MANY
def test_its_render_test_passes(seeds: int, capsys: pytest.CaptureFixture[str]) -> None:
    for table in TABLES[1:2] if seeds == 1 else TABLES:
        for seed in range(seeds):
            settings = {**table, "seed": seed}
            render_test(lambda render_mode, given=settings: OtherSeed(**given, render_mode=render_mode))
    assert "pearls: seat+0" in capsys.readouterr().out


def played(env: AbyssAEC, seed: int) -> dict[str, float]:
    """A game at random; the rewards that its agents have been given."""
    chance, rewards = np.random.default_rng(seed), dict[str, float]()
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _info = env.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        is_done = terminated or truncated
        env.step(None if is_done else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


def test_a_game_gives_its_rewards_once_at_the_end() -> None:
    for seed in range(3):
        assert sum(played(raw_env(players=3), seed).values()) == pytest.approx(1)
        assert sum(played(raw_env(players=3, reward="rank"), seed).values()) == pytest.approx(0, abs=1e-6)


def test_every_agent_sees_what_its_seat_may_know() -> None:
    env = raw_env(players=3, kraken=True)
    env.reset(seed=4)
    for _step in range(60):
        game = Game.from_state(env.game.table)
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], game.observation(seat))
            legal = [one.id for one in game.legal_actions] if seat == game.player else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = raw_env()
    env.reset(seed=1)
    before = env.last()[0]
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (illegal, None, 1000):
        with pytest.raises(IllegalAction, match="is not legal for player_"):
            env.step(action)
    assert all(np.array_equal(before[part], env.last()[0][part]) for part in before)


@pytest.mark.parametrize(("reward", "lost"), [("win", -1), ("rank", -1), ("margin", -LOST_BY)])
def test_in_its_wrappers_an_illegal_action_loses(reward: str, lost: int) -> None:
    wrapped = env(reward=reward)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(int(np.flatnonzero(wrapped.last()[0]["action_mask"] == 0)[0]))
    assert wrapped.terminations[agent]
    assert wrapped._cumulative_rewards[agent] == lost


def test_a_long_game_is_broken_off() -> None:
    env = raw_env(max_answers=5)
    env.reset(seed=1)
    for _step in range(5):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_observations_are_arrays_of_their_own_and_chance_that_all_share_is_left_alone() -> None:
    before = random.getstate(), repr(np.random.get_state())
    env = raw_env()
    env.reset(seed=1)
    first = env.observe("player_0")
    kept = first["observation"].copy()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert np.array_equal(first["observation"], kept)
    assert (random.getstate(), repr(np.random.get_state())) == before


def test_a_picture_shows_what_lies_open() -> None:
    env = raw_env(players=3, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    for _step in range(30):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    assert env.render().shape == first.shape
    assert not np.array_equal(env.render(), first)


def test_two_games_without_a_seed_are_not_the_same() -> None:
    games = [raw_env() for _game in range(8)]
    for game in games:
        game.reset()
    assert len({game.observe("player_0")["observation"].tobytes() for game in games}) > 1


def test_a_game_that_was_pickled_goes_on_alike() -> None:
    game = raw_env()
    game.reset(seed=1)
    copy = pickle.loads(pickle.dumps(game))
    for one in (game, copy):
        for _agent in one.agent_iter(20):
            one.step(int(np.flatnonzero(one.last()[0]["action_mask"])[0]))
    for agent in game.agents:
        assert np.array_equal(game.observe(agent)["observation"], copy.observe(agent)["observation"])


def test_before_the_first_game_and_after_its_end_it_says_why_nobody_is_asked() -> None:
    game = raw_env(max_answers=1)
    for ask in (game.last, game.agent_iter, lambda: game.step(0)):
        with pytest.raises(InvalidArgument, match="no game yet"):
            ask()
    played(game, 1)
    for ask in (game.last, lambda: game.step(None)):
        with pytest.raises(GameOver):
            ask()
    assert [*game.agent_iter()] == []


def test_only_many_games_change_their_rewards() -> None:
    with pytest.raises(InvalidArgument, match="shaping"):
        raw_env(shaping=print)
