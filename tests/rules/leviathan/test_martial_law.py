"""Martial law: no more than twelve allies at the end of the own turn (Leviathan 5.6)."""

from typing import Any

import pytest

from tests.rules.positions import A, B, C, Situation, position, seat, with_kraken, with_leviathan

TWELVE = ["J1", "J2", "J3", "H1", "H2", "H3", "S1", "S2", "S3", "Q2", "Q3", "Q4"]
KRAKENS = ["K2", "K2", "K3", "K3"]
STACKS = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}
QUESTION = "OBEY_MARTIAL_LAW"


def ending(*more: str, owned: int = 0, **rest: Any) -> Situation:
    """A ends the turn with twelve allies, a squid and these."""
    game = with_leviathan(seat(hand=[*TWELVE, *more], pearls=owned), **{"council": STACKS, **rest})
    return game.play("stack:squid")


def test_l42_twelve_allies_are_not_too_many() -> None:
    game = with_leviathan(seat(hand=TWELVE[1:]), council=STACKS).play("stack:squid")
    assert (game.asked, len(game.mine.hand)) == (("MAIN", B), 12)


def test_l42_a_hand_that_grows_in_anothers_turn_waits_for_the_own() -> None:
    game = with_leviathan(
        seat(), seat(hand=TWELVE, pearls=1), council=STACKS, exploration_deck=["J4", "H4", "S4", "C4"]
    )
    game.play("explore", "buy", "take")
    assert (game.asked, len(game.seats[B].hand)) == (("MAIN", B), 13)
    game.play("explore", "pass", "take")
    assert (game.asked, len(game.seats[B].hand)) == ((QUESTION, B), 14)


def test_a3_martial_law_counts_from_the_first_turn() -> None:
    game = ending()
    assert (game.asked, len(game.answers)) == ((QUESTION, A), 13)


def test_each_card_too_many_is_discarded_or_costs_a_pearl() -> None:
    game = ending(owned=1)
    assert game.answers == {*(f"card:{code}" for code in [*TWELVE, "Q1"]), "done"}
    kept = game.clone().play("done")
    assert (kept.pearls[A], len(kept.mine.hand), kept.asked) == (0, 13, ("MAIN", B))
    gone = game.play("card:Q1")
    assert (gone.pearls[A], gone.mine.hand, gone.asked) == (1, sorted(TWELVE), ("MAIN", B))
    assert gone.table.exploration_discard == ["Q1"]


def test_without_pearls_enough_for_all_one_discards_first() -> None:
    game = ending("C2", "C3", owned=2)
    assert (game.asked, game.can("done")) == ((QUESTION, A), False)
    game.play("card:C2")
    assert game.can("done")


def test_a36_some_may_be_discarded_and_the_rest_paid() -> None:
    game = ending("C2", "C3", owned=3).play("card:C2", "done")
    assert (game.pearls[A], len(game.mine.hand), game.asked) == (1, 14, ("MAIN", B))


def test_cards_that_were_paid_for_are_paid_for_again_in_later_turns() -> None:
    stacks = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"], "shellfish": ["S1"]}
    game = with_leviathan(seat(hand=TWELVE, pearls=9), players=2, council=stacks)
    game.play("stack:squid", "done", "stack:crab", "stack:jellyfish")
    assert (game.asked, len(game.mine.hand)) == ((QUESTION, A), 14)
    assert game.play("done").pearls[A] == 9 - 1 - 2


def test_l43_krakens_count_but_are_not_discarded() -> None:
    game = with_leviathan(seat(hand=[*TWELVE[:9], *KRAKENS]), kraken=True, council=STACKS)
    game.play("stack:squid")
    assert (game.asked, len(game.mine.hand)) == ((QUESTION, A), 14)
    assert game.answers == {*(f"card:{code}" for code in TWELVE[:9]), "card:Q1"}
    game.play("card:J1", "card:H1")
    assert (game.asked, len(game.mine.hand)) == (("MAIN", B), 12)


def test_nebulis_do_not_pay_for_martial_law() -> None:
    game = with_leviathan(seat(hand=TWELVE, nebulis=5), kraken=True, kraken_figure=A, council=STACKS)
    game.play("stack:squid")
    assert (game.asked, game.can("done"), game.nebulis[A]) == ((QUESTION, A), False, 5)


def test_l44_the_commander_comes_first_and_leaves_nothing_to_martial_law() -> None:
    game = with_leviathan(seat(hand=[*TWELVE, "C2"], pearls=9), seat(lords=[5]), council=STACKS)
    game.play("stack:squid")
    assert game.asked == ("DISCARD_TO_LIMIT", A)
    game.play(*(f"card:{code}" for code in [*TWELVE[:7], "C2"]))
    assert (game.asked, len(game.mine.hand), game.pearls[A]) == (("MAIN", B), 6, 9)


# ------------------------------------------------------------------------------------- the option
def test_a3_without_leviathan_there_is_no_limit() -> None:
    game = position(seat(hand=TWELVE), council=STACKS).play("stack:squid")
    assert (game.asked, len(game.mine.hand)) == (("MAIN", B), 13)


@pytest.mark.parametrize("kraken", [False, True])
def test_a3_always_martial_law_rules_every_game(kraken: bool) -> None:
    game = position(seat(hand=TWELVE), council=STACKS, kraken=kraken, options={"martial_law": "always"})
    assert game.play("stack:squid").asked == (QUESTION, A)
    assert with_kraken(active=C, council=STACKS).asked == ("MAIN", C)


def test_a3_never_martial_law_rules_not_even_with_leviathan() -> None:
    game = ending(options={"martial_law": "never"})
    assert (game.asked, len(game.mine.hand)) == (("MAIN", B), 13)


def test_a3_always_martial_law_also_rules_with_leviathan() -> None:
    assert ending(options={"martial_law": "always"}).asked == (QUESTION, A)
