"""The locations: what each is worth, and what happens when one is gained."""

from openabyss.engine.compiling import compiled
from openabyss.engine.dispatch import RuleTable
from openabyss.rules.actions import LOCATION, LOCATIONS_OR_PASS, PASS
from openabyss.rules.cards.allies import CRAB, JELLYFISH, SEAHORSE, SHELLFISH, SQUID
from openabyss.rules.cards.loot import LOWEST_LOOT, SEARCH
from openabyss.rules.cards.printed import (
    FARMER,
    LOCATIONS,
    LORDS,
    MAGE,
    MERCHANT,
    POLITICIAN,
    SMUGGLER,
    SOLDIER,
    location,
)
from openabyss.rules.events import LOCATION_CONTROLLED, LOCATION_EXCHANGED, emit
from openabyss.rules.holdings.counting import (
    affiliated_of_race,
    guilds_of,
    lords_of,
    lords_of_guild,
    lords_with_key,
    strongest_lord,
    weakest_affiliated,
    weakest_lord,
)
from openabyss.rules.holdings.hands import cards_in
from openabyss.rules.kraken.sentinels import is_guarded_from, return_sentinel
from openabyss.rules.questions import Topic, answer, ask, options, question, schedule, step, when_due
from openabyss.rules.sizes import LOOT_VALUES
from openabyss.rules.state import AVAILABLE, DECK, GONE, SMOKERS_BACK_TO_DECK, State, counted

# What a location is worth to `player` at the end, `(state, player)`, by that player's own lords and
# allies. The City of Mirrors asks this of the opponents' locations (scoring.py).
worth = RuleTable("worth", "state", "player", default="0")

SARGASSO_SILOS = location(1)


@worth(SARGASSO_SILOS)
def sargasso_silos(state: State, player: int) -> int:
    """5, and 2 for each farmer."""
    return 5 + 2 * lords_of_guild(state, player, FARMER)


HYDROZOA_RESERVES = location(2)


@worth(HYDROZOA_RESERVES)
def hydrozoa_reserves(state: State, player: int) -> int:
    """6, and 2 for each mage."""
    return 6 + 2 * lords_of_guild(state, player, MAGE)


SANCTUARY = location(3)


@worth(SANCTUARY)
def sanctuary(state: State, player: int) -> int:
    """4, and 3 for each affiliated jellyfish."""
    return 4 + 3 * affiliated_of_race(state, player, JELLYFISH)


PARLIAMENT = location(4)


@worth(PARLIAMENT)
def parliament(state: State, player: int) -> int:
    """6, and 2 for each politician."""
    return 6 + 2 * lords_of_guild(state, player, POLITICIAN)


BARRACKS = location(5)


@worth(BARRACKS)
def barracks(state: State, player: int) -> int:
    """7, and 2 for each soldier."""
    return 7 + 2 * lords_of_guild(state, player, SOLDIER)


DOCKWORKS = location(6)


@worth(DOCKWORKS)
def dockworks(state: State, player: int) -> int:
    """5, and 2 for each merchant."""
    return 5 + 2 * lords_of_guild(state, player, MERCHANT)


SARGASSO_FIELDS = location(7)


@worth(SARGASSO_FIELDS)
def sargasso_fields(state: State, player: int) -> int:
    """3, and 3 for each affiliated seahorse."""
    return 3 + 3 * affiliated_of_race(state, player, SEAHORSE)


ABYSS = location(8)


@worth(ABYSS)
def abyss(state: State, player: int) -> int:
    """2 for each guild among the lords."""
    return 2 * guilds_of(state, player)


CITY_OF_MIRRORS = location(9)
BLACK_SMOKERS = location(10)
SENATE_ASSEMBLY = location(11)


@worth(SENATE_ASSEMBLY)
def senate_assembly(state: State, player: int) -> int:
    """4, and 3 for each affiliated squid."""
    return 4 + 3 * affiliated_of_race(state, player, SQUID)


DEPTHS = location(12)


@worth(DEPTHS)
def depths(state: State, player: int) -> int:
    """Twice the influence of the weakest lord."""
    return 2 * weakest_lord(state, player)


THRONE_ROOM = location(13)


@worth(THRONE_ROOM)
def throne_room(state: State, player: int) -> int:
    """The influence of the strongest lord."""
    return strongest_lord(state, player)


JAIL = location(14)


@worth(JAIL)
def jail(state: State, player: int) -> int:
    """15, less 1 for each lord."""
    return 15 - lords_of(state, player)


CHASM = location(15)


@worth(CHASM)
def chasm(state: State, player: int) -> int:
    """5, and 3 for each affiliated crab."""
    return 5 + 3 * affiliated_of_race(state, player, CRAB)


CLOSED_TOWER = location(16)


@worth(CLOSED_TOWER)
def closed_tower(state: State, player: int) -> int:
    """3 for each lord with a printed key (R-11)."""
    return 3 * lords_with_key(state, player)


LOST_TOWER = location(17)


@worth(LOST_TOWER)
def lost_tower(state: State, player: int) -> int:
    """3 for each lord without a printed key."""
    return 3 * (lords_of(state, player) - lords_with_key(state, player))


CHAMBER_OF_ALLIES = location(18)


