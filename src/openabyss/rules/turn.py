"""A turn, from top to bottom (rules 5)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import (
    ALLIES_OR_DONE,
    KIND,
    LOCATION,
    LORD,
    LORDS_OR_DONE,
    PASS,
    PLOT,
    RACE,
    RACES_OR_PASS,
    YES,
    YES_OR_NO,
    is_lord,
)
from openabyss.rules.base.court import free_space, has_lords_in_deck
from openabyss.rules.base.exploring import explore
from openabyss.rules.base.holdings import (
    can_reveal,
    discard_ally,
    hand_size,
    has_allies_left,
    offer_hand,
    offer_stacks,
    offer_stacks_to_take,
    pay_pearls,
    take_stack,
)
from openabyss.rules.base.payment import can_pay, sum_hand
from openabyss.rules.base.recruiting import recruit
from openabyss.rules.base.using import can_use_any, may_use_tokens
from openabyss.rules.cards.allies import FIRST_FIGHTER, FIRST_KRAKEN
from openabyss.rules.cards.mages import takes_two_stacks
from openabyss.rules.cards.merchants import collect_rent
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.cards.smugglers import offer_sentinels, place_again
from openabyss.rules.cards.soldiers import COMMANDER_LIMIT, commander_limits
from openabyss.rules.ending import end_at_once, is_sea_empty, record_action, record_deed
from openabyss.rules.events import PLOTTED, TURN_STARTED, emit
from openabyss.rules.kraken.sentinels import is_guarded_from, is_guarded_offered, offer_to_leave
from openabyss.rules.leviathan.border import check_piles
from openabyss.rules.numbering import (
    DISCARD_TO_LIMIT,
    END_POWERS,
    END_TURN,
    FINAL_SCORING,
    HAND_LIMIT,
    KEY_CHECK,
    LAST_POWERS,
    LAST_REVELATION,
    LORD_TO_COURT,
    MAIN,
    OBEY_MARTIAL_LAW,
    SECOND_STACK,
    START_TURN,
)
from openabyss.rules.questions import (
    Cards,
    Topic,
    Whole,
    answer,
    ask,
    options,
    question,
    schedule,
    step,
    when_due,
)
from openabyss.rules.sizes import COURT_SPACES
from openabyss.rules.solo import collect_income
from openabyss.rules.state import COURT, EMPTY, MARTIAL_LAW, NOBODY, State, counted

PLOT_PEARLS = 1
MARTIAL_LIMIT = 12

step(START_TURN, waits=False)
step(LAST_POWERS)
step(HAND_LIMIT)
step(END_TURN)
question(MAIN, LORDS_OR_DONE, depends_on_hand=True, turn_powers=True, tokens=True)
question(SECOND_STACK, RACES_OR_PASS, about=Topic.RACE, turn_powers=True, tokens=True)
question(OBEY_MARTIAL_LAW, ALLIES_OR_DONE, asks_for=Cards.HAND, part_of=Whole.HAND_LIMIT, tokens=True)
question(END_POWERS, YES_OR_NO, turn_powers=True, tokens=True)


@when_due(START_TURN)
def start_turn(state: State, player: int, is_extra: int) -> None:
    """A new turn: purchases, price and turn powers start afresh, the Landlord pays."""
    state.active = player
    state.turn = counted(state.turn + 1)
    state.price = 1
    state.acted = 0
    state.bought[:] = 0
    for lord in range(LORDS):
        state.lord_used[lord] = 0
    emit(state, TURN_STARTED, player, state.turn, is_extra)
    take_turn(state, player)
    collect_rent(state, player)
    collect_income(state, player)


@compiled
def take_turn(state: State, player: int) -> None:
    """The parts of a turn, in reverse: what is pushed last comes first."""
    close_turn(state, player)
    ask(state, MAIN, player, 0)


@compiled
def close_turn(state: State, player: int) -> None:
    """What follows the action of a turn."""
    schedule(state, END_TURN, player, 0)
    schedule(state, HAND_LIMIT, player, 0)
    schedule(state, LAST_POWERS, player, 0)
    schedule(state, KEY_CHECK, player, 0)


@options(MAIN)
def main_choices(state: State, player: int, detail: int) -> None:
    """One action, before it any number of plots; without any possible action, pass (R-27)."""
    can_act = offer_stacks(state, player)
    if can_reveal(state):
        state.mask[YES] = 1
        can_act = True
    if offer_recruits(state, player):
        can_act = True
    if not can_act:
        state.mask[PASS] = 1
    if state.kraken == 1:
        offer_to_leave(state, player, YES, LOCATION)
        offer_sentinels(state, player)
    if can_plot(state, player):
        state.mask[PLOT] = 1


@compiled
def offer_recruits(state: State, player: int) -> bool:
    """Every lord of the court for which a legal payment exists."""
    found = False
    sum_hand(state, player)
    for space in range(COURT_SPACES):
        lord = int(state.court[space])
        is_open = lord != EMPTY and not is_guarded_from(state, player, LORD + lord)
        if is_open and can_pay(state, lord):
            state.mask[LORD + lord] = 1
            found = True
    return found


@answer(MAIN)
def choose(state: State, player: int, detail: int, action: int) -> None:
    state.acted = 1
    record_progress(state, player, action)
    if action == PLOT:
        ask(state, MAIN, player, 0)
        plot(state, player)
    elif action == YES:
        explore(state, player)
    elif is_lord(action) and state.lord_place[action - LORD] != COURT:
        ask(state, MAIN, player, 0)
        place_again(state, player, action - LORD)
    elif is_lord(action):
        recruit(state, player, action - LORD)
    elif action != PASS:
        support(state, player, action - RACE)


@compiled
def record_progress(state: State, player: int, action: int) -> None:
    """Note whether the player can act, and does more than explore without an ally left to find (R-38).

    Where all allies are held by players whom they help no more, explorers find nothing but monsters.
    """
    if action != PASS and (action != YES or has_allies_left(state)):
        record_deed(state)
    if is_action(state, action) or (action == PASS and is_guarded_offered(state, player)):
        record_action(state)


@compiled
def is_action(state: State, action: int) -> bool:
    """To explore, support and recruit are actions; to plot and to place a sentinel are not."""
    if is_lord(action):
        return bool(state.lord_place[action - LORD] == COURT)
    return action not in (PASS, PLOT)


@compiled
def can_plot(state: State, player: int) -> bool:
    """A pearl, an empty space of the court and a lord in the deck."""
    return bool(
        state.pearls[player] >= PLOT_PEARLS and free_space(state) != EMPTY and has_lords_in_deck(state)
    )


@compiled
def plot(state: State, player: int) -> None:
    """A pearl for the top lord of the deck in the empty space of the court furthest from it (rules 5.3)."""
    emit(state, PLOTTED, player, 0, 0)
    pay_pearls(state, player, PLOT_PEARLS)
    ask(state, LORD_TO_COURT, NOBODY, free_space(state))


@compiled
def support(state: State, player: int, race: int) -> None:
    """Take a whole stack (rules 5.5); with the Alchemist, a second one after it (R-28)."""
    take_stack(state, player, race)
    if takes_two_stacks(state, player):
        ask(state, SECOND_STACK, player, race)


@options(SECOND_STACK)
def second_stacks(state: State, player: int, detail: int) -> None:
    """None once the Alchemist is under a location, for which a monster token may have given the last key."""
    if takes_two_stacks(state, player):
        offer_stacks_to_take(state, player)


@when_due(LAST_POWERS)
def offer_last_powers(state: State, player: int, detail: int) -> None:
    """Asked only if a turn power is left that would do something."""
    if can_use_any(state, player) or may_use_tokens(state, player, END_POWERS):
        ask(state, END_POWERS, player, 0)


@options(END_POWERS)
def powers_left(state: State, player: int, detail: int) -> None:
    """The turn powers are offered with those of every such question; here, also to be done."""
    if can_use_any(state, player) or may_use_tokens(state, player, END_POWERS):
        state.mask[PASS] = 1


@answer(END_POWERS)
def no_more_powers(state: State, player: int, detail: int, action: int) -> None:
    """Using a power is settled before the answer gets here; what is left is *done*."""


@when_due(HAND_LIMIT)
def limit_hand(state: State, player: int, detail: int) -> None:
    """An opponent's Commander allows 6 allies at the end of one's own turn; after that, martial law."""
    if state.options[MARTIAL_LAW] == 1:
        ask(state, OBEY_MARTIAL_LAW, player, 0)
    if commander_limits(state, player):
        ask(state, DISCARD_TO_LIMIT, player, COMMANDER_LIMIT)


@options(OBEY_MARTIAL_LAW)
def pay_or_discard(state: State, player: int, detail: int) -> None:
    """More than 12 allies: discard, one at a time, never Krakens; done is to pay a pearl for each
    card that is still too many (Leviathan 5.6, A36)."""
    excess = hand_size(state, player) - MARTIAL_LIMIT
    if excess <= 0:
        return
    offer_hand(state, player)
    state.mask[KIND + FIRST_KRAKEN : KIND + FIRST_FIGHTER] = 0
    if state.pearls[player] >= excess:
        state.mask[PASS] = 1


@answer(OBEY_MARTIAL_LAW)
def obey(state: State, player: int, detail: int, action: int) -> None:
    if action == PASS:
        pay_pearls(state, player, hand_size(state, player) - MARTIAL_LIMIT)
    else:
        ask(state, OBEY_MARTIAL_LAW, player, 0)
        discard_ally(state, player, action - KIND)


@when_due(END_TURN)
def end_turn(state: State, player: int, detail: int) -> None:
    """An extra turn, the next player's turn, or, when the ending player's turn comes round, the
    end of the game (rules 8.1); before any last round also when the sea is empty (R-38)."""
    if state.leviathan == 1:
        check_piles(state)
    following = (player + 1) % int(state.players)
    if state.extra_turns > 0:
        state.extra_turns -= 1
        schedule(state, START_TURN, player, 1)
    elif following == state.ending_player:
        end_game(state, following)
    elif state.ending_player == NOBODY and is_sea_empty(state):
        end_at_once(state)
        end_game(state, following)
    else:
        schedule(state, START_TURN, following, 0)


@compiled
def end_game(state: State, following: int) -> None:
    """No turn follows any more."""
    schedule(state, FINAL_SCORING, following, 0)
    schedule(state, LAST_REVELATION, following, 0)
