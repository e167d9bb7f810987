"""How the game might go on: what a search has visited most, and who answers beyond its tree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct

from openabyss.chance.determinization import sample_hidden_state
from openabyss.chance.generator import Generator, generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, RANDOM, REGENT, choose
from openabyss.players.search.mcts import IS_HIDDEN
from openabyss.players.search.tree import NONE, ROOT, Tree, child_with, children_of
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTION_NAMES, open_question
from openabyss.rules.state import NOBODY, State, copy_of
from openabyss.words.questions.prompts import label

# A line goes on while it was looked at this often, and for at most this many steps.
MIN_VISITS = 8
MAX_STEPS = 8


class Line(Struct, frozen=True):
    """A line as numbers: the seed of the table that the seat may be at, and all answers there, those of
    chance and forced ones included. `steps_of` has the words."""

    seed: int
    answers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of an expected line; `seat` is None where chance answers."""

    seat: int | None
    label: str


def expected_line(tree: Tree, state: State, seed: int) -> Line:
    """The most visited answers, one after the other, on one of the tables that the seat may be at."""
    table, random = imagined(state, seed)
    node, steps, answers = ROOT, 0, list[int]()
    while table.depth > 0 and steps < MAX_STEPS:
        if has_node(table):
            node = favourite(tree, node, table)
            if node == NONE:
                break
            action, steps = int(tree.action[node]), steps + 1
        else:
            action = answer_beyond(table, random)
        answers.append(action)
        apply(table, action)
    return Line(seed, tuple(answers))


def steps_of(state: State, line: Line, names: Sequence[str]) -> Iterator[Step]:
    """The answers of a line in words, but for those that follow by themselves."""
    table, _random = imagined(state, line.seed)
    for action in line.answers:
        if has_node(table):
            yield step_of(table, action, names)
        apply(table, action)


def step_of(state: State, action: int, names: Sequence[str]) -> Step:
    """An answer of a line in words."""
    what, seat, _detail = open_question(state)
    return Step(None if seat == NOBODY else seat, label(QUESTION_NAMES[what], action, state, names))


def imagined(state: State, seed: int) -> tuple[State, Generator]:
    """A table that the asked seat may be at, and what decides there for chance."""
    table, random = copy_of(state), generator(seed)
    sample_hidden_state(table, open_question(table).player, random)
    return table, random


def has_node(state: State) -> bool:
    """Whether an answer to the open question is a node in trees: `mcts.select` answers the others itself."""
    what, player, _detail = open_question(state)
    if player == NOBODY:
        return bool(IS_HIDDEN[what] == 0)
    return bool(player != state.regent and state.offered > 1)


def favourite(tree: Tree, node: int, state: State) -> int:
    """The node of the legal answer that was visited most, of equals the first; NONE where all were visited
    too little."""
    legal = [child for child in children_of(tree, node) if state.mask[tree.action[child]] > 0]
    best = min(legal, key=lambda child: (-tree.visits[child], tree.action[child]), default=NONE)
    return NONE if best == NONE or tree.visits[best] < MIN_VISITS else best


def step_down(tree: Tree, node: int, state: State, random: Generator) -> tuple[int, int]:
    """An answer to the open question, and the node that it leads to from this one, NONE beyond the tree:
    players answer what was visited most, then greedily, and chance draws."""
    if not has_node(state):
        return answer_beyond(state, random), node
    is_chance = open_question(state).player == NOBODY
    child = NONE if node == NONE or is_chance else favourite(tree, node, state)
    if child != NONE:
        return int(tree.action[child]), child
    answer = answer_beyond(state, random)
    return answer, int(child_with(tree, node, answer)) if node != NONE and is_chance else NONE


def answer_beyond(state: State, random: Generator) -> int:
    """Who answers where no tree leads: the Regent as it does, chance by weight, players greedily."""
    player = open_question(state).player
    if player == NOBODY or (player != state.regent and state.offered == 1):
        return int(choose(state, RANDOM, DEFAULT_WEIGHTS, random))
    return int(choose(state, REGENT if player == state.regent else GREEDY, DEFAULT_WEIGHTS, random))
