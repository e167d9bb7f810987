"""The table on the whole screen: answers below, cards above, the log beside or between them."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from openabyss.client.protocol.from_server import Update
from openabyss.client.table_text import MAIN, Choice
from openabyss.errors import OpenAbyssError
from openabyss.players.bot import BotFailed
from openabyss.terminal.screen import dialogs
from openabyss.terminal.screen.dialogs import ANSWER_KEYS, AnswerList, GameLog
from openabyss.terminal.screen.rows import TableRow, header, plainly, table_rows
from openabyss.terminal.session import Session
from openabyss.terminal.tables import keep, save
from openabyss.words import N_, _
from openabyss.words.cards.printed import Card

# Keys, what they do, and how the line of keys at the bottom, which a mouse can click as well, names them.
COMMANDS = (
    ("question_mark", "screen.explain", N_("? help")),
    ("f1", "screen.help", ""),
    ("i", "screen.read", N_("i card")),
    ("h", "screen.hint", N_("h hint")),
    ("u", "screen.carry_out('undo')", N_("u undo")),
    ("r", "screen.carry_out('redo')", N_("r redo")),
    ("v", "screen.score", N_("v score")),
    ("l", "screen.log", N_("l log")),
    ("s", "screen.save", N_("s save")),
    ("L", "app.language", N_("L language")),
    ("n", "app.new_game", N_("n new")),
    ("q", "app.leave", N_("q quit")),
    ("X", "screen.settle", ""),
    ("escape", "screen.answers", ""),
)
KEYS = [(label, action) for _key, action, label in COMMANDS if label]


class TableScreen(Screen[None]):
    """One session, shown and played."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (18, "-low"), (32, "-high")]
    AUTO_FOCUS = "#answers"
    BINDINGS = [(key, action) for key, action, _label in COMMANDS]

    def __init__(self, session: Session, pace: float) -> None:
        """`pace` is how long every decision of an opponent takes at least, in seconds."""
        super().__init__()
        self.session = session
        self._pace = pace
        self._rows: list[TableRow] = []
        self._choices: list[Choice] = []
        self._is_finished = False
        self._saved_in: Path | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="header")
        yield Static(id="waiting")
        with Container(id="body"):
            yield OptionList(id="table", compact=True)
            with Vertical(id="side"):
                yield GameLog()
                with VerticalScroll(id="advice"):
                    yield Static(id="hint")
                yield Static(id="prompt")
                yield AnswerList(id="answers", compact=True)
        yield Static("  ".join(f"[@click={action}]{_(key)}[/]" for key, action in KEYS), id="keys")

    def on_mount(self) -> None:
        self._show_waiting()
        self.set_interval(1.0, self._show_waiting)
        self.go_on()

    # ------------------------------------------------------------------------------- going on

    def go_on(self) -> None:
        """Show the table; the person who is asked decides."""
        session = self.session
        if session.waits_for_person and session.viewer != session.game.player:
            if session.is_shared:
                self.app.push_screen(dialogs.Handover(session.names[session.game.player]), self._sit_down)
                return
            session.sit_down()
        self.show_all()
        if session.is_over:
            self._finish()
        elif not session.waits_for_person:
            self._let_opponents_play()
        else:
            keep(session)

    def _sit_down(self, _nothing: None) -> None:
        self.session.sit_down()
        self.go_on()

    def _finish(self) -> None:
        """Show the outcome once, and leave nothing to resume."""
        if not self._is_finished:
            self._is_finished = True
            keep(self.session)
            self.app.push_screen(dialogs.score_sheet_of(self.session))

    @work(exclusive=True, group="opponents")
    async def _let_opponents_play(self) -> None:
        """Opponents think in a thread; what is undone or ended in the meantime makes their answer void, and a
        table that is shown on a new screen goes on there."""
        session = self.session
        while not session.is_over and not session.waits_for_person:
            before, asked = session.history.revision, session.game.player
            await asyncio.sleep(self._pace)
            if not self._is_open():
                return
            if session.history.revision != before:
                continue
            try:
                chosen = await asyncio.to_thread(session.opponent_answering())
            except BotFailed as failure:
                if not self._is_open():
                    return
                message = "\n".join(session.opponents.replace(asked, failure))
                self.notify(message, severity="error", markup=False)
                continue
            if not self._is_open():
                return
            if session.history.revision == before:
                session.answer_for_opponent(chosen)
                self.show_all()
        self.go_on()

    def _is_open(self) -> bool:
        """Shown, or beneath what is shown; no longer once another screen has taken its place."""
        return self in self.app.screen_stack

    # -------------------------------------------------------------------------------- showing

    def show_all(self) -> None:
        """Draw everything again from the session."""
        session = self.session
        self._choices = session.choices
        self.query_one("#header", Static).update(header(session.update))
        self._show_hint("")  # It was about another question.
        self._show_prompt()
        self.query_one(AnswerList).show(self._choices)
        self._show_table()
        self.query_one(GameLog).show([line.text for line in session.log])

    def _show_waiting(self) -> None:
        """Opponents who are not ready yet, as long as there are any."""
        line = self.query_one("#waiting", Static)
        line.update(Text(self.session.thinking.waiting))
        line.display = bool(self.session.thinking.waiting)

    def _show_hint(self, text: str) -> None:
        """Above the question; a narrow screen shows it in the place of the log."""
        self.query_one("#hint", Static).update(Text(text))
        self.query_one("#advice").scroll_home(animate=False)
        self.set_class(bool(text), "-advised")

    def _show_prompt(self) -> None:
        text = plainly(self.session.prompt, "bold")
        if self.session.is_over:
            text.append(" " + self.session.scores.closing)
        self.query_one("#prompt", Static).update(text)

    def _show_table(self) -> None:
        table = self.query_one("#table", OptionList)
        marked = table.highlighted
        self._rows = table_rows(self.session.update, table.content_size.width)
        top = table.scroll_offset.y
        table.clear_options()
        table.add_options(
            [Option(row.text, disabled=row.card is None and row.seat is None) for row in self._rows]
        )
        if marked is not None and marked < len(self._rows) and not table.options[marked].disabled:
            table.highlighted = marked
        table.scroll_to(y=top, animate=False, force=True)

    def on_resize(self) -> None:
        """Rows are broken for another width now."""
        self.call_after_refresh(self._show_table)

    # -------------------------------------------------------------------------------- choosing

    def on_key(self, event: events.Key) -> None:
        """The keys of the answers."""
        place = ANSWER_KEYS.find(event.character) if event.character else -1
        if 0 <= place < len(self._choices):
            event.stop()
            self._choose(self._choices[place])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "answers":
            self._choose(self._choices[event.option_index])
        else:
            self._read_row(self._rows[event.option_index])

    def _choose(self, choice: Choice) -> None:
        if choice not in self.session.choices:
            return
        self.session.answer(choice.text)
        if not self.session.waits_for_person or self.session.game.player != self.session.viewer:
            self.session.stand_up()
        self.go_on()

    def action_answers(self) -> None:
        """Back to the answers, and to the top of the table."""
        table = self.query_one("#table", OptionList)
        table.highlighted = None
        table.scroll_home(animate=False)
        self.query_one("#answers", OptionList).focus()

    # -------------------------------------------------------------------------------- reading

    def action_read(self) -> None:
        """The card that the marked answer, or the marked row of the table, is about."""
        table, answers = self.query_one("#table", OptionList), self.query_one("#answers", OptionList)
        if table.has_focus and table.highlighted is not None:
            self._read_row(self._rows[table.highlighted])
            return
        place = answers.highlighted
        card = self._choices[place].card if place is not None and place < len(self._choices) else None
        if card is None:
            self.notify(
                _("There is no card to read here. Press Tab to go to the table, where i reads every card.")
            )
        else:
            self._read_card(card)

    def _read_row(self, row: TableRow) -> None:
        if row.card is not None:
            self._read_card(row.card)
        elif row.seat is not None:
            self.app.push_screen(dialogs.SeatSheet(self.session.update, row.seat), self._read_named)

    def _read_named(self, name: str | None) -> None:
        if name:
            sort, _colon, number = name.partition(":")
            self._read_card(Card(sort, int(number)))

    def _read_card(self, card: Card) -> None:
        """The text of a card, with the answer that it offers or the reason why it offers none."""
        choice = next((choice for choice in self._choices if choice.card == card), None)
        why_not = why_not_recruited(self.session.update, card) if choice is None else ""
        sheet = dialogs.CardSheet(card, choice.label if choice else "", why_not)

        def chosen(answer: str | None) -> None:
            if answer == "choose" and choice is not None:
                self._choose(choice)

        self.app.push_screen(sheet, chosen)

    def action_explain(self) -> None:
        """What may be answered now; while others decide, the keys."""
        if self.session.waits_for_person:
            self.app.push_screen(dialogs.answers_sheet(self.session))
        else:
            self.action_help()

    def action_help(self) -> None:
        self.app.push_screen(dialogs.help_sheet(self.session.update.config))

    def action_hint(self) -> None:
        """What a computer would do, if it is a person's turn."""
        if self.session.waits_for_person and self.session.viewer == self.session.game.player:
            self._find_hint()

    @work(exclusive=True, group="hint")
    async def _find_hint(self) -> None:
        """Think in a thread, so that the table stays responsive; an answer given meanwhile makes it void."""
        session = self.session
        asked = session.history.revision
        lines = await asyncio.to_thread(session.thinking.hinting(session.game, session.names))
        if self._is_open() and session.history.revision == asked:
            self._show_hint("\n".join(lines))

    def action_log(self) -> None:
        self.app.push_screen(dialogs.log_sheet(self.session))

    def action_score(self) -> None:
        self.app.push_screen(dialogs.score_sheet_of(self.session))

    # ---------------------------------------------------------------------------- taking back

    def action_carry_out(self, command: str) -> None:
        """Undo or redo."""
        if self._succeeds(lambda: self.session.carry_out(command), "warning"):
            self.go_on()

    def action_settle(self) -> None:
        """Concede, or end the game early, if that is meant."""
        if not self.session.is_over and self.session.people:
            self.app.push_screen(dialogs.settling_sheet(), self._settle)

    def _settle(self, what: str | None) -> None:
        if what:
            self._succeeds(self.session.concede if what == "concede" else partial(self.session.end_as, what))
            self.session.stand_up()
            self.go_on()

    def action_save(self) -> None:
        if self._succeeds(self._save):
            self.notify(_("Saved in {path}.").format(path=self._saved_in), markup=False)

    def _save(self) -> None:
        """A finished game is always saved in the same file."""
        self._saved_in = save(self.session, self._saved_in if self.session.is_over else None)

    def _succeeds(self, command: Callable[[], object], severity: SeverityLevel = "error") -> bool:
        """Carry out a command; whether it was refused is shown."""
        try:
            command()
        except OpenAbyssError as error:
            self.notify(str(error), severity=severity, markup=False)
            return False
        return True


def why_not_recruited(update: Update, card: Card) -> str:
    """Why a lord of the court cannot be recruited now; nothing about other cards."""
    if card.sort != "lord" or update.question is None or update.question.kind != MAIN:
        return ""
    return next((offer.refusal or "" for offer in update.offers if offer.lord == card.id), "")
