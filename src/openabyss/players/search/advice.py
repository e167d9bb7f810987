"""Hints: what a search thinks of the answers to the open question, how it goes on, and the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from openabyss.chance.generator import generator
from openabyss.errors import GameOver, NobodyAsked
from openabyss.play.game import Game
from openabyss.players.search.contrast import contrast, reasons_in_words
from openabyss.players.search.lines import (
    MIN_VISITS,
    Step,
    answer_beyond,
    expected_line,
    has_node,
    step_of,
    steps_of,
)
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.player import TIMES_VISITED
from openabyss.players.search.searching import Candidate, Searcher
from openabyss.table.questions import CHANCE
from openabyss.words import _
from openabyss.words.arguments import instance_of, seed_of
from openabyss.words.listing import join_semicolons, titled
from openabyss.words.questions.prompts import label

MOVES_SHOWN = 3
# The search for an answer takes half of the time, and the two that compare it with the next one the rest.
SHARE_OF_EACH = 0.25


@dataclass(frozen=True, slots=True)
class Move:
    """A legal answer to the open question. `chance` is the win probability of the asked seat after it,
    `chances` that of every seat; of answers that were hardly visited they say little."""

    action: int
    text: str
    label: str
    visits: int
    chance: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a search found: `moves`, the most visited first, and the expected line from the first of them.
    `chances` is the win probability of every seat now."""

    seat: int
    iterations: int
    chances: tuple[float, ...]
    moves: tuple[Move, ...]
    line: tuple[Step, ...]

    @property
    def best(self) -> Move:
        """What the search would answer."""
        return self.moves[0]


def explain(
    game: Game,
    seconds: float,
    seed: int = 0,
    settings: SearchSettings | None = None,
    names: Sequence[str] = (),
) -> Explanation:
    """What the seat that is asked could do, by what it may know. Raises GameOver, NobodyAsked,
    InvalidArgument, and WrongWeights where the networks are missing. `names` are those of the seats, for the
    labels. Where the answer follows by itself, because it is the only one or the Regent's, it is the only
    move.

    With settings of one's own, `seconds` is ignored: `SearchSettings(seconds=None, iterations=2000)` gives
    the same explanation each time.
    """
    if instance_of("game", game, Game).is_over:
        raise GameOver(_("the game is over; there is nothing left to decide"))
    if game.player == CHANCE:
        raise NobodyAsked(_("chance is asked, and no seat"))
    searcher = Searcher(settings or SearchSettings(seconds=seconds))
    iterations = searcher.think(game.state, seed_of(seed))
    candidates, line = searcher.candidates(), expected_line(searcher.trees[0], game.state, seed)
    steps = list(steps_of(game.state, line, names))
    if not has_node(game.state):
        # The tree begins with the question after it, and so does the line.
        action = answer_beyond(game.state, generator(seed))
        candidates = [Candidate(action, iterations, searcher.chances)]
        steps = [step_of(game.state, action, names), *steps]
    actions, seat = {action.id: action for action in game.legal_actions}, game.player
    question = game.question.kind
    moves = (
        Move(
            one.action,
            actions[one.action].text,
            label(question, one.action, game.state, names),
            one.visits,
            one.chances[seat],
            one.chances,
        )
        for one in candidates
    )
    return Explanation(seat, iterations, searcher.chances, tuple(moves), tuple(steps))


@dataclass(frozen=True, slots=True)
class Advice:
    """The text of the answer, its label, and the sentences about it."""

    action: str
    label: str
    reasons: list[str]


def advice(game: Game, seconds: float, names: Sequence[str]) -> Advice:
    """The best answer to the open question, by what the seat that is asked may know. Raises GameOver,
    NobodyAsked, InvalidArgument."""
    found = explain(game, 2 * SHARE_OF_EACH * seconds, names=names)
    best, *others = found.moves
    known = [move for move in others if _is_known(move, best)][: MOVES_SHOWN - 1]
    reasons = [chance_in_words(move.label, move.chance) for move in (best, *known)]
    if found.line[1:]:
        reasons.append(line_in_words(found.line[1:], names))
    # A search answers what it has visited most; by a hair, another answer may have won more.
    as_good = [move for move in known if percent_of(move.chance) >= percent_of(best.chance)]
    if as_good:
        reasons.append(_("“{move}” is about as good.").format(move=as_good[0].label))
    elif known or len(others) == 1:
        searcher = Searcher(SearchSettings(seconds=SHARE_OF_EACH * seconds))
        reasons.append(_why_not(game, found, (known or others)[0], searcher, names))
    return Advice(best.text, best.label, reasons)


def _is_known(move: Move, best: Move) -> bool:
    """Whether it was looked at often enough; what seems better than the best answer needs more visits."""
    least = best.visits / TIMES_VISITED if move.chance > best.chance else 0
    return move.visits >= max(MIN_VISITS, least)


def _why_not(game: Game, found: Explanation, other: Move, searcher: Searcher, names: Sequence[str]) -> str:
    """What another answer than the best one gives up."""
    beside = contrast(game, found.best.action, other.action, searcher)
    heading = _("Why not “{move}”?").format(move=other.label)
    return " ".join([heading, *reasons_in_words(beside.reasons, names, found.seat)])


def line_in_words(steps: Sequence[Step], names: Sequence[str]) -> str:
    """How the game could go on."""
    texts = [step.label if step.seat is None else titled(names[step.seat], step.label) for step in steps]
    return _("Then perhaps: {steps}.").format(steps=join_semicolons(texts))


def chance_in_words(move: str, chance: float) -> str:
    """How often a move wins."""
    return _("{move} – you win {percent} of 100 games").format(move=move, percent=percent_of(chance))


def percent_of(chance: float) -> int:
    """How many of 100 games."""
    return round(100 * chance)
