"""What goes over a socket, as somebody sees it who cannot read it: the length of each frame."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import connect

from openabyss.client.protocol import SUBPROTOCOL
from tests.web.server.serving import Person, Sitting

HEAD_ENDS = b"\r\n\r\n"
TEXT = 1


class Overheard(socket.socket):
    """Keeps what comes."""

    heard = b""

    def recv(self, *arguments: Any) -> bytes:
        data = super().recv(*arguments)
        self.heard += data
        return data

    @property
    def lengths(self) -> list[int]:
        """The lengths of the frames with messages so far."""
        return [length for kind, length in _frames(self.heard.partition(HEAD_ENDS)[2]) if kind == TEXT]


@contextmanager
def overheard(
    person: Person, table: str, seat: int | None, compression: str | None = "deflate"
) -> Iterator[tuple[Sitting, Overheard]]:
    """Somebody at a table, and what a listener on the network gets of it."""
    address = person.address.replace("http", "ws", 1)
    plain = Overheard()
    host, _colon, port = person.address.removeprefix("http://").partition(":")
    plain.connect((host, int(port)))
    with connect(
        f"{address}/t/{table}/socket",
        sock=plain,
        additional_headers={"Cookie": person.cookie},
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # a plain text is one
        compression=compression,
    ) as client:
        sitting = Sitting(client)
        sitting.say(type="hello", have=-1, seat=seat)
        sitting.welcome = sitting.hear("welcome")
        yield sitting, plain


def _frames(data: bytes) -> Iterator[tuple[int, int]]:
    """The opcode and length of every whole frame of a server."""
    while len(data) >= 2:
        length, begins = data[1] & 0x7F, 2
        if length >= 126:
            begins = 4 if length == 126 else 10
            length = int.from_bytes(data[2:begins])
        if len(data) < begins + length:
            return
        yield data[0] & 0x0F, length
        data = data[begins + length :]
