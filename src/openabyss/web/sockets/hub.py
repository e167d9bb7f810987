"""Sockets: each has one sender, which says acknowledgements first and then the newest update.

A slow reader never holds anybody up: what waits for it is one update, made when it can be sent, and
a short list of messages. If that grows too long the connection is closed; it will come back. From a
connection that is to be closed nothing more is read, and nothing is waited for without a limit.
"""

import asyncio
from collections import deque
from dataclasses import dataclass

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from openabyss.version import VERSION
from openabyss.web import course as courses
from openabyss.web.access.limits import Bucket, Buckets
from openabyss.web.course import write_payment
from openabyss.web.logging import log_event, log_failure
from openabyss.web.protocol.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    Ack,
    Answer,
    Bye,
    Chat,
    Command,
    FromClient,
    FromServer,
    Hello,
    Hint,
    Hinted,
    Pay,
    Ping,
    Pong,
    Presence,
    Redo,
    Refused,
    Rematch,
    Restart,
    Said,
    SeatChange,
    Undo,
    Welcome,
    read_message,
    write_message,
)
from openabyss.web.rendering import language
from openabyss.web.settings import Limits, Patience
from openabyss.web.tables.commands import Order
from openabyss.web.tables.errors import Refusal
from openabyss.web.tables.seating import levels
from openabyss.web.tables.table import PAGE_SECONDS, Subscriber, Table
from openabyss.web.tables.tables import Tables
from openabyss.words import _
from openabyss.words.questions.prompts import label

TOO_MANY, BROKEN, RESTARTING, REPLACED = 1008, 1011, 1012, 4403
MOST_WAITING = 500
MOST_UNREADABLE = 10
PER_SECONDS = 20
PER_MINUTE = 60


class Connection(Subscriber):
    """One socket at a table."""

    def __init__(self, socket: WebSocket, table: Table, browser: str, patience: Patience) -> None:
        self.table, self.browser = table, browser
        self.seat: int | None = None
        self.greeted = False
        self.sender: asyncio.Task[None] | None = None
        self._socket, self._patience = socket, patience
        self._seen = -1
        self._due = False
        self._waiting: deque[FromServer] = deque()
        self._news = asyncio.Event()
        self._last: int | None = None

    @property
    def is_condemned(self) -> bool:
        """It is to be closed: nothing more is read from it."""
        return self._last is not None

    def changed(self) -> None:
        """An update is due."""
        self._due = True
        self._news.set()

    def tell(self, message: FromServer) -> None:
        """Send a message before the next update; whoever has too many unread has to come again."""
        if self.is_condemned:
            return
        self._waiting.append(message)
        self._news.set()
        if len(self._waiting) > MOST_WAITING:
            self.leave(RESTARTING)

    def leave(self, code: int, message: Bye | None = None) -> None:
        """Say the last message, then close with this code; the first reason counts."""
        if self.is_condemned:
            return
        if message is not None:
            self._waiting.append(message)
        self._last = code
        self._news.set()

    def send_away(self) -> None:
        """The seat belongs to another browser now."""
        self.leave(REPLACED, Bye("replaced"))

    def look_from(self, seat: int | None, have: int) -> None:
        """From this seat on; what another seat was told counts for nothing."""
        self._seen = have if not self.greeted or seat == self.seat else -1
        self.seat, self.greeted = seat, True
        self.changed()

    async def send(self) -> None:
        """Send what is there to send, until the connection is left.

        Raises TimeoutError if the other side does not read for too long.
        """
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                await self._send(self._waiting.popleft())
            if self._last is not None:
                async with asyncio.timeout(self._patience.bye):
                    await self._socket.close(self._last)
                return
            if self._due and self.greeted:
                self._due = False
                await self._send_update()

    async def _send_update(self) -> None:
        update = self.table.update(self.seat, self.browser, self._seen)
        self._seen = update.revision
        await self._send(update)

    async def _send(self, message: FromServer) -> None:
        async with asyncio.timeout(self._patience.reading):
            await self._socket.send_text(write_message(message).decode())


@dataclass(slots=True)
class _Allowance:
    """How much a connection may still say."""

    commands: Bucket
    unreadable: int = 0


