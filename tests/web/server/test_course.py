"""A table is its entries: played again they give the same game, and taking back is one of them."""

import random
from typing import Any

import pytest

from openabyss.errors import IllegalAction, OpenAbyssError, UnreadableAction
from openabyss.web.course import Course, DamagedTable, Entry, Handover, read_payment, write_payment

CONFIG: dict[str, Any] = {"players": 3, "seed": 5, "kraken": True, "leviathan": False, "options": {}}


def two_players(**keys: Any) -> Course:
    """Two people before a table on which much is possible."""
    seats = [{"pearls": 9, "hand": ["S5", "S3", "S4", "C2"]}, {"pearls": 3, "hand": ["H1"]}]
    position = {
        "players": 2,
        "court": [12, 30, 31, 20, 23],
        "available_locations": [14],
        "seats": seats,
        **keys,
    }
    return Course({"position": position}, [None, None])


def wander(course: Course, chooser: random.Random, steps: int) -> list[Entry]:
    """Random commands of people; the entries that they gave."""
    entries: list[Entry] = []
    for number in range(steps):
        if course.game.is_over:
            break
        seat = course.game.player
        wanted = chooser.choice(("answer", "answer", "answer", "answer", "undo", "redo", "restart", "seat"))
        text = chooser.choice(course.game.legal_actions).text if wanted == "answer" else ""
        if wanted == "seat":
            text = chooser.choice(("greedy", ""))
        tried = course.copy()
        try:
            entries.append(tried.add(wanted, seat, text, f"{seat}:{number}"))
        except IllegalAction:
            continue
        course.__dict__.update(tried.__dict__)
    return entries


@pytest.mark.parametrize("seed", range(6))
def test_the_same_entries_give_the_same_game(seed: int) -> None:
    course = Course({**CONFIG, "seed": seed}, [None] * 3)
    entries = wander(course, random.Random(seed), 250)
    again = Course({**CONFIG, "seed": seed}, [None] * 3)
    again.replay(entries)
    assert (again.hash, again.log, again.levels) == (course.hash, course.log, course.levels)
    assert (again.revision, again.commands) == (len(entries), course.commands)
    assert {entry.kind for entry in entries} >= {"answer", "undo", "seat"}


def test_what_was_taken_back_leaves_no_trace_in_the_game() -> None:
    course = two_players()
    before, length = course.hash, len(course.log)
    course.add("answer", 0, "recruit:12", "0:a")
    course.add("answer", 0, "card:S4", "0:b")
    course.add("undo", 0)
    course.add("undo", 0)
    assert (course.hash, len(course.log), course.revision) == (before, length, 4)
    course.add("redo", 0)
    course.add("redo", 0)
    assert course.game.question.kind == "PAY"
    course.add("restart", 0)
    assert (course.hash, len(course.log)) == (before, length)


def test_a_payment_is_taken_back_at_once() -> None:
    course = two_players()
    course.add("answer", 0, "recruit:12", "0:a")
    paying = course.hash
    payment = course.game.payments(12)[0]
    course.add("pay", 0, write_payment(payment.cards, payment.nebulis), "0:b")
    assert course.can_undo(0)
    course.add("undo", 0)
    assert course.hash == paying


def test_only_the_one_who_decided_takes_back() -> None:
    course = two_players()
    course.add("answer", 0, "recruit:12", "0:a")
    assert course.can_undo(0)
    assert not course.can_undo(1)
    assert not course.can_undo(None)
    with pytest.raises(IllegalAction, match="Nothing can be undone"):
        course.copy().add("undo", 1)


def test_what_a_computer_decided_is_not_taken_back_by_its_owner() -> None:
    course = two_players()
    course.add("answer", 0, "recruit:12", None)
    assert not course.can_undo(0)


def test_a_reveal_cannot_be_taken_back() -> None:
    course = two_players()
    course.add("answer", 0, "explore", "0:a")
    assert not course.can_undo(0)


def test_the_end_of_the_game_cannot_be_taken_back() -> None:
    """Hands and seed are open then; the game itself would go back."""
    course, chooser = Course({**CONFIG, "players": 2, "seed": 1}, [None] * 2), random.Random(1)
    while not course.game.is_over:
        action = chooser.choice(course.game.legal_actions).text
        course.add("answer", course.game.player, action, f"{course.revision}")
    assert course.game.can_undo
    assert not any(course.can_undo(seat) or course.can_restart(seat) for seat in range(2))


