"""A table with people and computer opponents: who sits where, what has happened, what can be undone.

The clients show a session and pass on what people choose; they never touch the game themselves.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openabyss.errors import InvalidRecord, UnreadableAction
from openabyss.game import Game
from openabyss.history import cannot_undo
from openabyss.players.bots.bot import BotFailed
from openabyss.position.records import Record, read_record
from openabyss.rules.actions import LOCATION, LORD, PASS, ZONE, is_location, is_lord
from openabyss.rules.base import recruiting
from openabyss.rules.sizes import ZONES
from openabyss.rules.state import EMPTY, NOBODY, State
from openabyss.table.payments import Payment
from openabyss.table.questions import Action
from openabyss.table.view import View, view
from openabyss.terminal.facts import card_hint
from openabyss.terminal.opponents import HUMAN, REGENT, Opponents
from openabyss.terminal.thinking import Answering, Thinking, ThinkingHere
from openabyss.words import _
from openabyss.words.cards.codes import payment_in_words
from openabyss.words.cards.ids import LOCATION_IDS, LORD_IDS
from openabyss.words.cards.leviathans import leviathan_id
from openabyss.words.cards.text import Card
from openabyss.words.log import price_paid, sentence
from openabyss.words.questions.prompts import (
    label,
    meaning,
    meaning_of_whole_payment,
    prompt,
    prompt_for_whole_payment,
    waiting_for,
)

# Names for computer opponents, in the order of the seats.
COMPUTER_NAMES = ("Coral", "Triton", "Nerissa", "Marlin", "Naiad")

# A whole payment is typed as `pay J3 C2`, with nebulis `pay J3 C2 nebulis 1`.
PAY, NEBULIS = "pay", "nebulis"


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the asked person may answer.

    `label` is what it says, `hint` what is good to know about it, `text` how it is typed.
    """

    label: str
    text: str
    hint: str = ""
    card: Card | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits on a seat: HUMAN or the name of a computer opponent, and what it is called."""

    kind: str
    name: str


class Session:
    """One game at one terminal."""

    def __init__(self, game: Game, sittings: Sequence[Sitting], seed: int = 0) -> None:
        self.game = game
        self.sittings = list(sittings)
        self.thinking: Thinking = ThinkingHere()
        self.viewer = self._first_person()
        self.opponents = Opponents([sitting.kind for sitting in self.sittings], seed)

    @classmethod
    def resume(cls, record: Mapping[str, Any], sittings: Sequence[Sitting]) -> "Session":
        """Play a record again, so that its log and its last moves are there. Raises InvalidRecord."""
        finished = Game.from_record(record)
        recorded = read_record(record)
        session = cls(Game.from_config(recorded.config), sittings, _seed_of(recorded.config))
        for answer in _decisions(session.game, recorded):
            session.apply(answer)
        if session.game.hash != finished.hash:
            raise InvalidRecord(_("answers: the cards did not come from the seed; it can only be replayed"))
        return session

    # ------------------------------------------------------------------------------- who

    @property
    def names(self) -> list[str]:
        return [sitting.name for sitting in self.sittings]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, sitting in enumerate(self.sittings) if sitting.kind == HUMAN]

    @property
    def waits_for_person(self) -> bool:
        return not self.game.is_over and self.game.player in self.people

    @property
    def is_shared(self) -> bool:
        """Several people play at this terminal, so hands must be hidden between their decisions."""
        return len(self.people) > 1

    def sit_down(self) -> None:
        """The asked person looks at the table from now on."""
        if self.waits_for_person:
            self.viewer = self.game.player

    def stand_up(self) -> None:
        """Nobody's hand is shown any more, where several people share the screen."""
        if self.is_shared:
            self.viewer = None

    def _first_person(self) -> int | None:
        """Who sees the table before anybody is asked: the only person, if there is only one."""
        return self.people[0] if len(self.people) == 1 else None

    # ------------------------------------------------------------------------------ what

    def view(self) -> View:
        """The table as the viewer knows it; as `openabyss.view` gives it."""
        return view(self.game.state, self.viewer)

    @property
    def prompt(self) -> str:
        """What is asked, or who is waited for."""
        if self.game.is_over:
            return _("The game is over.")
        if not self.waits_for_person:
            return waiting_for(self.game.player, self.names)
        question = self.game.question
        if self._is_payment:
            return prompt_for_whole_payment(self.game.state)
        return prompt(question.kind, self.game.state, self.names)

    @property
    def choices(self) -> list[Choice]:
        """What the asked person may answer, passing last; nothing while an opponent is asked."""
        if not self.waits_for_person:
            return []
        if self._is_payment:
            return [_payment_choice(payment) for payment in self.game.payments(self.paid_lord)]
        return [self._choice(action) for action in _answers(self.game)]

    def _choice(self, action: Action) -> Choice:
        card = card_of_action(action.id, self.game.state)
        text = label(self.game.question.kind, action.id, self.game.state, self.names)
        hint = "" if card is None else card_hint(self.game, card, self.game.player)
        return Choice(text, str(action), hint, card)

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """What may be answered, and what comes of it; nothing while an opponent is asked."""
        if not self.waits_for_person:
            return []
        if self._is_payment:
            return [(choice.label, meaning_of_whole_payment()) for choice in self.choices]
        kind, state, names = self.game.question.kind, self.game.state, self.names
        return [
            (label(kind, action.id, state, names), meaning(kind, action.id, state, names))
            for action in _answers(self.game)
        ]

    @property
    def paid_lord(self) -> int:
        """The id of the lord that is being paid for."""
        lord = self.game.question.about.lord
        assert lord is not None
        return lord

    @property
    def _is_payment(self) -> bool:
        """A lord is to be paid for, which is answered with a whole payment."""
        return self.game.question.spec.number == recruiting.PAY

    def why_not(self, text: str) -> str | None:
        """Why this is not a legal answer now; None if it is."""
        return None if self.game.is_over else self.game.explain_illegal(text)

    def sentences(self, since: int = 0) -> Iterator[str]:
        """The log for the viewer, from the event `since` on; a spectator reads no secrets."""
        reader = NOBODY if self.viewer is None else self.viewer
        log = self.game.history.log
        for place in range(since, len(log)):
            before = (log[earlier].row for earlier in reversed(range(place)))
            told = sentence(log[place].row, self.names, reader, price_paid(log[place].row, before))
            if told:
                yield told

    def told_by_move(self) -> Iterator[list[str]]:
        """The whole log with everything that was hidden, one list for every move."""
        for events in self.game.history.log_by_move():
            told = (sentence(event.row, self.names, None) for event in events)
            yield [text for text in told if text]

    # ------------------------------------------------------------------------------ doing

    def choose(self, choice: Choice) -> None:
        """What a person has chosen from `choices`."""
        if choice.payment is None:
            self.apply(choice.text)
        else:
            self.pay(choice.payment.cards, choice.payment.nebulis)

    def answer(self, text: str) -> None:
        """An action or a whole payment, as it is typed. Raises UnreadableAction or IllegalAction."""
        words = text.replace(":", " ").split()
        if words[:1] == [PAY]:
            self.pay(*_read_payment(words[1:]))
        else:
            self.apply(text)

    def apply(self, action: str | int) -> None:
        """One decision. Raises UnreadableAction or IllegalAction."""
        self.game.apply(action)

    def pay(self, cards: Iterable[str], nebulis: int = 0) -> None:
        """A whole payment, by the codes of the cards. Raises UnreadableAction or IllegalAction."""
        self.game.pay(cards, nebulis)

    def opponent_answering(self) -> Answering:
        """What finds the answer of the computer opponent that is asked now; it may run in any thread."""
        seat = self.game.player
        return self.thinking.answering(self.opponents.at(seat), self.opponents.seed_at(seat), self.game)

    def let_opponent_decide(self) -> list[str]:
        """One decision of the computer opponent that is asked, and what people are told if a bot fails."""
        try:
            self.apply(self.opponent_answering()())
        except BotFailed as failure:
            return self.opponents.replace(self.game.player, failure)
        return []

    def go_on(self) -> list[str]:
        """Let the computer opponents decide until a person is asked or the game is over.

        What people are told of bots that have failed meanwhile.
        """
        told = []
        while not self.game.is_over and not self.waits_for_person:
            told += self.let_opponent_decide()
        return told

    def close(self) -> None:
        """Nobody plays here any more."""
        self.opponents.dismiss_all()

    # ------------------------------------------------------------------------ undoing

    @property
    def can_undo(self) -> bool:
        """The last move was a person's, and revealed nothing."""
        last = self.game.history.last_step
        return last is not None and last.player in self.people and self.game.can_undo

    @property
    def can_redo(self) -> bool:
        return self.game.history.redo_player is not None

    def undo(self) -> None:
        """Undo the last move of the person who made it. Raises IllegalAction."""
        if not self.can_undo:
            raise cannot_undo()
        self.game.undo()

    def redo(self) -> None:
        """Make the move again that was undone last. Raises IllegalAction."""
        self.game.redo()


