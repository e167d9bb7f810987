"""What every question asks, and what a person reads on each of its answers."""

from collections.abc import Callable, Sequence

import numpy as np

from openabyss.rules.actions import LORD, PLOT, RACE, YES
from openabyss.rules.base.exploring import REWARD_CHOICES, REWARDS
from openabyss.rules.base.payment import cost_for, value_named
from openabyss.rules.cards.farmers import COWARD
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.smugglers import is_sentinel
from openabyss.rules.holdings.hands import hand_size
from openabyss.rules.holdings.stocks import base_tokens_left, leviathan_tokens_left
from openabyss.rules.leviathan.fighting import power_of_attack, zone_of_leviathan
from openabyss.rules.questions import ALLIES_LOST, QUESTION_NAMES, TOKENS_ALLOWED
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import BASE_BACK, State
from openabyss.rules.turn import MARTIAL_LIMIT
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import (
    cards,
    keys,
    kind_name,
    money,
    pearls,
    race_name,
    token_effect,
    token_name,
)
from openabyss.words.cards.leviathans import leviathan_on, name_of_leviathan
from openabyss.words.cards.locations import name_of_location, name_of_sanctuary
from openabyss.words.cards.lords import name_of_lord, name_of_sentinel
from openabyss.words.questions.actions import pointer_of, word_of

