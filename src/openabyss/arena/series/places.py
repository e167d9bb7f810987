"""Where results are written: looked at before anything is played, and errors that say what is wrong."""

import os
from collections.abc import Collection
from pathlib import Path

from openabyss.arena.series.journal import UnusableOutput
from openabyss.errors import InvalidOption
from openabyss.words import _
from openabyss.words.listing import one_of


def check_place(option: str, path: Path, endings: Collection[str]) -> None:
    """Raises InvalidOption, naming the option, when no file with such an ending can be written there."""
    if path.suffix not in endings:
        listed = one_of(endings)
        raise InvalidOption(
            _("{option}: {path} does not end in {endings}").format(option=option, path=path, endings=listed)
        )
    check_folder(option, path.parent)
    if path.is_dir() or (path.exists() and not os.access(path, os.W_OK)):
        raise InvalidOption(_("{option}: {path} cannot be written").format(option=option, path=path))


def check_folder(option: str, folder: Path) -> None:
    """Raises InvalidOption, naming the option, when no file can be written into the folder."""
    if not folder.is_dir():
        raise InvalidOption(_("{option}: there is no folder {folder}").format(option=option, folder=folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InvalidOption(
            _("{option}: nothing can be written into {folder}").format(option=option, folder=folder)
        )


def make_folder(folder: Path) -> None:
    """A folder, which may exist already, with all folders above it. Raises UnusableOutput."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(folder, error) from error


def write_text(path: Path, text: str) -> None:
    """Write a file. Raises UnusableOutput."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritten(path, error) from error


def unwritten(path: Path, error: OSError) -> UnusableOutput:
    """The error that says why something cannot be written."""
    return UnusableOutput(_("{path} cannot be written: {error}").format(path=path, error=error.strerror))
