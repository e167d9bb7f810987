"""A table line by line, for pipes and screen readers: it reads a number, an action or a command."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TextIO, get_args

from msgspec import UNSET

from openabyss.client.orders import changed_by
from openabyss.client.protocol import from_client
from openabyss.client.protocol.from_client import End, FromClient
from openabyss.client.protocol.from_server import (
    Bye,
    Explained,
    FromServer,
    Hinted,
    OrdersShown,
    PlanDropped,
    Refused,
    Said,
    ScoresShown,
    Update,
    Welcome,
)
from openabyss.client.protocol.parts import ChatLine, LogLine
from openabyss.client.table_text import MAIN, Choice, choices_of, prompt_of, table_lines, typed_payment
from openabyss.errors import IllegalAction, OpenAbyssError
from openabyss.terminal.preferences import choose_language
from openabyss.words import LANGUAGES, N_, _
from openabyss.words.cards.printed import card_text, known_card
from openabyss.words.listing import all_of, titled, with_meaning

HELP = (
    ("1, 2, 3 …", N_("choose an answer by its number")),
    ("recruit:slaver", N_("choose an answer by its text, shown in brackets after it")),
    ("pay J3 C2", N_("a whole payment, with its cards")),
    ("show", N_("describe the table")),
    ("actions", N_("list the answers again")),
    ("?", N_("what may I do now: what each answer costs and brings")),
    ("card NAME", N_("what a lord or location does")),
    ("why ACTION", N_("why an answer is not allowed now")),
    ("hint", N_("what a computer would do in your place")),
    ("log", N_("repeat the last events")),
    ("score", N_("what everybody would score now")),
    ("orders", N_("what is answered for you when you may buy an ally; how to change it")),
    ("concede sure", N_("concede: the others win; where others play on, a computer plays your seat")),
    ("end scored sure", N_("propose to everybody, or agree, that the game ends with the current score")),
    ("end void sure", N_("the same, but it counts for nobody; end no declines")),
    ("language de", N_("change the language; on its own it lists them all")),
)
HELP_TO_TAKE_BACK = ("undo, redo, restart", N_("undo the last answer, redo it, restart the turn"))
HELP_KRAKEN = (("pay J3 C2/1", N_("a whole payment with nebulis, which follow after a slash")),)
LINES_OF_LOG = 20
# No answer is longer, and Python reads no number of many more digits.
LONGEST_LINE = 4096
# What orders that answer more say; the words are those of the browser.
ONLY_ANSWERS = N_("Answer for me when I have no choice, even if the others cannot know that.")
SENSIBLE_ANSWERS = N_(
    "Answer for me where no other answer could be better: add no pearls that would not help an attack,"
    " and name any race when nobody would lose an ally."
)
WHILE_AWAY = N_(
    "Answer while I am away, too. The others can then tell that I have orders, but not which ones."
)
# The word that confirms a command.
SURE = "sure"
# The requests to a table, and the names of its replies. To that of a hint the revision is added: while a
# server is finding it, it takes another one of the same name for the same, sent again.
EXPLAIN, WHY, HINT, SCORES = "explain", "why", "hint", "scores"


NO_BREAKS = str.maketrans({"\u00a0": " ", "\u202f": " "})


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that is not part of the protocol of tables; after some the question is listed again."""

    text: str
    asks_again: bool = False


Heard = FromServer | Notice


class Backend(Protocol):
    """A table in this process, or one of a server: both speak the protocol. Replies come from `heard`."""

    @property
    def help(self) -> Sequence[tuple[str, str]]:
        """The commands of this kind of table alone, and what they do."""

    def heard(self, source: TextIO) -> Iterator[str | Heard]:
        """The typed lines and the messages of the table, in the order in which they come."""

    def send(self, message: FromClient) -> None:
        """Carry out what the person wants, or pass it on. Raises OpenAbyssError."""

    def command(self, word: str, rest: str) -> bool:
        """Carry out a command of this kind of table; False if it is none."""

    def speak(self) -> None:
        """Use the present language from now on."""

    def leave(self) -> list[str]:
        """End, since the person leaves; returns the last message."""


