"""What is sent over a socket is compressed, so that a phone on a slow network follows a game."""

import json
import random

from tests.web.server.frames import overheard
from tests.web.server.serving import Served, Sitting


def bytes_of_an_update(served: Served, compression: str | None) -> float:
    """How many bytes an update takes on the network, on average over 40 answers of a person."""
    with overheard(*served.seated("me", "medium", seed=1), 0, compression) as (sitting, listener):
        sitting.play(random.Random(1), most=40)
    updates: int = sum(message["type"] == "update" for message in sitting.heard)
    return len(listener.heard) / updates


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
