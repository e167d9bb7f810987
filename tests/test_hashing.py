"""The hash of a position: of its fields by name and value, not of the bytes in memory."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game
from openabyss.table.hashing import DEFINITION, differs
from tests.random_games import play_on

PACKAGE = Path(__file__).parents[1] / "src" / "openabyss"
HASH_ALL = """
import json, sys
from openabyss import Game
print(json.dumps([Game.from_position(one).hash for one in json.load(sys.stdin)]))
"""
# The hashes of the same positions by each definition. Where one changes, the definition has changed: give it
# the next number, and write the new hashes here.
WRITTEN = {
    1: {"base": "1:f6ea723d3a98ed8a", "kraken": "1:02d45b3dc6a7a2ce", "leviathan": "1:61cddc481d049903"}
}
POSITIONS: dict[str, dict[str, Any]] = {
    "base": {"players": 2, "court": [12, 30, 31], "available_locations": [14], "seats": [{"hand": ["S5"]}]},
    "kraken": {
        "players": 4,
        "kraken": True,
        "court": [12, 30, 31],
        "available_locations": [14],
        "sentinels": [{"lord": 106, "owner": 1, "area": "council", "target": "crab"}],
        "kraken_figure": 1,
    },
    "leviathan": {
        "players": 5,
        "leviathan": True,
        "court": [12, 30, 31],
        "available_locations": [14],
        "border": {"5": {"id": 6, "levels_lost": 1}},
        "acted": True,
    },
}


def positions() -> list[dict[str, Any]]:
    """Positions in the middle of random games of all sets."""
    found = []
    for sets in range(4):
        game = Game.new(players=2 + sets % 3, seed=sets, kraken=sets % 2 == 1, leviathan=sets > 1)
        found.append(play_on(game, random.Random(sets), 30).to_position())
    return found


def copy_with_another_layout(folder: Path) -> Path:
    """The sources with a field more, and with others that lie elsewhere in memory."""
    left_out = shutil.ignore_patterns("__pycache__", "art", "static")
    package = shutil.copytree(PACKAGE, folder / "openabyss", ignore=left_out)
    state = package / "rules" / "state.py"
    text, price = state.read_text(), "    price: Number\n"
    assert text.count(price) == 1
    state.write_text(
        text.replace(price, "    tides: Number\n").replace(
            "    depth: Number\n", f"    depth: Number\n{price}"
        )
    )
    return folder


@pytest.mark.parametrize("name", POSITIONS)
def test_a_definition_gives_the_same_hash_for_ever(name: str) -> None:
    assert Game.from_position(POSITIONS[name]).hash == WRITTEN[DEFINITION][name]


def test_neither_where_fields_lie_in_memory_nor_a_field_more_changes_a_hash(tmp_path: Path) -> None:
    given = positions()
    run = subprocess.run(
        [sys.executable, "-c", HASH_ALL],
        input=json.dumps(given),
        env={
            **os.environ,
            "OPENABYSS_INTERPRETED": "1",
            "PYTHONPATH": str(copy_with_another_layout(tmp_path)),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [Game.from_position(one).hash for one in given]


def test_hashes_of_one_definition_are_compared_and_others_are_not() -> None:
    game = Game.new(players=2, seed=1)
    other = f"{DEFINITION}:{'0' * 16}"
    assert differs(other, game.hash)
    assert not differs(game.hash, game.hash)
    assert not differs("0" * 16, game.hash)
    assert not differs(f"{DEFINITION + 1}:{'0' * 16}", game.hash)
    assert differs("no hash", game.hash)
