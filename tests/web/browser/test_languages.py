"""A game in a language that is longer than any: every text comes from the catalogue, and nothing is cut."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from openabyss import words
from openabyss.web.tables.seating import COMPUTER_NAMES
from tests.web.browser.at_table import advance, new_table
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
    )
    yield context.new_page()
    context.close()


def check_page(page: Page) -> None:
    """Nothing is English, nothing is cut, and nothing scrolls sideways."""
    names = "|".join((*COMPUTER_NAMES, "OpenAbyss", "Pseudo", "Esc", *words.LANGUAGES.values()))
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
