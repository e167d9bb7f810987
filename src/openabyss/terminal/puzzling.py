"""A puzzle at the terminal: the table in sentences, one answer from the person, and the solution."""

import secrets
from collections.abc import Sequence
from typing import TextIO

from openabyss.arena.puzzles import Puzzle, shipped_puzzles
from openabyss.arena.puzzles.verdicts import verdict_on
from openabyss.client.choices import Choice
from openabyss.client.table_text import table_lines
from openabyss.errors import InvalidOption
from openabyss.players.search.advice import chance_in_words
from openabyss.terminal.opponents import HUMAN
from openabyss.terminal.session import Session, sit_around
from openabyss.words import _

# Who sits around the person; nobody decides anything.
OPPONENT = "expert"


def pose_puzzle(number: int | None, source: TextIO, target: TextIO) -> None:
    """Put the puzzle of that number, or any, read an answer, and show the solution, also when the input ends.

    Raises InvalidOption if there is no such puzzle.
    """
    puzzles = shipped_puzzles()
    chosen = secrets.randbelow(len(puzzles)) + 1 if number is None else number
    if not 1 <= chosen <= len(puzzles):
        raise InvalidOption(_("There are puzzles 1 to {last}.").format(last=len(puzzles)))
    puzzle = puzzles[chosen - 1]
    session = _session(puzzle)
    answers = [f"  {place}. {choice.label}" for place, choice in enumerate(session.choices, 1)]
    title = _("Puzzle {number} of {all}. Which answer wins most often?").format(
        number=chosen, all=len(puzzles)
    )
    _say(target, title, "", *table_lines(session.update), "", session.prompt, *answers)
    answer = _read(session.choices, source, target)
    _say(target, "", *_solution(puzzle, answer))


def _session(puzzle: Puzzle) -> Session:
    game = puzzle.game()
    kinds = [HUMAN if seat == game.player else OPPONENT for seat in range(game.players)]
    return Session(game, sit_around(kinds))


def _read(choices: Sequence[Choice], source: TextIO, target: TextIO) -> str | None:
    """The text of the answer that is given by its number or as it is; None where the input ends."""
    texts = [choice.text for choice in choices]
    while line := source.readline():
        given = line.strip()
        if given in texts:
            return given
        if given.isdecimal() and 1 <= int(given) <= len(texts):
            return texts[int(given) - 1]
        _say(target, _("There are answers 1 to {last}.").format(last=len(texts)))
    return None


def _solution(puzzle: Puzzle, answer: str | None) -> list[str]:
    """Whether the answer is the best one, how often the seat wins with each, and why."""
    verdict = verdict_on(puzzle, puzzle.game(), answer)
    chances = [chance_in_words(one.label, one.percent / 100) for one in verdict.answers]
    return [*([verdict.text] if verdict.text else []), *chances, *verdict.reasons]


def _say(target: TextIO, *lines: str) -> None:
    for line in lines:
        target.write(f"{line}\n")
    target.flush()
