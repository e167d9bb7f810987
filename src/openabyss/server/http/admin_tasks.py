"""What `openabyss admin` does. Each task returns the exit status, and may raise an OpenAbyssError."""

import os
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

from openabyss.client.table_history import DamagedTable
from openabyss.errors import InvalidRecord
from openabyss.server.http import archive
from openabyss.server.http.archive import UnreadableArchive, new_file, write_archive, written
from openabyss.server.private_files import KEY_FILE
from openabyss.server.settings import data_folder, settings_from
from openabyss.server.storage import Retention, Storage
from openabyss.server.storage.database.engines import files_beside
from openabyss.server.storage.moderation import (
    VOICE_LETTERS,
    Deed,
    Kind,
    carry_out,
    deeds_after,
    moderated_table,
)
from openabyss.server.storage.rows import history_of
from openabyss.server.storage.schema import OVER, UNKNOWN
from openabyss.server.storage.storage import compact, mark, now, of_stage, tidy_tables
from openabyss.server.tables.errors import UnknownTable
from openabyss.server.tables.seating import DEFAULT_LEVEL, seats_of_strangers
from openabyss.server.tables.talk import removing_name
from openabyss.words import _
from openabyss.words.levels import level_name
from openabyss.words.listing import titled

DAMAGED = 1
# How many tables of a sort are deleted at once, and for how many seconds the server may then store moves.
PORTION, PAUSE = 50, 0.1


def backup(storage: Storage, arguments: Namespace) -> int:
    """All tables that can be read, into a file."""
    damaged: list[str] = []
    count = write_archive(_beside(storage, arguments.file), _readable(storage, damaged))
    print(_("{count} tables written to {file}").format(count=count, file=arguments.file))
    return DAMAGED if damaged else 0


def _beside(storage: Storage, path: Path) -> Path:
    """A file to be written. Raises UnreadableArchive where it would replace the database or the key."""
    for known in (*storage.files(), data_folder(os.environ) / KEY_FILE):
        with suppress(OSError):
            if path.samefile(known):
                problem = _("{path} belongs to the server, which needs it; name another file")
                raise UnreadableArchive(problem.format(path=path))
    return path


def _readable(storage: Storage, damaged: list[str]) -> Iterator[bytes]:
    """The lines of all tables that can be read; the ids of the others are added to `damaged`."""
    for id_ in storage.all_ids():
        try:
            yield written(storage, id_)
        except (DamagedTable, InvalidRecord, UnreadableArchive) as error:
            damaged.append(id_)
            print(_("{table} is damaged and left out: {problem}").format(table=id_, problem=error))
        except UnknownTable:  # It was deleted since.
            continue


def copy(storage: Storage, arguments: Namespace) -> int:
    """The whole database, with leagues, names and addresses, into a file of the same kind."""
    with new_file(_beside(storage, arguments.file)) as (unfinished, _file):
        for other in files_beside(arguments.file):
            if other.exists():  # SQLite would take it for a part of the copy.
                problem = _("{path} belongs to another database of this name; choose another name")
                raise UnreadableArchive(problem.format(path=other))
        storage.copy_now(unfinished)
    print(_("the database was copied to {file}").format(file=arguments.file))
    return 0


def export(storage: Storage, arguments: Namespace) -> int:
    """One table into a file."""
    write_archive(_beside(storage, arguments.file), [written(storage, arguments.table)])
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
    """Delete what has been kept for long enough, and make finished tables compact."""
    at = datetime.now(UTC)
    keep = Retention(arguments.unbegun, arguments.abandoned, arguments.chat, arguments.tables)
    finished = at - timedelta(days=settings_from(os.environ).compact_days)
    _find_finished(storage, finished)
    done = Counter(part := storage.write_now(tidy_tables, keep, at, PORTION))
    while any(part.values()):
        sleep(PAUSE)
        done.update(part := storage.write_now(tidy_tables, keep, at, PORTION))
    compacted = sum(storage.write_now(compact, id_) for id_ in storage.read_now(of_stage, OVER, finished))
    text = _(
        "deleted: {unbegun} tables that never began, {abandoned} abandoned tables, {old} old tables,"
        " {lines} lines of chat; made compact: {compact} finished tables"
    )
    print(text.format(**done, compact=compacted))
    return 0


def _find_finished(storage: Storage, before: datetime) -> None:
    """Play tables that came from elsewhere, and note which of them are over; damaged ones stay."""
    for id_ in storage.read_now(of_stage, UNKNOWN, before):
        with suppress(DamagedTable):
            if (stored := storage.load_now(id_)) is not None:
                storage.write_now(mark, id_, is_over=history_of(stored).is_over)


def verify(storage: Storage, _arguments: Namespace) -> int:
    """Play every stored table again."""
    ids, damaged = storage.all_ids(), 0
    for id_ in ids:
        try:
            stored = storage.load_now(id_)
            levels = [] if stored is None else history_of(stored).levels
        except DamagedTable as error:
            damaged += 1
            print(titled(id_, str(error)))
            continue
        if seats := seats_of_strangers(levels):
            text = _(
                "the computers of the seats {seats} are not known here; the level “{level}” plays for them"
            )
            numbers, level = ", ".join(map(str, seats)), level_name(DEFAULT_LEVEL)
            print(titled(id_, text.format(seats=numbers, level=level)))
    text = _("{good} tables can be replayed as they were stored, {damaged} cannot")
    print(text.format(good=len(ids) - damaged, damaged=damaged))
    return DAMAGED if damaged else 0


# ---------------------------------------------------------------------------------- moderation


def people(storage: Storage, arguments: Namespace) -> int:
    """Who sits at a table and what has been said, each line with its voice."""
    table = storage.read_now(moderated_table, arguments.table)
    for seat, (name, voice) in enumerate(zip(table.names, table.voices, strict=True)):
        print(f"{voice:{VOICE_LETTERS}}  {titled(str(seat), name)}")
    if table.chat_closed:
        print(_("the chat is closed"))
    for line in table.lines:
        print(f"{line.voice:{VOICE_LETTERS}}  {line.at}  {titled(line.name, line.text)}")
    return 0


def moderate(storage: Storage, arguments: Namespace) -> int:
    """Close or open the chat of a table, mute somebody of it or let them speak again, or delete it."""
    table, voice = (getattr(arguments, name, "") for name in ("table", "voice"))
    return _carry_out(storage, Deed(Kind(arguments.kind), table, voice=voice))


def remove_name(storage: Storage, arguments: Namespace) -> int:
    """A seat gets a name that says nothing."""
    table = storage.read_now(moderated_table, arguments.table)
    return _carry_out(storage, removing_name(table, arguments.seat))


def _carry_out(storage: Storage, deed: Deed) -> int:
    storage.write_now(carry_out, deed, "command", now())
    print(_("done; the server shows it in a moment"))
    return 0


def deeds(storage: Storage, _arguments: Namespace) -> int:
    """What has been done, the newest last."""
    for deed in storage.read_now(deeds_after, 0):
        print("  ".join(filter(None, (deed.at, deed.by, deed.kind, deed.table, deed.voice, deed.note))))
    return 0
