#!/usr/bin/env python3
"""A bot in any language, here in thirty lines of Python: `openabyss rate program:examples/bot.py random`.

It reads a JSON object from each line and answers every question with a line. It takes lords and locations
when it can, and otherwise anything.
"""

import json
import random
import sys

LIKED = ("recruit:", "lord:", "location:", "take")


def best(actions, chance):
    for beginning in LIKED:
        liked = [action for action in actions if action.startswith(beginning)]
        if liked:
            return chance.choice(liked)
    return chance.choice(actions)


def main():
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            chance.seed(message["seed"])
        if message["type"] == "question":
            print(json.dumps({"action": best(message["actions"], chance)}), flush=True)


if __name__ == "__main__":
    main()
