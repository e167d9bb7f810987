"""`make protocol`: write what is made from the types of the protocol.

That is `docs/protocol.md` for people, and `static/table/messages.d.ts` for the browser's scripts.
"""

import inspect
import re
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openabyss.client.card_dictionary import CardDictionary
from openabyss.client.protocol import PROTOCOL, SUBPROTOCOL
from openabyss.client.protocol.from_client import Command, FromClient
from openabyss.client.protocol.from_server import FromServer, Moments

ROOT = Path(__file__).parent.parent
DECLARATIONS = ROOT / "src/openabyss/browser/static/table/messages.d.ts"
DOCUMENT = ROOT / "docs/protocol.md"
UNIONS = {"FromClient": FromClient, "FromServer": FromServer, "Command": Command}
WRITTEN_BY = "/** What client and server say to each other. Written by `make protocol`, not by hand. */"
INTRODUCTION = """# The protocol of a table

Browsers, the terminal and programs use the same protocol: JSON objects in text frames over the
WebSocket `/t/TABLE/socket`, subprotocol `{subprotocol}`, protocol number {protocol}. `type` is the
type of a message. `make protocol` generates this page from the types in
`src/openabyss/client/protocol/`; a test makes sure that it is up to date.

1. The client sends `hello` and receives `welcome`, then an `update`: the whole table as the seat
   sees it.
2. A command carries an `id` chosen by the client (letters, digits and any of `_.:-`) and the
   `revision` that the client has seen. `ack` means that the command is stored for good. Only then
   does everyone receive an `update`; the connection that sent the command receives the `ack` first.
   Every update with the revision of the `ack`, or a later one, contains the command.
3. A command that is sent again, for instance after a lost connection, is acknowledged again
   (perhaps after the update) and has no effect. One that comes too late is `refused` as `stale`,
   with the newest update.
4. After a lost connection the client sends `hello` with the last revision it has seen (`have`), and
   receives what it has missed, with the log from line `log_from`.

A seat belongs to the browser that holds the cookie `openabyss` (over HTTPS: `__Host-openabyss`). The
server sets it in response to `POST /api/tables` and to `POST /j/…`, the link to a seat (with the form
field `name=…`, or an empty body). A `GET` of a link changes nothing. Spectators `POST /s/…`. The HTTP
API for programs, described by `/openapi.json`, also accepts these commands and standing orders.

Sockets are closed with these codes: 1008 (too much was sent, or no hello), 1009 (a frame is too big),
1011 (the server failed), 1012 (the server is restarting: reconnect), 4403 (the seat was taken over
through its link, or its browser has a new cookie: reconnect), 4404 (there is no such table, or no
seat at it).
"""


def written() -> Mapping[Path, str]:
    """Each file, and what is to stand in it."""
    return {DOCUMENT: document(), DECLARATIONS: declarations()}


def structs_in(hint: Any) -> list[type[Struct]]:
    """The types that a type is made of, each once: those of a message before those of its parts."""
    found: dict[type[Struct], None] = {}
    waiting = [hint]
    while waiting:
        one = waiting.pop(0)
        if not (inspect.isclass(one) and issubclass(one, Struct)):
            waiting += get_args(one)
        elif one not in found:
            found[one] = None
            waiting += get_type_hints(one).values()
    return [*found]


# ------------------------------------------------------------------------------ for people


def document() -> str:
    """The page on the protocol."""
    both = [*structs_in(FromClient), *structs_in(FromServer)]
    chapters = {
        "From the client": get_args(FromClient),
        "From the server": get_args(FromServer),
        "Parts of messages": [kind for kind in both if not kind.__struct_config__.tag],
    }
    parts = [INTRODUCTION.format(subprotocol=SUBPROTOCOL, protocol=PROTOCOL)]
    for title, kinds in chapters.items():
        parts += [f"## {title}\n", *map(_section, kinds)]
    return "\n".join(parts)


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
        yield f"| `{field.encode_name}` | {_in_words(hints[field.name])} | {_default(field)} |"


def _default(field: msgspec.structs.FieldInfo) -> str:
    """What a field is that nobody names."""
    if field.required or field.default is UNSET:
        return "" if field.required else "left out"
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"`{msgspec.json.encode(default).decode()}`"


def _in_words(hint: Any) -> str:
    """A type in words of JSON."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        unit = "of them" if get_origin(inner[0]) is list else "long"
        return _in_words(inner[0]) + _bounds(inner[1], unit)
    if origin is typing.Literal:
        return " or ".join(f'`"{value}"`' for value in inner)
    if origin in (typing.Union, UnionType):
        return " or ".join(dict.fromkeys(_in_words(part) for part in inner if part is not UnsetType))
    if origin in (list, tuple):
        return f"list of {_in_words(inner[0])}"
    if origin is dict:
        return f"object of {_in_words(inner[1])}"
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


# ------------------------------------------------------------------------------ for the scripts


def declarations() -> str:
    """The types of the protocol in TypeScript."""
    whole = (*UNIONS.values(), CardDictionary, Moments)
    parts = [_interface(kind) for kind in dict.fromkeys(kind for one in whole for kind in structs_in(one))]
    unions = [f"export type {name} = {_in_typescript(union)};" for name, union in UNIONS.items()]
    return "\n\n".join([WRITTEN_BY, *parts, "\n".join(unions)]) + "\n"


def _interface(kind: type[Struct]) -> str:
    summary = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    return "\n".join([f"/** {summary} */", f"export interface {kind.__name__} {{", *_fields(kind), "}"])


def _fields(kind: type[Struct]) -> Iterator[str]:
    """A line for each field. What a client need not say, and a server leaves out, may be missing."""
    config = kind.__struct_config__
    if config.tag:
        yield f'  type: "{config.tag}";'
    may_be_missing = config.omit_defaults or config.forbid_unknown_fields
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        mark = "?" if field.default is UNSET or (may_be_missing and not field.required) else ""
        text = _in_typescript(hints[field.name])
        if config.omit_defaults and field.default is None:  # then null is never sent
            text = text.removesuffix(" | null")
        yield f"  {field.encode_name}{mark}: {text};"


def _in_typescript(hint: Any) -> str:
    """A type in TypeScript."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _in_typescript(inner[0])
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (typing.Union, UnionType):
        return " | ".join(dict.fromkeys(_in_typescript(part) for part in inner if part is not UnsetType))
    if origin is list or (origin is tuple and inner[-1] is ...):
        item = _in_typescript(inner[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_in_typescript, inner))}]"
    if origin is dict:
        return f"Record<string, {_in_typescript(inner[1])}>"
    if inspect.isclass(hint) and issubclass(hint, Struct):
        return hint.__name__
    names = {int: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
    return names[hint]


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
