"""A table in this process, as the table of lines plays at it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from openabyss.client import table_history as entries
from openabyss.client.protocol.messages import AnswerExplained, Explained, Hinted
from openabyss.errors import GameOver
from openabyss.terminal.plain import EXPLAIN, HINT, WHY, Heard, Notice
from openabyss.terminal.saving import forget, last_game_file, save
from openabyss.terminal.session import Session
from openabyss.words import N_, _, language


class LocalTable:
    """A session as a table that hears and replies."""

    help = (
        ("undo, redo, restart", N_("undo the last answer, redo it, restart the turn")),
        ("save [FILE]", N_("save the game")),
        ("quit", N_("save the game and leave")),
    )

    def __init__(self, session: Session) -> None:
        self.session = session
        self._replies: list[Heard] = []
        self._told = -1
        self._moment: object = None
        self._is_waiting = False

    def heard(self, source: TextIO) -> Iterator[str | Heard]:
        """Lines are read only when opponents have decided and everything is said."""
        yield from self._news()
        while line := source.readline():
            yield line.strip()
            yield from self._news()

    def _news(self) -> Iterator[Heard]:
        yield from self._take_replies()
        yield from self._who_waits()
        for text in self.session.go_on():
            yield Notice(text)
        self.session.sit_down()
        yield from self._changes()
        yield from self._who_waits()
        yield from self._take_replies()

    def _changes(self) -> Iterator[Heard]:
        """The table, if there is something new to be seen."""
        session = self.session
        moment = (session.history.revision, session.viewer, language())
        if moment == self._moment:
            return
        self._moment, have = moment, self._told
        self._told = session.history.revision
        if session.game.is_over:
            forget(last_game_file())
        yield session.update_since(have)

    def _take_replies(self) -> Iterator[Heard]:
        replies, self._replies = self._replies, []
        yield from replies

    def _who_waits(self) -> Iterator[Heard]:
        """Once that some opponents are not ready, and once that they are."""
        waiting = self.session.thinking.waiting
        if bool(waiting) != self._is_waiting:
            self._is_waiting = bool(waiting)
            yield Notice(waiting or _("Everything is prepared: all levels play now."))

    def answer(self, text: str) -> None:
        """An action or a whole payment. Raises UnreadableAction or IllegalAction."""
        self.session.answer(text)

    def ask(self, what: str, action: str = "") -> None:
        """Raises UnreadableAction, GameOver."""
        session = self.session
        if what == EXPLAIN:
            meanings = [AnswerExplained("", label, means) for label, means in session.meanings]
            self._replies.append(Explained(what, meanings))
        elif what == WHY:
            self._replies.append(Explained(what, [session.explain(action)]))
        elif what == HINT:
            self._replies.append(self._hint())
        else:
            self._replies.append(session.scores)

    def _hint(self) -> Hinted:
        if self.session.game.is_over:
            raise GameOver(_("The game is over."))
        advice = self.session.thinking.hinting(self.session.game, self.session.names)()
        return Hinted(HINT, "", "", list(advice))

    def command(self, word: str, rest: str) -> bool:
        """Raises IllegalAction, UnreadableFile."""
        if word == "undo":
            self.session.undo()
        elif word == "redo":
            self.session.redo()
        elif word == "restart":
            self.session.carry_out(entries.RESTART)
        elif word == "save":
            self._save(Path(rest).expanduser() if rest else last_game_file())
        else:
            return False
        return True

    def _save(self, path: Path) -> None:
        save(self.session, path)
        self._replies.append(Notice(_("Saved in {path}.").format(path=path)))

    def speak(self) -> None:
        """The language of the process is that of the table: the table is shown again by itself."""

    def leave(self) -> list[str]:
        """What is not over is saved. Raises UnreadableFile."""
        if self.session.game.is_over:
            return []
        save(self.session, last_game_file())
        resuming = f"openabyss play --plain --resume {last_game_file()}"
        return [_("The game is saved. Resume it with: {command}").format(command=resuming)]
