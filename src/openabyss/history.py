"""The history of a game: every answer, what has happened, and the way back.

A *decision* is an answer by a player who had a choice. A *move* is what one player does at once: a decision,
or all those of a whole payment. Moves are undone and redone as a whole.
"""

from itertools import chain
from typing import NamedTuple

from openabyss.chance.dealer import Dealer
from openabyss.errors import IllegalAction
from openabyss.rules.copying import (
    DEPTH_PLACE,
    FRAME,
    NUMBER_FORMAT,
    STACK_PLACE,
    bytes_of,
    numbers_of,
    place_of,
)
from openabyss.rules.events import STACK_TAKEN
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS
from openabyss.rules.state import NOBODY, State
from openabyss.table.events import Event, tells_of
from openabyss.table.questions import asked_in
from openabyss.table.secrecy import is_choice_secret
from openabyss.words import _

# Where among the numbers of a table these stand.
OFFERED_PLACE, EVENT_COUNT_PLACE = place_of("offered"), place_of("event_count")


class Step(NamedTuple):
    """A decision, and what it takes to return to before it; `joins` the move of the decision before it."""

    table: bytes
    answers: int
    player: int
    can_be_undone: bool
    joins: bool


class Told(NamedTuple):
    """What happened before a decision, since the one before it, and who decided."""

    player: int
    events: list[Event]


class Undone(NamedTuple):
    """A move that may be made again: the numbers of its decisions."""

    player: int
    decisions: list[int]


def cannot_undo() -> IllegalAction:
    """Why the last move stands."""
    return IllegalAction(_("Nothing can be undone: a card was revealed since, or somebody else has decided."))


