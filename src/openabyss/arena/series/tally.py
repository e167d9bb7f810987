"""Counting outcomes, chunk by chunk: whole numbers only, so that the order of adding never matters."""

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.forfeits import FORFEITED
from openabyss.arena.series.series import OutcomeRows
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.ending import CAUSES

# A victory shared by up to five is a whole number of these.
SHARES = 60
# What is summed for each player, and reported as a mean.
SUMMED = (
    "score",
    "locations",
    "lords",
    "allies",
    "tokens",
    "nebulis",
    "figure",
    "wounds",
    "scourge",
    "pearls",
    "lords_owned",
    "turns_taken",
)
SUMMED_BY_GAME = ("turns", "decisions", "choices")
GIVEN_UP = CAUSES

Counts = NDArray[np.int64]


class Tally:
    """Sums over a series of games between `players` players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.shared = 0
        self.wins = np.zeros(players, np.int64)  # in SHARES
        self.sums = {name: np.zeros(players, np.int64) for name in SUMMED}
        self.score_squares = np.zeros(players, np.int64)
        self.game_sums = dict.fromkeys(SUMMED_BY_GAME, 0)
        self.causes = np.zeros(FORFEITED + 1, np.int64)
        self.lords_taken = np.zeros(LORDS, np.int64)
        self.lord_wins = np.zeros(LORDS, np.int64)
        self.locations_taken = np.zeros(LOCATIONS, np.int64)
        self.location_wins = np.zeros(LOCATIONS, np.int64)

    def add(self, outcomes: OutcomeRows) -> None:
        """Count some games."""
        self.games += len(outcomes)
        self.shared += int((outcomes["winners"] > 1).sum())
        for name in SUMMED_BY_GAME:
            self.game_sums[name] += int(outcomes[name].sum(dtype=np.int64))
        causes = np.where(outcomes["given_up"] > 0, GIVEN_UP, outcomes["end_cause"])
        self.causes += np.bincount(causes, minlength=FORFEITED + 1)
        shares = shares_of(outcomes)[:, : self.players]
        self._add_players(outcomes, shares)
        _add_owned(outcomes["lord_owner"], shares, self.lords_taken, self.lord_wins)
        _add_owned(outcomes["location_owner"], shares, self.locations_taken, self.location_wins)

    def _add_players(self, outcomes: OutcomeRows, shares: Counts) -> None:
        who = outcomes["player"][:, : self.players]
        np.add.at(self.wins, who, shares)
        for name, sums in self.sums.items():
            np.add.at(sums, who, outcomes[name][:, : self.players])
        np.add.at(self.score_squares, who, outcomes["score"][:, : self.players].astype(np.int64) ** 2)


def shares_of(outcomes: OutcomeRows) -> Counts:
    """The share of the victory of each seat, in SHARES; games by seats."""
    winners = np.maximum(outcomes["winners"], 1).astype(np.int64)
    return np.where(outcomes["rank"] == 1, SHARES // winners[:, None], 0)


def _add_owned(owner: NDArray[np.int16], shares: Counts, taken: Counts, wins: Counts) -> None:
    """Count how often each card has an owner, and what share of the victories its owners have."""
    owned = owner >= 0
    share = np.take_along_axis(shares, np.maximum(owner, 0).astype(np.int64), axis=1)
    taken += owned.sum(axis=0)
    wins += np.where(owned, share, 0).sum(axis=0)
