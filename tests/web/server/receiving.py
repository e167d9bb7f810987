"""Receivers of notices on this machine, which fail as others do."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

OK = b"HTTP/1.1 204 No Content\r\n\r\n"
# An answer, or how there is none.
HANGS, HANGS_UP = b"hangs", b"hangs up"


@dataclass
class Receiver:
    """Answers requests with `answers` in turn, the last one again and again; keeps what it was sent."""

    answers: list[bytes] = field(default_factory=lambda: [OK])
    port: int = 0
    heads: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?secret=abcd"

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(line for line in head.splitlines() if line.startswith("Content-Length"))
            body = await reader.readexactly(int(length.partition(":")[2]))
            self.heads.append(head)
            self.bodies.append(body.decode(errors="surrogateescape"))
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if answer == HANGS:
                await reader.read()
            elif answer != HANGS_UP:
                writer.write(answer)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def receiving(*answers: bytes) -> AsyncIterator[Receiver]:
    """A receiver of webhooks."""
    receiver = Receiver(list(answers or (OK,)))
    server = await asyncio.start_server(receiver.receive, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver


@dataclass
class MailServer:
    """Takes letters; refuses the recipients of the first `refusals` with a code. With `tls` it takes none
    that are not encrypted."""

    refusals: list[bytes] = field(default_factory=list)
    tls: ssl.SSLContext | None = None
    port: int = 0
    letters: list[str] = field(default_factory=list)

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).decode():
            word = line[:4].upper()
            answer = b"250 well"
            is_open = self.tls is not None and writer.get_extra_info("ssl_object") is None
            if word == "EHLO" and is_open:
                answer = b"250-here\r\n250 STARTTLS"
            if word == "MAIL" and is_open:
                answer = b"530 5.7.0 must issue a STARTTLS command first"
            if word == "STAR" and self.tls is not None:
                writer.write(b"220 go on\r\n")
                try:
                    await writer.start_tls(self.tls)
                except ssl.SSLError:  # The sender does not trust the certificate.
                    return
                continue
            if word == "RCPT" and self.refusals:
                answer = self.refusals.pop(0)
            if word == "DATA":
                writer.write(b"354 go on\r\n")
                self.letters.append((await reader.readuntil(b"\r\n.\r\n")).decode())
            if word == "QUIT":
                break
            writer.write(answer + b"\r\n")
        writer.close()


@asynccontextmanager
async def taking_mail(*refusals: bytes, tls: ssl.SSLContext | None = None) -> AsyncIterator[MailServer]:
    """A mail server."""
    made = MailServer(list(refusals), tls)
    server = await asyncio.start_server(made.receive, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    async with server:
        yield made
