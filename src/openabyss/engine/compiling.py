"""Functions at native speed: compiled by Numba on first use, and kept in the cache."""

import ctypes
import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.cache import folder_for, writing
from openabyss.engine.environment import CHECKED
from openabyss.engine.layout import record_of
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import UnusableCache

if not INTERPRETED:
    import llvmlite.binding
    import llvmlite.ir
    import numba
    import numba.core.caching
    import numba.core.cgutils
    import numba.extending
    from numba.core import event
    from numba.core.ccallback import CFunc
    from numba.core.sigutils import normalize_signature

    from openabyss.engine.machine_code import (
        ReadableFolder,
        WholeCompiler,
        folder_of_parts,
        part_of_others,
        records_handed_over_by_address,
    )

SETTINGS = {"boundscheck": CHECKED, "error_model": "numpy"}

_DECLARING = threading.RLock()

# The functions of NumPy that make arrays.
ALLOCATING = frozenset({"zeros", "empty", "full", "ones", "copy"})

Rule = TypeVar("Rule", bound=Callable[..., Any])

# A call of a rule in another thread waits until the rules that it may jump to are there.
_MAKING_READY = threading.RLock()


def file_of(rule: Callable[..., Any]) -> Path:
    """The source file in which a function is defined, compiled or not."""
    return Path(getattr(rule, "py_func", rule).__code__.co_filename)


@contextmanager
def _set_for_us(settings: Any, name: str, value: Any) -> Iterator[None]:
    """Give Numba another setting, only while it works on one of our functions."""
    previous = getattr(settings, name)
    setattr(settings, name, value)
    try:
        yield
    finally:
        setattr(settings, name, previous)


@contextmanager
def _numba_caches_in(folder: Path) -> Iterator[None]:
    """For declaring a function whose machine code is kept in our folder.

    The settings are of the whole process, so threads declare one after the other. Nothing may be compiled or
    loaded meanwhile: that imports modules, which another thread, waiting here, may just be importing.
    """
    any_cache = numba.core.caching.CacheImpl
    with (
        _DECLARING,
        _set_for_us(numba.config, "CACHE_DIR", str(folder)),
        _set_for_us(any_cache, "_locator_classes", [ReadableFolder]),
    ):
        yield


@contextmanager
def _numba_compiles_for_us() -> Iterator[None]:
    """For compiling: straight lines of code are vectorized, too, which makes random play 4 % faster, and
    callers from Python hand over a table as an address."""
    with _set_for_us(numba.config, "SLP_VECTORIZE", 1), records_handed_over_by_address():
        yield


def compiled(rule: Rule) -> Rule:
    """The rule at native speed: compiled on first use and kept in the cache folder."""
    if INTERPRETED:
        return rule
    return compile_into(folder_for(file_of(rule)), rule)


def compile_into(folder: Path, rule: Rule) -> Rule:
    """The same for a rule whose sources are several files: the caller knows the folder for them."""
    settings = _settings_for(rule)
    with _numba_caches_in(folder):
        whole = numba.njit(cache=True, pipeline_class=WholeCompiler, no_cfunc_wrapper=True, **settings)(rule)
    _keep_if_possible(whole)
    _take_in_as_part(whole, folder, settings)
    _make_out_of_line_ready(whole)
    return cast(Rule, whole)


def _keep_if_possible(dispatcher: Any) -> None:
    """Where the folder can only be read, what is missing is made for this process alone. That is little: what
    is out of line, and so almost everything, is refused."""
    keep = dispatcher._cache.save_overload

    def keep_if_possible(*overload: Any) -> None:
        with suppress(UnusableCache):
            keep(*overload)

    dispatcher._cache.save_overload = keep_if_possible


def _take_in_as_part(whole: Any, folder: Path, settings: dict[str, Any]) -> None:
    """Python calls the whole; compiled callers ask it for its machine code, and take in a part in its place.

    The part is made for the first of them: where everything comes from the cache, nobody asks, and to make
    them all took a third of a second of every start.
    """

    @cache
    def part() -> Any:
        with _numba_caches_in(folder_of_parts(folder)):
            made = part_of_others(whole.py_func, settings)
        _keep_if_possible(made)
        _compile_once(made)
        return made

    def template_of_part(*arguments: Any) -> Any:
        return part().get_call_template(*arguments)

    def overload_of_part(*arguments: Any) -> Any:
        return part().get_overload(*arguments)

    whole.get_call_template, whole.get_overload = template_of_part, overload_of_part


