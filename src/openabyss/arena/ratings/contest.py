"""Playing a match from end to end: games, journal, sequential test, ratings, file of results."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np

from openabyss.arena.matches.match import Match, Results
from openabyss.arena.matches.match_file import check_file, stored, write
from openabyss.arena.matches.sitting import RESULT
from openabyss.arena.ratings.rating import Json, first_shares, rate
from openabyss.arena.ratings.sprt import UNDECIDED, Bounds, SequentialTest
from openabyss.arena.series.journal import Journal, UnusableOutput, journal_of, other_settings
from openabyss.arena.series.places import unwritten
from openabyss.distribution.workers import Jobs, Stop, play_in_order
from openabyss.errors import InvalidOption
from openabyss.words import _

# Told how many games are done.
Show = Callable[[int], None]


def contest(
    match: Match,
    games: int,
    *,
    jobs: Jobs = 1,
    bounds: Bounds | None = None,
    out: Path | None = None,
    resume: bool = False,
    stop: Stop = lambda: False,
    show: Show = lambda done: None,
) -> Json:
    """Play `games` games of each lineup (in whole rounds) and return the ratings.

    With `bounds`, the match ends as soon as the test is decided. With `out`, results are written
    there, and with `resume` an unfinished file is resumed. After `stop`, what has been played
    counts. Raises InvalidOption, UnusableOutput, WorkerLost.
    """
    referee = Referee(match, bounds)
    wanted = match.games(games)
    if out is None:
        _play_on(referee, wanted, jobs, stop, show, None)
        return referee.verdict(wanted)
    check_file(out)
    if resume and out.exists() and not journal_of(out).exists():
        return _finished(out, match, wanted)
    try:
        return _play_into(out, resume, referee, wanted, jobs, stop, show)
    except OSError as error:
        raise unwritten(out, error) from error


class Referee:
    """Collects the games of a match in their order, and says when enough has been played."""

    def __init__(self, match: Match, bounds: Bounds | None) -> None:
        if bounds is not None and len(match.players) != 2:
            raise InvalidOption(_("sprt: two players are compared, the one that should be better first"))
        self.match = match
        self.bounds = bounds
        self.test = None if bounds is None else SequentialTest(bounds, match.seats)
        self._chunks: list[Results] = []
        self._open: Results = np.zeros(0, RESULT)
        self.games = 0

    def has_decided(self) -> bool:
        """Whether the sequential test has an answer."""
        return self.test is not None and self.test.verdict != UNDECIDED

    def add(self, results: Results) -> None:
        """Count some games. The round that decides is the last one that counts."""
        self._chunks.append(results)
        self.games += len(results)
        if self.test is None:
            return
        self._open = np.concatenate([self._open, results])
        whole = len(self._open) // self.match.seats * self.match.seats
        for share in first_shares(self.match, self._open[:whole]):
            if not self.has_decided():
                self.test.add(share)
        self._open = self._open[whole:]

    def results(self) -> Results:
        """Every game that counts."""
        played = np.concatenate([np.zeros(0, RESULT), *self._chunks])
        if self.test is not None and self.has_decided():
            return played[: self.test.rounds * self.match.seats]
        return played

    def verdict(self, wanted: int) -> Json:
        """The ratings, and what the test says."""
        found = rate(self.match, self.results())
        if self.test is not None and self.bounds is not None:
            found["sprt"] = {
                "elo0": self.bounds.elo0,
                "elo1": self.bounds.elo1,
                "log_likelihood_ratio": round(self.test.ratio, 4),
                "rounds": self.test.rounds,
                "verdict": self.test.verdict,
            }
        return {**found, "interrupted": self.games < wanted and not self.has_decided()}


def _play_into(
    out: Path, resume: bool, referee: Referee, wanted: int, jobs: Jobs, stop: Stop, show: Show
) -> Json:
    with ExitStack() as stack:
        journal = Journal(journal_of(out), referee.match.settings(), resume=resume, row=RESULT)
        stack.callback(journal.close)
        for results in _at_most(journal.read(), wanted):
            referee.add(results)
        _play_on(referee, wanted, jobs, stop, show, journal)
        verdict = referee.verdict(wanted)
        if referee.games > 0:
            write(out, referee.match, referee.results(), verdict)
        if not verdict["interrupted"]:
            journal.remove()
        return verdict


def _at_most(chunks: Iterator[Results], wanted: int) -> Iterator[Results]:
    """The first games of a journal, which may hold more than are wanted now."""
    for results in chunks:
        yield results[:wanted]
        wanted -= len(results[:wanted])


def _play_on(
    referee: Referee, wanted: int, jobs: Jobs, stop: Stop, show: Show, journal: Journal | None
) -> None:
    if referee.has_decided():
        return
    with closing(play_in_order(referee.match, referee.games, wanted, jobs, stop)) as chunks:
        for results in chunks:
            referee.add(results)
            if journal is not None:
                journal.append(results)
            show(referee.games)
            if referee.has_decided():
                return


def _finished(out: Path, match: Match, wanted: int) -> Json:
    """The ratings of a file that is complete already, if it is of this match."""
    found = stored(out)
    if found["settings"] != match.settings():
        raise other_settings(out, found["settings"], match.settings())
    if found["games"] < wanted and "sprt" not in found:
        raise UnusableOutput(
            _("{path} is finished with {games} games; choose another name for more").format(
                path=out, games=found["games"]
            )
        )
    return found
