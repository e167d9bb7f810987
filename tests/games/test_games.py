"""Games and counts that are kept in files: `python -m tests.games.write` writes them anew."""

import difflib
import json
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game
from tests.games import counts, finished, transcripts
from tests.games.finished import Ending, cause_of
from tests.invariants.reckoning import reckoned

MAX_SHOWN = 40


def assert_same(path: Path, found: str) -> None:
    """The file holds this text; otherwise say where the two differ."""
    kept = path.read_text().splitlines()
    difference = list(difflib.unified_diff(kept, found.splitlines(), path.name, "now", lineterm="", n=2))
    assert not difference, "\n".join(["python -m tests.games.write", *difference[:MAX_SHOWN]])


@pytest.mark.parametrize("players", transcripts.SEEDS)
def test_a_game_goes_as_its_transcript_says(players: int) -> None:
    assert_same(transcripts.path_of(players), transcripts.transcript(players))


def test_as_many_sequences_of_decisions_as_counted_start_from_each_position() -> None:
    assert_same(counts.PATH, counts.table_of_counts())


def read(players: int, ending: Ending) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(finished.path_of(players, ending).read_text())
    return game


@pytest.mark.parametrize(("players", "ending"), finished.WANTED)
def test_a_finished_game_replays_to_the_exact_score(players: int, ending: Ending) -> None:
    kept = read(players, ending)
    game = Game.from_record(kept["record"])
    assert game.is_over
    assert (game.players, cause_of(game)) == (players, ending.cause)
    assert (game.table.ending_player, game.table.turn) == (kept["ending_player"], kept["turns"])
    assert (game.scores, game.ranking) == (kept["scores"], kept["ranking"])
    assert game.scores == [reckoned(seat, game.table.seats) for seat in game.table.seats]


@pytest.mark.parametrize(("players", "ending"), finished.WANTED)
def test_a_finished_game_is_over_with_its_last_answer_and_not_before(players: int, ending: Ending) -> None:
    record = read(players, ending)["record"]
    assert not Game.from_record({**record, "decisions": record["decisions"][:-1]}).is_over
