"""Junk in every place where a request can hold some: a refusal in words, never a failure."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from openabyss.errors import InvalidOption
from openabyss.server.settings import settings_from
from tests.web.server.serving import TWO_SEATS, Person, Served, serve, serve_limited, settings_for

MANY = "9" * 5000
JUNK = (
    "%00", "a%00b", MANY, f"1{MANY}", "-1", "1e999", "%EF%BC%91", "%D9%A1", "%C2%B2", "%FF", "%ED%A0%80",
    "%F0%9F%90%99", "..", "%2e%2e%2f", "%0d%0aX:%20y", "%22%3E%3Cscript%3E", "a" * 3000, "%25s", "+", "%20",
)  # fmt: skip
FEW = ("%00", MANY, "%D9%A1", "%ED%A0%80", "-1")
SCRIPT = "<script>alert(1)</script>"
QUERIES = ("seat", "have", "since", "look", "q", "pin")
FIELDS = (
    "seat", "name", "level", "revision", "id", "since", "say", "action", "pay", "take", "hint", "look",
    "opponents", "variant", "link", "theme", "back", "mode", "regent", "seed", "grace", "kind-1", "level-2",
    "name-1", "solo-name", "option-martial_law",
)  # fmt: skip
BUTTONS = ("rename", "new-link", "replace", "return", "new-watch-link", "%00")
HOSTS = (
    "", "[", "a b", "evil.example/x", "evil.example@x", '"><script>', "a" * 300, "x:99999999", "\xff", "[::1",
)  # fmt: skip
HEADERS = ("", "[", "http://[", "http://[::1", "\xff\xfe", "9" * 5000, '"', "openabyss=", "=;=;", "%00")


@pytest.fixture
def served_on(database: str, tmp_path: Path) -> Iterator[Served]:
    """A server on either kind of database."""
    with serve(settings_for(tmp_path, database_url=database)) as running:
        yield running


def checked(answer: httpx.Response, *what: object) -> None:
    assert answer.status_code < 500, (what, answer.status_code, answer.text[:300])
    assert SCRIPT not in answer.text, what


def addresses(served: Served, table: str) -> Iterator[str]:
    """Every address, with junk in each of its places in turn."""
    for route in served.app.routes:
        if not isinstance(route, Route):
            continue
        places = re.findall(r"\{[^}]+\}", route.path)
        if not places:
            yield route.path
        for place in places:
            for junk in JUNK:
                address = route.path.replace(place, junk)
                yield re.sub(r"\{[^}]+\}", "0", address.replace("{table}", table))


def test_junk_in_addresses(served_on: Served) -> None:
    ann, table = served_on.seated("me", "friend")
    for address in addresses(served_on, table):
        for method in ("GET", "POST"):
            checked(ann.http.request(method, address), method, address)


def test_junk_in_queries(served: Served) -> None:
    """A page that repeated its query was open to scripts on another site."""
    ann, table = served.seated("me", "here")
    own = [f"/t/{table}{page}" for page in ("", "/text", "/lobby", "/results", "/record.json")]
    for address in ("/", "/rules", "/rules/lords", f"/api/tables/{table}", "/api/tables", *own):
        for name in QUERIES:
            for junk in (*FEW, SCRIPT):
                checked(ann.http.get(f"{address}?{name}={junk}"), address, name, junk)
    for query in ("seat=9", "seat=-1", "have=99999999999999", "have=%00"):
        assert ann.http.get(f"/api/tables/{table}?{query}").status_code == 200


def test_junk_in_forms(served: Served) -> None:
    ann, table = served.seated("me", "here")
    kind = {"content-type": "application/x-www-form-urlencoded"}
    forms = ["/tables", "/quick", "/join", "/theme", f"/t/{table}/text", f"/t/{table}/rematch"]
    for address in forms:
        for name in FIELDS:
            for junk in FEW:
                body = f"{name}={junk}" if name == "seat" else f"seat=0&revision=0&kind-2=here&{name}={junk}"
                checked(ann.http.post(address, content=body, headers=kind), address, name, junk)
    for button in BUTTONS:
        for name in ("seat", "name", "level"):
            for junk in FEW:
                body = f"do={button}&seat=0&{name}={junk}"
                checked(ann.http.post(f"/t/{table}/lobby", content=body, headers=kind), button, name, junk)


def test_junk_in_json(served: Served) -> None:
    ann, table = served.seated("me", "here")
    kind = {"content-type": "application/json"}
    values = [MANY, f"-{MANY}", "1e999", '"\\u0000"', '"\\ud800"', f'"{MANY}"', "null", "[]", "{}", "true"]
    bodies = [b"\xff", b"[" * 20_000, b'{"a":' * 5000, b"9" * 5000, b""]
    for value in values:
        seats = '[{"kind":"me"},{"kind":"here"}]'
        bodies += [
            f'{{"seats":{seats},"{name}":{value}}}'.encode()
            for name in ("seed", "regent", "grace", "kraken", "options", "seats")
        ]
        bodies += [
            f'{{"seats":[{{"kind":"me","{name}":{value}}},{{"kind":"here"}}]}}'.encode()
            for name in ("kind", "name", "level")
        ]
        for name in ("id", "revision", "seat", "action"):
            command = {"type": '"answer"', "id": '"a"', "revision": "0", "seat": "0", "action": '"take"'}
            command[name] = value
            bodies.append(("{" + ",".join(f'"{key}":{one}' for key, one in command.items()) + "}").encode())
        pay = '{"type":"pay","id":"a","revision":0,"seat":0,"cards":[' + value + '],"nebulis":' + value + "}"
        bodies.append(pay.encode())
    for body in bodies:
        for address in ("/api/tables", f"/api/tables/{table}/commands", f"/api/tables/{table}/name"):
            checked(ann.http.post(address, content=body, headers=kind), address, body[:200])


@pytest.mark.parametrize(
    "action",
    [f"recruit:{'9' * 50}", "recruit:-1", "recruit:١", "pay:9", "player:99", "token:99999999999", "card:\0"],
)
def test_junk_as_an_answer(served: Served, action: str) -> None:
    ann, table = served.seated("me", "here", seed=1)
    seat = ann.look(table)["question"]["player"]
    assert ann.order(table, seat, 0, action=action).status_code in (409, 422)
    form = {"seat": str(seat), "revision": "0", "pay": f"J1/{'9' * 190}"}
    assert ann.http.post(f"/t/{table}/text", data=form).status_code in (400, 409)


@pytest.mark.parametrize("control", ["600+20\n", "3d\n", "3d ", "0d", "600"])
def test_a_time_limit_that_no_table_has_is_refused(served: Served, control: str) -> None:
    answer = served.person().http.post("/api/tables", json={**TWO_SEATS, "time_control": control})
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")


def asked_as(served: Served, path: str, **headers: str) -> int:
    """The status of an answer to a request with these headers, written by hand."""
    lines = [f"GET {path} HTTP/1.1", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return int(served.answer_to(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")).split()[1])


def cookie_and_lobby(person: Person) -> tuple[str, str]:
    table = person.new_table("me", "friend")
    return person.cookie, f"/t/{table}/lobby"


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_cannot_be_is_refused(served: Served, host: str) -> None:
    """Links to seats are made with the name by which a request calls the server."""
    cookie, lobby = cookie_and_lobby(served.person())
    assert asked_as(served, lobby, host=host, cookie=cookie) == 400
    assert asked_as(served, lobby, host="abyss.local:8400", cookie=cookie) == 200


@pytest.mark.parametrize(
    "name", ["origin", "cookie", "content_length", "accept", "sec_fetch_site", "if_none_match"]
)
def test_junk_in_headers(served: Served, name: str) -> None:
    for value in HEADERS:
        assert asked_as(served, "/", **{"host": "x", name: value}) < 500, value
        assert asked_as(served, "/api/tables", **{"host": "x", name: value}) < 500, value


def test_links_are_made_with_the_address_that_is_set(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path, address="https://abyss.example")) as served:
        ann = served.person()
        _cookie, lobby = cookie_and_lobby(ann)
        page = ann.http.get(lobby, headers={"host": "evil.local"}).text
    assert 'value="https://abyss.example/j/' in page
    assert 'value="https://abyss.example/s/' in page
    assert "evil.local" not in page


MAIL = {"OPENABYSS_SMTP": "smtp://mail.example", "OPENABYSS_MAIL_FROM": "OpenAbyss <a@b.example>"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OPENABYSS_ADDRESS", "abyss.example"),
        ("OPENABYSS_ADDRESS", "ftp://abyss.example"),
        ("OPENABYSS_ADDRESS", "https://abyss.example/path"),
        ("OPENABYSS_ADDRESS", "https://abyss.example:99999"),
        ("OPENABYSS_ADDRESS", "https://..."),
        ("OPENABYSS_KEY", "change me"),
        ("OPENABYSS_PROXIES", "proxy"),
        ("OPENABYSS_PROXIES", "10.0.0.0/99"),
        ("OPENABYSS_WORKERS", "0"),
        ("OPENABYSS_THREADS", "two"),
        ("OPENABYSS_THREADS", "65"),
        ("OPENABYSS_LIMIT_CHAT", "-1"),
        ("OPENABYSS_LIMIT_CHAT", "9" * 5000),
        ("OPENABYSS_LIMIT_CHATS", "9"),
        ("OPENABYSS_WORKERS", "1001"),
        ("OPENABYSS_HTTPS", "no"),
        ("OPENABYSS_LOG_JSON", "text"),
        ("OPENABYSS_METRICS", "[::1]"),
        ("OPENABYSS_SMTP", "smtp://["),
        ("OPENABYSS_SMTP", "smtp://mail.example:many"),
        ("OPENABYSS_SMTP", "smtp://user:gr%C3%BCn@mail.example"),
        ("OPENABYSS_MAIL_FROM", "OpenAbyss"),
        ("OPENABYSS_MAIL_FROM", "OpenAbyss <abyss>"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(InvalidOption, match=name):
        settings_from({"OPENABYSS_DATA": str(tmp_path), **MAIL, name: value})


def test_settings_that_are_empty_are_not_set(tmp_path: Path) -> None:
    usual = {"OPENABYSS_DATA": str(tmp_path)}
    empty = dict.fromkeys(("OPENABYSS_WORKERS", "OPENABYSS_THREADS", "OPENABYSS_COMPACT_DAYS"), "")
    assert settings_from(usual | empty) == settings_from(usual)


@pytest.mark.parametrize("key", ["", "no key", "é"])
def test_a_damaged_key_is_refused_in_a_sentence(tmp_path: Path, key: str) -> None:
    (tmp_path / "key").write_text(key, encoding="utf-8")
    with pytest.raises(InvalidOption, match="key: there is no key in this file"):
        settings_from({"OPENABYSS_DATA": str(tmp_path)})
    usable = {"OPENABYSS_DATA": str(tmp_path), "OPENABYSS_KEY": "\udcff" * 20}
    assert settings_from(usable).key == b"\xff" * 20


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in ("file", "file/folder"):
        with pytest.raises(InvalidOption, match=r"file.*: cannot be opened: "):
            settings_from({"OPENABYSS_DATA": str(tmp_path / folder)})


def statuses(served: Served, addresses: list[str]) -> list[int]:
    http = served.person().http
    return [http.get("/about", headers={"x-forwarded-for": one}).status_code for one in addresses]


def test_nobody_is_believed_who_they_speak_for_unless_it_is_set(tmp_path: Path) -> None:
    """Else whoever is on this machine, or comes through a tunnel to it, has any number of addresses."""
    few = {"request_burst": 3, "requests": 1}
    addresses = [f"203.0.113.{number}" for number in range(12)]
    with serve_limited(tmp_path, **few) as served:
        assert 429 in statuses(served, addresses)
    proxies = settings_from(
        {"OPENABYSS_DATA": str(tmp_path), "OPENABYSS_PROXIES": "172.16.0.0/12, 127.0.0.1"}
    ).proxies
    with serve_limited(tmp_path, proxies, **few) as served:
        assert statuses(served, addresses) == [200] * 12
        assert 429 in statuses(served, ["203.0.113.99"] * 12)
        assert 429 in statuses(served, [f"{one}, 203.0.113.98" for one in addresses])
