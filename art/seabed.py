"""The ground under the table: sand seen from above, under light that the surface has broken.

It has no colour of its own, only light and shadow, which lie on the tone that the page gives it; the page
also lets it sink into the dark to the right.
"""

import math
from collections.abc import Iterator
from random import Random

from art.paint import BLACK, WHITE, holed, line, veil
from art.shapes import Point, Shape, Step, box, curve, join, oval, path, ribbon

WIDE, HIGH = 1600, 900
GLINT, GLOOM = f"{WHITE}2", f"{BLACK}3"  # as lines
TERRACES = (560, 840, 1090, 1320, 1500)
# A cell of the light; where cells touch, the net between them is thickest at the left and ends at LIT.
CELL, LIT = 62.0, 1280

STARFISH = ((302, 322, 30), (905, 690, 22), (1250, 210, 24), (96, 770, 34))
SCALLOPS = ((640, 236, -24), (420, 610, 30), (1130, 540, 12), (770, 410, -60))
_SCALLOP = path("M0 14C-5 12 -20 2 -22 -8C-18 -22 18 -22 22 -8C20 2 5 12 0 14Z")
_RIBS = path("M0 12L-16 -13M0 12L-6 -18M0 12L6 -18M0 12L16 -13")


def ground() -> str:
    """All of it: terraces that sink to the right, ripples, what lies about, and the net of light."""
    return "".join((*_terraces(), *_ripples(), *_strewn(), holed(f"{WHITE}2", _net())))


def _terraces() -> Iterator[str]:
    """Where the ground drops it is darker each time, with light on the edge."""
    for place, x in enumerate(TERRACES):
        sway = Random(place + 3)
        edge = curve(*[(x + sway.uniform(-70, 70) - 0.12 * y, y) for y in range(-60, HIGH + 130, 120)])
        yield veil(BLACK, 0.2, edge | path(f"L{WIDE} {HIGH + 60}L{WIDE} -60Z"))
        yield line(GLINT, 2.5, edge)


def _ripples() -> Iterator[str]:
    """What the swell has left: ridges with a lit and a dark side."""
    sway = Random(11)
    ridges = [
        curve(
            *[(x, y + 13 * math.sin(x / 170 + y / 90) + sway.uniform(-6, 6)) for x in range(-40, 1700, 145)]
        )
        for y in range(10, HIGH, 46)
    ]
    yield line(GLOOM, 3, *(ridge.at(0, 3) for ridge in ridges))
    yield line(GLINT, 2, *ridges)


def _strewn() -> Iterator[str]:
    """Pebbles, starfish and shells, half buried."""
    sway = Random(5)
    pebbles = [
        oval(sway.uniform(0, WIDE), sway.uniform(0, HIGH), sway.uniform(4, 13), sway.uniform(3, 8))
        for _ in range(46)
    ]
    arms = [
        ribbon([(x, y), (x, y - size / 2), (x, y - size)], size * 0.5, size * 0.15).around(5, (x, y))
        for x, y, size in STARFISH
    ]
    shells = [_SCALLOP.turned(tilt, (0, 0)).at(x, y) for x, y, tilt in SCALLOPS]
    yield veil(BLACK, 0.27, *(one.at(2, 4) for one in (*pebbles, *arms, *shells)))
    yield veil(WHITE, 0.2, *pebbles, *arms, *shells)
    yield line(GLOOM, 2, *(_RIBS.turned(tilt, (0, 0)).at(x, y) for x, y, tilt in SCALLOPS))


def _net() -> Shape:
    """Light between round cells: all of the ground, and the cells as holes in it."""
    across, down = CELL * math.sqrt(3), CELL * 1.5
    cells = [
        _cell((column + row % 2 / 2) * across, row * down)
        for row in range(math.ceil(HIGH / down) + 1)
        for column in range(math.ceil(LIT / across) + 1)
    ]
    return join((box(-CELL, -CELL, LIT + 3 * CELL, HIGH + 3 * CELL), *cells))


def _cell(x: float, y: float) -> Shape:
    """A hexagon with round corners that have strayed, as those of its neighbours have."""
    inner = 0.9 + 0.1 * min(1, max(0, x / LIT))
    corners = [_strayed(x, y, turn) for turn in range(6)]
    drawn = [(x + (corner[0] - x) * inner, y + (corner[1] - y) * inner) for corner in corners]
    middles = [_between(one, other) for one, other in zip(drawn, [*drawn[1:], drawn[0]], strict=True)]
    steps = [
        Step("C", (_between(start, corner, 0.7), _between(end, corner, 0.7), end))
        for start, corner, end in zip([middles[-1], *middles], drawn, middles, strict=False)
    ]
    return Shape((Step("M", (middles[-1],)), *steps, Step("Z")))


def _strayed(x: float, y: float, turn: int) -> Point:
    angle = math.radians(60 * turn + 30)
    corner_x, corner_y = x + CELL * math.cos(angle), y + CELL * math.sin(angle)
    sway = Random(round(corner_x) * 4099 + round(corner_y))
    return corner_x + sway.uniform(-0.4, 0.4) * CELL, corner_y + sway.uniform(-0.4, 0.4) * CELL


def _between(one: Point, other: Point, share: float = 0.5) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
