"""Shapes: what is drawn, before it has a colour. A shape is a path of the SVG standard, and can be moved.

Lengths are those of the view box, angles are degrees, clockwise, because y grows downwards.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]

# How many numbers each command of a path takes.
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")


class Step(NamedTuple):
    """One command of a path in absolute coordinates: M, L, C, Q, A or Z."""

    command: str
    points: tuple[Point, ...] = ()
    # Of an arc: radii, tilt, large, sweep.
    arc: tuple[float, float, float, int, int] = (0, 0, 0, 0, 0)


class Shape(NamedTuple):
    """A path that can be moved, turned, mirrored and joined to others; it is never changed in place."""

    steps: tuple[Step, ...]

    def __or__(self, other: "Shape") -> "Shape":
        return Shape(self.steps + other.steps)

    def at(self, x: float, y: float) -> "Shape":
        """Moved by (x, y)."""
        return self._through(lambda point: (point[0] + x, point[1] + y))

    def sized(self, factor: float, about: Point = (32, 32)) -> "Shape":
        """Grown by a factor around a point."""
        x, y = about
        return self._through(lambda p: (x + (p[0] - x) * factor, y + (p[1] - y) * factor), factor=factor)

    def turned(self, angle: float, about: Point = (32, 32)) -> "Shape":
        """Turned around a point."""
        x, y = about
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return self._through(
            lambda p: (x + (p[0] - x) * cos - (p[1] - y) * sin, y + (p[0] - x) * sin + (p[1] - y) * cos),
            angle=angle,
        )

    def mirrored(self, axis: float = 32) -> "Shape":
        """Seen in a mirror that stands upright at x = axis."""
        return self._through(lambda p: (2 * axis - p[0], p[1]), flipped=True)

    def both(self, axis: float = 32) -> "Shape":
        """Itself and its mirror image."""
        return self | self.mirrored(axis)

    def around(self, count: int, about: Point = (32, 32)) -> "Shape":
        """Repeated `count` times around a point."""
        return join(self.turned(360 * i / count, about) for i in range(count))

    def _through(
        self, move: Callable[[Point], Point], factor: float = 1, angle: float = 0, flipped: bool = False
    ) -> "Shape":
        return Shape(tuple(_moved(step, move, factor, angle, flipped) for step in self.steps))


def _moved(step: Step, move: Callable[[Point], Point], factor: float, angle: float, flipped: bool) -> Step:
    rx, ry, tilt, large, sweep = step.arc
    tilt = -tilt if flipped else tilt + angle
    arc = (rx * factor, ry * factor, tilt, large, sweep ^ int(flipped))
    return Step(step.command, tuple(move(point) for point in step.points), arc)


def join(shapes: Iterable[Shape]) -> Shape:
    """Many shapes as one."""
    return Shape(tuple(step for shape in shapes for step in shape.steps))


def path(text: str) -> Shape:
    """The shape that the text of a `d` attribute describes. ValueError where it is no path."""
    return Shape(tuple(_Reader(text).steps()))


class _Reader:
    """Reads a `d` attribute command by command."""

    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self.here: Point = (0, 0)
        self.start: Point = (0, 0)
        self.control: Point = (0, 0)
        self.last = ""

    def steps(self) -> Iterable[Step]:
        letter = ""
        while self.tokens:
            if self.tokens[0].isalpha():
                letter = self.tokens.pop(0)
            if letter.upper() not in _ARITY:
                raise ValueError(f"{letter!r} is no command of a path; allowed: {', '.join(_ARITY)}")
            numbers = [float(self.tokens.pop(0)) for _ in range(_ARITY[letter.upper()])]
            yield self._step(letter.upper(), numbers, relative=letter.islower())
            letter = {"M": "L", "m": "l"}.get(letter, letter)

    def _step(self, command: str, numbers: list[float], relative: bool) -> Step:
        x0, y0 = self.here if relative else (0.0, 0.0)
        if command == "Z":
            self.here = self.start
            return Step("Z")
        if command == "H":
            return self._reach("L", [(x0 + numbers[0], self.here[1])])
        if command == "V":
            return self._reach("L", [(self.here[0], y0 + numbers[0])])
        if command == "A":
            rx, ry, tilt, large, sweep, x, y = numbers
            return self._reach("A", [(x0 + x, y0 + y)], (rx, ry, tilt, int(large), int(sweep)))
        points = [(x0 + x, y0 + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if command in "ST":
            points.insert(0, self._reflected(after="CS" if command == "S" else "QT"))
        return self._reach(command.translate(str.maketrans("ST", "CQ")), points)

    def _reflected(self, after: str) -> Point:
        if self.last not in after or not self.last:
            return self.here
        return (2 * self.here[0] - self.control[0], 2 * self.here[1] - self.control[1])

    def _reach(
        self, command: str, points: list[Point], arc: tuple[float, float, float, int, int] = (0, 0, 0, 0, 0)
    ) -> Step:
        self.last, self.here = command, points[-1]
        if len(points) > 1:
            self.control = points[-2]
        if command == "M":
            self.start = self.here
        return Step(command, tuple(points), arc)


def disc(x: float, y: float, r: float) -> Shape:
    """A full circle."""
    return oval(x, y, r, r)


def oval(x: float, y: float, rx: float, ry: float) -> Shape:
    """A full ellipse."""
    return path(f"M{x - rx} {y}A{rx} {ry} 0 1 1 {x + rx} {y}A{rx} {ry} 0 1 1 {x - rx} {y}Z")


def box(x: float, y: float, width: float, height: float) -> Shape:
    """A rectangle by its upper left corner."""
    return path(f"M{x} {y}h{width}v{height}h{-width}Z")


def polygon(*points: Point) -> Shape:
    """A closed figure with straight sides."""
    return path("M" + " ".join(f"{x} {y}" for x, y in points) + "Z")


def star(x: float, y: float, outer: float, inner: float, rays: int) -> Shape:
    """A star whose first ray points up."""
    corners = []
    for i in range(2 * rays):
        r, angle = inner if i % 2 else outer, math.pi * i / rays
        corners.append((x + r * math.sin(angle), y - r * math.cos(angle)))
    return polygon(*corners)


def curve(*points: Point) -> Shape:
    """A smooth open line through points."""
    return Shape((Step("M", (points[0],)), *_smooth([points[0], *points, points[-1]])))


def blob(*points: Point) -> Shape:
    """A smooth closed outline through points."""
    steps = _smooth([points[-1], *points, points[0], points[1]])
    return Shape((Step("M", (points[0],)), *steps, Step("Z")))


def _smooth(points: Sequence[Point]) -> list[Step]:
    """Catmull-Rom: the curve between each pair but the outermost, which only give directions."""
    steps = []
    for before, start, end, after in zip(points, points[1:], points[2:], points[3:], strict=False):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        steps.append(Step("C", (first, second, end)))
    return steps


def ribbon(points: Sequence[Point], thick: float, thin: float = 0) -> Shape:
    """An arm or tail: a band along points that goes from one thickness to another."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        length = math.hypot(bx - ax, by - ay) or 1
        half = (thick + (thin - thick) * i / (len(points) - 1)) / 2
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        left.append((x + nx, y + ny))
        right.insert(0, (x - nx, y - ny))
    there, back = curve(*left).steps, curve(*right).steps
    return Shape((*there, Step("L", (right[0],)), *back[1:], Step("Z")))


