"""Train networks with a policy by expert iteration: `python -m openabyss.players.expert_iteration.training`.

First it takes over what the network of another table knows, if it has such a parent. Players of the first
generation play, and the network learns what they answer and who wins. Then it plays against itself, each
answer improved by a search, and learns to answer as the search does. A training that was interrupted goes
on where it was: after each round everything it needs stands in its folder. docs/training.md tells what came
of it.
"""

import csv
import time
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import torch
from numpy.typing import NDArray

from openabyss.chance.generator import generator
from openabyss.distribution.cluster import cluster_at
from openabyss.distribution.workers import Games, Jobs, play_in_order
from openabyss.errors import OpenAbyssError
from openabyss.players.expert_iteration.folder import FOLDER, NETWORK_FILE
from openabyss.players.expert_iteration.learning import Losses, PolicyNetwork, PolicySamples, learn
from openabyss.players.expert_iteration.self_play import (
    BY_RATING,
    GREEDILY,
    NO_ANSWER,
    NOTED_ANSWERS,
    SEARCHING,
    Lessons,
    Pace,
    play_and_note,
    play_match,
)
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.learned.layout import INPUTS, MAX_INPUTS
from openabyss.players.learned.learning import joined
from openabyss.players.learned.network import Nets
from openabyss.players.learned.options import given_settings, options
from openabyss.players.learned.outcome import share_victory
from openabyss.players.learned.self_play import default_table, final_margins, mix_targets
from openabyss.players.learned.weights import net_names, trained_nets
from openabyss.players.policy.network import NET_START, NUMBERS, size_of
from openabyss.players.policy.weights import policy_nets
from openabyss.players.search.gumbel import Bench, new_improvement
from openabyss.players.search.mcts import Networks, States
from openabyss.players.search.parameters import DUELLISTS, EXPLORATION_OF_MORE, SearchSettings
from openabyss.players.search.searching import WORKING_TABLES
from openabyss.players.search.tree import new_tree
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE

MAX_MOMENTS = 2000
MAX_LESSONS = 800
NODES = 8_000


# What is noted of a game.
Lesson = TypeVar("Lesson")


class WrongSettings(OpenAbyssError):  # noqa: N818  named for what it says, like the other errors
    """A training cannot go on with other settings than those that it was begun with."""


@dataclass(frozen=True)
class TrainingSettings:
    """What a training does; the same settings and seed give the same network, in however many processes.

    `parent` is the network whose knowledge it begins with, trained in the same folder or else the one of the
    package, which may be the same table's; with none it begins with nothing. Of a thousand decisions
    `thorough` are searched with `iterations` and learnt, the others with `short_iterations`. By `td_lambda` a
    table learns from the outcome rather than from what the next table was found to be worth. `value_scale` is
    how much a value found counts against the policy's own opinion.
    """

    parent: str = ""
    seed: int = 1
    school_games: int = 6000
    school_steps: int = 1500
    rounds: int = 180
    games_per_round: int = 384
    steps_per_round: int = 60
    rounds_kept: int = 20
    thorough: int = 300
    iterations: int = 32
    considered: int = 12
    short_iterations: int = 8
    short_considered: int = 4
    exploration: float = 1.0
    value_scale: float = 0.8
    fpu_reduction: float = 0.1
    td_lambda: float = 0.95
    greedy_in_school: float = 0.2
    greedy_seat_share: float = 0.1
    learning_rate: float = 1.5e-3
    last_learning_rate: float = 1e-4
    weight_decay: float = 1e-5
    steadiness: float = 0.998
    match_games: int = 100
    rounds_per_match: int = 10


# Where a network begins, in the order of training; base2 begins with nothing. One that knows more cards
# than are needed is a better parent than one that has played with fewer opponents.
PARENTS = {
    "base2": "",
    "kraken2": "base2",
    "leviathan2": "base2",
    "both2": "kraken2",
    "kraken4": "kraken2",
    "both4": "kraken4",
    "kraken3": "kraken4",
    "both3": "both4",
    "leviathan3": "both3",
    "base4": "leviathan3",
    "base3": "base4",
    "leviathan4": "leviathan3",
    "leviathan5": "leviathan4",
    "both5": "both4",
}
# The others know enough by their parents; of a school they play a few games, to see how large inputs are.
SCHOOLED = ("base2", "kraken2", "leviathan2", "kraken4")
TD_LAMBDA = {2: 0.95, 3: 0.96, 4: 0.97, 5: 0.975}
# What is different with a parent, and then with more players, whose games are longer and teach more each.
HEIR = TrainingSettings(school_games=3000, school_steps=600, rounds=100, learning_rate=1e-3)
# Among more than two, values of neighbouring answers lie closer together.
MORE_PLAYERS = replace(
    HEIR, school_games=2500, rounds=200, games_per_round=160, exploration=EXPLORATION_OF_MORE
)


