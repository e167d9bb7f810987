"""The review of a game: how the chances went, and which decisions cost most."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from openabyss.arena.reviews.judging import Difference, Judge
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.table.questions import Action
from openabyss.words import _
from openabyss.words.listing import titled

# For each decision wanted, this many that look costly at first sight are looked at closely.
CLOSE_LOOKS = 2


@dataclass(frozen=True)
class Recorded:
    """A game as recorded, and what its players are called."""

    game: Game
    names: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """One decision of a game; `chances` are the win probabilities of all seats before it."""

    number: int  # from 1, of all decisions that are judged
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


class _Suspect(NamedTuple):
    decision: Decision
    game: Game
    answer: int
    better: int
    loss: float


def read_recorded(path: Path) -> Recorded:
    """A record or a saved game; players without a name are numbered. Raises InvalidRecord."""
    content = _content(path)
    try:
        game = Game.from_record(content.get("game", content))
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error
    seats = content.get("seats")
    names = [seat.get("name") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    if len(names) != game.players or not all(isinstance(name, str) for name in names):
        names = [_("Player {number}").format(number=seat + 1) for seat in range(game.players)]
        if game.table.regent is not None:
            names[game.table.regent] = _("Regent")
    return Recorded(game, tuple(map(str, names)))


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidRecord(titled(str(path), str(error.strerror))) from error
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(_("{path}: this is no JSON: {error}").format(path=path, error=error)) from error
    if not isinstance(content, dict):
        raise InvalidRecord(_("{path}: this is no record of a game").format(path=path))
    return content


def review(
    recorded: Recorded,
    judge: Judge,
    *,
    worst: int,
    seed: int = 0,
    show: Callable[[str], None] = lambda progress: None,
) -> Review:
    """Judge every decision of a game, and those that look costly a second time.

    The Regent of solo play decides nothing: its answers follow from rules.
    `show` receives the progress in words.
    """
    suspects: list[_Suspect] = []
    made, regent = list(recorded.game.decisions()), recorded.game.table.regent
    for place, (game, action) in enumerate(made):
        show(_("Decision {number} of {all}").format(number=place + 1, all=len(made)))
        if game.player != regent:
            suspects.append(_look(judge, game, action, len(suspects) + 1, seed + place))
    doubtful = sorted((one for one in suspects if one.better != one.answer), key=lambda one: -one.loss)
    closer, mistakes = doubtful[: CLOSE_LOOKS * worst], []
    for place, (decision, game, answer, better, _loss) in enumerate(closer):
        show(_("Closer look {number} of {all}").format(number=place + 1, all=len(closer)))
        mistakes.append(Mistake(decision, judge.compare(game, better, answer, seed)))
    costly = [mistake for mistake in mistakes if mistake.difference.gain > mistake.difference.margin]
    costly.sort(key=lambda mistake: -mistake.difference.gain)
    decisions = tuple(suspect.decision for suspect in suspects)
    return Review(recorded.names, decisions, tuple(costly[:worst]), _outcome(recorded.game))


def _look(judge: Judge, game: Game, action: Action, number: int, seed: int) -> _Suspect:
    verdict = judge.judge(game, action.id, seed)
    labels = {action.id: action.label for action in game.legal_actions}
    decision = Decision(
        number=number,
        turn=game.table.turn,
        seat=game.player,
        prompt=game.question.prompt,
        played=action.label,
        best=labels[verdict.best],
        line=verdict.line,
        chances=verdict.chances,
    )
    return _Suspect(decision, game, action.id, verdict.best, verdict.loss)


def _outcome(game: Game) -> tuple[float, ...] | None:
    if not game.is_over:
        return None
    winners = game.winners
    return tuple((seat in winners) / len(winners) for seat in range(game.players))
