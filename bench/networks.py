"""How many positions the networks value in a second on one core: the inputs and the network itself."""

import argparse
import json
import time
from statistics import median
from typing import Any

import numpy as np

from openabyss.chance.generator import generator
from openabyss.engine.compiling import compiled
from openabyss.players.network.encoding import encode
from openabyss.players.network.inputs import MAX_INPUTS, Inputs
from openabyss.players.network.network import Floats, Network, evaluate
from openabyss.players.network.weights import load
from openabyss.players.playout import draw
from openabyss.rules.play import apply, resolve
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import State

EVALUATIONS = 20_000
# So many turns of each player have been played when the table is looked at.
TURNS_EACH = 8
VARIANTS = {"base": (False, False), "kraken": (True, False), "leviathan": (False, True), "both": (True, True)}


@compiled
def evaluate_often(state: State, network: Network, chances: Floats, times: int) -> None:
    for _time in range(times):
        evaluate(state, network, chances)


@compiled
def describe_often(state: State, inputs: Inputs, times: int) -> None:
    for _time in range(times):
        encode(state, 0, inputs)


def table_in_the_middle(players: int, kraken: bool, leviathan: bool) -> State:
    """A table of random play in the middle of the game."""
    state, random = new_table(players, kraken, leviathan), generator(1)
    deal(state)
    resolve(state)
    while state.depth > 0 and state.turn < TURNS_EACH * players:
        apply(state, draw(state, random))
    return state


def per_second(work: Any, rounds: int) -> float:
    """The median over some rounds of how often the work is done in a second of processor time."""
    rates = []
    for _round in range(rounds):
        started = time.process_time()
        work()
        rates.append(EVALUATIONS / (time.process_time() - started))
    return median(rates)


def measured(name: str, players: int, rounds: int) -> dict[str, float]:
    """Evaluations and descriptions a second for one variant and number of players."""
    state = table_in_the_middle(players, *VARIANTS[name])
    network, chances, inputs = load().value(state), np.zeros(SEATS), np.zeros(MAX_INPUTS, np.int8)
    evaluate_often(state, network, chances, 1)
    describe_often(state, inputs, 1)
    return {
        "evaluations": round(
            per_second(lambda: evaluate_often(state, network, chances, EVALUATIONS), rounds)
        ),
        "descriptions": round(per_second(lambda: describe_often(state, inputs, EVALUATIONS), rounds)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured (%(default)s)")
    arguments = parser.parse_args()
    figures = {
        f"{name}, {players} players": measured(name, players, arguments.rounds)
        for name, players in (("base", 2), ("base", 4), ("leviathan", 4), ("both", 5))
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
