"""What a network sees: the table as one seat may know it with a perfect memory, as small numbers.

The seat comes first, then the others in the order of their turns. Own monster tokens are counted
by value, those of the others by their backs alone; decks are what they may still contain.
"""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.observation.columns import LOCATION_COLUMN, LORD_COLUMN
from openabyss.players.greedy.notes import expansions_score, plays_again
from openabyss.players.network import inputs as at
from openabyss.players.network.expansions import encode_kraken, encode_leviathan
from openabyss.players.network.inputs import WORD, Inputs, fit, seat_first, variant_of
from openabyss.players.payments import value_of
from openabyss.rules import chapters as rules
from openabyss.rules.actions import LORD
from openabyss.rules.cards import allies
from openabyss.rules.cards.printed import GUILD, INFLUENCE, KEYS, LOCATIONS, LORDS
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.numbering import DRAW_LEVIATHAN_TOKEN, DRAW_LOCATION, DRAW_TOKEN, REVEAL_CARD, WELCOME
from openabyss.rules.powers import is_enabled
from openabyss.rules.questions import FIRST_STEP, open_question, waiting_at
from openabyss.rules.scoring import worth_of
from openabyss.rules.setup import TOKENS_IN_BOX
from openabyss.rules.sizes import COURT_SPACES, TRACK_SPACES
from openabyss.rules.state import AVAILABLE, BASE_TOKENS, DECK, EMPTY, FREE, NOBODY, TOKEN_INFLUENCE, State

# How near a lord is: less by the points of value that are missing, with a charge for each missing race.
NEAR, MISSING_RACE = 10, 3
FEW = 4
# Questions to chance whose detail is the seat that they are for.
IS_FOR_SEAT = np.zeros(FIRST_STEP, np.int64)
IS_FOR_SEAT[[DRAW_TOKEN, DRAW_LEVIATHAN_TOKEN, REVEAL_CARD, DRAW_LOCATION]] = 1
PLAIN_OF_RACE = 5


