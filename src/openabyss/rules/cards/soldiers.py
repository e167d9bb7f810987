"""The soldiers: crabs; what they do to opponents. The Shaman protects from all of it."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import (
    A_LORD,
    A_NUMBER,
    A_PLAYER,
    A_RACE,
    A_TOKEN,
    AN_ALLY,
    KIND,
    LORD,
    NUMBER,
    PLAYER,
    RACE,
    TOKEN,
)
from openabyss.rules.base.holdings import (
    discard_ally,
    gain_pearls,
    hand_size,
    offer_hand,
    pay_pearls,
    tokens_held,
)
from openabyss.rules.cards.allies import ALLY_KINDS, RACE_OF, RACES
from openabyss.rules.cards.mages import ignores_soldiers
from openabyss.rules.cards.printed import LEVIATHAN, LORDS, SOLDIER, lord
from openabyss.rules.events import (
    AFFILIATED_LOST,
    LORD_DISABLED,
    RACE_NAMED,
    TOKEN_STOLEN,
    emit,
    emit_privately,
)
from openabyss.rules.leviathan.border import add_leviathan, leviathans_in_deck
from openabyss.rules.numbering import (
    ASSASSINATE,
    DISCARD_ALLY,
    DISCARD_TO_LIMIT,
    LOSE_AFFILIATED,
    LURE,
    NAME_RACE,
    ROB_BACK,
    ROB_TOKENS,
    STEAL_TOKEN,
    TAX,
)
from openabyss.rules.powers import (
    ask_opponents,
    has_power,
    is_enabled_lord_of,
    opponent_has_power,
    when_recruited,
)
from openabyss.rules.questions import Cards, Source, Topic, Whole, answer, ask, options, question, when_due
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import BASE_BACK, LEVIATHAN_BACK, NOBODY, State, sum_of, tokens_of


@compiled
def is_target(state: State, me: int, player: int) -> bool:
    """An opponent whom the soldiers of `me` may touch."""
    return player != me and not ignores_soldiers(state, player)


@compiled
def suffers_from(state: State, player: int, soldier: int) -> bool:
    """An opponent's soldier has an active power against `player`."""
    return opponent_has_power(state, player, soldier) and not ignores_soldiers(state, player)


RECRUITER = lord(1, SOLDIER, cost=10, races=2, keys=1, influence=4)
RECRUITER_SURCHARGE = 2


@compiled
def recruiter_surcharge(state: State, player: int) -> int:
    """The Recruiter: opponents pay 2 more for a lord."""
    return RECRUITER_SURCHARGE if suffers_from(state, player, RECRUITER) else 0


JAILER = lord(2, SOLDIER, cost=6, races=3, influence=7)
question(DISCARD_ALLY, AN_ALLY, about=Topic.LORD, asks_for=Cards.HAND, of_anybody=True)


@when_recruited(JAILER)
def jailer(state: State, me: int) -> None:
    """Every opponent gives up one ally from the hand."""
    ask_opponents(state, me, DISCARD_ALLY, JAILER)


@options(DISCARD_ALLY)
def allies_to_give_up(state: State, player: int, detail: int) -> None:
    if not ignores_soldiers(state, player):
        offer_hand(state, player)


@answer(DISCARD_ALLY)
def give_up(state: State, player: int, detail: int, action: int) -> None:
    discard_ally(state, player, action - KIND)


SEEKER = lord(3, SOLDIER, cost=7, races=2, influence=7)
SEEKER_PEARLS = 2


@when_recruited(SEEKER)
def seeker(state: State, me: int) -> None:
    """Every opponent returns up to 2 pearls to the treasury."""
    for player in range(state.players):
        if is_target(state, me, player):
            pay_pearls(state, player, min(SEEKER_PEARLS, state.pearls[player]))


ASSASSIN = lord(4, SOLDIER, cost=10, races=1, influence=6)
question(ASSASSINATE, A_LORD, about=Topic.OPPONENT)


