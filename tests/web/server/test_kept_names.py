"""Names that people keep with passkeys: who gets in, what follows them, and what is nobody else's."""

import asyncio
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from json import dumps
from pathlib import Path
from typing import Any

import httpx
import pytest

from openabyss import Game
from openabyss.client.protocol import RESTARTING
from openabyss.client.table_history import DamagedTable
from openabyss.errors import InvalidOption
from openabyss.server.credentials import hashed
from openabyss.server.pages.forms import COOKIE
from openabyss.server.people import kept_names
from openabyss.server.storage import DatabaseUnavailable
from openabyss.server.storage.database.engines import engine_for
from openabyss.server.storage.migration import migrate
from openabyss.server.storage.people import kept_names as stored
from openabyss.server.storage.people.kept_names import KeptName
from openabyss.server.storage.storage import now
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import TWO_SEATS, Person, Served, change_stored, serve, settings_for
from tests.web.server.test_open_tables import servers_of

pytest.importorskip("webauthn")

from tests.web.server.authenticator import Passkey


def post(person: Person, address: str, **body: Any) -> httpx.Response:
    return person.http.post(address, json=body, headers={"Origin": person.address})


def press(person: Person, what: str, **fields: str) -> httpx.Response:
    sent = {"do": what, **fields}
    return person.http.post("/name", data=sent, headers={"Origin": person.address}, follow_redirects=True)


def keep(person: Person, name: str) -> Passkey:
    """Somebody keeps a name; the passkey."""
    passkey = Passkey(person.address)
    options = post(person, "/name/keep/options", name=name)
    assert options.status_code == 200, options.text
    answer = post(person, "/name/keep", name=name, credential=passkey.make(options.json()))
    assert answer.status_code == 200, answer.text
    return passkey


def sign_in(person: Person, passkey: Passkey, **body: Any) -> httpx.Response:
    options = post(person, "/name/sign-in/options").json()
    return post(person, "/name/sign-in", credential=passkey.sign(options), **body)


def tables_of(person: Person) -> set[str]:
    return {one["table"] for one in person.http.get("/api/tables").json()["tables"]}


def test_tables_follow_a_person_to_another_browser(database: str, tmp_path: Path) -> None:
    """Also where that one is served by another process, and brings tables of its own."""
    with servers_of(database, tmp_path) as servers:
        first, second = servers[0], servers[-1]
        ann, table = first.seated("me", "friend", seed=1)
        passkey = keep(ann, "Ann")
        assert "Ann" in ann.http.get("/name").text
        assert tables_of(ann) == {table}
        phone, own = second.seated("me", "here", seed=2)
        passkey.origin = phone.address
        with phone.at(own) as sitting:
            sitting.hear("update")
            assert sign_in(phone, passkey, brings="on").status_code == 200
        assert tables_of(phone) == tables_of(ann) == {table, own}
        for person in (ann, phone):
            person.answer_first(own)
        tablet, left = first.seated("me", "here")
        passkey.origin = ann.address
        assert sign_in(tablet, passkey).status_code == 200
        assert tables_of(tablet) == {table, own}
        assert first.person().http.get(f"/t/{left}").status_code == 403
        # From here on this browser is somebody new.
        press(tablet, "sign-out")
        assert tables_of(tablet) == set()
        assert tables_of(ann) == {table, own}


def test_a_spectator_who_signs_in_comes_back_as_who_they_are_now(database: str, tmp_path: Path) -> None:
    """And is away who was signed out by others, also where another process has done it."""
    with servers_of(database, tmp_path) as servers:
        first, second = servers[0], servers[-1]
        ann, table = first.seated("me", "friend", seed=1)
        phone, passkey = first.person(), keep(ann, "Ann")
        phone.http.post(ann.links(table)["spectators"])
        with second.person(phone).at(table) as sitting:
            sitting.hear("update")
            assert sign_in(phone, passkey, brings="on").status_code == 200
            assert sitting.until_closed() == RESTARTING
        bea, other = first.seated("me", "friend", seed=1)
        ann.http.post(bea.links(other)["spectators"])
        there = second.person(phone)
        with there.at(table) as playing, there.at(other) as watching:
            assert playing.hear("update")["people"][0]["local"]
            watching.hear("update")
            press(ann, "sign-out-others")
            assert watching.until_closed() == RESTARTING
            assert there.http.get(f"/t/{other}").status_code == 403


