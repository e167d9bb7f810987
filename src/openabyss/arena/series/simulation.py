"""Playing a series from end to end: games, journal, tally, files of results."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from openabyss.arena.series.journal import Journal, UnusableOutput, journal_of, other_settings
from openabyss.arena.series.outputs import check_output, stored_summary, write_results
from openabyss.arena.series.places import unwritten
from openabyss.arena.series.series import Series
from openabyss.arena.series.summary import summarise
from openabyss.arena.series.tally import Tally
from openabyss.arena.series.workers import play_in_order
from openabyss.words import _

# Told how many games are done; False stops the series there.
Watch = Callable[[int], bool]
Summary = dict[str, Any]


def simulate(
    series: Series,
    games: int,
    *,
    jobs: int = 1,
    out: Path | None = None,
    resume: bool = False,
    watch: Watch = lambda done: True,
) -> Summary:
    """Play `games` games with `jobs` processes and return the summary.

    With `out`, results are written there, never over a file that exists; with `resume` an unfinished
    file is resumed. A series that is stopped by `watch` leaves the games that were finished in
    `out`, and a journal beside it. Raises InvalidOption, UnusableOutput, WorkerLost.
    """
    if out is None:
        tally = Tally(series.players)
        _play_on(series, games, jobs, watch, tally, None)
        return _summary(series, tally, games)
    check_output(out)
    if out.exists() and not journal_of(out).exists():
        if not resume:
            raise UnusableOutput(_("{path} exists; delete it or choose another name").format(path=out))
        return _finished(out, series, games)
    try:
        with closing(Journal(journal_of(out), series.settings(), resume=resume)) as journal:
            return _play_into(out, journal, series, games, jobs, watch)
    except OSError as error:
        raise unwritten(out, error) from error


def _play_into(out: Path, journal: Journal, series: Series, games: int, jobs: int, watch: Watch) -> Summary:
    tally = Tally(series.players)
    for outcomes in journal.read():
        tally.add(outcomes)
    _play_on(series, games, jobs, watch, tally, journal)
    summary = _summary(series, tally, games)
    if tally.games > 0:
        write_results(out, journal.read(), summary)
    if tally.games >= games:
        journal.remove()
    return summary


def _play_on(
    series: Series, games: int, jobs: int, watch: Watch, tally: Tally, journal: Journal | None
) -> None:
    with closing(play_in_order(series, tally.games, games, jobs)) as chunks:
        for outcomes in chunks:
            tally.add(outcomes)
            if journal is not None:
                journal.append(outcomes)
            if not watch(tally.games):
                return


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
