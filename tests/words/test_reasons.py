"""Why something is not allowed: the sentence names what is missing."""

import pytest

from openabyss.rules.actions import ACTIONS, KIND, LOCATION, LORD, NUMBER, PASS, PLOT, RACE, TOKEN, YES, ZONE
from openabyss.rules.cards.allies import ally, kraken
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import AVAILABLE, COURT, DECK, GONE, ONE_SENTINEL_PER_AREA, TOKEN_STACK, State
from openabyss.words.questions.prompts import reason, why_not
from openabyss.words.questions.recruiting import not_paid_with
from openabyss.words.questions.wording import asked_of
from tests.words.playing import SETS, asked_table, legal_actions, lord, question_name_of, random_game


@pytest.mark.parametrize("sets", SETS)
def test_every_refusal_of_a_game_has_a_reason(sets: tuple[bool, bool]) -> None:
    for turn, state in enumerate(random_game(3, 4, *sets)):
        legal = legal_actions(state)
        player = open_question(state).player
        if turn % 8 == 0 and player >= 0:
            for action in set(range(ACTIONS)).difference(legal):
                text = reason(state, player, question_name_of(state), action)
                assert text.endswith(".")
                assert "{" not in text


def test_plotting_needs_a_pearl_a_space_and_a_lord() -> None:
    state = asked_table("MAIN")
    state.pearls[0] = 0
    assert "1 pearl" in reason(state, 0, "MAIN", PLOT)
    state.pearls[0] = 1
    state.court[:] = range(6)
    assert "court is full" in reason(state, 0, "MAIN", PLOT)
    state.court[5] = -1
    state.lord_place[:] = GONE
    assert "lord deck is empty" in reason(state, 0, "MAIN", PLOT)


def test_an_empty_stack_cannot_be_asked_for() -> None:
    assert reason(asked_table("MAIN"), 0, "MAIN", RACE + 1) == "The crab stack of the council is empty."


def test_recruiting_names_the_first_thing_that_is_missing() -> None:
    state = asked_table("MAIN")
    seeker = lord(3)  # 7 points, two races, crab
    assert "not in the court" in reason(state, 0, "MAIN", LORD + seeker)
    state.lord_place[seeker] = COURT
    state.hand[0, ally(4, 2)] = 1
    assert reason(state, 0, "MAIN", LORD + seeker) == "The Seeker demands crabs, and you have none."
    state.hand[0, ally(4, 2)] = 0
    state.hand[0, ally(1, 2)] = 1
    assert "needs 2 different races; you hold only 1" in reason(state, 0, "MAIN", LORD + seeker)
    state.hand[0, ally(4, 2)] = 1
    text = reason(state, 0, "MAIN", LORD + seeker)
    assert "costs 7" in text
    assert "4 in allies, plus 1 pearl: you are 2 short" in text


def test_a_power_is_refused_for_what_is_wrong_with_the_lord() -> None:
    state = asked_table("END_POWERS")
    slaver = lord(12)
    assert "not one of your lords" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_place[slaver] = 0
    assert "nothing the Slaver can do now" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_used[slaver] = 1
    assert "already used" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_location[slaver] = 3
    assert "under a location" in reason(state, 0, "END_POWERS", LORD + slaver)
    state.lord_disabled[slaver] = 1
    assert "disabled" in reason(state, 0, "END_POWERS", LORD + slaver)


def test_buying_twice_or_without_pearls() -> None:
    state = asked_table("OFFER")
    state.price = 3
    assert reason(state, 0, "OFFER", YES) == "It costs 3 pearls; you can pay only 1 pearl."
    state.nebulis[0] = 1
    assert reason(state, 0, "OFFER", YES).endswith("you can pay only 1 pearl and 1 nebulis.")
    state.bought[0] = 1
    assert "already bought" in reason(state, 0, "OFFER", YES)


@pytest.mark.parametrize(("space", "word"), [(4, "last space"), (2, "no cards left")])
def test_going_on_is_refused_on_the_last_space_or_without_cards(space: int, word: str) -> None:
    for question_name in ("EXPLORE_ALLY", "EXPLORE_MONSTER"):
        assert word in reason(asked_table(question_name, space), 0, question_name, PASS)


