"""A level of the computer opponents as a program: `program:python examples/level_bot.py hard`.

Started with the Python of another checkout or environment, it is that version's level: so an earlier version
plays against this one.
"""

import json
import sys
from typing import Any

from openabyss import Game, InvalidPosition, Perspective
from openabyss.players.registry import player


def main() -> None:
    """Answer the questions of one game (docs/bots.md)."""
    about = json.loads(sys.stdin.readline())
    level = player(sys.argv[1], about["seed"])
    for line in sys.stdin:
        game = game_at(json.loads(line)["position"])
        print(json.dumps({"action": level.choose(Perspective(game)).text}), flush=True)


def game_at(position: dict[str, Any]) -> Game:
    """The game at a position. Release 0.1.0 knows `acted` with Leviathan alone, and needs it there alone."""
    try:
        return Game.from_position(position)
    except InvalidPosition:
        return Game.from_position({key: value for key, value in position.items() if key != "acted"})


if __name__ == "__main__":
    main()
