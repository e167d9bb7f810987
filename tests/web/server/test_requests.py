"""How a request may be sent: broken off, with two lengths, too big; and by which name it calls the server."""

import logging
import socket
import struct
from pathlib import Path

import pytest

from openabyss.server.security import is_known_host
from tests.web.server.serving import Served, serve, settings_for, upgrade, wait_until

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
HTML = {"accept": "text/html"}


@pytest.mark.parametrize("is_reset", [False, True])
@pytest.mark.parametrize(("path", "kind"), [("/api/tables", JSON), ("/tables", FORM), ("/tables", PARTS)])
def test_a_request_that_is_broken_off_is_not_worth_a_line(
    served: Served, caplog: pytest.LogCaptureFixture, path: str, kind: str, is_reset: bool
) -> None:
    """Two tracebacks were written for each: 16 GB a day from one address."""
    caplog.set_level(logging.WARNING)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: 99\r\n\r\n--x"
    for _time in range(5):
        with served.connection() as plain:
            plain.sendall(head.encode())
            wait_until(lambda: len(served.server.server_state.tasks) > 0)
            if is_reset:
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wait_until(lambda: served.connections == 0 and not served.server.server_state.tasks)
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        *((JSON, 201), ("Application/JSON; charset=utf-8", 201), (f"{JSON} ;x=y", 201)),
        *(("application/jsonp", 422), ("application/json-patch+json", 422), ("text/plain", 422), ("", 422)),
    ],
)
def test_what_kind_of_body_is_json(served: Served, kind: str, status: int) -> None:
    body = b'{"seats":[{"kind":"me"},{"kind":"computer"}]}'
    found = served.person().http.post("/api/tables", content=body, headers={"content-type": kind})
    assert found.status_code == status


@pytest.mark.parametrize("seed", ["12", "12\n", "\n12", "1" * 40, "-1", "1.5", "٣"])
def test_a_seed_is_a_number_and_nothing_else(served: Served, seed: str) -> None:
    wanted = {"seats": [{"kind": "me"}, {"kind": "computer"}], "seed": seed}
    found = served.person().http.post("/api/tables", json=wanted)
    assert found.status_code == (201 if seed == "12" else 422)


def test_a_request_with_two_lengths_is_refused_and_what_follows_is_not_read(served: Served) -> None:
    """Where it ends is a matter of opinion: a proxy may have another one."""
    smuggled = b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n"
    body = b"0\r\n\r\n" + smuggled
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % len(body)
    )
    answer = served.answer_to(head + body)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"given twice" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 70000\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n11170\r\n" + b"x" * 70_000 + b"\r\n",
    ],
    ids=["said beforehand", "noticed"],
)
def test_after_a_body_that_is_too_big_the_connection_ends(served: Served, rest: bytes) -> None:
    """What still came was read and thrown away."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    answer = served.answer_to(head + rest)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in answer.lower()
    assert served.person().http.get("/health").status_code == 200


LOCAL = [
    "localhost", "localhost:8400", "LOCALHOST", "127.0.0.1:8400", "[::1]:8400", "192.168.1.5:8400",
    "10.0.0.7", "[fd00::1]", "203.0.113.9", "laptop", "laptop:8400", "laptop.local:8400", "abyss.localhost",
    "abyss.home.arpa",
]  # fmt: skip
FOREIGN = [
    "evil.example", "evil.example:8400", "localhost.evil.example", "127.0.0.1.evil.example",
    "1.2.3.4.5", "evil.notlocal", "", "[", "a b", "127.0.0.1.nip.io",
]  # fmt: skip


@pytest.mark.parametrize("address", ["", "https://abyss.example"])
@pytest.mark.parametrize("host", LOCAL)
def test_addresses_and_names_of_a_local_network_are_known(host: str, address: str) -> None:
    assert is_known_host(host, address)


@pytest.mark.parametrize("address", ["", "https://abyss.example"])
@pytest.mark.parametrize("host", FOREIGN)
def test_a_name_that_anybody_may_own_is_not_known(host: str, address: str) -> None:
    """A page under such a name could turn it to this machine and read what this machine answers."""
    assert not is_known_host(host, address)


@pytest.mark.parametrize("address", ["https://abyss.example", "http://ABYSS.example:8400"])
@pytest.mark.parametrize("host", ["abyss.example", "Abyss.Example:443", "abyss.example:8400"])
def test_the_address_that_is_set_is_known(host: str, address: str) -> None:
    assert is_known_host(host, address)
    assert not is_known_host(host, "")
    assert not is_known_host(f"www.{host}", address)


def test_whoever_calls_the_server_by_another_name_is_told_what_would_be_right(served: Served) -> None:
    http = served.person().http
    page = http.get("/", headers={"host": "evil.example", **HTML})
    assert page.status_code == 421
    assert "evil.example" in page.text
    assert "OPENABYSS_ADDRESS" in page.text
    line = http.get("/api/tables", headers={"host": "evil.example", "accept": JSON})
    assert (line.status_code, "OPENABYSS_ADDRESS" in line.text) == (421, True)


def test_the_page_that_says_so_has_its_looks(served: Served) -> None:
    styles = served.person().http.get("/static/base.css", headers={"host": "evil.example"})
    assert styles.status_code == 200


@pytest.mark.parametrize(("host", "status"), [("evil.example", 403), ("localhost", 101)])
def test_no_socket_is_opened_under_another_name(served: Served, host: str, status: int) -> None:
    ann, table = served.seated("me", "here")
    with served.connection() as plain:
        plain.sendall(upgrade(table, Host=host, Origin=f"http://{host}", Cookie=ann.cookie))
        assert plain.recv(12) == f"HTTP/1.1 {status}".encode()


def test_a_server_with_an_address_answers_to_it(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path, address="https://abyss.example")) as served:
        http = served.person().http
        assert http.get("/about", headers={"host": "abyss.example"}).status_code == 200
        assert http.get("/about", headers={"host": "other.example"}).status_code == 421
        assert http.get("/health").status_code == 200


def status_of(served: Served, target: str, host: str = "localhost") -> str:
    """What a request with this target and header is answered."""
    head = f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    return served.answer_to(head.encode()).decode().split()[1]


def test_a_request_that_gives_the_whole_address_is_answered(served: Served) -> None:
    """It was answered with 404, although HTTP demands that servers accept it."""
    here = f"127.0.0.1:{served.port}"
    for target in (f"http://{here}", f"HTTP://{here}/health", f"http://{here}/rules?q=a://b/c", "/rules"):
        assert status_of(served, target) == "200"
    assert status_of(served, f"http://{here}/rules", "abyss.example") == "200"
    assert status_of(served, "http://abyss.example/rules", here) == "421"
    assert status_of(served, f"http://ann@{here}/rules") == "400"
    for target in (f"http://{here}/nothing", f"ftp://{here}/rules", "//rules", f"/http://{here}/rules"):
        assert status_of(served, target) == "404"
