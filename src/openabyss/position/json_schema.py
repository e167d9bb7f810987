"""The JSON Schema of positions, built from the same tables that read them.

`python -m openabyss.position.json_schema` writes `position.schema.json`; a test holds the file to it.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from openabyss.position.frames import CHANCE, FOR_NOBODY, KINDS, MOST_FRAMES, Kind, facts_of, sort_of
from openabyss.position.options import FEWEST_PLAYERS, most_players
from openabyss.position.schema import FIGHT, PHASES, POSITION, SEAT, UNKNOWN_CAUSE
from openabyss.rules.base.threat import HIGHEST_THREAT
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.leviathan.border import DIE_FACES
from openabyss.rules.sizes import COURT_SPACES, LOOT_VALUES, TRACK_SPACES, ZONES
from openabyss.rules.solo import LEVELS
from openabyss.rules.state import MAX_COUNT
from openabyss.table.facts import AREAS, END_CAUSES, Fact
from openabyss.words.cards.codes import KIND_CODES, RACE_CODES, TOKEN_CODES
from openabyss.words.cards.ids import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS

FILE = Path(__file__).with_name("position.schema.json")

Schema = dict[str, Any]


def position_schema() -> Schema:
    """What a position may look like. Whether its parts fit together only reading it tells."""
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
            "player": {"type": "integer", "minimum": 0, "maximum": most_players(True) - 1},
            "seat": _object(_SEAT),
            "waiting": {"oneOf": [_frame(kind) for kind in KINDS.values()]},
        },
        **_object(_POSITION, required=("players",)),
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: Schema, most: int | None = None) -> Schema:
    return {"type": "array", "items": items, **({} if most is None else {"maxItems": most})}


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(properties: dict[str, Schema], required: Iterable[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _frame(kind: Kind) -> Schema:
    """A question, draw or step that waits, with the facts that it is about."""
    player = _or_null(_ref("player")) if kind.number in FOR_NOBODY else _ref("player")
    owner = {} if sort_of(kind) == CHANCE else {"player": player}
    told = {fact.name: _fact(fact) for fact in facts_of(kind)}
    properties = {sort_of(kind): {"const": kind.name}, **owner, **told}
    return _object(properties, properties)


def _fact(fact: Fact) -> Schema:
    words = [*fact.words.values()]
    if any(isinstance(word, tuple) for word in words):
        return _list(_ref("player"))
    numbers = [word for word in words if isinstance(word, int)]
    if len(numbers) == len(words) and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return _number(numbers[0], numbers[-1])
    return {"enum": words}


_COUNT = _number(0, MAX_COUNT)
_FLAG: Schema = {"type": "boolean"}
_TILE = _object(
    {"id": _ref("location"), "loot": _list(_number(LOWEST_LOOT, LOWEST_LOOT + LOOT_VALUES - 1))}, ("id",)
)
_SEAT: dict[str, Schema] = {
    **dict.fromkeys(("pearls", "nebulis", "key_tokens", "wounds"), _COUNT),
    "bought": _number(0, 99),
    **dict.fromkeys(("hand", "affiliated"), _list(_ref("card"))),
    "lords": _list(
        _object(
            {"id": _ref("lord"), "disabled": _FLAG, "location": _or_null(_ref("location")), "used": _FLAG},
            ("id",),
        )
    ),
    "locations": _list(_TILE),
    "monster_tokens": _list(_ref("token")),
    "trophies": _list(_ref("leviathan")),
}
_GUARDED: Schema = {"enum": [*sorted({*LORD_IDS, *LOCATION_IDS}), *RACE_CODES, None]}
_SENTINEL = _object(
    {"lord": _ref("lord"), "owner": _ref("player"), "area": {"enum": [*AREAS, None]}, "target": _GUARDED},
    ("lord", "owner"),
)
_BEAST = _object({"id": _ref("leviathan"), "levels_lost": _number(0, 2)}, ("id",))
_POSITION: dict[str, Schema] = {
    "players": _number(FEWEST_PLAYERS, most_players(True)),
    "kraken": _FLAG,
    "leviathan": _FLAG,
    "regent": _or_null(_number(1, LEVELS)),
    "options": {"type": "object"},
    "seed": {"type": ["integer", "string"], "pattern": "^-?[1-9][0-9]{15,99}$"},
    "active": _ref("player"),
    "phase": {"enum": list(PHASES)},
    "waiting": _or_null(_list(_ref("waiting"), MOST_FRAMES)),
    "extra_turns": _number(0, 21),
    "price": _number(1, 1200),
    "ending_player": _or_null(_ref("player")),
    "end_cause": {"enum": [*END_CAUSES, UNKNOWN_CAUSE, None]},
    "threat": _number(1, HIGHEST_THREAT),
    "seats": _list(_ref("seat"), most_players(True)),
    "exploration_deck": _or_null(_list(_ref("card"))),
    "track": _list(_or_null(_ref("card")), TRACK_SPACES),
    "exploration_discard": _list(_ref("card")),
    "council": _object(dict.fromkeys(RACE_CODES, _list(_ref("card")))),
    "court": _or_null(_list(_or_null(_ref("lord")), COURT_SPACES)),
    "paid_lord": _or_null(_ref("lord")),
    "payment": _list(_ref("card")),
    "lord_deck": _or_null(_list(_ref("lord"))),
    "lord_discard": _list(_ref("lord")),
    "available_locations": _or_null(_list({"anyOf": [_ref("location"), _TILE]})),
    "drawn_locations": _list(_ref("location")),
    "location_deck": _or_null(_list(_ref("location"))),
    "monster_pool": _or_null(_list(_ref("token"))),
    "loot_deck": _or_null(_list(_number(LOWEST_LOOT, LOWEST_LOOT + LOOT_VALUES - 1))),
    "sentinels": _list(_SENTINEL),
    "kraken_figure": _or_null(_ref("player")),
    "border": _object({str(zone): _BEAST for zone in range(1, ZONES + 1)}),
    "drawn_leviathans": _list(_ref("leviathan"), 1),
    "fight": _or_null(_object({key: _number(0, 99) for key in FIGHT} | {"slain": _or_null(_number(0, 99))})),
    "leviathan_deck": _or_null(_list(_ref("leviathan"))),
    "leviathan_pool": _or_null(_list(_ref("token"))),
    "scourge": _or_null(_ref("player")),
    "acted": _or_null(_FLAG),
    "dice": _list(_number(1, DIE_FACES)),
    **dict.fromkeys(("turn", "exploration_shuffles", "location_shuffles", "rolls"), _COUNT),
    **dict.fromkeys(("last_deed", "last_action"), _or_null(_COUNT)),
}
assert set(_POSITION) == set(POSITION), set(_POSITION) ^ set(POSITION)
assert set(_SEAT) == set(SEAT), set(_SEAT) ^ set(SEAT)


def written() -> str:
    """The schema as the file holds it."""
    return json.dumps(position_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
