"""Random play in the environments of others: the name of a task comes in, a line of JSON goes out.

Runs in the environment of environments.py, where OpenAbyss is not installed. What cannot be imported says so.
"""

import importlib
import json
import os
import random
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

# pgx is to use one core, as everybody else here.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

STEPS = 2_000
BATCH, BATCHED_STEPS = 1024, 100
SEED = 1

Answer = dict[str, Any]


def main() -> None:
    tasks: dict[str, Callable[[], Answer]] = {
        "PettingZoo, texas_holdem_no_limit_v6": partial(agents_in_turn, "texas_holdem_no_limit_v6"),
        "PettingZoo, leduc_holdem_v4": partial(agents_in_turn, "leduc_holdem_v4"),
        "RLCard, uno": partial(cards, "uno"),
        "RLCard, leduc-holdem": partial(cards, "leduc-holdem"),
        "pgx, sparrow_mahjong": partial(batched, "sparrow_mahjong"),
        "pgx, leduc_holdem": partial(batched, "leduc_holdem"),
    }
    print(json.dumps(list(tasks)), flush=True)
    for line in sys.stdin:
        try:
            answer = tasks[line.strip()]()
        except ImportError as missing:
            answer = {"missing": str(missing)}
        print(json.dumps(answer), flush=True)


def agents_in_turn(name: str) -> Answer:
    """The observation with its mask, an answer at random."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
    env.reset(seed=SEED)
    began = time.process_time()
    for _step in range(STEPS):
        if not env.agents or any(env.terminations.values()) or any(env.truncations.values()):
            env.reset()
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(random.choice([action for action, legal in enumerate(mask) if legal]))
    return {"moves": STEPS, "seconds": time.process_time() - began}


def cards(name: str) -> Answer:
    """The state of an agent with its legal actions, an answer at random."""
    env = importlib.import_module("rlcard").make(name, config={"seed": SEED})
    state, _player = env.reset()
    began = time.process_time()
    for _step in range(STEPS):
        if env.is_over():
            state, _player = env.reset()
        state, _player = env.step(random.choice(list(state["legal_actions"])))
    return {"moves": STEPS, "seconds": time.process_time() - began}


def batched(name: str) -> Answer:
    """A thousand games at once, all steps in one call of compiled code."""
    play, states, key = compiled_play(name)
    began = time.process_time()
    play(states, key).rewards.block_until_ready()
    return {"moves": BATCH * BATCHED_STEPS, "seconds": time.process_time() - began}


@cache
def compiled_play(name: str) -> tuple[Any, Any, Any]:
    """What plays, from what states, with what chance; it has been compiled."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    numpy, wrappers = importlib.import_module("jax.numpy"), importlib.import_module("pgx.experimental")
    env = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def once(_number: int, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        states, key = carried
        key, choosing, chance = jax.random.split(key, 3)
        odds = numpy.where(states.legal_action_mask, 0.0, -numpy.inf)
        actions = jax.random.categorical(choosing, odds, axis=-1)
        return step(states, actions, jax.random.split(chance, BATCH)), key

    play = jax.jit(lambda states, key: jax.lax.fori_loop(0, BATCHED_STEPS, once, (states, key))[0])
    key = jax.random.PRNGKey(SEED)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    play(states, key).rewards.block_until_ready()
    return play, states, key


if __name__ == "__main__":
    main()
