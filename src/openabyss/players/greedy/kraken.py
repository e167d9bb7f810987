"""The questions of Kraken: nebulis, stacks for Krakens, what its lords ask, sentinels, searches."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.cards import affiliation_gain, card_gain, credit_for_plans, nearness, stack_gain
from openabyss.players.greedy.lords import chances_of_opponents, harm_of_race, power_worth
from openabyss.players.greedy.notes import NOTHING, UNDECIDED, Notes, decides, public_score, rates
from openabyss.players.greedy.tiles import tile_worth
from openabyss.players.greedy.weights import Weights
from openabyss.players.payments import value_of
from openabyss.rules import chapters as rules
from openabyss.rules import numbering as asked
from openabyss.rules.actions import KIND, LOCATION, LORD, PASS, PLAYER, RACE, YES
from openabyss.rules.cards import loot
from openabyss.rules.cards.printed import KEYS, LOCATIONS
from openabyss.rules.cards.smugglers import FIRST_SENTINEL, players_in
from openabyss.rules.powers import keys_of
from openabyss.rules.scoring import locations_influence
from openabyss.rules.sizes import COURT_SPACES, LOOT_VALUES, SENTINELS
from openabyss.rules.state import DUPLICATE_LOOT_ENDS_SEARCH, State

# The pearls of a loot card of 4, and the value of an average ally in hundredths.
PEARLS_OF_LOOT = 2
AVERAGE_ALLY = 240
# A stack that opponents may not take tempts them less than any other.
GUARDED = 1_000_000
# Worth is multiplied by this where a rank decides among equals.
RANKS = COURT_SPACES + 1


@rates(asked.PLACE_KRAKEN)
def rate_krakens_stack(state: State, me: int, space: int, action: int, weights: Weights, notes: Notes) -> int:
    """A stack that nobody else may take, or else the one that tempts opponents least."""
    if rules.is_guarded_by(state, me, action):
        return 2 * GUARDED
    tempts = value_of(state.council[action - RACE])
    return -tempts - GUARDED if rules.is_guarded_from(state, me, action) else -tempts


@rates(asked.PAY_PRICE)
def rate_nebulis(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """As many nebulis as are allowed: they cost influence, pearls do not."""
    return action


@decides(asked.FENCE_PICK)
def choose_receiver(state: State, me: int, chosen: int, weights: Weights, notes: Notes) -> int:
    """The opponents with the highest scores, named in the order of their seats."""
    missing, choice = int(state.nebulis[me]) - players_in(chosen), UNDECIDED
    for player in range(state.players):
        if state.mask[PLAYER + player] > 0:
            choice = PLAYER + player
            if better_opponents_after(state, me, player, weights) < missing:
                return choice
    return choice


@compiled
def better_opponents_after(state: State, me: int, player: int, weights: Weights) -> int:
    """How many opponents with a higher score sit later in the order of seats."""
    score, count = public_score(state, player, weights), 0
    for other in range(player + 1, state.players):
        if other != me and public_score(state, other, weights) > score:
            count += 1
    return count


@rates(asked.HEAL)
def rate_healed(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    return card_gain(state, me, action - KIND, weights, notes)


@rates(asked.NAME_RACE)
def rate_race(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The race whose weakest affiliated allies opponents will miss most."""
    return harm_of_race(state, me, action - RACE)


@rates(asked.LOSE_AFFILIATED)
def rate_unaffiliated(state: State, me: int, race: int, action: int, weights: Weights, notes: Notes) -> int:
    kind = action - KIND
    state.affiliated[me, kind] -= 1
    loss = affiliation_gain(state, me, kind, locations_influence(state, me))
    state.affiliated[me, kind] += 1
    return -loss


