"""The twenty leviathans: what is printed on them, from the reference table, and that it happens."""

from typing import Any

import pytest

from openabyss.rules.cards import leviathans as cards
from openabyss.rules.cards.allies import CRAB
from tests.rules.fights import ZONE, against, monster
from tests.rules.positions import LETTERS, RACES, seat
from tests.rules.printed import leviathan_table
from tests.rules.situation import A, B

LEVIATHANS: list[dict[str, Any]] = leviathan_table("leviathans")
PENALTIES = {
    "wounds": cards.WOUNDS,
    "pearls": cards.PEARLS,
    "allies": cards.ALLIES,
    "lord": cards.A_FREE_LORD,
}
every_leviathan = pytest.mark.parametrize(
    "printed", LEVIATHANS, ids=lambda printed: f"leviathan {printed['id']}"
)


def levels_of(printed: dict[str, Any]) -> list[tuple[int, int]]:
    """The printed levels as (resistance, tokens)."""
    return [(level["resistance"], level["reward_tokens"]) for level in printed["life_levels"]]


@every_leviathan
def test_a_leviathan_is_printed_as_in_the_table(printed: dict[str, Any]) -> None:
    card = printed["id"] - 1
    pairs = zip(cards.RESISTANCE[card].tolist(), cards.TOKENS_PAID[card].tolist(), strict=True)
    levels = [(resistance, tokens) for resistance, tokens in pairs if resistance]
    assert levels == levels_of(printed)
    assert cards.LEVELS_OF[card] == printed["life_points"]
    assert {RACES[cards.FEARED_RACE[card]], RACES[CRAB]} == set(printed["allowed_races"])
    assert cards.ATTACK[card] == PENALTIES[printed["penalty"]["type"]]
    assert cards.ATTACK_AMOUNT[card] == printed["penalty"]["amount"]


def test_there_are_twenty_which_pay_54_tokens() -> None:
    assert [printed["id"] for printed in LEVIATHANS] == list(range(1, 21))
    assert cards.TOKENS_PAID.sum() == 54


@every_leviathan
def test_allies_of_the_printed_races_may_be_spent_against_it(printed: dict[str, Any]) -> None:
    allowed = {LETTERS[RACES.index(race)] for race in printed["allowed_races"]}
    game = against(printed["id"], [f"{letter}1" for letter in LETTERS], 1)
    spent = {text[5] for text in game.answers} if game.question.kind == "FIGHT_ALLY" else {"C"}
    assert spent == allowed


@every_leviathan
def test_each_level_falls_to_its_resistance_and_pays_its_tokens(printed: dict[str, Any]) -> None:
    for level, (resistance, tokens) in enumerate(levels_of(printed)):
        # A crab of value 2 with a boost reaches any power exactly.
        mine = seat(pearls=9)
        game = against(printed["id"], ["C2*"], 1, levels_lost=level, mine=mine, monster_pool=[2] * 9)
        if game.question.kind == "BOOST":
            game.play(f"number:{resistance - 3}")
        if game.question.kind == "TAKE_TOKENS":
            game.play(f"number:{tokens}")
        assert game.tokens_held() == tokens
        is_last = level == printed["life_points"] - 1
        assert game.border.get(ZONE) == (None if is_last else (printed["id"], level + 1))
        assert game.trophies[A] == ([printed["id"]] if is_last else [])


@every_leviathan
def test_one_power_less_than_the_resistance_does_nothing(printed: dict[str, Any]) -> None:
    for level, (resistance, _) in enumerate(levels_of(printed)):
        game = against(printed["id"], ["C2*"], 1, levels_lost=level, mine=seat(pearls=9))
        if resistance > 3:
            game.play(f"number:{resistance - 4}")
            assert game.border[ZONE] == (printed["id"], level)
            assert (game.tokens_held(), game.asked) == (0, ("MAIN", B))


@every_leviathan
def test_its_attack_is_the_printed_one(printed: dict[str, Any]) -> None:
    # Nothing in the hand can fight it: the monster is passed, and the newcomer falls on its zone.
    mine = seat(pearls=5, hand=[], lords=[27, 28])
    replacement, *others = [number for number in (18, 19, 20) if number != printed["id"]]
    game = monster(mine, border={ZONE: printed["id"]}, dice=[3, 4], leviathan_deck=[replacement, *others])
    kind, amount = printed["penalty"]["type"], printed["penalty"]["amount"]
    assert game.wounds[A] == (amount if kind == "wounds" else 0)
    assert game.pearls[A] == 5 - (amount if kind == "pearls" else 0)
    assert (game.asked == ("LOSE_LORD", A)) == (kind == "lord")
    if kind == "lord":
        game.play("lord:27")
    assert len(game.lords(A)) == 2 - (amount if kind == "lord" else 0)
    assert game.border == {ZONE: (replacement, 0)}


@pytest.mark.parametrize("leviathan", [1, 2])
def test_the_attacks_that_cost_allies_cost_three(leviathan: int) -> None:
    hand = ["H1", "H2", "S1", "S2", "S3"]
    game = monster(seat(hand=hand), border={ZONE: leviathan}, dice=[3, 4], leviathan_deck=[19, 18])
    for place, code in enumerate(["H1", "S2", "S3"]):
        assert (game.asked, len(game.mine.hand)) == (("LOSE_ALLY", A), 5 - place)
        game.play(f"card:{code}")
    assert game.mine.hand == ["H2", "S1"]
