"""The marks of the table: money, tokens, dice, figures, backs of cards and the logo."""

from collections.abc import Callable
from functools import partial

from art.paint import (
    AMBER,
    BLACK,
    DARK,
    GLOW,
    MONSTER_GREEN,
    MURK,
    PALE,
    RED,
    SHADE,
    WHITE,
    fill,
    line,
    outlined,
    veil,
)
from art.shapes import box, curve, disc, join, oval, path, polygon, star, waves

SMALL, SQUARE, UPRIGHT, LYING = "24 24", "64 64", "64 88", "96 64"


def pearl() -> str:
    """A pearl: a bright disc with a shadow that follows its edge."""
    return "".join(
        (
            outlined(PALE, 1.4, disc(12, 12, 9.3)),
            fill(SHADE, path("M20.2 9.5A8.6 8.6 0 0 1 5.5 17.6Q15 19.5 20.2 9.5Z")),
            fill("#fff", oval(8.8, 8.4, 2.6, 1.9).turned(-40, (8.8, 8.4))),
        )
    )


def key() -> str:
    """A key whose bow is a shell."""
    return "".join(
        (
            line(DARK, 5.6, path("M10.5 11.5L20.5 21.5M17 18L19.5 15.5M13.7 14.7L15.7 12.7")),
            fill(DARK, disc(7.5, 8.5, 7.2)),
            line(GLOW, 3, path("M10.5 11.5L20.5 21.5M17 18L19.5 15.5M13.7 14.7L15.7 12.7")),
            fill(GLOW, disc(7.5, 8.5, 5.9)),
            line(AMBER, 1.2, path("M10.3 11.3L3.8 9M10.3 11.3L5 4.7M10.3 11.3L8.5 3.5M10.3 11.3L2.5 6")),
            fill(DARK, disc(9.2, 10.2, 1.6)),
        )
    )


def nebulis() -> str:
    """A black pearl from which a dark mist rises."""
    mist = (
        curve((7, 9.5), (5, 6.5), (8, 4.5), (6.5, 1.8))
        | curve((12.5, 8), (10.8, 5), (14, 3.5), (12.5, 1.3))
        | curve((17.5, 9), (16, 6.5), (19, 5), (17.8, 2.5))
    )
    return "".join(
        (
            line(MURK, 1.8, mist),
            fill(MURK, disc(12, 14.8, 8.8)),
            fill("#213", disc(12, 14.8, 7.2)),
            veil(WHITE, 0.22, path("M18.5 15.5A6.6 6.6 0 0 1 7.5 19.3Q15 20 18.5 15.5Z")),
            veil(WHITE, 0.85, oval(9.3, 12, 2.2, 1.5).turned(-40, (9.3, 12))),
        )
    )


def wound() -> str:
    """A gash of three claws."""
    gash = path(
        "M2.5 5Q9.5 11 8.5 20.5Q2 14 2.5 5ZM9 2Q17.5 10.5 14.5 22.5Q7 13 9 2ZM16.5 3.5"
        "Q23 11 20.5 19.5Q14.5 12 16.5 3.5Z"
    ).sized(0.88, (12, 12))
    return outlined("#e43", 1.3, gash) + veil(
        WHITE,
        0.35,
        path(
            "M3.5 8Q7 12 7.5 17.5Q3.5 13 3.5 8ZM10 5.5Q14 11 13.5 18.5Q9 12 10 5.5ZM17 6.5"
            "Q20 11 19.5 16Q16.5 11 17 6.5Z"
        ).sized(0.88, (12, 12)),
    )


_PIPS = {
    1: ((12, 12),),
    2: ((7.5, 7.5), (16.5, 16.5)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7.5, 7.5), (16.5, 7.5), (7.5, 16.5), (16.5, 16.5)),
    5: ((7.2, 7.2), (16.8, 7.2), (12, 12), (7.2, 16.8), (16.8, 16.8)),
    6: ((7.5, 6.8), (16.5, 6.8), (7.5, 12), (16.5, 12), (7.5, 17.2), (16.5, 17.2)),
}


def die(value: int) -> str:
    """One face of a bone die."""
    face = path("M5.5 2H18.5Q22 2 22 5.5V18.5Q22 22 18.5 22H5.5Q2 22 2 18.5V5.5Q2 2 5.5 2Z")
    pips = join(disc(x, y, 2.5 if value == 1 else 2) for x, y in _PIPS[value])
    shadow = path("M21.3 8V18.5Q21.3 21.3 18.5 21.3H5.5Q2.7 21.3 2.7 18.5Q17 20 21.3 8Z")
    return outlined(PALE, 1.4, face) + fill(SHADE, shadow) + fill(RED if value == 1 else DARK, pips)


