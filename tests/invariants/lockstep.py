"""The same games played compiled or interpreted, in a form that can be compared.

`python -m tests.invariants.lockstep invariants 2 0 67` watches games of 2 players with the seeds 0 to 66
and prints for each the broken invariant, the steps, a digest of all masks and answers, of the final table
and the scores.
`python -m tests.invariants.lockstep steps 2 0 3` prints a digest of the whole record after every answer.
"""

import hashlib
import json
import sys
from typing import Any

from openabyss.chance.generator import generator
from openabyss.players.playout import draw
from openabyss.rules.play import apply
from openabyss.rules.scoring import score
from openabyss.rules.state import State, bytes_of
from tests.invariants.invariants import INVARIANTS, TRACE, lay_anew, play_watched, watch

# Interpreted, looking at the invariants takes ten times as long as playing.
LOOK_EVERY = 12

Lines = list[Any]


def digest(state: State) -> str:
    """16 hex digits of everything in the record: the mask, the working notes and the events too."""
    return hashlib.blake2b(bytes_of(state), digest_size=8).hexdigest()


def scores(state: State) -> list[int]:
    return [int(score(state, player)) for player in range(int(state.players))]


def watched_games(players: int, seeds: range) -> list[Lines]:
    """A line for each game, played under the invariants."""
    game, lines = watch(), []
    for seed in seeds:
        lay_anew(game, players, seed)
        broken, step = play_watched(game, generator(seed), LOOK_EVERY)
        lines.append(
            [INVARIANTS[broken], step, int(game.notes[TRACE]), digest(game.state), scores(game.state)]
        )
    return lines


def steps_of_games(players: int, seeds: range) -> list[Lines]:
    """A line for each game: [answer, digest, scores] after every answer."""
    game, lines = watch(), []
    for seed in seeds:
        lay_anew(game, players, seed)
        state, random = game.state, generator(seed)
        steps: Lines = []
        while state.depth > 0:
            answer = int(draw(state, random))
            apply(state, answer)
            steps.append([answer, digest(state), scores(state)])
        lines.append(steps)
    return lines


TELL = {"invariants": watched_games, "steps": steps_of_games}


def main() -> None:
    """Print a line of JSON for each game."""
    what, players, first, end = sys.argv[1:]
    for game in TELL[what](int(players), range(int(first), int(end))):
        print(json.dumps(game))


if __name__ == "__main__":
    main()
