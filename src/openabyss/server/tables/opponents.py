"""Computer opponents at a table: they answer one after another until a person is asked. Of the processes that
share a database one thinks for a computer at a time."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from hashlib import blake2b

import msgspec

from openabyss.client import table_history as entries
from openabyss.client.offers import answer_explained
from openabyss.client.protocol.from_server import Refused, Thinking
from openabyss.players.kinds import answers_at_once
from openabyss.server.computers.fair_turns import FairTurns
from openabyss.server.computers.questions import Asked, ComputerFailed, HintAsked, HintFound
from openabyss.server.computers.workers import QUICK, Computers, any_answer
from openabyss.server.logging import REQUEST, log_event, log_failure
from openabyss.server.metrics import Metrics
from openabyss.server.pool import MAX_OPEN
from openabyss.server.settings import Settings
from openabyss.server.storage import Storage
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import DEFAULT_LEVEL, playing_level
from openabyss.server.tasks import repeated
from openabyss.words import _, language

RENEW_SECONDS = 2.0
MAX_RETRY = 30.0
# After this many failures pauses grow no further, so that no number overflows.
MAX_DOUBLINGS = 10


def pause_after(failures: int, first: float) -> float:
    """Seconds until the next attempt: after each failure twice as many."""
    return min(MAX_RETRY, first * 2.0 ** min(failures - 1, MAX_DOUBLINGS))


@asynccontextmanager
async def thinking(storage: Storage, table: str, revision: int) -> AsyncIterator[bool]:
    """Whether the computer that is asked at this revision may think here, for the length of the block: each
    thought belongs to one process, which must be alive."""
    if not storage.is_shared:
        yield True
        return
    if not await storage.take_thought(table, revision):
        yield False
        return
    # If another process takes it over meanwhile, the answer from here is refused when it is stored.
    renew = partial(storage.take_thought, table, revision)
    renewing = asyncio.create_task(repeated(renew, RENEW_SECONDS, "a thought is not renewed", at_once=False))
    try:
        yield True
    finally:
        renewing.cancel()


# A computer is announced as thinking after this many seconds.
A_MOMENT = 0.3
# A failed turn of a computer is retried after this many seconds, then at growing intervals.
FIRST_RETRY = 0.5
# After this many seconds it is checked again whether another process still thinks.
LOOK_AGAIN = 0.7


class Opponents:
    """Lets computers think, each in its turn, and enters their answers."""

    def __init__(
        self, storage: Storage, commands: Commands, computers: Computers, settings: Settings, metrics: Metrics
    ) -> None:
        self._storage, self._commands = storage, commands
        self._computers, self._metrics = computers, metrics
        # Computers that answer at once have a place of their own, so that they never wait for one that
        # thinks.
        self.turns = {"searching": FairTurns(settings.own_workers or MAX_OPEN), "at once": FairTurns(QUICK)}
        self._pause = settings.computer_pause

    async def hint(self, table: LiveTable, seat: int, browser: str) -> tuple[str, str, list[str]]:
        """What a computer would answer for a seat that is asked, its label, and what it expects. Raises
        Refusal."""
        table.check_own(seat, browser)
        history = table.history  # The game may go on meanwhile.
        if history.asked != seat:
            raise Refusal("illegal", _("It is not your decision now."))
        action, reasons = history.only_answer, list[str]()
        if action is None:
            action, reasons = await self._advice(table)
        label = answer_explained(history.game, action, table.names_in_texts).label
        return action, label or action, reasons

    async def _advice(self, table: LiveTable) -> tuple[str, list[str]]:
        """The advice of a search about the open question; the answer of the stand-in where no search is
        possible."""
        stand_in = self._asked(table, DEFAULT_LEVEL)
        asked = HintAsked(stand_in.record, language(), table.names_in_texts, party=stand_in.party)
        try:
            async with self.turns["searching"].turn(asked.party):
                found = msgspec.json.decode(await self._computers.find(asked), type=HintFound)
        except ComputerFailed:
            return await self._answer(stand_in), []
        return found.action, found.reasons

    def let_play(self, table: LiveTable) -> None:
        """Let computers answer in the background until a person is asked or nobody is here."""
        waits = self._may_play(table) and table.history.level_asked is not None
        if waits and (table.thinking is None or table.thinking.done()):
            table.thinking = asyncio.create_task(self._play(table), name=f"computers of {table.id}")

    def _may_play(self, table: LiveTable) -> bool:
        return table.is_attended and not (table.is_deleted or self._commands.is_closing)

    async def _play(self, table: LiveTable) -> None:
        """Let computers answer until a person is asked or nobody is here. Failures are logged, reported to
        the table and retried: nothing else would wake the table."""
        failures = 0
        REQUEST.set("")  # The work from here on does not belong to the request that woke the table.
        while self._may_play(table) and (level := table.history.level_asked) is not None:
            try:
                await self._play_one(table, level)
                failures = 0
            except Exception:
                failures += 1
                log_failure("computer cannot play", table=table.id, computer=level, failures=failures)
                if failures == 1:
                    text = _("The computer’s turn could not be stored; the server keeps trying.")
                    table.tell_all(Refused(None, "unavailable", text, table.history.revision))
                await asyncio.sleep(pause_after(failures, FIRST_RETRY))

    async def _play_one(self, table: LiveTable, level: str) -> None:
        history, seat = table.history, table.history.asked
        assert seat is not None
        async with thinking(self._storage, table.id, history.revision) as is_here:
            if not is_here:
                await self._wait_for_another(table, seat)
                return
            text = await self._thought(table, level, seat)
            try:
                async with table.lock:
                    if table.history is history:
                        await self._store_of_computer(table, level, seat, text)
            except Refusal as error:
                # Stale: another entry was stored first, and has been read. Unavailable: the server ends.
                log_event("computer refused", table=table.id, computer=level, problem=error.code)
                return
        table.publish()
        is_seen = table.history.log_length > history.log_length
        if table.present and is_seen:
            await asyncio.sleep(self._pause)

    async def _wait_for_another(self, table: LiveTable, seat: int) -> None:
        """Another process thinks: its answer comes as news, or its time runs out."""
        revision = table.history.revision
        await asyncio.sleep(A_MOMENT)
        if table.history.revision == revision:
            table.tell_all(Thinking(seat))
            await asyncio.sleep(LOOK_AGAIN)

    async def _store_of_computer(self, table: LiveTable, level: str, seat: int, text: str) -> None:
        """Store the answer of a computer, or any legal one if it gave none."""
        try:
            await self._commands.store(table, entries.ANSWER, seat, text, None, is_thought=True)
        except Refusal as error:
            if error.code not in ("illegal", "unreadable"):
                raise
            log_event("computer refused", table=table.id, computer=level, problem=error.code)
            stand_in = any_answer(self._asked(table, level))
            await self._commands.store(table, entries.ANSWER, seat, stand_in, None, is_thought=True)

    async def _thought(self, table: LiveTable, level: str, seat: int) -> str:
        """What a computer answers. With only one legal answer it waits as long as it would think, so that
        nobody can tell."""
        loop, kind = asyncio.get_running_loop(), table.history.game.question.kind
        moment = loop.call_later(A_MOMENT, table.tell_all, Thinking(seat))
        try:
            if (only := table.history.only_answer) is not None:
                await asyncio.sleep(table.pace(seat, kind))
                return only
            begun = loop.time()
            answer = await self._answer(self._asked(table, level))
            table.record_think_time(seat, kind, loop.time() - begun)
            return answer
        finally:
            moment.cancel()

    async def _answer(self, asked: Asked) -> str:
        """What a computer answers, once it is its table's turn to think."""
        kind, began = "at once" if answers_at_once(asked.level) else "searching", time.monotonic()
        async with self.turns[kind].turn(asked.party):
            self._metrics.waiting.labels(kind).observe(time.monotonic() - began)
            with self._metrics.thinking.labels(kind).time():
                return await self._computers.choose(asked)

    def _asked(self, table: LiveTable, level: str) -> Asked:
        """The question to a computer. Its random seed comes from the salt, so that nobody can predict its
        choices."""
        digest = blake2b(f"{table.row.salt} {table.history.revision}".encode(), digest_size=6).digest()
        seed, record = int.from_bytes(digest), table.history.game.to_record()
        return Asked(playing_level(level), seed, record, party=(*table.party, table.id))
