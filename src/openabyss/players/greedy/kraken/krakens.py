"""The questions that Kraken puts: nebulis, the figure, stacks for Krakens, what its lords ask."""

from openabyss.engine.compiling import compiled
from openabyss.players.greedy.cards import affiliation_gain, card_gain
from openabyss.players.greedy.future import public_score
from openabyss.players.greedy.lords import harm_of_race, power_worth
from openabyss.players.greedy.notes import NEXT_KEY, UNDECIDED, Notes, decides
from openabyss.players.greedy.weights import Weights
from openabyss.rules.actions import KIND, LORD, NUMBER, NUMBERS, PLAYER, RACE
from openabyss.rules.base.paying import PAY_PRICE
from openabyss.rules.cards.allies import ALLY_KINDS, RACES, VALUE_OF
from openabyss.rules.cards.mages import HEAL
from openabyss.rules.cards.politicians import LIBERATE
from openabyss.rules.cards.printed import KEYS, LORDS
from openabyss.rules.cards.smugglers import FENCE_PICK, players_in
from openabyss.rules.cards.soldiers import LOSE_AFFILIATED, NAME_RACE
from openabyss.rules.kraken.krakens import PLACE_KRAKEN
from openabyss.rules.kraken.nebulis import KRAKEN_FIGURE_PICK
from openabyss.rules.kraken.sentinels import is_guarded_from
from openabyss.rules.sizes import SENTINELS
from openabyss.rules.state import State

NOTHING = -1_000_000


@decides(PLACE_KRAKEN)
def choose_stack_for_kraken(state: State, me: int, space: int, weights: Weights, notes: Notes) -> int:
    """A stack that nobody else may take, or else the one that tempts opponents least."""
    least, choice = 0, UNDECIDED
    for race in range(RACES):
        if is_own_guard(state, me, RACE + race):
            return RACE + race
        value = 0
        for kind in range(ALLY_KINDS):
            value += int(state.council[race, kind]) * int(VALUE_OF[kind])
        if is_guarded_from(state, me, RACE + race):
            value -= NOTHING
        if choice == UNDECIDED or value < least:
            least, choice = value, RACE + race
    return choice


@compiled
def is_own_guard(state: State, me: int, target: int) -> bool:
    for sentinel in range(SENTINELS):
        if state.sentinel_owner[sentinel] == me and state.sentinel_target[sentinel] == target:
            return True
    return False


@decides(PAY_PRICE)
def choose_nebulis(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """As many nebulis as are allowed: they cost influence, pearls do not."""
    for nebulis in range(NUMBERS - 1, 0, -1):
        if state.mask[NUMBER + nebulis] > 0:
            return NUMBER + nebulis
    return NUMBER


@decides(KRAKEN_FIGURE_PICK)
def choose_marked(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """The opponent with the highest score."""
    most, choice = NOTHING, UNDECIDED
    for player in range(state.players):
        if state.mask[PLAYER + player] > 0 and player != me:
            score = public_score(state, player, weights)
            if score > most:
                most, choice = score, PLAYER + player
    return choice


@decides(FENCE_PICK)
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


@decides(HEAL)
def choose_healed(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    most, choice = NOTHING, UNDECIDED
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            gain = card_gain(state, me, kind, weights, notes)
            if gain > most:
                most, choice = gain, KIND + kind
    return choice


@decides(NAME_RACE)
def choose_race(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """The race whose weakest affiliated allies opponents will miss most."""
    most, choice = -1, UNDECIDED
    for race in range(RACES):
        harm = harm_of_race(state, me, race)
        if harm > most:
            most, choice = harm, RACE + race
    return choice


@decides(LOSE_AFFILIATED)
def choose_lost_affiliated(state: State, me: int, race: int, weights: Weights, notes: Notes) -> int:
    least, choice = 0, UNDECIDED
    for kind in range(ALLY_KINDS):
        if state.mask[KIND + kind] > 0:
            state.affiliated[me, kind] -= 1
            loss = affiliation_gain(state, me, kind)
            state.affiliated[me, kind] += 1
            if choice == UNDECIDED or loss < least:
                least, choice = loss, KIND + kind
    return choice


@decides(LIBERATE)
def choose_freed(state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """The lord whose key and power are worth most."""
    most, choice = NOTHING, UNDECIDED
    for lord in range(LORDS):
        if state.mask[LORD + lord] > 0:
            worth = power_worth(lord, weights, notes)
            if KEYS[lord] > 0:
                worth += int(notes[NEXT_KEY])
            if worth > most:
                most, choice = worth, LORD + lord
    return choice
