"""What the operator of a server can do about what people say and how they call themselves."""

import random
import re
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from openabyss.cli import main
from openabyss.client.protocol import NOT_HERE, RESTARTING
from openabyss.errors import InvalidOption
from openabyss.server.limits import SIGN_INS_A_MINUTE
from openabyss.server.pages.operator_page import COOKIE
from openabyss.server.settings import settings_from
from tests.web.server.serving import Served, Sitting, change_stored, serve, settings_for, wait_until
from tests.web.server.test_open_tables import send

TOKEN = "a secret of the operator"


@pytest.fixture
def kept(home: Path) -> Iterator[Served]:
    """A server with an operator, whose folder the commands find."""
    with serve(settings_for(home, operator_token=TOKEN)) as running:
        yield running


@pytest.fixture
def operator(kept: Served) -> httpx.Client:
    """The browser of the operator, who has signed in."""
    http = kept.person().http
    answer = http.post("/operator", data={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/operator")
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/operator"))
    return http


def say(sitting: Sitting, text: str, name: str = "c") -> dict[str, Any]:
    return sitting.ask(type="chat", id=name, text=text)


def seen(sitting: Sitting) -> list[str]:
    return [line["text"] for line in sitting.welcome["chat"]]


def voices(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'name="voice" value="(\w{16})"', page)))


def test_spectators_talk_among_themselves_until_the_game_is_over(served: Served) -> None:
    ann, table = served.seated("me", "random", seed=5)
    eve = served.person()
    eve.http.post(ann.links(table)["spectators"])
    with ann.at(table) as player, eve.at(table) as spectator:
        assert say(spectator, "take the Jailer!")["type"] == "ack"
        assert say(player, "hello")["type"] == "ack"
        assert spectator.hear("chat")["text"] == "take the Jailer!"
        assert spectator.hear("chat")["text"] == "hello"
        heard = player.hear("chat")["text"], *(line.get("text") for line in player.heard)
        assert "take the Jailer!" not in heard
    with ann.at(table) as player, eve.at(table) as spectator:
        assert (seen(player), seen(spectator)) == (["hello"], ["take the Jailer!", "hello"])
    live = served.app.state.tables.registry.in_memory[0]
    browser = live.seats[0].browser
    assert live.hears(browser, None) is False
    with ann.at(table) as player:
        assert player.play(random.Random(1))["over"]
    assert live.hears(browser, None)


def test_without_a_token_there_is_no_page_of_the_operator(served: Served) -> None:
    http = served.person().http
    assert [http.get(path).status_code for path in ("/operator", "/operator/abcdefghij")] == [404, 404]
    assert http.post("/operator", data={"token": ""}).status_code == 404


def test_the_page_opens_for_the_token_alone(kept: Served, operator: httpx.Client) -> None:
    stranger, table = kept.seated("me", "here")
    assert operator.get(f"/operator/{table}").status_code == 200
    assert "a secret" not in operator.get("/operator").text
    for cookie in ("", "9999999999.x", operator.cookies[COOKIE].replace("1", "2")):
        stranger.http.cookies.set(COOKIE, cookie, path="/operator")
        assert table not in stranger.http.get("/operator").text
        assert stranger.http.get(f"/operator/{table}").status_code == 403
        assert stranger.http.post(f"/operator/{table}", data={"do": "close_chat"}).status_code == 403
    foreign = {"Origin": "https://elsewhere.example"}
    assert operator.post(f"/operator/{table}", data={"do": "close_chat"}, headers=foreign).status_code == 403
    operator.post("/operator", data={"do": "sign-out"})
    assert operator.get(f"/operator/{table}").status_code == 403


def test_a_table_is_found_by_its_address_too(kept: Served, operator: httpx.Client) -> None:
    _ann, table = kept.seated("me", "here")
    for typed in (
        table,
        f" {table.upper()}",
        f"https://abyss.example/t/{table}",
        f"/t/{table}/lobby?seat=1#x",
    ):
        found = operator.get("/operator", params={"table": typed})
        assert found.headers["location"] == f"/operator/{table}"
    for typed in ("nothing", "https://abyss.example/t/", "http://["):
        assert "There is no such table." in operator.get("/operator", params={"table": typed}).text
    unknown = operator.get("/operator/aaaaaaaaaa")
    assert unknown.status_code == 404
    assert "There is no such table." in unknown.text


