"""Two people who do not know each other come together, on a desk and on a telephone."""

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Browsers


def test_whoever_waits_is_shown_to_others_at_once_and_sees_who_comes(page: Page, browsers: Browsers) -> None:
    phone = browsers(viewport={"width": 390, "height": 844}).new_page()
    phone.goto("/open?sets=both&players=2")
    expect(phone.locator("#list")).to_have_text("No such table is waiting at the moment.")
    page.goto("/open")
    page.get_by_label("Both expansions").check()
    page.fill("#name", "Ann")
    page.get_by_role("button", name="Find me a table").click()
    page.wait_for_url(re.compile(r"/t/\w+/lobby$"))
    expect(page.locator("#who")).to_contain_text("This table is on the list")
    expect(page.locator("#open-list")).to_contain_text("Take it off the list")
    waiting = phone.locator("#list li")
    expect(waiting).to_contain_text("Ann")
    expect(waiting).to_contain_text("Kraken and Leviathan, 2 players")
    phone.fill("#name", "Bea")
    waiting.get_by_role("button", name="Take a seat").click()
    phone.wait_for_url(re.compile(r"/t/\w+$"))
    phone.locator("body[data-revision]").wait_for()
    expect(page.locator("#who")).to_contain_text("Everybody has a seat.")
    expect(page.locator("#card-2")).to_contain_text("Bea")
    expect(page.locator("#open-list")).to_be_empty()


def test_without_scripts_a_seat_is_one_click_away(browsers: Browsers) -> None:
    host, guest = (browsers(java_script_enabled=False).new_page() for _n in range(2))
    host.goto("/new")
    host.select_option("#kind-2", "friend")
    host.check("#open")
    host.locator("button.big").click()
    guest.goto("/open?sets=base&players=2")
    guest.get_by_role("button", name="Take a seat").click()
    guest.wait_for_url(re.compile(r"/t/\w+$"))
    host.reload()
    expect(host.locator("#who")).to_contain_text("Everybody has a seat.")
