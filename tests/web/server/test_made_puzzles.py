"""Puzzles that people make of moments of games: who may, what they give away, how they are judged."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game, InvalidOption
from openabyss.arena.puzzles import Puzzle
from openabyss.client.replay import Replay
from openabyss.engine.mode import INTERPRETED
from openabyss.server.computers.fair_turns import FairTurns
from openabyss.server.computers.questions import ComputerFailed, Search
from openabyss.server.limits import AN_HOUR, PUZZLES
from openabyss.server.storage import Storage, findings
from openabyss.server.tables.analysis.puzzles import MadePuzzles, puzzle_at
from openabyss.server.tables.errors import Refusal
from tests.random_games import play_on
from tests.web.server.serving import SECONDS, InlineComputers, Person, Served, serve, settings_for, storage_in

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(settings_for(tmp_path_factory.mktemp("puzzles"))) as found:
        yield found


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    game = Game.new(2, 4, kraken=True)
    play_on(game, random.Random(3), 40)
    return game.to_record()


def choice_of(record: dict[str, Any], *, players: range = range(2)) -> tuple[int, int]:
    """A moment at which one of the players has a choice, not the first one, and who."""
    replay = Replay(Game.from_record(record))
    for moment in range(5, len(replay)):
        game = replay.game_at(moment)
        if len(game.legal_actions) > 1 and game.player in players and game.question.kind != "PAY":
            return moment, game.player
    raise AssertionError("nobody has a choice")


def judged(person: Person, puzzle: str, **asked: str) -> dict[str, Any]:
    """The verdict, when it is there."""
    end = time.monotonic() + SECONDS
    while (answer := person.http.get(f"{puzzle}/verdict.json", params=asked)).status_code == 202:
        assert set(answer.json()) == {"done", "all"}
        assert time.monotonic() < end
        time.sleep(0.02)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_puzzle_of_a_record_is_solved_by_whoever_has_its_address(
    served: Served, record: dict[str, Any]
) -> None:
    moment, player = choice_of(record)
    form = {"moment": str(moment), "record": json.dumps(record)}
    made = served.person().http.post("/replay/record/puzzle", data=form)
    assert made.is_redirect
    puzzle, other = made.headers["location"], served.person()
    assert "Puzzle from a game" in other.http.get(puzzle).text
    update = other.http.get(f"{puzzle}/table.json").json()
    assert (update["question"]["mine"], update["view"]["seat"]) == (True, player)
    assert [seat["hand"] is None for seat in update["view"]["seats"]].count(False) == 1
    answers = {action["text"] for action in update["question"]["actions"]}
    verdict = judged(other, puzzle)
    assert {answer["action"] for answer in verdict["answers"]} == answers
    best, *_others, worst = verdict["answers"]
    assert judged(other, puzzle, answer=best["action"])["is_right"]
    assert best["percent"] >= worst["percent"]
    assert verdict["reasons"]
    assert other.http.get(f"{puzzle}/verdict.json", params={"answer": "nonsense"}).status_code == 400


def test_the_regent_of_a_record_is_called_so_in_its_replay_and_in_its_puzzles(served: Served) -> None:
    game = play_on(Game.new(2, 4, regent=3), random.Random(3))
    ann, record = served.person(), game.to_record()
    moment, _player = choice_of(record, players=range(1))
    replay = ann.http.post("/api/replay", json={"record": record, "seat": 0, "moment": 0}).json()
    made = ann.http.post("/replay/record/puzzle", data={"moment": str(moment), "record": json.dumps(record)})
    puzzle = ann.http.get(f"{made.headers['location']}/table.json").json()
    assert (puzzle["config"]["regent"], puzzle["view"]["seat"]) == (3, 0)
    for update in (replay["updates"][0], puzzle):
        person = update["people"][1]
        assert (person["name"], person["kind"], person["level"]) == ("Regent", "regent", "regent")


def test_until_the_end_only_ones_own_decisions_become_puzzles(served: Served) -> None:
    ann, bea, table = served.two_people(seed=6)
    asked = ann.look(table)["question"]["player"]
    one, other = (ann, bea) if asked == 0 else (bea, ann)
    refused = other.http.post(f"/t/{table}/puzzle", data={"moment": "0"})
    assert refused.status_code == 422
    assert "only your own decisions" in refused.text
    assert one.http.post(f"/t/{table}/puzzle", data={"moment": "0"}).is_redirect
    assert served.person().http.post(f"/t/{table}/puzzle", data={"moment": "0"}).status_code == 403


def test_whether_an_opponent_had_a_choice_is_not_given_away(record: dict[str, Any]) -> None:
    replay = Replay(Game.from_record(record))
    moment, player = choice_of(record)
    with pytest.raises(InvalidOption, match="only your own"):
        puzzle_at(replay, moment, [1 - player], 1)
    whole = Game.new(2, 4, kraken=True)
    play_on(whole, random.Random(3), None)
    replay = Replay(whole)
    single = next(
        place
        for place in range(len(replay) - 1)
        if len(replay.game_at(place).legal_actions) == 1 and replay.game_at(place).question.kind != "PAY"
    )
    player = replay.game_at(single).player
    with pytest.raises(InvalidOption, match="only your own"):
        puzzle_at(replay, single, [1 - player], 1)
    with pytest.raises(InvalidOption, match="one answer is possible"):
        puzzle_at(replay, single, [player], 1)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"moment": "5", "record": "{"}, "The record cannot be read"),
        ({"moment": "5", "record": "[" * 9_000}, "The record cannot be read"),
        ({"moment": "x", "record": "{}"}, "This form cannot be read"),
        ({"moment": "5", "record": '{"format": "openabyss/2"}'}, "config"),
        ({}, "The record cannot be read"),
    ],
    ids=["cut off", "deep", "no moment", "no game", "nothing"],
)
def test_what_makes_no_puzzle_is_refused(served: Served, fields: dict[str, str], problem: str) -> None:
    answer = served.person().http.post("/replay/record/puzzle", data=fields)
    assert answer.status_code == 422
    assert problem in answer.json()["message"]


def test_nobody_makes_a_thousand(served: Served, record: dict[str, Any]) -> None:
    moment, _player = choice_of(record)
    form = {"moment": str(moment), "record": json.dumps(record)}
    http = served.person().http
    found = [
        http.post("/replay/record/puzzle", data=form).status_code for _number in range(AN_HOUR[PUZZLES] + 1)
    ]
    assert set(found) == {303, 429}
    assert found[-1] == 429


async def test_what_was_found_out_is_kept_and_the_oldest_puzzles_go_first(
    database: str, record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    moment, player = choice_of(record)
    puzzle = puzzle_at(Replay(Game.from_record(record)), moment, [player], 1)
    with closing(Storage(database)) as storage:
        puzzles = MadePuzzles(FairTurns(1), InlineComputers(), storage)
        id_ = await puzzles.add(puzzle)
        assert await puzzles.get(id_) == puzzle
        made = puzzles.judged(id_, puzzle, "1.1.1.1")
        assert puzzles.judged(id_, puzzle, "2.2.2.2") is made
        assert made.task is not None
        await made.task
    with closing(Storage(database)) as storage:
        after = MadePuzzles(FairTurns(1), InlineComputers(), storage)
        kept = await after.get(id_)
        assert isinstance(kept, Puzzle)
        assert kept == made.found
        assert after.judged(id_, kept, "1.1.1.1").found == kept
        monkeypatch.setattr(findings, "MAX_PUZZLES", 2)
        for _number in range(3):
            await asyncio.sleep(0.002)  # Their times are milliseconds.
            newest = await after.add(puzzle)
        assert await after.get(newest) is not None
        assert await after.get(id_) is None


async def test_who_waits_is_told_that_it_failed_and_may_ask_again(
    tmp_path: Path, record: dict[str, Any]
) -> None:
    class Failing(InlineComputers):
        async def find(self, asked: Search) -> str:
            raise ComputerFailed("gone")

    moment, player = choice_of(record)
    puzzle = puzzle_at(Replay(Game.from_record(record)), moment, [player], 1)
    with storage_in(tmp_path) as storage:
        puzzles = MadePuzzles(FairTurns(1), Failing(), storage)
        made = puzzles.judged("p", puzzle, "1.1.1.1")
        assert made.task is not None
        await made.task
        assert puzzles.judged("p", puzzle, "1.1.1.1") is made
        assert made.has_failed
        assert puzzles.judged("p", puzzle, "1.1.1.1").is_going_on
        puzzles.close()


async def test_nobody_has_many_judged_at_once(database: str, record: dict[str, Any]) -> None:
    moment, player = choice_of(record)
    puzzle = puzzle_at(Replay(Game.from_record(record)), moment, [player], 1)
    with closing(Storage(database)) as storage:
        puzzles = MadePuzzles(FairTurns(1), InlineComputers(), storage)
        for number in range(2):
            puzzles.judged(f"p{number}", puzzle, "1.1.1.1")
        with pytest.raises(Refusal, match="Other reviews or puzzles are still in progress"):
            puzzles.judged("p3", puzzle, "1.1.1.1")
        puzzles.close()
