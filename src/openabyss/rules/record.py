"""How the rules become fast: a typed class becomes a record, a table of rules becomes one function.

The rules are ordinary Python. Where Numba is missing, or with OPENABYSS_INTERPRETED=1, they run as
such: slowly, but the same, for a debugger and for coverage.
"""

import ctypes
import hashlib
import importlib
import importlib.util
import inspect
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import platformdirs
from numpy.typing import NDArray

INTERPRETED = os.environ.get("OPENABYSS_INTERPRETED") == "1" or importlib.util.find_spec("numba") is None
# Bounds checks cost a sixth of the speed (5.0 against 4.2 million decisions a second), so they are on
# where mistakes are looked for: in the tests, which set this, and always when interpreted.
CHECKED = os.environ.get("OPENABYSS_CHECKED") == "1"
if not INTERPRETED:
    import llvmlite.binding
    import llvmlite.ir
    import numba
    import numba.core.boxing
    import numba.core.cgutils
    import numba.core.pythonapi
    import numba.extending

SETTINGS = {"boundscheck": CHECKED, "error_model": "numpy"}

# What NumPy's makers of arrays are called.
ALLOCATING = frozenset({"zeros", "empty", "full", "ones", "copy"})

Rule = TypeVar("Rule", bound=Callable[..., Any])
Number = Annotated[int, ()]
Numbers = NDArray[np.int16]

PACKAGE = Path(__file__).parent.parent
RULES = "rules"
# Compiled rooms that play by the rules: each file or folder in them is known by its name.
PLAYERS = PACKAGE / "players"
MENTIONS_PLAYERS = re.compile(r"openabyss\.players\.(\w+)")
STALE_AFTER_DAYS = 30
LARGEST_GROUP = 12


def _sources(part: str) -> list[Path]:
    """The files of the rules, or of one file or folder of the players."""
    if part == RULES:
        return sorted((PACKAGE / RULES).rglob("*.py"))
    file = PLAYERS / f"{part}.py"
    return [file] if file.exists() else sorted((PLAYERS / part).rglob("*.py"))


@cache
def _parts_used_by(part: str) -> frozenset[str]:
    """The part itself and all that it imports, directly or not; everybody uses the rules."""
    known, new = {RULES}, {part}
    while new:
        known |= new
        texts = [source.read_text() for one in new if one != RULES for source in _sources(one)]
        new = {name for text in texts for name in MENTIONS_PLAYERS.findall(text)} - known
    return frozenset(known)


@cache
def _digest_of(part: str) -> bytes:
    return hashlib.sha256(b"".join(source.read_bytes() for source in _sources(part))).digest()


def _version_of(parts: frozenset[str]) -> str:
    """A name for exactly these sources and tools.

    Numba does not notice that a rule *in another file* has changed and would play the old card,
    so every version of the sources has a cache folder of its own.
    """
    tools = (str(PACKAGE), sys.version, np.__version__, CHECKED, INTERPRETED or numba.__version__)
    digest = hashlib.sha256(repr(tools).encode())
    for part in sorted(parts):
        digest.update(_digest_of(part))
    return digest.hexdigest()[:16]


def _parts_behind(module: str) -> frozenset[str]:
    """What a function of this module may be compiled from; outside rules and players that is everything."""
    if module.startswith("openabyss.rules."):
        return frozenset({RULES})
    players = MENTIONS_PLAYERS.match(module)
    return _parts_used_by(players.group(1)) if players else _everything()


@cache
def _folder_of(parts: frozenset[str]) -> Path:
    """The cache folder of what is compiled from these parts, marked as in use today."""
    folder = CACHE_ROOT / _version_of(parts)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


def _everything() -> frozenset[str]:
    """The rules and all parts of the players."""
    return frozenset({RULES, *(path.stem for path in PLAYERS.iterdir() if _is_part(path))})


def _is_part(path: Path) -> bool:
    return path.suffix == ".py" or (path / "__init__.py").exists()


CACHE_ROOT = Path(os.environ.get("OPENABYSS_CACHE") or platformdirs.user_cache_dir("openabyss"))
CACHE_ROOT = CACHE_ROOT / "interpreted" if INTERPRETED else CACHE_ROOT
# The folder of the whole: what is said of all compiled functions together stands there.
CACHE = _folder_of(_everything())
# The mark that everything which a game needs has been compiled.
COMPLETE = CACHE / "complete"


def is_warm() -> bool:
    """Whether nothing has to be compiled any more."""
    return INTERPRETED or COMPLETE.exists()


