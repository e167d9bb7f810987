"""The signature of the rules: a hash of fixed seeded games, for the last line of a commit."""

import hashlib
from random import Random

from openabyss.game import Game

GAMES = 12
PLAYERS = (2, 3, 4)


def signature(games: int = GAMES) -> str:
    """12 hex digits made from the answers and the end of every game."""
    digest = hashlib.sha256()
    for number in range(games):
        digest.update(_played(PLAYERS[number % len(PLAYERS)], number).encode())
    return digest.hexdigest()[:12]


def _played(players: int, seed: int) -> str:
    """One game at random: its answers, its final hash and its scores."""
    game, chooser = Game.new(players=players, seed=seed), Random(seed)
    while not game.is_over:
        game.apply(chooser.choice(game.legal_actions))
    return f"{game.to_record()['answers']} {game.hash} {game.scores}\n"