@compiled
def encode(state: State, viewer: int, inputs: Inputs) -> int:
    """Write all inputs as `viewer` may know them; returns how many there are."""
    variant, players = variant_of(state), int(state.players)
    length = int(at.TABLE_INPUTS[variant]) + players * int(at.SEAT_INPUTS[variant])
    inputs[: -(-length // WORD) * WORD] = 0
    encode_table(state, variant, inputs)
    encode_track(state, inputs)
    encode_council(state, inputs)
    encode_decks(state, inputs)
    for place in range(players):
        player = (viewer + place) % players
        encode_seat(state, player, seat_first(variant, place), inputs)
    encode_lords(state, viewer, variant, inputs)
    encode_tiles(state, viewer, variant, inputs)
    encode_frames(state, viewer, variant, inputs)
    if state.kraken == 1:
        encode_kraken(state, viewer, variant, inputs)
    if state.leviathan == 1:
        encode_leviathan(state, viewer, variant, inputs)
    encode_scores(state, viewer, variant, inputs)
    return length


@compiled
def encode_table(state: State, variant: int, inputs: Inputs) -> None:
    inputs[at.THREAT + state.threat - 1] = 1
    inputs[at.PRICE] = state.price
    inputs[at.TURN] = min(at.MAX_INPUT, int(state.turn))
    inputs[at.HAS_ACTED] = state.acted
    inputs[at.IS_LAST_ROUND] = state.ending_player != NOBODY
    inputs[at.EXTRA_TURNS] = state.extra_turns
    if state.depth > 0:
        inputs[at.TABLE_AREA[variant, at.OPEN_QUESTION] + open_question(state).what] = 1


@compiled
def encode_track(state: State, inputs: Inputs) -> None:
    """The values on the track by race; the last card is the one in question, a Kraken without a race."""
    for space in range(TRACK_SPACES):
        kind = int(state.track[space])
        if kind != EMPTY:
            inputs[at.TRACK_CARDS] += 1
            if kind < allies.FIRST_KRAKEN or allies.FIRST_FIGHTER <= kind < allies.MONSTER:
                inputs[at.TRACK_VALUE + allies.RACE_OF[kind]] += allies.VALUE_OF[kind]
            if space == TRACK_SPACES - 1 or state.track[space + 1] == EMPTY:
                inputs[at.SHOWN_VALUE] = allies.VALUE_OF[kind]
                inputs[at.SHOWN_MONSTER] = kind == allies.MONSTER
                if allies.RACE_OF[kind] >= 0:
                    inputs[at.SHOWN_RACE + allies.RACE_OF[kind]] = 1


@compiled
def encode_council(state: State, inputs: Inputs) -> None:
    """Each stack: cards and value, Krakens included."""
    for race in range(allies.RACES):
        inputs[at.COUNCIL_CARDS + race] = rules.stack_size(state, race)
        inputs[at.COUNCIL_VALUE + race] = fit(value_of(state.council[race]))


@compiled
def encode_decks(state: State, inputs: Inputs) -> None:
    """How many cards the decks still hold; of the exploration deck also monsters and mean value."""
    cards = int(rules.cards_in(state.deck))
    inputs[at.DECK_CARDS] = fit(cards)
    inputs[at.DECK_MONSTERS] = int(state.deck[allies.MONSTER])
    inputs[at.DECK_VALUE] = 20 * value_of(state.deck) // max(1, cards)
    inputs[at.DISCARDED_CARDS] = fit(rules.cards_in(state.discard))
    inputs[at.TOKENS_LEFT] = rules.base_tokens_left(state)


@compiled
def encode_seat(state: State, player: int, first: int, inputs: Inputs) -> None:
    """Pearls, turn, and the allies of a seat."""
    pearls = int(state.pearls[player])
    inputs[first + at.PEARLS_HELD] = fit(pearls)
    inputs[first + at.FEW_PEARLS] = min(FEW, pearls)
    inputs[first + at.KEY_TOKENS] = state.key_tokens[player]
    inputs[first + at.IS_ACTIVE] = state.active == player
    inputs[first + at.IS_ASKED] = state.depth > 0 and open_question(state).player == player
    inputs[first + at.IS_ENDING] = state.ending_player == player
    inputs[first + at.PLAYS_AGAIN] = state.ending_player != NOBODY and plays_again(state, player)
    inputs[first + at.HAS_BOUGHT] = state.bought[player]
    encode_hand(state, player, first, inputs)


@compiled
def encode_hand(state: State, player: int, first: int, inputs: Inputs) -> None:
    """Hand and affiliated allies race by race, and what the last affiliation would add."""
    kinds = allies.KINDS_OF_RACE.shape[1] if state.leviathan == 1 else PLAIN_OF_RACE
    all_cards, all_value, races, influence, gain = 0, 0, 0, 0, 0
    for race in range(allies.RACES):
        cards, value, lowest, best = 0, 0, 0, 0
        for place in range(kinds):
            kind = allies.KINDS_OF_RACE[race, place]
            worth = int(allies.VALUE_OF[kind])
            copies = int(state.hand[player, kind])
            if copies > 0:
                cards += copies
                value += copies * worth
                lowest = worth if lowest == 0 else min(lowest, worth)
            if state.affiliated[player, kind] > 0:
                best = max(best, worth)
        inputs[first + at.CARDS_BY_RACE + race] = cards
        inputs[first + at.VALUE_BY_RACE + race] = fit(value)
        inputs[first + at.LOWEST_BY_RACE + race] = lowest
        inputs[first + at.AFFILIATED + race] = best
        all_cards += cards
        all_value += value
        races += cards > 0
        influence += best
        gain += max(0, lowest - best)
    inputs[first + at.HAND_CARDS] = fit(all_cards)
    inputs[first + at.HAND_VALUE] = fit(all_value)
    inputs[first + at.RACES_HELD] = races
    inputs[first + at.INFLUENCE_OF_ALLIES] = influence
    inputs[first + at.LAST_AFFILIATION] = gain


@compiled
def encode_lords(state: State, viewer: int, variant: int, inputs: Inputs) -> None:
    """Who has which lord and which of them work; the court, and who is near to its lords."""
    players, in_deck = int(state.players), 0
    for lord in range(LORDS):
        owner = int(state.lord_place[lord])
        if owner >= 0:
            first = seat_first(variant, (owner - viewer) % players)
            encode_lord(state, lord, first, variant, inputs)
        elif owner == DECK:
            in_deck += 1
    inputs[at.DECK_LORDS] = in_deck
    most = 0
    for place in range(players):
        first = seat_first(variant, place)
        summarise_lords(state, (viewer + place) % players, first, inputs)
        most = max(most, int(inputs[first + at.LORDS_HELD]))
        encode_reach(state, (viewer + place) % players, first, variant, inputs)
    inputs[at.LORDS_TO_COME] = max(0, LORDS_TO_END - most)
    for space in range(COURT_SPACES):
        if state.court[space] != EMPTY:
            column = LORD_COLUMN[variant, state.court[space]]
            inputs[at.TABLE_AREA[variant, at.IN_COURT] + column] = 1
            inputs[at.COURT_LORDS] += 1


@compiled
def encode_lord(state: State, lord: int, first: int, variant: int, inputs: Inputs) -> None:
    """A lord of the seat whose block begins at `first`."""
    column, influence = int(LORD_COLUMN[variant, lord]), int(INFLUENCE[lord])
    inputs[first + at.SEAT_AREA[variant, at.OWN_LORD] + column] = 1
    inputs[first + at.LORDS_HELD] += 1
    inputs[first + at.LORDS_BY_GUILD + GUILD[lord]] += 1
    inputs[first + at.INFLUENCE_OF_LORDS] += influence
    weakest = int(inputs[first + at.WEAKEST_LORD])
    inputs[first + at.WEAKEST_LORD] = influence if weakest == 0 else min(weakest, influence)
    inputs[first + at.STRONGEST_LORD] = max(int(inputs[first + at.STRONGEST_LORD]), influence)
    if state.lord_location[lord] == FREE:
        inputs[first + at.FREE_LORDS] += 1
    if is_enabled(state, lord):
        inputs[first + at.SEAT_AREA[variant, at.WORKING_LORD] + column] = 1
        if KEYS[lord] > 0:
            inputs[first + at.KEYS_HELD] += 1


@compiled
def summarise_lords(state: State, player: int, first: int, inputs: Inputs) -> None:
    """Steps of the number of keys and of lords, which a network would have to bend for."""
    keys = int(inputs[first + at.KEYS_HELD]) + int(state.key_tokens[player])
    inputs[first + at.KEYS_HELD] = keys
    for step in range(2):
        inputs[first + at.KEYS_HELD + 1 + step] = keys > step
    for step in range(4):
        inputs[first + at.LORDS_AT_LEAST + step] = inputs[first + at.LORDS_HELD] >= 4 + step


@compiled
def encode_reach(state: State, player: int, first: int, variant: int, inputs: Inputs) -> None:
    """How near the hand and pearls of a seat are to each lord of the court."""
    rules.sum_hand(state, player)
    for richest in range(3):
        inputs[first + at.VALUE_OF_RICHEST + richest] = fit(int(state.richest[richest + 1]))
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        if lord == EMPTY:
            continue
        column = int(LORD_COLUMN[variant, lord])
        lack = rules.shortfall(state, lord, state.credit)
        near = max(0, NEAR - max(0, lack.value) - MISSING_RACE * lack.races)
        inputs[first + at.SEAT_AREA[variant, at.NEAR_LORD] + column] = near
        inputs[first + at.NEAREST_LORD] = max(int(inputs[first + at.NEAREST_LORD]), near)
        if near == NEAR and not rules.is_guarded_from(state, player, LORD + lord):
            inputs[first + at.SEAT_AREA[variant, at.PAYABLE_LORD] + column] = 1
            inputs[first + at.PAYABLE_LORDS] += 1
            best = max(int(inputs[first + at.BEST_PAYABLE]), int(INFLUENCE[lord]))
            inputs[first + at.BEST_PAYABLE] = best


@compiled
def encode_tiles(state: State, viewer: int, variant: int, inputs: Inputs) -> None:
    """Who has which location, what it scores now, and which ones are available."""
    players = int(state.players)
    for tile in range(LOCATIONS):
        place, column = int(state.location_place[tile]), int(LOCATION_COLUMN[variant, tile])
        if place >= 0:
            first = seat_first(variant, (place - viewer) % players)
            inputs[first + at.SEAT_AREA[variant, at.OWN_TILE] + column] = 1
            inputs[first + at.TILES_HELD] += 1
            inputs[first + at.INFLUENCE_OF_TILES] += min(at.MAX_INPUT // 4, worth_of(state, tile, place))
        elif place == AVAILABLE:
            inputs[at.TABLE_AREA[variant, at.OPEN_TILE] + column] = 1
            inputs[at.OPEN_TILES] += 1
            offer_tile(state, tile, viewer, variant, inputs)
        elif place == DECK:
            inputs[at.DECK_TILES] += 1


@compiled
def offer_tile(state: State, tile: int, viewer: int, variant: int, inputs: Inputs) -> None:
    """What an available location would score for each seat, the best one counts."""
    players = int(state.players)
    for place in range(players):
        first = seat_first(variant, place)
        worth = int(worth_of(state, tile, (viewer + place) % players))
        best = int(inputs[first + at.BEST_OPEN_TILE])
        inputs[first + at.BEST_OPEN_TILE] = max(best, fit(worth))


@compiled
def encode_frames(state: State, viewer: int, variant: int, inputs: Inputs) -> None:
    """Questions that wait, by the seat they are put to or, if chance answers, that they are for; and the
    lord that is being paid for."""
    for place in range(state.depth):
        what, player, detail = waiting_at(state, place)
        if what == WELCOME:
            first = seat_first(variant, (player - viewer) % int(state.players))
            inputs[first + at.PENDING_INFLUENCE] = INFLUENCE[detail]
            inputs[first + at.PENDING_KEY] = KEYS[detail] > 0
        elif what < FIRST_STEP:
            if player == NOBODY and IS_FOR_SEAT[what] == 1:
                player = detail
            if player != NOBODY:
                first = seat_first(variant, (player - viewer) % int(state.players))
                inputs[first + at.SEAT_AREA[variant, at.PENDING_QUESTION] + what] += 1


@compiled
def encode_scores(state: State, viewer: int, variant: int, inputs: Inputs) -> None:
    """What each seat would score now as the viewer can tell, and by how much it is ahead."""
    players, worth = int(state.players), mean_token_worth(state, viewer)
    best, second = -at.MAX_INPUT, -at.MAX_INPUT
    for place in range(players):
        first, player = seat_first(variant, place), (viewer + place) % players
        encode_tokens(state, viewer, player, worth, first, inputs)
        points = int(inputs[first + at.INFLUENCE_OF_LORDS]) + int(inputs[first + at.INFLUENCE_OF_TILES])
        points += int(inputs[first + at.INFLUENCE_OF_ALLIES]) + int(inputs[first + at.LAST_AFFILIATION])
        points += int(inputs[first + at.TOKEN_POINTS])
        points += expansions_score(state, player)
        points = fit(points)
        inputs[first + at.SCORE] = points
        if points > best:
            best, second = points, best
        else:
            second = max(second, points)
    for place in range(players):
        first = seat_first(variant, place)
        points = int(inputs[first + at.SCORE])
        inputs[first + at.LEAD] = fit(points - (second if points == best else best))


@compiled
def encode_tokens(state: State, viewer: int, player: int, worth: int, first: int, inputs: Inputs) -> None:
    """How many base tokens a seat holds, and their points: known of the viewer's, else expected."""
    held, points = 0, 0
    for token in range(BASE_TOKENS):
        held += int(state.monster_tokens[player, token])
        points += int(state.monster_tokens[player, token]) * int(TOKEN_INFLUENCE[token])
    inputs[first + at.BASE_TOKENS_HELD] = held
    inputs[first + at.TOKEN_POINTS] = points if player == viewer else (held * worth + 50) // 100


@compiled
def mean_token_worth(state: State, viewer: int) -> int:
    """What a base token that the viewer has not seen is worth on average, in hundredths of a point."""
    unseen, points = 0, 0
    for token in range(BASE_TOKENS):
        count = max(0, int(TOKENS_IN_BOX[token]) - int(state.monster_tokens[viewer, token]))
        unseen += count
        points += count * int(TOKEN_INFLUENCE[token])
    return 100 * points // max(1, unseen)