def default_settings(name: str) -> TrainingSettings:
    """What a network is trained with."""
    _variant, players = net_names()[name]
    if PARENTS[name] == "":
        return TrainingSettings()
    settings = replace(
        HEIR if players == DUELLISTS else MORE_PLAYERS, parent=PARENTS[name], td_lambda=TD_LAMBDA[players]
    )
    return settings if name in SCHOOLED else replace(settings, school_games=200, school_steps=0)


class SelfPlay:
    """Games with one network, in one process."""

    def __init__(self, name: str, settings: TrainingSettings) -> None:
        self.variant, self.players = net_names()[name]
        self.settings = settings
        self.inputs = int(INPUTS[self.variant, self.players])
        search = SearchSettings(exploration=settings.exploration, fpu_reduction=settings.fpu_reduction)
        self.bench = Bench(
            cast(States, np.zeros(WORKING_TABLES, STATE)),
            new_tree(NODES),
            search.parameters("policy", self.players, self.variant % 2 == 1),
            DEFAULT_WEIGHTS,
            Networks(np.zeros(NUMBERS, np.float32), trained_nets()),
            settings.value_scale,
        )
        self.found = new_improvement()
        self.lessons = Lessons(
            np.zeros((MAX_LESSONS, MAX_INPUTS), np.int8),
            np.zeros((MAX_LESSONS, 2), np.int64),
            np.zeros((MAX_LESSONS, NOTED_ANSWERS), np.int16),
            np.zeros((MAX_LESSONS, NOTED_ANSWERS), np.float32),
            np.zeros((MAX_MOMENTS, SEATS)),
        )
        self.pace = Pace(
            settings.thorough,
            settings.iterations,
            settings.considered,
            settings.short_iterations,
            settings.short_considered,
        )

    def use(self, numbers: Nets) -> None:
        """From now on play with this network."""
        start = int(NET_START[self.variant, self.players])
        self.bench.nets.policies[start : start + size_of(self.variant, self.players)] = numbers

    def play(self, policies: NDArray[np.int64], seed: int, td_lambda: float) -> PolicySamples:
        """One game and what is to be learnt of it."""
        state = default_table(self.variant, self.players)
        moments, count = play_and_note(
            state, policies, self.bench, self.pace, generator(seed), self.found, self.lessons, trained_nets()
        )
        outcome, margins = np.zeros(SEATS), np.zeros(SEATS)
        share_victory(state, outcome)
        final_margins(state, margins)
        mix_targets(self.lessons.views, moments, outcome, td_lambda)
        return self._seen_by_viewers(count, margins)

    def _seen_by_viewers(self, count: int, margins: NDArray[np.float64]) -> PolicySamples:
        """Samples with targets in the order in which their viewers see the seats."""
        lessons, players = self.lessons, self.players
        moments, viewers = lessons.moments[:count].T
        seats = (viewers[:, None] + np.arange(players)) % players
        return PolicySamples(
            lessons.inputs[:count, : self.inputs].copy(),
            lessons.views[moments[:, None], seats].astype(np.float32),
            margins[seats].astype(np.float32),
            lessons.rows[:count].copy(),
            np.where(lessons.rows[:count] == NO_ANSWER, 0, lessons.policy[:count]).astype(np.float16),
        )

    def school_game(self, seed: int) -> PolicySamples:
        """A game among players of the first generation and greedy ones in any mixture."""
        is_greedy = np.random.default_rng(seed).random(SEATS) < self.settings.greedy_in_school
        policies = np.where(is_greedy, GREEDILY, BY_RATING)
        return self.play(policies, seed, self.settings.td_lambda)

    def own_game(self, seed: int) -> PolicySamples:
        """A game of the network against itself and greedy players in any mixture."""
        settings, random = self.settings, np.random.default_rng(seed)
        is_greedy = random.random(SEATS) < settings.greedy_seat_share
        is_greedy[random.integers(self.players)] = False
        return self.play(np.where(is_greedy, GREEDILY, SEARCHING), seed, settings.td_lambda)

    def match_game(self, seed: int) -> float:
        """The share of the victory of one seat with the network among greedy ones; seats rotate."""
        seat, shares = seed % self.players, np.zeros(SEATS)
        policies = np.full(SEATS, GREEDILY)
        policies[seat] = SEARCHING
        state = default_table(self.variant, self.players)
        play_match(state, policies, self.bench, self.pace, generator(seed), self.found, shares)
        return float(shares[seat])


