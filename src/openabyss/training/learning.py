"""A network as PyTorch learns it; needs the `train` extra."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from openabyss.players.network import inputs as at
from openabyss.players.network.inputs import Inputs
from openabyss.players.network.network import (
    MARGIN_UNIT,
    Network,
    Numbers,
    Table,
    blank_network_for,
    layers_of,
)
from openabyss.players.network.weights import places_of_inputs
from openabyss.training.games import Samples
from openabyss.training.self_play import NO_ANSWER

BATCH = 1024
# What came of single draws is mostly chance: fewer steps, each of many.
BATCH_OF_DRAWS = 8192
# How much the margin counts beside the win probability.
MARGIN_SHARE = 0.15
# How far the probability of an answer that was drawn may move, and how much doubt counts: Schulman et al.,
# 2017, Proximal Policy Optimization Algorithms.
CLIP = 0.2
DOUBT_SHARE = 0.003
MIN_SPREAD = 0.15
SHARE_OF_NEW_INPUTS = 0.3
FORBIDDEN = -1e9


class LearningNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is looked at as untyped
    """The network of `players.network`; inputs are divided by how much they vary, in the buffer `scale`."""

    def __init__(self, table: Table, has_policy: bool, hint: float = 0.0) -> None:
        super().__init__()
        self.table, self.has_policy, self.hint = table, has_policy, hint if has_policy else 0.0
        self.players = table[1]
        size = blank_network_for(table, has_policy)
        self.scale = nn.Buffer(torch.ones(size.inputs))
        self.first = nn.Linear(size.inputs, size.hidden)
        self.second = nn.Linear(size.hidden, size.second_hidden)
        self.last = nn.Linear(size.second_hidden, 2 * self.players)
        self.rows = nn.Embedding(size.rows, size.second_hidden + 1)
        nn.init.zeros_(self.rows.weight)

    def forward(self, inputs: Tensor, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logarithms of odds and margins by seat, and the logits of the rows, FORBIDDEN where none is."""
        units = torch.relu(self.second(torch.relu(self.first(inputs * self.scale))))
        outputs = self.last(units)
        weights = self.rows(rows.clamp(min=0))
        logits = (weights[:, :, :-1] @ units[:, :, None]).squeeze(2) + weights[:, :, -1]
        logits = logits.masked_fill(rows == NO_ANSWER, FORBIDDEN)
        return outputs[:, : self.players], outputs[:, self.players :], logits

    def losses(self, samples: Samples, chosen: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        """The divergence of the policy from its target, with a hint what its answers brought, the cross
        entropy of the win shares, and how far the margins are off."""
        rows = samples.rows[chosen]
        most = int((rows != NO_ANSWER).sum(axis=1).max(initial=0))
        rows = torch.from_numpy(rows[:, :most].astype(np.int64))
        policy = torch.from_numpy(samples.policy[chosen, :most].astype(np.float32))
        odds, margins, logits = self(torch.from_numpy(samples.inputs[chosen]).float(), rows)
        shares = torch.from_numpy(samples.shares[chosen])
        wanted = torch.from_numpy(samples.margins[chosen]) / MARGIN_UNIT
        if self.hint > 0:
            hinted = torch.from_numpy(samples.hinted[chosen, None])
            others = (rows != NO_ANSWER).sum(dim=1, keepdim=True) - 1
            logits = logits + (self.hint + torch.log(others.clamp(min=1))) * (torch.arange(most) == hinted)
        found = functional.log_softmax(logits, dim=1).clamp(min=-30)
        known = torch.log(policy.clamp(min=1e-6))
        loss = (policy * (known - found)).sum(dim=1)
        if self.hint > 0:
            is_drawn = torch.from_numpy(samples.drawn[chosen] >= 0)
            loss = torch.where(is_drawn, loss_of_draws(samples, chosen, found, known), loss)
        entropy = -(shares * functional.log_softmax(odds, dim=1)).sum(dim=1).mean()
        return loss.mean(), entropy, functional.smooth_l1_loss(margins, wanted)

    def set_scale(self, inputs: Inputs) -> None:
        """Learn from a sample how much each input varies; inputs never seen keep no weight."""
        spread = inputs.astype(np.float32).std(axis=0)
        self.scale.copy_(torch.from_numpy(1 / np.maximum(spread, MIN_SPREAD)))

    def follow(self, other: "LearningNetwork", steadiness: float) -> None:
        """Move a little towards another network: a running mean of it plays better than it does itself."""
        with torch.no_grad():
            for own, others in zip(self.parameters(), other.parameters(), strict=True):
                own.lerp_(others, 1 - steadiness)

    def network(self) -> Network:
        """The network as `players.network` reads it."""
        with torch.no_grad():
            parts = [(self.first.weight * self.scale).T, self.first.bias]
            for layer in (self.second, self.last):
                parts += [layer.weight.T, layer.bias]
            parts += [self.rows.weight[:, :-1], self.rows.weight[:, -1]]
            numbers = torch.cat([part.reshape(-1) for part in parts]).numpy().astype(np.float32)
        return blank_network_for(self.table, self.has_policy)._replace(numbers=numbers)

    def take_over(self, parent: Network, table: Table) -> None:
        """Begin with what a network has learned that is for `table`; inputs that it did not have begin
        small."""
        (first, first_bias), *others, rows = warm_started(layers_of(parent), table, self.table)
        with torch.no_grad():
            own = self.first.weight.T.numpy() * SHARE_OF_NEW_INPUTS
            known = np.where(np.isnan(first), own, first / self.scale.numpy()[:, None])
            layers = (self.first, self.second, self.last)
            for layer, (weights, biases) in zip(layers, ((known, first_bias), *others), strict=True):
                layer.weight.copy_(torch.from_numpy(weights.T.copy()))
                layer.bias.copy_(torch.from_numpy(biases.copy()))
            self.rows.weight.copy_(torch.from_numpy(np.hstack([rows[0], rows[1][:, None]])))


def loss_of_draws(samples: Samples, chosen: NDArray[np.int64], found: Tensor, known: Tensor) -> Tensor:
    """The clipped loss of proximal policy optimization of each sample: `found` are the logarithms of the
    probabilities of its answers, `known` those with which one of them was drawn."""
    # Gains are compared with their usual size, which shrinks as the values become good.
    gains = torch.from_numpy(samples.gains[chosen])
    gains = (gains - gains.mean()) / gains.std().clamp(min=1e-6)
    is_drawn = torch.arange(found.shape[1]) == torch.from_numpy(samples.drawn[chosen, None])
    ratio = torch.exp(((found - known) * is_drawn).sum(dim=1))
    gained = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
    doubt = -(found.exp() * found).sum(dim=1)
    return -gained - DOUBT_SHARE * doubt


def learn(
    network: LearningNetwork,
    steady: LearningNetwork,
    optimiser: torch.optim.Optimizer,
    samples: Samples,
    steps: int,
    steadiness: float,
    random: np.random.Generator,
) -> tuple[float, float]:
    """Take `steps` steps, which `steady` follows; returns the mean losses of policy and value before each of
    them, 0 without any."""
    policy_total, value_total = 0.0, 0.0
    batch = BATCH_OF_DRAWS if network.hint > 0 else BATCH
    for _step in range(steps):
        policy, value, margin = network.losses(samples, random.integers(len(samples), size=batch))
        optimiser.zero_grad()
        (policy + value + MARGIN_SHARE * margin).backward()
        optimiser.step()
        steady.follow(network, steadiness)
        policy_total += float(policy.detach())
        value_total += float(value.detach())
    return policy_total / max(1, steps), value_total / max(1, steps)


# ------------------------------------------------- what a network takes over from that of another table

# The weights and biases of a network layer by layer, as `layers_of` gives them.
Layers = list[tuple[Numbers, Numbers]]


def warm_started(layers: Layers, old: Table, new: Table) -> Layers:
    """The layers of a network for the table `new`, from one for `old`. Inputs without a trained weight are
    NaN.

    Inputs with the same meaning keep their weights. Where there are more opponents, each gets the mean
    weights of the opponents that there were, and as much less of them as there are more.
    """
    (first, first_bias), second, last, policy = layers
    outputs = for_seats(last[0], old[1], new[1]), for_seats(last[1], old[1], new[1])
    return [(first_layer(first, old, new), first_bias), second, outputs, policy]


def first_layer(first: Numbers, old: Table, new: Table) -> Numbers:
    """The weights of the inputs; NaN where the old network had no such input."""
    (old_variant, old_players), (variant, players) = old, new
    of_table, of_seats = np.split(first, [int(at.TABLE_INPUTS[old_variant])])
    seats = of_seats.reshape(old_players, -1, first.shape[1])
    if players != old_players:
        opponent = seats[1:].mean(axis=0, keepdims=True) * ((old_players - 1) / (players - 1))
        seats = np.concatenate([seats[:1], *[opponent] * (players - 1)])
    known = np.concatenate([of_table, *seats])
    names = at.table_inputs(old_variant), at.seat_inputs(old_variant)
    places = places_of_inputs(*names, variant, players)
    return np.where(places[:, None] < 0, np.float32(np.nan), known[places])


def for_seats(outputs: Numbers, old_players: int, players: int) -> Numbers:
    """Odds and margins of more seats: all opponents get the mean of the opponents that there were."""
    if players == old_players:
        return outputs
    halves = []
    for half in (outputs[..., :old_players], outputs[..., old_players:]):
        opponents = half[..., 1:].mean(axis=-1, keepdims=True)
        halves.append(np.concatenate([half[..., :1]] + [opponents] * (players - 1), axis=-1))
    return np.concatenate(halves, axis=-1)
