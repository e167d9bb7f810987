"""What a browser may decide at a table: for which seat it speaks, and whether its word is enough."""

from openabyss.client.result import majority
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.settling.deciders import deciders, voters
from openabyss.server.tables.table import LiveTable
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


def vote_of(table: LiveTable, seat: int, browser: str) -> int | None:
    """The seat that votes for a computer in the place of somebody who is away; None if there are enough
    votes with this one. Raises Refusal."""
    if table.seats[seat].browser is None:
        return None
    voting, own = voters(table.seats, seat, table.is_connected) | {browser}, table.seats_of(browser)
    voted = {table.seats[voter].browser for voter in table.history.settlement.votes_for(seat)} | {browser}
    if len(voted & voting) >= majority(len(voting)):
        return None
    if not own:
        raise Refusal("forbidden", _("That is for the players at this table to decide."))
    return own[0]
