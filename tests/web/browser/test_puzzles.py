"""Puzzles in a browser: on the table as always, judged beside it, and remembered here alone."""

import pytest
from playwright.sync_api import Page, expect

from openabyss.arena.puzzles import shipped_puzzles
from tests.web.browser.at_table import ANSWERS, violations

# A lord is best, which would be paid for at a table.
NUMBER = next(number for number, one in enumerate(shipped_puzzles(), 1) if one.best.startswith("recruit:"))
BEST, WRONG = [*shipped_puzzles()[NUMBER - 1].chances][:2]


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


def test_a_puzzle_by_keyboard_and_to_screen_readers(page: Page) -> None:
    page.goto(f"/puzzles/{NUMBER}")
    page.locator(ANSWERS).first.wait_for()
    assert page.locator("#puzzle-says").get_attribute("role") == "status"
    page.locator(f"{ANSWERS}[data-action='{BEST}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle-says")).to_contain_text("Right!")
    page.keyboard.press("g")
    expect(page.locator("#puzzle-next")).to_be_focused()
