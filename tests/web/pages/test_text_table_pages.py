"""The table in words: whole games of every variant with forms alone, and forms that come too late."""

import random
import re
from hashlib import sha256

import pytest

from tests.web.pages.reading import Form, Visitor, play
from tests.web.server.serving import Served, wait_until

GAMES = {
    "base, four": {"kind_2": "medium", "kind_3": "random", "kind_4": "medium"},
    "Kraken": {"kind_2": "medium", "kind_3": "medium", "kraken": "on"},
    "Leviathan, five": {f"kind_{place}": "medium" for place in range(2, 6)} | {"leviathan": "on"},
    "both": {"kind_2": "medium", "kind_3": "random", "kraken": "on", "leviathan": "on"},
}


def laid(visitor: Visitor, wanted: dict[str, str]) -> str:
    """A table against computers of these levels."""
    fields = {"mode": "table", "kind_1": "me", "seed": "7"}
    for name, value in wanted.items():
        is_seat = name.startswith("kind")
        fields |= {name: "computer", name.replace("kind", "level"): value} if is_seat else {name: value}
    return visitor.lay(**fields)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "both" else [pytest.mark.soak]) for game in GAMES]
)
def test_a_whole_game_with_forms_alone(visitor: Visitor, game: str) -> None:
    table = laid(visitor, GAMES[game])
    end = play(visitor, table, random.Random(game))
    assert "See the results" in end.text
    results = visitor.read(f"/t/{table}/results")
    assert "Score sheet" in results.text
    assert "wins with" in results.text or "share the victory" in results.text
    totals = re.search(r'<tr class="total">.*?</tr>', visitor.http.get(f"/t/{table}/results").text, re.S)
    assert totals is not None
    assert totals[0].count("<td") == 1 + len([name for name in GAMES[game] if name.startswith("kind")])


def test_a_whole_game_against_the_regent(visitor: Visitor) -> None:
    table = visitor.lay(mode="solo", regent=3, kraken="on", seed=1)
    text = visitor.read(f"/t/{table}/text").text
    assert "Regent" in text
    assert text.count("house rules") == 1
    over = play(visitor, table, random.Random(1)).text
    assert "See the results" in over
    assert "if the game ended now" not in over


def finished(visitor: Visitor) -> tuple[str, str]:
    """A table that computers have played to its end, and what it promised before."""
    table = visitor.quick()
    promised = visitor.json(f"/api/tables/{table}")["commitment"]
    visitor.http.post(f"/t/{table}/lobby", data={"seat": "0", "do": "replace", "level": "random"})
    wait_until(lambda: visitor.json(f"/api/tables/{table}")["over"])
    return table, promised


def test_results_reveal_the_seed_with_which_the_promise_can_be_checked(visitor: Visitor) -> None:
    table, promised = finished(visitor)
    html = visitor.http.get(f"/t/{table}/results").text
    seed_and_salt = re.search(r"printf &#39;%s&#39; &#39;([^&]+)&#39;", html)
    assert seed_and_salt is not None
    assert sha256(seed_and_salt[1].encode()).hexdigest() == promised
    assert promised in html


def test_a_rematch_has_the_same_people_and_whoever_only_looks_on_starts_none(visitor: Visitor) -> None:
    table, _promised = finished(visitor)
    spectator = visitor.stranger()
    spectator.http.post(visitor.link(table, "s"))
    results = spectator.read(f"/t/{table}/results")
    assert "Score sheet" in results.text
    assert "Play again" not in results.text
    assert spectator.http.post(f"/t/{table}/rematch").status_code == 403
    assert visitor.json(f"/api/tables/{table}")["rematch_url"] is None
    answer = visitor.http.post(f"/t/{table}/rematch", follow_redirects=False)
    again = answer.headers["location"].split("/")[2]
    assert again != table
    assert "Captain" in visitor.read(f"/t/{again}/text").title
    assert until_asked(visitor, again).fields["seat"] == "1"


def test_results_before_the_end_lead_to_the_table(visitor: Visitor) -> None:
    table = visitor.quick()
    answer = visitor.http.get(f"/t/{table}/results", follow_redirects=False)
    assert answer.headers["location"] == f"/t/{table}"


def until_asked(visitor: Visitor, table: str) -> Form:
    """The form with a question to me."""
    for _look in range(50):
        question = visitor.read(f"/t/{table}/text").question
        if question is not None:
            return question
    raise AssertionError("nobody asks")


def test_a_late_form_is_told_kindly_and_changes_nothing(visitor: Visitor) -> None:
    table = visitor.quick()
    form = until_asked(visitor, table)
    button = form.buttons[0]
    visitor.press(form, *button)
    late = visitor.press(Form(form.action, {**form.fields, "id": "another"}), *button, status=409)
    assert "The table had moved on before your answer arrived" in late.text
    assert late.question is None or late.question.fields["revision"] != form.fields["revision"]


def test_the_same_form_twice_counts_once(visitor: Visitor) -> None:
    table = visitor.quick()
    form = until_asked(visitor, table)
    button = form.buttons[0]
    first = visitor.press(form, *button)
    again = visitor.press(form, *button)
    assert first.text == again.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("action", "recruit:999"),
        ("action", "fly"),
        ("pay", "J3"),
        ("pay", "Z9/0"),
        ("take", "redo"),
        ("hat", ""),
    ],
)
def test_an_answer_that_is_not_possible_is_told_and_the_table_stays(
    visitor: Visitor, name: str, value: str
) -> None:
    table = visitor.quick()
    form = until_asked(visitor, table)
    answer = visitor.http.post(form.action, data={**form.fields, name: value})
    assert answer.status_code in (400, 409)
    assert 'role="alert"' in answer.text
    assert 'name="action"' in answer.text


