"""Solo (house rules): the person against the Regent at the table."""

import io

import pytest

from openabyss.errors import InvalidOption
from openabyss.terminal.local import LocalTable
from openabyss.terminal.opponents import REGENT, seat_kinds
from openabyss.terminal.plain import PlainTable
from openabyss.terminal.saving import last_game_file, load
from openabyss.terminal.session import Session
from openabyss.terminal.tables import Variant, new_table, seat_kinds_for


def solo_session(level: int = 3) -> Session:
    variant = Variant(solo=level)
    return new_table(seat_kinds_for(None, None, None, variant), seed=2, variant=variant)


def typed(session: Session, *lines: str) -> str:
    target = io.StringIO()
    assert (
        PlainTable(LocalTable(session), io.StringIO("".join(f"{line}\n" for line in lines)), target).play()
        == 0
    )
    return target.getvalue()


def test_a_whole_game_against_the_regent_says_that_its_rules_are_house_rules() -> None:
    session = solo_session()
    said = typed(session, *["1"] * 2000)
    assert session.game.is_over
    assert "Regent (house rules) (level 3 Storm):" in said


def test_a_solo_game_is_saved_with_its_level() -> None:
    typed(solo_session(4), "1", "1")
    assert load(last_game_file()).game.table.regent_level == 4


def test_the_regent_sits_only_in_solo_games() -> None:
    assert REGENT not in seat_kinds()


@pytest.mark.parametrize(
    ("players", "opponents", "seat"), [(3, None, None), (None, "medium", None), (2, None, 2)]
)
def test_solo_leaves_nothing_else_to_choose(
    players: int | None, opponents: str | None, seat: int | None
) -> None:
    with pytest.raises(InvalidOption, match="--solo"):
        seat_kinds_for(players, opponents, seat, Variant(solo=1))
