"""The network as PyTorch learns it; needs the `train` extra."""

from dataclasses import dataclass, fields

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from openabyss.players.expert_iteration.self_play import NO_ANSWER
from openabyss.players.learned.encoding import Inputs
from openabyss.players.learned.network import MARGIN_UNIT, Nets
from openabyss.players.policy.network import HIDDEN, SECOND_HIDDEN
from openabyss.players.policy.rows import ROWS

BATCH = 1024
# How much the margin counts beside the win probability.
MARGIN_SHARE = 0.15
# Inputs are divided by how much they vary, but not by less than this.
MIN_SPREAD = 0.15
FORBIDDEN = -1e9


@dataclass
class Samples:
    """Tables, what the search found there, and what became of them: shares and margins, the viewer first."""

    inputs: Inputs
    shares: NDArray[np.float32]
    margins: NDArray[np.float32]
    rows: NDArray[np.int16]
    policy: NDArray[np.float16]

    def __len__(self) -> int:
        return len(self.inputs)


def joined(parts: list[Samples]) -> Samples:
    """All samples in one."""
    return Samples(
        *(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Samples))
    )


@dataclass(frozen=True)
class Losses:
    """How wrong a network is: the divergence of its policy from what was found, the entropy of its value."""

    policy: float
    value: float


class PolicyNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is looked at as untyped
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

    def set_scale(self, inputs: Inputs) -> None:
        """Learn from a sample how much each input varies."""
        spread = inputs.astype(np.float32).std(axis=0)
        self.scale.copy_(torch.from_numpy(1 / np.maximum(spread, MIN_SPREAD)))

    def forward(self, inputs: Tensor, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logarithms of odds and margins by seat, and the logits of the rows, FORBIDDEN where none is."""
        units = torch.relu(self.second(torch.relu(self.first(inputs * self.scale))))
        outputs = self.last(units)
        weights = self.rows(rows.clamp(min=0))
        logits = (weights[:, :, :-1] @ units[:, :, None]).squeeze(2) + weights[:, :, -1]
        logits = logits.masked_fill(rows == NO_ANSWER, FORBIDDEN)
        return outputs[:, : self.players], outputs[:, self.players :], logits

    def losses(self, samples: Samples, chosen: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
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

    def follow(self, other: "PolicyNetwork", steadiness: float) -> None:
        """Move a little towards another network: a running mean of it plays better than it does itself."""
        with torch.no_grad():
            for own, others in zip(self.parameters(), other.parameters(), strict=True):
                own.lerp_(others, 1 - steadiness)


def learn(
    network: PolicyNetwork,
    steady: PolicyNetwork,
    optimiser: torch.optim.Optimizer,
    samples: Samples,
    steps: int,
    steadiness: float,
    random: np.random.Generator,
) -> Losses:
    """Take `steps` steps, which `steady` follows; returns the mean losses before each of them."""
    policy_total, value_total = 0.0, 0.0
    for _step in range(steps):
        policy, value, margin = network.losses(samples, random.integers(len(samples), size=BATCH))
        optimiser.zero_grad()
        (policy + value + MARGIN_SHARE * margin).backward()
        optimiser.step()
        steady.follow(network, steadiness)
        policy_total += float(policy.detach())
        value_total += float(value.detach())
    return Losses(policy_total / steps, value_total / steps)
