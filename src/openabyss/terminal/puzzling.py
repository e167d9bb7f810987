"""A puzzle at the terminal: the table in sentences, one answer from the person, and the solution."""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from openabyss.arena.puzzles import Puzzle, imagined_position, shipped_puzzles
from openabyss.arena.puzzles.answers import Comparison, puzzle_of, verdict_on
from openabyss.client.table_text import Choice, table_lines
from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.players.search.advice import chance_in_words
from openabyss.terminal.opponents import HUMAN, REGENT
from openabyss.terminal.replaying import read_recorded
from openabyss.terminal.session import Session, sit_around
from openabyss.words import _

# The other seats, which decide nothing.
OPPONENT = "expert"


def pose_puzzle(number: int | None, source: TextIO, target: TextIO) -> None:
    """Show the puzzle with this number, or any, read an answer, and show the solution, even if the input
    ends.

    Raises InvalidOption if there is no such puzzle.
    """
    puzzles = shipped_puzzles()
    chosen = secrets.randbelow(len(puzzles)) + 1 if number is None else number
    if not 1 <= chosen <= len(puzzles):
        raise InvalidOption(_("There are puzzles 1 to {last}.").format(last=len(puzzles)))
    title = _("Puzzle {number} of {all}. Which answer wins most often?").format(
        number=chosen, all=len(puzzles)
    )
    puzzle = puzzles[chosen - 1]
    _pose(title, puzzle.game(), lambda _game: puzzle, source, target)


def pose_moment(path: Path, moment: int, source: TextIO, target: TextIO) -> None:
    """The same of a moment of a recorded or saved game, as `openabyss replay` counts them; the search judges
    it when the answer is given.

    Raises InvalidRecord, and InvalidOption if nobody had a choice then.
    """
    replay = read_recorded(path).replay
    if not 0 <= moment < len(replay):
        raise InvalidOption(_("There are moments 0 to {last}.").format(last=len(replay) - 1))
    imagined = imagined_position(replay.game_at(moment), secrets.randbits(32))
    title = _("Moment {moment} of {path}. Which answer wins most often?").format(moment=moment, path=path)
    _pose(title, imagined, lambda game: puzzle_of(game, Comparison()), source, target)


def _pose(title: str, game: Game, judged: Callable[[Game], Puzzle], source: TextIO, target: TextIO) -> None:
    session = _session(game)
    answers = [f"  {place}. {choice.label}" for place, choice in enumerate(session.choices, 1)]
    _say(target, title, "", *table_lines(session.update), "", session.prompt, *answers)
    answer = _read(session.choices, source, target)
    _say(target, "", *_solution(judged(game), game, session.names, answer))


def _session(game: Game) -> Session:
    kinds = [OPPONENT] * game.players
    if game.table.regent is not None:
        kinds[game.table.regent] = REGENT
    kinds[game.player] = HUMAN
    return Session(game, sit_around(kinds))


def _read(choices: Sequence[Choice], source: TextIO, target: TextIO) -> str | None:
    """The text of an answer that is typed as a number or in full; None when the input ends."""
    texts = [choice.text for choice in choices]
    while line := source.readline():
        given = line.strip()
        if given in texts:
            return given
        if given.isdecimal() and 1 <= int(given) <= len(texts):
            return texts[int(given) - 1]
        _say(target, _("There are answers 1 to {last}.").format(last=len(texts)))
    return None


def _solution(puzzle: Puzzle, game: Game, names: Sequence[str], answer: str | None) -> list[str]:
    """Whether the answer is the best one, how often the seat wins with each, and why."""
    verdict = verdict_on(puzzle, game, names, answer)
    chances = [chance_in_words(one.label, one.percent / 100) for one in verdict.answers]
    return [*([verdict.text] if verdict.text else []), *chances, *verdict.reasons]


def _say(target: TextIO, *lines: str) -> None:
    for line in lines:
        target.write(f"{line}\n")
    target.flush()
