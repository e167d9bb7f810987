"""The settings of a series of games: who plays, how often, from which seed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.driving import play_game
from openabyss.arena.series.forfeits import note_forfeit
from openabyss.arena.series.playing import (
    MOST_ANSWERS,
    OUTCOME,
    Answers,
    Outcomes,
    Tables,
    play_again,
    play_games,
)
from openabyss.arena.series.seating import REGENT, USUAL_PLAYER, native_players
from openabyss.chance.generator import MASK_48, Generator, generator
from openabyss.errors import InvalidOption
from openabyss.game import Game
from openabyss.players.greedy.weights import Weights
from openabyss.players.matches import DEFAULT_WEIGHTS_BY_SEAT, Policies
from openabyss.players.registry import NativePlayer, Player, player
from openabyss.players.search.player import visits_of
from openabyss.position.catalogue import NUMBERS
from openabyss.position.options import Options, check_solo, check_variant
from openabyss.position.version import VERSION
from openabyss.rules.setup import new_table
from openabyss.rules.solo import REGENT_SEAT, seat_regent
from openabyss.rules.state import NOBODY, STATE
from openabyss.words import _

# Steps and factors of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
GOLDEN_STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
MIX_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))

OutcomeRows = NDArray[np.void]
# How often a search has visited each answer, by number.
Visits = Mapping[int, int]
FIRST_CHUNK = 8


class Played(NamedTuple):
    """A game as far as it was played, the seat that lost it by failing, or NOBODY, and the visits of the
    searches, by the place of the answer that was given then among all answers of the game."""

    game: Game
    loser: int
    visits: dict[int, Visits]


@dataclass(frozen=True)
class Series:
    """Games numbered from 0; each depends only on these settings and its number.

    `seats` are the specs of the players (`medium:pearl=90`), in seating order. With `rotate`,
    everybody moves on by one seat from game to game. `kraken` and `leviathan` are the expansions in
    play. `solo` is the level of the Regent, who then has the second of two seats, or 0. Raises
    InvalidOption.
    """

    seats: tuple[str, ...]
    seed: int = 0
    rotate: bool = False
    kraken: bool = False
    leviathan: bool = False
    options: Options = field(default_factory=Options)
    solo: int = 0

    def __post_init__(self) -> None:
        check_variant(len(self.seats), self.kraken, self.leviathan)
        if self.solo:
            check_solo(len(self.seats), self.solo)
            if self.rotate or self.seats[REGENT_SEAT] != REGENT:
                raise InvalidOption(_("solo: the Regent always has the second seat"))
        for spec in self.seats:
            player(spec)

    @cached_property
    def is_native(self) -> bool:
        """Whether everybody plays at native speed; else every game is played through `Game`."""
        return all(isinstance(player(spec), NativePlayer) for spec in self.seats)

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def first_chunk(self) -> int:
        """How many games are played before anybody knows how long one takes."""
        return FIRST_CHUNK if self.is_native else 1

    def prepare(self) -> None:
        """Compile what the games need, which forked processes then have as well."""
        if self.is_native:
            compile_games()
        else:
            game = self.sit_down(0)[0]
            self._note(0, answers_of(game), np.zeros(1, OUTCOME))

    def settings(self) -> dict[str, Any]:
        """What the results depend on, as JSON."""
        return {
            "version": VERSION,
            "seats": list(self.seats),
            "seed": self.seed,
            "rotate": self.rotate,
            "kraken": self.kraken,
            "leviathan": self.leviathan,
            "options": self.options.to_dict(),
            **({"solo": self.solo} if self.solo else {}),
        }

    def native_players(self) -> tuple[Policies, Weights]:
        """The policy and the weights of each player."""
        return native_players(self.seats)

    def seating(self, first: int, count: int) -> NDArray[np.int64]:
        """Who sits where in the games from `first`: players by game and seat."""
        seats = np.arange(self.players)
        moved = np.arange(first, first + count) if self.rotate else np.zeros(count, np.int64)
        return (seats[None, :] + moved[:, None]) % self.players

    def generators(self, first: int, count: int) -> Generator:
        """Where the chance of each game begins: splitmix64 of the seed and the number of the game."""
        numbers = np.arange(first + 1, first + count + 1, dtype=np.uint64)
        mixed = numbers * GOLDEN_STEP + np.uint64(generator(self.seed)[0])
        for factor, shift in zip(MIX_FACTORS, MIX_SHIFTS, strict=False):
            mixed = (mixed ^ (mixed >> shift)) * factor
        mixed ^= mixed >> MIX_SHIFTS[2]
        return (mixed & np.uint64(MASK_48)).astype(np.int64)

    def play(self, first: int, count: int) -> OutcomeRows:
        """Play the games from `first`; returns a row of `playing.Outcome` for each."""
        outcomes = np.zeros(count, OUTCOME)
        if not self.is_native:
            for place in range(count):
                outcomes[place] = self.outcome_of(first + place, self.play_one(first + place))[0]
            return outcomes
        self._play_compiled(first, outcomes, np.zeros(0, np.int64))
        return outcomes

    def play_with_answers(self, number: int) -> tuple[OutcomeRows, Answers]:
        """A game between compiled players: its outcome, one row, and all its answers, those of chance
        included."""
        outcome, answers = np.zeros(1, OUTCOME), np.zeros(MOST_ANSWERS, np.int64)
        self._play_compiled(number, outcome, answers)
        return outcome, answers[: int(outcome["decisions"][0]) + int(outcome["draws"][0])]

    def _play_compiled(self, first: int, outcomes: OutcomeRows, answers: Answers) -> None:
        policies, weights = self.native_players()
        play_games(
            self.tables(),
            self.seating(first, len(outcomes)),
            policies,
            weights,
            self.generators(first, len(outcomes)),
            answers,
            cast(Outcomes, outcomes.view(np.recarray)),
        )

    def play_one(self, number: int) -> Played:
        """A game through `Game`, where players of every kind can sit; given up if it is endless, and lost
        for a bot that fails."""
        game, players = self.sit_down(number)
        visits: dict[int, Visits] = {}

        def note_visits(player: Player, _seconds: float) -> None:
            visits[game.history.answer_count] = visits_of(player)

        return Played(game, play_game(number, game, players, note_visits), visits)

    def outcome_of(self, number: int, played: Played) -> OutcomeRows:
        """What is noted of a game that was played through `Game`, one row."""
        outcome = np.zeros(1, OUTCOME)
        self._note(number, answers_of(played.game), outcome)
        if played.loser != NOBODY:
            note_forfeit(outcome, self.players, played.loser)
        return outcome

    def sit_down(self, number: int) -> tuple[Game, list[Player]]:
        """The beginning of a game through `Game`, and who sits where, with chance of their own."""
        seed = int(self.generators(number, 1)[0])
        game = Game.new(
            self.players,
            seed,
            kraken=self.kraken,
            leviathan=self.leviathan,
            options=self.options,
            regent=self.solo or None,
        )
        seating = self.seating(number, 1)[0].tolist()
        return game, [player(self.seats[who], seed + seat + 1) for seat, who in enumerate(seating)]

    def _note(self, number: int, answers: NDArray[np.int64], outcome: OutcomeRows) -> None:
        seating = self.seating(number, 1)[0]
        rows = cast(Outcomes, outcome.view(np.recarray))
        play_again(self.tables(), seating, DEFAULT_WEIGHTS_BY_SEAT, answers, rows)

    def tables(self) -> Tables:
        """The table before the deal, and one to play on."""
        tables = np.zeros(2, STATE)
        chosen = self.options.numbers(self.leviathan)
        tables[0] = new_table(self.players, self.kraken, self.leviathan, chosen)
        if self.solo:
            seat_regent(tables[0], self.solo)
        return cast(Tables, tables)


def answers_of(game: Game) -> NDArray[np.int64]:
    """Every answer of a game, those of chance included, by number."""
    return np.array([NUMBERS[text] for text in game.to_record()["answers"]], np.int64)


def compile_games() -> None:
    """Compile everything that a series needs, or load it from the cache."""
    Series((USUAL_PLAYER,) * 2).play(0, 0)
