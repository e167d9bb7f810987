"""The keys of a position: what a missing one means, and what each may hold as a JSON Schema.

`python -m openabyss.play.position.schema` writes `position.schema.json`; a test holds the file to it.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from openabyss.play.position.frames import CHANCE, FOR_NOBODY, KINDS, MAX_FRAMES, Kind, fields_of, sort_of
from openabyss.play.position.options import MIN_PLAYERS, max_players
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.chapters import DIE_FACES, HIGHEST_THREAT
from openabyss.rules.setup import STARTING_PEARLS
from openabyss.rules.sizes import COURT_SPACES, LOOT_VALUES, TRACK_SPACES, ZONES
from openabyss.rules.solo import LEVELS
from openabyss.rules.state import MAX_COUNT
from openabyss.table.public_fields import AREAS, END_CAUSES, HIGHEST_PRICE, PublicField
from openabyss.words.cards.codes import (
    KIND_CODES,
    LEVIATHAN_IDS,
    LOCATION_IDS,
    LORD_IDS,
    RACE_CODES,
    TOKEN_CODES,
)

FILE = Path(__file__).with_name("position.schema.json")

Defaults = Mapping[str, object]
Schema = dict[str, Any]
# The value of a missing key, and the schema of what it may hold.
Keys = dict[str, tuple[object, Schema]]

DEFAULT_SEED = 1
# More than any game can show.
MAX_BOUGHT = 99
# One lord gives one at a time. Thousands would be played on and on where nobody has a choice.
MAX_EXTRA_TURNS = 20
# The cause of an end that was written without one: not what has run out since.
UNKNOWN_CAUSE = "unknown"
# What waits in the first three follows from the phase; "question" is for everything else.
MAIN_PHASE, EXPLORE_PHASE, TURN_END_PHASE, QUESTION_PHASE, OVER_PHASE = PHASES = (
    "main", "explore", "turn_end", "question", "over",
)  # fmt: skip


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: Schema, most: int | None = None) -> Schema:
    return {"type": "array", "items": items, **({} if most is None else {"maxItems": most})}


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _object_of(keys: Keys, required: Iterable[str] = ()) -> Schema:
    return _object({key: schema for key, (_default, schema) in keys.items()}, required)


def _defaults(keys: Keys) -> Defaults:
    return {key: default for key, (default, _schema) in keys.items()}


_CARDS, _LEVIATHAN, _PLAYER = _list(_ref("card")), _ref("leviathan"), _or_null(_ref("player"))
_COUNT, _LOOT = _number(0, MAX_COUNT), _number(LOWEST_LOOT, LOWEST_LOOT + LOOT_VALUES - 1)
_LORD, _LORDS, _LOCATION, _TOKENS = _ref("lord"), _list(_ref("lord")), _ref("location"), _list(_ref("token"))
_FLAG: Schema = {"type": "boolean"}
_GUARDED: Schema = {"enum": [*sorted({*LORD_IDS, *LOCATION_IDS}), *RACE_CODES, None]}

_LORD_KEYS: Keys = {
    "id": (None, _LORD),
    "disabled": (False, _FLAG),
    "location": (None, _or_null(_LOCATION)),
    "used": (False, _FLAG),
}
_LOCATION_KEYS: Keys = {"id": (None, _LOCATION), "loot": ([], _list(_LOOT))}
_TILE = _object_of(_LOCATION_KEYS, ("id",))
_SENTINEL_KEYS: Keys = {
    "lord": (None, _LORD),
    "owner": (None, _ref("player")),
    "area": (None, {"enum": [*AREAS, None]}),
    "target": (None, _GUARDED),
}
_BORDER_KEYS: Keys = {"id": (None, _LEVIATHAN), "levels_lost": (0, _number(0, 2))}
_FIGHT_KEYS: Keys = {
    "slain": (0, _or_null(_number(0, 99))),
    "power": (0, _number(0, 99)),
    "rolled": (0, _number(0, 99)),
}
_SEAT_KEYS: Keys = {
    "pearls": (STARTING_PEARLS, _COUNT),
    "key_tokens": (0, _COUNT),
    "bought": (0, _number(0, MAX_BOUGHT)),
    "hand": ([], _CARDS),
    "affiliated": ([], _CARDS),
    "lords": ([], _list(_object_of(_LORD_KEYS, ("id",)))),
    "locations": ([], _list(_TILE)),
    "monster_tokens": ([], _TOKENS),
    "nebulis": (0, _COUNT),
    "wounds": (0, _COUNT),
    "trophies": ([], _list(_LEVIATHAN)),
}
# A deck that is not given is everything not placed elsewhere; court and locations are dealt then. `acted`
# (whether anything has been done in this turn) follows from the phase, `end_cause` from what has run out;
# `regent` is the level of the Regent in solo play. `waiting` says what waits to be settled where the phase
# does not. Counts of what has happened come last.
_POSITION_KEYS: Keys = {
    "players": (None, _number(MIN_PLAYERS, max_players(True))),
    "kraken": (False, _FLAG),
    "leviathan": (False, _FLAG),
    "regent": (None, _or_null(_number(1, LEVELS))),
    "options": ({}, {"type": "object"}),
    "seed": (DEFAULT_SEED, {"type": ["integer", "string"], "pattern": "^-?[1-9][0-9]{15,99}$"}),
    "active": (0, _ref("player")),
    "phase": (MAIN_PHASE, {"enum": list(PHASES)}),
    "waiting": (None, _or_null(_list(_ref("waiting"), MAX_FRAMES))),
    "extra_turns": (0, _number(0, MAX_EXTRA_TURNS + 1)),
    "price": (1, _number(1, HIGHEST_PRICE)),
    "ending_player": (None, _PLAYER),
    "end_cause": (None, {"enum": [*END_CAUSES, UNKNOWN_CAUSE, None]}),
    "threat": (1, _number(1, HIGHEST_THREAT)),
    "seats": ([], _list(_ref("seat"), max_players(True))),
    "exploration_deck": (None, _or_null(_CARDS)),
    "track": ([], _list(_or_null(_ref("card")), TRACK_SPACES)),
    "exploration_discard": ([], _CARDS),
    "council": ({}, _object(dict.fromkeys(RACE_CODES, _CARDS))),
    "court": (None, _or_null(_list(_or_null(_LORD), COURT_SPACES))),
    "paid_lord": (None, _or_null(_LORD)),
    "payment": ([], _CARDS),
    "lord_deck": (None, _or_null(_LORDS)),
    "lord_discard": ([], _LORDS),
    "available_locations": (None, _or_null(_list({"anyOf": [_LOCATION, _TILE]}))),
    "drawn_locations": ([], _list(_LOCATION)),
    "location_deck": (None, _or_null(_list(_LOCATION))),
    "monster_pool": (None, _or_null(_TOKENS)),
    "loot_deck": (None, _or_null(_list(_LOOT))),
    "sentinels": ([], _list(_object_of(_SENTINEL_KEYS, ("lord", "owner")))),
    "kraken_figure": (None, _PLAYER),
    "border": ({}, _object({str(zone): _object_of(_BORDER_KEYS, ("id",)) for zone in range(1, ZONES + 1)})),
    "drawn_leviathans": ([], _list(_LEVIATHAN, 1)),
    "fight": (None, _or_null(_object_of(_FIGHT_KEYS))),
    "leviathan_deck": (None, _or_null(_list(_LEVIATHAN))),
    "leviathan_pool": (None, _or_null(_TOKENS)),
    "scourge": (None, _PLAYER),
    "acted": (None, _or_null(_FLAG)),
    "dice": ([], _list(_number(1, DIE_FACES))),
    "turn": (1, _COUNT),
    "exploration_shuffles": (0, _COUNT),
    "location_shuffles": (0, _COUNT),
    "rolls": (0, _COUNT),
    "last_deed": (None, _or_null(_COUNT)),
    "last_action": (None, _or_null(_COUNT)),
}

POSITION, SEAT, FIGHT = _defaults(_POSITION_KEYS), _defaults(_SEAT_KEYS), _defaults(_FIGHT_KEYS)
SEAT_LORD, LOCATION, SENTINEL = _defaults(_LORD_KEYS), _defaults(_LOCATION_KEYS), _defaults(_SENTINEL_KEYS)
ON_BORDER = _defaults(_BORDER_KEYS)
BORDER: Defaults = {str(zone): None for zone in range(1, ZONES + 1)}
COUNCIL: Defaults = {race: [] for race in RACE_CODES}

# What only an expansion fills; in a game without it these keys are left out or hold just this.
KRAKEN_TABLE: Defaults = {"loot_deck": [], "sentinels": [], "kraken_figure": None}
KRAKEN_SEAT: Defaults = {"nebulis": 0}
KRAKEN_LOCATION: Defaults = {"loot": []}
LEVIATHAN_TABLE: Defaults = {
    **{"border": {}, "drawn_leviathans": [], "fight": None, "leviathan_deck": [], "leviathan_pool": []},
    **{"scourge": None, "dice": []},
}
LEVIATHAN_SEAT: Defaults = {"wounds": 0, "trophies": []}


def position_schema() -> Schema:
    """What a position may look like. Whether its parts fit together only reading it shows."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Abyss",
        "description": "Any situation of a game; docs/positions.md tells what each key means.",
        "$defs": {
            "card": {"enum": list(KIND_CODES)},
            "lord": {"enum": LORD_IDS},
            "location": {"enum": LOCATION_IDS},
            "leviathan": {"enum": LEVIATHAN_IDS},
            "token": {"enum": list(TOKEN_CODES)},
            "player": _number(0, max_players(True) - 1),
            "seat": _object_of(_SEAT_KEYS),
            "waiting": {"oneOf": [_frame(kind) for kind in KINDS.values()]},
        },
        **_object_of(_POSITION_KEYS, required=("players",)),
    }


def _frame(kind: Kind) -> Schema:
    """A question, draw or step that waits, with the fields that say what it is about."""
    player = _PLAYER if kind.number in FOR_NOBODY else _ref("player")
    owner = {} if sort_of(kind) == CHANCE else {"player": player}
    about = {known.name: _values(known) for known in fields_of(kind)}
    properties = {sort_of(kind): {"const": kind.name}, **owner, **about}
    return _object(properties, properties)


def _values(known: PublicField) -> Schema:
    words = [*known.words.values()]
    if any(isinstance(word, tuple) for word in words):
        return _list(_ref("player"))
    numbers = [word for word in words if isinstance(word, int)]
    if len(numbers) == len(words) and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return _number(numbers[0], numbers[-1])
    return {"enum": words}


def written() -> str:
    """The schema as the file holds it."""
    return json.dumps(position_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
