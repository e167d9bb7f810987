"""Frames per second while twelve cards move on the table in Chromium; at least 50 are wanted.

python -m bench.table_movement
"""

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.web.browser.at_table import new_table
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM
from tests.web.server.serving import serve, settings_for

CARDS, ROUNDS, WANTED = 12, 5, 50

# Twelve living elements glide over half the page with the code of the table; frames are counted.
MEASURE = """async (cards) => {
    const script = document.querySelector('script[type=module]').src;
    const { Movement } = await import(script.replace('main.js', 'anim.js'));
    const movement = new Movement();
    const moved = [...document.querySelectorAll('[data-life], .card')].slice(0, cards);
    for (const element of moved) {
        const to = element.getBoundingClientRect();
        movement.glide(element, new DOMRect(to.x + 600, to.y + 300, to.width, to.height), to, 1);
    }
    let frames = 0;
    const begin = performance.now();
    while (movement.isMoving) {
        await new Promise(requestAnimationFrame);
        frames += 1;
    }
    return [moved.length, frames / ((performance.now() - begin) / 1000)];
}"""


def main() -> None:
    """Print the rate of every round, and whether the slowest reaches the mark."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(settings_for(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        context = browser.new_context(base_url=server.address, viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(f"/t/{new_table(context, ['me', 'computer'], 3)}")
        page.locator("#dock.mine").wait_for()
        rates = [measured(page) for _round in range(ROUNDS)]
        browser.close()
    print("frames per second:", ", ".join(f"{rate:.0f}" for rate in rates))
    print(f"slowest {min(rates):.0f}, wanted {WANTED}:", "reached" if min(rates) >= WANTED else "missed")


def measured(page: Page) -> float:
    """One movement of the cards, in frames per second."""
    page.wait_for_timeout(500)
    found: list[Any] = page.evaluate(MEASURE, CARDS)
    assert found[0] == CARDS
    return float(found[1])


if __name__ == "__main__":
    main()
