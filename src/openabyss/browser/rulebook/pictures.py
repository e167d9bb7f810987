"""Small pictures of the table for the rules, put together from the drawings of the table itself.

A picture is a list of pieces in a box of its own, and says what there is to see. What is printed on a card
comes from the card, so that no picture can grow old.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from openabyss import cards

GAP = 6
ALLY, LORD, TILE, DECK = (38, 54), (60, 76), (84, 64), (38, 54)
SIGN = 14
LETTERS = {"jellyfish": "j", "crab": "c", "seahorse": "h", "shellfish": "s", "squid": "q"}


class Symbol(NamedTuple):
    """A drawing of the sprite in a box; `tone` is the class that colours it."""

    name: str
    x: float
    y: float
    width: float
    height: float
    tone: str = ""


class Face(NamedTuple):
    """The face of a card, or an empty space of it."""

    x: float
    y: float
    width: float
    height: float
    tone: str = ""


class Text(NamedTuple):
    """A number; `x` is its middle, `y` its foot."""

    text: str
    x: float
    y: float
    size: float
    tone: str = ""


class Arrow(NamedTuple):
    """From one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float


Piece = Symbol | Face | Text | Arrow


class Picture(NamedTuple):
    """What is drawn, in a box of this size, and what it says to those who do not see it."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    alt: str = ""


def scene(width: float, height: float, *parts: Iterator[Piece] | Arrow | Text) -> Picture:
    """A picture of these parts; the chapter that shows it says what there is to see."""
    pieces = ([part] if isinstance(part, Arrow | Text) else part for part in parts)
    return Picture(width, height, tuple(chain.from_iterable(pieces)))


# ----------------------------------------------------------------------------- what is on a table


def ally(code: str, x: float, y: float) -> Iterator[Piece]:
    """An ally, a Kraken or a monster, by its code."""
    width, height = ALLY
    letter = code[0].lower()
    tone = f"race-{letter}"
    yield Face(x, y, width, height, tone)
    if code == "M":
        yield Symbol("monster", x + 5, y + 14, 28, 28)
        return
    yield Text(code[1], x + 9, y + 16, 15, tone)
    yield Symbol(f"race-{letter}", x + 7, y + 20, 24, 24, tone)


def lord(number: int, x: float, y: float) -> Iterator[Piece]:
    """A lord with the cost, the races, the influence and the key that are printed on it."""
    width, height = LORD
    shown = cards.lord(number)
    yield Face(x, y, width, height)
    yield Symbol(f"lord-{number}", x + 2, y + 2, width - 4, width - 4)
    yield Symbol("pearl", x + 1, y + height - 26, 25, 25)
    yield Text(str(shown.cost), x + 13.5, y + height - 8, 15, "ink")
    step = min(12, 35 / shown.races)
    for place in range(shown.races):
        left = x + 26 + step * place
        if place == 0 and shown.race is not None:
            letter = LETTERS[shown.race]
            yield Symbol(f"race-{letter}", left, y + height - 14, 11, 11, f"race-{letter}")
        else:
            yield Face(left, y + height - 12, step - 3, step - 3, "any")
    yield from influence(shown.influence, x + width - 12, y + 12)
    if shown.keys:
        yield Symbol("key", x + 2, y + 2, SIGN, SIGN)


def location(number: int, x: float, y: float) -> Iterator[Piece]:
    """A location."""
    width, height = TILE
    yield Face(x, y, width, height)
    yield Symbol(f"location-{number}", x + 2, y + 4, width - 4, 56)


def deck(name: str, x: float, y: float) -> Iterator[Piece]:
    """A face-down pile: "exploration", "lord" or "location"."""
    is_wide = name == "location"
    width, height = (60, 42) if is_wide else DECK
    for step in (4, 2, 0):
        yield Face(x + step, y - step, width, height)
    yield Symbol(f"deck-{name}", x + 2, y + 2, width - 4, height - 4)


def stack(letter: str, count: int, x: float, y: float) -> Iterator[Piece]:
    """A stack of the council."""
    width, height = ALLY
    if not count:
        yield Face(x, y, width, height, f"empty race-{letter}")
    for step in range(count):
        yield Face(x + 2 * step, y - 2 * step, width, height, f"race-{letter}")
    top = 2 * (count - 1) if count else 0
    yield Symbol(f"race-{letter}", x + 8 + top, y + 16 - top, 22, 22, f"race-{letter}")


def spaces(count: int, x: float, y: float) -> Iterator[Piece]:
    """Empty spaces of the track; with a pearl on the last one."""
    for place in range(count):
        yield Face(x + place * (ALLY[0] + GAP), y, *ALLY, "empty")
    yield Symbol("pearl", x + (count - 1) * (ALLY[0] + GAP) + 12, y + 20, SIGN, SIGN)


def threat(level: int, x: float, y: float) -> Iterator[Piece]:
    """The track of the threat, lit up to a level."""
    yield Symbol("threat", x, y, 20, 20)
    for place in range(6):
        left = x + 28 + 24 * place
        yield Face(left, y, 20, 20, "level on" if place < level else "level")
        yield Text(str(place + 1), left + 10, y + 15, 13, "on" if place < level else "")


def influence(points: int, x: float, y: float) -> Iterator[Piece]:
    """A laurel with influence around a middle."""
    yield Symbol("laurel", x - 11, y - 11, 22, 22)
    yield Text(str(points), x, y + 4, 12, "gold")


def sign(name: str, x: float, y: float, size: float = SIGN) -> Iterator[Piece]:
    """A pearl, a key, a token or a die."""
    yield Symbol(name, x, y, size, size)


def beast(number_: int, x: float, y: float) -> Iterator[Piece]:
    """A leviathan of the border."""
    yield Face(x, y, 60, 60)
    yield Symbol(f"leviathan-{number_}", x + 4, y + 4, 52, 52)


SCENES: dict[str, Picture] = {
    "setup": scene(
        480, 246,
        *(lord(one, 6 + 66 * place, 4) for place, one in enumerate((29, 6, 21, 18, 10, 19))),
        deck("lord", 412, 16),
        deck("exploration", 6, 100),
        spaces(5, 60, 98),
        threat(1, 296, 114),
        location(1, 6, 174),
        deck("location", 102, 186),
        *(stack(letter, 0, 190 + 48 * place, 178) for place, letter in enumerate("jchsq")),
    ),
    "exploring": scene(
        330, 100,
        deck("exploration", 6, 12),
        spaces(5, 60, 8),
        ally("J1", 60, 8),
        ally("H4", 104, 8),
        sign("pearl", 110, 70, 18),
        Text("1", 140, 85, 16),
    ),
    "threat": scene(
        240, 62,
        threat(4, 6, 20),
        ally("M", 186, 4),
    ),
    "council": scene(
        400, 76,
        *(stack(letter, count, 6 + 50 * place, 14) for place, (letter, count) in enumerate(
            (("j", 1), ("c", 3), ("h", 0), ("s", 2), ("q", 1))
        )),
        Arrow(258, 42, 290, 42),
        *(ally(code, 298 + 30 * place, 14) for place, code in enumerate(("C1", "C2", "C3"))),
    ),
    "paying": scene(
        330, 92,
        lord(21, 6, 6),
        *(ally(code, 98 + 44 * place, 18) for place, code in enumerate(("Q1", "J2", "H3"))),
        Text("= 6", 252, 52, 16),
    ),
    "before-you": scene(
        360, 90,
        lord(27, 6, 6),
        lord(21, 92, 6),
        lord(6, 124, 6),
        location(15, 104, 22),
        *(ally(code, 216 + 44 * place, 18) for place, code in enumerate(("H1", "Q1", "C2"))),
    ),
    "location": scene(
        300, 92,
        lord(27, 6, 6),
        lord(21, 72, 6),
        sign("key", 142, 36, 22),
        Arrow(170, 46, 200, 46),
        location(15, 208, 14),
    ),
    "krakens": scene(
        300, 76,
        ally("K4", 6, 12),
        ally("Q3", 50, 12),
        Arrow(98, 38, 130, 38),
        *(sign("nebulis", 138 + 24 * place, 28, 20) for place in range(3)),
        sign("kraken-figure", 226, 14, 48),
    ),
    "border": scene(
        400, 84,
        *(beast(one, 6 + 66 * place, 12) for place, one in enumerate((1, 7, 13))),
        ally("C3", 222, 14),
        sign("die-4", 268, 30, 24),
        Text("7", 306, 48, 16),
        Arrow(322, 42, 346, 42),
        sign("token-2", 354, 30, 24),
    ),
}  # fmt: skip