class Hub:
    """All connections."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables, self._limits = tables, limits
        self._connections: set[Connection] = set()
        self._of_address: dict[str, int] = {}
        self._waiting_for: set[Table] = set()
        self._chatting = Buckets(limits.chat, limits.chat / PER_MINUTE)
        self._patience = tables.settings.patience

    @property
    def count(self) -> int:
        """How many sockets are open."""
        return len(self._connections)

    async def serve(self, socket: WebSocket, table: Table, browser: str) -> None:
        """One socket from its beginning to its end."""
        address = socket.client.host if socket.client else ""
        if self._is_crowded(address, table, browser):
            await socket.close(TOO_MANY)
            return
        connection = Connection(socket, table, browser, self._patience)
        self._enter(connection, address)
        table.played_by(browser, address)
        try:
            await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope.get("subprotocols", []) else None)
            await self._talk(socket, connection)
        finally:
            self._leave(connection, address)

    async def _talk(self, socket: WebSocket, connection: Connection) -> None:
        """Listen and send until one of them ends; a condemned connection may still say its last words."""
        connection.sender = sender = asyncio.create_task(self._speak(connection))
        listener = asyncio.create_task(self._listen(socket, connection))
        both = (sender, listener)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if connection.is_condemned:
                listener.cancel()
                await asyncio.wait((sender,), timeout=self._patience.bye)
        finally:
            for task in both:
                task.cancel()
            await asyncio.wait(both)

    async def _speak(self, connection: Connection) -> None:
        """Send until the connection is left or lost."""
        try:
            await connection.send()
        except TimeoutError:
            log_event("socket is not read", table=connection.table.id)
        except (WebSocketDisconnect, OSError):
            pass  # It has gone.
        except Exception:
            log_failure("sending failed", table=connection.table.id)

    def note_page(self, table: Table, browser: str) -> None:
        """A browser has fetched a page of the table: its people are here, though they have no socket."""
        own = table.seats_of(browser)
        if not own:
            return
        was_here = table.is_connected(own[0])
        table.got_page(browser)
        if not was_here:
            self._tell_presence(table)
        asyncio.get_running_loop().call_later(PAGE_SECONDS, self._note_silence, table, own[0])

    def _note_silence(self, table: Table, seat: int) -> None:
        """The last page may be so long ago that whoever fetched it has gone."""
        if not table.is_connected(seat):
            self._tell_presence(table)
            self._tell_presence_later(table)

    async def say_bye(self) -> None:
        """Tell everybody that the server restarts; slow readers are not waited for."""
        for connection in self._connections:
            connection.leave(RESTARTING, Bye("restart"))
        senders = [task for connection in self._connections if (task := connection.sender) is not None]
        if senders:
            await asyncio.wait(senders, timeout=self._patience.bye)

    def _is_crowded(self, address: str, table: Table, browser: str) -> bool:
        """There are as many sockets as there may be; those that have not said hello count too."""
        same = sum(other.browser == browser and other.table.id == table.id for other in self._connections)
        return (
            len(self._connections) >= self._limits.sockets_in_all
            or self._of_address.get(address, 0) >= self._limits.sockets
            or same >= self._limits.sockets_of_seat
        )

    def _enter(self, connection: Connection, address: str) -> None:
        self._connections.add(connection)
        self._of_address[address] = self._of_address.get(address, 0) + 1

    def _leave(self, connection: Connection, address: str) -> None:
        self._connections.discard(connection)
        self._of_address[address] -= 1
        if self._of_address[address] == 0:
            del self._of_address[address]
        table = connection.table
        if connection not in table.present:
            return
        table.present.discard(connection)
        for seat in table.seats_of(connection.browser):
            if not table.is_connected(seat):
                table.left(seat)
        self._tell_presence(table)
        self._tell_presence_later(table)

    def _tell_presence(self, table: Table) -> None:
        for subscriber in table.present:
            subscriber.tell(Presence(table.people(subscriber.browser)))

    def _tell_presence_later(self, table: Table) -> None:
        """Once more when the next of those who have left counts as away."""
        seconds = table.next_away
        if seconds is None or table in self._waiting_for:
            return
        self._waiting_for.add(table)
        asyncio.get_running_loop().call_later(seconds + 0.1, self._tell_who_is_away, table)

    def _tell_who_is_away(self, table: Table) -> None:
        self._waiting_for.discard(table)
        self._tell_presence(table)
        self._tell_presence_later(table)

    # ----------------------------------------------------------------------- listening

    async def _listen(self, socket: WebSocket, connection: Connection) -> None:
        is_player = bool(connection.table.seats_of(connection.browser))
        many = self._limits.commands if is_player else self._limits.commands_of_spectator
        allowance = _Allowance(Bucket(many, many / PER_SECONDS))
        try:
            async with asyncio.timeout(self._patience.hello) as until_hello:
                while not connection.is_condemned:
                    frame = await socket.receive()
                    if frame["type"] == "websocket.disconnect":
                        return
                    await self._hear(frame.get("text"), connection, allowance)
                    if connection.greeted:
                        until_hello.reschedule(None)
                    # What has come already is received without waiting: the others are to have their turn.
                    await asyncio.sleep(0)
        except TimeoutError:
            connection.leave(TOO_MANY)

    async def _hear(self, text: str | None, connection: Connection, allowance: _Allowance) -> None:
        """Read one frame and do what it says."""
        if not allowance.commands.take():
            self._too_many(connection, allowance)
            return
        try:
            message = read_message("" if text is None else text)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
            self._unreadable(connection, allowance, str(error))
            return
        try:
            await self._do(message, connection)
        except Refusal as refusal:
            self._refuse(connection, getattr(message, "id", None), refusal.code, str(refusal))
        except Exception:
            log_failure("message failed", table=connection.table.id, kind=type(message).__name__)
            connection.leave(BROKEN)

    def _too_many(self, connection: Connection, allowance: _Allowance) -> None:
        allowance.unreadable += 1
        text = _("That was too much in a short time; wait a little.")
        self._refuse(connection, None, "too_many", text)
        if allowance.unreadable > MOST_UNREADABLE:
            connection.leave(TOO_MANY, Bye("too_many"))

    def _unreadable(self, connection: Connection, allowance: _Allowance, why: str) -> None:
        allowance.unreadable += 1
        text = _("This message cannot be read: {why}").format(why=why)
        self._refuse(connection, None, "unreadable", text)
        if allowance.unreadable > MOST_UNREADABLE:
            connection.leave(TOO_MANY, Bye("too_many"))

    def _refuse(self, connection: Connection, id_: str | None, code: str, text: str) -> None:
        connection.tell(Refused(id_, code, text, connection.table.course.revision))  # type: ignore[arg-type]  # codes of Refusal are those of the protocol
        if code == "stale":
            connection.changed()

    # ----------------------------------------------------------------------- doing

    async def _do(self, message: FromClient, connection: Connection) -> None:
        if isinstance(message, Ping):
            connection.tell(Pong(connection.table.course.revision if connection.greeted else -1))
        elif isinstance(message, Hello):
            await self._greet(message, connection)
        elif not connection.greeted:
            raise Refusal("forbidden", _("Say hello first."))
        elif isinstance(message, Command):
            revision = await self._tables.commands.carry_out(
                connection.table, order_of(message), connection.browser
            )
            connection.tell(Ack(message.id, revision))
        elif isinstance(message, Chat):
            await self._say(message, connection)
        elif isinstance(message, SeatChange):
            await self._change_seat(message, connection)
        elif isinstance(message, Rematch):
            await self._rematch(message, connection)
        else:
            await self._hint(message, connection)

    async def _greet(self, message: Hello, connection: Connection) -> None:
        table = await self._table_now(connection)
        own = table.seats_of(connection.browser)
        if message.seat is not None and message.seat not in own:
            raise Refusal("forbidden", _("This is not your seat."))
        seat = message.seat if message.seat is not None else (own[0] if own else None)
        connection.tell(
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
            table.present.add(connection)
            table.came(own)
            self._tell_presence(table)

    async def _table_now(self, connection: Connection) -> Table:
        """The table as everybody has it: it may have left the memory before anybody said hello."""
        if connection not in connection.table.present:
            connection.table = await self._tables.registry.for_browser(
                connection.table.id, connection.browser
            )
        return connection.table

    async def _say(self, message: Chat, connection: Connection) -> None:
        if not self._chatting.take(connection.browser):
            raise Refusal("too_many", _("That was too much in a short time; wait a little."))
        table = connection.table
        line = await self._tables.chats.say(table, connection.browser, message.text, message.id)
        connection.tell(Ack(message.id, table.course.revision))
        table.tell_all(Said(line.n, line.seat, line.name, line.text, line.at))

    async def _change_seat(self, message: SeatChange, connection: Connection) -> None:
        table = connection.table
        revision = await self._tables.commands.change_seat(
            table, message.seat, message.computer, connection.browser, message.id
        )
        connection.tell(Ack(message.id, revision))

    async def _rematch(self, message: Rematch, connection: Connection) -> None:
        table = connection.table
        follows = await self._tables.creation.rematch(table, connection.browser)
        connection.tell(Ack(message.id, table.course.revision, f"/t/{follows.id}"))

    async def _hint(self, message: Hint, connection: Connection) -> None:
        table = connection.table
        seat = connection.seat if message.seat is None else message.seat
        if seat is None:
            raise Refusal("forbidden", _("Only players can ask for hints."))
        action = await self._tables.opponents.hint(table, seat, connection.browser)
        connection.tell(Hinted(message.id, action, _label(table, action)))


def _label(table: Table, action: str) -> str:
    """What an action says, if it is still legal."""
    game = table.course.game
    found = [legal for legal in game.legal_actions if legal.text == action]
    return label(game.question.kind, found[0].id, game.state, table.names) if found else action


def order_of(message: Answer | Pay | Undo | Redo | Restart) -> Order:
    """A command of the protocol as tables carry it out."""
    if isinstance(message, Answer):
        kind, text = courses.ANSWER, message.action
    elif isinstance(message, Pay):
        kind, text = courses.PAY, write_payment(message.cards, message.nebulis)
    else:
        kind, text = KINDS[type(message)], ""
    return Order(message.id, message.seat, message.revision, kind, text)


KINDS: dict[type, str] = {Undo: courses.UNDO, Redo: courses.REDO, Restart: courses.RESTART}
