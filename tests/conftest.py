"""What every test shares: bounds checks in the compiled rules, and Hypothesis without surprises."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from openabyss import words
from scripts.catalogues import compile_changed

os.environ["OPENABYSS_LANGUAGE"] = "en"
os.environ.setdefault("OPENABYSS_CHECKED", "1")

# What takes longest comes first: or one worker would be left with it while the others have nothing to do.
LONGEST = ("test_documents", "web/browser", "web/server", "invariants", "envs", "players", "arena")
TESTS = Path(__file__).parent

# What a situation shows is compared there: a difference is explained as in a test.
pytest.register_assert_rewrite("tests.rules.situation")

settings.register_profile("openabyss", deadline=None, derandomize=True)
settings.load_profile("openabyss")


def pytest_configure(config: pytest.Config) -> None:
    """Translations are tested as their catalogues are now, whenever the package was installed."""
    if not hasattr(config, "workerinput"):
        compile_changed()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal out the files, the longest packages first, among the workers, each of whom begins with a stretch.

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
