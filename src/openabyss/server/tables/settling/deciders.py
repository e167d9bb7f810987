"""Whose word counts at a table: of those who have to agree to an end, and of those who are there while
somebody is away. Several people at one screen decide together."""

from collections.abc import Callable, Sequence

from openabyss.client.protocol.parts import Person
from openabyss.client.result import Settlement, majority
from openabyss.server.storage.rows import SeatRow


def deciders(seats: Sequence[SeatRow], levels: Sequence[str | None]) -> list[int]:
    """The seats of the people who play, of several at one screen the first: who has to agree to an end."""
    playing = [seat for seat in seats if seat.browser is not None and levels[seat.seat] is None]
    return sorted({seat.browser: seat.seat for seat in reversed(playing)}.values())


def voters(seats: Sequence[SeatRow], seat: int, is_here: Callable[[int], bool]) -> set[str]:
    """The browsers of the people who are here, beside the one of this seat."""
    here = {row.browser for row in seats if row.browser is not None and is_here(row.seat)}
    return here - {seats[seat].browser}


def add_votes(person: Person, settled: Settlement, voters: int) -> None:
    """Who wants a computer to play for somebody who is away, where one person alone does not decide that."""
    if votes := settled.votes_for(person.seat):
        person.votes = votes
    if majority(voters) > 1:
        person.votes_needed = majority(voters)
