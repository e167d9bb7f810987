"""Random games by the ten thousand: no invariant of the table is broken at any step of any of them."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from openabyss.chance.generator import generator
from openabyss.engine.layout import Numbers
from openabyss.engine.mode import INTERPRETED
from openabyss.players.playout import draw
from openabyss.rules.actions import ACTIONS
from openabyss.rules.cards.allies import MONSTER, RACES
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.numbering import MAIN
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTION_NAMES, open_question
from openabyss.rules.sizes import EVENTS, SEATS, STACK
from openabyss.rules.state import DECK, EMPTY, State
from tests.invariants.invariants import (
    AT_REST,
    BASE_GAME,
    CARDS,
    COUNTERS,
    COURT_SEATS,
    FULLEST_STACK,
    HAND_LIMIT_INVARIANT,
    INVARIANTS,
    KEY_CHECK_INVARIANT,
    LORD_PLACES,
    MASK_CLEAN,
    MAX_EVENTS,
    NOT_NEGATIVE,
    PAYMENT,
    PEARL_LEDGER,
    QUESTION_OPEN,
    RACES_APART,
    TILE_PLACES,
    TOKENS_STAY,
    TRACK,
    Sets,
    Watch,
    broken_invariant,
    first_violation,
    invariant_of_change,
    lay_anew,
    watch,
)

GAMES = 12 if INTERPRETED else 600
# With both expansions so many more that every question is asked and every event happens.
WITH_BOTH = 12 if INTERPRETED else 1_500
LOOK_EVERY = 12 if INTERPRETED else 1
# `make soak` plays this many times as many other games.
SOAK_FACTOR = int(os.environ.get("OPENABYSS_SOAK", "75"))
# This much room must be left in the record for what random games have not met.
ROOM_LEFT = 2
# In the end everybody affiliates an ally of each race at most.
MOST_AFFILIATED = SEATS * RACES


KRAKEN, LEVIATHAN, BOTH = Sets(kraken=True), Sets(leviathan=True), Sets(kraken=True, leviathan=True)
EXPANDED = [
    *[pytest.param(players, KRAKEN, id=f"kraken-{players}") for players in (2, 3, 4)],
    *[pytest.param(players, LEVIATHAN, id=f"leviathan-{players}") for players in (2, 3, 4, 5)],
    *[pytest.param(players, BOTH, id=f"both-{players}") for players in (2, 3, 4, 5)],
]
# What random games of the base set cannot meet, and what they cannot meet with both expansions.
OF_THE_THREAT_TRACK = {"EXPLORE_MONSTER", "REWARD", "THREAT_ROSE", "THREAT_RESET", "MONSTER_FOUGHT"}
# What hardly any of them meets: nobody ends the game, or a leviathan leaves in the middle of a fight.
RARE = {"SEA_EMPTY", "ATTACK_MISSED"}


def assert_invariants_hold(players: int, seeds: range, sets: Sets = BASE_GAME) -> Watch:
    """Watch a game for each seed and return what was noted."""
    game = watch()
    assert first_violation(game, players, seeds, LOOK_EVERY, sets) is None
    assert game.notes[FULLEST_STACK] * ROOM_LEFT <= STACK
    assert game.notes[MAX_EVENTS] * ROOM_LEFT <= EVENTS - MOST_AFFILIATED
    return game


def never_seen(names: Sequence[str], counts: list[int]) -> set[str]:
    return {name for name, count in zip(names, counts, strict=False) if count == 0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_invariants_hold_at_every_step_of_random_games(players: int) -> None:
    assert_invariants_hold(players, range(GAMES))


@pytest.mark.parametrize(("players", "sets"), EXPANDED)
def test_the_invariants_hold_at_every_step_of_random_games_with_expansions(players: int, sets: Sets) -> None:
    game = assert_invariants_hold(players, range(WITH_BOTH if sets == BOTH else GAMES), sets)
    if not INTERPRETED and sets == BOTH and players > 2:
        assert never_seen(QUESTION_NAMES, game.asked.tolist()) <= OF_THE_THREAT_TRACK
        assert never_seen(EVENT_NAMES, game.events.tolist()) <= OF_THE_THREAT_TRACK | RARE


@pytest.mark.soak
@pytest.mark.parametrize(("players", "sets"), [(2, BASE_GAME), (3, BASE_GAME), (4, BASE_GAME), *EXPANDED])
def test_the_invariants_hold_in_many_more_games(players: int, sets: Sets) -> None:
    assert_invariants_hold(players, range(GAMES, (SOAK_FACTOR + 1) * GAMES), sets)


# ----------------------------------------------------- an invariant that is broken does not go unnoticed


def at_a_free_choice(turns: int) -> Watch:
    """A game of three at the first free choice after some turns."""
    game, random = watch(), generator(3)
    lay_anew(game, 3, seed=3)
    state = game.state
    while state.turn < turns or open_question(state).what != MAIN:
        game.past_words[:] = game.words
        apply(state, draw(state, random))
    return game


def add(numbers: Numbers, place: int | tuple[int, int], amount: int) -> None:
    numbers[place] += amount


def first(held: NDArray[Any]) -> int:
    """The first place that is not 0."""
    return int(np.flatnonzero(held)[0])


def put_on_track(state: State, space: int) -> None:
    kind = first(state.deck)
    state.deck[kind] -= 1
    state.track[space] = kind


def owe_a_card(state: State) -> None:
    state.deck[MONSTER] += state.discard[MONSTER] + 1
    state.discard[MONSTER] = -1


def hold_a_monster(state: State) -> None:
    state.deck[MONSTER] -= 1
    state.hand[0, MONSTER] += 1


def seat_a_lord_twice(state: State) -> None:
    state.court[np.flatnonzero(state.court == EMPTY)[:1]] = state.court[0]
    state.court[1] = state.court[0]


def lose_a_tile(state: State) -> None:
    state.location_place[first(state.location_place == DECK)] = int(state.players)


# What somebody does to a table, and the invariant that it breaks.
TAMPERINGS: dict[str, tuple[int, Callable[[State], None]]] = {
    "takes a card": (CARDS, lambda state: add(state.deck, first(state.deck), -1)),
    "owes a card": (NOT_NEGATIVE, owe_a_card),
    "holds a monster": (RACES_APART, hold_a_monster),
    "finds a token": (TOKENS_STAY, lambda state: add(state.monster_tokens, (1, 0), 1)),
    "leaves a gap on the track": (TRACK, lambda state: put_on_track(state, 2)),
    "names a card": (PAYMENT, lambda state: add(state.payment, 0, 1)),
    "seats a lord twice": (COURT_SEATS, seat_a_lord_twice),
    "turns a lord of the deck": (
        LORD_PLACES,
        lambda state: add(state.lord_disabled, first(state.lord_place == DECK), 1),
    ),
    "loses a tile": (TILE_PLACES, lose_a_tile),
    "sells without raising the price": (
        COUNTERS,
        lambda state: add(state.bought, (int(state.active) + 1) % 3, 1),
    ),
    "offers a ghost": (MASK_CLEAN, lambda state: add(state.mask, ACTIONS - 1, 1)),
    "counts too many": (QUESTION_OPEN, lambda state: setattr(state, "offered", state.offered + 1)),
    "leaves a card on the track": (AT_REST, lambda state: put_on_track(state, 0)),
    "keeps three keys": (KEY_CHECK_INVARIANT, lambda state: add(state.key_tokens, 0, 3)),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_table_that_was_tampered_with_breaks_the_invariant(tampering: str) -> None:
    game, (invariant, tamper) = at_a_free_choice(turns=6), TAMPERINGS[tampering]
    assert broken_invariant(game.state, game.printed) == 0
    tamper(game.state)
    assert INVARIANTS[broken_invariant(game.state, game.printed)] == INVARIANTS[invariant]


def test_a_pearl_that_no_event_tells_breaks_the_invariant() -> None:
    game = at_a_free_choice(turns=6)
    game.state.pearls[0] += 1
    assert INVARIANTS[invariant_of_change(game.past, game.state)] == INVARIANTS[PEARL_LEDGER]


def test_a_hand_above_the_limit_breaks_the_invariant() -> None:
    game = at_a_free_choice(turns=6)
    assert game.state.turn == game.past.turn + 1
    commander = 4
    limited = int(game.past.active)
    game.state.lord_place[commander] = (limited + 1) % 3
    game.state.lord_disabled[commander] = 0
    game.state.hand[limited, 0] += 7
    assert INVARIANTS[invariant_of_change(game.past, game.state)] == INVARIANTS[HAND_LIMIT_INVARIANT]
