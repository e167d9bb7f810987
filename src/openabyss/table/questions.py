"""The open question of a table and its answers, as programs get and give them."""

from itertools import repeat
from typing import Any

import numpy as np
from msgspec import Struct

from openabyss.errors import GameOver, IllegalAction, UnreadableAction
from openabyss.rules.actions import ACTIONS
from openabyss.rules.questions import QUESTIONS, QuestionSpec
from openabyss.rules.state import (
    DEPTH_PLACE,
    NOBODY,
    NUMBER_FORMAT,
    State,
    bytes_of,
    from_bytes,
    numbers_of,
)
from openabyss.table.hashing import state_hash
from openabyss.table.knowledge import table_known_to
from openabyss.table.public_fields import About, about_of
from openabyss.words import _
from openabyss.words.arguments import in_short
from openabyss.words.questions.actions import read_action, text_of, text_on_any_table
from openabyss.words.questions.prompts import label, prompt, reason
from openabyss.words.questions.wording import asked_in

# The seat that is asked where chance decides.
CHANCE = NOBODY
MAX_SHOWN = 12


class Question(Struct, frozen=True, eq=False):
    """A question: its name, who is asked, and what it is about.

    It stays as it was asked, whatever happens in the game: `table` is the table of that moment, as
    `rules.state.bytes_of` writes it. A question that a player is given shows what its seat knows.
    """

    table: bytes

    @property
    def kind(self) -> str:
        """Its name: "MAIN", "PAY"."""
        return QUESTIONS[self._asked()[0]].name

    @property
    def spec(self) -> QuestionSpec:
        """Its declaration in the rules: which answers it has, who may be asked it."""
        return QUESTIONS[self._asked()[0]]

    @property
    def player(self) -> int:
        """The seat that is asked."""
        return self._asked()[1]

    def _asked(self) -> list[int]:
        return asked_in(memoryview(self.table).cast(NUMBER_FORMAT))

    def __eq__(self, other: object) -> bool:
        """Whether the same is asked of the same seat, at any table."""
        return isinstance(other, Question) and self._asked() == other._asked()

    def __ne__(self, other: object) -> bool:
        """Structs of msgspec do not make this of the method above."""
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self._asked()))

    def __repr__(self) -> str:
        return f"Question(kind={self.kind!r}, player={self.player})"

    @property
    def prompt(self) -> str:
        """The question as a sentence."""
        return prompt(self.kind, from_bytes(self.table))

    @property
    def about(self) -> About:
        """What it is about: `question.about.lord == 12`."""
        return about_of(from_bytes(self.table))


class Action(Struct, frozen=True, eq=False):
    """A legal answer: its number in the catalogue, its text (`recruit:12`), and what it answers."""

    id: int
    question: Question

    @property
    def text(self) -> str:
        """How people type it: `recruit:12`. Records say `lord:12`, and games read both."""
        kind = self.question.kind
        return text_on_any_table(kind, self.id) or text_of(kind, self.id, from_bytes(self.question.table))

    def __eq__(self, other: object) -> bool:
        """Whether it is the same answer in the same words, to any question."""
        return isinstance(other, Action) and (self.id, self.text) == (other.id, other.text)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Action(id={self.id}, text={self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def label(self) -> str:
        """What a person reads on it: "Recruit the Slaver for 8"."""
        return label(self.question.kind, self.id, from_bytes(self.question.table))


class Actions(list[Action]):
    """Legal answers, among which their texts and numbers are found too: `"pass" in game.legal_actions`."""

    __slots__ = ()

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, str):
            return any(action.text == answer for action in self)
        if isinstance(answer, int | np.integer):
            return any(action.id == answer for action in self)
        return super().__contains__(answer)


def asked_at(state: State) -> list[int]:
    """The open question of a table in numbers: what is asked, of whom, and about what. Raises GameOver."""
    numbers = numbers_of(state)
    if numbers[DEPTH_PLACE] == 0:
        raise GameOver(_("the game is over; nobody is asked anything any more"))
    return asked_in(numbers)


def question_at(state: State) -> Question:
    """The question that is open at a table. Raises GameOver."""
    asked_at(state)
    return Question(bytes_of(state))


def actions_at(state: State) -> Actions:
    """Every legal answer to the question that is open at a table, none when the game is over."""
    question = Question(numbers_of(state).tobytes())
    return Actions(map(Action, state.mask.nonzero()[0].tolist(), repeat(question)))


def legal_answers(state: State) -> list[int]:
    """The legal answers to the open question, by number; none when the game is over."""
    answers: list[int] = state.mask.nonzero()[0].tolist()
    return answers


# How callers may name an action.
Answer = Action | int | np.integer[Any] | str


def read_answer(state: State, action: Answer, table: bytes) -> int:
    """The catalogue number of an action; `table` is the table as bytes.

    Raises UnreadableAction, GameOver, and IllegalAction for an `Action` that answers another question.
    """
    if isinstance(action, Action):
        if action.question.table != table and not _is_open(state, action.question):
            raise IllegalAction(
                _("{action} answers another question: of another game, or of another moment").format(
                    action=action
                )
            )
        return action.id
    if isinstance(action, np.integer):
        return read_answer(state, int(action), table)
    if isinstance(action, str):
        return read_text(state, action)
    if type(action) is not int or not 0 <= action < ACTIONS:
        raise UnreadableAction(
            _("{action} is not an action: give an Action, its text, or a number below {limit}").format(
                action=in_short(action), limit=ACTIONS
            )
        )
    return action


def read_text(state: State, text: str) -> int:
    """The catalogue number that a text means here. Raises UnreadableAction, GameOver."""
    return read_action(question_at(state).kind, text, state)


def _is_open(state: State, question: Question) -> bool:
    """The question is asked in this position, as far as the asked seat knows it; an imagined table may differ
    elsewhere, and one that was restored in numbers that say nothing there."""
    seat = asked_at(state)[1]
    known = state_hash(table_known_to(from_bytes(question.table), seat))
    return known == state_hash(table_known_to(state, seat))


def refusal(state: State, number: int) -> IllegalAction:
    """Why an answer is refused, and what would be legal."""
    question = question_at(state)
    texts = [legal.text for legal in actions_at(state)]
    shown = ", ".join(texts[:MAX_SHOWN]) + (", …" if len(texts) > MAX_SHOWN else "")
    why = reason(state, question.player, question.kind, number)
    return IllegalAction(_("{why} Legal here: {legal}.").format(why=why, legal=shown))
