"""The keys of a position, and what stands for a missing one."""

from openabyss.rules.setup import STARTING_PEARLS
from openabyss.rules.sizes import ZONES
from openabyss.words.cards.codes import RACE_CODES

DEFAULT_SEED = 1
# The cause of an end that a position has told without one: not what has run out since.
UNKNOWN_CAUSE = "unknown"

# What only an expansion fills; in a game without it these keys are left out or hold just this.
KRAKEN_TABLE: dict[str, object] = {"loot_deck": [], "sentinels": [], "kraken_figure": None}
KRAKEN_SEAT: dict[str, object] = {"nebulis": 0}
KRAKEN_LOCATION: dict[str, object] = {"loot": []}
LEVIATHAN_TABLE: dict[str, object] = {
    "border": {},
    "drawn_leviathans": [],
    "fight": None,
    "leviathan_deck": [],
    "leviathan_pool": [],
    "scourge": None,
    "dice": [],
    "acted": None,
}
LEVIATHAN_SEAT: dict[str, object] = {"wounds": 0, "trophies": []}

# None means "not given": a deck is then everything not placed elsewhere, court and locations are dealt;
# `acted` (whether anything has been done in this turn) follows from the phase, `end_cause` from what
# has run out; `regent` is the level of the Regent in solo play. `waiting` tells what waits to be settled
# where the phase does not. Counts of what has happened come last.
POSITION: dict[str, object] = {
    "players": None,
    "kraken": False,
    "leviathan": False,
    "regent": None,
    "options": {},
    "seed": DEFAULT_SEED,
    "active": 0,
    "phase": "main",
    "waiting": None,
    "extra_turns": 0,
    "price": 1,
    "ending_player": None,
    "end_cause": None,
    "threat": 1,
    "seats": [],
    "exploration_deck": None,
    "track": [],
    "exploration_discard": [],
    "council": {},
    "court": None,
    "paid_lord": None,
    "payment": [],
    "lord_deck": None,
    "lord_discard": [],
    "available_locations": None,
    "drawn_locations": [],
    "location_deck": None,
    "monster_pool": None,
    **KRAKEN_TABLE,
    **LEVIATHAN_TABLE,
    "loot_deck": None,
    "leviathan_deck": None,
    "leviathan_pool": None,
    "turn": 1,
    "last_deed": None,
    "last_action": None,
    "exploration_shuffles": 0,
    "location_shuffles": 0,
    "rolls": 0,
}
FIGHT: dict[str, object] = {"slain": 0, "power": 0, "rolled": 0}
SEAT: dict[str, object] = {
    "pearls": STARTING_PEARLS,
    "key_tokens": 0,
    "bought": 0,
    "hand": [],
    "affiliated": [],
    "lords": [],
    "locations": [],
    "monster_tokens": [],
    **KRAKEN_SEAT,
    **LEVIATHAN_SEAT,
}
SEAT_LORD: dict[str, object] = {"id": None, "disabled": False, "location": None, "used": False}
LOCATION: dict[str, object] = {"id": None, **KRAKEN_LOCATION}
SENTINEL: dict[str, object] = {"lord": None, "owner": None, "area": None, "target": None}
ON_BORDER: dict[str, object] = {"id": None, "levels_lost": 0}
BORDER: dict[str, object] = {str(zone): None for zone in range(1, ZONES + 1)}
COUNCIL: dict[str, object] = {race: [] for race in RACE_CODES}

# What waits in the first three follows from the phase; "question" is for everything else.
MAIN_PHASE, EXPLORE_PHASE, TURN_END_PHASE, QUESTION_PHASE, OVER_PHASE = PHASES = (
    "main", "explore", "turn_end", "question", "over",
)  # fmt: skip
