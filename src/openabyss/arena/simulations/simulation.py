"""Playing a series from end to end: games, journal, what they come to, the file of results."""

from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from openabyss.arena.series.files import (
    Journal,
    UnusableOutput,
    journal_of,
    not_over,
    other_settings,
    write_errors,
)
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.series.tally import Tally
from openabyss.arena.simulations.outputs import FORMATS, check_output, stored_summary, write_results
from openabyss.arena.simulations.trajectories import TracedGames, TrajectoryFile, trajectory_file
from openabyss.arena.workers import Jobs, play_in_order
from openabyss.errors import InvalidOption
from openabyss.words import _

# Called with how many games are done; False stops the series when the games that were begun are finished.
Watch = Callable[[int], bool]
Json = dict[str, Any]


class Counter(Protocol):
    """Counts the games of a series in their order."""

    series: Series
    formats: Collection[str]  # what the ending of a file of results may be
    games: int  # how many count
    has_decided: bool  # no further game is needed

    def add(self, outcomes: OutcomeRows) -> None:
        """Count some more games."""

    def result(self) -> Json:
        """What the games come to, with the `settings` of the series."""

    def write(self, path: Path, chunks: Iterable[OutcomeRows], result: Json) -> None:
        """Write the file of results."""


def simulate(
    series: Series,
    games: int,
    *,
    jobs: Jobs = 1,
    out: Path | None = None,
    resume: bool = False,
    trajectories: Path | None = None,
    watch: Watch = lambda done: True,
) -> Json:
    """Play `games` games with `jobs` processes and return the summary.

    With `out`, results are written there, never over a file that exists; with `resume` an unfinished
    file is resumed. A series that is stopped by `watch` leaves the games that were finished in
    `out`, and a journal beside it. With `trajectories`, every choice of the games is written there
    (`envs.trajectories`); that series cannot be resumed. Raises InvalidOption, UnusableOutput,
    WorkerLost.
    """
    if trajectories is not None and resume:
        raise InvalidOption(_("trajectories: a series whose choices are written cannot be resumed"))
    with (
        write_errors(out or trajectories or Path()),
        trajectory_file(trajectories, TracedGames(series)) as choices,
    ):
        return play_series(_Counted(series), games, jobs, out, resume, watch, choices)


class _Counted(Tally):
    """A tally as a counter."""

    formats: Collection[str] = FORMATS
    has_decided = False

    def write(self, path: Path, chunks: Iterable[OutcomeRows], result: Json) -> None:
        write_results(path, chunks, result)


def play_series(
    counter: Counter,
    wanted: int,
    jobs: Jobs,
    out: Path | None,
    resume: bool,
    watch: Watch,
    choices: TrajectoryFile | None = None,
) -> Json:
    """Play until the `wanted` games count, and return what they come to; as `simulate`."""
    if out is None:
        _play_on(counter, wanted, jobs, watch, None, choices)
        return _result(counter, wanted)
    check_output(out, counter.formats)
    if out.exists() and not journal_of(out).exists():
        if not resume:
            raise not_over(out)
        return _finished(out, counter.series, wanted)
    with (
        write_errors(out),
        closing(Journal(journal_of(out), counter.series.settings(), resume=resume)) as journal,
    ):
        for outcomes in journal.read(wanted):
            counter.add(outcomes)
        _play_on(counter, wanted, jobs, watch, journal, choices)
        result = _result(counter, wanted)
        if counter.games > 0:
            counter.write(out, journal.read(counter.games), result)
        if not result["interrupted"]:
            journal.remove()
        return result


def _play_on(
    counter: Counter,
    wanted: int,
    jobs: Jobs,
    watch: Watch,
    journal: Journal | None,
    choices: TrajectoryFile | None,
) -> None:
    goes_on = not counter.has_decided
    games = _outcomes(counter.series, counter.games, wanted, jobs, lambda: not goes_on, choices)
    with closing(games) as chunks:
        for outcomes in chunks:
            counter.add(outcomes)
            if journal is not None:
                journal.append(outcomes)
            goes_on = watch(counter.games) and goes_on
            if counter.has_decided:
                return


def _outcomes(
    series: Series,
    first: int,
    last: int,
    jobs: Jobs,
    stop: Callable[[], bool],
    choices: TrajectoryFile | None,
) -> Generator[OutcomeRows, None, None]:
    """The outcomes of the games chunk by chunk, once their choices are written."""
    if choices is None:
        yield from play_in_order(series, first, last, jobs, stop)
        return
    with closing(play_in_order(TracedGames(series), first, last, jobs, stop)) as chunks:
        for games in chunks:
            for game in games:
                choices.add(game.choices)
            yield np.concatenate([game.outcome for game in games])


def _result(counter: Counter, wanted: int) -> Json:
    return {**counter.result(), "interrupted": counter.games < wanted and not counter.has_decided}


def _finished(out: Path, series: Series, wanted: int) -> Json:
    """The result in a file that is complete already, if it is of this series."""
    found = stored_summary(out)
    if found["settings"] != series.settings():
        raise other_settings(out, found["settings"], series.settings())
    if found["games"] < wanted and "sprt" not in found:
        raise UnusableOutput(
            _("{path} is finished with {games} games; choose another name for more").format(
                path=out, games=found["games"]
            )
        )
    return found
