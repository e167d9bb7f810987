"""The protocol over a real socket: hello, commands, stale and repeated ones, undo, people, chat, rematch."""

import json
import random
from hashlib import blake2b
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from openabyss.play.game import Game
from openabyss.table.view import view
from tests.web.server.serving import SECONDS, Served, Sitting, serve, settings_for

Position = dict[str, Any]


def test_a_whole_game_against_computers(served: Served) -> None:
    ann, table = served.seated("me", "medium", "random", kraken=True, leviathan=True, seed=11)
    with ann.at(table) as sitting:
        last = sitting.play(random.Random(2))
    assert last["over"]
    assert (last["seed"], last["results_url"]) == ("11", f"/t/{table}/results")
    record = ann.http.get(f"/t/{table}/record.json").json()
    game = Game.from_record(record)
    assert game.is_over
    assert last["view"] == view(game.state, 0).to_dict()
    compact = json.dumps(last["view"], separators=(",", ":")).encode()
    assert last["hash"] == blake2b(compact, digest_size=8).hexdigest()
    assert [row["score"] for row in last["preview"]] == game.scores == last["view"]["scores"]


def test_the_welcome_tells_who_one_is(served: Served) -> None:
    with served.sitting("me", "here", "medium", seat=1) as sitting:
        assert (sitting.welcome["seat"], sitting.welcome["seats"]) == (1, [0, 1])
        assert "medium" in sitting.welcome["levels"]


def look_from_asked(sitting: Sitting) -> int:
    """Look from the seat that is asked now; returns it."""
    if not sitting.update:
        sitting.hear("update")
    seat: int = sitting.update["question"]["player"]
    if seat != sitting.welcome["seat"]:
        sitting.say(type="hello", seat=seat)
        sitting.welcome = sitting.hear("welcome")
        sitting.hear("update")
    return seat


def first_answer(sitting: Sitting) -> str:
    return str(sitting.update["question"]["actions"][0]["text"])


def test_a_repeated_command_is_acknowledged_without_effect(served: Served) -> None:
    ann, table = served.seated("me", "here")
    with ann.at(table) as sitting:
        seat, action = look_from_asked(sitting), first_answer(sitting)
        first = sitting.answer(action, id="same", seat=seat, revision=0)
        again = sitting.answer(action, id="same", seat=seat, revision=0)
    assert first == again == {"type": "ack", "id": "same", "revision": 1}
    assert ann.look(table)["revision"] == 1


def test_two_equal_commands_sent_at_once_count_once(served: Served) -> None:
    """Bug of another site: a double click sent two undos and ended a game."""
    with served.sitting("me", "here") as sitting:
        seat, action = look_from_asked(sitting), first_answer(sitting)
        for _click in range(2):
            sitting.say(type="answer", id="click", revision=0, seat=seat, action=action)
        answers = [sitting.hear("ack", "refused") for _click in range(2)]
    assert answers == [{"type": "ack", "id": "click", "revision": 1}] * 2


def test_a_command_is_acknowledged_before_the_update_that_contains_it(served: Served) -> None:
    with served.sitting("me", "random", "random", seed=3) as sitting:
        for _answer in range(10):
            sitting.until_asked()
            sitting.answer_first()
    shown = -1
    for message in sitting.heard:
        shown = message["revision"] if message["type"] == "update" else shown
        assert message["type"] != "ack" or message["revision"] > shown


def test_a_stale_command_is_refused_with_the_newest_update(served: Served) -> None:
    ann, table = served.seated("me", "here", seed=1)
    with ann.at(table) as first, ann.at(table) as second:
        seat, action = look_from_asked(first), first_answer(first)
        assert look_from_asked(second) == seat
        assert first.answer(action, seat=seat)["type"] == "ack"
        refused = second.ask(type="answer", id="late", revision=0, seat=seat, action=action)
        assert (refused["code"], refused["id"], refused["revision"]) == ("stale", "late", 1)
        second.until(lambda update: update["revision"] == 1)


def test_an_illegal_command_is_refused_in_words(served: Served) -> None:
    ann, table = served.seated("me", "medium")
    with ann.at(table) as sitting:
        update = sitting.until_asked()
        refused = sitting.answer("zone:3")
        assert (refused["code"], "Legal here" in refused["message"]) == ("illegal", True)
        assert sitting.answer("nonsense")["code"] == "unreadable"
        assert sitting.do("pay", cards=["J1"], nebulis=0)["code"] == "illegal"
        assert ann.look(table)["revision"] == update["revision"]


def test_a_foreign_seat_cannot_be_played(served: Served) -> None:
    _ann, bob, table = served.two_people()
    with bob.at(table) as sitting:
        sitting.hear("update")
        assert sitting.answer("pass", seat=0)["code"] == "forbidden"
        assert sitting.ask(type="hello", seat=0)["code"] == "forbidden"


