"""What every test shares: bounds checks in the compiled rules, and Hypothesis without surprises."""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from openabyss import words
from openabyss.players.compilation import gc_paused
from scripts.catalogues import compile_changed

os.environ["OPENABYSS_LANGUAGE"] = "en"
os.environ.setdefault("OPENABYSS_CHECKED", "1")

# What takes longest comes first: or one worker would be left with it while the others have nothing to do.
# The arena comes before the browser, which leaves threads behind: then no process is forked any more, and
# those that play games would each import everything once more.
LONGEST = ("test_documents", "arena", "web/browser", "web/server", "invariants", "envs", "players")
TESTS = Path(__file__).parent

# What a situation shows is compared there: a difference is explained as in a test.
pytest.register_assert_rewrite("tests.rules.situation")

settings.register_profile("openabyss", deadline=None, derandomize=True)
settings.load_profile("openabyss")


def pytest_configure(config: pytest.Config) -> None:
    """Translations are tested as their catalogues are now, whenever the package was installed. What a script
    begins in the background ignores Control-C, and so would what tests begin and stop with it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        compile_changed()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Every worker imports all tests, of which nothing becomes garbage: it is not searched for any, then or
    later."""
    with gc_paused():
        result = yield
    gc.freeze()
    return result


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal out the files, the longest packages first, among the workers, each of whom begins with a stretch:
    those that are left, when all that was not asked for has been taken out.

    The tests of a file stay together, so that what they share (a server, a page) is made by one worker only.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    stretches: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for path in sorted(files, key=lambda path: _place(path.relative_to(TESTS).as_posix())):
        min(stretches, key=len).extend(files[path])
    items[:] = [item for stretch in stretches for item in stretch]


def _place(file: str) -> int:
    return next((place for place, package in enumerate(LONGEST) if file.startswith(package)), len(LONGEST))


# The soak tests of which none was asked for.
left_out = pytest.StashKey[list[str]]()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Note the soak tests that `make test` leaves out: each worker leaves out the same."""
    for item in items:
        if item.config.option.markexpr == "not soak" and item.get_closest_marker("soak"):
            item.config.stash.setdefault(left_out, []).append(item.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker passes on what it has left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(left_out, [])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """One that has crashed has said nothing."""
    if hasattr(node, "workeroutput"):
        node.config.stash[left_out] = node.workeroutput["left_out"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name what only `make soak` runs."""
    if names := config.stash.get(left_out, []):
        terminalreporter.section("left out, run by 'make soak'")
        terminalreporter.write_line("\n".join(names))


@pytest.fixture
def anyio_backend() -> str:
    """What runs tests that are coroutines."""
    return "asyncio"


@pytest.fixture
def english_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A process without a language of its own, which forgets the one that is set here."""
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path / "data"))
    for name in words.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(words.VARIABLES[0], "")
    words._of_process.cache_clear()
    yield
    monkeypatch.undo()
    words._of_process.cache_clear()
