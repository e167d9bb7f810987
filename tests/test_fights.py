"""The odds of attacks on leviathans, against all dice counted out through the rules."""

from itertools import product

import pytest

from openabyss.client.question import attack_with, best_attacks
from openabyss.rules.cards.allies import DOUBLE_DIE, FIGHT_EFFECT_OF
from openabyss.words.cards.codes import KIND_CODES, kind_of_code
from openabyss.words.cards.leviathans import LEVIATHAN_NAMES, odds_in_words
from openabyss.words.cards.printed import Card, known_card
from tests.rules.fights import ELSEWHERE, ZONE, against
from tests.rules.positions import seat
from tests.rules.situation import A

FACES = range(1, 7)


def beats(leviathan: int, card: str, dice: tuple[int, ...], pearls: int) -> bool:
    """Whether the attack of A with this card and as many pearls as help takes a level."""
    game = against(leviathan, [card, "C1"], *dice, mine=seat(pearls=pearls))
    game.play(f"card:{card}")
    if game.asked[0] == "BOOST":
        game.play(game.legal_actions[-1].text)
    return bool(game.asked[0] == "TAKE_TOKENS")


@pytest.mark.parametrize(
    ("leviathan", "card", "pearls"),
    [(6, "S3", 0), (6, "S4*", 0), (6, "S2*", 2), (3, "J1", 5), (3, "J2*", 0), (1, "J3", 0), (9, "Q3*", 1)],
)
def test_the_odds_are_the_share_of_dice_that_take_a_level(leviathan: int, card: str, pearls: int) -> None:
    game = against(leviathan, [card, "C1"], 1, mine=seat(pearls=pearls))
    attack = attack_with(game.state, A, kind_of_code(card), ZONE - 1)
    dice = 2 if FIGHT_EFFECT_OF[kind_of_code(card)] == DOUBLE_DIE else 1
    rolls = list(product(FACES, repeat=dice))
    won = [beats(leviathan, card, roll, pearls) for roll in rolls]
    assert attack.chance == pytest.approx(sum(won) / len(rolls))
    assert attack.roll == min((max(roll) for roll, wins in zip(rolls, won, strict=True) if wins), default=7)


def test_the_likeliest_ally_is_named_and_of_equal_ones_the_cheapest() -> None:
    game = against(1, ["J5", "J3", "C4", "Q5"], 1)
    best = best_attacks(game.state, A)
    assert KIND_CODES[best[ZONE - 1].kind] == "J3"
    assert KIND_CODES[best[ELSEWHERE - 1].kind] == "C4"


def test_whom_nobody_in_the_hand_may_fight_has_no_odds() -> None:
    assert best_attacks(against(1, ["J5", "J4"], 1).state, A).keys() == {ZONE - 1}


def test_odds_are_told_in_one_sentence() -> None:
    assert odds_in_words(4, 0, 50) == "Beats the next level with a roll of 4 or more: 50%."
    assert odds_in_words(1, 0, 100) == "Beats the next level with every roll."
    assert odds_in_words(8, 0, 0) == "No roll is enough for the next level."
    assert odds_in_words(3, 1, 67) == (
        "Beats the next level with a roll of 3 or more and up to 1 pearl: 67%."
    )


def test_a_leviathan_is_found_by_its_name_and_by_its_number() -> None:
    assert len(set(LEVIATHAN_NAMES)) == 20
    for number, name in enumerate(LEVIATHAN_NAMES, 1):
        assert known_card(name.lower()) == known_card(f"leviathan {number}") == Card("leviathan", number)