# {about} is what the question's detail stands for (below). Where the detail is a space of the
# track, {card}, {space}, {price} and {threat} tell of it.
PROMPTS: dict[str, str] = {
    # The turn
    "MAIN": N_("Choose your action."),
    "OFFER": N_("{card} is for sale. Do you buy it for {price}?"),
    "EXPLORE_ALLY": N_("{card} lies on space {space}. Do you take it?"),
    "EXPLORE_MONSTER": N_("A monster lies on space {space}; the threat is at {threat}. Do you fight?"),
    "REWARD": N_("Which reward do you choose for the monster?"),
    "SECOND_STACK": N_("Which stack do you take as the second one?"),
    "PAY": N_("The {lord} costs {cost}; you have named cards worth {named}. What else do you pay?"),
    "AFFILIATE": N_("Which of the spent allies joins you for good?"),
    "END_POWERS": N_("Use your remaining powers, or end your turn."),
    "PAY_PRICE": N_("You owe {price}. How do you pay?"),
    "PLACE_KRAKEN": N_("{card} is left over. On which stack of the council do you put it?"),
    "KRAKEN_FIGURE_PICK": N_("Who takes the figure of the Kraken?"),
    "PLACE_SENTINEL": N_("What does the sentinel of the {about} guard for you?"),
    # Keys and locations
    "CONTROL_SOURCE": N_("You have three keys. Take an available location, or draw new ones?"),
    "CONTROL_PICK": N_("Which of the drawn locations do you keep?"),
    "CONTROL_KEYS": N_("Which keys do you use for {about}?"),
    "SWAP_SMOKERS": N_("Which location of the deck do you take instead of the Black Smokers?"),
    # Lords
    "DISCARD_ALLY": N_("The Jailer: which ally do you discard?"),
    "DISCARD_TO_LIMIT": N_("The Commander: discard down to {about}. Which ally goes next?"),
    "ASSASSINATE": N_("The Assassin: which lord of {about} loses its power?"),
    "ROB_TOKENS": N_("The Hunter: whom do you rob of a monster token?"),
    "SELL_ALLY": N_("The Slaver: which ally do you discard for 2 pearls?"),
    "APPRENTICE_STACK": N_("The Apprentice: which stack do you take?"),
    "CLEAR_STACK": N_("The Oracle: which stack do you discard?"),
    "EXCHANGE_LOCATION": N_("The Illusionist: which of your locations do you exchange?"),
    "EXCHANGE_FOR": N_("The Illusionist: what do you take for {about}?"),
    "REPLACE_COURT_LORD": N_("The Opportunist: which lord leaves the court?"),
    "CORRUPT": N_("The Corruptor: whom do you recruit for 5 pearls?"),
    "REPLACE_LORD": N_("The Traitor: which of your lords do you discard for one of the court?"),
    "TAKE_LORD": N_("The Traitor: which lord of the court do you take?"),
    "TRADE_LORD": N_("The Schemer: which of your lords do you discard for the top one of the deck?"),
    "AMBASSADOR_PICK": N_("Which location does the {about} take?"),
    "FENCE_PICK": N_("The Fence: to whom do you give a nebulis?"),
    "HEAL": N_("The Healer: which ally do you take from the discard?"),
    "NAME_RACE": N_("The Executioner: which race do you name?"),
    "LOSE_AFFILIATED": N_("The Executioner names the {about}: which affiliated ally do you discard?"),
    "LIBERATE": N_("The Liberator: which of your lords comes free?"),
    "SANCTUARY": N_("{about}: {loot}. Do you draw another loot card?"),
    # Leviathan
    "MEET_MONSTER": N_("A monster lies on space {space}. Do you fight at the border?"),
    "FIGHT_TARGET": N_("Which leviathan do you fight?"),
    "FIGHT_ALLY": N_("Which ally do you spend against {about}?"),
    "BOOST": N_("Your attack on {about} has power {power}. How many pearls do you add?"),
    "TAKE_TOKENS": N_("How many of the {count} monster tokens do you take from the base pile?"),
    "FIGHT_AGAIN": N_("Do you go on fighting?"),
    "LOSE_ALLY": N_("A leviathan attacks: which ally do you discard ({count} to go)?"),
    "LOSE_LORD": N_("A leviathan attacks: which of your free lords do you discard?"),
    "TOKEN_WINDOW": N_("Do you use one of your monster tokens now?"),
    "TOKEN_STACK_PICK": N_("The monster token: which stack do you take?"),
    "OBEY_MARTIAL_LAW": N_(
        "Martial law: you hold {count} allies, {excess} too many. Discard one, or pay {price} for all?"
    ),
    "ROB_BACK": N_("The Hunter: from which pile is the token of {about} that you take?"),
    "LURE": N_("The Border Guard: who must reveal a leviathan?"),
    "SORCERY": N_("The Sorcerer: do you fight at the border?"),
    "STRIKE": N_("The Rebel: which leviathan loses a level?"),
    "BREED": N_("The Breeder: on which zone does the new leviathan come to lie?"),
    # Chance
    "FIRST_PLAYER": N_("Who plays first?"),
    "LOCATION_TO_TABLE": N_("Which location is available from the start?"),
    "REVEAL_CARD": N_("Which card is revealed?"),
    "LORD_TO_COURT": N_("Which lord comes to the court?"),
    "LORD_TO_PLAYER": N_("Which lord is on top of the deck?"),
    "DRAW_LOCATION": N_("Which location is drawn?"),
    "DRAW_TOKEN": N_("Which monster token is drawn?"),
    "STEAL_TOKEN": N_("Which monster token is taken?"),
    "DRAW_LOOT": N_("Which loot card is drawn?"),
    "FIND_CARD": N_("Which card is found?"),
    "DRAW_LEVIATHAN": N_("Which leviathan is revealed?"),
    "DRAW_LEVIATHAN_TOKEN": N_("Which monster token is drawn?"),
    "ROLL_DIE": N_("What does the die show?"),
}
# What MAIN asks where one may plot first, use a power or a token first, or both.
PLOT_FIRST = N_("Plot if you like, then choose your action.")
POWER_FIRST = N_("Use a power if you like, then choose your action.")
PLOT_OR_POWER_FIRST = N_("Plot or use a power if you like, then choose your action.")
# What the Regent's recruit of a soldier brings, in place of the lord's own power.
DISCARD_FOR_REGENT = N_("The Regent has recruited the {about} (house rules): which ally do you discard?")


