"""What lords are worth to a seat, and how it chooses among them when powers ask."""

import numpy as np

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.expansions import best_strike, danger, nebulis_loss
from openabyss.players.greedy.notes import NOTHING, Notes, decides, public_score, rates
from openabyss.players.greedy.tiles import best_of_drawn, worth_of_exchange
from openabyss.players.greedy.weights import Weights
from openabyss.players.payments import value_of
from openabyss.rules import numbering as asked
from openabyss.rules.actions import LORD, PASS, PLAYER
from openabyss.rules.cards.allies import ALLY_KINDS, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.ambassadors import ELDER, HERMIT, SAGE
from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.mages import APPRENTICE, HEALER, ILLUSIONIST
from openabyss.rules.cards.merchants import ARMS_DEALER
from openabyss.rules.cards.politicians import CORRUPTOR, CORRUPTOR_PEARLS, LIBERATOR, REBEL, SCHEMER, TRAITOR
from openabyss.rules.cards.printed import (
    INFLUENCE,
    KEYS,
    KRAKEN,
    LEVIATHAN,
    LORD_SET,
    LORDS,
    PEARLS_ON_ARRIVAL,
)
from openabyss.rules.cards.smugglers import FENCE, LOOKOUT, WATCHER
from openabyss.rules.cards.soldiers import BORDER_GUARD, EXECUTIONER, HUNTER, is_target
from openabyss.rules.chapters import can_pay, leviathans_on_border, sum_hand, tokens_held
from openabyss.rules.powers import has_power, is_free_lord_of, keys_of
from openabyss.rules.scoring import locations_influence
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.state import DECK, EMPTY, FREE, State

RESIDENCES_DRAWN = np.zeros(LORDS, np.int64)
RESIDENCES_DRAWN[[ELDER, SAGE, HERMIT]] = 3, 2, 1


