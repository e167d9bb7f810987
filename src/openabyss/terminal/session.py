"""A table in this process: people and computer opponents around a game, with the commands of a server.

The screens draw its `update` and pass on what people choose; they never touch the game themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openabyss.client import table_history as entries
from openabyss.client.choices import PAY, Choice, choices_of, meaning_of_payments, prompt_of, read_payment
from openabyss.client.explaining import answer_explained, answers_explained
from openabyss.client.narration import log_lines
from openabyss.client.protocol.messages import AnswerExplained, LogLine, Person, ScoresShown, Update
from openabyss.client.scores import scores_of
from openabyss.client.table_history import TableHistory, write_payment
from openabyss.client.update import UpdateCache, UpdateContext, update_for
from openabyss.errors import InvalidRecord
from openabyss.game import Game
from openabyss.history import cannot_undo
from openabyss.players.bots.bot import BotFailed
from openabyss.position.records import Record, read_record
from openabyss.terminal.opponents import HUMAN, REGENT, Opponents
from openabyss.terminal.thinking import Answering, Thinking, ThinkingHere
from openabyss.words import _, language
from openabyss.words.log import sentence

# Names for computer opponents, in the order of the seats.
COMPUTER_NAMES = ("Coral", "Triton", "Nerissa", "Marlin", "Naiad")

# Commands of the people at this terminal; a computer's answers have no name.
BY_A_PERSON = "here"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits on a seat: HUMAN or the name of a computer opponent, and what it is called."""

    kind: str
    name: str


