"""Series of solo games: who may sit where."""

from typing import Any, cast

import numpy as np
import pytest

from openabyss.arena.series.playing import OUTCOME, Outcome, rank_seats
from openabyss.arena.series.seating import solo_seats
from openabyss.arena.series.series import Series
from openabyss.errors import InvalidOption
from openabyss.rules.setup import new_table
from openabyss.rules.solo import PERSON_SEAT, REGENT_SEAT
from openabyss.rules.state import NOBODY


def test_the_regent_has_the_second_seat() -> None:
    assert solo_seats(()) == ("medium", "regent")
    assert solo_seats(("random",)) == ("random", "regent")
    assert Series(solo_seats(()), solo=3).settings()["solo"] == 3
    assert "solo" not in Series(("random", "random")).settings()


@pytest.mark.parametrize(
    ("series", "problem"),
    [
        ({"seats": ("medium", "regent"), "solo": 6}, "1 to 5"),
        ({"seats": ("medium", "random", "regent"), "solo": 1}, "game of 2"),
        ({"seats": ("medium", "random"), "solo": 1}, "second seat"),
        ({"seats": ("medium", "regent"), "solo": 1, "rotate": True}, "second seat"),
    ],
)
def test_other_solo_series_are_refused(series: dict[str, object], problem: str) -> None:
    with pytest.raises(InvalidOption, match=problem):
        Series(**series)  # type: ignore[arg-type]


def test_the_table_of_a_solo_series_has_the_regent() -> None:
    table = Series(("medium", "regent"), solo=2).tables()[0]
    assert (table.regent, table.regent_level) == (1, 2)


@pytest.mark.parametrize(
    ("regent", "winners", "ranks"), [(REGENT_SEAT, 1, [2, 1]), (PERSON_SEAT, 1, [1, 2]), (NOBODY, 2, [1, 1])]
)
def test_a_full_tie_goes_to_the_regent(regent: int, winners: int, ranks: list[int]) -> None:
    outcome: Any = np.zeros(1, OUTCOME).view(np.recarray)[0]
    state = new_table(2)
    state.regent = regent
    rank_seats(state, cast(Outcome, outcome))
    assert (int(outcome.winners), outcome.rank[:2].tolist()) == (winners, ranks)
