"""Stored tables as files: compressed lines of JSON, each with everything that is stored of a table."""

import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openabyss.client.protocol.from_client import CHAT_LENGTH
from openabyss.client.table_history import CONCEDE, KINDS, NEWCOMER, SEAT, Entry, OtherRules
from openabyss.errors import InvalidRecord, OpenAbyssError
from openabyss.play.position.options import MAX_WITH_LEVIATHAN
from openabyss.server import private_files
from openabyss.server.storage import ChatRow, SeatRow, Storage, StoredTable, TableRow
from openabyss.server.storage.rows import PERSON, Hash, history_of
from openabyss.server.storage.storage import chat_of, restore_tables
from openabyss.server.tables.errors import UnknownTable
from openabyss.server.tables.seating import REGENT, is_known
from openabyss.whole_files import replacing
from openabyss.words import _
from openabyss.words.cards.regent import SEAT_OF_REGENT
from openabyss.words.listing import titled

FORMAT = "openabyss-archive/1"
# Of a line, when it is unpacked. A table with a hundred thousand entries needs no more.
MAX_BYTES = 16 * 2**20
# The longest text of an entry is a payment with every card that a hand can hold.
MAX_TEXT, MAX_COMMAND, MAX_HASH = 256, 160, 24
# The kinds of entries after which a computer may play a seat.
HANDING_OVER = (SEAT, CONCEDE)


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


def written(storage: Storage, id_: str) -> bytes:
    """Everything about a table as a line. Raises UnknownTable, DamagedTable, or UnreadableArchive or
    InvalidRecord if it could not be read again."""
    stored = storage.load_now(id_)
    if stored is None:
        raise UnknownTable(_("there is no table {table}").format(table=id_))
    # Older versions have stored longer lines.
    chat = [replace(line, text=line.text[:CHAT_LENGTH]) for line in storage.read_now(chat_of, id_)]
    watchers = sorted(stored.watchers)
    table = Archived(FORMAT, stored.row, stored.seats, stored.entries, watchers, chat)
    line = msgspec.json.encode(table) + b"\n"
    if len(line) > MAX_BYTES:
        text = _("{table}: has {size} bytes; an archive holds tables of {most} bytes at most")
        raise UnreadableArchive(text.format(table=id_, size=len(line), most=MAX_BYTES))
    again = _decoded(line, id_)
    _check_rows(again.stored, again.chat)
    return line


def write_archive(path: Path, lines: Iterable[bytes]) -> int:
    """Write an archive of such lines, which only its owner may read; an older file is replaced only when the
    new one is whole. Returns how many."""
    count = 0
    with new_file(path) as (_unfinished, file), gzip.open(file, "wb") as packed:
        for line in lines:
            packed.write(line)
            count += 1
    return count


