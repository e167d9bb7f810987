"""Why an answer that one can see is not allowed: one sentence, from the rule that forbids it."""

from collections.abc import Callable

import numpy as np

from openabyss.rules.actions import (
    KIND,
    LOCATION,
    LORD,
    NUMBER,
    NUMBERS,
    PASS,
    PLOT,
    RACE,
    TOKEN,
    YES,
    is_location,
    is_lord,
    is_token,
)
from openabyss.rules.base.controlling import MAX_DRAWN
from openabyss.rules.base.court import free_space, is_court_to_be_checked, lords_in_deck
from openabyss.rules.base.exploring import LAST_SPACE, REWARD_CHOICES, REWARDS
from openabyss.rules.base.paying import means_of
from openabyss.rules.base.payment import cost_for, race_demanded, value_named
from openabyss.rules.base.plotting import PLOT_PEARLS
from openabyss.rules.cards.allies import (
    ALLY_KINDS,
    FIRST_FIGHTER,
    FIRST_KRAKEN,
    NO_RACE,
    RACE_OF,
    RACES,
    VALUE_OF,
)
from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.mages import purchases_allowed
from openabyss.rules.cards.politicians import OPPORTUNIST, RECIPIENT
from openabyss.rules.cards.printed import KEYS, RACES_NEEDED
from openabyss.rules.cards.smugglers import FIRST_SENTINEL, is_sentinel, nebulis_in_a_payment
from openabyss.rules.kraken.sentinels import is_guarded_from
from openabyss.rules.questions import QUESTION_NAMES, TOKENS_ALLOWED, TURN_POWERS_ALLOWED
from openabyss.rules.state import AVAILABLE, COURT, DECK, EMPTY, FREE, State
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import kind_name, money, pearls, race_name
from openabyss.words.cards.locations import name_of_location
from openabyss.words.cards.lords import name_of_lord, name_of_sentinel
from openabyss.words.questions.actions import TURN_LORDS, Pointer, pointer_of
from openabyss.words.questions.prompts import price_asked
from openabyss.words.questions.reasons_of_leviathan import (
    why_not_back,
    why_not_boost,
    why_not_bred,
    why_not_lured,
    why_not_meet,
    why_not_obey,
    why_not_shared,
    why_not_spent,
    why_not_taken_by_it,
    why_not_target,
    why_not_token,
    why_not_window,
)

# The questions under which another player's sentinel keeps what it guards.
MINDS_SENTINELS = (
    "MAIN",
    "SECOND_STACK",
    "APPRENTICE_STACK",
    "CLEAR_STACK",
    "CONTROL_SOURCE",
    "EXCHANGE_FOR",
    "CORRUPT",
    "TAKE_LORD",
    "REPLACE_COURT_LORD",
    "TOKEN_STACK_PICK",
)

# A reason knows the table, the asked player and the action; None if it sees nothing wrong itself.
Reason = Callable[[State, int, int], str | None]


def reason(state: State, player: int, question_name: str, action: int) -> str:
    """Why `action` is not a legal answer of `player` to the open question."""
    pointer = pointer_of(action)
    if (
        pointer is not None
        and pointer.word == "lord"
        and _is_about_a_power(state, player, question_name, action)
    ):
        return _why_not_use(state, player, action - LORD)
    if TOKENS_ALLOWED[QUESTION_NAMES.index(question_name)] and state.leviathan and is_token(action):
        return why_not_token(state, player, action - TOKEN)
    if question_name in MINDS_SENTINELS and is_guarded_from(state, player, action):
        return _("A sentinel of another player guards this.")
    own = REASONS.get(question_name)
    found = own(state, player, action) if own is not None else None
    return found or _in_general(state, player, pointer, action)


def _is_about_a_power(state: State, player: int, question_name: str, action: int) -> bool:
    """A turn lord where turn powers may be used; at MAIN the lords of the court are recruited."""
    if not TURN_POWERS_ALLOWED[QUESTION_NAMES.index(question_name)]:
        return False
    lord = action - LORD
    return lord in TURN_LORDS and (question_name != "MAIN" or state.lord_place[lord] == player)


