"""The games of a training by number, which is their seed: played in any process, or on any machine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, weights_for
from openabyss.players.network.inputs import INPUTS, MAX_INPUTS, Inputs
from openabyss.players.network.network import NO_NETWORK, Floats, Network
from openabyss.players.network.weights import name_of, network_names
from openabyss.players.playout import share_victory
from openabyss.players.search.gumbel import new_root_statistics
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import new_context
from openabyss.players.search.tree import new_tree
from openabyss.rules.scoring import score
from openabyss.rules.sizes import SEATS
from openabyss.training import self_play as playing
from openabyss.training.settings import TrainingSettings
from openabyss.whole_files import replacing

# What is noted of a game.
Noted = TypeVar("Noted")

MAX_MOMENTS = 2000
MAX_SAMPLES = 1200
NODES = 8_000
# How many answers a node of a search without a policy has on the mean, at most.
BRANCHES = 16
# Points of score that make a seat e times as deserving, where the outcome is softened.
SOFTNESS = 4.0


@dataclass
class Samples:
    """Tables as inputs, win shares and margins of the seats, the viewer first; and for networks with a policy
    the rows of the answers (NO_ANSWER behind the last) with the probabilities that they should have, or had
    when one of them was `drawn`. This is its place among them, and `hinted` that of the answer whose logit is
    raised, NO_ANSWER for none; `gains` are how much more than expected came of what was drawn."""

    inputs: Inputs
    shares: NDArray[np.float32]
    margins: NDArray[np.float32]
    rows: NDArray[np.int16]
    policy: NDArray[np.float16]
    drawn: NDArray[np.int16]
    hinted: NDArray[np.int16]
    gains: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.inputs)


def joined(parts: list[Samples]) -> Samples:
    """All samples in one."""
    return Samples(
        *(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Samples))
    )


def write_samples(file: Path, samples: Samples, **notes: Any) -> None:
    """Keep samples in a file, which is replaced at once, beside what there is to note about them."""
    arrays: dict[str, Any] = {field.name: getattr(samples, field.name) for field in fields(Samples)}
    with replacing(file) as unfinished, unfinished.open("wb") as opened:
        np.savez(opened, **arrays, **notes)


def read_samples(arrays: Mapping[str, Any]) -> Samples:
    """The samples of a file that was opened; in one from before there were hints, nothing was drawn."""
    nothing = np.full(len(arrays["inputs"]), playing.NO_ANSWER, np.int16)
    earlier: Mapping[str, Any] = {
        "drawn": nothing,
        "hinted": nothing,
        "gains": np.zeros(len(nothing), np.float32),
    }
    return Samples(*((arrays if field.name in arrays else earlier)[field.name] for field in fields(Samples)))


class SelfPlay:
    """Games of one network, in one process. The `teacher` is the network that values the tables of seats that
    do not search; a network without a policy is its own."""

    def __init__(self, name: str, settings: TrainingSettings) -> None:
        (self.variant, self.players), self.has_policy = network_names()[name]
        self.settings, self.softened = settings, settings.softened
        self.inputs = int(INPUTS[self.variant, self.players])
        search = SearchSettings(exploration=settings.exploration, fpu_reduction=settings.fpu_reduction)
        kraken = self.variant % 2 == 1
        parameters = search.parameters("policy", self.players, kraken)
        self.hint = settings.hint if self.has_policy else 0.0
        parameters = parameters._replace(value_scale=settings.value_scale, hint=self.hint)
        weights = weights_for(name_of((self.variant, self.players)))
        # As in the searches that it will lead.
        own_weights = weights if self.hint > 0 else DEFAULT_WEIGHTS
        school = new_context(new_tree(NODES + BRANCHES * settings.school_iterations))
        self.context = playing.GameContext(
            new_context(new_tree(NODES))._replace(parameters=parameters, weights=own_weights),
            school._replace(parameters=SearchSettings().parameters("learned", self.players, kraken)),
            NO_NETWORK,
            weights,
            playing.Pace(*(getattr(settings, part) for part in playing.Pace._fields)),
            new_root_statistics(),
            generator(0),
        )
        answers = playing.NOTED_ANSWERS if self.has_policy else 0
        self.buffer = playing.SampleBuffer(
            np.zeros((MAX_SAMPLES, MAX_INPUTS), np.int8),
            np.zeros((MAX_SAMPLES, 2), np.int64),
            np.zeros((MAX_SAMPLES, answers), np.int16),
            np.zeros((MAX_SAMPLES, answers), np.float32),
            np.zeros(MAX_SAMPLES, np.int16),
            np.zeros(MAX_SAMPLES, np.int16),
            np.zeros((MAX_MOMENTS, SEATS)),
            np.zeros(MAX_MOMENTS, np.int64),
        )

    def use(self, network: Network, teacher: Network) -> None:
        """From now on play with these networks."""
        search = self.context.search._replace(policy=network, value=teacher)
        school = self.context.school._replace(value=teacher)
        self.context = self.context._replace(search=search, school=school, teacher=teacher)

    def play(self, policies: NDArray[np.int64], seed: int, td_lambda: float) -> Samples:
        """One game and what is learned from it."""
        state = playing.default_table(self.variant, self.players)
        context = self.context._replace(random=generator(seed))
        moments, count = playing.record_game(state, policies, context, self.buffer)
        outcome, margins = np.zeros(SEATS), np.zeros(SEATS)
        share_victory(state, outcome)
        among = slice(self.players)
        scores = np.array([int(score(state, seat)) for seat in range(self.players)])
        margins[among] = scores - scores.mean()
        outcome[among] += self.softened * (by_score(margins[among]) - outcome[among])
        gains = np.zeros(moments)
        # The λ of all seats' decisions, from one of a seat's own to its next.
        playing.gains_of_draws(self.buffer, moments, outcome, td_lambda**self.players, gains)
        playing.mix_targets(self.buffer.views, moments, outcome, td_lambda)
        return self._seen_by_viewers(count, margins, gains)

    def _seen_by_viewers(self, count: int, margins: NDArray[np.float64], gains: Floats) -> Samples:
        """Samples with targets in the order in which their viewers see the seats."""
        buffer, players = self.buffer, self.players
        moments, viewers = buffer.moments[:count].T
        seats = (viewers[:, None] + np.arange(players)) % players
        return Samples(
            buffer.inputs[:count, : self.inputs].copy(),
            buffer.views[moments[:, None], seats].astype(np.float32),
            margins[seats].astype(np.float32),
            buffer.rows[:count].copy(),
            np.where(buffer.rows[:count] == playing.NO_ANSWER, 0, buffer.policy[:count]).astype(np.float16),
            buffer.drawn[:count].copy(),
            buffer.hinted[:count].copy(),
            np.where(buffer.drawn[:count] == playing.NO_ANSWER, 0, gains[moments]).astype(np.float32),
        )

    def school_game(self, seed: int) -> Samples:
        """A game among seats that look one answer ahead, or search without a policy, and greedy ones in any
        mixture. Where nobody knows anything yet, every table learns from the outcome alone."""
        is_greedy = np.random.default_rng(seed).random(SEATS) < self.settings.greedy_in_school
        td_lambda = self.settings.td_lambda if self.has_policy else 1.0
        others = playing.TEACHING if self.settings.school_iterations else playing.ONE_AHEAD
        return self.play(np.where(is_greedy, playing.GREEDY, others), seed, td_lambda)

    def own_game(self, seed: int) -> Samples:
        """A game of the network against itself and greedy players in any mixture."""
        settings, random = self.settings, np.random.default_rng(seed)
        is_greedy = random.random(SEATS) < settings.greedy_seat_share
        is_greedy[random.integers(self.players)] = False
        return self.play(np.where(is_greedy, playing.GREEDY, self._own_policy), seed, settings.td_lambda)

    def match_game(self, seed: int) -> float:
        """The share of the victory of one seat with the network among greedy ones, as the level medium plays;
        seats rotate."""
        seat, shares = seed % self.players, np.zeros(SEATS)
        policies = np.full(SEATS, playing.GREEDY)
        policies[seat] = self._own_policy
        state = playing.default_table(self.variant, self.players)
        context = self.context._replace(random=generator(seed), weights=DEFAULT_WEIGHTS)
        playing.play_match(state, policies, context, shares)
        return float(shares[seat])

    @property
    def _own_policy(self) -> int:
        if not self.has_policy:
            return playing.ONE_AHEAD
        return playing.DRAWING if self.hint > 0 else playing.SEARCHING


def by_score(margins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of a victory by how near the scores are, not to the winner alone."""
    deserts = np.exp((margins - margins.max()) / SOFTNESS)
    shares: NDArray[np.float64] = deserts / deserts.sum()
    return shares


@lru_cache(maxsize=1)
def self_play_of(name: str, settings: TrainingSettings) -> SelfPlay:
    """What plays in this process; it takes some megabytes."""
    return SelfPlay(name, settings)


@dataclass(frozen=True)
class TrainingGames(Generic[Noted]):
    """Games of one kind, `SelfPlay.school_game`, `own_game` or `match_game`, by their seeds. Outcomes are
    given out by score by the share `softened`."""

    one_game: Callable[[SelfPlay, int], Noted]
    name: str
    settings: TrainingSettings
    network: Network
    teacher: Network
    softened: float = 0.0

    first_chunk = 1

    def prepare(self) -> None:
        """Let greedy players play one, so that forked processes have what that needs."""
        self._self_play().play(np.full(SEATS, playing.GREEDY), 0, 1.0)

    def play(self, first: int, count: int) -> list[Noted]:
        """What each of the games from `first` brings."""
        self_play = self._self_play()
        return [self.one_game(self_play, seed) for seed in range(first, first + count)]

    def _self_play(self) -> SelfPlay:
        found = self_play_of(self.name, self.settings)
        found.use(self.network, self.teacher)
        found.softened = self.softened
        return found