def test_whose_session_has_ended_signs_in_again_where_they_are(kept: Served) -> None:
    ann, table = kept.seated("me", "here")
    for answer in (
        ann.http.get(f"/operator/{table}"),
        ann.http.post(f"/operator/{table}", data={"do": "delete", "sure": "yes"}),
        ann.http.post("/operator", data={"do": "sign-out"}),
    ):
        assert answer.status_code == 403
        assert "Sign in first" in answer.text
        assert 'name="token"' in answer.text
    assert ann.http.get(f"/t/{table}").status_code == 200
    signed_in = ann.http.post(f"/operator/{table}", data={"token": TOKEN})
    assert (signed_in.status_code, signed_in.headers["location"]) == (303, f"/operator/{table}")
    assert "Delete" in ann.http.get(f"/operator/{table}").text
    assert kept.person().http.post(f"/operator/{table}", data={"token": "a guess"}).status_code == 403


def test_nobody_tries_one_token_after_another(kept: Served) -> None:
    http = kept.person().http
    answers = [
        http.post("/operator", data={"token": f"guess {number}"}).status_code
        for number in range(SIGN_INS_A_MINUTE + 1)
    ]
    assert answers == [403] * SIGN_INS_A_MINUTE + [429]


def test_a_closed_chat_shows_nothing_and_nobody_speaks(kept: Served, operator: httpx.Client) -> None:
    ann, table = kept.seated("me", "random")
    with ann.at(table) as sitting:
        say(sitting, "hello")
        operator.post(f"/operator/{table}", data={"do": "close_chat"})
        assert sitting.until_closed() == RESTARTING
    with ann.at(table) as sitting:
        assert (seen(sitting), sitting.welcome["is_chat_closed"]) == ([], True)
        assert "closed this chat" in say(sitting, "again", "d")["message"]
    assert "closed this chat" in ann.http.get(f"/t/{table}/text").text
    operator.post(f"/operator/{table}", data={"do": "open_chat"})
    with ann.at(table) as sitting:
        assert (seen(sitting), sitting.welcome["is_chat_closed"]) == (["hello"], False)


def test_who_is_muted_speaks_nowhere_a_spectator_neither(kept: Served, operator: httpx.Client) -> None:
    ann, table = kept.seated("me", "here")
    eve = kept.person()
    eve.http.post(ann.links(table)["spectators"])
    other = eve.new_table("me", "here")
    with eve.at(table) as sitting:
        say(sitting, "rude words")
        (voice,) = set(voices(operator.get(f"/operator/{table}").text)[1:])
        muting = {"do": "mute", "voice": voice}
        assert operator.post(f"/operator/{table}", data=muting).status_code == 303
        again = operator.post(f"/operator/{table}", data=muting)
        assert (again.status_code, "This voice is muted already." in again.text) == (400, True)
        assert operator.get("/operator").text.count(">muted<") == 1
        assert say(sitting, "more", "d")["code"] == "forbidden"
    with eve.at(other) as elsewhere, ann.at(table) as at_first:
        assert say(elsewhere, "more", "e")["code"] == "forbidden"
        assert say(at_first, "peace", "f")["type"] == "ack"
    assert voice in operator.get("/operator").text
    operator.post("/operator", data={"do": "unmute", "voice": voice})
    with eve.at(other) as elsewhere:
        assert say(elsewhere, "sorry", "g")["type"] == "ack"
    assert operator.post("/operator", data={"do": "unmute", "voice": voice}).status_code == 400
    strange = operator.post(f"/operator/{table}", data={"do": "mute", "voice": "0" * 16})
    assert strange.status_code == 400


def test_a_name_goes_from_the_seat_and_from_the_chat(kept: Served, operator: httpx.Client) -> None:
    ann, table = kept.seated("me", "here", seed=3)
    ann.rename(table, 0, "Rude")
    with ann.at(table) as sitting:
        say(sitting, "hello")
        operator.post(f"/operator/{table}", data={"do": "remove_name", "seat": "0"})
        assert sitting.until_closed() == RESTARTING
    renamed = send(ann, f"/t/{table}/lobby", do="rename", seat="0", name="Ruder")
    assert "has removed your name" in renamed.text
    with ann.at(table) as sitting:
        assert sitting.welcome["chat"][0]["name"] == "Player 1"
        assert sitting.hear("update")["people"][0]["name"] == "Player 1"
    assert "Rude" in operator.get("/operator").text
    assert "Rude" not in operator.get(f"/operator/{table}").text
    assert operator.post(f"/operator/{table}", data={"do": "remove_name", "seat": "9"}).status_code == 400


