"""The sentinel tokens of Kraken, in the words of positions."""

from dataclasses import dataclass

from openabyss.position.schema import COUNCIL_AREA, COURT_AREA, LOCATIONS_AREA
from openabyss.rules.actions import LOCATION, LORD, RACE, is_location, is_lord
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.sizes import SENTINELS
from openabyss.rules.state import EMPTY, NOBODY, State
from openabyss.words.cards.codes import RACE_CODES


@dataclass(frozen=True, slots=True)
class Sentinel:
    """The token of a lord, by id, and what it guards: a lord or location by id, or the stack of a race.

    A token that waits with its owner has neither area nor target.
    """

    lord: int
    owner: int
    area: str | None
    target: int | str | None


def sentinels_of(state: State) -> list[Sentinel]:
    """The tokens that somebody has."""
    owners, targets = state.sentinel_owner.tolist(), state.sentinel_target.tolist()
    return [
        Sentinel(int(LORD_ID[FIRST_SENTINEL + token]), owners[token], *_guarded(targets[token]))
        for token in range(SENTINELS)
        if owners[token] != NOBODY
    ]


def _guarded(target: int) -> tuple[str | None, int | str | None]:
    """The area, and what an action points at there."""
    if target == EMPTY:
        return None, None
    if is_lord(target):
        return COURT_AREA, int(LORD_ID[target - LORD])
    if is_location(target):
        return LOCATIONS_AREA, int(LOCATION_ID[target - LOCATION])
    return COUNCIL_AREA, RACE_CODES[target - RACE]
