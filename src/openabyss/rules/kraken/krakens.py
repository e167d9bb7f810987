"""Kraken allies: at the end of an exploration, in a payment, at the end of the game."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_RACE, RACE
from openabyss.rules.cards.allies import FIRST_FIGHTER, FIRST_KRAKEN, RACES, VALUE_OF
from openabyss.rules.cards.printed import KRAKEN
from openabyss.rules.cards.smugglers import hides_krakens
from openabyss.rules.events import SENT_TO_COUNCIL, emit
from openabyss.rules.kraken.nebulis import add_nebulis, gain_nebulis, give_figure, max_nebulis, move_figure
from openabyss.rules.numbering import KRAKENS_SPENT, PLACE_KRAKEN
from openabyss.rules.questions import Topic, answer, options, question, step, when_due
from openabyss.rules.state import EMPTY, NOBODY, State

question(PLACE_KRAKEN, A_RACE, about=Topic.TRACK_SPACE, only_with=KRAKEN)
step(KRAKENS_SPENT, about=Topic.NEBULIS, only_with=KRAKEN)


@compiled
def is_kraken(kind: int) -> bool:
    return FIRST_KRAKEN <= kind < FIRST_FIGHTER


@options(PLACE_KRAKEN)
def stacks_for_a_kraken(state: State, player: int, detail: int) -> None:
    """Any stack, also an empty or guarded one, for the Kraken on the space `detail` (rules 9.4)."""
    state.mask[RACE : RACE + RACES] = 1


@answer(PLACE_KRAKEN)
def place_kraken(state: State, player: int, detail: int, action: int) -> None:
    kind = int(state.track[detail])
    state.track[detail] = EMPTY
    state.council[action - RACE, kind] += 1
    emit(state, SENT_TO_COUNCIL, player, action - RACE, kind)


@compiled
def nebulis_of(kind: int) -> int:
    """The nebulis printed on a Kraken: its value less 1."""
    return int(VALUE_OF[kind] - 1)


@when_due(KRAKENS_SPENT)
def collect_nebulis(state: State, player: int, nebulis: int) -> None:
    """For the Krakens of a payment, after it is paid: one event for the figure (R-K25)."""
    gain_nebulis(state, player, nebulis)


@compiled
def nebulis_of_payment(state: State) -> int:
    """What the Krakens named for a payment will bring."""
    total = 0
    for kind in range(FIRST_KRAKEN, FIRST_FIGHTER):
        total += state.payment[kind] * nebulis_of(kind)
    return total


@compiled
def reveal_krakens(state: State) -> None:
    """Before scoring, Krakens in hand bring their nebulis, all in one event (rules 9.10)."""
    gainers = 0
    for player in range(state.players):
        total = 0
        for kind in range(FIRST_KRAKEN, FIRST_FIGHTER):
            total += state.hand[player, kind] * nebulis_of(kind)
        if total > 0 and not hides_krakens(state, player):
            add_nebulis(state, player, total)
            gainers |= 1 << player
    if gainers > 0 and state.kraken_holder == NOBODY:
        give_figure(state, last_with_max(state))
    elif gainers > 0:
        move_figure(state, gainers, False)


@compiled
def last_with_max(state: State) -> int:
    """Where nobody held the figure: of those with most, the last one clockwise from the ending player
    (R-K5), or, where nobody brought about the end, from the player whose turn was the last."""
    players, most = int(state.players), max_nebulis(state)
    first = int(state.active if state.ending_player == NOBODY else state.ending_player)
    last = NOBODY
    for distance in range(players):
        player = (first + distance) % players
        if state.nebulis[player] == most:
            last = player
    return last
