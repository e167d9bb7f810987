"""A paired series from end to end: games, sequential test, ratings, file of results.

The ratings are win rates, Elo, results by lineup, and the effect of pairing.
"""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.intervals import WinRate, pairing, win_rate
from openabyss.arena.ratings.plackett_luce import Floats, Places, chances, elo, fit, gathered, standard_errors
from openabyss.arena.ratings.sprt import UNDECIDED, Bounds, SequentialTest
from openabyss.arena.series.driving import end_causes, forfeits
from openabyss.arena.series.playing import OUTCOME
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.series.tally import END_CAUSES, win_shares
from openabyss.arena.simulations.outputs import write_compared
from openabyss.arena.simulations.simulation import Watch, check_pairs, play_series
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.words import _
from openabyss.words.arguments import instance_of

Json = dict[str, Any]
Z_95 = 1.96
DIGITS = 5


def contest(
    series: Series,
    games: int,
    *,
    jobs: Jobs = 1,
    bounds: Bounds | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    watch: Watch = lambda done: True,
) -> Json:
    """Play `games` games of each lineup of a paired series (in whole rounds) and return the ratings.

    With `bounds`, it ends as soon as the test is decided. `out`, `resume` and `watch` as in `simulate`.
    Raises InvalidOption, InvalidArgument, UnusableOutput, WorkerLost.
    """
    check_pairs(series, paired=True)
    if bounds is not None:
        instance_of("bounds", bounds, Bounds)
    return play_series(Referee(series, bounds), series.rounded_up(games), jobs, out, resume, watch)


class Referee:
    """Collects the games of a paired series in order, and decides when enough have been played."""

    formats: Collection[str] = (".parquet",)

    def __init__(self, series: Series, bounds: Bounds | None) -> None:
        if bounds is not None and len(series.specs) != 2:
            raise InvalidOption(_("sprt: two players are compared, the one that should be better first"))
        self.series, self.bounds = series, bounds
        self.sprt: Sequence[float] = () if bounds is None else (bounds.elo0, bounds.elo1)
        self.test = None if bounds is None else SequentialTest(bounds, series.players)
        self.games, self.has_decided = 0, False
        self._outcomes = np.zeros(0, OUTCOME)

    @property
    def outcomes(self) -> OutcomeRows:
        """The games that count."""
        return self._outcomes[: self.games]

    def add(self, outcomes: OutcomeRows) -> None:
        """Count some games. The round with which the test decides is the last one that counts."""
        self._outcomes = np.concatenate([self._outcomes, outcomes])
        self.games = len(self._outcomes)
        if self.test is None:
            return
        tested = self._outcomes[self.test.rounds * self.series.players :]
        for share in Scores(self.series, tested).rounds_of(0).mean(axis=1).tolist():
            if not self.has_decided:
                self.has_decided = self.test.add(share) != UNDECIDED
        if self.has_decided:
            self.games = self.test.rounds * self.series.players

    def result(self) -> Json:
        """The ratings and the result of the test."""
        found = rate(self.series, self.outcomes)
        if self.test is not None and self.bounds is not None:
            found["sprt"] = {
                "elo0": self.bounds.elo0,
                "elo1": self.bounds.elo1,
                "log_likelihood_ratio": round(self.test.ratio, 4),
                "rounds": self.test.rounds,
                "verdict": self.test.verdict,
            }
        return found

    def write(self, path: Path, chunks: Iterable[OutcomeRows], result: Json) -> None:
        """The rated games as Parquet, a row for each seat, the ratings in the metadata of the schema.

        A round that was interrupted is not rated; its games wait in the journal.
        """
        write_compared(path, self.series, np.concatenate([*chunks])[: result["games"]], result)


class Scores:
    """The shares of victories in the whole rounds of a paired series.

    `shares[table, game, who]` belongs to a game of a round of a lineup, and is a sum where a player
    has several seats.
    """

    def __init__(self, series: Series, outcomes: OutcomeRows) -> None:
        self.series, seats = series, series.players
        tables = len(outcomes) // seats
        self.outcomes = outcomes[: tables * seats]
        self.players = self.outcomes["player"][:, :seats]
        games = np.zeros((len(self.outcomes), len(series.specs)))
        np.add.at(games, (np.arange(len(games))[:, None], self.players), win_shares(self.outcomes)[:, :seats])
        self.shares = games.reshape(tables, seats, len(series.specs))
        self.lineup = np.arange(tables) % len(series.lineups)

    @property
    def copies(self) -> Floats:
        """How many seats each player has at each lineup: lineups by players."""
        players = range(len(self.series.specs))
        return np.array([[lineup.count(who) for who in players] for lineup in self.series.lineups], float)

    def tables_of(self, who: int, lineup: int | None = None) -> NDArray[np.int64]:
        """The rounds in which a player has a seat, of one lineup or of all."""
        there = self.copies[self.lineup, who] > 0
        return np.flatnonzero(there if lineup is None else there & (self.lineup == lineup))

    def rounds_of(self, who: int, lineup: int | None = None) -> Floats:
        """The shares of a player for each of its seats: rounds by games."""
        tables = self.tables_of(who, lineup)
        return np.asarray(self.shares[tables, :, who] / self.copies[self.lineup[tables], who, None])

    def places(self) -> list[list[Places]]:
        """The rank and the player of each seat, game by game of each round."""
        seats = self.series.players
        ranks = self.outcomes["rank"][:, :seats]
        by_round = np.stack([ranks, self.players], axis=2).reshape(-1, seats, seats, 2).tolist()
        return [[tuple((rank, who) for rank, who in game) for game in games] for games in by_round]

    def win_rate(self, who: int, lineup: int | None = None) -> WinRate:
        """How often a player wins with each of its seats."""
        return win_rate(self.rounds_of(who, lineup), self.lineup[self.tables_of(who, lineup)])


