"""A table is its entries: played again they give the same game, and taking back is one of them."""

import random
import tracemalloc
from typing import Any

import pytest

from openabyss.client import table_history
from openabyss.client.table_history import DamagedTable, Entry, Handover, TableHistory, write_payment
from openabyss.errors import IllegalAction, OpenAbyssError, UnreadableAction

CONFIG: dict[str, Any] = {"players": 3, "seed": 5, "kraken": True, "leviathan": False, "options": {}}


def two_players(**keys: Any) -> TableHistory:
    """Two people before a table on which much is possible."""
    seats = [{"pearls": 9, "hand": ["S5", "S3", "S4", "C2"]}, {"pearls": 3, "hand": ["H1"]}]
    table = {"players": 2, "court": [12, 30, 31, 20, 23], "available_locations": [14]}
    return TableHistory({"position": {**table, "seats": seats, **keys}}, [None, None])


def wander(history: TableHistory, chooser: random.Random, steps: int) -> list[Entry]:
    """Random commands of people; the entries that they gave."""
    entries: list[Entry] = []
    for number in range(steps):
        if history.game.is_over:
            break
        seat = history.game.player
        wanted = chooser.choice(("answer", "answer", "answer", "answer", "undo", "redo", "restart", "seat"))
        text = chooser.choice(history.game.legal_actions).text if wanted == "answer" else ""
        if wanted == "seat":
            text = chooser.choice(("medium", ""))
        tried = history.copy()
        try:
            entries.append(tried.add(wanted, seat, text, f"{seat}:{number}"))
        except IllegalAction:
            continue
        history.__dict__.update(tried.__dict__)
    return entries


@pytest.mark.parametrize("seed", range(6))
def test_the_same_entries_give_the_same_game(seed: int) -> None:
    history = TableHistory({**CONFIG, "seed": seed}, [None] * 3)
    entries = wander(history, random.Random(seed), 250)
    again = TableHistory({**CONFIG, "seed": seed}, [None] * 3)
    again.replay(entries)
    assert (again.hash, again.log[:], again.levels) == (history.hash, history.log[:], history.levels)
    assert again.revision == len(entries)
    commands = [str(entry.command) for entry in entries]
    assert [again.revision_of(command) for command in commands] == list(range(1, len(entries) + 1))
    assert [history.revision_of(command) for command in commands] == list(range(1, len(entries) + 1))
    assert {entry.kind for entry in entries} >= {"answer", "undo", "seat"}


def test_what_was_taken_back_leaves_no_trace_in_the_game() -> None:
    history = two_players()
    before, length = history.hash, len(history.log)
    history.add("answer", 0, "recruit:12", "0:a")
    history.add("answer", 0, "card:S4", "0:b")
    history.add("undo", 0)
    history.add("undo", 0)
    assert (history.hash, len(history.log), history.revision) == (before, length, 4)
    history.add("redo", 0)
    history.add("redo", 0)
    assert history.game.question.kind == "PAY"
    history.add("restart", 0)
    assert (history.hash, len(history.log)) == (before, length)


def test_a_payment_is_taken_back_at_once() -> None:
    history = two_players()
    history.add("answer", 0, "recruit:12", "0:a")
    paying = history.hash
    payment = history.game.payments(12)[0]
    history.add("pay", 0, write_payment(payment.cards, payment.nebulis), "0:b")
    assert history.can_undo(0)
    history.add("undo", 0)
    assert history.hash == paying


def test_a_payment_is_stored_as_the_game_writes_it_however_it_was_typed() -> None:
    history = two_players()
    history.add("answer", 0, "recruit:12", "0:a")
    payment = history.game.payments(12)[0]
    typed = [f"{code.lower()}\u2003" for code in reversed(payment.cards)]
    stored = history.add("pay", 0, write_payment(typed, payment.nebulis), "0:b")
    assert stored.text == write_payment(payment.cards, payment.nebulis)


