"""Somebody who is not there is told once that the game has come to them, whatever breaks meanwhile."""

import asyncio
import json
import re
import socket
import ssl
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import Parser
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import derive_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from openabyss.errors import InvalidOption
from openabyss.server.credentials import read_bytes
from openabyss.server.notices import mail, push, sealing, webhooks
from openabyss.server.notices.addresses import check_email, check_webhook
from openabyss.server.notices.postman import EMAIL, PUSH, RETRIES, WEBHOOK, Postman, quiet_until
from openabyss.server.notices.webhooks import Outcome
from openabyss.server.storage import DatabaseUnavailable, outbox
from openabyss.server.storage.outbox import Address
from openabyss.server.tables import creation
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.push_service import CURVE, PushBrowser, claims_of
from tests.web.server.receiving import HANGS, HANGS_UP, OK, Receiver, receiving, taking_mail
from tests.web.server.serving import Served, answer_first, serve, set_clock, settings_for, sit_down, tables_on

ANN, BEA, CAI = "a" * 64, "b" * 64, "c" * 64
HERE = ("127.0.0.0/8",)
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
FAILED = b"HTTP/1.1 500 Oh\r\n\r\n"
GONE = b"HTTP/1.1 410 Gone\r\n\r\n"
EARLY = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
MESSAGE = webhooks.Message("n", "<@everyone> & you", "t", "https://x/t/t", "Ann")


class Time:
    """The clock of postmen."""

    at = NOON

    def __call__(self) -> datetime:
        return self.at

    async def wait(self, postman: Postman, **length: float) -> None:
        """Some time passes, then the postman looks and does all there is to do."""
        self.at += timedelta(**length)
        await postman.look()
        await postman.finish()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as made:
        yield made


@pytest.fixture
async def tables(database: str, monkeypatch: pytest.MonkeyPatch, time: Time) -> AsyncIterator[Tables]:
    set_clock(monkeypatch, lambda _now: time.at)
    settings = settings_for(Path(), database_url=database, webhook_networks=HERE)
    async with tables_on(settings) as made:
        yield made


async def listen(tables: Tables, address: str, browser: str = BEA, **chosen: Any) -> None:
    """Bea wants to be told there."""
    kind = WEBHOOK if "://" in address else EMAIL
    usual = Address(
        "abcdefghij", browser, kind, address, "en", "https://abyss.example", "UTC", 0, 0, True, 0, "x"
    )
    row = {name: getattr(usual, name) for name in Address.__slots__} | chosen
    await tables.storage.write(outbox.add, Address(**row), 5, "")


async def table_of_two(tables: Tables) -> LiveTable:
    wanted = TableWanted((SeatWanted("me", "Ann"), SeatWanted("friend", "Bea")), seed=3)
    table = await tables.creation.create(wanted, ANN)
    await sit_down(tables, table, 1, BEA)
    await play_until_asked(tables, table, 0)
    return table


async def play_until_asked(tables: Tables, table: LiveTable, seat: int) -> None:
    """The others answer until somebody is asked on this seat."""
    while table.history.asked != seat:
        await answer_first(tables, table)


async def table_that_waits_for_bea(tables: Tables, receiver: Receiver) -> LiveTable:
    """Bea wants to be told at the receiver, and is asked now."""
    await listen(tables, receiver.url)
    table = await table_of_two(tables)
    await play_until_asked(tables, table, 1)
    return table


def postman_of(tables: Tables, time: Time) -> Postman:
    return Postman(tables.storage, tables.settings, time)


