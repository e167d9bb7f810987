"""The network as PyTorch learns it; needs the `train` extra."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from openabyss.players.expert_iteration.self_play import NO_ANSWER
from openabyss.players.learned.learning import BATCH, MARGIN_SHARE, Samples, Scaled
from openabyss.players.learned.network import MARGIN_UNIT, Nets
from openabyss.players.learned.warm_start import taken_apart, warm_started
from openabyss.players.policy.network import HIDDEN, SECOND_HIDDEN
from openabyss.players.policy.rows import ROWS

FORBIDDEN = -1e9


@dataclass
class PolicySamples(Samples):
    """Tables, what became of them, and what the search found there."""

    rows: NDArray[np.int16]
    policy: NDArray[np.float16]


@dataclass(frozen=True)
class Losses:
    """How wrong a network is: the divergence of its policy from what was found, the entropy of its value."""

    policy: float
    value: float


class PolicyNetwork(Scaled):
    """The network of `policy.network`."""

    def __init__(self, inputs: int, players: int) -> None:
        super().__init__()
        self.players = players
        self.scale = nn.Buffer(torch.ones(inputs))
        self.first = nn.Linear(inputs, HIDDEN)
        self.second = nn.Linear(HIDDEN, SECOND_HIDDEN)
        self.last = nn.Linear(SECOND_HIDDEN, 2 * players)
        self.rows = nn.Embedding(ROWS, SECOND_HIDDEN + 1)
        nn.init.zeros_(self.rows.weight)

    def forward(self, inputs: Tensor, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logarithms of odds and margins by seat, and the logits of the rows, FORBIDDEN where none is."""
        units = torch.relu(self.second(torch.relu(self.first(inputs * self.scale))))
        outputs = self.last(units)
        weights = self.rows(rows.clamp(min=0))
        logits = (weights[:, :, :-1] @ units[:, :, None]).squeeze(2) + weights[:, :, -1]
        logits = logits.masked_fill(rows == NO_ANSWER, FORBIDDEN)
        return outputs[:, : self.players], outputs[:, self.players :], logits

    def losses(self, samples: PolicySamples, chosen: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        """The divergence of the policy from its target, the cross entropy of the win shares, and how far the
        margins are off."""
        rows = samples.rows[chosen]
        most = max(1, int((rows != NO_ANSWER).sum(axis=1).max()))
        rows = torch.from_numpy(rows[:, :most].astype(np.int64))
        policy = torch.from_numpy(samples.policy[chosen, :most].astype(np.float32))
        odds, margins, logits = self(torch.from_numpy(samples.inputs[chosen]).float(), rows)
        shares = torch.from_numpy(samples.shares[chosen])
        wanted = torch.from_numpy(samples.margins[chosen]) / MARGIN_UNIT
        found = functional.log_softmax(logits, dim=1)
        divergence = (policy * (torch.log(policy.clamp(min=1e-6)) - found.clamp(min=-30))).sum(dim=1).mean()
        entropy = -(shares * functional.log_softmax(odds, dim=1)).sum(dim=1).mean()
        return divergence, entropy, functional.smooth_l1_loss(margins, wanted)

    def numbers(self) -> Nets:
        """The network as one flat array, as `policy.network` reads it."""
        with torch.no_grad():
            parts = [(self.first.weight * self.scale).T, self.first.bias]
            for layer in (self.second, self.last):
                parts += [layer.weight.T, layer.bias]
            parts += [self.rows.weight[:, :-1], self.rows.weight[:, -1]]
            numbers: Nets = torch.cat([part.reshape(-1) for part in parts]).numpy()
            return numbers.astype(np.float32)

    def take_over_from(self, numbers: Nets, old: tuple[int, int], new: tuple[int, int]) -> None:
        """Begin with what the network of another variant or number of players has learned: `numbers` is
        that of `old`, and this one is that of `new`."""
        self.take_over(warm_started(taken_apart(numbers, *old, HIDDEN, SECOND_HIDDEN), old, new))
        rows = numbers[-(SECOND_HIDDEN + 1) * ROWS :]
        weights, biases = rows[:-ROWS].reshape(ROWS, SECOND_HIDDEN), rows[-ROWS:, None]
        with torch.no_grad():
            self.rows.weight.copy_(torch.from_numpy(np.hstack([weights, biases])))


def learn(
    network: PolicyNetwork,
    steady: PolicyNetwork,
    optimiser: torch.optim.Optimizer,
    samples: PolicySamples,
    steps: int,
    steadiness: float,
    random: np.random.Generator,
) -> Losses:
    """Take `steps` steps, which `steady` follows; returns the mean losses before each of them, 0 without
    any."""
    policy_total, value_total = 0.0, 0.0
    for _step in range(steps):
        policy, value, margin = network.losses(samples, random.integers(len(samples), size=BATCH))
        optimiser.zero_grad()
        (policy + value + MARGIN_SHARE * margin).backward()
        optimiser.step()
        steady.follow(network, steadiness)
        policy_total += float(policy.detach())
        value_total += float(value.detach())
    return Losses(policy_total / max(1, steps), value_total / max(1, steps))
