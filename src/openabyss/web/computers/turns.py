"""Who may have a computer think next: the party that has had the least of it.

Time is shared among addresses, and that of an address among its browsers, so that fifty tables of
one of them keep nobody else waiting for longer than the thoughts that have been begun. And not all
are begun for one of them, so that there is a place for the next to come.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

# An address, and a browser there.
Party = tuple[str, str]


@dataclass(slots=True, eq=False)
class _Waiting:
    party: Party
    begins: asyncio.Future[None]


class FairTurns:
    """A limited number may think at once. No address has all of these places, and no browser has all of those
    that an address may have, from wherever it comes; unless there is only one."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._clock = places, clock
        self._most_of_address = max(1, places - 1)
        self._most_of_browser = max(1, self._most_of_address - 1)
        self._waiting: list[_Waiting] = []
        self._of_address: Counter[str] = Counter()
        self._of_browser: Counter[str] = Counter()
        self._active: Counter[str | Party] = Counter()
        self._spent: dict[str | Party, float] = {}

    @contextlib.asynccontextmanager
    async def turn(self, party: Party) -> AsyncIterator[None]:
        """Wait for a place; it is given back when the block is left."""
        await self._wait(party)
        began = self._clock()
        try:
            yield
        finally:
            self._end(party, self._clock() - began)

    async def _wait(self, party: Party) -> None:
        waiting = _Waiting(party, asyncio.get_running_loop().create_future())
        self._enter(party)
        self._waiting.append(waiting)
        self._begin_next()
        try:
            await waiting.begins
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
                self._leave(party)
            else:
                self._end(party, 0.0)
            raise

    def _enter(self, party: Party) -> None:
        """A newcomer counts as having had as little as anybody who is here, but no less."""
        address, _browser = party
        others = [self._spent[key] for key in self._active if isinstance(key, str)]
        self._spent.setdefault(address, min(others, default=0.0))
        here = [self._spent[key] for key in self._active if isinstance(key, tuple) and key[0] == address]
        self._spent.setdefault(party, min(here, default=0.0))
        self._active.update((address, party))

    def _leave(self, party: Party) -> None:
        for key in (party[0], party):
            self._active[key] -= 1
            if self._active[key] == 0:
                del self._active[key], self._spent[key]

    def _begin_next(self) -> None:
        while self._free:
            able = [one for one in self._waiting if self._may_begin(one.party)]
            if not able:
                return
            chosen = min(able, key=lambda one: self._had(one.party))
            self._waiting.remove(chosen)
            self._free -= 1
            address, browser = chosen.party
            self._of_address[address] += 1
            self._of_browser[browser] += 1
            chosen.begins.set_result(None)

    def _may_begin(self, party: Party) -> bool:
        address, browser = party
        return (
            self._of_address[address] < self._most_of_address
            and self._of_browser[browser] < self._most_of_browser
        )

    def _had(self, party: Party) -> tuple[int, float, int, float]:
        """How much a party has now and has had; among equals the first in the queue comes first."""
        address, browser = party
        return self._of_address[address], self._spent[address], self._of_browser[browser], self._spent[party]

    def _end(self, party: Party, seconds: float) -> None:
        self._free += 1
        address, browser = party
        # What counts to nothing is forgotten.
        self._of_address = self._of_address - Counter((address,))
        self._of_browser = self._of_browser - Counter((browser,))
        self._spent[address] += seconds
        self._spent[party] += seconds
        self._leave(party)
        self._begin_next()
