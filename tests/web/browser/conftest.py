"""A browser for tests, and a server whose computers answer at once."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from openabyss.client.table_history import TableHistory
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from tests.web.browser.at_table import PATIENCE, new_table
from tests.web.browser.scenes import SETS, TABLES, Moments, Projector, Stage, last_histories, last_moments
from tests.web.server.serving import Served, serve, settings_for

# The shell first: a page costs half the processor time in it, because it draws no window around it.
CHROMIUMS = (
    Path("/usr/bin/chromium-headless-shell"),
    Path("/usr/bin/chromium"),
    Path("/usr/bin/google-chrome"),
)
CHROMIUM = next((installed for installed in CHROMIUMS if installed.exists()), CHROMIUMS[0])
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    # No process is kept ready for the next page.
    "--renderer-process-limit=1",
]
# Nobody looks at what tests paint, and without memory for it nothing is: two fifths of the processor time.
UNPAINTED = "--force-gpu-mem-available-mb=0"


# The Chromium that runs, as long as one test of this folder follows another.
_running: list[tuple[Playwright, Browser]] = []


@pytest.fixture(scope="module")
def chromium() -> Browser:
    """Chromium of the system; tests that want it are skipped where it is missing."""
    if not CHROMIUM.exists():
        pytest.skip(f"Chromium is not installed here (Debian: chromium-headless-shell, as {CHROMIUM})")
    if not _running:
        expect.set_options(timeout=PATIENCE)
        playwright = sync_playwright().start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*ARGUMENTS, UNPAINTED])
        _running.append((playwright, browser))
    return _running[0][1]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Chromium is closed before a test of another folder: Playwright keeps an event loop running, beside
    which tests of the server could not run theirs."""
    result = yield
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        while _running:
            playwright, browser = _running.pop()
            browser.close()
            playwright.stop()
    return result


@pytest.fixture(scope="session")
def compiled_rules() -> None:
    """The rules and the greedy player are compiled before anybody waits for them with a clock."""
    chooser = player("medium", 1)
    for expansion in (False, True):
        game = Game.new(players=2, seed=1, kraken=expansion, leviathan=expansion)
        for _decision in range(60):
            game.apply(chooser.choose(Perspective(game)))
            assert not game.is_over


@pytest.fixture(scope="module")
def server(compiled_rules: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for the tests of one file."""
    with serve(settings_for(tmp_path_factory.mktemp("server"))) as running:
        yield running


# What a worker has kept would come between the pages and what tests put in the way of requests.
NO_WORKER: dict[str, Any] = {"service_workers": "block"}
Browsers = Callable[..., BrowserContext]


def open_browsers(chromium: Browser, server: Served) -> Iterator[Browsers]:
    """Opens browsers, by what Playwright calls the options of a context, and closes them in the end."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        wanted = {**NO_WORKER, **options}
        opened.append(chromium.new_context(base_url=server.address, **wanted))
        opened[-1].set_default_timeout(PATIENCE)
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


browsers = pytest.fixture(open_browsers)
browsers_of_file = pytest.fixture(open_browsers, scope="module")


@pytest.fixture
def friend(browsers: Browsers) -> BrowserContext:
    """The browser of somebody else."""
    return browsers(reduced_motion="reduce")


@pytest.fixture(scope="session")
def moments(compiled_rules: None) -> Moments:
    """The last question of each kind to seat 0 in a game of three with everything, and its end."""
    return last_moments(3, seed=1, kraken=True, leviathan=True)


@pytest.fixture(scope="session")
def histories(compiled_rules: None) -> dict[tuple[str, int], dict[str, TableHistory]]:
    """The same for tables of every kind."""
    return {(name, players): last_histories(players, **SETS[name]) for name, players in TABLES}


@pytest.fixture(scope="module")
def stage(
    browsers_of_file: Browsers, histories: dict[tuple[str, int], dict[str, TableHistory]]
) -> Iterator[Stage]:
    """Pages on which nothing moves; a script that fails on one of them fails the last test."""
    opened = browsers_of_file(reduced_motion="reduce")
    failures: list[str] = []
    opened.on("weberror", lambda error: failures.append(str(error.error)))
    opened.on("console", lambda said: failures.append(said.text) if said.type == "error" else None)
    yield Stage(opened, new_table(opened, ["me", "computer"], 1), histories)
    assert failures == []


def projector_on(page: Page, moments: Moments | None = None) -> Projector:
    """A page that shows moments of a game of three with everything."""
    kinds = ["me", "computer", "computer"]
    table = new_table(page.context, kinds, 3, kraken=True, leviathan=True)
    return Projector(page, f"/t/{table}", moments)


@pytest.fixture
def projector(page: Page, moments: Moments) -> Projector:
    """Such a page on which nothing moves, and moments of such a game."""
    return projector_on(page, moments)


@pytest.fixture(scope="module")
def desk(chromium: Browser, server: Served) -> Iterator[BrowserContext]:
    """A browser on a desk, where nothing moves; its first page stays empty and keeps the process of all."""
    opened = chromium.new_context(
        base_url=server.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce", **NO_WORKER
    )
    opened.set_default_timeout(PATIENCE)
    opened.new_page()
    yield opened
    opened.close()


@pytest.fixture
def context(desk: BrowserContext, server: Served) -> Iterator[BrowserContext]:
    """The browser of somebody who has not been here before: only the files of the pages are there already."""
    yield desk
    empty, *visited = desk.pages
    for page in visited:
        page.close()
    desk.clear_cookies()
    session = desk.new_cdp_session(empty)
    session.send("Storage.clearDataForOrigin", {"origin": server.address, "storageTypes": "all"})
    session.detach()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; a script that fails on it fails the test."""
    opened = context.new_page()
    failures: list[str] = []
    opened.on("pageerror", lambda error: failures.append(str(error)))
    opened.on("console", lambda said: failures.append(said.text) if said.type == "error" else None)
    yield opened
    assert failures == []
