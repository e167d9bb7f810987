"""The types of the protocol for the browser's scripts, in TypeScript: `static/table/messages.d.ts`."""

import inspect
import typing
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from openabyss.client.protocol import messages
from openabyss.client.protocol.cards import CardDictionary
from openabyss.client.protocol.document import structs_in

INTRODUCTION = "/** What client and server say to each other. Written by `make protocol`, not by hand. */"
NAMES = {int: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
UNIONS = {"FromClient": messages.FromClient, "FromServer": messages.FromServer, "Command": messages.Command}


def declarations() -> str:
    """The whole file."""
    whole = (*UNIONS.values(), CardDictionary)
    parts = [_interface(kind) for kind in dict.fromkeys(kind for one in whole for kind in structs_in(one))]
    unions = [f"export type {name} = {_type(union)};" for name, union in UNIONS.items()]
    return "\n\n".join([INTRODUCTION, *parts, "\n".join(unions)]) + "\n"


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
        mark = "?" if may_be_missing and not field.required else ""
        text = _type(hints[field.name])
        if config.omit_defaults and field.default is None:  # then null is never sent
            text = text.removesuffix(" | null")
        yield f"  {field.encode_name}{mark}: {text};"


def _type(hint: Any) -> str:
    """A type in TypeScript."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(inner[0])
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (typing.Union, UnionType):
        return " | ".join(dict.fromkeys(_type(part) for part in inner))
    if origin is list or (origin is tuple and inner[-1] is ...):
        return f"({_type(inner[0])})[]" if " | " in _type(inner[0]) else f"{_type(inner[0])}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin is dict:
        return f"Record<string, {_type(inner[1])}>"
    return hint.__name__ if inspect.isclass(hint) and issubclass(hint, Struct) else NAMES[hint]
