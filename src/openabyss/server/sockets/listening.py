"""What comes from a socket: frames are counted, read as messages, and carried out one after another."""

import asyncio
from dataclasses import dataclass

import msgspec
from starlette.websockets import WebSocket

from openabyss.client.protocol.messages import (
    Bye,
    Explain,
    FromClient,
    Hello,
    Hint,
    Refused,
    Rematch,
    Scores,
    SeatChange,
    read_message,
)
from openabyss.server.access.limits import Bucket
from openabyss.server.logging import log_failure
from openabyss.server.settings import Limits, Patience
from openabyss.server.sockets.connection import BROKEN, TOO_MANY, Connection
from openabyss.server.sockets.requests import Requests
from openabyss.server.tables.errors import Refusal
from openabyss.words import _

MAX_UNREADABLE = 10
PER_SECONDS = 20
# A few bytes that are answered with many, or with much work.
ASKS = (Hello, Hint, Explain, Scores, SeatChange, Rematch)


@dataclass(slots=True)
class _Allowance:
    """How much a connection may still say, and how much of that may be what takes a long answer."""

    commands: Bucket
    asks: Bucket
    unreadable: int = 0


class Listener:
    """Listens to sockets."""

    def __init__(self, requests: Requests, limits: Limits, patience: Patience) -> None:
        self._requests, self._limits, self._patience = requests, limits, patience

    async def listen(self, socket: WebSocket, connection: Connection) -> None:
        """Do what a socket says until it ends; one that says nothing or too much is closed."""
        is_player = bool(connection.table.seats_of(connection.browser))
        many = self._limits.commands if is_player else self._limits.commands_of_spectator
        asks = self._limits.asks
        allowance = _Allowance(Bucket(many, many / PER_SECONDS), Bucket(asks, asks / PER_SECONDS))
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
            _too_many(connection, allowance)
            return
        try:
            message = read_message("" if text is None else text)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
            _unreadable(connection, allowance, str(error))
            return
        if _takes_long(message) and not allowance.asks.take():
            _too_many(connection, allowance, getattr(message, "id", None))
            return
        try:
            await self._requests.carry_out(message, connection)
        except Refusal as refusal:
            _refuse(connection, getattr(message, "id", None), refusal.code, str(refusal))
        except Exception:
            log_failure("message failed", table=connection.table.id, kind=type(message).__name__)
            connection.leave(BROKEN)


def _takes_long(message: FromClient) -> bool:
    """Whether the answer is long or much work; to explain one answer is less than to carry it out."""
    is_short = isinstance(message, Explain) and message.action is not None
    return isinstance(message, ASKS) and not is_short


def _too_many(connection: Connection, allowance: _Allowance, id_: str | None = None) -> None:
    allowance.unreadable += 1
    text = _("Too much in a short time; wait a little.")
    _refuse(connection, id_, "too_many", text)
    if allowance.unreadable > MAX_UNREADABLE:
        connection.leave(TOO_MANY, Bye("too_many"))


def _unreadable(connection: Connection, allowance: _Allowance, why: str) -> None:
    allowance.unreadable += 1
    text = _("This message cannot be read: {why}").format(why=why)
    _refuse(connection, None, "unreadable", text)
    if allowance.unreadable > MAX_UNREADABLE:
        connection.leave(TOO_MANY, Bye("too_many"))


def _refuse(connection: Connection, id_: str | None, code: str, text: str) -> None:
    connection.say(Refused(id_, code, text, connection.table.history.revision))  # type: ignore[arg-type]  # codes of Refusal are those of the protocol
    if code == "stale":
        connection.changed()