def test_rewards_beyond_the_level_or_the_pool() -> None:
    state = asked_table("REWARD", 2)
    state.pool[:] = 0
    assert "monster tokens" in reason(state, 0, "REWARD", NUMBER + 3)
    assert "fewer rewards" in reason(asked_table("REWARD", 3), 0, "REWARD", NUMBER + 2)


def test_control_of_a_location() -> None:
    state = asked_table("CONTROL_SOURCE")
    assert "not available" in reason(state, 0, "CONTROL_SOURCE", LOCATION)
    assert "1 to 4" in reason(state, 0, "CONTROL_SOURCE", NUMBER + 5)
    state.location_place[:] = AVAILABLE
    assert "deck is empty" in reason(state, 0, "CONTROL_SOURCE", NUMBER + 1)
    state.location_place[0] = DECK
    assert "draw 1 location" in reason(state, 0, "CONTROL_SOURCE", NUMBER + 2)
    assert "has no key" in reason(state, 0, "CONTROL_KEYS", LORD + lord(2))


def test_paying_and_affiliating() -> None:
    state = asked_table("PAY", lord(12))
    assert "does not pay for the Slaver" in reason(state, 0, "PAY", PASS)
    assert reason(state, 0, "PAY", KIND + ally(0, 5)) == "You have no Jellyfish 5 left."
    state.payment[ally(0, 3)] = 1
    assert "was not spent" in reason(state, 0, "AFFILIATE", KIND + ally(0, 5))
    assert "weakest" in reason(state, 0, "AFFILIATE", KIND + ally(0, 3))
    state.payment[kraken(2)] = 1
    assert reason(state, 0, "AFFILIATE", KIND + kraken(2)) == "A Kraken never joins you for good."


def test_cards_that_are_no_payment_lack_one_thing_or_are_too_many() -> None:
    state = asked_table("MAIN", kraken=True)
    seeker = lord(3)  # 7 points, two races, crab
    crab, squid, shellfish, joker = ally(1, 5), ally(4, 2), ally(3, 5), kraken(2)

    def said(*kinds: int) -> str:
        return not_paid_with(state, 0, seeker, kinds)

    assert said() == "Tap the cards that you want to spend."
    assert said(crab, squid, shellfish) == "Exactly 2 races are required; these are 3."
    assert said(squid, shellfish) == "You still need a crab."
    assert said(squid) == "You still need a crab."
    assert said(crab, crab) == "2 races are required; these are 1."
    assert said(ally(1, 2), squid) == "You are 2 short."
    assert said(crab, crab, squid) == "Not with these cards: one is superfluous, or cannot be spent here."
    assert said(squid, shellfish, joker) == "You still need a crab."
    assert said(joker) == "2 races are required; these are 1."
    assert said(squid, joker) == "You are 2 short."
    state.nebulis[0] = 1
    assert said(squid, joker) == "You are 1 short."


def guarded(state: State, target: int, owner: int = 1) -> State:
    """The sentinel of the Watcher guards something for a player."""
    state.sentinel_owner[0], state.sentinel_target[0] = owner, target
    return state


def test_what_another_sentinel_guards() -> None:
    for target in (RACE + 1, LORD + lord(12), LOCATION + 3):
        state = guarded(asked_table("MAIN", kraken=True), target)
        assert reason(state, 0, "MAIN", target) == "Another player’s sentinel guards this."
    assert "already" in reason(asked_table("PLACE_SENTINEL", kraken=True), 0, "PLACE_SENTINEL", RACE + 1)
    assert "not in the court" in reason(asked_table("PLACE_SENTINEL"), 0, "PLACE_SENTINEL", LORD + lord(12))


