"""A game in a language that is longer than any: every text comes from the catalogue, and nothing is cut."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from openabyss import words
from tests.web.browser.at_table import ANSWERS, WHAT_IS_SHOWN, advance, new_table, sit_down
from tests.web.browser.conftest import NO_WORKER
from tests.web.server.serving import Served
from tests.words.pseudo import PSEUDO, pseudo_language, without_brackets

# The smallest screen is the hardest; the others are for the soak tests.
SIZES = [
    pytest.param((1440, 900), marks=pytest.mark.soak),
    pytest.param((834, 1112), marks=pytest.mark.soak),
    (390, 844),
]
# Decisions between two looks at the page, and how many looks.
DECISIONS, LOOKS = 30, 2
# The name of a seat is given when the table is made, in the language of then: here in English.
CAPTAIN, TRITON = "Captain", "Triton"
WORD = re.compile(r"[A-Za-z]{3,}")

# Every text that a person reads or hears, element by element.
TEXTS = """() => {
    const told = [...document.querySelectorAll("body [aria-label]")].map((e) => e.getAttribute("aria-label"));
    const tips = [...document.querySelectorAll('[data-tip^="text:"]')].map((e) => e.dataset.tip.slice(5));
    const texts = [...document.querySelectorAll("body, body *:not(script, style, noscript, noscript *)")]
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()))
        .map((e) => e.textContent);
    return [...told, ...tips, ...texts];
}"""
# What has more in it than can be seen, and does not scroll.
CUT = """() => [...document.querySelectorAll("button, .button, a, h1, h2, h3, label, legend, .prompt, .mark")]
    .filter((e) => e.checkVisibility() && !e.closest(".hidden-visually, .card"))
    .filter((e) => getComputedStyle(e).clipPath === "none")
    .filter((e) => !["auto", "scroll"].includes(getComputedStyle(e).overflowX))
    .filter((e) => getComputedStyle(e).display !== "inline")
    .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2)
    .map((e) => `${e.tagName}.${e.className}: ${e.textContent}`)"""
# What reaches beyond the screen and makes the page scroll sideways.
BEYOND = """() => [...document.querySelectorAll("body *")]
    .filter(() => document.documentElement.scrollWidth > innerWidth)
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
    .map((e) => `${e.tagName}.${e.className}: ${e.textContent}`)"""


@pytest.fixture(scope="module", autouse=True)
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pseudo_language(tmp_path_factory.mktemp("pseudo")):
        yield


@pytest.fixture(params=SIZES, ids=str)
def foreign(request: pytest.FixtureRequest, chromium: Browser, server: Served) -> Iterator[Page]:
    """A page of somebody whose browser asks for that language, in one of the three sizes."""
    width, height = request.param
    context = chromium.new_context(
        base_url=server.address,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        extra_http_headers={"Accept-Language": PSEUDO},
        **NO_WORKER,
    )
    yield context.new_page()
    context.close()


def check_page(page: Page, *people: str) -> None:
    """Nothing is English but the names of these people, nothing is cut, and nothing scrolls sideways."""
    names = "|".join((*people, "OpenAbyss", "Pseudo", "Esc", *words.LANGUAGES.values()))
    texts = (re.sub(names, "", without_brackets(text)) for text in page.evaluate(TEXTS))
    assert [text for text in texts if WORD.search(text)] == []
    assert page.evaluate(CUT) == []
    assert not page.evaluate(BEYOND), page.evaluate(BEYOND)[:12]


def test_a_game_in_a_long_language_has_no_english_and_nothing_is_cut(foreign: Page) -> None:
    table = new_table(foreign.context, ["me", "computer"], 3, kraken=True, leviathan=True)
    foreign.goto(f"/t/{table}")
    for look in range(LOOKS):
        revision = advance(foreign.context, table, DECISIONS, seed=look)["revision"]
        expect(foreign.locator("body")).to_have_attribute("data-revision", str(revision))
        expect(foreign.locator("html")).to_have_attribute("lang", PSEUDO)
        check_page(foreign)
        for pane in foreign.locator('[data-command^="pane-"]:visible').all():
            pane.click()
            check_page(foreign)
    for command in ("people", "settings", "help"):
        foreign.locator(f'[data-command="{command}"]').first.click()
        foreign.locator("dialog[open]").wait_for()
        check_page(foreign)
        foreign.keyboard.press("Escape")


def test_a_language_chosen_at_a_running_table_is_that_of_everything_there(context: BrowserContext) -> None:
    page = context.new_page()
    table = sit_down(page, ["me", "computer"], 3)
    revision = advance(context, table, DECISIONS)["revision"]
    expect(page.locator("body")).to_have_attribute("data-revision", str(revision))
    shown = page.evaluate(WHAT_IS_SHOWN)
    page.locator('[data-command="settings"]').first.click()
    page.get_by_role("button", name=words.LANGUAGES[PSEUDO]).click()
    expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
    expect(page.locator("body")).to_have_attribute("data-revision", str(revision))
    assert page.evaluate(WHAT_IS_SHOWN) == shown
    assert page.locator("#log-lines > *").count() > LOOKS
    check_page(page, CAPTAIN, TRITON)
    assert not WORD.search(without_brackets(page.title()).replace("OpenAbyss", "").replace(CAPTAIN, ""))
    page.locator(ANSWERS).first.click()
    expect(page.locator("body")).not_to_have_attribute("data-revision", str(revision))
    check_page(page, CAPTAIN, TRITON)
