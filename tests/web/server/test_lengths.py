"""Whoever sees only how long messages are learns nothing of a hand, whatever they say or are called."""

import json
import random
import time
import zlib
from dataclasses import replace
from statistics import mean

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from openabyss.client.protocol.from_server import Said, write_message
from openabyss.client.update import escaped, stand_ins
from openabyss.errors import InvalidOption
from openabyss.server.compression import END, UPDATE_BLOCK, UPDATE_COMPRESSION, padded_deflate
from openabyss.server.storage import SeatRow
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.names import check_name
from tests.web.server.frames import overheard
from tests.web.server.serving import Served, live_table

# With which Ann begins.
SEED = 1
DEALS = 30
TOKENS = (2, 3, 4)


def unlike(text: str) -> str:
    """As long as the text, and like nothing that anybody would write."""
    return "".join(chr(ord("a") + (ord(letter) * 7 + place) % 26) for place, letter in enumerate(text))


def test_what_others_say_is_not_shorter_for_being_like_ones_own_cards(served: Served) -> None:
    """An opponent guessed tokens by saying what the log says of them, and looking at the length."""
    ann, bob, table = served.two_people(seed=SEED)
    with overheard(ann, table, 0) as (sitting, listener), bob.at(table, 1) as other:
        own = sitting.until_asked()["question"]["actions"]
        guesses = [action["label"] for action in own if len(action["label"]) > 8][:3]
        for guess in guesses:
            for text in (guess, unlike(guess)):
                other.say(type="chat", id=f"c{len(sitting.heard)}", text=text)
                sitting.hear("chat")
        # A frame is a message; updates may come between two of the chat.
        chat = [
            length
            for length, message in zip(listener.lengths, sitting.heard, strict=False)
            if message["type"] == "chat"
        ]
        pairs = chat[-2 * len(guesses) :]
    assert guesses
    assert pairs[::2] == pairs[1::2]


def test_a_name_is_not_shorter_for_being_like_ones_own_cards(served: Served) -> None:
    """Names stand in the same updates as the hand, and may be changed again and again."""
    ann, bob, table = served.two_people(seed=SEED)
    with overheard(ann, table, 0) as (sitting, listener):
        sitting.until_asked()
        lengths = []
        for guess in ("Explore the depths", "Request support", "Your hand", "Pearls"):
            for name in (guess, unlike(guess)):
                bob.rename(table, 1, name)
                while sitting.hear("update")["people"][1]["name"] != name:
                    pass
                lengths.append(listener.lengths[len(sitting.heard) - 1])
    assert lengths[::2] == lengths[1::2]


@pytest.mark.parametrize("address", ["/t/{}/text", "/t/{}/lobby", "/api/tables/{}", "/api/tables/{}/links"])
def test_answers_with_secrets_are_not_compressed_and_come_in_few_lengths(
    served: Served, address: str
) -> None:
    ann, table = served.seated("me", "friend")
    found = ann.http.get(address.format(table))
    assert found.status_code == 200
    assert "content-encoding" not in found.headers
    assert int(found.headers["content-length"]) % 1024 == 0


@pytest.mark.parametrize("address", ["/", "/new", "/rules", "/rules/lords", "/api/cards.json", "/t/{}"])
def test_answers_without_secrets_are_compressed(served: Served, address: str) -> None:
    ann, table = served.seated("me", "friend")
    found = ann.http.get(address.format(table))
    assert found.headers["content-encoding"] == "gzip"


@pytest.fixture
def _stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Updates count seconds: how long the machine takes for another one makes no difference here."""
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)


def new_table(token: int, name: str, chooser: random.Random) -> LiveTable:
    """Ann can win this token; her opponent has this name."""
    hand = sorted({f"{chooser.choice('JHSQ')}{chooser.randint(2, 5)}" for _card in range(4)})
    position = {
        "players": 2,
        "seed": chooser.randrange(1000),
        "threat": 5,
        "exploration_deck": ["M", "C2", "C3", "C4", "C5"],
        "monster_pool": [token, *chooser.sample(range(2, 5), 3)],
        "seats": [{"hand": hand}, {"pearls": chooser.randint(1, 9)}],
    }
    people = [SeatRow(0, PERSON, "Ann", browser="a"), SeatRow(1, PERSON, name, browser="b")]
    return live_table({"position": position}, people)


def wire() -> PerMessageDeflate:
    """What compresses the messages to one socket."""
    return UPDATE_COMPRESSION.process_request_params([], [])[1]


def length(to_ann: PerMessageDeflate, message: bytes) -> int:
    return len(to_ann.encode(Frame(Opcode.TEXT, message)).data)


def lengths_of_guesses(deal: int, token: int, *, by_name: bool) -> list[int]:
    """How long what Ann is sent is, for each guess that an opponent makes of the token that she draws."""
    found = []
    for guess in TOKENS:
        chooser, to_ann, text = random.Random(deal), wire(), f"a monster token: worth {guess}."[-24:]
        table = new_table(token, "Bob", chooser)
        length(to_ann, table.written_update(0, "a"))
        for number, action in enumerate(("explore", "fight", "reward:2")):
            table.history.add("answer", 0, action, f"0:{number}")
        length(to_ann, table.written_update(0, "a", 0))
        if by_name:
            table.seats[1] = replace(table.seats[1], name=text)
            found.append(length(to_ann, table.written_update(0, "a", 3)))
        else:
            found.append(length(to_ann, write_message(Said(1, 1, "Bob", text, "now"))))
    return found


@pytest.mark.parametrize("by_name", [True, False])
def test_over_many_deals_a_guess_that_is_right_is_as_long_as_one_that_is_wrong(by_name: bool) -> None:
    luck = []
    for deal in range(DEALS):
        for place, token in enumerate(TOKENS):
            lengths = lengths_of_guesses(deal, token, by_name=by_name)
            shortest = [number for number, one in enumerate(lengths) if one == min(lengths)]
            luck.append(1 / len(shortest) if place in shortest else 0)
    assert mean(luck) == pytest.approx(1 / len(TOKENS), abs=0.03)


def test_only_updates_are_compressed() -> None:
    to_ann, said = wire(), write_message(Said(1, 1, "Bob", "a" * 400, "now"))
    assert to_ann.encode(Frame(Opcode.TEXT, said)).data == said
    assert not to_ann.encode(Frame(Opcode.TEXT, said)).rsv1


@pytest.mark.parametrize("size", [0, 1, 400, *range(480, 530), 5000])
def test_what_is_filled_up_is_decompressed_as_if_it_were_not(size: int) -> None:
    text = random.Random(size).randbytes(size)
    packer, reader = zlib.compressobj(wbits=-13), zlib.decompressobj(wbits=-13)
    for message in (text, text + b"more"):
        compressed = (packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(END)
        filled = padded_deflate(compressed)
        assert len(filled) % UPDATE_BLOCK == 0
        assert reader.decompress(filled + END) == message


@pytest.mark.usefixtures("_stopped_clock")
def test_names_are_escaped_in_updates_and_read_as_they_are() -> None:
    names = ["Ann", "Żółw 🐙"]
    for name in names:
        assert json.loads(b'"' + escaped(name) + b'"') == name
    table = new_table(3, names[1], random.Random(1))
    written = table.written_update(0, "a")
    assert json.loads(written) == json.loads(write_message(table.update(0, "a")))
    assert all(name.encode() not in written for name in names)


def test_nobody_can_be_called_what_stands_for_names() -> None:
    for name in stand_ins(5):
        with pytest.raises(InvalidOption):
            check_name(name)
