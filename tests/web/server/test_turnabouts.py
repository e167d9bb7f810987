"""Undoing and handing over is stored like answers, but brings no game nearer to its end: both have one."""

import pytest

from openabyss.server.tables import commands
from tests.web.server.serving import Served, Sitting


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_TURNABOUTS", 4)


def hand_over(sitting: Sitting, seat: int, number: int) -> str:
    """To a computer and back, in turns; what it is answered."""
    level = None if number % 2 else "medium"
    answer = sitting.ask(type="seat", id=f"s{seat}.{number}", seat=seat, computer=level)
    return str(answer.get("code", answer["type"]))


def test_a_seat_is_handed_over_and_taken_back_only_so_often(served: Served) -> None:
    ann, table = served.seated("me", "here", seed=5)
    asked = ann.look(table)["question"]["player"]
    with ann.at(table) as sitting:
        other = 1 - asked
        answered = [hand_over(sitting, other, number) for number in (0, 1, 2, 3, 4, 6)]
        assert answered == ["ack"] * 4 + ["too_many"] * 2
        assert hand_over(sitting, asked, 0) == "ack"


def test_a_repeated_command_is_acknowledged_also_when_no_more_are_taken(served: Served) -> None:
    ann, table = served.seated("me", "here", seed=5)
    other = 1 - ann.look(table)["question"]["player"]
    with ann.at(table) as sitting:
        for number in range(5):
            hand_over(sitting, other, number)
        assert hand_over(sitting, other, 0) == "ack"


def test_moves_are_undone_only_so_often_but_answers_are_always_taken(served: Served) -> None:
    ann, table = served.seated("me", "here", seed=7)
    statuses: list[int] = []
    for _decision in range(100):
        asked = ann.look(table)["question"]["player"]
        ann.answer_first(table, -1)
        seen = ann.look(table, seat=asked)
        if seen["undo"]["can_undo"]:
            statuses.append(ann.order(table, asked, seen["revision"], "undo").status_code)
        if statuses.count(429) == 2:
            break
    assert sorted(statuses)[-2:] == [429, 429]
    assert 4 <= statuses.count(200) <= 8
