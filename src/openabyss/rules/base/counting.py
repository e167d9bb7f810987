"""What is before a player, counted for locations, the score and the end of the game.

All own lords count, also disabled ones and those under locations, by what is printed (R-11).
"""

from openabyss.engine.compiling import compiled
from openabyss.rules.cards.allies import KINDS, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.printed import GUILD, GUILDS, INFLUENCE, KEYS, LORDS
from openabyss.rules.state import State, count_of


@compiled
def lords_of(state: State, player: int) -> int:
    """How many lords lie before `player`."""
    return count_of(state.lord_place, player)


@compiled
def lords_of_guild(state: State, player: int, guild: int) -> int:
    count = 0
    for lord in range(LORDS):
        if state.lord_place[lord] == player and GUILD[lord] == guild:
            count += 1
    return count


@compiled
def guilds_of(state: State, player: int) -> int:
    """How many different guilds the lords belong to."""
    count = 0
    for guild in range(GUILDS):
        if lords_of_guild(state, player, guild) > 0:
            count += 1
    return count


@compiled
def lords_with_key(state: State, player: int) -> int:
    """Lords with a printed key, whether it still works or not."""
    count = 0
    for lord in range(LORDS):
        if state.lord_place[lord] == player and KEYS[lord] > 0:
            count += 1
    return count


@compiled
def lords_influence(state: State, player: int) -> int:
    total = 0
    for lord in range(LORDS):
        if state.lord_place[lord] == player:
            total += INFLUENCE[lord]
    return total


@compiled
def strongest_lord(state: State, player: int) -> int:
    """The influence of the strongest lord, 0 without lords."""
    best = 0
    for lord in range(LORDS):
        if state.lord_place[lord] == player:
            best = max(best, INFLUENCE[lord])
    return best


@compiled
def weakest_lord(state: State, player: int) -> int:
    """The influence of the weakest lord, 0 without lords."""
    worst = 0
    for lord in range(LORDS):
        if state.lord_place[lord] == player and (worst == 0 or INFLUENCE[lord] < worst):
            worst = INFLUENCE[lord]
    return worst


@compiled
def affiliated_of_race(state: State, player: int, race: int) -> int:
    count = 0
    for kind in range(KINDS):
        if RACE_OF[kind] == race:
            count += int(state.affiliated[player, kind])
    return count


@compiled
def strongest_affiliated(state: State, player: int) -> int:
    """The sum over the races of the strongest affiliated ally."""
    total = 0
    for race in range(RACES):
        best = 0
        for kind in range(KINDS):
            if RACE_OF[kind] == race and state.affiliated[player, kind] > 0:
                best = max(best, VALUE_OF[kind])
        total += best
    return total


@compiled
def weakest_affiliated(state: State, player: int) -> int:
    """The sum over the races of the weakest affiliated ally."""
    total = 0
    for race in range(RACES):
        worst = 0
        for kind in range(KINDS):
            if RACE_OF[kind] == race and state.affiliated[player, kind] > 0:
                worst = VALUE_OF[kind] if worst == 0 else min(worst, VALUE_OF[kind])
        total += worst
    return total
