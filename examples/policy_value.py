"""A small policy–value loop in one file, with NumPy alone: `python examples/policy_value.py --out learned`.

One network plays all seats of many games at once against itself. Of each finished game it learns what it gave
each seat (the value), and to prefer the answers that gave more than was expected (the policy). The folder
gets `curve.csv`, a line for each evaluation, and the weights at each of them, from the last of which the same
command goes on. The same seed gives the same weights on the same machine. The usual game is `ten-lords`, a
small one; `--position none` plays the base game.
"""

import argparse
import csv
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.envs.vector import VectorEnv
from openabyss.rules.actions import ACTIONS

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

# How much the network is shown (docs/environments.md).
TRACKS = ("memory", "forgetful", "information")
NOBODY: Mapping[int, str] = MappingProxyType({})
COLUMNS = ("seed", "answers", "seconds", "random", "easy", "medium")


@dataclass(frozen=True)
class Settings:
    """What a training does; the figures are for minutes of one slow core."""

    position: str | None = "ten-lords"
    track: str = "memory"
    games: int = 64
    hidden: int = 128
    answers: int = 1_000_000
    batch: int = 1_024  # answers of finished games, after which the weights move
    learning_rate: float = 1e-3
    entropy: float = 0.01
    evaluations: int = 8
    evaluation_games: int = 200
    evaluation_seed: int = 1_000_000
    seed: int = 1


class Network:
    """Two layers, then a policy and a value; `weights` are all that it has learned."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    @classmethod
    def new(cls, mean: Floats, deviation: Floats, hidden: int, chance: np.random.Generator) -> "Network":
        """One that has learned nothing. Numbers are seen as so many deviations from their means."""

        def layer(inputs: int, outputs: int, scale: float) -> Floats:
            drawn = chance.standard_normal((inputs, outputs)) * scale / np.sqrt(inputs)
            weights: Floats = drawn.astype(np.float32)
            return weights

        return cls(
            {
                "mean": mean,
                "deviation": deviation,
                "first": layer(len(mean), hidden, 1.4),
                "first_bias": np.zeros(hidden, np.float32),
                "second": layer(hidden, hidden, 1.4),
                "second_bias": np.zeros(hidden, np.float32),
                "policy": layer(hidden, ACTIONS, 0.01),
                "value": layer(hidden, 1, 0.01),
            }
        )

    def layers(self, observations: NDArray[np.int16]) -> tuple[Floats, Floats, Floats]:
        """What it sees, and what its two layers make of that."""
        own = self.weights
        seen = np.clip((observations - own["mean"]) / own["deviation"], -5, 5)
        first = np.maximum(seen @ own["first"] + own["first_bias"], 0)
        return seen, first, np.maximum(first @ own["second"] + own["second_bias"], 0)

    def heads(self, second: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The probability of each answer, none for those that are illegal, and the value."""
        logits = np.where(masks, second @ self.weights["policy"], -np.inf)
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        return likely / likely.sum(axis=1, keepdims=True), (second @ self.weights["value"])[:, 0]

    def chances(self, observations: NDArray[np.int16], masks: NDArray[np.bool_]) -> Floats:
        """The probability of each answer."""
        return self.heads(self.layers(observations)[2], masks)[0]

    def gradients(self, batch: "Batch", entropy: float) -> Weights:
        """Towards answers that gave more than was expected, an expectation that is right, and variety."""
        seen, first, second = self.layers(batch.observations)
        likely, values = self.heads(second, batch.masks)
        gains = batch.results - values
        logs = np.log(likely, where=likely > 0, out=np.zeros_like(likely))
        chosen = np.zeros_like(likely)
        chosen[np.arange(len(gains)), batch.actions] = 1
        surprise = logs - (likely * logs).sum(axis=1, keepdims=True)
        at_policy = (likely - chosen) * gains[:, None] + entropy * likely * surprise
        at_policy, at_value = at_policy / len(gains), (-gains / len(gains))[:, None]
        own = self.weights
        at_second = (at_policy @ own["policy"].T + at_value @ own["value"].T) * (second > 0)
        at_first = (at_second @ own["second"].T) * (first > 0)
        return {
            "first": seen.T @ at_first,
            "first_bias": at_first.sum(axis=0),
            "second": first.T @ at_second,
            "second_bias": at_second.sum(axis=0),
            "policy": second.T @ at_policy,
            "value": second.T @ at_value,
        }