def _in_general(state: State, player: int, pointer: Pointer | None, action: int) -> str:
    """What is wrong with an action whatever the question, or that it is no answer to this one."""
    if pointer is not None and pointer.word == "stack" and not state.council[action - RACE].any():
        return _("The {race} stack of the council is empty.").format(race=race_name(action - RACE))
    return _("That is no answer to this question.")


# -------------------------------------------------------------------------- before the action


def _why_not_main(state: State, player: int, action: int) -> str | None:
    if action == PLOT:
        return _why_not_plot(state, player)
    if action == YES:
        return _("There is no card left to explore.")
    if action == PASS:
        return _("You may not pass while an action is possible.")
    if is_lord(action):
        return _why_not_recruit(state, player, action - LORD)
    return None


def _why_not_plot(state: State, player: int) -> str:
    if state.pearls[player] < PLOT_PEARLS:
        return _("Plotting costs 1 pearl, and you have none.")
    if free_space(state) == EMPTY:
        return _("The court is full.")
    if lords_in_deck(state) == 0:
        return _("The lord deck is empty.")
    return _("You cannot plot now.")


def _why_not_use(state: State, player: int, lord: int) -> str:
    name = name_of_lord(lord)
    if state.lord_place[lord] != player:
        return _("The {lord} is not one of your lords.").format(lord=name)
    if state.lord_disabled[lord]:
        return _("The {lord} is disabled and has no power any more.").format(lord=name)
    if state.lord_location[lord] != FREE:
        return _("The {lord} is under a location and has no power any more.").format(lord=name)
    if state.lord_used[lord]:
        return _("You have already used the {lord} in this turn.").format(lord=name)
    if lord in (OPPORTUNIST, RECIPIENT) and is_court_to_be_checked(state):
        return _("The {lord} waits until the recruit is settled.").format(lord=name)
    return _("The {lord} can do nothing now.").format(lord=name)


def _why_not_recruit(state: State, player: int, lord: int) -> str:
    """The first thing that is missing: the lord, its race, enough races, enough value."""
    name = name_of_lord(lord)
    if is_sentinel(lord) and state.sentinel_owner[lord - FIRST_SENTINEL] == player:
        return _why_not_placed_again(state, lord - FIRST_SENTINEL)
    if state.lord_place[lord] == player:
        return _("The {lord} is yours already and has nothing to be used for.").format(lord=name)
    if state.lord_place[lord] != COURT:
        return _("The {lord} is not in the court.").format(lord=name)
    totals, krakens = _race_totals(state, player), _krakens(state, player)
    demanded, needed = int(race_demanded(state, player, lord)), int(RACES_NEEDED[lord])
    if demanded != NO_RACE and totals[demanded] == 0 and not krakens:
        return _("The {lord} demands {race}, and you have none.").format(
            lord=name, race=race_name(demanded, count=2)
        )
    held = sum(total > 0 for total in totals) + len(krakens)
    if held < needed:
        return _("The {lord} needs {needed} different races; you hold only {held}.").format(
            lord=name, needed=needed, held=held
        )
    best = _best_value(totals, demanded, needed)
    if krakens:
        best = sum(krakens) + max(best, sum(sorted(totals)[RACES - (needed - 1) :]))
    return _what_is_short(state, player, lord, best)


def _why_not_placed_again(state: State, token: int) -> str:
    if state.sentinel_target[token] != EMPTY:
        return _("The sentinel of the {lord} stays where it is until you use what it guards.").format(
            lord=name_of_sentinel(token)
        )
    return _("The sentinel of the {lord} finds no free place.").format(lord=name_of_sentinel(token))


def _krakens(state: State, player: int) -> list[int]:
    """The values of the Krakens in the hand, each of which stands for a race."""
    hand = state.hand[player].tolist()
    return [int(VALUE_OF[kind]) for kind in range(FIRST_KRAKEN, FIRST_FIGHTER) for _ in range(hand[kind])]


