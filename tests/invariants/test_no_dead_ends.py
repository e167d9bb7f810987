"""Where nearly everything has run out the game still goes on: no invariant is broken, and it ends.

Even when all allies are in hands that pay for none of the last lords, and only monsters are left to be
revealed: everybody meets them for some rounds, and then the game is over.
"""

import os
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random

import numpy as np
import pytest

from openabyss import Game
from openabyss.chance.generator import generator
from openabyss.engine.layout import Numbers
from openabyss.engine.mode import INTERPRETED
from openabyss.play.position.positions import read_position
from openabyss.rules.cards.allies import KINDS
from openabyss.rules.play import resolve
from openabyss.rules.state import EMPTY, NOBODY, State, bytes_of
from tests.invariants.invariants import (
    COURT_CHECKS,
    INVARIANTS,
    REFUSALS_EVERY,
    STEPS,
    TRACE,
    TURNS_AFTER_END,
    Violation,
    Watch,
    play_watched,
    watch,
)
from tests.invariants.scarcity import HAND_SIZES, VARIANTS, Position, Sets, scarce_position

TABLES = 2 if INTERPRETED else 200
LOOK_EVERY = 12 if INTERPRETED else 1
SOAK_FACTOR = int(os.environ.get("OPENABYSS_SOAK", "30"))
GAMES_OF_EACH_VARIANT = 2
# All illegal answers are tried before one of this many first answers, another one for each table.
REFUSED_WITHIN = 40


def cards_on(state: State) -> Numbers:
    """How many cards of each kind are on the table."""
    seats = state.hand.sum(axis=0) + state.affiliated.sum(axis=0)
    track = np.bincount(state.track[state.track != EMPTY], minlength=KINDS)
    cards: Numbers = state.deck + state.discard + seats + state.council.sum(axis=0) + track
    return cards


def lay_position(game: Watch, position: Position, seed: int) -> None:
    """A position on the table, as far as its first question; the last round is counted from its turn."""
    state = read_position(position).state
    game.printed[:] = cards_on(state)
    resolve(state)
    game.words[:] = np.frombuffer(bytes_of(state), np.int16)
    game.notes[[COURT_CHECKS, TURNS_AFTER_END, TRACE]] = 0
    game.notes[STEPS] = REFUSALS_EVERY - seed % REFUSED_WITHIN
    if state.ending_player != NOBODY:
        game.notes[TURNS_AFTER_END] = (state.active - state.ending_player) % state.players


def first_violation_from(game: Watch, sets: Sets, seeds: range) -> Violation | None:
    """Play on at random from a scarce position for each seed; the first invariant that is broken, if any."""
    for seed in seeds:
        lay_position(game, scarce_position(seed, sets), seed)
        broken, step = play_watched(game, generator(seed), LOOK_EVERY)
        if broken:
            return Violation(INVARIANTS[broken], sets.players, seed, step)
    return None


def in_words(sets: Sets) -> str:
    """The name of a variant: "4-kraken-leviathan"."""
    names = [str(sets.players), *["kraken"] * sets.kraken, *["leviathan"] * sets.leviathan]
    return "-".join([*names, *["regent"] * (sets.regent > 0)])


@pytest.mark.parametrize("sets", VARIANTS, ids=in_words)
def test_whatever_has_run_out_the_invariants_hold_and_the_game_ends(sets: Sets) -> None:
    assert first_violation_from(watch(), sets, range(TABLES)) is None


@pytest.mark.soak
@pytest.mark.parametrize("sets", VARIANTS, ids=in_words)
def test_the_invariants_hold_from_many_more_tables(sets: Sets) -> None:
    assert first_violation_from(watch(), sets, range(TABLES, (SOAK_FACTOR + 1) * TABLES)) is None


@pytest.mark.parametrize("sets", VARIANTS, ids=in_words)
def test_a_game_with_decks_in_order_goes_on_to_its_end(sets: Sets) -> None:
    for seed in range(GAMES_OF_EACH_VARIANT):
        game, chance = Game.from_position(scarce_position(seed, sets)), Random(seed)
        while not game.is_over:
            actions = game.legal_actions
            assert len(actions) > 1
            game.apply(chance.choice(actions))
        assert len(game.scores) == sets.players


# ------------------------------------------------------------------------- the tables are as scarce as said


def hands_are(style: Callable[[list[str]], bool]) -> Callable[[Position], bool]:
    """Every hand is of that style."""
    return lambda table: all(style(seat["hand"]) for seat in table["seats"])


def areas_guarded(table: Position) -> tuple[str, ...]:
    """The areas that have a sentinel, in the order of the alphabet; waiting ones have none."""
    return tuple(sorted({token["area"] for token in table.get("sentinels", []) if token["area"]}))


def last_one_is_guarded(area: str) -> Callable[[Position], bool]:
    """The only lord of the court, full stack or available location has a sentinel."""

    def is_so(table: Position) -> bool:
        stacks = [race for race, cards in table["council"].items() if cards]
        left = {"court": table["court"], "council": stacks, "locations": table["available_locations"]}[area]
        guarded = [token["target"] for token in table.get("sentinels", []) if token["area"] == area]
        return len(left) == 1 and left[0] in guarded

    return is_so


SCARCE: dict[str, Callable[[Position], bool]] = {
    "no card to reveal": lambda table: not table["exploration_deck"] + table["exploration_discard"],
    "only monsters to reveal": lambda table: (
        set(table["exploration_deck"] + table["exploration_discard"]) == {"M"}
    ),
    "a full track": lambda table: len(table.get("track", [])) == 5,
    "an empty council": lambda table: not any(table["council"].values()),
    "a stack of Krakens only": lambda table: any(
        cards and all(card[0] == "K" for card in cards) for cards in table["council"].values()
    ),
    "an empty court": lambda table: not table["court"],
    "neither court nor deck": lambda table: not table["court"] + table["lord_deck"],
    "no location to be had": lambda table: not table["available_locations"] + table["location_deck"],
    "an empty monster pool": lambda table: not table["monster_pool"],
    "no tokens at all": lambda table: table["monster_pool"] == [] == table.get("leviathan_pool"),
    "no loot left": lambda table: table.get("loot_deck") == [],
    "no leviathan anywhere": lambda table: table.get("leviathan_deck") == [] and not table["border"],
    "a full border": lambda table: len(table.get("border", {})) == 9,
    "a hand of Krakens only": lambda table: any(
        seat["hand"] and all(card[0] == "K" for card in seat["hand"]) for seat in table["seats"]
    ),
    "no allies in hand": hands_are(lambda hand: not hand),
    "hands above every limit": hands_are(lambda hand: len(hand) >= HAND_SIZES["many"]),
    "no money": lambda table: (
        not any(seat["pearls"] + seat.get("nebulis", 0) + seat["key_tokens"] for seat in table["seats"])
    ),
    **{f"the last of the {area} guarded": last_one_is_guarded(area) for area in ("court", "council")},
    "the last location guarded": last_one_is_guarded("locations"),
}
LOOKED_AT = 60


def test_every_kind_of_scarcity_is_met() -> None:
    tables = [scarce_position(seed, sets) for sets, seed in product(VARIANTS, range(LOOKED_AT))]
    met = Counter(name for table in tables for name, holds in SCARCE.items() if holds(table))
    assert set(met) == set(SCARCE)
    assert len({areas_guarded(table) for table in tables}) == 8
