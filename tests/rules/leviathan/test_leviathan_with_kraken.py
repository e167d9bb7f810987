"""Both expansions together (Leviathan 9)."""

from typing import Any

from tests.rules.fights import ELSEWHERE, ZONE, against, monster
from tests.rules.positions import Seat, arrival, seat, sentinel, under, with_leviathan
from tests.rules.situation import A, B, C, Situation, shown, shown_by_each

WAITING = ["pearls2"]
ON_ZONE = [3, 4]
STACKS = {"squid": ["Q1"], "crab": ["C1"], "jellyfish": ["J1"]}


def attack(leviathan: int, *seats: Seat, **rest: Any) -> Situation:
    """A could fight nobody and is attacked by this leviathan."""
    return monster(
        *seats,
        **{
            "kraken": True,
            "border": {ZONE: leviathan},
            "dice": ON_ZONE,
            "leviathan_deck": [16, 18, 20],
            "council": STACKS,
            **rest,
        },
    )


test_krakens_in_fights = shown(
    l58_a_kraken_fights_any_leviathan_and_brings_its_nebulis_a10=lambda:
        against(20, ["K3"], 4, kraken=True).play("number:1")
        .shows(own_trophies=[20], own_nebulis=2, figure=A, token_count=1, exploration_discard=["K3", "M"]),
    l60_with_nothing_but_krakens_one_must_fight_on_the_last_space=lambda:
        monster(seat(hand=["K2"], monster_tokens=WAITING), space=5, kraken=True, border={ZONE: 20})
        .shows(asked=("MEET_MONSTER", A), answers={"fight", "token:pearls2"}),
    krakens_left_on_the_track_after_a_fight_are_placed_by_the_explorer=lambda:
        against(4, ["C3"], 3, kraken=True, track=["K3", "J2", "M"]).play("number:1")
        .shows(asked=("PLACE_KRAKEN", A))
        .play("stack:shellfish").stacks(shellfish=["K3"]),
)  # fmt: skip


def test_a10_the_figure_moves_before_the_die_is_rolled() -> None:
    events = [event.kind for event in against(19, ["K4"], 1, kraken=True).latest_events]
    assert events.index("ALLY_DISCARDED") < events.index("FIGURE_MOVED") < events.index("ROLLED")


test_krakens_each = shown_by_each(
    a10_a_kraken_brings_one_nebulis_less_than_its_value=(
        [(beast, *one) for beast in (3, 7, 11, 15, 19) for one in (("K2", 1), ("K3", 2), ("K4", 3))],
        lambda leviathan, kraken, gained:
        against(leviathan, [kraken], 1, kraken=True).shows(own_nebulis=gained, own_pearls=1)),
    a40_a_whole_hand_that_is_lost_brings_the_nebulis_of_its_krakens=(
        [(["H1", "K2", "K4"], 4), (["K3", "K3", "K4"], 7), (["K2"], 1), (["H4", "J3"], 0), ([], 0)],
        lambda hand, gained:
        attack(1, seat(hand=hand, monster_tokens=WAITING), seat(nebulis=5), kraken_figure=B).play("continue")
        .shows(hand=[], nebulis=[gained, 5, 0], exploration_discard=sorted([*hand, "M"]))),
)  # fmt: skip


# ------------------------------------------------------------------------------ Krakens and attacks
def test_a40_krakens_lost_to_an_attack_bring_their_nebulis_in_one_event() -> None:
    game = attack(6, seat(pearls=1), seat(nebulis=2), kraken_figure=B)
    assert game.pearls[A] == 0
    mine = seat(hand=["K2", "K3", "H1", "S1"], monster_tokens=WAITING)
    # With a Kraken in hand A could fight, and goes on.
    game = attack(1, mine, seat(nebulis=2), kraken_figure=B).play("continue")
    assert game.answers == {"card:K2", "card:K3", "card:H1", "card:S1"}
    game.play("card:K2", "card:H1")
    assert (game.nebulis, game.figure) == ([0, 2, 0], B)
    game.play("card:K3")
    assert (game.nebulis, game.figure, game.mine.hand) == ([3, 2, 0], A, ["S1"])


