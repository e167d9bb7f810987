"""Numbers of a table that say something only while what needs them waits; afterwards they are left over."""

from openabyss.rules.numbering import (
    ADD_DIE,
    FIGHT_AGAIN,
    FIGHT_ALLY,
    FIGHT_TARGET,
    PLACE_LEVIATHAN,
    RESOLVE_ATTACK,
)

# By field, the questions and steps that need it.
NEEDED_BY = {
    "fight_slain": (FIGHT_TARGET, FIGHT_ALLY, RESOLVE_ATTACK, FIGHT_AGAIN),
    "fight_power": (RESOLVE_ATTACK,),
    "dice": (ADD_DIE, PLACE_LEVIATHAN),
}
