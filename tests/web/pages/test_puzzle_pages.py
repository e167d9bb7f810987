"""Puzzles over HTTP: what is asked, how it is judged, and what is not given away."""

import pytest

from openabyss.arena.puzzles import shipped_puzzles
from tests.web.pages.reading import Visitor


def test_the_page_of_all_puzzles_leads_to_that_of_the_day_and_to_every_theme(visitor: Visitor) -> None:
    page = visitor.http.get("/puzzles").text
    today = visitor.http.get("/puzzles/today", follow_redirects=False).headers["location"]
    assert f'href="{today}"' in page
    assert page.count("?theme=") == 9


def test_a_puzzle_shows_what_the_seat_sees_and_nothing_more(visitor: Visitor) -> None:
    update = visitor.http.get("/puzzles/1/table.json").json()
    puzzle = shipped_puzzles()[0]
    assert update["view"]["seat"] == puzzle.seat
    assert update["question"]["mine"]
    assert update["seed"] is None
    assert [seat["hand"] is None for seat in update["view"]["seats"]].count(False) == 1
    assert {action["text"] for action in update["question"]["actions"]} == set(puzzle.chances)


def test_an_answer_is_judged_in_the_language_of_the_reader(visitor: Visitor) -> None:
    puzzle = shipped_puzzles()[0]
    judged = visitor.http.get("/puzzles/1/verdict.json", params={"answer": puzzle.best, "lang": "de"}).json()
    assert (judged["is_right"], judged["text"]) == (True, "Richtig!")
    assert judged["answers"][0]["percent"] == round(100 * puzzle.chances[puzzle.best])
    refused = visitor.http.get("/puzzles/1/verdict.json", params={"answer": "<b>"}, headers={"Accept": "*/*"})
    assert refused.status_code == 400
    assert refused.headers["content-type"] == "application/json"


@pytest.mark.parametrize("number", ["0", "9999", "-1", "1e3", "9" * 40, "x"])
def test_there_is_no_other_puzzle(visitor: Visitor, number: str) -> None:
    for path in (f"/puzzles/{number}", f"/puzzles/{number}/table.json", f"/puzzles/{number}/verdict.json"):
        answer = visitor.http.get(path)
        assert answer.status_code == 404
        assert "There are puzzles 1 to" in answer.text
