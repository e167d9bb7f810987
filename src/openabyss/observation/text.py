"""An observation as lines of text, made from the declarations: `pearls: seat+0 3, seat+1 1`."""

from itertools import product

import numpy as np

from openabyss.observation.declaring import Row
from openabyss.observation.layout import Layout, Part


def lines_of(observation: Row, layout: Layout) -> list[str]:
    """A line for each piece that is not all zeros; a number that is 1 is not named."""
    lines = []
    for name, part in layout.parts.items():
        numbers = observation[part.first : part.end]
        if numbers.any():
            lines.append(f"{name}: {_entries(numbers, part, layout)}")
    return lines


def _entries(numbers: Row, part: Part, layout: Layout) -> str:
    labels = [axis.labels(layout.variant, layout.players) for axis in part.piece.axes]
    places = [" ".join(place) for place in product(*labels)]
    found = np.flatnonzero(numbers).tolist()
    return ", ".join(_entry(places[place], int(numbers[place])) for place in found)


def _entry(place: str, number: int) -> str:
    if not place:
        return str(number)
    return place if number == 1 else f"{place} {number}"
