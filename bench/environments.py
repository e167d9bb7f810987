"""Steps a second of our environments next to those of others, in turns.

`python -m bench.environments`. A step is one real choice of an agent at random, with its observation and its
mask; forced answers and chance are played inside. Seconds are those of the processor, except in threads.
"""

import argparse
import json
import subprocess
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import numpy as np

from bench.openspiel import HERE, python_with_openspiel, worker
from openabyss.arena.bench.speed import machine
from openabyss.envs.pettingzoo import raw_env
from openabyss.envs.vector import VectorEnv
from openabyss.play.game import Game

STEPS = 100_000
SINGLE_STEPS = 3_000
BATCH = 256
MANY, MEGABYTE = 4_096, 2**20
TABLES = {"base, 4 players": (4, False, False), "both sets, 5 players": (5, True, True)}

Task = Callable[[], float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (%(default)s)")
    parser.add_argument("--batch", type=int, default=BATCH, help="games at once (%(default)s)")
    parser.add_argument("--peers", type=Path, help="a Python with pgx, rlcard and pettingzoo[classic]")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        ask = stack.enter_context(worker(python_with_openspiel()))
        tasks: dict[str, Task] = {"OpenSpiel hearts, tensor and mask": partial(ask, "python")}
        tasks.update(ours(arguments.batch))
        if arguments.peers is None:
            print("Missing: PettingZoo, RLCard and pgx (--peers).")
        else:
            tasks.update(stack.enter_context(peers(arguments.peers)))
        show_rates(measured(tasks, arguments.rounds))
    for table, (players, kraken, leviathan) in TABLES.items():
        size = memory(players, kraken, leviathan) / MEGABYTE
        print(f"Memory of {MANY} games beside the observations, {table}: {size:.0f} MB")
    print(json.dumps(machine()))


def measured(tasks: dict[str, Task], rounds: int) -> dict[str, list[float]]:
    """Rates by round, after a round that only warms up."""
    figures: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(rounds + 1):
        for name, task in tasks.items():
            rate = task()
            if number > 0:
                figures[name].append(rate)
    return figures


def show_rates(figures: dict[str, list[float]]) -> None:
    """Medians, what they lie between, and how many times the first of them each is."""
    first = median(next(iter(figures.values())))
    for name, rates in figures.items():
        rate, least, most = median(rates), min(rates), max(rates)
        print(f"{name:<56}{rate:>12,.0f}  ({least:,.0f} to {most:,.0f})  {rate / first:>8.1f}")


@contextmanager
def peers(python: Path) -> Iterator[dict[str, Task]]:
    """What the worker can play; what it cannot is printed."""
    command = [python, HERE / "peers_worker.py"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        wanted, answers = process.stdin, process.stdout
        assert wanted is not None
        assert answers is not None

        def ask(name: str) -> dict[str, Any]:
            wanted.write(name + "\n")
            wanted.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            return answer

        tasks: dict[str, Task] = {}
        for name in json.loads(answers.readline()):
            answer = ask(name)
            if "missing" in answer:
                print(f"Missing: {name} ({answer['missing']})")
            else:
                tasks[name] = partial(rate_of, ask, name)
        yield tasks
        wanted.close()


def rate_of(ask: Callable[[str], dict[str, Any]], name: str) -> float:
    answer = ask(name)
    return float(answer["moves"] / answer["seconds"])


def ours(batch: int) -> Iterator[tuple[str, Task]]:
    """What is measured, and how: each gives steps in a second."""
    for table, (players, kraken, leviathan) in TABLES.items():
        for observes in (False, True):
            env = VectorEnv(batch, players, kraken=kraken, leviathan=leviathan, observes=observes)
            what = "mask and observation" if observes else "mask"
            yield f"VectorEnv, {table}, {what}", partial(stepped, env)
    envs = [VectorEnv(batch, 4, seed=seed) for seed in range(2)]
    for threads, count in (("one thread", 1), ("two threads", 2)):
        yield f"the same for base by the clock, in {threads}", partial(in_threads, envs[:count])
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


def memory(players: int, kraken: bool, leviathan: bool) -> int:
    """How many bytes many games take, without their observations."""
    tracemalloc.start()
    env = VectorEnv(MANY, players, kraken=kraken, leviathan=leviathan)
    env.step(env.random_actions())
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most - env.arrays.observations.nbytes


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
