"""The network as PyTorch learns it; needs the `train` extra."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from openabyss.players.learned.encoding import Inputs
from openabyss.players.learned.network import HIDDEN, MARGIN_UNIT, SECOND_HIDDEN, Nets
from openabyss.players.learned.warm_start import Layers

BATCH = 1024
# How much the margin counts beside the win probability.
MARGIN_SHARE = 0.15
# How much of itself the running mean of the network keeps at each step.
STEADINESS = 0.998
MIN_SPREAD = 0.15
SHARE_OF_NEW_INPUTS = 0.3


@dataclass
class Samples:
    """Tables and what became of them: inputs, win shares and margins of the seats, the viewer first."""

    inputs: Inputs
    shares: NDArray[np.float32]
    margins: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.inputs)


AnySamples = TypeVar("AnySamples", bound=Samples)


def joined(parts: list[AnySamples]) -> AnySamples:
    """All samples in one."""
    kind = type(parts[0])
    return kind(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(kind)))


class Scaled(nn.Module):  # type: ignore[misc]  # PyTorch is looked at as untyped
    """A network of layers `first`, `second` and `last`, whose inputs are divided by how much they vary, in
    the buffer `scale`."""

    def set_scale(self, inputs: Inputs) -> None:
        """Learn from a sample how much each input varies; inputs never seen keep no weight."""
        spread = inputs.astype(np.float32).std(axis=0)
        self.scale.copy_(torch.from_numpy(1 / np.maximum(spread, MIN_SPREAD)))

    def follow(self, other: "Scaled", steadiness: float) -> None:
        """Move a little towards another network: a running mean of it plays better than it does itself."""
        with torch.no_grad():
            for own, others in zip(self.parameters(), other.parameters(), strict=True):
                own.lerp_(others, 1 - steadiness)

    def take_over(self, layers: Layers) -> None:
        """Begin with what another network has learned; inputs that it did not have begin small."""
        with torch.no_grad():
            own = self.first.weight.T.numpy() * SHARE_OF_NEW_INPUTS
            known = layers.first / self.scale.numpy()[:, None]
            first = np.where(np.isnan(layers.first), own, known)
            for layer, weights, biases in (
                (self.first, first, layers.first_bias),
                (self.second, layers.second, layers.second_bias),
                (self.last, layers.last, layers.last_bias),
            ):
                layer.weight.copy_(torch.from_numpy(weights.T.copy()))
                layer.bias.copy_(torch.from_numpy(biases.copy()))


class ValueNetwork(Scaled):
    """The network of `network.py`; inputs are divided by how much they vary."""

    def __init__(self, inputs: int, players: int) -> None:
        super().__init__()
        self.players = players
        self.scale = nn.Buffer(torch.ones(inputs))
        self.first = nn.Linear(inputs, HIDDEN)
        self.second = nn.Linear(HIDDEN, SECOND_HIDDEN)
        self.last = nn.Linear(SECOND_HIDDEN, 2 * players)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of odds and margins, by seat."""
        units = torch.relu(self.first(inputs * self.scale))
        outputs = self.last(torch.relu(self.second(units)))
        return outputs[:, : self.players], outputs[:, self.players :]

    def loss(self, samples: Samples, rows: NDArray[np.int64]) -> Tensor:
        """Cross entropy of the win shares, and how far the margins are off."""
        odds, margins = self(torch.from_numpy(samples.inputs[rows]).float())
        shares = torch.from_numpy(samples.shares[rows])
        wanted = torch.from_numpy(samples.margins[rows]) / MARGIN_UNIT
        entropy = -(shares * functional.log_softmax(odds, dim=1)).sum(dim=1).mean()
        return entropy + MARGIN_SHARE * functional.smooth_l1_loss(margins, wanted)

    def numbers(self) -> Nets:
        """The network as one flat array, as `network.run` reads it."""
        with torch.no_grad():
            first = (self.first.weight * self.scale).T
            parts = [first, self.first.bias]
            for layer in (self.second, self.last):
                parts += [layer.weight.T, layer.bias]
            numbers: Nets = torch.cat([part.reshape(-1) for part in parts]).numpy()
            return numbers.astype(np.float32)


def batches(samples: Samples, steps: int, random: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """So many random batches of row numbers."""
    for _step in range(steps):
        yield random.integers(len(samples), size=min(BATCH, len(samples)))


def learn(
    network: ValueNetwork,
    steady: ValueNetwork,
    optimiser: torch.optim.Optimizer,
    samples: Samples,
    steps: int,
    random: np.random.Generator,
) -> float:
    """Take `steps` steps, which `steady` follows; returns the mean loss before each of them."""
    total = 0.0
    for rows in batches(samples, steps, random):
        loss = network.loss(samples, rows)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steady.follow(network, STEADINESS)
        total += float(loss.detach())
    return total / max(1, steps)


def loss_on(network: ValueNetwork, samples: Samples) -> float:
    """The loss on all samples, without learning."""
    with torch.no_grad():
        return float(network.loss(samples, np.arange(len(samples))))
