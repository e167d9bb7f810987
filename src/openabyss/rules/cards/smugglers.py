"""The smugglers of Kraken: no race demanded, a trade of their own."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_PLAYER, LORD, PLAYER
from openabyss.rules.base.holdings import gain_pearls
from openabyss.rules.cards.printed import KRAKEN, SMUGGLER, lord
from openabyss.rules.kraken.nebulis import (
    add_nebulis,
    gain_nebulis,
    move_figure,
    remove_nebulis,
    spend_nebulis,
)
from openabyss.rules.kraken.sentinels import is_waiting, receive_sentinel
from openabyss.rules.numbering import FENCE_PICK, PLACE_SENTINEL
from openabyss.rules.powers import has_power, on_your_turn, usable, when_recruited
from openabyss.rules.questions import Topic, answer, ask, options, question
from openabyss.rules.state import NOBODY, State

FERRYMAN = lord(101, SMUGGLER, cost=7, races=1, keys=1, influence=5)


@usable(FERRYMAN)
def ferryman_has_freight(state: State, me: int) -> bool:
    return bool(state.nebulis[me] > 0)


@on_your_turn(FERRYMAN)
def ferryman(state: State, me: int) -> None:
    """Discards a nebulis for a pearl."""
    gain_pearls(state, me, 1)
    spend_nebulis(state, me, 1, NOBODY)


OUTLAW = lord(102, SMUGGLER, cost=7, races=1, keys=1, influence=6)


@compiled
def nebulis_in_a_payment(state: State, player: int) -> int:
    """How many nebulis a payment may contain: 1, or 2 with the Outlaw."""
    return min(int(state.nebulis[player]), 2 if has_power(state, player, OUTLAW) else 1)


COUNTERFEITER = lord(103, SMUGGLER, cost=7, races=1, keys=1, influence=5)


@compiled
def keeps_pearls_back(state: State, player: int) -> bool:
    """The Counterfeiter: nebulis may be used although pearls remain."""
    return has_power(state, player, COUNTERFEITER)


FENCE = lord(104, SMUGGLER, cost=7, races=1, influence=8)
question(FENCE_PICK, A_PLAYER, about=Topic.RECEIVERS, only_with=KRAKEN)


@when_recruited(FENCE)
def fence(state: State, me: int) -> None:
    """Gives a nebulis to every opponent; with too few, all, to opponents of choice (R-K21)."""
    opponents = 0
    for player in range(state.players):
        if player != me:
            opponents |= 1 << player
    if state.nebulis[me] >= state.players - 1:
        hand_out(state, me, opponents)
    elif state.nebulis[me] > 0:
        ask(state, FENCE_PICK, me, 0)


@compiled
def players_in(bits: int) -> int:
    """How many players a set of bits holds."""
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count


@compiled
def hand_out(state: State, me: int, receivers: int) -> None:
    """One nebulis to each of the receivers, in one event for the figure."""
    remove_nebulis(state, me, players_in(receivers))
    for player in range(state.players):
        if receivers >> player & 1:
            add_nebulis(state, player, 1)
    move_figure(state, receivers, state.kraken_holder == me)


@options(FENCE_PICK)
def players_to_receive(state: State, player: int, detail: int) -> None:
    """One receiver at a time, in rising order, as long as enough are left for the rest."""
    missing = int(state.nebulis[player]) - players_in(detail)
    left = 0
    for receiver in range(int(state.players) - 1, -1, -1):
        if detail >> receiver > 0:
            break
        if receiver != player:
            left += 1
            if left >= missing:
                state.mask[PLAYER + receiver] = 1


@answer(FENCE_PICK)
def pick_receiver(state: State, player: int, detail: int, action: int) -> None:
    receivers = detail | 1 << (action - PLAYER)
    if players_in(receivers) == state.nebulis[player]:
        hand_out(state, player, receivers)
    else:
        ask(state, FENCE_PICK, player, receivers)


CLEANER = lord(105, SMUGGLER, cost=7, races=1, keys=1, influence=7)


@compiled
def hides_krakens(state: State, player: int) -> bool:
    """The Cleaner: no nebulis for Krakens left in the hand at the end."""
    return has_power(state, player, CLEANER)


WATCHER = lord(106, SMUGGLER, cost=5, races=2, influence=4)
VIGIL = lord(107, SMUGGLER, cost=5, races=2, influence=4)
LOOKOUT = lord(108, SMUGGLER, cost=5, races=2, influence=4)
# The token of each sentinel lord: its number, counted from the Watcher.
FIRST_SENTINEL = WATCHER


@when_recruited(WATCHER)
def watcher(state: State, me: int) -> None:
    """A nebulis, and a sentinel to place."""
    stand_guard(state, me, WATCHER)


@when_recruited(VIGIL)
def vigil(state: State, me: int) -> None:
    """A nebulis, and a sentinel to place."""
    stand_guard(state, me, VIGIL)


@when_recruited(LOOKOUT)
def lookout(state: State, me: int) -> None:
    """A nebulis, and a sentinel to place."""
    stand_guard(state, me, LOOKOUT)


@compiled
def stand_guard(state: State, me: int, guard: int) -> None:
    receive_sentinel(state, me, guard - FIRST_SENTINEL)
    gain_nebulis(state, me, 1)


@compiled
def offer_sentinels(state: State, player: int) -> None:
    """Tokens that wait with their owner may be placed before the action of a turn (rules 9.8)."""
    for sentinel in range(len(state.sentinel_owner)):
        if is_waiting(state, player, sentinel):
            state.mask[LORD + FIRST_SENTINEL + sentinel] = 1


@compiled
def is_sentinel(lord: int) -> bool:
    return WATCHER <= lord <= LOOKOUT


@compiled
def place_again(state: State, player: int, guard: int) -> None:
    ask(state, PLACE_SENTINEL, player, guard - FIRST_SENTINEL)
