"""Masked PPO in one file: an agent learns Abyss for two on `VectorEnv`, against a built-in opponent.

`python examples/ppo.py --minutes 40` trains for so many minutes of a processor (half as long on two), and
prints a line of JSON for every evaluation. It needs PyTorch: `pip install "openabyss[train]"`. PPO is that of
Schulman et al. (2017), with details of Huang et al., The 37 Implementation Details of Proximal Policy
Optimization (2022); illegal actions get no probability.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from openabyss.envs.vector import VectorEnv
from openabyss.rules.actions import ACTIONS

LEARNER, OPPONENT = 0, 1


@dataclass(frozen=True)
class Settings:
    """What a training does; the figures are for two slow cores."""

    opponent: str = "medium"
    games: int = 64
    steps: int = 128  # of every game, between two updates
    minutes: float = 40.0  # of a processor, those of all threads added up
    hidden: int = 192
    learning_rate: float = 5e-4
    epochs: int = 3
    minibatches: int = 8
    trace: float = 0.97  # lambda of the advantages; nothing is discounted
    clip: float = 0.2
    entropy: float = 0.01
    value_share: float = 0.5
    points: float = 25.0  # a lead by so many points of influence is worth about 0.76
    evaluation_games: int = 400
    evaluations: int = 12
    seed: int = 1


class Actor(nn.Module):
    """Sees an observation; says how likely each legal action is, and how well the game will end."""

    def __init__(self, mean: Tensor, deviation: Tensor, hidden: int) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)
        self.trunk = nn.Sequential(
            nn.Linear(len(mean), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(hidden, ACTIONS), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the probabilities, (games, ACTIONS), and the values, (games,)."""
        scaled = ((observations.float() - self.mean) / self.deviation).clamp(-5, 5)
        seen = self.trunk(scaled)
        logits = self.policy(seen).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), self.value(seen).squeeze(1)