def compiled_unlocked(rule: Rule) -> Rule:
    """Like `compiled`, for functions that Python calls from several threads at once.

    Called from Python, it releases the interpreter's lock until it returns. So no other thread may touch what
    is handed over; each thread needs tables and generators of its own.
    """
    fast = compiled(rule)
    if not INTERPRETED:
        cast(Any, fast).targetoptions["nogil"] = True
    return fast


def compile_for(rule: Callable[..., Any], *arguments: Any) -> None:
    """Compile a rule for arguments of these types without running it, so that nothing out of line is needed.

    Before it is called in the same process, make ready what is out of line.
    """
    if not INTERPRETED:
        with _numba_compiles_for_us():
            cast(Any, rule).compile(tuple(numba.typeof(argument) for argument in arguments))


def _settings_for(rule: Callable[..., Any]) -> dict[str, Any]:
    """A rule that has NumPy make an array counts who still needs it; to count everywhere took a quarter of a
    search. What `blocks.scratch` makes is not counted.

    An array that a rule returned to one that does not count would never be freed. Nor can that rule copy
    one array onto another by slices, for which Numba may make one in between ("NRT required"): use a loop.
    """
    result = rule.__annotations__.get("return")
    assert _numbers_in(result) is None, f"{rule.__qualname__}: fill an array of the caller's instead"
    return {"_nrt": not ALLOCATING.isdisjoint(rule.__code__.co_names), **SETTINGS}