def _race_totals(state: State, player: int) -> list[int]:
    """The value of all allies of each race in the hand."""
    totals = [0] * RACES
    for kind in np.flatnonzero(state.hand[player]).tolist():
        if RACE_OF[kind] != NO_RACE:
            totals[RACE_OF[kind]] += int(state.hand[player, kind]) * int(VALUE_OF[kind])
    return totals


def _best_value(totals: list[int], demanded: int, needed: int) -> int:
    """The most that exactly `needed` races are worth, the demanded one among them."""
    if demanded == NO_RACE:
        return sum(sorted(totals)[-needed:])
    others = sorted(total for race, total in enumerate(totals) if race != demanded)
    return totals[demanded] + sum(others[len(others) - (needed - 1) :])


def _what_is_short(state: State, player: int, lord: int, best: int) -> str:
    cost, means = int(cost_for(state, player, lord)), int(means_of(state, player))
    return _(
        "The {lord} costs {cost}. The best you can pay with the right number of races is {best} and"
        " {money}: {short} too little."
    ).format(
        lord=name_of_lord(lord),
        cost=cost,
        best=best,
        money=_money_of(state, player),
        short=cost - best - means,
    )


def _money_of(state: State, player: int) -> str:
    """The pearls of a player, and the nebulis that one payment may contain."""
    owned = int(state.pearls[player])
    return money(owned, int(means_of(state, player)) - owned)


# ------------------------------------------------------------------------------- exploration


def _why_not_offer(state: State, player: int, action: int) -> str | None:
    if action != YES:
        return None
    if state.bought[player] >= purchases_allowed(state, player):
        return ngettext(
            "You have already bought an ally in this turn.",
            "You have already bought {count} allies in this turn.",
            int(state.bought[player]),
        ).format(count=state.bought[player])
    return _("It costs {price}, and you have {owned}.").format(
        price=pearls(int(state.price)), owned=int(state.pearls[player])
    )


def _why_not_ally(state: State, player: int, action: int) -> str | None:
    if action != PASS:
        return None
    if _detail(state) == LAST_SPACE:
        return _("This is the last space: the ally must be taken.")
    return _("No card is left to reveal: the ally must be taken.")


def _why_not_monster(state: State, player: int, action: int) -> str | None:
    if action != PASS:
        return None
    if _detail(state) == LAST_SPACE:
        return _("This is the last space: the monster must be fought.")
    return _("No card is left to reveal: the monster must be fought.")


def _why_not_reward(state: State, player: int, action: int) -> str | None:
    choice = action - NUMBER
    if not 1 <= choice <= REWARD_CHOICES:
        return None
    if not np.any(REWARDS[_detail(state) - 1, choice - 1]):
        return _("This threat level has fewer rewards to choose from.")
    return _("There are not enough monster tokens left for that reward.")


# ----------------------------------------------------------------------------------- paying


def _why_not_pay(state: State, player: int, action: int) -> str | None:
    lord = _detail(state)
    if action == PASS:
        cost, named = int(cost_for(state, player, lord)), int(value_named(state))
        return _(
            "That does not pay for the {lord}: it costs {cost} and needs {races} different races; you"
            " have named cards worth {named} and own {money}."
        ).format(
            lord=name_of_lord(lord),
            cost=cost,
            races=RACES_NEEDED[lord],
            named=named,
            money=_money_of(state, player),
        )
    if not KIND <= action < KIND + ALLY_KINDS:
        return None
    kind = action - KIND
    if state.hand[player, kind] <= state.payment[kind]:
        return _("You have no {ally} left.").format(ally=kind_name(kind))
    return _(
        "With {ally} next, no exact payment for the {lord} is possible. Cards are named in falling"
        " value, and none may be superfluous."
    ).format(ally=kind_name(kind), lord=name_of_lord(lord))


def _why_not_price(state: State, player: int, action: int) -> str | None:
    if not NUMBER <= action < NUMBER + NUMBERS:
        return None
    nebulis, allowed = action - NUMBER, int(nebulis_in_a_payment(state, player))
    if nebulis > allowed:
        return ngettext(
            "This payment can hold {count} nebulis.", "This payment can hold {count} nebulis.", allowed
        ).format(count=allowed)
    if state.pearls[player] + nebulis < price_asked(_detail(state)):
        return _("You have not enough pearls for that.")
    return _("Nebulis pay only for what your pearls, all of them, leave open.")