def test_a_friend_comes_by_a_link_and_both_see_it(served: Served) -> None:
    ann, bob = served.person(), served.person()
    table = ann.new_table("me", "friend")
    with ann.at(table) as sitting:
        assert [person["kind"] for person in sitting.hear("update")["people"]] == ["person", "open"]
        answer = bob.http.post(ann.links(table)["seats"]["1"])
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
        assert [person["kind"] for person in sitting.hear("update")["people"]] == ["person", "person"]
        with bob.at(table) as other:
            assert other.welcome["seat"] == 1
            people = sitting.hear("presence")["people"]
            assert [person["connected"] for person in people] == [True, True]
            assert [person["local"] for person in people] == [True, False]
        assert [person["connected"] for person in sitting.hear("presence")["people"]] == [True, False]


def test_two_people_at_one_screen_see_one_hand_each(served: Served) -> None:
    with served.sitting("me", "here", seat=0) as sitting:
        assert [seat["hand"] is None for seat in sitting.hear("update")["view"]["seats"]] == [False, True]
        sitting.say(type="hello", seat=1, have=0)
        assert sitting.hear("welcome")["seat"] == 1
        update = sitting.hear("update")
        assert [seat["hand"] is None for seat in update["view"]["seats"]] == [True, False]
        assert update["log_from"] == 0


def test_spectators_see_no_hand_and_cannot_act(served: Served) -> None:
    ann, eve = served.person(), served.person()
    table = ann.new_table("me", "medium")
    assert eve.http.post(ann.links(table)["spectators"]).status_code == 303
    with eve.at(table) as sitting:
        update = sitting.hear("update")
        assert (sitting.welcome["seat"], sitting.welcome["seats"]) == (None, [])
        assert all(seat["hand"] is None for seat in update["view"]["seats"])
        assert update["offers"] == []
        assert sitting.answer("pass", seat=0)["code"] == "forbidden"
        assert sitting.do("undo", seat=0)["code"] == "forbidden"
        assert eve.http.get(f"/api/tables/{table}/links").status_code == 403


def test_whoever_has_no_link_sees_nothing(served: Served) -> None:
    ann, eve = served.person(), served.person()
    table = ann.new_table("me", "medium")
    assert eve.http.get(f"/api/tables/{table}").status_code == 403
    assert eve.http.get(f"/t/{table}", headers={"accept": "application/json"}).status_code == 403
    with eve.socket(table) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(SECONDS)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_undo_redo_and_restart(served: Served) -> None:
    with served.sitting("me", "here", seed=4) as sitting:
        play_until_undoable(sitting)
        seat, revision = sitting.welcome["seat"], sitting.update["revision"]
        assert sitting.do("undo", seat=seat)["type"] == "ack"
        taken_back = sitting.update
        assert (taken_back["undone"], taken_back["events"]) == (True, [])
        assert taken_back["undo"]["can_redo"]
        assert sitting.do("redo", seat=seat)["revision"] == revision + 2
        assert sitting.do("restart", seat=seat)["type"] == "ack"
        assert not sitting.update["undo"]["can_restart"]
        assert sitting.do("undo", seat=seat, id="none")["type"] in ("refused", "ack")


def play_until_undoable(sitting: Sitting) -> None:
    """Both seats answer at random until one may take something back in its turn."""
    chooser = random.Random(1)
    for _decision in range(300):
        look_from_asked(sitting)
        if sitting.update["undo"]["can_restart"]:
            return
        actions = sitting.update["question"]["actions"]
        kept = [action for action in actions if not action["reveals"]] or actions
        assert sitting.answer(chooser.choice(kept)["text"])["type"] == "ack"
    raise AssertionError("nobody could ever take anything back")


def test_an_answer_marked_as_revealing_cannot_be_taken_back(served: Served) -> None:
    ann, table = served.seated("me", "here", kraken=True, seed=9)
    chooser, marked = random.Random(5), {True: 0, False: 0}
    with ann.at(table) as sitting:
        sitting.hear("update")
        for _decision in range(150):
            if sitting.update["over"]:
                break
            look_from_asked(sitting)
            action = chooser.choice(sitting.update["question"]["actions"])
            assert sitting.answer(action["text"])["type"] == "ack"
            assert sitting.update["undo"]["can_undo"] is not action["reveals"]
            marked[action["reveals"]] += 1
    assert min(marked.values()) > 5


def test_reconnecting_brings_what_was_missed(served: Served) -> None:
    ann, table = served.seated("me", "medium", seed=3)
    with ann.at(table) as sitting:
        sitting.until_asked()
        have, lines = sitting.update["revision"], sitting.update["log"]
        sitting.answer_first()
        sitting.until_asked()
    with ann.at(table, have=have) as sitting:
        missed = sitting.hear("update")
    whole = ann.look(table)["log"]
    assert missed["events"]
    assert [line for line in lines_of(sitting) if line["n"] >= missed["log_from"]] == missed["log"]
    assert whole[-len(missed["log"]) :] == missed["log"]
    assert lines


