"""Stored tables as files: compressed lines of JSON, each with everything that is stored of a table."""

import gzip
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from openabyss.errors import InvalidRecord, OpenAbyssError
from openabyss.web.history import DamagedTable, Entry
from openabyss.web.storage import ChatRow, SeatRow, Storage, StoredTable, TableRow
from openabyss.web.tables.commits import history_of
from openabyss.web.tables.errors import UnknownTable
from openabyss.words import _
from openabyss.words.listing import titled

FORMAT = "openabyss-archive/1"


class UnreadableArchive(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A file cannot be read or written, or is no archive."""


class Archived(Struct, forbid_unknown_fields=True):
    """A line of an archive."""

    format: str
    table: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    watchers: list[str]
    chat: list[ChatRow]

    @property
    def stored(self) -> StoredTable:
        return StoredTable(self.table, self.seats, self.entries, set(self.watchers))


def archived(storage: Storage, id_: str) -> Archived:
    """Everything about a table. Raises UnknownTable, DamagedTable."""
    stored = storage.load_now(id_)
    if stored is None:
        raise UnknownTable(_("there is no table {table}").format(table=id_))
    return Archived(
        FORMAT, stored.row, stored.seats, stored.entries, sorted(stored.watchers), storage.chat_now(id_)
    )


def write_archive(path: Path, tables: Iterable[Archived]) -> int:
    """Write an archive; an older file is replaced only when the new one is whole. Returns how many."""
    partial, count = path.with_name(f"{path.name}.partial"), 0
    try:
        with gzip.open(partial, "wb") as lines:
            for table in tables:
                lines.write(msgspec.json.encode(table) + b"\n")
                count += 1
        partial.replace(path)
    except OSError as error:
        raise UnreadableArchive(
            _("{path}: cannot be written: {why}").format(path=path, why=error.strerror)
        ) from error
    return count


def read_archive(path: Path) -> Iterator[Archived]:
    """The tables of an archive, each of which plays again as it was stored.

    Raises UnreadableArchive, or InvalidRecord with the line and the entry that is wrong.
    """
    for number, line in enumerate(_lines(path), 1):
        try:
            table = msgspec.json.decode(line, type=Archived)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise UnreadableArchive(
                _("{path}, line {number}: {why}").format(path=path, number=number, why=error)
            ) from error
        if table.format != FORMAT:
            raise UnreadableArchive(
                _("{path}, line {number}: {found} is not {expected}").format(
                    path=path, number=number, found=table.format, expected=FORMAT
                )
            )
        _check(table, f"{path}, line {number}")
        yield table


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as lines:
            yield from lines
    except (OSError, EOFError) as error:
        raise UnreadableArchive(_("{path}: cannot be read: {why}").format(path=path, why=error)) from error


def _check(table: Archived, where: str) -> None:
    """The table plays again and ends where it is said to end. Raises InvalidRecord."""
    try:
        history_of(table.stored)
    except OpenAbyssError as error:
        raise InvalidRecord(titled(where, str(error))) from error


def verify(storage: Storage) -> Iterator[tuple[str, str | None]]:
    """Play every stored table again: its id, and what is wrong with it, or None."""
    for id_ in storage.all_ids():
        yield id_, _problem(storage, id_)


def _problem(storage: Storage, id_: str) -> str | None:
    try:
        stored = storage.load_now(id_)
        if stored is not None:
            history_of(stored)
    except DamagedTable as error:
        return str(error)
    return None


def archived_whole(storage: Storage, tell: Callable[[str, str], None]) -> Iterator[Archived]:
    """Every table that can be read; of the others `tell` hears the id, and what is wrong."""
    for id_ in storage.all_ids():
        try:
            yield archived(storage, id_)
        except DamagedTable as error:
            tell(id_, str(error))
        except UnknownTable:  # It was deleted since.
            continue
