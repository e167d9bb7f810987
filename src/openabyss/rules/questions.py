"""Questions to players and to chance, steps that run by themselves, and the stack on which they wait.

What holds of a question is declared once, beside its two halves: the rules read it from arrays, everybody
else from `QUESTIONS`.
"""

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, auto
from math import ceil
from operator import attrgetter
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.engine.dispatch import RuleTable
from openabyss.rules import numbering
from openabyss.rules.actions import MASK_BLOCK
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

FIRST_STEP = 100
_NAMES = {number: name for name, number in vars(numbering).items() if name.isupper()}
QUESTION_NAMES = tuple(_NAMES[number] for number in _NAMES if number < FIRST_STEP)
STEP_NAMES = tuple(_NAMES[number] for number in _NAMES if number >= FIRST_STEP)
# Numbers of a table that say something only while what needs them waits, and are left over afterwards: by
# field, the questions and steps that need it.
NEEDED_BY = {
    "fight_slain": (
        numbering.FIGHT_TARGET,
        numbering.FIGHT_ALLY,
        numbering.RESOLVE_ATTACK,
        numbering.FIGHT_AGAIN,
    ),
    "fight_power": (numbering.RESOLVE_ATTACK,),
    "dice": (numbering.ADD_DIE, numbering.PLACE_LEVIATHAN),
}


class Topic(Enum):
    """What the detail of a question or step means."""

    LORD = auto()
    # A lord with a sentinel, a location with loot: each counted among its like.
    SENTINEL = auto()
    LOCATION = auto()
    SANCTUARY = auto()
    LEVIATHAN = auto()
    # The leviathan, or SLAIN.
    LEVIATHAN_OR_SLAIN = auto()
    RACE = auto()
    OPPONENT = auto()
    # For whom chance draws: somebody, the active player, or nobody in particular.
    PLAYER = auto()
    ACTIVE_PLAYER = auto()
    PLAYER_OR_NOBODY = auto()
    # Sets of seats, a bit for each.
    CHALLENGERS = auto()
    RECEIVERS = auto()
    RECEIVER = auto()
    COURT_SPACE = auto()
    TRACK_SPACE = auto()
    DICE = auto()
    PILE = auto()
    ALLIES = auto()
    LEVEL = auto()
    LIMIT = auto()
    NEBULIS = auto()
    PEARLS = auto()
    PRICE = auto()
    TOKENS = auto()


# More allies than a player can be made to lose at once.
ALLIES_LOST = 16
# Where several topics share one detail: how many values each but the first has, and the lowest of them.
_VALUES = {
    Topic.ALLIES: (ALLIES_LOST, 0),
    Topic.OPPONENT: (SEATS, 0),
    Topic.PLAYER: (SEATS, 0),
    Topic.RECEIVER: (SEATS + 1, NOBODY),
}


class Cards(Enum):
    """Where the cards are that answer a question."""

    HAND = auto()
    DISCARD = auto()
    AFFILIATED = auto()
    PAYMENT = auto()


class Source(Enum):
    """What chance draws from."""

    SEATS = auto()
    EXPLORATION_DECK = auto()
    LORD_DECK = auto()
    LOCATION_DECK = auto()
    LOOT_DECK = auto()
    MONSTER_TOKENS = auto()
    HELD_TOKENS = auto()
    LEVIATHAN_DECK = auto()
    LEVIATHAN_TOKENS = auto()
    DIE = auto()


class Whole(Enum):
    """The larger decision that a question belongs to: it settles how, not whether."""

    PAYMENT = auto()
    PRICE = auto()
    KEYS = auto()
    REWARD = auto()
    HAND_LIMIT = auto()


# Those declared, in the order of their numbers: all of them once the rules are imported.
QUESTIONS: list["QuestionSpec"] = []
STEPS: list["StepSpec"] = []
# What compiled rules read of the declarations.
FIRST_ANSWER = np.zeros(FIRST_STEP, np.int64)
END_OF_ANSWERS = np.zeros(FIRST_STEP, np.int64)
TURN_POWERS_ALLOWED = np.zeros(FIRST_STEP, np.int64)
TOKENS_ALLOWED = np.zeros(FIRST_STEP, np.int64)


@dataclass(frozen=True, slots=True)
class _Spec:
    """What is declared of a question or step.

    `number`: what compiled rules call it.
    `about`: what its detail means; several topics share one number.
    `of_anybody`: not only the active player may be asked or concerned.
    `only_with`: the expansion without which it leaves no choice, KRAKEN or LEVIATHAN.
    """

    number: int
    about: Topic | tuple[Topic, ...] = field(default=(), kw_only=True)
    of_anybody: bool = field(default=False, kw_only=True)
    only_with: int | None = field(default=None, kw_only=True)

    @property
    def name(self) -> str:
        """What words/ and documents call it."""
        return _NAMES[self.number]

    @property
    def topics(self) -> tuple[Topic, ...]:
        """What its detail means."""
        return self.about if isinstance(self.about, tuple) else (self.about,)


