"""“What may I do now?”: every open answer with what it costs and brings, by button and by key."""

from playwright.sync_api import Page, expect

from tests.web.browser.at_table import ANSWERS, server_view, sit_down, violations


def test_every_open_answer_is_explained_by_button_and_by_key(page: Page) -> None:
    table = sit_down(page, ["me", "computer"], 3)
    page.locator(ANSWERS).first.wait_for()
    actions = sorted(server_view(page, table)["question"]["actions"], key=lambda one: bool(one.get("passes")))
    page.keyboard.press("?")
    told = page.locator("#dialog .explained")
    expect(told.locator("dt")).to_have_text([action["label"] for action in actions])
    expect(told.locator("dd")).to_have_count(len(actions))
    assert all(len(text) > 10 for text in told.locator("dd").all_inner_texts())
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-command=explain]").click()
    expect(told).to_be_visible()


def test_the_signs_and_keys_are_one_step_further(page: Page) -> None:
    sit_down(page, ["me", "computer"], 3)
    page.locator(ANSWERS).first.wait_for()
    page.keyboard.press("?")
    page.locator("#dialog .content > button").click()
    expect(page.locator("#dialog .keys")).to_be_visible()
