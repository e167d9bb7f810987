"""What signs mean is said on a tap, too: where there is no mouse, nothing hovers."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.at_table import ANSWERS, PATIENCE, new_table
from tests.web.server.serving import Served


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        (".threat i:nth-of-type(4)", "Threat 4: a monster gives"),
        (".threat", "a monster gives"),
        (".threat .pool", "Monster tokens left"),
        (".exploration .space:last-child", "gains 1 pearl"),
        (".others .score", "Score if the game ended now"),
        (".own-things .pearls", "Pearls"),
    ],
)
def test_a_tap_on_a_sign_says_what_it_means(touched: Page, sign: str, said: str) -> None:
    pane = touched.locator(sign).first.evaluate("(one) => one.closest('[data-pane]')?.dataset.pane ?? ''")
    if pane:
        touched.locator(f"[data-command=pane-{pane}]").tap()
    touched.locator(sign).first.tap()
    expect(touched.locator("#tip")).to_contain_text(said)
    touched.locator("#prompt").tap()
    expect(touched.locator("#tip")).to_be_hidden()


@pytest.fixture(scope="module")
def touched(chromium: Browser, server: Served) -> Page:
    """A table on a phone."""
    context = chromium.new_context(
        base_url=server.address,
        viewport={"width": 390, "height": 844},
        reduced_motion="reduce",
        has_touch=True,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"/t/{new_table(context, ['me', 'computer'], 3)}")
    page.locator(ANSWERS).first.wait_for()
    return page
