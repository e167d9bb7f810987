"""The table in the browser as its players feel it, measured with Chromium: `python -m bench.table_page`.

It prints what the first visit downloads; when the table can be used on slow 4G with a processor four times
slower; frames per second and long tasks while cards move on such a processor; the processor time of the page;
and its memory after each of three games. A busy machine (its load is printed) spoils most of these, but
hardly the first and the processor time.
"""

import argparse
import os
import random
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.web.browser.at_table import (
    ANSWERS,
    PATIENCE,
    RESULTS,
    answer_dialog,
    is_over,
    new_table,
    play_by_mouse,
    something_to_click,
    wait_for_turn,
)
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM
from tests.web.server.serving import serve, settings_for

SLOWER = 4
# Slow 4G as Lighthouse defines it: milliseconds, bytes a second.
SLOW_4G = {"latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 750_000 / 8}
MAX_KILOBYTES, MAX_SECONDS, LONG_TASK, MIN_FRAMES = 250, 3.5, 100, 58
SEATS, SETS = ["me", "computer", "computer", "computer"], {"kraken": True, "leviathan": True}
DECISIONS, GAMES = 8, 3

# From the beginning: when the first answer can be given, tasks above 50 ms, frames while something moves.
# What is ready at its beginning until the page is drawn does not move yet.
WATCH = """(() => {
    const seen = window.measured = { answer: 0, tasks: [], frames: [] };
    new PerformanceObserver((list) => {
        for (const task of list.getEntries()) seen.tasks.push([task.startTime, task.duration]);
    }).observe({ type: 'longtask', buffered: true });
    let before = 0;
    const isMoving = (one) => one.playState === 'running' && !(one instanceof CSSTransition);
    const moves = () => document.getAnimations().some(isMoving);
    const frame = (now) => {
        if (!seen.answer && document.querySelector('#dock.mine .answer')) seen.answer = now;
        if (before) seen.frames.push(now - before);
        before = moves() ? now : 0;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})()"""


def main() -> None:
    """Measure, and print each figure beside what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many are played for the memory")
    games: int = parser.parse_args().games
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(settings_for(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        kilobytes = first_load(browser, server.address)
        print(f"first load: {kilobytes:.0f} kB, at most {MAX_KILOBYTES}")
        seconds = interactive(browser, server.address)
        print(f"can be used on slow 4G, {SLOWER} times slower: {seconds:.1f} s, at most {MAX_SECONDS}")
        frames, tasks = movement(browser, server.address)
        print(f"while something moves: {frames:.0f} frames a second, at least {MIN_FRAMES}")
        long = sum(task > LONG_TASK for task in tasks)
        longest = max(tasks, default=0)
        print(f"tasks above {LONG_TASK} ms: {long}, the longest {longest:.0f} ms; wanted none")
        loading, playing = work(browser, server.address)
        print(f"processor time, not slowed down: {loading:.0f} ms to load, {playing:.0f} ms for each update")
        heaps = [f"{heap:.1f}" for heap in memory(browser, server.address, games)]
        print("memory after each game, MB:", ", ".join(heaps), "- it should not grow")
        browser.close()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


@contextmanager
def visit(browser: Browser, address: str) -> Iterator[tuple[BrowserContext, Page, CDPSession]]:
    """Somebody who has never been here, with animations."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1440, "height": 900}, reduced_motion="no-preference"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    yield context, page, context.new_cdp_session(page)
    context.close()


def first_load(browser: Browser, address: str) -> float:
    """Kilobytes that the page of a table and all it needs take on the wire."""
    with visit(browser, address) as (context, page, devtools):
        loaded: list[float] = []
        devtools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
        devtools.send("Network.enable")
        page.goto(f"/t/{new_table(context, SEATS, 3, **SETS)}")
        page.locator("#zone-court .lord").first.wait_for()
        page.wait_for_load_state("networkidle")
        return sum(loaded) / 1000


def interactive(browser: Browser, address: str) -> float:
    """Seconds from the address to the first answer, and to the end of the long tasks before it."""
    with visit(browser, address) as (context, page, devtools):
        page.add_init_script(WATCH)
        table = new_table(context, SEATS, 3, **SETS)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(f"/t/{table}")
        page.wait_for_function("() => window.measured.answer > 0")
        page.wait_for_timeout(1000)
        seen = measured(page)
        ends = [start + length for start, length in seen["tasks"] if start <= seen["answer"]]
        return float(max([seen["answer"], *ends])) / 1000


def movement(browser: Browser, address: str) -> tuple[float, list[float]]:
    """Frames a second while something moves, and the lengths of long tasks in ms, in the middle of a game."""
    chooser = random.Random(5)
    with visit(browser, address) as (context, page, devtools):
        page.add_init_script(WATCH)
        page.goto(f"/t/{new_table(context, SEATS, 3, **SETS)}")
        wait_for_turn(page)
        page.evaluate("() => { measured.frames = []; measured.tasks = []; }")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for _decision in range(DECISIONS):
            if not wait_for_turn(page) or is_over(page):
                break
            page.locator(ANSWERS).first.wait_for()
            if chosen := something_to_click(page, chooser):
                chosen.click()
            answer_dialog(page)
        seen = measured(page)
        rate = 1000 / statistics.mean(seen["frames"])
        return rate, [length for _start, length in seen["tasks"]]


def work(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds of processor time of the page, until it is loaded and for each update after that.

    However busy the machine is, they hardly change. Nothing here watches the frames of the page, which would
    then be drawn when nothing changes too.
    """
    chooser = random.Random(5)
    with visit(browser, address) as (context, page, devtools):
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(f"/t/{new_table(context, SEATS, 3, **SETS)}")
        wait_without_watching(page)
        loading, first = worked(devtools), revision(page)
        for _decision in range(DECISIONS):
            wait_without_watching(page)
            if not is_over(page) and (chosen := something_to_click(page, chooser)):
                chosen.click()
            answer_dialog(page)
        return loading, (worked(devtools) - loading) / max(1, revision(page) - first)


def wait_without_watching(page: Page) -> None:
    """As `wait_for_turn`, but looking now and then, and not with each frame."""
    while not page.locator(f"{ANSWERS}, {RESULTS}").count():
        page.wait_for_timeout(150)


def worked(devtools: CDPSession) -> float:
    """Milliseconds of processor time of the page so far."""
    metrics: list[dict[str, Any]] = devtools.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def revision(page: Page) -> int:
    """What the page shows."""
    return int(page.evaluate("() => Number(document.body.dataset.revision)"))


def memory(browser: Browser, address: str, games: int) -> Iterator[float]:
    """Megabytes that the scripts of one page hold after each game, unused ones collected."""
    with visit(browser, address) as (context, page, devtools):
        page.emulate_media(reduced_motion="reduce")
        for game in range(games):
            page.goto(f"/t/{new_table(context, ['me', 'computer'], game + 1)}")
            play_by_mouse(page, random.Random(game))
            devtools.send("HeapProfiler.collectGarbage")
            yield devtools.send("Runtime.getHeapUsage")["usedSize"] / 1e6


def measured(page: Page) -> dict[str, Any]:
    """What the page has noted about itself."""
    found: dict[str, Any] = page.evaluate("() => window.measured")
    return found


if __name__ == "__main__":
    main()
