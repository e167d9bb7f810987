"""Colours that tell people apart do so for everybody."""

import re
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from openabyss.web.rendering import STATIC

# What the three kinds of colour blindness make of linear RGB (Machado, Oliveira and Fernandes 2009).
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "deuteranopia": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "tritanopia": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.0888])
# CIE 1976; 2.3 is just noticeable.
DIFFERENCE = 20.0


def lab(colour: str, sight: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour as somebody sees it, in L*a*b*."""
    channels = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(sight @ linear, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_five_people_have_five_colours(theme: str, sight: str) -> None:
    style = (STATIC / "table.css").read_text(encoding="utf-8")
    found = re.findall(r"--seat: light-dark\((#\w{6}), (#\w{6})\)", style)
    assert len(found) == 5
    seen = [lab(colours[theme == "dark"], SIGHTS[sight]) for colours in found]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > DIFFERENCE
