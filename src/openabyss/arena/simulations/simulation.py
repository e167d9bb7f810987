"""Playing a series from end to end: its games, its journal, its summary, and the file of results."""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from openabyss.arena.ratings.sprt import UNDECIDED
from openabyss.arena.series.files import (
    Journal,
    UnusableOutput,
    journal_of,
    not_over,
    nothing_to_resume,
    other_settings,
    path_of,
    settings_in,
    unfinished_of,
    write_errors,
)
from openabyss.arena.series.series import OutcomeRows, Series
from openabyss.arena.series.tally import Tally
from openabyss.arena.simulations.keeping import Keeper, KeptGames
from openabyss.arena.simulations.outputs import (
    FORMATS,
    check_output,
    remove_results,
    stored_summary,
    write_results,
)
from openabyss.arena.workers import Elsewhere, Games, Jobs, play_in_order
from openabyss.errors import InvalidArgument
from openabyss.words import _
from openabyss.words.arguments import instance_of, truth, whole_number

# Called with how many games are done; False stops the series when the games that were begun are finished.
Watch = Callable[[int], bool]
Json = dict[str, Any]
# Called with the result of a series that is complete, before what it goes on with is removed.
Finish = Callable[[Json], None]


class Counter(Protocol):
    """Counts the games of a series in their order."""

    series: Series
    formats: Collection[str]  # what the ending of a file of results may be
    games: int  # how many count
    has_decided: bool  # no further game is needed
    sprt: Sequence[float]  # the bounds of its sequential test, none without one

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
    out: Path | str | None = None,
    resume: bool = False,
    keepers: Sequence[Keeper] = (),
    watch: Watch = lambda done: True,
    finish: Finish = lambda result: None,
) -> Json:
    """Play `games` games with `jobs` processes and return the summary.

    With `out`, results are written there, never over a file that exists, and what the `keepers` keep of
    every game to their files. A series that is stopped by `watch` leaves a journal beside them, with which it
    is resumed, and what was played in files of other names (`unfinished_of`). When all files are there,
    `finish` is called, and without files never; where it fails, it is called again when the series is
    resumed. Raises InvalidOption, InvalidArgument, UnusableOutput, WorkerLost.
    """
    check_pairs(series, paired=False)
    wanted = series.rounded_up(games)
    return play_series(_Counted(series), wanted, jobs, out, resume, watch, keepers, finish)


def check_pairs(series: Series, *, paired: bool) -> None:
    """Raises InvalidArgument for anything but a series that is paired, or is not."""
    if instance_of("series", series, Series).paired != paired:
        raise InvalidArgument(_("series: contest() plays those that are paired, simulate() all others"))


class _Counted(Tally):
    """A tally as a counter."""

    formats: Collection[str] = FORMATS
    has_decided = False
    sprt: Sequence[float] = ()

    def write(self, path: Path, chunks: Iterable[OutcomeRows], result: Json) -> None:
        write_results(path, chunks, result)


def play_series(
    counter: Counter,
    wanted: int,
    jobs: Jobs,
    out: Path | str | None,
    resume: bool,
    watch: Watch,
    keepers: Sequence[Keeper] = (),
    finish: Finish = lambda result: None,
) -> Json:
    """Play until the `wanted` games count, and return what they come to; as `simulate`."""
    resume, out = truth("resume", resume), None if out is None else path_of("out", out)
    instance_of("watch", watch, Callable)
    if not isinstance(jobs, Elsewhere):
        jobs = whole_number("jobs", jobs, 1)
    for keeper in instance_of("keepers", keepers, Sequence):
        instance_of("keepers", keeper, Keeper)
    places = _places(out, keepers)
    if not places:
        _play_on(counter, wanted, jobs, watch, None, ())
        return _result(counter, wanted)
    if out is not None:
        check_output(out, counter.formats)
    if resume and are_finished(out, keepers):
        return _finished(out, keepers, counter, wanted)
    _check_free(out, keepers)
    path = journal_of(places[0])
    if not path.exists():
        for keeper in keepers:
            keeper.check_begin()
    with (
        write_errors(places[0]),
        closing(Journal(path, _settings(counter, keepers, path), resume=resume)) as journal,
    ):
        _count_played(counter, wanted, journal, keepers)
        _play_on(counter, wanted, jobs, watch, journal, keepers)
        for place in places:
            remove_results(unfinished_of(place))
        result = _result(counter, wanted)
        named = unfinished_of if result["interrupted"] else Path
        if out is not None and counter.games > 0:
            counter.write(named(out), journal.read(counter.games), result)
        for keeper in keepers:
            keeper.write(counter.series, named(keeper.path), result)
        if not result["interrupted"]:
            finish(result)
            _forget(journal, keepers)
        return result


