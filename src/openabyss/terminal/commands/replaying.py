"""A finished or saved game told from its log."""

from pathlib import Path
from typing import TextIO

from openabyss.terminal.saving import load
from openabyss.terminal.session import Session
from openabyss.words import _


def replay_file(path: Path, target: TextIO, keys: TextIO | None) -> None:
    """`replay` for a file. Raises UnreadableFile, InvalidRecord."""
    replay(load(path), target, keys)


def replay(session: Session, target: TextIO, keys: TextIO | None) -> None:
    """Write the log with everything that was hidden; with `keys`, wait for a line after every decision."""
    for sentences in session.told_by_move():
        for sentence in sentences:
            target.write(f"{sentence}\n")
        target.flush()
        if keys is not None and not keys.readline():
            break
    if session.game.is_over:
        target.write(session.scores.closing + "\n")
        return
    asked = session.names[session.game.player]
    target.write(_("The record ends here; the next decision is {name}'s.").format(name=asked) + "\n")
