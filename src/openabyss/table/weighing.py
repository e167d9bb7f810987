"""What the numbers of a table weigh together. In a file of its own, no new text has it compiled again."""

from openabyss.engine.compiling import compiled


@compiled
def weigh(numbers: memoryview, weights: memoryview) -> int:
    """The first numbers times their weights, added up; compiled, the sum goes round at 64 bits.

    They are not handed over as arrays: for the first of these, Numba loads NumPy's masked arrays, which takes
    10 ms of a start.
    """
    total = 0
    for place in range(len(weights)):
        total += int(numbers[place]) * int(weights[place])
    return total
