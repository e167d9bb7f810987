"""The seven soldiers, who trouble the opponents; the Shaman protects from every one of them."""

import pytest

from tests.rules.positions import arrival, disabled, payment_for, position, powerless, seat, under
from tests.rules.situation import A, B, C, D, sentences, shown, shown_by_each

SEVEN = ["J1", "J1", "J2", "H1", "H1", "S1", "S1"]
NINE = [*SEVEN, "S2", "H2"]
OPEN_COUNCIL = {"jellyfish": ["J3"], "crab": ["C2"], "shellfish": ["S3"], "squid": ["Q1"]}


@sentences(
    "active, lords, price",
    the_recruiter_makes_lords_two_dearer_for_the_opponents=(A, ([], [1], []), 8 + 2 - 5),
    the_recruiter_works_against_every_opponent=(C, ([1], [], []), 8 + 2 - 5),
    the_recruiter_costs_the_owner_nothing=(A, ([1], [], []), 8 - 5),
    the_recruiter_does_not_touch_the_owner_of_the_shaman=(A, ([14], [1], []), 8 - 5),
)
def test_prices(active: int, lords: tuple[list[int], ...], price: int) -> None:
    seats = [seat(lords=owned) for owned in lords]
    seats[active] |= {"pearls": 9, "hand": ["S5"]}
    assert position(*seats, active=active, court=[12, 30, 31, 32]).prices(12) == [price]


test_soldiers_each = shown_by_each(
    the_recruiter_without_power_changes_no_price=(powerless(1), lambda owner:
        position(seat(pearls=9, hand=["S5"]), owner, court=[12, 30, 31, 32]).prices_are(12, [8 - 5])),
    the_commander_without_power_limits_nobody=(powerless(5), lambda owner:
        position(owner, seat(hand=SEVEN), active=B, council=OPEN_COUNCIL).play("stack:squid")
        .shows(asked=("MAIN", C)).before(B, hand_size=8)),
    the_tamer_without_power_lowers_nothing=(powerless(6), lambda owner:
        position(seat(), owner, threat=3, exploration_deck=["M", "J1"]).play("explore", "fight")
        .shows(key_tokens=1)),
    the_player_who_has_recruited_the_hunter_gets_a_token_of_either_back=([0, 1], lambda back:
        position(
            seat(monster_tokens=[4, "key"]), seat(), seat(hand=payment_for(7)), active=C,
            court=[7, 31, 32, 30], leviathan=True,
        ).recruit(7, *payment_for(7)).play(f"number:{back}")
        .shows(every_monster_tokens=[["key"], [], [4]] if back == 0 else [[4], [], ["key"]])),
)  # fmt: skip


