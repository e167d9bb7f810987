"""Hints and reviews: what a search thinks of the answers to the open question, and how it goes on."""

from collections.abc import Sequence
from dataclasses import dataclass

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import Generator, generator
from openabyss.errors import GameOver
from openabyss.play.game import Game
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import RANDOM, REGENT, choose
from openabyss.players.search.mcts import IS_HIDDEN
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher
from openabyss.players.search.tree import NONE, ROOT, Tree, children_of
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTION_NAMES, open_question
from openabyss.rules.state import NOBODY, State, copy_of
from openabyss.words import _
from openabyss.words.questions.prompts import label

# An expected line goes on while it was looked at this often, and for at most this many steps.
MIN_VISITS = 8
MAX_STEPS = 8


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
class Step:
    """One answer of an expected line; `seat` is None where chance answers."""

    seat: int | None
    label: str


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
    """What the seat that is asked could do, by what it may know. Raises GameOver, and WrongWeights
    where the networks are missing. `names` are those of the seats, for the labels.

    With settings of one's own, `seconds` is ignored: `SearchSettings(seconds=None, iterations=2000)` gives
    the same explanation each time.
    """
    if game.is_over:
        raise GameOver(_("the game is over; there is nothing left to decide"))
    searcher = Searcher(settings or SearchSettings(seconds=seconds))
    iterations = searcher.think(game.state, seed)
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
        for one in searcher.candidates()
    )
    line = expected_line(searcher.trees[0], game.state, generator(seed), names)
    return Explanation(seat, iterations, searcher.chances, tuple(moves), tuple(line))


def expected_line(tree: Tree, state: State, random: Generator, names: Sequence[str]) -> list[Step]:
    """The most visited answers, one after the other, on one of the tables that the seat may be at."""
    table, node, steps = copy_of(state), ROOT, list[Step]()
    sample_hidden_state(table, open_question(table).player, random)
    while table.depth > 0 and len(steps) < MAX_STEPS:
        action = answer_without_node(table, random)
        if action == NONE:
            legal = [child for child in children_of(tree, node) if table.mask[tree.action[child]] > 0]
            node = min(legal, key=lambda child: (-tree.visits[child], tree.action[child]), default=NONE)
            if node == NONE or tree.visits[node] < MIN_VISITS:
                break
            action = int(tree.action[node])
            steps.append(step_of(table, action, names))
        apply(table, action)
    return steps


def step_of(state: State, action: int, names: Sequence[str]) -> Step:
    """An answer of the line in words."""
    what, seat, _detail = open_question(state)
    return Step(None if seat == NOBODY else seat, label(QUESTION_NAMES[what], action, state, names))


def answer_without_node(state: State, random: Generator) -> int:
    """What `mcts.select` answers without a node in the tree, or NONE."""
    what, player, _detail = open_question(state)
    if player == NOBODY and IS_HIDDEN[what] == 0:
        return NONE
    if player == state.regent:
        return int(choose(state, REGENT, DEFAULT_WEIGHTS, random))
    has_choice = player != NOBODY and state.offered > 1
    return NONE if has_choice else int(choose(state, RANDOM, DEFAULT_WEIGHTS, random))
