"""How Numba makes machine code for us: from parts, with records handed over by their address.

By itself Numba makes machine code of every function, with a door for callers from Python and one for callers
from C, and optimises all that a function uses once more with each of its callers. That was two thirds of the
first compilation. Here a function that others call is a part: typed, and cached, but neither optimised nor
made into machine code. That happens to wholes: functions that Python calls or that stand out of line. As
nobody else can call what a whole consists of, play became faster, too.
"""

import ctypes
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import llvmlite.binding
import llvmlite.ir
import numba
import numba.core.boxing
import numba.core.caching
import numba.core.cgutils
import numba.core.codegen
import numba.core.compiler
import numba.core.pythonapi
import numba.extending

from openabyss.engine.cache import writing

# How the names of what Python and of what C calls begin.
DOORS = ("_ZN7cpython", "cfunc.")

SCALAR_AS_CTYPE = 62
_LOCATE = "openabyss.PyArray_ScalarAsCtype"


class _NoEngine:
    """What a part has in place of an engine that runs code."""

    def set_env(self, _name: str, _environment: Any) -> None:
        """Nothing needs its surroundings that does not run."""


class _PartLibrary(numba.core.codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba is not typed
    """The intermediate code of a function and of what it uses, for others to take in."""

    codegen = _NoEngine()

    def _optimize_final_module(self) -> None:
        """Left to the whole."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """There is no machine code."""
        self._ensure_finalized()
        return 0

    def as_bitcode(self) -> bytes:
        bitcode: bytes = self._get_module_for_linking().as_bitcode()
        return bitcode

    def read(self, bitcode: bytes) -> None:
        """Become what `as_bitcode` of another one has returned."""
        self._final_module = self._shared_module = llvmlite.binding.parse_bitcode(bitcode)
        self._finalize_final_module()


class _WholeLibrary(numba.core.codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba is not typed
    """A function with all parts that it uses, which nobody else can call."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and not function.name.startswith(DOORS):
                function.linkage = "internal"
        super()._optimize_final_module()


class _PartCompiler(numba.core.compiler.Compiler):  # type: ignore[misc]  # Numba is not typed
    def compile_extra(self, function: Callable[..., Any]) -> Any:
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class WholeCompiler(numba.core.compiler.Compiler):  # type: ignore[misc]  # Numba is not typed
    """What Numba's decorators take as the pipeline for a whole."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        self.state.library = _WholeLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class ReadableFolder(numba.core.caching.UserProvidedCacheLocator):  # type: ignore[misc]  # Numba is not typed
    """Lets Numba use a folder that it can only read: by itself it tries to write as soon as it declares."""

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "ReadableFolder":
        """Where the machine code of a function is kept."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Before machine code is written. Raises UnusableCache."""
        with writing():
            super().ensure_cache_path()


class _PartInCache(numba.core.caching.CompileResultCacheImpl):  # type: ignore[misc]  # Numba is not typed
    """How a part is written into a file and read back."""

    def reduce(self, part: Any) -> tuple[Any, ...]:
        part.fndesc.typemap = part.fndesc.calltypes = None  # Cannot be written, and nobody needs them.
        library = part.library
        return library.name, library.as_bitcode(), part.fndesc, part.environment, part.signature

    def rebuild(self, context: Any, written: tuple[Any, ...]) -> Any:
        name, bitcode, description, environment, signature = written
        library = _PartLibrary(context.codegen(), name)
        library.read(bitcode)
        return numba.core.compiler.compile_result(
            target_context=context,
            typing_context=context.typing_context,
            library=library,
            environment=environment,
            entry_point=context.get_executable(library, description, environment),
            fndesc=description,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=(),
        )


class _PartCache(numba.core.caching.Cache):  # type: ignore[misc]  # Numba is not typed
    _impl_class = _PartInCache


def part_of_others(function: Callable[..., Any], settings: dict[str, Any]) -> Any:
    """Numba's dispatcher of a function as a part; it can only be called by compiled functions."""
    doors = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher = numba.njit(pipeline_class=_PartCompiler, **doors, **settings)(function)
    dispatcher._cache = _PartCache(function)
    return dispatcher


def folder_of_parts(folder: Path) -> Path:
    """Where parts are kept, since Numba calls the files of a part and of a whole by the same names."""
    return folder / "parts"


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


llvmlite.binding.add_symbol(_LOCATE, _find_locate())
