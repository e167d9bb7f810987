"""The water of the scenes: from the far light to the near dark, and the things that grow everywhere."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from art.paint import BLACK, WHITE, fill, veil
from art.shapes import (
    Point,
    Shape,
    Step,
    box,
    curve,
    disc,
    join,
    path,
    polygon,
    ribbon,
    written,
)

# From the light above to the rocks in front. What is far takes the colour of the water.
LIGHT = "#6cc"
WATER = "#39a"
FAR = "#278"
MIDDLE = "#156"
NEAR = "#134"

WIDE, HIGH = 96, 64
LAMPLIGHT = "#fd8"  # as a veil

_SHAFT = polygon((34, 0), (60, 0), (80, HIGH), (8, HIGH))
_CORE = polygon((42, 0), (54, 0), (62, HIGH), (28, HIGH))


_BLADE = ribbon([(0, 36), (-3, 27), (3, 18), (-3, 9), (0, 0)], 4, 0.8)


def _bare(shape: Shape) -> str:
    """A plane that takes the tone of what uses it."""
    return f'<path d="{written(shape, closed=False)}"/>'


def shared() -> dict[str, str]:
    """What many scenes share, by id; it is wider than a scene, so that each can show another part of it."""
    wide = range(-48, 145, 24)
    return {
        "sea": fill(WATER, box(-48, 0, 192, HIGH)) + veil(WHITE, 0.13, _SHAFT) + veil(WHITE, 0.13, _CORE),
        "ridge": fill(FAR, _ground([43, 39, 45, 40, 46, 38, 44, 41, 46], wide)),
        "hills": fill(MIDDLE, _ground([51, 47, 52, 48, 51, 46, 50, 48, 52], wide)),
        "kelp": _bare(_BLADE),
        "weed": _bare(_BLADE.mirrored(0)),
        "floor": fill(NEAR, _ground([60, 58, 61, 59, 60, 58, 61, 59, 60], wide)),
    }


def sea(*far: Shape, sun: float = 46, depth: float = 0) -> str:
    """Water, what stands far away, and a shaft of light from x = sun; depth from 0 to 1 darkens it."""
    behind = fill(FAR, *far) if far else ""
    return _part("sea", sun - 46) + behind + (veil(BLACK, depth, box(0, 0, WIDE, HIGH)) if depth else "")


def ridge(x: float = 0, y: float = 0) -> str:
    """Far hills."""
    return _part("ridge", x, y)


def hills(x: float = 0, y: float = 0) -> str:
    """Hills behind the subject."""
    return _part("hills", x, y)


def floor(x: float = 0, y: float = 0) -> str:
    """The ground in front."""
    return _part("floor", x, y)


def _part(name: str, x: float, y: float = 0) -> str:
    move = (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")
    return f'<use href="#{name}"{move}/>'


def _ground(heights: Sequence[float], places: Iterable[float]) -> Shape:
    points = list(zip(places, heights, strict=True))
    first, last = points[0][0], points[-1][0]
    below = (Step("L", ((last, HIGH + 8),)), Step("L", ((first, HIGH + 8),)), Step("Z"))
    return Shape((*curve(*points).steps, *below))


def seabed(*heights: float) -> Shape:
    """The floor through heights at equal distances from left to right."""
    step = WIDE / (len(heights) - 1)
    text = f"M0 {HIGH}V{heights[0]}"
    for i, (before, height) in enumerate(pairwise(heights)):
        middle = (i + 0.5) * step
        text += f"C{middle} {before} {middle} {height} {(i + 1) * step} {height}"
    return path(f"{text}V{HIGH}Z")


def kelp(tone: str, *tops: tuple[float, float]) -> str:
    """Blades of kelp by their tops; half of them sway the other way."""
    blades = (_part("kelp" if i % 2 else "weed", x, y) for i, (x, y) in enumerate(tops))
    return f'<g fill="{tone}">{"".join(blades)}</g>'


def bubbles(*points: Point) -> Shape:
    """Bubbles that grow as they rise: the first is the highest."""
    return join(disc(x, y, 1.7 - 0.3 * i) for i, (x, y) in enumerate(points))


def fishes(*points: Point) -> Shape:
    """Small fish, far away, heading right."""
    fish = path("M0 0Q3 -2.2 6 0Q3 2.2 0 0L-2 -1.6V1.6Z")
    return join(fish.at(x, y) for x, y in points)