# --------------------------------------------------------------------------------- choices


def card_of_action(action: int, state: State) -> Card | None:
    """The lord, location or leviathan of the border that an action points at."""
    if is_lord(action):
        return Card("lord", LORD_IDS[action - LORD])
    if is_location(action):
        return Card("location", LOCATION_IDS[action - LOCATION])
    if ZONE <= action < ZONE + ZONES and state.border[action - ZONE] != EMPTY:
        return Card("leviathan", leviathan_id(int(state.border[action - ZONE])))
    return None


def _answers(game: Game) -> list[Action]:
    """Every legal answer, passing last."""
    return sorted(game.legal_actions, key=lambda action: action.id == PASS)


def _payment_choice(payment: Payment) -> Choice:
    told = payment_in_words(" ".join(payment.cards), payment.pearls, payment.nebulis)
    hint = _("worth {value}").format(value=sum(int(code[1]) for code in payment.cards))
    typed = [PAY, *payment.cards, *([NEBULIS, str(payment.nebulis)] if payment.nebulis else [])]
    return Choice(told, " ".join(typed), hint, payment=payment)


def _read_payment(words: list[str]) -> tuple[list[str], int]:
    """The cards of a typed payment, and how many nebulis. Raises UnreadableAction."""
    if NEBULIS not in words:
        return words, 0
    place = words.index(NEBULIS)
    amount = words[place + 1 :]
    if len(amount) != 1 or not amount[0].isdecimal():
        raise UnreadableAction(_("say how many nebulis you pay: pay J3 C2 nebulis 1"))
    return words[:place], int(amount[0])