def lines_of(sitting: Sitting) -> list[dict[str, Any]]:
    return [line for message in sitting.heard if message["type"] == "update" for line in message["log"]]


def test_chat_reaches_everybody_once(served: Served) -> None:
    ann, bob, table = served.two_people()
    with ann.at(table) as first, bob.at(table) as second:
        text = "hello <script>alert(1)</script>\x00\u202e"
        for _twice in range(2):
            answer = first.ask(type="chat", id="t1", text=text)
            assert (answer["type"], answer["id"]) == ("ack", "t1")
        said = second.hear("chat")
        assert (said["seat"], said["text"]) == (0, "hello <script>alert(1)</script>")
        assert first.ask(type="chat", id="t2", text="\x01 ")["code"] == "unreadable"
    with bob.at(table) as later:
        assert [line["text"] for line in later.welcome["chat"]] == [said["text"]]


def test_an_absent_seat_is_played_by_a_computer_and_taken_back(served: Served) -> None:
    ann, bob, table = served.two_people(seed=2, grace=0)
    with ann.at(table) as sitting:
        sitting.hear("update")
        with bob.at(table) as other:
            other.hear("update")
            assert sitting.ask(type="seat", id="s0", seat=1, computer="medium")["code"] == "forbidden"
        sitting.hear("presence")
        assert sitting.ask(type="seat", id="s1", seat=1, computer="nobody")["code"] == "unreadable"
        assert sitting.ask(type="seat", id="s2", seat=1, computer="medium")["type"] == "ack"
        update = sitting.until_asked()
        assert update["people"][1]["level"] == "medium"
        assert "A computer (medium) is playing for" in str(update["log"]) + str(lines_of(sitting))
        assert sitting.ask(type="seat", id="s3", seat=1, computer=None)["code"] == "forbidden"
    with bob.at(table) as other:
        other.hear("update")
        assert other.ask(type="seat", id="s4", seat=1, computer=None)["type"] == "ack"
        other.until(lambda update: update["people"][1]["level"] is None)


def test_every_open_answer_is_explained_to_the_seat_that_is_asked(served: Served) -> None:
    with served.sitting("me", "medium") as sitting:
        update = sitting.until_asked()
        told = sitting.ask(type="explain", id="e", seat=0)
        assert (told["id"], told["seat"], told["revision"]) == ("e", 0, update["revision"])
        labels = {action["text"]: action["label"] for action in update["question"]["actions"]}
        assert {one["action"]: one["label"] for one in told["answers"]} == labels
        assert all(one["means"] for one in told["answers"])
        assert sitting.ask(type="explain", id="other", seat=1)["code"] == "forbidden"
        sitting.ask(type="concede", id="c", seat=0)
        assert sitting.ask(type="explain", id="over", seat=0)["answers"] == []


def test_a_whole_payment_is_explained_to_the_seat_that_may_pay(served: Served) -> None:
    with served.sitting("me", "medium", seed=3) as sitting:
        offer = offer_to_pay(sitting)

        def explained(cards: list[str]) -> Any:
            action = " ".join([f"pay:{offer['lord']}", *cards])
            told = sitting.ask(type="explain", id="e", seat=0, action=action)
            return told["answers"][0] if told["type"] == "explained" else told["code"]

        for payment in offer["payments"]:
            assert payment in explained(payment["cards"])["payments"]
            assert explained(payment["cards"])["label"]
        assert explained([])["means"] == "Tap the cards that you want to spend."
        assert "payments" not in explained([])
        assert explained(["X5"]) == "unreadable"


def offer_to_pay(sitting: Sitting) -> dict[str, Any]:
    """A lord that the seat may recruit now, having played until it could."""
    while True:
        update = sitting.until_asked()
        offers: list[dict[str, Any]] = [one for one in update["offers"] if one["payments"]]
        if offers:
            return offers[0]
        sitting.answer(update["question"]["actions"][0]["text"])


def test_hints_are_legal_and_told_to_nobody_else(served: Served) -> None:
    with served.sitting("me", "medium") as sitting:
        update = sitting.until_asked()
        actions = {action["text"]: action["label"] for action in update["question"]["actions"]}
        hint = sitting.ask(type="hint", id="h")
        assert (hint["seat"], hint["revision"]) == (0, update["revision"])
        assert actions[hint["action"]] == hint["text"]
        sitting.answer(hint["action"])
        if not sitting.update["question"]["mine"]:
            assert sitting.ask(type="hint", id="h2")


