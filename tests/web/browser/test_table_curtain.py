"""Two people at one screen: while the curtain is down, no card of a hand is on the page."""

import random

from playwright.sync_api import Page

from tests.web.browser.at_table import advance, new_table, something_to_click


def test_no_hand_is_on_the_page_while_the_curtain_is_down(page: Page) -> None:
    table = new_table(page.context, ["me", "here", "computer"], 21)
    advance(page.context, table, 30)
    page.goto(f"/t/{table}")
    curtains, chooser = 0, random.Random(5)
    seats = set()
    for _step in range(40):
        page.locator("#dock.mine .answer:not(.refused):not(.busy), #curtain-lift").first.wait_for()
        if page.locator("#curtain-lift").count():
            curtains += 1
            assert page.locator("[data-life], .hand, [data-tip^='ally']").count() == 0
            assert page.locator("#told").inner_text() == ""
            page.locator("#curtain-lift").click()
            page.locator("#curtain-lift").wait_for(state="detached")
            continue
        seats.add(page.locator(".seat.own").get_attribute("data-seat"))
        something_to_click(page, chooser).click()
        if page.locator("dialog[open] .answers .answer").count():
            page.locator("dialog[open] .answers .answer").first.click()
    assert curtains > 2
    assert seats == {"0", "1"}
