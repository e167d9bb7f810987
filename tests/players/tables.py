"""Tables for tests of players: new ones, those in the middle of games, and networks with an opinion."""

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from openabyss.chance.generator import below, generator
from openabyss.play.position.options import Options
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.network.network import Network, blank_network_for
from openabyss.players.playout import draw
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import seat_regent
from openabyss.rules.state import NOBODY, STATE, State

MAX_STEPS = 10_000


def dealt(players: int, kraken: bool = False, leviathan: bool = False, regent: int = 0) -> State:
    """A new table with the usual options that waits for chance."""
    state = new_table(players, kraken, leviathan, Options().numbers(leviathan))
    if regent:
        seat_regent(state, regent)
    deal(state)
    resolve(state)
    return state


def questions(state: State, seed: int) -> Iterator[State]:
    """The questions to players of one game in which greedy and random answers take turns."""
    random = generator(seed)
    for _ in range(MAX_STEPS):
        if state.depth == 0:
            return
        if open_question(state).player != NOBODY:
            yield state
            if below(random, 3) > 0:
                apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
                continue
        apply(state, draw(state, random))
    raise AssertionError("the game does not end")


def choices(state: State, seed: int) -> Iterator[State]:
    """Those of them with a choice."""
    return (state for state in questions(state, seed) if state.offered > 1)


def position_of(state: State) -> list[bytes]:
    """The fields of the table before its working notes, which begin with the mask."""
    names = STATE.names or ()
    return [np.asarray(getattr(state, name)).tobytes() for name in names[: names.index("mask")]]


def opinionated(table: tuple[int, int], has_policy: bool = True) -> Network:
    """A network that knows nothing, but has an opinion."""
    network = blank_network_for(table, has_policy)
    network.numbers[:] = np.random.default_rng(2).normal(0.0, 0.05, len(network.numbers))
    return network


def printed_uncompiled(code: str) -> str:
    """What Python code prints in a process in which nothing is compiled."""
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "OPENABYSS_INTERPRETED": "1", "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
