"""Two people at one screen: while the screen changes hands, no card of a hand is on the page."""

import random

from playwright.sync_api import Page

from tests.web.browser.at_table import advance, new_table, something_to_click


def test_no_hand_is_on_the_page_while_the_screen_changes_hands(page: Page) -> None:
    table = new_table(page.context, ["me", "here", "computer"], 21)
    advance(page.context, table, 30)
    page.goto(f"/t/{table}")
    handovers, chooser = 0, random.Random(5)
    seats = set()
    for _step in range(40):
        page.locator("#dock.mine .answer:not(.refused):not(.busy), #hot-seat-show").first.wait_for()
        if page.locator("#hot-seat-show").count():
            handovers += 1
            assert page.locator("[data-life], .hand, [data-tip^='ally']").count() == 0
            assert page.locator("#told").inner_text() == ""
            page.locator("#hot-seat-show").click()
            page.locator("#hot-seat-show").wait_for(state="detached")
            continue
        seats.add(page.locator(".seat.own").get_attribute("data-seat"))
        if chosen := something_to_click(page, chooser):
            chosen.click()
        if page.locator("dialog[open] .answers .answer").count():
            page.locator("dialog[open] .answers .answer").first.click()
    assert handovers > 2
    assert seats == {"0", "1"}
