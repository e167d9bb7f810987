"""The history of a table: its entries in order, and the game that results from them.

The same beginning and the same entries always give the same game, so a table is stored as its
entries. To undo something is an entry like any other, and so is a seat that a computer plays, and what the
people at the table settle among themselves.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from openabyss.client.protocol.from_client import Answer, Command, Pay
from openabyss.client.result import CONCEDED, NOTHING, Settlement, read_proposal
from openabyss.client.sensible import sensible_answer
from openabyss.errors import GameOver, IllegalAction, OpenAbyssError, UnreadableAction
from openabyss.play.game import Game
from openabyss.play.history import Growing, History, cannot_undo
from openabyss.rules.actions import PASS
from openabyss.rules.state import NOBODY, from_bytes
from openabyss.table.events import Event
from openabyss.table.hashing import differs, is_comparable
from openabyss.table.payments import kinds_of
from openabyss.version import RULES
from openabyss.words import _
from openabyss.words.cards.codes import KIND_CODES
from openabyss.words.listing import titled
from openabyss.words.questions.actions import read_action, text_of

ANSWER, PAY, UNDO, REDO, RESTART, SEAT = "answer", "pay", "undo", "redo", "restart", "seat"
CONCEDE, PROPOSE, VOTE = "concede", "propose", "vote"
# In place of a level: another browser has taken the seat over.
NEWCOMER = "*"
SETTLING = (CONCEDE, PROPOSE, VOTE)
KINDS = (ANSWER, PAY, UNDO, REDO, RESTART, SEAT, *SETTLING)
# The kinds of entries that change nothing in the game itself.
BESIDE_THE_GAME = (SEAT, *SETTLING)
# Prefix, after the seat, of the command names of answers by standing orders: no client can use it.
BY_ORDER = "="
# The kinds of entries that do not bring a game nearer to its end.
TURNABOUTS = (UNDO, REDO, RESTART, SEAT, PROPOSE, VOTE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's record.

    text: the action (`recruit:12`), the payment (`J3,C2/1`: cards, then nebulis), or the level of the
    computer that plays the seat from now on ("" for its owner, NEWCOMER for the browser that has it now);
    also for a seat that concedes ("" where that ends the game). A proposal as `write_proposal` writes it, ""
    to decline it. The seat on which a voter wants a computer to play, "" for a seat that is back.
    command: how the client named the command, with the seat before it; None for a computer's answer.
    hash: of the game after it; see table/hashing.py.
    """

    kind: str
    seat: int
    text: str
    command: str | None
    hash: str


@dataclass(frozen=True, slots=True)
class Handover:
    """A line of the log that is not an event: a seat is now played by a computer (its level), by its owner
    again (""), or from another browser (NEWCOMER).

    line: its number in the log. kind: CONCEDE for a seat that has conceded, PROPOSE where all have
    agreed to the end that is then the level, or where this seat has declined it ("").
    """

    seat: int
    level: str
    line: int = field(default=-1, compare=False)
    kind: str = SEAT


@dataclass(frozen=True, slots=True)
class Ordered:
    """A line of the log about an answer that a standing order of this seat has given."""

    seat: int
    line: int


@dataclass(frozen=True, slots=True)
class _Mark:
    """The log after an entry: its length, and how much of the log before the entry was kept."""

    length: int
    kept: int
    undone: bool
    command: str | None = None


