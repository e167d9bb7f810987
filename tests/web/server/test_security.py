"""Foreign pages, big and many requests, bad input of every sort: a clear message, and the table unharmed."""

import hashlib
import json
import logging
import random
import re
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from openabyss.server.logging import LOGGER
from openabyss.server.settings import limits_from
from openabyss.server.tables.seating import random_seed
from tests.web.server.serving import SECONDS, TWO_SEATS, Served, serve, serve_limited, settings_for

FOREIGN = "http://evil.example"
JSON = {"accept": "application/json"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": FOREIGN},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": FOREIGN, "sec-fetch-site": "same-origin"},
    ],
)
def test_a_foreign_page_cannot_post(served: Served, headers: dict[str, str]) -> None:
    ann, table = served.seated("me", "here")
    body = {"type": "undo", "id": "x", "revision": 0, "seat": 0}
    for path in ("/api/tables", f"/api/tables/{table}/commands", "/tables", f"/api/tables/{table}/links/0"):
        answer = ann.http.post(path, json=body, headers=headers)
        assert (answer.status_code, "another site" in answer.text) == (403, True)


def test_the_own_page_and_programs_can_post(served: Served) -> None:
    ann = served.person()
    origin = {"origin": served.address}
    for headers in ({}, origin, {**origin, "sec-fetch-site": "same-origin"}):
        assert ann.http.post("/api/tables", json=TWO_SEATS, headers=headers).status_code == 201


