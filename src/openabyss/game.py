"""`Game`: the one object that everybody else uses. Python in, Python out."""

import copyreg
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from openabyss.chance.dealer import Dealer, deal_hidden
from openabyss.errors import (
    GameOver,
    IllegalAction,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    UnreadableAction,
)
from openabyss.options import Options, config_of, read_config
from openabyss.position import records as notation
from openabyss.position.catalogue import NUMBERS
from openabyss.position.positions import read_position, write_position
from openabyss.rules.actions import ACTIONS, KIND, NUMBER, PASS
from openabyss.rules.base.paying import PAY_PRICE
from openabyss.rules.base.recruiting import PAY
from openabyss.rules.cards.allies import RACES
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.copying import (
    DEPTH_PLACE,
    FRAME,
    NUMBER_FORMAT,
    STACK_PLACE,
    bytes_of,
    copy_of,
    from_bytes,
    numbers_of,
    place_of,
)
from openabyss.rules.events import STACK_TAKEN
from openabyss.rules.play import apply, is_legal, resolve
from openabyss.rules.questions import QUESTIONS, QuestionSpec
from openabyss.rules.scoring import score
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import seat_regent
from openabyss.rules.state import AVAILABLE, BASE_TOKENS, DECK, EMPTY, GONE, NOBODY, STATE, State
from openabyss.table.about import About, about_of
from openabyss.table.border import Beast, border_of
from openabyss.table.events import Event, tells_of
from openabyss.table.knowledge import table_known_to
from openabyss.table.payments import Payment, in_payment_order, list_payments
from openabyss.table.score_sheet import ScoreSheet, rank, score_sheet
from openabyss.table.seat import Seat, codes, ids_at, loot_on, seat_of
from openabyss.table.secrecy import is_choice_secret
from openabyss.table.sentinels import Sentinel, sentinels_of
from openabyss.words import _
from openabyss.words.cards.codes import RACE_CODES, code_of_kind, kind_of_code
from openabyss.words.cards.lords import lord_id_from_slug
from openabyss.words.questions.actions import Unreadable, read_action, text_of, text_on_any_table
from openabyss.words.questions.prompts import label, prompt
from openabyss.words.questions.reasons import reason

MOST_SHOWN = 12
# The questions about the payment for a lord; the second one also about the price of an ally.
PAYING = (PAY, PAY_PRICE)
# Where among the numbers of a table these stand.
OFFERED_PLACE, EVENT_COUNT_PLACE = place_of("offered"), place_of("event_count")
# The seat that is asked where chance decides.
CHANCE = NOBODY


def _as_bytes(state: State) -> tuple[Callable[[bytes], State], tuple[bytes]]:
    return from_bytes, (bytes_of(state),)


# NumPy cannot find the class of a single record by its name, which pickling a table needs.
copyreg.pickle(STATE.type, _as_bytes)  # type: ignore[arg-type]  # it has the fields of a State


# Not frozen, like actions: to make frozen objects takes three times as long, and one of these is made for
# every decision, an action for every legal answer. Both find in the table what they are asked for.
@dataclass(slots=True, eq=False, repr=False)
class Question:
    """A question: its name, who is asked, and what it is about.

    It stays as it was asked, whatever happens in the game: `table` is the table of that moment, as
    `rules.copying.bytes_of` writes it. A question that a player is given shows what its seat knows.
    """

    table: Final[bytes]

    @property
    def kind(self) -> str:
        """Its name: "MAIN", "PAY"."""
        return QUESTIONS[self._asked()[0]].name

    @property
    def spec(self) -> QuestionSpec:
        """What holds of it whenever it is asked: which answers it has, who may be asked it."""
        return QUESTIONS[self._asked()[0]]

    @property
    def player(self) -> int:
        """The seat that is asked."""
        return self._asked()[1]

    def _asked(self) -> list[int]:
        return _asked_in(memoryview(self.table).cast(NUMBER_FORMAT))

    def __eq__(self, other: object) -> bool:
        """The same is asked of the same seat, at whatever table."""
        return isinstance(other, Question) and self._asked() == other._asked()

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


