"""What is sent over a socket is compressed, so that a phone on a slow network follows a game."""

import json
import random
import socket
from typing import Any

from websockets.sync.client import connect

from openabyss.client.protocol.messages import SUBPROTOCOL
from tests.web.server.serving import Served, Sitting


class CountingSocket(socket.socket):
    """Counts the bytes that come."""

    received = 0

    def recv(self, *arguments: Any) -> bytes:
        data = super().recv(*arguments)
        self.received += len(data)
        return data


def bytes_of_an_update(served: Served, compression: str | None) -> float:
    """How many bytes an update takes on the network, on average over 40 answers of a person."""
    ann, table = served.seated("me", "medium", seed=1)
    counting = CountingSocket()
    counting.connect(("127.0.0.1", served.port))
    with connect(
        f"ws://127.0.0.1:{served.port}/t/{table}/socket",
        sock=counting,
        additional_headers={"Cookie": ann.cookie},
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # a plain text is one
        compression=compression,
    ) as client:
        sitting = Sitting(client)
        sitting.say(type="hello", have=-1, seat=0)
        sitting.welcome = sitting.hear("welcome")
        sitting.play(random.Random(1), most=40)
    received: int = counting.received
    updates: int = sum(message["type"] == "update" for message in sitting.heard)
    return received / updates


def test_an_update_takes_less_than_a_kilobyte(served: Served) -> None:
    assert bytes_of_an_update(served, "deflate") < 1000


def test_a_client_that_cannot_decompress_is_sent_plain_text(served: Served) -> None:
    assert bytes_of_an_update(served, None) > 2000


def test_a_message_that_swells_when_decompressed_is_refused(served: Served) -> None:
    ann = served.person()
    with ann.socket(ann.new_table("me", "here")) as client:
        client.send(json.dumps({"type": "hello", "text": " " * 10_000_000}))
        assert Sitting(client).until_closed() == 1009
    assert ann.http.get("/health").status_code == 200