@compiled
def lord_worth(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """All that a lord brings who comes to `me` now, before it is paid for."""
    worth = plain_worth(state, me, lord, notes) + power_worth(lord, weights, notes)
    return worth + arrival_worth(state, me, lord, weights, notes)


@compiled
def plain_worth(state: State, me: int, lord: int, notes: Notes) -> int:
    """Influence, what it adds to own locations, and the key."""
    gain = gain_of_locations(state, me, lord, int(notes[noted.LOCATIONS_NOW]))
    worth = 100 * (int(INFLUENCE[lord]) + gain)
    return worth + int(notes[noted.NEXT_KEY]) if KEYS[lord] > 0 else worth


@compiled
def power_worth(lord: int, weights: Weights, notes: Notes) -> int:
    """What a power is worth that goes on working, as long as the game will last."""
    return int(weights[at.POWER + lord]) * int(notes[noted.FUTURE]) // 100


@compiled
def gain_of_locations(state: State, me: int, lord: int, before: int) -> int:
    """The points that own locations, worth `before` without it, gain or lose by the lord."""
    if locations_in(state, me) == 0:
        return 0
    place = int(state.lord_place[lord])
    state.lord_place[lord] = me
    after = int(locations_influence(state, me))
    state.lord_place[lord] = place
    return after - before


@compiled_out_of_line
def arrival_worth(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """What the power brings on the spot, as far as it can be counted."""
    if PEARLS_ON_ARRIVAL[lord] > 0:
        return int(PEARLS_ON_ARRIVAL[lord]) * int(notes[noted.PEARL_NOW])
    if lord == APPRENTICE:
        return worth_of_largest_stack(state, weights, notes)
    if lord == HUNTER:
        return int(weights[at.TOKEN_WORTH]) if somebody_to_rob(state, me) else 0
    if RESIDENCES_DRAWN[lord] > 0:
        return best_of_drawn(state, me, int(RESIDENCES_DRAWN[lord]), weights, notes)
    if lord == ILLUSIONIST:
        return worth_of_exchange(state, me, weights, notes)
    if LORD_SET[lord] == KRAKEN:
        return arrival_in_kraken(state, me, lord, weights, notes)
    if LORD_SET[lord] == LEVIATHAN:
        return arrival_in_leviathan(state, me, lord, weights, notes)
    return worth_of_second_lord(state, me, lord, notes)


@compiled
def arrival_in_kraken(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """The same for the lords of Kraken."""
    if WATCHER <= lord <= LOOKOUT:
        return -nebulis_loss(state, me, 1, weights, notes)
    if lord == FENCE:
        return min(int(state.nebulis[me]), int(state.players) - 1) * int(notes[noted.NEBULIS_NOW])
    if lord == LIBERATOR:
        return int(notes[noted.NEXT_KEY]) if has_key_under_location(state, me) else 0
    if lord == HEALER:
        return best_discarded(state) * int(weights[at.CARD_POINT]) * int(notes[noted.FUTURE]) // 100
    if lord == EXECUTIONER:
        return worth_of_execution(state, me)
    return 0


@compiled
def arrival_in_leviathan(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    """The same for the lords of Leviathan."""
    if lord == ARMS_DEALER:
        return leviathans_on_border(state) * int(notes[noted.PEARL_NOW])
    if lord == REBEL:
        return best_strike(state, me, weights, notes)[0]
    if lord == BORDER_GUARD:
        return worth_of_luring(state, me, weights, notes)
    return 0


@compiled
def has_key_under_location(state: State, me: int) -> bool:
    """The Liberator would free a lord with a key."""
    for lord in range(LORDS):
        if state.lord_place[lord] == me and state.lord_location[lord] != FREE and KEYS[lord] > 0:
            return True
    return False


@compiled
def best_discarded(state: State) -> int:
    """The highest value in the exploration discard."""
    best = 0
    for kind in range(ALLY_KINDS):
        if state.discard[kind] > 0:
            best = max(best, int(VALUE_OF[kind]))
    return best


@compiled
def worth_of_execution(state: State, me: int) -> int:
    """Half of what the opponents would lose: harm is worth less than an own gain."""
    most = 0
    for race in range(RACES):
        most = max(most, harm_of_race(state, me, race))
    return most // 2


@compiled
def harm_of_race(state: State, me: int, race: int) -> int:
    """What opponents lose in score when each gives up the weakest affiliated ally of a race."""
    harm = 0
    for player in range(state.players):
        if is_target(state, me, player):
            copies, value = 0, 0
            for kind in range(ALLY_KINDS):
                if RACE_OF[kind] == race and state.affiliated[player, kind] > 0:
                    copies += int(state.affiliated[player, kind])
                    value = int(VALUE_OF[kind])
            harm += 100 * value if copies == 1 else copies
    return harm


@compiled
def worth_of_luring(state: State, me: int, weights: Weights, notes: Notes) -> int:
    """Half of what an added leviathan costs an opponent on average."""
    most = 0
    for player in range(state.players):
        if is_target(state, me, player):
            most = max(most, danger(state, player, weights, notes))
    return most // 2


@compiled_out_of_line
def worth_of_largest_stack(state: State, weights: Weights, notes: Notes) -> int:
    """The council stack with the most value in it, at the price of bare value."""
    most = 0
    for race in range(RACES):
        most = max(most, value_of(state.council[race]))
    return most * int(weights[at.CARD_POINT]) * int(notes[noted.FUTURE]) // 100


@compiled
def somebody_to_rob(state: State, me: int) -> bool:
    for player in range(state.players):
        if is_target(state, me, player) and tokens_held(state, player) > 0:
            return True
    return False


@compiled
def worth_of_second_lord(state: State, me: int, lord: int, notes: Notes) -> int:
    """The lord that the Corruptor, the Traitor or the Schemer brings along, at least 0."""
    if lord == CORRUPTOR and state.pearls[me] >= CORRUPTOR_PEARLS:
        best = best_plain_worth(state, me, lord, notes)
        return max(0, best - CORRUPTOR_PEARLS * int(notes[noted.PEARL_NOW]))
    if lord not in (TRAITOR, SCHEMER):
        return 0
    worst = worst_free_lord(state, me, lord, notes)
    return 0 if worst == EMPTY else max(0, gain_of_exchange(state, me, lord, worst, notes))


@compiled
def gain_of_exchange(state: State, me: int, lord: int, given_up: int, notes: Notes) -> int:
    """What the lord that the Traitor or the Schemer brings is worth beyond the one that goes for it."""
    found = best_plain_worth(state, me, lord, notes) if lord == TRAITOR else average_lord(state, me, notes)
    return found - loss_of_lord(state, me, given_up, notes)


@compiled
def best_plain_worth(state: State, me: int, without: int, notes: Notes) -> int:
    """The best lord of the court, powers aside."""
    best = 0
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord not in (EMPTY, without):
            best = max(best, plain_worth(state, me, lord, notes))
    return best


@compiled
def average_lord(state: State, me: int, notes: Notes) -> int:
    """What the top lord of the deck is worth on average, powers aside."""
    sum_, count = 0, 0
    for lord in range(LORDS):
        if state.lord_place[lord] == DECK:
            sum_ += plain_worth(state, me, lord, notes)
            count += 1
    return sum_ // max(1, count)


@compiled
def loss_of_lord(state: State, me: int, lord: int, notes: Notes) -> int:
    """What goes when an own free lord goes: influence, what it adds to locations, its key."""
    state.lord_place[lord] = DECK
    gain = int(notes[noted.LOCATIONS_NOW]) - int(locations_influence(state, me))
    state.lord_place[lord] = me
    worth = 100 * (int(INFLUENCE[lord]) + gain)
    has_key = KEYS[lord] > 0 and has_power(state, me, lord)
    return worth + int(notes[noted.NEXT_KEY]) if has_key else worth


@compiled
def worst_free_lord(state: State, me: int, without: int, notes: Notes) -> int:
    """The own free lord whose loss weighs least, EMPTY without any."""
    worst, least = EMPTY, 0
    for lord in range(LORDS):
        if lord != without and is_free_lord_of(state, me, lord):
            loss = loss_of_lord(state, me, lord, notes)
            if worst == EMPTY or loss < least:
                worst, least = lord, loss
    return worst


@rates(asked.TAKE_LORD)
def rate_taken(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    return lord_worth(state, me, action - LORD, weights, notes)


@rates(asked.CORRUPT)
def rate_corrupted(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The best lord, unless the pearls are worth more."""
    price = CORRUPTOR_PEARLS * int(notes[noted.PEARL_NOW]) - int(notes[noted.ENDING])
    worth = lord_worth(state, me, action - LORD, weights, notes)
    return worth if worth > price else NOTHING


@decides(asked.REPLACE_LORD, asked.TRADE_LORD)
def choose_given_up(state: State, me: int, lord: int, weights: Weights, notes: Notes) -> int:
    worst = worst_free_lord(state, me, lord, notes)
    return LORD + worst if gain_of_exchange(state, me, lord, worst, notes) > 0 else PASS


@rates(asked.ASSASSINATE)
def rate_victim(state: State, me: int, opponent: int, action: int, weights: Weights, notes: Notes) -> int:
    """The lord whose key and power the opponent will miss most."""
    harm = power_worth(action - LORD, weights, notes)
    if KEYS[action - LORD] == 0:
        return harm
    return harm + (
        int(weights[at.FIRST_KEY]) if keys_of(state, opponent) < 2 else 2 * int(weights[at.SECOND_KEY])
    )


@rates(asked.ROB_TOKENS, asked.LURE, asked.KRAKEN_FIGURE_PICK)
def rate_opponent(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The opponent with the highest score; all tokens look alike from behind."""
    opponent = action - PLAYER
    return NOTHING if opponent == me else public_score(state, opponent, weights)


@compiled
def chances_of_opponents(state: State, me: int, lord: int) -> int:
    """How many opponents could pay for a lord of the court now."""
    count = 0
    for player in range(state.players):
        if player != me:
            sum_hand(state, player)
            if can_pay(state, lord):
                count += 1
    sum_hand(state, me)
    return count


@rates(asked.REPLACE_COURT_LORD)
def rate_replaced(state: State, me: int, detail: int, action: int, weights: Weights, notes: Notes) -> int:
    """The lord that is most worth to opponents who can pay for it."""
    lord = action - LORD
    return int(INFLUENCE[lord]) * (1 + chances_of_opponents(state, me, lord))
