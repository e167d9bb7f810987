"""Who may have a computer think next: the party that has had the least of it.

Time is shared among addresses, that of an address among its browsers, and that of a browser among its tables.
So fifty tables of one of them keep nobody else waiting for longer than the thoughts that have been begun. And
not all are begun for one of them, so that there is a place for the next to come.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

# An address, a browser there, and a table of that browser; what it says is shared alike by all that begin so.
Party = tuple[str, ...]


@dataclass(slots=True)
class _Share:
    """What a party, or all that begin alike, have: thoughts that are asked for or go on, those that go on,
    and the seconds that they have had."""

    asked: int = 0
    running: int = 0
    spent: float = 0.0


@dataclass(slots=True, eq=False)
class _Waiting:
    party: Party
    begins: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairTurns:
    """A limited number may think at once. No address has all of these places, and no browser has all of those
    that an address may have, from wherever it comes; unless there is only one."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._clock = places, clock
        self._most_of_address = max(1, places - 1)
        self._most_of_browser = max(1, self._most_of_address - 1)
        self._waiting: list[_Waiting] = []
        self._of_browser: Counter[str] = Counter()
        self._shares: dict[Party, _Share] = {}

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
        waiting = _Waiting(party)
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
        least = self._least_beside()
        for part in _parts(party):
            share = self._shares.setdefault(part, _Share())
            if share.asked == 0:
                share.spent = max(share.spent, least.get(part[:-1], 0.0))
            share.asked += 1

    def _least_beside(self) -> dict[Party, float]:
        """What that one has had who has had the least of those who are here and share something, by what they
        share: the beginning of their parties."""
        least: dict[Party, float] = {}
        for part, share in self._shares.items():
            if share.asked:
                least[part[:-1]] = min(share.spent, least.get(part[:-1], share.spent))
        return least

    def _leave(self, party: Party) -> None:
        for part in _parts(party):
            self._shares[part].asked -= 1
        least = self._least_beside()
        self._shares = {
            part: share for part, share in self._shares.items() if share.asked or self._counts(part, least)
        }

    def _counts(self, part: Party, least: dict[Party, float]) -> bool:
        """Whether somebody who is not here had more than a newcomer would count for, and must not be
        forgotten: one long thought after another would each time be the first."""
        return part[:-1] in least and self._shares[part].spent > least[part[:-1]]

    def _begin_next(self) -> None:
        while self._free:
            able = [one for one in self._waiting if self._may_begin(one.party)]
            if not able:
                return
            chosen = min(able, key=lambda one: self._had(one.party))
            self._waiting.remove(chosen)
            self._free -= 1
            self._of_browser[chosen.party[1]] += 1
            for part in _parts(chosen.party):
                self._shares[part].running += 1
            chosen.begins.set_result(None)

    def _may_begin(self, party: Party) -> bool:
        return (
            self._shares[party[:1]].running < self._most_of_address
            and self._of_browser[party[1]] < self._most_of_browser
        )

    def _had(self, party: Party) -> list[tuple[int, float]]:
        """How much a party has now and has had; among equals the first in the queue comes first."""
        shares = (self._shares[part] for part in _parts(party))
        return [(share.running, share.spent) for share in shares]

    def _end(self, party: Party, seconds: float) -> None:
        self._free += 1
        # What counts to nothing is forgotten.
        self._of_browser = self._of_browser - Counter((party[1],))
        for part in _parts(party):
            self._shares[part].running -= 1
            self._shares[part].spent += seconds
        self._leave(party)
        self._begin_next()


def _parts(party: Party) -> list[Party]:
    """The address; the address and the browser; and so on."""
    return [party[: length + 1] for length in range(len(party))]