def double_die() -> str:
    """Two dice, one before the other: both are rolled, and the higher counts."""
    face = path("M4.5 0H12Q16.5 0 16.5 4.5V12Q16.5 16.5 12 16.5H4.5Q0 16.5 0 12V4.5Q0 0 4.5 0Z")
    pips = join(disc(x, y, 2.1) for x, y in ((4.6, 4.6), (8.2, 8.2), (11.9, 11.9)))
    return "".join(
        (
            outlined(SHADE, 1.3, face.at(6.3, 1.2)),
            outlined(PALE, 1.3, face.at(1.2, 6.3)),
            fill(DARK, pips.at(1.2, 6.3)),
        )
    )


def pearl_boost() -> str:
    """A pearl with an arrow upwards: paid pearls make an attack stronger."""
    arrow = path("M12 0.8L23 11.5H17V22.8H7V11.5H1Z")
    return "".join(
        (
            outlined(GLOW, 1.3, arrow),
            outlined(PALE, 1.1, disc(12, 14, 5.6)),
            fill("#fff", oval(10.2, 11.8, 1.7, 1.2).turned(-40, (10.2, 11.8))),
        )
    )


def threat() -> str:
    """An eye in the dark with a slit pupil."""
    return "".join(
        (
            fill(DARK, path("M1 12Q6 3.5 12 3.5Q18 3.5 23 12Q18 20.5 12 20.5Q6 20.5 1 12Z")),
            fill(RED, path("M3 12Q7 5.5 12 5.5Q17 5.5 21 12Q17 18.5 12 18.5Q7 18.5 3 12Z")),
            fill(GLOW, disc(12, 12, 5.5)),
            fill(DARK, path("M12 6Q15 12 12 18Q9 12 12 6Z")),
            fill(PALE, disc(10, 9.5, 1.2)),
        )
    )


def sentinel() -> str:
    """A watch tower with a lit window: this is guarded."""
    tower = path("M5 3H8V5.5H10.5V3H13.5V5.5H16V3H19V9L17 11V19L19.5 22H4.5L7 19V11L5 9Z")
    return "".join(
        (
            outlined(MURK, 1.4, tower),
            veil(WHITE, 0.3, path("M5.7 3.7H7.3V6H9V22H5.7L7.7 19.2V10.5L5.7 8.7Z")),
            fill(GLOW, path("M10 15.5V12.5Q10 10.3 12 10.3Q14 10.3 14 12.5V15.5Z")),
        )
    )


def loot() -> str:
    """An open chest full of gold."""
    return "".join(
        (
            outlined(AMBER, 1.3, path("M3.5 11V8Q4 2.5 9 2.5H15Q20 2.5 20.5 8V11Z")),
            fill(DARK, path("M5.5 11V8.5Q6 4.5 9.5 4.5H14.5Q18 4.5 18.5 8.5V11Z")),
            fill(GLOW, disc(8.3, 11, 2.7), disc(15.7, 11, 2.7), disc(12, 9.6, 3.2)),
            outlined(AMBER, 1.3, path("M2 11.5H22V19Q22 21.5 19.5 21.5H4.5Q2 21.5 2 19Z")),
            veil(BLACK, 0.3, path("M2 16.5H22V19Q22 21.5 19.5 21.5H4.5Q2 21.5 2 19Z")),
            fill(GLOW, box(4.5, 11.5, 2.2, 10), box(17.3, 11.5, 2.2, 10)),
            fill(PALE, path("M9.7 11.5H14.3V15.5Q14.3 18 12 18Q9.7 18 9.7 15.5Z")),
            fill(DARK, disc(12, 14.5, 1.2)),
        )
    )


