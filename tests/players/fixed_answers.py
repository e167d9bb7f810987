"""What each level answers at fixed positions of games of every kind, line by line.

`python -m tests.players.fixed_answers` writes them anew: after a change that is meant to change how somebody
plays, never to make a test pass.
"""

from collections.abc import Iterator
from pathlib import Path

from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.players.search.player import visits_of
from tests.random_games import TABLES

FILE = Path(__file__).with_name("fixed_answers.txt")

LEVELS = (
    "random",
    "easy",
    "casual",
    "medium",
    "skilled",
    "hard",
    "hard:style=hunter",
    "expert:iterations=80",
)
# The same search with each of its judges.
SEARCHES = ("expert:iterations=60,leaf=learned", "expert:iterations=40,leaf=playout")
POSITIONS = 7
DECISIONS_BETWEEN = 23


def positions(players: int, kraken: bool, leviathan: bool) -> Iterator[Game]:
    """A game that medium players play, stopped now and then where there is a choice."""
    game = Game.new(players, 17, kraken=kraken, leviathan=leviathan)
    medium, decisions, found = player("medium", 5), 0, 0
    while not game.is_over and found < POSITIONS:
        if decisions >= DECISIONS_BETWEEN * (found + 1) and len(game.legal_actions) > 1:
            found += 1
            yield game
        game.apply(medium.choose(Perspective(game)))
        decisions += 1


def lines() -> Iterator[str]:
    """One line for each position and player: the table, the answer, and what a search has visited most."""
    for table in TABLES:
        for place, game in enumerate(positions(**table)):
            for spec in (*LEVELS, *SEARCHES):
                one = player(spec, place + 1)
                answer = one.choose(Perspective(game)).text
                most = sorted(visits_of(one).items(), key=lambda entry: (-entry[1], entry[0]))[:5]
                visits = " ".join(f"{action}:{times}" for action, times in most)
                yield f"{table_name(**table)} {place} {spec} {answer} [{visits}]"


def table_name(players: int, kraken: bool, leviathan: bool) -> str:
    """Short: `3 k-`."""
    return f"{players} {'k' if kraken else '-'}{'l' if leviathan else '-'}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