class Log(Sequence[Event | Handover]):
    """What has happened at a table, line by line, and who has played for whom; computed as it is read."""

    def __init__(
        self, history: History, handovers: Growing[Handover], ordered: Sequence[Ordered] = ()
    ) -> None:
        self._history, self._handovers, self._ordered = history, handovers, ordered

    def __len__(self) -> int:
        return self._history.log_length + len(self._handovers)

    @overload
    def __getitem__(self, place: int) -> Event | Handover: ...

    @overload
    def __getitem__(self, place: slice) -> list[Event | Handover]: ...

    def __getitem__(self, place: int | slice) -> Event | Handover | list[Event | Handover]:
        if isinstance(place, slice):
            first, end, step = place.indices(len(self))
            return self._between(first, max(first, end))[::step]
        line = range(len(self))[place]
        return self._between(line, line + 1)[0]

    def ordered_since(self, line: int) -> dict[int, int]:
        """The lines from this one on about answers of standing orders, with their seats."""
        first = bisect_left(self._ordered, line, key=lambda ordered: ordered.line)
        return {ordered.line: ordered.seat for ordered in self._ordered[first:]}

    def _between(self, first: int, end: int) -> list[Event | Handover]:
        before, after = self._handovers_before(first), self._handovers_before(end)
        lines: list[Event | Handover] = [*self._history.log_between(first - before, end - after)]
        for handover in self._handovers[before:after]:
            lines.insert(handover.line - first, handover)
        return lines

    def _handovers_before(self, line: int) -> int:
        return bisect_left(self._handovers, line, key=lambda handover: handover.line)