def test_nobody_else_is_called_by_a_kept_name_or_one_that_looks_the_same(served: Served) -> None:
    ann, bea = served.person(), served.person()
    keep(ann, "Annie")
    for name in ("Annie", "annie", "Ann\u0456e"):
        wanted = {"seats": [{"kind": "me", "name": name}, {"kind": "here"}]}
        refused = bea.http.post("/api/tables", json=wanted)
        assert (refused.status_code, "is already taken" in refused.text) == (422, True)
        assert "is already taken" in post(bea, "/name/keep/options", name=name).text
    table = bea.new_table("me", "friend", open=True)
    assert bea.rename(table, 0, "Annie").status_code == 422
    joining: dict[str, Any] = {"data": {"name": "Annie"}, "headers": {"Origin": ann.address}}
    link = bea.links(table)["seats"]["1"]
    assert "is already taken" in served.person().http.post(link, **joining).text
    assert "is already taken" in served.person().http.post(f"/open/{table}", **joining).text
    assert ann.http.post(link, **joining).status_code == 303
    assert [one["name"] for one in bea.look(table)["people"]][1] == "Annie"
    for name in ("Captain", "Kapitän", "Regent", "a\u202eb", ""):
        assert post(bea, "/name/keep/options", name=name).status_code == 422
    signed = Passkey(bea.address).make(post(bea, "/name/keep/options", name="Bea").json())
    assert post(bea, "/name/keep", name="Captain", credential=signed).status_code == 422
    assert post(bea, "/name/keep", name="Bea", credential=signed).status_code == 200


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"mode": "solo", "solo-name": "Annie", "regent": "1"}, "solo-name"),
        (
            {"kind-1": "me", "kind-2": "nobody", "name-2": "Annie", "kind-3": "here", "name-3": "Annie"},
            "name-3",
        ),
    ],
    ids=["solo", "seats"],
)
def test_a_kept_name_is_marked_where_it_was_typed(served: Served, fields: dict[str, str], field: str) -> None:
    ann, bea = served.person(), served.person()
    keep(ann, "Annie")
    refused = bea.http.post("/tables", data=fields, headers={"Origin": bea.address})
    assert refused.status_code == 422
    assert f'aria-describedby="{field}-error"' in refused.text
    assert 'id="seats-error"' not in refused.text


def test_who_is_remembered_by_a_name_that_is_kept_by_now_plays_on_without_it(served: Served) -> None:
    ann, bea = served.person(), served.person()
    keep(ann, "Annie")
    bea.http.cookies.set(COOKIE, "name=Annie")
    fields = {"moment": "0", "seat": "0", "level": "easy", "record": dumps(Game.new(2, 4).to_record())}
    made = bea.http.post("/replay/record", data=fields, headers={"Origin": bea.address})
    assert made.status_code == 303
    assert bea.look(made.headers["location"].split("/")[2])["people"][0]["name"] == "Captain"


def test_nobody_gets_a_kept_name_in_a_league_by_the_number_that_a_second_one_gets(served: Served) -> None:
    keep(served.person(), "Ann 2")
    headers, sent = {"Origin": served.address}, {"do": "join", "league": "Cup", "name": "Ann"}
    made = served.person().http.post("/leagues", data=sent, headers=headers)
    refused = served.person().http.post(made.headers["location"], data=sent, headers=headers)
    assert refused.status_code == 400
    assert "Ann 2: this name, or one that looks the same, is already taken" in refused.text
    assert 'name="name" value="Ann"' in refused.text


def test_what_only_attackers_send_is_refused_and_a_name_that_looks_very_long_is_kept(
    database: str, tmp_path: Path
) -> None:
    """PostgreSQL takes neither texts with NUL nor those that are longer than their column: the answer was
    500."""
    with servers_of(database, tmp_path) as (served, *_others):
        ann, bea = served.person(), served.person()
        passkey = keep(ann, "\ufdfa" * 24)
        signed = {**passkey.sign(post(bea, "/name/sign-in/options").json()), "id": "a\0b"}
        assert post(bea, "/name/sign-in", credential=signed).status_code == 403
        made = Passkey(bea.address, id_bytes=1100).make(post(bea, "/name/keep/options", name="Bea").json())
        assert post(bea, "/name/keep", name="Bea", credential=made).status_code == 403
        assert press(ann, "remove", passkey="a\0b").status_code == 200
        assert sign_in(bea, passkey).status_code == 200


