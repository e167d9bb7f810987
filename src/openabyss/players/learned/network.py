"""The networks: win probability per seat and expected final score, evaluated by plain loops.

One network for each variant and number of players: inputs, two hidden layers of rectified sums, and
two numbers per seat, in the order in which the inputs show the seats: the logarithm of its odds, and
its final score against the mean of all seats in units of MARGIN_UNIT points. All networks lie one
after the other in one flat array of float32; each layer is stored input by input, then its biases.
"""

import math

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.players.learned.encoding import Inputs, encode
from openabyss.players.learned.layout import INPUTS, MAX_INPUTS, net_starts, variant_of
from openabyss.players.learned.outcome import share_victory
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

Nets = NDArray[np.float32]
Floats = NDArray[np.float64]

HIDDEN = 64
SECOND_HIDDEN = 32
MARGIN_UNIT = 10.0


def size_of(variant: int, players: int) -> int:
    """How many numbers a network has."""
    return numbers_with(int(INPUTS[variant, players]), players)


def numbers_with(inputs: int, players: int) -> int:
    """How many numbers a network with this many inputs has."""
    return (inputs + 1) * HIDDEN + (HIDDEN + 1) * SECOND_HIDDEN + (SECOND_HIDDEN + 1) * 2 * players


NET_START, NUMBERS = net_starts(size_of)


@compiled
def evaluate(state: State, nets: Nets, chances: Floats) -> None:
    """`chances[player]` becomes the probability that the player wins, a shared victory in shares.

    The table is seen by the player who is asked, or by the active player while chance answers.
    """
    viewer = int(state.active)
    if state.depth > 0 and open_question(state).player != NOBODY:
        viewer = open_question(state).player
    evaluate_for(state, viewer, nets, chances)


@compiled
def evaluate_for(state: State, viewer: int, nets: Nets, chances: Floats) -> None:
    """The same, as seen by `viewer`, whose own monster tokens count by value."""
    if state.depth == 0:
        share_victory(state, chances)
        return
    inputs = np.empty(MAX_INPUTS, np.int8)
    outputs = np.empty(2 * SEATS, np.float32)
    encode(state, viewer, inputs)
    players = int(state.players)
    run(inputs, variant_of(state), players, nets, outputs)
    to_chances(outputs, viewer, players, chances)


@compiled
def to_chances(outputs: Nets, viewer: int, players: int, chances: Floats) -> None:
    """Logarithms of odds, the viewer's first, to probabilities by seat."""
    most, total = outputs[0], 0.0
    for place in range(1, players):
        most = max(most, outputs[place])
    for place in range(players):
        chance = math.exp(outputs[place] - most)
        chances[(viewer + place) % players] = chance
        total += chance
    for player in range(players):
        chances[player] /= total


@compiled
def run(inputs: Inputs, variant: int, players: int, nets: Nets, outputs: Nets) -> None:
    """The outputs of a network; most inputs are 0 and cost nothing."""
    length = int(INPUTS[variant, players])
    first = int(NET_START[variant, players])
    second = first + (length + 1) * HIDDEN
    last = second + (HIDDEN + 1) * SECOND_HIDDEN
    end = last + (SECOND_HIDDEN + 1) * 2 * players
    hidden = np.empty(HIDDEN, np.float32)
    hidden[:] = nets[second - HIDDEN : second]
    for place in range(length):
        if inputs[place] != 0:
            start = first + place * HIDDEN
            add(hidden, np.float32(inputs[place]), nets[start : start + HIDDEN])
    units = np.empty(SECOND_HIDDEN, np.float32)
    pass_on(hidden, nets[second:last], units)
    pass_on(units, nets[last:end], outputs[: 2 * players])


@compiled
def add(sums: Nets, value: np.float32, weights: Nets) -> None:
    """Add the weighted value to each sum; a function of its own, since only so it becomes quick."""
    for unit in range(len(sums)):
        sums[unit] += value * weights[unit]


@compiled
def pass_on(units: Nets, weights: Nets, sums: Nets) -> None:
    """One layer: the units that are above 0, weighted, and the biases at the end of the weights."""
    count, width = len(units), len(sums)
    for unit in range(width):
        sums[unit] = weights[count * width + unit]
    for unit in range(count):
        if units[unit] > 0:
            add(sums, units[unit], weights[unit * width : (unit + 1) * width])
