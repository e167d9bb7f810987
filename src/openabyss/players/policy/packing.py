"""Networks in a byte for each weight: the weights of an input, unit or row share a scale.

Biases keep half precision. docs/training.md tells what that costs in strength.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.players.learned.network import Nets
from openabyss.players.policy.network import HIDDEN, SECOND_HIDDEN

# The largest weight of a scale, in steps.
STEPS = 127


class Packed(NamedTuple):
    """A network as it is kept: weights in steps, how long the steps are, and biases."""

    steps: NDArray[np.int8]
    scales: NDArray[np.float32]
    biases: NDArray[np.float16]


def packed(numbers: Nets, inputs: int, players: int, rows: int) -> Packed:
    """A network with this many inputs, players and rows of its policy in less room."""
    steps, scales, biases = [], [], []
    for weights, bias in _parts(numbers, inputs, players, rows):
        scale = np.maximum(np.abs(weights).max(axis=1), 1e-12) / STEPS
        steps.append(np.rint(weights / scale[:, None]).astype(np.int8).ravel())
        scales.append(scale.astype(np.float32))
        biases.append(bias.astype(np.float16))
    return Packed(np.concatenate(steps), np.concatenate(scales), np.concatenate(biases))


def unpacked(packed: Packed, inputs: int, players: int, rows: int) -> Nets:
    """A network as `policy.network` reads it."""
    numbers = np.empty(len(packed.steps) + len(packed.biases), np.float32)
    step, scale, at = 0, 0, 0
    for weights, bias in _parts(numbers, inputs, players, rows):
        steps = packed.steps[step : step + weights.size].reshape(weights.shape)
        weights[:] = steps * packed.scales[scale : scale + len(weights), None]
        bias[:] = packed.biases[at : at + len(bias)]
        step, scale, at = step + weights.size, scale + len(weights), at + len(bias)
    return numbers


def _parts(numbers: Nets, inputs: int, players: int, rows: int) -> list[tuple[Nets, Nets]]:
    """The weights and biases of each layer and of the policy, as views of the numbers."""
    parts, start = [], 0
    shapes = (
        (inputs, HIDDEN, HIDDEN),
        (HIDDEN, SECOND_HIDDEN, SECOND_HIDDEN),
        (SECOND_HIDDEN, 2 * players, 2 * players),
        (rows, SECOND_HIDDEN, rows),
    )
    for height, width, biases in shapes:
        middle = start + height * width
        parts.append((numbers[start:middle].reshape(height, width), numbers[middle : middle + biases]))
        start = middle + biases
    return parts