def _races(race: int) -> str:
    return race_name(race, count=2)


# What the detail of a question points at, where its prompt tells it.
DETAILS: dict[str, Callable[[int], str]] = {
    "AMBASSADOR_PICK": name_of_lord,
    "CONTROL_KEYS": name_of_location,
    "DISCARD_ALLY": name_of_lord,
    "EXCHANGE_FOR": name_of_location,
    "DISCARD_TO_LIMIT": cards,
    "LOSE_AFFILIATED": _races,
    "PLACE_SENTINEL": name_of_sentinel,
}
# The words of answers that use a turn power or a monster token.
POWER_WORDS = {"use", "token"}
DETAIL_IS_A_SEAT = ("ASSASSINATE", "ROB_BACK")
DETAIL_IS_A_SPACE = ("OFFER", "EXPLORE_ALLY", "EXPLORE_MONSTER", "PLACE_KRAKEN", "MEET_MONSTER")

YES_LABELS = {
    "MAIN": N_("Explore the depths"),
    "OFFER": N_("Buy {card} for {price}"),
    "EXPLORE_ALLY": N_("Take {card}"),
    "EXPLORE_MONSTER": N_("Fight the monster"),
    "SANCTUARY": N_("Search on"),
    "MEET_MONSTER": N_("Fight a leviathan"),
    "FIGHT_AGAIN": N_("Fight on"),
    "SORCERY": N_("Fight a leviathan"),
}
PASS_LABELS = {
    "MAIN": N_("Go on: nothing can be done"),
    "OFFER": N_("Do not buy"),
    "EXPLORE_ALLY": N_("Leave it and go on"),
    "EXPLORE_MONSTER": N_("Leave the monster and go on"),
    "PAY": N_("That is all: pay {pearls}"),
    "EXCHANGE_LOCATION": N_("Exchange nothing"),
    "CORRUPT": N_("Recruit nobody else"),
    "REPLACE_LORD": N_("Keep my lords"),
    "TRADE_LORD": N_("Keep my lords"),
    "CONTROL_KEYS": N_("Use key tokens for the rest"),
    "SWAP_SMOKERS": N_("Keep the Black Smokers"),
    "END_POWERS": N_("End my turn"),
    "SANCTUARY": N_("Stop the search"),
    "MEET_MONSTER": N_("Go on: a leviathan comes to the border"),
    "FIGHT_AGAIN": N_("Stop fighting"),
    "SORCERY": N_("Do not fight"),
    "OBEY_MARTIAL_LAW": N_("Pay {price}"),
    "TOKEN_WINDOW": N_("Use no token"),
}