def test_a_deleted_table_is_gone_for_everybody(kept: Served, operator: httpx.Client) -> None:
    ann, table = kept.seated("me", "here")
    with ann.at(table) as sitting:
        assert operator.post(f"/operator/{table}", data={"do": "delete"}).status_code == 422
        operator.post(f"/operator/{table}", data={"do": "delete", "sure": "yes"})
        assert sitting.until_closed() == NOT_HERE
    assert ann.http.get(f"/t/{table}").status_code == 404
    assert operator.get(f"/operator/{table}").status_code == 404


@pytest.mark.parametrize("what", ["speak", "answer", "rename", "new link", "watch link", "orders"])
def test_who_acts_at_a_table_that_was_tidied_away_learns_it(
    served: Served, tmp_path: Path, what: str
) -> None:
    ann, table = served.seated("me", "medium", seed=3)
    with ann.at(table) as sitting:
        sitting.until_asked()
        change_stored(tmp_path, "DELETE FROM tables")
        with suppress(ConnectionClosed):
            if what in ("speak", "answer"):
                _heard = say(sitting, "hello") if what == "speak" else sitting.answer_first()
            elif what == "orders":
                sitting.ask(type="orders", id="o", seat=0, orders={"offers": [{"does": "decline"}]})
            elif what == "rename":
                assert ann.rename(table, 0, "Anne").status_code == 404
            elif what == "new link":
                assert ann.http.post(f"/api/tables/{table}/links/0").status_code == 404
            else:
                origin = {"Origin": served.address}
                made = ann.http.post(f"/t/{table}/lobby", data={"do": "new-watch-link"}, headers=origin)
                assert made.status_code == 404
        assert sitting.until_closed() == NOT_HERE


def test_after_a_rematch_was_deleted_the_table_offers_another(kept: Served, operator: httpx.Client) -> None:
    with kept.sitting("me", "medium") as sitting:
        sitting.hear("update")
        sitting.ask(type="concede", id="c", seat=0)
        for _time in range(2):
            url = sitting.ask(type="rematch", id="again")["url"]
            while not sitting.update["rematch_url"]:
                sitting.hear("update")
            operator.post(url.replace("t", "operator", 1), data={"do": "delete", "sure": "yes"})
            assert sitting.hear("update")["rematch_url"] is None


def test_commands_do_the_same_while_the_server_runs(kept: Served, capsys: Any) -> None:
    ann, table = kept.seated("me", "here")
    with ann.at(table) as sitting:
        say(sitting, "hello")
        main(["admin", "people", table])
        shown = capsys.readouterr().out
        assert "Captain: hello" in shown
        voice = shown.split()[0]
        assert main(["admin", "close-chat", table]) == 0
        assert sitting.until_closed() == RESTARTING
    for task in (
        ["open-chat", table],
        ["mute", table, voice],
        ["unmute", voice],
        ["remove-name", table, "1"],
    ):
        assert main(["admin", *task]) == 0
    for none in (["remove-name", table, "9" * 20], ["people", "a\udcff"], ["mute", table, "Žofie"]):
        with pytest.raises(SystemExit) if none[0] != "remove-name" else nullcontext():
            assert main(["admin", *none]) == 2
        assert ("has no seat" if none[0] == "remove-name" else "ASCII") in capsys.readouterr().err
    assert main(["admin", "delete", table]) == 0
    wait_until(lambda: ann.http.get(f"/t/{table}").status_code == 404)
    assert main(["admin", "delete", table]) != 0
    capsys.readouterr()
    main(["admin", "deeds"])
    kinds = [line.split("  ")[2] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["close_chat", "open_chat", "mute", "unmute", "remove_name", "delete"]


def test_a_token_must_be_long(tmp_path: Path) -> None:
    folder = {"OPENABYSS_DATA": str(tmp_path)}
    assert settings_from(folder).operator_token == ""
    assert "secret" not in repr(settings_from({**folder, "OPENABYSS_OPERATOR_TOKEN": TOKEN}))
    with pytest.raises(InvalidOption, match="OPENABYSS_OPERATOR_TOKEN"):
        settings_from({**folder, "OPENABYSS_OPERATOR_TOKEN": "short"})
