"""The choices of a series as a Parquet file: what was known, legal and done, and what came of it."""

import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.series.driving import Visits
from openabyss.arena.series.files import check_place, nothing_to_resume, write_text
from openabyss.arena.series.series import NotedGame, Series
from openabyss.engine.compiling import compiled
from openabyss.envs.rewards import Reward, reward_seats
from openabyss.observation.layout import layout_of, write_observation
from openabyss.players.matches import Policies
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal
from openabyss.rules.state import NOBODY, State
from openabyss.words.extras import check_extra

ROWS_OF_A_GROUP = 8_192
SUMMARY_KEY = b"openabyss_summary"

Columns = dict[str, NDArray[Any]]
Json = dict[str, Any]

PERFECT_MEMORY = 1


class Trajectories:
    """A row for each choice of every game."""

    def check(self, path: Path) -> None:
        """Raises InvalidOption or MissingExtra."""
        check_place("trajectories", path, (".parquet",))
        check_extra("data", "pyarrow")

    def kept(self, series: Series, number: int, noted: NotedGame) -> bytes:
        """The choices of a game as a compressed stream of Arrow."""
        return packed(choices_of(series, number, noted), schema_of(series))

    def write(self, series: Series, games: Iterable[bytes], path: Path, result: Json) -> None:
        """All choices as Parquet, some thousands in a row group; the result goes into the metadata of the
        schema."""
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        waiting: list[Any] = []
        schema = schema_of(series)
        about = {**schema.metadata, SUMMARY_KEY: json.dumps(result).encode()}
        with parquet.ParquetWriter(path, schema.with_metadata(about), compression="zstd") as writer:
            for game in games:
                waiting.append(arrow.ipc.open_stream(game).read_all())
                if sum(map(len, waiting)) >= ROWS_OF_A_GROUP:
                    writer.write_table(arrow.concat_tables(waiting))
                    waiting.clear()
            if waiting:
                writer.write_table(arrow.concat_tables(waiting))

    def stored(self, _series: Series, path: Path) -> Json:
        """The result. Raises UnusableOutput."""
        try:
            about = import_module("pyarrow.parquet").read_schema(path).metadata
            return dict(json.loads(about[SUMMARY_KEY]))
        except (OSError, ValueError, KeyError, TypeError):
            raise nothing_to_resume(path) from None


def card_beside(path: Path) -> Path:
    """Where the card of a file is: `games.croissant.json`."""
    return path.with_suffix(".croissant.json")


def write_card(path: Path) -> None:
    """The card of a finished file."""
    from openabyss.envs.croissant import card_of  # noqa: PLC0415  needs pyarrow

    write_text(card_beside(path), json.dumps(card_of(path), indent=1) + "\n")


def schema_of(series: Series) -> Any:
    """The schema of the file."""
    from openabyss.envs.trajectories import schema  # noqa: PLC0415  needs pyarrow

    return schema(observation_size(series), series.settings())


def observation_size(series: Series) -> int:
    """How many numbers an observation has."""
    return layout_of(series.players, kraken=series.kraken, leviathan=series.leviathan).size


def choices_of(series: Series, number: int, noted: NotedGame) -> Columns:
    """A row for each choice of a game."""
    most = len(noted.answers)
    table = series.tables()[0]
    observations = np.zeros((most, observation_size(series)), np.int16)
    masks, choices = np.zeros((most, ACTIONS), np.bool_), np.zeros((most, 3), np.int64)
    count = retrace(table, noted.answers, observations, masks, choices)
    seats, actions, places = choices[:count].T
    return {
        "game": np.full(count, number),
        "place": places,
        "seat": seats,
        "player": series.seating(number, 1)[0][seats],
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


@compiled
def retrace(
    state: State,
    answers: Policies,
    observations: NDArray[np.int16],
    masks: NDArray[np.bool_],
    choices: Policies,
) -> int:
    """Deal and give all the answers; returns how many were choices of a seat.

    For each of them, `observations` and `masks` get what the seat that was asked could know and do, and
    `choices[number]` the seat, the answer, and how many answers there were before.
    """
    deal(state)
    resolve(state)
    count = 0
    for place in range(len(answers)):
        player, answer = open_question(state).player, int(answers[place])
        if player != NOBODY and state.offered > 1:
            write_observation(state, player, PERFECT_MEMORY, observations[count])
            for action in range(ACTIONS):
                masks[count, action] = state.mask[action] > 0
            choices[count, 0], choices[count, 1], choices[count, 2] = player, answer, place
            count += 1
        apply(state, answer)
    return count
