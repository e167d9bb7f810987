"""Colours that tell people apart do so for everybody."""

import re
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from openabyss.server.pages.static_files import STATIC

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
# The linear light that the eye takes in, and what is made of it (Ottosson 2020, "Oklab").
TO_CONES = np.array(
    [
        [0.41222147, 0.53633254, 0.05144599],
        [0.21190350, 0.68069955, 0.10739696],
        [0.08830246, 0.28171884, 0.62997870],
    ]
)
TO_OKLAB = np.array(
    [
        [0.21045426, 0.79361779, -0.00407205],
        [1.97799850, -2.42859221, 0.45059371],
        [0.02590404, 0.78277177, -0.80867577],
    ]
)
THEMES = ["light", "dark"]
RACES = "jchsq"
KRAKENS = "k"
# The ground fades to the plain face; this much of it is left where the shape begins.
BELOW = 0.62
Colour = NDArray[np.float64]


def linear(colour: str) -> Colour:
    channels = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def mixed(one: Colour, share: float, other: Colour) -> Colour:
    """What `color-mix(in oklab, one share, other)` makes of two linear colours."""
    both = [TO_OKLAB @ np.cbrt(TO_CONES @ colour) for colour in (one, other)]
    cones = (np.linalg.inv(TO_OKLAB) @ (share * both[0] + (1 - share) * both[1])) ** 3
    return np.clip(np.linalg.inv(TO_CONES) @ cones, 0, 1)


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG 2 counts it."""
    dark, light = sorted(float(TO_XYZ[1] @ colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour as somebody sees it, in L*a*b*."""
    x, y, z = np.cbrt(TO_XYZ @ np.clip(sight @ linear(colour), 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def of_theme(style: str, name: str, theme: str) -> str:
    """A colour of a style sheet that differs between the themes."""
    found = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", style)
    assert found, name
    return found[1 + THEMES.index(theme)]


def share_of(style: str, name: str, theme: str) -> float:
    """How much of its race a ground takes."""
    found = re.search(rf"--{name}: light-dark\(.*?(\d+)%.*?(\d+)%", style)
    assert found, name
    return int(found[1 + THEMES.index(theme)]) / 100


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("race", RACES + KRAKENS)
def test_print_and_shape_of_an_ally_stand_out_from_its_woven_ground(race: str, theme: str) -> None:
    base = (STATIC / "base.css").read_text(encoding="utf-8")
    table = (STATIC / "table.css").read_text(encoding="utf-8")
    ink, own = (linear(of_theme(base, name, theme)) for name in ("ink", f"race-{race}"))
    face = linear(of_theme(table, "face", theme))
    ground = mixed(own, share_of(table, "tint", theme), face)
    below = mixed(ground, BELOW, face)
    weave = share_of(table, "thread", theme)
    assert min(contrast(ink, seen) for seen in (ground, mixed(own, weave, ground))) >= 4.5
    assert min(contrast(own, seen) for seen in (below, mixed(own, weave, below))) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_lamp_light_as_text_stands_out(theme: str) -> None:
    """It has a colour of its own for that: the other is for surfaces."""
    base = (STATIC / "base.css").read_text(encoding="utf-8")
    text = linear(of_theme(base, "accent-text", theme))
    grounds = [linear(of_theme(base, f"water-{depth}", theme)) for depth in range(5)]
    assert min(contrast(text, ground) for ground in grounds) >= 4.5
    styles = [style.read_text(encoding="utf-8") for style in STATIC.rglob("*.css")]
    assert re.findall(r".*(?<!-)color: var\(--accent\).*", "\n".join(styles)) == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_five_races_have_five_colours(theme: str, sight: str) -> None:
    style = (STATIC / "base.css").read_text(encoding="utf-8")
    seen = [lab(of_theme(style, f"race-{race}", theme), SIGHTS[sight]) for race in RACES]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > DIFFERENCE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_five_people_have_five_colours(theme: str, sight: str) -> None:
    style = (STATIC / "table.css").read_text(encoding="utf-8")
    found = re.findall(r"--seat: light-dark\((#\w{6}), (#\w{6})\)", style)
    assert len(found) == 5
    seen = [lab(colours[theme == "dark"], SIGHTS[sight]) for colours in found]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > DIFFERENCE