test_krakens_and_attacks = shown(
    a40_the_victim_may_keep_the_krakens=lambda:
        attack(1, seat(hand=["K2", "H1", "S1", "Q2"])).play("continue", "card:H1", "card:S1", "card:Q2")
        .shows(hand=["K2"], own_nebulis=0),
    a40_the_commander_and_the_jailer_bring_no_nebulis=lambda:
        arrival(2, seat(), seat(hand=["K4", "H1"]), kraken=True, leviathan=True).play("card:K4")
        .shows(nebulis=[0, 0, 0]),
    l63_an_attack_on_pearls_leaves_nebulis_alone=lambda:
        attack(5, seat(pearls=1, nebulis=4), kraken_figure=A).shows(own_pearls=0, own_nebulis=4),
    a38_the_sentinel_of_a_lost_lord_stays_and_keeps_working=lambda:
        attack(9, seat(lords=[106]), sentinels=[sentinel(106, A, council="squid")])
        .shows(lord_numbers=set(), guarded={106: "stack:squid"})
        .play("take").shows(asked=("MAIN", B)).refuses("stack:squid").offers("stack:crab"),
)  # fmt: skip


def test_a40_a_whole_hand_is_one_event_for_the_figure() -> None:
    game = attack(1, seat(hand=["K4", "K2"], monster_tokens=WAITING), seat(nebulis=3), kraken_figure=B)
    game.play("continue")
    gains = [(event.player, event.amount) for event in game.latest_events if event.kind == "NEBULIS_GAINED"]
    assert (gains, game.figure) == ([(A, 4)], A)


# ------------------------------------------------------------------------------------- loot
def searching(*deck: str, **rest: Any) -> Situation:
    """A controls a sanctuary, whose first loot is a 6; then come these exploration cards."""
    return with_leviathan(
        seat(key_tokens=3),
        kraken=True,
        phase="turn_end",
        available_locations=[103],
        location_deck=[3],
        exploration_deck=[*deck, "C4", "C3"],
        council=STACKS,
        **{
            "loot_deck": [6, 7, 7, 5, 4],
            "border": {ZONE: 4},
            "leviathan_deck": [5, 6, 7, 8],
            "dice": [1, 1, 2, 2],
            **rest,
        },
    )


def sanctuary(game: Situation) -> Situation:
    """Take the sanctuary, and stop after the first loot."""
    return game.play("location:103", "stop")


test_loot = shown(
    l62_monsters_that_loot_turns_up_are_only_discarded_a11=lambda:
        sanctuary(searching("M", "M", "Q3"))
        .shows(hand=["Q3"], exploration_discard=["M", "M"], border={ZONE: (4, 0)}, leviathan_deck_size=4),
    a11_by_option_they_attack_the_searcher=lambda:
        sanctuary(searching("M", "Q3", dice=ON_ZONE, options={"loot6_monster": "add_leviathan"}))
        .shows(wounds=[2, 0, 0], border={ZONE: (5, 0)}),
    a11_by_option_they_add_leviathans=lambda:
        sanctuary(searching("M", "M", "Q3", options={"loot6_monster": "add_leviathan"}))
        .shows(
            hand=["Q3"], exploration_discard=["M", "M"], border={ZONE: (4, 0), 1: (5, 0), 2: (6, 0)},
            leviathan_deck_size=2,
        ),
    a11_by_option_an_ally_that_was_the_last_one_and_is_lost_to_the_attack_is_found_again=lambda:
        with_leviathan(
            seat(key_tokens=3, hand=["H2"]), kraken=True, phase="turn_end", available_locations=[103],
            location_deck=[3], exploration_deck=["M"], council=STACKS, loot_deck=[6, 7], border={ZONE: 1},
            leviathan_deck=[5, 6, 7], dice=ON_ZONE, options={"loot6_monster": "add_leviathan"},
        ).play("location:103").shows(asked=("SANCTUARY", A), hand=["H2"], exploration_discard=[]),
    a_loot_of_value_5_is_a_token_of_the_base_pile=lambda:
        sanctuary(
            searching("C1", loot_deck=[5, 7, 7], monster_pool=[4, 3], leviathan_pool=["key", "stack"])
        ).shows(monster_tokens=[4]),
)  # fmt: skip


