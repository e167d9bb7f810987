"""Reviews of finished games: made in the background, after all opponents, and not too many at once."""

import asyncio
import re
import time
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from openabyss.arena.review import Review, edition
from openabyss.client.result import NOTHING
from openabyss.engine.mode import INTERPRETED
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.server.computers.fair_turns import FairTurns, Party
from openabyss.server.computers.process import answer_question
from openabyss.server.computers.questions import ComputerFailed, HintAsked, NotPrepared, Search
from openabyss.server.storage import Retention, Storage, TableRow, findings
from openabyss.server.storage.storage import tidy_tables
from openabyss.server.tables.analysis import reviews as analysis
from openabyss.server.tables.analysis.reviews import MAX_OF_VISITOR, Making, Reviews
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable
from tests.web.server.serving import (
    InlineComputers,
    serve,
    settings_for,
    storage_in,
    two_processes,
    wait_until,
)

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")


@pytest.fixture(scope="module")
def over() -> Game:
    game, chooser = Game.new(players=2, seed=6), player("medium", 1)
    while not game.is_over:
        game.apply(chooser.choose(Perspective(game)))
    return game


def table_of(game: Game, name: str) -> LiveTable:
    """As much of a table as a review needs."""
    history = SimpleNamespace(game=game, is_over=game.is_over, settlement=NOTHING)
    return cast(LiveTable, SimpleNamespace(id=name, history=history))


async def made_by(reviews: Reviews, table: LiveTable) -> Making[Review]:
    """The review that was begun, once nobody makes it any more."""
    made = await reviews.of(table)
    assert made is not None
    assert made.task is not None
    await made.task
    return made


class Failing(InlineComputers):
    """Nobody can search; or, while `hold` is not set, nobody has an answer yet."""

    def __init__(self) -> None:
        self.hold = asyncio.Event()

    async def find(self, asked: Search) -> str:
        await self.hold.wait()
        raise ComputerFailed(asked.level)


def test_people_who_have_played_get_a_review_in_their_language(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path)) as served:
        ann, table = served.seated("me", "here", seed=6)
        page = f"/t/{table}/review"
        assert ann.http.post(page).status_code == 403
        for seat in range(2):
            wish = {"do": "replace", "seat": str(seat), "level": "medium"}
            assert ann.http.post(f"/t/{table}/lobby", data=wish).is_redirect
        wait_until(lambda: bool(ann.look(table)["over"]), pause=0.05)
        assert "Make the review" in ann.http.get(page).text
        assert ann.http.post(page).headers["location"] == page
        while "Luck and skill" not in (text := ann.http.get(page).text):
            assert 'id="progress"' in text
            assert "0 / 0" not in text
            time.sleep(0.05)
        assert "<svg" in text
        [first, *_others] = re.findall(rf"/t/{table}/replay\?moment=\d+", text)
        assert ann.http.get(first).status_code == 200
        assert "At the end" in text
        assert "Glück und Können" in ann.http.get(page, params={"lang": "de"}).text
        assert served.person().http.get(page).status_code == 403


async def test_nobody_has_too_many_made_at_once_and_what_failed_is_made_again(
    over: Game, tmp_path: Path
) -> None:
    computers = Failing()
    with storage_in(tmp_path) as storage:
        reviews = Reviews(FairTurns(1), computers, storage)
        tables = [table_of(over, f"t{number}") for number in range(MAX_OF_VISITOR + 1)]
        for table in tables[:-1]:
            await reviews.begin(table, "1.1.1.1")
        with pytest.raises(Refusal, match="Other reviews or puzzles are still in progress") as refused:
            await reviews.begin(tables[-1], "1.1.1.1")
        assert refused.value.code == "too_many"
        # A thousand more change nothing: not for others, nor for what the same visitor may ask for later.
        for _more in range(1000):
            with pytest.raises(Refusal):
                await reviews.begin(tables[-1], "1.1.1.1")
        await reviews.begin(tables[-1], "2.2.2.2")
        computers.hold.set()
        for table in tables:
            assert (await made_by(reviews, table)).has_failed
        await reviews.begin(tables[0], "1.1.1.1")
        again = await reviews.of(tables[0])
        assert again is not None
        assert not again.has_failed
        reviews.close()


class Unprepared(InlineComputers):
    """Searches wait until somebody prepares them, which may fail."""

    def __init__(self) -> None:
        self.asked, self.state = 0, "preparing"

    async def find(self, asked: Search) -> str:
        self.asked += 1
        if self.state == "preparing":
            raise NotPrepared
        if self.state == "failed":
            raise ComputerFailed
        return await super().find(asked)


