"""The description of the HTTP API, made from its types: what `/openapi.json` answers."""

from collections.abc import Mapping
from functools import cache
from inspect import cleandoc
from typing import Any, NamedTuple

from msgspec import Struct, json

from openabyss.client.protocol.cards import CardDictionary
from openabyss.client.protocol.messages import SEATS, Ack, Command, Update
from openabyss.position.version import VERSION
from openabyss.server.http.requests import (
    Health,
    Levels,
    Links,
    NameGiven,
    NameWanted,
    NewLink,
    PreparationSeen,
    Problem,
    Summary,
    Tables,
    TableWanted,
)

Schema = dict[str, Any]

DESCRIPTION = (
    "The JSON API of a server, for programs. A browser secret in the cookie `openabyss` (over HTTPS:"
    " `__Host-openabyss`) opens seats; the first answer that gives a seat sets it. The socket of a table is"
    " described in docs/protocol.md."
)
REFERENCE = "#/components/schemas/{name}"
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": SEATS - 1}
TABLE_ID: Schema = {"type": "string", "minLength": 1, "maxLength": 16, "pattern": "^[a-z2-7]+$"}
PARAMETERS: dict[str, Schema] = {
    "table": {"in": "path", "required": True, "schema": TABLE_ID, "description": "The id of a table."},
    "seat": {"in": "path", "required": True, "schema": SEAT},
}
LOOKING: list[Schema] = [
    {
        "name": "seat",
        "in": "query",
        "schema": SEAT,
        "description": "One of the own seats; by default the first.",
    },
    {
        "name": "have",
        "in": "query",
        "schema": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
        "description": "The last revision that has been seen.",
    },
]
PROBLEMS = {
    403: "This browser may not do that.",
    404: "There is no such table.",
    409: "It is illegal, or something else has happened meanwhile.",
    413: "The body is too big.",
    422: "The body cannot be read, or the wish cannot be met.",
    429: "Too many requests; wait a little.",
    503: "The server is being restarted.",
}


class Operation(NamedTuple):
    """What can be asked for at an address: the types of body and answer, and the problems there may be."""

    name: str
    summary: str
    told: str
    answer: Any
    body: Any = None
    problems: tuple[int, ...] = ()
    parameters: tuple[Schema, ...] = ()
    status: int = 200
    others: Mapping[int, tuple[str, type[Struct]]] = {}


AT_A_TABLE = (403, 404)
WITH_A_BODY = (413, 422)
OPERATIONS: dict[tuple[str, str], Operation] = {
    ("get", "/api/tables"): Operation(
        "myTables", "The tables of this browser, the ones changed last first", "The tables.", Tables
    ),
    ("post", "/api/tables"): Operation(
        "newTable", "Set up a table", "The new table.", Summary, TableWanted, (403, *WITH_A_BODY), status=201
    ),
    ("get", "/api/tables/{table}"): Operation(
        "look",
        "The table as the seat sees it: the `update` of the protocol",
        "The update.",
        Update,
        problems=AT_A_TABLE,
        parameters=tuple(LOOKING),
    ),
    ("post", "/api/tables/{table}/commands"): Operation(
        "command",
        "Answer, pay, undo, redo, or restart the turn",
        "Stored for good.",
        Ack,
        Command,
        (*AT_A_TABLE, 409, *WITH_A_BODY, 503),
    ),
    ("get", "/api/tables/{table}/links"): Operation(
        "links", "The links that may be passed on", "The links.", Links, problems=AT_A_TABLE
    ),
    ("post", "/api/tables/{table}/links/{seat}"): Operation(
        "newLink",
        "A new link to a seat; the old one leads nowhere any more",
        "The new link.",
        NewLink,
        problems=(*AT_A_TABLE, 409),
    ),
    ("post", "/api/tables/{table}/name"): Operation(
        "rename",
        "Another name for an own seat",
        "The name as it is shown.",
        NameGiven,
        NameWanted,
        (*AT_A_TABLE, *WITH_A_BODY),
    ),
    ("get", "/api/levels"): Operation("levels", "The levels of computers", "The levels.", Levels),
    ("get", "/api/preparation"): Operation(
        "preparation", "Whether the levels that search are ready", "How far they are.", PreparationSeen
    ),
    ("get", "/api/cards.json"): Operation("cards", "Every card with its texts", "The cards.", CardDictionary),
    ("get", "/health"): Operation(
        "health",
        "Whether the server can do its work",
        "It can.",
        Health,
        others={503: ("The database does not read and write now.", Health)},
    ),
}


@cache
def description() -> bytes:
    """The whole description, as JSON."""
    paths: dict[str, Schema] = {}
    for (method, path), operation in OPERATIONS.items():
        paths.setdefault(path, _parameters_of(path))[method] = _described(operation)
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "OpenAbyss", "version": VERSION, "description": DESCRIPTION},
        "paths": paths,
        "components": {"schemas": _components()},
    }
    # Python's ends of a text are not those of JSON Schema.
    return json.encode(whole).replace(rb"\\A", b"^").replace(rb"\\Z", b"$")


def _components() -> Schema:
    """The types of bodies and answers, and all that stand in them."""
    types = [kind for operation in OPERATIONS.values() for kind in (operation.answer, operation.body)]
    _schemas, components = json.schema_components(
        [kind for kind in (*types, Problem) if kind is not None], ref_template=REFERENCE
    )
    for schema in components.values():
        schema["description"] = cleandoc(schema["description"])
    return components


def _parameters_of(path: str) -> Schema:
    named = [{"name": name, **rest} for name, rest in PARAMETERS.items() if f"{{{name}}}" in path]
    return {"parameters": named} if named else {}


def _described(operation: Operation) -> Schema:
    responses = {operation.status: _content(operation.told, operation.answer)}
    responses |= {status: _content(told, kind) for status, (told, kind) in operation.others.items()}
    responses |= {status: _content(PROBLEMS[status], Problem) for status in (*operation.problems, 429)}
    described: Schema = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": {str(status): responses[status] for status in sorted(responses)},
    }
    if operation.parameters:
        described["parameters"] = list(operation.parameters)
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": _json(operation.body)}
    return described


def _content(told: str, kind: Any) -> Schema:
    return {"description": told, "content": _json(kind)}


def _json(kind: Any) -> Schema:
    (schema,), _components = json.schema_components([kind], ref_template=REFERENCE)
    return {"application/json": {"schema": schema}}