def test_a_hand_is_shown_to_its_owner_alone(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", kind_2="friend", leviathan="on", seed=2)
    mine = visitor.read(f"/t/{table}/text").text
    assert mine.count("1 card (crab 1)") == 1
    watcher = visitor.stranger()
    watcher.http.post(visitor.link(table, "s"))
    seen = watcher.read(f"/t/{table}/text")
    assert "1 card (crab 1)" not in seen.text
    assert seen.question is None


def test_nobody_answers_from_a_foreign_seat(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", kind_2="friend")
    assert visitor.http.get(f"/t/{table}/text?seat=1").status_code == 403
    answer = visitor.http.post(f"/t/{table}/text", data={"seat": "1", "revision": "0", "action": "explore"})
    assert answer.status_code == 403


def test_two_at_one_screen_see_the_hot_seat_page_first(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", name_1="Ann", kind_2="here", name_2="Bea", leviathan="on")
    page = visitor.read(f"/t/{table}/text")
    assert "I am Ann" in page.text
    assert "It is your turn." in page.text
    assert "crab" not in page.text
    page = next(
        found for found in (visitor.read(f"/t/{table}/text?seat={seat}") for seat in (0, 1)) if found.question
    )
    for _answer in range(40):
        if page.question is None:
            break
        page = visitor.press(page.question, *page.question.buttons[0])
    assert "Several of you share this screen" in page.text


def test_a_waiting_page_looks_again_by_itself_and_can_be_told_not_to(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", kind_2="friend")
    watcher = visitor.stranger()
    watcher.http.post(visitor.link(table, "s"))
    assert f"url=/t/{table}/text" in watcher.http.get(f"/t/{table}/text").headers["refresh"]
    still = watcher.http.get(f"/t/{table}/text?look=off")
    assert "refresh" not in still.headers
    assert "Refresh" in still.text


def test_somebody_who_was_replaced_finds_the_way_back(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", kind_2="friend", seed="7")
    visitor.http.post(f"/t/{table}/lobby", data={"seat": "0", "do": "replace", "level": "medium"})
    page = visitor.read(f"/t/{table}/text")
    assert "A computer is playing for you." in page.text
    form = next(form for form in page.forms if form.action.endswith("/lobby"))
    visitor.press(form, "do", "return")
    assert "A computer is playing for you." not in visitor.read(f"/t/{table}/text").text


def test_what_is_said_is_read_as_text(visitor: Visitor) -> None:
    table = visitor.quick()
    form = next(form for form in visitor.read(f"/t/{table}/text").forms if "id" in form.fields)
    page = visitor.press(form, "say", "<i>hello</i> & good luck")
    assert "<i>hello</i> & good luck" in page.text


def test_taking_back_gives_the_question_again(visitor: Visitor) -> None:
    table = visitor.quick()
    chooser = random.Random(5)
    for _answer in range(200):
        form = until_asked(visitor, table)
        recruits = [button for button in form.buttons if button[1].startswith("recruit:")]
        if not recruits:
            visitor.press(form, *chooser.choice(form.buttons))
            continue
        paying = visitor.press(form, *recruits[0])
        undo = next((one for one in paying.forms if ("take", "undo") in one.buttons), None)
        if undo is None:  # The only payment gave itself, and what came to the court cannot be unseen.
            continue
        back = visitor.press(undo, "take", "undo")
        assert back.question is not None
        assert recruits[0] in back.question.buttons
        redo = next(one for one in back.forms if ("take", "redo") in one.buttons)
        again = visitor.press(redo, "take", "redo")
        assert (again.question and again.question.buttons) == (paying.question and paying.question.buttons)
        return
    raise AssertionError("no lord could be recruited")


def test_every_open_answer_is_explained(visitor: Visitor) -> None:
    table = visitor.quick()
    until_asked(visitor, table)
    said = visitor.read(f"/t/{table}/text").text
    assert "What may I do now?" in said
    assert "your action for this turn" in said or "You pay" in said or "track" in said


def test_the_guide_speaks_on_the_text_table_too(visitor: Visitor) -> None:
    table = visitor.learn()
    assert "Welcome to the Abyss!" in visitor.read(f"/t/{table}/text").text


def test_a_guided_game_goes_on_to_its_end_and_is_followed_by_an_ordinary_one(visitor: Visitor) -> None:
    table = visitor.learn()
    play(visitor, table, random.Random(5))
    assert "Score sheet" in visitor.read(f"/t/{table}/results").text
    assert visitor.http.get(f"/t/{table}/record.json").json()["config"]["position"]
    again = visitor.http.post(f"/t/{table}/rematch")
    assert again.status_code == 200
    text = visitor.read(f"{again.url.path}/text").text
    assert "Welcome to the Abyss!" not in text


def test_a_computer_advises_and_nothing_is_answered(visitor: Visitor) -> None:
    table = visitor.quick()
    form = until_asked(visitor, table)
    asking = next(one for one in visitor.read(f"/t/{table}/text").forms if ("hint", "1") in one.buttons)
    page = visitor.press(asking, "hint", "1")
    assert "A computer would choose:" in page.text
    assert page.question is not None
    assert page.question.fields["revision"] == form.fields["revision"]


def test_whoever_plays_by_forms_is_seen_to_be_here(site: Served) -> None:
    ann, bea, table = site.two_people()
    with ann.at(table) as sitting:
        sitting.hear("update")
        assert bea.http.get(f"/t/{table}/text").status_code == 200
        while not sitting.hear("presence")["people"][1]["connected"]:
            pass
        sitting.say(type="seat", id="s1", seat=1, computer="medium")
        assert sitting.hear("refused")["code"] == "forbidden"
