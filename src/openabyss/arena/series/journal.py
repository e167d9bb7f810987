"""What has been played, on disk at once: a line of settings, then a row of bytes for each game.

A series may be interrupted at any moment, even by a power cut: rows that are complete count, games
follow each other by number, and so nothing is lost or counted twice when the series goes on.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.arena.series.playing import OUTCOME
from openabyss.arena.series.series import OutcomeRows
from openabyss.errors import OpenAbyssError
from openabyss.words import _

ROWS_AT_ONCE = 4_000


class UnusableOutput(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """The file for results cannot be written, or belongs to something else; the text says what to do."""


def journal_of(output: Path) -> Path:
    """Where the unfinished results for `output` are kept."""
    return output.with_name(output.name + ".partial")


class Journal:
    """The outcomes of a series as far as it has been played, `row` by row. Raises UnusableOutput."""

    def __init__(
        self, path: Path, settings: dict[str, Any], *, resume: bool, row: np.dtype[np.void] = OUTCOME
    ) -> None:
        self.path, self.row = path, row
        self._heading = json.dumps({"settings": settings, "row": repr(row.descr)}).encode() + b"\n"
        if not path.exists():
            path.write_bytes(self._heading)
        elif not resume:
            raise UnusableOutput(
                _("{path} holds an unfinished series: go on with --resume, or delete it").format(path=path)
            )
        self._offset = self._check(settings)
        self._file = path.open("r+b")
        # A row that was being written when the series was interrupted is played again.
        self._file.truncate(self._offset + self.games * row.itemsize)
        self._file.seek(0, os.SEEK_END)

    @property
    def games(self) -> int:
        """How many games are complete."""
        return (self.path.stat().st_size - self._offset) // self.row.itemsize

    def append(self, outcomes: OutcomeRows) -> None:
        self._file.write(outcomes.tobytes())
        self._file.flush()

    def read(self) -> Iterator[OutcomeRows]:
        """All outcomes, some thousands at a time."""
        left = self.games
        with self.path.open("rb") as file:
            file.seek(self._offset)
            while left > 0:
                count = min(left, ROWS_AT_ONCE)
                yield np.frombuffer(file.read(count * self.row.itemsize), self.row)
                left -= count

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        self.close()
        self.path.unlink()

    def _check(self, settings: dict[str, Any]) -> int:
        """Where the rows begin, if the file belongs to these settings."""
        with self.path.open("rb") as file:
            heading = file.readline()
        if heading == self._heading:
            return len(heading)
        try:
            found = json.loads(heading)["settings"]
        except (ValueError, KeyError, TypeError):
            raise UnusableOutput(
                _("{path} is no unfinished series; delete it or choose another name").format(path=self.path)
            ) from None
        raise other_settings(self.path, found, settings)


def other_settings(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> UnusableOutput:
    """The error that says what a file was made with instead."""
    differences = ", ".join(
        f"{name} {found.get(name)!r}, here {value!r}"
        for name, value in wanted.items()
        if found.get(name) != value
    ) or _("another version")
    return UnusableOutput(
        _("{path} comes from other settings ({differences}); choose another name or delete it").format(
            path=path, differences=differences
        )
    )
