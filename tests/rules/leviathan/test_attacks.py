"""Passing a monster: a leviathan comes to the border, and the one on its zone attacks (Leviathan 5.2-5.4)."""

from typing import Any

from tests.rules.fights import ELSEWHERE, ZONE, monster
from tests.rules.positions import Seat, arrival, disabled, seat, under
from tests.rules.printed import leviathan_table
from tests.rules.situation import A, B, Situation, shown, shown_by_each

ON_ZONE = [3, 4]


def attacked_by(leviathan: int, mine: Seat, **rest: Any) -> Situation:
    """A could fight nobody, so a leviathan came and drove this one out, which attacked A."""
    return monster(
        mine, **{"border": {ZONE: leviathan}, "dice": ON_ZONE, "leviathan_deck": [16, 18, 20], **rest}
    )


# -------------------------------------------------------------------------------------- continuing
def test_l26_a_passed_monster_leaves_its_space_to_the_next_card() -> None:
    game = monster(seat(), space=3, leviathan_deck=[5, 6], dice=[1, 1])
    assert game.border == {1: (5, 0)}
    assert (game.table.exploration_discard, game.table.track) == (["M"], ["J2", "H2", "J3"])
    assert (game.asked, game.question.about.space) == (("EXPLORE_ALLY", A), 3)


test_attacks_each = shown_by_each(
    any_leviathan_of_the_deck_may_come=([1, 20], lambda leviathan:
        monster(seat(), leviathan_deck=[leviathan, 5], dice=ON_ZONE).shows(border={ZONE: (leviathan, 0)})),
    l28_no_more_pearls_are_lost_than_one_has_a34=([(2, 0), (3, 0), (5, 2), (0, 0)], lambda before, after:
        attacked_by(5, seat(pearls=before)).shows(own_pearls=after)),
)  # fmt: skip


test_continuing = shown(
    who_could_fight_may_go_on_instead=lambda:
        monster(seat(hand=["C5"]), border={ELSEWHERE: 4}, leviathan_deck=[5, 6], dice=ON_ZONE)
        .play("continue")
        .shows(border={ELSEWHERE: (4, 0), ZONE: (5, 0)}, hand=["C5"], asked=("EXPLORE_ALLY", A)),
    nobody_can_buy_a_monster=lambda:
        monster(
            seat(hand=["C5"]), seat(pearls=9), border={ELSEWHERE: 4}, track=[], phase="main",
            exploration_deck=["M", "J3", "H3"],
        ).play("explore").shows(asked=("MEET_MONSTER", A))
        .play("continue").shows(asked=("OFFER", B)),
    a_leviathan_enters_at_full_life=lambda:
        attacked_by(17, seat(), border={ZONE: {"id": 17, "levels_lost": 2}}).shows(border={ZONE: (16, 0)}),
    l30_a_lord_is_lost_of_those_not_under_a_location_disabled_ones_too_a19=lambda:
        attacked_by(9, seat(lords=[201, disabled(12), under(14, 27)], locations=[14]))
        .shows(asked=("LOSE_LORD", A), answers={"lord:201", "lord:12"})
        .play("lord:12").shows(lord_numbers={27, 201}, lord_discard=[12], asked=("EXPLORE_ALLY", A)),
    l30_without_a_free_lord_nothing_is_lost=lambda:
        attacked_by(9, seat(lords=[under(14, 27)], locations=[14]))
        .shows(lord_numbers={27}, asked=("EXPLORE_ALLY", A)),
    who_holds_few_allies_loses_them_all=lambda:
        attacked_by(1, seat(hand=["S1", "Q2", "H1"])).shows(hand=[], asked=("EXPLORE_ALLY", A)),
    who_holds_more_allies_chooses=lambda:
        attacked_by(1, seat(hand=["H1", "Q2", "H2", "S4"]))
        .shows(asked=("LOSE_ALLY", A), answers={"card:H1", "card:H2", "card:Q2", "card:S4"})
        .play("card:H1", "card:Q2", "card:H2")
        .shows(hand=["S4"], asked=("EXPLORE_ALLY", A), exploration_discard=["H1", "H2", "M", "Q2"]),
    affiliated_allies_are_safe=lambda:
        attacked_by(1, seat(hand=["H1"], affiliated=["Q4"])).shows(hand=[], affiliated=["Q4"]),
    lost_levels_do_not_soften_the_attack=lambda:
        attacked_by(17, seat(), border={ZONE: {"id": 17, "levels_lost": 2}}).shows(own_wounds=4),
    the_shaman_does_not_protect_from_leviathans=lambda: attacked_by(17, seat(lords=[14])).shows(own_wounds=4),
    others_than_the_explorer_are_not_attacked=lambda: attacked_by(5, seat(pearls=5)).shows(pearls=[2, 0, 0]),
    l27_wounds_and_no_trophy_for_anybody_a21=lambda:
        # It has left the game: neither on the border, nor in the deck.
        attacked_by(17, seat()).shows(wounds=[4, 0, 0], border={ZONE: (16, 0)}, trophies=[[], [], []])
        .shows(leviathan_deck_size=2).has(leviathans_out=17),
    an_only_free_lord_is_lost_with_influence_and_key=lambda:
        attacked_by(10, seat(lords=[27], key_tokens=1)).shows(lord_numbers=set(), keys=1).sheet(lords={}),
)  # fmt: skip