@contextmanager
def _numba_set(name: str, value: Any) -> Iterator[None]:
    """Give Numba another setting, only while it works on one of our functions."""
    previous = getattr(numba.config, name)
    setattr(numba.config, name, value)
    try:
        yield
    finally:
        setattr(numba.config, name, previous)


def _numba_caches_in(folder: Path) -> AbstractContextManager[None]:
    """For declaring a function whose machine code is kept in our folder."""
    return _numba_set("CACHE_DIR", str(folder))


@contextmanager
def _numba_compiles_for_us() -> Iterator[None]:
    """For compiling: straight lines of code are vectorized, too, which makes random play 4 % faster, and
    callers from Python hand over a table as an address."""
    with _numba_set("SLP_VECTORIZE", 1), _records_handed_over_by_address():
        yield


@contextmanager
def _records_handed_over_by_address() -> Iterator[None]:
    """NumPy tells where a record lies. By itself Numba asks for a buffer, for which NumPy describes every
    field in words: that made a call with a table cost 18 microseconds from Python, in place of 0.4.
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
if not INTERPRETED:
    llvmlite.binding.add_symbol(_LOCATE, _find_locate())


def compiled(rule: Rule) -> Rule:
    """The rule at native speed: compiled on first use and kept in the cache folder."""
    if INTERPRETED:
        return rule
    return _compiled_in(_folder_of(_parts_behind(rule.__module__)), rule)


def _compiled_in(folder: Path, rule: Rule) -> Rule:
    with _numba_caches_in(folder):
        dispatcher = numba.njit(cache=True, **_settings_for(rule))(rule)
    _compile_once(dispatcher)
    _make_those_apart_ready(dispatcher)
    return cast(Rule, dispatcher)


def _settings_for(rule: Callable[..., Any]) -> dict[str, Any]:
    """Whoever makes an array counts who still needs it; to count everywhere took a quarter of a search.

    An array that a rule returned to one that does not count would never be freed. Nor can such a rule copy
    one array onto another by slices, for which Numba may make one in between ("NRT required"): use a loop.
    """
    result = rule.__annotations__.get("return")
    assert get_origin(result) is not np.ndarray, f"{rule.__qualname__}: fill an array of the caller's instead"
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


def _make_those_apart_ready(dispatcher: Any) -> None:
    """Before a rule is called for the first time, compile or load the rules apart that it may jump to."""
    compile_for_call = dispatcher._compile_for_args

    def compile_and_make_ready(*arguments: Any, **keywords: Any) -> Any:
        with _numba_compiles_for_us():
            code = compile_for_call(*arguments, **keywords)
        make_those_apart_ready()
        return code

    dispatcher._compile_for_args = compile_and_make_ready


class _RuleApart:
    """A rule whose machine code stands alone; callers find its address in a cell, and jump there."""

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
        with _numba_caches_in(self._folder), _numba_compiles_for_us():
            compile_it = numba.cfunc(self._signature, cache=True, **_settings_for(self._rule))
            self._code = compile_it(self._rule)
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


_APART: list[_RuleApart] = []
# Whoever calls a rule in another thread waits until the rules that it may jump to are there.
_MAKING_READY = threading.RLock()


def compiled_apart(rule: Rule) -> Rule:
    """Like `compiled`, for large rules that many others use: compiled once, not again into each of them.

    Parameters and result are numbers, truth values, arrays of numbers or the table. Ten such rules took
    two fifths off the machine code that is made at the first start; a call costs three nanoseconds more.
    """
    if INTERPRETED:
        return rule
    folder = _folder_of(_parts_behind(rule.__module__))
    apart = _RuleApart(folder, rule)
    _APART.append(apart)
    parameters = ", ".join(inspect.signature(rule).parameters)
    name = f"{rule.__module__.rpartition('.')[2]}_{rule.__name__}"
    source = f"def {name}({parameters}):\n    return call(({parameters},))\n"
    shell = _written(folder, name, source, {"call": apart.jump()})
    shell.__doc__ = rule.__doc__
    return cast(Rule, _compiled_in(folder, shell))


def make_those_apart_ready(package: str = "openabyss") -> None:
    """Compile or load all rules apart that stand in this package."""
    with _MAKING_READY:
        for rule in _APART:
            if rule.module.startswith(f"{package}."):
                rule.make_ready()


def _compiled_type(annotation: Any) -> Any:
    """Numba's type for a parameter: a number, a truth value, an array of numbers, or the table."""
    simple = {int: numba.int64, bool: numba.boolean, type(None): numba.void}
    if annotation in simple:
        return simple[annotation]
    if get_origin(annotation) is np.ndarray:
        return numba.from_dtype(get_args(get_args(annotation)[1])[0])[::1]
    return numba.from_dtype(record_of(annotation))