def _compile_once(dispatcher: Any) -> None:
    """Let rules that call this one pass any integer as int64.

    Otherwise Numba compiles a rule again for each mixture of int16 (read from the record) and
    int64 (computed) among its arguments, which doubled the time of the first compile.
    """
    find_template = dispatcher.get_call_template

    def find_template_for_int64(args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        widened = tuple(numba.int64 if isinstance(kind, numba.types.Integer) else kind for kind in args)
        return find_template(widened, keywords)

    dispatcher.get_call_template = find_template_for_int64


def _make_out_of_line_ready(dispatcher: Any) -> None:
    """Before a rule is called for the first time, make those ready that it may jump to."""
    compile_for_call = dispatcher._compile_for_args

    def compile_and_make_ready(*arguments: Any, **keywords: Any) -> Any:
        with _numba_compiles_for_us():
            code = compile_for_call(*arguments, **keywords)
        make_out_of_line_ready()
        return code

    dispatcher._compile_for_args = compile_and_make_ready


class _OutOfLine:
    """A rule with machine code of its own; callers find its address in a cell, and jump there."""

    def __init__(self, folder: Path, rule: Callable[..., Any]) -> None:
        self._folder, self._rule, self.module = folder, rule, rule.__module__
        hints = get_type_hints(rule)
        self._signature = _compiled_type(hints.pop("return"))(*map(_compiled_type, hints.values()))
        self._cell = ctypes.c_void_p()
        self._is_made = False
        self._cell_name = f"{rule.__module__}.{rule.__qualname__}.address"
        llvmlite.binding.add_symbol(self._cell_name, ctypes.addressof(self._cell))

    def make_ready(self) -> None:
        """Compile or load it, once."""
        if self._is_made:
            return
        self._is_made = True
        settings, signature = _settings_for(self._rule), normalize_signature(self._signature)
        with _numba_caches_in(self._folder):
            self._code = CFunc(self._rule, signature, {}, settings, pipeline_class=WholeCompiler)
            self._code.enable_caching()
        with _numba_compiles_for_us():
            self._code.compile()
        self._cell.value = self._code.address

    def jump(self) -> Any:
        """The call of it, for use in compiled code, with the arguments in a tuple."""
        signature, cell_name = self._signature, self._cell_name

        def generate(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
            values = numba.core.cgutils.unpack_tuple(builder, arguments[0])
            kinds = zip(given.args[0], signature.args, strict=True)
            cast_values = [context.cast(builder, v, *kind) for v, kind in zip(values, kinds, strict=True)]
            parameters = [context.get_value_type(kind) for kind in signature.args]
            code = llvmlite.ir.FunctionType(context.get_value_type(signature.return_type), parameters)
            cell = numba.core.cgutils.add_global_variable(builder.module, code.as_pointer(), cell_name)
            return builder.call(builder.load(cell), cast_values)

        @numba.extending.intrinsic  # type: ignore[untyped-decorator]  # Numba is not typed
        def call(_context: Any, arguments: Any) -> Any:
            return signature.return_type(arguments), generate

        return call


_OUT_OF_LINE: list[_OutOfLine] = []


def compiled_out_of_line(rule: Rule) -> Rule:
    """Like `compiled`, for large rules that many others use: compiled once, not again into each of them.

    Parameters and result are numbers, truth values, arrays of numbers or the table. A call costs three
    nanoseconds more.
    """
    if INTERPRETED:
        return rule
    folder = folder_for(file_of(rule))
    apart = _OutOfLine(folder, rule)
    _OUT_OF_LINE.append(apart)
    parameters = ", ".join(inspect.signature(rule).parameters)
    name = f"{rule.__module__.rpartition('.')[2]}_{rule.__name__}"
    source = f"def {name}({parameters}):\n    return call(({parameters},))\n"
    shell = write_function(folder, name, source, {"call": apart.jump()})
    shell.__doc__ = rule.__doc__
    return cast(Rule, compile_into(folder, shell))


def make_out_of_line_ready(package: str = "openabyss") -> None:
    """Compile or load all rules out of line of this package."""
    with _MAKING_READY:
        for rule in _OUT_OF_LINE:
            if rule.module.startswith(f"{package}."):
                rule.make_ready()


def _compiled_type(annotation: Any) -> Any:
    """Numba's type for a parameter: a number, a truth value, an array of numbers, or the table."""
    simple = {int: numba.int64, bool: numba.boolean, type(None): numba.void}
    if annotation in simple:
        return simple[annotation]
    if (numbers := _numbers_in(annotation)) is not None:
        return numba.from_dtype(numbers)[::1]
    return numba.from_dtype(record_of(annotation))


def _numbers_in(annotation: Any) -> Any:
    """The kind of number in an array of this type; None for what is no array.

    `NDArray` itself is the origin from NumPy 2.5 on, where Python has names for types (3.12).
    """
    if get_origin(annotation) is NDArray:
        return get_args(annotation)[0]
    return get_args(get_args(annotation)[1])[0] if get_origin(annotation) is np.ndarray else None


def write_function(folder: Path, name: str, source: str, names: dict[str, Any]) -> Callable[..., Any]:
    """A function that we write ourselves, into a source file if it is to be compiled.

    A file can be cached like any other source, if it is in `sys.modules` under its name.
    """
    path = folder / f"{name}.py"
    if not INTERPRETED and not (path.exists() and path.read_text("utf-8") == source):
        partial = path.with_suffix(f".{os.getpid()}.partial")
        with writing():
            partial.write_text(source, "utf-8")
            partial.replace(path)
    module = ModuleType(f"_openabyss_{name}")
    sys.modules[module.__name__] = module
    exec(compile(source, path, "exec"), vars(module))
    vars(module).update(names)
    return cast(Callable[..., Any], getattr(module, name))


@contextmanager
def watch_compiling(callback: Callable[[str], None]) -> Iterator[None]:
    """Call back with the name of each of our functions as soon as it has been compiled."""
    if INTERPRETED:
        yield
        return

    def compiled_one(happening: Any) -> None:
        function = happening.data["dispatcher"].py_func
        if happening.is_end and "openabyss" in function.__module__:
            callback(f"{function.__module__}.{function.__qualname__}")

    class Listener(event.Listener):  # type: ignore[misc]  # Numba is not typed
        def on_start(self, happening: Any) -> None:
            compiled_one(happening)

        def on_end(self, happening: Any) -> None:
            compiled_one(happening)

    with event.install_listener("numba:compile", Listener()):
        yield
