"""What other processes change at the tables that are in memory here. Their notifications may be lost, so the
database is read from time to time as well. A table at which nobody looks here is read again when it is asked
for."""

import asyncio
from collections.abc import Mapping

from openabyss.client.table_history import Entry, TableHistory
from openabyss.errors import OpenAbyssError
from openabyss.server.logging import log_failure
from openabyss.server.storage import DatabaseUnavailable, Storage, sharing
from openabyss.server.storage.rows import history_of
from openabyss.server.storage.seats import seats_of
from openabyss.server.storage.sharing import Sign
from openabyss.server.storage.storage import chat_of
from openabyss.server.tables.errors import UnknownTable
from openabyss.server.tables.live.table import KEPT_LINES, LiveTable, send_away
from openabyss.server.tasks import Tasks, tolerated, wait_for
from openabyss.words import _

# A lost notification delays news by at most this long.
LOOK_SECONDS = 3.0
# People who come and go within a moment are noted together.
NOTING_SECONDS = 0.05
# A table that is further behind is replayed from its beginning, in the background.
MAX_CARRIED_OUT = 20


def gone(table: LiveTable) -> UnknownTable:
    """Everybody leaves a table that was deleted; what is to be raised."""
    table.is_deleted = True
    table.call_back_all()
    return UnknownTable(_("There is no such table."))


async def read_seats(storage: Storage, table: LiveTable) -> None:
    """Read who sits at a table, whose lock is held, and show it. Raises UnknownTable if it was deleted."""
    found = await storage.read(seats_of, table.id)
    if not found:
        raise gone(table)
    if found != table.seats:
        table.seats = found
        send_away(table)
        table.publish()


async def tell_lines(storage: Storage, table: LiveTable, count: int) -> None:
    """Send everybody here, in their order, the lines before this number that they have not been sent."""
    if table.chat.next is None or count <= table.chat.next:
        return
    try:
        rows = await storage.read(chat_of, table.id, KEPT_LINES)
    except DatabaseUnavailable:
        return
    for line in rows:
        if table.chat.add(line):
            table.tell_said(line)


