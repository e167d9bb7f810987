"""Which tests reach which lines of the rules, and whether they notice a change."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.changes import RULES, Change, Source, files_of_rules

# A test that needs more of the processor than this goes round in circles.
SECONDS_PER_TEST = 20
TESTS = "tests/rules"
# Without plugins but the one that our settings name.
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
OPTIONS = ["-q", "-x", "-s", "-p", "no:cacheprovider", "-p", "anyio.pytest_plugin"]

Line = tuple[str, int]


class Outcome(IntEnum):
    """What became of a change; the exit status of the process that tried it."""

    SURVIVED = 0
    NOTICED = 1
    NO_PROGRAM = 77  # the rules cannot even be imported: no test has to say that

    @classmethod
    def of_status(cls, status: int) -> "Outcome":
        """The outcome that a process told when it ended; one that was stopped went round in circles."""
        exit_status = os.waitstatus_to_exitcode(status)
        return cls(exit_status) if exit_status >= 0 else cls.NOTICED


# --------------------------------------------------------------------------- who reaches what


@contextmanager
def lines_noted(into: set[Line]) -> Iterator[None]:
    """Note every line of the rules that is executed."""
    names = {str(RULES / file): file for file in files_of_rules()}

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        file = names.get(frame.f_code.co_filename)
        if file is None:
            return None

        def line(frame: FrameType, event: str, argument: Any) -> Any:
            into.add((file, frame.f_lineno))
            return line

        return line

    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(None)


class Reach:
    """The lines that tests reach, and those that importing the rules reaches."""

    def __init__(self) -> None:
        self.at_import: set[Line] = set()
        self.of_test: dict[str, set[Line]] = {}
        self.mentioning: dict[str, set[Line]] = defaultdict(set)
        for file in files_of_rules():
            for number, text in enumerate((RULES / file).read_text().splitlines(), 1):
                for name in set(re.findall(r"\w+", text)):
                    self.mentioning[name].add((file, number))

    def tests_for(self, change: Change) -> list[str]:
        """The tests that may notice it, the most promising ones first."""
        line = (change.file, change.line)
        if not self.happens_at_import(change):
            return sorted((test for test in self.of_test if line in self.of_test[test]), key=self.breadth)
        near = {line}.union(*(self.mentioning[name] for name in names_given(change)))
        is_far = {test: near.isdisjoint(lines) for test, lines in self.of_test.items()}
        return sorted(self.of_test, key=lambda test: (is_far[test], self.breadth(test)))

    def happens_at_import(self, change: Change) -> bool:
        return not change.function or (change.file, change.line) in self.at_import

    def breadth(self, test: str) -> int:
        return len(self.of_test[test])


def names_given(change: Change) -> list[str]:
    """The constants that a line outside functions defines."""
    return re.findall(r"\b[A-Z][A-Z_0-9]+\b", change.before.partition(" = ")[0])


# ------------------------------------------------------------------------- one change in place


def module_of(file: str) -> str:
    return "openabyss.rules." + file.removesuffix(".py").replace("/", ".")


def changed_code(change: Change) -> CodeType:
    source = Source(change.file)
    return compile(source.with_change(change.start, change.end, change.text), str(source.path), "exec")


def put_into_function(change: Change) -> None:
    """All modules that have imported the function have the changed one from now on."""
    parts = changed_code(change).co_consts
    code = next(part for part in parts if isinstance(part, CodeType) and part.co_name == change.function)
    getattr(sys.modules[module_of(change.file)], change.function).__code__ = code


class ChangedLoader(importlib.machinery.SourceFileLoader):
    """Loads the module with the change."""

    def __init__(self, change: Change) -> None:
        super().__init__(module_of(change.file), str(RULES / change.file))
        self.change = change

    def get_code(self, fullname: str) -> CodeType:
        return changed_code(self.change)


class ChangedFinder(importlib.abc.MetaPathFinder):
    """Finds the module with the change before anybody else finds the one without."""

    def __init__(self, change: Change) -> None:
        self.loader = ChangedLoader(change)

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if fullname != self.loader.name:
            return None
        return importlib.util.spec_from_loader(fullname, self.loader)


def import_everything_again(change: Change) -> None:
    """Forget the rules and all that has imported them, and import the rules with the change."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("openabyss", "tests"):
            del sys.modules[name]
    sys.meta_path.insert(0, ChangedFinder(change))
    importlib.import_module("openabyss.rules.play")


# ------------------------------------------------------------------------------------- trials


class Limit:
    """Ends the process if a test takes too much of the processor."""

    def __init__(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_PER_TEST)

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_PER_TEST)


class Chosen:
    """Runs only these tests, in this order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.place = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.place), key=self.place_of)

    def place_of(self, item: pytest.Item) -> int:
        return self.place[item.nodeid]


class Trials:
    """The session in which all tests run once, to see what they reach; each trial is a fork of it."""

    def __init__(self, work: Callable[["Trials"], None]) -> None:
        self.work = work
        self.reach = Reach()
        self.items: dict[str, pytest.Item] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        with lines_noted(self.reach.at_import):
            return (yield)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for number, item in enumerate(session.items, 1):
            print(f"\rtest {number} of {len(session.items)}", end="", file=sys.stderr)
            lines = self.reach.of_test.setdefault(item.nodeid, set())
            with lines_noted(lines):
                reports = runtestprotocol(item, nextitem=None, log=False)
            assert not any(report.failed for report in reports), f"{item.nodeid} fails without any change"
        print(file=sys.stderr)
        self.work(self)
        return True

    def start(self, change: Change) -> int:
        """Try a change in a process of its own; its number."""
        child = os.fork()
        if child:
            return child
        outcome: int = Outcome.NOTICED
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            outcome = self.outcome_of(change)
        finally:
            os._exit(outcome)

    def outcome_of(self, change: Change) -> int:
        tests, limit = self.reach.tests_for(change), Limit()
        if self.reach.happens_at_import(change):
            return outcome_from_the_start(change, tests, limit)
        try:
            put_into_function(change)
        except SyntaxError:
            return Outcome.NO_PROGRAM
        for test in tests:
            limit.pytest_runtest_setup()
            if any(report.failed for report in runtestprotocol(self.items[test], log=False)):
                return Outcome.NOTICED
        return Outcome.SURVIVED


def outcome_from_the_start(change: Change, tests: Sequence[str], limit: Limit) -> int:
    with tempfile.TemporaryDirectory() as cache:
        os.environ["OPENABYSS_CACHE"] = cache
        try:
            import_everything_again(change)
        except Exception:
            return Outcome.NO_PROGRAM
        result = pytest.main([*OPTIONS, TESTS], plugins=[limit, Chosen(tests)])
        return Outcome.SURVIVED if result == pytest.ExitCode.OK else Outcome.NOTICED


def conduct(work: Callable[[Trials], None]) -> None:
    """Run the tests of the rules once and then `work`, which may start trials."""
    os.environ.update(ALONE)
    pytest.main([*OPTIONS, TESTS], plugins=[Trials(work)])
