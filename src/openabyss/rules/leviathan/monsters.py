"""Monsters met with Leviathan in play (Leviathan 5.3, 7 and 8.3): fight at the border or add to it."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import LORD, LORDS_OR_DONE, PASS, YES
from openabyss.rules.base.holdings import gain_pearls, has_allies_left
from openabyss.rules.cards.allies import MONSTER
from openabyss.rules.cards.farmers import COWARD, may_avoid_monsters
from openabyss.rules.cards.printed import LEVIATHAN
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT
from openabyss.rules.events import MONSTER_AVOIDED, emit
from openabyss.rules.leviathan.border import add_leviathan, leviathans_in_deck
from openabyss.rules.leviathan.fighting import NO_ATTACK_YET, can_fight, start_fight, zone_of_leviathan
from openabyss.rules.numbering import FIGHT_ALLY, FIGHT_TARGET, GO_ON, MEET_MONSTER
from openabyss.rules.questions import Topic, answer, ask, options, question, schedule, step, when_dropped
from openabyss.rules.sizes import TRACK_SPACES
from openabyss.rules.state import EMPTY, INERT_MONSTERS, State

LAST_SPACE_PEARLS = 1
AVOIDED_BY_COWARD, INERT, NO_LEVIATHAN = 1, 2, 3

question(
    MEET_MONSTER,
    LORDS_OR_DONE,
    about=Topic.TRACK_SPACE,
    depends_on_hand=True,
    only_with=LEVIATHAN,
    turn_powers=True,
    tokens=True,
)
# The exploration goes on if there is an ally left to find (exploring.py).
step(GO_ON, only_with=LEVIATHAN)


@compiled
def meet(state: State, player: int, space: int) -> None:
    """Fight, go on or, with the Coward, avoid it. By an option, monsters mean nothing in last turns that
    leviathans or tokens brought about."""
    if are_inert(state):
        emit(state, MONSTER_AVOIDED, player, INERT, 0)
        leave_monster(state, player, space)
    else:
        ask(state, MEET_MONSTER, player, space)


@compiled
def are_inert(state: State) -> bool:
    is_cause = state.end_cause in (NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT)
    return bool(state.options[INERT_MONSTERS] == 1 and is_cause)


@compiled
def leave_monster(state: State, player: int, space: int) -> None:
    """The monster leaves its space free and goes to the discard; the exploration goes on."""
    state.track[space] = EMPTY
    state.discard[MONSTER] += 1
    schedule(state, GO_ON, player, 0)


@options(MEET_MONSTER)
def fight_or_go_on(state: State, player: int, detail: int) -> None:
    """On the last space one must fight if one can (A7); who cannot fight goes on (A6)."""
    fights, goes_on = can_fight(state, player), has_allies_left(state)
    if fights:
        state.mask[YES] = 1
    if not fights or (detail < TRACK_SPACES - 1 and goes_on):
        state.mask[PASS] = 1
    if goes_on and may_avoid_monsters(state, player):
        state.mask[LORD + COWARD] = 1


@answer(MEET_MONSTER)
def answer_monster(state: State, player: int, detail: int, action: int) -> None:
    if action == YES:
        start_fight(state, player)
        if detail == TRACK_SPACES - 1:
            gain_pearls(state, player, LAST_SPACE_PEARLS)
        return
    leave_monster(state, player, detail)
    if action != PASS:
        emit(state, MONSTER_AVOIDED, player, AVOIDED_BY_COWARD, 0)
    elif leviathans_in_deck(state) == 0:
        emit(state, MONSTER_AVOIDED, player, NO_LEVIATHAN, 0)
    else:
        add_leviathan(state, player)


@when_dropped(FIGHT_TARGET)
def no_leviathan_to_fight(state: State, player: int, detail: int) -> None:
    pass_unfought_monster(state, player)


@when_dropped(FIGHT_ALLY)
def no_ally_to_fight_with(state: State, player: int, leviathan: int) -> None:
    """Where the leviathan has left the border, the fight is over (A43)."""
    if zone_of_leviathan(state, leviathan) != EMPTY:
        pass_unfought_monster(state, player)


@compiled
def pass_unfought_monster(state: State, player: int) -> None:
    """The last ally for a fight has gone before the first attack: the explorer goes on past the monster as
    if unable to fight; from the last space, to the end of the exploration (A46)."""
    if state.fight_slain != NO_ATTACK_YET:
        return
    for space in range(TRACK_SPACES):
        if state.track[space] == MONSTER:
            if space < TRACK_SPACES - 1:
                leave_monster(state, player, space)
            add_leviathan(state, player)