@pytest.mark.parametrize("outcome", ["prepared", "failed"])
async def test_a_review_waits_until_its_server_is_prepared_and_keeps_no_opponent_waiting(
    over: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: str
) -> None:
    monkeypatch.setattr(analysis, "PREPARED_EVERY", 0.01)
    computers, turns = Unprepared(), FairTurns(1)
    with storage_in(tmp_path) as storage:
        reviews, table = Reviews(turns, computers, storage), table_of(over, "t")
        await reviews.begin(table, "1.1.1.1")
        async with asyncio.timeout(30):
            while computers.asked < 3:
                await asyncio.sleep(0.01)
                async with turns.turn(("2.2.2.2",)):
                    pass
        waiting = await reviews.of(table)
        assert waiting is not None
        assert waiting.is_going_on
        computers.state = outcome
        assert (await made_by(reviews, table)).has_failed == (outcome == "failed")
        reviews.close()


async def test_a_game_that_goes_on_has_no_review(tmp_path: Path) -> None:
    with storage_in(tmp_path) as storage:
        reviews = Reviews(FairTurns(1), InlineComputers(), storage)
        with pytest.raises(Refusal, match="when it is over"):
            await reviews.begin(table_of(Game.new(), "t"), "1.1.1.1")


class Silent(InlineComputers):
    """Nobody may be asked."""

    async def find(self, asked: Search) -> str:
        raise AssertionError("this is known")


def stored(name: str, game: Game) -> TableRow:
    return TableRow(name, "2026-01-01", "2026-01-01", game.to_record()["config"], "", "", "", "", name, "")


async def test_a_review_is_there_after_a_restart_and_goes_with_its_table(over: Game, database: str) -> None:
    table = table_of(over, "abcdefghij")
    with closing(Storage(database)) as storage:
        await storage.create(stored(table.id, over), [])
        reviews = Reviews(FairTurns(1), InlineComputers(), storage)
        await reviews.begin(table, "1.1.1.1")
        made = await made_by(reviews, table)
        assert made.found is not None
    with closing(Storage(database)) as storage:
        after = Reviews(FairTurns(1), Silent(), storage)
        await after.begin(table, "1.1.1.1")
        kept = await after.of(table)
        assert kept is not None
        assert kept.found == made.found
        other = partial(findings.review_of, table=table.id, edition="another version")
        assert await storage.read(other) is None
        keep = partial(findings.keep_review, table=table.id, edition=edition())
        known = partial(findings.review_of, table=table.id, edition=edition())
        await storage.write(keep, found=b'{"decisions": 1}')
        assert await Reviews(FairTurns(1), Silent(), storage).of(table) is None
        storage.write_now(tidy_tables, Retention(), datetime(2030, 1, 1, tzinfo=UTC))
        assert await storage.read(known) is None
        await storage.write(keep, found=b"{}")  # Nothing is kept of a table that is gone.
        assert await storage.read(known) is None


async def test_one_process_sees_what_another_one_makes(over: Game, postgres_database: str) -> None:
    table, computers = table_of(over, "abcdefghij"), Failing()
    with two_processes(postgres_database) as (one, other):
        await one.create(stored(table.id, over), [])
        here = Reviews(FairTurns(1), computers, one)
        there = Reviews(FairTurns(1), Silent(), other)
        assert await there.of(table) is None
        await here.begin(table, "1.1.1.1")
        async with asyncio.timeout(60):
            while (seen := await there.of(table)) is None:
                await asyncio.sleep(0.01)
        assert seen.is_going_on
        await there.begin(table, "1.1.1.1")  # It is not begun a second time.
        computers.hold.set()
        assert (await made_by(here, table)).has_failed
        again = Reviews(FairTurns(1), InlineComputers(), one)
        await again.begin(table, "1.1.1.1")
        ready = await made_by(again, table)
        found = await there.of(table)
        assert found is not None
        assert found.found == ready.found


async def test_who_is_patient_waits_for_all_others_and_leaves_a_place() -> None:
    turns, begun, end = FairTurns(2), list[str](), asyncio.Event()

    async def think(party: Party, *, is_patient: bool) -> None:
        async with turns.turn(party, is_patient=is_patient):
            begun.append(party[0])
            await end.wait()

    parties = [("review 1", "a"), ("review 2", "b"), ("3.3.3.3", "c"), ("4.4.4.4", "d")]
    tasks = []
    for party in parties:
        tasks.append(asyncio.create_task(think(party, is_patient=party[0].startswith("review"))))
        await asyncio.sleep(0)
    assert begun == ["review 1", "3.3.3.3"]
    end.set()
    await asyncio.gather(*tasks)
    assert begun == ["review 1", "3.3.3.3", "4.4.4.4", "review 2"]


def test_a_process_finds_hints_in_the_language_of_the_reader() -> None:
    record: dict[str, Any] = Game.new(players=2, seed=3).to_record()
    found = answer_question(HintAsked(record, "de", ["Ada", "Nemo"]))
    assert not found.problem
    assert "Warum nicht" in found.action
