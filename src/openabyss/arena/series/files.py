"""Files of results: checked before anything is played, kept game by game, and complete as soon as they have
their names.

A series may be interrupted at any moment, even by a power cut: rows of its journal that are complete count,
games follow each other by number, and so nothing is lost or counted twice when the series goes on.
"""

import json
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.arena.series.playing import OUTCOME
from openabyss.arena.series.series import OutcomeRows
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.whole_files import replacing
from openabyss.words import _
from openabyss.words.arguments import instance_of
from openabyss.words.listing import one_of

ROWS_AT_ONCE = 4_000
# The most that names have beside those of the results, while these are unfinished.
ADDED = ".unfinished.summary.json.1234567.writing"


class UnusableOutput(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """The file for results cannot be written, or belongs to another series; the text says what to do."""


def path_of(name: str, value: Any) -> Path:
    """A path, which may be written as a text. Raises InvalidArgument."""
    path: Path = instance_of(name, Path(value) if isinstance(value, str) else value, Path)
    return path


def check_place(option: str, path: Path, endings: Collection[str]) -> None:
    """Raises InvalidOption, naming the option, unless a file with one of these endings can be written
    there."""
    if path.suffix not in endings:
        problem = _("{option}: {path} does not end in {endings}")
        raise InvalidOption(problem.format(option=option, path=path, endings=one_of(endings)))
    folder = path.parent
    if not folder.is_dir():
        raise InvalidOption(_("{option}: there is no folder {folder}").format(option=option, folder=folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        problem = _("{option}: nothing can be written into {folder}")
        raise InvalidOption(problem.format(option=option, folder=folder))
    if _is_too_long(path.with_name(path.name + ADDED)):
        raise InvalidOption(_("{option}: the name of {path} is too long").format(option=option, path=path))
    if path.is_dir() or (path.exists() and not os.access(path, os.W_OK)):
        raise InvalidOption(_("{option}: {path} cannot be written").format(option=option, path=path))


def _is_too_long(path: Path) -> bool:
    try:
        path.lstat()
    except OSError as error:
        return error.errno == ENAMETOOLONG
    return False


def make_folder(folder: Path) -> None:
    """A folder, which may exist already, with all folders above it. Raises UnusableOutput."""
    with write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a file, which is always complete. Raises UnusableOutput."""
    with write_errors(path), replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Errors of the system as UnusableOutput, which names the path."""
    try:
        yield
    except OSError as error:
        problem = _("{path} cannot be written: {error}")
        raise UnusableOutput(problem.format(path=path, error=error.strerror)) from error


@contextmanager
def read_errors(path: Path) -> Iterator[None]:
    """Errors of the system as UnusableOutput, which names the path."""
    try:
        yield
    except OSError as error:
        problem = _("{path}: cannot be read: {why}")
        raise UnusableOutput(problem.format(path=path, why=error.strerror)) from error


def not_over(path: Path) -> UnusableOutput:
    """The error that refuses to write over a file."""
    return UnusableOutput(_("{path} exists; delete it or choose another name").format(path=path))


def nothing_to_resume(path: Path) -> UnusableOutput:
    """The error for a finished series, or for another file: only some files say what they are of."""
    problem = _("{path} exists and holds nothing to resume; choose another name for other games")
    return UnusableOutput(problem.format(path=path))


def unfinished_series(path: Path) -> UnusableOutput:
    """The error that refuses to lose what an interrupted series has played."""
    problem = _("{path} holds an unfinished series: go on with --resume and the same files, or delete it")
    return UnusableOutput(problem.format(path=path))


def journal_of(output: Path) -> Path:
    """Where the unfinished results for `output` are kept."""
    return output.with_name(output.name + ".partial")


def unfinished_of(output: Path) -> Path:
    """Where an interrupted series writes its games, in the form of `output`."""
    return output.with_name(f"{output.stem}.unfinished{output.suffix}")


class Journal:
    """What has been played, on disk at once: a line of settings, then an `Outcome` for each game.

    Raises UnusableOutput.
    """

    def __init__(self, path: Path, settings: dict[str, Any], *, resume: bool) -> None:
        self.path = path
        self._heading = json.dumps({"settings": settings, "row": repr(OUTCOME.descr)}).encode() + b"\n"
        if not path.exists():
            path.write_bytes(self._heading)
        elif not resume:
            raise unfinished_series(path)
        self._check(settings)
        self._file = path.open("r+b")
        # A row that was being written when the series was interrupted is played again.
        self.go_on_after(self.games)

    @property
    def games(self) -> int:
        """How many games are complete."""
        return (self.path.stat().st_size - len(self._heading)) // OUTCOME.itemsize

    def go_on_after(self, games: int) -> None:
        """Keep this number of games, and forget the others."""
        self._file.truncate(len(self._heading) + games * OUTCOME.itemsize)
        self._file.seek(0, os.SEEK_END)

    def append(self, outcomes: OutcomeRows) -> None:
        self._file.write(outcomes.tobytes())
        self._file.flush()

    def read(self, most: int) -> Iterator[OutcomeRows]:
        """The first outcomes, no more than `most`, some thousands at a time."""
        left = min(most, self.games)
        with self.path.open("rb") as file:
            file.seek(len(self._heading))
            while left > 0:
                count = min(left, ROWS_AT_ONCE)
                yield np.frombuffer(file.read(count * OUTCOME.itemsize), OUTCOME)
                left -= count

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        self.close()
        self.path.unlink()

    def _check(self, settings: dict[str, Any]) -> None:
        """Raises UnusableOutput if the file does not belong to these settings."""
        with self.path.open("rb") as file:
            heading = file.readline()
        if heading != self._heading:
            raise other_settings(self.path, settings_in(self.path), settings)


def settings_in(journal: Path) -> Any:
    """The settings of an unfinished series. Raises UnusableOutput."""
    try:
        with journal.open("rb") as file:
            return json.loads(file.readline())["settings"]
    except (ValueError, KeyError, TypeError):
        problem = _("{path} is not an unfinished series; delete it or choose another name")
        raise UnusableOutput(problem.format(path=journal)) from None


def other_settings(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> UnusableOutput:
    """The error that says what a file was made with instead."""
    differences = ", ".join(
        f"{name} {found.get(name)!r}, here {value!r}"
        for name, value in {**dict.fromkeys(found), **wanted}.items()
        if found.get(name) != value
    ) or _("another version")
    return UnusableOutput(
        _("{path} comes from other settings ({differences}); choose another name or delete it").format(
            path=path, differences=differences
        )
    )