def test_an_area_that_has_a_sentinel_is_named_where_it_may_have_no_other() -> None:
    state = asked_table("PLACE_SENTINEL", 1, kraken=True)
    state.lord_place[lord(12)], state.location_place[3] = COURT, AVAILABLE
    refused = [reason(state, 0, "PLACE_SENTINEL", target) for target in (RACE, LORD + lord(12), LOCATION + 3)]
    assert refused == [
        f"There is already a sentinel {area}, and each area holds only one."
        for area in ("at the council", "in the court", "on a location")
    ]
    state.options[ONE_SENTINEL_PER_AREA] = 0
    assert reason(state, 0, "PLACE_SENTINEL", RACE) == "There is already a sentinel here."


def test_a_sentinel_that_stands_stays() -> None:
    state = guarded(asked_table("MAIN", kraken=True), RACE + 1, owner=0)
    assert "stays where it is" in reason(state, 0, "MAIN", LORD + lord(106))


def test_krakens_stand_for_missing_races() -> None:
    state = asked_table("MAIN", kraken=True)
    seeker = lord(3)  # 7 points, two races, crab
    state.lord_place[seeker] = COURT
    state.hand[0, kraken(2)] = 1
    assert "needs 2 different races; you hold only 1" in reason(state, 0, "MAIN", LORD + seeker)
    state.hand[0, ally(4, 2)] = 1
    assert "at most 4 in allies, plus 1 pearl: you are 2 short." in reason(state, 0, "MAIN", LORD + seeker)
    state.nebulis[0] = 1
    assert "at most 4 in allies, plus 1 pearl and 1 nebulis: you are 1 short." in reason(
        state, 0, "MAIN", LORD + seeker
    )


def test_what_nebulis_pay_for() -> None:
    state = asked_table("PAY_PRICE", 3 * (SEATS + 1), kraken=True)
    state.pearls[0], state.nebulis[0] = 3, 2
    assert "at most 1 nebulis" in reason(state, 0, "PAY_PRICE", NUMBER + 2)
    assert "all of your pearls" in reason(state, 0, "PAY_PRICE", NUMBER + 1)
    state.pearls[0] = 2
    assert "not have enough pearls" in reason(state, 0, "PAY_PRICE", NUMBER)


def test_fights_that_cannot_be() -> None:
    state = asked_table("MEET_MONSTER", 4, leviathan=True)
    state.hand[0] = 0
    assert "None of your allies" in reason(state, 0, "MEET_MONSTER", YES)
    assert "no active Coward" in reason(state, 0, "MEET_MONSTER", LORD + lord(209))
    state.border[2] = 11
    assert reason(state, 0, "FIGHT_TARGET", ZONE + 1) == "There is no leviathan on zone 4."
    assert "may fight Bladefin" in reason(state, 0, "FIGHT_TARGET", ZONE + 2)
    assert "already a leviathan on zone 5" in reason(state, 0, "BREED", ZONE + 2)
    state.hand[0, ally(1, 1)] = 1
    assert "you must fight, since you can" in reason(state, 0, "MEET_MONSTER", PASS)


def test_tokens_that_cannot_be_used() -> None:
    state = asked_table("MAIN", leviathan=True)
    assert "counts at the end" in reason(state, 0, "MAIN", TOKEN)
    assert "no such monster token" in reason(state, 0, "MAIN", TOKEN + TOKEN_STACK)
    state.monster_tokens[0, TOKEN_STACK] = 1
    assert "no council stack" in reason(state, 0, "MAIN", TOKEN + TOKEN_STACK)


def test_martial_law_spares_krakens() -> None:
    state = asked_table("OBEY_MARTIAL_LAW", kraken=True, leviathan=True)
    state.hand[0, kraken(2)] = 1
    assert "Krakens cannot" in reason(state, 0, "OBEY_MARTIAL_LAW", KIND + kraken(2))
    assert "not have enough pearls" in reason(state, 0, "OBEY_MARTIAL_LAW", PASS)


def test_anything_else_is_not_an_answer() -> None:
    assert why_not(asked_of(asked_table("OFFER"), 0), "OFFER", PLOT) is None
    assert reason(asked_table("OFFER"), 0, "OFFER", PLOT) == "That is not an answer to this question."
