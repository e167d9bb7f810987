"""Compression of updates, which gives nothing away by its length.

What is compressed together tells by its length how much of it is alike. So nothing that others have
written is compressed together with what one seat alone may see: chat and names of their own are sent
as they are, and the names in an update are written in letters that nothing else in it is written in
(`presentation/stand_ins.py`). The codes of letters are fixed, for codes that fit what is said would
tell how often its letters occur. What is compressed is filled up to whole blocks.
"""

import zlib
from collections.abc import Sequence
from dataclasses import replace

from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

BLOCK = 512
COMPRESSED = b'{"type":"update"'

# Blocks of DEFLATE that hold nothing, of 5 and of 6 bytes (RFC 1951, 3.2): a stored one, and one with fixed
# codes before a stored one. The end of a stored block at the end of a message is not sent (RFC 7692, 7.2.1).
END = b"\x00\x00\xff\xff"
STORED, FIXED = b"\x00" + END, b"\x02\x00" + END
FILLERS = (len(STORED), len(FIXED))


class UpdateDeflate(PerMessageDeflate):
    """Compresses updates, and only those."""

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is sent."""
        if frame.opcode is not Opcode.TEXT or not bytes(frame.data).startswith(COMPRESSED):
            return frame
        compressed = super().encode(frame)
        return replace(compressed, data=filled_up(bytes(compressed.data)))


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


# Updates are mostly alike and have 4 to 6 kB: a window of 8 kB finds the one before. It takes 48 kB for each
# socket, and 0.1 ms for each update, of which an eighth is left. What clients send is too short for a window.
COMPRESSION = UpdateDeflateFactory(
    client_no_context_takeover=True,
    server_max_window_bits=13,
    compress_settings={"memLevel": 5, "level": 4, "strategy": zlib.Z_FIXED},
)


def filled_up(data: bytes) -> bytes:
    """A compressed message with blocks that hold nothing, so that its length is a multiple of `BLOCK`."""
    missing = -len(data) % BLOCK
    short, long = FILLERS
    while missing < long * (missing % short):  # No sum of fives and sixes.
        missing += BLOCK
    longs = missing % short
    shorts = (missing - long * longs) // short
    return (data + END + STORED * shorts + FIXED * longs)[: -len(END)]