class PlainTable:
    """A table that is read and written as lines."""

    def __init__(self, table: Backend, source: TextIO, target: TextIO) -> None:
        self._table, self._source, self._target = table, source, target
        self._update: Update | None = None
        self._log: list[LogLine] = []
        self._shown_turn = -1
        self._listed = -1
        self._left = self._is_leaving = False
        self._last_said = -1
        self._orders: OrdersShown | None = None
        # A table takes a command for one that is sent again if it has a name of an earlier sitting.
        self._sitting, self._sent = secrets.token_hex(4), 0
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": lambda _rest: self._table.send(from_client.Explain(EXPLAIN, self._seat)),
            "why": self._why,
            "hint": lambda _rest: self._table.send(from_client.Hint(f"{HINT}{self._revision}")),
            "score": lambda _rest: self._table.send(from_client.Scores(SCORES)),
            "undo": lambda _rest: self._table.send(from_client.Undo(*self._stamp())),
            "redo": lambda _rest: self._table.send(from_client.Redo(*self._stamp())),
            "restart": lambda _rest: self._table.send(from_client.Restart(*self._stamp())),
            "show": self._show,
            "actions": self._actions,
            "card": lambda name: self._say(*card_text(known_card(name)).lines()),
            "log": lambda _rest: self._say(*(line.text for line in self._log[-LINES_OF_LOG:])),
            "language": self._language,
            "orders": self._order,
            "concede": self._concede,
            "end": self._propose_end,
            "quit": self._quit,
        }

    def play(self) -> int:
        """Play until the game is over or the person leaves; returns the exit status."""
        self._say(_("Type a number, or help."))
        try:
            for heard in self._table.heard(self._source):
                if isinstance(heard, str):
                    self._take(heard)
                else:
                    self._hear(heard)
                if self._left:
                    return 0
            self._quit("")
        except KeyboardInterrupt:
            self._say(*self._table.leave())
            raise
        return 0

    # ----------------------------------------------------------------------------- the table

    def _hear(self, message: Heard) -> None:
        if isinstance(message, Update):
            self._draw(message)
        elif isinstance(message, Refused):
            self._say(message.message)
        elif isinstance(message, Explained):
            self._explain(message)
        elif isinstance(message, Hinted):
            self._advise(message)
        elif isinstance(message, ScoresShown):
            self._show_scores(message)
        elif isinstance(message, OrdersShown):
            self._show_orders(message)
        elif isinstance(message, PlanDropped):
            self._table.send(from_client.SeatOrders(self._name(), self._seat))  # The orders tell why.
        elif isinstance(message, Welcome):
            self._tell_lines(message.chat)
        elif isinstance(message, Said):
            self._tell_lines([message])
        elif isinstance(message, Notice):
            self._say(message.text)
            if message.asks_again:
                self._listed = -1
        elif isinstance(message, Bye) and message.reason == "restart":
            self._say(_("The server is restarting; the table is kept."))

    def _tell_lines(self, lines: Sequence[ChatLine]) -> None:
        """Print what people have said; a greeting repeats what was said before."""
        for line in lines:
            if line.n > self._last_said:
                self._last_said = line.n
                self._say(_("{name} says: {text}").format(name=line.name, text=line.text))

    def _advise(self, hint: Hinted) -> None:
        """Print a hint, unless the game has gone on since it was asked for."""
        if self._update is not None and hint.revision == self._update.revision:
            advice = _("A computer would answer: {label} [{action}]")
            self._say(*hint.reasons or [advice.format(label=hint.text, action=hint.action)])

    def _draw(self, update: Update) -> None:
        """Print what is new, and the question if it is ours."""
        before, self._update = self._update, update
        self._name_who_is_asked(before, update)
        if self._orders is not None and self._orders.seat != update.view.seat:
            self._orders = None  # They are somebody else's.
        if update.undone:
            self._say(_("Something was undone."))
        # With other names, and after an interruption, all lines come again.
        is_renamed = before is not None and names_of(before) != names_of(update)
        read = {(line.n, "" if is_renamed else line.text) for line in self._log if not update.undone}
        self._log = [*(line for line in self._log if line.n < update.log_from), *update.log]
        new = (line for line in update.log if (line.n, "" if is_renamed else line.text) not in read)
        self._say(*(line.text for line in new))
        self._tell_proposal(before, update)
        if update.over:
            self._table.send(from_client.Scores(SCORES))
        elif update.question is not None and update.question.mine:
            self._put(update)

    def _name_who_is_asked(self, before: Update | None, update: Update) -> None:
        """Print who is asked, if several people share the screen."""
        is_shared = sum(person.local for person in update.people) > 1
        seat = update.view.seat
        if is_shared and seat is not None and (before is None or before.view.seat != seat):
            self._say("", _("--- {name} ---").format(name=update.people[seat].name))

    def _tell_proposal(self, before: Update | None, update: Update) -> None:
        """Print the end that somebody proposes, once, and who has not agreed to it yet."""
        proposal, known = update.proposal, before.proposal if before else UNSET
        if not proposal or proposal == known:
            return
        said = [] if known and known.text == proposal.text else [proposal.text]
        if proposal.asked:
            asked = all_of(names_of(update)[seat] for seat in proposal.asked)
            said.append(_("Still to agree: {names}.").format(names=asked))
        if update.view.seat in proposal.asked:
            said.append(_("“end {end} sure” agrees, “end no” declines.").format(end=proposal.end))
        self._say(*said)

    def _put(self, update: Update) -> None:
        """Print the table at the beginning of a turn, and the open question with its answers."""
        assert update.question is not None
        if self._shown_turn != update.view.turn and update.question.kind == MAIN:
            self._shown_turn = update.view.turn
            self._show("")
        if self._listed != update.revision:
            self._actions("")

    def _explain(self, message: Explained) -> None:
        """Print what each answer costs and brings; for one that was asked for by name, why it is not
        allowed."""
        for answer in message.answers:
            if message.id == WHY:
                self._say(_("That is allowed.") if answer.label else answer.means)
            else:
                self._say(f"  {with_meaning(answer.label, answer.means)}")

    def _show_scores(self, scores: ScoresShown) -> None:
        """A column for each seat, as wide as it must be."""
        rows = [("", self._names), *((row.title, row.cells) for row in scores.rows)]
        widths = [max(map(len, column)) for column in zip(*(cells for _title, cells in rows), strict=True)]
        title_width = max(len(title) for title, _cells in rows)
        self._say("", scores.title)
        for title, cells in rows:
            columns = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            self._say(f"{title:{title_width}}  {'  '.join(columns)}".rstrip())
        if scores.closing:
            self._say(scores.closing)
        self._left = self._update is not None and self._update.over

    @property
    def _names(self) -> list[str]:
        return [] if self._update is None else [person.name for person in self._update.people]

    @property
    def _choices(self) -> list[Choice]:
        return [] if self._update is None else choices_of(self._update)

    # ----------------------------------------------------------------------------- the person

    def _take(self, line: str) -> None:
        line = line[:LONGEST_LINE]
        word, _space, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif line.isdecimal():
                self._choose(int(line))
            elif line and not self._table.command(word.lower(), rest.strip()):
                self._answer(line)
        except OpenAbyssError as error:
            self._say(str(error))

    def _choose(self, number: int) -> None:
        choices = self._choices
        if not choices:
            self._say(_("It is not your decision now."))
            return
        if not 1 <= number <= len(choices):
            self._say(_("There are answers 1 to {last}.").format(last=len(choices)))
            return
        self._answer(choices[number - 1].text)

    def _answer(self, text: str) -> None:
        """An action, or a whole payment."""
        payment, stamp = typed_payment(text), self._stamp()
        self._table.send(
            from_client.Answer(*stamp, text) if payment is None else from_client.Pay(*stamp, *payment)
        )

    def _stamp(self) -> tuple[str, int, int]:
        """The name of a new command, the revision that was shown last, and our seat. Raises IllegalAction."""
        return self._name(), self._revision, self._seat

    def _name(self) -> str:
        self._sent += 1
        return f"t{self._sitting}-{self._sent}"

    @property
    def _revision(self) -> int:
        return 0 if self._update is None else self._update.revision

    @property
    def _seat(self) -> int:
        if self._update is None or self._update.view.seat is None:
            raise IllegalAction(_("You are watching."))
        return self._update.view.seat

    def _why(self, action: str) -> None:
        """Why one answer is not allowed now, or all those that one might mean."""
        if action:
            self._table.send(from_client.Explain(WHY, self._seat, action))
        elif self._update is not None and self._update.question is not None:
            refused = self._update.question.refused
            self._say(*(f"  {with_meaning(one.text, one.why)}" for one in refused))

    def _order(self, rest: str) -> None:
        """Show the standing orders, or change those that were shown last."""
        changed = None if self._orders is None else changed_by(self._orders, rest)
        if rest and changed is None:
            self._say(
                _("Type “orders” to see them; then “orders add 1”, “orders pause 1” or “orders remove 1”.")
            )
        else:
            self._table.send(from_client.SeatOrders(self._name(), self._seat, changed))

    def _show_orders(self, shown: OrdersShown) -> None:
        self._orders = shown
        for number, one in enumerate(shown.orders, 1):
            self._say(f"  {number}. {one.text}{' ⏸' * one.order.suspended}")
        if not shown.orders:
            self._say(_("No orders yet: you are asked every time."))
        if shown.only_answers:
            self._say("  ✓ " + _(ONLY_ANSWERS))
        if shown.sensible_answers:
            self._say("  ✓ " + _(SENSIBLE_ANSWERS))
        if shown.while_away:
            self._say("  ✓ " + _(WHILE_AWAY))
        if shown.dropped:
            self._say("  ✗ " + shown.dropped)
        if shown.plan is not None:
            self._say("  ✓ " + _("On my next turn: {plan}").format(plan=shown.plan.text))
        for what, texts in (
            ("add", [one.text for one in shown.suggested]),
            ("plan", [one.text for one in shown.plans]),
        ):
            for number, text in enumerate(texts, 1):
                self._say(f"  {titled(f'orders {what} {number}', text)}")

    def _concede(self, rest: str) -> None:
        if rest == SURE:
            self._table.send(from_client.Concede(self._name(), self._seat))
        else:
            self._say(_("Type “{command}” if you mean it.").format(command=f"concede {SURE}"))

    def _propose_end(self, rest: str) -> None:
        """The word says which end, and a second one that it is meant."""
        wanted, _space, sure = rest.partition(" ")
        end = next((end for end in get_args(End) if end == wanted), None)
        if end is None and wanted != "no":
            self._say(_("Type “end scored”, “end void” or “end no”."))
        elif end is not None and sure != SURE:
            self._say(_("Type “{command}” if you mean it.").format(command=f"end {end} {SURE}"))
        else:
            self._table.send(from_client.Propose(self._name(), self._seat, end))

    def _help(self, _rest: str) -> None:
        has_kraken = self._update is not None and self._update.config.kraken
        lines = (*HELP, *(HELP_KRAKEN if has_kraken else ()), HELP_TO_TAKE_BACK, *self._table.help)
        width = max(len(command) for command, _text in lines)
        for command, text in lines:
            self._say(f"  {command:{width}}  {_(text)}")

    def _show(self, _rest: str) -> None:
        if self._update is not None:
            self._say("", *table_lines(self._update), "")

    def _actions(self, _rest: str) -> None:
        if self._update is None:
            return
        self._listed = self._update.revision
        self._say(prompt_of(self._update))
        for number, choice in enumerate(self._choices, 1):
            said = with_meaning(choice.label, choice.hint) if choice.hint else choice.label
            self._say(f"  {number}. {said} [{choice.text}]")

    def _language(self, code: str) -> None:
        """Change the language, or list the languages."""
        if not code:
            self._say(*(f"  {known}  {name}" for known, name in LANGUAGES.items()))
            return
        choose_language(code.lower())
        self._shown_turn = self._listed = -1
        self._table.speak()

    def _quit(self, _rest: str) -> None:
        """Leave; if the game cannot be saved, only when that has been tried before."""
        self._left, self._is_leaving = self._is_leaving, True
        self._say(*self._table.leave())
        self._left = True

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._target.write(f"{line.translate(NO_BREAKS)}\n")
        self._target.flush()


def names_of(update: Update) -> list[str]:
    """What everybody at the table is called."""
    return [person.name for person in update.people]
