"""Puzzles that people make from moments of games: stored under an id that can be shared, and judged in the
background when somebody answers them."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import json

from openabyss.arena.puzzles import Puzzle, Reasons, imagined_position, themes_of
from openabyss.client.replay import Replay
from openabyss.errors import InvalidOption
from openabyss.server.computers.fair_turns import FairTurns
from openabyss.server.computers.questions import ReasonsAsked, WorthAsked
from openabyss.server.computers.workers import Computers
from openabyss.server.credentials import is_table_id, new_table_id
from openabyss.server.storage import DatabaseUnavailable, Storage, findings
from openabyss.server.storage.storage import now
from openabyss.server.tables.analysis.reviews import Background, Find, Making
from openabyss.words import _

# How many one visitor may have judged for the first time in an hour.
AN_HOUR = 60
# Answers that are judged in one step.
ANSWERS_AT_ONCE = 4


class MadePuzzles:
    """The puzzles that were made on a server."""

    def __init__(self, turns: FairTurns, computers: Computers, storage: Storage) -> None:
        self._storage = storage
        self._judging = Background[Puzzle]("puzzle", AN_HOUR, turns, computers)

    async def add(self, puzzle: Puzzle) -> str:
        """Store a puzzle whose answers are not judged yet; returns its id."""
        id_ = new_table_id()
        await self._storage.write(findings.add_puzzle, id_, now(), json.encode(puzzle))
        return id_

    async def get(self, id_: str) -> Puzzle | None:
        """The puzzle of an id."""
        if not is_table_id(id_):
            return None
        found = await self._storage.read(findings.puzzle_of, id_)
        return None if found is None else json.decode(found, type=Puzzle)

    def judged(self, id_: str, puzzle: Puzzle, visitor: str) -> Making[Puzzle]:
        """The same puzzle with the values of its answers, or how far their judgement is. A failure is
        reported once; the next request begins again. Raises Refusal."""
        if puzzle.chances:
            return Making(puzzle)
        known = self._judging.of(id_)
        if known is None:
            return self._judging.begin(id_, visitor, lambda made, find: self._judge(made, find, id_, puzzle))
        if known.has_failed:
            self._judging.drop(id_)
        return known

    def close(self) -> None:
        """Stop judging."""
        self._judging.close()

    async def _judge(self, made: Making[Puzzle], find: Find, id_: str, puzzle: Puzzle) -> Puzzle:
        from openabyss.arena.puzzles import answers as making  # noqa: PLC0415  loads the players

        async def worths(answers: Sequence[str], *, is_sure: bool) -> dict[str, float]:
            found = await find(WorthAsked(puzzle.record, list(answers), is_sure))
            made.done += len(answers)
            return json.decode(found, type=dict[str, float])

        answers = [action.text for action in puzzle.game().legal_actions]
        made.all = 2 * len(answers) - 1 + making.SURE_OF
        chances = dict[str, float]()
        for some in _some_at_once(answers):
            chances |= await worths(some, is_sure=False)
        sure = making.contenders(chances)
        for answer in sure:
            chances |= await worths([answer], is_sure=True)
        best, *others = ordered = making.ranked(chances, sure)
        reasons = Reasons()
        for some in _some_at_once(others):
            found = await find(ReasonsAsked(puzzle.record, best, list(some)))
            reasons |= json.decode(found, type=Reasons)
            made.done += len(some)
        judged = Puzzle(puzzle.record, puzzle.seat, ordered, reasons, puzzle.themes)
        with suppress(DatabaseUnavailable):  # It is kept in memory for a while.
            await self._storage.write(findings.keep_puzzle, id_, json.encode(judged))
        return judged


def puzzle_at(replay: Replay, moment: int, seats: Sequence[int], seed: int) -> Puzzle:
    """The puzzle of a moment: what the seat that is asked knew then. `seats` are those whose knowledge may be
    seen. Raises InvalidOption."""
    game = replay.game_at(min(moment, len(replay) - 1))
    # Checked first: whether somebody else had a choice is not public.
    if not game.is_over and game.player not in seats:
        raise InvalidOption(_("Until the game is over, only your own decisions can be turned into puzzles."))
    imagined = imagined_position(game, seed)
    return Puzzle(imagined.to_record(), imagined.player, {}, {}, themes_of(imagined))


def _some_at_once(answers: Sequence[str]) -> list[Sequence[str]]:
    return [answers[first : first + ANSWERS_AT_ONCE] for first in range(0, len(answers), ANSWERS_AT_ONCE)]
