"""Conceding, and ends that all have agreed to: stored, acknowledged and shown like answers."""

from openabyss.client.result import write_proposal
from openabyss.client.table_history import CONCEDE, PROPOSE
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.commands import Commands, check_turnabouts
from openabyss.server.tables.errors import Refusal, stale
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import DEFAULT_LEVEL, deciders
from openabyss.words import _


def decider_of(table: LiveTable, browser: str) -> int:
    """The seat by which a browser speaks. Raises Refusal."""
    for seat in deciders(table.seats, table.history.levels):
        if table.seats[seat].browser == browser:
            return seat
    raise Refusal("forbidden", _("A computer plays this seat; take it back first."))


def level_after_conceding(table: LiveTable, seat: int, level: str) -> str:
    """The computer that plays the seat on, which is this one; "" where nobody is left to play against."""
    conceded = (*table.history.settlement.conceded, seat)
    left = [row for row in table.seats if row.seat not in conceded]
    return level if len(left) > 1 and any(row.kind == PERSON for row in left) else ""


async def concede(commands: Commands, table: LiveTable, seat: int, browser: str, id_: str) -> int:
    """Concede with an own seat; returns the revision after it. Repeating the command has no effect and
    returns the same revision. Raises Refusal."""
    table.check_own(seat, browser)
    stands_in = table.history.levels[seat] or DEFAULT_LEVEL
    level = level_after_conceding(table, seat, stands_in)

    def check() -> None:
        table.check_own(seat, browser)
        if level_after_conceding(table, seat, stands_in) != level:
            raise stale()

    return await commands.store_once(table, f"{seat}:{id_}", CONCEDE, seat, level, check)


async def propose(
    commands: Commands, table: LiveTable, seat: int, end: str | None, browser: str, id_: str
) -> int:
    """Propose an end, agree to the one that is proposed, or decline it (None); returns the revision after it,
    also of a repeated command. Raises Refusal."""
    table.check_own(seat, browser)
    name, decider = f"{seat}:{id_}", decider_of(table, browser)
    settled = table.history.settlement
    if (end or "") == settled.proposed and (end is None or decider in settled.agreed):
        return table.history.revision_of(name) or table.history.revision
    asked = deciders(table.seats, table.history.levels)

    def check() -> None:
        table.check_own(seat, browser)
        check_turnabouts(table, decider)
        if deciders(table.seats, table.history.levels) != asked:
            raise stale()

    text = "" if end is None else write_proposal(end, asked)
    return await commands.store_once(table, name, PROPOSE, decider, text, check)
