"""Hints and reviews: what a search thinks of the answers to the open question, and how it goes on."""

from dataclasses import dataclass

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import Generator, generator
from openabyss.errors import GameOver
from openabyss.game import Game
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import RANDOM, REGENT, choose
from openabyss.players.search.mcts import IS_HIDDEN
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Candidate, Searcher
from openabyss.players.search.tree import NONE, ROOT, child_with
from openabyss.rules.copying import copy_of
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTION_NAMES, open_question
from openabyss.rules.state import NOBODY, State
from openabyss.table.questions import Action
from openabyss.words import _
from openabyss.words.questions.prompts import label

# An expected line goes on while it was looked at this often, and for at most this many steps.
MIN_VISITS = 8
MAX_STEPS = 8


@dataclass(frozen=True, slots=True)
class Move:
    """A legal answer to the open question.

    `chance` is the win probability of the asked seat after it, `chances` that of every seat; of
    answers that were hardly visited they say little.
    """

    action: int
    text: str
    label: str
    visits: int
    chance: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of an expected line; `seat` is None where chance answers."""

    seat: int | None
    label: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a search found: `moves`, the most visited first, and the expected line from the first of them.

    `chances` is the win probability of every seat as things stand.
    """

    seat: int
    iterations: int
    chances: tuple[float, ...]
    moves: tuple[Move, ...]
    line: tuple[Step, ...]

    @property
    def best(self) -> Move:
        """What the search would answer."""
        return self.moves[0]


def explain(game: Game, seconds: float, seed: int = 0, settings: SearchSettings | None = None) -> Explanation:
    """What the seat that is asked could do, by what it may know. Raises GameOver, and WrongWeights
    where the networks are missing.

    With settings of one's own, `seconds` is ignored: `Settings(seconds=None, iterations=2000)` gives
    the same explanation each time.
    """
    if game.is_over:
        raise GameOver(_("the game is over; there is nothing left to decide"))
    searcher = Searcher(settings or SearchSettings(seconds=seconds))
    iterations = searcher.think(game.state, seed)
    actions = {action.id: action for action in game.legal_actions}
    seat = game.player
    return Explanation(
        seat=seat,
        iterations=iterations,
        chances=searcher.chances,
        moves=tuple(
            move_of(actions[candidate.action], candidate, seat) for candidate in searcher.candidates()
        ),
        line=tuple(expected_line(searcher, game.state, generator(seed))),
    )


def move_of(action: Action, candidate: Candidate, seat: int) -> Move:
    """An answer in words, with what was found out about it."""
    return Move(
        action=action.id,
        text=action.text,
        label=action.label,
        visits=candidate.visits,
        chance=candidate.chances[seat],
        chances=candidate.chances,
    )


def expected_line(searcher: Searcher, state: State, random: Generator) -> list[Step]:
    """The most visited answers, one after the other, on one of the tables that the seat may be at."""
    table, node, steps = copy_of(state), ROOT, list[Step]()
    sample_hidden_state(table, open_question(table).player, random)
    while table.depth > 0 and len(steps) < MAX_STEPS:
        action = answer_without_node(table, random)
        if action == NONE:
            most = [found for found in searcher.candidates(node) if table.mask[found.action] > 0][:1]
            if not most or most[0].visits < MIN_VISITS:
                break
            action = most[0].action
            node = int(child_with(searcher.tree, node, action))
            steps.append(step_of(table, action))
        apply(table, action)
    return steps


def answer_without_node(state: State, random: Generator) -> int:
    """What `mcts.select` answers without a node in the tree, or NONE."""
    what, player, _detail = open_question(state)
    if player == NOBODY and IS_HIDDEN[what] == 0:
        return NONE
    if player == state.regent:
        return int(choose(state, REGENT, DEFAULT_WEIGHTS, random))
    return int(choose(state, RANDOM, DEFAULT_WEIGHTS, random)) if is_trifle(state) else NONE


def is_trifle(state: State) -> bool:
    """There is no choice, or it is nobody's."""
    return bool(open_question(state).player == NOBODY or state.offered == 1)


def step_of(state: State, action: int) -> Step:
    """An answer of the line in words."""
    what, seat, _detail = open_question(state)
    return Step(None if seat == NOBODY else seat, label(QUESTION_NAMES[what], action, state))
