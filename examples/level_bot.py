"""A level of the computer opponents as a program: `program:python examples/level_bot.py hard`.

Started with the Python of another checkout or environment, it is that version's level: so an earlier version
plays against this one.
"""

import json
import sys

from openabyss import Game, Perspective
from openabyss.players.registry import player


def main() -> None:
    """Answer the questions of one game (docs/bots.md)."""
    about = json.loads(sys.stdin.readline())
    level = player(sys.argv[1], about["seed"])
    for line in sys.stdin:
        game = Game.from_position(json.loads(line)["position"])
        print(json.dumps({"action": level.choose(Perspective(game)).text}), flush=True)


if __name__ == "__main__":
    main()
