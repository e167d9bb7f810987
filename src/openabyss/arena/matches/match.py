"""Players against each other: who meets whom at which table, and every game by its number."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.matches.sitting import RESULT, play_and_note
from openabyss.errors import InvalidOption
from openabyss.game import Game
from openabyss.players.bots.bot import Bot
from openabyss.players.kinds import KINDS
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.position.options import Options, check_variant
from openabyss.position.version import VERSION
from openabyss.words import _

Results = NDArray[np.void]
# Players of a table by their places among all players of the match, in seating order.
Lineup = tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """Games numbered from 0; each depends only on these settings and its number.

    `players` are the specs of everybody who is compared, and `seats` is how many sit at a table.
    Every choice of that many players is a lineup; where there are fewer, the last one named takes
    the seats that are left. A round of a lineup is one deal of the cards, played as often as there
    are seats: everybody has each seat once. Rounds of all lineups alternate, so that a match that
    is broken off is even. Raises InvalidOption.
    """

    players: tuple[str, ...]
    seats: int = 2
    seed: int = 0
    kraken: bool = False
    leviathan: bool = False
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        check_variant(self.seats, self.kraken, self.leviathan)
        if len(self.players) < 2:
            raise InvalidOption(
                _("players: at least two are needed to compare them; there are {names}").format(
                    names=", ".join(KINDS)
                )
            )
        doubled = [spec for spec in self.players if self.players.count(spec) > 1]
        if doubled:
            raise InvalidOption(_("players: {spec} is named twice").format(spec=doubled[0]))
        for spec in self.players:
            self.player_of(spec)

    def player_of(self, spec: str, seed: int = 0) -> Player:
        """The player that a spec asks for. Raises InvalidOption."""
        return player(spec, seed)

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        """Who meets at a table."""
        return lineups(len(self.players), self.seats)

    @property
    def games_per_round(self) -> int:
        """Games that make one round of every lineup."""
        return len(self.lineups) * self.seats

    @property
    def first_chunk(self) -> int:
        """Players that search may take minutes for a game."""
        return 1

    def settings(self) -> dict[str, Any]:
        """What the results depend on, as JSON."""
        return {
            "version": VERSION,
            "players": list(self.players),
            "seats": self.seats,
            "seed": self.seed,
            "kraken": self.kraken,
            "leviathan": self.leviathan,
            "options": self.options.to_dict(),
        }

    def games(self, wanted: int) -> int:
        """How many games are played when each lineup shall play `wanted`: whole rounds only."""
        rounds = -(-wanted // self.seats)
        return rounds * self.games_per_round

    def prepare(self) -> None:
        """Let everybody answer once, so that forked processes have what that needs."""
        for spec in self.players:
            one = self.player_of(spec)
            if not isinstance(one, Bot):  # which may fail, and is started for every game
                one.choose(Perspective(self._dealt(0)))

    def play(self, first: int, count: int) -> Results:
        """Play the games from `first`; returns a row of `sitting.RESULT` for each."""
        results = np.zeros(count, RESULT)
        for place in range(count):
            self._play_one(first + place, results[place : place + 1])
        return results

    def seating(self, number: int) -> Lineup:
        """Who sits where in a game, seat by seat."""
        lineup = self.lineups[self._table(number) % len(self.lineups)]
        moved = number % self.seats
        return lineup[moved:] + lineup[:moved]

    def sit_down(self, number: int) -> list[Player]:
        """The players of a game, seat by seat, with chance of their own."""
        return [
            self.player_of(self.players[who], seed_of(self.seed, number, seat))
            for seat, who in enumerate(self.seating(number))
        ]

    def deal(self, number: int) -> Game:
        """The beginning of a game; the games of a round have the same cards."""
        return self._dealt(seed_of(self.seed, self._table(number)))

    def _table(self, number: int) -> int:
        """Which deal of the cards a game belongs to: lineups in turn, round by round."""
        return number // self.seats

    def _dealt(self, seed: int) -> Game:
        return Game.new(self.seats, seed, kraken=self.kraken, leviathan=self.leviathan, options=self.options)

    def _play_one(self, number: int, row: Results) -> None:
        row["number"] = number
        row["player"] = -1
        row["player"][0, : self.seats] = self.seating(number)
        play_and_note(self.deal(number), self.sit_down(number), row)


def lineups(players: int, seats: int) -> tuple[Lineup, ...]:
    """Everybody who may meet: each choice of players, or one table where the last fills up."""
    if players >= seats:
        return tuple(combinations(range(players), seats))
    return (tuple(range(players)) + (players - 1,) * (seats - players),)


def seed_of(seed: int, *numbers: int) -> int:
    """A seed for each list of numbers, of 63 bits."""
    words: Sequence[int] = (abs(seed), int(seed < 0), *numbers)
    return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0] >> np.uint64(1))