@lru_cache(maxsize=1)
def self_play_of(name: str, settings: TrainingSettings) -> SelfPlay:
    """What plays in this process; it takes some megabytes."""
    return SelfPlay(name, settings)


@dataclass(frozen=True)
class TeachingGames:
    """Games by number, which is their seed, and what is to be learnt of each. Without the numbers of a
    network they are those of the school."""

    name: str
    settings: TrainingSettings
    numbers: Nets | None

    first_chunk = 1

    def prepare(self) -> None:
        """Let greedy players play one, so that forked processes have what that needs."""
        self_play_of(self.name, self.settings).play(np.full(SEATS, GREEDILY), 0, 1.0)

    def play(self, first: int, count: int) -> list[PolicySamples]:
        """The samples of each of the games from `first`."""
        play = self_play_of(self.name, self.settings)
        if self.numbers is not None:
            play.use(self.numbers)
        one_game = play.school_game if self.numbers is None else play.own_game
        return [one_game(seed) for seed in range(first, first + count)]


@dataclass(frozen=True)
class MatchGames:
    """Games of the network against greedy players by number, which is their seed."""

    name: str
    settings: TrainingSettings
    numbers: Nets

    first_chunk = 1

    def prepare(self) -> None:
        """The first round has let everything be loaded."""

    def play(self, first: int, count: int) -> list[float]:
        """The share of the victory of the network in each of the games from `first`."""
        play = self_play_of(self.name, self.settings)
        play.use(self.numbers)
        return [play.match_game(seed) for seed in range(first, first + count)]


