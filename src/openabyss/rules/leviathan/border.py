"""The border: its nine zones, how leviathans come and attack, and what runs out (Leviathan 5.2, 5.4, 8.1)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_LORD, A_NUMBER, AN_ALLY, KIND, LORD, NUMBER
from openabyss.rules.base.holdings import (
    base_tokens_left,
    discard_ally,
    hand_size,
    leviathan_tokens_left,
    pay_pearls,
)
from openabyss.rules.cards.allies import ALLY_KINDS, FIRST_FIGHTER, FIRST_KRAKEN, VALUE_OF
from openabyss.rules.cards.leviathans import A_FREE_LORD, ALLIES, ATTACK, ATTACK_AMOUNT, PEARLS, WOUNDS
from openabyss.rules.cards.printed import LEVIATHAN, LORDS
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT, trigger_end
from openabyss.rules.events import ATTACKED, LEVIATHAN_PLACED, LEVIATHAN_REVEALED, ROLLED, WOUNDED, emit
from openabyss.rules.kraken.nebulis import gain_nebulis
from openabyss.rules.numbering import (
    DRAW_LEVIATHAN,
    LOSE_ALLY,
    LOSE_LORD,
    PLACE_LEVIATHAN,
    ROLL_DIE,
    ROLL_ZONE,
)
from openabyss.rules.powers import discard_lord, is_free_lord_of
from openabyss.rules.questions import (
    ALLIES_LOST,
    Cards,
    Source,
    Topic,
    answer,
    ask,
    options,
    question,
    schedule,
    step,
    when_due,
)
from openabyss.rules.sizes import LEVIATHANS, ZONES
from openabyss.rules.state import (
    BORDER,
    BOTH_PILES_END,
    DECK,
    DRAWN,
    EMPTY,
    GONE,
    NOBODY,
    State,
    count_of,
    counted,
)

DIE_FACES = 6
SUM_OF_DICE, HIGHER_DIE = range(2)

question(
    DRAW_LEVIATHAN,
    A_NUMBER,
    about=Topic.PLAYER_OR_NOBODY,
    drawn_from=Source.LEVIATHAN_DECK,
    only_with=LEVIATHAN,
)
question(ROLL_DIE, A_NUMBER, about=Topic.DICE, drawn_from=Source.DIE, only_with=LEVIATHAN)
question(
    LOSE_ALLY,
    AN_ALLY,
    about=(Topic.NEBULIS, Topic.ALLIES),
    asks_for=Cards.HAND,
    of_anybody=True,
    only_with=LEVIATHAN,
)
question(LOSE_LORD, A_LORD, about=Topic.LEVIATHAN, of_anybody=True, only_with=LEVIATHAN)
step(ROLL_ZONE, of_anybody=True, only_with=LEVIATHAN)
step(PLACE_LEVIATHAN, of_anybody=True, only_with=LEVIATHAN)


@compiled
def leviathans_in_deck(state: State) -> int:
    return count_of(state.leviathan_place, DECK)


@compiled
def leviathans_on_border(state: State) -> int:
    return ZONES - count_of(state.border, EMPTY)


@compiled
def drawn_leviathan(state: State) -> int:
    """The leviathan that has been revealed and waits for its zone."""
    leviathan = 0
    while state.leviathan_place[leviathan] != DRAWN:
        leviathan += 1
    return leviathan


@compiled
def check_piles(state: State) -> None:
    """Looked at when a turn ends, no matter who took the last card or token (A4)."""
    if leviathans_in_deck(state) == 0:
        trigger_end(state, NO_LEVIATHANS_LEFT)
    if empty_piles(state) > state.options[BOTH_PILES_END]:
        trigger_end(state, NO_TOKENS_LEFT)


@compiled
def empty_piles(state: State) -> int:
    """How many of the two piles of monster tokens have run out."""
    return int(base_tokens_left(state) == 0) + int(leviathan_tokens_left(state) == 0)


# ------------------------------------------------------------------------- a new leviathan


@compiled
def add_leviathan(state: State, player: int) -> None:
    """Reveal a leviathan and roll for its zone; one that is there already attacks `player` and leaves.

    With an empty deck nothing happens (A20).
    """
    if leviathans_in_deck(state) > 0:
        schedule(state, ROLL_ZONE, player, 0)
        ask(state, DRAW_LEVIATHAN, NOBODY, player)


@options(DRAW_LEVIATHAN)
def leviathans_to_draw(state: State, player: int, detail: int) -> None:
    for leviathan in range(LEVIATHANS):
        if state.leviathan_place[leviathan] == DECK:
            state.mask[NUMBER + leviathan] = 1


@answer(DRAW_LEVIATHAN)
def reveal_leviathan(state: State, player: int, detail: int, action: int) -> None:
    state.leviathan_place[action - NUMBER] = DRAWN
    emit(state, LEVIATHAN_REVEALED, detail, 0, action - NUMBER)


@when_due(ROLL_ZONE)
def roll_zone(state: State, player: int, detail: int) -> None:
    schedule(state, PLACE_LEVIATHAN, player, 0)
    roll_dice(state, player, 2, SUM_OF_DICE)


@compiled
def roll_dice(state: State, player: int, dice: int, reading: int) -> None:
    """Ask chance for some dice, whose sum or higher face will be in `state.dice`."""
    state.dice = 0
    for _ in range(dice):
        ask(state, ROLL_DIE, NOBODY, reading)


@options(ROLL_DIE)
def faces(state: State, player: int, detail: int) -> None:
    state.mask[NUMBER + 1 : NUMBER + DIE_FACES + 1] = 1


@answer(ROLL_DIE)
def read_die(state: State, player: int, detail: int, action: int) -> None:
    face = action - NUMBER
    state.rolls = counted(state.rolls + 1)
    state.dice = max(int(state.dice), face) if detail == HIGHER_DIE else state.dice + face
    emit(state, ROLLED, state.active, face, state.dice)


@compiled
def zone_of(total: int) -> int:
    """The zone of a roll: 2 and 3 share the first, 11 and 12 the last (Leviathan 1.3)."""
    return max(0, min(ZONES - 1, total - 3))


@when_due(PLACE_LEVIATHAN)
def place_leviathan(state: State, player: int, detail: int) -> None:
    """Who was there attacks and leaves the game (A21)."""
    zone, leviathan = zone_of(int(state.dice)), drawn_leviathan(state)
    attacker = int(state.border[zone])
    put_on_border(state, player, leviathan, zone)
    if attacker != EMPTY:
        state.leviathan_place[attacker] = GONE
        attack(state, player, attacker)


@compiled
def put_on_border(state: State, player: int, leviathan: int, zone: int) -> None:
    """A leviathan comes to lie on a zone at full life."""
    state.leviathan_place[leviathan] = BORDER
    state.border[zone] = leviathan
    state.levels_lost[zone] = 0
    emit(state, LEVIATHAN_PLACED, player, zone, leviathan)


# -------------------------------------------------------------------------------- attacks


@compiled
def attack(state: State, player: int, leviathan: int) -> None:
    """The printed penalty, which nothing softens (Leviathan 5.4)."""
    amount = int(ATTACK_AMOUNT[leviathan])
    emit(state, ATTACKED, player, amount, leviathan)
    if ATTACK[leviathan] == WOUNDS:
        state.wounds[player] = counted(state.wounds[player] + amount)
        emit(state, WOUNDED, player, amount, state.wounds[player])
    elif ATTACK[leviathan] == PEARLS:
        pay_pearls(state, player, min(amount, int(state.pearls[player])))
    elif ATTACK[leviathan] == ALLIES:
        lose_allies(state, player, amount)
    elif ATTACK[leviathan] == A_FREE_LORD:
        ask(state, LOSE_LORD, player, leviathan)


@compiled
def lose_allies(state: State, player: int, amount: int) -> None:
    """`amount` allies of choice; the whole hand if it holds no more."""
    if hand_size(state, player) > amount:
        ask(state, LOSE_ALLY, player, amount)
        return
    nebulis = 0
    for kind in range(ALLY_KINDS):
        for _ in range(state.hand[player, kind]):
            discard_ally(state, player, kind)
            nebulis += nebulis_lost_with(kind)
    gain_nebulis(state, player, nebulis)


@compiled
def nebulis_lost_with(kind: int) -> int:
    """Krakens lost to an attack bring their nebulis (A40)."""
    return int(VALUE_OF[kind]) - 1 if FIRST_KRAKEN <= kind < FIRST_FIGHTER else 0


@answer(LOSE_ALLY)
def lose_ally(state: State, player: int, detail: int, action: int) -> None:
    """One at a time; the nebulis of lost Krakens come at the end, in one event."""
    kind = action - KIND
    discard_ally(state, player, kind)
    left = detail % ALLIES_LOST - 1
    nebulis = detail // ALLIES_LOST + nebulis_lost_with(kind)
    if left > 0:
        ask(state, LOSE_ALLY, player, left + ALLIES_LOST * nebulis)
    else:
        gain_nebulis(state, player, nebulis)


@options(LOSE_LORD)
def lords_to_lose(state: State, player: int, detail: int) -> None:
    """Any free lord, also a disabled one (A19)."""
    for lord in range(LORDS):
        if is_free_lord_of(state, player, lord):
            state.mask[LORD + lord] = 1


@answer(LOSE_LORD)
def lose_lord(state: State, player: int, detail: int, action: int) -> None:
    discard_lord(state, action - LORD)
