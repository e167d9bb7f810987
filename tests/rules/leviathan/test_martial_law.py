"""Martial law: no more than twelve allies at the end of the own turn (Leviathan 5.6)."""

from typing import Any

import pytest

from tests.rules.positions import position, seat, with_kraken, with_leviathan
from tests.rules.situation import A, B, C, Situation, shown

TWELVE = ["J1", "J2", "J3", "H1", "H2", "H3", "S1", "S2", "S3", "Q2", "Q3", "Q4"]
KRAKENS = ["K2", "K2", "K3", "K3"]
STACKS = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}
QUESTION = "OBEY_MARTIAL_LAW"


def ending(*more: str, owned: int = 0, **rest: Any) -> Situation:
    """A ends the turn with twelve allies, a squid and these."""
    game = with_leviathan(seat(hand=[*TWELVE, *more], pearls=owned), **{"council": STACKS, **rest})
    return game.play("stack:squid")


test_martial_law = shown(
    l42_twelve_allies_are_not_too_many=lambda:
        with_leviathan(seat(hand=TWELVE[1:]), council=STACKS).play("stack:squid")
        .shows(asked=("MAIN", B), hand_size=12),
    l42_a_hand_that_grows_in_anothers_turn_waits_for_the_own=lambda:
        with_leviathan(
            seat(), seat(hand=TWELVE, pearls=1), council=STACKS, exploration_deck=["J4", "H4", "S4", "C4"],
        ).play("explore", "buy", "take").shows(asked=("MAIN", B)).before(B, hand_size=13)
        .play("explore", "pass", "take").shows(asked=(QUESTION, B)).before(B, hand_size=14),
    a3_martial_law_counts_from_the_first_turn=lambda: ending().shows(asked=(QUESTION, A), answers_size=13),
    without_pearls_enough_for_all_one_discards_first=lambda:
        ending("C2", "C3", owned=2).shows(asked=(QUESTION, A)).refuses("done")
        .play("card:C2").offers("done"),
    a36_some_may_be_discarded_and_the_rest_paid=lambda:
        ending("C2", "C3", owned=3).play("card:C2", "done")
        .shows(own_pearls=1, hand_size=14, asked=("MAIN", B)),
    cards_that_were_paid_for_are_paid_for_again_in_later_turns=lambda:
        with_leviathan(
            seat(hand=TWELVE, pearls=9), players=2,
            council={"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"], "shellfish": ["S1"]},
        ).play("stack:squid", "done", "stack:crab", "stack:jellyfish")
        .shows(asked=(QUESTION, A), hand_size=14)
        .play("done").shows(own_pearls=9 - 1 - 2),
    l43_krakens_count_but_are_not_discarded=lambda:
        with_leviathan(seat(hand=[*TWELVE[:9], *KRAKENS]), kraken=True, council=STACKS).play("stack:squid")
        .shows(
            asked=(QUESTION, A), hand_size=14, answers={*(f"card:{code}" for code in TWELVE[:9]), "card:Q1"},
        ).play("card:J1", "card:H1").shows(asked=("MAIN", B), hand_size=12),
    nebulis_do_not_pay_for_martial_law=lambda:
        with_leviathan(seat(hand=TWELVE, nebulis=5), kraken=True, kraken_figure=A, council=STACKS)
        .play("stack:squid").shows(asked=(QUESTION, A), own_nebulis=5).refuses("done"),
    l44_the_commander_comes_first_and_leaves_nothing_to_martial_law=lambda:
        with_leviathan(seat(hand=[*TWELVE, "C2"], pearls=9), seat(lords=[5]), council=STACKS)
        .play("stack:squid").shows(asked=("DISCARD_TO_LIMIT", A))
        .play(*(f"card:{code}" for code in [*TWELVE[:7], "C2"]))
        .shows(asked=("MAIN", B), hand_size=6, own_pearls=9),
    the_commander_does_not_come_again_when_a_key_token_locks_the_shaman_under_martial_law=lambda:
        with_leviathan(
            seat(hand=TWELVE, lords=[14], key_tokens=1, monster_tokens=["key"]), seat(lords=[5]),
            council=STACKS, available_locations=[14], location_deck=[],
        ).play("stack:squid", "done").shows(asked=(QUESTION, A))
        .play("token:key").shows(asked=(QUESTION, A)).lord(14, location=14)
        .play("card:J1").shows(asked=("MAIN", B), hand_size=12),
)  # fmt: skip


def test_each_card_too_many_is_discarded_or_costs_a_pearl() -> None:
    game = ending(owned=1)
    assert game.answers == {*(f"card:{code}" for code in [*TWELVE, "Q1"]), "done"}
    kept = game.clone().play("done")
    assert (kept.pearls[A], len(kept.mine.hand), kept.asked) == (0, 13, ("MAIN", B))
    gone = game.play("card:Q1")
    assert (gone.pearls[A], gone.mine.hand, gone.asked) == (1, sorted(TWELVE), ("MAIN", B))
    assert gone.table.exploration_discard == ["Q1"]


test_the_option = shown(
    a3_without_leviathan_there_is_no_limit=lambda:
        position(seat(hand=TWELVE), council=STACKS).play("stack:squid")
        .shows(asked=("MAIN", B), hand_size=13),
    a3_never_martial_law_rules_not_even_with_leviathan=lambda:
        ending(options={"martial_law": "never"}).shows(asked=("MAIN", B), hand_size=13),
    a3_always_martial_law_also_rules_with_leviathan=lambda:
        ending(options={"martial_law": "always"}).shows(asked=(QUESTION, A)),
)  # fmt: skip


@pytest.mark.parametrize("kraken", [False, True])
def test_a3_always_martial_law_rules_every_game(kraken: bool) -> None:
    game = position(seat(hand=TWELVE), council=STACKS, kraken=kraken, options={"martial_law": "always"})
    assert game.play("stack:squid").asked == (QUESTION, A)
    assert with_kraken(active=C, council=STACKS).asked == ("MAIN", C)
