"""Replays over HTTP: from whose eyes, records that do not play, how much anybody may ask, playing on."""

import asyncio
import json
import random
import threading
from typing import Any

import pytest

from openabyss import Game
from openabyss.client.table_history import ANSWER
from openabyss.server.storage import SeatRow
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.analysis.replays import MAX_WAITING, MomentsWanted, Replays, moments_of_table
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable
from tests import random_games
from tests.web.server.serving import Person, Served, live_table

ANN, BEA = "a" * 64, "b" * 64


def finished() -> Game:
    return random_games.play_on(Game.new(2, 4), random.Random(3))


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return finished().to_record()


def table_of(browsers: tuple[str, str], answers: int) -> LiveTable:
    """A table after so many answers, or at its end."""
    seats = [SeatRow(seat, PERSON, f"P{seat}", browser=browser) for seat, browser in enumerate(browsers)]
    table = live_table(Game.new(2, 4).to_record()["config"], seats)
    chooser, history = random.Random(5), table.history
    while not history.game.is_over and history.revision < answers:
        action = chooser.choice(list(history.game.legal_actions)).text
        history.add(ANSWER, history.game.player, action, "one")
    return table


def looked_at(table: LiveTable, browser: str, seat: int | None) -> tuple[int | None, list[int], list[Any]]:
    """From which seat one looks, from which one may, and whose hands are seen."""
    found = json.loads(moments_of_table(table, browser, MomentsWanted(seat, 30))())
    hands = {
        place
        for update in found["updates"]
        for place, one in enumerate(update["view"]["seats"])
        if one["hand"]
    }
    return found["seat"], found["seats"], sorted(hands)


def test_until_the_end_one_sees_with_ones_own_eyes() -> None:
    table = table_of((ANN, BEA), 40)
    assert looked_at(table, ANN, 0) == (0, [0], [0])
    assert looked_at(table, BEA, 1) == (1, [1], [1])
    for browser, seat in ((ANN, 1), (BEA, 0), (ANN, None), ("c" * 64, 0)):
        assert looked_at(table, browser, seat)[::2] == (None, [])
    # The other would see it too, who shares the screen.
    assert looked_at(table_of((ANN, ANN), 40), ANN, 0) == (None, [], [])


def test_until_the_end_nothing_depends_on_what_is_hidden() -> None:
    """Two games that are the same but for the monster token that the other has drawn."""
    written = []
    for token in (2, 4):
        table = table_of((ANN, BEA), 0)
        position = Game.new(2, 4).to_position()
        position["seats"][1]["monster_tokens"] = [token]
        del position["monster_pool"]
        table = live_table({"position": position}, table.seats)
        written.append(moments_of_table(table, ANN, MomentsWanted(0, 0))())
    assert written[0] == written[1]


def test_after_the_end_one_sees_with_anybodys_eyes() -> None:
    table = table_of((ANN, BEA), 10_000)
    assert looked_at(table, ANN, 1) == (1, [0, 1], [1])
    assert looked_at(table, "c" * 64, 0) == (0, [0, 1], [0])


def ask(person: Person, **asked: Any) -> Any:
    return person.http.post("/api/replay", json=asked)


def test_a_record_is_looked_at_and_not_kept(served: Served, record: dict[str, Any]) -> None:
    answer = ask(served.person(), record=record, seat=1, moment=40)
    found = answer.json()
    assert answer.headers["content-encoding"] == "gzip"
    assert (found["seat"], found["seats"]) == (1, [0, 1])
    assert found["first"] <= 40 < found["first"] + len(found["updates"])
    assert served.person().http.get("/api/tables").json() == {"tables": []}


def test_a_record_that_does_not_play_is_refused_with_its_first_wrong_answer(
    served: Served, record: dict[str, Any]
) -> None:
    wrong = {**record, "answers": [*record["answers"][:40], "recruit:1", *record["answers"][41:]]}
    answer = ask(served.person(), record=wrong)
    assert answer.status_code == 422
    assert 'answers[40]: "recruit:1": this is not legal there' in answer.json()["message"]


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"format": "openabyss/2"},
        {"format": "<script>"},
        {"format": "openabyss/2", "config": {"players": 10**9}},
    ],
)
def test_what_is_no_record_is_refused_in_words(served: Served, record: dict[str, Any]) -> None:
    answer = ask(served.person(), record=record)
    assert (answer.status_code, answer.json()["code"]) == (422, "InvalidRecord")


def test_an_upload_of_fifty_megabytes_is_refused_before_it_is_read(served: Served) -> None:
    head = (
        "POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {50 * 1024 * 1024}\r\n\r\n"
    )
    answer = served.answer_to(head.encode())
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"at most 65536 bytes" in answer


async def test_many_replays_of_one_visitor_wait_for_each_other_and_not_for_others() -> None:
    """The work is done beside the event loop, a few wait, more are refused."""
    replays, may_go = Replays(), threading.Event()
    waiting = [asyncio.create_task(replays.make("one", may_go.wait)) for _place in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal):
        await replays.make("one", may_go.wait)
    other = asyncio.create_task(replays.make("other", lambda: "made"))
    may_go.set()
    assert await asyncio.gather(*waiting, other) == [True] * MAX_WAITING + ["made"]
    assert await replays.make("one", lambda: "again") == "again"


def play_on(person: Person, game: dict[str, Any], /, **fields: Any) -> Any:
    values = {"moment": 20, "seat": 1, "level": "medium", "record": json.dumps(game), **fields}
    return person.http.post("/replay/record", data=values, follow_redirects=False)


def test_playing_on_makes_a_table_that_says_so(served: Served, record: dict[str, Any]) -> None:
    ann = served.person()
    answer = play_on(ann, record)
    assert answer.status_code == 303
    table = answer.headers["location"].rpartition("/")[2]
    update = ann.http.get(f"/api/tables/{table}").json()
    assert [person["kind"] for person in update["people"]] == ["computer", "person"]
    assert update["view"]["seat"] == 1
    assert "played on from a replay" in ann.http.get(f"/t/{table}/lobby").text
    assert "played on from a replay" in ann.http.get("/").text


def test_against_friends_the_links_come_first_and_a_known_seed_is_open(
    served: Served, record: dict[str, Any]
) -> None:
    ann = served.person()
    for moment, is_known in ((20, False), (0, True)):
        answer = play_on(ann, record, moment=moment, level="")
        address = answer.headers["location"]
        assert address.endswith("/lobby")
        assert ("Open seed 4:" in ann.http.get(address).text) == is_known


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"moment": 10**6}, 422),
        ({"seat": 4}, 422),
        ({"level": "best"}, 422),
        ({"record": "{"}, 422),
        ({"seat": ""}, 422),
    ],
)
def test_playing_on_from_nowhere_is_refused(
    served: Served, record: dict[str, Any], fields: dict[str, Any], status: int
) -> None:
    assert play_on(served.person(), record, **fields).status_code == status


def test_a_table_is_played_on_from_when_it_is_over(served: Served) -> None:
    ann, table = served.seated("me", "medium")
    answer = ann.http.post(f"/t/{table}/replay", data={"moment": 0, "seat": 0, "level": "medium"})
    assert answer.status_code == 403
    assert ann.http.get(f"/t/{table}/replay").status_code == 200
    assert served.person().http.get(f"/t/{table}/replay").status_code == 403
    assert served.person().http.get(f"/api/tables/{table}/replay").status_code == 403
