"""Whole games at the table in the browser, by mouse alone and by keyboard alone."""

import random
import time

import pytest
from playwright.sync_api import Page

from tests.web.browser import at_table


@pytest.mark.parametrize(
    ("seed", "sets"),
    [pytest.param(5, {}, marks=pytest.mark.soak), (6, {"kraken": True, "leviathan": True})],
)
def test_a_whole_game_by_mouse(page: Page, seed: int, sets: dict[str, bool]) -> None:
    table = at_table.sit_down(page, ["me", "computer"], seed, **sets)
    clicks = at_table.play_by_mouse(page, random.Random(seed))
    update = at_table.server_view(page, table)
    assert update["over"]
    assert clicks > 20
    assert at_table.state_of_page(page, update["revision"]) == at_table.state_of_view(update)
    assert page.locator("#dock .answers a").get_attribute("href") == update["results_url"]


def test_a_whole_game_by_keyboard(page: Page) -> None:
    table = at_table.sit_down(page, ["me", "computer"], 5)
    chooser, end = random.Random(3), time.monotonic() + at_table.SECONDS
    while at_table.wait_for_turn(page):
        assert time.monotonic() < end, "the game takes too long"
        press_something(page, chooser)
    assert at_table.is_over(page)
    update = at_table.server_view(page, table)
    assert at_table.state_of_page(page, update["revision"]) == at_table.state_of_view(update)


def press_something(page: Page, chooser: random.Random) -> None:
    """A digit; or go to the answers and along them with the arrows, and press Enter."""
    if page.locator("[data-command=confirm]").count():
        page.keyboard.press("1")
        return
    answers = page.locator("#dock .answer:not(.refused)").count()
    if chooser.random() < 0.5:
        page.keyboard.press(str(chooser.randint(1, min(9, answers))))
        return
    page.keyboard.press("a")
    for _step in range(chooser.randrange(answers)):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