def test_a_challenge_is_for_one_use_one_purpose_one_site_and_some_minutes(
    served: Served, tmp_path: Path
) -> None:
    ann, bea = served.person(), served.person()
    passkey = keep(ann, "Ann")
    signed = passkey.sign(post(bea, "/name/sign-in/options").json())
    assert post(bea, "/name/sign-in", credential=signed).status_code == 200
    assert post(served.person(), "/name/sign-in", credential=signed).status_code == 409
    options = post(bea, "/name/sign-in/options").json()
    change_stored(tmp_path, "UPDATE challenges SET expires = '2026-01-01T00:00:00.000+00:00'")
    assert post(bea, "/name/sign-in", credential=passkey.sign(options)).status_code == 409
    other = post(ann, "/name/add/options").json()
    other["rpId"] = other["rp"]["id"]
    assert post(bea, "/name/sign-in", credential=passkey.sign(other)).status_code == 403
    cem = served.person()
    for changed in ({"origin": "https://evil.example"}, {"_key": Passkey("")._key}):
        false = Passkey(ann.address)
        vars(false).update({**vars(passkey), **changed})
        assert sign_in(cem, false).status_code == 403
    assert sign_in(cem, Passkey(ann.address)).status_code == 403
    client_data = ("e30", urlsafe_b64encode(b"[" * 3_000).decode())
    unreadable: list[Any] = [
        *(None, 7, {}, {"response": []}),
        *({"id": 1, "response": {"clientDataJSON": data}} for data in client_data),
    ]
    for junk in unreadable:
        for step in ("keep", "sign-in"):
            assert post(cem, f"/name/{step}", name="Cem", credential=junk).status_code == 403
    assert tables_of(cem) == set()
    assert "Reserve a name" in cem.http.get("/name").text


ELLIPTIC, OCTETS = {1: 2, 3: -7, -1: 1}, {1: 1, 3: -8, -1: 6}


@pytest.mark.parametrize(
    "public",
    ["x", 5, [1, 2], {}, {1: 2}, {1: 2, 3: [1]}, {**ELLIPTIC, -2: 1, -3: 2}, {**OCTETS, -2: 5}],
    ids=str,
)
def test_a_public_key_that_is_none_is_not_accepted(served: Served, public: object) -> None:
    """The server failed, for some only when somebody signed in: the name would have been lost."""
    ann, passkey = served.person(), Passkey(served.address, public)
    credential = passkey.make(post(ann, "/name/keep/options", name="Ann").json())
    assert post(ann, "/name/keep", name="Ann", credential=credential).status_code == 403
    keep(ann, "Ann")


def test_passkeys_are_added_and_removed_but_for_the_last_one(served: Served) -> None:
    ann = served.person()
    first, second = keep(ann, "Ann"), Passkey(ann.address)
    options = post(ann, "/name/add/options").json()
    assert post(ann, "/name/add", credential=second.make(options)).status_code == 200
    first_id = options["excludeCredentials"][0]["id"]
    assert sign_in(served.person(), second).status_code == 200
    assert "Passkey 2" in ann.http.get("/name").text
    assert press(served.person(), "remove", passkey=first_id).status_code == 403
    press(ann, "remove", passkey=first_id)
    assert sign_in(served.person(), first).status_code == 403
    second_id = post(ann, "/name/add/options").json()["excludeCredentials"][0]["id"]
    assert "your only passkey" in press(ann, "remove", passkey=second_id).text


def test_other_browsers_are_signed_out_and_a_deleted_name_is_free(served: Served) -> None:
    ann, table = served.seated("me", "friend", seed=1)
    passkey = keep(ann, "Ann")
    lost = served.person()
    sign_in(lost, passkey)
    with lost.at(table) as sitting:
        sitting.hear("update")
        press(ann, "sign-out-others")
        assert tables_of(lost) == set()
        assert lost.http.get(f"/t/{table}").status_code == 403
        assert tables_of(ann) == {table}
    assert sign_in(lost, passkey).status_code == 200
    assert "tick the box" in press(ann, "delete").text
    press(ann, "delete", sure="yes")
    assert (tables_of(ann), tables_of(lost)) == ({table}, set())
    assert sign_in(lost, passkey).status_code == 403
    keep(served.person(), "Ann")


def test_who_loses_the_answer_when_they_delete_their_name_loses_no_tables(served: Served) -> None:
    """Its browser shows a secret that opens nothing any more; a passkey opens what is there."""
    ann, table = served.seated("me", "friend", seed=1)
    passkey, before = keep(ann, "Ann"), dict(ann.http.cookies)
    sent: dict[str, Any] = {"data": {"do": "delete", "sure": "yes"}, "headers": {"Origin": ann.address}}
    answer = ann.http.post("/name", **sent)
    shown = dict(ann.http.cookies)
    ann.http.cookies = httpx.Cookies(before)
    assert tables_of(ann) == set()
    assert sign_in(ann, passkey).status_code == 200
    assert tables_of(ann) == {table}
    for _lost_and_tried_again in range(2):
        ann.http.cookies = httpx.Cookies(shown)
        ann.http.post(answer.headers["location"], **sent)
        assert tables_of(ann) == {table}
    assert sign_in(served.person(), passkey).status_code == 403