test_soldiers = shown(
    the_recruiter_leaves_the_corruptors_five_pearls_r25=lambda:
        # The Corruptor itself costs 12: ten with the cards, and two pearls.
        arrival(22, seat(pearls=7), seat(lords=[1])).shows(asked=("CORRUPT", A), own_pearls=5)
        .play("lord:32").lord(32, ),
    the_jailer_asks_the_opponents_clockwise=lambda:
        arrival(2, seat(), seat(hand=["J1", "J2"]), seat(), seat(hand=["S1", "S2"]))
        .shows(asked=("DISCARD_ALLY", B))
        .play("card:J1").shows(asked=("DISCARD_ALLY", D)),
    the_jailer_spares_the_hand_of_its_owner=lambda:
        arrival(2, seat(hand=["J4"])).shows(hand=["J4"], asked=("MAIN", B)),
    the_jailer_spares_the_owner_of_the_shaman=lambda:
        arrival(2, seat(), seat(hand=["J1", "J2"], lords=[14]), seat(hand=["S1", "S2"]))
        .shows(asked=("DISCARD_ALLY", C))
        .play("card:S1").before(B, hand=["J1", "J2"]),
    t48_the_seeker_costs_every_opponent_two_pearls_as_far_as_he_has_them=lambda:
        arrival(3, seat(), seat(pearls=5), seat(pearls=1)).shows(pearls=[0, 3, 0]),
    t49_the_seeker_spares_the_owner_of_the_shaman=lambda:
        arrival(3, seat(), seat(pearls=5, lords=[14]), seat(pearls=3)).shows(pearls=[0, 5, 1]),
    the_seeker_finds_nothing_where_there_is_nothing=lambda:
        arrival(3).shows(pearls=[0, 0, 0], asked=("MAIN", B)),
    the_assassin_cannot_hit_the_same_lord_twice_r12=lambda:
        arrival(4, seat(), seat(lords=[disabled(9), 12, 10])).shows(answers={"lord:12", "lord:10"}),
    the_assassin_without_a_victim_has_no_effect=lambda:
        arrival(4, seat(lords=[9]), seat(lords=[disabled(12)]), seat(lords=[under(14, 17)], locations=[14]))
        .shows(asked=("MAIN", B)).lord(9, disabled=False),
    a_disabled_lord_keeps_its_influence_and_loses_power_and_key=lambda:
        arrival(4, seat(), seat(lords=[11]), council=OPEN_COUNCIL).sheet(B, lords={11: 5}).before(B, keys=0)
        # A Landlord with power would have paid at the start of the turn that has just begun.
        .shows(asked=("MAIN", B)).before(B, pearls=0),
    a_disabled_lord_pays_for_no_location=lambda:
        position(
            seat(lords=[disabled(11)], key_tokens=2), threat=3, exploration_deck=["M", "J1"],
            available_locations=[14],
        ).play("explore", "fight", "location:14").shows(key_tokens=0).lord(11, location=None),
    t52_the_arriving_commander_cuts_the_opponents_hands_to_six=lambda:
        arrival(5, seat(), seat(hand=NINE), seat(hand=["Q2", "Q2", "Q3", "Q3", "Q4", "Q5"]))
        .shows(asked=("DISCARD_TO_LIMIT", B))
        .play("card:J1", "card:S2", "card:H2").shows(asked=("MAIN", B))
        .before(B, hand=["H1", "H1", "J1", "J2", "S1", "S1"]).before(C, hand_size=6),
    t53_the_commander_looks_at_hands_at_the_end_of_their_owners_turn_r6=lambda:
        position(
            seat(lords=[5]), seat(hand=["J1", "J1", "J2", "H1", "H1", "S1"], pearls=1), seat(), active=C,
            council=OPEN_COUNCIL, exploration_deck=["H4", "H3", "H2"],
        ).play("explore", "buy", "take").shows(asked=("MAIN", A)).before(B, hand_size=7)
        .play("stack:jellyfish").shows(asked=("MAIN", B)).before(B, hand_size=7)
        .play("stack:squid").shows(asked=("DISCARD_TO_LIMIT", B))
        .play("card:J1", "card:J1").shows(asked=("MAIN", C)).before(B, hand_size=6),
    t54_the_commander_under_a_location_limits_nobody=lambda:
        position(
            seat(lords=[5], key_tokens=1), seat(hand=SEVEN), active=A, council=OPEN_COUNCIL, threat=3,
            exploration_deck=["M", "Q2"], available_locations=[14], location_deck=[],
        )
        # His key, a token and the token of the fight: the Commander goes under The Jail.
        .play("explore", "fight").lord(5, location=14)
        .play("stack:squid").shows(asked=("MAIN", C)).before(B, hand_size=8),
    the_commander_does_not_limit_its_owner=lambda:
        position(seat(lords=[5], hand=SEVEN), council=OPEN_COUNCIL).play("stack:squid")
        .shows(asked=("MAIN", B), hand_size=8),
    the_commander_does_not_limit_the_owner_of_the_shaman=lambda:
        arrival(5, seat(), seat(lords=[14], hand=SEVEN), council=OPEN_COUNCIL).shows(asked=("MAIN", B))
        .before(B, hand_size=7)
        .play("stack:squid").shows(asked=("MAIN", C)).before(B, hand_size=8),
    t56_against_the_tamer_threat_one_stays_threat_one_r8=lambda:
        position(seat(), seat(lords=[6]), exploration_deck=["M", "J1"]).play("explore", "fight")
        .shows(answers={"reward:1", "reward:2"})
        .play("reward:1").shows(own_pearls=1),
    the_tamer_lowers_the_opponents_reward_by_one_level=lambda:
        position(seat(), seat(lords=[6]), threat=3, exploration_deck=["M", "J1"]).play("explore", "fight")
        .shows(answers={"reward:1", "reward:2", "reward:3"})
        .play("reward:1").shows(own_pearls=2, key_tokens=0),
    r37_the_marker_returns_to_one_from_its_own_level=lambda:
        position(seat(), seat(lords=[6]), threat=3, exploration_deck=["M", "M", "J1"])
        .play("explore", "continue").shows(threat=4)
        .play("fight").shows(key_tokens=1, threat=1),
    the_tamer_leaves_the_pearl_of_the_last_space=lambda:
        position(seat(), seat(lords=[6]), threat=4, exploration_deck=["J1", "C1", "H1", "S1", "M", "J2"])
        .play("explore", "continue", "continue", "continue", "continue").shows(key_tokens=1, own_pearls=1),
    t58_the_hunter_without_a_victim_has_no_effect_r13=lambda:
        arrival(7, seat(monster_tokens=[2])).shows(monster_tokens=[2], asked=("MAIN", B)),
    t47_the_jailer_makes_opponents_with_cards_discard_one_of_their_choice=lambda:
        arrival(2, seat(), seat(hand=["J1", "J2", "S1"]), seat())
        .shows(asked=("DISCARD_ALLY", B), answers={"card:J1", "card:J2", "card:S1"})
        .play("card:J2").before(B, hand=["J1", "S1"]).before(C, hand=[]).has(exploration_discard="J2")
        .shows(asked=("MAIN", B)),
    the_hunters_owner_chooses_the_victim_but_must_choose_r13=lambda:
        arrival(7, seat(), seat(monster_tokens=[2]), seat(monster_tokens=[4]))
        .shows(asked=("ROB_TOKENS", A), answers={"player:1", "player:2"})
        .play("player:2").shows(every_monster_tokens=[[4], [2], []]),
    the_hunter_cannot_rob_the_owner_of_the_shaman=lambda:
        arrival(7, seat(), seat(monster_tokens=[2], lords=[14]), seat(monster_tokens=[4]))
        .shows(every_monster_tokens=[[4], [2], []]),
    t50_the_assassin_disables_the_only_free_lord_r12=lambda:
        arrival(4, seat(), seat(lords=[29, under(14, 17)], locations=[14]), seat())
        .lord(29, B, disabled=True, location=None).lord(17, B, disabled=False).before(B, keys=0)
        .shows(asked=("MAIN", B)),
    the_assassins_owner_picks_one_lord_of_every_opponent_r12=lambda:
        arrival(4, seat(), seat(lords=[9, 12]), seat(lords=[10, 11]))
        .shows(asked=("ASSASSINATE", A), answers={"lord:9", "lord:12"})
        .play("lord:12").shows(asked=("ASSASSINATE", A), answers={"lord:10", "lord:11"})
        .play("lord:10").lord(12, B, disabled=True).lord(10, C, disabled=True)
        .lord(9, B, disabled=False).lord(11, C, disabled=False),
    the_assassin_spares_every_lord_of_the_owner_of_the_shaman=lambda:
        arrival(4, seat(), seat(lords=[14, 9]), seat(lords=[10]))
        .lord(14, B, disabled=False).lord(9, B, disabled=False).lord(10, C, disabled=True),
    the_tamer_does_not_lower_the_owners_reward=lambda:
        position(seat(lords=[6]), seat(), threat=3, exploration_deck=["M", "J1"]).play("explore", "fight")
        .shows(key_tokens=1),
    the_tamer_does_not_trouble_the_owner_of_the_shaman=lambda:
        position(seat(lords=[14]), seat(lords=[6]), threat=3, exploration_deck=["M", "J1"])
        .play("explore", "fight").shows(key_tokens=1),
    of_equal_tokens_the_hunter_takes_one=lambda:
        arrival(7, seat(), seat(monster_tokens=[3, 3])).shows(every_monster_tokens=[[3], [3], []]),
)  # fmt: skip


def test_t57_the_hunter_takes_one_token_at_random_from_the_only_holder_r13() -> None:
    game = arrival(7, seat(), seat(monster_tokens=[3, 4]), seat())
    mine, theirs = game.mine.monster_tokens, game.seats[B].monster_tokens
    assert sorted([*mine, *theirs], key=str) == [3, 4]
    assert len(mine) == len(theirs) == 1
    assert game.asked == ("MAIN", B)


@pytest.mark.parametrize(("thief", "victim"), [(B, A), (B, C), (C, A), (C, B)])
def test_the_player_who_has_recruited_the_hunter_gets_the_token(thief: int, victim: int) -> None:
    seats = [seat(), seat(), seat()]
    seats[thief], seats[victim] = seat(hand=payment_for(7)), seat(monster_tokens=[4])
    game = position(*seats, active=thief, court=[7, 31, 32, 30]).recruit(7, *payment_for(7))
    assert [bool(each.monster_tokens) for each in game.seats] == [each == thief for each in range(3)]
