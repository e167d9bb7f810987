"""The Regent of solo play (house rules): the scenarios of the rules, its own rules, whole games."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from openabyss import InvalidOption
from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.playout import draw
from openabyss.players.regent import choose_as_regent
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.solo import ABYSSAL, CALM, LEVELS, MAELSTROM, PERSON_SEAT, REGENT_SEAT, STORM, SWELL
from openabyss.rules.state import NOBODY
from openabyss.table.score_sheet import rank
from openabyss.words.questions.actions import text_of
from tests.players.tables import dealt, position_of
from tests.rules.positions import Seat, disabled, hurt, payment_for, position, seat, under
from tests.rules.situation import A, B, Situation, sentences

ALL_LEVELS = range(1, LEVELS + 1)
GAMES = 15
STRENGTH_GAMES = 400
SETS = [(False, False), (True, False), (False, True), (True, True)]
STACKS = {"crab": ["C1", "C1"], "squid": ["Q1", "Q2"]}


def solo(level: int, *seats: Seat, **rest: Any) -> Situation:
    """A person A against the Regent B at this level, B to play unless said."""
    return position(*seats, players=2, regent=level, **{"active": B, **rest})


def choice(game: Situation) -> str:
    """How the Regent answers the open question."""
    return text_of(game.question.kind, int(choose_as_regent(game.state)), game.state)


def let_regent_play(game: Situation) -> Situation:
    """Answer as the Regent as long as it is asked."""
    while not game.is_over and game.player == B:
        game.apply(choice(game))
    return game


def recruited(
    level: int, lord: int, person: Seat | None = None, regent: Seat | None = None, **rest: Any
) -> Situation:
    """The Regent has recruited this lord with the cards of `payment_for`."""
    mine = {**(regent or seat()), "hand": [*(regent or {}).get("hand", []), *payment_for(lord)]}
    court = [lord, *[quiet for quiet in (31, 32, 30) if quiet != lord]]
    game = solo(level, person or seat(), mine, **{"court": court, **rest})
    game.apply(f"recruit:{lord}")
    return let_regent_play(game)


# -------------------------------------------------------------------------------- scenarios


@pytest.mark.parametrize(("level", "action"), [(CALM, "explore"), (SWELL, "explore"), (STORM, "stack:crab")])
def test_65_the_level_says_how_large_a_stack_it_takes(level: int, action: str) -> None:
    assert choice(solo(level, seat(), seat(), council=STACKS)) == action


@pytest.mark.parametrize(
    ("regent", "card", "action"),
    [
        (seat(pearls=1), "Q4", "buy"),
        (seat(pearls=1), "Q3", "pass"),
        (seat(pearls=5), "K4", "pass"),
        (seat(nebulis=1), "Q5", "pass"),
    ],
)
def test_66_it_buys_allies_of_value_four_or_more_but_neither_krakens_nor_with_nebulis(
    regent: Seat, card: str, action: str
) -> None:
    game = solo(STORM, seat(), regent, active=A, kraken=True, exploration_deck=[card, "J1", "J2"])
    game.play("explore")
    assert (game.asked, choice(game)) == (("OFFER", B), action)


def test_66_it_buys_once_in_a_turn() -> None:
    game = solo(STORM, seat(), seat(pearls=5), active=A, exploration_deck=["Q4", "Q5", "J2"])
    game.play("explore", "buy")
    assert game.asked == ("EXPLORE_ALLY", A)
    assert game.pearls == [1, 4]


def test_67_what_it_takes_depends_on_the_space() -> None:
    game = solo(STORM, exploration_deck=["Q3", "J4", "J1"])
    game.play("explore")
    assert choice(game) == "continue"
    game.play("continue")
    assert choice(game) == "take"


def before_a_monster(*hand: str, **rest: Any) -> Situation:
    """The Regent with these cards has explored a monster."""
    exploring = {"phase": "explore", "track": ["M"], "exploration_deck": ["J1", "J2", "J3"]}
    return solo(STORM, seat(), seat(hand=[*hand]), leviathan=True, **exploring, **rest)


def test_68_it_fights_where_value_and_three_are_enough_and_stops_after_a_failure() -> None:
    game = before_a_monster("C3", "C3", border={4: 20, 5: 8}, dice=[2])
    assert choice(game) == "fight"
    game.play("fight")
    assert choice(game) == "zone:5"
    game.play("zone:5")
    assert game.asked == ("MAIN", A)
    assert (game.pearls[B], game.seats[B].hand) == (1, ["C3"])
    assert game.border == {4: (20, 0), 5: (8, 0)}


def test_without_an_ally_that_is_good_enough_it_passes_a_monster() -> None:
    assert choice(before_a_monster("C3", border={4: 20})) == "continue"


@pytest.mark.parametrize("court", [[30, 209], [209, 30]])
def test_69_of_equal_merits_the_lord_furthest_from_the_deck(court: list[int]) -> None:
    game = solo(STORM, seat(), seat(hand=["H5", "H3", "J3"]), leviathan=True, court=court)
    assert choice(game) == f"recruit:{court[0]}"


@pytest.mark.parametrize(("farmers", "action"), [([30, 31], "draw:2"), ([30, 31, 32], "location:1")])
def test_70_it_draws_two_locations_unless_an_open_one_is_worth_ten(farmers: list[int], action: str) -> None:
    mine = seat(lords=farmers, key_tokens=3)
    tiles: Any = {"available_locations": [1], "location_deck": [2, 12, 20]}
    game = solo(STORM, seat(), mine, council=STACKS, court=[27], **tiles)
    game.play("stack:crab")
    assert choice(game) == action
    if action == "draw:2":
        game.play(action)
        assert choice(game) == "location:12"


@pytest.mark.parametrize(("level", "left"), [(STORM, 2), (MAELSTROM, 0), (ABYSSAL, 0)])
def test_71_a_mage_brings_the_largest_stack_from_level_four(level: int, left: int) -> None:
    game = recruited(level, 15, council={"crab": ["C1"], "squid": ["Q1", "Q2"]})
    assert len(game.table.council["squid"]) == left
    assert len(game.table.council["crab"]) == 1
    assert game.table.active == A


# ------------------------------------------------------------------------------- how it decides


@pytest.mark.parametrize(("ambassador", "tiles"), [(33, 2), (34, 1), (35, 3)])
def test_its_ambassadors_bring_the_best_of_the_drawn_locations(ambassador: int, tiles: int) -> None:
    game = recruited(STORM, ambassador, available_locations=[], location_deck=[2, 20, 14, 16])
    assert (len(game.seats[B].locations), len(game.table.available_locations)) == (1, tiles - 1)


@pytest.mark.parametrize(("card", "action"), [("H4", "stack:crab"), ("H5", "recruit:29")])
def test_it_pays_at_most_three_pearls(card: str, action: str) -> None:
    game = solo(STORM, seat(), seat(pearls=8, hand=[card]), court=[29, 31], lord_deck=[], council=STACKS)
    assert choice(game) == action


@pytest.mark.parametrize(
    ("hand", "after"), [(["H5", "H4"], (3, [], ["H4"])), (["H5", "K3"], (0, ["K3"], ["H5"]))]
)
def test_it_keeps_krakens_rather_than_pearls_and_these_rather_than_value(
    hand: list[str], after: tuple[int, list[str], list[str]]
) -> None:
    """4 and 5 pay too much for 8, but 5 alone would cost pearls."""
    game = solo(STORM, seat(), seat(pearls=3, hand=hand), kraken=True, court=[29, 31, 32, 30], lord_deck=[])
    game.play("recruit:29")
    let_regent_play(game)
    mine = game.table.seats[B]
    assert (game.pearls[B], mine.hand, mine.affiliated) == after
    assert game.nebulis == [0, 0]


def test_it_plots_once_with_five_pearls() -> None:
    game = solo(CALM, seat(), seat(pearls=7), court=[31, 32], lord_deck=[30, 29, 28], council=STACKS)
    assert choice(game) == "plot"
    game.play("plot")
    assert choice(game) == "explore"


def test_it_puts_the_lords_of_least_influence_under_a_location() -> None:
    tiles: Any = {"available_locations": [20], "location_deck": [2]}
    game = solo(STORM, seat(), seat(lords=[1, 27, 28, 11]), council=STACKS, court=[31], **tiles)
    game.play("stack:crab")
    let_regent_play(game)
    assert {number for number, lord in game.lords(B).items() if lord.location == 20} == {1, 11, 27}


def test_tokens_with_an_effect_are_used_at_once() -> None:
    game = solo(STORM, seat(), seat(monster_tokens=[2, "pearls3"]), leviathan=True, council=STACKS)
    assert choice(game) == "token:pearls3"


def test_the_same_cards_without_the_regent_are_another_position() -> None:
    assert len({Situation.new(seed=5, regent=level).hash for level in (None, CALM, STORM)}) == 3
    assert (Situation.new(seed=5).table.regent, Situation.new(seed=5).table.regent_level) == (None, 0)


@pytest.mark.parametrize(
    ("players", "level", "problem"), [(2, 0, "1 to 5"), (2, 6, "1 to 5"), (3, 1, "game of 2")]
)
def test_who_cannot_play_solo_is_refused(players: int, level: int, problem: str) -> None:
    with pytest.raises(InvalidOption, match=problem):
        Situation.new(players=players, regent=level)


# ------------------------------------------------------------------------------- what it gives up


def after_your(lord: int, *regent: Seat, **rest: Any) -> Situation:
    """The person has recruited this lord; both expansions are in play."""
    cards = payment_for(lord)
    court = {"court": [lord, 31, 32, 30], "kraken": True, "leviathan": True}
    game = solo(STORM, seat(hand=cards), *regent, active=A, **court, **rest)
    return game.recruit(lord, *cards)


def at_the_limit() -> Situation:
    """The Regent ends its turn with an ally too many, and pearls."""
    hand = [f"{race}{value}" for race in "CHS" for value in (2, 3, 4, 5)]
    return solo(STORM, seat(), seat(hand=[*hand, "J2*"], pearls=9), leviathan=True, phase="turn_end")


def attacked_by(leviathan: int, regent: Seat) -> Situation:
    """Your Border Guard brings this attack on the Regent."""
    return after_your(202, regent, border={5: leviathan}, dice=[3, 4], leviathan_deck=[5, 6])


@sentences(
    "situation, given_up",
    the_lowest=(lambda: after_your(2, seat(hand=["C2", "K2", "J2*", "Q1*", "H5"])), "card:Q1*"),
    of_equals_the_first_race=(lambda: after_your(2, seat(hand=["C2", "K2", "J2*", "H5"])), "card:J2*"),
    krakens_after_the_races=(lambda: after_your(2, seat(hand=["K2", "Q2*", "H3"])), "card:Q2*"),
    affiliated=(lambda: after_your(114, seat(affiliated=["S4", "S2"])).play("stack:shellfish"), "card:S2"),
    attacked=(lambda: attacked_by(1, seat(hand=["C2", "J2*", "H3", "S4"])), "card:J2*"),
    the_weakest_free_lord_of_equals_the_first=(
        lambda: attacked_by(9, seat(lords=[under(14, 33), 5, 27, disabled(1)], locations=[14])),
        "lord:1",
    ),
    rather_than_to_pay=(at_the_limit, "card:J2*"),
)
def test_what_it_gives_up(situation: Callable[[], Situation], given_up: str) -> None:
    game = situation()
    assert game.player == B
    assert choice(game) == given_up


def test_of_equal_allies_the_first_race_joins_it() -> None:
    hand = ["C2", "J2*", "Q4"]
    game = solo(STORM, seat(), seat(hand=hand), leviathan=True, council={}, court=[26, 31, 32, 30])
    assert let_regent_play(game).seats[B].affiliated == ["J2*"]


# ------------------------------------------------------------------------ monsters, fights, locations


@pytest.mark.parametrize(
    ("threat", "before", "answers"),
    [
        (2, [], ["continue"]),
        (3, [], ["fight"]),
        (5, [], ["fight", "reward:3"]),
        (1, ["J1"] * 4, ["reward:2"]),
    ],
)
def test_it_fights_from_the_third_threat_level_on_or_in_the_last_space_for_most_tokens(
    threat: int, before: list[str], answers: list[str]
) -> None:
    exploring: Any = {"phase": "explore", "track": [*before, "M"], "exploration_deck": ["J2", "J3"]}
    game = solo(STORM, threat=threat, council={}, **exploring)
    for answer in answers:
        assert choice(game) == answer
        game.play(answer)


@pytest.mark.parametrize(
    ("track", "taken"), [(["J1", "H1", "K4"], []), (["J1", "H1", "S1", "Q1", "K4"], ["K4"])]
)
def test_it_takes_a_kraken_only_from_the_last_space(track: list[str], taken: list[str]) -> None:
    game = solo(STORM, kraken=True, phase="explore", track=track, exploration_deck=["C5", "J2"], council={})
    assert let_regent_play(game).seats[B].hand in (taken, ["C5"])


LAST_SPACE: Any = {"phase": "explore", "track": ["J1", "H1", "S1", "Q1", "M"]}


@pytest.mark.parametrize(
    ("hand", "border", "zone", "card"),
    [
        # Of equal resistances more tokens, then the lower zone; of equal allies the plain one.
        (["C2*", "C2"], {3: 12, 6: 16, 8: hurt(13, 2)}, "zone:6", "card:C2"),
        # None is good enough: the least resistance with the lowest ally, Krakens last.
        (["K2", "C2", "C1*"], {3: 3, 6: 20, 8: hurt(17, 1)}, "zone:6", "card:C1*"),
        (["K2", "K3", "J5"], {3: 19, 6: 20}, "zone:6", "card:K2"),
    ],
)
def test_whom_it_fights_on_the_last_space_and_with_what(
    hand: list[str], border: dict[int, Any], zone: str, card: str
) -> None:
    sets = {"kraken": True, "leviathan": True}
    game = solo(STORM, seat(), seat(hand=hand), border=border, **sets, **LAST_SPACE)
    assert (game.asked, choice(game)) == (("FIGHT_TARGET", B), zone)
    assert choice(game.play(zone)) == card


@pytest.mark.parametrize(
    ("pearls", "die", "leviathan", "card", "added"),
    [
        (2, 1, 16, "C2*", 2),
        (0, 1, 16, "C2*", 0),
        (9, 1, 1, "C1*", 1),
        (9, 2, 1, "C2*", 0),
        (9, 1, 6, "C2*", 0),
    ],
)
def test_it_boosts_by_one_or_two_pearls_for_one_more_level(
    pearls: int, die: int, leviathan: int, card: str, added: int
) -> None:
    border = {5: leviathan, 9: 19}
    game = solo(
        STORM,
        seat(),
        seat(hand=[card], pearls=pearls),
        leviathan=True,
        border=border,
        dice=[die],
        **LAST_SPACE,
    )
    game.play("zone:5")
    # It has the pearl of the last space, too.
    assert (game.asked, choice(game)) == (("BOOST", B), f"number:{added}")


def test_it_draws_tokens_of_the_base_pile_and_takes_the_largest_stack_with_one() -> None:
    stacks = {"crab": ["C1"], "squid": ["Q1", "Q2"]}
    mine = seat(hand=["C3"], monster_tokens=["stack"])
    game = solo(
        STORM, seat(), mine, leviathan=True, border={5: 16, 9: 19}, dice=[3], council=stacks, **LAST_SPACE
    )
    assert choice(game) == "token:stack"
    game.play("token:stack")
    assert choice(game) == "stack:squid"
    game.play("stack:squid", "zone:5")
    assert (game.asked, choice(game)) == (("TAKE_TOKENS", B), "number:2")


@pytest.mark.parametrize(
    ("tiles", "answers"),
    [
        # A sanctuary is searched until two cards lie there; a pair is lost.
        ({"available_locations": [103], "location_deck": []}, ["search", "search", "search", "stop"]),
        # Black Smokers are kept; the City of Mirrors counts the best location of the person.
        ({"available_locations": [], "location_deck": [10, 3]}, ["draw:2", "location:3"]),
        ({"available_locations": [], "location_deck": [10]}, []),
        ({"available_locations": [9, 1], "location_deck": [2]}, ["location:9"]),
        ({"available_locations": [1], "location_deck": [2]}, ["draw:1"]),
    ],
)
def test_how_it_gains_a_location(tiles: Any, answers: list[str]) -> None:
    person = seat(lords=[under(5, 33)], locations=[5])
    mine = seat(key_tokens=3, lords=[2, 3])
    game = solo(STORM, person, mine, kraken=True, loot_deck=[7, 7, 5, 4, 3], phase="turn_end", **tiles)
    for answer in answers:
        assert choice(game) == answer
        game.play(answer)
    assert game.seats[B].locations


# ------------------------------------------------------------------------------- whole games


@pytest.mark.skipif(INTERPRETED, reason="whole games take too long with interpreted rules")
@pytest.mark.parametrize(("kraken", "leviathan"), SETS)
@pytest.mark.parametrize("level", ALL_LEVELS)
def test_whole_games_end_with_legal_answers_only(level: int, kraken: bool, leviathan: bool) -> None:
    for seed in range(GAMES):
        state, random = dealt(2, kraken, leviathan, level), generator(seed)
        first = NOBODY
        while state.depth > 0:
            asked_seat = open_question(state).player
            if asked_seat == NOBODY:
                apply(state, draw(state, random))
                continue
            first = asked_seat if first == NOBODY else first
            if asked_seat == PERSON_SEAT:
                apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
                continue
            assert asked_seat == REGENT_SEAT
            before = position_of(state)
            action = int(choose_as_regent(state))
            assert position_of(state) == before
            assert action == int(choose_as_regent(state))
            assert apply(state, action)
        assert first == PERSON_SEAT
        assert state.ending_player != NOBODY


@pytest.mark.skipif(INTERPRETED, reason="too many games for interpreted rules")
def test_every_level_wins_more_often_than_the_one_below() -> None:
    from openabyss.players.matches import GREEDY, REGENT, play_game  # noqa: PLC0415  compiled only

    wins = []
    for level in ALL_LEVELS:
        won = 0
        for seed in range(STRENGTH_GAMES):
            state = dealt(2, regent=level)
            play_game(state, np.array([GREEDY, REGENT, 0, 0, 0]), generator(seed))
            won += rank(state)[0] == [REGENT_SEAT]
        wins.append(won / STRENGTH_GAMES)
    assert all(above > below for below, above in pairwise(wins)), wins