@rates(asked.LIBERATE)
def rate_freed(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The lord whose key and power are worth most."""
    key = int(notes[noted.NEXT_KEY]) if KEYS[action - LORD] > 0 else 0
    return power_worth(action - LORD, weights, notes) + key


@rates(asked.PLACE_SENTINEL)
def rate_guarded(state: State, me: int, sentinel: int, action: int, weights: Weights, notes: Notes) -> int:
    """What to keep from the opponents; of equals a lord, the first of the court."""
    if action < KIND:
        race = action - RACE
        return RANKS * stack_gain(state, me, race, weights, notes) if rules.stack_size(state, race) > 0 else 0
    if action < LOCATION:
        return worth_of_guarding_lord(state, me, action - LORD, weights, notes)
    return RANKS * worth_of_guarding_tile(state, me, action - LOCATION, weights, notes)


@compiled
def worth_of_guarding_lord(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """A lord that is within reach, the more so if opponents could have it; with its rank among equals."""
    space = rules.court_space_of(state, lord)
    rules.sum_hand(state, me)
    near = nearness(state, lord, credit_for_plans(state, me), weights)
    worth = int(notes[noted.PROFIT + space]) * near // 100
    if chances_of_opponents(state, me, lord) > 0:
        worth += int(weights[at.CONTESTED])
    return RANKS * worth + COURT_SPACES - space


@compiled
def worth_of_guarding_tile(state: State, me: int, tile: int, weights: Weights, notes: Notes) -> int:
    """What the best tile is better than the next, by how near its third key is; NOTHING for others."""
    worth, second = tile_worth(state, me, tile, weights, notes), 0
    for other in range(LOCATIONS):
        if other != tile and state.mask[LOCATION + other] > 0:
            second = max(second, tile_worth(state, me, other, weights, notes))
    share = min(keys_of(state, me), rules.KEYS_PER_LOCATION - 1)
    return NOTHING if worth < second else (worth - second) * share // rules.KEYS_PER_LOCATION


@compiled
def sentinel_to_place(state: State, me: int) -> int:
    """The answer that places a waiting sentinel; to guard something is better than nothing."""
    if state.kraken == 1:
        for sentinel in range(SENTINELS):
            action = LORD + FIRST_SENTINEL + sentinel
            if rules.is_waiting(state, me, sentinel) and state.mask[action] > 0:
                return action
    return UNDECIDED


@compiled
def loot_worth(state: State, value: int, weights: Weights, notes: Notes) -> int:
    """What a loot card brings at once, whatever becomes of it."""
    if value == loot.LOOT_OF_KEY:
        return int(notes[noted.NEXT_KEY])
    if value == loot.LOOT_OF_PEARLS:
        return PEARLS_OF_LOOT * int(notes[noted.PEARL_NOW])
    if value == loot.LOOT_OF_TOKEN:
        return int(weights[at.TOKEN_WORTH]) if rules.base_tokens_left(state) > 0 else 0
    if value == loot.LOOT_OF_ALLY:
        return AVERAGE_ALLY * int(weights[at.CARD_POINT]) * int(notes[noted.FUTURE]) // 10_000
    return 0


@compiled
def draw_worth(state: State, sanctuary: int, place: int, weights: Weights, notes: Notes) -> int:
    """What one loot card changes: its reward, its own value, or the value of its double."""
    points = 100 * (loot.LOWEST_LOOT + place)
    if state.loot[sanctuary, place] > 0:
        points = -points
    return points + loot_worth(state, loot.LOWEST_LOOT + place, weights, notes)


@compiled
def one_search(state: State, sanctuary: int, weights: Weights, notes: Notes) -> int:
    """What one more card brings on average."""
    left, sum_ = loot.loot_left(state), 0
    for place in range(LOOT_VALUES):
        copies = int(state.loot_deck[place])
        if copies > 0:
            sum_ += copies * draw_worth(state, sanctuary, place, weights, notes)
    return sum_ // max(1, left)


@compiled
def two_searches(state: State, sanctuary: int, weights: Weights, notes: Notes) -> int:
    """The same, with a second card where it then looks good."""
    left, sum_ = loot.loot_left(state), 0
    for place in range(LOOT_VALUES):
        copies, owned = int(state.loot_deck[place]), int(state.loot[sanctuary, place])
        if copies > 0:
            sum_ += copies * draw_worth(state, sanctuary, place, weights, notes)
            if owned == 0 or state.options[DUPLICATE_LOOT_ENDS_SEARCH] == 0:
                state.loot_deck[place] -= 1
                state.loot[sanctuary, place] = 1 - owned
                sum_ += copies * max(0, one_search(state, sanctuary, weights, notes))
                state.loot_deck[place] += 1
                state.loot[sanctuary, place] = owned
    return sum_ // max(1, left)


@decides(asked.SANCTUARY)
def search_or_stop(state: State, me: int, sanctuary: int, weights: Weights, notes: Notes) -> int:
    return YES if two_searches(state, sanctuary, weights, notes) > 0 else PASS