# By question and the word of the action (words/questions/actions.py); {thing} is what the action points at.
LABELS: dict[tuple[str, str], str] = {
    ("MAIN", "recruit"): N_("Recruit the {thing}"),
    ("MAIN", "stack"): N_("Ask the {thing} council for support ({size})"),
    ("SECOND_STACK", "stack"): N_("Take the {thing} stack as well ({size})"),
    ("APPRENTICE_STACK", "stack"): N_("Take the {thing} stack ({size})"),
    ("CLEAR_STACK", "stack"): N_("Discard the {thing} stack ({size})"),
    ("PAY", "card"): N_("Pay with {thing}"),
    ("AFFILIATE", "card"): N_("{thing} joins me"),
    ("DISCARD_ALLY", "card"): N_("Discard {thing}"),
    ("DISCARD_TO_LIMIT", "card"): N_("Discard {thing}"),
    ("SELL_ALLY", "card"): N_("Discard {thing} for 2 pearls"),
    ("ASSASSINATE", "lord"): N_("Disable the {thing}"),
    ("CORRUPT", "lord"): N_("Recruit the {thing} for 5 pearls"),
    ("REPLACE_LORD", "lord"): N_("Discard the {thing}"),
    ("TRADE_LORD", "lord"): N_("Discard the {thing}"),
    ("TAKE_LORD", "lord"): N_("Take the {thing}"),
    ("REPLACE_COURT_LORD", "lord"): N_("Replace the {thing}"),
    ("CONTROL_KEYS", "lord"): N_("Use the key of the {thing}"),
    ("CONTROL_SOURCE", "location"): N_("Take {thing}"),
    ("CONTROL_SOURCE", "draw"): N_("Draw {thing} from the deck and keep one"),
    ("CONTROL_PICK", "location"): N_("Keep {thing}"),
    ("AMBASSADOR_PICK", "location"): N_("Keep {thing}"),
    ("EXCHANGE_LOCATION", "location"): N_("Give up {thing}"),
    ("EXCHANGE_FOR", "location"): N_("Take {thing}"),
    ("SWAP_SMOKERS", "location"): N_("Take {thing}"),
    ("PLACE_KRAKEN", "stack"): N_("Put it on the {thing} stack ({size})"),
    ("PLACE_SENTINEL", "stack"): N_("Guard the {thing} stack ({size})"),
    ("PLACE_SENTINEL", "lord"): N_("Guard the {thing}"),
    ("PLACE_SENTINEL", "location"): N_("Guard {thing}"),
    ("PAY_PRICE", "number"): N_("Pay {thing}"),
    ("KRAKEN_FIGURE_PICK", "player"): N_("The figure goes to {thing}"),
    ("FENCE_PICK", "player"): N_("A nebulis for {thing}"),
    ("HEAL", "card"): N_("Take {thing}"),
    ("NAME_RACE", "stack"): N_("Name the race {thing}"),
    ("LOSE_AFFILIATED", "card"): N_("Discard {thing}"),
    ("LIBERATE", "lord"): N_("Free the {thing}"),
    ("FIGHT_TARGET", "zone"): N_("Fight {thing}"),
    ("FIGHT_ALLY", "card"): N_("Spend {thing}"),
    ("BOOST", "number"): N_("Add {thing}"),
    ("LOSE_ALLY", "card"): N_("Discard {thing}"),
    ("LOSE_LORD", "lord"): N_("Discard the {thing}"),
    ("TOKEN_STACK_PICK", "stack"): N_("Take the {thing} stack ({size})"),
    ("OBEY_MARTIAL_LAW", "card"): N_("Discard {thing}"),
    ("LURE", "player"): N_("Choose {thing}"),
    ("BREED", "zone"): N_("Put it on {thing}"),
    ("ROB_BACK", "number"): N_("Take {thing}"),
    ("STRIKE", "zone"): N_("Strike {thing}"),
    ("ROB_TOKENS", "player"): N_("Rob {thing}"),
}
USE_LABEL = N_("Use the {thing}")
COWARD_LABEL = N_("Discard the monster with the {thing}")
TOKEN_LABEL = N_("Use a monster token: {thing}")
SENTINEL_LABEL = N_("Place the sentinel of the {thing}")


def prompt(question_name: str, state: State, seat_names: Sequence[str] = ()) -> str:
    """The open question as a sentence to the player who is asked."""
    text = _prompt_text(question_name, state)
    return _(text).format(**_places(question_name, state, seat_names))


def _prompt_text(question_name: str, state: State) -> str:
    if question_name == "DISCARD_ALLY" and state.active == state.regent:
        return DISCARD_FOR_REGENT
    if question_name == "MAIN":
        return _text_of_main(state)
    return PROMPTS[question_name]


def _text_of_main(state: State) -> str:
    words = {word_of("MAIN", int(action), state) for action in np.flatnonzero(state.mask)}
    if words.isdisjoint(POWER_WORDS):
        return PLOT_FIRST if "plot" in words else PROMPTS["MAIN"]
    return PLOT_OR_POWER_FIRST if "plot" in words else POWER_FIRST