class History:
    """How a game goes on at its table, which is handed over, and how it came there.

    Chance is answered by the dealer, and a question with one answer is not put, unless `ask_chance` and
    `ask_forced` say otherwise; with a `poker_face` it is put where opponents cannot know of the only answer.
    `answers` are all that were given, by number, and `events` what has happened since the last decision.
    """

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.poker_face = self.ask_forced = self.ask_chance = False
        self.answers: list[int] = []
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self._told: list[Told] = []
        self._undone: list[Undone] = []

    def copy(self) -> "History":
        """The same history for a copy of the game."""
        copy = object.__new__(History)
        copy.dealer = self.dealer
        copy.poker_face, copy.ask_forced, copy.ask_chance = self.poker_face, self.ask_forced, self.ask_chance
        copy.answers, copy.events = self.answers[:], self.events[:]
        copy.steps, copy._told, copy._undone = self.steps[:], self._told[:], self._undone[:]
        return copy

    # ---------------------------------------------------------------------------- going on

    def decide(self, state: State, player: int, number: int, table: bytes, *, joins: bool = False) -> bool:
        """Give the answer of a player at the open question, and go on to the next; whether it was legal.

        `table` is the table as bytes; with `joins` the decision belongs to the move before. What was undone
        cannot be redone any more. An illegal answer changes nothing.
        """
        if not self._decide(state, player, number, table, joins):
            return False
        self._undone.clear()
        return True

    def _decide(self, state: State, player: int, number: int, table: bytes, joins: bool) -> bool:
        answers = len(self.answers)
        if not apply(state, number):
            return False
        self._told.append(Told(player, self.events))
        self.events = []
        self._note(state, number)
        reveals = self.go_on(state) or player == NOBODY or self._shows_hidden(state)
        self.steps.append(Step(table, answers, player, not reveals, joins))
        return True

    def go_on(self, state: State) -> bool:
        """Answer for chance, and where there is no choice; whether chance was asked."""
        chance = False
        numbers = numbers_of(state)
        while depth := numbers[DEPTH_PLACE]:
            if numbers[STACK_PLACE + FRAME * depth - 2] == NOBODY:
                if self.ask_chance:
                    return chance
                chance = True
                self._give(state, self.dealer.answer(state))
            elif (
                self.ask_forced or numbers[OFFERED_PLACE] > 1 or (self.poker_face and is_choice_secret(state))
            ):
                return chance
            else:
                self._give(state, int(state.mask.argmax()))
        return chance

    def replay(self, state: State, number: int) -> None:
        """Give one recorded answer of any seat, or of chance. Raises IllegalAction."""
        numbers = numbers_of(state)
        player = asked_in(numbers)[1]
        is_choice = self.ask_forced or numbers[OFFERED_PLACE] > 1
        if self.ask_chance if player == NOBODY else is_choice:
            self._told.append(Told(player, self.events))
            self.events = []
            self.steps.append(Step(numbers.tobytes(), len(self.answers), player, True, False))
        self._give(state, number)
        if self.steps and (player == NOBODY or self._shows_hidden(state)):
            self.steps[-1] = self.steps[-1]._replace(can_be_undone=False)

    def _give(self, state: State, number: int) -> None:
        if not apply(state, number):
            raise IllegalAction(_("answer {number} is not legal here").format(number=number))
        self._note(state, number)

    def _note(self, state: State, number: int) -> None:
        """Remember an answer that was given, and what happened then."""
        self.answers.append(number)
        if event_count := numbers_of(state)[EVENT_COUNT_PLACE]:
            self.events += map(Event, state.events[:event_count].tolist())

    def _shows_hidden(self, state: State) -> bool:
        """The player has seen cards that were face down: a stack, the locations of the deck, a discard."""
        numbers = numbers_of(state)
        looks = numbers[DEPTH_PLACE] and QUESTIONS[asked_in(numbers)[0]].shows_hidden
        return bool(looks) or tells_of(STACK_TAKEN, self.events)

    # ---------------------------------------------------------------------------- the way back

    @property
    def last_step(self) -> Step | None:
        """The first decision of the last move, as far as one can still be returned to."""
        return self.steps[self._begin_of_last_move()] if self.steps else None

    @property
    def can_undo(self) -> bool:
        """The last move revealed nothing, and the player who undoes moves made it."""
        if not self.steps or not all(step.can_be_undone for step in self.steps[self._begin_of_last_move() :]):
            return False
        return not self._undone or self._undone[-1].player == self.steps[-1].player

    @property
    def redo_player(self) -> int | None:
        """The player whose move can be made again."""
        return self._undone[-1].player if self._undone else None

    def undo(self, state: State) -> None:
        """Undo the last move. Raises IllegalAction when something was revealed since."""
        if not self.can_undo:
            raise cannot_undo()
        first = self._begin_of_last_move()
        decisions = [self.answers[step.answers] for step in self.steps[first:]]
        self._undone.append(Undone(self.steps[first].player, decisions))
        self.return_to(state, first)

    def redo(self, state: State) -> list[Event]:
        """Make the move again that was undone last. Raises IllegalAction."""
        if not self._undone:
            raise IllegalAction(_("Nothing has been undone."))
        events: list[Event] = []
        move = self._undone.pop()
        for place, number in enumerate(move.decisions):
            self._decide(state, move.player, number, bytes_of(state), place > 0)
            events += self.events
        return events

    def return_to(self, state: State, place: int) -> None:
        """As it was before the decision at this place of `steps`."""
        final = len(self._told) - len(self.steps)
        step, self.events = self.steps[place], self._told[final + place].events
        del self.answers[step.answers :], self.steps[place:], self._told[final + place :]
        numbers_of(state)[:] = memoryview(step.table).cast(NUMBER_FORMAT)

    def answers_from(self, step: Step) -> list[int]:
        """The answers from a decision on."""
        return self.answers[step.answers :]

    def forget_undone(self) -> None:
        """What was undone cannot be redone any more."""
        self._undone.clear()

    def make_final(self) -> None:
        """From now on nothing that was decided can be undone; saves 4 kB for each decision."""
        self.steps.clear()

    def _begin_of_last_move(self) -> int:
        """The place of its first decision."""
        place = len(self.steps) - 1
        while place > 0 and self.steps[place].joins:
            place -= 1
        return place

    # ---------------------------------------------------------------------------- the log

    @property
    def decision_count(self) -> int:
        """How many decisions have been made."""
        return len(self._told)

    @property
    def log(self) -> list[Event]:
        """What has happened since the beginning."""
        return list(chain.from_iterable(self._parts()))

    @property
    def log_length(self) -> int:
        """How many events there have been."""
        return sum(map(len, self._parts()))

    def log_by_move(self) -> list[list[Event]]:
        """The log: what happened before the first move, and then for every move."""
        begins = [True, *(not step.joins for step in self.steps)]
        final = len(self._told) - len(self.steps)
        parts = self._parts()
        moves: list[list[Event]] = [[event for part in parts[:final] for event in part]]
        for part, is_new in zip(parts[final:], begins, strict=True):
            if is_new and part is not parts[final]:
                moves.append([])
            moves[-1] += part
        return moves

    def events_since(self, seat: int) -> list[Event]:
        """What has happened since the seat decided last, or since the beginning."""
        found = [self.events]
        for told in reversed(self._told):
            if told.player == seat:
                break
            found.append(told.events)
        return [event for events in reversed(found) for event in events]

    def _parts(self) -> list[list[Event]]:
        parts = [told.events for told in self._told]
        parts.append(self.events)
        return parts