def _places(out: Path | None, keepers: Sequence[Keeper]) -> list[Path]:
    """Where the files are written. Raises UnusableOutput where two have the same place."""
    places = [*([] if out is None else [out]), *(keeper.path for keeper in keepers)]
    check_distinct(places)
    return places


def _check_free(out: Path | None, keepers: Sequence[Keeper]) -> None:
    """Raises InvalidOption, MissingExtra or UnusableOutput where a file cannot be written, or exists."""
    for keeper in keepers:
        keeper.check()
    # Beside a journal the file is of a series that was interrupted while it finished.
    if out is not None and out.exists() and not journal_of(out).exists():
        raise not_over(out)


def check_distinct(places: Sequence[Path]) -> None:
    """Raises UnusableOutput where two files have the same place."""
    if len({os.path.abspath(place) for place in places}) < len(places):  # noqa: PTH100  the disk is not asked
        problem = _("{paths}: every file of a series needs a name of its own")
        raise UnusableOutput(problem.format(paths=", ".join(map(str, places))))


def _settings(counter: Counter, keepers: Sequence[Keeper], journal: Path) -> Json:
    """What a journal says of the series: also what is kept, if anything is. Raises UnusableOutput."""
    settings = counter.series.settings()
    if not keepers:
        return settings
    # The journals of 0.1.0 do not say what is kept.
    if all(keeper.has_begun for keeper in keepers) and settings_in(journal) == settings:
        return settings
    return {**settings, "kept": [keeper.path.name for keeper in keepers]}


def _count_played(counter: Counter, wanted: int, journal: Journal, keepers: Sequence[Keeper]) -> None:
    """Count what an interrupted series has played; the last games, if a keeper lacks them, are played again.
    Raises UnusableOutput where nothing is kept any longer."""
    if journal.games > 0:
        for keeper in keepers:
            keeper.check_begun()
    journal.go_on_after(min([journal.games, *(keeper.games for keeper in keepers)]))
    for outcomes in journal.read(wanted):
        counter.add(outcomes)
    for keeper in keepers:
        keeper.go_on_after(counter.games)


def _forget(journal: Journal, keepers: Sequence[Keeper]) -> None:
    """The series is complete. The journal goes last: without it, what is kept belongs to nobody."""
    for keeper in keepers:
        keeper.remove()
    journal.remove()


def _play_on(
    counter: Counter,
    wanted: int,
    jobs: Jobs,
    watch: Watch,
    journal: Journal | None,
    keepers: Sequence[Keeper],
) -> None:
    """Play what is missing, chunk by chunk; games are kept before they count."""
    goes_on, forms = not counter.has_decided, tuple(keeper.form for keeper in keepers)
    games: Games[Any] = KeptGames(counter.series, forms) if forms else counter.series
    with closing(play_in_order(games, counter.games, wanted, jobs, lambda: not goes_on)) as chunks:
        for chunk in chunks:
            for place, keeper in enumerate(keepers):
                keeper.add([game.kept[place] for game in chunk])
            outcomes = np.concatenate([game.outcome for game in chunk]) if forms else chunk
            counter.add(outcomes)
            if journal is not None:
                journal.append(outcomes)
            goes_on = watch(counter.games) and goes_on
            if counter.has_decided:
                return


def _result(counter: Counter, wanted: int) -> Json:
    return {**counter.result(), "interrupted": counter.games < wanted and not counter.has_decided}


def are_finished(out: Path | None, keepers: Sequence[Keeper]) -> bool:
    """Whether all files are there, and nothing beside them that goes on."""
    is_there = out is None or (out.exists() and not journal_of(out).exists())
    return is_there and all(keeper.is_finished for keeper in keepers)


def _finished(out: Path | None, keepers: Sequence[Keeper], counter: Counter, wanted: int) -> Json:
    """The result in files that are complete already, if they are of this series and of this test."""
    stored = {} if out is None else {out: stored_summary(out)}
    for keeper in keepers:
        keeper.form.check(keeper.path)
        stored[keeper.path] = keeper.form.stored(counter.series, keeper.path)
    for path, found in stored.items():
        _check_finished(path, found, counter, wanted)
    for path, found in stored.items():
        if path == out or "players" in found:
            return found
    raise nothing_to_resume(keepers[0].path)


def _check_finished(path: Path, found: Json, counter: Counter, wanted: int) -> None:
    """Raises UnusableOutput unless a finished file is of this series and of this test."""
    test = found.get("sprt", {})
    there = {**found["settings"], "sprt": [test[name] for name in ("elo0", "elo1") if name in test]}
    here = {**counter.series.settings(), "sprt": list(counter.sprt)}
    if there != here:
        raise other_settings(path, there, here)
    if found["games"] < wanted and test.get("verdict", UNDECIDED) == UNDECIDED:
        raise UnusableOutput(
            _("{path} is finished with {games} games; choose another name for more").format(
                path=path, games=found["games"]
            )
        )