def test_a35_nothing_can_be_done_between_roll_and_attack() -> None:
    mine = seat(hand=["H1", "H2", "S1", "S2"], monster_tokens=["pearls3", "key"], lords=[12], key_tokens=2)
    game = attacked_by(1, mine).play("continue")
    assert (game.asked, game.answers) == (("LOSE_ALLY", A), {"card:H1", "card:H2", "card:S1", "card:S2"})
    lord = attacked_by(9, seat(lords=[27, 28], monster_tokens=["pearls3"])).play("continue")
    assert lord.answers == {"lord:27", "lord:28"}


test_the_last_space = shown(
    l32_who_cannot_fight_on_the_last_space_goes_on_there_a6=lambda:
        monster(seat(), space=5, leviathan_deck=[5, 6], dice=ON_ZONE, exploration_deck=["Q3", "H3"])
        # Nobody buys the squid, so it is taken by itself; one pearl in all.
        .shows(hand=["Q3"], own_pearls=1, border={ZONE: (5, 0)}, asked=("MAIN", B)),
    a6_several_monsters_may_be_passed_on_the_last_space=lambda:
        monster(
            seat(), space=5, leviathan_deck=[5, 6, 7], dice=[*ON_ZONE, 1, 1],
            exploration_deck=["M", "Q3", "H3"],
        ).shows(hand=["Q3"], own_pearls=1, border={ZONE: (5, 0), 1: (6, 0)}),
)  # fmt: skip


# ------------------------------------------------------------------------------------ empty decks
test_empty_decks = shown(
    without_allies_to_find_one_passes_a_last_time_and_ends_empty_handed=lambda:
        monster(
            seat(), seat(pearls=1), space=2, exploration_deck=["M"], leviathan_deck=[5, 6, 7], dice=ON_ZONE,
        ).shows(hand=[], asked=("MAIN", B), border={ZONE: (5, 0)}).stacks(jellyfish=["J2"]),
    without_allies_to_find_who_can_fight_must=lambda:
        monster(
            seat(hand=["C3"]), exploration_deck=["M"], border={ZONE: 4, ELSEWHERE: 8}, leviathan_deck=[5, 6],
            dice=[3],
        )
        # To fight was the only answer; the two leviathans leave a choice.
        .shows(asked=("FIGHT_TARGET", A), answers={f"zone:{ZONE}", f"zone:{ELSEWHERE}"}),
    wounds_may_take_a_score_below_zero=lambda: attacked_by(17, seat()).shows(own_scores=-4).sheet(wounds=-4),
    a20_without_leviathans_the_monster_is_only_discarded=lambda:
        monster(seat(), border={ZONE: 17}, leviathan_deck=[], space=2)
        .shows(
            border={ZONE: (17, 0)}, own_wounds=0, exploration_discard=["M"], asked=("EXPLORE_ALLY", A),
            track=["J2", "J3"],
        ),
    l54_the_attacked_opponent_chooses_a27=lambda:
        arrival(
            202, seat(hand=["S2"]), seat(hand=["J1", "H1", "S1", "Q1", "J2", "H2"]), border={ZONE: 1},
            leviathan_deck=[16, 18], dice=ON_ZONE, council={"squid": ["Q2"]},
        ).play("player:1")
        .shows(
            asked=("LOSE_ALLY", B),
            answers={"card:J1", "card:H1", "card:S1", "card:Q1", "card:J2", "card:H2"},
        )
        .play("card:J1", "card:H1", "card:S1").before(B, hand=["H2", "J2", "Q1"])
        .shows(hand=["S2"], border={ZONE: (16, 0)}, trophies=[[], [], []]),
)  # fmt: skip


def test_a31_wounds_are_counted_beyond_the_tokens_of_the_box() -> None:
    components: dict[str, int] = dict(leviathan_table("components"))  # type: ignore[arg-type]
    supply = components["wound_tokens"]
    game = attacked_by(17, seat(wounds=supply))
    assert (game.wounds[A], game.score_sheet(A).wounds) == (supply + 4, -supply - 4)


# ------------------------------------------------------------------------ the Border Guard's attack
def test_the_events_of_an_attack_name_the_victim() -> None:
    game = attacked_by(17, seat())
    events = [event for event in game.latest_events if event.kind in ("ATTACKED", "WOUNDED")]
    assert [(event.kind, event.player, event.amount) for event in events] == [
        ("ATTACKED", A, 4),
        ("WOUNDED", A, 4),
    ]
    assert "LEVIATHAN_SLAIN" not in game.kinds
    assert game.tokens_held() == 0
