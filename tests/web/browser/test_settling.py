"""Conceding, and ends by agreement: proposed and agreed to where the seats are, and seen at the table."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser import at_table


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_one_proposes_an_end_and_the_other_concedes(
    page: Page, friend: BrowserContext, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table = at_table.new_table(page.context, ["me", "friend"], 1)
    page.goto(f"/t/{table}")
    there = at_table.sit_beside(page, table, friend)
    page.locator("[data-command=people]").click()
    page.get_by_role("link", name="Concede, or end the game early").click()
    expect(page.get_by_role("heading", name="Concede, or end the game early")).to_be_visible()
    page.locator("summary", has_text="Propose ending the game").click()
    page.get_by_label("It is void").check()
    assert at_table.violations(page, at_table.COLOURS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Propose", exact=True).click()  # Not without the box.
    page.locator("form:has([name=do][value=void]) [name=sure]").check()
    page.get_by_role("button", name="Propose", exact=True).click()
    expect(page.get_by_role("button", name="Play on after all")).to_be_visible()
    there.get_by_role("link", name="proposes to declare the game void").click()
    there.get_by_role("button", name="Decline").click()
    there.locator("summary", has_text="Concede").click()
    there.locator("form:has([value=concede]) [name=sure]").check()
    there.get_by_role("button", name="Concede", exact=True).click()
    page.get_by_role("link", name="Results").wait_for()
    expect(page.locator("#end")).to_be_hidden()
    page.get_by_role("link", name="Results").click()
    page.goto(f"/t/{table}")
    expect(page.locator("#result-title")).to_contain_text("since the others have conceded")


def test_on_a_telephone_what_somebody_proposes_stands_below_all_answers(
    page: Page, friend: BrowserContext
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = at_table.new_table(page.context, ["me", "friend"], 12)
    there = at_table.sit_beside(page, table, friend)
    page.goto(f"/t/{table}")
    there.goto(f"/t/{table}/lobby")
    there.locator("summary", has_text="Propose ending the game").click()
    there.get_by_label("It is void").check()
    there.locator("form:has([name=do][value=void]) [name=sure]").check()
    there.get_by_role("button", name="Propose", exact=True).click()
    there.get_by_role("button", name="Play on after all").wait_for()
    assert there.evaluate("scrollY") > 0  # It is in view.
    there.goto(f"/t/{table}")
    while not (asked := [one for one in (page, there) if one.locator(".answer.passes").count()]):
        page.wait_for_timeout(20)
    proposed = asked[0].locator("#dock").get_by_role("link", name="proposes to declare the game void")
    passes = at_table.box_of(asked[0].locator(".answer.passes"))
    assert at_table.box_of(proposed)["y"] >= passes["y"] + passes["height"]


def test_nobody_has_a_place_in_a_game_that_is_void(page: Page) -> None:
    table = at_table.sit_down(page, ["me", "here"], 1)
    agreed = {"type": "propose", "id": "p", "seat": 0, "end": "void"}
    assert page.context.request.post(f"/api/tables/{table}/commands", data=agreed).ok
    expect(page.locator("#result-title")).to_contain_text("counts for nobody")
    expect(page.locator("#result th .who").first).to_be_visible()
    expect(page.locator("#result th .place")).to_have_count(0)
