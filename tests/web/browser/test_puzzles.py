"""Puzzles in a browser: on the table as always, judged beside it, and remembered here alone."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openabyss import Game
from openabyss.arena.puzzles import shipped_puzzles
from openabyss.client.replay import Replay
from tests.random_games import play_on
from tests.web.browser.at_table import ANSWERS, violations
from tests.web.browser.test_replay import open_record, where

# A lord is best, which would be paid for at a table.
NUMBER = next(number for number, one in enumerate(shipped_puzzles(), 1) if one.best.startswith("recruit:"))
BEST, WRONG = [*shipped_puzzles()[NUMBER - 1].chances][:2]


@pytest.fixture(scope="module")
def moment() -> tuple[dict[str, Any], int]:
    """A record, and a moment of it at which somebody begins a turn."""
    game = Game.new(2, 4)
    play_on(game, random.Random(4), 30)
    replay = Replay(game)
    games = [(place, replay.game_at(place)) for place in range(1, len(replay))]
    number = next(place for place, at in games if at.question.kind == "MAIN" and len(at.legal_actions) > 1)
    return game.to_record(), number


@pytest.mark.parametrize(("size", "language"), [((1440, 900), "en"), ((390, 844), "de")])
def test_a_puzzle_is_solved_and_the_next_one_follows(
    page: Page, size: tuple[int, int], language: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/puzzles/{NUMBER}?theme=turn&lang={language}")
    page.locator(f"{ANSWERS}[data-action='{WRONG}']").click()
    expect(page.locator("#guide")).to_have_attribute("data-verdict", "wrong")
    expect(page.locator("#puzzle-chances")).to_be_hidden()
    page.locator(f"{ANSWERS}[data-action='{BEST}']").click()
    expect(page.locator("#guide")).to_have_attribute("data-verdict", "right")
    expect(page.locator("#puzzle-chances tr")).to_have_count(len(shipped_puzzles()[NUMBER - 1].chances))
    expect(page.locator("#puzzle-reasons li").first).to_be_visible()
    expect(page.locator(f"#dock [data-action='{BEST}'][data-guided]")).to_be_visible()
    assert violations(page) == []
    expect(page.locator("#puzzle-next")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**theme=turn")
    assert f"/puzzles/{NUMBER}?" not in page.url
    page.goto("/puzzles")
    expect(page.locator("#count-right")).to_have_text("0 / 1")


@pytest.mark.parametrize(("size", "language"), [((1440, 900), "en"), ((390, 844), "de")])
def test_a_moment_of_a_replay_becomes_a_puzzle(
    page: Page, moment: tuple[dict[str, Any], int], size: tuple[int, int], language: str
) -> None:
    record, number = moment
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_record(page, record, f"/replay?lang={language}")
    for step in range(1, number + 1):
        page.keyboard.press("ArrowRight")
        where(page, step)
    expect(page.locator("#dock")).to_contain_text("→")
    page.locator("#replay-more > summary").click()
    page.locator("#replay-puzzle button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/puzzles/[a-z0-9]{10}$"))
    page.locator(ANSWERS).first.wait_for()
    assert violations(page) == []
    page.locator("#puzzle-solve").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle-reasons li").first).to_be_visible()
    answers = page.locator(f"{ANSWERS}[data-action]").count()
    assert page.locator("#puzzle-chances tr").count() >= answers > 1
    expect(page.locator("#puzzle-next")).to_be_focused()
    assert violations(page) == []
    page.goto("/puzzles")
    expect(page.locator("#progress")).to_be_hidden()  # Only those of the package count.


def test_a_puzzle_by_keyboard_and_to_screen_readers(page: Page) -> None:
    page.goto(f"/puzzles/{NUMBER}")
    page.locator(ANSWERS).first.wait_for()
    assert page.locator("#puzzle-says").get_attribute("role") == "status"
    # A solution that the server does not give counts for nothing.
    page.route("**/verdict.json*", lambda route: route.fulfill(body=""), times=1)
    page.locator("#puzzle-solve").click()
    expect(page.locator("#puzzle-says")).not_to_be_empty()
    assert page.evaluate("localStorage.getItem('openabyss.puzzles')") is None
    page.locator(f"{ANSWERS}[data-action='{BEST}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle-says")).to_contain_text("Right!")
    page.keyboard.press("g")
    expect(page.locator("#puzzle-next")).to_be_focused()
