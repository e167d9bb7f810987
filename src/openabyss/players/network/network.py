"""The networks: who will win, and of some what each answer is worth trying, evaluated by plain loops.

Inputs as `encoding` writes them, two hidden layers of rectified sums, and for each seat, in the order in
which the inputs show the seats, the logarithm of its odds and its final score against the mean of all seats
in units of MARGIN_UNIT points. A network with a policy also has a logit for each row of `inputs.ROW_NAMES`.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.blocks import scratch
from openabyss.engine.compiling import compiled
from openabyss.players.network.encoding import encode
from openabyss.players.network.inputs import INPUTS, MAX_INPUTS, ROW_OF, ROWS, WORD, Inputs
from openabyss.players.playout import share_victory
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

Numbers = NDArray[np.float32]
Floats = NDArray[np.float64]
Places = NDArray[np.int16]
# The sets in play, as a variant, and the number of players.
Table = tuple[int, int]

MARGIN_UNIT = 10.0
# The units of the hidden layers of networks that only value tables, and of those with a policy.
VALUE_UNITS = VALUE_HIDDEN, VALUE_SECOND_HIDDEN = 64, 32
POLICY_UNITS = POLICY_HIDDEN, POLICY_SECOND_HIDDEN = 128, 64
# The most that `logit_of` may need.
MOST_UNITS = POLICY_SECOND_HIDDEN
MOST_OUTPUTS = 2 * SEATS


class Network(NamedTuple):
    """A network for one variant and number of players; without a policy it has no `rows`.

    `numbers` are its layers one after the other: each input by input, then its biases; the policy row by row,
    then its biases.
    """

    numbers: Numbers
    inputs: int
    hidden: int
    second_hidden: int
    players: int
    rows: int


# Where none is needed.
NO_NETWORK = Network(np.zeros(1, np.float32), 0, 0, 0, 0, 0)


def blank_network(inputs: int, players: int, rows: int) -> Network:
    """A network of which nothing but its size is known: all numbers are 0."""
    hidden, second_hidden = POLICY_UNITS if rows else VALUE_UNITS
    size = (inputs + 1) * hidden + (hidden + 1) * second_hidden + (second_hidden + 1) * (2 * players + rows)
    return Network(np.zeros(size, np.float32), inputs, hidden, second_hidden, players, rows)


def blank_network_for(table: Table, has_policy: bool) -> Network:
    """The same for today's inputs and rows."""
    return blank_network(int(INPUTS[table]), table[1], ROWS if has_policy else 0)


def layers_of(network: Network) -> list[tuple[Numbers, Numbers]]:
    """The weights, by input and unit, and the biases of the three layers and of the policy, as views."""
    shapes = (
        (network.inputs, network.hidden, network.hidden),
        (network.hidden, network.second_hidden, network.second_hidden),
        (network.second_hidden, 2 * network.players, 2 * network.players),
        (network.rows, network.second_hidden, network.rows),
    )
    layers, start = [], 0
    for height, width, biases in shapes:
        middle = start + height * width
        weights = network.numbers[start:middle].reshape(height, width)
        layers.append((weights, network.numbers[middle : middle + biases]))
        start = middle + biases
    return layers


@compiled
def evaluate(state: State, network: Network, chances: Floats) -> None:
    """`chances[player]` becomes the probability that the player wins, a shared victory in shares. The table
    is seen by the player who is asked, or by the active player while chance answers."""
    evaluate_for(state, viewer_of(state), network, chances)


@compiled
def evaluate_for(state: State, viewer: int, network: Network, chances: Floats) -> None:
    """The same, as seen by `viewer`, whose own monster tokens count by value."""
    evaluate_with_units(state, viewer, network, scratch(MOST_UNITS, np.float32), chances)


@compiled
def evaluate_with_units(state: State, viewer: int, network: Network, units: Numbers, chances: Floats) -> None:
    """The same; the first `second_hidden` of the `units` become what `logit_of` needs."""
    if state.depth == 0:
        share_victory(state, chances)
        return
    inputs = scratch(MAX_INPUTS, np.int8)
    outputs = scratch(MOST_OUTPUTS, np.float32)
    encode(state, viewer, inputs)
    run(inputs, network, units, outputs)
    to_chances(outputs, viewer, int(state.players), chances)


