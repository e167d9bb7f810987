"""The end: the table becomes the result."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser.at_table import violations
from tests.web.browser.conftest import Browsers, projector_on
from tests.web.browser.scenes import THE_END, Moments, Projector

# What is seen from the end on until all is counted.
WATCH_THE_COUNT = """() => {
    window.seen = new Set();
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
    new MutationObserver(() => {
        const isOver = document.querySelector('#top .turn').textContent === 'The game is over.';
        if (!isOver || document.querySelector('[data-command=result-close]')) return;
        for (const [name, selector] of
            Object.entries({ count: '[data-command=result-skip]', step: '.step', score: '.score' }))
            if ([...document.querySelectorAll(selector)].some(isSeen)) window.seen.add(name);
    }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.fixture
def moving(browsers: Browsers) -> BrowserContext:
    """A browser in which things move."""
    return browsers(permissions=["clipboard-read", "clipboard-write"])


def at_the_end(page: Page, moments: Moments) -> Projector:
    """Somebody has seen the last question, and then the end."""
    projector = projector_on(page)
    projector.show(next(moment for kind, moment in moments.items() if kind != THE_END))
    projector.show(moments[THE_END])
    return projector


def test_the_count_goes_row_by_row_and_can_be_skipped(moving: BrowserContext, moments: Moments) -> None:
    page, result = moving.new_page(), moments[THE_END]["result"]
    at_the_end(page, moments)
    expect(page.locator("#result-title")).to_have_text("The game is over.")
    expect(page.locator(".result tr.now")).to_have_count(1)
    page.locator("[data-command=result-skip]").click()
    expect(page.locator("#result-title")).to_have_text(result["outcome"])
    expect(page.locator(".own-place")).to_contain_text(f"{result['places'][0]} of 3")
    sums = [str(points) for points in moments[THE_END]["view"]["scores"]]
    expect(page.locator(".result tfoot td")).to_have_text(sums)
    expect(page.locator(".result tbody tr")).to_have_count(len(result["rows"]))
    assert violations(page) == []


def test_where_nothing_moves_the_result_is_there_at_once(page: Page, moments: Moments) -> None:
    at_the_end(page, moments)
    expect(page.locator("#result-title")).to_have_text(moments[THE_END]["result"]["outcome"])
    expect(page.locator("[data-command=result-skip]")).to_have_count(0)


def test_from_the_result_one_goes_to_the_table_and_back(page: Page, moments: Moments) -> None:
    at_the_end(page, moments)
    page.locator("[data-command=result-close]").click()
    expect(page.locator(".result")).to_have_count(0)
    page.locator("[data-command=result-open]").click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("#result-title")).to_be_focused()


def test_the_result_is_shared_in_a_few_lines(moving: BrowserContext, moments: Moments) -> None:
    page, shown = moving.new_page(), moments[THE_END]
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script("Object.defineProperty(navigator, 'share', {value: undefined})")
    at_the_end(page, moments)
    page.locator("[data-command=share]").click()
    expect(page.locator("#note")).to_have_text("The result has been copied.")
    lines = str(page.evaluate("navigator.clipboard.readText()")).splitlines()
    assert lines[0] == shown["result"]["outcome"]
    assert all(re.match(r"\d\. \w+ −?\d+$", line) for line in lines[1:-1])
    assert len(lines) == 2 + len(shown["people"])


def test_no_deed_covers_the_count_and_no_sum_is_seen_before_it_is_counted(
    moving: BrowserContext, moments: Moments
) -> None:
    page = moving.new_page()
    projector = projector_on(page)
    projector.show(next(moment for kind, moment in moments.items() if kind != THE_END))
    page.evaluate(WATCH_THE_COUNT)
    projector.show(moments[THE_END], [{"kind": "GAME_ENDED", "player": 0, "amount": 0, "what": None}])
    page.locator("[data-command=result-skip]").click()
    expect(page.locator("[data-command=result-close]")).to_be_visible()
    assert page.evaluate("[...window.seen]") == ["count"]
    for score in page.locator(".seat .score").all():
        expect(score).to_be_visible()


CLIPBOARDS = {
    "none": "undefined",
    "refused": "{ writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }",
}


@pytest.mark.parametrize("clipboard", CLIPBOARDS.values(), ids=CLIPBOARDS)
def test_a_result_that_the_browser_does_not_copy_is_shown_to_be_copied(
    page: Page, moments: Moments, clipboard: str
) -> None:
    for name, value in ("share", "undefined"), ("clipboard", clipboard):
        page.add_init_script(f"Object.defineProperty(navigator, '{name}', {{ value: {value} }})")
    at_the_end(page, moments)
    page.locator("[data-command=share]").click()
    field, text = page.locator("dialog[open] textarea[readonly]"), moments[THE_END]["result"]["summary"]
    expect(field).to_have_value(text)
    expect(field).to_be_focused()
    assert field.evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)") == text
    assert violations(page) == []
