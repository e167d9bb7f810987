"""`openabyss admin`: copies of the stored tables, and whether they still play as they were stored."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from openabyss.words import _
from openabyss.words.listing import titled

if TYPE_CHECKING:
    from openabyss.server.storage import Storage

DAMAGED = 1
MAX_DAYS = 36_500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be done with the stored tables."""
    tasks = parser.add_subparsers(title=_("tasks"), metavar=_("TASK"), required=True)
    backup = tasks.add_parser("backup", help=_("write all tables into a file, while the server runs"))
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(task=_backup)
    restore = tasks.add_parser("restore", help=_("put all tables of a file into an empty database"))
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.set_defaults(task=_restore)
    export = tasks.add_parser("export", help=_("write one table into a file"))
    export.add_argument("table", metavar="TABLE")
    export.add_argument("file", type=Path, metavar="FILE")
    export.set_defaults(task=_export)
    import_ = tasks.add_parser("import", help=_("add the tables of a file"))
    import_.add_argument("file", type=Path, metavar="FILE")
    import_.set_defaults(task=_import)
    tidy = tasks.add_parser("tidy", help=_("delete what has been kept long enough"))
    for name, usual, about in (
        ("unbegun", 30, _("days to keep a table at which nobody has answered anything")),
        ("chat", 90, _("days to keep the chat of a table")),
        ("tables", 365, _("days to keep any table")),
    ):
        tidy.add_argument(f"--{name}", type=_days, default=usual, metavar="DAYS", help=f"{about} ({usual})")
    tidy.set_defaults(task=_tidy)
    verify = tasks.add_parser("verify", help=_("replay every table and compare"))
    verify.set_defaults(task=_verify)


def run(arguments: argparse.Namespace) -> int:
    """Do the task; returns the exit status."""
    from openabyss.server.settings import settings_from  # noqa: PLC0415  loads the rules
    from openabyss.server.storage import Storage  # noqa: PLC0415
    from openabyss.server.storage.schema import migrate_for_tools  # noqa: PLC0415

    url = settings_from(os.environ).database_url
    migrate_for_tools(url)
    storage = Storage(url)
    try:
        status: int = arguments.task(storage, arguments)
    finally:
        storage.close()
    return status


def _backup(storage: "Storage", arguments: argparse.Namespace) -> int:
    from openabyss.server.http.archive import archived_whole, write_archive  # noqa: PLC0415

    damaged = []

    def tell(id_: str, problem: str) -> None:
        damaged.append(id_)
        print(_("{table} is damaged and left out: {problem}").format(table=id_, problem=problem))

    count = write_archive(arguments.file, archived_whole(storage, tell))
    print(_("{count} tables written to {file}").format(count=count, file=arguments.file))
    return DAMAGED if damaged else 0


def _export(storage: "Storage", arguments: argparse.Namespace) -> int:
    from openabyss.server.http.archive import archived, write_archive  # noqa: PLC0415

    write_archive(arguments.file, [archived(storage, arguments.table)])
    print(_("{table} written to {file}").format(table=arguments.table, file=arguments.file))
    return 0


def _restore(storage: "Storage", arguments: argparse.Namespace) -> int:
    from openabyss.server.http.archive import UnreadableArchive  # noqa: PLC0415

    if storage.all_ids():
        raise UnreadableArchive(_("the database has tables already; restore into an empty one, or import"))
    return _import(storage, arguments)


def _import(storage: "Storage", arguments: argparse.Namespace) -> int:
    from openabyss.server.http.archive import restore  # noqa: PLC0415

    count = restore(storage, arguments.file)
    print(_("{count} tables read from {file}").format(count=count, file=arguments.file))
    return 0


def _days(text: str) -> int:
    """A number of days. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= MAX_DAYS and len(text) <= 6):
        raise argparse.ArgumentTypeError(_("must be a number of days from 1 to {most}").format(most=MAX_DAYS))
    return int(text)


def _tidy(storage: "Storage", arguments: argparse.Namespace) -> int:
    from datetime import UTC, datetime  # noqa: PLC0415

    from openabyss.server.storage import Retention  # noqa: PLC0415

    keep = Retention(arguments.unbegun, arguments.chat, arguments.tables)
    done = storage.tidy_now(keep, datetime.now(UTC))
    told = _("deleted: {unbegun} tables that never began, {old} old tables, {lines} lines of chat")
    print(told.format(unbegun=done.unbegun, old=done.old, lines=done.lines))
    return 0


def _verify(storage: "Storage", _arguments: argparse.Namespace) -> int:
    from openabyss.server.http.archive import stand_ins, verify  # noqa: PLC0415
    from openabyss.server.tables.levels import default_level  # noqa: PLC0415

    for id_, seats in stand_ins(storage):
        told = _("the computers of the seats {seats} are not known here; {level} plays for them")
        print(titled(id_, told.format(seats=", ".join(map(str, seats)), level=default_level())))
    good, damaged = 0, 0
    for id_, problem in verify(storage):
        if problem is None:
            good += 1
        else:
            damaged += 1
            print(titled(id_, problem))
    print(
        _("{good} tables can be replayed as they were stored, {damaged} cannot").format(
            good=good, damaged=damaged
        )
    )
    return DAMAGED if damaged else 0