@contextmanager
def new_file(path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A file that only its owner may read, under a name that it has until it is whole, and opened to be
    written. Raises UnreadableArchive."""
    try:
        private_files.check_kind(path)  # Root could put the file in the place of /dev/null.
        with replacing(path) as unfinished, private_files.create(unfinished) as file:
            yield unfinished, file
    except OSError as error:
        text = _("{path}: cannot be written: {why}")
        raise UnreadableArchive(text.format(path=path, why=error.strerror)) from error


def restore(storage: Storage, path: Path) -> int:
    """Put the tables of an archive into the database; returns how many. All of them are checked before the
    first is written, and all are written or none. Raises UnreadableArchive, InvalidRecord, Conflict."""
    with _opened(path) as archive:
        known = [_digest(line) for line in _checked_lines(archive, path)]
        storage.write_now(restore_tables, lambda: _again(archive, known, path))
        return len(known)


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
    for number, line in enumerate(iter(partial(archive.readline, MAX_BYTES + 1), b""), 1):
        if len(line) > MAX_BYTES:
            text = _("{path}, line {number}: is longer than {most} bytes")
            raise UnreadableArchive(text.format(path=path, number=number, most=MAX_BYTES))
        yield line


def _checked_lines(archive: gzip.GzipFile, path: Path) -> Iterator[bytes]:
    """The lines, whose tables may be stored here, play again and end as their entries say.

    One that was played by other rules is kept as it is: it cannot be opened here, but elsewhere.
    Raises UnreadableArchive, or InvalidRecord with the line and the entry that is wrong.
    """
    for number, line in enumerate(_lines(archive, path), 1):
        where = f"{path}, line {number}"
        table = _decoded(line, where)
        try:
            _check_rows(table.stored, table.chat)
            _check_computers(table.stored)
            with suppress(OtherRules):
                history_of(table.stored)
        except OpenAbyssError as error:
            raise InvalidRecord(titled(where, str(error))) from error
        yield line


def _decoded(line: bytes, where: str) -> Archived:
    try:
        table = msgspec.json.decode(line, type=Archived)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableArchive(titled(where, str(error))) from error
    if table.format != FORMAT:
        text = _("{found!r} is not {expected}").format(found=table.format, expected=FORMAT)
        raise UnreadableArchive(titled(where, text))
    return table


# --------------------------------------------------------------- what may be stored here


def _check_rows(stored: StoredTable, chat: Sequence[ChatRow]) -> None:
    """A server may have written these rows, and they do not contradict each other. Raises InvalidRecord."""
    persons = {seat.seat for seat in stored.seats if seat.kind == PERSON}
    for number, entry in enumerate(stored.entries, 1):
        _check_entry(number, entry, persons)
    _check_distinct("command", (entry.command for entry in stored.entries if entry.command is not None))
    _check_distinct("chat", (str(line.n) for line in chat))
    for moment in (stored.row.created, stored.row.changed, *(line.at for line in chat)):
        _check_moment(moment)


def _check_computers(stored: StoredTable) -> None:
    """There are no computers that this server was not started with. Raises InvalidRecord."""
    for seat in stored.seats:
        _check_level(seat, stored)
    for number, entry in enumerate(stored.entries, 1):
        without_level = ("", NEWCOMER) if entry.kind == SEAT else ("",)
        if entry.kind not in HANDING_OVER or entry.text in without_level:
            continue
        if entry.text == REGENT or not is_known(entry.text):
            raise _unknown_computer(_("entry {number}").format(number=number), entry.text)


def _check_level(seat: SeatRow, stored: StoredTable) -> None:
    """People have no level; computers one that this server knows, the Regent in solo play only."""
    level = seat.level
    if seat.kind == PERSON or level is None:
        is_right = seat.kind == PERSON and level is None
    elif level == REGENT:
        is_right = seat.seat == SEAT_OF_REGENT and stored.row.config.get("regent") is not None
    else:
        is_right = is_known(level)
    if not is_right:
        raise _unknown_computer(_("seat {number}").format(number=seat.seat), level)


def _check_entry(number: int, entry: Entry, persons: set[int]) -> None:
    where = _("entry {number}").format(number=number)
    lengths = (entry.text, MAX_TEXT), (entry.command or "", MAX_COMMAND), (entry.hash, MAX_HASH)
    if any(len(text) > most or not (text.isascii() and text.isprintable()) for text, most in lengths):
        raise InvalidRecord(_("{where}: a text is too long, or not readable").format(where=where))
    if entry.kind not in KINDS or entry.seat not in range(MAX_WITH_LEVIATHAN):
        raise InvalidRecord(_("{where}: there is no such entry").format(where=where))
    if entry.kind in HANDING_OVER and entry.seat not in persons:
        raise InvalidRecord(_("{where}: nobody can be replaced in that seat").format(where=where))


def _check_moment(moment: str) -> None:
    """A day of the calendar, and a time of that day. Raises InvalidRecord."""
    try:
        datetime.fromisoformat(moment)
    except ValueError as error:
        raise InvalidRecord(_("there is no such moment: {moment}").format(moment=moment)) from error


def _unknown_computer(where: str, level: str | None) -> InvalidRecord:
    text = _(
        "{where}: the computer {level!r} may not sit there; if it is a bot that you trust, name it in"
        " OPENABYSS_PLAYERS"
    )
    return InvalidRecord(text.format(where=where, level=level))


def _check_distinct(what: str, names: Iterable[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise InvalidRecord(_("{what}: {name} is there twice").format(what=what, name=name))