@when_recruited(ASSASSIN)
def assassin(state: State, me: int) -> None:
    """Disables one free, enabled lord of every opponent, chosen by the owner (R-12)."""
    players = int(state.players)
    for distance in range(players - 1, 0, -1):
        ask(state, ASSASSINATE, me, (me + distance) % players)


@options(ASSASSINATE)
def lords_to_disable(state: State, player: int, detail: int) -> None:
    """The lords of the opponent `detail`."""
    if is_target(state, player, detail):
        for victim in range(LORDS):
            if is_enabled_lord_of(state, detail, victim):
                state.mask[LORD + victim] = 1


@answer(ASSASSINATE)
def disable(state: State, player: int, detail: int, action: int) -> None:
    state.lord_disabled[action - LORD] = 1
    emit(state, LORD_DISABLED, detail, 0, action - LORD)


COMMANDER = lord(5, SOLDIER, cost=8, races=1, keys=1, influence=4)
COMMANDER_LIMIT = 6
question(
    DISCARD_TO_LIMIT,
    AN_ALLY,
    about=Topic.LIMIT,
    asks_for=Cards.HAND,
    of_anybody=True,
    part_of=Whole.HAND_LIMIT,
    tokens=True,
)


@when_recruited(COMMANDER)
def commander(state: State, me: int) -> None:
    """Every opponent discards down to 6 allies; later, each at the end of the own turn (R-6)."""
    ask_opponents(state, me, DISCARD_TO_LIMIT, COMMANDER_LIMIT)


@compiled
def commander_limits(state: State, player: int) -> bool:
    """`player` may hold no more than 6 allies at the end of a turn."""
    return suffers_from(state, player, COMMANDER)


@options(DISCARD_TO_LIMIT)
def allies_above_the_limit(state: State, player: int, detail: int) -> None:
    if not ignores_soldiers(state, player) and hand_size(state, player) > detail:
        offer_hand(state, player)


@answer(DISCARD_TO_LIMIT)
def discard_one(state: State, player: int, detail: int, action: int) -> None:
    ask(state, DISCARD_TO_LIMIT, player, detail)
    discard_ally(state, player, action - KIND)


TAMER = lord(6, SOLDIER, cost=6, races=3, keys=1, influence=4)


@compiled
def tamer_lowers_reward(state: State, player: int) -> bool:
    """The Tamer: opponents get the reward of one threat level less."""
    return suffers_from(state, player, TAMER)


HUNTER = lord(7, SOLDIER, cost=8, races=2, influence=6)
question(ROB_TOKENS, A_PLAYER, about=Topic.LORD)
question(ROB_BACK, A_NUMBER, about=Topic.OPPONENT, only_with=LEVIATHAN)
question(
    STEAL_TOKEN, A_TOKEN, about=(Topic.PILE, Topic.OPPONENT, Topic.PLAYER), drawn_from=Source.HELD_TOKENS
)


@when_recruited(HUNTER)
def hunter(state: State, me: int) -> None:
    """Steals a random monster token from an opponent of choice (R-13)."""
    ask(state, ROB_TOKENS, me, HUNTER)


@options(ROB_TOKENS)
def players_to_rob(state: State, player: int, detail: int) -> None:
    for victim in range(state.players):
        if is_target(state, player, victim) and tokens_held(state, victim) > 0:
            state.mask[PLAYER + victim] = 1


@answer(ROB_TOKENS)
def rob(state: State, player: int, detail: int, action: int) -> None:
    ask(state, ROB_BACK, player, action - PLAYER)


@compiled
def tokens_with_back(state: State, player: int, back: int) -> int:
    """How many tokens of one of the two piles a player holds."""
    first, end = tokens_of(back)
    return sum_of(state.monster_tokens[player], first, end)


@options(ROB_BACK)
def backs_to_rob(state: State, player: int, detail: int) -> None:
    """The thief also names the back, base or Leviathan, which everybody can see (A26)."""
    for back in (BASE_BACK, LEVIATHAN_BACK):
        if tokens_with_back(state, detail, back) > 0:
            state.mask[NUMBER + back] = 1


@answer(ROB_BACK)
def name_back(state: State, player: int, detail: int, action: int) -> None:
    victim, back = detail, action - NUMBER
    ask(state, STEAL_TOKEN, NOBODY, (back * SEATS + victim) * SEATS + player)