def scourge() -> str:
    """A horned helm with a single eye: the Scourge of the Abyss."""
    helm = path(
        "M12 5.5Q15 5.5 16.5 7.5Q20 6.5 19.3 2.5Q23 7 19 11.5Q19.5 17 15.5 20L12 22.3L8.5 20"
        "Q4.5 17 5 11.5Q1 7 4.7 2.5Q4 6.5 7.5 7.5Q9 5.5 12 5.5Z"
    )
    return "".join(
        (
            outlined(RED, 1.3, helm),
            veil(WHITE, 0.3, path("M12 6.5V21.5L8.8 19.3Q5.5 16.5 6 11Q9 7 12 6.5Z")),
            fill(DARK, path("M7.5 11.5Q12 9.5 16.5 11.5L13.2 14.5V19H10.8V14.5Z")),
            fill(GLOW, disc(12, 12.3, 1.6)),
        )
    )


def kraken_figure() -> str:
    """The Kraken of the cards on a stand."""
    stand = outlined(SHADE, 1.2, path("M4 31Q4 26 16 26Q28 26 28 31Z"))
    return stand + '<use href="#race-k"/>'


_DIGITS = {
    2: "M9.2 9.6Q9.2 6.8 12 6.8Q14.8 6.8 14.8 9.4Q14.8 11.3 9 16.5H15.2",
    3: "M9.2 7.2H14.6L11.6 10.8Q14.9 10.9 14.9 13.7Q14.9 16.7 11.9 16.7Q9.7 16.7 8.9 15",
    4: "M13.6 17V7L8.5 14.2H15.6",
}


def token(value: int) -> str:
    """A monster token, a fang-edged disc with its influence."""
    return "".join(
        (
            outlined(MONSTER_GREEN, 1.2, star(12, 12, 10.2, 8.4, 12)),
            veil(BLACK, 0.5, disc(12, 12, 7.8)),
            line(PALE, 2.1, path(_DIGITS[value])),
        )
    )


def logo() -> str:
    """A pearl that glows at the bottom of a chasm, with light from above."""
    return _abyss(lit=False)


def lit_logo() -> str:
    """The logo with its pearl as a burning lamp."""
    return _abyss(lit=True)


def _abyss(lit: bool) -> str:
    wall = path("M3.5 22Q14 23 15.5 31Q20 33 20.5 41Q25 44 25.5 50Q30 54 31.9 59.9A28.5 28.5 0 0 1 3.5 32Z")
    gleam = GLOW if lit else PALE
    return "".join(
        (
            fill("#146", disc(32, 32, 30)),
            fill("#178", path("M3 24A30 30 0 0 1 61 24L32 60Z")),
            fill("#4bb", path("M8.5 13.5A30 30 0 0 1 55.5 13.5L32 56Z")),
            fill("#aed", path("M19 5A30 30 0 0 1 45 5L34 44H30Z")),
            fill("#023", wall.both()),
            fill("#145", path("M3.5 22Q14 23 15.5 31Q20 33 20.5 41Q16 38 14 33Q9 27 3 27Z").both()),
            fill(gleam, disc(32, 41, 13 if lit else 8.5)),
            fill("#fff", oval(28.5, 37, 3.4 if lit else 2.3, 2.4 if lit else 1.6).turned(-40, (28.5, 37))),
        )
    )


def _back(width: int, height: int, ground: str) -> str:
    """The ground of a card back: light from above, and a gilded frame."""
    right, foot = width - 4, height - 4
    frame = path(
        f"M7 4H{right - 3}Q{right} 4 {right} 7V{foot - 3}Q{right} {foot} {right - 3} {foot}"
        f"H7Q4 {foot} 4 {foot - 3}V7Q4 4 7 4Z"
    )
    left, far = width * 0.3, width * 0.62
    light = polygon((left, 0), (left + 13, 0), (left + 8, height), (left - 16, height)) | polygon(
        (far, 0), (far + 7, 0), (far + 22, height), (far + 6, height)
    )
    return fill(ground, box(0, 0, width, height)) + veil(WHITE, 0.1, light) + line(GLOW, 1.2, frame)


def deck_exploration() -> str:
    """The back of the exploration deck: the deep with a lure."""
    return "".join(
        (
            _back(64, 88, "#145"),
            line(PALE, 1.6, join(waves(12, y, 40, 3, 5) for y in (18, 70))),
            line(SHADE, 1.6, join(waves(12, y, 40, 3, 5) for y in (24, 64))),
            fill(PALE, path("M32 28L37 44L52 44L37 46L32 60L27 46L12 44L27 44Z")),
            fill(GLOW, disc(32, 44.5, 6)),
        )
    )


