"""A lord more, with a question of its own, breaks nothing that was stored before it came."""

import asyncio
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game
from openabyss.client.table_history import ANSWER, TableHistory
from openabyss.rules.cards.printed import ADDED_LORDS
from openabyss.server.storage import SeatRow, Storage, TableRow
from tests.added_lord.copying import PLACES, PORTER, copy_with_porter
from tests.added_lord.looking import look
from tests.random_games import play_on
from tests.rules.printed import base_table

ROOT = Path(__file__).parents[1]
CONFIG = {"players": 2, "seed": 11, "kraken": False, "leviathan": False, "options": {}}


def records() -> list[dict[str, Any]]:
    """Games in the middle and at the end, with and without expansions."""
    found = []
    for sets, decisions in [(sets, decisions) for sets in range(4) for decisions in (20, None)]:
        game = Game.new(players=2 + sets % 3, seed=sets, kraken=sets % 2 == 1, leviathan=sets > 1)
        found.append(play_on(game, random.Random(sets), decisions).to_record())
    return found


def stored_table(url: str) -> None:
    """A table at which some answers were given, each of which was stored with the hash of the game."""
    history, chance = TableHistory(CONFIG, [None, None]), random.Random(3)
    row = TableRow("t", "2026-01-01", "2026-01-01", CONFIG, "0.1.0", "c", "salt", "host", "watch", "nonce")

    async def fill() -> None:
        storage = Storage(url)
        await storage.create(row, [SeatRow(seat, "person", "Ann") for seat in range(2)])
        for number in range(1, 25):
            seat, answer = history.game.player, chance.choice(history.game.legal_actions).text
            entry = history.add(ANSWER, seat, answer, f"{seat}:{number}")
            await storage.append("t", number, entry)
        storage.close()

    asyncio.run(fill())


Told = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What was stored, as today's sources read it, and as those with one lord more do."""
    folder = tmp_path_factory.mktemp("added_lord")
    url = f"sqlite:///{folder}/tables.db"
    stored_table(url)
    positions = [{"players": 2, "leviathan": True}, {"players": 3, "kraken": True, "court": [1, 2, 3]}]
    stored = {"games": records(), "table": url, "positions": positions}
    run = subprocess.run(
        [sys.executable, "-m", "tests.added_lord.looking"],
        input=json.dumps(stored),
        env={**os.environ, "OPENABYSS_INTERPRETED": "1", "PYTHONPATH": str(copy_with_porter(folder))},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return look(stored), json.loads(run.stdout)


def test_old_records_and_their_positions_end_with_the_same_hash(told: Told) -> None:
    before, after = told
    for old, new in zip(before["games"], after["games"], strict=True):
        assert new["hash"] == new["again"] == new["position"] == old["hash"]


def test_views_of_old_games_stay_as_they_were(told: Told) -> None:
    before, after = told
    assert [game["views"] for game in after["games"]] == [game["views"] for game in before["games"]]


def test_networks_judge_old_games_as_before(told: Told) -> None:
    before, after = told
    for old, new in zip(before["games"], after["games"], strict=True):
        assert new["chances"] == pytest.approx(old["chances"], abs=1e-6)


def test_a_stored_table_goes_on(told: Told) -> None:
    before, after = told
    assert after["table"] == before["table"]


def test_positions_that_leave_the_lord_deck_out_stay_as_they_were(told: Told) -> None:
    before, after = told
    assert after["positions"] == before["positions"]


def test_the_new_lord_takes_part_in_new_games(told: Told) -> None:
    _before, after = told
    assert after["porter"]["config"]["added_lords"] == [*ADDED_LORDS, PORTER]
    assert after["porter"]["lords"] == len(base_table("lords")) + 1


def test_the_new_question_is_asked_answered_and_stored(told: Told) -> None:
    _before, after = told
    porter = after["porter"]
    assert porter["prompt"] == "The Porter: which ally do you discard for a pearl?"
    assert porter["about"] == PORTER
    assert porter["seen"] == [PORTER]
    assert porter["answers"] > 1
    assert porter["why"]
    assert porter["chosen"].startswith("card:")
    assert porter["position"][0] == porter["position"][1]
    assert porter["record"][0] == porter["record"][1]


def test_contributing_names_every_place_that_was_touched() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text()
    assert [place for place in PLACES if f"`{place}`" not in told] == []