@options(STEAL_TOKEN)
def tokens_to_steal(state: State, player: int, detail: int) -> None:
    victim, back = detail // SEATS % SEATS, detail // SEATS // SEATS
    first, end = tokens_of(back)
    for token in range(first, end):
        state.mask[TOKEN + token] = state.monster_tokens[victim, token]


@answer(STEAL_TOKEN)
def steal_token(state: State, player: int, detail: int, action: int) -> None:
    victim, thief = detail // SEATS % SEATS, detail % SEATS
    token = action - TOKEN
    state.monster_tokens[victim, token] -= 1
    state.monster_tokens[thief, token] += 1
    emit_privately(state, TOKEN_STOLEN, thief, victim, token, thief)


HIGHWAYMAN = lord(113, SOLDIER, cost=9, races=2, keys=1, influence=4)


@when_due(TAX)
def highwayman(state: State, player: int, gained: int) -> None:
    """When an opponent gains 2 or more pearls at once, 1 of them goes to the owner (R-K18)."""
    if suffers_from(state, player, HIGHWAYMAN) and state.pearls[player] > 0:
        pay_pearls(state, player, 1)
        gain_pearls(state, int(state.lord_place[HIGHWAYMAN]), 1)


EXECUTIONER = lord(114, SOLDIER, cost=9, races=3, influence=5)
question(NAME_RACE, A_RACE, about=Topic.LORD)
question(LOSE_AFFILIATED, AN_ALLY, about=Topic.RACE, asks_for=Cards.AFFILIATED, of_anybody=True)


@when_recruited(EXECUTIONER)
def executioner(state: State, me: int) -> None:
    """Names a race; every opponent discards an affiliated ally of it."""
    ask(state, NAME_RACE, me, EXECUTIONER)


@options(NAME_RACE)
def races_to_name(state: State, player: int, detail: int) -> None:
    state.mask[RACE : RACE + RACES] = 1


@answer(NAME_RACE)
def name_race(state: State, player: int, detail: int, action: int) -> None:
    emit(state, RACE_NAMED, player, 0, action - RACE)
    ask_opponents(state, player, LOSE_AFFILIATED, action - RACE)


@options(LOSE_AFFILIATED)
def allies_to_lose(state: State, player: int, detail: int) -> None:
    """The affiliated allies of the race `detail`."""
    if not ignores_soldiers(state, player):
        for kind in range(ALLY_KINDS):
            if RACE_OF[kind] == detail and state.affiliated[player, kind] > 0:
                state.mask[KIND + kind] = 1


@answer(LOSE_AFFILIATED)
def lose_affiliated(state: State, player: int, detail: int, action: int) -> None:
    state.affiliated[player, action - KIND] -= 1
    state.discard[action - KIND] += 1
    emit(state, AFFILIATED_LOST, player, 0, action - KIND)


INTREPID = lord(201, SOLDIER, cost=6, races=1, keys=1, influence=4)


@compiled
def leviathans_in_a_fight(state: State, player: int) -> int:
    """How many leviathans may be slain in one fight: 1, or 2 with the Intrepid."""
    return 2 if has_power(state, player, INTREPID) else 1


BORDER_GUARD = lord(202, SOLDIER, cost=8, races=2, influence=6)
question(LURE, A_PLAYER, about=Topic.LORD, only_with=LEVIATHAN)


@when_recruited(BORDER_GUARD)
def border_guard(state: State, me: int) -> None:
    """An opponent of choice reveals a leviathan and suffers any attack of it (A12, A27)."""
    ask(state, LURE, me, BORDER_GUARD)


@options(LURE)
def players_to_lure(state: State, player: int, detail: int) -> None:
    if leviathans_in_deck(state) > 0:
        for victim in range(state.players):
            if is_target(state, player, victim):
                state.mask[PLAYER + victim] = 1


@answer(LURE)
def lure(state: State, player: int, detail: int, action: int) -> None:
    add_leviathan(state, action - PLAYER)