def test_only_the_one_who_decided_takes_back() -> None:
    history = two_players()
    history.add("answer", 0, "recruit:12", "0:a")
    assert history.can_undo(0)
    assert not history.can_undo(1)
    assert not history.can_undo(None)
    with pytest.raises(IllegalAction, match="Nothing can be undone"):
        history.copy().add("undo", 1)


@pytest.mark.parametrize(
    ("text", "command"), [("recruit:12", None), ("explore", "0:a")], ids=["of a computer", "a reveal"]
)
def test_what_a_computer_decided_and_a_reveal_cannot_be_taken_back(text: str, command: str | None) -> None:
    history = two_players()
    history.add("answer", 0, text, command)
    assert not history.can_undo(0)


def test_the_end_of_the_game_cannot_be_taken_back() -> None:
    """Hands and seed are open then; the game itself would go back."""
    history, chooser = TableHistory({**CONFIG, "players": 2, "seed": 1}, [None] * 2), random.Random(1)
    while not history.game.is_over:
        action = chooser.choice(history.game.legal_actions).text
        history.add("answer", history.game.player, action, f"{history.revision}")
    assert history.game.can_undo
    assert not any(history.can_undo(seat) or history.can_restart(seat) for seat in range(2))


def test_taking_back_makes_nobody_else_decide_anew() -> None:
    """Random histories: the one who may take back gave the last answer, and is asked the same again."""
    history = TableHistory(CONFIG, [None] * 3)
    chooser = random.Random(3)
    undone, last, before = 0, -1, ""
    for number in range(400):
        if history.game.is_over:
            break
        seat = history.game.player
        if history.can_undo(seat) or any(history.can_undo(other) for other in range(3)):
            owner = next(other for other in range(3) if history.can_undo(other))
            tried = history.copy()
            tried.add("undo", owner)
            assert (tried.game.player, tried.hash) == (owner, before)
            assert owner == last
            undone += 1
        last, before = seat, history.hash
        history.add("answer", seat, chooser.choice(history.game.legal_actions).text, f"{seat}:{number}")
    assert undone > 20


def test_somebody_else_cannot_answer() -> None:
    with pytest.raises(IllegalAction, match="somebody else’s decision"):
        two_players().add("answer", 1, "explore", "1:a")