class TableHistory:
    """A game under way. Changes are made to a `copy`, which replaces it once it is stored.

    Copies share everything that is final, so that the time for a copy or a change does not grow with the
    history.
    """

    def __init__(
        self, game: Mapping[str, Any] | Game, levels: Iterable[str | None], *, poker_face: bool = True
    ) -> None:
        """A game that continues from here, or begins with the `config` of a record; `levels` are those of the
        computers by seat.

        With a poker face the only answer is asked for as well, where giving it automatically would reveal
        something.
        Raises InvalidOption, InvalidPosition.
        """
        self.game = game if isinstance(game, Game) else Game.from_config(game, poker_face=poker_face)
        self.levels = list(levels)
        self.revision = 0
        self.changed_at = 0
        self.hash = self.game.hash
        # How often each seat was handed over, or its moves undone and redone.
        self.turnabouts = [0] * len(self.levels)
        self.settlement = NOTHING
        self._revisions: dict[str, int] = {}
        self._handovers: Growing[Handover] = Growing([])
        self._ordered: Growing[Ordered] = Growing([])
        self._by_computers: set[int] = set()
        self._marks = Growing([_Mark(self.log_length, 0, False)])

    def copy(self) -> "TableHistory":
        """An independent copy, to be changed."""
        made = object.__new__(TableHistory)
        made.__dict__.update(self.__dict__)
        made.game = self.game.clone()
        made.levels, made.turnabouts = self.levels.copy(), self.turnabouts.copy()
        made._by_computers = self._by_computers.copy()
        return made

    def revision_of(self, command: str) -> int | None:
        """The revision after a command; None if the command is unknown."""
        revision = self._revisions.get(command)
        is_known = revision is not None and revision <= self.revision
        return revision if is_known and self._marks[revision or 0].command == command else None

    # ------------------------------------------------------------------------ going on

    def add(self, kind: str, seat: int, text: str = "", command: str | None = None) -> Entry:
        """Carry out one entry and return it with its hash.

        Raises IllegalAction, UnreadableAction or GameOver; the copy is then to be thrown away.
        """
        before = self.log_length
        if kind in (ANSWER, PAY):
            text = self._decide(kind, seat, text, by_person=command is not None)
        elif kind == UNDO:
            self._undo(seat)
        elif kind == RESTART:
            self._restart(seat)
        elif kind == REDO:
            self._redo(seat)
        elif kind == SEAT:
            self._hand_over(seat, text)
        elif kind in SETTLING:
            self._settle(kind, seat, text)
        else:
            raise UnreadableAction(_("{kind!r} is no entry of a table").format(kind=kind))
        self._note(kind, seat, min(before, self.log_length), command)
        return Entry(kind, seat, text, command, self.hash)

    def replay(self, entries: Iterable[Entry]) -> None:
        """Carry out stored entries. Raises DamagedTable, and the errors of `add`.

        Entries whose hash has another definition are checked by their answers alone.
        """
        for entry in entries:
            if not is_comparable(entry.hash):
                self._pass_what_was_not_asked(entry)
            found = self.add(entry.kind, entry.seat, entry.text, entry.command)
            if differs(entry.hash, found.hash):
                raise DamagedTable(
                    _("entry {number}: the game stands at {found}, the record says {expected}").format(
                        number=self.revision, found=found.hash, expected=entry.hash
                    )
                )

    def add_recorded(self, numbers: Iterable[int]) -> None:
        """Give recorded answers, those of chance included, as one entry, which cannot be undone.

        Raises IllegalAction.
        """
        game, before = self.game, self.log_length
        seat, first = game.player, game.history.decision_count
        for number in numbers:
            game.history.replay(game.state, number)
        self._by_computers.update(range(first, game.history.decision_count))
        self._note(ANSWER, seat, before, None)

    def close(self, settled: Settlement) -> None:
        """What was settled by the end of a record, and the line about it where that has ended the game."""
        self.settlement = settled
        if settled.ended == CONCEDED:
            self._tell(Handover(settled.conceded[-1], "", self.log_length, CONCEDE))
        elif settled.ended:
            self._tell(Handover(NOBODY, settled.ended, self.log_length, PROPOSE))

    def _pass_what_was_not_asked(self, entry: Entry) -> None:
        """Older rules did not ask whether to fight again with tokens alone, and continued as after a pass."""
        game = self.game
        if entry.kind != ANSWER or game.is_over or game.player != entry.seat:
            return
        if not game.can(entry.text) and game.can(PASS):
            game.apply(PASS)

    def _note(self, kind: str, seat: int, kept: int, command: str | None) -> None:
        self.revision += 1
        if kind not in BESIDE_THE_GAME:
            self.changed_at, self.hash = self.revision, self.game.hash
        if kind in TURNABOUTS:
            self.turnabouts[seat] += 1
        self._note_order(seat, kept, command)
        self._mark(_Mark(self.log_length, kept, kind in (UNDO, RESTART), command))
        self._free_final_decisions()

    def _note_order(self, seat: int, kept: int, command: str | None) -> None:
        """Of the log, `kept` lines are those from before."""
        still = bisect_left(self._ordered, kept, key=lambda ordered: ordered.line)
        self._ordered = self._ordered.up_to(still)
        if command == order_name(seat, self.revision - 1) and self.log_length > kept:
            self._ordered = self._ordered.followed_by((Ordered(seat, kept),))

    def _mark(self, mark: _Mark) -> None:
        """The names of commands are shared as well, as long as no other copy has continued from here."""
        if self._marks.is_followed:
            self._revisions = {
                old.command: place for place, old in enumerate(self._marks) if old.command is not None
            }
        self._marks = self._marks.followed_by((mark,))
        if mark.command is not None:
            self._revisions[mark.command] = self.revision

    def _free_final_decisions(self) -> None:
        """Free the 4 kB that the game keeps for every decision, where none can be undone any more."""
        history = self.game.history
        if history.redo_player is None and not history.can_undo:
            history.make_final()
            self._by_computers.clear()

    def _decide(self, kind: str, seat: int, text: str, *, by_person: bool) -> str:
        """Give an answer, or pay; returns its text as the game writes it. Decisions of computers are
        final."""
        self._check_turn(seat)
        first = self.game.history.decision_count
        if kind == PAY:
            cards, nebulis = read_payment(text)
            self.game.pay(cards, nebulis)
            text = write_payment((KIND_CODES[kind] for kind in kinds_of(cards)), nebulis)
        else:
            text = self._as_written(text)
            self.game.apply(text)
        if not by_person:
            self._by_computers.update(range(first, self.game.history.decision_count))
        self.settlement = self.settlement.returned(seat)
        return text

    def _as_written(self, text: str) -> str:
        """People may write `recruit:slaver`; records always say `recruit:12`. Raises UnreadableAction."""
        kind, state = self.game.question.kind, self.game.state
        return text_of(kind, read_action(kind, text, state), state)

    def _hand_over(self, seat: int, level: str) -> None:
        self._check_seat(seat)
        has_conceded = seat in self.settlement.conceded
        if has_conceded and not level:
            raise IllegalAction(_("Players who have conceded cannot play on."))
        if not has_conceded or level != NEWCOMER:
            self.levels[seat] = None if level in ("", NEWCOMER) else level
        if level == NEWCOMER:
            # Nobody can undo the decisions of others, nor the line about the takeover.
            self._make_final()
        self.settlement = self.settlement.returned(seat)
        self._tell(Handover(seat, level, self.log_length))

    def _settle(self, kind: str, seat: int, text: str) -> None:
        """What the people at the table settle. Raises IllegalAction, UnreadableAction, GameOver."""
        self._check_goes_on()
        self._check_seat(seat)
        if kind == VOTE:
            self.settlement = self._with_vote(seat, text)
        elif seat in self.settlement.conceded:
            raise IllegalAction(_("Players who have conceded cannot play on."))
        elif kind == CONCEDE:
            self.settlement = self.settlement.conceding(seat, ends=not text)
            self.levels[seat] = text or self.levels[seat]
            self._make_final()
            self._tell(Handover(seat, text, self.log_length, CONCEDE))
        else:
            self._propose(seat, text)

    def _propose(self, seat: int, text: str) -> None:
        if not text:
            if self.settlement.proposed:
                self._tell(Handover(seat, "", self.log_length, PROPOSE))
            self.settlement = self.settlement.declining()
            return
        proposal = read_proposal(text)
        if proposal is None:
            raise UnreadableAction(_("{text!r} is not an end of a game").format(text=text))
        self.settlement = self.settlement.proposing(seat, *proposal)
        if self.settlement.ended:
            self._make_final()
            self._tell(Handover(seat, self.settlement.ended, self.log_length, PROPOSE))

    def _with_vote(self, seat: int, text: str) -> Settlement:
        if not text:
            return self.settlement.returned(seat)
        if not text.isascii() or not text.isdecimal():
            raise UnreadableAction(_("{text!r} is not a seat").format(text=text))
        self._check_seat(int(text))
        return self.settlement.voting(seat, int(text))

    def _make_final(self) -> None:
        """Nothing from before is undone any more."""
        self.game.history.forget_undone()
        self.game.history.make_final()

    def _tell(self, line: Handover) -> None:
        self._handovers = self._handovers.followed_by((line,))

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.levels):
            raise IllegalAction(_("there is no seat {seat}").format(seat=seat))

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise GameOver(_("The game is over."))

    def _check_turn(self, seat: int) -> None:
        self._check_goes_on()
        if self.game.player != seat:
            raise IllegalAction(_("It is somebody else’s decision now."))

    # -------------------------------------------------------------------- undoing

    def can_undo(self, seat: int | None) -> bool:
        """Whether the last move was made by the person on this seat, and revealed nothing.

        The end of the game is final: it reveals every hand and the seed.
        """
        history = self.game.history
        last = history.last_move
        if self.is_over or last is None or last.player != seat:
            return False
        return history.can_undo and history.decision_count - 1 not in self._by_computers

    def can_redo(self, seat: int | None) -> bool:
        return seat is not None and not self.is_over and self.game.history.redo_player == seat

    def can_restart(self, seat: int | None) -> bool:
        """Whether there is something to undo in the present turn."""
        last = self.game.history.last_move
        return (
            last is not None and self.can_undo(seat) and from_bytes(last.table).turn == self.game.state.turn
        )

    def _undo(self, seat: int) -> None:
        """Undo one move."""
        if not self.can_undo(seat):
            raise cannot_undo()
        self.game.undo()
        stays, handovers = self.game.history.log_length, len(self._handovers)
        while handovers and self._handovers[handovers - 1].line - (handovers - 1) > stays:
            handovers -= 1
        self._handovers = self._handovers.up_to(handovers)

    def _restart(self, seat: int) -> None:
        if not self.can_restart(seat):
            raise IllegalAction(_("Nothing in this turn can be undone."))
        while self.can_restart(seat):
            self._undo(seat)

    def _redo(self, seat: int) -> None:
        if not self.can_redo(seat):
            raise IllegalAction(_("Nothing has been undone."))
        self.game.redo()

    # ------------------------------------------------------------------------ the log

    @property
    def log(self) -> Log:
        """All events since the beginning, and the lines about who has played for whom."""
        return Log(self.game.history, self._handovers, self._ordered)

    @property
    def log_length(self) -> int:
        """How many lines `log` has."""
        return self.game.history.log_length + len(self._handovers)

    def news(self, since: int) -> "News":
        """The news since the revision `since`; everything for -1."""
        log = self.log
        if since < 0 or since > self.revision:
            return News(0, log, [], False)
        later = self._marks[since + 1 :]
        kept = min([self._marks[since].length, *(mark.kept for mark in later)])
        undone = any(mark.undone for mark in later)
        events = [] if undone else [event for event in log[kept:] if isinstance(event, Event)]
        return News(kept, log, events, undone)

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None if the game is over."""
        return None if self.is_over else self.game.player

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self.game.state.turn)

    @property
    def is_over(self) -> bool:
        """By its rules, or since the people at the table have ended it."""
        return self.game.is_over or bool(self.settlement.ended)

    def to_record(self) -> dict[str, Any]:
        """The record of the game, and what was settled at the table."""
        return self.game.to_record() | self.settlement.to_record()

    @property
    def only_answer(self) -> str | None:
        """The only legal answer to the open question, if there is only one; other seats cannot know that."""
        actions = self.game.legal_actions
        return actions[0].text if len(actions) == 1 else None

    @property
    def sensible_answer(self) -> str | None:
        """The answer to the open question to which no other could be better, if there is one."""
        return None if self.is_over else sensible_answer(self.game)

    @property
    def level_asked(self) -> str | None:
        """The level of the computer that is asked; None if it is a person, or the game is over."""
        seat = self.asked
        return None if seat is None or seat == NOBODY else self.levels[seat]


@dataclass(frozen=True, slots=True)
class News:
    """The first new line of the log, the whole log, and the new events."""

    log_from: int
    log: Log
    events: list[Event]
    undone: bool


class DamagedTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A stored table cannot be read, or its replay differs from what was stored."""


