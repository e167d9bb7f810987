"""How many tables look the same to a seat, counted one by one where there are few."""

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from openabyss import Game
from openabyss.observation.hidden import deals, hidden_bits
from openabyss.rules.state import bytes_of
from tests.random_games import TABLES, Table, moments, named


def dealt_one_by_one(cards: list[str], sizes: list[int], fits: Any = lambda zone, card: True) -> int:
    """How many different deals of the cards there are, zone after zone; the rest lies elsewhere."""
    ends = np.cumsum(sizes).tolist()
    found = set()
    for order in permutations(cards):
        zones = [tuple(sorted(order[end - size : end])) for end, size in zip(ends, sizes, strict=True)]
        if all(fits(place, card) for place, zone in enumerate(zones) for card in zone):
            found.add(tuple(zones))
    return len(found)


@pytest.mark.parametrize("sizes", [[2], [1, 3], [2, 0, 2], [1, 1, 1]])
def test_deals_are_those_that_can_be_told_apart(sizes: list[int]) -> None:
    assert deals([1, 2, 3], sizes) == dealt_one_by_one(list("ABBCCC"), sizes)


def test_with_a_perfect_memory_only_tokens_are_hidden() -> None:
    tokens = [{"monster_tokens": [2, 3]}, {"monster_tokens": [2, 4, 4]}, {"monster_tokens": [3]}]
    game = Game.from_position({"players": 3, "seats": tokens})
    tables = {bytes_of(game.sample_hidden(0, seed).state) for seed in range(400)}
    assert hidden_bits(game.state, 0) == pytest.approx(math.log2(len(tables)))
    assert hidden_bits(game.state, 0, perfect_information=True) == 0


def test_a_forgetful_seat_knows_neither_hands_nor_stacks_nor_deck() -> None:
    """Counted one by one: stacks hold their race and Krakens, hands no Monster."""
    position = {
        "players": 2,
        "kraken": True,
        "exploration_deck": ["M", "J1"],
        "exploration_discard": ["J1"],
        "council": {"jellyfish": ["J2", "K2"], "crab": ["C1"]},
        "seats": [{"hand": ["Q5"]}, {"hand": ["J3", "C1"]}],
        "loot_deck": [],
    }
    game = Game.from_position(position)
    cards, sizes = ["M", "J1", "J1", "J2", "K2", "C1", "J3", "C1"], [2, 2, 1, 1]
    allowed = ["JCK", "JK", "CK", "MJCK"]
    expected = dealt_one_by_one(cards, sizes, lambda zone, card: card[0] in allowed[zone])
    found = hidden_bits(game.state, 0, perfect_memory=False)
    assert found == pytest.approx(math.log2(expected))


@pytest.mark.parametrize("table", [TABLES[0], TABLES[-1]], ids=named)
def test_who_knows_more_has_less_hidden(table: Table) -> None:
    hidden = 0.0
    for game in list(moments(1, **table))[::20]:
        for seat in range(game.players):
            remembered = hidden_bits(game.state, seat)
            assert 0 <= remembered <= hidden_bits(game.state, seat, perfect_memory=False)
            hidden += remembered
    assert hidden > 0
