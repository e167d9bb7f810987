"""The choices of a series as a Parquet file, written while the games are played.

Processes hand over each game as a compressed table, so that no more than a few chunks are in memory.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.driving import Visits
from openabyss.arena.series.files import check_place, not_over, replacing
from openabyss.arena.series.series import NO_ANSWERS, NotedGame, OutcomeRows, Series
from openabyss.arena.simulations.retracing import retrace
from openabyss.envs.rewards import Reward, reward_seats
from openabyss.observation.layout import layout_of
from openabyss.rules.actions import ACTIONS
from openabyss.rules.state import State
from openabyss.words.extras import check_extra

ENDING = ".parquet"
ROWS_OF_A_GROUP = 8_192

Columns = dict[str, NDArray[Any]]


class TracedGame(NamedTuple):
    """The outcome of a game, one row, and its choices as a compressed table of Arrow."""

    outcome: OutcomeRows
    choices: bytes


@dataclass(frozen=True)
class TracedGames:
    """The games of a series and their choices: what is played and counted is the same."""

    series: Series
    first_chunk = 1

    def prepare(self) -> None:
        """Compile what the games need, which forked processes then have as well."""
        self.series.prepare()
        self._choices(0, NotedGame(self.series.play(0, 0), NO_ANSWERS, {}))

    def play(self, first: int, count: int) -> list[TracedGame]:
        """The games from `first`, each for itself."""
        return [self._play_one(number) for number in range(first, first + count)]

    def schema(self) -> Any:
        """The schema of the file."""
        from openabyss.envs.trajectories import schema  # noqa: PLC0415  needs pyarrow

        return schema(self._observation_size, self.series.settings())

    @property
    def _observation_size(self) -> int:
        series = self.series
        return layout_of(series.players, kraken=series.kraken, leviathan=series.leviathan).size

    def _play_one(self, number: int) -> TracedGame:
        noted = self.series.play_one(number)
        return TracedGame(noted.outcome, packed(self._choices(number, noted), self.schema()))

    def _choices(self, number: int, noted: NotedGame) -> Columns:
        """A row for each choice of a game."""
        most = len(noted.answers)
        table = self.series.tables()[0]
        observations = np.zeros((most, self._observation_size), np.int16)
        masks, choices = np.zeros((most, ACTIONS), np.bool_), np.zeros((most, 3), np.int64)
        count = retrace(table, noted.answers, observations, masks, choices)
        seats, actions, places = choices[:count].T
        return {
            "game": np.full(count, number),
            "place": places,
            "seat": seats,
            "player": self.series.seating(number, 1)[0][seats],
            "action": actions,
            **{kind.name.lower(): rewards_of(table, kind, noted.loser)[seats] for kind in Reward},
            "observation": observations[:count],
            "mask": masks[:count],
            "visits": counted(places, noted.visits),
        }


def rewards_of(table: State, kind: Reward, loser: int) -> NDArray[np.float32]:
    """What a game gives each seat, by the table at its end."""
    rewards = np.zeros(table.players, np.float32)
    reward_seats(table, int(kind), loser, rewards)
    return rewards


def counted(places: NDArray[np.int64], visits: Mapping[int, Visits]) -> NDArray[np.int32]:
    """How often a search has visited each action, for the answers at these places; all 0 where nobody has
    searched."""
    counts = np.zeros((len(places), ACTIONS), np.int32)
    for row, place in enumerate(places.tolist()):
        for action, times in visits.get(place, {}).items():
            counts[row, action] = times
    return counts


def packed(columns: Columns, schema: Any) -> bytes:
    """Rows of the file as a compressed stream of Arrow."""
    from openabyss.envs.trajectories import batch_of  # noqa: PLC0415  needs pyarrow

    arrow = import_module("pyarrow")
    sink = arrow.BufferOutputStream()
    options = arrow.ipc.IpcWriteOptions(compression="zstd")
    with arrow.ipc.new_stream(sink, schema, options=options) as stream:
        stream.write_batch(batch_of(columns, schema))
    return bytes(sink.getvalue().to_pybytes())


def check_trajectories(path: Path) -> None:
    """Raises InvalidOption, MissingExtra or UnusableOutput where no such file can be written."""
    check_place("trajectories", path, (ENDING,))
    check_extra("data", "pyarrow")
    if path.exists():
        raise not_over(path)


class TrajectoryFile:
    """A file of choices that is being written, row group by row group."""

    def __init__(self, path: Path, schema: Any) -> None:
        self._arrow = import_module("pyarrow")
        self._writer = import_module("pyarrow.parquet").ParquetWriter(path, schema, compression="zstd")
        self._waiting: list[Any] = []
        self._rows = 0

    def add(self, choices: bytes) -> None:
        """The choices of a game."""
        self._waiting.append(self._arrow.ipc.open_stream(choices).read_all())
        self._rows += len(self._waiting[-1])
        if self._rows >= ROWS_OF_A_GROUP:
            self._write()

    def close(self) -> None:
        """Everything is in the file."""
        self._write()
        self._writer.close()

    def _write(self) -> None:
        if self._waiting:
            self._writer.write_table(self._arrow.concat_tables(self._waiting))
        self._waiting, self._rows = [], 0


@contextmanager
def trajectory_file(path: Path | None, games: TracedGames) -> Iterator[TrajectoryFile | None]:
    """A file to write into, or None. It appears under its name only when it is closed: with all choices
    of the games that were played, also when a series is interrupted. Raises InvalidOption, UnusableOutput."""
    if path is None:
        yield None
        return
    check_trajectories(path)
    with replacing(path) as unfinished, closing(TrajectoryFile(unfinished, games.schema())) as file:
        yield file
