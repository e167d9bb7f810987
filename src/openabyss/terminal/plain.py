"""The table line by line, for pipes and screen readers: it reads a number, an action or a command."""

from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from openabyss.errors import OpenAbyssError
from openabyss.rules.turn import MAIN
from openabyss.table.score_rows import closing_words, preview_title, score_rows
from openabyss.terminal.language import choose_language, language_lines
from openabyss.terminal.saving import forget, last_game_file, save
from openabyss.terminal.session import Session
from openabyss.terminal.table_text import table_lines
from openabyss.words import N_, _
from openabyss.words.cards.text import card_text, known_card
from openabyss.words.listing import titled

HELP = (
    ("1, 2, 3 …", N_("choose an answer by its number")),
    ("recruit:slaver", N_("choose an answer by its text, shown in brackets behind it")),
    ("show", N_("describe the table")),
    ("actions", N_("list the answers again")),
    ("?", N_("what may I do now: what each answer costs and brings")),
    ("card NAME", N_("what a lord or location does")),
    ("why ACTION", N_("why an answer is not allowed now")),
    ("hint", N_("what a computer would do in your place")),
    ("log", N_("repeat the last events")),
    ("score", N_("what everybody would score now")),
    ("language de", N_("change the language; alone it lists them all")),
    ("undo, redo", N_("undo the last answer, or redo it")),
    ("save [FILE]", N_("save the game")),
    ("quit", N_("save the game and leave")),
)
LINES_OF_LOG = 20


class PlainTable:
    """A session that is read and written as lines."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session = session
        self._source, self._target = source, target
        self._told = 0
        self._shown_turn = -1
        self._left = False
        self._listed = ""
        self._is_waiting = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hint": self._hint,
            "?": self._explain,
            "show": self._show,
            "actions": self._actions,
            "card": self._card,
            "why": self._why,
            "log": self._log,
            "language": self._language,
            "score": self._score,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "quit": self._quit,
        }

    def play(self) -> int:
        """Play until the game is over or the person leaves; returns the exit status."""
        self._say(_("Type a number, or help."))
        self._tell_who_waits()
        try:
            while not self._left and self._ask():
                self._read_line()
        except KeyboardInterrupt:
            save(self.session, last_game_file())
            raise
        if self.session.game.is_over:
            self._finish()
        return 0

    def _read_line(self) -> None:
        line = self._source.readline()
        if line:
            self._take(line.strip())
        else:
            self._quit("")

    def _ask(self) -> bool:
        """Let opponents decide and put the open question; False when the game is over."""
        self._say(*self.session.go_on())
        before = self.session.viewer
        self.session.sit_down()
        if self.session.viewer != before and self.session.is_shared:
            self._say("", _("--- {name} ---").format(name=self.session.names[self.session.viewer or 0]))
        self._tell_news()
        self._tell_who_waits()
        if self.session.game.is_over:
            return False
        turn = self.session.game.table.turn
        if self._shown_turn != turn and self.session.game.question.spec.number == MAIN:
            self._shown_turn = turn
            self._show("")
        if self._listed != self.session.game.hash:
            self._actions("")
        return True

    def _take(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif line.isdecimal():
                self._choose(int(line))
            elif line:
                self.session.answer(line)
        except OpenAbyssError as error:
            self._say(str(error))

    def _choose(self, number: int) -> None:
        choices = self.session.choices
        if not 1 <= number <= len(choices):
            self._say(_("There are answers 1 to {last}.").format(last=len(choices)))
            return
        self.session.choose(choices[number - 1])

    def _tell_who_waits(self) -> None:
        """Once that some opponents are not ready, and once that they are."""
        waiting = self.session.thinking.waiting
        if bool(waiting) != self._is_waiting:
            self._is_waiting = bool(waiting)
            self._say(waiting or _("Everything is prepared: all levels play now."))

    def _tell_news(self) -> None:
        self._told = min(self._told, self.session.game.history.log_length)
        for sentence in self.session.sentences(self._told):
            self._say(sentence)
        self._told = self.session.game.history.log_length

    def _finish(self) -> None:
        forget(last_game_file())
        self._score("")
        self._say(closing_words(self.session.game.state, self.session.names))

    # ----------------------------------------------------------------------------- commands

    def _help(self, _rest: str) -> None:
        width = max(len(command) for command, _text in HELP)
        for command, text in HELP:
            self._say(f"  {command:{width}}  {_(text)}")

    def _explain(self, _rest: str) -> None:
        for text, means in self.session.meanings:
            self._say(f"  {titled(text, means)}")

    def _show(self, _rest: str) -> None:
        self._say("", *table_lines(self.session), "")

    def _actions(self, _rest: str) -> None:
        self._listed = self.session.game.hash
        self._say(self.session.prompt)
        for number, choice in enumerate(self.session.choices, 1):
            hint = f" ({choice.hint})" if choice.hint else ""
            self._say(f"  {number}. {choice.label}{hint} [{choice.text}]")

    def _card(self, name: str) -> None:
        self._say(*card_text(known_card(name)).lines())

    def _why(self, action: str) -> None:
        self._say(self.session.why_not(action) or _("That is allowed."))

    def _hint(self, _rest: str) -> None:
        self._say(*self.session.thinking.hinting(self.session.game, self.session.names)())

    def _language(self, code: str) -> None:
        """Go on in another language, or list what there is."""
        if not code:
            self._say(*language_lines())
            return
        choose_language(code.lower())
        self._show("")
        self._actions("")

    def _log(self, _rest: str) -> None:
        self._say(*list(self.session.sentences())[-LINES_OF_LOG:])

    def _score(self, _rest: str) -> None:
        rows = [("", self.session.names), *score_rows(self.session.game.state, self.session.viewer)]
        widths = [
            max(len(cells[seat]) for _title, cells in rows) for seat in range(self.session.game.players)
        ]
        self._say("", preview_title(self.session.game.state))
        for title, cells in rows:
            columns = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            self._say(f"{title:20}  {'  '.join(columns)}".rstrip())

    def _undo(self, _rest: str) -> None:
        self.session.undo()
        self._say(_("Undone."))

    def _redo(self, _rest: str) -> None:
        self.session.redo()

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else last_game_file()
        save(self.session, path)
        self._say(_("Saved in {path}.").format(path=path))

    def _quit(self, _rest: str) -> None:
        self._left = True
        save(self.session, last_game_file())
        self._say(
            _("The game is saved. Resume it with: {command}").format(
                command=f"openabyss play --plain --resume {last_game_file()}"
            )
        )

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._target.write(f"{line}\n")
        self._target.flush()