def _written(folder: Path, name: str, source: str, names: dict[str, Any]) -> Callable[..., Any]:
    """A function from a source file that we write ourselves.

    A file can be cached like any other source, if it stands in `sys.modules` under its name.
    """
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text() != source:
        partial = path.with_suffix(f".{os.getpid()}.partial")
        partial.write_text(source)
        partial.replace(path)
    spec = importlib.util.spec_from_file_location(f"_openabyss_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    vars(module).update(names)
    return cast(Callable[..., Any], getattr(module, name))


def layout_of(declaration: type) -> np.dtype[np.void]:
    """The memory layout of a class whose fields are all `Number` or `Annotated[Numbers, shape]`."""
    fields = get_type_hints(declaration, include_extras=True)
    return np.dtype([(name, np.int16, hint.__metadata__[0]) for name, hint in fields.items()], align=True)


def record_of(declaration: type) -> np.dtype[np.void]:
    """The same layout, where a single record has its fields as attributes: numbers, and arrays that are
    the place itself.

    NumPy's own records have, too, but take 4 microseconds for each, which made `Game` half as fast.
    """
    layout = layout_of(declaration)
    fields = cast(Any, layout.fields)
    attributes: dict[str, Any] = {
        name: _array(name) if kind.shape else _number(name, place) for name, (kind, place) in fields.items()
    }
    attributes.update(numbers=_found_once("numbers", _numbers_of), __setattr__=_write)
    return np.dtype((type(f"{declaration.__name__}Record", (np.void,), attributes), layout))


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
    assert home is not None, "a table lies in an array"
    return np.asarray(home if home.size == 1 else record).reshape(1)


class RuleTable:
    """Rules by number, compiled into one function that finds the right one."""

    def __init__(self, name: str, *arguments: str, default: str | None = None) -> None:
        self.name, self.arguments, self.default = name, ", ".join(arguments), default
        self.rules: dict[int, Callable[..., Any]] = {}

    def __call__(self, number: int) -> Callable[[Rule], Rule]:
        def add(rule: Rule) -> Rule:
            assert number not in self.rules, f"{self.name} has two rules for {number}"
            self.rules[number] = fast = compiled(rule)
            return fast

        return add

    def build(self) -> Callable[..., Any]:
        """Write the choice between the rules as source files: one that finds the group, one for each group.

        A table of compiled functions would cost 12 microseconds a call and could not be cached; a single
        function costs more at each call the more rules it may call, for each of which it clears a variable.
        """
        numbers = sorted(self.rules)
        groups = [numbers[first : first + LARGEST_GROUP] for first in range(0, len(numbers), LARGEST_GROUP)]
        chosen = {f"from_{group[0]}": self._choice(f"{self.name}_{group[0]}", group) for group in groups}
        bounds = [f"number <= {group[-1]}" for group in groups]
        return self._function(self.name, dict(zip(bounds, chosen, strict=True)), chosen, "number, ")

    def _choice(self, name: str, numbers: list[int]) -> Callable[..., Any]:
        rules = {f"rule_{number}": self.rules[number] for number in numbers}
        conditions = {f"number == {number}": f"rule_{number}" for number in numbers}
        return self._function(name, conditions, rules)

    def _function(
        self, name: str, conditions: dict[str, str], names: dict[str, Callable[..., Any]], first: str = ""
    ) -> Callable[..., Any]:
        """A function that calls what belongs to the first condition that holds."""
        lines = [f"def {name}(number, {self.arguments}):"]
        for place, (condition, called) in enumerate(conditions.items()):
            call = f"{called}({first}{self.arguments})"
            lines.append(f"    {'elif' if place else 'if'} {condition}:")
            lines.append(f"        {call if self.default is None else 'return ' + call}")
        if self.default is not None:
            lines.append(f"    return {self.default}")
        used = (_parts_behind(rule.__module__) for rule in self.rules.values())
        folder = _folder_of(frozenset().union(*used))
        function = _written(folder, name, "\n".join(lines) + "\n", names)
        return function if INTERPRETED else _compiled_in(folder, function)


def remove_stale_caches() -> None:
    """Delete the cache folders that nobody used for a month."""
    limit = time.time() - STALE_AFTER_DAYS * 86400
    for folder in CACHE_ROOT.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def watch_compiling(callback: Callable[[str], None]) -> Iterator[None]:
    """Call back with the name of each of our functions as soon as it has been compiled."""
    if INTERPRETED:
        yield
        return
    from numba.core import event  # noqa: PLC0415  not there where the rules run interpreted

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