def spiral(x: float, y: float, r: float, turns: float = 1.5) -> Shape:
    """An open line of half circles that winds out from (x, y) to the radius r."""
    step, text = 2 * r / turns, f"M{x} {y}"
    for i in range(1, round(2 * turns) + 1):
        reach = step * i / 2
        text += f"a{reach / 2} {reach / 2} 0 0 1 {reach if i % 2 else -reach} 0"
    return path(text)


def waves(x: float, y: float, length: float, count: int, height: float) -> Shape:
    """A wavy line to the right of (x, y), of `count` waves."""
    half = length / count / 2
    return path(f"M{x} {y}" + "".join(f"q{half / 2} {-height} {half} 0t{half} 0" for _ in range(count)))


def clockwise(shape: Shape) -> Shape:
    """The same outlines, all drawn clockwise, so that one which overlaps another never cuts it out."""
    return join(_clockwise(outline) for outline in _outlines(shape))


def _outlines(shape: Shape) -> list[Shape]:
    starts = [i for i, step in enumerate(shape.steps) if step.command == "M"] + [len(shape.steps)]
    return [Shape(shape.steps[start:end]) for start, end in pairwise(starts)]


def _clockwise(outline: Shape) -> Shape:
    if _is_disc(outline):
        return outline if outline.steps[1].arc[4] else _backwards(outline)
    # Control points lie near enough to the line to tell the direction.
    corners = [corner for step in outline.steps for corner in step.points]
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]))
    return outline if area >= 0 else _backwards(outline)


def _backwards(outline: Shape) -> Shape:
    """An outline drawn the other way round."""
    drawn = [step for step in outline.steps if step.command != "Z"]
    ends = [step.points[-1] for step in drawn]
    steps = [Step("M", (ends[-1],))]
    for step, end in zip(reversed(drawn[1:]), reversed(ends[:-1]), strict=True):
        rx, ry, tilt, large, sweep = step.arc
        steps.append(Step(step.command, (*reversed(step.points[:-1]), end), (rx, ry, tilt, large, 1 - sweep)))
    return Shape((*steps, Step("Z")))


