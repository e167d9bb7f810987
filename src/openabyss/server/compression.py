"""What is compressed and what is padded, so that lengths give nothing secret away. What is compressed
together tells by its length how much of it is alike: somebody who can choose a name or say something, and see
how long the answers to somebody else are, could guess cards or links."""

import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

# Secrets that are padded to whole blocks have only a few lengths, which say little of them.
TEXT_BLOCK = 1024
SMALLEST = 1000
# The start page, set-up and rules; the page of a table, on which its socket has still to draw all; all of a
# game that is over. Static files are compressed already.
WITHOUT_SECRETS = re.compile(
    r"/|/new|/about|/replay(/record)?|/rules(/[^/]+)?|/api/cards\.json|/openapi\.json|/t/[^/]+(/results|/record\.json)?"
)

UPDATE_BLOCK = 512
UPDATE = b'{"type":"update"'
# Blocks of DEFLATE that hold nothing, of 5 and of 6 bytes (RFC 1951, 3.2): a stored one, and one with fixed
# codes before a stored one. The end of a stored block at the end of a message is not sent (RFC 7692, 7.2.1).
END = b"\x00\x00\xff\xff"
STORED, FIXED = b"\x00" + END, b"\x02\x00" + END


def padded(text: bytes) -> bytes:
    """JSON or HTML with blanks after it, which mean nothing there, up to a multiple of `TEXT_BLOCK` bytes."""
    return text + b" " * (-len(text) % TEXT_BLOCK)


class Compression:
    """Compresses the answers to requests for addresses without secrets."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._compressed = app, GZipMiddleware(app, minimum_size=SMALLEST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_open = scope["type"] == "http" and WITHOUT_SECRETS.fullmatch(scope["path"])
        await (self._compressed if is_open else self._app)(scope, receive, send)


class UpdateDeflate(PerMessageDeflate):
    """Compresses the updates of a socket, and only those.

    Chat and names of their own, which others have written, are sent as they are; the names in an update are
    written in letters that nothing else in it is written in (`client/update.py`). The codes of letters are
    fixed: codes that fit what is said would tell how often its letters occur.
    """

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is sent."""
        if frame.opcode is not Opcode.TEXT or not bytes(frame.data).startswith(UPDATE):
            return frame
        compressed = super().encode(frame)
        return replace(compressed, data=padded_deflate(bytes(compressed.data)))


class UpdateDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with clients on permessage-deflate, and compresses what is sent to them as above."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[object]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed on. Raises NegotiationError."""
        agreed, plain = super().process_request_params(params, accepted_extensions)  # type: ignore[arg-type]
        return agreed, UpdateDeflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            plain.compress_settings,
        )


# Updates are mostly alike and have 4 to 6 kB: a window of 8 kB finds the one before. It takes 40 kB for each
# socket, and 0.1 ms for each update, of which an eighth is left. What clients send is too short for a window.
UPDATE_COMPRESSION = UpdateDeflateFactory(
    client_no_context_takeover=True,
    server_max_window_bits=13,
    compress_settings={"memLevel": 4, "level": 4, "strategy": zlib.Z_FIXED},
)


def padded_deflate(data: bytes) -> bytes:
    """A compressed message with blocks that hold nothing, up to a multiple of `UPDATE_BLOCK` bytes."""
    missing = -len(data) % UPDATE_BLOCK
    short, long = len(STORED), len(FIXED)
    while missing < long * (missing % short):  # No sum of fives and sixes.
        missing += UPDATE_BLOCK
    longs = missing % short
    shorts = (missing - long * longs) // short
    return (data + END + STORED * shorts + FIXED * longs)[: -len(END)]