@pytest.mark.parametrize("origin", [FOREIGN, "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_a_foreign_page_cannot_open_a_socket(served: Served, origin: str) -> None:
    ann, table = served.seated("me", "here")
    with pytest.raises(InvalidStatus) as refused, ann.socket(table, Origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_every_answer_has_a_strict_policy(served: Served) -> None:
    ann, table = served.seated("me", "here")
    for path in ("/", f"/api/tables/{table}", "/api/cards.json", "/health", "/nothing", "/static/nothing"):
        headers = ann.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "require-trusted-types-for 'script'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_a_seat_token_has_128_bits_and_leaves_the_address(served: Served) -> None:
    ann, bob = served.person(), served.person()
    table = ann.new_table("me", "friend")
    link = ann.links(table)["seats"]["1"]
    token = link.removeprefix("/j/")
    assert len(token) * 6 >= 128
    answer = bob.http.post(link)
    assert token not in answer.headers["location"]
    assert answer.headers["referrer-policy"] == "same-origin"


def test_only_hashes_of_secrets_are_stored(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path)) as served:
        ann, bob = served.person(), served.person()
        table = ann.new_table("me", "friend")
        found = ann.links(table)
        bob.http.post(found["seats"]["1"])
        secrets = [found["seats"]["1"][3:], found["spectators"][3:]]
        secrets += [person.cookie.partition("=")[2] for person in (ann, bob)]
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite3*"))
    assert table.encode() in stored
    assert [secret for secret in secrets if secret.encode() in stored] == []


def test_wrong_tokens_lead_nowhere(served: Served) -> None:
    ann = served.person()
    ann.new_table("me", "friend")
    for path in ("/j/x", "/s/x", "/j/" + "a" * 32, "/j/%00", "/j/%22%3E%3Cscript%3E"):
        answer = ann.http.get(path, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "UnknownTable")


def test_logs_hold_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, LOGGER.name)
    with serve(settings_for(tmp_path)) as served:
        ann, bob = served.person(), served.person()
        table = ann.new_table("me", "friend", seed=123456789)
        found = ann.links(table)
        bob.http.post(found["seats"]["1"])
        served.app.state.tables.forget_idle()
        with bob.at(table) as sitting:
            assert sitting.ask(type="chat", id="c", text="a private word")["type"] == "ack"
            sitting.socket.send("{")
            sitting.hear("refused")
    told = " ".join(str(record.__dict__) for record in caplog.records)
    for secret in (ann.cookie[10:], bob.cookie[10:], found["seats"]["1"][3:], "123456789", "private word"):
        assert secret not in told


def test_the_seed_is_promised_before_and_revealed_after(served: Served) -> None:
    ann, table = served.seated("me", "medium", seed=77)
    before = ann.look(table)
    assert (before["seed"], before["salt"]) == (None, None)
    refused = ann.http.get(f"/t/{table}/record.json", headers=JSON)
    assert refused.status_code == 403
    with ann.at(table) as sitting:
        after = sitting.play(random.Random(1))
    assert before["commitment"] == after["commitment"]
    assert hashlib.sha256(f"{after['seed']}:{after['salt']}".encode()).hexdigest() == before["commitment"]


@pytest.mark.parametrize("other", ["friend", "here"])
def test_a_seed_that_the_host_has_chosen_is_shown_to_all_from_the_beginning(
    served: Served, other: str
) -> None:
    """Whoever knows the seed knows every hidden card; so either nobody knows it, or everybody."""
    ann, eve = served.person(), served.person()
    html = {"accept": "text/html"}
    table = ann.new_table("me", other, seed=987654321)
    eve.http.post(ann.links(table)["spectators"])
    for person in (ann, eve):
        told = person.look(table)
        assert (told["seed"], told["salt"]) == ("987654321", None)
        for page in ("/text?seat=0", "/lobby") if person is ann else ("/text", "/lobby"):
            assert "Open seed 987654321" in person.http.get(f"/t/{table}{page}", headers=html).text
    if other == "friend":
        link = ann.links(table)["seats"]["1"]
        assert "Open seed 987654321" in served.person().http.get(link, headers=html).text


def test_seeds_of_tables_are_too_many_to_try_them_all_and_are_shown_to_the_last_digit(served: Served) -> None:
    ann = served.person()
    tables = [ann.new_table("me", "medium") for _table in range(4)]
    table = tables[0]
    with ann.at(table) as sitting:
        over = sitting.play(random.Random(2))
    seed = ann.http.get(f"/t/{table}/record.json", headers=JSON).json()["config"]["seed"]
    assert (type(seed), over["seed"]) == (str, seed)
    assert hashlib.sha256(f"{seed}:{over['salt']}".encode()).hexdigest() == over["commitment"]
    assert f"'{seed}:{over['salt']}'" in ann.http.get(f"/t/{table}/results").text.replace("&#39;", "'")
    seeds = [random_seed() for _seed in range(64)]
    assert max(seeds).bit_length() > 120
    assert len(set(seeds)) == 64
    again = ann.new_table("me", "here", seed=seed)
    assert ann.look(again)["seed"] == seed


def test_a_seed_of_the_server_is_shown_to_nobody(served: Served) -> None:
    ann = served.person()
    for table in (ann.new_table("me", "friend"), ann.new_table("me", "medium", seed=987654321)):
        assert ann.look(table)["seed"] is None
        assert "Open seed" not in ann.http.get(f"/t/{table}/text").text


def test_too_many_messages_are_refused_and_at_last_the_socket_is_closed(tmp_path: Path) -> None:
    with serve_limited(tmp_path, commands=10) as served:
        ann, table = served.seated("me", "here")
        with ann.at(table) as sitting:
            with suppress(ConnectionClosed):  # The server may be quicker than we are.
                for _message in range(40):
                    sitting.say(type="ping")
            assert sitting.hear("refused")["code"] == "too_many"
            assert sitting.until_closed() == 1008
        with ann.at(table) as sitting:
            assert sitting.hear("update")


def test_too_much_chat_is_refused(tmp_path: Path) -> None:
    with serve_limited(tmp_path, chat=2) as served, served.sitting("me", "here") as sitting:
        for number in range(3):
            sitting.say(type="chat", id=f"t{number}", text="hello")
        answers = [sitting.hear("ack", "refused") for _ in range(3)]
    assert [answer.get("code") for answer in answers] == [None, None, "too_many"]


def test_what_is_said_on_the_page_without_scripts_counts_and_is_heard_at_once(tmp_path: Path) -> None:
    with serve_limited(tmp_path, chat=2) as served:
        ann, bob, table = served.two_people()
        with bob.at(table) as hearing:
            pages = [ann.http.post(f"/t/{table}/text", data={"say": f"hello {n}"}) for n in range(3)]
            assert hearing.hear("chat")["text"] == "hello 0"
        assert [page.status_code for page in pages] == [303, 303, 429]
        assert "Too many requests" in pages[-1].text


def test_all_spectators_of_a_table_together_may_say_as_much_as_three(tmp_path: Path) -> None:
    """Each line goes to all of them: 560 sockets that said what each of them might kept everybody waiting
    for 16 seconds."""
    with serve_limited(tmp_path, chat=1) as served, ExitStack() as watching:
        ann, table = served.seated("me", "here")
        answers = []
        for number in range(5):
            spectator = served.person()
            assert spectator.http.post(ann.links(table)["spectators"]).status_code in (200, 303)
            watcher = watching.enter_context(spectator.at(table))
            answers.append(watcher.ask(type="chat", id=f"t{number}", text="hello").get("code"))
        with ann.at(table) as sitting:
            answers.append(sitting.ask(type="chat", id="t", text="hello").get("code"))
    assert answers == [None, None, None, "too_many", "too_many", None]


def test_an_oversized_frame_closes_only_its_socket(served: Served) -> None:
    ann, table = served.seated("me", "here")
    with ann.at(table) as other:
        with ann.at(table) as sitting:
            sitting.socket.send("x" * 20_000)
            assert sitting.until_closed() == 1009
        other.say(type="ping")
        assert other.hear("pong")


MALFORMED = [
    "", "{", "[]", "null", "1", '"x"', "{}", '{"type":"nonsense"}', '{"type":"answer"}',
    '{"type":"answer","id":"a","revision":"0","seat":0,"action":"pass"}',
    '{"type":"answer","id":"a","revision":0,"seat":"0","action":"pass"}',
    '{"type":"answer","id":"a","revision":0.5,"seat":0,"action":"pass"}',
    '{"type":"answer","id":"a","revision":0,"seat":-1,"action":"pass"}',
    '{"type":"answer","id":"a","revision":0,"seat":9,"action":"pass"}',
    '{"type":"answer","id":"","revision":0,"seat":0,"action":"pass"}',
    '{"type":"answer","id":"a b","revision":0,"seat":0,"action":"pass"}',
    '{"type":"answer","id":"a\\n","revision":0,"seat":0,"action":"pass"}',
    '{"type":"answer","id":"a","revision":0,"seat":0,"action":"pass","extra":1}',
    '{"type":"answer","id":"a","revision":1e999,"seat":0,"action":"pass"}',
    '{"type":"pay","id":"a","revision":0,"seat":0,"cards":[1],"nebulis":0}',
    '{"type":"pay","id":"a","revision":0,"seat":0,"cards":["J1"],"nebulis":-1}',
    '{"type":"pay","id":"a","revision":0,"seat":0,"cards":"J1","nebulis":0}',
    '{"type":"chat","id":"a","text":""}',
    '{"type":"chat","id":"a","text":' + json.dumps("x" * 501) + "}",
    "[" * 5000,
]  # fmt: skip


def test_malformed_frames_are_refused_and_the_table_goes_on(served: Served) -> None:
    """Bug 3 of another client: numbers that came as texts were added as texts. Here they are refused."""
    ann, table = served.seated("me", "here")
    for frame in MALFORMED:
        with ann.at(table) as sitting:
            sitting.socket.send(frame)
            assert sitting.hear("refused")["code"] == "unreadable", frame
    with ann.at(table) as sitting:
        sitting.socket.send(b"\xff\xfe")
        assert sitting.hear("refused")["code"] == "unreadable"
    assert ann.look(table)["revision"] == 0


def test_commands_before_hello_are_refused(served: Served) -> None:
    ann, table = served.seated("me", "here")
    with ann.socket(table) as socket:
        socket.send('{"type":"undo","id":"a","revision":0,"seat":0}')
        assert json.loads(socket.recv(SECONDS))["code"] == "forbidden"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seats": []},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}] * 6},
        {"seats": [{"kind": "me"}] * 5},
        {"seats": [{"kind": "computer"}, {"kind": "computer"}]},
        {"seats": [{"kind": "me"}, {"kind": "computer", "level": "nobody"}]},
        {"seats": [{"kind": "me"}, {"kind": "computer", "level": "regent"}]},
        {"seats": [{"kind": "me"}, {"kind": "<b>"}]},
        {"seats": [{"kind": "me", "name": "a\nb"}, {"kind": "here"}]},
        {"seats": [{"kind": "me", "name": "\u202eevil"}, {"kind": "here"}]},
        {"seats": [{"kind": "me", "name": "x" * 25}, {"kind": "here"}]},
        {**TWO_SEATS, "seed": -1},
        {**TWO_SEATS, "seed": "one"},
        {**TWO_SEATS, "options": {"nonsense": True}},
        {**TWO_SEATS, "options": {"martial_law": "perhaps"}},
        {**TWO_SEATS, "regent": 9},
        {**TWO_SEATS, "players": 3},
        {"seats": [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}], "regent": 1},
    ],
)
def test_wishes_that_cannot_be_met_are_refused_in_words(served: Served, body: dict[str, Any]) -> None:
    answer = served.person().http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert len(answer.json()["message"]) > 10
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "name", ["</script><script>alert(1)</script>"[:24], "Ann & <b>", "'\"`", "名前", "🐙"]
)
def test_names_are_kept_as_text(served: Served, name: str) -> None:
    """A name that closes a script element was a stored attack on another site."""
    ann = served.person()
    answer = ann.http.post("/api/tables", json={"seats": [{"kind": "me", "name": name}, {"kind": "here"}]})
    table = answer.json()["table"]
    assert ann.look(table)["people"][0]["name"] == name
    page = ann.http.get(f"/t/{table}")
    assert "<script>alert" not in page.text
    assert page.headers["content-type"].startswith("text/html")