def _why_not_affiliate(state: State, player: int, action: int) -> str | None:
    if not KIND <= action < KIND + ALLY_KINDS:
        return None
    if state.payment[action - KIND] == 0:
        return _("{ally} was not spent.").format(ally=kind_name(action - KIND))
    return _("Only the weakest of the spent allies joins you.")


def _why_not_discard(state: State, player: int, action: int) -> str | None:
    if KIND <= action < KIND + ALLY_KINDS:
        return _("You have no {ally} in your hand.").format(ally=kind_name(action - KIND))
    return None


# ------------------------------------------------------------------------- keys and locations


def _why_not_source(state: State, player: int, action: int) -> str | None:
    if is_location(action):
        return _("{location} is not available.").format(location=name_of_location(action - LOCATION))
    if not NUMBER <= action < NUMBER + NUMBERS:
        return None
    left = min(MAX_DRAWN, int(locations_in(state, DECK)))
    if left == 0:
        return _("The location deck is empty.")
    return ngettext("You may draw {count} location.", "You may draw 1 to {count} locations.", left).format(
        count=left
    )


def _why_not_drawn(state: State, player: int, action: int) -> str | None:
    if is_location(action):
        return _("{location} was not drawn.").format(location=name_of_location(action - LOCATION))
    return None


def _why_not_received(state: State, player: int, action: int) -> str | None:
    if is_location(action) and state.location_place[action - LOCATION] != AVAILABLE:
        return _("{location} is not available.").format(location=name_of_location(action - LOCATION))
    return None


def _why_not_given(state: State, player: int, action: int) -> str | None:
    if is_location(action):
        return _("{location} is not yours.").format(location=name_of_location(action - LOCATION))
    return None


def _why_not_in_deck(state: State, player: int, action: int) -> str | None:
    if is_location(action):
        return _("{location} is not in the location deck.").format(
            location=name_of_location(action - LOCATION)
        )
    return None


def _why_not_keys(state: State, player: int, action: int) -> str | None:
    if action == PASS:
        return _("You need three keys, and have too few key tokens for the rest.")
    if not is_lord(action):
        return None
    lord, name = action - LORD, name_of_lord(action - LORD)
    if KEYS[lord] == 0:
        return _("The {lord} has no key.").format(lord=name)
    return _why_not_free(state, player, lord) or _("Lords are named one after the other, in rising order.")


# -------------------------------------------------------------------------- lords for lords


def _why_not_free(state: State, player: int, lord: int) -> str | None:
    """What keeps a lord from being a free, enabled lord of `player`."""
    name = name_of_lord(lord)
    if state.lord_place[lord] != player:
        return _("The {lord} is not one of your lords.").format(lord=name)
    if state.lord_location[lord] != FREE:
        return _("The {lord} is under a location.").format(lord=name)
    if state.lord_disabled[lord]:
        return _("The {lord} is disabled.").format(lord=name)
    return None


def _why_not_given_up(state: State, player: int, action: int) -> str | None:
    if not is_lord(action):
        return None
    if action - LORD == _detail(state):
        return _("The {lord} cannot replace itself.").format(lord=name_of_lord(action - LORD))
    return _why_not_free(state, player, action - LORD)


def _why_not_in_court(state: State, player: int, action: int) -> str | None:
    if not is_lord(action) or state.lord_place[action - LORD] == COURT:
        return None
    return _("The {lord} is not in the court.").format(lord=name_of_lord(action - LORD))


def _why_not_disabled(state: State, player: int, action: int) -> str | None:
    """The Assassin asks about the lords of one opponent, the detail."""
    if not is_lord(action):
        return None
    lord, name = action - LORD, name_of_lord(action - LORD)
    if state.lord_place[lord] != _detail(state):
        return _("The {lord} does not belong to this opponent.").format(lord=name)
    return _why_not_free(state, _detail(state), lord)


