"""All tables: those in memory, and those in the storage, which are loaded when they are wanted."""

import asyncio
from contextlib import suppress

from openabyss.errors import OpenAbyssError
from openabyss.server.credentials import is_table_id
from openabyss.server.logging import log_event, log_warning
from openabyss.server.storage import Storage
from openabyss.server.storage.people import leagues
from openabyss.server.storage.rows import history_of
from openabyss.server.storage.seats import watches
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import NotAtTable, UnknownTable
from openabyss.server.tables.live.news import News
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.opponents import Opponents
from openabyss.server.tables.orders import Orders
from openabyss.server.tables.seating import seats_of_strangers
from openabyss.server.tasks import outlasted
from openabyss.words import _

# How many tables of a browser are listed: of its games that go on, and of the others.
MY_TABLES = 50


class Registry:
    """Finds tables, and unloads those that are not used."""

    def __init__(
        self, storage: Storage, opponents: Opponents, orders: Orders, news: News, commands: Commands
    ) -> None:
        self._storage, self._opponents, self._orders, self._news = storage, opponents, orders, news
        self._commands = commands
        self._tables: dict[str, LiveTable] = {}
        self._fetching: dict[str, asyncio.Future[LiveTable]] = {}

    @property
    def in_memory(self) -> list[LiveTable]:
        return list(self._tables.values())

    async def follow(self) -> None:
        """Keep the tables in memory up to date with changes by other processes, until this is cancelled."""
        await self._news.follow(self._tables)

    def add(self, table: LiveTable) -> None:
        """Keep a table in memory; computers and standing orders answer whenever it changes."""
        self._tables[table.id] = table
        table.let_play, table.note = self._let_play, self._news.note
        table.let_play(table)

    def _let_play(self, table: LiveTable) -> None:
        self._opponents.let_play(table)
        self._orders.let_answer(table)
        self._commands.take_back_votes(table)

    def has(self, id_: str) -> bool:
        """Whether a table is in memory, where its computers play."""
        return id_ in self._tables

    async def get(self, id_: str) -> LiveTable:
        """A table by its id. Raises UnknownTable, or DamagedTable if its replay differs from what is
        stored."""
        table = self._tables.get(id_)
        if table is not None and not table.present:
            table.used()  # So that it stays in memory meanwhile.
            await self._look_up(table)
        if table is not None and table.is_deleted:
            self._tables.pop(id_, None)
            table = None
        if table is None and is_table_id(id_):
            table = await self._fetch(id_)
        if table is None:
            raise UnknownTable(_("There is no such table."))
        table.used()
        return table

    async def _look_up(self, table: LiveTable) -> None:
        """Bring it up to date with what other processes have stored."""
        if self._storage.is_shared:
            async with table.lock:
                with suppress(UnknownTable):
                    await self._news.catch_up(table)

    async def _fetch(self, id_: str) -> LiveTable:
        """Load it from the storage; concurrent requests wait for the same load."""
        if id_ not in self._fetching:
            loading = self._fetching[id_] = asyncio.create_task(self._load(id_))
            # Not before: somebody who has gone meanwhile must not let the next one load it a second time.
            loading.add_done_callback(lambda _loading: self._fetching.pop(id_))
        return await outlasted(self._fetching[id_])

    async def _load(self, id_: str) -> LiveTable:
        stored = await self._storage.load(id_)
        if stored is None:
            raise UnknownTable(_("There is no such table."))
        history = await asyncio.to_thread(history_of, stored)
        if strangers := seats_of_strangers(history.levels):
            log_warning("a stand-in plays: level not known to this server", table=id_, seats=strangers)
        table = LiveTable(stored.row, stored.seats, stored.watchers, history)
        table.is_of_league = await self._storage.read(leagues.of_table, id_) is not None
        await self._look_up(table)
        async with table.lock:
            await self._commands.start_clock(table)
        self.add(table)
        return table

    async def for_browser(self, id_: str, browser: str | None) -> LiveTable:
        """A table at which a browser sits or which it may watch. Raises UnknownTable, NotAtTable."""
        table = await self.get(id_)
        if not table.may_watch(browser):
            await self._look_up(table)  # It may have sat down through another process.
        if not (table.may_watch(browser) or await self._has_come_elsewhere(table, browser)):
            raise NotAtTable(
                _("You have no seat at this table. Ask for a link: one to a seat, or one for spectators.")
            )
        table.used(is_seen=True)
        table.let_play(table)
        return table

    async def _has_come_elsewhere(self, table: LiveTable, browser: str | None) -> bool:
        """Whether a browser came by the spectators' link through another process."""
        if browser is None or not self._storage.is_shared:
            return False
        if is_watcher := await self._storage.read(watches, table.id, browser):
            table.watchers.add(browser)
        return is_watcher

    async def of_browser(self, browser: str | None) -> list[LiveTable]:
        """The tables of a browser, the latest change first; damaged ones are left out and logged."""
        if browser is None:
            return []
        found = []
        for id_ in await self._storage.tables_of(browser, MY_TABLES):
            try:
                found.append(await self.get(id_))
            except OpenAbyssError as error:
                log_event("table cannot be loaded", table=id_, problem=type(error).__name__)
        return found

    def forget_idle(self, seconds: float) -> int:
        """Unload tables that nobody has used for this long; returns how many are left."""
        for table in self.in_memory:
            if table.is_idle(seconds):
                del self._tables[table.id]
        return len(self._tables)
