"""What `openabyss admin` does. Each task returns the exit status, and may raise an OpenAbyssError."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

from openabyss.client.table_history import NEWCOMER, SEAT, DamagedTable
from openabyss.server.http import archive
from openabyss.server.http.archive import Archived, UnreadableArchive, archived, write_archive
from openabyss.server.storage import Retention, Storage
from openabyss.server.storage.rows import history_of
from openabyss.server.tables.errors import UnknownTable
from openabyss.server.tables.levels import DEFAULT_LEVEL, seats_of_strangers
from openabyss.words import _
from openabyss.words.levels import level_name
from openabyss.words.listing import titled

DAMAGED = 1


def backup(storage: Storage, arguments: Namespace) -> int:
    """All tables that can be read, into a file."""
    damaged: list[str] = []
    count = write_archive(arguments.file, _readable(storage, damaged))
    print(_("{count} tables written to {file}").format(count=count, file=arguments.file))
    return DAMAGED if damaged else 0


def _readable(storage: Storage, damaged: list[str]) -> Iterator[Archived]:
    """Every table that can be read; the ids of the others are added to `damaged`."""
    for id_ in storage.all_ids():
        try:
            table = archived(storage, id_)
            archive.written(table)
            yield table
        except (DamagedTable, UnreadableArchive) as error:
            damaged.append(id_)
            print(_("{table} is damaged and left out: {problem}").format(table=id_, problem=error))
        except UnknownTable:  # It was deleted since.
            continue


def export(storage: Storage, arguments: Namespace) -> int:
    """One table into a file."""
    write_archive(arguments.file, [archived(storage, arguments.table)])
    print(_("{table} written to {file}").format(table=arguments.table, file=arguments.file))
    return 0


def restore(storage: Storage, arguments: Namespace) -> int:
    """All tables of a file into an empty database."""
    if storage.all_ids():
        raise UnreadableArchive(_("the database has tables already; restore into an empty one, or import"))
    return import_(storage, arguments)


def import_(storage: Storage, arguments: Namespace) -> int:
    """All tables of a file beside those that are there."""
    count = archive.restore(storage, arguments.file)
    print(_("{count} tables read from {file}").format(count=count, file=arguments.file))
    return 0


def tidy(storage: Storage, arguments: Namespace) -> int:
    """Delete what has been kept for long enough."""
    keep = Retention(arguments.unbegun, arguments.chat, arguments.tables)
    done = storage.tidy_now(keep, datetime.now(UTC))
    text = _("deleted: {unbegun} tables that never began, {old} old tables, {lines} lines of chat")
    print(text.format(unbegun=done.unbegun, old=done.old, lines=done.lines))
    return 0


def verify(storage: Storage, _arguments: Namespace) -> int:
    """Play every stored table again."""
    ids, damaged = storage.all_ids(), 0
    for id_ in ids:
        with suppress(DamagedTable, LookupError):
            if seats := seats_of_strangers(_levels(storage, id_)):
                text = _(
                    "the computers of the seats {seats} are not known here; the level “{level}” plays for"
                    " them"
                )
                numbers, level = ", ".join(map(str, seats)), level_name(DEFAULT_LEVEL)
                print(titled(id_, text.format(seats=numbers, level=level)))
    for id_ in ids:
        try:
            if (stored := storage.load_now(id_)) is not None:
                history_of(stored)
        except DamagedTable as error:
            damaged += 1
            print(titled(id_, str(error)))
    text = _("{good} tables can be replayed as they were stored, {damaged} cannot")
    print(text.format(good=len(ids) - damaged, damaged=damaged))
    return DAMAGED if damaged else 0


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