@dataclass(slots=True, eq=False, repr=False)
class Action:
    """A legal answer: its number in the catalogue, its text (`recruit:12`), and what it answers."""

    id: Final[int]
    question: Final[Question]

    @property
    def text(self) -> str:
        """How people type it and records store it: `recruit:12`."""
        kind = self.question.kind
        return text_on_any_table(kind, self.id) or text_of(kind, self.id, from_bytes(self.question.table))

    def __eq__(self, other: object) -> bool:
        """The same answer in the same words, whatever question it is to."""
        return isinstance(other, Action) and (self.id, self.text) == (other.id, other.text)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Action(id={self.id}, text={self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def label(self) -> str:
        """What a person reads on it: "Recruit the Slaver"."""
        return label(self.question.kind, self.id, from_bytes(self.question.table))


def asked_at(state: State) -> list[int]:
    """What is asked at a table, of whom, and about what, in numbers. Raises GameOver."""
    numbers = numbers_of(state)
    if numbers[DEPTH_PLACE] == 0:
        raise GameOver(_("the game is over; nobody is asked anything any more"))
    return _asked_in(numbers)


def _asked_in(numbers: memoryview) -> list[int]:
    """The same for a table on which something is asked, by its numbers."""
    end = STACK_PLACE + FRAME * numbers[DEPTH_PLACE]
    return numbers[end - FRAME : end].tolist()


def question_at(state: State) -> Question:
    """The question that is open at a table. Raises GameOver."""
    asked_at(state)
    return Question(bytes_of(state))


def actions_at(state: State) -> list[Action]:
    """Every legal answer to the question that is open at a table, none when the game is over."""
    numbers = numbers_of(state)
    if numbers[DEPTH_PLACE] == 0:
        return []
    question = Question(numbers.tobytes())
    return [Action(number, question) for number in state.mask.nonzero()[0].tolist()]


def payments_at(state: State, lord: int | str) -> list[Payment]:
    """Every payment with which the asked player could recruit a lord of the court.

    While a lord is being paid for, those that hold the cards named so far. Raises UnreadableAction.
    """
    number = lord if isinstance(lord, int) else lord_id_from_slug(lord)
    if number not in LORD_ID:
        raise UnreadableAction(_("{lord!r} is no lord").format(lord=lord))
    index = LORD_ID.tolist().index(number)
    if state.depth == 0 or index not in state.court:
        return []
    return list_payments(copy_of(state), int(state.stack[state.depth - 1, 1]), index)


# How callers may name an action.
Answer = Action | int | np.integer[Any] | str


class _Step(NamedTuple):
    """What it takes to return to before a decision."""

    table: bytes
    answers: int
    player: int
    can_be_undone: bool


class _Told(NamedTuple):
    """What happened before a decision, since the one before it, and who decided."""

    player: int
    events: list[Event]


class _Redone(NamedTuple):
    player: int
    action: int


class Game:
    """A game of Abyss at the table: always waiting for one answer, until it is over."""

    def __init__(self, state: State, dealer: Dealer, config: dict[str, Any] | None) -> None:
        """Games are made by `Game.new`, `Game.from_position`, `Game.from_state` and `Game.from_record`.

        Without a `config` the game begins with the table as it is.
        """
        self.state = state
        self._dealer = dealer
        self.poker_face = False
        self.ask_forced = False
        self.ask_chance = False
        self._config = config
        self._answers: list[int] = []
        self._history: list[_Step] = []
        self._told: list[_Told] = []
        self._undone: list[_Redone] = []
        self._events: list[Event] = []
        resolve(state)
        self._start = bytes_of(state) if config is None else b""

    # ------------------------------------------------------------------------- beginnings

    @classmethod
    def new(
        cls,
        players: int | np.integer[Any] = 2,
        seed: int | np.integer[Any] = 0,
        *,
        kraken: bool = False,
        leviathan: bool = False,
        options: Options | Mapping[str, object] | None = None,
        regent: int | np.integer[Any] | None = None,
        ask_forced: bool = False,
        ask_chance: bool = False,
    ) -> "Game":
        """A new game, dealt by the seed. Raises InvalidOption.

        With `ask_forced` it also asks where there is only one answer. With `ask_chance` nothing is dealt:
        the seat CHANCE is asked what is drawn, rolled or stolen, and `chances` tells how likely each
        answer is. So games with real cards are entered, and a search walks through what may come.

        `options` may also be given by name, as in records; those not named keep their defaults.
        `regent` is the level, 1 to 5, of the automatic rival of solo play (house rules). It has the
        second of two seats, and the player called `regent` answers for it.
        """
        config = config_of(
            _plain(players),
            _plain(seed),
            kraken=_plain(kraken),
            leviathan=_plain(leviathan),
            options=_chosen(options),
            regent=_plain(regent),
        )
        return cls.from_config(config, ask_forced=ask_forced, ask_chance=ask_chance)

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, ask_forced: bool = False, ask_chance: bool = False
    ) -> "Game":
        """Any situation, from the position format; asks as `new` says. Raises InvalidPosition."""
        return cls.from_config({"position": position}, ask_forced=ask_forced, ask_chance=ask_chance)

    @classmethod
    def from_state(cls, state: State, seed: int = 0) -> "Game":
        """A game that goes on from a copy of this table; the seed deals what is to come.

        The question that is open stays open, also where there is only one answer to it.
        """
        return cls._gone_on_from(copy_of(state), seed)

    @classmethod
    def _gone_on_from(cls, state: State, seed: int) -> "Game":
        """As `from_state`, with the table itself."""
        game = cls(state, Dealer(seed), None)
        if not game.is_over and game.player == NOBODY:
            game._go_on()
        return game

    @classmethod
    def from_config(
        cls,
        config: Mapping[str, Any],
        *,
        poker_face: bool = False,
        ask_forced: bool = False,
        ask_chance: bool = False,
    ) -> "Game":
        """The game of a `config` before its first decision. Raises InvalidOption, InvalidPosition.

        With a poker face it asks for the only answer too where opponents cannot know that there is
        no other: a table that answers by itself would tell them. Otherwise it asks as `new` says.
        """
        game = cls._laid_out(config)
        game.poker_face, game.ask_forced, game.ask_chance = poker_face, ask_forced, ask_chance
        game._go_on()
        return game

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any], *, ask_forced: bool = False, ask_chance: bool = False
    ) -> "Game":
        """Replay a record and check where it ends; asks as `new` says. Raises InvalidRecord.

        Decisions are answers to the questions that such a game asks.
        """
        recorded = notation.read_record(record)
        try:
            game = cls._laid_out(recorded.config)
        except (InvalidOption, InvalidPosition) as error:
            raise InvalidRecord(f"config: {error}") from error
        game.ask_forced, game.ask_chance = ask_forced, ask_chance
        try:
            game._replay(recorded)
        except (IllegalAction, UnreadableAction, GameOver) as error:
            raise InvalidRecord(f"answers: {error}") from error
        # Where chance or a forced answer was asked for, a record may end before it.
        reached = game.hash
        game._go_on()
        if recorded.hash not in (None, reached, game.hash):
            raise InvalidRecord(
                _("hash: the replayed game ends in {found}, the record says {expected}").format(
                    found=game.hash, expected=recorded.hash
                )
            )
        return game

    @classmethod
    def _laid_out(cls, config: Mapping[str, Any]) -> "Game":
        """The table of a record's `config`, with nothing answered yet, not even by chance."""
        if "position" in config:
            if len(config) > 1:
                raise InvalidOption(_("config: beside a position nothing else is given"))
            state, orders, seed = read_position(config["position"])
            return cls(state, Dealer(seed, orders), _own(config))
        begun = read_config(config)
        numbers = begun.options.numbers(begun.leviathan)
        state = new_table(begun.players, begun.kraken, begun.leviathan, numbers, begun.added_lords)
        if begun.regent is not None:
            seat_regent(state, begun.regent)
        deal(state)
        return cls(state, Dealer(begun.seed), _own(config))

    # ------------------------------------------------------------------------- the question

    @property
    def is_over(self) -> bool:
        return self.state.depth == 0

    @property
    def question(self) -> Question:
        """What the game waits for. Raises GameOver."""
        return question_at(self.state)

    @property
    def player(self) -> int:
        """The seat that is asked. Raises GameOver."""
        return asked_at(self.state)[1]

    @property
    def legal_actions(self) -> list[Action]:
        """Every legal answer to the open question, none when the game is over."""
        return actions_at(self.state)

    @property
    def chances(self) -> list[float]:
        """Where chance is asked, how likely each of `legal_actions` is; otherwise nothing."""
        if self.is_over or self.player != CHANCE:
            return []
        weights = [int(self.state.mask[number]) for number in legal_answers(self.state)]
        return [weight / sum(weights) for weight in weights]

    def can(self, action: Answer) -> bool:
        """Whether this would be a legal answer now."""
        try:
            return not self.is_over and is_legal(self.state, self._read(action, bytes_of(self.state)))
        except (UnreadableAction, IllegalAction):
            return False

    def explain_illegal(self, action: Answer) -> str | None:
        """Why this is not a legal answer now; None if it is. Raises UnreadableAction, GameOver."""
        question = self.question
        try:
            number = self._read(action, bytes_of(self.state))
        except IllegalAction as error:
            return str(error)
        if is_legal(self.state, number):
            return None
        return reason(self.state, question.player, question.kind, number)

    # --------------------------------------------------------------------------- answering

    def apply(self, action: Answer) -> list[Event]:
        """Give an answer; returns everything that happened up to the next open question.

        Chance is answered by the dealer, and answers without a choice are given by themselves.
        Raises UnreadableAction, IllegalAction or GameOver, and changes nothing then.
        """
        player, table = self.player, bytes_of(self.state)
        events = self._decide(player, self._read(action, table), table)
        self._undone.clear()
        return events

    @property
    def latest_events(self) -> list[Event]:
        """What has happened since the last decision, or since the beginning."""
        return list(self._events)

    def events_since(self, seat: int) -> list[Event]:
        """What has happened since the seat decided last, or since the beginning."""
        found = [self._events]
        for told in reversed(self._told):
            if told.player == seat:
                break
            found.append(told.events)
        return [event for events in reversed(found) for event in events]

    def pay(self, cards: Iterable[str] = (), nebulis: int = 0) -> list[Event]:
        """Play a whole payment when a lord is to be paid for. Raises IllegalAction.

        `cards` are all the cards of the payment, also those that have been named for it already.
        Where only the money is open (an ally bought, cards named already), `cards` may be left out.
        A payment that was the only one has been made with the recruiting already: it may be named
        nevertheless, and nothing more happens.
        """
        cards = list(cards)
        if (made := self._forced_payment()) is not None:
            if (in_payment_order([kind_of_code(code) for code in cards]), nebulis) != made:
                raise IllegalAction(
                    _("the lord has been paid for with {cards}: no other payment was possible").format(
                        cards=_in_short(tuple(code_of_kind(kind) for kind in made[0]), made[1])
                    )
                )
            return []
        question = self.question
        if question.spec.number == PAY_PRICE:
            return self._pay_price(question, cards, nebulis)
        kinds = self._checked_payment(question, cards, nebulis)
        events: list[Event] = []
        while not self.is_over and self.question.spec.number == PAY:
            left = Counter(kinds) - Counter(dict(enumerate(self.state.payment.tolist())))
            rest = in_payment_order(list(left.elements()))
            events += self.apply(KIND + rest[0] if rest else PASS)
        if not self.is_over and self.question.spec.number == PAY_PRICE:
            events += self.apply(NUMBER + nebulis)
        return events

    def _forced_payment(self) -> tuple[list[int], int] | None:
        """The cards and nebulis with which a lord was paid for by itself after the last decision."""
        if not self._history or not (self.is_over or self.question.spec.number not in PAYING):
            return None
        step = self._history[-1]
        state, named, nebulis = from_bytes(step.table), list[int](), 0
        if asked_at(state)[0] in PAYING:
            return None
        is_paid = False
        for number in self._answers[step.answers :]:
            what = asked_at(state)[0]
            is_paid = is_paid or what == PAY
            if what == PAY and number != PASS:
                named.append(number - KIND)
            if what == PAY_PRICE and is_paid:
                nebulis = number - NUMBER
            apply(state, number)
        return (in_payment_order(named), nebulis) if is_paid else None

    def _pay_price(self, question: Question, cards: list[str], nebulis: int) -> list[Event]:
        """The split of a price into pearls and nebulis, when the cards are named already."""
        kinds = [kind_of_code(code) for code in cards]
        if kinds and Counter(kinds) != Counter({k: n for k, n in enumerate(self.state.payment) if n}):
            raise IllegalAction(_("other cards have been named for this payment already"))
        return self.apply(f"number:{nebulis}")

    def _checked_payment(self, question: Question, cards: list[str], nebulis: int) -> list[int]:
        if question.spec.number != PAY:
            raise IllegalAction(_("no lord is being paid for; recruit one first"))
        kinds = [kind_of_code(code) for code in cards]
        wanted = tuple(code_of_kind(kind) for kind in in_payment_order(kinds))
        lord = question.about.lord
        legal = [] if lord is None else self.payments(lord)
        if all((payment.cards, payment.nebulis) != (wanted, nebulis) for payment in legal):
            shown = "; ".join(_in_short(payment.cards, payment.nebulis) for payment in legal[:MOST_SHOWN])
            raise IllegalAction(
                _("{cards} is no legal payment; legal are: {legal}").format(
                    cards=_in_short(wanted, nebulis), legal=shown
                )
            )
        return kinds

    def payments(self, lord: int | str) -> list[Payment]:
        """Every payment with which the asked player could recruit a lord of the court now.

        While a lord is being paid for, those that hold the cards named so far.
        """
        return payments_at(self.state, lord)

    def _decide(self, player: int, number: int, table: bytes) -> list[Event]:
        """Give the answer of a player at the open question; `table` is the table as bytes."""
        answers = len(self._answers)
        if not apply(self.state, number):
            raise self._refused(number)
        self._told.append(_Told(player, self._events))
        self._events = []
        self._note(number)
        reveals = self._go_on() or player == NOBODY or self._has_looked()
        self._history.append(_Step(table, answers, player, not reveals))
        return self.latest_events

    def _has_looked(self) -> bool:
        """The player has seen cards that were face down: a stack, the locations of the deck, a discard."""
        numbers = numbers_of(self.state)
        looks = numbers[DEPTH_PLACE] and QUESTIONS[_asked_in(numbers)[0]].shows_hidden
        return bool(looks) or tells_of(STACK_TAKEN, self._events)

    def _give(self, number: int) -> None:
        if not apply(self.state, number):
            raise IllegalAction(_("answer {number} is not legal here").format(number=number))
        self._note(number)

    def _note(self, number: int) -> None:
        """Remember an answer that was given, and what happened then."""
        self._answers.append(number)
        if event_count := numbers_of(self.state)[EVENT_COUNT_PLACE]:
            self._events += map(Event, self.state.events[:event_count].tolist())

    def _go_on(self) -> bool:
        """Answer for chance, and where there is no choice; whether chance was asked."""
        state, chance = self.state, False
        numbers = numbers_of(state)
        while depth := numbers[DEPTH_PLACE]:
            if numbers[STACK_PLACE + FRAME * depth - 2] == NOBODY:
                if self.ask_chance:
                    return chance
                chance = True
                self._give(self._dealer.answer(state))
            elif (
                self.ask_forced or numbers[OFFERED_PLACE] > 1 or (self.poker_face and is_choice_secret(state))
            ):
                return chance
            else:
                self._give(int(state.mask.argmax()))
        return chance

    def _read(self, action: Answer, table: bytes) -> int:
        """The catalogue number of an action; `table` is the table as bytes. Raises UnreadableAction, and
        IllegalAction for an `Action` that answers another question."""
        if isinstance(action, Action):
            if action.question.table != table and not self._is_open(action.question):
                raise IllegalAction(
                    _("{action} answers another question: of another game, or of another moment").format(
                        action=action
                    )
                )
            return action.id
        if isinstance(action, np.integer):
            return self._read(int(action), table)
        if isinstance(action, str):
            return self._read_text(action)
        if type(action) is not int or not 0 <= action < ACTIONS:
            raise UnreadableAction(
                _("{action!r} is no action: give an Action, its text, or a number below {limit}").format(
                    action=action, limit=ACTIONS
                )
            )
        return action

    def _read_text(self, text: str) -> int:
        """The catalogue number that a text means here. Raises UnreadableAction, GameOver."""
        try:
            return read_action(self.question.kind, text, self.state)
        except Unreadable as error:
            raise UnreadableAction(str(error)) from error

    def _is_open(self, question: Question) -> bool:
        """The question is asked now, by what the asked seat knows; an imagined table may differ elsewhere."""
        seat = self.player
        known = bytes_of(table_known_to(from_bytes(question.table), seat))
        return known == bytes_of(table_known_to(self.state, seat))

    def _refused(self, number: int) -> IllegalAction:
        """Why an answer was refused, and what would be legal."""
        question = self.question
        texts = [str(legal) for legal in self.legal_actions]
        shown = ", ".join(texts[:MOST_SHOWN]) + (", …" if len(texts) > MOST_SHOWN else "")
        why = reason(self.state, question.player, question.kind, number)
        return IllegalAction(_("{why} Legal here: {legal}.").format(why=why, legal=shown))

    # ------------------------------------------------------------------ taking back, copying

    @property
    def can_undo(self) -> bool:
        """The last decision revealed nothing, and whoever takes back has made it."""
        if not self._history or not self._history[-1].can_be_undone:
            return False
        return not self._undone or self._undone[-1].player == self._history[-1].player

    def undo(self) -> None:
        """Take back the last decision. Raises IllegalAction when something was revealed since."""
        if not self.can_undo:
            raise IllegalAction(
                _("there is nothing to take back: a card was revealed or somebody else has decided")
            )
        step = self._history.pop()
        self._undone.append(_Redone(step.player, self._answers[step.answers]))
        self._return_to(step, self._told.pop().events)

    def redo(self) -> list[Event]:
        """Decide again what was taken back last. Raises IllegalAction."""
        if not self._undone:
            raise IllegalAction(_("nothing has been taken back"))
        return self._decide(self.player, self._undone.pop().action, bytes_of(self.state))

    def make_final(self) -> None:
        """From now on nothing that was decided can be taken back; saves 4 kB for each decision.

        `decisions` then gives only those that follow.
        """
        self._history.clear()

    def clone(self) -> "Game":
        """An independent copy, with the history."""
        copy = object.__new__(Game)
        copy.__dict__.update(self.__dict__)
        copy.state = copy_of(self.state)
        copy._answers = self._answers.copy()
        copy._history = self._history.copy()
        copy._told = self._told.copy()
        copy._undone = self._undone.copy()
        copy._events = self._events.copy()
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """The same beginning, the same cards and the same answers."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, others = (
            (game._config, game._start, game._dealer.seed, game._answers) for game in (self, other)
        )
        return mine == others and bytes_of(self.state) == bytes_of(other.state)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        sets = [name for name in ("kraken", "leviathan") if getattr(self.state, name)]
        asked = "over" if self.is_over else f"{self.question.kind} asked of player {self.player}"
        told = [f"{self.players} players", *sets, f"turn {self.turn}", f"{len(self._answers)} answers", asked]
        return f"<Game: {', '.join(told)}>"

    def imagine(self, seat: int, seed: int) -> "Game":
        """The same game as `seat` knows it, with everything hidden from it dealt anew."""
        state = copy_of(self.state)
        deal_hidden(state, seat, seed)
        return Game._gone_on_from(state, seed)

    def decisions(self) -> Iterator[tuple["Game", Action]]:
        """The decisions that stand, in order: a copy of the game before each, and the answer given.

        A decision is an answer by a player who had a choice. The copies are independent of this
        game and of each other.
        """
        final = len(self._told) - len(self._history)
        for place, step in enumerate(self._history):
            before = self.clone()
            before._history, before._undone = self._history[:place], []
            del before._told[final + place :]
            before._return_to(step, self._told[final + place].events)
            number = self._answers[step.answers]
            yield before, Action(number, before.question)

    def _return_to(self, step: _Step, events: list[Event]) -> None:
        """The table, the answers and the latest events as they were before a decision."""
        del self._answers[step.answers :]
        self._events = events
        self.state = from_bytes(step.table)

    # ------------------------------------------------------------------------ the outcome

    @property
    def scores(self) -> list[int]:
        """Influence points of each seat, if the game ended with the table as it is."""
        return [int(score(self.state, player)) for player in range(self.players)]

    @property
    def regent(self) -> int | None:
        """The seat of the Regent in solo play."""
        seat = int(self.state.regent)
        return None if seat == NOBODY else seat

    @property
    def regent_level(self) -> int:
        """The level of the Regent, from 1; 0 without one."""
        return int(self.state.regent_level)

    @property
    def ranking(self) -> list[list[int]]:
        """Groups of seats, best first; seats that share a place stand in one group."""
        return rank(self.state)

    @property
    def winners(self) -> list[int]:
        """The seats in the lead: one, or several that share the victory."""
        return self.ranking[0]

    def score_sheet(self, seat: int) -> ScoreSheet:
        """The score of a seat, column by column."""
        return score_sheet(self.state, seat)

    # ------------------------------------------------------------------------ on paper

    @property
    def hash(self) -> str:
        """16 hex digits that tell positions apart."""
        return notation.state_hash(self.state)

    def to_record(self) -> dict[str, Any]:
        """How it began, every answer, and the hash of where it is."""
        return notation.write_record(self._beginning(), self._answers, self.hash)

    def _beginning(self) -> dict[str, Any]:
        """The `config` of a record."""
        if self._config is not None:
            return deepcopy(self._config)
        start, dealer = from_bytes(self._start), self._dealer
        return {"position": write_position(start, dealer.orders(start), dealer.seed)}

    def to_position(self) -> dict[str, Any]:
        """The table in the position format, also in the middle of something."""
        return write_position(self.state, self._dealer.orders(self.state), self._dealer.seed)

    def _replay(self, recorded: notation.Record) -> None:
        for place, text in enumerate(recorded.answers):
            if recorded.is_whole:
                self._answer_again(place, text)
            else:
                self._go_on()
                self.apply(text)

    def _answer_again(self, place: int, text: str) -> None:
        """Give one recorded answer, whoever gave it. Raises IllegalAction, UnreadableAction, GameOver."""
        number = NUMBERS[text] if text in NUMBERS else self._read_text(text)
        if not is_legal(self.state, number):
            raise IllegalAction(
                _("number {place}, {text}, is not legal there").format(place=place, text=text)
            )
        player = int(self.state.stack[self.state.depth - 1, 1])
        is_choice = self.ask_forced or self.state.offered > 1
        is_decision = self.ask_chance if player == NOBODY else is_choice
        if is_decision:
            self._told.append(_Told(player, self._events))
            self._events = []
            self._history.append(_Step(bytes_of(self.state), len(self._answers), player, can_be_undone=True))
        self._give(number)
        if self._history and (player == NOBODY or self._has_looked()):
            self._history[-1] = self._history[-1]._replace(can_be_undone=False)

    # --------------------------------------------------------------------- reading the table

    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def seats(self) -> list[Seat]:
        """What lies before each player, hidden things included."""
        return [seat_of(self.state, player) for player in range(self.players)]

    @property
    def active(self) -> int:
        """The player whose turn it is."""
        return int(self.state.active)

    @property
    def turn(self) -> int:
        """Turns begun so far."""
        return int(self.state.turn)

    @property
    def extra_turns(self) -> int:
        return int(self.state.extra_turns)

    @property
    def threat(self) -> int:
        """The threat level, 1 to 6."""
        return int(self.state.threat)

    @property
    def price(self) -> int:
        """Pearls for the next ally bought in this turn."""
        return int(self.state.price)

    @property
    def ending_player(self) -> int | None:
        """Who brought about the last round, if it has begun."""
        ending = int(self.state.ending_player)
        return None if ending == NOBODY else ending

    @property
    def track(self) -> list[str]:
        """The exploration track, first space first."""
        return [code_of_kind(kind) for kind in self.state.track.tolist() if kind != EMPTY]

    @property
    def council(self) -> dict[str, list[str]]:
        """The cards in the stack of each race, which lie face down."""
        return {RACE_CODES[race]: codes(self.state.council[race].tolist()) for race in range(RACES)}

    @property
    def court(self) -> list[int]:
        """The ids of the lords in the court, the furthest from the deck first."""
        return [int(LORD_ID[lord]) for lord in self.state.court.tolist() if lord != EMPTY]

    @property
    def available_locations(self) -> list[int]:
        return self._locations_at(AVAILABLE)

    @property
    def exploration_deck_size(self) -> int:
        return int(self.state.deck.sum())

    @property
    def exploration_discard_size(self) -> int:
        return int(self.state.discard.sum())

    @property
    def exploration_discard(self) -> list[str]:
        """The cards in the discard, which players may not look through (R-29)."""
        return codes(self.state.discard.tolist())

    @property
    def lord_deck_size(self) -> int:
        return int((self.state.lord_place == DECK).sum())

    @property
    def lord_discard(self) -> list[int]:
        return ids_at(LORD_ID.tolist(), self.state.lord_place.tolist(), GONE)

    @property
    def location_deck_size(self) -> int:
        return len(self._locations_at(DECK))

    @property
    def monster_pool_size(self) -> int:
        return int(self.state.pool[:BASE_TOKENS].sum())

    @property
    def loot(self) -> dict[int, list[int]]:
        """The values of the loot on the available locations, by id; that of seats stands in `seats`."""
        return loot_on(self.state, AVAILABLE)

    @property
    def loot_deck_size(self) -> int:
        return int(self.state.loot_deck.sum())

    @property
    def sentinels(self) -> list[Sentinel]:
        """The sentinel tokens that somebody has, and what they guard."""
        return sentinels_of(self.state)

    @property
    def kraken_figure(self) -> int | None:
        """Who holds the figure of the Kraken."""
        holder = int(self.state.kraken_holder)
        return None if holder == NOBODY else holder

    @property
    def border(self) -> dict[int, Beast]:
        """The leviathans of the border by zone, 1 to 9."""
        return border_of(self.state)

    @property
    def leviathan_deck_size(self) -> int:
        return int((self.state.leviathan_place == DECK).sum())

    @property
    def leviathan_pool_size(self) -> int:
        """How many monster tokens of the Leviathan pile are left."""
        return int(self.state.pool[BASE_TOKENS:].sum())

    @property
    def scourge(self) -> int | None:
        """Who is the Scourge of the Abyss."""
        holder = int(self.state.scourge_holder)
        return None if holder == NOBODY else holder

    def _locations_at(self, place: int) -> list[int]:
        return ids_at(LOCATION_ID.tolist(), self.state.location_place.tolist(), place)


def legal_answers(state: State) -> list[int]:
    """The legal answers to the open question, by number; none when the game is over."""
    answers: list[int] = state.mask.nonzero()[0].tolist()
    return answers


def _in_short(cards: tuple[str, ...], nebulis: int) -> str:
    """A payment as error messages show it: "K3 J2 + 1 nebulis"."""
    text = " ".join(cards) or "-"
    return _("{cards} + {count} nebulis").format(cards=text, count=nebulis) if nebulis else text


def _own(config: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that nobody else changes. Raises InvalidOption."""
    try:
        return deepcopy(dict(config))
    except RecursionError:
        raise InvalidOption(_("config: it is nested too deeply")) from None


def _plain(value: object) -> object:
    """A number or truth of NumPy's as Python's own, as JSON needs it; anything else as it is."""
    return value.item() if isinstance(value, np.integer | np.bool_) else value


def _chosen(options: object) -> Options:
    """Options however they were given. Raises InvalidOption."""
    if options is None or isinstance(options, Options):
        return options or Options()
    if not isinstance(options, Mapping):
        raise InvalidOption(
            _("options: {value!r} are neither Options nor choices by name").format(value=options)
        )
    return Options.from_dict(options)
