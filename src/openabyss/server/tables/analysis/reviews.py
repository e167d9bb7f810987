"""Searches about games, made in the background by the processes in which computers think: reviews of finished
games, which are kept with the table, so that a server that has restarted, or another one with the same
database, has them at once; puzzles are made so, too.

Each is made in steps of less than a second, and each step waits until no opponent does, so that nobody waits
longer than that. Their number is limited, for each visitor and in all; the newest results are kept in memory.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import msgspec

from openabyss.arena.review import edition
from openabyss.client.replay import Replay
from openabyss.client.result import Settlement
from openabyss.play.game import Game
from openabyss.server.computers.fair_turns import FairTurns
from openabyss.server.computers.questions import (
    CloseLookAsked,
    ComputerFailed,
    LookAsked,
    NotPrepared,
    Search,
)
from openabyss.server.computers.workers import Computers
from openabyss.server.limits import Buckets, Places
from openabyss.server.logging import log_failure
from openabyss.server.storage import Conflict, DatabaseUnavailable, Storage, findings, sharing
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable
from openabyss.words import _, language

Found = TypeVar("Found")

# How many are made at the same time, for one visitor and for all; how many results are kept in memory.
MAX_OF_VISITOR, MAX_IN_ALL, KEPT = 2, 30, 200
# Seconds between looks whether searches are possible yet.
PREPARED_EVERY = 1.0


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

    def drop(self, key: str) -> None:
        """Forget what was made, or that it has failed."""
        del self._known[key]

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
            while True:
                with suppress(NotPrepared):
                    async with self._turns.turn(party, is_patient=True):
                        return await self._computers.find(asked)
                await asyncio.sleep(PREPARED_EVERY)

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


if TYPE_CHECKING:
    from openabyss.arena.review import Review
    from openabyss.arena.review_in_words import ReviewInWords

# How many reviews one visitor may begin in an hour.
AN_HOUR = 30
# How many costly decisions are reported, and how many decisions are judged in one step.
WORST, PLACES_AT_ONCE = 8, 4
# In place of a revision, for the claim of the process that makes a review.
REVIEW = -1


class Shown(NamedTuple):
    """A review in words, and the moment of the replay at which each of its decisions is open."""

    review: "ReviewInWords"
    moments: list[int]


class Reviews:
    """The reviews of a server."""

    def __init__(self, turns: FairTurns, computers: Computers, storage: Storage) -> None:
        self._storage = storage
        self._making = Background["Review"]("review", AN_HOUR, turns, computers)
        self._in_words = OrderedDict[tuple[str, ...], Shown]()

    async def of(self, table: LiveTable) -> "Making[Review] | None":
        """The review of a table, or its progress; None if nobody has asked for it. The progress in another
        process is not known."""
        known = self._making.of(table.id)
        if known is not None and not known.has_failed:
            return known
        if (found := await self._kept(table.id)) is not None:
            return self._making.keep(table.id, found)
        if self._storage.is_shared and await self._is_made_elsewhere(table.id):
            return Making()
        return known

    async def begin(self, table: LiveTable, visitor: str) -> None:
        """Make the review of a finished game, unless there is one. Raises Refusal."""
        if not table.history.is_over:
            raise Refusal("forbidden", _("A game can be reviewed only when it is over."))
        for known in (await self.of(table), self._making.of(table.id)):
            if known is not None and not known.has_failed:
                return
        self._making.begin(table.id, visitor, lambda made, find: self._make(made, find, table))

    async def in_words(self, table: LiveTable, found: "Review") -> Shown:
        """The review in the language of the reader; put into words once for each language."""
        key = (table.id, language(), *table.names)
        if key not in self._in_words:
            record, settled = table.history.game.to_record(), table.history.settlement
            self._in_words[key] = await asyncio.to_thread(
                _put_in_words, found, record, table.names_in_texts, settled
            )
            if len(self._in_words) > KEPT:
                self._in_words.popitem(last=False)
        return self._in_words[key]

    def close(self) -> None:
        """Stop making reviews."""
        self._making.close()

    async def _kept(self, table: str) -> "Review | None":
        """The stored review; None if this version cannot read it, so that it is made again."""
        found = await self._storage.read(findings.review_of, table, edition())
        if found is None:
            return None
        from openabyss.arena.review import Review  # noqa: PLC0415  loads the players

        try:
            return msgspec.json.decode(found, type=Review)
        except (msgspec.DecodeError, msgspec.ValidationError):
            return None

    async def _make(self, made: "Making[Review]", find: Find, played: LiveTable) -> "Review":
        table, record, settled = played.id, played.history.game.to_record(), played.history.settlement
        game = await asyncio.to_thread(_replayed, record)
        from openabyss.arena import review as steps  # noqa: PLC0415  loads the players

        places = steps.places_judged(game)
        made.all = len(places) + steps.CLOSE_LOOKS * WORST
        decisions = list[steps.Decision]()
        for begin in range(0, len(places), PLACES_AT_ONCE):
            await self._claim(table)
            now = places[begin : begin + PLACES_AT_ONCE]
            decisions += msgspec.json.decode(await find(LookAsked(record, now)), type=list[steps.Decision])
            made.done += len(now)
        looks, suspects = list[steps.Mistake](), steps.suspicious(decisions, WORST)
        made.all = len(places) + len(suspects)
        for decision in suspects:
            await self._claim(table)
            asked = CloseLookAsked(record, msgspec.Raw(msgspec.json.encode(decision)))
            looks.append(msgspec.json.decode(await find(asked), type=steps.Mistake))
            made.done += 1
        found = steps.conclude(game, decisions, looks, WORST, settled)
        with suppress(Conflict, DatabaseUnavailable):  # Another process has made it, too; or it stays here.
            written = msgspec.json.encode(found)
            await self._storage.write(findings.keep_review, table, edition(), written)
        return found

    async def _is_made_elsewhere(self, table: str) -> bool:
        process = self._storage.process
        return await self._storage.read(sharing.thinks_elsewhere, process, table, REVIEW)

    async def _claim(self, table: str) -> None:
        """Claim it for the next seconds, so that no other process begins it."""
        if self._storage.is_shared:
            with suppress(DatabaseUnavailable):
                await self._storage.take_thought(table, REVIEW)


def _replayed(record: dict[str, object]) -> Game:
    """The game with its decisions; in a thread, since this also loads what reviews need."""
    import openabyss.arena.review_in_words  # noqa: F401, PLC0415

    return Game.from_record(record)


def _put_in_words(
    found: "Review", record: dict[str, object], names: Sequence[str], settled: Settlement
) -> Shown:
    from openabyss.arena.review_in_words import review_in_words  # noqa: PLC0415  loads the players

    game = Game.from_record(record)
    replay, made = Replay(game), game.history.decisions
    moments = [replay.moment_of(made[decision.place].answers) for decision in found.decisions]
    return Shown(review_in_words(found, game, names, settled), moments)