def _why_not_robbed(state: State, player: int, action: int) -> str | None:
    return _("You can rob only an opponent who has monster tokens and no Shaman at work.")


def _why_not_guarded(state: State, player: int, action: int) -> str | None:
    """A sentinel stands in the area, or the lord or location does not lie open."""
    if is_lord(action) and state.lord_place[action - LORD] != COURT:
        return _why_not_in_court(state, player, action)
    if is_location(action) and state.location_place[action - LOCATION] != AVAILABLE:
        return _why_not_received(state, player, action)
    if RACE <= action < RACE + RACES or is_lord(action) or is_location(action):
        return _("A sentinel stands here already.")
    return None


def _why_not_healed(state: State, player: int, action: int) -> str | None:
    if KIND <= action < KIND + ALLY_KINDS:
        return _("There is no {ally} in the discard.").format(ally=kind_name(action - KIND))
    return None


def _why_not_lost(state: State, player: int, action: int) -> str | None:
    """The Executioner has named the race, the detail."""
    if not KIND <= action < KIND + ALLY_KINDS:
        return None
    kind = action - KIND
    if RACE_OF[kind] != _detail(state):
        return _("The race that was named is the {race}.").format(race=race_name(_detail(state)))
    return _("You have no affiliated {ally}.").format(ally=kind_name(kind))


def _why_not_freed(state: State, player: int, action: int) -> str | None:
    if not is_lord(action):
        return None
    lord, name = action - LORD, name_of_lord(action - LORD)
    if state.lord_place[lord] != player:
        return _("The {lord} is not one of your lords.").format(lord=name)
    return _("The {lord} is not under a location.").format(lord=name)


def _detail(state: State) -> int:
    return int(state.stack[state.depth - 1, 2])


REASONS: dict[str, Reason] = {
    "MAIN": _why_not_main,
    "OFFER": _why_not_offer,
    "EXPLORE_ALLY": _why_not_ally,
    "EXPLORE_MONSTER": _why_not_monster,
    "REWARD": _why_not_reward,
    "PAY": _why_not_pay,
    "AFFILIATE": _why_not_affiliate,
    "DISCARD_ALLY": _why_not_discard,
    "DISCARD_TO_LIMIT": _why_not_discard,
    "SELL_ALLY": _why_not_discard,
    "CONTROL_SOURCE": _why_not_source,
    "CONTROL_PICK": _why_not_drawn,
    "AMBASSADOR_PICK": _why_not_drawn,
    "CONTROL_KEYS": _why_not_keys,
    "EXCHANGE_LOCATION": _why_not_given,
    "EXCHANGE_FOR": _why_not_received,
    "SWAP_SMOKERS": _why_not_in_deck,
    "REPLACE_LORD": _why_not_given_up,
    "TRADE_LORD": _why_not_given_up,
    "TAKE_LORD": _why_not_in_court,
    "CORRUPT": _why_not_in_court,
    "REPLACE_COURT_LORD": _why_not_in_court,
    "ASSASSINATE": _why_not_disabled,
    "ROB_TOKENS": _why_not_robbed,
    "PAY_PRICE": _why_not_price,
    "PLACE_SENTINEL": _why_not_guarded,
    "HEAL": _why_not_healed,
    "LOSE_AFFILIATED": _why_not_lost,
    "LIBERATE": _why_not_freed,
    "MEET_MONSTER": why_not_meet,
    "FIGHT_TARGET": why_not_target,
    "FIGHT_ALLY": why_not_spent,
    "BOOST": why_not_boost,
    "TAKE_TOKENS": why_not_shared,
    "LOSE_ALLY": _why_not_discard,
    "LOSE_LORD": why_not_taken_by_it,
    "OBEY_MARTIAL_LAW": why_not_obey,
    "TOKEN_WINDOW": why_not_window,
    "ROB_BACK": why_not_back,
    "LURE": why_not_lured,
    "STRIKE": why_not_target,
    "BREED": why_not_bred,
}
