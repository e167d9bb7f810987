"""A hint in words: what the search would answer, what it expects, and what the second best gives up."""

from collections.abc import Sequence
from dataclasses import dataclass

from openabyss.play.game import Game
from openabyss.players.search.contrast import contrast
from openabyss.players.search.explanation import Explanation, explain
from openabyss.players.search.lines import Step
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.reasons import reasons_in_words
from openabyss.players.search.searching import Searcher
from openabyss.words import _
from openabyss.words.listing import join_semicolons, titled

MOVES_SHOWN = 3
# The search for an answer takes half of the time, and the two that compare it with the next one the rest.
SHARE_OF_EACH = 0.25


@dataclass(frozen=True, slots=True)
class Advice:
    """The text of the answer, its label, and the sentences about it."""

    action: str
    label: str
    reasons: list[str]


def advice(game: Game, seconds: float, names: Sequence[str]) -> Advice:
    """The best answer to the open question, by what the seat that is asked may know. Raises GameOver."""
    found = explain(game, 2 * SHARE_OF_EACH * seconds, names=names)
    reasons = [chance_in_words(move.label, move.chance) for move in found.moves[:MOVES_SHOWN] if move.visits]
    if found.line[1:]:
        reasons.append(line_in_words(found.line[1:], names))
    if len(found.moves) > 1:
        searcher = Searcher(SearchSettings(seconds=SHARE_OF_EACH * seconds))
        reasons.append(_second_best(game, found, searcher, names))
    return Advice(found.best.text, found.best.label, reasons)


def _second_best(game: Game, found: Explanation, searcher: Searcher, names: Sequence[str]) -> str:
    """What is given up by the answer that was looked at most beside the best one."""
    best, second = found.moves[:2]
    beside = contrast(game, best.action, second.action, searcher)
    heading = _("Why not “{move}”?").format(move=second.label)
    return " ".join([heading, *reasons_in_words(beside.reasons, names, found.seat)])


def line_in_words(steps: Sequence[Step], names: Sequence[str]) -> str:
    """How the game could go on."""
    texts = [step.label if step.seat is None else titled(names[step.seat], step.label) for step in steps]
    return _("Then perhaps: {steps}.").format(steps=join_semicolons(texts))


def chance_in_words(move: str, chance: float) -> str:
    """How often a move wins."""
    return _("{move} – you win {percent} of 100 games").format(move=move, percent=round(100 * chance))
