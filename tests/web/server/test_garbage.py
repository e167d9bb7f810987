"""When full garbage collections happen."""

import asyncio
import gc
import weakref
from collections.abc import Callable

import pytest

from openabyss.server.http import upkeep
from openabyss.server.http.upkeep import (
    SMALLER_COLLECTIONS,
    YOUNG_COLLECTIONS,
    YOUNG_OBJECTS,
    collect_when_quiet,
)

SECONDS = 60


class Cycle:
    """Only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


def old_cycle() -> Callable[[], Cycle | None]:
    """One that has survived all smaller collections, and is forgotten now."""
    cycle = Cycle()
    gc.collect(1)
    gc.collect(1)
    return weakref.ref(cycle)


async def test_cycles_are_collected_in_a_quiet_moment_and_thresholds_restored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Every moment is quiet.
    monkeypatch.setattr(upkeep, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(upkeep, "QUIET_SHARE", 1e9)
    before = gc.get_threshold()
    collecting = asyncio.create_task(collect_when_quiet())
    forgotten = old_cycle()
    async with asyncio.timeout(SECONDS):
        while forgotten() is not None:
            await asyncio.sleep(0.001)
    assert gc.get_threshold() == (YOUNG_OBJECTS, YOUNG_COLLECTIONS, SMALLER_COLLECTIONS)
    collecting.cancel()
    await asyncio.gather(collecting, return_exceptions=True)
    assert gc.get_threshold() == before


async def test_nothing_is_collected_in_full_while_much_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(upkeep, "QUIET_SHARE", -1.0)
    collecting = asyncio.create_task(collect_when_quiet())
    await asyncio.sleep(0)  # From now on Python collects nothing in full by itself.
    forgotten = old_cycle()
    for _look in range(20):
        await asyncio.sleep(0.002)
    collecting.cancel()
    assert forgotten() is not None
