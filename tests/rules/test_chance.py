"""What chance may draw: what is in the deck or pile, each as often as it is there, and nothing else."""

from typing import Any

import pytest

from openabyss.rules.leviathan.border import add_leviathan
from openabyss.rules.numbering import (
    DRAW_LEVIATHAN,
    DRAW_LEVIATHAN_TOKEN,
    DRAW_LOCATION,
    DRAW_LOOT,
    DRAW_TOKEN,
    FIND_CARD,
    FIRST_PLAYER,
    LOCATION_TO_TABLE,
    LORD_TO_COURT,
    LORD_TO_PLAYER,
    REVEAL_CARD,
    ROLL_DIE,
    ROLL_ZONE,
    STEAL_TOKEN,
)
from openabyss.rules.play import resolve
from openabyss.rules.questions import QUESTION_NAMES, ask, open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import BASE_BACK, LEVIATHAN_BACK, NOBODY
from openabyss.words.questions.actions import text_of
from tests.rules.positions import position, seat, with_leviathan
from tests.rules.situation import A, B, Situation, sentences


def chances(game: Situation, what: int, detail: int = 0) -> dict[str, int]:
    """What chance may answer to a question, and out of how many equal cards."""
    state = game.state
    ask(state, what, NOBODY, detail)
    resolve(state)
    assert (open_question(state).what, int(state.offered)) == (what, int(state.mask.sum()))
    name = QUESTION_NAMES[what]
    return {text_of(name, int(action), state): int(state.mask[action]) for action in state.mask.nonzero()[0]}


def once(kind: str, *numbers: int) -> dict[str, int]:
    """Each of these is there once."""
    return {f"{kind}:{number}": 1 for number in numbers}


CARDS: dict[str, Any] = {
    "kraken": True, "exploration_deck": ["M", "J2", "K4", "J1", "J2"], "exploration_discard": ["S5"],
}  # fmt: skip
ONE_OF_CARDS = {"card:M": 1, "card:J1": 1, "card:J2": 2, "card:K4": 1}
LORDS = {"court": [31, 32, 30], "lord_deck": [28, 29], "lord_discard": [13]}
LOCATIONS = {"available_locations": [4], "location_deck": [5, 6]}
PILES = {"leviathan": True, "monster_pool": [3, 4, 3], "leviathan_pool": ["key", "pearls2", "key", "stack"]}


# Leviathans by the numbers of the catalogue, which begin with 0.
@sentences(
    "what, situation, expected",
    each_player_is_as_likely_to_begin=(FIRST_PLAYER, {}, once("player", 0, 1, 2)),
    a_die_shows_one_to_six_each_as_likely=(ROLL_DIE, {"leviathan": True}, once("number", 1, 2, 3, 4, 5, 6)),
    only_a_leviathan_of_the_deck_is_revealed=(
        DRAW_LEVIATHAN,
        {"leviathan": True, "leviathan_deck": [5, 7], "border": {1: 6}},
        once("number", 5 - 1, 7 - 1),
    ),
    only_a_lord_of_the_deck_comes_to_the_court=(LORD_TO_COURT, LORDS, once("lord", 28, 29)),
    only_a_lord_of_the_deck_comes_to_a_player=(LORD_TO_PLAYER, LORDS, once("lord", 28, 29)),
    only_a_location_of_the_deck_is_drawn=(DRAW_LOCATION, LOCATIONS, once("location", 5, 6)),
    only_a_location_of_the_deck_is_laid_out=(LOCATION_TO_TABLE, LOCATIONS, once("location", 5, 6)),
    each_card_of_the_exploration_deck_is_as_likely_to_be_revealed=(REVEAL_CARD, CARDS, ONE_OF_CARDS),
    each_card_of_the_exploration_deck_is_as_likely_to_be_found=(FIND_CARD, CARDS, ONE_OF_CARDS),
    each_card_of_the_loot_deck_is_as_likely_to_be_drawn=(
        DRAW_LOOT,
        {"kraken": True, "loot_deck": [3, 5, 7, 5]},
        {"number:3": 1, "number:5": 2, "number:7": 1},
    ),
    each_token_of_the_base_pile_is_as_likely_to_be_drawn=(DRAW_TOKEN, PILES, {"token:3": 2, "token:4": 1}),
    each_token_of_the_leviathan_pile_is_as_likely_to_be_drawn=(
        DRAW_LEVIATHAN_TOKEN,
        PILES,
        {"token:key": 2, "token:pearls2": 1, "token:stack": 1},
    ),
)
def test_what_chance_draws(what: int, situation: dict[str, Any], expected: dict[str, int]) -> None:
    assert chances(position(seat(lords=[27], locations=[3]), **situation), what) == expected


@pytest.mark.parametrize("level", range(1, 6))
def test_the_regent_does_not_begin(level: int) -> None:
    assert chances(position(players=2, regent=level), FIRST_PLAYER) == once("player", 0)


def test_wherever_the_regent_sits_the_other_player_begins() -> None:
    game = position(players=2, regent=1)
    game.state.regent = A
    assert chances(game, FIRST_PLAYER) == once("player", 1)


def test_the_dice_for_a_zone_wait_while_a_leviathan_is_revealed() -> None:
    state = with_leviathan(leviathan_deck=[5, 7], border={1: 6}).state
    add_leviathan(state, A)
    resolve(state)
    *_, waits, is_asked = state.stack[: state.depth].tolist()
    assert (waits, is_asked) == ([ROLL_ZONE, A, 0], [DRAW_LEVIATHAN, NOBODY, A])


@pytest.mark.parametrize(
    ("back", "tokens"),
    [(BASE_BACK, {"token:2": 2, "token:4": 1}), (LEVIATHAN_BACK, {"token:key": 2, "token:pearls3": 1})],
)
def test_each_token_of_the_victim_with_the_back_named_is_as_likely_to_be_stolen(
    back: int, tokens: dict[str, int]
) -> None:
    theirs = seat(monster_tokens=[2, 4, 2, "key", "pearls3", "key"])
    game = with_leviathan(seat(monster_tokens=[3]), theirs)
    assert chances(game, STEAL_TOKEN, (back * SEATS + B) * SEATS + A) == tokens