# --------------------------------------------------------------------------------- records


def _decisions(game: Game, recorded: Record) -> Iterator[str]:
    """The answers of a record that the game does not give by itself, each when it is asked for.

    Of all answers of a game, those already given count.
    """
    if not recorded.is_whole:
        yield from recorded.answers
        return
    while (given := game.history.answer_count) < len(recorded.answers):
        yield recorded.answers[given]


def _seed_of(config: Mapping[str, Any]) -> int:
    return int(config["position"].get("seed", 0) if "position" in config else config["seed"])


# ---------------------------------------------------------------------------------- seats


def sit_around(kinds: Sequence[str], name: str | None = None) -> list[Sitting]:
    """A name for every seat, given who sits there: people are captains, opponents have names of the sea."""
    people = kinds.count(HUMAN)
    captain = name or _("Captain")
    sittings = []
    for seat, kind in enumerate(kinds):
        if kind == REGENT:
            sittings.append(Sitting(kind, _("Regent (house rules)")))
        elif kind != HUMAN:
            sittings.append(Sitting(kind, COMPUTER_NAMES[seat % len(COMPUTER_NAMES)]))
        elif people == 1:
            sittings.append(Sitting(kind, captain))
        else:
            number = kinds[: seat + 1].count(HUMAN)
            sittings.append(Sitting(kind, _("{name} {number}").format(name=captain, number=number)))
    return sittings
