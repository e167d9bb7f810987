"""The messages of a socket: frames are counted, read as messages, carried out one by one, and
acknowledged. Hints alone are found beside the others."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket

from openabyss.client.offers import answer_explained, answers_explained
from openabyss.client.protocol import BROKEN, NOT_HERE, PROTOCOL, TOO_MANY
from openabyss.client.protocol.from_client import (
    Chat,
    Concede,
    Explain,
    FromClient,
    Hello,
    Hint,
    Ping,
    Propose,
    Rematch,
    Scores,
    SeatChange,
    SeatOrders,
    read_message,
)
from openabyss.client.protocol.from_server import (
    Ack,
    Bye,
    Explained,
    FromServer,
    Hinted,
    Pong,
    Refused,
    Welcome,
)
from openabyss.client.result import scores_of
from openabyss.errors import UnreadableAction
from openabyss.server.limits import TABLES, Bucket
from openabyss.server.logging import log_failure
from openabyss.server.sockets.connection import Connection
from openabyss.server.tables.errors import Refusal, UnknownTable, too_many
from openabyss.server.tables.seating import DEFAULT_LEVEL, levels
from openabyss.server.tables.tables import Tables, allow
from openabyss.version import VERSION
from openabyss.words import _, language

Message = TypeVar("Message")

# The seconds to which the limits of commands and asks refer.
PER_SECONDS = 20
MAX_UNREADABLE = 10
# How many hints are found at once for a connection.
MAX_HINTS = 3
# Short messages with long answers, or with answers that are much work.
ASKS = (Hello, Hint, Explain, Scores, SeatOrders, SeatChange, Concede, Propose, Rematch)


@dataclass(slots=True)
class _Allowance:
    """How many messages a connection may still send, and how many of those with long answers. hints: those
    that are being found for it, by id."""

    commands: Bucket
    asks: Bucket
    unreadable: int = 0
    hints: dict[str, asyncio.Task[None]] = field(default_factory=dict)


class Requests:
    """Listens to sockets, and carries out their messages."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._limits, self._patience = tables.settings.limits, tables.settings.patience
        self._work = asyncio.Lock()

    async def listen(self, socket: WebSocket, connection: Connection) -> None:
        """Carry out the messages of a socket until it ends; one that sends nothing or too much is closed.

        Until its hello only the time counts that the other side takes: when thousands come back at once,
        after a restart, theirs wait for their turn here.
        """
        is_player = bool(connection.table.seats_of(connection.browser))
        many = self._limits.commands if is_player else self._limits.commands_of_spectator
        asks = self._limits.asks
        allowance = _Allowance(Bucket(many, many / PER_SECONDS), Bucket(asks, asks / PER_SECONDS))
        try:
            await self._hear_all(socket, connection, allowance)
        finally:
            for hint in allowance.hints.values():
                hint.cancel()

    async def _hear_all(self, socket: WebSocket, connection: Connection, allowance: _Allowance) -> None:
        now, left = asyncio.get_running_loop().time, self._patience.hello
        while not connection.is_closing:
            began = now()
            try:
                async with asyncio.timeout(None if connection.greeted else left):
                    frame = await socket.receive()
            except TimeoutError:
                connection.leave(TOO_MANY)
                return
            left -= now() - began
            if frame["type"] == "websocket.disconnect":
                return
            await self._hear(frame.get("text") or "", connection, allowance)
            # A message that has arrived is received without waiting, so give the others their turn.
            await asyncio.sleep(0)

    async def _hear(self, text: str, connection: Connection, allowance: _Allowance) -> None:
        """Read one frame and carry it out."""
        if not allowance.commands.take():
            _warn(connection, allowance, None, too_many())
            return
        try:
            message = read_message(text)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
            why = _("This message cannot be read: {why}").format(why=error)
            _warn(connection, allowance, None, Refusal("unreadable", why))
            return
        id_ = getattr(message, "id", None)
        if _takes_long(message) and not allowance.asks.take():
            _warn(connection, allowance, id_, too_many())
            return
        if not isinstance(message, Hint):
            await self._carry_out(message, connection)
        elif message.id not in allowance.hints:  # Else it has been sent again.
            self._begin_hint(message, connection, allowance)

    def _begin_hint(self, message: Hint, connection: Connection, allowance: _Allowance) -> None:
        """Find a hint, which may take seconds, while other messages are carried out."""
        hints = allowance.hints
        if len(hints) == MAX_HINTS:
            _refuse(connection, message.id, too_many())
            return
        hints[message.id] = asyncio.create_task(self._carry_out(message, connection))
        hints[message.id].add_done_callback(lambda _done: hints.pop(message.id))

    async def _carry_out(self, message: FromClient, connection: Connection) -> None:
        """Carry out a message and send its reply."""
        try:
            if (reply := await self._reply(message, connection)) is not None:
                connection.say(reply)
        except Refusal as refusal:
            _refuse(connection, getattr(message, "id", None), refusal)
        except UnknownTable:  # It was deleted meanwhile.
            connection.leave(NOT_HERE)
        except Exception:
            log_failure("message failed", table=connection.table.id, kind=type(message).__name__)
            connection.leave(BROKEN)

    async def _reply(self, message: FromClient, connection: Connection) -> FromServer | None:
        """Carry out a message; returns its reply, unless that has been sent already. Raises Refusal."""
        table, browser = connection.table, connection.browser
        if isinstance(message, Ping):
            return Pong(table.history.revision if connection.greeted else -1)
        if isinstance(message, Hello):
            return await self._in_turn(self._greet, message, connection)
        if not connection.greeted:
            raise Refusal("forbidden", _("Say hello first."))
        if isinstance(message, Explain):
            return await self._in_turn(self._explain, message, connection)
        if isinstance(message, Scores):
            return await self._in_turn(self._count, message, connection)
        if isinstance(message, Hint | SeatOrders):
            return await self._for_seat(message, connection)
        if isinstance(message, Chat):
            await self._say(message, connection)
            return None
        with connection.updates_held():
            if isinstance(message, Rematch):
                may = partial(allow, connection.socket, TABLES)
                follows = await self._tables.creation.rematch(table, browser, may)
                return Ack(message.id, table.history.revision, f"/t/{follows.id}")
            return Ack(message.id, await self._tables.commands.carry_out(table, message, browser))

    async def _in_turn(
        self,
        work: Callable[[Message, Connection], Awaitable[FromServer | None]],
        message: Message,
        connection: Connection,
    ) -> FromServer | None:
        """Do what takes milliseconds here, of all sockets one after another: who asks for little, or for
        nothing, is served between any two of them."""
        async with self._work:
            reply = await work(message, connection)
            await asyncio.sleep(0)
            return reply

    async def _greet(self, message: Hello, connection: Connection) -> None:
        table = connection.table
        if connection not in table.present:  # It may have been unloaded before anybody said hello.
            table = await self._tables.registry.for_browser(table.id, connection.browser)
            connection.table = table
        # Before the rest: somebody may take the seat over meanwhile.
        chat = await self._tables.chats.latest(table, connection.browser)
        own, seat = table.seats_of(connection.browser), message.seat
        if seat is None:
            seat = table.first_seat_of(connection.browser)
        else:
            table.check_own(seat, connection.browser)
        connection.say(
            Welcome(
                protocol=PROTOCOL,
                table=table.id,
                seat=seat,
                seats=own,
                language=language(),
                server=VERSION,
                levels=levels(),
                stand_in=DEFAULT_LEVEL,
                grace=table.row.grace,
                chat=chat,
                is_chat_closed=table.row.chat_closed,
            )
        )
        connection.look_from(seat, message.have)
        if connection not in table.present:
            table.enter(connection)
            table.seats_returned(own)
            if own:
                table.announce_people()

    async def _say(self, message: Chat, connection: Connection) -> None:
        table = connection.table

        def acknowledge() -> None:
            connection.say(Ack(message.id, table.history.revision))

        await self._tables.chats.say(table, connection.browser, message.text, message.id, acknowledge)

    async def _explain(self, message: Explain, connection: Connection) -> FromServer:
        """Explain all answers of a seat, or the one that is meant. Raises Refusal."""
        table, game = connection.table, connection.table.history.game
        table.check_own(message.seat, connection.browser)
        explained = partial(Explained, message.id, message.seat, table.history.revision)
        if message.action is None:
            is_over = table.history.is_over
            return explained([] if is_over else answers_explained(game, message.seat, table.names_in_texts))
        if table.history.asked != message.seat:
            raise Refusal("illegal", _("It is somebody else’s decision now."))
        try:
            return explained([answer_explained(game, message.action, table.names_in_texts)])
        except UnreadableAction as error:
            raise Refusal("unreadable", str(error)) from error

    async def _for_seat(self, message: Hint | SeatOrders, connection: Connection) -> FromServer:
        if isinstance(message, Hint):
            return await self._hint(message, connection)
        return await self._tables.orders.reply(connection.table, message, connection.browser)

    async def _count(self, message: Scores, connection: Connection) -> FromServer:
        table = connection.table
        settled = table.history.settlement
        return scores_of(table.history.game, connection.seat, table.names_in_texts, message.id, settled)

    async def _hint(self, message: Hint, connection: Connection) -> FromServer:
        table = connection.table
        seat = connection.seat if message.seat is None else message.seat
        if seat is None:
            raise Refusal("forbidden", _("Only players can ask for hints."))
        revision = table.history.revision  # The game may go on meanwhile.
        hint = await self._tables.opponents.hint(table, seat, connection.browser)
        return Hinted(message.id, seat, revision, *hint)


def _takes_long(message: FromClient) -> bool:
    """Whether the answer is long or much work; explaining a single answer is less work than carrying it
    out."""
    is_short = isinstance(message, Explain) and message.action is not None
    return isinstance(message, ASKS) and not is_short


def _warn(connection: Connection, allowance: _Allowance, id_: str | None, refusal: Refusal) -> None:
    """Refuse a message that is one too many or unreadable; a socket that keeps sending such is closed."""
    _refuse(connection, id_, refusal)
    allowance.unreadable += 1
    if allowance.unreadable > MAX_UNREADABLE:
        connection.leave(TOO_MANY, Bye("too_many"))


def _refuse(connection: Connection, id_: str | None, refusal: Refusal) -> None:
    revision = connection.table.history.revision
    refused = Refused(id_, refusal.code, str(refusal), revision)  # type: ignore[arg-type]  # its codes
    connection.say(refused)
    if refusal.code == "stale":
        connection.changed()
