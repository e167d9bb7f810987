"""The pace of a table tells nobody what somebody held in the hand."""

import asyncio
import selectors
from typing import Any

import pytest

from openabyss.client.table_history import Entry, TableHistory
from openabyss.play.game import Game
from openabyss.server.computers.questions import Asked
from openabyss.server.settings import Settings
from openabyss.server.storage import SeatRow
from openabyss.server.storage.storage import now
from openabyss.server.tables.live.table import LiveTable, Subscriber
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import InlineComputers, live_table

THINKING = 1.5


class Clock(selectors.DefaultSelector):
    """Time that passes at once when everybody waits for it."""

    seconds = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.seconds += timeout or 0.0
        return super().select(0)


def hurried_loop() -> asyncio.AbstractEventLoop:
    """One in whose time everybody waits."""
    clock = Clock()
    made = asyncio.SelectorEventLoop(clock)
    made.time = lambda: clock.seconds  # type: ignore[method-assign]
    return made


# What runs tests in such time: a value of the fixture `anyio_backend`.
HURRIED = ("asyncio", {"loop_factory": hurried_loop})


def passed() -> float:
    """The seconds that have passed."""
    return asyncio.get_running_loop().time()


@pytest.fixture
def anyio_backend() -> object:
    return HURRIED


class Thinkers(InlineComputers):
    """Computers that think for a while, whatever they are asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def choose(self, asked: Asked) -> str:
        self.asked += 1
        await asyncio.sleep(THINKING)
        return Game.from_record(asked.record).legal_actions[0].text


class NoStorage:
    """Keeps nothing, for nobody else."""

    is_shared = False

    async def append(self, _table: str, _number: int, _entry: Entry, **_named: Any) -> str:
        return now()


class Looker(Subscriber):
    """Notes when a table changes."""

    seat = None
    browser = "b"

    def __init__(self, table: LiveTable) -> None:
        self.table, self.began = table, passed()
        self.changes: list[tuple[float, int]] = []

    def changed(self) -> None:
        self.changes.append((passed() - self.began, self.table.history.revision))


def table_with(hand: list[str]) -> LiveTable:
    """A computer is asked, and may do nothing but explore if its hand cannot pay for a lord."""
    position = {
        "players": 2,
        "court": [12, 21, 30, 29],
        "available_locations": [14],
        "exploration_deck": ["C2", "C3", "C4", "C5"],
        "seats": [{"pearls": 0, "hand": hand}, {"pearls": 0}],
    }
    seats = [SeatRow(0, "computer", "Coral", level="medium"), SeatRow(1, "person", "Ann")]
    return live_table({"position": position}, seats)


async def first_changes(hand: list[str], most: int) -> tuple[list[tuple[float, int]], int]:
    """When a table with this hand of a computer changed, and how often the computer was asked for it."""
    thinkers, settings = Thinkers(), Settings("", b"", computer_pause=0.25)
    tables = Tables(NoStorage(), thinkers, settings)  # type: ignore[arg-type]  # only what is used
    table = table_with(hand)
    table.record_think_time(0, "MAIN", THINKING)
    looker = Looker(table)
    table.enter(looker)
    tables.opponents.let_play(table)
    while len(looker.changes) < most:
        await asyncio.sleep(0.01)
    assert table.thinking is not None
    table.thinking.cancel()
    return looker.changes[:most], thinkers.asked


async def test_a_computer_without_a_choice_takes_its_usual_time() -> None:
    forced, asked_forced = await first_changes(["S1"], 1)
    free, asked_free = await first_changes(["S5", "S4"], 1)
    assert (asked_forced, asked_free) == (0, 1)
    assert [revision for _seconds, revision in forced] == [revision for _seconds, revision in free] == [1]
    assert abs(forced[0][0] - free[0][0]) < 0.02
    assert forced[0][0] >= THINKING


def test_a_computer_that_never_had_a_choice_takes_as_long_as_for_other_questions() -> None:
    table = table_with(["S1"])
    assert table.pace(0, "MAIN") == 0.0
    table.record_think_time(0, "OFFER", 0.2)
    table.record_think_time(0, "PAY", 0.1)
    assert (table.pace(0, "MAIN"), table.pace(0, "PAY"), table.pace(1, "PAY")) == (0.2, 0.1, 0.0)


def test_a_person_is_asked_even_without_a_choice() -> None:
    history = TableHistory(table_with(["S1"]).row.config, [None, None])
    assert history.asked == 0
    assert history.only_answer == "explore"
    history.add("answer", 0, "explore", "0:c1")
    assert history.revision == 1
