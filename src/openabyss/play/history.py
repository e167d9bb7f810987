"""The history of a game: every answer, what has happened, and the way back.

A *decision* is an answer by a player who had a choice. A *move* is what one player does at once: a decision,
or all those of a whole payment. Moves are undone and redone as a whole.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, starmap
from typing import NamedTuple, TypeVar, overload

from msgspec import Struct
from msgspec.structs import replace

from openabyss.chance.dealer import Dealer
from openabyss.errors import IllegalAction
from openabyss.rules.events import STACK_TAKEN
from openabyss.rules.play import apply
from openabyss.rules.questions import QUESTIONS
from openabyss.rules.state import (
    DEPTH_PLACE,
    FRAME,
    NOBODY,
    NUMBER_FORMAT,
    STACK_PLACE,
    State,
    bytes_of,
    numbers_of,
    place_of,
)
from openabyss.table.events import Event, contains
from openabyss.table.knowledge import is_choice_secret
from openabyss.words import _
from openabyss.words.questions.wording import asked_in

Item = TypeVar("Item")

# The places of these among the numbers of a table.
OFFERED_PLACE, EVENT_COUNT_PLACE = place_of("offered"), place_of("event_count")


class DecisionEvents(Struct, frozen=True):
    """What happened before a decision, since the one before it, and who decided.

    `first` is the place of the first of the events in the log.
    """

    player: int
    events: list[Event]
    first: int


class Decision(Struct, frozen=True):
    """A decision, and what it takes to return to before it; `joins` the move of the decision before it."""

    before: DecisionEvents
    table: bytes
    answers: int
    can_be_undone: bool
    joins: bool

    @property
    def player(self) -> int:
        """Who decided."""
        return self.before.player


class Undone(NamedTuple):
    """A move that may be made again: the numbers of its decisions."""

    player: int
    decisions: list[int]


class Growing(Sequence[Item]):
    """A list from which longer ones are made that share its items. Only the second one that continues from
    the same place copies them.
    """

    __slots__ = ("_items", "length")

    def __init__(self, items: list[Item], length: int | None = None) -> None:
        """The first `length` of the items, or all; they are shared with their source."""
        self._items, self.length = items, len(items) if length is None else length

    def up_to(self, length: int) -> "Growing[Item]":
        """The first `length` items."""
        return Growing(self._items, min(self.length, length))

    def followed_by(self, items: Iterable[Item]) -> "Growing[Item]":
        """The list with more items at its end."""
        whole = self._items[: self.length] if self.is_followed else self._items
        whole.extend(items)
        return Growing(whole)

    @property
    def is_followed(self) -> bool:
        """Whether a longer list continues from this one."""
        return len(self._items) > self.length

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, place: int) -> Item: ...

    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...

    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        if isinstance(place, slice):
            first, end, step = place.indices(self.length)
            return self._items[first:end:step]
        return self._items[range(self.length)[place]]

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self.length)


def cannot_undo() -> IllegalAction:
    """Why the last move cannot be undone."""
    return IllegalAction(_("Nothing can be undone: a card was revealed since, or somebody else has decided."))


class History:
    """How a game goes on at its table, which is handed over, and how it came there.

    Chance is answered by the dealer, and a question with one answer is not put, unless `ask_chance` and
    `ask_forced` say otherwise; with a `poker_face` it is put where opponents cannot know of the only answer.
    `events` are what has happened since the last decision, `decisions` those that can be returned to. What
    is final is shared by all copies.
    """

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.poker_face = self.ask_forced = self.ask_chance = False
        self.events: list[Event] = []
        self.decisions: list[Decision] = []
        self._final_answers: Growing[int] = Growing([])
        self._answers: list[int] = []
        self._final_events: Growing[DecisionEvents] = Growing([])
        self._first_of_latest = 0
        self._undone: list[Undone] = []

    def copy(self) -> "History":
        """The same history for a copy of the game."""
        copy = object.__new__(History)
        copy.dealer = self.dealer
        copy.ask_like(self)
        copy._final_answers, copy._final_events = self._final_answers, self._final_events
        copy._first_of_latest = self._first_of_latest
        copy._answers, copy._undone = self._answers[:], self._undone[:]
        copy.decisions, copy.events = self.decisions[:], self.events[:]
        return copy

    def ask_like(self, other: "History") -> None:
        """Ask the same kinds of questions as another history."""
        self.poker_face, self.ask_forced, self.ask_chance = (
            other.poker_face,
            other.ask_forced,
            other.ask_chance,
        )

    @property
    def answers(self) -> list[int]:
        """All that were given, by number."""
        return [*self._final_answers, *self._answers]

    @property
    def answer_count(self) -> int:
        """How many were given."""
        return self._final_answers.length + len(self._answers)

    def asks_for_only_answer(self, state: State) -> bool:
        """Whether the open question is put although it may have one answer only."""
        return self.ask_forced or (self.poker_face and is_choice_secret(state))

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
        answers = self.answer_count
        if not apply(state, number):
            return False
        before = self._take_events(player)
        self._note(state, number)
        reveals = self.go_on(state) or (not self.ask_chance and self._shows_hidden(state))
        self.decisions.append(Decision(before, table, answers, not reveals, joins))
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
            elif numbers[OFFERED_PLACE] > 1 or self.asks_for_only_answer(state):
                return chance
            else:
                self._give(state, int(state.mask.argmax()))
        return chance

    def would_reveal(self, state: State, number: int) -> bool:
        """Whether a legal answer of the asked player shows something hidden, so that it could not be undone.

        `state` is overwritten. It goes on as far as the answer would, but nothing is dealt or remembered.
        """
        apply(state, number)
        numbers, stacks_taken = numbers_of(state), _takes_stack(state)
        while depth := numbers[DEPTH_PLACE]:
            if numbers[STACK_PLACE + FRAME * depth - 2] == NOBODY:
                return True
            if not self._is_forced(state, numbers):
                break
            apply(state, int(state.mask.argmax()))
            stacks_taken |= _takes_stack(state)
        return stacks_taken or _looks_at_hidden(numbers)

    def waits_for_player(self, state: State) -> bool:
        """Whether a seat is asked something that is not answered automatically."""
        numbers = numbers_of(state)
        is_open = numbers[DEPTH_PLACE] > 0 and asked_in(numbers)[1] != NOBODY
        return is_open and not self._is_forced(state, numbers)

    def _is_forced(self, state: State, numbers: memoryview) -> bool:
        """Whether there is only one answer, which is given without asking."""
        return numbers[OFFERED_PLACE] == 1 and not self.asks_for_only_answer(state)

    def replay(self, state: State, number: int) -> None:
        """Give one recorded answer of any seat, or of chance. Raises IllegalAction.

        A record does not say which answers were one payment, so each is a move of its own.
        """
        numbers = numbers_of(state)
        player = asked_in(numbers)[1]
        is_choice = self.ask_forced or numbers[OFFERED_PLACE] > 1
        if self.ask_chance if player == NOBODY else is_choice:
            before = self._take_events(player)
            self.decisions.append(Decision(before, numbers.tobytes(), self.answer_count, True, False))
        self._give(state, number)
        if self.decisions and not self.ask_chance and (player == NOBODY or self._shows_hidden(state)):
            self.decisions[-1] = replace(self.decisions[-1], can_be_undone=False)

    def _give(self, state: State, number: int) -> None:
        if not apply(state, number):
            raise IllegalAction(_("answer {number} is not legal here").format(number=number))
        self._note(state, number)

    def _take_events(self, player: int) -> DecisionEvents:
        """A decision is made: what has happened until then belongs to it."""
        before = DecisionEvents(player, self.events, self._first_of_latest)
        self._first_of_latest += len(self.events)
        self.events = []
        return before

    def _note(self, state: State, number: int) -> None:
        """Remember an answer that was given, and what happened then."""
        self._answers.append(number)
        if event_count := numbers_of(state)[EVENT_COUNT_PLACE]:
            self.events += starmap(Event, state.events[:event_count].tolist())

    def _shows_hidden(self, state: State) -> bool:
        """Whether the player has seen cards that were face down: a stack, the locations of the deck, a
        discard."""
        return _looks_at_hidden(numbers_of(state)) or contains(self.events, STACK_TAKEN)

    # ---------------------------------------------------------------------------- the way back

    @property
    def last_move(self) -> Decision | None:
        """The first decision of the last move, if it can still be returned to."""
        return self.decisions[self._begin_of_last_move()] if self.decisions else None

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be undone: it revealed nothing, and was made by the player who undoes
        moves."""
        made = self.decisions[self._begin_of_last_move() :]
        if not made or not all(decision.can_be_undone for decision in made):
            return False
        return self.ask_chance or not self._undone or self._undone[-1].player == made[-1].player

    @property
    def redo_player(self) -> int | None:
        """The player whose move can be redone."""
        return self._undone[-1].player if self._undone else None

    def undo(self, state: State) -> None:
        """Undo the last move. Raises IllegalAction when something was revealed since."""
        if not self.can_undo:
            raise cannot_undo()
        first, final = self._begin_of_last_move(), self._final_answers.length
        numbers = [self._answers[decision.answers - final] for decision in self.decisions[first:]]
        self._undone.append(Undone(self.decisions[first].player, numbers))
        self.return_to(state, first)

    def redo(self, state: State) -> list[Event]:
        """Make the last undone move again. Raises IllegalAction."""
        if not self._undone:
            raise IllegalAction(_("Nothing has been undone."))
        events: list[Event] = []
        move = self._undone.pop()
        for place, number in enumerate(move.decisions):
            self._decide(state, move.player, number, bytes_of(state), place > 0)
            events += self.events
        return events

    def return_to(self, state: State, place: int) -> None:
        """As it was before the decision at this place of `decisions`."""
        decision = self.decisions[place]
        self.events, self._first_of_latest = decision.before.events, decision.before.first
        del self._answers[decision.answers - self._final_answers.length :], self.decisions[place:]
        numbers_of(state)[:] = memoryview(decision.table).cast(NUMBER_FORMAT)

    def answers_from(self, decision: Decision) -> list[int]:
        """The answers from a decision on."""
        return self._answers[decision.answers - self._final_answers.length :]

    def forget_undone(self) -> None:
        """What was undone cannot be redone any more."""
        self._undone.clear()

    def make_final(self) -> None:
        """Let no earlier decision be undone any more; saves 4 kB for each."""
        self._final_answers = self._final_answers.followed_by(self._answers)
        self._final_events = self._final_events.followed_by(decision.before for decision in self.decisions)
        self._answers, self.decisions = [], []

    def _begin_of_last_move(self) -> int:
        """The place of the first decision of the last move."""
        place = len(self.decisions) - 1
        while place > 0 and self.decisions[place].joins:
            place -= 1
        return max(0, place)

    # ---------------------------------------------------------------------------- the log

    @property
    def decision_count(self) -> int:
        """How many decisions have been made."""
        return len(self._final_events) + len(self.decisions)

    @property
    def log(self) -> list[Event]:
        """What has happened since the beginning."""
        return self.log_between(0, self.log_length)

    @property
    def log_length(self) -> int:
        """How many events there have been."""
        return self._first_of_latest + len(self.events)

    def log_between(self, first: int, end: int) -> list[Event]:
        """The log from `first` up to `end` (exclusive), in a time that does not depend on the length of the
        game."""
        found: list[Event] = []
        for begins, events in self._parts_from(first):
            if begins >= end:
                break
            found += events[max(0, first - begins) : end - begins]
        return found

    def events_since(self, seat: int) -> list[Event]:
        """What has happened since the seat decided last, or since the beginning."""
        found = [self.events]
        recent = (decision.before for decision in reversed(self.decisions))
        for before in chain(recent, reversed(self._final_events)):
            if before.player == seat:
                break
            found.append(before.events)
        return [event for events in reversed(found) for event in events]

    def _parts_from(self, first: int) -> Iterator[tuple[int, list[Event]]]:
        """The parts of the log, and where each begins, from the one with the place `first` on."""
        if not self.decisions or first < self.decisions[0].before.first:
            start = bisect_right(self._final_events, first, key=lambda before: before.first)
            for place in range(max(0, start - 1), len(self._final_events)):
                yield self._final_events[place].first, self._final_events[place].events
        for decision in self.decisions:
            yield decision.before.first, decision.before.events
        yield self._first_of_latest, self.events


def _looks_at_hidden(numbers: memoryview) -> bool:
    """Whether the open question shows the player cards that were face down."""
    return bool(numbers[DEPTH_PLACE] and QUESTIONS[asked_in(numbers)[0]].shows_hidden)


def _takes_stack(state: State) -> bool:
    """Whether the latest answer has taken a stack of the council."""
    count = numbers_of(state)[EVENT_COUNT_PLACE]
    return bool(count) and STACK_TAKEN in state.events[:count, 0].tolist()
