"""How a record crosses from Python into compiled code: by its address."""

import ctypes
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import llvmlite.binding
import llvmlite.ir
import numba
import numba.core.boxing
import numba.core.cgutils
import numba.core.pythonapi
import numba.extending


@contextmanager
def records_handed_over_by_address() -> Iterator[None]:
    """Let Python hand records over by their address, which NumPy knows. By itself Numba asks for a buffer,
    for which NumPy describes every field in words: a call with a table cost 18 microseconds, not 0.4.
    """
    known = numba.core.pythonapi._unboxers.functions
    previous = known[numba.types.Record]
    known[numba.types.Record] = _address_of_record
    try:
        yield
    finally:
        known[numba.types.Record] = previous


def _address_of_record(kind: Any, record: Any, conversion: Any) -> Any:
    """The machine code that makes a pointer of a record which Python hands over."""
    byte_pointer = llvmlite.ir.IntType(8).as_pointer()
    builder, parameters = conversion.builder, [conversion.pyapi.pyobj, byte_pointer.as_pointer()]
    signature = llvmlite.ir.FunctionType(llvmlite.ir.VoidType(), parameters)
    locate = numba.core.cgutils.get_or_insert_function(builder.module, signature, _LOCATE)
    address = numba.core.cgutils.alloca_once(builder, byte_pointer)
    builder.call(locate, [record, address])
    pointer = builder.bitcast(builder.load(address), conversion.context.get_value_type(kind))
    return numba.extending.NativeValue(pointer)


def _find_locate() -> int:
    """The address of NumPy's `PyArray_ScalarAsCtype`, which for a record gives the place of its data.

    It has this number in NumPy's table of C functions, which programs compiled long ago rely on.
    """
    table_in = ctypes.pythonapi.PyCapsule_GetPointer
    table_in.argtypes, table_in.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p
    table = table_in(importlib.import_module("numpy._core.multiarray")._ARRAY_API, None)
    return cast(int, ctypes.cast(table, ctypes.POINTER(ctypes.c_void_p))[SCALAR_AS_CTYPE])


SCALAR_AS_CTYPE = 62
_LOCATE = "openabyss.PyArray_ScalarAsCtype"
llvmlite.binding.add_symbol(_LOCATE, _find_locate())