def test_taking_back_makes_nobody_else_decide_anew() -> None:
    """Random courses: whoever may take back gave the last answer, and is asked the same again."""
    course = Course(CONFIG, [None] * 3)
    chooser = random.Random(3)
    undone, last, before = 0, -1, ""
    for number in range(400):
        if course.game.is_over:
            break
        seat = course.game.player
        if course.can_undo(seat) or any(course.can_undo(other) for other in range(3)):
            owner = next(other for other in range(3) if course.can_undo(other))
            tried = course.copy()
            tried.add("undo", owner)
            assert (tried.game.player, tried.hash) == (owner, before)
            assert owner == last
            undone += 1
        last, before = seat, course.hash
        course.add("answer", seat, chooser.choice(course.game.legal_actions).text, f"{seat}:{number}")
    assert undone > 20


def test_somebody_else_cannot_answer() -> None:
    with pytest.raises(IllegalAction, match="Somebody else is asked"):
        two_players().add("answer", 1, "explore", "1:a")


@pytest.mark.parametrize("text", ["", "12", "recruit:", "recruit:9999", "<script>", "card:J9", "pay J3"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAction):
        two_players().add("answer", 0, text, "0:a")


def test_people_may_name_a_lord_but_records_have_its_number() -> None:
    assert two_players().add("answer", 0, "recruit slaver", "0:a").text == "recruit:12"


def test_over_paying_is_refused_and_gives_nothing() -> None:
    """Bugs 2 and 20 of another client: over-payment never refunds, and only legal payments are taken."""
    course = two_players()
    course.add("answer", 0, "recruit:12", "0:a")
    for text in ("S5,S3,S4/0", "S5,S3,S4,C2/0", "S5,S5/0", "/0", "S5/9"):
        with pytest.raises(OpenAbyssError):
            course.copy().add("pay", 0, text, "0:b")
    assert course.game.table.seats[0].pearls == 9


@pytest.mark.parametrize("text", ["", "S5", "S5/-1", "S5/x", "X9/0", "S5/1/1"])
def test_a_payment_that_cannot_be_read_is_refused(text: str) -> None:
    course = two_players()
    course.add("answer", 0, "recruit:12", "0:a")
    with pytest.raises(OpenAbyssError):
        course.add("pay", 0, text, "0:b")


def test_payments_are_written_and_read() -> None:
    assert read_payment(write_payment(["S5", "C1*"], 2)) == (["S5", "C1*"], 2)
    assert read_payment(write_payment([], 0)) == ([], 0)


def test_a_damaged_record_is_noticed() -> None:
    entries = wander(Course(CONFIG, [None] * 3), random.Random(1), 30)
    damaged = [*entries[:-1], Entry(entries[-1].kind, entries[-1].seat, entries[-1].text, None, "0" * 16)]
    with pytest.raises(DamagedTable, match="0000000000000000"):
        Course(CONFIG, [None] * 3).replay(damaged)


def test_a_computer_takes_a_seat_and_gives_it_back() -> None:
    course = two_players()
    fresh = course.changed_at
    course.add("seat", 0, "greedy", "0:a")
    assert (course.level_asked, course.log[-1], course.changed_at) == ("greedy", Handover(0, "greedy"), fresh)
    course.add("seat", 0, "", "0:b")
    assert course.level_asked is None


def test_news_tells_what_is_new_and_what_to_forget() -> None:
    course = two_players()
    start = len(course.log)
    assert course.news(-1).log_from == 0
    course.add("answer", 0, "recruit:12", "0:a")
    payment = course.game.payments(12)[0]
    course.add("pay", 0, write_payment(payment.cards, payment.nebulis), "0:b")
    news = course.news(1)
    assert (news.log_from, news.undone) == (start, False)
    assert [event.kind for event in news.events][:1] == ["ALLY_SPENT"]
    course.add("undo", 0)
    assert (course.news(2).log_from, course.news(2).undone, course.news(2).events) == (start, True, [])
    assert course.news(3).events == []
    assert course.news(99).log_from == 0
