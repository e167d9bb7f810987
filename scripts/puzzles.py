"""Finds puzzles: searching players play, and an answer that seems clearly the best is compared with others.

`python -m scripts.puzzles FILE --sets base2 kraken4` adds what it finds to a file, and `--reasons` finds the
reasons of those in it once more.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from openabyss.arena.puzzles import Puzzle, read_puzzles, write_puzzles
from openabyss.arena.puzzles.answers import ITERATIONS, SURE_ITERATIONS, Comparison, concluded, ranked
from openabyss.chance.generator import generator
from openabyss.play.game import Game
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, choose
from openabyss.players.network.weights import table_names
from openabyss.players.perspective import Perspective
from openabyss.players.search.parameters import FEW_ITERATIONS, SearchSettings
from openabyss.players.search.player import SearchPlayer
from openabyss.players.search.searching import Candidate
from openabyss.rules.state import State

# By how much the best answer is better than every other, in win probability.
CLEAR_GAIN = 0.15
# What the search in the game must have seen of it, on few visits.
FIRST_GAIN = 0.10
MIN_VISITS = 4
# How many other answers are compared with the best one, at first and at last.
RIVALS, LAST_RIVALS = 5, 2
# The most puzzles that may come from one game.
PER_GAME = 2
KRAKEN, LEVIATHAN = 1, 2


def puzzles_of(variant: int, players: int, seed: int, comparison: Comparison) -> Iterator[Puzzle]:
    """Play a game and find its puzzles."""
    game = Game.new(players, seed=seed, kraken=bool(variant & KRAKEN), leviathan=bool(variant & LEVIATHAN))
    player = SearchPlayer("expert", SearchSettings(seconds=None, iterations=FEW_ITERATIONS), seed)
    found = 0
    while not game.is_over and found < PER_GAME:
        perspective = Perspective(game)
        action = player.choose(perspective)
        if player.visits and stands_out(player.searcher.candidates(), game.player):
            state = perspective.determinized_state(seed)
            chances = compared(state, player.searcher.candidates(), game.player, comparison, seed)
            if chances:
                puzzle = made(game, chances, comparison, seed)
                if is_clear(puzzle):
                    found += 1
                    yield puzzle
        game.apply(action)


def stands_out(candidates: Sequence[Candidate], seat: int) -> bool:
    """Whether the answer that was visited most looks clearly better than the others."""
    best, *others = candidates
    rivals = [other.chances[seat] for other in others if other.visits >= MIN_VISITS]
    return len(others) > 1 and best.chances[seat] - max(rivals, default=0.0) >= FIRST_GAIN


def compared(
    state: State, candidates: Sequence[Candidate], seat: int, comparison: Comparison, seed: int
) -> dict[int, float]:
    """What the best answer and its rivals are worth, in falling order; nothing where it is not clearly the
    best, at first sight and at the second, or what the greedy player does."""
    best = candidates[0].action
    greedy = int(choose(state, GREEDY, DEFAULT_WEIGHTS, generator(seed)))
    if greedy == best:
        return {}
    rivals = list(dict.fromkeys([greedy, *(other.action for other in candidates[1:])]))[:RIVALS]
    worths: dict[int, float] = {}
    most = 0.0
    for iterations, count in ((ITERATIONS, RIVALS), (SURE_ITERATIONS, LAST_RIVALS)):
        most = comparison.worth(state, best, seat, iterations, seed)
        for rival in sorted(rivals, key=lambda rival: -worths.get(rival, 0.0))[:count]:
            worths[rival] = comparison.worth(state, rival, seat, iterations, seed)
            if most - worths[rival] < CLEAR_GAIN:
                return {}
    if comparison.favourite(state, SURE_ITERATIONS, seed) != best:
        return {}
    ordered = sorted(worths, key=lambda rival: -worths[rival])
    return {best: round(most, 3)} | {rival: round(worths[rival], 3) for rival in ordered}


def made(game: Game, compared_well: dict[int, float], comparison: Comparison, seed: int) -> Puzzle:
    """The puzzle with what its other answers are worth too, and how games go on after each."""
    perspective, seat = Perspective(game), game.player
    state, chances = perspective.determinized_state(seed), dict(compared_well)
    best = next(iter(chances))
    for legal in game.legal_actions:
        if legal.id not in chances:
            worth = comparison.worth(state, legal.id, seat, ITERATIONS, seed)
            if chances[best] - worth < CLEAR_GAIN:
                worth = comparison.worth(state, legal.id, seat, SURE_ITERATIONS, seed)
            chances[legal.id] = round(worth, 3)
    texts = {legal.id: legal.text for legal in game.legal_actions}
    ordered = ranked({texts[answer]: chance for answer, chance in chances.items()}, [texts[best]])
    best_text, *others = ordered
    return concluded(game, ordered, comparison.reasons(game, best_text, others, seed))


def with_new_reasons(puzzle: Puzzle, comparison: Comparison) -> Puzzle:
    """The same puzzle, and why its best answer is better, found once more."""
    best, *others = puzzle.chances
    return replace(puzzle, reasons=comparison.reasons(puzzle.game(), best, others))


def is_clear(puzzle: Puzzle) -> bool:
    """Whether the best answer is clearly better than all others, also those that no search thought of."""
    best, *others = puzzle.chances.values()
    return best - max(others) >= CLEAR_GAIN


def main() -> None:
    """Find puzzles at each of the tables in turn, until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--sets", nargs="+", choices=table_names(), default=[*table_names()])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reasons", action="store_true")
    arguments = parser.parse_args()
    puzzles = list(read_puzzles(arguments.file)) if arguments.file.exists() else []
    comparison, begun, game = Comparison(), time.monotonic(), 0
    if arguments.reasons:
        write_puzzles(arguments.file, [with_new_reasons(puzzle, comparison) for puzzle in puzzles])
        return
    while time.monotonic() - begun < 60 * arguments.minutes:
        name = arguments.sets[game % len(arguments.sets)]
        puzzles += puzzles_of(*table_names()[name], arguments.seed + game, comparison)
        game += 1
        write_puzzles(arguments.file, puzzles)
        print(f"{game} games, {len(puzzles)} puzzles, {arguments.file.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
