"""Players at the terminal are warned before the game ends, also by itself (R-38), and told why it did."""

from typing import Any

from openabyss import Game
from openabyss.client.in_words import TableInWords
from openabyss.client.result import Settlement, closing_words
from openabyss.rules.ending import EMPTY_SEA
from openabyss.table.score_sheet import ending_in_words
from openabyss.terminal.screen.rows import header
from openabyss.terminal.session import Session, sit_around
from tests.terminal.tables import RICH

# One monster, and no ally that could be found.
BARREN: dict[str, Any] = {
    "exploration_deck": ["M"],
    "exploration_discard": [],
    "council": {},
    "court": [26],
    "seats": [{"hand": ["Q1"], "pearls": 1}, {"hand": ["Q1"], "pearls": 1}],
}


def barren() -> Game:
    return Game.from_position({**RICH, **BARREN})


def explore_in_vain(game: Game, turns: int) -> None:
    for _turn in range(turns):
        game.apply("explore")
        if not game.is_over and game.question.kind == "REWARD":
            game.apply("reward:1")


def laid(game: Game) -> Session:
    """A session at this table."""
    return Session(game, sit_around(["human", "human"]), 3)


def test_the_end_is_announced_from_the_fifth_round_on() -> None:
    game = barren()
    explore_in_vain(game, 7)
    table = laid(game)
    assert "sea is empty" not in TableInWords(table.update).turn()
    assert "EMPTY SEA" not in header(table.update).plain
    explore_in_vain(game, 1)
    table = laid(game)
    assert (
        "The sea is empty: round 5 of 10 in which nobody finds an ally." in TableInWords(table.update).turn()
    )
    assert "EMPTY SEA 5/10" in header(table.update).plain


def test_the_closing_words_of_the_score_sheet_tell_that_the_sea_is_empty() -> None:
    game = barren()
    explore_in_vain(game, 20)
    assert (game.is_over, int(game.state.end_cause)) == (True, EMPTY_SEA)
    assert "because the sea was empty" in ending_in_words(game.state)
    table = laid(game)
    assert ending_in_words(game.state) in closing_words(game, table.names)


def test_who_needs_one_more_lord_to_end_the_game_is_warned_of() -> None:
    few, six, seven = ([{"id": number} for number in range(3, last)] for last in (5, 9, 10))
    for held, is_near in ((few, False), (six, True), (seven, False)):
        ends = {"ending_player": 1} if held is seven else {}
        seats = [{"pearls": 1}, {"pearls": 1, "lords": held}]
        table = laid(Game.from_position({**RICH, "court": [12, 2, 30, 31], "seats": seats, **ends}))
        line = f"One lord to go: {table.names[1]}"
        assert (line in TableInWords(table.update).turn()) is is_near
        assert (line in header(table.update).plain) is is_near
        assert table.update.one_lord_left == [1] * is_near


def test_nothing_warns_of_the_end_of_a_game_that_players_have_ended() -> None:
    empty, last = barren(), Game.from_position({**RICH, "ending_player": 1})
    explore_in_vain(empty, 8)
    for game, warnings in ((empty, ("sea is empty", "EMPTY SEA")), (last, ("last round", "LAST ROUND"))):
        for settled, is_warned in ((Settlement(), True), (Settlement(ended="scored"), False)):
            table = laid(game)
            table.history.settlement = settled
            shown = TableInWords(table.update).turn(), header(table.update).plain
            assert [warning in line for warning, line in zip(warnings, shown, strict=True)] == [is_warned] * 2