test_other_lords = shown(
    the_highwayman_takes_one_of_the_pearls_of_a_token=lambda:
        with_leviathan(seat(monster_tokens=["pearls2", "pearls3"]), seat(lords=[113]), kraken=True)
        .play("token:pearls2").shows(pearls=[1, 1, 0])
        .play("token:pearls3").shows(pearls=[3, 2, 0]),
    the_highwayman_leaves_the_pearl_of_a_failed_attack=lambda:
        monster(seat(hand=["C1"]), seat(lords=[113]), kraken=True, dice=[1], border={ZONE: 4}).play("fight")
        .shows(pearls=[1, 0, 0]),
    a_freed_lord_of_leviathan_has_its_lasting_power_and_key_again=lambda:
        arrival(
            116, seat(lords=[under(14, 209)], locations=[14]), leviathan=True, border={ZONE: 4},
            council=STACKS,
        ).shows(keys=1).lord(209, location=None),
    a_freed_arms_dealer_is_not_paid_again=lambda:
        arrival(116, seat(lords=[under(14, 204)], locations=[14]), leviathan=True, border={1: 4, 2: 5})
        .shows(own_pearls=0).lord(204, location=None),
    the_hypnotist_buys_twice_at_rising_prices_among_five=lambda:
        with_leviathan(
            seat(), seat(pearls=9, lords=[111]), seat(pearls=9), seat(), seat(), kraken=True,
            exploration_deck=["J3", "H3", "S3", "C3", "C4"],
        ).play("explore", "buy", "buy", "buy").shows(pearls=[1 + 2 + 3, 9 - 1 - 2, 9 - 3, 0, 0])
        .before(B, hand=["H3", "J3"]).before(C, hand=["S3"]),
    the_fence_gives_nebulis_to_as_many_as_four_others=lambda:
        arrival(104, seat(nebulis=5), *[seat() for _ in range(4)], leviathan=True, kraken_figure=A)
        .shows(nebulis=[1, 1, 1, 1, 1]),
)  # fmt: skip


def test_l51_the_arms_dealer_is_paid_for_the_border_and_the_highwayman_takes_one() -> None:
    four = {1: 4, 3: 5, 5: 6, 9: 7}
    assert arrival(204, border=four).pearls == [4, 0, 0]
    assert arrival(204, seat(), seat(lords=[113]), kraken=True, border=four).pearls == [3, 1, 0]


def test_the_highwayman_takes_one_for_every_level_of_the_taxidermist() -> None:
    game = against(1, ["C4"], 6, mine=seat(lords=[203]), kraken=True)
    assert game.pearls == [4, 0, 0]
    game = monster(
        seat(hand=["C4"], lords=[203]),
        seat(lords=[113]),
        kraken=True,
        dice=[6],
        border={ZONE: 1, ELSEWHERE: 19},
    )
    game.play("fight", f"zone:{ZONE}")
    assert game.pearls == [2, 2, 0]


def test_the_healer_may_take_an_ally_that_was_spent_in_a_fight_but_no_monster() -> None:
    game = arrival(112, leviathan=True, exploration_discard=["M", "C3*", "K2"])
    assert (game.asked, game.answers >= {"card:C3*", "card:K2"}) == (("HEAL", A), True)
    assert not game.can("card:M")
    assert game.play("card:C3*").mine.hand == ["C3*"]


# ------------------------------------------------------------------------------- other combinations
def test_a_token_may_not_take_a_stack_that_another_player_guards() -> None:
    guards = [sentinel(106, B, council="squid")]
    game = with_leviathan(
        seat(monster_tokens=["stack"]), seat(lords=[106]), kraken=True, council=STACKS, sentinels=guards
    )
    game.play("token:stack")
    assert game.answers == {"stack:crab", "stack:jellyfish"}
    alone = with_leviathan(
        seat(monster_tokens=["stack"], pearls=1),
        seat(lords=[106]),
        kraken=True,
        council={"squid": ["Q1"]},
        sentinels=guards,
        court=[31, 32, 30],
    )
    assert (alone.asked, alone.can("token:stack")) == (("MAIN", A), False)


