"""Steps a second of our environments next to OpenSpiel's hearts from Python, in turns.

`python -m bench.environments`. A step is one real choice of an agent at random, with its observation and its
mask; forced answers and chance are played inside. Seconds are those of the processor, except in threads.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from threading import Thread

import numpy as np

from bench.openspiel import python_with_openspiel, worker
from openabyss.arena.bench.speed import machine
from openabyss.envs.pettingzoo import raw_env
from openabyss.envs.vector import VectorEnv
from openabyss.game import Game

STEPS = 100_000
SINGLE_STEPS = 3_000
BATCH = 128
TABLES = {"base, 4 players": (4, False, False), "both sets, 5 players": (5, True, True)}

Task = Callable[[], float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (%(default)s)")
    parser.add_argument("--batch", type=int, default=BATCH, help="games at once (%(default)s)")
    arguments = parser.parse_args()
    with worker(python_with_openspiel()) as ask:
        hearts = ("OpenSpiel hearts, tensor and mask", partial(ask, "python"))
        tasks: dict[str, Task] = dict([hearts, *ours(arguments.batch)])
        figures: dict[str, list[float]] = {name: [] for name in tasks}
        for number in range(arguments.rounds + 1):
            for name, task in tasks.items():
                rate = task()
                if number > 0:
                    figures[name].append(rate)
    theirs = median(next(iter(figures.values())))
    for name, rates in figures.items():
        rate, least, most = median(rates), min(rates), max(rates)
        print(f"{name:<56}{rate:>12,.0f}  ({least:,.0f} to {most:,.0f})  {rate / theirs:>8.1f}")
    print(json.dumps(machine()))


def ours(batch: int) -> Iterator[tuple[str, Task]]:
    """What is measured, and how: each gives steps in a second."""
    for table, (players, kraken, leviathan) in TABLES.items():
        for observes in (False, True):
            env = VectorEnv(batch, players, kraken=kraken, leviathan=leviathan, observes=observes)
            what = "mask and observation" if observes else "mask"
            yield f"VectorEnv, {table}, {what}", partial(stepped, env)
    envs = [VectorEnv(batch, 4, seed=seed) for seed in range(2)]
    yield "VectorEnv, base, 4 players, in two threads", partial(in_threads, envs)
    single = raw_env(4)
    single.reset(seed=1)
    yield "raw_env, base, 4 players", partial(played_by_agents, single)
    yield "Game and Game.observation, base, 4 players", played_by_hand


def stepped(env: VectorEnv) -> float:
    actions, steps = np.zeros(env.games, np.int64), STEPS // env.games
    began = time.process_time()
    for _step in range(steps):
        env.step(env.random_actions(actions))
    return steps * env.games / (time.process_time() - began)


def in_threads(envs: list[VectorEnv]) -> float:
    """All steps of all environments against the clock."""
    threads = [Thread(target=stepped, args=(env,)) for env in envs]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(envs) * STEPS / (time.perf_counter() - began)


def played_by_agents(env: raw_env) -> float:
    chance = np.random.default_rng(1)
    began = time.process_time()
    for _step in range(SINGLE_STEPS):
        if not env.agents or any(env.terminations.values()):
            env.reset()
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[chance.integers(len(legal))]))
    return SINGLE_STEPS / (time.process_time() - began)


def played_by_hand() -> float:
    chance, game = np.random.default_rng(1), Game.new(4, seed=1)
    began = time.process_time()
    for step in range(SINGLE_STEPS):
        if game.is_over:
            game = Game.new(4, seed=step)
        game.observation(game.player)
        actions = game.legal_actions
        game.apply(actions[chance.integers(len(actions))])
    return SINGLE_STEPS / (time.process_time() - began)


if __name__ == "__main__":
    main()
