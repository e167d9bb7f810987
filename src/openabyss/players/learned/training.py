"""Train the networks by self-play from nothing: `python -m openabyss.players.learned.training`.

First greedy players play, and the network learns who wins their games; or it begins with what another
network knows. Then players that look one answer ahead with the network play against each other, and
each table learns from the tables that followed it and from the outcome (temporal differences).
docs/training.md tells what came of it.
"""

import csv
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from openabyss.chance.generator import generator
from openabyss.players.learned.layout import INPUTS, MAX_INPUTS
from openabyss.players.learned.learning import Samples, ValueNetwork, joined, learn, loss_on
from openabyss.players.learned.network import NET_START, NUMBERS, Nets, size_of
from openabyss.players.learned.options import given_settings, options
from openabyss.players.learned.outcome import share_victory
from openabyss.players.learned.self_play import (
    GREEDILY,
    QUICKLY,
    ReplayBuffer,
    default_table,
    final_margins,
    mix_targets,
    play_learned_game,
    record_game,
)
from openabyss.players.learned.warm_start import taken_apart, warm_started
from openabyss.players.learned.weights import WEIGHTS_FILE, net_names, save
from openabyss.rules.sizes import SEATS

MAX_MOMENTS = 2000
MAX_SAMPLES = 1200


@dataclass(frozen=True)
class TrainingSettings:
    """What a training run does; the same settings and seed give the same network.

    `parent` is the network to begin with; without one it learns from greedy games first. By `td_lambda`
    a table learns from the outcome rather than from the next table. A share of the outcome that
    falls from `softened` to 0 is given out by score rather than to the winner alone.
    """

    parent: str = ""
    seed: int = 1
    greedy_games: int = 3000
    greedy_steps: int = 300
    games: int = 24000
    games_per_round: int = 400
    steps_per_round: int = 160
    rounds_kept: int = 12
    td_lambda: float = 0.93
    softened: float = 0.0
    explored: int = 15
    kept: int = 400
    greedy_seat_share: float = 0.1
    learning_rate: float = 1.5e-3
    last_learning_rate: float = 1e-4
    weight_decay: float = 1e-5
    match_games: int = 100
    rounds_per_match: int = 10
    minutes: float = 600.0


# Where a network begins, in the order of training; base2 begins with nothing.
PARENTS = {
    "base2": "",
    "base3": "",
    "base4": "",
    "kraken2": "base2",
    "leviathan2": "base2",
    "both2": "kraken2",
    "kraken4": "base4",
    "leviathan4": "base4",
    "both4": "kraken4",
    "kraken3": "base3",
    "leviathan3": "base3",
    "both3": "kraken3",
    "leviathan5": "leviathan4",
    "both5": "both4",
}
TD_LAMBDA = {2: 0.93, 3: 0.96, 4: 0.97, 5: 0.975}
MORE_PLAYERS = TrainingSettings(
    games=6000,
    games_per_round=300,
    steps_per_round=150,
    kept=200,
    softened=0.3,
    explored=8,
    greedy_seat_share=0.5,
    learning_rate=1e-3,
)
# Points of score that make a seat e times as deserving, where the outcome is softened.
SOFTNESS = 4.0


def default_settings(name: str) -> TrainingSettings:
    """What a network is trained with: games of more players are longer and teach more each."""
    _variant, players = net_names()[name]
    defaults = TrainingSettings() if players == 2 else MORE_PLAYERS
    return replace(defaults, parent=PARENTS[name], td_lambda=TD_LAMBDA[players])


