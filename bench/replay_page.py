"""How quickly a long replay opens and steps in Chromium: `python -m bench.replay_page`.

A record of at least 500 moments is opened at its address at its middle, and stepped through by answer and by
event, on and back. Times are those that somebody waits, from the beginning of the navigation or from the key
until the table is drawn, and, beside them, the processor time of the page alone, which a busy machine hardly
spoils.
"""

import argparse
import json
import os
import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from openabyss.client.replay import Replay
from openabyss.play.game import Game
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM
from tests.web.server.serving import serve, settings_for

MOMENTS, STEPS = 500, 60
MAX_OPENING, MAX_STEP = 1000, 100
KEYS = {
    "answer on": "ArrowRight",
    "answer back": "ArrowLeft",
    "event on": "ArrowDown",
    "event back": "ArrowUp",
}

# Waits until what a key asks for is drawn: the page has said where it is, and a frame has passed.
WATCH = """
window.drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
new MutationObserver(async (_changes, observer) => {
    if (!document.querySelector('#replay-where')?.textContent) return;
    observer.disconnect();
    await drawn();
    window.opened = performance.now();
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
STEP = """async (key) => {
    const state = () => document.querySelector('#replay-happened').innerHTML + location.search;
    const before = state();
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    while (state() === before && performance.now() - begun < 5000)
        await new Promise((resolve) => setTimeout(resolve));
    await drawn();
    return performance.now() - begun;
}"""


def long_record() -> dict[str, Any]:
    """Random play with everything until it is long enough."""
    for seed in range(1, 100):
        chooser, game = random.Random(seed), Game.new(5, seed, kraken=True, leviathan=True)
        while not game.is_over:
            game.apply(chooser.choice(list(game.legal_actions)))
        if len(Replay(game)) >= MOMENTS:
            return game.to_record()
    raise AssertionError("no game is as long")


def processor_time(session: CDPSession) -> float:
    """Of the page so far, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(one["value"]) for one in metrics if one["name"] == "ThreadTime")


def said(name: str, times: list[float], of_page: float, most: float) -> None:
    """One line of the report."""
    times = sorted(times)
    print(
        f"{name}: half within {statistics.median(times):.0f} ms, longest {times[-1]:.0f} ms, "
        f"{sum(time > most for time in times)} of {len(times)} above {most} ms; "
        f"processor time of the page {of_page / len(times):.0f} ms each",
        flush=True,
    )


def opened(page: Page) -> float:
    """When the first moment was drawn, in milliseconds since the navigation began."""
    page.locator("#replay-where:not(:empty)").wait_for()
    waited: float = page.evaluate(
        "async () => { while (!window.opened) await drawn(); return window.opened; }"
    )
    return waited


def opening(make: Callable[[], Page], address: str, times: int) -> Page:
    """Open the same moment several times, each in a page of its own."""
    waited, spent = list[float](), 0.0
    for _time in range(times):
        page = make()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        begun = processor_time(session)
        page.goto(address)
        waited.append(opened(page))
        spent += processor_time(session) - begun
    said("opening", waited, spent, MAX_OPENING)
    return page


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=5, help="how often it is opened (%(default)s)")
    arguments = parser.parse_args()
    record = long_record()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(settings_for(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        context = browser.new_context(base_url=server.address, viewport={"width": 1440, "height": 900})
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto("/replay")
        page.locator("#record-text").fill(json.dumps(record))
        page.locator("#record-form button").click()
        opened(page)
        print(f"{page.locator('#replay-where').inner_text()} moments, load {os.getloadavg()[0]:.1f}")
        address = page.url.replace("moment=0", f"moment={MOMENTS // 2}")
        page = opening(context.new_page, address, arguments.openings)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        for name, key in KEYS.items():
            begun = processor_time(session)
            waited = [page.evaluate(STEP, key) for _step in range(STEPS)]
            said(name, waited, processor_time(session) - begun, MAX_STEP)
        browser.close()


if __name__ == "__main__":
    main()