class News:
    """Brings the tables in memory up to date, and notifies other processes of who is here."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        # The tables at which something is new, and whether it is more than entries.
        self._behind: dict[str, bool] = {}
        self._notified = asyncio.Event()
        self._unwritten: dict[LiveTable, set[str]] = {}
        self._writing: asyncio.Task[None] | None = None
        # Each table is updated on its own, so that none waits for the others.
        self._updates = Tasks()
        self.is_closing = False

    async def follow(self, tables: Mapping[str, LiveTable]) -> None:
        """Keep these tables up to date, until this is cancelled."""
        if not self._storage.is_shared:
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + LOOK_SECONDS
        async with self._storage.listening(sharing.CHANNEL, self._hear):
            while True:
                await wait_for(self._notified, due - loop.time())
                if loop.time() >= due:
                    due = loop.time() + LOOK_SECONDS
                    self._behind = dict.fromkeys(tables, True)
                with tolerated("what other processes have stored cannot be looked up"):
                    await self._look(tables)

    def _hear(self, text: str) -> None:
        if (notice := sharing.read_notice(text, self._storage.process)) is None:
            return
        table, is_more = notice
        self._behind[table] = self._behind.get(table, False) or is_more
        self._notified.set()

    async def _look(self, tables: Mapping[str, LiveTable]) -> None:
        """Read what is new at the tables at which somebody looks."""
        behind, self._behind = self._behind, {}
        self._notified.clear()
        here = {id_: table for id_ in behind if (table := tables.get(id_)) is not None and table.present}
        if more := [id_ for id_ in here if behind[id_]]:
            outlines = await self._storage.outlines(more)
            for id_ in more:
                if (outline := outlines.get(id_)) is None or here[id_].differs_from(outline):
                    self._updates.begin(self._renew(here[id_]))
                elif outline.entries == here[id_].history.revision:
                    here[id_].row = outline.row  # When it was changed, which entries alone do not say.
                if outline is not None:
                    self.see(here[id_], outline.signs)
                    self._updates.begin(tell_lines(self._storage, here[id_], outline.lines))
        if only := {id_: here[id_].history.revision for id_ in here if not behind[id_]}:
            for id_, entries in (await self._storage.entries_after(only)).items():
                if entries:
                    self._updates.begin(self._renew(here[id_], entries))

    async def _renew(self, table: LiveTable, entries: list[tuple[int, Entry]] | None = None) -> None:
        """Show everybody here what is stored, or what these entries bring."""
        try:
            async with table.lock:
                if entries is None:
                    await self.catch_up(table)
                else:
                    await self._go_on(table, entries, 0)
        except (UnknownTable, DatabaseUnavailable):
            pass  # The table was deleted, or is looked up again soon.
        except Exception:
            log_failure("what another process has stored cannot be shown", table=table.id)

    async def catch_up(self, table: LiveTable) -> None:
        """Carry out what is stored and new here; the table's lock is held. Raises UnknownTable if it was
        deleted, or DamagedTable."""
        outline = (await self._storage.outlines([table.id])).get(table.id)
        if outline is None:
            raise gone(table)
        entries = await self._storage.entries_after({table.id: table.history.revision})
        is_new = table.differs_from(outline)
        table.take_over(outline)
        self.see(table, outline.signs)
        if not await self._go_on(table, entries[table.id], outline.entries) and is_new:
            table.publish()

    async def _go_on(self, table: LiveTable, entries: list[tuple[int, Entry]], count: int) -> bool:
        """Carry out the new entries, after which there must be `count` in all; whether there were any, which
        are then shown."""
        known = table.history.revision
        new = [(number, entry) for number, entry in entries if number > known]
        last = known + len(new)
        if last == known and count <= known:
            return False
        is_whole = [number for number, _entry in new] == list(range(known + 1, last + 1)) and last >= count
        history: TableHistory | None = None
        if is_whole and len(new) <= MAX_CARRIED_OUT:
            history = table.history.copy()
            try:
                history.replay(entry for _number, entry in new)
            except OpenAbyssError:
                history = None
        if history is None:
            stored = await self._storage.load(table.id)
            if stored is None:
                return False
            history = await asyncio.to_thread(history_of, stored)
        table.history = history
        table.publish()
        return True

    # ------------------------------------------------------------------------------ who is there

    def see(self, table: LiveTable, signs: list[Sign]) -> None:
        """Note who is, and was, at the table through other processes, and correct what is stored about this
        one."""
        process = self._storage.process
        table.see([sign for sign in signs if sign.process != process])
        own = {sign.browser for sign in signs if sign.process == process and sign.seconds is None}
        looking = {one.browser for one in table.present if table.seats_of(one.browser)}
        for browser in own ^ looking:
            self.note(table, browser)

    def note(self, table: LiveTable, browser: str) -> None:
        """A browser has come or gone: notify other processes, if it holds a seat. One that has gone may have
        held one before, and hold it again."""
        is_here = table.seconds_here(browser) is None
        if not self._storage.is_shared or self.is_closing or (is_here and not table.seats_of(browser)):
            return
        self._unwritten.setdefault(table, set()).add(browser)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_signs())

    async def _write_signs(self) -> None:
        """Signs that cannot be written now are corrected when the table is read again."""
        await asyncio.sleep(NOTING_SECONDS)
        while self._unwritten and not self.is_closing:
            unwritten, self._unwritten = self._unwritten, {}
            writing = [self._write_signs_of(table, here) for table, here in unwritten.items()]
            await asyncio.gather(*writing, return_exceptions=True)

    async def _write_signs_of(self, table: LiveTable, browsers: set[str]) -> None:
        process = self._storage.process
        signs = [Sign(browser, process, table.seconds_here(browser)) for browser in sorted(browsers)]
        await self._storage.change(table.id, sharing.write_signs, table.id, signs)
