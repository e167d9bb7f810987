"""Commands at a table, one after another: each is committed, acknowledged, and published. Its entry is tried
on a copy of the history, which replaces the history only when the entry is stored. That a seat changes hands,
conceding, and ends that all have agreed to are entries like answers."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from openabyss.client import table_history as entries
from openabyss.client.protocol.from_client import Command, Concede, Propose, SeatChange, TableCommand
from openabyss.client.result import majority, write_proposal
from openabyss.client.table_history import TableHistory
from openabyss.errors import GameOver, IllegalAction, InvalidOption, UnreadableAction
from openabyss.server.metrics import Metrics, timed
from openabyss.server.storage import Conflict, DatabaseUnavailable, Storage, clocks
from openabyss.server.storage.clocks import ClockRow, Turn
from openabyss.server.storage.outbox import Call
from openabyss.server.storage.people.ratings import Result as GameResult
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.errors import Refusal, UnknownTable, has_conceded, stale
from openabyss.server.tables.live.news import News
from openabyss.server.tables.live.table import LiveTable, is_of_one_person
from openabyss.server.tables.seating import DEFAULT_LEVEL, check_level, deciders, voters
from openabyss.server.tasks import Tasks, outlasted
from openabyss.version import RULES
from openabyss.words import _
from openabyss.words.levels import level_name

Result = TypeVar("Result")

# How often in a game one seat may undo, redo, or be handed to a computer and taken back.
MAX_TURNABOUTS = 1_000
# Digits of the hash of a browser: enough to distinguish those at one table, and with a seat and the longest
# identifier they fit into the column of commands.
BROWSER_LETTERS = 13
# How often an entry is tried again when another process has stored one before it.
TRIES = 5


class Commands:
    """Carries out commands: a change of a game is stored before it takes effect."""

    def __init__(self, storage: Storage, metrics: Metrics, news: News) -> None:
        self._storage, self._metrics, self._news = storage, metrics, news
        self.is_closing = False
        self._begun = Tasks()

    async def carry_out(self, table: LiveTable, command: TableCommand, browser: str) -> int:
        """Carry out a person's command; returns the revision after it, when it is stored. Raises Refusal.
        Repeating a command has no effect and returns the same revision."""
        if isinstance(command, SeatChange):
            return await self.change_seat(table, command.seat, command.computer, browser, command.id)
        if isinstance(command, Concede):
            return await self.concede(table, command.seat, browser, command.id)
        if isinstance(command, Propose):
            return await self.propose(table, command.seat, command.end, browser, command.id)
        with timed(self._metrics.answers, _outcome):
            return await self._play(table, command, browser)

    async def _play(self, table: LiveTable, command: Command, browser: str) -> int:
        seat = command.seat
        table.check_own(seat, browser)
        if not table.is_connected(seat):
            table.left(seat)  # A program needs no socket, but it has been here until now.
        kind, text = entries.entry_for(command)

        def check() -> None:
            table.check_own(seat, browser)  # Somebody may have taken it over meanwhile.
            # Changes of who plays a seat do not make commands stale.
            if not table.history.changed_at <= command.revision <= table.history.revision:
                raise stale()
            if kind in entries.TURNABOUTS:
                check_turnabouts(table, seat)
            if table.history.levels[seat] is not None:
                raise _computer_plays()

        name, asked, now = f"{seat}:{command.id}", table.answering.asked, asyncio.get_running_loop().time()
        is_new = table.history.revision_of(name) is None
        revision = await self.store_once(table, name, kind, seat, text, check, seen=command.revision)
        if asked is not None and asked.seat == seat and is_new and kind in (entries.ANSWER, entries.PAY):
            table.answering.record(asked, now)
        return revision

    async def change_seat(
        self, table: LiveTable, seat: int, level: str | None, browser: str, id_: str
    ) -> int:
        """Let a computer play a seat, or give it back to its owner. Raises Refusal."""
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind != PERSON:
            raise Refusal("forbidden", _("Nobody can be replaced in that seat."))
        own = _check_replacing(table, seat, level, browser)
        name = f"{seat}:{browser[:BROWSER_LETTERS]}:{id_}"
        if table.history.levels[seat] == level:
            return table.history.revision_of(name) or table.history.revision

        def check() -> None:
            # Others must always be able to replace somebody who is away; only the owner can undo that.
            if _check_replacing(table, seat, level, browser):
                check_turnabouts(table, seat)
            elif table.history.levels[seat] is not None:
                raise Refusal("forbidden", _("A computer sits there."))

        if not own and (voter := vote_of(table, seat, browser)) is not None:
            check()
            return await self._vote(table, voter, seat, browser, name)
        return await self.store_once(table, name, entries.SEAT, seat, level or "", check)

    async def _vote(self, table: LiveTable, voter: int, seat: int, browser: str, name: str) -> int:
        if voter in table.history.settlement.votes_for(seat):
            return table.history.revision_of(name) or table.history.revision

        def check() -> None:
            if vote_of(table, seat, browser) is None:  # Others have voted meanwhile: this one decides.
                raise stale()
            check_turnabouts(table, voter)

        return await self.store_once(table, name, entries.VOTE, voter, str(seat), check)

    async def concede(self, table: LiveTable, seat: int, browser: str, id_: str) -> int:
        """Concede with an own seat; returns the revision after it. Raises Refusal."""
        table.check_own(seat, browser)
        stands_in = table.history.levels[seat] or DEFAULT_LEVEL
        level = level_after_conceding(table, seat, stands_in)

        def check() -> None:
            table.check_own(seat, browser)
            if level_after_conceding(table, seat, stands_in) != level:
                raise stale()

        return await self.store_once(table, f"{seat}:{id_}", entries.CONCEDE, seat, level, check)

    async def propose(self, table: LiveTable, seat: int, end: str | None, browser: str, id_: str) -> int:
        """Propose an end, agree to the one that is proposed, or decline it (None); returns the revision after
        it. Raises Refusal."""
        table.check_own(seat, browser)
        name, decider = f"{seat}:{id_}", _decider_of(table, browser)
        settled = table.history.settlement
        if (end or "") == settled.proposed and (end is None or decider in settled.agreed):
            return table.history.revision_of(name) or table.history.revision
        asked = deciders(table.seats, table.history.levels)

        def check() -> None:
            table.check_own(seat, browser)
            check_turnabouts(table, decider)
            if deciders(table.seats, table.history.levels) != asked:
                raise stale()

        text = "" if end is None else write_proposal(end, asked)
        return await self.store_once(table, name, entries.PROPOSE, decider, text, check)

    def take_back_votes(self, table: LiveTable) -> None:
        """Somebody may have come for whom others wanted a computer to play: they do not want that any
        more."""
        for seat in {voted for voted, _voter in table.history.settlement.votes}:
            if table.is_connected(seat) and not table.clock.is_up(seat) and not self.is_closing:
                self._begun.begin(self._return(table, seat))

    async def _return(self, table: LiveTable, seat: int) -> None:
        def check() -> None:
            if not table.history.settlement.votes_for(seat):
                raise stale()

        with suppress(Refusal, UnknownTable, DatabaseUnavailable):  # It is tried again when they come back.
            async with table.lock:
                await self.insist(table, entries.VOTE, seat, "", None, check)
            table.publish()

    async def store_once(
        self,
        table: LiveTable,
        name: str,
        kind: str,
        seat: int,
        text: str,
        check: Callable[[], None],
        seen: int = 0,
    ) -> int:
        """The revision after a command, which `check` may refuse unless it is known already. `seen` is the
        revision that its sender has seen, perhaps through another process."""

        async def store() -> int:
            async with table.lock:
                if self._storage.is_shared and seen > table.history.revision:
                    await self._news.catch_up(table)
                known = table.history.revision_of(name)
                if known is not None:
                    return known
                await self.insist(table, kind, seat, text, name, check)
            table.publish()
            return table.history.revision_of(name) or table.history.revision

        return await self.run_shielded(store())

    async def insist(
        self,
        table: LiveTable,
        kind: str,
        seat: int,
        text: str,
        command: str | None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Store an entry. If another process was faster, its entries are read, and this one is tried again
        unless `check` refuses it now. The table's lock is held. Raises Refusal."""
        for _try in range(TRIES):
            check()
            try:
                await self.store(table, kind, seat, text, command)
            except Refusal as refusal:
                # It may be stored already, if the database did not confirm it in time.
                if command is not None and table.history.revision_of(command) is not None:
                    return
                if refusal.code != "stale":
                    raise
            else:
                return
        raise stale()

    async def run_shielded(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Finish what has begun, even if the person leaves before it is stored: others must be sent it."""
        return await outlasted(self._begun.begin(work))

    async def store(
        self,
        table: LiveTable,
        kind: str,
        seat: int,
        text: str,
        command: str | None,
        *,
        is_thought: bool = False,
    ) -> None:
        """Try an entry of a person or a computer on a copy, commit it, and only then let it take effect. The
        table's lock is held. Raises Refusal, UnknownTable, DatabaseUnavailable."""
        if self.is_closing:
            raise Refusal("unavailable", _("The server is being restarted; try again in a moment."))
        tried = table.history.copy()
        try:
            entry = tried.add(kind, seat, text, command)
        except UnreadableAction as error:
            raise Refusal("unreadable", str(error)) from error
        except (IllegalAction, GameOver) as error:
            raise Refusal("illegal", str(error)) from error
        try:
            changed = await self._storage.append(
                table.id,
                tried.revision,
                entry,
                is_over=tried.is_over,
                is_thought=is_thought,
                turn=table.clock.turn_after(kind, table.timed_seat(tried)),
                call=_call_after(table, tried, seat),
                result=None if table.history.is_over else _result_of(tried),
            )
        except Conflict as error:
            await self._news.catch_up(table)
            raise stale() from error
        table.history, table.row = tried, replace(table.row, changed=changed, rules=RULES)
        table.used()
        await self._read_clock(table)

    async def _read_clock(self, table: LiveTable) -> None:
        """What is shown of it may be old if the database does not answer; nothing depends on that."""
        if table.clock.control is not None:
            with suppress(DatabaseUnavailable):
                await self._renew_clock(table)

    async def _renew_clock(self, table: LiveTable) -> ClockRow | None:
        found = await self._storage.read(clocks.read, [table.id], self._storage.service)
        table.clock.set(found.get(table.id))
        return table.clock.known

    async def start_clock(self, table: LiveTable) -> None:
        """Start the time of the person who is asked: somebody has sat down, or the table is new here. The
        table's lock is held."""
        if table.clock.control is None:
            return
        clock, seat = await self._renew_clock(table), table.timed_seat(table.history)
        if clock is not None and clock.seat != seat:
            turn, service, revision = Turn(seat), self._storage.service, table.history.revision
            await self._storage.change(table.id, clocks.pass_on, table.id, turn, service, revision)
            await self._renew_clock(table)

    async def end_time(self, table: LiveTable) -> None:
        """The time of the person who is asked is over: as agreed, a computer plays the seat until its person
        takes it back, or the others may let one play. Raises Refusal, UnknownTable, DatabaseUnavailable."""
        async with table.lock:
            if self._storage.is_shared:
                await self._news.catch_up(table)
            await self.start_clock(table)
            clock, seat = table.clock.known, table.timed_seat(table.history)
            if seat is None or clock is None or clock.is_up or clock.left[seat] > 0:
                return
            if table.row.time_up == "computer":
                await self.store(table, entries.SEAT, seat, DEFAULT_LEVEL, None)
            elif await self._storage.change(table.id, clocks.stop, table.id, self._storage.service):
                await self._read_clock(table)
        table.publish()


def _call_after(table: LiveTable, history: TableHistory, seat: int) -> Call | None:
    """Who gets a notice that they are asked after an entry of this seat; None if they were asked before and
    have not answered, or if all people share one screen."""
    seats = table.seats
    if is_of_one_person(table):
        return None
    before, after = table.timed_seat(table.history), table.timed_seat(history)
    browser = None if after is None else seats[after].browser
    if before is not None and after is not None and seats[before].browser == browser:
        return Call(after, browser, has_answered=True) if seats[seat].browser == browser else None
    return None if before == after else Call(after, browser)


def _outcome(error: Exception) -> str:
    """Why a command was not stored."""
    if isinstance(error, Refusal):
        return error.code
    return "unavailable" if isinstance(error, DatabaseUnavailable) else "failed"


def _result_of(history: TableHistory) -> GameResult | None:
    """How the game has ended; None while it goes on."""
    game, settled = history.game, history.settlement
    if not history.is_over:
        return None
    sets = ("kraken",) * game.table.kraken + ("leviathan",) * game.table.leviathan
    variant = "both" if len(sets) == 2 else "".join(sets) or "base"
    places = tuple(settled.places(game.ranking))
    return GameResult(f"{variant} {game.players}", places, tuple(game.scores))


def check_turnabouts(table: LiveTable, seat: int) -> None:
    """Raises Refusal when a seat has undone, redone or changed hands too often: these are stored as well, and
    do not bring the game nearer to its end."""
    if table.history.turnabouts[seat] >= MAX_TURNABOUTS:
        text = _(
            "Moves have been undone or this seat handed over {most} times: that is the limit for one game."
        )
        raise Refusal("too_many", text.format(most=MAX_TURNABOUTS))


def level_after_conceding(table: LiveTable, seat: int, level: str) -> str:
    """The computer that plays the seat on, which is this one; "" where nobody is left to play against."""
    conceded = (*table.history.settlement.conceded, seat)
    left = [row for row in table.seats if row.seat not in conceded]
    return level if len(left) > 1 and any(row.kind == PERSON for row in left) else ""


def _decider_of(table: LiveTable, browser: str) -> int:
    """The seat by which a browser speaks. Raises Refusal."""
    for seat in deciders(table.seats, table.history.levels):
        if table.seats[seat].browser == browser:
            return seat
    raise _computer_plays()


def _computer_plays() -> Refusal:
    return Refusal("forbidden", _("A computer plays this seat; take it back first."))


def _check_replacing(table: LiveTable, seat: int, level: str | None, browser: str) -> bool:
    """Whether it is an own seat that changes hands. Raises Refusal if it may not."""
    if level is not None:
        try:
            check_level(level)
        except InvalidOption as error:
            raise Refusal("unreadable", str(error)) from error
    if seat in table.history.settlement.conceded:
        raise has_conceded()
    if seat in table.seats_of(browser):
        return True
    if not table.may_play(browser):
        raise Refusal("forbidden", _("Only players can let a computer play."))
    if level is None:
        raise Refusal("forbidden", _("Only the owner of a seat can take it back."))
    if not table.clock.is_up(seat):
        table.check_away(seat, _("{name} may come back. A computer can play for them in {time}."))
    if level != DEFAULT_LEVEL and table.seats[seat].browser is not None:
        # How well somebody is played for is not their rivals' choice.
        text = _("Only the computer “{level}” plays for somebody who is away.")
        raise Refusal("forbidden", text.format(level=level_name(DEFAULT_LEVEL)))
    return False


def vote_of(table: LiveTable, seat: int, browser: str) -> int | None:
    """The seat that votes for a computer in the place of somebody who is away; None if there are enough
    votes with this one. Raises Refusal."""
    if table.seats[seat].browser is None:
        return None
    voting, own = voters(table.seats, seat, table.is_connected) | {browser}, table.seats_of(browser)
    voted = {table.seats[voter].browser for voter in table.history.settlement.votes_for(seat)} | {browser}
    if len(voted & voting) >= majority(len(voting)):
        return None
    if not own:
        raise Refusal("forbidden", _("That is for the players at this table to decide."))
    return own[0]
