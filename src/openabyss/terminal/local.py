"""`openabyss play` line by line at a table in this process."""

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from subprocess import list2cmdline
from typing import TextIO

from openabyss.client.offers import answer_explained
from openabyss.client.protocol.from_client import (
    Command,
    Concede,
    Explain,
    FromClient,
    Hint,
    Propose,
    SeatOrders,
)
from openabyss.client.protocol.from_server import Explained, Hinted
from openabyss.client.table_history import entry_for
from openabyss.errors import GameOver
from openabyss.terminal.opponents import Thinking
from openabyss.terminal.plain import Heard, Notice, PlainTable
from openabyss.terminal.session import Session
from openabyss.terminal.tables import keep, save, session_for
from openabyss.words import N_, _, language


def play_plain(arguments: argparse.Namespace, begin_thinking: Callable[[], Thinking]) -> int:
    """Play line by line on the standard streams; returns the exit status."""
    session = session_for(arguments)
    with closing(session), closing(begin_thinking()) as session.thinking:
        return PlainTable(LocalTable(session), sys.stdin, sys.stdout).play()


class LocalTable:
    """A session as the backend of a table line by line."""

    help = (
        ("save [FILE]", N_("save the game")),
        ("quit", N_("save the game and leave")),
    )

    def __init__(self, session: Session) -> None:
        self.session = session
        self._replies: list[Heard] = []
        self._revision = -1
        self._moment: object = None
        self._is_waiting = False

    def heard(self, source: TextIO) -> Iterator[str | Heard]:
        """Lines are read only when opponents have decided and all messages have been given out."""
        yield from self._news()
        while line := source.readline():
            yield line.strip()
            yield from self._news()

    def _news(self) -> Iterator[Heard]:
        yield from self._take_replies()
        yield from self._preparation()
        yield from map(Notice, self.session.go_on())
        self.session.sit_down()
        yield from self._changes()
        yield from self._preparation()
        yield from self._take_replies()

    def _changes(self) -> Iterator[Heard]:
        """The table, if there is something new to be seen."""
        session = self.session
        moment = (session.history.revision, session.viewer, language())
        if moment == self._moment:
            return
        self._moment, have = moment, self._revision
        self._revision = session.history.revision
        keep(session)
        yield session.update_since(have)

    def _take_replies(self) -> Iterator[Heard]:
        replies, self._replies = self._replies, []
        yield from replies

    def _preparation(self) -> Iterator[Heard]:
        """Notices that some opponents are not ready, and that they are, each once."""
        waiting = self.session.thinking.waiting
        if bool(waiting) != self._is_waiting:
            self._is_waiting = bool(waiting)
            yield Notice(waiting or _("Everything is ready: all levels play now."))

    def send(self, message: FromClient) -> None:
        """Raises UnreadableAction, IllegalAction, GameOver."""
        session = self.session
        if isinstance(message, Command):
            session.carry_out(*entry_for(message))
        elif isinstance(message, Concede):
            session.concede()
        elif not isinstance(message, Propose):
            self._replies.append(self._reply(message))
        elif message.end is not None:  # All people sit here, so they have agreed.
            session.end_as(message.end)

    def _reply(self, message: FromClient) -> Heard:
        """What a person has asked for. Standing orders hold until the person leaves."""
        session, revision = self.session, self.session.history.revision
        if isinstance(message, Explain):
            if message.action is None:
                return Explained(message.id, message.seat, revision, session.meanings)
            answer = answer_explained(session.game, message.action, session.names)
            return Explained(message.id, message.seat, revision, [answer])
        if isinstance(message, SeatOrders):
            return session.orders_after(message.orders)
        if not isinstance(message, Hint):
            return session.scores
        if (asked := session.history.asked) is None:
            raise GameOver(_("The game is over."))
        reasons = list(session.thinking.hinting(session.game, session.names)())
        return Hinted(message.id, asked, revision, "", "", reasons)

    def command(self, word: str, rest: str) -> bool:
        """Raises UnwritableFile."""
        if word != "save":
            return False
        path = save(self.session, Path(rest) if rest else None)
        self._replies.append(Notice(_("Saved in {path}.").format(path=path)))
        return True

    def speak(self) -> None:
        """Nothing to send: the table speaks the language of the process, and is shown again anyway."""

    def leave(self) -> list[str]:
        """Save the game if it is not over. Raises UnwritableFile."""
        if self.session.is_over:
            return []
        words = ["openabyss", "play", "--plain", "--resume", str(save(self.session))]
        command = list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
        return [_("The game is saved. Resume it with: {command}").format(command=command)]
