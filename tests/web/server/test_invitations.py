"""Links to seats and for spectators: to look at one changes nothing, its button does."""

import pytest

from openabyss.server.credentials import COOKIE
from tests.web.pages.reading import Reader
from tests.web.server.serving import TWO_SEATS, Person, Served, hidden_fields

HTML = {"accept": "text/html"}


def invited(served: Served, seat: str = "1") -> tuple[Person, str, str]:
    """A host, the table, and the link to a seat, or the one for spectators."""
    ann, table = served.seated("me", "friend")
    links = ann.links(table)
    return ann, table, links["spectators"] if seat == "spectators" else links["seats"][seat]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("seat", ["1", "spectators"])
@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_to_look_at_a_link_takes_nothing(served: Served, seat: str, method: str) -> None:
    """Chats and mail programs fetch links to show what lies there, and browsers before anybody clicks."""
    ann, table, link = invited(served, seat)
    before = ann.look(table)["people"]
    for headers in (HTML, {"accept": "*/*"}, {"purpose": "prefetch", "sec-purpose": "prefetch"}):
        preview = served.person().http.request(method, link, headers=headers)
        assert preview.status_code == 200
        assert "set-cookie" not in preview.headers
    assert ann.look(table)["people"] == before
    assert served.app.state.tables.registry.in_memory[0].watchers == set()
    bob = served.person()
    assert bob.http.post(link).status_code == 303
    assert bob.look(table)["people"][1]["local"] is (seat == "1")


def test_a_guest_chooses_a_name(served: Served) -> None:
    _ann, table, link = invited(served)
    bob = served.person()
    page = Reader(bob.http.get(link, headers=HTML).text)
    assert "At the table: Captain." in page.text, "the seat that waits for the guest is nobody's"
    assert link in [form.action for form in page.forms]
    answer = bob.http.post(link, data={"name": "  Bob  the Crab "})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    assert bob.look(table)["people"][1]["name"] == "Bob the Crab"


def test_somebody_who_waits_at_the_page_of_who_plays_is_here(served: Served) -> None:
    ann, bob, table = served.two_people()
    assert not bob.look(table)["people"][0]["connected"]
    ann.http.get(f"/t/{table}/lobby")
    assert bob.look(table)["people"][0]["connected"]


@pytest.mark.parametrize("name", ["", "  ", "captain", "a\u202eb", "x" * 40])
def test_joining_asks_for_a_name_and_one_that_cannot_be_takes_no_seat(served: Served, name: str) -> None:
    ann, table, link = invited(served)
    bob = served.person()
    assert 'value=""' in bob.http.get(link, headers=HTML).text
    answer = bob.http.post(link, data={"name": name}, headers=HTML)
    assert answer.status_code == 422
    assert 'id="name-error"' in answer.text
    assert ("Tell the others your name." in answer.text) is (not name.strip())
    assert ann.look(table)["people"][1]["kind"] == "open"


def test_nobody_new_comes_to_a_game_that_is_over(served: Served) -> None:
    ann, table, link = invited(served)
    lobby, headers = f"/t/{table}/lobby", {"Origin": ann.address}
    assert link in ann.http.get(lobby).text
    ann.http.post(lobby, data={"do": "scored", "seat": "0", "sure": "1"}, headers=headers)
    page = ann.http.get(lobby).text
    assert "The game is over." in page
    assert f'href="/t/{table}/results"' in page
    assert [text for text in (link, "Put it on the list", "Send each friend") if text in page] == []
    refused = ann.http.post(lobby, data={"do": "put-on-list"}, headers=headers)
    assert (refused.status_code, "The game is over." in refused.text) == (400, True)
    for method in ("GET", "POST"):
        refused = served.person().http.request(method, link, headers=HTML)
        assert (refused.status_code, "The game is over." in refused.text) == (409, True)
    links = f"/api/tables/{table}/links"
    assert ann.http.get(links).json()["seats"] == {"0": None, "1": None}
    assert ann.http.post(f"{links}/1", headers=headers).status_code == 409
    assert ann.http.post(f"{links}/0", headers=headers).status_code == 200  # One's own, for another device.


def test_a_guest_is_suggested_the_name_of_the_last_game(served: Served) -> None:
    _ann, _table, link = invited(served)
    bob = served.person()
    bob.http.post(link, data={"name": "Bób & Co"})
    _eve, _other, another = invited(served)
    assert 'value="Bób &amp; Co"' in bob.http.get(another, headers=HTML).text


def test_a_program_may_join_without_a_name(served: Served) -> None:
    ann, table, link = invited(served)
    assert served.person().http.post(link).status_code == 303
    assert ann.look(table)["people"][1]["name"] == "Friend"


def test_whoever_sits_there_already_is_led_to_the_table(served: Served) -> None:
    ann, table, link = invited(served)
    bob = served.person()
    bob.http.post(link)
    answer = bob.http.get(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    assert served.person().http.get(link, headers=HTML).status_code == 403
    assert ann.http.post(f"/api/tables/{table}/links/1").status_code == 403, "Bob may come back"
    new = bob.http.post(f"/api/tables/{table}/links/1").json()["link"]
    page = served.person().http.get(new, headers=HTML)
    assert "moves to this browser" in page.text
    assert bob.look(table)["people"][1]["local"]


def test_whoever_presses_twice_before_the_first_answer_has_the_seat(served: Served) -> None:
    _ann, table, link = invited(served)
    bob = served.person()
    forms = [hidden_fields(bob.http.get(link, headers=HTML).text) for _copy in range(2)]
    assert served.person().http.post(link, data={"name": "Bob", **forms[0]}).status_code == 303
    assert served.person().http.post(link, data={"name": "Eve", **forms[1]}).status_code == 403
    assert bob.http.post(link, data={"name": "Bob", **forms[0]}).status_code == 303
    assert bob.look(table)["people"][1]["local"]
    assert bob.http.cookies[COOKIE] not in forms[0].values()


@pytest.mark.parametrize("chosen", ["chosen-by-somebody-else", "x" * 43, "a"])
def test_a_secret_that_the_server_has_not_made_opens_nothing(served: Served, chosen: str) -> None:
    """Somebody who puts a secret of their own into another browser would hold its seats."""
    _ann, table, link = invited(served)
    victim, attacker = served.person(), served.person()
    for person in (victim, attacker):
        person.http.headers["cookie"] = f"{COOKIE}={chosen}"
    assert victim.http.post(link).cookies[COOKIE] != chosen
    laid = victim.http.post("/api/tables", json=TWO_SEATS)
    assert laid.cookies[COOKIE] != chosen
    for id_ in (table, laid.json()["table"]):
        assert attacker.http.get(f"/api/tables/{id_}").status_code == 403


def test_a_secret_of_the_server_is_kept(served: Served) -> None:
    ann, eve = served.person(), served.person()
    ann.new_table("friend", "friend")
    secret = ann.cookie
    table = ann.new_table("me", "here")
    assert ann.cookie == secret
    eve.http.post(ann.links(table)["spectators"])
    watching = eve.cookie
    eve.new_table("me", "here")
    assert eve.cookie == watching
