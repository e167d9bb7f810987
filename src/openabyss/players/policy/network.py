"""Networks that say what each answer is worth trying and who will win, evaluated by plain loops.

One network for each variant and number of players: the inputs of `learned.encoding`, two hidden layers of
rectified sums, then for each seat, the viewer first, the logarithm of its odds and its final score against
the mean of all; and for each row of `rows` a logit. All networks lie one after the other in one flat array
of float32; each layer is stored input by input, then its biases, and the policy row by row, then its biases.
"""

import math

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.players.learned.encoding import Inputs, encode
from openabyss.players.learned.layout import INPUTS, MAX_INPUTS, net_starts, variant_of
from openabyss.players.learned.network import Floats, Nets, add, pass_on, to_chances
from openabyss.players.learned.outcome import share_victory
from openabyss.players.policy.rows import ROW_OF, ROWS
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

HIDDEN = 128
SECOND_HIDDEN = 64


def numbers_with(inputs: int, players: int, rows: int = ROWS) -> int:
    """How many numbers a network with this many inputs and rows has."""
    trunk = (inputs + 1) * HIDDEN + (HIDDEN + 1) * SECOND_HIDDEN
    return trunk + (SECOND_HIDDEN + 1) * (2 * players + rows)


def size_of(variant: int, players: int) -> int:
    """How many numbers a network has."""
    return numbers_with(int(INPUTS[variant, players]), players)


NET_START, NUMBERS = net_starts(size_of)


@compiled
def judge(state: State, nets: Nets, units: Nets, chances: Floats) -> None:
    """`chances[player]` becomes the probability that the player wins, a shared victory in shares; `units`,
    SECOND_HIDDEN long, what `logit_of` needs.

    The table is seen by the player who is asked, or by the active player while chance answers.
    """
    if state.depth == 0:
        share_victory(state, chances)
        return
    viewer = int(open_question(state).player)
    if viewer == NOBODY:
        viewer = int(state.active)
    inputs = np.empty(MAX_INPUTS, np.int8)
    outputs = np.empty(2 * SEATS, np.float32)
    encode(state, viewer, inputs)
    run(inputs, variant_of(state), int(state.players), nets, units, outputs)
    to_chances(outputs, viewer, int(state.players), chances)


@compiled
def run(inputs: Inputs, variant: int, players: int, nets: Nets, units: Nets, outputs: Nets) -> None:
    """The outputs of a network, and the units that its policy reads; most inputs are 0 and cost nothing."""
    length, first = int(INPUTS[variant, players]), int(NET_START[variant, players])
    hidden = np.empty(HIDDEN, np.float32)
    second = first + (length + 1) * HIDDEN
    last = second + (HIDDEN + 1) * SECOND_HIDDEN
    end = last + (SECOND_HIDDEN + 1) * 2 * players
    hidden[:] = nets[second - HIDDEN : second]
    for place in range(length):
        if inputs[place] != 0:
            start = first + place * HIDDEN
            add(hidden, np.float32(inputs[place]), nets[start : start + HIDDEN])
    pass_on(hidden, nets[second:last], units)
    pass_on(units, nets[last:end], outputs[: 2 * players])


@compiled
def logit_of(state: State, nets: Nets, units: Nets, action: int) -> float:
    """The logit of an answer to the open question, after `judge` has been asked about this table."""
    row = int(ROW_OF[open_question(state).what, action])
    return float(logit_of_row(row, variant_of(state), int(state.players), nets, units))


@compiled
def logit_of_row(row: int, variant: int, players: int, nets: Nets, units: Nets) -> float:
    """The logit of a row by the units of `run`."""
    trunk = (int(INPUTS[variant, players]) + 1) * HIDDEN + (HIDDEN + 1) * SECOND_HIDDEN
    first = int(NET_START[variant, players]) + trunk + (SECOND_HIDDEN + 1) * 2 * players
    start = first + row * SECOND_HIDDEN
    total = nets[first + ROWS * SECOND_HIDDEN + row]
    for unit in range(SECOND_HIDDEN):
        if units[unit] > 0:
            total += units[unit] * nets[start + unit]
    return float(total)


@compiled
def softmax(logits: Floats, count: int) -> None:
    """The first `count` logits become probabilities."""
    most, total = logits[0], 0.0
    for place in range(1, count):
        most = max(most, logits[place])
    for place in range(count):
        logits[place] = math.exp(logits[place] - most)
        total += logits[place]
    for place in range(count):
        logits[place] /= total
