"""`docs/protocol.md`: the types of messages.py for people."""

import inspect
import re
import typing
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from openabyss.client.protocol import messages

INTRODUCTION = """# The protocol of a table

Browser, terminal and programs speak the same protocol: JSON objects in text frames over the
WebSocket `/t/TABLE/socket`, subprotocol `{subprotocol}`, protocol number {protocol}. `type` says
what a message is. This page is written from the types in `src/openabyss/client/protocol/messages.py`
by `make protocol`; a test makes sure that it is up to date.

1. The client sends `hello` and receives `welcome`, then an `update`: the whole table as the seat
   sees it.
2. A command carries an `id` chosen by the client and the `revision` that it has seen. `ack`
   means that the command is stored for good. Only then does everybody receive an `update`.
3. A command that is sent again, after a lost connection for instance, is acknowledged again and has
   no effect. One that comes too late is `refused` as `stale`, with the newest update.
4. After a lost connection the client sends `hello` with the last revision it has seen (`have`) and
   receives what it has missed, from line `log_from` of the log on.

A seat belongs to the browser that holds the cookie `openabyss` (over HTTPS: `__Host-openabyss`), which
the server sets in answer to `POST /api/tables` and to `POST /j/…`, the link to a seat (`name=…` as a
form, or nothing). A `GET` of a link changes nothing. Spectators `POST /s/…`. Sockets are closed with
1008 (too much was sent, or no hello), 1009 (a frame is too big), 1011 (the server failed), 1012 (it
restarts: come back), 4403 (the seat was taken over by its link), 4404 (no such table, or no seat at
it). The HTTP API for programs is described by `/openapi.json`.
"""


def document() -> str:
    """The whole page."""
    parts = [INTRODUCTION.format(subprotocol=messages.SUBPROTOCOL, protocol=messages.PROTOCOL)]
    for title, union in (
        ("From the client", messages.FromClient),
        ("From the server", messages.FromServer),
    ):
        parts.append(f"## {title}\n")
        parts += [_section(kind) for kind in get_args(union)]
    parts.append("## Parts of messages\n")
    parts += [_section(kind) for kind in _parts()]
    return "\n".join(parts)


def structs_in(hint: Any) -> list[type[Struct]]:
    """The types that stand in a type, each once: those of a message before those of its parts."""
    found: dict[type[Struct], None] = {}
    waiting = [hint]
    while waiting:
        one = waiting.pop(0)
        if inspect.isclass(one) and issubclass(one, Struct):
            if one not in found:
                found[one] = None
                waiting += get_type_hints(one).values()
        else:
            waiting += get_args(one)
    return [*found]


def _parts() -> list[type[Struct]]:
    """The types that stand inside messages."""
    both = [*structs_in(messages.FromClient), *structs_in(messages.FromServer)]
    return [kind for kind in both if not kind.__struct_config__.tag]


def _section(kind: type[Struct]) -> str:
    tag = kind.__struct_config__.tag
    title = f"`{tag}`" if tag else kind.__name__
    rows = list(_rows(kind))
    lines = [f"### {title}\n", _text(kind), ""]
    if rows:
        lines += ["| field | type | default |", "| --- | --- | --- |", *rows, ""]
    return "\n".join(lines)


def _text(kind: type[Struct]) -> str:
    """The docstring, in which lines that name fields become a list."""
    text = inspect.cleandoc(kind.__doc__ or "")
    return re.sub(r"(?m)^([a-z_]+(?:, [a-z_]+)*): ", r"- **\1**: ", text)


def _rows(kind: type[Struct]) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        default = "" if field.required else f"`{msgspec.json.encode(_default(field)).decode()}`"
        yield f"| `{field.encode_name}` | {_type(hints[field.name])} | {default} |"


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """What a field is that nobody names."""
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _type(hint: Any) -> str:
    """A type in words of JSON."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        unit = "of them" if get_origin(inner[0]) is list else "long"
        return _type(inner[0]) + _bounds(inner[1], unit)
    if origin is typing.Literal:
        return " or ".join(f'`"{value}"`' for value in inner)
    if origin in (typing.Union, UnionType):
        return " or ".join(dict.fromkeys(_type(part) for part in inner))
    if origin in (list, tuple):
        return f"list of {_type(inner[0])}"
    if origin is dict:
        return f"object of {_type(inner[1])}"
    if inspect.isclass(hint) and issubclass(hint, Struct):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    names = {int: "number", str: "text", bool: "true or false", type(None): "null", Any: "anything"}
    return names[hint]


def _bounds(meta: msgspec.Meta, unit: str) -> str:
    """The least and the greatest value, or length in this unit."""
    last = meta.le if meta.le is not None else None if meta.lt is None else meta.lt - 1
    if meta.ge is not None and last is not None:
        return f", {meta.ge} to {last}"
    if meta.max_length is not None:
        return f" ({meta.min_length or 0} to {meta.max_length} {unit})"
    return ""
