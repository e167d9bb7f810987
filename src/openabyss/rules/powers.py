"""Lords before a player: whose power is active, and the tables of powers.

A power is active while its lord is free (not under a location) and enabled (not turned by the
Assassin). Powers stand beside their lord in cards/; the rules ask for them by name.
"""

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.engine.dispatch import RuleTable
from openabyss.rules.actions import LORD
from openabyss.rules.base.counting import lords_of
from openabyss.rules.cards.printed import KEYS, LORDS
from openabyss.rules.ending import LORDS_TO_END, SEVENTH_LORD, trigger_end
from openabyss.rules.events import LORD_DISCARDED, LORD_OBTAINED, LORD_RECRUITED, LORD_USED, emit
from openabyss.rules.numbering import ARRIVAL, DIVIDEND, WELCOME
from openabyss.rules.questions import Topic, ask, schedule, step, when_due
from openabyss.rules.state import FREE, GONE, NOBODY, State

# What a lord does when it arrives, `(state, me)`; what it does once in each own turn, `(state,
# me)`; and whether it could do that now, `(state, me)`.
when_recruited = RuleTable("when_recruited", "state", "me")
on_your_turn = RuleTable("on_your_turn", "state", "me")
usable = RuleTable("usable", "state", "me", default="False")

step(ARRIVAL, about=Topic.LORD)
step(WELCOME, about=Topic.LORD)
# The Shareholder is paid here (cards/merchants.py).
step(DIVIDEND, about=Topic.LORD)


@compiled
def is_enabled(state: State, lord: int) -> bool:
    """Free and not disabled: power and key work."""
    return bool(state.lord_location[lord] == FREE and state.lord_disabled[lord] == 0)


@compiled
def is_enabled_lord_of(state: State, player: int, lord: int) -> bool:
    """Before `player`, free and not disabled."""
    return bool(state.lord_place[lord] == player and is_enabled(state, lord))


@compiled
def has_power(state: State, player: int, lord: int) -> bool:
    """`player` owns the lord and its power is active; the lords of the Regent have none."""
    return is_enabled_lord_of(state, player, lord) and player != state.regent


@compiled
def opponent_has_power(state: State, player: int, lord: int) -> bool:
    """Somebody else owns the lord and its power is active."""
    owner = state.lord_place[lord]
    return bool(owner >= 0 and owner != player and has_power(state, owner, lord))


@compiled
def is_free_lord_of(state: State, player: int, lord: int) -> bool:
    """Before `player` and not under a location; a disabled lord is still free."""
    return bool(state.lord_place[lord] == player and state.lord_location[lord] == FREE)


@compiled
def gives_key(state: State, player: int, lord: int) -> bool:
    """The lord's printed key counts for `player` now."""
    return bool(KEYS[lord] > 0 and is_enabled_lord_of(state, player, lord))


@compiled
def keys_of(state: State, player: int) -> int:
    """Key tokens and keys of free, enabled lords (rules 5.8)."""
    keys = int(state.key_tokens[player])
    for lord in range(LORDS):
        if state.lord_place[lord] == player and gives_key(state, player, lord):
            keys += 1
    return keys


@compiled
def offer_other_free_lords(state: State, player: int, lord: int) -> bool:
    """Every free lord of `player` but `lord` may be pointed at; whether there is one."""
    found = False
    for other in range(LORDS):
        if other != lord and is_free_lord_of(state, player, other):
            state.mask[LORD + other] = 1
            found = True
    return found


@compiled
def put_before(state: State, player: int, lord: int) -> None:
    """A lord goes before `player`, free and enabled."""
    state.lord_place[lord] = player
    state.lord_location[lord] = FREE
    state.lord_disabled[lord] = 0
    state.lord_used[lord] = 0


@when_due(WELCOME)
def welcome(state: State, player: int, lord: int) -> None:
    """A recruited lord arrives once it is paid for (R-39), and the cards named for it are forgotten; its
    power is next (rules 5.6, steps 3 and 4)."""
    state.payment[:] = 0
    put_before(state, player, lord)
    lords = lords_of(state, player)
    emit(state, LORD_RECRUITED, player, lords, lord)
    if lords >= LORDS_TO_END:
        trigger_end(state, SEVENTH_LORD)
    schedule(state, ARRIVAL, player, lord)
    if state.kraken == 1:
        schedule(state, DIVIDEND, player, lord)


@compiled
def obtained(state: State, player: int, lord: int) -> None:
    """A lord replaces another one (Traitor, Schemer): it arrives without being recruited."""
    put_before(state, player, lord)
    emit(state, LORD_OBTAINED, player, lords_of(state, player), lord)
    schedule(state, ARRIVAL, player, lord)


@compiled
def discard_lord(state: State, lord: int) -> None:
    """A lord leaves the game; discarded lords never return (R-36)."""
    owner = int(state.lord_place[lord])
    state.lord_place[lord] = GONE
    state.lord_disabled[lord] = 0
    state.lord_used[lord] = 0
    emit(state, LORD_DISCARDED, owner if owner >= 0 else NOBODY, 0, lord)


@compiled_out_of_line
def ask_opponents(state: State, me: int, what: int, detail: int) -> None:
    """Ask every opponent, clockwise from the left neighbour; those who cannot answer are not asked."""
    players = int(state.players)
    for distance in range(players - 1, 0, -1):
        ask(state, what, (me + distance) % players, detail)


@compiled
def mark_used(state: State, player: int, lord: int) -> None:
    """Turn powers work once in each own turn (rules 5.9)."""
    state.lord_used[lord] = 1
    emit(state, LORD_USED, player, 0, lord)
