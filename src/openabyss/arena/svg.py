"""Plots as SVG: a few shapes written by hand, so that the same numbers always give the same file."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from openabyss.words.numbers import Number

WIDTH = 760
# The width of a plot whose letters can be read on a telephone.
NARROW = 400
TOP, BOTTOM, RIGHT = 44, 46, 24
ROW = 24
# A row of names above curves, the piece of a curve beside each, and the gaps after that and after the name.
LEGEND, SWATCH, GAP, BETWEEN = 20, 18, 6, 16
LETTER = 7.2  # the usual width of a letter of 13 pixels
FONT = "font-family='system-ui, sans-serif' font-size='13'"
INK, FAINT, PAPER = "#1d2a35", "#d5dde3", "#ffffff"
# Distinct for people who see few colours as well (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
TICKS = 6


@dataclass(frozen=True)
class Whisker:
    """A value with its interval, in a row of its own."""

    name: str
    value: float
    low: float
    high: float


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From values to pixels along an axis."""
    return lambda value: round(start + (value - low) / (high - low) * (end - start), 2)


def whiskers(title: str, rows: Sequence[Whisker], axis: str, mark: float) -> str:
    """Rows of points with intervals; `mark` is a line to compare with."""
    left = 16 + LETTER * max((len(row.name) for row in rows), default=0)
    height = TOP + ROW * len(rows) + BOTTOM
    low, high = bounds_of([mark, *(edge for row in rows for edge in (row.low, row.high))])
    across = scale(low, high, left, WIDTH - RIGHT)
    shapes = [_text(16, 24, title, weight="bold")]
    for tick in ticks(low, high):
        x = across(tick)
        shapes.append(_line(x, TOP, x, height - BOTTOM, FAINT))
        shapes.append(_text(x, height - BOTTOM + 18, f"{Number(tick):g}", anchor="middle"))
    shapes.append(_line(across(mark), TOP, across(mark), height - BOTTOM, INK, dashes="4 3"))
    for place, row in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        shapes.append(_text(left - 8, y + 4, row.name, anchor="end"))
        shapes.append(_line(across(row.low), y, across(row.high), y, COLOURS[0], width=2))
        shapes.append(f"<circle cx='{across(row.value)}' cy='{y}' r='4' fill='{COLOURS[0]}'/>")
    shapes.append(_text((left + WIDTH - RIGHT) / 2, height - 8, axis, anchor="middle"))
    return _picture(height, title, shapes)


def curves(
    title: str,
    names: Sequence[str],
    points: Sequence[Sequence[float]],
    axis: str,
    marks: Sequence[int] = (),
    links: Sequence[tuple[str, str]] = (),
    width: int = WIDTH,
    bounds: tuple[float, float] | None = None,
) -> str:
    """A curve for each name, over 0, 1, 2 …; shares from 0 to 1, or values within `bounds`.

    `marks` are places of interest. `links` are the address and the text of each place, for pointers only:
    keys need links elsewhere.
    """
    places = _legend_places(names, width)
    left, top, height = 52, TOP + LEGEND * (1 + places[-1][1]), 400
    last = max(len(values) for values in points) - 1
    across = scale(0, max(last, 1), left, width - RIGHT)
    low, high = bounds or (0, 1)
    up = scale(low, high, height - BOTTOM, top)
    shapes = [_text(16, 24, title, weight="bold")]
    for tick in ticks(low, high):
        value = f"{Number(tick):.0%}" if bounds is None else f"{Number(tick):g}"
        shapes.append(_line(left, up(tick), width - RIGHT, up(tick), FAINT))
        shapes.append(_text(left - 8, up(tick) + 4, value, anchor="end"))
    shapes += [
        _text(across(tick), height - BOTTOM + 18, f"{Number(tick):g}", anchor="middle")
        for tick in ticks(0, max(last, 1), smallest=1)
    ]
    shapes += [
        _line(across(place), top, across(place), height - BOTTOM, FAINT, dashes="4 3") for place in marks
    ]
    for name, values, colour in zip(names, points, COLOURS, strict=False):
        path = " ".join(f"{across(place)},{up(value)}" for place, value in enumerate(values))
        shapes.append(
            f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'>"
            f"<title>{escape(name)}</title></polyline>"
        )
    half = (across(1) - across(0)) / 2
    shapes += [
        f"<a href='{escape(address)}' tabindex='-1' aria-hidden='true'><title>{escape(said)}</title>"
        f"<rect class='strip' x='{round(across(place) - half, 2)}' y='{top}' width='{round(2 * half, 2)}'"
        f" height='{height - BOTTOM - top}' fill='{INK}' fill-opacity='0'/></a>"
        for place, (address, said) in enumerate(links)
    ]
    shapes += _legend(names, places)
    shapes.append(_text((left + width - RIGHT) / 2, height - 8, axis, anchor="middle"))
    return _picture(height, title, shapes, "group" if links else "img", width)


def bounds_of(values: Iterable[float]) -> tuple[float, float]:
    """The ends of an axis that has room for all values."""
    found = list(values)
    low, high = min(found, default=0.0), max(found, default=1.0)
    room = 0.05 * (high - low) or 0.5
    return low - room, high + room


def ticks(low: float, high: float, smallest: float = 0) -> list[float]:
    """Round numbers between two ends: about six of them, fewer where they would be closer than `smallest`."""
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = max(smallest, next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough))
    first = math.ceil(low / step)
    return [round(place * step, 10) for place in range(first, math.floor(high / step + 1e-9) + 1)]


def _legend_places(names: Sequence[str], width: int) -> list[tuple[float, int]]:
    """Where each name begins, and in which row."""
    places, x, row = list[tuple[float, int]](), 16.0, 0
    for name in names:
        size = SWATCH + GAP + LETTER * len(name)
        if places and x + size > width:
            x, row = 16.0, row + 1
        places.append((x, row))
        x += size + BETWEEN
    return places


def _legend(names: Sequence[str], places: Sequence[tuple[float, int]]) -> list[str]:
    """The names beside their colours, below the heading, where a narrow screen begins to show the plot."""
    shapes = list[str]()
    for name, colour, (x, row) in zip(names, COLOURS, places, strict=False):
        y = TOP + LEGEND * row
        shapes.append(_line(x, y - 4, x + SWATCH, y - 4, colour, width=4))
        shapes.append(_text(x + SWATCH + GAP, y, name))
    return shapes


def _text(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f"<text x='{round(x, 2)}' y='{round(y, 2)}' fill='{INK}' text-anchor='{anchor}'"
        f" font-weight='{weight}'>{escape(text)}</text>"
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, *, width: int = 1, dashes: str = "none"
) -> str:
    return (
        f"<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke='{colour}' stroke-width='{width}'"
        f" stroke-dasharray='{dashes}'/>"
    )


def _picture(height: float, title: str, shapes: Iterable[str], role: str = "img", width: int = WIDTH) -> str:
    body = "\n".join(shapes)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}'"
        f" height='{height}' role='{role}' {FONT}>\n<title>{escape(title)}</title>\n"
        f"<rect width='100%' height='100%' fill='{PAPER}'/>\n{body}\n</svg>\n"
    )