class Rollout(NamedTuple):
    """What a number of steps of all games gave; everything is steps by games."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    values: Tensor
    rewards: Tensor
    ends: Tensor


def main() -> None:
    usual = Settings()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=usual.minutes)
    parser.add_argument("--opponent", default=usual.opponent, help="who plays against the learner")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, help="where the weights are saved")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    chosen = Settings(minutes=arguments.minutes, opponent=arguments.opponent, seed=arguments.seed)
    actor = train(chosen)
    if arguments.out is not None:
        torch.save(actor.state_dict(), arguments.out)


def train(chosen: Settings) -> Actor:
    """An actor that has learned for so many minutes; tells how it does."""
    torch.manual_seed(chosen.seed)
    env = VectorEnv(chosen.games, 2, seed=chosen.seed, reward="margin", opponents={OPPONENT: chosen.opponent})
    actor = Actor(*scales(env), chosen.hidden)
    optimizer = torch.optim.Adam(actor.parameters(), chosen.learning_rate, eps=1e-5)
    env.reset(seed=chosen.seed)
    steps, told, spent, used = 0, 0, 0.0, 0.0
    while spent < 1.0:
        began = time.process_time()
        for group in optimizer.param_groups:
            group["lr"] = chosen.learning_rate * max(0.1, 1.0 - spent)
        improve(actor, optimizer, rollout(actor, env, chosen), chosen)
        steps += chosen.games * chosen.steps
        used += (time.process_time() - began) / 60
        spent = used / chosen.minutes
        if spent * chosen.evaluations >= told:
            told = int(spent * chosen.evaluations) + 1
            figures = {"minutes": round(used, 2), "steps": steps, **strength(actor, chosen)}
            print(json.dumps(figures), flush=True)
    return actor


def scales(env: VectorEnv, steps: int = 300) -> tuple[Tensor, Tensor]:
    """The mean and the deviation of each number of an observation in games at random."""
    seen = [env.step(env.random_actions()).observations.astype(np.float32) for _step in range(steps)]
    numbers = torch.from_numpy(np.concatenate(seen))
    return numbers.mean(0), numbers.std(0).clamp(min=0.1)


@torch.no_grad()
def rollout(actor: Actor, env: VectorEnv, chosen: Settings) -> Rollout:
    """Play on in all games. The arrays of the environment are shared, so what is kept is copied."""
    arrays = env.arrays
    rows = []
    for _step in range(chosen.steps):
        observations = torch.from_numpy(arrays.observations).clone()
        masks = torch.from_numpy(arrays.masks).clone()
        likely, values = actor(observations, masks)
        actions = torch.multinomial(likely.exp(), 1).squeeze(1)
        arrays = env.step(actions.numpy())
        rewards = torch.tanh(torch.from_numpy(arrays.rewards[:, LEARNER]) / chosen.points)
        ends = torch.from_numpy(arrays.terminated | arrays.truncated)
        taken = likely.gather(1, actions[:, None]).squeeze(1)
        rows.append((observations, masks, actions, taken, values, rewards, ends))
    return Rollout(*(torch.stack(column) for column in zip(*rows, strict=True)))


@torch.no_grad()
def advantages_of(played: Rollout, last: Tensor, trace: float) -> Tensor:
    """How much better each step was than expected: generalised advantage estimation."""
    advantages, following, ahead = torch.zeros_like(played.values), last, torch.zeros_like(last)
    for step in reversed(range(len(played.values))):
        goes_on = (~played.ends[step]).float()
        surprise = played.rewards[step] + goes_on * following - played.values[step]
        ahead = surprise + trace * goes_on * ahead
        advantages[step], following = ahead, played.values[step]
    return advantages


def improve(actor: Actor, optimizer: torch.optim.Optimizer, played: Rollout, chosen: Settings) -> None:
    """Some epochs of clipped policy gradients; the last step only tells what was to be expected."""
    advantages = advantages_of(Rollout(*(part[:-1] for part in played)), played.values[-1], chosen.trace)
    flat = Rollout(*(part[:-1].flatten(0, 1) for part in played))
    wanted = (advantages + played.values[:-1]).flatten()
    gains = advantages.flatten()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _epoch in range(chosen.epochs):
        for part in torch.randperm(len(gains)).chunk(chosen.minibatches):
            likely, values = actor(flat.observations[part], flat.masks[part])
            change = (likely.gather(1, flat.actions[part, None]).squeeze(1) - flat.chances[part]).exp()
            held = change.clamp(1 - chosen.clip, 1 + chosen.clip)
            policy_loss = -torch.min(change * gains[part], held * gains[part]).mean()
            value_loss = nn.functional.mse_loss(values, wanted[part])
            entropy = -(likely.exp() * likely).sum(1).mean()
            optimizer.zero_grad()
            (policy_loss + chosen.value_share * value_loss - chosen.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
            optimizer.step()


def strength(actor: Actor, chosen: Settings) -> dict[str, float]:
    """The share of the victories against random and greedy play, in games of their own."""
    games = chosen.evaluation_games
    return {spec: round(share_against(actor, spec, games), 3) for spec in ("random", "medium")}


@torch.no_grad()
def share_against(actor: Actor, opponent: str, games: int, seed: int = 1_000_000) -> float:
    """The mean share of the victory of the actor over the first game at each of many tables."""
    env = VectorEnv(games, 2, seed=seed, opponents={OPPONENT: opponent})
    arrays = env.arrays
    shares, is_over = np.zeros(games), np.zeros(games, np.bool_)
    while not is_over.all():
        likely, _values = actor(torch.from_numpy(arrays.observations), torch.from_numpy(arrays.masks))
        arrays = env.step(torch.multinomial(likely.exp(), 1).squeeze(1).numpy())
        ends = (arrays.terminated | arrays.truncated) & ~is_over
        shares[ends] = arrays.rewards[ends, LEARNER]
        is_over |= ends
    return float(shares.mean())


if __name__ == "__main__":
    main()
