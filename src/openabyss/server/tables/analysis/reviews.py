"""Reviews of finished games, made in the background by the processes in which computers think.

A review is made in steps of less than a second, of which each waits until no opponent does, so that nobody is
kept waiting for longer than that. How many are being made is bounded, for each visitor and in all; the newest
that are ready are kept in memory, and one that was let go of is made again when it is asked for.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from openabyss.client.replay import Replay
from openabyss.play.game import Game
from openabyss.server.access.limits import Buckets, Places
from openabyss.server.computers.fair_turns import FairTurns
from openabyss.server.computers.questions import CloseLookAsked, LookAsked, Search
from openabyss.server.computers.workers import ComputerFailed, Computers
from openabyss.server.logging import log_failure
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.table import LiveTable
from openabyss.words import _, language

if TYPE_CHECKING:
    from openabyss.arena.reviews.in_words import ReviewTold
    from openabyss.arena.reviews.review import Review

# Being made at once, by one visitor and by all; finished ones in memory; begun by one visitor in an hour.
MAX_OF_VISITOR, MAX_IN_ALL, KEPT = 2, 30, 200
AN_HOUR, HOUR = 30, 3600
# Costly decisions that are told, and decisions that are judged in one step.
WORST, PLACES_AT_ONCE = 8, 4


class Shown(NamedTuple):
    """A review in words, and the moment of the replay at which each of its decisions is open."""

    told: "ReviewTold"
    moments: list[int]


class Making:
    """A review that is being made, or is ready: `found` is it then. `has_failed`: nobody could make it."""

    def __init__(self) -> None:
        self.done, self.all = 0, 0
        self.has_failed = False
        self.found: Review | None = None
        self._told: dict[tuple[str, ...], Shown] = {}
        self.task: asyncio.Task[None] | None = None

    async def told(self, game: Game, names: Sequence[str]) -> "Shown":
        """In the language of the reader; it is written once in each."""
        key = (language(), *names)
        if key not in self._told:
            assert self.found is not None
            self._told[key] = await asyncio.to_thread(_tell, self.found, game.to_record(), names)
        return self._told[key]


class Reviews:
    """The reviews of a server."""

    def __init__(self, turns: FairTurns, computers: Computers) -> None:
        self._turns, self._computers = turns, computers
        self._places = Places(MAX_OF_VISITOR, MAX_IN_ALL)
        self._begun = Buckets(AN_HOUR, AN_HOUR / HOUR)
        self._known: OrderedDict[str, Making] = OrderedDict()

    def of(self, table: LiveTable) -> Making | None:
        """The review of a table, or how far it is; None where nobody has asked for it."""
        if table.id in self._known:
            self._known.move_to_end(table.id)
        return self._known.get(table.id)

    def begin(self, table: LiveTable, visitor: str) -> None:
        """Make the review of a finished game, unless there is one. Raises Refusal."""
        if not table.history.game.is_over:
            raise Refusal("forbidden", _("A game can be reviewed when it is over."))
        known = self.of(table)
        if known is not None and not known.has_failed:
            return
        if not self._begun.take(visitor):
            raise Refusal("too_many", _("Many reviews were asked for from here; ask again in a few minutes."))
        if not self._places.take(visitor):
            raise Refusal("too_many", _("Other reviews are being made; ask again when they are ready."))
        made = self._known[table.id] = Making()
        made.task = asyncio.create_task(
            self._make(made, table.id, table.history.game.to_record(), visitor), name=f"review of {table.id}"
        )
        while len(self._known) > KEPT + MAX_IN_ALL:
            self._forget_oldest()

    def close(self) -> None:
        """Make none any more."""
        for made in self._known.values():
            if made.task is not None:
                made.task.cancel()

    async def _make(self, made: Making, table: str, record: dict[str, object], visitor: str) -> None:
        # Nobody else has the turns of reviews: what they take counts for no opponents.
        party = (f"review {visitor}", f"review {visitor}", table)
        try:
            game = await asyncio.to_thread(_replayed, record)
            await self._make_in_steps(made, game, record, party)
        except ComputerFailed:
            made.has_failed = True
        except Exception:
            made.has_failed = True
            log_failure("review failed", table=table)
        finally:
            self._places.give_back(visitor)

    async def _make_in_steps(
        self, made: Making, game: Game, record: dict[str, object], party: tuple[str, ...]
    ) -> None:
        from openabyss.arena.reviews import review as steps  # noqa: PLC0415  loads the players

        places = steps.places_judged(game)
        made.all = len(places) + steps.CLOSE_LOOKS * WORST
        decisions = list[steps.Decision]()
        for begin in range(0, len(places), PLACES_AT_ONCE):
            now = places[begin : begin + PLACES_AT_ONCE]
            found = await self._find(LookAsked(record, now, party=party))
            decisions += msgspec.json.decode(found, type=list[steps.Decision])
            made.done += len(now)
        looks, suspects = list[steps.Mistake](), steps.suspicious(decisions, WORST)
        made.all = len(places) + len(suspects)
        for decision in suspects:
            asked = CloseLookAsked(record, msgspec.Raw(msgspec.json.encode(decision)), party=party)
            looks.append(msgspec.json.decode(await self._find(asked), type=steps.Mistake))
            made.done += 1
        made.found = steps.conclude(game, decisions, looks, WORST)

    async def _find(self, asked: Search) -> str:
        async with self._turns.turn(asked.party, is_patient=True):
            return await self._computers.find(asked)

    def _forget_oldest(self) -> None:
        """The one that nobody has looked at for longest, of those that are not being made."""
        ready = [table for table, made in self._known.items() if made.found is not None or made.has_failed]
        if ready:
            del self._known[ready[0]]


def _replayed(record: dict[str, object]) -> Game:
    """The game with its decisions; in a thread, since this also loads what reviews need."""
    import openabyss.arena.reviews.in_words  # noqa: F401, PLC0415

    return Game.from_record(record)


def _tell(found: "Review", record: dict[str, object], names: Sequence[str]) -> Shown:
    from openabyss.arena.reviews.in_words import review_in_words  # noqa: PLC0415  loads the players

    game = Game.from_record(record)
    replay, made = Replay(game), game.history.decisions
    moments = [replay.moment_of(made[decision.place].answers) for decision in found.decisions]
    return Shown(review_in_words(found, game, names), moments)