class SelfPlay:
    """Plays games of one variant and number of players with the network as it is, and keeps notes."""

    def __init__(self, variant: int, players: int, settings: TrainingSettings) -> None:
        self.variant, self.players, self.settings = variant, players, settings
        self.inputs = int(INPUTS[variant, players])
        self.nets: Nets = np.zeros(NUMBERS, np.float32)
        self.softened = settings.softened
        seed = settings.seed * 1000 + variant * 10 + players
        self.random = np.random.default_rng(seed)
        self.dealer = generator(seed)
        self.buffer = ReplayBuffer(
            np.zeros((MAX_SAMPLES, MAX_INPUTS), np.int8),
            np.zeros((MAX_SAMPLES, 2), np.int64),
            np.zeros((MAX_MOMENTS, SEATS)),
        )

    def use(self, numbers: Nets) -> None:
        """From now on play with this network."""
        start = int(NET_START[self.variant, self.players])
        self.nets[start : start + size_of(self.variant, self.players)] = numbers

    def play(self, policies: NDArray[np.int64], explored: int, td_lambda: float, kept: int) -> Samples:
        """One game and what is to be learnt of it."""
        state = default_table(self.variant, self.players)
        moments, count = record_game(state, policies, self.nets, self.dealer, explored, kept, self.buffer)
        outcome, margins = np.zeros(SEATS), np.zeros(SEATS)
        share_victory(state, outcome)
        final_margins(state, margins)
        outcome[: self.players] += self.softened * (
            by_score(margins[: self.players]) - outcome[: self.players]
        )
        mix_targets(self.buffer.views, moments, outcome, td_lambda)
        return self.seen_by_viewers(count, margins)

    def seen_by_viewers(self, count: int, margins: NDArray[np.float64]) -> Samples:
        """Samples with targets in the order in which their viewers see the seats."""
        moments, viewers = self.buffer.moments[:count].T
        seats = (viewers[:, None] + np.arange(self.players)) % self.players
        return Samples(
            self.buffer.samples[:count, : self.inputs].copy(),
            self.buffer.views[moments[:, None], seats].astype(np.float32),
            margins[seats].astype(np.float32),
        )

    def greedy_games(self, games: int) -> Samples:
        """Games among greedy players; every table learns from the outcome alone."""
        policies = np.full(SEATS, GREEDILY)
        return joined([self.play(policies, 0, 1.0, self.settings.kept // 2) for _game in range(games)])

    def own_games(self, games: int) -> Samples:
        """Games of the network against itself and greedy players in any mixture."""
        settings, parts = self.settings, []
        for _game in range(games):
            is_greedy = self.random.random(SEATS) < settings.greedy_seat_share
            is_greedy[self.random.integers(self.players)] = False
            policies = np.where(is_greedy, GREEDILY, QUICKLY)
            parts.append(self.play(policies, settings.explored, settings.td_lambda, settings.kept))
        return joined(parts)

    def match(self, games: int) -> float:
        """The share of victories of one seat with the network among greedy ones; seats rotate."""
        won, shares = 0.0, np.zeros(SEATS)
        for game in range(games):
            policies = np.full(SEATS, GREEDILY)
            policies[game % self.players] = QUICKLY
            play_learned_game(
                default_table(self.variant, self.players), policies, self.nets, self.dealer, shares
            )
            won += shares[game % self.players]
        return float(won) / games


def by_score(margins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of a victory by how near the scores are, not to the winner alone."""
    deserts = np.exp((margins - margins.max()) / SOFTNESS)
    shares: NDArray[np.float64] = deserts / deserts.sum()
    return shares


class Training:
    """One network, with a curve of what happened. What plays and is kept is a running mean of it."""

    def __init__(self, name: str, settings: TrainingSettings, folder: Path) -> None:
        self.name, self.settings, self.folder = name, settings, folder
        variant, players = net_names()[name]
        torch.manual_seed(settings.seed)
        self.play = SelfPlay(variant, players, settings)
        self.network = ValueNetwork(self.play.inputs, players)
        self.steady = ValueNetwork(self.play.inputs, players)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), settings.learning_rate, weight_decay=settings.weight_decay
        )
        self.started = time.monotonic()
        self.curve: list[dict[str, Any]] = []

    def run(self) -> Nets:
        """Train and leave the network, its curve and its settings in the folder; returns the network."""
        self.begin()
        rounds = self.settings.games // self.settings.games_per_round
        kept: list[Samples] = []
        for played in range(rounds):
            if self.minutes() > self.settings.minutes:
                break
            self.set_rate(played / rounds)
            fresh = self.play.own_games(self.settings.games_per_round)
            before = loss_on(self.steady, fresh)
            kept = [*kept[1 - self.settings.rounds_kept :], fresh]
            self.learn_from(joined(kept), self.settings.steps_per_round)
            is_match = (played + 1) % self.settings.rounds_per_match == 0 or played + 1 == rounds
            self.note((played + 1) * self.settings.games_per_round, before, is_match)
        return self.steady.numbers()

    def begin(self) -> None:
        """The head start: what the parent knows, or else who wins among greedy players."""
        samples = self.play.greedy_games(self.settings.greedy_games)
        self.network.set_scale(samples.inputs)
        self.steady.set_scale(samples.inputs)
        if self.settings.parent:
            names = net_names()
            old, new = names[self.settings.parent], names[self.name]
            layers = taken_apart(np.load(self.folder / f"{self.settings.parent}.npy"), *old)
            self.network.take_over(warm_started(layers, old, new))
        else:
            self.learn_from(samples, self.settings.greedy_steps)
        self.steady.load_state_dict(self.network.state_dict())
        self.play.use(self.steady.numbers())
        self.note(0, loss_on(self.steady, samples), True)

    def learn_from(self, samples: Samples, steps: int) -> None:
        """Learn, and play with what came of it."""
        learn(self.network, self.steady, self.optimiser, samples, steps, self.play.random)
        self.play.use(self.steady.numbers())

    def set_rate(self, progress: float) -> None:
        """The learning rate falls evenly, by factors, from the first to the last; outcomes harden."""
        self.play.softened = self.settings.softened * (1 - progress)
        first, last = self.settings.learning_rate, self.settings.last_learning_rate
        for group in self.optimiser.param_groups:
            group["lr"] = first * (last / first) ** progress

    def minutes(self) -> float:
        """How long this training has taken so far."""
        return (time.monotonic() - self.started) / 60

    def note(self, games: int, loss: float, is_match: bool) -> None:
        """One more row of the curve, and the network as it is now."""
        won = self.play.match(self.settings.match_games) if is_match else None
        row = {
            "net": self.name,
            "games": games,
            "loss_before_learning": round(loss, 4),
            "won_against_greedy": won,
            "minutes": round(self.minutes(), 2),
        }
        self.curve.append(row)
        print(row, flush=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        np.save(self.folder / f"{self.name}.npy", self.steady.numbers())
        (self.folder / f"{self.name}.json").write_text(
            json.dumps(asdict(self.settings), indent=1) + "\n", "utf-8"
        )
        with (self.folder / f"{self.name}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            writer.writerows(self.curve)


def pack(folder: Path, file: Path) -> None:
    """Put all networks of a folder into the one file that the package loads."""
    save({name: np.load(folder / f"{name}.npy") for name in net_names()}, file)


def main(arguments: list[str] | None = None) -> None:
    """Train the networks one after the other; when there is one of each, pack them."""
    parser = options(__doc__, TrainingSettings(), Path("build/training"))
    parser.add_argument("--pack", type=Path, default=WEIGHTS_FILE, help="the file that all networks go to")
    chosen = parser.parse_args(arguments)
    given = given_settings(chosen, TrainingSettings())
    torch.set_num_threads(1)
    for name in chosen.nets or PARENTS:
        Training(name, replace(default_settings(name), **given), chosen.folder).run()
    if all((chosen.folder / f"{name}.npy").exists() for name in net_names()):
        pack(chosen.folder, chosen.pack)


if __name__ == "__main__":
    main()
