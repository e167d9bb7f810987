"""Measures what the calls of the library cost in the middle of games.

This uses only what `import openabyss` offers, so that `bench/library.py` can measure other versions with it.
"""

import time
from collections.abc import Callable
from random import Random
from statistics import mean
from typing import Any

from openabyss import Game, view

PLAYERS = 4
SEED = 1
MIN_REPEATS = 4
# At one of this many decisions all other calls are measured as well.
LOOKS_EVERY = 4
# In the first versions the module of this function had its name.
look: Callable[..., Any] = getattr(view, "view", view)
CALLS = ("apply", "legal_actions", "clone", "hash", "view", "sample_hidden")


def measure_calls(seconds: float) -> dict[str, float]:
    """Microseconds of each call, on average over one random game, the same every time.

    The game is repeated, and the quickest time of each of its calls counts, so that other load on the machine
    hardly matters.
    """
    began = time.perf_counter()
    quickest = _played()
    repeats = 0
    while repeats < MIN_REPEATS or time.perf_counter() - began < seconds:
        again = _played()
        quickest = {name: list(map(min, quickest[name], again[name])) for name in CALLS}
        repeats += 1
    return {name: mean(quickest[name]) * 1e6 for name in CALLS}


def _played() -> dict[str, list[float]]:
    """How long every call of one random game took, in order."""
    seconds: dict[str, list[float]] = {name: [] for name in CALLS}

    def timed(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
        """The result of the call."""
        began = time.perf_counter()
        result = call(*arguments)
        seconds[name].append(time.perf_counter() - began)
        return result

    game, chance, decisions = Game.new(players=PLAYERS, seed=SEED), Random(SEED), 0
    while not game.is_over:
        actions = timed("legal_actions", lambda: game.legal_actions)
        timed("apply", game.apply, chance.choice(actions))
        decisions += 1
        if decisions % LOOKS_EVERY == 0:
            # The calls that programs make between two answers.
            seat = decisions // LOOKS_EVERY % PLAYERS
            timed("clone", game.clone)
            timed("hash", lambda: game.hash)
            timed("view", lambda seat: look(game.state, seat), seat)
            timed("sample_hidden", game.sample_hidden, seat, 1)
    return seconds
