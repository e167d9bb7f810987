"""What the messages of a socket ask for, carried out and acknowledged."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from openabyss.client.explaining import answer_explained, answers_explained
from openabyss.client.protocol.messages import (
    PROTOCOL,
    Ack,
    AnswerExplained,
    Chat,
    Command,
    Explain,
    Explained,
    FromClient,
    Hello,
    Hint,
    Hinted,
    Ping,
    Pong,
    Rematch,
    Said,
    Scores,
    SeatChange,
    Welcome,
)
from openabyss.client.scores import scores_of
from openabyss.errors import UnreadableAction
from openabyss.position.version import VERSION
from openabyss.server.access.limits import Buckets
from openabyss.server.sockets.connection import Connection
from openabyss.server.sockets.presence import Presence
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.levels import levels
from openabyss.server.tables.table import LiveTable
from openabyss.server.tables.tables import Tables
from openabyss.words import _, language

PER_MINUTE = 60


class Requests:
    """Carries out messages."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables, self._presence = tables, presence
        chat = tables.settings.limits.chat
        self._chatting = Buckets(chat, chat / PER_MINUTE)
        self._work = asyncio.Lock()

    async def carry_out(self, message: FromClient, connection: Connection) -> None:
        """Do what a message asks for. Raises Refusal."""
        if isinstance(message, Ping):
            connection.say(Pong(connection.table.history.revision if connection.greeted else -1))
        elif isinstance(message, Hello):
            await self._in_turn(self._greet(message, connection))
        elif not connection.greeted:
            raise Refusal("forbidden", _("Say hello first."))
        elif isinstance(message, Command):
            revision = await self._tables.commands.carry_out(connection.table, message, connection.browser)
            connection.say(Ack(message.id, revision))
        elif isinstance(message, Chat):
            await self._say(message, connection)
        elif isinstance(message, SeatChange):
            await self._change_seat(message, connection)
        elif isinstance(message, Rematch):
            await self._rematch(message, connection)
        elif isinstance(message, Explain):
            await self._in_turn(self._explain(message, connection))
        elif isinstance(message, Scores):
            await self._in_turn(self._count(message, connection))
        else:
            await self._hint(message, connection)

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what takes milliseconds here, of all sockets one after another: who asks for little, or for
        nothing, is served between any two of them."""
        async with self._work:
            await work
            await asyncio.sleep(0)

    async def _greet(self, message: Hello, connection: Connection) -> None:
        table = await self._table_now(connection)
        own = table.seats_of(connection.browser)
        if message.seat is not None and message.seat not in own:
            raise Refusal("forbidden", _("This is not your seat."))
        seat = message.seat if message.seat is not None else (own[0] if own else None)
        connection.say(
            Welcome(
                protocol=PROTOCOL,
                table=table.id,
                seat=seat,
                seats=own,
                language=language(),
                server=VERSION,
                levels=levels(),
                grace=table.row.grace,
                chat=await self._tables.chats.latest(table),
            )
        )
        connection.look_from(seat, message.have)
        if connection not in table.present:
            table.enter(connection)
            table.seats_returned(own)
            if own:
                self._presence.tell(table)

    async def _table_now(self, connection: Connection) -> LiveTable:
        """The table as everybody has it: it may have left the memory before anybody said hello."""
        if connection not in connection.table.present:
            connection.table = await self._tables.registry.for_browser(
                connection.table.id, connection.browser
            )
        return connection.table

    async def _say(self, message: Chat, connection: Connection) -> None:
        if not self._chatting.take(connection.browser):
            raise Refusal("too_many", _("Too much in a short time; wait a little."))
        table = connection.table
        line = await self._tables.chats.say(table, connection.browser, message.text, message.id)
        connection.say(Ack(message.id, table.history.revision))
        table.tell_all(Said(line.n, line.seat, line.name, line.text, line.at))

    async def _change_seat(self, message: SeatChange, connection: Connection) -> None:
        table = connection.table
        revision = await self._tables.commands.change_seat(
            table, message.seat, message.computer, connection.browser, message.id
        )
        connection.say(Ack(message.id, revision))

    async def _rematch(self, message: Rematch, connection: Connection) -> None:
        table = connection.table
        follows = await self._tables.creation.rematch(table, connection.browser)
        connection.say(Ack(message.id, table.history.revision, f"/t/{follows.id}"))

    async def _explain(self, message: Explain, connection: Connection) -> None:
        table = connection.table
        table.check_own(message.seat, connection.browser)
        connection.say(Explained(message.id, _explained(table, message)))

    async def _count(self, message: Scores, connection: Connection) -> None:
        table = connection.table
        connection.say(scores_of(table.history.game, connection.seat, table.names, message.id))

    async def _hint(self, message: Hint, connection: Connection) -> None:
        table = connection.table
        seat = connection.seat if message.seat is None else message.seat
        if seat is None:
            raise Refusal("forbidden", _("Only players can ask for hints."))
        action = await self._tables.opponents.hint(table, seat, connection.browser)
        connection.say(Hinted(message.id, action, _label(table, seat, action)))


def _explained(table: LiveTable, message: Explain) -> list[AnswerExplained]:
    """All answers of a seat, or the one that is meant. Raises Refusal."""
    game = table.history.game
    if message.action is None:
        return answers_explained(game, message.seat, table.names)
    if table.history.asked != message.seat:
        raise Refusal("illegal", _("Somebody else is asked now."))
    try:
        return [answer_explained(game, message.action, table.names)]
    except UnreadableAction as error:
        raise Refusal("unreadable", str(error)) from error


def _label(table: LiveTable, seat: int, action: str) -> str:
    """What an action says, if it is still legal."""
    if table.history.asked != seat:
        return action
    return answer_explained(table.history.game, action, table.names).label or action
