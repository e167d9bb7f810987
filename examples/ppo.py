"""Masked PPO in one file: an agent learns Abyss on `VectorEnv`, against built-in opponents.

`python examples/ppo.py --steps 10000000` trains for so many answers, and prints a line of JSON for every
evaluation; with `--runs 5` it does so with five seeds, and ends with the mean of their strengths and
where that lies with 95 % confidence. With `--folder learned` the lines are also rows of `learned/curve.csv`,
and the weights at each of them are kept there. `--table both5` is another table than the base game for
two: the sets and how many play. The same seed and number of threads give the same weights. It
needs PyTorch: `pip install "openabyss[train]"`. PPO is that of Schulman et al. (2017), with details of Huang
et al., The 37 Implementation Details of Proximal Policy Optimization (2022); illegal actions get no
probability.
"""

import argparse
import csv
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from openabyss.envs.vector import Opponent, VectorEnv
from openabyss.players.network.weights import table_names
from openabyss.rules.actions import ACTIONS

LEARNER = 0
# How many standard errors are 95 % of Student's distribution, from two runs on.
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)


@dataclass(frozen=True)
class Settings:
    """What a training does; the figures are for two slow cores."""

    table: str = "base2"
    opponent: Opponent = "medium"
    games: int = 64
    steps: int = 128  # of every game, between two updates
    budget: int = 18_000_000  # answers of the learner, about 40 minutes of a processor
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
    evaluation_seed: int = 1_000_000  # of games that no training sees, and of the answers in them
    seed: int = 1
    folder: Path | None = None  # of the curve and of the weights at each evaluation


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
    parser.add_argument(
        "--table", choices=[*table_names()], default=usual.table, help="the sets, and how many play"
    )
    parser.add_argument("--steps", type=int, default=usual.budget, help="how many answers to learn from")
    parser.add_argument(
        "--opponent",
        nargs="+",
        default=usual.opponent,
        help="who plays on all other seats; of several, each seat of a game draws one",
    )
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--runs", type=int, default=1, help="train with so many seeds, from --seed on")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, help="where the weights of the last run are saved")
    parser.add_argument("--folder", type=Path, help="where the curve goes, and weights along it")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.use_deterministic_algorithms(True)
    found = []
    for run in range(arguments.runs):
        chosen = Settings(
            table=arguments.table,
            budget=arguments.steps,
            opponent=arguments.opponent,
            seed=arguments.seed + run,
            folder=arguments.folder,
        )
        actor = train(chosen)
        found.append(strength(actor, chosen))
        if arguments.out is not None:
            torch.save(actor.state_dict(), arguments.out)
    if arguments.runs > 1:
        print(json.dumps({spec: interval([one[spec] for one in found]) for spec in found[0]}))


def interval(shares: list[float]) -> list[float]:
    """The mean of some runs, and the ends of its interval of 95 % (Student)."""
    mean, margin = np.mean(shares), STUDENT[len(shares) - 2] * np.std(shares, ddof=1) / len(shares) ** 0.5
    return [round(float(number), 3) for number in (mean, mean - margin, mean + margin)]


def train(chosen: Settings) -> Actor:
    """An actor that has learned from so many answers; tells how it does."""
    torch.manual_seed(chosen.seed)
    env = new_env(chosen.table, chosen.games, chosen.seed, chosen.opponent, reward="margin")
    actor = Actor(*scales(env), chosen.hidden)
    optimizer = torch.optim.Adam(actor.parameters(), chosen.learning_rate, eps=1e-5)
    env.reset(seed=chosen.seed)
    steps, told, began, spent = 0, 0, time.process_time(), 0.0
    while spent < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = chosen.learning_rate * max(0.1, 1.0 - spent)
        improve(actor, optimizer, rollout(actor, env, chosen), chosen)
        steps += chosen.games * chosen.steps
        spent = steps / chosen.budget
        if spent * chosen.evaluations >= told:
            told = int(spent * chosen.evaluations) + 1
            minutes = round((time.process_time() - began) / 60, 2)
            figures = {"seed": chosen.seed, "minutes": minutes, "steps": steps, **strength(actor, chosen)}
            print(json.dumps(figures), flush=True)
            keep(figures, actor, chosen.folder)
    return actor


def new_env(table: str, games: int, seed: int, opponent: Opponent, reward: str = "win") -> VectorEnv:
    """Games at a table of this name, with the opponent on all seats but the learner's."""
    variant, players = table_names()[table]
    return VectorEnv(
        games,
        players,
        seed=seed,
        kraken=bool(variant & 1),
        leviathan=bool(variant & 2),
        reward=reward,
        opponents=dict.fromkeys(range(1, players), opponent),
    )


def keep(figures: dict[str, float], actor: Actor, folder: Path | None) -> None:
    """Another row of the curve, and the weights of that moment."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    curve = folder / "curve.csv"
    is_new = not curve.exists()
    with curve.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, figures)
        if is_new:
            writer.writeheader()
        writer.writerow(figures)
    torch.save(actor.state_dict(), folder / f"seed-{figures['seed']}-{figures['steps']:09d}.pt")


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
    return {spec: round(share_against(actor, spec, chosen), 3) for spec in ("random", "medium")}


@torch.no_grad()
def share_against(actor: Actor, opponent: str, chosen: Settings) -> float:
    """The mean share of the victory of the actor over the first game at each of many tables. What it draws
    leaves the chance of the training as it is."""
    games, seed = chosen.evaluation_games, chosen.evaluation_seed
    env = new_env(chosen.table, games, seed, opponent)
    chance = torch.Generator().manual_seed(seed)
    arrays = env.arrays
    shares, is_over = np.zeros(games), np.zeros(games, np.bool_)
    while not is_over.all():
        likely, _values = actor(torch.from_numpy(arrays.observations), torch.from_numpy(arrays.masks))
        arrays = env.step(torch.multinomial(likely.exp(), 1, generator=chance).squeeze(1).numpy())
        ends = (arrays.terminated | arrays.truncated) & ~is_over
        shares[ends] = arrays.rewards[ends, LEARNER]
        is_over |= ends
    return float(shares.mean())


if __name__ == "__main__":
    main()
