"""Two people at one screen: while the screen changes hands, no card of a hand is on the page."""

import json
import random

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser import at_table


def test_no_hand_is_on_the_page_while_the_screen_changes_hands(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here", "computer"], 21)
    at_table.advance(page.context, table, 30)
    page.goto(f"/t/{table}")
    handovers, chooser = 0, random.Random(5)
    seats: set[str | None] = set()
    while handovers < 3 or len(seats) < 2:
        page.locator(
            "body:not([data-pending]) #dock.mine .answer:not(.refused), #hot-seat-show"
        ).first.wait_for()
        if page.locator("#hot-seat-show").count():
            handovers += 1
            assert page.locator("[data-life], .hand, [data-tip^='ally']").count() == 0
            assert page.locator("#told").inner_text() == ""
            page.locator("#hot-seat-show").click()
            page.locator("#hot-seat-show").wait_for(state="detached")
            continue
        seats.add(page.locator(".seat.own").get_attribute("data-seat"))
        if chosen := at_table.something_to_click(page, chooser):
            chosen.click()
        if page.locator("dialog[open] .answers .answer").count():
            page.locator("dialog[open] .answers .answer").first.click()
    assert seats == {"0", "1"}


NAMES = ["Captain", "Guest"]


def next_question(page: Page) -> str:
    """Wait until there is something to answer; what the curtain before it says, or nothing without one."""
    page.locator(f"{at_table.ANSWERS}, #hot-seat-show").first.wait_for()
    return page.locator("#hot-seat").inner_text()


def answer_last(page: Page) -> None:
    """Give the last answer of the bar, and wait until it has been taken."""
    revision = page.locator("body").get_attribute("data-revision")
    page.locator(at_table.ANSWERS).last.click()
    at_table.answer_dialog(page)
    page.locator(f"body:not([data-revision='{revision}']), #hot-seat-show").first.wait_for()


def take_the_screen(page: Page) -> None:
    page.locator("#hot-seat-show").click()
    page.locator("#hot-seat-show").wait_for(state="detached")
    page.locator(at_table.ANSWERS).first.wait_for()


def test_one_curtain_for_each_change_of_person_says_whom_and_what_for(page: Page) -> None:
    """And none when the same person is asked again, also after the page was loaded again."""
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'here'], 21)}")
    in_front, curtains = 0, 0
    while curtains < 2:
        if said := next_question(page):
            curtains += 1
            in_front = 1 - in_front
            assert f"Pass the screen to {NAMES[in_front]}" in said
            assert "It is your turn." in said or "you decide what happens to it" in said, said
            take_the_screen(page)
            page.reload()
            assert next_question(page) == ""
        expect(page.locator(".seat.own")).to_have_attribute("data-seat", str(in_front))
        answer_last(page)


def test_whether_to_buy_is_asked_without_a_hand_and_so_without_a_curtain(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here"], 21)
    page.goto(f"/t/{table}")
    page.locator(f"{at_table.ANSWERS}[data-action=buy], #hot-seat-show").first.wait_for()
    expect(page.locator("#hot-seat-show")).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text(f"{NAMES[1]}: ")
    expect(page.locator(".seat.own")).to_have_attribute("data-seat", "0")
    expect(page.locator(".hand [data-life]")).to_have_count(0)
    page.locator(f"{at_table.ANSWERS}[data-action=buy]").click()
    page.locator(f"{at_table.ANSWERS}:not([data-action=buy])").first.wait_for()
    expect(page.locator("#hot-seat-show")).to_have_count(0)
    seats = at_table.asked_update(page.context, table, 0)["view"]["seats"]
    assert [seat["hand_size"] for seat in seats] == [0, 1]


def test_a_curtain_gives_way_to_the_next_one_when_somebody_else_is_asked_meanwhile(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here"], 21)
    page.goto(f"/t/{table}")
    while not next_question(page):
        answer_last(page)
    while at_table.asked_update(page.context, table, 0)["question"]["player"] == 1:
        at_table.advance(page.context, table, 1)
    expect(page.locator("#hot-seat-title")).to_have_text("Pass the screen to Captain")
    take_the_screen(page)
    expect(page.locator(".seat.own")).to_have_attribute("data-seat", "0")


def test_a_late_answer_about_the_seat_that_was_left_does_not_bring_the_curtain_back(page: Page) -> None:
    """The page may have asked for the table once more just before the next person takes the screen."""
    late: dict[str, str] = {}

    def carry(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] == "hello" and said["seat"] == 1:
                for kind in ("welcome", "update"):
                    browser.send(late[kind])
            server.send(frame)

        def to_browser(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] in ("welcome", "update"):
                late[said["type"]] = str(frame)
            browser.send(frame)

        browser.on_message(to_server)
        server.on_message(to_browser)

    page.route_web_socket("**/socket?*", carry)
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'here'], 21)}")
    while not next_question(page):
        answer_last(page)
    take_the_screen(page)
    expect(page.locator(".seat.own")).to_have_attribute("data-seat", "1")
