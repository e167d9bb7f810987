"""What may wait on top of what, and how often: written by name, and kept by number.

A name that no question or step has is an error as soon as this is imported.
"""

from openabyss.rules.questions import QUESTIONS, STEPS
from openabyss.rules.sizes import COURT_SPACES, SEATS, TRACK_SPACES

_NUMBERS = {spec.name: spec.number for spec in QUESTIONS} | {spec.name: spec.number for spec in STEPS}


def _numbers(names: str) -> list[int]:
    """The numbers of the questions and steps in a text."""
    return [_NUMBERS[name] for name in names.split()]


# Before answering these, the player who is asked may use turn powers, or monster tokens.
_POWERS = " ".join(spec.name for spec in QUESTIONS if spec.turn_powers)
_TOKENS = " ".join(spec.name for spec in QUESTIONS if spec.tokens) + " TOKEN_WINDOW"
# Where a location brings its effect, and where a leviathan may appear and attack.
_LOCATION_GAINED = "KEY_CHECK COURT_CHECK"
_LEVIATHAN_ADDED = "FIRST_PLAYER GO_ON COURT_CHECK KEY_CHECK TAKE_TOKENS FIND_ALLY SANCTUARY"

_LIES_ON: dict[str, str] = {
    "END_TURN FINAL_SCORING FIRST_PLAYER": "",
    # The end of a turn.
    "HAND_LIMIT OBEY_MARTIAL_LAW": "END_TURN",
    "LAST_POWERS END_POWERS": "HAND_LIMIT",
    "KEY_CHECK CONTROL_SOURCE": f"LAST_POWERS {_TOKENS}",
    "CONTROL_KEYS CONTROL_PICK": "KEY_CHECK",
    "DISCARD_TO_LIMIT": "END_TURN OBEY_MARTIAL_LAW COURT_CHECK DISCARD_TO_LIMIT",
    # The action, and what comes of it.
    "MAIN SECOND_STACK END_EXPLORATION COURT_CHECK": "KEY_CHECK",
    "REVEAL REVEAL_CARD OFFER EXPLORE_ALLY EXPLORE_MONSTER MEET_MONSTER GO_ON REWARD": "END_EXPLORATION",
    "PLACE_KRAKEN": "KEY_CHECK PLACE_KRAKEN",
    "WELCOME": "COURT_CHECK",
    "AFFILIATE": "WELCOME",
    "PAY KRAKENS_SPENT": "AFFILIATE",
    "PAY_PRICE": "REVEAL KRAKENS_SPENT WELCOME",
    "ARRIVAL": "COURT_CHECK",
    "DIVIDEND": "ARRIVAL",
    # Lords.
    "APPRENTICE_STACK EXCHANGE_LOCATION EXCHANGE_FOR HEAL SORCERY ROB_TOKENS ROB_BACK STEAL_TOKEN NAME_RACE"
    " LURE CORRUPT REPLACE_LORD TAKE_LORD TRADE_LORD LORD_TO_PLAYER LIBERATE STRIKE BREED AMBASSADOR_PICK"
    " FENCE_PICK": "COURT_CHECK",
    "DISCARD_ALLY": "COURT_CHECK DISCARD_ALLY",
    "ASSASSINATE": "COURT_CHECK ASSASSINATE",
    "LOSE_AFFILIATED": "COURT_CHECK LOSE_AFFILIATED",
    "PLACE_SENTINEL": "COURT_CHECK MAIN",
    "CLEAR_STACK SELL_ALLY REPLACE_COURT_LORD": _POWERS,
    "LORD_TO_COURT": f"KEY_CHECK GO_ON LOCATION_TO_TABLE LORD_TO_COURT {_POWERS}",
    # Locations.
    "LOCATION_TO_TABLE": f"FIRST_PLAYER DRAW_LEVIATHAN KEY_CHECK GO_ON {_POWERS}",
    "DRAW_LOCATION": "CONTROL_PICK AMBASSADOR_PICK DRAW_LOCATION",
    "SANCTUARY DRAW_LOOT SWAP_SMOKERS": _LOCATION_GAINED,
    "FIND_ALLY FIND_CARD": f"SANCTUARY {_LOCATION_GAINED}",
    # Monster tokens.
    "TOKEN_WINDOW TAKE_TOKENS": "FIGHT_AGAIN COURT_CHECK",
    "TOKEN_STACK_PICK": _TOKENS,
    "DRAW_LEVIATHAN_TOKEN": "TOKEN_WINDOW DRAW_LEVIATHAN_TOKEN",
    "DRAW_TOKEN": "TOKEN_WINDOW END_EXPLORATION SANCTUARY DRAW_TOKEN DRAW_LEVIATHAN_TOKEN KEY_CHECK"
    " COURT_CHECK",
    # Leviathans.
    "FIGHT_TARGET FIGHT_ALLY FIGHT_AGAIN RESOLVE_ATTACK": "END_EXPLORATION COURT_CHECK",
    "BOOST": "RESOLVE_ATTACK",
    "ADD_DIE": "RESOLVE_ATTACK BOOST",
    "ROLL_DIE": "PLACE_LEVIATHAN ADD_DIE ROLL_DIE",
    "ROLL_ZONE PLACE_LEVIATHAN LOSE_ALLY LOSE_LORD": _LEVIATHAN_ADDED,
    "DRAW_LEVIATHAN": "ROLL_ZONE BREED",
    # Whenever pearls or nebulis have been gained.
    "TAX KRAKEN_FIGURE_PICK": " ".join(_NUMBERS.keys() - {"CONTROL_SOURCE", "CONTROL_PICK", "CONTROL_KEYS"}),
}
LIES_ON = {
    number: frozenset(_numbers(below)) for above, below in _LIES_ON.items() for number in _numbers(above)
}
# What is not listed is asked by the power of a lord, on arrival or before the answer to another question.
_ASKED_BY_A_LORD = frozenset(_numbers(f"COURT_CHECK {_POWERS}"))
LIES_ON.update({number: _ASKED_BY_A_LORD for number in _NUMBERS.values() if number not in LIES_ON})
# How often something may wait at the same time; everything else once.
_AT_MOST = {
    "KEY_CHECK TAX KRAKEN_FIGURE_PICK ROLL_DIE": 2,
    "DRAW_LOCATION": 4,
    "DISCARD_ALLY ASSASSINATE LOSE_AFFILIATED DISCARD_TO_LIMIT": SEATS,
    "PLACE_KRAKEN": TRACK_SPACES,
    "LORD_TO_COURT": COURT_SPACES,
    "DRAW_TOKEN DRAW_LEVIATHAN_TOKEN": 9,
}
AT_MOST = {number: count for names, count in _AT_MOST.items() for number in _numbers(names)}
