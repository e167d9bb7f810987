"""Numbered games: which players, how many, from which seed. Simulations, ratings and statistics are
series.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.driving import Visits, note_forfeit, play_game
from openabyss.arena.series.playing import (
    MAX_ANSWERS,
    OUTCOME,
    Answers,
    Outcomes,
    Tables,
    note_game,
    play_games,
)
from openabyss.chance.generator import MASK_48, Generator, generator
from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.play.position.options import MAX_PLAYERS, Options, check_solo, check_variant, config_of
from openabyss.play.position.records import write_record
from openabyss.players.bot import Bot
from openabyss.players.kinds import KINDS
from openabyss.players.perspective import Perspective
from openabyss.players.registry import NativePlayer, Player, player
from openabyss.rules.play import apply, resolve
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import REGENT_SEAT, seat_regent
from openabyss.rules.state import NOBODY, STATE
from openabyss.table.hashing import state_hash
from openabyss.version import VERSION
from openabyss.words import _
from openabyss.words.arguments import MAX_SEED, instance_of, truth, whole_number

# Steps and factors of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
GOLDEN_STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
MIX_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))

OutcomeRows = NDArray[np.void]
NO_ANSWERS = np.zeros(0, np.int64)
FIRST_CHUNK = 8

USUAL_PLAYER = "random"
# The default player against the Regent in solo series.
USUAL_PERSON, REGENT = "medium", "regent"
# Players of a table by their places among all players of a series, in seating order.
Lineup = tuple[int, ...]


class NotedGame(NamedTuple):
    """A game with all that is known of it: its outcome, one row, all its answers, those of chance included,
    the visits of searches by the place of the answer, and the seat that lost by failing, or NOBODY."""

    outcome: OutcomeRows
    answers: Answers
    visits: dict[int, Visits]
    loser: int = NOBODY


@dataclass(frozen=True)
class Series:
    """Games numbered from 0; each depends only on these settings and its number.

    `specs` name the players (`medium:pearl=90`), and `players` is how many sit at a table: all, if nothing is
    said. With `rotate`, everybody moves on by one seat from game to game. `kraken` and `leviathan` are the
    expansions in play. `solo` is the level of the Regent, who then has the second of two seats, or 0.

    A `paired` series compares players. Every choice of as many as have a seat is a lineup; where there are
    fewer, the last one named takes the seats that are left. A round of a lineup is one deal of the cards,
    played as often as there are seats: everybody has each seat once. Rounds of all lineups alternate, so that
    a series that is broken off is even. Raises InvalidOption, InvalidArgument.
    """

    specs: tuple[str, ...]
    players: int = 0
    seed: int = 0
    rotate: bool = False
    kraken: bool = False
    leviathan: bool = False
    options: Options = field(default_factory=Options)
    solo: int = 0
    paired: bool = False

    def __post_init__(self) -> None:
        given: object = self.specs  # A text is a sequence, too, of letters.
        specs = tuple(instance_of("specs", self.specs, tuple if isinstance(given, str) else Sequence))
        self._set("specs", specs)
        self._set("players", whole_number("players", self.players) or len(specs))
        self._set("seed", whole_number("seed", self.seed, -MAX_SEED, MAX_SEED))
        self._set("solo", whole_number("solo", self.solo))
        for name in ("rotate", "kraken", "leviathan", "paired"):
            self._set(name, truth(name, getattr(self, name)))
        instance_of("options", self.options, Options)
        check_variant(self.players, self.kraken, self.leviathan)
        if self.paired:
            check_compared(specs)
        elif len(specs) != self.players:
            raise _other_number(len(specs), self.players)
        if self.solo:
            check_solo(self.players, self.solo)
            if self.rotate or self.specs[REGENT_SEAT] != REGENT:
                raise InvalidOption(_("solo: the Regent always has the second seat"))
        for spec in self.specs:
            self.player_of(spec)

    def _set(self, name: str, value: object) -> None:
        """A setting as Python and JSON have it."""
        object.__setattr__(self, name, value)

    def player_of(self, spec: str, seed: int = 0) -> Player:
        """The player that a spec asks for. Raises InvalidOption."""
        return player(spec, seed)

    @cached_property
    def is_native(self) -> bool:
        """Whether everybody plays at native speed; else every game is played through `Game`, which deals the
        same cards whatever the players do."""
        return not self.paired and all(isinstance(self.player_of(spec), NativePlayer) for spec in self.specs)

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        """Who meets at a table."""
        return lineups(len(self.specs), self.players)

    def rounded_up(self, games: int) -> int:
        """How many games are played when each lineup shall play `games`: in pairs, whole rounds only. Raises
        InvalidArgument."""
        games = whole_number("games", games, 1)
        return -(-games // self.players) * self.players * len(self.lineups) if self.paired else games

    @property
    def first_chunk(self) -> int:
        """The size of the first chunk, before it is known how long a game takes."""
        return FIRST_CHUNK if self.is_native else 1

    def prepare(self) -> None:
        """Compile and load what the games need, which forked processes then have as well."""
        self.play(0, 0)
        for spec in () if self.is_native else self.specs:
            one = self.player_of(spec)
            if not isinstance(one, Bot):  # which may fail, and is started for every game
                one.choose(Perspective(self.deal(0)))

    def settings(self) -> dict[str, Any]:
        """What the results depend on, as JSON."""
        compared = {"players": list(self.specs), "seats": self.players}
        return {
            "version": VERSION,
            **(compared if self.paired else {"seats": list(self.specs)}),
            "seed": self.seed,
            **({} if self.paired else {"rotate": self.rotate}),
            "kraken": self.kraken,
            "leviathan": self.leviathan,
            "options": self.options.to_dict(),
            **({"solo": self.solo} if self.solo else {}),
        }

    # ------------------------------------------------------------------ who sits where, and what is dealt

    def seating(self, first: int, count: int) -> NDArray[np.int64]:
        """Who sits where in the games from `first`: players by game and seat."""
        numbers = np.arange(first, first + count)
        moved = numbers if self.rotate or self.paired else np.zeros_like(numbers)
        seats = (np.arange(self.players) + moved[:, None]) % self.players
        met = np.array(self.lineups)[numbers // self.players % len(self.lineups)]
        return np.take_along_axis(met, seats, axis=1)

    def generators(self, first: int, count: int) -> Generator:
        """Where the chance of each game begins: splitmix64 of the seed and the number of the game."""
        numbers = np.arange(first + 1, first + count + 1, dtype=np.uint64)
        mixed = numbers * GOLDEN_STEP + np.uint64(generator(self.seed)[0])
        for factor, shift in zip(MIX_FACTORS, MIX_SHIFTS, strict=False):
            mixed = (mixed ^ (mixed >> shift)) * factor
        mixed ^= mixed >> MIX_SHIFTS[2]
        return (mixed & np.uint64(MASK_48)).astype(np.int64)

    def seeds(self, number: int) -> tuple[int, list[int]]:
        """The seeds of the cards of a game and of the player of each seat."""
        seats = range(self.players)
        if self.paired:
            cards = seed_of(self.seed, number // self.players)
            return cards, [seed_of(self.seed, number, seat) for seat in seats]
        cards = int(self.generators(number, 1)[0])
        return cards, [cards + seat + 1 for seat in seats]

    def config(self, number: int) -> dict[str, Any]:
        """How a game begins, as its record says; the games of a round have the same cards."""
        return config_of(
            self.players,
            self.seeds(number)[0],
            kraken=self.kraken,
            leviathan=self.leviathan,
            options=self.options,
            regent=self.solo or None,
        )

    def deal(self, number: int) -> Game:
        """The beginning of a game through `Game`."""
        return Game.from_config(self.config(number))

    def sit_down(self, number: int) -> list[Player]:
        """The players of a game through `Game`, seat by seat, with chance of their own."""
        specs = [self.specs[who] for who in self.seating(number, 1)[0]]
        return [self.player_of(*seated) for seated in zip(specs, self.seeds(number)[1], strict=True)]

    def tables(self) -> Tables:
        """The table before the deal, and one to play on."""
        tables = np.zeros(2, STATE)
        chosen = self.options.numbers(self.leviathan)
        tables[0] = new_table(self.players, self.kraken, self.leviathan, chosen)
        if self.solo:
            seat_regent(tables[0], self.solo)
        return cast(Tables, tables)

    # --------------------------------------------------------------------------------------- playing

    def play(self, first: int, count: int) -> OutcomeRows:
        """Play the games from `first`; returns a row of `playing.Outcome` for each."""
        if self.is_native:
            return self._play_natively(first, count, NO_ANSWERS)
        rows = [self.play_one(number).outcome for number in range(first, first + count)]
        return np.concatenate([self._noted(0, NO_ANSWERS)[:0], *rows])

    def play_one(self, number: int) -> NotedGame:
        """A game with all its answers."""
        if self.is_native:
            answers = np.zeros(MAX_ANSWERS, np.int64)
            outcome = self._play_natively(number, 1, answers)
            return NotedGame(outcome, answers[: int(outcome["decisions"][0]) + int(outcome["draws"][0])], {})
        played = play_game(number, self.deal(number), self.sit_down(number))
        outcome = self._noted(number, played.answers)
        if self.paired:
            outcome["seconds"][0, : self.players] = played.seconds
        if played.loser != NOBODY:
            note_forfeit(outcome, self.players, played.loser, played.how)
        return NotedGame(outcome, played.answers, played.visits, played.loser)

    def record(self, number: int) -> dict[str, Any]:
        """The record of a game, answer by answer: exactly the one whose outcome is counted."""
        return self.recorded(number, self.play_one(number))

    def recorded(self, number: int, noted: NotedGame) -> dict[str, Any]:
        """The record of a game that has been played."""
        state = self.tables()[0]
        deal(state)
        resolve(state)
        for answer in noted.answers.tolist():
            apply(state, answer)
        return write_record(self.config(number), noted.answers.tolist(), state_hash(state))

    def _play_natively(self, first: int, count: int, answers: Answers) -> OutcomeRows:
        natives = [cast(NativePlayer, self.player_of(spec)) for spec in self.specs]
        outcomes = np.zeros(count, OUTCOME)
        play_games(
            self.tables(),
            self.seating(first, count),
            np.array([native.policy for native in natives], np.int64),
            np.array([native.weights for native in natives], np.int64),
            self.generators(first, count),
            answers,
            cast(Outcomes, outcomes.view(np.recarray)),
        )
        return outcomes

    def _noted(self, number: int, answers: Answers) -> OutcomeRows:
        """What is noted of a game with these answers, one row."""
        outcome = np.zeros(1, OUTCOME)
        rows = cast(Outcomes, outcome.view(np.recarray))
        note_game(self.tables(), self.seating(number, 1)[0], answers, rows)
        return outcome


def seed_of(seed: int, *numbers: int) -> int:
    """A seed for each list of numbers, of 63 bits."""
    words = (abs(seed), int(seed < 0), *numbers)
    return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0] >> np.uint64(1))


def compile_games() -> None:
    """Compile everything that a series needs, or load it from the cache."""
    Series((USUAL_PLAYER,) * 2).play(0, 0)


def split_specs(text: str) -> tuple[str, ...]:
    """The specs in "medium:pearl=90,buy=0,random": what has a `=` but no name goes with the one before."""
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece:
            specs[-1] += f",{piece.strip()}"
        else:
            specs.append(piece.strip())
    return tuple(specs)


def seats_for(players: int | None, specs: Sequence[str]) -> tuple[str, ...]:
    """The specs of all seats: the last one named takes the seats that are left. Raises InvalidOption."""
    named = tuple(specs) or (USUAL_PLAYER,)
    if players is None:
        return named if specs else named * MAX_PLAYERS
    if len(named) > players:
        raise _other_number(len(named), players)
    return named + named[-1:] * (players - len(named))


def _other_number(named: int, players: int) -> InvalidOption:
    return InvalidOption(
        _("seats: {named} are named, but {players} play").format(named=named, players=players)
    )


def solo_seats(specs: Sequence[str]) -> tuple[str, ...]:
    """The specs of a solo series: who plays in the place of the person, then the Regent."""
    return (*(specs or (USUAL_PERSON,)), REGENT)


def check_compared(specs: Sequence[str]) -> None:
    """Raises InvalidOption where the players cannot be compared."""
    if len(specs) < 2:
        names = ", ".join(KINDS)
        raise InvalidOption(
            _("players: at least two are needed to compare them; there are {names}").format(names=names)
        )
    for place, spec in enumerate(specs):
        if spec in specs[:place]:
            raise InvalidOption(_("players: {spec} is named twice").format(spec=spec))


def lineups(specs: int, players: int) -> tuple[Lineup, ...]:
    """Who may meet at a table of `players`: each choice of them, or one table where the last fills up."""
    if specs >= players:
        return tuple(combinations(range(specs), players))
    return (tuple(range(specs)) + (specs - 1,) * (players - specs),)
