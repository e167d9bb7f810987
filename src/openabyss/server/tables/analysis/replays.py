"""Recorded games, moment by moment, made in a thread and a few at a time for each visitor."""

import asyncio
import gzip
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from openabyss.client.protocol.parts import Person
from openabyss.client.replay import Replay
from openabyss.client.result import settlement_of
from openabyss.client.update import UpdateContext, config_of, nameless, with_names
from openabyss.play.game import Game
from openabyss.server.compression import padded
from openabyss.server.limits import Places
from openabyss.server.tables.errors import too_many
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import regent
from openabyss.words import _
from openabyss.words.cards.regent import SEAT_OF_REGENT

Made = TypeVar("Made")

# How many moments are sent together.
RANGE = 32
# How many replays one visitor, and all of them, may wait for at once.
MAX_WAITING, MAX_WAITING_IN_ALL = 4, 60
COMPRESSION = 6


class Replays:
    """Makes replays, one after another, since each of them keeps a processor busy."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._places = Places(MAX_WAITING, MAX_WAITING_IN_ALL)

    async def make(self, visitor: str, work: Callable[[], Made]) -> Made:
        """The result of the work, which is done in a thread. Raises Refusal if too much work of the visitor
        waits already."""
        if not self._places.take(visitor):
            raise too_many()
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._places.give_back(visitor)


class MomentsWanted(NamedTuple):
    """From whose eyes (None: a spectator's), and the moments around which one; or what happened on the way
    to it."""

    seat: int | None
    moment: int
    is_within: bool = False


def moments_of_table(table: LiveTable, browser: str | None, wanted: MomentsWanted) -> Callable[[], bytes]:
    """The work of writing moments of a table, as the seat saw them if it may be looked from.

    The game itself is used, since changes are made to copies of it.
    """
    history, context = table.history, table.context([_as_recorded(person) for person in table.people(None)])
    seats = seats_to_look_from(table, browser)
    replay = partial(Replay, history.game, history.settlement)
    return lambda: _written(replay(), wanted, seats, context)


def seats_to_look_from(table: LiveTable, browser: str | None) -> list[int]:
    """All of them once the game is over; until then the own one, and none where people share a screen, for
    the others would see that hand."""
    if table.history.is_over:
        return list(range(len(table.seats)))
    own = table.seats_of(browser)
    return own if len(own) == 1 else []


def moments_of_record(record: Mapping[str, Any], wanted: MomentsWanted) -> Callable[[], bytes]:
    """The same of any record, whose work raises InvalidRecord."""

    def work() -> bytes:
        game = Game.from_record(record)
        names = [_("Player {number}").format(number=number + 1) for number in range(game.players)]
        people = [Person(number, name, "person", connected=True) for number, name in enumerate(names)]
        if config_of(game).regent is not None:
            people[SEAT_OF_REGENT] = regent()
        seats = list(range(game.players))
        replay = Replay(game, settlement_of(record, game.players))
        return _written(replay, wanted, seats, UpdateContext(people, ""))

    return work


def compressed(work: Callable[[], bytes]) -> Callable[[], bytes]:
    """The same work, and its result compressed: only for what hides nothing."""
    return lambda: gzip.compress(work(), COMPRESSION, mtime=0)


def _as_recorded(person: Person) -> Person:
    """The people of a replay: nobody is away, and nobody's seat is played by a computer."""
    level = None if person.kind == "person" else person.level
    return replace(person, level=level, connected=True, away=False, away_in=UNSET)


def _written(replay: Replay, wanted: MomentsWanted, seats: list[int], context: UpdateContext) -> bytes:
    """The moments as JSON, of which neither names nor length give anything away (`client/update.py`)."""
    seen_from = wanted.seat if wanted.seat in seats else None
    moment = min(wanted.moment, len(replay) - 1)
    names = [person.name for person in context.people]
    context = replace(context, people=nameless(context.people))
    if wanted.is_within:
        shown = replay.within(moment, seen_from, seats, context)
    else:
        first = moment // RANGE * RANGE
        shown = replay.shown(range(first, first + RANGE), seen_from, seats, context)
    return padded(with_names(msgspec.json.encode(shown), names))
