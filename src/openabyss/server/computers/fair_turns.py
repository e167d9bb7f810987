"""Which computer may think next: the one whose party has had the least time.

Time is shared among addresses, that of an address among its browsers, and that of a browser among its tables.
So fifty tables of one browser keep others waiting only until a search that is running ends. One browser never
has all places, so that there is one for the next to come.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from math import inf

# An address, a browser at it, a table of that browser. Each prefix, called a part, has a share of its own.
Party = tuple[str, ...]


class FairTurns:
    """Lets a limited number of computers think at once. If there are several places, no address has all of
    them, and no browser all those that an address may have, whatever its address.

    Patient ones wait until nobody else does, and leave a place free if there are several.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._places, self._clock = places, clock
        self._max_of_address = max(1, places - 1)
        self._max_of_browser = max(1, self._max_of_address - 1)
        self._waiting: dict[asyncio.Future[None], Party] = {}
        self._running: list[Party] = []
        self._max_of_patient, self._patient = max(1, places - 1), set[asyncio.Future[None]]()
        # The seconds that each part has had.
        self._spent: dict[Party, float] = {}

    @contextlib.asynccontextmanager
    async def turn(self, party: Party, *, is_patient: bool = False) -> AsyncIterator[None]:
        """Wait for a place; it is given back when the block is left."""
        self._enter(party)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = party
        if is_patient:
            self._patient.add(turn)
        self._begin_next()
        began: float | None = None
        try:
            await turn
            began = self._clock()
            yield
        finally:
            self._patient.discard(turn)
            if self._waiting.pop(turn, None) is None:
                self._running.remove(party)
                seconds = 0.0 if began is None else self._clock() - began
                for part in _parts(party):
                    self._spent[part] += seconds
            self._forget_absent()
            self._begin_next()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._waiting)

    def _enter(self, party: Party) -> None:
        """A newcomer counts as having had as little as anybody who is here, but no less."""
        here, least = self._here(), self._least_beside()
        for part in _parts(party):
            if part not in here:
                self._spent[part] = max(self._spent.get(part, 0.0), least.get(part[:-1], 0.0))

    def _forget_absent(self) -> None:
        """Forget those who neither wait nor think, unless they have had more than a newcomer counts for: else
        a browser could come back after each long search as if it were new."""
        here, least = self._here(), self._least_beside()
        self._spent = {
            part: spent
            for part, spent in self._spent.items()
            if part in here or spent > least.get(part[:-1], inf)
        }

    def _here(self) -> set[Party]:
        """The parts of all who wait or think."""
        return {part for party in (*self._waiting.values(), *self._running) for part in _parts(party)}

    def _least_beside(self) -> dict[Party, float]:
        """For each prefix, the least that any of the parts here directly below it has had."""
        least: dict[Party, float] = {}
        for part in self._here():
            least[part[:-1]] = min(self._spent[part], least.get(part[:-1], inf))
        return least

    def _begin_next(self) -> None:
        while len(self._running) < self._places:
            # A cancelled one may not have left the queue yet.
            able = [
                turn for turn, party in self._waiting.items() if not turn.done() and self._may_begin(party)
            ]
            able = [turn for turn in able if turn not in self._patient] or able
            if not able or (able[0] in self._patient and not self._may_patient_begin()):
                return
            chosen = min(able, key=lambda turn: self._had(self._waiting[turn]))
            self._running.append(self._waiting.pop(chosen))
            chosen.set_result(None)

    def _may_begin(self, party: Party) -> bool:
        of_address = sum(other[0] == party[0] for other in self._running)
        of_browser = sum(other[1] == party[1] for other in self._running)
        return of_address < self._max_of_address and of_browser < self._max_of_browser

    def _may_patient_begin(self) -> bool:
        return len(self._patient - self._waiting.keys()) < self._max_of_patient

    def _had(self, party: Party) -> list[tuple[int, float]]:
        """How much a party has now and has had; among equals the first in the queue comes first."""
        return [
            (sum(other[: len(part)] == part for other in self._running), self._spent[part])
            for part in _parts(party)
        ]


def _parts(party: Party) -> list[Party]:
    """All prefixes of a party: the address; the address and the browser; and so on."""
    return [party[: length + 1] for length in range(len(party))]
