"""Tables in use, and everything that can be done with them."""

import asyncio

from openabyss.web.computers.workers import Computers
from openabyss.web.settings import Settings
from openabyss.web.storage import Storage
from openabyss.web.tables.chat import Chats
from openabyss.web.tables.commands import Commands
from openabyss.web.tables.commits import Commits
from openabyss.web.tables.creation import Creation
from openabyss.web.tables.invitations import Invitations
from openabyss.web.tables.links import LinkTokens
from openabyss.web.tables.opponents import Opponents
from openabyss.web.tables.registry import Registry


class Tables:
    """The parts that work on the tables of a server, each for what changes together."""

    def __init__(self, storage: Storage, computers: Computers, settings: Settings) -> None:
        self.storage, self.computers, self.settings = storage, computers, settings
        self._commits = Commits(storage)
        tokens = LinkTokens(settings.key)
        self.opponents = Opponents(self._commits, computers, settings)
        self.registry = Registry(storage, self.opponents)
        self.commands = Commands(self._commits, self.opponents)
        self.creation = Creation(self.registry, self._commits, tokens)
        self.invitations = Invitations(self.registry, self._commits, self.opponents, tokens)
        self.chats = Chats(storage)

    def forget_idle(self) -> int:
        """Let go of tables that nobody has used for a while; returns how many are left."""
        return self.registry.forget_idle(self.settings.idle_seconds)

    async def close(self) -> None:
        """Accept nothing more; what was accepted is stored when this returns."""
        self._commits.is_closing = True
        tables = self.registry.in_memory
        tasks = [table.thinking for table in tables if table.thinking is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in tables:
            async with table.lock:
                pass