def _is_disc(outline: Shape) -> bool:
    return [step.command for step in outline.steps] == ["M", "A", "A", "Z"]


def written(shape: Shape, closed: bool = True) -> str:
    """The `d` attribute, as short as relative commands make it; planes without an edge need not be closed.

    Rounded to tenths in the small view boxes; what reaches beyond 32 is part of a big drawing, where
    halves are fine enough.
    """
    reach = max(value for step in shape.steps for point in step.points for value in point)
    pen = _Pen(0.5 if reach > 32.5 else 0.1, closed)
    return "".join(map(pen.outline, _outlines(shape)))


class _Pen:
    """Writes commands one after another and knows where it stands, roundings included."""

    def __init__(self, grain: float, closed: bool) -> None:
        self.grain = grain
        self.closed = closed
        self.here: Point = (0, 0)
        self.start: Point = (0, 0)
        # The offset of the next control point that a smooth command would guess, and for which commands.
        self.guess: Point = (0, 0)
        self.smooth = ""
        self.last = ""

    def outline(self, outline: Shape) -> str:
        if _is_disc(outline) and outline.steps[1].arc[0] == outline.steps[1].arc[1]:
            return self._disc(outline)
        return "".join(map(self.command, outline.steps))

    def _disc(self, outline: Shape) -> str:
        """One arc that ends a tenth short of its start, which nobody sees, instead of two halves."""
        start, half = outline.steps[0].points[0], outline.steps[1]
        r = half.arc[0]
        left = ((start[0] + half.points[0][0]) / 2 - r, (start[1] + half.points[0][1]) / 2)
        move = self.command(Step("M", (left,)))
        arc = _packed("a", [round(r, 1), round(r, 1), 0, 1, 1, 0, 0.1])
        self.here, self.last = (self.here[0], round(self.here[1] + 0.1, 1)), "a"
        return move + arc + self.command(Step("Z"))

    def command(self, step: Step) -> str:
        if step.command == "Z" and not self.closed:
            return ""
        if step.command == "Z":
            self.here, self.last, self.smooth = self.start, "z", ""
            return "z"
        letter, numbers = self._shortest(step)
        text = _packed("" if letter == self.last else letter, numbers)
        self._move(step, letter, numbers)
        return text

    def _shortest(self, step: Step) -> tuple[str, list[float]]:
        letter = step.command.lower()
        x0, y0 = self.here
        offsets = [self._round(offset) for x, y in step.points for offset in (x - x0, y - y0)]
        if letter == "a":
            rx, ry, tilt, large, sweep = step.arc
            tilt = round(tilt % 180) if rx != ry else 0
            return letter, [self._round(rx), self._round(ry), tilt, large, sweep, *offsets]
        if letter == "l" and 0 in offsets:
            return ("h", offsets[:1]) if offsets[1] == 0 else ("v", offsets[1:])
        if letter == self.smooth and math.dist(offsets[:2], self.guess) < 1.6 * self.grain:
            return {"c": "s", "q": "t"}[letter], offsets[2:]
        return letter, offsets

    def _round(self, value: float) -> float:
        return round(round(value / self.grain) * self.grain, 1) + 0.0

    def _move(self, step: Step, letter: str, numbers: list[float]) -> None:
        dx = numbers[0] if letter == "h" else 0.0 if letter == "v" else numbers[-2]
        dy = 0.0 if letter == "h" else numbers[-1]
        before = self._control(letter, numbers)
        self.guess = (dx - before[0], dy - before[1])
        self.smooth = {"s": "c", "t": "q"}.get(letter, letter if letter in "cq" else "")
        self.here = (round(self.here[0] + dx, 1), round(self.here[1] + dy, 1))
        self.last = letter
        if letter == "m":
            self.start, self.last = self.here, "l"

    def _control(self, letter: str, numbers: list[float]) -> Point:
        """The last control point as an offset from where the pen stood."""
        if letter in "csq":
            return (numbers[-4], numbers[-3])
        return self.guess if letter == "t" else (0, 0)


def _short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return re.sub(r"^(-?)0\.", r"\1.", text)


def _packed(letter: str, numbers: Sequence[float]) -> str:
    """A command with its numbers, apart only where they would run into each other."""
    text, before = letter, "" if letter else "1"
    for number in map(_short, numbers):
        joined = not before or number.startswith("-") or (number.startswith(".") and "." in before)
        text += number if joined else f" {number}"
        before = number
    return text
