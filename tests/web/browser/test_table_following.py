"""What helps to follow the game at the table in the browser."""

import re

from playwright.sync_api import Page, expect

from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers
from tests.web.browser.scenes import Projector


def test_a_leviathan_has_a_name_and_the_odds_of_the_own_hand(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 5, leviathan=True)
    at_table.advance(page.context, table, 25)
    page.goto(f"/t/{table}")
    update = at_table.server_view(page, table)
    assert update["fights"]
    for zone, fight in update["fights"].items():
        beast = update["view"]["border"][zone]
        card = page.locator(f"[data-life='leviathan-{beast['id']}']")
        expect(card.locator(".odds")).to_contain_text(f"{fight['percent']}%")
        expect(card.locator(".name")).to_be_visible()
        expect(card.locator(".power small .icon use")).to_have_attribute("href", re.compile("#monster$"))
        expect(card.locator(".hidden-visually").first).to_contain_text(fight["text"])


def test_what_the_others_did_since_my_last_turn_is_told_back_and_forth(page: Page) -> None:
    at_table.in_my_main_choice(page)
    recap = page.locator(".recap")
    expect(recap.locator(".place")).to_have_text(re.compile("^1/[2-9]"))
    page.locator("[data-command=recap-list]").click()
    told = recap.locator(".deeds li").all_inner_texts()
    assert len(told) == int(recap.locator(".place").inner_text().split("/")[1])
    assert not any("Captain" in sentence for sentence in told)
    for place, sentence in enumerate(told, 1):
        assert "".join(recap.locator("> .deed").inner_text().split()) == "".join(sentence.split())
        if place < len(told):
            page.locator("[data-command=recap-on]").click()
    expect(page.locator("[data-command=recap-on]")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-command=recap-back]").click()
    expect(recap.locator(".place")).to_have_text(f"{len(told) - 1}/{len(told)}")
    page.locator("[data-command=recap-close]").click()
    expect(recap).to_have_count(0)


def test_the_log_tells_an_action_in_one_sentence_and_unfolds_its_details(page: Page) -> None:
    at_table.in_my_main_choice(page)
    lines = page.locator("#log-lines > li")
    recruited = lines.filter(has_text=re.compile("recruits the")).first
    assert "spends" not in recruited.inner_text()
    recruited.locator("summary").click()
    expect(recruited.locator("ol li").filter(has_text="spends").first).to_be_visible()


def test_a_deed_of_another_is_one_readable_step_that_can_be_skipped(browsers: Browsers) -> None:
    page = browsers(reduced_motion="no-preference").new_page()
    at_table.sit_down(page, ["me", "computer", "computer"], 5)
    page.locator(f"{at_table.ANSWERS}, .step").first.wait_for()
    while not page.locator(".step").count():
        if (answer := page.locator(at_table.ANSWERS)).count():
            answer.last.click()
            at_table.answer_dialog(page)
        page.locator(f"{at_table.ANSWERS}, .step").first.wait_for()
    expect(page.locator(".step")).to_contain_text(re.compile("Triton|Nerissa"))
    page.keyboard.press("Escape")
    expect(page.locator(".step")).to_have_count(0)


def test_an_answer_stands_out_only_where_there_is_no_other(page: Page) -> None:
    table, update = at_table.in_my_main_choice(page)
    expect(page.locator("#dock .answer.primary")).to_have_count(0)
    plain = next(action for action in update["question"]["actions"] if action["text"] == "explore")
    projector = Projector(page, f"/t/{table}")
    projector.show({**update, "question": {**update["question"], "actions": [plain]}})
    expect(page.locator("#dock .answer.primary")).to_have_count(1)
