"""The HTTP API as types, what programs ask for and what they are answered; and its description made from
them, which `/openapi.json` answers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import cleandoc
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, json
from starlette.requests import Request
from starlette.responses import Response

from openabyss.client.protocol.from_client import SEATS, MomentNumber, SeatNumber
from openabyss.server.http.upkeep import Hindrance
from openabyss.server.tables.seating import Name
from openabyss.version import VERSION


class NameWanted(Struct, forbid_unknown_fields=True):
    """Another name for an own seat."""

    seat: SeatNumber
    name: Name


class RecordShown(Struct, forbid_unknown_fields=True):
    """A record of a game, from whose eyes it is looked at, and around which moment.

    within: instead of moments, the table on the way to that one.
    """

    record: dict[str, Any]
    seat: SeatNumber | None = None
    moment: MomentNumber = 0
    within: bool = False


class Summary(Struct):
    """A table in a list: who plays what, and how far it is.

    seats: the own ones. state: "open" while somebody has not arrived, "my_turn", "waiting" or "over".
    midgame: it began in the middle, with the guide or from a replay.
    """

    table: str
    url: str
    names: list[str]
    seats: list[SeatNumber]
    kraken: bool
    leviathan: bool
    regent: int | None
    state: Literal["open", "my_turn", "waiting", "over"]
    midgame: bool
    turn: int
    changed: str
    created: str


class Tables(Struct):
    """The tables of a browser."""

    tables: list[Summary]


class Links(Struct):
    """Paths of links, those to seats by the number of the seat; null for a seat that nobody can take."""

    seats: dict[str, str | None]
    spectators: str


class NewLink(Struct):
    """A link to a seat."""

    seat: SeatNumber
    link: str


class NameGiven(Struct):
    """A name as it is shown."""

    name: str


class Levels(Struct):
    """The levels of computers, the easiest first, and the styles that each may have: `hard:style=hunter`."""

    levels: list[str]
    styles: list[str]


class PreparationSeen(Struct):
    """How far the server is with preparing the levels that search.

    ready: all levels play. share: which part is done. seconds_left: a guess. text: who has to wait, and who
    plays meanwhile; empty when everything is ready.
    """

    ready: bool
    share: Annotated[float, Meta(ge=0, le=1)] = 1.0
    seconds_left: int | None = None
    text: str = ""


class Health(Struct):
    """How the server does."""

    status: Literal["ok", "unavailable"]
    version: str
    tables: int
    sockets: int


class Alive(Struct):
    """That the process answers."""

    status: Literal["ok"] = "ok"


class Ready(Struct):
    """Whether requests should be sent to this server, and if not, why.

    reason: its database cannot be used, or has the form of another version; the rules do not play yet; it is
    about to end.
    """

    ready: bool
    reason: Hindrance


class Problem(Struct):
    """What was wrong, for programs and in words."""

    code: str
    message: str


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


def _in_query(name: str, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": "query", "schema": schema, "description": description}


NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
LOOKING = (
    _in_query("seat", SEAT, "One of the own seats; by default the first."),
    _in_query("have", NUMBER, "The last revision that has been seen."),
)
REPLAYING = (
    _in_query("seat", SEAT, "From whose eyes; without it, those of a spectator."),
    _in_query("moment", NUMBER, "Which moment is wanted; those beside it are sent as well."),
    _in_query("within", {"type": "boolean"}, "Instead of moments, the table on the way to that one."),
)
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
    """What can be asked for at an address, and the types of answer and body.

    The function that answers gives its name and its first sentence. problems: beside those of all tables and
    all bodies. others: what else the answer may mean, by its status.
    """

    method: str
    path: str
    function: Callable[[Request], Awaitable[Response]]
    answer_text: str
    answer: Any
    body: Any = None
    problems: tuple[int, ...] = ()
    status: int = 200
    parameters: tuple[Schema, ...] = ()
    others: Mapping[int, str] = {}


def description(operations: Sequence[Operation]) -> bytes:
    """The whole description, as JSON."""
    paths: dict[str, Schema] = {}
    for operation in operations:
        places = [name for name in PARAMETERS if f"{{{name}}}" in operation.path]
        named = [{"name": name, **PARAMETERS[name]} for name in places]
        methods = paths.setdefault(operation.path, {"parameters": named} if named else {})
        methods[operation.method.lower()] = _described(operation)
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "OpenAbyss", "version": VERSION, "description": DESCRIPTION},
        "paths": paths,
        "components": {"schemas": _components(operations)},
    }
    # Python's ends of a text are not those of JSON Schema.
    return json.encode(whole).replace(rb"\\A", b"^").replace(rb"\\Z", b"$")


def _components(operations: Sequence[Operation]) -> Schema:
    """The types of bodies and answers, and all that they contain."""
    types = [kind for operation in operations for kind in (operation.answer, operation.body)]
    _schemas, components = json.schema_components(
        [kind for kind in (*types, Problem) if kind is not None], ref_template=REFERENCE
    )
    for schema in components.values():
        schema["description"] = cleandoc(schema["description"])
    return components


def _described(operation: Operation) -> Schema:
    first, *rest = operation.function.__name__.split("_")
    texts = {operation.status: operation.answer_text, **operation.others}
    answers = {status: (text, operation.answer) for status, text in texts.items()}
    problems = [429, *operation.problems]
    problems += [403, 404] if "{table}" in operation.path else []
    problems += [413, 422] if operation.body is not None else []
    answers |= {status: (PROBLEMS[status], Problem) for status in problems}
    described: Schema = {
        "operationId": "".join([first, *map(str.capitalize, rest)]),
        "summary": " ".join((operation.function.__doc__ or "").split()).partition(". ")[0].removesuffix("."),
        "responses": {
            str(status): {"description": text, "content": _json(kind)}
            for status, (text, kind) in sorted(answers.items())
        },
    }
    if operation.parameters:
        described["parameters"] = list(operation.parameters)
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": _json(operation.body)}
    return described


def _json(kind: Any) -> Schema:
    (schema,), _components = json.schema_components([kind], ref_template=REFERENCE)
    return {"application/json": {"schema": schema}}
