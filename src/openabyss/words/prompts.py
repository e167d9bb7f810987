"""What every question asks, and what a person reads on each of its answers."""

from collections.abc import Callable, Sequence

from openabyss.rules.exploring import REWARDS
from openabyss.rules.payment import cost_for, value_named
from openabyss.rules.table import PLOT, RACE, YES, State
from openabyss.words import N_, _, ngettext
from openabyss.words.actions import pointer_of, word_of
from openabyss.words.cards import cards, keys, kind_name, pearls, race_name, token_name
from openabyss.words.locations import name_of_location
from openabyss.words.lords import name_of_lord

# {about} is what the question's detail stands for (below). Where the detail is a space of the
# track, {card}, {space}, {price} and {threat} tell of it.
PROMPTS: dict[str, str] = {
    # The turn
    "MAIN": N_("Plot or use a power if you like, then choose your action."),
    "OFFER": N_("{card} is for sale. Do you buy it for {price}?"),
    "EXPLORE_ALLY": N_("{card} lies on space {space}. Do you take it?"),
    "EXPLORE_MONSTER": N_("A monster lies on space {space}; the threat is at {threat}. Do you fight?"),
    "REWARD": N_("Which reward do you choose for the monster?"),
    "SECOND_STACK": N_("Which stack do you take as the second one?"),
    "PAY": N_("The {lord} costs {cost}; you have named cards worth {named}. What else do you pay?"),
    "AFFILIATE": N_("Which of the spent allies joins you for good?"),
    "END_POWERS": N_("Use your remaining powers, or end your turn."),
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
    # Chance
    "FIRST_PLAYER": N_("Who plays first?"),
    "LOCATION_TO_TABLE": N_("Which location is available from the start?"),
    "REVEAL_CARD": N_("Which card is revealed?"),
    "LORD_TO_COURT": N_("Which lord comes to the court?"),
    "LORD_TO_PLAYER": N_("Which lord is on top of the deck?"),
    "DRAW_LOCATION": N_("Which location is drawn?"),
    "DRAW_TOKEN": N_("Which monster token is drawn?"),
    "STEAL_TOKEN": N_("Which monster token is taken?"),
}

# What the detail of a question points at, where its prompt tells it.
DETAILS: dict[str, Callable[[int], str]] = {
    "AMBASSADOR_PICK": name_of_lord,
    "CONTROL_KEYS": name_of_location,
    "EXCHANGE_FOR": name_of_location,
    "DISCARD_TO_LIMIT": cards,
}
DETAIL_IS_A_SEAT = ("ASSASSINATE",)
DETAIL_IS_A_SPACE = ("OFFER", "EXPLORE_ALLY", "EXPLORE_MONSTER")

YES_LABELS = {
    "MAIN": N_("Explore the depths"),
    "OFFER": N_("Buy {card} for {price}"),
    "EXPLORE_ALLY": N_("Take {card}"),
    "EXPLORE_MONSTER": N_("Fight the monster"),
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
}

# By question and the word of the action (words/actions.py); {thing} is what the action points at.
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
    ("ROB_TOKENS", "player"): N_("Rob {thing}"),
}
USE_LABEL = N_("Use the {thing}")


def prompt(question_name: str, state: State, seat_names: Sequence[str] = ()) -> str:
    """The open question as a sentence to the player who is asked."""
    return _(PROMPTS[question_name]).format(**_places(question_name, state, seat_names))


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
        return _(USE_LABEL)
    text = LABELS.get((question_name, word))
    return "{thing}" if text is None else _(text)


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


def _thing(question_name: str, word: str, number: int, state: State, seat_names: Sequence[str]) -> str:
    """The words for what an action points at."""
    if word == "player":
        return seat_name(number, seat_names)
    if question_name == "REWARD" and word == "number":
        return reward_in_words(open_detail(state), number)
    return THINGS[word](number)


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


def _draws(tiles: int) -> str:
    return ngettext("{count} location", "{count} locations", tiles).format(count=tiles)


def _zone(zone: int) -> str:
    return _("zone {label}").format(label=ZONE_LABELS[zone])


# What an action points at, in words; the numbers of some questions mean something special.
ZONE_LABELS = ("2/3", "4", "5", "6", "7", "8", "9", "10", "11/12")
THINGS: dict[str, Callable[[int], str]] = {
    "number": _draws,
    "stack": race_name,
    "token": token_name,
    "zone": _zone,
    "card": kind_name,
    "location": name_of_location,
    "lord": name_of_lord,
}
