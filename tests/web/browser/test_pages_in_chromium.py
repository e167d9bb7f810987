"""The pages in a browser: quick to start, nothing sticks out, no barriers, playable without scripts."""

import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from openabyss.browser.rulebook import CHAPTERS
from openabyss.client.card_index import PAGES
from openabyss.words import LANGUAGES
from openabyss.words.cards.codes import LORD_IDS
from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers

WIDTHS = (360, 412, 768, 1280, 1920)
OF_RULES = (
    "/rules",
    "/rules?q=pearl",
    "/rules?q=helicopter",
    *(f"/rules/{slug}" for slug in (*CHAPTERS, *PAGES)),
)
FIXED_PAGES = (
    *(
        "/",
        "/new",
        *OF_RULES,
        "/about",
        "/puzzles",
        "/learn",
        "/statistics",
        "/tables",
        "/notices",
        "/offline",
        "/open",
        "/leagues",
        "/replay",
    ),
    "/nothing-here",
)
FOR_LARGE_TEXT = ("/new", "/learn", "/puzzles", "/open", "/leagues", "/replay")
SET_UPS = ("set-up with errors", "set-up with everything", "set-up for solo play")
OF_TABLES = ("text", "lobby", "invitation", "results", "review", "hot-seat", "paying", *SET_UPS)
KINDS = ("me", "computer", "friend", "here", "computer")
LONG_NAME = "Wilhelmina-Octavia-Maris"
# What Playwright takes as a form.
Fields = dict[str, str | float | bool]
OUR_SEATS: Fields = {"mode": "table", "kind-1": "me", "name-1": LONG_NAME, "kraken": "on", "leviathan": "on"}
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# How wide the longest text of a select is, beside the arrow and the padding.
WIDEST_TEXT = """(select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const widest = Math.max(...[...select.options].map((option) => pen.measureText(option.text).width));
  return widest + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + 20;
}"""


