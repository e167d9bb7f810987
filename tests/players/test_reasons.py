"""Why one answer is better than another: what differs along the lines of the search, and the words for it."""

import pytest

from openabyss import Game
from openabyss.engine.mode import INTERPRETED
from openabyss.players.search.advice import Explanation, Move, advice
from openabyss.players.search.contrast import CONTINUATIONS, Deed, Reason, Stock, contrast, reasons_in_words
from openabyss.players.search.lines import steps_of
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, with_only
from openabyss.rules.cards.allies import CRAB, SHELLFISH
from openabyss.rules.events import LORD_RECRUITED, STACK_TAKEN
from openabyss.rules.state import NOBODY
from openabyss.words.cards.codes import LORD_IDS
from openabyss.words.cards.printed import lord_name
from tests.rules.positions import position, seat
from tests.rules.situation import A, B

NAMES = ["Ada", "Triton"]
needs_speed = pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")


def told(*reasons: Reason) -> list[str]:
    return reasons_in_words(reasons, NAMES, A)


def test_what_happens_more_often_is_told_with_both_numbers() -> None:
    recruited = Deed((LORD_RECRUITED, A, 1, 0, NOBODY), 20, 3, 6.0)
    taken = Deed((STACK_TAKEN, B, 3, CRAB, NOBODY), 0, 19, 2.0)
    assert told(recruited, taken) == [
        f"Ada recruits the {lord_name(LORD_IDS[0])}. That happens in 20 of {CONTINUATIONS} continuations; "
        "after the other answer, in 3.",
        f"Triton takes the crab stack of the council: 3 cards. That happens in 0 of {CONTINUATIONS} "
        "continuations; after the other answer, in 19.",
    ]


def test_what_somebody_has_in_the_end_is_told_on_average() -> None:
    assert told(Stock(A, "hand", SHELLFISH, 2.0, 0.25, 1.4), Stock(B, "pearls", 0, 1.0, 4.0, 1.8)) == [
        "Ada then has 2.0 × shellfish in hand on average; after the other answer, 0.2.",
        "Triton then has 1.0 pearls on average; after the other answer, 4.0.",
    ]


def test_where_nothing_stands_out_the_difference_is_only_a_number() -> None:
    [sentence] = told()
    assert "Nothing stands out" in sentence
    taken = Deed((STACK_TAKEN, A, 3, CRAB, NOBODY), 0, 19, -2.0)
    assert told(taken)[1:] == ["What makes up for it comes later, or over many games."]


@needs_speed
def test_the_lord_that_one_answer_brings_is_its_reason() -> None:
    """One recruit is open and ends the game with a seventh lord; a look into the depths does not."""
    rich = seat(hand=["C5", "C4", "H5", "H4", "S5"], pearls=9, lords=[11, 12, 13, 14, 15, 16])
    game = position(rich, seat(pearls=1), players=2)
    recruits = [action for action in game.legal_actions if action.text.startswith("recruit:")]
    other = next(action for action in game.legal_actions if not action.text.startswith("recruit:"))
    searcher = Searcher(SearchSettings(seconds=None, iterations=200))
    found = contrast(game, recruits[0].id, other.id, searcher, 1)
    assert found == contrast(game, recruits[0].id, other.id, searcher, 1)
    first = next(reason for reason in found.reasons if isinstance(reason, Deed))
    assert (first.row[:2], first.first) == ((LORD_RECRUITED, A), CONTINUATIONS)
    steps = list(steps_of(with_only(game.state, recruits[0].id), found.first.line, NAMES))
    assert all(step.label for step in steps)


@needs_speed
def test_a_hint_says_what_it_expects_and_what_the_second_best_gives_up() -> None:
    found = advice(Game.new(players=2, seed=3), 0.2, NAMES)
    assert "games" in found.reasons[0]
    assert found.reasons[-1].startswith("Why not ")
    assert found.label in found.reasons[0]


@needs_speed
@pytest.mark.parametrize(
    ("searched", "last", "chances"),
    [
        ([(500, 0.31), (400, 0.28), (9, 0.1)], "Why not “B”?", 3),
        ([(500, 0.31), (400, 0.32), (90, 0.1)], "“B” is about as good.", 3),
        ([(500, 0.31), (400, 0.28), (90, 0.314)], "“C” is about as good.", 3),
        ([(500, 0.31), (400, 0.28), (7, 0.9)], "Why not “B”?", 2),
        ([(500, 0.31), (400, 0.28), (30, 0.45)], "Why not “B”?", 2),
        ([(500, 0.31), (40, 0.45), (30, 0.2)], "Why not “C”?", 2),
        ([(500, 0.31), (7, 0.9)], "Why not “B”?", 1),
        ([(500, 0.31), (0, 0.0)], "Why not “B”?", 1),
        ([(500, 0.31), (7, 0.9), (0, 0.0)], "A – you win 31 of 100 games", 1),
    ],
)
def test_a_hint_does_not_contradict_itself_nor_speak_of_what_nobody_has_looked_at(
    searched: list[tuple[int, float]], last: str, chances: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new(players=2, seed=3)
    answers = [action for action in game.legal_actions for _time in range(3)]
    moves = tuple(
        Move(action.id, action.text, name, visits, chance, (chance, 1 - chance))
        for action, name, (visits, chance) in zip(answers, "ABC", searched, strict=False)
    )
    found = Explanation(0, 900, (0.3, 0.7), moves, ())
    monkeypatch.setattr("openabyss.players.search.advice.explain", lambda *_asked, **_settings: found)
    reasons = advice(game, 0.1, NAMES).reasons
    assert reasons[-1].startswith(last)
    assert sum("of 100 games" in reason for reason in reasons) == chances
