"""The machine code of `blocks`: sixteen numbers at a time, and arrays on the stack.

The end of a block is reached by a last vector that begins earlier and covers some numbers once more; blocks
of less than a vector go number by number.
"""

from collections.abc import Callable
from typing import Any

import llvmlite.ir
import numba
import numba.core.cgutils
import numba.extending
import numba.np.arrayobj

LANES, BYTES = 16, 2
NUMBER, PLACE = llvmlite.ir.IntType(8 * BYTES), llvmlite.ir.IntType(64)
VECTOR = llvmlite.ir.VectorType(NUMBER, LANES)
LANE_NUMBERS = llvmlite.ir.Constant(VECTOR, list(range(LANES)))
NO_NUMBERS = llvmlite.ir.Constant(VECTOR, [0] * LANES)

CACHE_LINE = 64

# `work(kind, place, covered)` is done for a vector or a single number of a block, by its place there; its
# first `covered` numbers had their turn before.
Work = Callable[[Any, Any, Any], None]


@numba.extending.intrinsic  # type: ignore[untyped-decorator]  # Numba is not typed
def copy_block(_context: Any, source: Any, start: Any, count: Any, target: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        numbers = _address(context, builder, signature.args[0], given[0], given[1])
        places = _address(context, builder, signature.args[3], given[3], given[4])
        numba.core.cgutils.raw_memcpy(builder, places, numbers, given[2], BYTES)
        return context.get_dummy_value()

    return _signature(numba.void, source, start, count, target, first), generate


@numba.extending.intrinsic  # type: ignore[untyped-decorator]  # Numba is not typed
def mark_block(
    _context: Any, source: Any, start: Any, count: Any, sought: Any, target: Any, first: Any
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        numbers = _address(context, builder, signature.args[0], given[0], given[1])
        places = _address(context, builder, signature.args[4], given[4], given[5])

        def mark(kind: Any, place: Any, _covered: Any) -> None:
            found = _is(builder, kind, _read(builder, kind, numbers, place), given[3])
            at = builder.bitcast(builder.gep(places, [place]), kind.as_pointer())
            builder.store(found, at, align=BYTES)

        _go_through(builder, given[2], mark)
        return context.get_dummy_value()

    return _signature(numba.void, source, start, count, sought, target, first), generate


@numba.extending.intrinsic  # type: ignore[untyped-decorator]  # Numba is not typed
def sum_block(_context: Any, source: Any, start: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        numbers = _address(context, builder, signature.args[0], given[0], given[1])
        return _added_up(builder, given[2], lambda kind, place: _read(builder, kind, numbers, place))

    return _signature(numba.int64, source, start, count), generate


@numba.extending.intrinsic  # type: ignore[untyped-decorator]  # Numba is not typed
def count_block(_context: Any, source: Any, start: Any, count: Any, sought: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        numbers = _address(context, builder, signature.args[0], given[0], given[1])

        def found(kind: Any, place: Any) -> Any:
            return _is(builder, kind, _read(builder, kind, numbers, place), given[3])

        return _added_up(builder, given[2], found)

    return _signature(numba.int64, source, start, count, sought), generate


@numba.extending.intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba is not typed
def scratch(_context: Any, count: Any, kind: Any) -> Any:
    if not isinstance(count, numba.types.IntegerLiteral):
        raise numba.core.errors.TypingError(f"a constant length is expected, not {count}")
    array = numba.types.Array(kind.dtype, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, _given: Any) -> Any:
        number, length = context.get_data_type(kind.dtype), PLACE(count.literal_value)
        numbers = numba.core.cgutils.alloca_once(builder, number, size=length)
        numbers.align = CACHE_LINE
        size = PLACE(context.get_abi_sizeof(number))
        made = context.make_array(array)(context, builder)
        numba.np.arrayobj.populate_array(made, numbers, [length], [size], size, None)
        return made._getvalue()

    return array(count, kind), generate


def _signature(result: Any, *given: Any) -> Any:
    """The types of a function: arrays in one piece of memory; everything else is a place or a number."""
    for kind in given:
        if isinstance(kind, numba.types.Array) and (kind.ndim, kind.layout, kind.dtype) != (
            1,
            "C",
            numba.int16,
        ):
            raise numba.core.errors.TypingError(f"an array of numbers in one piece is expected, not {kind}")
    return result(*(kind if isinstance(kind, numba.types.Array) else numba.int64 for kind in given))


def _address(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Where the number at this place of the array is."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


def _go_through(builder: Any, count: Any, work: Work) -> None:
    nothing, lanes = PLACE(0), PLACE(LANES)
    with builder.if_else(builder.icmp_signed(">=", count, lanes)) as (many, few):
        with many:
            last = builder.sub(count, lanes)
            with numba.core.cgutils.for_range_slice(builder, nothing, count, lanes) as (begun, _number):
                place = builder.select(builder.icmp_signed(">", begun, last), last, begun)
                work(VECTOR, place, builder.sub(begun, place))
        with few, numba.core.cgutils.for_range(builder, count) as loop:
            work(NUMBER, loop.index, nothing)


def _added_up(builder: Any, count: Any, numbers_at: Callable[[Any, Any], Any]) -> Any:
    total = numba.core.cgutils.alloca_once_value(builder, NUMBER(0))
    totals = numba.core.cgutils.alloca_once_value(builder, NO_NUMBERS)

    def add(kind: Any, place: Any, covered: Any) -> None:
        numbers, sums = numbers_at(kind, place), total
        if kind is VECTOR:
            covered_lanes = _in_all_lanes(builder, builder.trunc(covered, NUMBER))
            is_new = builder.icmp_unsigned(">=", LANE_NUMBERS, covered_lanes)
            numbers, sums = builder.select(is_new, numbers, NO_NUMBERS), totals
        builder.store(builder.add(builder.load(sums), numbers), sums)

    _go_through(builder, count, add)
    adding = llvmlite.ir.FunctionType(NUMBER, [VECTOR])
    add_lanes = numba.core.cgutils.get_or_insert_function(builder.module, adding, ADD_LANES)
    of_all_lanes = builder.call(add_lanes, [builder.load(totals)])
    return builder.sext(builder.add(builder.load(total), of_all_lanes), PLACE)


ADD_LANES = f"llvm.vector.reduce.add.v{LANES}i{8 * BYTES}"


def _read(builder: Any, kind: Any, numbers: Any, place: Any) -> Any:
    return builder.load(builder.bitcast(builder.gep(numbers, [place]), kind.as_pointer()), align=BYTES)


def _is(builder: Any, kind: Any, numbers: Any, sought: Any) -> Any:
    """1 for each that is the number sought, otherwise 0."""
    one = builder.trunc(sought, NUMBER)
    compared = _in_all_lanes(builder, one) if kind is VECTOR else one
    return builder.zext(builder.icmp_signed("==", numbers, compared), kind)


def _in_all_lanes(builder: Any, number: Any) -> Any:
    alone = builder.insert_element(
        llvmlite.ir.Constant(VECTOR, llvmlite.ir.Undefined), number, llvmlite.ir.IntType(32)(0)
    )
    lanes = llvmlite.ir.Constant(llvmlite.ir.VectorType(llvmlite.ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(alone, alone, lanes)