def check_looks(page: Page) -> None:
    """Nothing sticks out, and axe finds no barriers."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert at_table.violations(page, AXE_RULES) == []


def send(context: BrowserContext, path: str, values: Fields) -> str:
    """Send a form from this browser; where it leads."""
    answer = context.request.post(path, form=values, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def answer_once(page: Page, chooser: random.Random) -> None:
    """Press one of the answers of the table in words, or look again."""
    buttons = page.locator("button[name=action]:visible, button[name=pay]:visible")
    if buttons.count():
        buttons.nth(chooser.randrange(buttons.count())).click()
    else:
        page.reload()


@pytest.fixture(scope="module")
def tables(browsers_of_file: Browsers) -> dict[str, Any]:
    """Addresses of tables in all situations, and the cookies that open them."""
    context = browsers_of_file(java_script_enabled=False)
    page = context.new_page()
    computers: Fields = {"kind-2": "computer", "level-2": "medium", "kind-3": "computer", "level-3": "medium"}
    friends: Fields = {"kind-2": "friend", "kind-3": "here"}
    started = send(context, "/tables", {**OUR_SEATS, **computers, "seed": "3"})
    shared = send(context, "/tables", {**OUR_SEATS, **friends}).removesuffix("/lobby")
    send(context, f"{shared}/lobby", {"do": "put-on-list"})
    links = context.request.get(f"/api{shared.replace('/t/', '/tables/')}/links").json()["seats"]
    finished = send(context, "/tables", {**OUR_SEATS, **computers, "seed": "4"})
    chooser = random.Random(1)
    paying = ""
    at_table.let_computers_finish(finished.removeprefix("/t/"), context)
    for seed in range(30):
        paying = send(context, "/tables", {**OUR_SEATS, **computers, "seed": str(seed)})
        page.goto(f"{paying}/text")
        for _answer in range(60):
            recruits = page.locator("button[value^='recruit:']")
            if recruits.count():
                recruits.first.click()
            elif page.locator("button[name=pay]").count():
                break
            else:
                answer_once(page, chooser)
        if page.locator("button[name=pay]").count():
            break
    return {
        "text": f"{started}/text",
        "lobby": f"{shared}/lobby",
        "invitation": links["1"],
        "hot-seat": f"{shared}/text",
        "paying": f"{paying}/text",
        "results": f"{finished}/results",
        "review": reviewed(context, finished),
        "cookies": context.cookies(),
    }


def reviewed(context: BrowserContext, table: str) -> str:
    """The address of the review of a finished table, once it is there."""
    page = f"{table}/review"
    assert context.request.post(page).ok
    while "Luck and skill" not in (text := context.request.get(page).text()):
        assert "progress" in text
        time.sleep(0.2)
    return page


def open_page(page: Page, tables: dict[str, Any], name: str) -> None:
    """One of FIXED_PAGES or OF_TABLES, with everything unfolded."""
    if name in SET_UPS:
        page.goto("/new")
        fill_in(page, name)
    else:
        page.goto(tables.get(name, name))
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")


def fill_in(page: Page, name: str) -> None:
    """One of SET_UPS."""
    if name == "set-up for solo play":
        page.check("#mode-solo")
        return
    if name == "set-up with everything":
        page.check("#kraken")
        page.check("#leviathan")
        for place, kind in enumerate(KINDS, start=1):
            page.select_option(f"#kind-{place}", kind)
        return
    page.fill("#name-1", "a\u200fb")
    page.fill("#seed", "nonsense")
    page.click("button.big")
    page.wait_for_selector("#seed-error")


@pytest.fixture(scope="module")
def visitor(browsers_of_file: Browsers, tables: dict[str, Any]) -> Page:
    """A page of somebody who sits at all these tables and goes from one page to the next."""
    context = browsers_of_file(reduced_motion="reduce")
    context.add_cookies(tables["cookies"])
    return context.new_page()


# ------------------------------------------------------------------------------------ start


def test_two_clicks_lead_to_a_table(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Kraken", exact=True).check()
    page.get_by_role("button", name="2 computers").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.locator("body[data-revision] #zone-court").wait_for()


def test_the_whole_way_with_the_keyboard(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _step in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "1":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))


def test_a_theme_holds_on_pages_and_at_tables_wherever_it_was_chosen(page: Page) -> None:
    page.goto("/about")
    page.get_by_role("button", name="Lagoon").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).to_have_css("color-scheme", "light")
    table = at_table.sit_down(page, ["me", "computer"], 3)
    page.keyboard.press("s")
    with page.expect_response("**/theme"):
        page.locator("#dialog").get_by_role("button", name="Abyss").click()
    page.goto("/about")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Lagoon").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    at_table.open_at(page, table)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_cards_are_filtered_while_one_types(page: Page) -> None:
    page.goto("/rules/lords")
    page.fill("#q", "Discards  hand")
    shown = page.locator(".card:visible")
    expect(shown.filter(has_text="Jailer")).not_to_have_count(0)
    expect(shown.filter(has_text="Alchemist")).to_have_count(0)
    assert 0 < shown.count() < 30
    page.fill("#q", "")
    expect(shown).to_have_count(len(LORD_IDS))


# ------------------------------------------------------------------------------------- look


def test_the_plot_of_a_review_is_as_wide_as_the_screen(visitor: Page, tables: dict[str, Any]) -> None:
    visitor.goto(tables["review"])
    for width, least in ((1440, 1250), (834, 600), (390, 340)):
        visitor.set_viewport_size({"width": width, "height": 900})
        plot = visitor.locator(".plot:visible")
        assert least <= at_table.box_of(plot)["width"] <= width
        assert plot.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
        assert plot.locator("a[href*='/replay?moment=']").count() > 10


def test_a_review_is_asked_for_again_when_its_server_has_restarted(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 5)
    at_table.let_computers_finish(table, page.context)
    lobby = page.context.request.get(f"/t/{table}/lobby").text()
    script = re.search(r"<script[^>]*lobby[^>]*></script>", lobby)
    assert script
    waiting = f'<p id="progress" data-live>1 / 90</p>{script[0]}'
    page.route("**/review", lambda route: route.fulfill(body=waiting, content_type="text/html"), times=1)
    page.goto(f"/t/{table}/review")
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()


def test_what_is_printed_is_dark_on_white_and_without_the_links_of_the_site(visitor: Page) -> None:
    visitor.emulate_media(color_scheme="dark", media="print")
    visitor.goto("/rules/base")
    expect(visitor.locator("main")).to_have_css("color", "rgb(10, 38, 49)")
    expect(visitor.locator(".site-header, .site-footer").first).to_be_hidden()
    expect(visitor.locator("h1")).to_be_visible()
    visitor.emulate_media(media="screen")


@pytest.mark.parametrize("name", [*FIXED_PAGES, *OF_TABLES])
def test_nothing_sticks_out_at_the_sides_and_axe_finds_no_barriers(
    visitor: Page, tables: dict[str, Any], name: str
) -> None:
    visitor.emulate_media(color_scheme="light")
    open_page(visitor, tables, name)
    for width in WIDTHS:
        visitor.set_viewport_size({"width": width, "height": 800})
        assert visitor.evaluate("document.documentElement.scrollWidth") <= width
    if name in FOR_LARGE_TEXT:
        # With text twice as large on a telephone, too.
        visitor.set_viewport_size({"width": 390, "height": 844})
        visitor.evaluate("document.documentElement.style.fontSize = '200%'")
        assert visitor.evaluate("document.documentElement.scrollWidth") <= 390
        visitor.evaluate("document.documentElement.style.fontSize = ''")
    assert at_table.violations(visitor, AXE_RULES) == []
    visitor.emulate_media(color_scheme="dark")
    assert at_table.violations(visitor, at_table.COLOURS) == []


def test_with_large_text_no_page_scrolls_sideways_in_german(browsers: Browsers) -> None:
    page = browsers(locale="de", viewport={"width": 390, "height": 844}).new_page()
    page.goto("/")
    large = {"fontSizes": {"standard": 32}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", large)
    for path in ("/", "/notices", "/ratings", "/rules", "/rules/base"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_how_many_computers_is_read_on_the_smallest_telephone(browsers: Browsers, language: str) -> None:
    page = browsers(locale=language, viewport={"width": 320, "height": 640}).new_page()
    page.goto("/")
    widest = """(all) => Math.max(...all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().width - one.clientWidth;
    }))"""
    assert page.locator(".opponents button").evaluate_all(widest) <= -4


def test_on_a_telephone_the_links_of_the_site_are_in_one_row(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for language in LANGUAGES:
        page.goto(f"/about?lang={language}")
        links = page.locator(".site-header nav a").all()
        assert len({at_table.box_of(link)["y"] for link in links}) == 1, language


def test_on_a_telephone_a_fact_is_named_beside_what_it_is(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/t/{table}/text?lang=de")
    name = page.locator(".columns .facts-list dt").first
    name.evaluate("(one) => { one.textContent = 'Monsterplättchen'; }")
    wanted, there = name.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert wanted <= there


def test_on_a_telephone_the_winner_has_a_whole_name_on_the_score_sheet(
    visitor: Page, tables: dict[str, Any]
) -> None:
    visitor.goto(tables["results"])
    visitor.set_viewport_size({"width": 390, "height": 844})
    # Clipped, it takes no room from the name, which is in another colour instead, and is still read out.
    expect(visitor.locator(".sheet thead .badge").first).to_have_css("position", "absolute")
    colours = "(heads) => new Set(heads.map((one) => getComputedStyle(one).color)).size"
    assert visitor.locator(".sheet thead .number").evaluate_all(colours) == 2


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_level_and_what_it_is_can_be_read_to_their_end(browsers: Browsers, language: str) -> None:
    page = browsers(locale=language).new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/new")
    page.select_option("#kind-2", "computer")
    level, sentences = page.locator("#level-2"), page.locator("#about-level-2 > span")
    assert level.evaluate(WIDEST_TEXT) <= level.evaluate("(select) => select.clientWidth")
    for place in range(level.locator("option").count()):
        level.select_option(index=place)
        expect(sentences.filter(visible=True)).to_have_text(sentences.nth(place).text_content() or "")


def test_each_of_the_bots_that_are_offered_says_what_it_is(
    visitor: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENABYSS_PLAYERS", "bots:One,bots:Two,bots:Three")
    visitor.goto("/new")
    visitor.select_option("#kind-2", "computer")
    for name in ("bots:One", "bots:Two", "bots:Three"):
        visitor.select_option("#level-2", name)
        expect(visitor.locator("#about-level-2 > span").filter(visible=True)).to_have_text("A bot")


# ------------------------------------------------------------------------- without scripts


def test_set_up_and_rules_work_without_javascript(browsers: Browsers) -> None:
    page = browsers(java_script_enabled=False).new_page()
    page.goto("/new")
    page.select_option("#kind-3", "friend")
    page.check("#leviathan")
    page.click("button.big")
    page.wait_for_url("**/lobby")
    expect(page.locator("input[data-copy]")).to_have_count(2)
    page.goto("/rules")
    page.fill("#q", "Slaver")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#lord-12")).to_be_visible()