def label(question_name: str, action: int, state: State, seat_names: Sequence[str] = ()) -> str:
    """What a person reads on an answer: "Recruit the Slaver", "Leave it and go on"."""
    if action == PLOT:
        return _("Plot: pay 1 pearl for a new lord in the court")
    pointer = pointer_of(action)
    if pointer is None:
        labels = YES_LABELS if action == YES else PASS_LABELS
        text = labels.get(question_name, N_("Yes") if action == YES else N_("Pass"))
        return _(text).format(**_places(question_name, state, seat_names))
    size = cards(int(state.council[action - RACE].sum())) if pointer.word == "stack" else ""
    thing = _thing(question_name, pointer.word, action - pointer.first, state, seat_names)
    return _pointing_text(question_name, action, state).format(thing=thing, size=size)


def _pointing_text(question_name: str, action: int, state: State) -> str:
    word = word_of(question_name, action, state)
    if word == "use":
        return _(_use_label(action - LORD))
    if word == "token" and _is_token_used(question_name):
        return _(TOKEN_LABEL)
    text = LABELS.get((question_name, word))
    return "{thing}" if text is None else _(text)


def _use_label(lord: int) -> str:
    if lord == COWARD:
        return COWARD_LABEL
    return SENTINEL_LABEL if is_sentinel(lord) else USE_LABEL


def _is_token_used(question_name: str) -> bool:
    """To point at a token is to use it; otherwise chance draws it."""
    return question_name == "TOKEN_WINDOW" or bool(TOKENS_ALLOWED[QUESTION_NAMES.index(question_name)])


def _places(question_name: str, state: State, seat_names: Sequence[str]) -> dict[str, str]:
    """The words for the places of a prompt or label."""
    detail = open_detail(state)
    if question_name in DETAIL_IS_A_SPACE:
        return {
            "card": kind_name(int(state.track[detail])),
            "space": str(detail + 1),
            "price": pearls(int(state.price)),
            "threat": str(state.threat),
        }
    if question_name == "PAY":
        return _places_of_payment(state, detail)
    if question_name == "PAY_PRICE":
        return {"price": pearls(price_asked(detail))}
    if question_name == "SANCTUARY":
        return {"about": name_of_sanctuary(detail), "loot": _loot_in_words(state.loot[detail].tolist())}
    if question_name in LEVIATHAN_PLACES:
        return LEVIATHAN_PLACES[question_name](state, detail)
    if question_name in DETAIL_IS_A_SEAT:
        return {"about": seat_name(detail, seat_names)}
    if question_name in DETAILS:
        return {"about": DETAILS[question_name](detail)}
    return {}


def _places_of_payment(state: State, lord: int) -> dict[str, str]:
    payer = int(state.stack[state.depth - 1, 1])
    cost, named = int(cost_for(state, payer, lord)), int(value_named(state))
    return {
        "lord": name_of_lord(lord),
        "cost": str(cost),
        "named": str(named),
        "pearls": pearls(max(0, cost - named)),
    }


def _places_of_attack(state: State, leviathan: int) -> dict[str, str]:
    zone = int(zone_of_leviathan(state, leviathan))
    return {"about": leviathan_on(state, zone), "power": str(power_of_attack(state))}


def _places_of_reward(state: State, tokens: int) -> dict[str, str]:
    left = int(base_tokens_left(state)) + int(leviathan_tokens_left(state))
    return {"count": str(min(tokens, left))}


def _places_of_loss(state: State, detail: int) -> dict[str, str]:
    return {"count": str(detail % ALLIES_LOST)}


def _places_of_martial_law(state: State, detail: int) -> dict[str, str]:
    held = int(hand_size(state, int(state.stack[state.depth - 1, 1])))
    excess = held - MARTIAL_LIMIT
    return {"count": str(held), "excess": str(excess), "price": pearls(excess)}


LEVIATHAN_PLACES: dict[str, Callable[[State, int], dict[str, str]]] = {
    "FIGHT_ALLY": _places_of_attack,
    "BOOST": _places_of_attack,
    "TAKE_TOKENS": _places_of_reward,
    "LOSE_ALLY": _places_of_loss,
    "OBEY_MARTIAL_LAW": _places_of_martial_law,
}


