"""The pages in a browser: quick to start, nothing sticks out, no barriers, playable without scripts."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.server.serving import Served

AXE = Path(__file__).parents[2] / "data" / "axe.min.js"
WIDTHS = (360, 412, 768, 1280, 1920)
THEMES = ("light", "dark")
FIXED_PAGES = (
    "/",
    "/new",
    "/rules",
    "/rules?q=pearl",
    "/rules?q=helicopter",
    "/rules/base",
    "/rules/kraken",
    "/rules/leviathan",
    "/rules/solo",
    "/rules/lords",
    "/rules/locations",
    "/rules/leviathans",
    "/rules/loot",
    "/rules/tokens",
    "/rules/allies",
    "/about",
    "/nothing-here",
)
SET_UPS = ("set-up with errors", "set-up with everything", "set-up for solo play")
OF_TABLES = ("text", "lobby", "results", "hot-seat", "paying", *SET_UPS)
MAX_ANSWERS = 1500
KINDS = ("me", "computer", "friend", "here", "computer")
LONG_NAME = "Wilhelmina-Octavia-Maris"
# What Playwright takes as a form.
Fields = dict[str, str | float | bool]
OUR_SEATS: Fields = {"mode": "table", "kind-1": "me", "name-1": LONG_NAME, "kraken": "on", "leviathan": "on"}
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """async (rules) => {
  const found = await axe.run(document, {runOnly: rules});
  return found.violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 200))]);
}"""


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
def tables(chromium: Browser, server: Served) -> Iterator[dict[str, Any]]:
    """Addresses of tables in all situations, and the cookies that open them."""
    context = chromium.new_context(base_url=server.address, java_script_enabled=False)
    page = context.new_page()
    computers: Fields = {"kind-2": "computer", "level-2": "greedy", "kind-3": "computer", "level-3": "greedy"}
    friends: Fields = {"kind-2": "friend", "kind-3": "here"}
    started = send(context, "/tables", {**OUR_SEATS, **computers, "seed": "3"})
    shared = send(context, "/tables", {**OUR_SEATS, **friends}).removesuffix("/lobby")
    finished = send(context, "/tables", {**OUR_SEATS, **computers, "seed": "4"})
    chooser = random.Random(1)
    paying = ""
    send(context, f"{finished}/lobby", {"do": "replace", "seat": "0", "level": "random"})
    page.goto(f"{finished}/text")
    for _look in range(MAX_ANSWERS):
        if page.locator("a[href$='/results']").count():
            break
        page.wait_for_timeout(50)
        page.reload()
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
    yield {
        "text": f"{started}/text",
        "lobby": f"{shared}/lobby",
        "hot-seat": f"{shared}/text",
        "paying": f"{paying}/text",
        "results": f"{finished}/results",
        "cookies": context.cookies(),
    }
    context.close()


def open_page(page: Page, tables: dict[str, Any], name: str) -> None:
    """One of FIXED_PAGES or OF_TABLES, with everything unfolded."""
    page.context.add_cookies(tables["cookies"])
    if name in SET_UPS:
        page.goto("/new")
        fill_in(page, name)
    else:
        page.goto(tables.get(name, name))
    for folded in page.locator("details").all():
        folded.evaluate("one => { one.open = true; }")


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


@pytest.fixture
def silent_page(context: BrowserContext) -> Page:
    """A page on which an error page may be loaded, which Chromium counts as a message of the console."""
    return context.new_page()


# ------------------------------------------------------------------------------------ start


def test_two_clicks_lead_to_a_table(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Kraken", exact=True).check()
    page.get_by_role("button", name="2 computers").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.locator("#zone-court").wait_for()


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


def test_a_chosen_theme_stays(page: Page) -> None:
    page.goto("/about")
    page.get_by_role("button", name="Lagoon").click()
    page.wait_for_url("**/about")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_cards_are_filtered_while_one_types(page: Page) -> None:
    page.goto("/rules/lords")
    page.fill("#q", "Discards  hand")
    shown = page.locator(".card:visible")
    assert 0 < shown.count() < 30
    assert "Jailer" in " ".join(shown.all_inner_texts())
    page.fill("#q", "")
    assert shown.count() == 63


# ------------------------------------------------------------------------------------- look


@pytest.mark.parametrize("name", [*FIXED_PAGES, *OF_TABLES])
def test_nothing_sticks_out_at_the_sides(silent_page: Page, tables: dict[str, Any], name: str) -> None:
    open_page(silent_page, tables, name)
    for width in WIDTHS:
        silent_page.set_viewport_size({"width": width, "height": 800})
        assert silent_page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", [*FIXED_PAGES, *OF_TABLES])
def test_axe_finds_no_barriers(silent_page: Page, tables: dict[str, Any], name: str, theme: Any) -> None:
    if not AXE.exists():
        pytest.skip(f"axe-core is not there ({AXE})")
    silent_page.emulate_media(color_scheme=theme)
    open_page(silent_page, tables, name)
    # The policy of the pages forbids foreign scripts; this way of evaluating is not subject to it.
    silent_page.evaluate(AXE.read_text("utf-8"))
    found = silent_page.evaluate(RUN_AXE, AXE_RULES)
    assert found == []


@pytest.mark.parametrize("name", ["/", "/rules/base", "/rules/lords", "lobby", "text"])
def test_every_picture_of_a_page_is_in_the_sprite(page: Page, tables: dict[str, Any], name: str) -> None:
    open_page(page, tables, name)
    sprite = page.context.request.get(page.locator("use").first.get_attribute("href") or "").text()
    drawn = set(re.findall(r'id="([^"]+)"', sprite))
    used = {(one.get_attribute("href") or "").partition("#")[2] for one in page.locator("use").all()}
    assert used <= drawn


# ------------------------------------------------------------------------- without scripts


def test_a_whole_game_without_javascript(chromium: Browser, server: Served) -> None:
    context = chromium.new_context(base_url=server.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="1 computer").click()
    page.goto(f"{page.url}/text")
    chooser = random.Random(2)
    for _answer in range(MAX_ANSWERS):
        if page.locator("a[href$='/results']").count():
            break
        answer_once(page, chooser)
    page.get_by_role("link", name="See the results").click()
    assert "win" in page.locator("h1").inner_text() or "share" in page.locator("h1").inner_text()
    assert page.locator("tr.total td").count() == 2
    context.close()


def test_set_up_and_rules_work_without_javascript(chromium: Browser, server: Served) -> None:
    context = chromium.new_context(base_url=server.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/new")
    page.select_option("#kind-3", "friend")
    page.check("#leviathan")
    page.click("button.big")
    page.wait_for_url("**/lobby")
    assert page.locator("input[data-copy]").count() == 2
    page.goto("/rules")
    page.fill("#q", "Slaver")
    page.get_by_role("button", name="Search").click()
    assert page.locator("#lord-12").is_visible()
    context.close()
