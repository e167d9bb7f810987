"""How much of the game is still to come for a seat, and who is ahead."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.weights import (
    LAST_TURN_LEFT,
    LEAD_AT_END,
    LEAD_LIMIT,
    LEAD_NEEDED,
    NO_TURN_LEFT,
    ONE_LORD_LEFT,
    TOKEN_WORTH,
    Weights,
)
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.holdings.counting import lords_influence, lords_of, strongest_affiliated
from openabyss.rules.holdings.stocks import tokens_held
from openabyss.rules.scoring import (
    figure_influence,
    locations_influence,
    nebulis_influence,
    scourge_influence,
    wounds_influence,
)
from openabyss.rules.state import NOBODY, State

MANY_LORDS = 4


@compiled
def lords_to_come(state: State) -> int:
    """How many lords the foremost player still needs."""
    most = 0
    for player in range(state.players):
        most = max(most, lords_of(state, player))
    return max(0, LORDS_TO_END - most)


@compiled
def plays_again(state: State, me: int) -> bool:
    """In the last round: whether a turn of `me` is still to begin."""
    players = int(state.players)
    if me == state.active:
        return bool(state.extra_turns > 0)
    to_the_end = (int(state.ending_player) - int(state.active)) % players
    return to_the_end == 0 or (me - int(state.active)) % players < to_the_end


@compiled
def future(state: State, me: int, weights: Weights) -> int:
    """What percentage of its worth something keeps that is put by for later turns."""
    if state.ending_player != NOBODY:
        stage = LAST_TURN_LEFT if plays_again(state, me) else NO_TURN_LEFT
        return int(weights[stage])
    return int(weights[ONE_LORD_LEFT + min(MANY_LORDS, lords_to_come(state)) - 1])


@compiled
def public_score(state: State, player: int, weights: Weights) -> int:
    """The score in points as everybody can see it: monster tokens count as average ones."""
    tokens = tokens_held(state, player) * int(weights[TOKEN_WORTH]) // 100
    score = locations_influence(state, player) + lords_influence(state, player)
    return int(score) + strongest_affiliated(state, player) + tokens + expansions_score(state, player)


@compiled
def expansions_score(state: State, player: int) -> int:
    """Nebulis and the figure, wounds and the Scourge."""
    kraken = nebulis_influence(state, player) + figure_influence(state, player)
    return int(kraken + wounds_influence(state, player) + scourge_influence(state, player))


@compiled
def lead(state: State, me: int, weights: Weights) -> int:
    """By how many points `me` is ahead of the best other player; negative when behind."""
    best = -1000
    for player in range(state.players):
        if player != me:
            best = max(best, public_score(state, player, weights))
    return public_score(state, me, weights) - best


@compiled
def worth_of_ending(state: State, me: int, weights: Weights) -> int:
    """What it is worth that the next lord of `me` is the last: much when ahead, less than nothing behind."""
    if state.ending_player != NOBODY or lords_of(state, me) < LORDS_TO_END - 1:
        return 0
    limit = int(weights[LEAD_LIMIT])
    margin = lead(state, me, weights) - int(weights[LEAD_NEEDED])
    return max(-limit, min(limit, margin)) * int(weights[LEAD_AT_END])
