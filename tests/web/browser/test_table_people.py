"""Who sits at the table: a computer that stands in, a rematch, the Regent."""

import re
import time

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers
from tests.web.server.serving import Served


def with_friend(page: Page, friend: BrowserContext, seed: int, **rest: int) -> tuple[str, Page]:
    """A table of two people, each with a browser of their own; its id and the friend's page."""
    table = at_table.new_table(page.context, ["me", "friend"], seed, **rest)
    theirs = at_table.sit_beside(page, table, friend)
    page.goto(f"/t/{table}")
    page.locator("body[data-revision] #zone-court").wait_for()
    return table, theirs


def one_who_is_asked(*pages: Page) -> Page:
    """The page on which there is something to answer, once there is one."""
    end = time.monotonic() + at_table.SECONDS
    while time.monotonic() < end:
        for page in pages:
            if page.locator(at_table.ANSWERS).count():
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def test_a_seat_is_taken_back_from_the_computer(page: Page, friend: BrowserContext) -> None:
    _table, theirs = with_friend(page, friend, 3)
    page.locator("[data-command=people]").click()
    page.get_by_role("button", name="Let the computer play").click()
    expect(page.locator(".seat.own")).to_contain_text("a computer is filling in")
    theirs.locator(at_table.ANSWERS).first.wait_for()
    expect(page.locator(at_table.ANSWERS)).to_have_count(0)
    expect(page.locator(".seat.own .mark").first).to_have_text("a computer is filling in")
    page.locator("#dock").get_by_role("button", name="Take the seat back").click()
    expect(page.locator(".seat.own")).not_to_contain_text("a computer is filling in")
    while one_who_is_asked(page, theirs) is theirs:
        theirs.locator(at_table.ANSWERS).first.click()
        at_table.answer_dialog(theirs)
    before = page.locator("body").get_attribute("data-hash")
    page.locator(at_table.ANSWERS).first.click()
    expect(page.locator("body")).not_to_have_attribute("data-hash", str(before))


def friend_leaves_when_asked(page: Page, theirs: Page) -> None:
    """Answer until it is the friend's turn, who then closes the browser."""
    while one_who_is_asked(page, theirs) is page:
        page.locator(at_table.ANSWERS).first.click()
        at_table.answer_dialog(page)
    theirs.goto("about:blank")


def test_clocks_run_at_the_seats_and_beside_what_is_asked(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here"], 3, time_control="600+20")
    page.goto(f"/t/{table}")
    for place in ("#dock .countdown.runs", ".seat .countdown.runs"):
        clock = page.locator(place)
        expect(clock).to_contain_text(re.compile(r"\d:\d\d"))
        expect(clock).not_to_have_text(clock.text_content() or "")
    expect(page.locator(".seat .countdown:not(.runs)")).to_contain_text("10:00")
    page.goto(f"/t/{table}/text?seat=1")
    expect(page.locator("section[aria-labelledby=seats]")).to_contain_text("minutes left")


def test_the_dock_counts_down_until_a_computer_may_play_for_who_has_left(
    page: Page, friend: BrowserContext
) -> None:
    friend_leaves_when_asked(page, with_friend(page, friend, 3, grace=300)[1])
    expect(page.locator("#dock .prompt")).to_contain_text("not here")
    expect(page.locator("#dock .countdown")).to_have_text(re.compile(r"^a computer may play in [0-5]:\d\d$"))
    shown = page.locator("#dock .countdown").inner_text()
    expect(page.locator("#dock .countdown")).not_to_have_text(shown)
    expect(page.locator("#dock [data-command=hand-over]")).to_have_count(0)


def test_a_computer_plays_for_who_has_left_at_a_press_in_the_dock(page: Page, friend: BrowserContext) -> None:
    friend_leaves_when_asked(page, with_friend(page, friend, 3, grace=0)[1])
    page.locator("#dock").get_by_role("button", name="Let the computer play").click()
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("a computer is filling in")
    expect(page.locator("#dock .countdown, #dock [data-command=hand-over]")).to_have_count(0)


def test_a_screen_whose_seat_has_moved_elsewhere_shows_its_other_seat(
    page: Page, friend: BrowserContext
) -> None:
    table = at_table.new_table(page.context, ["me", "here"], 6)
    asked = at_table.server_view(page, table)["question"]["player"]
    page.goto(f"/t/{table}?seat={asked}")
    at_table.wait_for_turn(page)
    link = page.context.request.post(f"/api/tables/{table}/links/{asked}").json()["link"]
    assert friend.request.post(link).ok
    page.locator(f".seat.own[data-seat='{1 - asked}']").wait_for()


def test_a_rematch_has_the_seats_moved_on(page: Page, friend: BrowserContext, server: Served) -> None:
    table, theirs = with_friend(page, friend, 4)
    assert page.locator(".seat.own").get_attribute("data-seat") == "0"
    for visited in (page, theirs):
        visited.goto("about:blank")
    at_table.let_computers_finish(table, page.context, friend)
    for visited in (page, theirs):
        visited.goto(f"{server.address}/t/{table}")
    page.get_by_role("button", name="Play again").wait_for()
    assert "Let it play" not in page.context.request.get(f"/t/{table}/lobby").text()
    colour = page.locator(".seat.own .avatar").first.get_attribute("class")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: f"/t/{table}" not in url)
    page.locator("body[data-revision] #zone-court").wait_for()
    assert page.locator(".seat.own").get_attribute("data-seat") == "1"
    assert page.locator(".seat.own .avatar").first.get_attribute("class") == colour
    theirs.get_by_role("link", name="Go to the new table").click()
    theirs.wait_for_url(page.url)
    theirs.locator("#zone-court").wait_for()
    assert theirs.locator(".seat.own").get_attribute("data-seat") == "0"
    one_who_is_asked(page, theirs)


