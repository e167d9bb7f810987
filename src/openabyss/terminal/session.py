"""A table in this process: people and computer opponents around a game, with the commands of a server.

The screens draw its `update` and pass on what people choose; they never touch the game themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from openabyss.client import table_history as entries
from openabyss.client.guide import seed_of
from openabyss.client.narration import log_lines
from openabyss.client.offers import answers_explained
from openabyss.client.orders import answer_of, shown_to_owner
from openabyss.client.protocol.from_client import StandingOrders
from openabyss.client.protocol.from_server import AnswerExplained, OrdersShown, ScoresShown, Update
from openabyss.client.protocol.parts import LogLine, Person
from openabyss.client.result import scores_of, settlement_of, write_proposal
from openabyss.client.table_history import TableHistory, order_name, write_payment
from openabyss.client.table_text import Choice, choices_of, prompt_of, typed_payment
from openabyss.client.update import UpdateCache, UpdateContext, update_for
from openabyss.errors import GameOver, IllegalAction, InvalidRecord, UnreadableAction
from openabyss.play.game import Game
from openabyss.play.history import cannot_undo
from openabyss.play.position.records import Record, read_record
from openabyss.players.bot import BotFailed
from openabyss.table.view import view
from openabyss.terminal.opponents import HUMAN, REGENT, STAND_IN, Answering, Opponents, Thinking, ThinkingHere
from openabyss.words import _, language
from openabyss.words.levels import computer_name
from openabyss.words.questions.prompts import meaning_of_whole_payment

# The command name of people at this terminal; a computer's answers have none.
BY_A_PERSON = "here"


@dataclass(frozen=True, slots=True)
class Sitting:
    """The kind of a seat, HUMAN or that of a computer opponent, and its name."""

    kind: str
    name: str

    def person(self, seat: int) -> Person:
        """The same in the types of an update."""
        if self.kind == HUMAN:
            return Person(seat, self.name, "person", connected=True, local=True)
        return Person(seat, self.name, "regent" if self.kind == REGENT else "computer", level=self.kind)


class Session:
    """One game at one terminal."""

    def __init__(self, game: Game | Mapping[str, Any], sittings: Sequence[Sitting], seed: int = 0) -> None:
        """A game that continues from here, or begins with a `config`.

        Raises InvalidOption, InvalidPosition.
        """
        self.sittings = list(sittings)
        levels = [None if sitting.kind == HUMAN else sitting.kind for sitting in sittings]
        self.history = TableHistory(game, levels, poker_face=False)
        self.thinking: Thinking = ThinkingHere()
        # The viewer before anybody is asked: the person, if there is only one.
        self.viewer = self.people[0] if len(self.people) == 1 else None
        self.opponents = Opponents(len(levels), seed)
        self._thinker = Lock()
        # The last question that an opponent has answered, and the answer.
        self._thought = ("", "")
        # Where the game is kept by itself, once it has been.
        self.file: Path | None = None
        # The standing orders of people, by their seats.
        self._orders: dict[int, StandingOrders] = {}
        self._cache = UpdateCache()
        self._shown: tuple[object, Update] | None = None

    @classmethod
    def resume(cls, record: Mapping[str, Any], sittings: Sequence[Sitting]) -> "Session":
        """A session from the replay of a record, with its log and the last moves to undo. Raises
        InvalidRecord."""
        finished = Game.from_record(record)
        recorded = read_record(record)
        session = cls(recorded.config, sittings, seed_of(recorded.config))
        try:
            for answer in _decisions(session, recorded):
                session.history.add(entries.ANSWER, session.game.player, answer, BY_A_PERSON)
            came_from_seed = session.game.hash == finished.hash
        except (UnreadableAction, IllegalAction, GameOver):
            came_from_seed = False
        if not came_from_seed:
            raise InvalidRecord(_("answers: the cards did not come from the seed; it can only be replayed"))
        session.history.settlement = settlement_of(record, finished.players)
        return session

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return self.history.game

    # ------------------------------------------------------------------------------- who

    @property
    def names(self) -> list[str]:
        return [sitting.name for sitting in self.sittings]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, sitting in enumerate(self.sittings) if sitting.kind == HUMAN]

    @property
    def is_over(self) -> bool:
        """By its rules, or since the people here have ended it."""
        return self.history.is_over

    @property
    def waits_for_person(self) -> bool:
        return self.history.asked in self.people

    @property
    def is_shared(self) -> bool:
        """Several people play at this terminal, so hands must be hidden between their decisions."""
        return len(self.people) > 1

    def sit_down(self) -> None:
        """Show the table to the person who is asked from now on."""
        if self.waits_for_person:
            self.viewer = self.game.player

    def stand_up(self) -> None:
        """Hide all hands, if several people share the screen."""
        if self.is_shared:
            self.viewer = None

    # ------------------------------------------------------------------------------ what

    @property
    def update(self) -> Update:
        """The table as the viewer sees it now, without the log."""
        moment = (self.history.revision, self.viewer, language())
        if self._shown is None or self._shown[0] != moment:
            self._shown = (moment, self.update_since(self.history.revision))
        return self._shown[1]

    def update_since(self, have: int) -> Update:
        """The same, with the log and the events from the revision `have` on; -1 for all."""
        people = [sitting.person(seat) for seat, sitting in enumerate(self.sittings)]
        context = UpdateContext(people=people, commitment="")
        return update_for(self.history, self.viewer, context, have, self._cache)

    @property
    def log(self) -> list[LogLine]:
        """The whole log as the viewer may read it."""
        return list(log_lines(self.history.log, 0, self.names, self.viewer))

    @property
    def prompt(self) -> str:
        """The question, or for whom the game waits."""
        return prompt_of(self.update)

    @property
    def choices(self) -> list[Choice]:
        """What the viewer may answer, passing last; nothing while somebody else is asked."""
        return choices_of(self.update)

    @property
    def meanings(self) -> list[AnswerExplained]:
        """The legal answers with what they cost and bring; nothing while somebody else is asked."""
        question = self.update.question
        if question is None or not question.mine:
            return []
        if question.payments:
            return [AnswerExplained("", one.label, meaning_of_whole_payment()) for one in self.choices]
        return answers_explained(self.game, question.player, self.names)

    @property
    def scores(self) -> ScoresShown:
        """What every seat scores, as the viewer may know it."""
        return scores_of(self.game, self.viewer, self.names, settled=self.history.settlement)

    # ------------------------------------------------------------------------------ doing

    def carry_out(
        self, kind: str, text: str = "", command: str | None = BY_A_PERSON, seat: int | None = None
    ) -> None:
        """Carry out a command, as an entry of a table; by default of the seat whose it is to give. Raises
        UnreadableAction, IllegalAction, GameOver. A refused one changes nothing.
        """
        if kind == entries.UNDO and not self.can_undo:
            raise cannot_undo()
        if seat is None:
            seat = self._seat_of(kind)
        tried = self.history.copy()
        tried.add(kind, -1 if seat is None else seat, text, command)
        self.history = tried

    def _seat_of(self, kind: str) -> int | None:
        """The seat that gives a command: the one that is asked, or the one whose move is undone or redone."""
        if kind == entries.UNDO:
            return self._undoing_seat
        return self.game.history.redo_player if kind == entries.REDO else self.history.asked

    @property
    def _undoing_seat(self) -> int | None:
        """The person who made the last move; None where nobody here did."""
        last = self.game.history.last_move
        return last.player if last is not None and last.player in self.people else None

    @property
    def can_undo(self) -> bool:
        """The last move was a person's, and revealed nothing."""
        return self._undoing_seat is not None and self.history.can_undo(self._undoing_seat)

    def answer(self, text: str) -> None:
        """An action or a whole payment, as it is typed. Raises UnreadableAction or IllegalAction."""
        payment = typed_payment(text)
        if payment is None:
            self.carry_out(entries.ANSWER, text)
        else:
            self.carry_out(entries.PAY, write_payment(*payment))

    def orders_after(self, changed: StandingOrders | None) -> OrdersShown:
        """The standing orders of the person who is asked, or of the only one, once these replace them."""
        seat = self.game.player if self.waits_for_person else self.people[0]
        orders = changed or self._orders.get(seat, StandingOrders())
        self._orders[seat] = orders
        return shown_to_owner(orders, view(self.game, seat))

    def _ordered(self) -> bool:
        """Answer for the person who is asked as they have ordered, unless they have just undone that."""
        seat = self.history.asked
        if seat is None or seat not in self._orders or self.history.can_redo(seat):
            return False
        seen, sensible = view(self.game, seat), self.history.sensible_answer
        text = answer_of(self._orders[seat], seen, sensible_answer=sensible)
        if text is not None:
            self.carry_out(entries.ANSWER, text, order_name(seat, self.history.revision))
        return text is not None

    def concede(self) -> None:
        """The person who is asked, or the only one, concedes; where other people play on, a computer plays
        the seat to the end. Raises GameOver, and IllegalAction where nobody knows who of them it is."""
        if len(self.people) > 1 and not (self.is_over or self.waits_for_person):
            raise IllegalAction(_("Several people sit here: concede when you are asked for an answer."))
        seat = self.game.player if self.waits_for_person else self.people[0]
        plays_on = len(self.sittings) - len(self.history.settlement.conceded) > 2 and len(self.people) > 1
        self.carry_out(entries.CONCEDE, STAND_IN if plays_on else "", seat=seat)
        if plays_on:
            self.sittings[seat] = Sitting(STAND_IN, self.sittings[seat].name)
            self.viewer = None  # Nobody looks at that hand any more.

    def end_as(self, end: str) -> None:
        """The people here agree to end the game, SCORED or VOID. Raises GameOver."""
        self.carry_out(entries.PROPOSE, write_proposal(end, self.people[:1]), seat=self.people[0])

    def opponent_answering(self) -> Answering:
        """A function that finds the answer of the computer opponent that is asked; it may run in any
        thread. Of several at the same time one thinks, since a player cannot be in two threads at once."""
        seat, question = self.game.player, self.game.hash
        opponent = self.opponents.at(seat, self.sittings[seat].kind)
        answering = self.thinking.answering(opponent, self.opponents.seed_at(seat), self.game)

        def answer_in_turn() -> str:
            with self._thinker:
                if self._thought[0] != question:
                    self._thought = (question, answering())
                return self._thought[1]

        return answer_in_turn

    def answer_for_opponent(self, action: str) -> None:
        """Give the answer that a computer opponent has chosen."""
        self.carry_out(entries.ANSWER, action, command=None)

    def let_opponent_decide(self) -> list[str]:
        """Let the computer opponent that is asked decide; returns the message for people if a bot fails."""
        try:
            self.answer_for_opponent(self.opponent_answering()())
        except BotFailed as failure:
            return self.opponents.replace(self.game.player, failure)
        return []

    def go_on(self) -> list[str]:
        """Let computer opponents and standing orders answer until a person is asked or the game is over;
        returns the messages for people about bots that have failed."""
        failures = []
        while not self.is_over:
            if not self.waits_for_person:
                failures += self.let_opponent_decide()
            elif not self._ordered():
                break
        return failures

    def close(self) -> None:
        """End the computer opponents."""
        self.opponents.dismiss_all()


# --------------------------------------------------------------------------------- records


def _decisions(session: Session, recorded: Record) -> Iterator[str]:
    """The answers of a record that the game does not give by itself, each when it is asked for.

    Of all answers of a game, those already given count.
    """
    if not recorded.is_whole:
        yield from recorded.answers
        return
    while (given := session.game.history.answer_count) < len(recorded.answers):
        yield recorded.answers[given]


# ---------------------------------------------------------------------------------- seats


def sit_around(kinds: Sequence[str], name: str | None = None) -> list[Sitting]:
    """A name for every seat, given who sits there: people are captains, opponents have names of the sea."""
    captain, is_alone = name or _("Captain"), kinds.count(HUMAN) == 1
    sittings: list[Sitting] = []
    for seat, kind in enumerate(kinds):
        if kind == REGENT:
            called = _("Regent")
        elif kind != HUMAN:
            called = computer_name(seat, kind)
            if called in [sitting.name for sitting in sittings]:
                called = computer_name(seat, STAND_IN)
        elif is_alone:
            called = captain
        else:
            called = _("{name} {number}").format(name=captain, number=kinds[: seat + 1].count(HUMAN))
        sittings.append(Sitting(kind, called))
    return sittings
