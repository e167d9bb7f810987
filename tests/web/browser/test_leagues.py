"""A league of two people and a computer, on a desk and on a telephone, in a language with long words."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser.at_table import box_of
from tests.web.browser.conftest import Browsers
from tests.web.browser.test_pages_in_chromium import Fields, check_looks


def test_a_league_is_started_joined_by_its_link_and_played(page: Page, browsers: Browsers) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    phone = browsers(viewport={"width": 390, "height": 844}, locale="de").new_page()
    page.goto("/")
    page.get_by_role("link", name="Leagues").click()
    check_looks(page)
    page.fill("#league", "Friday")
    page.get_by_label("3", exact=True).check()
    page.fill("#name", "Ann")
    page.get_by_role("button", name="Start a league").click()
    page.wait_for_url(re.compile(r"/leagues/\w+$"))
    phone.goto("/leagues")
    check_looks(phone)
    phone.goto(page.input_value("#link"))
    check_looks(phone)
    phone.fill("#name", "Wilhelmina-Octavia-Maris")
    phone.get_by_role("button", name="In der Liga mitspielen").click()
    expect(phone.get_by_role("button", name="Die Liga verlassen")).to_be_visible()
    # Nobody has to look again: the host sees who comes, and who has come that it begins.
    expect(page.get_by_text("Wilhelmina-Octavia-Maris", exact=True)).to_be_visible()
    check_looks(page)
    page.get_by_role("button", name="Begin the first round").click()
    expect(page.locator("tbody tr")).to_have_count(3)
    check_looks(page)
    expect(phone.locator("tbody tr")).to_have_count(3)
    check_looks(phone)
    assert phone.locator(".scrolls").evaluate("(it) => it.scrollWidth <= it.clientWidth")
    phone.get_by_role("link", name="Mein Tisch").click()
    phone.locator("body[data-revision]").wait_for()
    page.check("#sure")
    page.get_by_role("button", name="End this round").click()
    expect(page.locator(".lead")).to_contain_text("over")
    expect(page.locator("tbody tr").first).to_contain_text("1.0")
    expect(page.get_by_role("link", name="View the table")).to_be_visible()


def test_the_page_of_a_league_follows_its_rounds(page: Page, friend: BrowserContext) -> None:
    league: Fields = {"league": "Friday", "system": "swiss", "rounds": "2", "time_control": "", "name": "Ann"}
    page.goto("/leagues")
    address = page.context.request.post("/leagues", form=league).url
    friend.request.post(address, form={"do": "join", "name": "Bea"})
    page.goto(address)
    for number in (1, 2):
        page.context.request.post(address, form={"do": "begin"})
        expect(page.locator(".lead")).to_contain_text(f"Round {number} of 2")
        expect(page.locator("#manage [name=round]")).to_have_value(str(number))
        ending: Fields = {"do": "end-round", "round": str(number), "sure": "yes"}
        page.context.request.post(address, form=ending)
    expect(page.locator(".lead")).to_contain_text("over")
    expect(page.get_by_role("button", name="End this round")).to_have_count(0)
    second, first = (box_of(one) for one in page.locator("#league > section").all())
    assert first["y"] >= second["y"] + second["height"] + 10, "the rounds touch each other"
    shown = page.locator("#league li span").first.text_content()
    assert shown == "Ann – Bea counts as a draw"


def test_whoever_the_host_removes_sees_it_and_can_join_again(page: Page, friend: BrowserContext) -> None:
    """The button to leave stayed until the page was loaded again."""
    address = page.context.request.post("/leagues", form={"league": "Friday", "name": "Ann"}).url
    friend.request.post(address, form={"do": "join", "name": "Bea"})
    theirs = friend.new_page()
    theirs.goto(address)
    expect(theirs.get_by_role("button", name="Leave the league")).to_be_visible()
    check_looks(theirs)
    page.context.request.post(address, form={"do": "remove", "entrant": "Bea"})
    expect(theirs.get_by_role("button", name="Leave the league")).to_have_count(0)
    theirs.get_by_role("button", name="Join the league").click()
    expect(theirs.get_by_role("button", name="Leave the league")).to_be_visible()


def test_a_name_that_a_league_refuses_stays_in_its_field(page: Page, friend: BrowserContext) -> None:
    """The page that was fetched after some seconds had the field empty."""
    address = page.context.request.post("/leagues", form={"league": "Friday", "name": "Ann"}).url
    theirs = friend.new_page()
    theirs.goto(address)
    theirs.fill("#name", "Be\u200ba")
    theirs.get_by_role("button", name="Join the league").click()
    expect(theirs.get_by_role("alert")).to_be_visible()
    page.context.request.post(address, form={"do": "leave"})
    expect(theirs.locator("#entrants")).to_contain_text("Nobody yet")
    expect(theirs.locator("#name")).to_have_value("Be\u200ba")
    with theirs.expect_request(lambda request: request.is_navigation_request()) as asked:
        page.context.request.post(address, form={"do": "delete", "sure": "yes"})
    assert asked.value.method == "GET"  # What was refused is not sent again.


def test_who_looks_at_a_league_sees_that_it_was_deleted(page: Page, friend: BrowserContext) -> None:
    league: Fields = {"league": "Friday", "system": "swiss", "rounds": "2", "time_control": "", "name": "Ann"}
    page.goto(page.context.request.post("/leagues", form=league).url)
    looking = friend.new_page()
    looking.goto(page.url)
    page.check("#sure")
    page.get_by_role("button", name="Delete the league").click()
    expect(looking.get_by_text("There is no such league.")).to_be_visible()


def test_from_the_end_of_a_game_the_way_leads_back_to_the_league(page: Page, friend: BrowserContext) -> None:
    league: Fields = {"league": "Friday", "system": "swiss", "rounds": "2", "time_control": "", "name": "Ann"}
    address = page.context.request.post("/leagues", form=league).url
    friend.request.post(address, form={"do": "join", "name": "Bea"})
    page.context.request.post(address, form={"do": "begin"})
    page.goto(address)
    expect(page).to_have_title(re.compile("^My table – Friday"))
    expect(page.locator(".lead")).to_contain_text("away for 24 hours")
    page.get_by_role("link", name="My table").click()
    page.locator("body[data-revision]").wait_for()
    lobby = page.url.partition("?")[0] + "/lobby"
    card = page.locator("#zone-court button").first
    card.focus()
    for seat in ("0", "1"):
        friend.request.post(lobby, form={"do": "concede", "seat": seat, "sure": "yes"})
    way = page.locator("#dock").get_by_role("link", name="To the league")
    way.wait_for()
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    assert page.evaluate("document.getElementById('table').inert")
    page.wait_for_function("document.activeElement.id === 'result-title'")
    page.keyboard.press("Escape")
    expect(page.locator("#result section")).to_have_count(0)
    assert not page.evaluate("document.getElementById('table').inert")
    way.click()
    expect(page.locator("h1")).to_have_text("Friday")
