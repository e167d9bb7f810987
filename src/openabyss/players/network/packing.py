"""Networks in little room: biases in half precision, and so the weights where there is no policy.

Where there is one, a weight takes a byte: the weights of an input, unit or row share a scale.
docs/training/log.md says what that costs in strength.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.players.network.network import Network, Numbers, layers_of

# The largest weight of a scale, in steps.
STEPS = 127


class Packed(NamedTuple):
    """A network in a file: weights in steps, how long the steps are, and biases."""

    steps: NDArray[np.int8] | NDArray[np.float16]
    scales: NDArray[np.float32]
    biases: NDArray[np.float16]

    @property
    def size(self) -> int:
        """How many numbers the network has."""
        return len(self.steps) + len(self.biases)


def packed(network: Network) -> Packed:
    """A network in less room."""
    steps, scales, biases = [], [], []
    for weights, bias in layers_of(network):
        scale = _scale_of(weights) if network.rows else np.ones(len(weights), np.float32)
        in_steps = weights / scale[:, None]
        kept = np.rint(in_steps).astype(np.int8) if network.rows else in_steps.astype(np.float16)
        steps.append(kept.ravel())
        scales.append(scale.astype(np.float32))
        biases.append(bias.astype(np.float16))
    return Packed(np.concatenate(steps), np.concatenate(scales), np.concatenate(biases))


def _scale_of(weights: Numbers) -> Numbers:
    scale: Numbers = np.maximum(np.abs(weights).max(axis=1), 1e-12) / STEPS
    return scale


def unpack(packed: Packed, network: Network) -> None:
    """Fill in the numbers of a network."""
    step, scale, at = 0, 0, 0
    for weights, bias in layers_of(network):
        steps = packed.steps[step : step + weights.size].reshape(weights.shape)
        weights[:] = steps * packed.scales[scale : scale + len(weights), None]
        bias[:] = packed.biases[at : at + len(bias)]
        step, scale, at = step + weights.size, scale + len(weights), at + len(bias)
