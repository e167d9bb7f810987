"""The dealer: what was given comes first, and the seed decides the rest."""

from typing import Any

import pytest

from openabyss import Game


def at_the_border(**keys: Any) -> Game:
    """A monster that cannot be fought waits; who goes on adds a leviathan by two dice."""
    return Game.from_position(
        {
            "players": 2,
            "leviathan": True,
            "court": [29, 30],
            "available_locations": [14],
            "phase": "explore",
            "track": ["M"],
            "exploration_deck": ["C1"],
            "seats": [{"pearls": 0, "monster_tokens": ["key"]}, {"pearls": 0}],
            "border": {"1": {"id": 20}},
            **keys,
        }
    )


def zone_after(game: Game) -> int:
    game.apply("continue")
    return max(game.table.border)


@pytest.mark.parametrize(("dice", "zone"), [([1, 1], 1), ([2, 2], 2), ([3, 4], 5), ([6, 6], 9), ([5, 6], 9)])
def test_given_dice_decide_the_zone(dice: list[int], zone: int) -> None:
    assert zone_after(at_the_border(dice=dice)) == zone


def test_the_seed_rolls_when_no_dice_are_given() -> None:
    zones = [zone_after(at_the_border(seed=seed)) for seed in range(12)]
    assert zones == [zone_after(at_the_border(seed=seed)) for seed in range(12)]
    assert len(set(zones)) > 3


def test_the_same_seed_rolls_on_after_the_given_dice() -> None:
    game, other = at_the_border(seed=4, dice=[2]), at_the_border(seed=4, dice=[2])
    assert zone_after(game) == zone_after(other)


def test_given_piles_are_drawn_from_the_top() -> None:
    game = Game.from_position(
        {
            "players": 2,
            "leviathan": True,
            "court": [29, 30],
            "available_locations": [14],
            "phase": "explore",
            "track": ["M"],
            "seats": [{"pearls": 0, "hand": ["C5"]}, {}],
            "border": {"1": {"id": 15}, "2": {"id": 1}},
            "monster_pool": [4, 3, 2],
            "leviathan_pool": ["stack", "key"],
            "dice": [6],
        }
    )
    game.apply("fight")
    game.apply("zone:1")
    assert game.question.kind == "TAKE_TOKENS"
    game.apply("number:2")
    assert sorted(map(str, game.table.seats[0].monster_tokens)) == ["3", "4", "key", "stack"]


def test_loot_and_found_cards_come_from_the_top() -> None:
    game = Game.from_position(
        {
            "players": 2,
            "kraken": True,
            "court": [29, 30],
            "available_locations": [103],
            "location_deck": [],
            "council": {"crab": ["C2"]},
            "phase": "turn_end",
            "seats": [{"key_tokens": 3}, {}],
            "loot_deck": [6, 3, 6],
            "exploration_deck": ["M", "K3", "Q5"],
        }
    )
    assert game.question.kind == "SANCTUARY"
    assert (game.table.seats[0].hand, game.table.threat, game.table.seats[0].loot) == (["K3"], 2, {103: [6]})
    game.apply("search")
    assert (game.table.seats[0].key_tokens, game.table.seats[0].loot) == (1, {103: [3, 6]})
    game.apply("search")
    assert (game.table.seats[0].hand, game.table.seats[0].loot) == (["K3", "Q5"], {103: [3]})


@pytest.mark.parametrize(("kraken", "leviathan"), [(False, False), (True, False), (False, True)])
def test_the_same_seed_deals_the_same_start(kraken: bool, leviathan: bool) -> None:
    first, second, other = (
        Game.new(players=3, seed=seed, kraken=kraken, leviathan=leviathan).hash for seed in (11, 11, 12)
    )
    assert first == second != other
