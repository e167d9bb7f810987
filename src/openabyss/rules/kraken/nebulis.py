"""Nebulis, the black pearls of Kraken, and the figure that marks who has most (rules 9.6)."""

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.rules.actions import A_PLAYER, PLAYER
from openabyss.rules.cards.printed import KRAKEN
from openabyss.rules.events import FIGURE_MOVED, NEBULIS_GAINED, NEBULIS_LOST, emit
from openabyss.rules.numbering import KRAKEN_FIGURE_PICK
from openabyss.rules.questions import Topic, answer, ask, options, question
from openabyss.rules.state import NOBODY, State, counted

question(KRAKEN_FIGURE_PICK, A_PLAYER, about=Topic.CHALLENGERS, of_anybody=True, only_with=KRAKEN)


@compiled
def gain_nebulis(state: State, player: int, amount: int) -> None:
    """Nebulis from the supply, which is treated as unlimited; one event for the figure."""
    if amount > 0:
        add_nebulis(state, player, amount)
        move_figure(state, 1 << player, False)


@compiled
def spend_nebulis(state: State, player: int, amount: int, receiver: int) -> None:
    """Nebulis go to another player or, if the receiver is NOBODY, to the supply; one event."""
    if amount > 0:
        remove_nebulis(state, player, amount)
        gainers = 0
        if receiver != NOBODY:
            add_nebulis(state, receiver, amount)
            gainers = 1 << receiver
        move_figure(state, gainers, state.kraken_holder == player)


@compiled
def add_nebulis(state: State, player: int, amount: int) -> None:
    state.nebulis[player] = counted(state.nebulis[player] + amount)
    emit(state, NEBULIS_GAINED, player, amount, state.nebulis[player])


@compiled
def remove_nebulis(state: State, player: int, amount: int) -> None:
    state.nebulis[player] -= amount
    emit(state, NEBULIS_LOST, player, amount, state.nebulis[player])


@compiled
def max_nebulis(state: State) -> int:
    most = 0
    for player in range(state.players):
        most = max(most, int(state.nebulis[player]))
    return most


@compiled_out_of_line
def move_figure(state: State, gainers: int, holder_lost: bool) -> None:
    """After an event that changed nebulis: who equals or exceeds the holder takes the figure.

    `gainers` has a bit for every player who gained. An old tie in which nobody involved changed
    does not move the figure; several new ones are for the old holder to choose from (R-K5).
    """
    most, holder = max_nebulis(state), int(state.kraken_holder)
    if most == 0:
        give_figure(state, NOBODY)
        return
    challengers, count, last = 0, 0, NOBODY
    for player in range(state.players):
        involved = holder_lost or holder == NOBODY or gainers >> player & 1
        if player != holder and involved and state.nebulis[player] == most:
            challengers |= 1 << player
            count += 1
            last = player
    if count == 1:
        give_figure(state, last)
    elif count > 1:
        ask(state, KRAKEN_FIGURE_PICK, chooser_of_figure(state), challengers)


@compiled
def chooser_of_figure(state: State) -> int:
    """The old holder; before anybody holds it, the player whose turn it is."""
    return int(state.active if state.kraken_holder == NOBODY else state.kraken_holder)


@compiled
def give_figure(state: State, player: int) -> None:
    """The figure goes to a player, or back beside the board."""
    if state.kraken_holder != player:
        state.kraken_holder = player
        emit(state, FIGURE_MOVED, player, 0, 0)


@options(KRAKEN_FIGURE_PICK)
def challengers_for_the_figure(state: State, player: int, detail: int) -> None:
    for challenger in range(state.players):
        if detail >> challenger & 1:
            state.mask[PLAYER + challenger] = 1


@answer(KRAKEN_FIGURE_PICK)
def pick_challenger(state: State, player: int, detail: int, action: int) -> None:
    give_figure(state, action - PLAYER)