def test_the_regent_sits_at_the_table_under_house_rules(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("Alone against the Regent").check()
    page.get_by_role("button", name="Set up the table").click()
    page.locator("body[data-revision] #zone-court").wait_for()
    regent = page.locator(".seat[data-seat='1']")
    expect(regent).to_contain_text("Regent")
    expect(regent).to_contain_text("house rules")
    page.locator("[data-command=people]").click()
    row = page.locator(".people li").nth(1)
    expect(row).to_contain_text("house rules")
    assert row.get_by_role("button").count() == 0
    page.keyboard.press("Escape")
    assert at_table.wait_for_turn(page)


def test_a_computer_is_called_one_and_i_am_called_you(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 3)
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("computer, medium")
    expect(page.locator(".seat.own header .mark").first).to_have_text("you")
    expect(page.get_by_text("you", exact=True)).to_have_count(1)


def test_until_the_table_comes_the_page_says_so(page: Page) -> None:
    page.route("**/bundles/table.js", lambda route: route.fulfill(content_type="text/javascript"))
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'computer'], 3)}")
    expect(page.locator("#table > :visible")).to_have_text("One moment …")


def test_without_scripts_the_page_says_where_to_go_on_and_promises_nothing_else(browsers: Browsers) -> None:
    page = browsers(java_script_enabled=False).new_page()
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'computer'], 3)}")
    expect(page.get_by_text("One moment …")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("#table p:visible")).to_contain_text("This page needs JavaScript.")
    page.get_by_role("link", name="The table as text").click()
    expect(page).to_have_url(re.compile("/text$"))


def test_help_tells_what_the_pictures_mean(page: Page) -> None:
    for sets, told, untold in (
        ({}, "Threat", "Nebulis"),
        ({"kraken": True}, "Nebulis", "Wounds"),
        ({"leviathan": True}, "Wounds", "Threat"),
    ):
        at_table.sit_down(page, ["me", "computer"], 3, **sets)
        page.locator("[data-command=help]").click()
        symbols = page.locator("dialog[open] .symbols")
        expect(symbols).to_contain_text(told)
        expect(symbols).not_to_contain_text(untold)


def test_the_own_name_is_changed_from_the_window_of_people(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 2)
    page.locator("[data-command=people]").click()
    page.locator("#dialog .people a").click()
    page.locator("#name-0").fill("Bea")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", name="Bea")).to_be_visible()


def test_a_new_name_that_cannot_be_stays_with_the_reason(page: Page, friend: BrowserContext) -> None:
    """The card that was fetched after some seconds had neither."""
    table = at_table.new_table(friend, ["me", "friend"], 2)
    mine = friend.new_page()
    mine.goto(f"/t/{table}/lobby")
    mine.locator("#name-0").fill("Be\u200ba")
    mine.get_by_role("button", name="Change").click()
    page.goto(mine.locator("#link-1").input_value())
    page.get_by_label("Your name at the table").fill("Cy")
    page.get_by_role("button", name="Take my seat").click()
    expect(mine.locator("#card-2")).to_contain_text("Cy")
    expect(mine.locator("#name-0")).to_have_value("Be\u200ba")
    expect(mine.locator("#name-0-error")).to_contain_text("control characters")
