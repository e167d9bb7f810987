"""Counting outcomes chunk by chunk, and what they come to as one JSON object.

Only whole numbers are summed, so that the order of adding never matters.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.intervals import margin_of_mean, wilson
from openabyss.arena.series.driving import end_causes, forfeits
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.words import N_
from openabyss.words.cards.codes import LOCATION_IDS, LORD_IDS
from openabyss.words.cards.printed import location_name, lord_name

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
# How games end: by the numbers of rules/ending.py, then those that do not end by the rules (`driving`, which
# numbers the forfeited ones as FAILURES does).
CAUSES_IN_WORDS = {
    "not_ended": N_("not ended"),
    "seventh_lord": N_("seventh lord"),
    "court_not_filled": N_("court not filled"),
    "no_leviathans_left": N_("no leviathans left"),
    "no_tokens_left": N_("no tokens left"),
    "empty_sea": N_("the sea was empty"),
    "given_up": N_("given up as endless"),
    "forfeited_error": N_("lost by a bot that failed"),
    "forfeited_time": N_("lost by a bot that was too slow"),
    "forfeited_illegal": N_("lost by an illegal answer"),
}
END_CAUSES = tuple(CAUSES_IN_WORDS)

Counts = NDArray[np.int64]
Json = dict[str, Any]


class Tally:
    """Sums over the games of a series; memory does not grow with their number."""

    def __init__(self, series: Series) -> None:
        self.series, players = series, series.players
        self.games = 0
        self.shared = 0
        self.wins = np.zeros(players, np.int64)  # in SHARES
        self.sums = {name: np.zeros(players, np.int64) for name in SUMMED}
        self.score_squares = np.zeros(players, np.int64)
        self.forfeits = np.zeros(players, np.int64)
        self.game_sums = dict.fromkeys(SUMMED_BY_GAME, 0)
        self.causes = np.zeros(len(END_CAUSES), np.int64)
        self.lords = np.zeros((2, LORDS), np.int64)  # how often taken, and what share of victories that is
        self.locations = np.zeros((2, LOCATIONS), np.int64)

    def add(self, outcomes: OutcomeRows) -> None:
        """Count some games."""
        self.games += len(outcomes)
        self.shared += int((outcomes["winners"] > 1).sum())
        for name in SUMMED_BY_GAME:
            self.game_sums[name] += int(outcomes[name].sum(dtype=np.int64))
        self.causes += np.bincount(end_causes(outcomes), minlength=len(END_CAUSES))
        seats = slice(self.series.players)
        shares, who = shares_of(outcomes)[:, seats], outcomes["player"][:, seats]
        np.add.at(self.wins, who, shares)
        np.add.at(self.forfeits, who, forfeits(outcomes, self.series.players))
        for name, sums in self.sums.items():
            np.add.at(sums, who, outcomes[name][:, seats])
        np.add.at(self.score_squares, who, outcomes["score"][:, seats].astype(np.int64) ** 2)
        self.lords += _owned(outcomes["lord_owner"], shares)
        self.locations += _owned(outcomes["location_owner"], shares)

    def result(self) -> Json:
        """Everything that the games say; the same for the same games, however they were played."""
        return {
            "settings": self.series.settings(),
            "games": self.games,
            "shared_victories": self.shared,
            **{name: _mean(total, self.games) for name, total in self.game_sums.items()},
            "end_causes": {
                name: int(count) for name, count in zip(END_CAUSES, self.causes, strict=True) if count > 0
            },
            "players": [self._player(place) for place in range(self.series.players)],
            "lords": self._cards(LORD_IDS, lord_name, self.lords),
            "locations": self._cards(LOCATION_IDS, location_name, self.locations),
        }

    def _player(self, place: int) -> Json:
        sums = {name: int(sums[place]) for name, sums in self.sums.items()}
        margin = margin_of_mean(sums["score"], int(self.score_squares[place]), self.games)
        return {
            "player": place,
            "spec": self.series.specs[place],
            **_wins(int(self.wins[place]), self.games),
            "forfeits": int(self.forfeits[place]),
            "score_margin": round(margin, 3) if self.games > 1 else None,
            **{name: _mean(total, self.games) for name, total in sums.items()},
        }

    def _cards(self, ids: Sequence[int], name_of: Callable[[int], str], counts: Counts) -> list[Json]:
        """How often each card was taken and how its owners fared; cards that never were are left out."""
        return [
            {
                "id": number,
                "name": name_of(number),
                "taken": taken,
                "taken_rate": round(taken / self.games, 5),
                **_wins(share, taken),
            }
            for number, (taken, share) in zip(ids, counts.T.tolist(), strict=True)
            if taken > 0
        ]


def shares_of(outcomes: OutcomeRows) -> Counts:
    """The share of the victory of each seat, in SHARES; games by seats."""
    winners = np.maximum(outcomes["winners"], 1).astype(np.int64)
    return np.where(outcomes["rank"] == 1, SHARES // winners[:, None], 0)


def win_shares(outcomes: OutcomeRows) -> NDArray[np.float64]:
    """The share of the victory of each seat; games by seats."""
    return shares_of(outcomes) / SHARES


def _owned(owner: NDArray[np.int16], shares: Counts) -> Counts:
    """How often each card has an owner, and what share of the victories its owners have."""
    owned = owner >= 0
    share = np.take_along_axis(shares, np.maximum(owner, 0).astype(np.int64), axis=1)
    return np.array([owned.sum(axis=0), np.where(owned, share, 0).sum(axis=0)])


def _wins(shares: int, games: int) -> Json:
    low, high = wilson(shares / SHARES, games)
    return {
        "wins": round(shares / SHARES, 4),
        "win_rate": round(shares / SHARES / games, 5) if games else 0.0,
        "win_rate_95": [round(low, 5), round(high, 5)],
    }


def _mean(total: int, count: int) -> float:
    return round(total / count, 3) if count else 0.0
