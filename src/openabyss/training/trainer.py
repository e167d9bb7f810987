"""One training: games, steps, and after each round everything that is needed to go on.

First the network takes over what that of another table knows, if it has a parent, and learns from games
of players that are there already: the school. Then it plays against itself, round by round. docs/training.md
says what came of it.
"""

import csv
import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from openabyss.arena.workers import Jobs, play_in_order
from openabyss.players.network.network import Network
from openabyss.players.network.weights import POLICY, VALUE, network_names, trained_networks
from openabyss.training.games import (
    Noted,
    Samples,
    SelfPlay,
    TrainingGames,
    joined,
    read_samples,
    write_samples,
)
from openabyss.training.learning import LearningNetwork, learn
from openabyss.training.settings import (
    NETWORK_FILE,
    SETTINGS_FILE,
    TrainingSettings,
    WrongSettings,
    check_settings,
    trained_in,
)
from openabyss.whole_files import replacing
from openabyss.words.arguments import whole_number

# Games of the school that are kept together, and lost together when they are interrupted.
GAMES_OF_PART = 100
# What may be different when a training goes on, and when only the games of its school are there.
HOW_LONG = {"rounds"}
LENGTH_OF_SCHOOL = {"school_games", "school_steps"}


class Training:
    """One network, with a curve of what happened. What plays and is kept is a running mean of it."""

    def __init__(self, name: str, settings: TrainingSettings, folder: Path, jobs: Jobs) -> None:
        """`jobs`: in how many processes games are played, or on which cluster. Raises InvalidArgument."""
        whole_number("rounds_kept", settings.rounds_kept, 1)
        self.name, self.settings, self.folder = name, settings, folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.table, self.has_policy = network_names()[name]
        torch.manual_seed(settings.seed)
        self.network, self.steady = (
            LearningNetwork(self.table, self.has_policy, settings.hint) for _ in range(2)
        )
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), settings.learning_rate, weight_decay=settings.weight_decay
        )
        self.jobs = jobs
        self.kept: list[Samples] = []
        self.curve: list[dict[str, Any]] = []
        self.round, self.minutes = 0, 0.0

    def run(self, minutes: float) -> None:
        """Train on, from where it was, to the end or the first round that ends after `minutes`."""
        begun = time.monotonic()
        if not self._resume():
            self._begin()
        while self.round < self.settings.rounds:
            started = time.monotonic()
            self._set_rate(self.round / self.settings.rounds)
            # Outcomes harden from round to round.
            softened = self.settings.softened * (1 - self.round / self.settings.rounds)
            games = self._played(SelfPlay.own_game, self.settings.games_per_round, softened)
            self.kept = [*self.kept, joined(games)][-self.settings.rounds_kept :]
            played = time.monotonic()
            losses = self._learn(self.settings.steps_per_round)
            self.round += 1
            is_match = self.round % self.settings.rounds_per_match == 0 or self.round == self.settings.rounds
            won = self._match() if is_match else None
            self.minutes += (time.monotonic() - started) / 60
            self._note(losses, won, (played - started) / 60)
            if time.monotonic() - begun > 60 * minutes:
                break

    def _begin(self) -> None:
        """The head start: what a parent knows, and the games of the school."""
        samples = self._schooled()
        self.network.set_scale(samples.inputs)
        self.steady.set_scale(samples.inputs)
        if self.settings.parent:
            parent = self._trained(self.settings.parent)
            if parent is None:
                raise WrongSettings(
                    f"{self.name} begins with {self.settings.parent}, which is neither in "
                    f"{self.folder.parent} nor packed"
                )
            self.network.take_over(parent, network_names()[self.settings.parent][0])
            self.steady.load_state_dict(self.network.state_dict())
        self.kept = [samples]
        losses = self._learn(self.settings.school_steps)
        self.steady.load_state_dict(self.network.state_dict())
        self.kept = []
        self._note(losses, self._match(), 0.0)

    def _schooled(self) -> Samples:
        """The games of the school; what has been played of them is in the folder, part by part."""
        parts, games = list[Samples](), self.settings.school_games
        for first in range(0, games, GAMES_OF_PART):
            count = min(GAMES_OF_PART, games - first)
            place = self.folder / f"school-{first}-{count}.npz"
            if not place.exists():
                played = joined(self._played(SelfPlay.school_game, count, first=first))
                write_samples(place, played, settings=json.dumps(asdict(self.settings)))
            with np.load(place) as arrays:
                self._compare(json.loads(str(arrays["settings"])), HOW_LONG | LENGTH_OF_SCHOOL)
                parts.append(read_samples(arrays))
        return joined(parts)

    def _trained(self, name: str) -> Network | None:
        """A network as it was trained here or else as the package has it. Raises WrongWeights."""
        table, has_policy = network_names()[name]
        if (self.folder.parent / name / NETWORK_FILE).exists():
            return trained_in(self.folder.parent, name)
        packed = trained_networks()
        return (packed.policies if has_policy else packed.values).get(table)

    def _teacher(self) -> Network:
        """What values the tables of seats that do not search: a network without a policy, or with a hint,
        is its own teacher."""
        is_taught = self.has_policy and self.settings.hint == 0
        value_network = self._trained(self.name.replace(POLICY, VALUE)) if is_taught else None
        return self.steady.network() if value_network is None else value_network

    def _match(self) -> float:
        """How often one seat wins against greedy ones."""
        return float(np.mean(self._played(SelfPlay.match_game, self.settings.match_games)))

    def _played(
        self, one_game: Callable[[SelfPlay, int], Noted], count: int, softened: float = 0.0, first: int = 0
    ) -> list[Noted]:
        """What the games of this round bring, in the order of their seeds, from the `first` of them."""
        games = TrainingGames(
            one_game, self.name, self.settings, self.steady.network(), self._teacher(), softened
        )
        first += self.settings.seed * 1_000_000_000 + (self.round + 1) * 1_000_000
        chunks = play_in_order(games, first, first + count, self.jobs)
        return [one for chunk in chunks for one in chunk]

    def _learn(self, steps: int) -> tuple[float, float]:
        random = np.random.default_rng((self.settings.seed, self.round))
        samples, settings = joined(self.kept), self.settings
        return learn(self.network, self.steady, self.optimiser, samples, steps, settings.steadiness, random)

    def _set_rate(self, progress: float) -> None:
        """The learning rate falls evenly, by factors, from the first to the last."""
        first, last = self.settings.learning_rate, self.settings.last_learning_rate
        for group in self.optimiser.param_groups:
            group["lr"] = first * (last / first) ** progress

    def _note(self, losses: tuple[float, float], won: float | None, playing: float) -> None:
        """One more row of the curve; then everything that is needed to go on."""
        row = {
            "net": self.name,
            "round": self.round,
            "games": self.round * self.settings.games_per_round,
            "policy_loss": round(losses[0], 4),
            "value_loss": round(losses[1], 4),
            "won_against_greedy": won,
            "minutes": round(self.minutes, 2),
            "minutes_playing": round(playing, 2),
        }
        self.curve.append(row)
        print(row, flush=True)
        self._save()

    def _save(self) -> None:
        """Each file is replaced at once, the state of the training last."""
        if self.kept:
            place = self.folder / f"games-{self.round % (self.settings.rounds_kept + 1)}.npz"
            write_samples(place, self.kept[-1], round=self.round)
        with replacing(self.folder / "curve.csv") as unfinished, unfinished.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(self.curve[0]))
            writer.writeheader()
            writer.writerows(self.curve)
        with replacing(self.folder / SETTINGS_FILE) as unfinished:
            unfinished.write_text(json.dumps(asdict(self.settings)), "utf-8")
        with replacing(self.folder / NETWORK_FILE) as unfinished, unfinished.open("wb") as opened:
            np.save(opened, self.steady.network().numbers)
        state = {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "steady": self.steady.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "curve": self.curve,
            "round": self.round,
            "minutes": self.minutes,
        }
        with replacing(self.folder / "state.pt") as unfinished:
            torch.save(state, unfinished)

    def _resume(self) -> bool:
        """Go on where an earlier training was; False if there was none. Raises WrongSettings."""
        file = self.folder / "state.pt"
        if not file.exists():
            return False
        state = torch.load(file, weights_only=True)
        self._compare(state["settings"], HOW_LONG)
        for part in ("network", "steady", "optimiser"):
            getattr(self, part).load_state_dict(state[part])
        self.curve, self.round, self.minutes = state["curve"], state["round"], state["minutes"]
        self.kept = self._kept_games()
        return True

    def _compare(self, begun_with: dict[str, Any], may_change: set[str]) -> None:
        """Only how long to train may change on the way. Raises WrongSettings."""
        now = {name: value for name, value in asdict(self.settings).items() if name not in may_change}
        check_settings(self.folder, asdict(TrainingSettings()) | begun_with, now)

    def _kept_games(self) -> list[Samples]:
        """The games of the last rounds, the oldest first."""
        found = {}
        for place in self.folder.glob("games-*.npz"):
            with np.load(place) as arrays:
                number = int(arrays["round"])
                if self.round - self.settings.rounds_kept < number <= self.round:
                    found[number] = read_samples(arrays)
        return [found[number] for number in sorted(found)]
