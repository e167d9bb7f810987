"""`openabyss admin`: copies of the stored tables, whether they still play as stored, and moderation."""

import argparse
import os
from pathlib import Path

from openabyss.words import _

MAX_DAYS = 36_500
# The task of all commands that are called as the kind of deed that they carry out.
MODERATE = "moderate"
# The tasks that make a database where there is none.
FILLING = ("restore", "import_")


def add_admin_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be done with the stored tables; `task` is the name of a function of admin_tasks."""
    tasks = parser.add_subparsers(title=_("tasks"), metavar=_("TASK"), required=True)

    def add(name: str, about: str, *positionals: str, task: str = "") -> argparse.ArgumentParser:
        added = tasks.add_parser(name, help=about)
        called = name.replace("-", "_")
        added.set_defaults(task=task or called, kind=called)
        for positional in positionals:
            is_file = positional == "file"
            added.add_argument(positional, type=Path if is_file else _id, metavar=positional.upper())
        return added

    add("backup", _("write all tables into a file, while the server runs"), "file")
    add("copy", _("write the whole SQLite database into a file, while the server runs"), "file")
    add("restore", _("put all tables of a file into an empty database"), "file")
    add("export", _("write one table into a file"), "table", "file")
    add("import", _("add the tables of a file"), "file", task="import_")
    tidy = add("tidy", _("delete what has been kept long enough, and make finished tables compact"))
    for name, usual, about in (
        ("unbegun", 30, _("days to keep a table at which nobody has answered anything")),
        ("abandoned", 180, _("days to keep a table whose game is not over")),
        ("chat", 90, _("days to keep the chat of a table")),
        ("tables", 365, _("days to keep any table")),
    ):
        tidy.add_argument(f"--{name}", type=_days, default=usual, metavar="DAYS", help=f"{about} ({usual})")
    add("verify", _("replay every table and compare"))
    add("people", _("what people say at a table, and what they call themselves"), "table")
    add("close-chat", _("hide the chat of a table, and let nobody write in it"), "table", task=MODERATE)
    add("open-chat", _("the opposite of close-chat"), "table", task=MODERATE)
    add("mute", _("mute somebody from a table, at all tables"), "table", "voice", task=MODERATE)
    add("unmute", _("unmute somebody"), "voice", task=MODERATE)
    remove = add("remove-name", _("give a seat a neutral name"), "table")
    remove.add_argument("seat", type=int, metavar="SEAT")
    add("delete", _("delete a table with everything that was played and said there"), "table", task=MODERATE)
    add("deeds", _("what has been done with these commands and on the page of the operator"))


def _id(text: str) -> str:
    """The id of a table, or a voice. Raises ArgumentTypeError for what no database could look for."""
    if not text.isascii():
        raise argparse.ArgumentTypeError(_("must be of ASCII characters"))
    return text


def _days(text: str) -> int:
    """A number of days. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= MAX_DAYS and len(text) <= 6):
        raise argparse.ArgumentTypeError(_("must be a number of days from 1 to {most}").format(most=MAX_DAYS))
    return int(text)


def admin_command(arguments: argparse.Namespace) -> int:
    """Do the task; returns the exit status."""
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415  few commands need it

    from openabyss.server.http import admin_tasks  # noqa: PLC0415  loads the rules
    from openabyss.server.settings import database_address, settings_from  # noqa: PLC0415  loads the rules
    from openabyss.server.storage import Storage  # noqa: PLC0415
    from openabyss.server.storage.database.engines import unusable  # noqa: PLC0415
    from openabyss.server.storage.migration import check_tables, migrate_for_tools  # noqa: PLC0415

    if arguments.task not in FILLING:
        check_tables(database_address(os.environ))
    url = settings_from(os.environ).database_url
    migrate_for_tools(url)
    storage = Storage(url)
    try:
        status: int = getattr(admin_tasks, arguments.task)(storage, arguments)
    except SQLAlchemyError as error:
        raise unusable(error) from error
    finally:
        storage.close()
    return status
