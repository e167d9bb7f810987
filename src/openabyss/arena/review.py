"""The review of a game: how the chances went, and which decisions cost most."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openabyss.arena.judging import Difference, Judge
from openabyss.errors import InvalidRecord
from openabyss.game import Game
from openabyss.words import _

# Of decisions that look costly at first sight, so many times as are wanted are looked at closely.
CLOSE_LOOKS = 2


@dataclass(frozen=True)
class Recorded:
    """A game as its record tells it, and what its players are called."""

    game: Game
    names: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """One decision of a game; `chances` are the win probabilities of all seats before it."""

    number: int  # from 1, of all decisions with a choice
    turn: int
    seat: int
    prompt: str
    played: str
    best: str
    line: tuple[str, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something, with what would have been better and by how much."""

    decision: Decision
    difference: Difference


@dataclass(frozen=True)
class Review:
    """A whole game; `outcome` is the share of the victory of each seat, None if it has not ended."""

    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    mistakes: tuple[Mistake, ...]
    outcome: tuple[float, ...] | None


@dataclass(frozen=True)
class _Suspect:
    decision: Decision
    game: Game
    answer: int
    better: int
    loss: float


def read_recorded(path: Path) -> Recorded:
    """A record or a saved game. Raises InvalidRecord."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidRecord(f"{path}: {error}") from error
    if not isinstance(content, dict):
        raise InvalidRecord(_("{path}: this is no record of a game").format(path=path))
    game = _replayed(path, content.get("game", content))
    seats = content.get("seats", [])
    names = [str(seat.get("name", "")) for seat in seats if isinstance(seat, dict)]
    if len(names) != game.players:
        names = [_("Player {number}").format(number=seat + 1) for seat in range(game.players)]
    return Recorded(game, tuple(names))


def _replayed(path: Path, record: Any) -> Game:
    try:
        return Game.from_record(record)
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from error


def review(
    recorded: Recorded,
    judge: Judge,
    *,
    worst: int,
    seed: int = 0,
    show: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Judge every decision of a game, and those that look costly a second time.

    `show` is told how many decisions of how many have been looked at.
    """
    decisions, suspects = [], []
    moments = list(moments_of(recorded.game))
    for place, (game, answer) in enumerate(moments):
        show(place, len(moments))
        suspect = _look(judge, game, answer, place + 1, seed + place)
        decisions.append(suspect.decision)
        if suspect.better != suspect.answer:
            suspects.append(suspect)
    suspects.sort(key=lambda suspect: -suspect.loss)
    mistakes = [_compared(judge, suspect, seed) for suspect in suspects[: CLOSE_LOOKS * worst]]
    costly = [mistake for mistake in mistakes if mistake.difference.gain > mistake.difference.margin]
    costly.sort(key=lambda mistake: -mistake.difference.gain)
    return Review(recorded.names, tuple(decisions), tuple(costly[:worst]), _outcome(recorded.game))


def moments_of(game: Game) -> Iterator[tuple[Game, int]]:
    """Every decision that had a choice: the game before it, and the answer that was given."""
    for place, step in enumerate(game._history):
        earlier = game.clone()
        earlier._history, earlier._undone = game._history[:place], []
        del earlier._answers[step.answers :]
        earlier._restore(step.table)
        yield earlier, game._answers[step.answers]


def _look(judge: Judge, game: Game, answer: int, number: int, seed: int) -> _Suspect:
    verdict = judge.judge(game, answer, seed)
    labels = {action.id: action.label for action in game.legal_actions}
    decision = Decision(
        number=number,
        turn=game.turn,
        seat=game.player,
        prompt=game.question.prompt,
        played=labels[answer],
        best=labels[verdict.best],
        line=verdict.line,
        chances=verdict.chances,
    )
    return _Suspect(decision, game, answer, verdict.best, verdict.loss)


def _compared(judge: Judge, suspect: _Suspect, seed: int) -> Mistake:
    difference = judge.compare(suspect.game, suspect.better, suspect.answer, seed)
    return Mistake(suspect.decision, difference)


def _outcome(game: Game) -> tuple[float, ...] | None:
    if not game.is_over:
        return None
    winners = game.winners
    return tuple((seat in winners) / len(winners) for seat in range(game.players))