class Training:
    """One network, with a curve of what happened. What plays and is kept is a running mean of it."""

    def __init__(self, name: str, settings: TrainingSettings, folder: Path, jobs: Jobs) -> None:
        """`jobs`: in how many processes games are played, or on which cluster."""
        self.name, self.settings, self.folder = name, settings, folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        variant, players = net_names()[name]
        torch.manual_seed(settings.seed)
        inputs = int(INPUTS[variant, players])
        self.network, self.steady = PolicyNetwork(inputs, players), PolicyNetwork(inputs, players)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), settings.learning_rate, weight_decay=settings.weight_decay
        )
        self.jobs = jobs
        self.kept: list[PolicySamples] = []
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
            self.kept = [*self.kept[1 - self.settings.rounds_kept :], self._games("own")]
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
        """The head start: what players of the first generation answer, and who wins among them."""
        samples = self._games("school")
        self.network.set_scale(samples.inputs)
        self.steady.set_scale(samples.inputs)
        if self.settings.parent:
            names, parent = net_names(), self.settings.parent
            self.network.take_over_from(self._numbers_of(parent), names[parent], names[self.name])
            self.steady.load_state_dict(self.network.state_dict())
        self.kept = [samples]
        losses = self._learn(self.settings.school_steps)
        self.steady.load_state_dict(self.network.state_dict())
        self.kept = []
        self._note(losses, self._match(), 0.0)

    def _numbers_of(self, parent: str) -> Nets:
        """What a parent knows, as it was trained here or else as the package has it. Raises WrongSettings."""
        trained = self.folder.parent / parent / NETWORK_FILE
        if trained.exists():
            return cast(Nets, np.load(trained))
        packed, table = policy_nets(), net_names()[parent]
        if not packed.is_there[table]:
            raise WrongSettings(f"{self.name} begins with {parent}, which is neither in {trained} nor packed")
        return packed.net(*table)

    def _games(self, kind: str) -> PolicySamples:
        """The games of this round, or those of the school before all rounds."""
        is_school = kind == "school"
        games = TeachingGames(self.name, self.settings, None if is_school else self.steady.numbers())
        count = self.settings.school_games if is_school else self.settings.games_per_round
        return joined(self._played(games, count))

    def _match(self) -> float:
        """How often one seat wins against greedy ones."""
        games = MatchGames(self.name, self.settings, self.steady.numbers())
        return float(np.mean(self._played(games, self.settings.match_games)))

    def _played(self, games: Games[list[Lesson]], count: int) -> list[Lesson]:
        """What the games of this round bring, in the order of their seeds."""
        first = self.settings.seed * 1_000_000_000 + (self.round + 1) * 1_000_000
        chunks = play_in_order(games, first, first + count, self.jobs)
        return [one for chunk in chunks for one in chunk]

    def _learn(self, steps: int) -> Losses:
        random = np.random.default_rng((self.settings.seed, self.round))
        samples, settings = joined(self.kept), self.settings
        return learn(self.network, self.steady, self.optimiser, samples, steps, settings.steadiness, random)

    def _set_rate(self, progress: float) -> None:
        """The learning rate falls evenly, by factors, from the first to the last."""
        first, last = self.settings.learning_rate, self.settings.last_learning_rate
        for group in self.optimiser.param_groups:
            group["lr"] = first * (last / first) ** progress

    def _note(self, losses: Losses, won: float | None, playing: float) -> None:
        """One more row of the curve; then everything that is needed to go on."""
        row = {
            "net": self.name,
            "round": self.round,
            "games": self.round * self.settings.games_per_round,
            "policy_loss": round(losses.policy, 4),
            "value_loss": round(losses.value, 4),
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
            arrays = {field.name: getattr(self.kept[-1], field.name) for field in fields(PolicySamples)}
            place = self.folder / f"games-{self.round % (self.settings.rounds_kept + 1)}.npz"
            partial = place.with_name("games.part.npz")
            np.savez(partial, round=self.round, **arrays)
            partial.replace(place)
        with (self.folder / "curve.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(self.curve[0]))
            writer.writeheader()
            writer.writerows(self.curve)
        np.save(self.folder / NETWORK_FILE, self.steady.numbers())
        state = {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "steady": self.steady.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "curve": self.curve,
            "round": self.round,
            "minutes": self.minutes,
        }
        partial = self.folder / "state.part"
        torch.save(state, partial)
        partial.replace(self.folder / "state.pt")

    def _resume(self) -> bool:
        """Go on where an earlier training was; False if there was none. Raises WrongSettings."""
        file = self.folder / "state.pt"
        if not file.exists():
            return False
        state = torch.load(file, weights_only=True)
        self._compare(state["settings"])
        for part in ("network", "steady", "optimiser"):
            getattr(self, part).load_state_dict(state[part])
        self.curve, self.round, self.minutes = state["curve"], state["round"], state["minutes"]
        self.kept = self._kept_games()
        return True

    def _compare(self, begun_with: dict[str, Any]) -> None:
        """Only how long to train may change on the way. Raises WrongSettings."""
        for name, now in asdict(self.settings).items():
            before = begun_with.get(name, getattr(TrainingSettings(), name))
            if before != now and name != "rounds":
                raise WrongSettings(
                    f"the training in {self.folder} was begun with {name}={before}, not {now}"
                )

    def _kept_games(self) -> list[PolicySamples]:
        """The games of the last rounds, the oldest first."""
        found = {}
        for place in self.folder.glob("games-*.npz"):
            with np.load(place) as arrays:
                number = int(arrays["round"])
                if self.round - self.settings.rounds_kept < number <= self.round:
                    found[number] = PolicySamples(*(arrays[field.name] for field in fields(PolicySamples)))
        return [found[number] for number in sorted(found)]


def main(arguments: list[str] | None = None) -> None:
    """Train the networks one after the other."""
    parser = options(__doc__, TrainingSettings(), FOLDER)
    parser.add_argument("--minutes", type=float, default=600.0, help="for each network (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="(%(default)s)")
    parser.add_argument(
        "--ray", nargs="?", const="local", metavar="ADDRESS", help="play on a Ray cluster; it learns the same"
    )
    chosen = parser.parse_args(arguments)
    given = given_settings(chosen, TrainingSettings())
    torch.set_num_threads(1)
    try:
        jobs = chosen.processes if chosen.ray is None else cluster_at(chosen.ray)
        for name in chosen.nets or PARENTS:
            settings = replace(default_settings(name), **given)
            Training(name, settings, chosen.folder, jobs).run(chosen.minutes)
    except OpenAbyssError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")


if __name__ == "__main__":
    # Processes of a cluster find what they are to play by its module, which must not be called `__main__`.
    import_module("openabyss.players.expert_iteration.training").main()
