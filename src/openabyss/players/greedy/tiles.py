"""What locations are worth to a seat, and how it takes them."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.notes import NOTHING, Notes, decides, rates
from openabyss.players.greedy.weights import Weights
from openabyss.rules import numbering as asked
from openabyss.rules.actions import LOCATION, LORD, NUMBER, PASS
from openabyss.rules.cards.locations import BLACK_SMOKERS, FIRST_SANCTUARY, is_sanctuary
from openabyss.rules.cards.loot import holds_loot
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.chapters import KEYS_PER_LOCATION, MAX_DRAWN, lords_under
from openabyss.rules.scoring import worth_of
from openabyss.rules.state import AVAILABLE, DECK, State

WHOLE = 10_000


@compiled
def tile_worth(state: State, me: int, tile: int, weights: Weights, notes: Notes) -> int:
    """Its points now, and what it will gain with the lords to come."""
    if tile == BLACK_SMOKERS:
        return best_tile_worth(state, me, DECK, weights, notes)
    return grown_worth(state, me, tile, weights, notes)


@compiled
def grown_worth(state: State, me: int, tile: int, weights: Weights, notes: Notes) -> int:
    growth = int(weights[at.GROWTH + tile]) * int(notes[noted.LORDS_AHEAD])
    if is_sanctuary(tile) and state.location_place[tile] != me:
        has_loot = holds_loot(state, tile - FIRST_SANCTUARY)
        growth += int(weights[at.OLD_SANCTUARY_PROMISE if has_loot else at.SANCTUARY_PROMISE])
    return max(0, 100 * int(worth_of(state, tile, me)) + growth)


@compiled
def best_tile_worth(state: State, me: int, place: int, weights: Weights, notes: Notes) -> int:
    """The best tile at that place, the Black Smokers for themselves worth nothing."""
    best = 0
    for tile in range(LOCATIONS):
        if state.location_place[tile] == place and tile != BLACK_SMOKERS:
            best = max(best, grown_worth(state, me, tile, weights, notes))
    return best


@compiled
def best_of_drawn(state: State, me: int, tiles: int, weights: Weights, notes: Notes) -> int:
    """What the best of this many tiles of the deck is worth on average. From the best tile down: it is among
    those drawn, if no better one is, with chance drawn / left."""
    if notes[noted.DECK_VALUED] == 0:
        value_deck(state, me, weights, notes)
    left = int(notes[noted.DECK_VALUED]) - 1
    drawn, open_chance, sum_ = min(tiles, left), WHOLE, 0
    for place in range(left):
        chance = open_chance * drawn // (left - place)
        sum_ += int(notes[noted.DECK_VALUES + place]) * chance
        open_chance -= chance
    return sum_ // WHOLE


@compiled
def value_deck(state: State, me: int, weights: Weights, notes: Notes) -> None:
    """Note the worth of every tile of the deck, the best first."""
    end = noted.DECK_VALUES
    for tile in range(LOCATIONS):
        if state.location_place[tile] == DECK:
            value = tile_worth(state, me, tile, weights, notes)
            place = end
            while place > noted.DECK_VALUES and notes[place - 1] < value:
                notes[place] = notes[place - 1]
                place -= 1
            notes[place] = value
            end += 1
    notes[noted.DECK_VALUED] = end - noted.DECK_VALUES + 1


@compiled
def key_worth(state: State, me: int, keys: int, weights: Weights, notes: Notes) -> int:
    """What one more key is worth beside `keys`: the third one brings a location and costs the others."""
    share = int(notes[noted.FUTURE])
    if keys % KEYS_PER_LOCATION == 0:
        return int(weights[at.FIRST_KEY]) * share // 100
    if keys % KEYS_PER_LOCATION == 1:
        return int(weights[at.SECOND_KEY]) * share // 100
    held = (int(weights[at.FIRST_KEY]) + int(weights[at.SECOND_KEY])) * share // 100
    available = best_available(state, me, weights, notes)
    location = max(available, best_of_drawn(state, me, MAX_DRAWN, weights, notes))
    return max(0, location * int(weights[at.LOCATION_SHARE]) // 100 - held)


@compiled
def best_available(state: State, me: int, weights: Weights, notes: Notes) -> int:
    best = 0
    for tile in range(LOCATIONS):
        if state.location_place[tile] == AVAILABLE:
            best = max(best, tile_worth(state, me, tile, weights, notes))
    return best


@compiled
def best_tile_offered(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """The answer that points at the best tile of the mask, PASS if none is worth anything."""
    best, choice = 0, PASS
    for tile in range(LOCATIONS):
        if state.mask[LOCATION + tile] > 0:
            worth = tile_worth(state, me, tile, weights, notes)
            if choice == PASS or worth > best:
                best, choice = worth, LOCATION + tile
    return choice


@decides(asked.CONTROL_SOURCE)
def choose_source(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """The best available tile, or as many new ones as pay for what is left to the opponents."""
    choice = best_tile_offered(state, me, weights, notes)
    best = best_available(state, me, weights, notes) if choice != PASS else -WHOLE
    for tiles in range(1, MAX_DRAWN + 1):
        if state.mask[NUMBER + tiles] > 0:
            cost = (tiles - 1) * int(weights[at.LEFT_OPEN])
            worth = best_of_drawn(state, me, tiles, weights, notes) - cost
            if worth > best:
                best, choice = worth, NUMBER + tiles
    return choice


@rates(asked.CONTROL_PICK, asked.AMBASSADOR_PICK, asked.EXCHANGE_FOR, asked.SWAP_SMOKERS)
def rate_tile(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    return tile_worth(state, me, action - LOCATION, weights, notes)


@compiled
def worst_own_tile(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """The own tile that is worth least, -1 without any."""
    worst, least = -1, 0
    for tile in range(LOCATIONS):
        if state.location_place[tile] == me:
            worth = grown_worth(state, me, tile, weights, notes)
            if worst == -1 or worth < least:
                worst, least = tile, worth
    return worst


@compiled
def worth_of_exchange(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """What the worst own tile gains by an exchange for the best available one, at least 0."""
    worst = worst_own_tile(state, me, weights, notes)
    if worst == -1:
        return 0
    gain = best_available(state, me, weights, notes) - grown_worth(state, me, worst, weights, notes)
    return max(0, gain)


@decides(asked.EXCHANGE_LOCATION)
def choose_exchange(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    if worth_of_exchange(state, me, weights, notes) == 0:
        return PASS
    return LOCATION + worst_own_tile(state, me, weights, notes)


@rates(asked.CONTROL_KEYS)
def rate_key(state: State, me: int, tile: int, action: int, weights: Weights, notes: Notes) -> int:
    """Lords whose power is worth least; tokens before a lord whose power is worth more."""
    tokens = (KEYS_PER_LOCATION - lords_under(state, me, tile)) * int(weights[at.TOKEN_KEPT])
    limit = tokens if state.mask[PASS] > 0 else WHOLE
    power = int(weights[at.POWER + action - LORD])
    return -power if power < limit else NOTHING
