"""What people do at a table, one after another: answers, what is undone and redone, and who plays a seat."""

from dataclasses import dataclass

from openabyss.client import table_history as entries
from openabyss.errors import InvalidOption
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.commits import Commits
from openabyss.server.tables.errors import Refusal, stale
from openabyss.server.tables.levels import check_level
from openabyss.server.tables.opponents import Opponents
from openabyss.server.tables.table import LiveTable
from openabyss.words import _

# How often in a game somebody may undo, redo, or leave the seat to a computer and take it back.
MOST_TURNABOUTS = 1_000
# Of the hash of a browser, enough to tell those at one table apart. With a seat and the longest identifier it
# fits into the column of commands.
BROWSER_LETTERS = 13


@dataclass(frozen=True, slots=True)
class Order:
    """A command of a person: a `kind` of entries.KINDS, and its text. `revision` is what was seen."""

    id: str
    seat: int
    revision: int
    kind: str
    text: str = ""


class Commands:
    """Carries out commands."""

    def __init__(self, commits: Commits, opponents: Opponents) -> None:
        self._commits, self._opponents = commits, opponents

    async def carry_out(self, table: LiveTable, order: Order, browser: str) -> int:
        """Carry out a person's command; returns the revision after it, when it is stored.

        Raises Refusal. Repeating a command has no effect and returns the same revision.
        """
        table.check_own(order.seat, browser)
        if not table.is_connected(order.seat):
            table.left(order.seat)  # A program needs no socket, but it was here until now.
        return await self._commits.surely(self._enter_once(table, order))

    async def _enter_once(self, table: LiveTable, order: Order) -> int:
        name = f"{order.seat}:{order.id}"
        async with table.lock:
            known = table.history.revision_of(name)
            if known is not None:
                return known
            _check_fresh(table, order)
            if order.kind in entries.TURNABOUTS:
                _check_turnabouts(table, order.seat)
            if table.history.levels[order.seat] is not None:
                raise Refusal("forbidden", _("A computer plays this seat; take it back first."))
            try:
                await self._commits.store(table, order.kind, order.seat, order.text, name)
            except Refusal:
                # It may be stored already: the database did not say so in time when it was sent before.
                if table.history.revision_of(name) is None:
                    raise
        table.publish()
        self._opponents.let_play(table)
        return table.history.revision_of(name) or table.history.revision

    async def change_seat(
        self, table: LiveTable, seat: int, level: str | None, browser: str, id_: str
    ) -> int:
        """Let a computer play a seat, or give it back to its owner. Raises Refusal."""
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind != PERSON:
            raise Refusal("forbidden", _("Nobody can be replaced on that seat."))
        own = seat in table.seats_of(browser)
        _check_replacing(table, seat, level, browser, own)
        name = f"{seat}:{browser[:BROWSER_LETTERS]}:{id_}"
        if table.history.revision_of(name) is None and table.history.levels[seat] != level:
            if own:  # Whoever is away must be replaceable for ever: only the owner could begin that anew.
                _check_turnabouts(table, seat)
            await self._enter(table, entries.SEAT, seat, level or "", name)
        return table.history.revision_of(name) or table.history.revision

    async def _enter(self, table: LiveTable, kind: str, seat: int, text: str, command: str | None) -> None:
        async with table.lock:
            await self._commits.store(table, kind, seat, text, command)
        table.publish()
        self._opponents.let_play(table)


def _check_fresh(table: LiveTable, order: Order) -> None:
    """What has changed only who plays makes no command stale."""
    if not table.history.changed_at <= order.revision <= table.history.revision:
        raise stale()


def _check_turnabouts(table: LiveTable, seat: int) -> None:
    """What brings the game no nearer to its end is stored as well, and has an end therefore."""
    if table.history.turnabouts[seat] >= MOST_TURNABOUTS:
        text = _("Moves were undone and the seat handed over {most} times here: that is enough for a game.")
        raise Refusal("too_many", text.format(most=MOST_TURNABOUTS))


def _check_replacing(table: LiveTable, seat: int, level: str | None, browser: str, own: bool) -> None:
    if level is not None:
        try:
            check_level(level)
        except InvalidOption as error:
            raise Refusal("unreadable", str(error)) from error
    if own:
        return
    if not table.seats_of(browser) and not table.is_host(browser):
        raise Refusal("forbidden", _("Only players can let a computer play."))
    if level is None:
        raise Refusal("forbidden", _("Only its owner can take a seat back."))
    table.check_away(seat, _("{name} may come back. A computer can play for them in {seconds} s."))