class Session:
    """One game at one terminal."""

    def __init__(self, game: Game | Mapping[str, Any], sittings: Sequence[Sitting], seed: int = 0) -> None:
        """A game that goes on from here, or begins as a `config` says.

        Raises InvalidOption, InvalidPosition.
        """
        self.sittings = list(sittings)
        levels = [None if sitting.kind == HUMAN else sitting.kind for sitting in self.sittings]
        self.history = TableHistory(game, levels, poker_face=False)
        self.thinking: Thinking = ThinkingHere()
        self.viewer = self._first_person()
        self.opponents = Opponents([sitting.kind for sitting in self.sittings], seed)
        self._cache = UpdateCache()
        self._shown: tuple[object, Update] | None = None

    @classmethod
    def resume(cls, record: Mapping[str, Any], sittings: Sequence[Sitting]) -> "Session":
        """Play a record again, so that its log and its last moves are there. Raises InvalidRecord."""
        finished = Game.from_record(record)
        recorded = read_record(record)
        session = cls(recorded.config, sittings, _seed_of(recorded.config))
        for answer in _decisions(session, recorded):
            session.history.add(entries.ANSWER, session.game.player, answer, BY_A_PERSON)
        if session.game.hash != finished.hash:
            raise InvalidRecord(_("answers: the cards did not come from the seed; it can only be replayed"))
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
    def waits_for_person(self) -> bool:
        return self.history.asked in self.people

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

    @property
    def update(self) -> Update:
        """The table as the viewer sees it now, without the log."""
        moment = (self.history.revision, self.viewer, language())
        if self._shown is None or self._shown[0] != moment:
            self._shown = (moment, self.update_since(self.history.revision))
        return self._shown[1]

    def update_since(self, have: int) -> Update:
        """The same, with the log and the events from the revision `have` on; -1 for all."""
        context = UpdateContext(people=self._people(), commitment="")
        return update_for(self.history, self.viewer, context, have, self._cache)

    def _people(self) -> list[Person]:
        return [_person(seat, sitting) for seat, sitting in enumerate(self.sittings)]

    @property
    def log(self) -> list[LogLine]:
        """The whole log as the viewer may read it."""
        return list(log_lines(self.history.log, 0, self.names, self.viewer))

    @property
    def prompt(self) -> str:
        """What is asked, or who is waited for."""
        return prompt_of(self.update)

    @property
    def choices(self) -> list[Choice]:
        """What the viewer may answer, passing last; nothing while somebody else is asked."""
        return choices_of(self.update)

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """What may be answered, and what comes of it; nothing while somebody else is asked."""
        question = self.update.question
        if question is None or not question.mine:
            return []
        if question.payments:
            return meaning_of_payments(question)
        explained = answers_explained(self.game, question.player, self.names)
        return [(answer.label, answer.means) for answer in explained]

    def explain(self, text: str) -> AnswerExplained:
        """What comes of an answer, or why it is not legal now. Raises UnreadableAction, GameOver."""
        return answer_explained(self.game, text, self.names)

    @property
    def scores(self) -> ScoresShown:
        """What every seat scores, as the viewer may know it."""
        return scores_of(self.game, self.viewer, self.names)

    def told_by_move(self) -> Iterator[list[str]]:
        """The whole log with everything that was hidden, one list for every move."""
        for events in self.game.history.log_by_move():
            told = (sentence(event.row, self.names, None) for event in events)
            yield [text for text in told if text]

    # ------------------------------------------------------------------------------ doing

    def carry_out(self, kind: str, text: str = "", command: str | None = BY_A_PERSON) -> None:
        """A command as the entries of a table know it. Raises UnreadableAction, IllegalAction, GameOver.

        Whatever is refused changes nothing.
        """
        tried, seat = self.history.copy(), self._seat_of(kind)
        tried.add(kind, seat, text, command)
        self.history = tried

    def _seat_of(self, kind: str) -> int:
        """Who gives a command: who is asked, or who undoes or redoes a move."""
        if kind == entries.UNDO:
            return self._undoing_seat
        if kind == entries.REDO:
            redoing = self.game.history.redo_player
            return -1 if redoing is None else redoing
        return -1 if self.history.asked is None else self.history.asked

    def choose(self, choice: Choice) -> None:
        """What a person has chosen from `choices`."""
        self.answer(choice.text)

    def answer(self, text: str) -> None:
        """An action or a whole payment, as it is typed. Raises UnreadableAction or IllegalAction."""
        words = text.replace(":", " ").split()
        if words[:1] == [PAY]:
            self.pay(*read_payment(words[1:]))
        else:
            self.apply(text)

    def apply(self, action: str) -> None:
        """One decision. Raises UnreadableAction or IllegalAction."""
        self.carry_out(entries.ANSWER, action)

    def pay(self, cards: Sequence[str], nebulis: int = 0) -> None:
        """A whole payment, by the codes of the cards. Raises UnreadableAction or IllegalAction."""
        self.carry_out(entries.PAY, write_payment(cards, nebulis))

    def opponent_answering(self) -> Answering:
        """What finds the answer of the computer opponent that is asked now; it may run in any thread."""
        seat = self.game.player
        return self.thinking.answering(self.opponents.at(seat), self.opponents.seed_at(seat), self.game)

    def answer_for_opponent(self, action: str) -> None:
        """What a computer opponent has chosen."""
        self.carry_out(entries.ANSWER, action, command=None)

    def let_opponent_decide(self) -> list[str]:
        """One decision of the computer opponent that is asked, and what people are told if a bot fails."""
        try:
            self.answer_for_opponent(self.opponent_answering()())
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
    def _undoing_seat(self) -> int:
        """The person who made the last move; -1 where nobody here did."""
        last = self.game.history.last_step
        return last.player if last is not None and last.player in self.people else -1

    @property
    def can_undo(self) -> bool:
        """The last move was a person's, and revealed nothing."""
        return self._undoing_seat >= 0 and self.history.can_undo(self._undoing_seat)

    def undo(self) -> None:
        """Undo the last move of the person who made it. Raises IllegalAction."""
        if not self.can_undo:
            raise cannot_undo()
        self.carry_out(entries.UNDO)

    def redo(self) -> None:
        """Make the move again that was undone last. Raises IllegalAction."""
        self.carry_out(entries.REDO)


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


def _person(seat: int, sitting: Sitting) -> Person:
    """Who sits on a seat, in the types of an update."""
    if sitting.kind == HUMAN:
        return Person(seat, sitting.name, "person", connected=True, local=True)
    return Person(seat, sitting.name, "regent" if sitting.kind == REGENT else "computer", level=sitting.kind)
