"""The leviathans of the border, in the words of positions."""

from dataclasses import dataclass

from openabyss.rules.state import EMPTY, State
from openabyss.table.seat import LEVIATHAN_IDS


@dataclass(frozen=True, slots=True)
class Beast:
    """A leviathan of the border, by id, and how many levels it has lost."""

    id: int
    levels_lost: int


def border_of(state: State) -> dict[int, Beast]:
    """Who lies on each zone, 1 to 9; free zones are left out."""
    zones = zip(state.border.tolist(), state.levels_lost.tolist(), strict=True)
    return {
        zone: Beast(LEVIATHAN_IDS[leviathan], lost)
        for zone, (leviathan, lost) in enumerate(zones, start=1)
        if leviathan != EMPTY
    }
