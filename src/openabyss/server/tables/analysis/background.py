"""Searches about games, made in the background by the processes in which computers think.

Each is made in steps of less than a second, and each step waits until no opponent does, so that nobody waits
longer than that. Their number is limited, for each visitor and in all; the newest results are kept in memory.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from openabyss.server.access.limits import Buckets, Places
from openabyss.server.computers.fair_turns import FairTurns
from openabyss.server.computers.questions import Search
from openabyss.server.computers.workers import ComputerFailed, Computers
from openabyss.server.logging import log_failure
from openabyss.server.tables.errors import Refusal
from openabyss.words import _

Found = TypeVar("Found")

# How many are made at the same time, for one visitor and for all; how many results are kept in memory.
MAX_OF_VISITOR, MAX_IN_ALL, KEPT = 2, 30, 200


class Making(Generic[Found]):
    """Something that is being made, or is ready: `found` is it then. `has_failed`: nobody could make it."""

    def __init__(self, found: Found | None = None) -> None:
        self.done, self.all = 0, 0
        self.has_failed = False
        self.found = found
        self.task: asyncio.Task[None] | None = None

    @property
    def is_going_on(self) -> bool:
        """Whether it is neither ready nor failed."""
        return self.found is None and not self.has_failed


Find = Callable[[Search], Awaitable[str]]
Work = Callable[[Making[Found], Find], Awaitable[Found]]


class Background(Generic[Found]):
    """Searches that are being made or are ready, by the game that they are of."""

    def __init__(self, name: str, an_hour: int, turns: FairTurns, computers: Computers) -> None:
        """A visitor may begin `an_hour` of them in an hour."""
        self._name, self._turns, self._computers = name, turns, computers
        self._places = Places(MAX_OF_VISITOR, MAX_IN_ALL)
        self._begun = Buckets.an_hour(an_hour)
        self._known: OrderedDict[str, Making[Found]] = OrderedDict()

    def of(self, key: str) -> Making[Found] | None:
        """The search of a game; None if nobody has asked for it, or it was dropped."""
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def keep(self, key: str, found: Found) -> Making[Found]:
        """Keep a result that was made earlier, or by another process."""
        made = self._known[key] = Making(found)
        self._let_go()
        return made

    def begin(self, key: str, visitor: str, work: Work[Found]) -> Making[Found]:
        """Start making it. Raises Refusal."""
        if not self._places.take(visitor):
            text = _("Other reviews or puzzles are still in progress; try again when they are ready.")
            raise Refusal("too_many", text)
        if not self._begun.take(visitor):
            self._places.give_back(visitor)
            text = _(
                "A lot of reviews and puzzles have been requested from your address; try again in a few"
                " minutes."
            )
            raise Refusal("too_many", text)
        made = self._known[key] = Making()
        made.task = asyncio.create_task(self._make(made, key, visitor, work), name=f"{self._name} of {key}")
        self._let_go()
        return made

    def close(self) -> None:
        """Stop making anything."""
        for made in self._known.values():
            if made.task is not None:
                made.task.cancel()

    async def _make(self, made: Making[Found], key: str, visitor: str, work: Work[Found]) -> None:
        # These turns have parties of their own, so that they do not count for opponents.
        party = (f"{self._name} {visitor}", f"{self._name} {visitor}", key)

        async def find(asked: Search) -> str:
            asked.party = party
            async with self._turns.turn(party, is_patient=True):
                return await self._computers.find(asked)

        try:
            made.found = await work(made, find)
        except ComputerFailed:
            made.has_failed = True
        except Exception:
            made.has_failed = True
            log_failure(f"{self._name} failed", of=key)
        finally:
            self._places.give_back(visitor)

    def _let_go(self) -> None:
        """Drop the results that have not been read for longest."""
        ready = [key for key, made in self._known.items() if not made.is_going_on]
        for key in ready[: max(0, len(self._known) - KEPT - MAX_IN_ALL)]:
            del self._known[key]
