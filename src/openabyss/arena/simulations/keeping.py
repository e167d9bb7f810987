"""What is written of every game besides its outcome: its choices, its record.

It is kept on disk game by game while a series is played, so that no more than a few chunks are in memory and
an interrupted series goes on; a file of its form is written at the end.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from openabyss.arena.series.files import (
    check_place,
    not_over,
    nothing_to_resume,
    other_settings,
    path_of,
    read_errors,
    unfinished_series,
    write_errors,
)
from openabyss.arena.series.series import NO_ANSWERS, NotedGame, OutcomeRows, Series
from openabyss.whole_files import replacing
from openabyss.words.arguments import instance_of

LENGTH = 8

Json = dict[str, Any]


@runtime_checkable
class Form(Protocol):
    """What is kept of a game, and how it is written."""

    def check(self, path: Path) -> None:
        """Raises InvalidOption or MissingExtra where no such file can be written."""

    def kept(self, series: Series, number: int, noted: NotedGame) -> bytes:
        """What is kept of a game."""

    def write(self, series: Series, games: Iterable[bytes], path: Path, result: Json) -> None:
        """The file, from what was kept of all games, and what they come to."""

    def stored(self, series: Series, path: Path) -> Json:
        """What a finished file says: its result, or only the `settings` and the number of `games`. Raises
        UnusableOutput."""


class KeptGame(NamedTuple):
    """The outcome of a game, one row, and what is kept of it in each form."""

    outcome: OutcomeRows
    kept: tuple[bytes, ...]


@dataclass(frozen=True)
class KeptGames:
    """The games of a series with what is kept of them: what is played and counted is the same."""

    series: Series
    forms: tuple[Form, ...]
    first_chunk = 1

    def prepare(self) -> None:
        """Compile what the games need, which forked processes then have as well."""
        self.series.prepare()
        self._kept(0, NotedGame(self.series.play(0, 0), NO_ANSWERS, {}))

    def play(self, first: int, count: int) -> list[KeptGame]:
        """The games from `first`, each for itself."""
        noted = ((number, self.series.play_one(number)) for number in range(first, first + count))
        return [self._kept(number, game) for number, game in noted]

    def _kept(self, number: int, noted: NotedGame) -> KeptGame:
        return KeptGame(noted.outcome, tuple(form.kept(self.series, number, noted) for form in self.forms))


@dataclass(frozen=True)
class Keeper:
    """A file of a form that is to be written; until then its games are beside it, each after its length.
    Raises InvalidArgument."""

    path: Path
    form: Form

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", path_of("path", self.path))
        instance_of("form", self.form, Form)

    def check(self) -> None:
        """Raises InvalidOption, MissingExtra or UnusableOutput where the file cannot be written."""
        self.form.check(self.path)
        # Beside its games it was written by a series that was interrupted while it finished.
        if self.is_finished:
            raise not_over(self.path)

    @property
    def is_finished(self) -> bool:
        """Whether the file is there and no games beside it."""
        return self.path.exists() and not self.has_begun

    def check_begin(self) -> None:
        """Raises UnusableOutput where the games of another series are kept."""
        if self.has_begun:
            raise unfinished_series(self._games)

    def check_begun(self) -> None:
        """Raises UnusableOutput where the games are missing that were kept."""
        with read_errors(self._games):
            self._games.stat()

    @property
    def has_begun(self) -> bool:
        """Whether games of a series are kept that is not complete, if only none so far."""
        return self._games.exists()

    @property
    def games(self) -> int:
        """How many games are kept whole."""
        if not self.has_begun:
            return 0
        count, left = 0, self._games.stat().st_size
        with self._games.open("rb") as file:
            while left >= LENGTH:
                length = int.from_bytes(file.read(LENGTH))
                left -= LENGTH + length
                if left >= 0:
                    file.seek(length, os.SEEK_CUR)
                    count += 1
        return count

    def go_on_after(self, games: int) -> None:
        """Keep this number of games, of those that are kept whole, and forget the others."""
        with write_errors(self.path), self._games.open("ab+") as file:
            file.seek(0)
            for _game in range(games):
                file.seek(int.from_bytes(file.read(LENGTH)), os.SEEK_CUR)
            file.truncate()

    def add(self, games: Sequence[bytes]) -> None:
        """Some more games, on disk at once."""
        with write_errors(self.path), self._games.open("ab") as file:
            file.writelines(part for game in games for part in (len(game).to_bytes(LENGTH), game))

    def write(self, series: Series, path: Path, result: Json) -> None:
        """All games, as a file of the form."""
        with write_errors(path), replacing(path) as unfinished:
            self.form.write(series, self._read(), unfinished, result)

    def remove(self) -> None:
        """Nothing is kept any longer."""
        self._games.unlink()

    @property
    def _games(self) -> Path:
        return self.path.with_name(self.path.name + ".games")

    def _read(self) -> Iterator[bytes]:
        with self._games.open("rb") as file:
            while length := file.read(LENGTH):
                yield file.read(int.from_bytes(length))


class Records:
    """Every answer of every game, which `Game.from_record` and `openabyss analyse` read."""

    def check(self, path: Path) -> None:
        """Raises InvalidOption."""
        check_place("records", path, (".jsonl",))

    def kept(self, series: Series, number: int, noted: NotedGame) -> bytes:
        """A line."""
        return json.dumps(series.recorded(number, noted)).encode() + b"\n"

    def write(self, _series: Series, games: Iterable[bytes], path: Path, _result: Json) -> None:
        """All lines."""
        with path.open("wb") as file:
            file.writelines(games)

    def stored(self, series: Series, path: Path) -> Json:
        """No result: records do not say who played, but must have the cards of the series. Raises
        UnusableOutput."""
        games = 0
        with read_errors(path), path.open("rb") as file:
            for games, line in enumerate(file, 1):
                dealt, wanted = _config_in(line, path), series.config(games - 1)
                if dealt != wanted:
                    raise other_settings(path, dealt, wanted)
        return {"settings": series.settings(), "games": games}


def _config_in(line: bytes, path: Path) -> Json:
    """How the game of a record began. Raises UnusableOutput where the line of a file is no record."""
    try:
        return dict(json.loads(line)["config"])
    except (ValueError, KeyError, TypeError):
        raise nothing_to_resume(path) from None