test_other_combinations = shown(
    a_token_that_takes_the_own_guarded_stack_returns_the_sentinel=lambda:
        with_leviathan(
            seat(monster_tokens=["stack"], lords=[106]), kraken=True, council=STACKS,
            sentinels=[sentinel(106, A, council="squid")],
        ).play("token:stack", "stack:squid").shows(guarded={106: None}),
    nebulis_do_not_pay_for_a_plot=lambda:
        with_leviathan(seat(nebulis=3), kraken=True, kraken_figure=A, court=[31, 32, 30])
        .shows(asked=("MAIN", A)).refuses("plot"),
    nebulis_pay_for_a_lord_of_leviathan=lambda:
        with_leviathan(
            seat(hand=["S5"], nebulis=1), kraken=True, kraken_figure=A, court=[203, 31, 32, 30],
            council=STACKS,
        ).recruit(203, "S5").shows(lord_numbers={203}, own_nebulis=0),
    a_kraken_may_be_spent_in_the_sorcerers_fight=lambda:
        arrival(206, seat(hand=["K2"]), kraken=True, border={ZONE: 20, ELSEWHERE: 19}, dice=[5])
        .play("fight", f"zone:{ZONE}").shows(own_trophies=[20], own_nebulis=1),
    a47_where_the_attack_has_no_effect_nothing_is_asked_although_tokens_are_held=lambda:
        fight_with_a_key(3, *ON_ZONE, tokens=("key", "pearls2"))
        .play("card:C1*", "token:key", "location:103", "stop")
        # The fight is over, and with it the action: the last powers of the turn come next.
        .shows(asked=("END_POWERS", A)).zone(ZONE, (5, 0)),
    a47_nor_where_the_leviathan_has_left_before_a_second_attack=lambda:
        fight_with_a_key(1, *ON_ZONE, hand=("C1", "C5"), tokens=("key", "pearls2")).play("card:C1", "fight")
        .shows(asked=("FIGHT_ALLY", A))
        .play("token:key", "location:103", "stop").shows(asked=("END_POWERS", A)).zone(ZONE, (5, 0)),
    leviathans_that_loot_adds_in_the_middle_of_an_attack_do_not_change_its_die=lambda:
        fight_with_a_key(3, 1, 1).play("card:C1*")
        .shows(answers={"number:0", "number:1", "number:2", "token:key"})
        .play("token:key", "location:103", "stop")
        .shows(
            asked=("BOOST", A), answers={"number:0", "number:1", "number:2"},
            border={1: (5, 0), ZONE: (4, 0), ELSEWHERE: (19, 0)},
        ),
    a43_without_its_leviathan_a_fight_ends_before_an_ally_is_spent=lambda:
        fight_with_a_key(*ON_ZONE).play("token:key", "location:103", "stop").zone(ZONE, (5, 0))
        .shows(asked=("MAIN", B)).has(hand="C1*"),
    a43_the_newcomer_on_the_zone_is_not_fought_on=lambda:
        fight_with_a_key(1, *ON_ZONE, hand=("C1", "C5")).play("card:C1").shows(asked=("FIGHT_AGAIN", A))
        .offers("fight")
        .play("token:key", "location:103", "stop").zone(ZONE, (5, 0)).shows(asked=("MAIN", B)).has(hand="C5"),
)  # fmt: skip


def test_one_player_may_hold_both_figures() -> None:
    sheet = with_leviathan(seat(nebulis=2), kraken=True, kraken_figure=A, scourge=A).score_sheet(A)
    assert (sheet.kraken_figure, sheet.scourge, sheet.nebulis, sheet.total) == (-5, 5, -2, -2)


def fight_with_a_key(
    *dice: int, hand: tuple[str, ...] = ("C1*",), tokens: tuple[str, ...] = ("key",)
) -> Situation:
    """A fights L4 on zone 5 and holds a token that opens a sanctuary, whose loot adds leviathan 5."""
    owner = seat(hand=list(hand), pearls=9, key_tokens=2, monster_tokens=list(tokens))
    game = monster(
        owner,
        kraken=True,
        border={ZONE: 4, ELSEWHERE: 19},
        dice=list(dice),
        leviathan_deck=[5, 6, 7],
        options={"loot6_monster": "add_leviathan"},
        available_locations=[103],
        location_deck=[3],
        exploration_deck=["M", "Q3", "H3"],
        loot_deck=[6, 7, 7],
    )
    return game.play("fight", f"zone:{ZONE}")


def test_a43_the_attack_has_no_effect_where_the_leviathan_has_left_its_zone() -> None:
    game = fight_with_a_key(3, *ON_ZONE).play("card:C1*", "token:key", "location:103", "stop")
    # Leviathan 4 has attacked and left; the newcomer is untouched, and no pearl consoles.
    assert (game.border[ZONE], game.trophies[A], game.wounds[A]) == ((5, 0), [], 2)
    assert (game.asked, game.pearls[A]) == (("MAIN", B), 9)
    missed = [event for event in game.latest_events if event.kind == "ATTACK_MISSED"]
    assert [(event.player, event.leviathan) for event in missed] == [(A, 4)]