def test_unknown_addresses_are_told(served: Served) -> None:
    ann = served.person()
    ann.new_table("me", "here")
    for path in ("/t/nothing", "/t/nothing/record.json", "/api/tables/nothing", "/api/nothing", "/t/%00"):
        assert ann.http.get(path, headers=JSON).status_code == 404
    refused = ann.http.delete("/api/tables")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD, POST")


@pytest.mark.parametrize("path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "//etc/passwd", "base.css%00"])
def test_only_static_files_are_served(served: Served, path: str) -> None:
    answer = served.person().http.get(f"/static/{path}")
    assert answer.status_code == 404


def test_static_files_are_kept_for_ever_under_their_hash_only(served: Served) -> None:
    from openabyss.server.pages.static_files import static, static_hash  # noqa: PLC0415

    http = served.person().http
    hashed = http.get(static("base.css"))
    assert "immutable" in hashed.headers["cache-control"]
    plain = http.get("/static/base.css")
    assert (plain.headers["cache-control"], plain.text) == ("no-cache", hashed.text)
    old = http.get(f"/static/{'0' * 12}/base.css")
    assert old.headers["cache-control"] == "no-cache"
    assert http.get("/static/base.css", headers={"if-none-match": plain.headers["etag"]}).status_code == 304
    assert re.fullmatch("[0-9a-f]{12}", static_hash())


def test_caches_do_not_grow_with_what_people_ask(served: Served) -> None:
    """Unbounded cache keys exhausted the memory of another site."""
    from openabyss.server.limits import FORGET_AT, Buckets  # noqa: PLC0415
    from openabyss.server.pages.static_files import _asset  # noqa: PLC0415

    http = served.person().http
    for number in range(30):
        assert http.get(f"/static/{number}.css").status_code == 404
    assert _asset.cache_info().maxsize == 256
    buckets = Buckets(1, 0.001)
    for number in range(FORGET_AT + 50):
        buckets.take(str(number))
    assert len(buckets._buckets) <= FORGET_AT


def test_limits_come_from_the_environment() -> None:
    assert limits_from({"OPENABYSS_LIMIT_CHAT": "7"}).chat == 7


@pytest.mark.parametrize("path", ["//elsewhere.example/", "/%2Felsewhere.example", "/%09/elsewhere.example/"])
def test_no_page_leads_to_another_site_that_its_address_names(served: Served, path: str) -> None:
    """The links to other languages did."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
    page = served.answer_to(request.encode()).decode()
    assert 'href="/elsewhere.example' in page
    assert 'href="//' not in page