@pytest.mark.parametrize("error", [DatabaseUnavailable, DamagedTable])
async def test_a_new_secret_is_given_also_where_a_table_cannot_be_read_again(
    error: type[Exception], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, given = kept_names.KeptNames(tables), list[str]()
    kept = await stored_name(names, tables, "old")
    table = await tables.creation.create(TableWanted((SeatWanted("me"), SeatWanted("here"))), kept.identity)

    async def fail(_ids: list[str]) -> None:
        raise error("gone")

    monkeypatch.setattr(tables.storage, "outlines", fail)
    with suppress(DatabaseUnavailable):
        await names.change_secret(kept, given.append)
    assert await tables.storage.tables_of(hashed(given[0]), 9) == [table.id]


async def test_a_button_that_is_pressed_twice_loses_nobodys_tables(tables: Tables) -> None:
    """Both requests have read the name before either of them has changed it."""
    names, storage = kept_names.KeptNames(tables), tables.storage
    kept = await stored_name(names, tables, "old")
    table = await tables.creation.create(TableWanted((SeatWanted("me"), SeatWanted("here"))), kept.identity)
    for secret in await asyncio.gather(names.change_secret(kept), names.change_secret(kept)):
        assert await storage.tables_of(hashed(secret), 9) == [table.id]
    with pytest.raises(Refusal, match="faster"):
        await names.forget(kept)
    changed = await names.of_browser(hashed(secret))
    assert changed is not None
    await asyncio.gather(names.forget(changed), names.forget(changed))
    assert await storage.tables_of(changed.identity, 9) == [table.id]
    assert await names.of_browser(changed.identity) is None


def test_two_servers_do_not_remove_the_last_two_passkeys(database: str) -> None:
    engines = [engine_for(database, writes=True) for _server in range(2)]
    migrate(engines[0])
    with engines[0].begin() as connection:
        stored.keep(connection, KeptName("ann", "Ann", "i", "s", now()), {"ann"}, a_passkey("first"))
        stored.add(connection, a_passkey("second"))

    def remove_first() -> None:
        with engines[1].begin() as connection:
            stored.remove(connection, "ann", "first")

    with ThreadPoolExecutor() as other:
        with engines[0].begin() as connection:
            stored.remove(connection, "ann", "second")
            removed = other.submit(remove_first)
            wait([removed], timeout=0.5)
        with pytest.raises(InvalidOption, match="only passkey"):
            removed.result()
    for engine in engines:
        engine.dispose()


def a_passkey(id_: str) -> stored.Passkey:
    return stored.Passkey(id_, "ann", b"", 0, now())


async def test_tables_are_brought_to_no_secret_that_was_changed_meanwhile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, storage = kept_names.KeptNames(tables), tables.storage
    kept = await stored_name(names, tables, "old")
    table = await tables.creation.create(TableWanted((SeatWanted("me"), SeatWanted("here"))), "c" * 64)

    async def signed(_challenge: str) -> str:
        return kept_names.SIGN_IN

    async def nobody(_browser: str | None) -> None:
        """Another browser signs all out just now."""
        await names.change_secret(kept)

    monkeypatch.setattr(kept_names, "read_credential", lambda _sent: kept_names.Signed({}, kept.id, ""))
    monkeypatch.setattr(kept_names, "check_signature", lambda *_signed: 1)
    monkeypatch.setattr(names, "_take", signed)
    monkeypatch.setattr(names, "of_browser", nobody)
    with pytest.raises(Refusal, match="faster"):
        await names.sign_in(kept_names.Site("", ""), {}, "c" * 64, brings=True)
    assert await storage.tables_of("c" * 64, 9) == [table.id]


async def stored_name(names: kept_names.KeptNames, tables: Tables, secret: str) -> KeptName:
    """A name whose browsers show this secret, with a passkey of the same id."""
    kept = KeptName("annannanna", "Annie", hashed(secret), names._sealed(secret), now())
    first = stored.Passkey(kept.id, kept.id, b"", 0, now())
    await tables.storage.write(stored.keep, kept, {"annie"}, first)
    return kept


def test_who_signs_in_finds_the_tables_also_where_the_key_of_the_server_has_changed(tmp_path: Path) -> None:
    with serve(settings_for(tmp_path)) as before:
        ann, table = before.seated("me", "here", seed=1)
        passkey = keep(ann, "Ann")
    with serve(settings_for(tmp_path, key=b"other" * 8)) as after:
        bea = after.person()
        passkey.origin = after.address
        assert sign_in(bea, passkey).status_code == 200
        assert tables_of(bea) == {table}


def test_without_the_library_nothing_is_offered(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = served.person()
    assert 'href="/name"' in ann.http.get("/").text
    monkeypatch.setattr(kept_names, "find_spec", lambda _name: None)
    assert 'href="/name"' not in ann.http.get("/").text
    assert ann.http.get("/name").status_code == 404
    assert ann.http.post("/api/tables", json=TWO_SEATS).status_code == 201