def test_a_rematch_moves_the_seats_on_by_one_and_spectators_follow(served: Served) -> None:
    ann, bob, table = served.two_people("medium", seed=8)
    eve = served.person()
    assert eve.http.post(ann.links(table)["spectators"]).status_code == 303
    with ann.at(table) as sitting, bob.at(table) as other:
        sitting.hear("update")
        assert sitting.ask(type="rematch", id="early")["code"] == "illegal"
        for one, seat in ((sitting, 0), (other, 1)):
            assert one.ask(type="seat", id="auto", seat=seat, computer="medium")["type"] == "ack"
        while playing := [one for one in (sitting, other) if not one.update.get("over")]:
            # In turn: whose messages nobody reads for long is cut off.
            for one in playing:
                one.receive()
        first = sitting.ask(type="rematch", id="r1")
        assert other.ask(type="rematch", id="r2")["url"] == first["url"]
    follows = first["url"].removeprefix("/t/")
    assert eve.look(table)["rematch_url"] == ann.look(table)["rematch_url"] == first["url"]
    assert eve.look(follows)["view"]["seat"] is None
    before, after = ann.look(table)["people"], ann.look(follows)["people"]
    assert [person["name"] for person in after] == [before[place]["name"] for place in (1, 2, 0)]
    assert next(summary["seats"] for summary in bob.http.get("/api/tables").json()["tables"]) == [0]


def test_solo_play_against_the_regent(served: Served) -> None:
    with served.sitting("me", "medium", regent=2, seed=3) as sitting:
        update = sitting.until_asked()
        assert update["config"]["regent"] == 2
        assert update["people"][1]["kind"] == "regent"
        assert sitting.play(random.Random(1))["over"]


def test_a_table_goes_on_after_a_restart(tmp_path: Any) -> None:
    with serve(settings_for(tmp_path)) as before:
        ann, table = before.seated("me", "medium", seed=6)
        with ann.at(table) as sitting:
            sitting.until_asked()
            sitting.answer_first()
            before_it = sitting.until_asked()
    with serve(settings_for(tmp_path)) as after:
        again = after.person(ann)
        of_the_reader = dict.fromkeys(("events", "people", "log", "log_from"))
        assert {**again.look(table), **of_the_reader} == {**before_it, **of_the_reader}
        with again.at(table) as sitting:
            assert sitting.play(random.Random(3))["over"]


def test_a_seat_moves_to_another_browser_by_a_new_link(served: Served) -> None:
    ann, bob, bobs_phone = served.person(), served.person(), served.person()
    table = ann.new_table("me", "friend")
    link = ann.links(table)["seats"]["1"]
    assert bob.http.post(link).status_code == 303
    assert bob.http.post(link).status_code == 303
    assert bobs_phone.http.post(link, headers={"accept": "application/json"}).status_code == 403
    assert ann.links(table)["seats"]["1"] is None
    new = bob.http.post(f"/api/tables/{table}/links/1").json()["link"]
    assert bob.http.post(link, headers={"accept": "application/json"}).status_code == 404
    with bob.at(table) as sitting:
        sitting.hear("update")
        assert bobs_phone.http.post(new).status_code == 303
        assert sitting.hear("bye")["reason"] == "replaced"
    assert bobs_phone.look(table)["people"][1]["local"]
    assert bob.http.get(f"/api/tables/{table}").status_code == 403


def test_names_may_be_changed_but_not_taken_from_others(served: Served) -> None:
    ann, table = served.seated("me", "medium")
    assert ann.rename(table, 0, "  Ann   </script> ").json() == {"name": "Ann </script>"}
    for seat, name, status in ((0, "triton", 422), (0, "a\nb", 422), (1, "Bob", 403)):
        assert ann.rename(table, seat, name).status_code == status
    assert ann.look(table)["people"][0]["name"] == "Ann </script>"


def test_when_somebody_is_called_something_else_the_log_comes_again_with_the_new_name(served: Served) -> None:
    ann, table = served.seated("me", "medium", seed=6)
    with ann.at(table) as sitting:
        sitting.until_asked()
        sitting.answer_first()
        sitting.until_asked()
        before = ann.look(table)
        assert ann.rename(table, 0, "Zoë").status_code == 200
        after = sitting.hear("update")
    old, new = before["people"][0]["name"], after["people"][0]["name"]
    assert (new, after["log_from"], after["revision"]) == ("Zoë", 0, before["revision"])
    texts = [line["text"] for line in before["log"]]
    assert any(old in text for text in texts)
    assert [line["text"] for line in after["log"]] == [text.replace(old, new) for text in texts]
    # Who was away when that happened may have old names, too.
    with ann.at(table, have=before["revision"]) as sitting:
        assert sitting.hear("update")["log"] == after["log"]