@compiled
def viewer_of(state: State) -> int:
    """Who looks at the table: the player who is asked, or the active player while chance answers."""
    if state.depth > 0 and open_question(state).player != NOBODY:
        return int(open_question(state).player)
    return int(state.active)


@compiled
def to_chances(outputs: Numbers, viewer: int, players: int, chances: Floats) -> None:
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
def run(inputs: Inputs, network: Network, units: Numbers, outputs: Numbers) -> None:
    """The outputs of a network, and the units that its policy reads. The layers of each kind have a constant
    length here: with that of the network a search was 8 % slower."""
    if network.rows > 0:
        hidden = scratch(POLICY_HIDDEN, np.float32)
        run_layers(inputs, network, hidden, units[:POLICY_SECOND_HIDDEN], outputs)
    else:
        hidden = scratch(VALUE_HIDDEN, np.float32)
        run_layers(inputs, network, hidden, units[:VALUE_SECOND_HIDDEN], outputs)


@compiled
def run_layers(inputs: Inputs, network: Network, hidden: Numbers, units: Numbers, outputs: Numbers) -> None:
    """Layer by layer; most inputs are 0 and cost nothing."""
    numbers, width = network.numbers, len(hidden)
    second = (network.inputs + 1) * width
    last = second + (width + 1) * len(units)
    end = last + (len(units) + 1) * 2 * network.players
    places = scratch(MAX_INPUTS, np.int16)
    count = list_inputs(inputs, network.inputs, places)
    begin(hidden, numbers[:second])
    add_weighted(inputs, places, count, numbers, hidden)
    pass_on(hidden, numbers[second:last], units, places)
    pass_on(units, numbers[last:end], outputs[: 2 * network.players], places)


@compiled
def list_inputs(inputs: Inputs, length: int, places: Places) -> int:
    """Write down which inputs are not 0; returns how many. Most words of inputs are 0."""
    words, count = inputs.view(np.int64), 0
    for word in range(-(-length // WORD)):
        if words[word] != 0:
            for place in range(WORD * word, WORD * (word + 1)):
                places[count] = place
                count += int(inputs[place] != 0)
    return count


@compiled
def begin(sums: Numbers, weights: Numbers) -> None:
    """The biases, which are the last of the weights."""
    first = len(weights) - len(sums)
    for unit in range(len(sums)):
        sums[unit] = weights[first + unit]


@compiled
def pass_on(units: Numbers, weights: Numbers, sums: Numbers, places: Places) -> None:
    """One layer: the units that are above 0, weighted, and the biases."""
    count = 0
    for unit in range(len(units)):
        places[count] = unit
        count += int(units[unit] > 0)
    begin(sums, weights)
    add_weighted(units, places, count, weights, sums)


@compiled
def add_weighted(
    values: Inputs | Numbers, places: Places, count: int, weights: Numbers, sums: Numbers
) -> None:
    """Add the values at the first `count` of these places to the sums; each value has a row of weights."""
    for index in range(count):
        place = int(places[index])
        start = place * len(sums)
        add(sums, np.float32(values[place]), weights[start : start + len(sums)])


@compiled
def add(sums: Numbers, value: np.float32, weights: Numbers) -> None:
    """Add the weighted value to each sum; a function of its own, since only so it becomes quick."""
    for unit in range(len(sums)):
        sums[unit] += value * weights[unit]


@compiled
def logit_of(state: State, network: Network, units: Numbers, action: int) -> float:
    """The logit of an answer to the open question, with the `units` of this table."""
    return float(logit_of_row(int(ROW_OF[open_question(state).what, action]), network, units))


@compiled
def logit_of_row(row: int, network: Network, units: Numbers) -> float:
    """The logit of a row of the policy by the units of `run`."""
    numbers, width = network.numbers, network.second_hidden
    first = len(numbers) - network.rows * (width + 1)
    start = first + row * width
    total = numbers[first + network.rows * width + row]
    for unit in range(width):
        total += max(np.float32(0.0), units[unit]) * numbers[start + unit]
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
