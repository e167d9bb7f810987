"""Playing a series from end to end: games, journal, tally, files of results."""

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.arena.series.journal import Journal, UnusableOutput, journal_of, other_settings
from openabyss.arena.series.places import unwritten
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.series.summary import summarise
from openabyss.arena.series.tally import Tally
from openabyss.arena.simulations.outputs import check_output, stored_summary, write_results
from openabyss.arena.simulations.trajectories import TracedGames, TrajectoryFile, trajectory_file
from openabyss.distribution.workers import Jobs, play_in_order
from openabyss.errors import InvalidOption
from openabyss.words import _

# Called with how many games are done; False stops the series there.
Watch = Callable[[int], bool]
Summary = dict[str, Any]


def simulate(
    series: Series,
    games: int,
    *,
    jobs: Jobs = 1,
    out: Path | None = None,
    resume: bool = False,
    trajectories: Path | None = None,
    watch: Watch = lambda done: True,
) -> Summary:
    """Play `games` games with `jobs` processes and return the summary.

    With `out`, results are written there, never over a file that exists; with `resume` an unfinished
    file is resumed. A series that is stopped by `watch` leaves the games that were finished in
    `out`, and a journal beside it. With `trajectories`, every choice of the games is written there
    (`envs.trajectories`); such a series cannot be resumed. Raises InvalidOption, UnusableOutput,
    WorkerLost.
    """
    if trajectories is not None and resume:
        raise InvalidOption(_("trajectories: a series whose choices are written cannot be resumed"))
    try:
        with trajectory_file(trajectories, TracedGames(series)) as file:
            return _simulate(series, games, jobs, out, resume, watch, file)
    except OSError as error:
        raise unwritten(out or trajectories or Path(), error) from error


def _simulate(
    series: Series,
    games: int,
    jobs: Jobs,
    out: Path | None,
    resume: bool,
    watch: Watch,
    choices: TrajectoryFile | None,
) -> Summary:
    if out is None:
        tally = Tally(series.players)
        _play_on(series, games, jobs, watch, tally, None, choices)
        return _summary(series, tally, games)
    check_output(out)
    if out.exists() and not journal_of(out).exists():
        if not resume:
            raise UnusableOutput(_("{path} exists; delete it or choose another name").format(path=out))
        return _finished(out, series, games)
    with closing(Journal(journal_of(out), series.settings(), resume=resume)) as journal:
        return _play_into(out, journal, series, games, jobs, watch, choices)


def _play_into(
    out: Path,
    journal: Journal,
    series: Series,
    games: int,
    jobs: Jobs,
    watch: Watch,
    choices: TrajectoryFile | None,
) -> Summary:
    tally = Tally(series.players)
    for outcomes in journal.read():
        tally.add(outcomes)
    _play_on(series, games, jobs, watch, tally, journal, choices)
    summary = _summary(series, tally, games)
    if tally.games > 0:
        write_results(out, journal.read(), summary)
    if tally.games >= games:
        journal.remove()
    return summary


def _play_on(
    series: Series,
    games: int,
    jobs: Jobs,
    watch: Watch,
    tally: Tally,
    journal: Journal | None,
    choices: TrajectoryFile | None,
) -> None:
    with closing(_outcomes(series, tally.games, games, jobs, choices)) as chunks:
        for outcomes in chunks:
            tally.add(outcomes)
            if journal is not None:
                journal.append(outcomes)
            if not watch(tally.games):
                return


def _outcomes(
    series: Series, first: int, last: int, jobs: Jobs, choices: TrajectoryFile | None
) -> Generator[OutcomeRows, None, None]:
    """The outcomes of the games chunk by chunk, once their choices are written."""
    if choices is None:
        yield from play_in_order(series, first, last, jobs)
        return
    with closing(play_in_order(TracedGames(series), first, last, jobs)) as chunks:
        for games in chunks:
            for game in games:
                choices.add(game.choices)
            yield np.concatenate([game.outcome for game in games])


def _summary(series: Series, tally: Tally, games: int) -> Summary:
    return {**summarise(series, tally), "interrupted": tally.games < games}


def _finished(out: Path, series: Series, games: int) -> Summary:
    """The summary of a file that is complete already, if it is of this series."""
    summary = stored_summary(out)
    if summary["settings"] != series.settings():
        raise other_settings(out, summary["settings"], series.settings())
    if summary["games"] < games:
        raise UnusableOutput(
            _("{path} is finished with {games} games; choose another name for more").format(
                path=out, games=summary["games"]
            )
        )
    return summary
