"""All parts of the server that work on tables, made and closed together."""

import asyncio

from openabyss.client.protocol.from_client import Concede, Propose, SeatChange, TableCommand
from openabyss.server.computers.workers import Computers
from openabyss.server.metrics import Metrics
from openabyss.server.settings import Settings
from openabyss.server.storage import Storage
from openabyss.server.tables.analysis.puzzles import MadePuzzles
from openabyss.server.tables.analysis.replays import Replays
from openabyss.server.tables.analysis.reviews import Reviews
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.creation import Creation
from openabyss.server.tables.invitations import Invitations, LinkTokens
from openabyss.server.tables.news import News
from openabyss.server.tables.opponents import Opponents
from openabyss.server.tables.orders.orders import Orders
from openabyss.server.tables.registry import Registry
from openabyss.server.tables.settling.settling import Settling
from openabyss.server.tables.table import LiveTable
from openabyss.server.tables.talk.chat import Chats
from openabyss.server.tables.talk.moderation import Moderation
from openabyss.server.tables.timing.timekeeper import Timekeeper
from openabyss.server.tables.timing.waking import Waker


class Tables:
    """The parts that work on the tables of a server."""

    def __init__(
        self, storage: Storage, computers: Computers, settings: Settings, metrics: Metrics | None = None
    ) -> None:
        self.storage, self.computers, self.settings = storage, computers, settings
        self.metrics = metrics or Metrics()
        tokens = LinkTokens(settings.key)
        self.news = News(storage)
        self.commands = Commands(storage, self.metrics, self.news)
        self.opponents = Opponents(storage, self.commands, computers, settings, self.metrics)
        self.orders = Orders(storage, self.commands)
        self.registry = Registry(storage, self.opponents, self.orders, self.news, self.commands)
        self.creation = Creation(storage, self.registry, self.commands, tokens)
        self.invitations = Invitations(storage, self.registry, self.commands, tokens)
        self.timekeeper = Timekeeper(storage, self.registry, self.commands)
        self.waker = Waker(storage, self.registry)
        self.settling = Settling(self.commands)
        self.chats = Chats(storage)
        self.reviews = Reviews(self.opponents.turns["searching"], computers, storage)
        self.puzzles = MadePuzzles(self.opponents.turns["searching"], computers, storage)
        self.replays = Replays()
        self.moderation = Moderation(storage, self.registry)

    async def carry_out(self, table: LiveTable, message: TableCommand, browser: str) -> int:
        """What changes a table, over a socket or HTTP; the revision after it. Raises Refusal."""
        if isinstance(message, SeatChange):
            return await self.commands.change_seat(table, message.seat, message.computer, browser, message.id)
        if isinstance(message, Concede):
            return await self.settling.concede(table, message.seat, browser, message.id)
        if isinstance(message, Propose):
            return await self.settling.propose(table, message.seat, message.end, browser, message.id)
        return await self.commands.carry_out(table, message, browser)

    def forget_idle(self) -> int:
        """Unload tables that nobody has used for a while; returns how many are left."""
        return self.registry.forget_idle(self.settings.idle_seconds)

    async def close(self) -> None:
        """Accept nothing more; everything that was accepted is stored when this returns."""
        self.commands.is_closing = self.news.is_closing = True
        self.reviews.close()
        self.puzzles.close()
        tables = self.registry.in_memory
        tasks = [
            task for table in tables for task in (table.thinking, table.answering.task) if task is not None
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.orders.close()
        for table in tables:
            async with table.lock:
                pass