@pytest.mark.parametrize("text", ["", "12", "recruit:", "recruit:9999", "<script>", "card:J9", "pay J3"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAction):
        two_players().add("answer", 0, text, "0:a")


def test_people_may_name_a_lord_but_records_have_its_number() -> None:
    assert two_players().add("answer", 0, "recruit slaver", "0:a").text == "recruit:12"


def test_over_paying_is_refused_and_gives_nothing() -> None:
    """Bugs 2 and 20 of another client: over-payment never refunds, and only legal payments are taken."""
    history = two_players()
    history.add("answer", 0, "recruit:12", "0:a")
    for text in ("S5,S3,S4/0", "S5,S3,S4,C2/0", "S5,S5/0", "/0", "S5/9"):
        with pytest.raises(OpenAbyssError):
            history.copy().add("pay", 0, text, "0:b")
    assert history.game.table.seats[0].pearls == 9


@pytest.mark.parametrize("text", ["", "S5", "S5/-1", "S5/x", "X9/0", "S5/1/1"])
def test_a_payment_that_cannot_be_read_is_refused(text: str) -> None:
    history = two_players()
    history.add("answer", 0, "recruit:12", "0:a")
    with pytest.raises(OpenAbyssError):
        history.add("pay", 0, text, "0:b")


def test_payments_are_written_and_read() -> None:
    assert table_history.read_payment(write_payment(["S5", "C1*"], 2)) == (["S5", "C1*"], 2)
    assert table_history.read_payment(write_payment([], 0)) == ([], 0)


def test_a_damaged_record_is_noticed() -> None:
    entries = wander(TableHistory(CONFIG, [None] * 3), random.Random(1), 30)
    last = entries[-1]
    damaged = [*entries[:-1], Entry(last.kind, last.seat, last.text, None, f"1:{'0' * 16}")]
    with pytest.raises(DamagedTable, match="0000000000000000"):
        TableHistory(CONFIG, [None] * 3).replay(damaged)


def test_a_computer_takes_a_seat_and_gives_it_back() -> None:
    history = two_players()
    fresh = history.changed_at
    history.add("seat", 0, "medium", "0:a")
    assert (history.level_asked, history.changed_at) == ("medium", fresh)
    assert history.log[-1] == Handover(0, "medium")
    history.add("seat", 0, "", "0:b")
    assert history.level_asked is None


def test_news_tells_what_is_new_and_what_to_forget() -> None:
    history = two_players()
    start = len(history.log)
    assert history.news(-1).log_from == 0
    history.add("answer", 0, "recruit:12", "0:a")
    payment = history.game.payments(12)[0]
    history.add("pay", 0, write_payment(payment.cards, payment.nebulis), "0:b")
    news = history.news(1)
    assert (news.log_from, news.undone) == (start, False)
    assert [event.kind for event in news.events][:1] == ["ALLY_SPENT"]
    history.add("undo", 0)
    assert (history.news(2).log_from, history.news(2).undone, history.news(2).events) == (start, True, [])
    assert history.news(3).events == []
    assert history.news(99).log_from == 0


def with_handovers(count: int) -> TableHistory:
    """A game of 40 decisions, before the last of which a seat was handed over this often."""
    history, chance = TableHistory(CONFIG, [None] * 3), random.Random(1)
    for number in range(40):
        if number == 39:
            for handover in range(count):
                history.add("seat", 0, "" if handover % 2 else "medium", f"s{handover}")
        answer = chance.choice(history.game.legal_actions).text
        history.add("answer", history.game.player, answer, f"{number}")
    return history


def memory_of_a_command(history: TableHistory) -> int:
    """The most that a command, tried on a copy, and its news take at a time."""
    tracemalloc.start()
    try:
        tried = history.copy()
        tried.add("seat", 1, "medium", "1:new")
        news = tried.news(history.revision)
        assert [*news.log[news.log_from :]] == [Handover(1, "medium")]
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_command_copies_nothing_of_a_long_history() -> None:
    """20,000 entries would be 160 kB. Lists grow by an eighth now and then: the second one counts."""
    short, long = with_handovers(2), with_handovers(20_000)
    for history in (short, long):
        memory_of_a_command(history)
        history.add("seat", 2, "medium", "2:new")
    assert memory_of_a_command(long) < memory_of_a_command(short) + 20_000


def test_what_only_failed_to_be_stored_leaves_nothing_behind() -> None:
    history = two_players()
    tried = history.copy()
    tried.add("seat", 0, "medium", "0:a")
    assert (tried.revision_of("0:a"), history.revision_of("0:a")) == (1, None)
    history.add("seat", 0, "medium", "0:b")
    assert (history.revision_of("0:a"), history.revision_of("0:b"), len(history.log)) == (
        None,
        1,
        len(tried.log),
    )
    assert history.turnabouts == [1, 0]


def test_handovers_stand_in_the_log_where_they_happened_and_go_with_what_is_undone() -> None:
    history = two_players()
    history.add("seat", 1, "medium", "1:a")
    history.add("answer", 0, "recruit:12", "0:a")
    length = len(history.log)
    payment = history.game.payments(12)[0]
    history.add("pay", 0, write_payment(payment.cards, payment.nebulis), "0:b")
    history.add("seat", 1, "", "1:b")
    assert [line for line in history.log if isinstance(line, Handover)] == [
        Handover(1, "medium"),
        Handover(1, ""),
    ]
    assert (history.log[-1], history.log[0]) == (Handover(1, ""), history.log[:1][0])
    history.add("undo", 0)
    assert len(history.log) == length
    assert [line for line in history.log if isinstance(line, Handover)] == [Handover(1, "medium")]
