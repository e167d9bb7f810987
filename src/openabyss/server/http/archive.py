"""Stored tables as files: compressed lines of JSON, each with everything that is stored of a table."""

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path

import msgspec
from msgspec import Struct

from openabyss.client.table_history import NEWCOMER, SEAT, DamagedTable, Entry, OtherRules
from openabyss.errors import InvalidRecord, OpenAbyssError
from openabyss.server import private_files
from openabyss.server.http.archive_checks import check_archived
from openabyss.server.storage import ChatRow, SeatRow, Storage, StoredTable, TableRow
from openabyss.server.storage.rows import Hash, history_of
from openabyss.server.tables.errors import UnknownTable
from openabyss.server.tables.levels import seats_of_strangers
from openabyss.words import _
from openabyss.words.listing import titled

FORMAT = "openabyss-archive/1"
# Of a line, when it is unpacked. A table with a hundred thousand entries needs no more.
MAX_BYTES = 16 * 2**20


class UnreadableArchive(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A file cannot be read or written, or is no archive."""


class Archived(Struct, forbid_unknown_fields=True):
    """A line of an archive."""

    format: str
    table: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    watchers: list[Hash]
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
    """Write an archive, which only its owner may read; an older file is replaced only when the new one is
    whole. Returns how many."""
    partial, count = path.with_name(f"{path.name}.partial"), 0
    try:
        with private_files.create(partial) as file, gzip.open(file, "wb") as lines:
            for table in tables:
                lines.write(_line(table))
                count += 1
        partial.replace(path)
    except OSError as error:
        raise UnreadableArchive(
            _("{path}: cannot be written: {why}").format(path=path, why=error.strerror)
        ) from error
    return count


def _line(table: Archived) -> bytes:
    """A table as it is written. Raises UnreadableArchive if it could not be read again."""
    line = msgspec.json.encode(table) + b"\n"
    if len(line) > MAX_BYTES:
        raise UnreadableArchive(
            _("{table}: has {size} bytes; an archive holds tables of {most} bytes at most").format(
                table=table.table.id, size=len(line), most=MAX_BYTES
            )
        )
    return line


def read_archive(path: Path) -> Iterator[Archived]:
    """The tables of an archive, each of which may be stored here and plays again as it was stored.

    Raises UnreadableArchive, or InvalidRecord with the line and the entry that is wrong.
    """
    with _opened(path) as archive:
        for number, line in enumerate(_lines(archive, path), 1):
            yield _checked(line, f"{path}, line {number}")


def restore(storage: Storage, path: Path) -> int:
    """Put the tables of an archive into the database; returns how many.

    All of them are checked before the first is written, and all are written or none.

    Raises UnreadableArchive, InvalidRecord, Conflict.
    """
    with _opened(path) as archive:
        known = []
        for number, line in enumerate(_lines(archive, path), 1):
            _checked(line, f"{path}, line {number}")
            known.append(_digest(line))
        return storage.restore_now(lambda: _again(archive, known, path))


def _again(
    archive: gzip.GzipFile, known: list[bytes], path: Path
) -> Iterator[tuple[StoredTable, list[ChatRow]]]:
    """The tables of an archive that was checked: they need not all be in memory at once."""
    archive.seek(0)
    for line, digest in zip_longest(_lines(archive, path), known):
        if line is None or _digest(line) != digest:
            raise UnreadableArchive(_("{path}: has changed while it was read").format(path=path))
        table = _decoded(line, str(path))
        yield table.stored, table.chat


def _digest(line: bytes) -> bytes:
    return blake2b(line, digest_size=16).digest()


@contextmanager
def _opened(path: Path) -> Iterator[gzip.GzipFile]:
    """An archive to read. Whatever goes wrong with the file meanwhile is an UnreadableArchive."""
    try:
        with gzip.open(path, "rb") as archive:
            yield archive
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableArchive(_("{path}: cannot be read: {why}").format(path=path, why=error)) from error


def _lines(archive: gzip.GzipFile, path: Path) -> Iterator[bytes]:
    """The lines, none of which is longer than memory allows. Raises UnreadableArchive."""
    number = 0
    while line := archive.readline(MAX_BYTES + 1):
        number += 1
        if len(line) > MAX_BYTES:
            raise UnreadableArchive(
                _("{path}, line {number}: is longer than {most} bytes").format(
                    path=path, number=number, most=MAX_BYTES
                )
            )
        yield line


def _checked(line: bytes, where: str) -> Archived:
    """A table that may be stored here, plays again and ends where it is said to end.

    One that was played by other rules is kept as it is: it cannot be opened here, but elsewhere.
    Raises UnreadableArchive, InvalidRecord.
    """
    table = _decoded(line, where)
    try:
        check_archived(table.stored, table.chat)
        history_of(table.stored)
    except OtherRules:
        return table
    except OpenAbyssError as error:
        raise InvalidRecord(titled(where, str(error))) from error
    return table


def _decoded(line: bytes, where: str) -> Archived:
    try:
        table = msgspec.json.decode(line, type=Archived)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableArchive(titled(where, str(error))) from error
    if table.format != FORMAT:
        raise UnreadableArchive(
            titled(where, _("{found!r} is not {expected}").format(found=table.format, expected=FORMAT))
        )
    return table


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


def stand_ins(storage: Storage) -> Iterator[tuple[str, list[int]]]:
    """The tables at which the default level plays, since this process does not know the stored one: the id,
    and the seats."""
    for id_ in storage.all_ids():
        with suppress(DamagedTable, LookupError):
            if seats := seats_of_strangers(_levels(storage, id_)):
                yield id_, seats


def _levels(storage: Storage, id_: str) -> list[str | None]:
    """Who plays the seats of a table now. Raises DamagedTable, LookupError."""
    stored = storage.load_now(id_)
    if stored is None:
        return []
    levels = [seat.level for seat in stored.seats]
    for entry in stored.entries:
        if entry.kind == SEAT:
            levels[entry.seat] = None if entry.text in ("", NEWCOMER) else entry.text
    return levels


def archived_whole(storage: Storage, tell: Callable[[str, str], None]) -> Iterator[Archived]:
    """Every table that can be read; of the others `tell` hears the id, and what is wrong."""
    for id_ in storage.all_ids():
        try:
            table = archived(storage, id_)
            _line(table)
            yield table
        except (DamagedTable, UnreadableArchive) as error:
            tell(id_, str(error))
        except UnknownTable:  # It was deleted since.
            continue
