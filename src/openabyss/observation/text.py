"""An observation as lines of text, made from the declarations: `pearls: seat+0 3, seat+1 1`."""

import numpy as np

from openabyss.observation.declaring import Row
from openabyss.observation.layout import Layout


def lines_of(observation: Row, layout: Layout) -> list[str]:
    """A line for each piece that is not all zeros; a number that is 1 is not named."""
    found, labels = np.flatnonzero(observation), layout.labels
    entries = [
        _entry(labels[place], number)
        for place, number in zip(found.tolist(), observation[found].tolist(), strict=True)
    ]
    ends = np.searchsorted(found, [part.end for part in layout.parts.values()]).tolist()
    return [
        f"{name}: {', '.join(entries[first:end])}"
        for name, first, end in zip(layout.parts, [0, *ends], ends, strict=False)
        if first < end
    ]


def _entry(label: str, number: int) -> str:
    if not label:
        return str(number)
    return label if number == 1 else f"{label} {number}"