async def test_who_does_not_answer_for_a_minute_is_told_once(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    await listen(tables, receiver.url)
    await listen(tables, "https://elsewhere.example/", ANN, id="zzzzzzzzzz")
    table, postman = await table_of_two(tables), postman_of(tables, time)
    await play_until_asked(tables, table, 1)
    await time.wait(postman, seconds=59)
    assert receiver.bodies == []
    others = Postman(tables.storage, tables.settings, time)
    time.at += timedelta(seconds=2)
    await asyncio.gather(postman.look(), others.look())
    await asyncio.gather(postman.finish(), others.finish())
    await time.wait(postman, hours=1)
    (said,) = map(json.loads, receiver.bodies)
    url = f"https://abyss.example/t/{table.id}?seat=1"
    assert said["text"] == f"Bea, the game is waiting for you (Ann, Bea): {url}"
    assert (said["type"], said["table"], said["url"]) == ("your_turn", table.id, url)


async def test_who_is_asked_when_the_first_friend_comes_is_called(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    """Their time, if it is limited, begins to run then."""
    for browser in (ANN, BEA):
        await listen(tables, receiver.url, browser, id=browser[:10])
    wanted = TableWanted((SeatWanted("me", "Ann"), SeatWanted("friend", "Bea"), SeatWanted("friend")), seed=4)
    table, postman = await tables.creation.create(wanted, ANN), postman_of(tables, time)
    assert table.history.asked == 0
    await time.wait(postman, hours=1)
    assert receiver.bodies == []
    await sit_down(tables, table, 1, BEA)
    await time.wait(postman, minutes=2)
    (said,) = map(json.loads, receiver.bodies)
    assert said["text"].startswith("Ann, the game is waiting for you")
    await sit_down(tables, table, 2, CAI)  # Ann knows already.
    await time.wait(postman, hours=1)
    assert len(receiver.bodies) == 1


async def test_who_plays_with_computers_at_a_table_that_somebody_else_has_made_is_called(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    """As at a table of a league."""
    await listen(tables, receiver.url)
    wanted = TableWanted((SeatWanted("computer", level="random"), SeatWanted("friend", "Bea")), seed=3)
    table, postman = await tables.creation.create(wanted, ANN), postman_of(tables, time)
    await sit_down(tables, table, 1, BEA)
    await play_until_asked(tables, table, 1)
    await time.wait(postman, minutes=2)
    assert len(receiver.bodies) == 1


async def test_links_lead_to_the_address_that_the_server_has_now(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    table = await table_that_waits_for_bea(tables, receiver)
    postman = Postman(tables.storage, replace(tables.settings, address="https://new.example"), time)
    await time.wait(postman, seconds=61)
    (said,) = map(json.loads, receiver.bodies)
    assert said["url"] == f"https://new.example/t/{table.id}?seat=1"


async def test_who_has_answered_meanwhile_is_not_called(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    table = await table_that_waits_for_bea(tables, receiver)
    await play_until_asked(tables, table, 0)
    await time.wait(postman_of(tables, time), hours=1)
    assert receiver.bodies == []


async def test_who_answers_and_is_asked_again_is_called_a_minute_after_that(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    await listen(tables, receiver.url)
    table, postman = await table_of_two(tables), postman_of(tables, time)
    while table.history.asked == 0:
        await play_until_asked(tables, table, 1)
        await time.wait(postman, seconds=50)
        await answer_first(tables, table)
    await time.wait(postman, seconds=50)
    await tables.commands.propose(table, 0, "void", ANN, "p")  # Of others nobody answers for her.
    assert receiver.bodies == []
    await time.wait(postman, seconds=11)
    assert len(receiver.bodies) == 1
    await tables.commands.propose(table, 1, None, BEA, "q")
    await time.wait(postman, hours=1)
    assert len(receiver.bodies) == 1


async def test_who_is_asked_first_at_a_rematch_is_called_unless_they_have_asked_for_it(
    tables: Tables, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creation, "random_seed", lambda: 3)
    for number, browser in enumerate((ANN, BEA)):
        await listen(tables, f"https://{number}.example/", browser, id=f"zzzzzzzzz{number}")
    expected = []
    for asker in (ANN, BEA):
        table = await table_of_two(tables)
        await tables.commands.concede(table, 0, ANN, "c")
        again = await tables.creation.rematch(table, asker, lambda: None)
        first = again.history.asked or 0
        if again.seats[first].browser != asker:
            expected.append((again.id, first))
    notices = await tables.storage.write(outbox.claim, 9, time.at + outbox.PATIENCE)
    assert [(notice.table, notice.seat) for notice in notices] == expected
    assert len(expected) == 1


async def test_who_answers_while_a_notice_is_refused_is_not_called_again(
    tables: Tables, time: Time, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, postman = await table_that_waits_for_bea(tables, receiver), postman_of(tables, time)

    async def refuse(*_letter: Any) -> Outcome:
        await play_until_asked(tables, table, 0)
        return Outcome.REFUSED

    with monkeypatch.context() as patch:
        patch.setattr(webhooks, "send", refuse)
        await time.wait(postman, seconds=61)
    await time.wait(postman, hours=1)
    assert receiver.bodies == []


async def test_what_is_refused_is_tried_again_for_a_day_and_what_may_have_arrived_is_not(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    await listen(tables, receiver.url)
    table, postman = await table_of_two(tables), postman_of(tables, time)
    receiver.answers = [FAILED, FAILED, HANGS_UP]
    await play_until_asked(tables, table, 1)
    await time.wait(postman, seconds=61)
    await time.wait(postman, seconds=30)
    assert len(receiver.bodies) == 1
    for minutes in RETRIES[:2]:
        await time.wait(postman, minutes=minutes)
    assert len(receiver.bodies) == 3
    assert len({json.loads(body)["id"] for body in receiver.bodies}) == 1
    await time.wait(postman, hours=20)
    assert len(receiver.bodies) == 3
    receiver.answers = [FAILED]
    await play_until_asked(tables, table, 0)
    await play_until_asked(tables, table, 1)
    for _try in range(2 * len(RETRIES)):
        await time.wait(postman, hours=8)
    assert len(receiver.bodies) == 3 + 1 + len(RETRIES)


async def test_what_waits_for_an_address_that_is_gone_is_not_sent(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    await table_that_waits_for_bea(tables, receiver)
    postman = postman_of(tables, time)
    receiver.answers = [FAILED, FAILED, GONE, OK]
    await time.wait(postman, seconds=61)
    await time.wait(postman, seconds=61)
    await play_until_asked(tables, await table_of_two(tables), 1)
    await time.wait(postman, seconds=61)
    (address,) = await tables.storage.read(outbox.of_browser, BEA)
    assert (len(receiver.bodies), address.failures) == (3, outbox.MAX_FAILURES)
    await time.wait(postman, hours=1)
    assert len(receiver.bodies) == 3


async def test_a_server_that_dies_while_it_sends_sends_nothing_twice(
    tables: Tables, time: Time, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table_that_waits_for_bea(tables, receiver)
    postman = postman_of(tables, time)

    def fail(*_arguments: Any, **_named: Any) -> None:
        raise DatabaseUnavailable("gone")

    monkeypatch.setattr(outbox, "end", fail)
    await time.wait(postman, seconds=61)
    monkeypatch.undo()
    for _look in range(3):
        await time.wait(Postman(tables.storage, tables.settings, time), minutes=9)
    assert len(receiver.bodies) == 1
    assert await tables.storage.write(outbox.claim, most=9, at=time.at + timedelta(days=9)) == []


async def test_a_clock_that_was_wrong_loses_nothing(tables: Tables, time: Time, receiver: Receiver) -> None:
    await listen(tables, receiver.url)
    table, postman = await table_of_two(tables), postman_of(tables, time)
    time.at += timedelta(days=400)
    await play_until_asked(tables, table, 1)
    time.at = NOON
    await time.wait(postman, seconds=1)
    assert len(receiver.bodies) == 1


async def test_nothing_is_sent_in_quiet_hours_but_afterwards(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    await listen(tables, receiver.url, zone="Asia/Tokyo", quiet_from=20, quiet_to=7)
    table, postman = await table_of_two(tables), postman_of(tables, time)
    await play_until_asked(tables, table, 1)  # 21:00 in Tokyo
    await time.wait(postman, minutes=2)
    await time.wait(postman, hours=9)
    assert receiver.bodies == []
    await time.wait(postman, hours=1)
    assert len(receiver.bodies) == 1


def test_quiet_hours_are_those_of_the_zone() -> None:
    assert quiet_until(NOON, "UTC", 22, 8) is None
    assert quiet_until(NOON, "UTC", 8, 8) is None
    assert quiet_until(NOON.replace(hour=23), "UTC", 22, 8) == NOON.replace(day=2, hour=8)
    assert quiet_until(NOON, "Europe/Prague", 13, 15) == NOON.replace(hour=13)


# ------------------------------------------------------------------------------------ webhooks


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1"),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "ff02::1", "::127.0.0.1", "fec0::1"),
        "::ffff:0:127.0.0.1",
    ],
)
def test_webhooks_lead_into_no_private_network(address: str) -> None:
    assert not webhooks.is_allowed(address, (), is_secure=True)


def test_webhooks_lead_to_the_internet_encrypted_and_where_the_operator_allows() -> None:
    assert webhooks.is_allowed("93.184.215.14", (), is_secure=True)
    assert webhooks.is_allowed("2606:2800:21f::1", (), is_secure=True)
    assert not webhooks.is_allowed("93.184.215.14", (), is_secure=False)
    assert webhooks.is_allowed("::ffff:127.0.0.1", HERE, is_secure=False)
    assert not webhooks.is_allowed("10.0.0.1", HERE, is_secure=True)


@pytest.mark.parametrize("second", ["127.0.0.1", "93.184.215.14"])
async def test_a_name_is_resolved_once_and_all_its_addresses_count(
    second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolved: list[str] = []
    connected: list[str] = []

    def getaddrinfo(host: str, port: int, **_named: Any) -> list[Any]:
        resolved.append(host)
        return [(0, 0, 0, "", (one, port)) for one in ("93.184.215.15", second)]

    async def connect(host: str, *_arguments: Any, **_named: Any) -> None:
        connected.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    outcome = await webhooks.send("https://rebinding.example/", MESSAGE, ())
    assert resolved == ["rebinding.example"]
    is_private = second == "127.0.0.1"
    assert outcome == (Outcome.GONE if is_private else Outcome.REFUSED)
    assert connected == ([] if is_private else ["93.184.215.15"])


async def test_the_certificates_of_this_machine_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Any] = []

    async def connect(*_arguments: Any, ssl: Any, **_named: Any) -> None:
        used.append(ssl)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    for _time in range(2):
        assert await webhooks.send("https://93.184.215.14/", MESSAGE, ()) == Outcome.REFUSED
    assert used[0] is used[1] is not None


async def test_whoever_runs_a_name_server_that_is_silent_stops_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tables were loaded by the same few threads that waited for it."""
    answers = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_given, **_named: answers.wait(60.0) and [])
    address = "https://silent.example/"
    sending = [webhooks.send(address, MESSAGE, (), 0.2) for _webhook in range(40)]
    outcomes = asyncio.gather(*sending)
    try:
        await asyncio.sleep(0)
        async with asyncio.timeout(5):
            assert await asyncio.to_thread(lambda: "loaded") == "loaded"
        assert set(await outcomes) == {Outcome.REFUSED}
    finally:
        answers.set()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (OK, Outcome.SENT),
        (FAILED, Outcome.REFUSED),
        (b"HTTP/1.1 429 Slow\r\n\r\n", Outcome.REFUSED),
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", Outcome.GONE),
        (GONE, Outcome.GONE),
        (EARLY + OK, Outcome.SENT),
        (EARLY + b"HTTP/1.1 100 Continue\r\n\r\n" + FAILED, Outcome.REFUSED),
        (EARLY * 1000 + OK, Outcome.UNKNOWN),
        (b"SSH-2.0\r\n", Outcome.UNKNOWN),
        (b"x" * 200_000, Outcome.UNKNOWN),
        (HANGS, Outcome.UNKNOWN),
        (HANGS_UP, Outcome.UNKNOWN),
    ],
    ids=[
        *("taken", "failed", "too fast", "elsewhere", "gone", "taken after hints", "failed after hints"),
        *("too many hints", "no http", "endless", "hangs", "hangs up"),
    ],
)
async def test_what_a_receiver_answers(answer: bytes, expected: Outcome) -> None:
    async with receiving(answer) as receiver:
        assert await webhooks.send(receiver.url, MESSAGE, HERE, seconds=0.5) == expected
        assert len(receiver.bodies) == 1
        assert receiver.heads[0].startswith("POST /hook?secret=abcd HTTP/1.1\r\n")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        assert await webhooks.send(nobody, MESSAGE, HERE) == Outcome.REFUSED


def test_names_call_nobody_at_discord_and_link_nowhere_at_slack() -> None:
    discord = json.loads(webhooks.body_for("discord.com", MESSAGE))
    assert discord == {"content": MESSAGE.text, "allowed_mentions": {"parse": []}}
    assert json.loads(webhooks.body_for("hooks.slack.com", MESSAGE)) == {
        "text": "&lt;@everyone&gt; &amp; you"
    }


@pytest.mark.parametrize(
    "address",
    [
        *("http://discord.com/", "ftp://x.example/", "https://", "https://user:word@x.example/", "x.example"),
        *(
            "https://x.example:99999/",
            "https://x.example/a b",
            "https://x.example/\r\nHost: y",
            "https://é.example/",
        ),
        "https://x.example/" + "a" * 500,
    ],
)
def test_what_is_no_webhook(address: str) -> None:
    with pytest.raises(InvalidOption):
        check_webhook(address, ())


@pytest.mark.parametrize(
    "address", ["ann", "ann@", "ann@here", "a b@c.example", "a@b.example\nBcc: c@d.example", "a@" + "b" * 300]
)
def test_what_is_no_email_address(address: str) -> None:
    with pytest.raises(InvalidOption):
        check_email(address)


# ------------------------------------------------------------------------------------ e-mail


def read_letter(text: str) -> EmailMessage:
    """A letter as it came, up to the dot."""
    return Parser(EmailMessage, policy=default).parsestr(text.replace("\r\n", "\n"))


async def test_letters_are_sent_once_a_failing_mail_server_takes_them(tables: Tables, time: Time) -> None:
    await listen(tables, "bea@example.org")
    async with taking_mail(b"451 later") as server:
        settings = settings_for(
            Path(), smtp=f"smtp://127.0.0.1:{server.port}", mail_from="Abyss <a@b.example>"
        )
        table, postman = await table_of_two(tables), Postman(tables.storage, settings, time)
        await play_until_asked(tables, table, 1)
        await time.wait(postman, seconds=61)
        assert server.letters == []
        for _try in range(3):
            await time.wait(postman, minutes=2)
        (letter,) = map(read_letter, server.letters)
    assert letter["To"] == "bea@example.org"
    assert letter["Subject"] == "OpenAbyss: it is your turn"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"https://abyss.example/t/{table.id}?seat=1" in letter.get_content()


@pytest.mark.parametrize(
    ("refusal", "outcome"),
    [
        (b"550 5.1.1 no such user", Outcome.GONE),
        (b"550 No such user here", Outcome.GONE),
        (b"550 5.1.1 <bea@example.org>: User unknown in relay recipient table", Outcome.GONE),
        (b"550 relay not permitted", Outcome.REFUSED),
        (b"553 5.7.1 Sender address rejected", Outcome.REFUSED),
        (b"550 5.1.0 <a@b.example>: Sender address rejected: User unknown", Outcome.REFUSED),
        (b"550 5.1.8 <a@b.example>: Sender address rejected: Domain not found", Outcome.REFUSED),
        (b"550 Sender verify failed: unknown user", Outcome.REFUSED),
        (b"550 authentication required", Outcome.REFUSED),
        (b"553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", Outcome.REFUSED),
        (b"451 later", Outcome.REFUSED),
    ],
)
async def test_an_address_is_gone_only_where_a_mail_server_says_that_of_it(
    refusal: bytes, outcome: Outcome
) -> None:
    async with taking_mail(refusal) as server:
        settings = settings_for(Path(), smtp=f"smtp://127.0.0.1:{server.port}", mail_from="a@b.example")
        assert await mail.send("n", "bea@example.org", "s", "t", "https://x", settings) == outcome


async def test_the_address_of_a_long_name_is_whole_in_the_header() -> None:
    stop = f"https://{'long.' * 12}abyss.example/notices/{'x' * 24}?sent={'y' * 43}"
    async with taking_mail() as server:
        settings = settings_for(Path(), smtp=f"smtp://127.0.0.1:{server.port}", mail_from="a@b.example")
        assert await mail.send("n", "bea@example.org", "ž" * 90, "ž", stop, settings) == Outcome.SENT
    (letter,) = server.letters
    assert f"\r\nList-Unsubscribe: <{stop}>\r\n" in letter
    assert read_letter(letter)["Subject"] == "ž" * 90


def self_made(folder: Path) -> ssl.SSLContext:
    """Encryption with a certificate that nobody has signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "here")]), datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(1))
    file = folder / "certificate.pem"
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + made.sign(key, SHA256()).public_bytes(Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@pytest.mark.parametrize(("elsewhere", "outcome"), [(False, Outcome.SENT), (True, Outcome.REFUSED)])
async def test_only_a_mail_server_on_this_machine_may_have_a_certificate_of_its_own(
    elsewhere: bool, outcome: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if elsewhere:
        monkeypatch.setattr(mail, "_is_this_machine", lambda _host: False)
    async with taking_mail(tls=self_made(tmp_path)) as server:
        settings = settings_for(Path(), smtp=f"smtp://localhost:{server.port}", mail_from="a@b.example")
        assert await mail.send("n", "bea@example.org", "s", "t", "https://x", settings) == outcome
    assert len(server.letters) == (outcome == Outcome.SENT)


def test_a_mail_server_that_is_away_is_not_the_fault_of_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warned: list[str] = []
    monkeypatch.setattr(mail, "log_warning", lambda _event, error, code: warned.append(error))
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        closed = nobody.getsockname()[1]
    settings = settings_for(tmp_path, smtp=f"smtp://127.0.0.1:{closed}", mail_from="a@b.example")
    with serve(settings) as served:
        bea = served.person()
        bea.new_table("me", "friend")
        assert "could not be sent now" in add(served, bea, "bea@example.org")
    assert warned == ["ConnectionRefusedError"]


# ------------------------------------------------------------------------------------ web push

# The example of RFC 8291, section 5.
EXAMPLE_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
EXAMPLE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
TAKEN = b"HTTP/1.1 201 Created\r\n\r\n"


def test_the_browser_of_these_tests_reads_the_example_of_the_standard() -> None:
    number = int.from_bytes(read_bytes(EXAMPLE_KEY))
    browser = PushBrowser(derive_private_key(number, CURVE), read_bytes("BTBZMqHH6r4Tts7J_aSIgg"))
    assert browser.read(read_bytes(EXAMPLE)) == b"When I grow up, I want to be a watermelon"
    long = b"x" * 2000
    assert browser.read(sealing.encrypted(long, sealing.point_of(browser.key), browser.auth)) == long


def test_a_server_signs_with_the_same_key_each_time() -> None:
    known = push.public_key(b"k" * 32)
    assert known == push.public_key(b"k" * 32) != push.public_key(b"l" * 32)
    assert len(read_bytes(known)) == sealing.POINT_BYTES


async def test_a_browser_is_told_once_encrypted_and_signed_until_it_is_gone(
    tables: Tables, time: Time, receiver: Receiver
) -> None:
    browser = PushBrowser()
    keys = push.check_keys(*browser.keys.values())
    quiet: dict[str, Any] = {"zone": "Asia/Tokyo", "quiet_from": 20, "quiet_to": 22}
    await listen(tables, receiver.url, kind=PUSH, push_keys=keys, **quiet)
    table, postman = await table_of_two(tables), postman_of(tables, time)
    receiver.answers = [FAILED, TAKEN]
    await play_until_asked(tables, table, 1)  # 21:00 in Tokyo
    await time.wait(postman, minutes=2)
    assert receiver.bodies == []
    await time.wait(postman, hours=1)
    for minutes in RETRIES[:3]:
        await time.wait(postman, minutes=minutes)
    assert len(receiver.bodies) == 2
    texts = [browser.read(body.encode(errors="surrogateescape")) for body in receiver.bodies]
    assert texts[0] == texts[1]
    assert json.loads(texts[1]) == {
        "title": "OpenAbyss: it is your turn",
        "body": "Bea, the game is waiting for you (Ann, Bea).",
        "url": f"/t/{table.id}?seat=1",
        "tag": table.id,
    }
    head = receiver.heads[1]
    assert "Content-Encoding: aes128gcm\r\n" in head
    assert f"Topic: {table.id}\r\n" in head
    claims = claims_of(head, push.public_key(tables.settings.key))
    assert (claims["aud"], claims["sub"]) == (receiver.url.rpartition("/")[0], "https://abyss.example")
    assert 0 < claims["exp"] - datetime.now(UTC).timestamp() <= 24 * 3600
    receiver.answers = [b"HTTP/1.1 410 Gone\r\n\r\n"]
    await play_until_asked(tables, table, 0)
    await play_until_asked(tables, table, 1)
    await time.wait(postman, hours=1, minutes=2)
    assert await tables.storage.read(outbox.of_browser, browser=BEA) == []


async def test_of_those_who_use_a_browser_the_last_is_told_there_once_it_takes_notices(
    tables: Tables,
) -> None:
    storage = tables.storage
    for browser, id_, confirmed in ((ANN, "a" * 10, True), (BEA, "b" * 10, False)):
        chosen: dict[str, Any] = {"kind": PUSH, "push_keys": "x y", "id": id_, "is_verified": confirmed}
        await listen(tables, "https://push.example/1", browser, **chosen)
    assert len(await storage.read(outbox.of_browser, browser=ANN)) == 1
    (of_bea,) = await storage.read(outbox.of_browser, browser=BEA)
    await storage.write(outbox.confirm, of_bea)
    assert await storage.read(outbox.of_browser, browser=ANN) == []
    (of_bea,) = await storage.read(outbox.of_browser, browser=BEA)
    assert (of_bea.push_keys, of_bea.is_verified) == ("x y", True)


async def test_a_browser_is_notified_if_its_service_takes_a_first_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving(TAKEN) as receiver:
        settings = settings_for(tmp_path, webhook_networks=HERE)

        def use() -> None:
            with serve(settings) as served:
                subscribe_browsers(served, receiver)
                monkeypatch.setattr(push, "find_spec", lambda _name: None)
                person = served.person()
                assert "Notify me in this browser" not in person.http.get("/notices").text
                assert person.http.post("/notices/push", data={}).status_code == 404

        await asyncio.to_thread(use)


def subscribe_browsers(served: Served, receiver: Receiver) -> None:
    bea, browser = served.person(), PushBrowser()
    assert push.public_key(b"k" * 32) in bea.http.get("/notices").text
    usual = {"endpoint": receiver.url, "zone": "Europe/Prague", "quiet_from": "22", "quiet_to": "8"}

    def subscribe(**chosen: str) -> Any:
        given = {**usual, **browser.keys, **chosen}
        headers = {"Origin": served.address, "Accept": "application/json"}
        return bea.http.post("/notices/push", data=given, headers=headers)

    for wrong in (
        {"endpoint": "ftp://push.example/"},
        {"endpoint": "https://10.0.0.1/"},
        {"p256dh": browser.keys["auth"]},
        {"p256dh": "~", "auth": "~"},
        {"auth": browser.keys["p256dh"]},
        {"zone": "Nowhere"},
    ):
        refused = subscribe(**wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, "InvalidOption")
    assert receiver.bodies == []
    first, second = subscribe().json()["id"], subscribe().json()["id"]
    page = bea.http.get("/notices").text
    assert (first in page, second in page) == (False, True)
    assert "a browser (127.0.0.1)" in page
    assert "quiet from 22:00 to 8:00, Europe/Prague" in page
    assert "secret=abcd" not in page
    bea.new_table("me", "friend")  # The browser that the address belongs to keeps its secret.
    assert second in bea.http.get("/notices").text
    said = json.loads(browser.read(receiver.bodies[1].encode(errors="surrogateescape")))
    assert (said["body"], said["url"]) == (
        "OpenAbyss will let you know here when a game is waiting for you.",
        "/tables",
    )
    receiver.answers = [b"HTTP/1.1 403 Other key\r\n\r\n"]
    assert subscribe(endpoint=f"{receiver.url}2").status_code == 422
    receiver.answers = [FAILED]
    assert subscribe().status_code == 422
    assert second in bea.http.get("/notices").text  # The one that works stays.
    values = {"do": "remove", "address": second}
    bea.http.post("/notices", data=values, headers={"Origin": served.address})
    assert "None yet" in bea.http.get("/notices").text


# ------------------------------------------------------------------------------------ the pages


def add(served: Served, person: Any, address: str, **chosen: Any) -> str:
    """The page after somebody has typed an address."""
    typed = {"address": address, "zone": "Europe/Prague", "quiet_from": "22", "quiet_to": "8", **chosen}
    answer = person.http.post(
        "/notices", data=typed, headers={"Origin": served.address}, follow_redirects=True
    )
    return str(answer.text)


async def test_an_email_address_is_confirmed_and_stopped_by_its_owner(tmp_path: Path) -> None:
    async with taking_mail() as server, receiving() as receiver:
        settings = settings_for(
            tmp_path, smtp=f"smtp://127.0.0.1:{server.port}", mail_from="a@b.example", webhook_networks=HERE
        )

        def use() -> None:
            with serve(settings) as served:
                look_at_pages(served, server.letters, receiver)

        await asyncio.to_thread(use)


def look_at_pages(served: Served, letters: list[str], receiver: Receiver) -> None:
    bea = served.person()
    bea.new_table("me", "friend")
    assert "open the link in the e-mail" in add(served, bea, "bea@example.org")
    assert "has not been confirmed" in add(served, served.person(), "bea@example.org")
    assert "has not been confirmed" in add(served, served.person(), "Bea@Example.org")
    (letter,) = letters
    link = re.search(r"here: (http\S+)", read_letter(letter).get_content())
    assert link is not None
    assert "Yes, notify me" in bea.http.get(link[1]).text
    assert "You will be notified at bea@example.org" in bea.http.post(link[1], data={"do": "confirm"}).text
    assert bea.http.get(link[1][:-3]).status_code == 404
    assert "quiet from 22:00 to 8:00, Europe/Prague" in bea.http.get("/notices").text
    one_click = served.person().http.post(link[1], data={"List-Unsubscribe": "One-Click"})
    assert "Nothing more will be sent to bea@example.org" in one_click.text
    assert "None yet" in bea.http.get("/notices").text
    assert "127.0.0.1 …abcd" in add(served, bea, receiver.url)
    assert len(receiver.bodies) == 1
    receiver.answers = [FAILED]
    assert "could not be delivered" in add(served, bea, receiver.url.replace("hook", "other"))
    assert "could not be delivered" in add(served, bea, "https://10.0.0.1/")
    for wrong in ({"zone": "Nowhere/At_All"}, {"zone": "../etc"}, {"quiet_to": "24"}, {"address": "x"}):
        assert 'class="notice bad"' in add(served, bea, **{"address": receiver.url, **wrong})


async def test_nobody_gets_a_second_letter_by_removing_and_adding_their_address(tmp_path: Path) -> None:
    """Neither by somebody who does so at once, nor after they have said that they want none."""
    async with taking_mail() as server:
        settings = settings_for(tmp_path, smtp=f"smtp://127.0.0.1:{server.port}", mail_from="a@b.example")

        def use() -> None:
            with serve(settings) as served:
                pester(served, server.letters)

        await asyncio.to_thread(use)


def pester(served: Served, letters: list[str]) -> None:
    eve = served.person()
    eve.new_table("me", "friend")
    named = re.search(r'name="address" value="(\w{10})"', add(served, eve, "ann@example.org"))
    assert named is not None
    headers = {"Origin": served.address}
    eve.http.post("/notices", data={"do": "remove", "address": named[1]}, headers=headers)
    assert "None yet" in eve.http.get("/notices").text
    assert "has not been confirmed" in add(served, eve, "ann@example.org")
    add(served, eve, "bea@example.org")
    link = re.search(r"here: (http\S+)", read_letter(letters[1]).get_content())
    assert link is not None
    assert "Nothing more will be sent" in eve.http.post(link[1], data={"do": "stop"}).text
    assert eve.http.get(link[1]).status_code == 404
    add(served, eve, "bea@example.org")
    assert len(letters) == 2