@worth(CHAMBER_OF_ALLIES)
def chamber_of_allies(state: State, player: int) -> int:
    """3, and the weakest affiliated ally of each race."""
    return 3 + weakest_affiliated(state, player)


NEST_OF_GIANT_CLAMS = location(19)


@worth(NEST_OF_GIANT_CLAMS)
def nest_of_giant_clams(state: State, player: int) -> int:
    """3, and 3 for each affiliated shellfish."""
    return 3 + 3 * affiliated_of_race(state, player, SHELLFISH)


CORAL_BARRIER = location(20)


@worth(CORAL_BARRIER)
def coral_barrier(state: State, player: int) -> int:
    """20, less 1 for each affiliated ally."""
    return 20 - cards_in(state.affiliated[player])


GAMBLING_DEN = location(101)


@worth(GAMBLING_DEN)
def gambling_den(state: State, player: int) -> int:
    """5, and 2 for each smuggler."""
    return 5 + 2 * lords_of_guild(state, player, SMUGGLER)


KRAKENS_LAIR = location(102)


@worth(KRAKENS_LAIR)
def krakens_lair(state: State, player: int) -> int:
    """15, less 3 for each nebulis; it may be below 0 (R-K20)."""
    return 15 - 3 * int(state.nebulis[player])


# The four sanctuaries are worth the loot that lies on them.
CETACEAN_GRAVEYARD = location(103)
ABANDONED_CONVOY = location(104)
MEGALODON = location(105)
BATTLEFIELD = location(106)
FIRST_SANCTUARY = CETACEAN_GRAVEYARD


@compiled
def is_sanctuary(tile: int) -> bool:
    return CETACEAN_GRAVEYARD <= tile <= BATTLEFIELD


@compiled
def loot_value(state: State, tile: int) -> int:
    """The sum of the loot on a sanctuary."""
    total = 0
    for place in range(LOOT_VALUES):
        total += state.loot[tile - FIRST_SANCTUARY, place] * (LOWEST_LOOT + place)
    return total


@compiled
def locations_in(state: State, place: int) -> int:
    """How many locations are in the deck, available, drawn, or before a player."""
    count = 0
    for tile in range(LOCATIONS):
        if state.location_place[tile] == place:
            count += 1
    return count


@compiled
def offer_locations(state: State, place: int) -> None:
    """Every location at that place may be pointed at."""
    for tile in range(LOCATIONS):
        if state.location_place[tile] == place:
            state.mask[LOCATION + tile] = 1


@compiled
def offer_available(state: State, player: int) -> None:
    """Every face-up location that `player` may take."""
    for tile in range(LOCATIONS):
        if can_take_location(state, player, tile):
            state.mask[LOCATION + tile] = 1


@compiled
def can_take_location(state: State, player: int, tile: int) -> bool:
    """The tile is face up and no other player's sentinel guards it."""
    if state.location_place[tile] != AVAILABLE:
        return False
    return not is_guarded_from(state, player, LOCATION + tile)


@compiled
def can_take_any_location(state: State, player: int) -> bool:
    for tile in range(LOCATIONS):
        if can_take_location(state, player, tile):
            return True
    return False


@compiled
def gain_location(state: State, player: int, tile: int) -> None:
    """A location comes under the control of `player`; its immediate effect is next."""
    state.location_place[tile] = player
    return_sentinel(state, LOCATION + tile)
    emit(state, LOCATION_CONTROLLED, player, 0, tile)
    schedule(state, LOCATION_GAINED, player, tile)


@compiled
def exchange_location(state: State, player: int, given: int, received: int, to: int) -> None:
    """Swap a controlled tile for another one: the lords under it move along."""
    for lord in range(LORDS):
        if state.lord_place[lord] == player and state.lord_location[lord] == given:
            state.lord_location[lord] = received
    state.location_place[given] = to
    emit(state, LOCATION_EXCHANGED, player, given, received)
    gain_location(state, player, received)


LOCATION_GAINED = step("LOCATION_GAINED", waits=False)


@when_due(LOCATION_GAINED)
def immediate_effect(state: State, player: int, tile: int) -> None:
    if tile == BLACK_SMOKERS:
        ask(state, SWAP_SMOKERS, player, tile)
    elif is_sanctuary(tile):
        schedule(state, SEARCH, player, tile - FIRST_SANCTUARY)


SWAP_SMOKERS = question("SWAP_SMOKERS", LOCATIONS_OR_PASS, about=Topic.LOCATION, shows_hidden=True)


@options(SWAP_SMOKERS)
def tiles_below_the_smokers(state: State, player: int, detail: int) -> None:
    """The player looks through the deck and may take any tile instead, or keep the Smokers."""
    if locations_in(state, DECK) > 0:
        offer_locations(state, DECK)
        state.mask[PASS] = 1


@answer(SWAP_SMOKERS)
def swap_smokers(state: State, player: int, detail: int, action: int) -> None:
    """The Black Smokers are shuffled into the deck (R-16)."""
    if action != PASS:
        back = state.options[SMOKERS_BACK_TO_DECK] == 1
        exchange_location(state, player, detail, action - LOCATION, DECK if back else GONE)
        state.location_shuffles = counted(state.location_shuffles + 1)
