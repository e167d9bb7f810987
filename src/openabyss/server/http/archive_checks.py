"""What an archive must not bring into a database: computers that this server was not started with, rows that
contradict each other. That the table plays again is checked elsewhere (`commits.history_of`).
"""

from collections.abc import Iterable, Sequence

from openabyss.client.table_history import KINDS, NEWCOMER, SEAT, Entry
from openabyss.errors import InvalidRecord
from openabyss.position.options import MOST_WITH_LEVIATHAN
from openabyss.server.storage import ChatRow, SeatRow, StoredTable
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.levels import REGENT, is_known
from openabyss.words import _
from openabyss.words.cards.regent import SEAT_OF_REGENT

# The longest text of an entry is a payment with every card that a hand can hold.
MAX_TEXT, MAX_COMMAND, MAX_HASH = 256, 160, 24


def check_archived(stored: StoredTable, chat: Sequence[ChatRow]) -> None:
    """Everything in a table of an archive may be stored here. Raises InvalidRecord."""
    for seat in stored.seats:
        _check_level(seat, stored)
    persons = {seat.seat for seat in stored.seats if seat.kind == PERSON}
    for number, entry in enumerate(stored.entries, 1):
        _check_entry(number, entry, persons)
    _check_distinct("command", (entry.command for entry in stored.entries if entry.command is not None))
    _check_distinct("chat", (str(line.n) for line in chat))


def _check_level(seat: SeatRow, stored: StoredTable) -> None:
    """People have no level; computers one that this server knows, the Regent in solo play only."""
    level = seat.level
    if seat.kind == PERSON:
        is_right = level is None
    elif level == REGENT:
        is_right = seat.seat == SEAT_OF_REGENT and stored.row.config.get("regent") is not None
    else:
        is_right = level is not None and is_known(level)
    if not is_right:
        raise InvalidRecord(_stranger(_("seat {number}").format(number=seat.seat), level))


def _check_entry(number: int, entry: Entry, persons: set[int]) -> None:
    where = _("entry {number}").format(number=number)
    lengths = (
        (entry.text, MAX_TEXT),
        (entry.command or "", MAX_COMMAND),
        (entry.hash, MAX_HASH),
    )
    if any(len(text) > most or not (text.isascii() and text.isprintable()) for text, most in lengths):
        raise InvalidRecord(_("{where}: a text is too long, or not readable").format(where=where))
    if entry.kind not in KINDS or entry.seat not in range(MOST_WITH_LEVIATHAN):
        raise InvalidRecord(_("{where}: there is no such entry").format(where=where))
    if entry.kind != SEAT:
        return
    if entry.seat not in persons:
        raise InvalidRecord(_("{where}: nobody can be replaced on that seat").format(where=where))
    if entry.text not in ("", NEWCOMER) and (entry.text == REGENT or not is_known(entry.text)):
        raise InvalidRecord(_stranger(where, entry.text))


def _stranger(where: str, level: str | None) -> str:
    return _(
        "{where}: the computer {level!r} may not sit there; if it is a bot that you trust, name it in"
        " OPENABYSS_PLAYERS"
    ).format(where=where, level=level)


def _check_distinct(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InvalidRecord(_("{what}: {name} is there twice").format(what=what, name=name))
        seen.add(name)
