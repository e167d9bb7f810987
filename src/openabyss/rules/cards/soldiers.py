"""The soldiers: crabs; what they do to opponents. The Shaman protects from all of it."""

from openabyss.rules.cards.mages import ignores_soldiers
from openabyss.rules.cards.printed import LORDS, SOLDIER, lord
from openabyss.rules.events import LORD_DISABLED, TOKEN_STOLEN, happened, happened_privately
from openabyss.rules.hands import discard_ally, hand_size, offer_hand
from openabyss.rules.powers import ask_opponents, has_power, opponent_has_power, when_recruited
from openabyss.rules.record import Numbers, compiled
from openabyss.rules.stocks import pay_pearls, tokens_held
from openabyss.rules.table import (
    A_LORD,
    A_PLAYER,
    A_TOKEN,
    AN_ALLY,
    KIND,
    LORD,
    NOBODY,
    PLAYER,
    TOKEN,
    TOKENS,
    State,
    answer,
    ask,
    options,
    question,
)


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
DISCARD_ALLY = question("DISCARD_ALLY", AN_ALLY)


@when_recruited(JAILER)
def jailer(state: State, me: int) -> None:
    """Every opponent gives up one ally from the hand."""
    ask_opponents(state, me, DISCARD_ALLY, JAILER)


@options(DISCARD_ALLY)
def allies_to_give_up(state: State, player: int, detail: int, mask: Numbers) -> None:
    if not ignores_soldiers(state, player):
        offer_hand(state, player, mask)


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
ASSASSINATE = question("ASSASSINATE", A_LORD)


@when_recruited(ASSASSIN)
def assassin(state: State, me: int) -> None:
    """Disables one free, enabled lord of every opponent, chosen by the owner (R-12)."""
    players = int(state.players)
    for distance in range(players - 1, 0, -1):
        ask(state, ASSASSINATE, me, (me + distance) % players)


@options(ASSASSINATE)
def lords_to_disable(state: State, player: int, detail: int, mask: Numbers) -> None:
    """The lords of the opponent `detail`."""
    if is_target(state, player, detail):
        for victim in range(LORDS):
            if has_power(state, detail, victim):
                mask[LORD + victim] = 1


@answer(ASSASSINATE)
def disable(state: State, player: int, detail: int, action: int) -> None:
    state.lord_disabled[action - LORD] = 1
    happened(state, LORD_DISABLED, detail, 0, action - LORD)


COMMANDER = lord(5, SOLDIER, cost=8, races=1, keys=1, influence=4)
COMMANDER_LIMIT = 6
DISCARD_TO_LIMIT = question("DISCARD_TO_LIMIT", AN_ALLY)


@when_recruited(COMMANDER)
def commander(state: State, me: int) -> None:
    """Every opponent discards down to 6 allies; later, each at the end of the own turn (R-6)."""
    ask_opponents(state, me, DISCARD_TO_LIMIT, COMMANDER_LIMIT)


@compiled
def commander_limits(state: State, player: int) -> bool:
    """`player` may hold no more than 6 allies at the end of a turn."""
    return suffers_from(state, player, COMMANDER)


@options(DISCARD_TO_LIMIT)
def allies_above_the_limit(state: State, player: int, detail: int, mask: Numbers) -> None:
    if not ignores_soldiers(state, player) and hand_size(state, player) > detail:
        offer_hand(state, player, mask)


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
ROB_TOKENS = question("ROB_TOKENS", A_PLAYER)
STEAL_TOKEN = question("STEAL_TOKEN", A_TOKEN)


@when_recruited(HUNTER)
def hunter(state: State, me: int) -> None:
    """Steals a random monster token from an opponent of choice (R-13)."""
    ask(state, ROB_TOKENS, me, HUNTER)


@options(ROB_TOKENS)
def players_to_rob(state: State, player: int, detail: int, mask: Numbers) -> None:
    for victim in range(state.players):
        if is_target(state, player, victim) and tokens_held(state, victim) > 0:
            mask[PLAYER + victim] = 1


@answer(ROB_TOKENS)
def rob(state: State, player: int, detail: int, action: int) -> None:
    ask(state, STEAL_TOKEN, NOBODY, (action - PLAYER) * len(state.pearls) + player)


@options(STEAL_TOKEN)
def tokens_to_steal(state: State, player: int, detail: int, mask: Numbers) -> None:
    victim = detail // len(state.pearls)
    for token in range(TOKENS):
        mask[TOKEN + token] = state.monster_tokens[victim, token]


@answer(STEAL_TOKEN)
def steal_token(state: State, player: int, detail: int, action: int) -> None:
    victim, thief = detail // len(state.pearls), detail % len(state.pearls)
    token = action - TOKEN
    state.rolls += 1
    state.monster_tokens[victim, token] -= 1
    state.monster_tokens[thief, token] += 1
    happened_privately(state, TOKEN_STOLEN, thief, victim, token, thief)


HIGHWAYMAN = lord(113, SOLDIER, cost=9, races=2, keys=1, influence=4)
EXECUTIONER = lord(114, SOLDIER, cost=9, races=3, influence=5)

INTREPID = lord(201, SOLDIER, cost=6, races=1, keys=1, influence=4)
BORDER_GUARD = lord(202, SOLDIER, cost=8, races=2, influence=6)