def deck_lord() -> str:
    """The back of the lord deck: a crown of coral."""
    return "".join(
        (
            _back(64, 88, "#425"),
            fill(GLOW, path("M13 56L10 32L21 43L32 26L43 43L54 32L51 56Z")),
            fill(AMBER, path("M32 26L43 43L54 32L51 56H32Z")),
            fill(GLOW, box(13, 59, 38, 5)),
            fill(PALE, disc(32, 24, 3.6), disc(10, 30, 3), disc(54, 30, 3), disc(32, 48, 3)),
        )
    )


def deck_location() -> str:
    """The back of a location: gates on the sea floor."""
    return "".join(
        (
            _back(96, 64, "#155"),
            fill(PALE, path("M28 52V26Q28 12 48 10Q68 12 68 26V52Z")),
            fill(DARK, path("M33 52V28Q33 17 48 15Q63 17 63 28V52Z")),
            line(SHADE, 2, path("M38 52V22M43 52V17M48 52V16M53 52V17M58 52V22M33 34H63")),
            fill(GLOW, disc(48, 34, 4)),
        )
    )


def laurel() -> str:
    """A wreath round a dark field, in which points are written."""
    leaf = oval(16, 2.6, 2, 4.2).turned(62, (16, 2.6))
    leaves = join(leaf.turned(angle, (16, 16)) for angle in (-28, -58, -88, -118, -148))
    return "".join(
        (
            fill(DARK, disc(16, 16, 15.6)),
            fill(GLOW, leaves),
            fill(AMBER, leaves.mirrored(16)),
            fill(RED, disc(16, 29.6, 2.2)),
        )
    )


def lock(is_open: bool) -> str:
    """A padlock, whose shackle swings up when three keys have turned in it."""
    shackle = path("M7.5 12V7.5A4.5 4.5 0 0 1 16.5 7.5V12")
    if is_open:
        shackle = shackle.turned(-34, (7.5, 12))
    return "".join(
        (
            line(DARK, 5.2, shackle),
            line(SHADE, 2.6, shackle),
            outlined(GLOW, 1.2, path("M4.5 11H19.5V19.5Q19.5 22 17 22H7Q4.5 22 4.5 19.5Z")),
            fill(AMBER, path("M4.5 18.5H19.5V19.5Q19.5 22 17 22H7Q4.5 22 4.5 19.5Z")),
            fill(DARK, disc(12, 15.2, 1.9), path("M11.2 15.5H12.8L13.4 19.5H10.6Z")),
        )
    )


def throne() -> str:
    """The throne of the Abyss: a seat before the shell of a giant clam."""
    shell = path("M16 22C10 21 2 15 2.5 8C4.5 -1.5 27.5 -1.5 29.5 8C30 15 22 21 16 22Z")
    ribs = path("M16 21L5.5 6.5M16 21L11 3M16 21L16 2M16 21L21 3M16 21L26.5 6.5")
    return "".join(
        (
            outlined(GLOW, 1, shell),
            line(AMBER, 1.3, ribs),
            outlined(AMBER, 1, path("M5 22H27L25.5 31H6.5Z")),
            fill(GLOW, path("M5 22H27L26.6 24.6H5.4Z")),
            outlined(RED, 0.6, path("M8 19.5H24Q25 19.5 25 20.7V22.5H7V20.7Q7 19.5 8 19.5Z")),
        )
    )


DRAWINGS: dict[str, tuple[str, Callable[[], str]]] = {
    "pearl": (SMALL, pearl),
    "key": (SMALL, key),
    "nebulis": (SMALL, nebulis),
    "wound": (SMALL, wound),
    **{f"die-{value}": (SMALL, partial(die, value)) for value in _PIPS},
    "double-die": (SMALL, double_die),
    "pearl-boost": (SMALL, pearl_boost),
    "threat": (SMALL, threat),
    "sentinel": (SMALL, sentinel),
    "loot": (SMALL, loot),
    "scourge": (SMALL, scourge),
    "kraken-figure": ("32 32", kraken_figure),
    **{f"token-{value}": (SMALL, partial(token, value)) for value in _DIGITS},
    "deck-exploration": (UPRIGHT, deck_exploration),
    "deck-lord": (UPRIGHT, deck_lord),
    "deck-location": (LYING, deck_location),
    "laurel": ("32 32", laurel),
    "lock": (SMALL, partial(lock, False)),
    "lock-open": (SMALL, partial(lock, True)),
    "throne": ("32 32", throne),
    "logo": (SQUARE, logo),
}
