"""A typed class as the layout of a record: the class is the documentation, the type and the memory."""

from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

Number = Annotated[int, ()]
Numbers = NDArray[np.int16]


def marked(declaration: type, mark: str) -> frozenset[str]:
    """The fields of a class that carry a mark: `Annotated[int, (), mark]`."""
    fields = get_type_hints(declaration, include_extras=True)
    return frozenset(name for name, hint in fields.items() if mark in hint.__metadata__[1:])


def layout_of(declaration: type) -> np.dtype[np.void]:
    """The memory layout of a class whose fields are all `Number` or `Annotated[Numbers, shape]`."""
    fields = get_type_hints(declaration, include_extras=True)
    return np.dtype([(name, np.int16, hint.__metadata__[0]) for name, hint in fields.items()], align=True)


def record_of(declaration: type) -> np.dtype[np.void]:
    """The same layout, where a single record has its fields as attributes: numbers, and arrays that are
    the place itself.

    NumPy's own records have these, too, but take 4 microseconds for each, which made `Game` half as fast.
    """
    layout = layout_of(declaration)
    fields = cast(Any, layout.fields)
    attributes: dict[str, Any] = {
        name: _array(name) if kind.shape else _number(name, place) for name, (kind, place) in fields.items()
    }
    attributes.update(numbers=_found_once("numbers", _numbers_of), __setattr__=_write)
    record = type(f"{declaration.__name__}Record", (np.void,), {})
    # Given one by one: in Python 3.11 a Control-C while `type` names them would become a RuntimeError.
    for name, attribute in attributes.items():
        setattr(record, name, attribute)
    return np.dtype((record, layout))


def _write(record: Any, field: str, value: Any) -> None:
    record[field] = value


def _number(field: str, place: int) -> property:
    """A field of one number, read without a detour by way of NumPy, which takes five times as long."""
    index = place // np.dtype(np.int16).itemsize

    def read(record: Any) -> int:
        number: int = record.numbers[index]
        return number

    return property(read, doc=field)


def _array(field: str) -> Any:
    return _found_once(field, lambda record: _array_around(record)[field][0])


def _found_once(name: str, find: Callable[[Any], Any]) -> Any:
    """An attribute that each record looks up once and then has."""
    attribute = cached_property(find)
    attribute.__set_name__(np.void, name)
    return attribute


def _numbers_of(record: Any) -> memoryview:
    """The whole record as numbers, in place."""
    numbers: Any = _array_around(record).view(np.int16)
    return memoryview(numbers)


def _array_around(record: Any) -> NDArray[np.void]:
    """The array of length one that is this record.

    A record that is alone in its array is found from there: what it keeps does then not refer to it.
    """
    home = record.base
    assert home is not None, "a table is part of an array"
    return np.asarray(home if home.size == 1 else record).reshape(1)