class Adam:
    """Steps along gradients, each weight at a pace of its own (Kingma and Ba, 2015)."""

    def __init__(self, learning_rate: float) -> None:
        self._rate, self._steps = learning_rate, 0
        self._means: Weights = {}
        self._squares: Weights = {}

    def step(self, weights: Weights, gradients: Mapping[str, Floats]) -> None:
        """Move the weights against the gradients."""
        self._steps += 1
        for name, gradient in gradients.items():
            mean = 0.9 * self._means.get(name, np.float32(0)) + 0.1 * gradient
            square = 0.999 * self._squares.get(name, np.float32(0)) + 0.001 * gradient**2
            self._means[name], self._squares[name] = mean, square
            scaled = mean / (1 - 0.9**self._steps)
            weights[name] -= self._rate * scaled / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)


@dataclass(frozen=True)
class Batch:
    """Answers of finished games, and what the game gave the seat that answered, from -1 to 1."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    results: Floats


def tables(
    chosen: Settings, games: int, seed: int, reward: str = "win", opponents: Mapping[int, str] = NOBODY
) -> VectorEnv:
    """So many games of what is trained for, on its track."""
    return VectorEnv(
        games,
        2,
        seed=seed,
        position=chosen.position,
        perfect_memory=chosen.track != "forgetful",
        perfect_information=chosen.track == "information",
        reward=reward,
        opponents=opponents,
    )


class SelfPlay:
    """Many games of the network against itself, whose answers are kept until their game is over."""

    def __init__(self, chosen: Settings) -> None:
        self.env = tables(chosen, chosen.games, chosen.seed, reward="rank")
        self._open: list[list[tuple[NDArray[np.int16], NDArray[np.bool_], int, int]]] = [
            [] for _game in range(chosen.games)
        ]

    def play(self, network: Network, answers: int, chance: np.random.Generator) -> Batch:
        """Play on until games with so many answers are over."""
        arrays, done = self.env.arrays, list[tuple[NDArray[np.int16], NDArray[np.bool_], int, float]]()
        while len(done) < answers:
            actions = drawn(network.chances(arrays.observations, arrays.masks), chance)
            for game, kept in enumerate(self._open):
                seen, mask = arrays.observations[game].copy(), arrays.masks[game].copy()
                kept.append((seen, mask, int(actions[game]), int(arrays.to_play[game])))
            arrays = self.env.step(actions)
            for ended in np.flatnonzero(arrays.terminated | arrays.truncated).tolist():
                for seen, mask, action, seat in self._open[ended]:
                    done.append((seen, mask, action, float(arrays.rewards[ended, seat])))
                self._open[ended].clear()
        observations, masks, given, results = zip(*done, strict=True)
        return Batch(np.stack(observations), np.stack(masks), np.array(given), np.array(results, np.float32))


def drawn(chances: Floats, chance: np.random.Generator) -> NDArray[np.int64]:
    """An answer for each row of probabilities; illegal ones have none."""
    levels = chance.random(len(chances)) * chances.sum(axis=1)
    passed = (chances.cumsum(axis=1) <= levels[:, None]).sum(axis=1)
    last = ACTIONS - 1 - (chances[:, ::-1] > 0).argmax(axis=1)
    actions: NDArray[np.int64] = np.minimum(passed, last).astype(np.int64)
    return actions


def scales(env: VectorEnv, steps: int = 200) -> tuple[Floats, Floats]:
    """The mean and the deviation of each number of an observation in games at random."""
    seen = np.concatenate([env.step(env.random_actions()).observations for _step in range(steps)])
    return seen.mean(axis=0, dtype=np.float32), np.maximum(seen.std(axis=0, dtype=np.float32), 0.1)


def train(chosen: Settings, out: Path | None = None) -> Network:
    """A network that has learned from so many answers, beginning with what lies in the folder."""
    chance = np.random.default_rng(chosen.seed)
    play = SelfPlay(chosen)
    answers, network = latest(out)
    if network is None:
        measured = scales(tables(chosen, chosen.games, chosen.seed))
        network = Network.new(*measured, chosen.hidden, chance)
    optimizer, began = Adam(chosen.learning_rate), time.process_time()
    while answers < chosen.answers:
        before = answers
        batch = play.play(network, chosen.batch, chance)
        optimizer.step(network.weights, network.gradients(batch, chosen.entropy))
        answers += len(batch.actions)
        due = chosen.answers / chosen.evaluations
        if answers // due > before // due:
            seconds = round(time.process_time() - began, 1)
            figures = {"seed": chosen.seed, "answers": answers, "seconds": seconds}
            report({**figures, **strength(network, chosen)}, network, out)
    return network


def strength(network: Network, chosen: Settings) -> dict[str, float]:
    """Its share of the victories against players, the first seat and the second in turns."""
    return {spec: round(share_against(network, spec, chosen), 3) for spec in COLUMNS[3:]}


def share_against(network: Network, opponent: str, chosen: Settings) -> float:
    """The mean share of the victory over the first game at each of many tables, with seeds of their own."""
    shares = list[float]()
    for seat in range(2):
        games = chosen.evaluation_games // 2
        env = tables(chosen, games, chosen.evaluation_seed + seat, opponents={1 - seat: opponent})
        arrays, is_open = env.arrays, np.ones(games, np.bool_)
        while is_open.any():
            chances = network.chances(arrays.observations, arrays.masks)
            arrays = env.step(chances.argmax(axis=1).astype(np.int64))
            ended = (arrays.terminated | arrays.truncated) & is_open
            shares += arrays.rewards[ended, seat].tolist()
            is_open &= ~ended
    return float(np.mean(shares))


def report(figures: Mapping[str, float], network: Network, out: Path | None) -> None:
    """Tell how strong it is; a line of the curve and the weights go to the folder."""
    print(" ".join(f"{name} {figures[name]}" for name in COLUMNS), flush=True)
    if out is None:
        return
    out.mkdir(parents=True, exist_ok=True)
    curve = out / "curve.csv"
    is_new = not curve.exists()
    with curve.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if is_new:
            writer.writeheader()
        writer.writerow(figures)
    kept: dict[str, Any] = {**network.weights}
    np.savez(out / f"{int(figures['answers']):09d}.npz", **kept)


def latest(out: Path | None) -> tuple[int, Network | None]:
    """The last network of a folder and of how many answers it has learned."""
    kept = [] if out is None else sorted(out.glob("*.npz"))
    if not kept:
        return 0, None
    with np.load(kept[-1]) as weights:
        return int(kept[-1].stem), Network(dict(weights))


def main() -> None:
    usual = Settings()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=usual.answers, help="how many to learn from")
    parser.add_argument("--position", default=usual.position, help="the small game, or none")
    parser.add_argument("--track", default=usual.track, choices=TRACKS, help="how much it is shown")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--out", type=Path, help="the folder of the curve and the weights")
    arguments = parser.parse_args()
    position = None if arguments.position == "none" else arguments.position
    named = {"track": arguments.track, "answers": arguments.answers, "seed": arguments.seed}
    chosen = Settings(position=position, **named)
    print(asdict(chosen))
    train(chosen, arguments.out)


if __name__ == "__main__":
    main()
