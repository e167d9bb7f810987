"""The locations: what each is worth, and what happens when one is gained."""

from openabyss.engine.compiling import compiled
from openabyss.engine.dispatch import RuleTable
from openabyss.rules.actions import LOCATION, LOCATIONS_OR_PASS, PASS
from openabyss.rules.base.counting import (
    affiliated_of_race,
    guilds_of,
    lords_of,
    lords_of_guild,
    lords_with_key,
    strongest_lord,
    weakest_affiliated,
    weakest_lord,
)
from openabyss.rules.base.holdings import cards_in
from openabyss.rules.cards.allies import CRAB, JELLYFISH, SEAHORSE, SHELLFISH, SQUID
from openabyss.rules.cards.loot import LOWEST_LOOT
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
from openabyss.rules.kraken.sentinels import is_guarded_from, return_sentinel
from openabyss.rules.numbering import (
    AMBASSADOR_PICK,
    CONTROL_PICK,
    DRAW_LOCATION,
    LOCATION_GAINED,
    LOCATION_TO_TABLE,
    SEARCH,
    SWAP_SMOKERS,
)
from openabyss.rules.questions import Topic, answer, ask, options, question, schedule, step, when_due
from openabyss.rules.sizes import LOOT_VALUES
from openabyss.rules.state import AVAILABLE, DECK, DRAWN, GONE, SMOKERS_BACK_TO_DECK, State, count_of, counted

# What a location is worth to `player` at the end, `(state, player)`, by that player's own lords and
# allies. The City of Mirrors asks this of the opponents' locations (scoring.py).
worth = RuleTable("worth", "state", "player", default="0")


@worth(location(1))
def sargasso_silos(state: State, player: int) -> int:
    """5, and 2 for each farmer."""
    return 5 + 2 * lords_of_guild(state, player, FARMER)


@worth(location(2))
def hydrozoa_reserves(state: State, player: int) -> int:
    """6, and 2 for each mage."""
    return 6 + 2 * lords_of_guild(state, player, MAGE)


@worth(location(3))
def sanctuary(state: State, player: int) -> int:
    """4, and 3 for each affiliated jellyfish."""
    return 4 + 3 * affiliated_of_race(state, player, JELLYFISH)


@worth(location(4))
def parliament(state: State, player: int) -> int:
    """6, and 2 for each politician."""
    return 6 + 2 * lords_of_guild(state, player, POLITICIAN)


@worth(location(5))
def barracks(state: State, player: int) -> int:
    """7, and 2 for each soldier."""
    return 7 + 2 * lords_of_guild(state, player, SOLDIER)


@worth(location(6))
def dockworks(state: State, player: int) -> int:
    """5, and 2 for each merchant."""
    return 5 + 2 * lords_of_guild(state, player, MERCHANT)


@worth(location(7))
def sargasso_fields(state: State, player: int) -> int:
    """3, and 3 for each affiliated seahorse."""
    return 3 + 3 * affiliated_of_race(state, player, SEAHORSE)


@worth(location(8))
def abyss(state: State, player: int) -> int:
    """2 for each guild among the lords."""
    return 2 * guilds_of(state, player)


CITY_OF_MIRRORS = location(9)
BLACK_SMOKERS = location(10)


@worth(location(11))
def senate_assembly(state: State, player: int) -> int:
    """4, and 3 for each affiliated squid."""
    return 4 + 3 * affiliated_of_race(state, player, SQUID)


@worth(location(12))
def depths(state: State, player: int) -> int:
    """Twice the influence of the weakest lord."""
    return 2 * weakest_lord(state, player)


@worth(location(13))
def throne_room(state: State, player: int) -> int:
    """The influence of the strongest lord."""
    return strongest_lord(state, player)


@worth(location(14))
def jail(state: State, player: int) -> int:
    """15, less 1 for each lord."""
    return 15 - lords_of(state, player)


@worth(location(15))
def chasm(state: State, player: int) -> int:
    """5, and 3 for each affiliated crab."""
    return 5 + 3 * affiliated_of_race(state, player, CRAB)


@worth(location(16))
def closed_tower(state: State, player: int) -> int:
    """3 for each lord with a printed key (R-11)."""
    return 3 * lords_with_key(state, player)


@worth(location(17))
def lost_tower(state: State, player: int) -> int:
    """3 for each lord without a printed key."""
    return 3 * (lords_of(state, player) - lords_with_key(state, player))


@worth(location(18))
def chamber_of_allies(state: State, player: int) -> int:
    """3, and the weakest affiliated ally of each race."""
    return 3 + weakest_affiliated(state, player)


@worth(location(19))
def nest_of_giant_clams(state: State, player: int) -> int:
    """3, and 3 for each affiliated shellfish."""
    return 3 + 3 * affiliated_of_race(state, player, SHELLFISH)


@worth(location(20))
def coral_barrier(state: State, player: int) -> int:
    """20, less 1 for each affiliated ally."""
    return 20 - cards_in(state.affiliated[player])


@worth(location(101))
def gambling_den(state: State, player: int) -> int:
    """5, and 2 for each smuggler."""
    return 5 + 2 * lords_of_guild(state, player, SMUGGLER)


@worth(location(102))
def krakens_lair(state: State, player: int) -> int:
    """15, less 3 for each nebulis; it may be below 0 (R-K20)."""
    return 15 - 3 * int(state.nebulis[player])


# The four sanctuaries are worth the loot on them.
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
    return count_of(state.location_place, place)


@compiled
def offer_locations(state: State, place: int) -> None:
    """Every location at that place may be pointed at."""
    for tile in range(LOCATIONS):
        if state.location_place[tile] == place:
            state.mask[LOCATION + tile] = 1


@options(LOCATION_TO_TABLE, DRAW_LOCATION)
def tiles_of_the_deck(state: State, player: int, detail: int) -> None:
    """Chance turns up a location of the deck."""
    offer_locations(state, DECK)


@options(CONTROL_PICK, AMBASSADOR_PICK)
def drawn_tiles(state: State, player: int, detail: int) -> None:
    """One of the locations that have been drawn."""
    offer_locations(state, DRAWN)


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


step(LOCATION_GAINED, waits=False)


@when_due(LOCATION_GAINED)
def immediate_effect(state: State, player: int, tile: int) -> None:
    if tile == BLACK_SMOKERS:
        ask(state, SWAP_SMOKERS, player, tile)
    elif is_sanctuary(tile):
        schedule(state, SEARCH, player, tile - FIRST_SANCTUARY)


question(SWAP_SMOKERS, LOCATIONS_OR_PASS, about=Topic.LOCATION, shows_hidden=True)


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