def rate(series: Series, outcomes: OutcomeRows) -> Json:
    """The ratings of the players from the whole rounds of a paired series, as JSON.

    For each player `win_rate` and `interval` are victories in each of its seats, shared ones as
    shares, `elo` and `elo_interval` count from the mean of all players, and `forfeits` are games that it has
    lost by failing, in the ways of `forfeit_reasons`. At tables of more than two `elo` says who wins, and
    `elo_by_places`, with its interval, who finishes ahead of whom: a player that plays for the victory often
    finishes behind others when it misses it.
    """
    scores = Scores(series, outcomes)
    lost = forfeits(scores.outcomes, series.players)
    ratings = _ratings(scores) if len(scores.outcomes) else {}
    return {
        "settings": series.settings(),
        "games": len(scores.outcomes),
        "rounds": len(scores.lineup),
        "par": round(1 / series.players, DIGITS),
        "reproducible": all(series.player_of(spec).reproducible for spec in series.specs),
        "players": {
            spec: {
                **_rate(scores.win_rate(who)),
                **ratings.get(spec, {}),
                **_forfeits(scores, lost & (scores.players == who)),
                **_thinking(scores, who),
            }
            for who, spec in enumerate(series.specs)
        },
        "lineups": [_lineup(scores, number) for number in range(len(series.lineups))],
        "pairing": _pairing(scores),
    }


def _forfeits(scores: Scores, lost: NDArray[np.bool_]) -> Json:
    """How many of these games by these seats were lost by failing, and for which reasons."""
    causes, counts = np.unique(end_causes(scores.outcomes)[lost.any(axis=1)], return_counts=True)
    names = [END_CAUSES[cause].removeprefix("forfeited_") for cause in causes]
    return {"forfeits": int(lost.sum()), "forfeit_reasons": dict(zip(names, counts.tolist(), strict=True))}


def _rate(found: WinRate) -> Json:
    return {
        "games": found.games,
        "wins": round(found.wins, 4),
        "win_rate": round(found.rate, DIGITS),
        "interval": [round(found.low, DIGITS), round(found.high, DIGITS)],
    }


def _ratings(scores: Scores) -> dict[str, Json]:
    """Elo with its interval from who won, and at tables of more than two also from all places."""
    specs, rounds = scores.series.specs, scores.places()
    by_winner = _elo(specs, rounds, "elo", most=1)
    if scores.series.players == 2:
        return by_winner
    by_places = _elo(specs, rounds, "elo_by_places")
    return {spec: by_winner[spec] | by_places[spec] for spec in specs}


def _elo(
    specs: Sequence[str], rounds: Sequence[Sequence[Places]], name: str, most: int | None = None
) -> dict[str, Json]:
    """The rating under this name by player, from the first `most` choices of each game."""
    meetings, games, wins = gathered(rounds, len(specs), most)
    strengths = fit(meetings)
    surprises = wins - games @ chances(meetings.copies, strengths)
    margins = Z_95 * standard_errors(meetings, strengths, surprises)
    bounds = zip((strengths - margins).tolist(), (strengths + margins).tolist(), strict=True)
    return {
        spec: {
            name: round(elo(strength), 1) + 0.0,
            f"{name}_interval": [round(elo(low), 1), round(elo(high), 1)],
        }
        for spec, strength, (low, high) in zip(specs, strengths.tolist(), bounds, strict=True)
    }


def _thinking(scores: Scores, who: int) -> Json:
    """Decisions with a choice in a game of one seat, and milliseconds for each of them."""
    own = scores.players == who
    among = slice(scores.series.players)
    decisions = int(scores.outcomes["choices"][:, among][own].sum(dtype=np.int64))
    seconds = float(scores.outcomes["seconds"][:, among][own].sum())
    return {
        "decisions": round(decisions / max(1, int(own.sum())), 1),
        "ms_per_decision": round(1000 * seconds / max(1, decisions), 3),
    }


def _lineup(scores: Scores, number: int) -> Json:
    """The results of the players of one lineup against each other, in seating order."""
    lineup = scores.series.lineups[number]
    return {
        "seats": [scores.series.specs[who] for who in lineup],
        "players": {
            scores.series.specs[who]: _rate(scores.win_rate(who, number)) for who in dict.fromkeys(lineup)
        },
    }


def _pairing(scores: Scores) -> Json | None:
    """The factor for the first player of each lineup, averaged by how well each is known."""
    found = [
        pairing(scores.rounds_of(lineup[0], number)) for number, lineup in enumerate(scores.series.lineups)
    ]
    known = [one for one in found if one is not None and one.margin > 0]
    if not known:
        return None
    weights = np.array([one.margin**-2 for one in known])
    factor = float(weights @ [one.factor for one in known] / weights.sum())
    return {"variance_factor": round(factor, 4), "margin": round(float(weights.sum()) ** -0.5, 4)}