def price_asked(detail: int) -> int:
    """The price that a question PAY_PRICE is about; who gets it stands in the rest of its detail."""
    return detail // (SEATS + 1)


def _loot_in_words(cards_held: list[int]) -> str:
    """The loot on a sanctuary: "loot 3, 5 and 7 lies here"."""
    values = [str(LOWEST_LOOT + place) for place, held in enumerate(cards_held) if held]
    if not values:
        return _("no loot lies here")
    return _("loot of the values {values} lies here").format(values=", ".join(values))


def _thing(question_name: str, word: str, number: int, state: State, seat_names: Sequence[str]) -> str:
    """The words for what an action points at."""
    if word == "player":
        return seat_name(number, seat_names)
    if question_name == "REWARD" and word == "number":
        return reward_in_words(open_detail(state), number)
    if question_name == "PAY_PRICE" and word == "number":
        return money(price_asked(open_detail(state)) - number, number)
    if word == "zone":
        return leviathan_on(state, number)
    if word == "token" and _is_token_used(question_name):
        return token_effect(number)
    if word == "number" and question_name in NUMBERS_MEAN:
        return NUMBERS_MEAN[question_name](state, number)
    if question_name == "DRAW_LOOT":
        return _("loot of value {value}").format(value=number)
    return THINGS[word](number)


def _base_pile(state: State, tokens: int) -> str:
    """How the tokens of a reward are shared between the two piles."""
    rest = int(_places_of_reward(state, open_detail(state))["count"]) - tokens
    return _("{base} of the base pile, {rest} of the Leviathan pile").format(base=tokens, rest=rest)


def _pile(state: State, back: int) -> str:
    return _("a token of the base pile") if back == BASE_BACK else _("a token of the Leviathan pile")


NUMBERS_MEAN: dict[str, Callable[[State, int], str]] = {
    "BOOST": lambda state, count: pearls(count),
    "TAKE_TOKENS": _base_pile,
    "ROB_BACK": _pile,
    "DRAW_LEVIATHAN": lambda state, leviathan: name_of_leviathan(leviathan),
    "ROLL_DIE": lambda state, face: str(face),
}


def open_detail(state: State) -> int:
    """The detail of the open question."""
    return int(state.stack[state.depth - 1, 2])


def seat_name(seat: int, seat_names: Sequence[str]) -> str:
    """The name of a seat; seats without a name are called by their number."""
    if seat < len(seat_names):
        return seat_names[seat]
    return _("player {seat}").format(seat=seat)


def reward_in_words(level: int, choice: int) -> str:
    """A reward of threat level 1-6, counted from 1: "1 key and 2 pearls"."""
    gained_pearls, tokens, gained_keys = (int(amount) for amount in REWARDS[level - 1, choice - 1])
    parts = [keys(gained_keys)] if gained_keys else []
    if gained_pearls:
        parts.append(pearls(gained_pearls))
    if tokens:
        parts.append(ngettext("{count} monster token", "{count} monster tokens", tokens).format(count=tokens))
    return _(" and ").join(parts)


def rewards_at(threat: int) -> str:
    """What a monster gives at a threat level: "1 pearl or 1 monster token"."""
    choices = range(1, REWARD_CHOICES + 1)
    possible = [reward_in_words(threat, c) for c in choices if any(REWARDS[threat - 1, c - 1])]
    return _(" or ").join(possible)


def _draws(tiles: int) -> str:
    return ngettext("{count} location", "{count} locations", tiles).format(count=tiles)


# What an action points at, in words; the numbers of some questions mean something special.
THINGS: dict[str, Callable[[int], str]] = {
    "number": _draws,
    "stack": race_name,
    "token": token_name,
    "card": kind_name,
    "location": name_of_location,
    "lord": name_of_lord,
}
