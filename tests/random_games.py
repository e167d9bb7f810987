"""Every set with every number of players, and games of random decisions."""

import random
from collections.abc import Iterator
from typing import Any

from openabyss import Game

Table = dict[str, Any]

TABLES: list[Table] = [
    {"players": players, "kraken": kraken, "leviathan": leviathan}
    for kraken in (False, True)
    for leviathan in (False, True)
    for players in range(2, 6 if leviathan else 5)
]
WITH_REGENT: list[Table] = [{**table, "regent": 5} for table in TABLES if table["players"] == 2]


def named(table: Table) -> str:
    """The name of a table in the names of tests: "4-True-False"."""
    return "-".join(map(str, table.values()))


def table_of(seed: int) -> Table:
    """Players and sets in turn."""
    return {"players": 2 + seed % 3, "kraken": seed % 4 > 1, "leviathan": seed % 2 == 1}


def play_on(game: Game, chance: random.Random, decisions: int | None = None) -> Game:
    """The game after as many random decisions more, or at its end."""
    while not game.is_over and decisions != 0:
        game.apply(chance.choice(game.legal_actions))
        decisions = None if decisions is None else decisions - 1
    return game


def moments(seed: int, **table: Any) -> Iterator[Game]:
    """Every open question of a game of random decisions, and at last the finished game."""
    chance = random.Random(seed)
    game = Game.new(**(table or table_of(seed)), seed=seed)
    while not game.is_over:
        yield game
        game.apply(chance.choice(game.legal_actions))
    yield game


def questions(seed: int, **table: Any) -> Iterator[Game]:
    """Every open question of a game of random decisions."""
    return (game for game in moments(seed, **table) if not game.is_over)