@dataclass(frozen=True, slots=True)
class QuestionSpec(_Spec):
    """What holds of a question whenever it is asked.

    `answers`: the stretch of the catalogue in which its own answers are, as (first, end).
    `asks_for`: where the cards are that answer it; None where no cards do.
    `depends_on_hand`: what may be answered depends on the hand, though no cards of it are the answer.
    `drawn_from`: what chance draws from to answer it; None for a question to a player.
    `seen_by_one`: only the player for whom chance draws sees what comes.
    `shows_hidden`: the player who is asked sees cards that lay face down.
    `part_of`: the larger decision of which it settles a part.
    `turn_powers`, `tokens`: before answering, the player may use turn powers (rules 5.9), the active
    player also monster tokens (Leviathan 5.5).
    """

    answers: tuple[int, int]
    _: KW_ONLY
    asks_for: Cards | None = None
    depends_on_hand: bool = False
    drawn_from: Source | None = None
    seen_by_one: bool = False
    shows_hidden: bool = False
    part_of: Whole | None = None
    turn_powers: bool = False
    tokens: bool = False

    @property
    def concerns_hand(self) -> bool:
        """What may be answered depends on the cards in the hand of the player who is asked."""
        return self.depends_on_hand or self.asks_for is Cards.HAND


@dataclass(frozen=True, slots=True)
class StepSpec(_Spec):
    """What holds of a step: something the game does by itself when its time has come.

    `waits`: the game may wait for an answer while it is due; otherwise it runs as soon as it is pushed.
    """

    _: KW_ONLY
    waits: bool = True


Facts = ParamSpec("Facts")
Spec = TypeVar("Spec", QuestionSpec, StepSpec)


def _declares(
    spec: Callable[Facts, Spec], declared: list[Spec], note: Callable[[Spec], None] = lambda _spec: None
) -> Callable[Facts, None]:
    """A function that makes a spec of its arguments and enters it, in the order of the numbers."""

    def declare(*facts: Facts.args, **by_name: Facts.kwargs) -> None:
        new = spec(*facts, **by_name)
        assert all(new.number != other.number for other in declared), f"{new.name} is declared twice"
        insort(declared, new, key=attrgetter("number"))
        note(new)

    return declare


def _note_for_compiled_rules(spec: QuestionSpec) -> None:
    """Write into the arrays what compiled rules read of a question. Its answers are padded to a multiple of
    MASK_BLOCK; the padding stays empty."""
    first, end = spec.answers
    FIRST_ANSWER[spec.number] = first
    END_OF_ANSWERS[spec.number] = first + ceil((end - first) / MASK_BLOCK) * MASK_BLOCK
    TURN_POWERS_ALLOWED[spec.number] = spec.turn_powers
    TOKENS_ALLOWED[spec.number] = spec.tokens


# Declare a question, to a player or to chance, or a step; the arguments are the fields of its spec.
question = _declares(QuestionSpec, QUESTIONS, _note_for_compiled_rules)
step = _declares(StepSpec, STEPS)


def unpack(topics: tuple[Topic, ...], detail: int) -> list[int]:
    """The number of each topic that a detail holds: the last one counts in ones."""
    rest: list[int] = []
    for topic in topics[:0:-1]:
        values, lowest = _VALUES[topic]
        rest.insert(0, detail % values + lowest)
        detail //= values
    return [detail, *rest] if topics else []


def pack(topics: tuple[Topic, ...], parts: Sequence[int]) -> int:
    """The detail that holds these numbers, one for each topic."""
    detail = parts[0] if parts else 0
    for topic, part in zip(topics[1:], parts[1:], strict=True):
        values, lowest = _VALUES[topic]
        detail = detail * values + part - lowest
    return detail


# The two halves of a question, `(state, player, detail)`, which fills `state.mask`, and
# `(state, player, detail, action)`; what follows where one is dropped that has no legal answer, if anything;
# and what a step does, `(state, player, detail)`.
options = RuleTable("options", "state", "player", "detail")
answer = RuleTable("answer", "state", "player", "detail", "action")
when_dropped = RuleTable("when_dropped", "state", "player", "detail")
when_due = RuleTable("when_due", "state", "player", "detail")


class Waiting(NamedTuple):
    """What waits on the stack: a question or a step, who is asked or concerned, and a number that says what
    it is about."""

    what: int
    player: int
    detail: int


@compiled
def waiting_at(state: State, place: int) -> Waiting:
    """What waits at a place of the stack, counted from what is resolved last."""
    return Waiting(int(state.stack[place, 0]), int(state.stack[place, 1]), int(state.stack[place, 2]))


@compiled
def open_question(state: State) -> Waiting:
    """What is asked now; there must be something that waits."""
    return waiting_at(state, state.depth - 1)


@compiled
def ask(state: State, what: int, player: int, detail: int) -> None:
    """Put a question on the stack. Push in reverse what should happen in order."""
    depth = int(state.depth)
    state.stack[depth, 0] = what
    state.stack[depth, 1] = player
    state.stack[depth, 2] = detail
    state.depth = depth + 1


@compiled
def schedule(state: State, what: int, player: int, detail: int) -> None:
    """Put a step on the stack: it runs when everything pushed after it is resolved."""
    ask(state, what, player, detail)