class OtherRules(DamagedTable):
    """A stored table was played by rules that are unknown here, or that have changed since.

    `public` is the message for anybody, without what happened at the table.
    """

    def __init__(self, version: int, problem: str = "") -> None:
        text = _(
            "this table was played by version {found} of the rules, this OpenAbyss plays by version {known};"
            " it is kept as it is, and can be exported"
        )
        self.public = text.format(found=version, known=RULES)
        super().__init__(titled(problem, self.public) if problem else self.public)


def order_name(seat: int, revision: int) -> str:
    """The command name of the answer that a standing order of a seat gives at a revision."""
    return f"{seat}:{BY_ORDER}{revision}"


def entry_for(command: Command) -> tuple[str, str]:
    """The kind and the text of the entry for a command; the kind is the tag of the command."""
    match command:
        case Answer():
            text = command.action
        case Pay():
            text = write_payment(command.cards, command.nebulis)
        case _:
            text = ""
    return str(command.__struct_config__.tag), text


def write_payment(cards: Iterable[str], nebulis: int) -> str:
    """A payment as entries store it: `J3,C2/1`."""
    return f"{','.join(cards)}/{nebulis}"


def read_payment(text: str) -> tuple[list[str], int]:
    """The cards and nebulis of a stored payment. Raises UnreadableAction."""
    cards, slash, nebulis = text.rpartition("/")
    if not slash or not nebulis.isdecimal():
        raise UnreadableAction(_("{text!r} is not a payment").format(text=text))
    return [card for card in cards.split(",") if card], int(nebulis)
