"""A paired series from end to end: games, sequential test, ratings, file of results."""

from collections.abc import Collection, Iterable
from pathlib import Path

import numpy as np

from openabyss.arena.ratings.rating import Json, Scores, rate
from openabyss.arena.ratings.sprt import UNDECIDED, Bounds, SequentialTest
from openabyss.arena.series.playing import OUTCOME
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.simulations.outputs import write_compared
from openabyss.arena.simulations.simulation import Watch, play_series
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.words import _


def contest(
    series: Series,
    games: int,
    *,
    jobs: Jobs = 1,
    bounds: Bounds | None = None,
    out: Path | None = None,
    resume: bool = False,
    watch: Watch = lambda done: True,
) -> Json:
    """Play `games` games of each lineup of a paired series (in whole rounds) and return the ratings.

    With `bounds`, it ends as soon as the test is decided. `out`, `resume` and `watch` as in `simulate`.
    Raises InvalidOption, UnusableOutput, WorkerLost.
    """
    return play_series(Referee(series, bounds), series.rounded_up(games), jobs, out, resume, watch)


class Referee:
    """Collects the games of a paired series in order, and decides when enough have been played."""

    formats: Collection[str] = (".parquet",)

    def __init__(self, series: Series, bounds: Bounds | None) -> None:
        if bounds is not None and len(series.specs) != 2:
            raise InvalidOption(_("sprt: two players are compared, the one that should be better first"))
        self.series, self.bounds = series, bounds
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
