"""The locations of Kraken, drawn like the others."""

from art.paint import (
    AMBER,
    BLACK,
    DARK,
    GLOW,
    MURK,
    PALE,
    RED,
    SHADE,
    TEAL,
    WHITE,
    fill,
    holed,
    line,
    veil,
)
from art.shapes import (
    disc,
    join,
    oval,
    path,
    polygon,
    ribbon,
)
from art.waters import (
    LAMPLIGHT,
    MIDDLE,
    NEAR,
    fishes,
    floor,
    hills,
    kelp,
    ridge,
    sea,
    seabed,
)


def the_gambling_den() -> str:
    """Dice and cards under a low lamp."""
    return "".join(
        (
            sea(sun=48, depth=0.6),
            veil(LAMPLIGHT, 0.3, polygon((40, 14), (56, 14), (84, 50), (12, 50))),
            line(SHADE, 1.4, path("M48 0V8")),
            fill(MURK, path("M36 15Q38 7 48 7Q58 7 60 15Z")),
            fill(GLOW, oval(48, 15, 8, 2.4)),
            fill(MURK, oval(48, 49, 40, 11)),
            veil(BLACK, 0.4, path("M8 49A40 11 0 0 0 88 49V53A40 11 0 0 1 8 53Z")),
            fill(PALE, path("M20 46L34 43L38 51L23 54Z"), path("M30 42L43 43L41 51L29 49Z")),
            fill(RED, path("M35 44.5L38 47L35 49L32 46.5Z")),
            fill(PALE, path("M52 38L61 35L66 41L66 49L57 52L52 46Z")),
            fill(SHADE, path("M57 43L66 41V49L57 52ZM70 47L78 46V52L70 54Z")),
            fill(PALE, path("M70 47L66 44L73 43L78 46Z")),
            fill(
                DARK,
                disc(59, 39, 1.3),
                disc(60, 46, 1.2),
                disc(63.3, 47.5, 1.2),
                disc(54.5, 44.5, 1.2),
                disc(74, 49.8, 1.1),
            ),
            fill(
                NEAR, path("M0 64V30Q6 22 12 30Q18 36 14 46L20 64ZM96 64V30Q90 22 84 30Q78 36 82 46L76 64Z")
            ),
            fill(GLOW, path("M5 33Q8 31 10.5 34Q7 36 5 33Z").both(48)),
        )
    )


def the_krakens_lair() -> str:
    """Arms and eyes in the mouth of a cave."""
    return "".join(
        (
            sea(sun=20, depth=0.2),
            fill(MIDDLE, path("M0 64V20Q14 4 36 6Q60 -2 78 8Q96 14 96 30V64Z")),
            fill("#011", path("M14 64Q10 32 30 22Q48 12 66 22Q86 32 82 64Z")),
            fill(
                MURK,
                ribbon([(30, 62), (24, 50), (14, 48), (10, 38), (16, 31), (22, 36)], 9, 1.5),
                ribbon([(68, 62), (74, 50), (84, 50), (88, 38), (82, 30), (76, 34)], 9, 1.5),
                ribbon([(48, 62), (54, 52), (64, 50), (66, 42), (60, 38)], 8, 1.5),
            ),
            fill(GLOW, path("M32 34Q40 33 44 41Q35 43 32 34Z"), path("M62 33Q54 32 50 40Q58 42 62 33Z")),
            fill(DARK, path("M37 35Q39 38 38.5 41.5Q36.5 39 37 35ZM57 34Q55 37 55.5 40.5Q57.5 38 57 34Z")),
            floor(-8),
            fill(SHADE, path("M40 62L42 58L46 57L47 62Z"), disc(52, 61, 1.6), disc(36, 62, 1.4)),
        )
    )


def cetacean_graveyard() -> str:
    """The ribs of a whale."""
    ribs = path("M36 44Q30 24 40 18M46 43Q41 22 50 15M56 43Q52 22 60 16M66 44Q63 26 70 20M75 46Q73 32 78 27")
    return "".join(
        (
            sea(sun=44),
            ridge(0, -2),
            hills(9, -2),
            line(SHADE, 2.6, ribs.at(4, 2)),
            line(PALE, 3, ribs, path("M30 45Q56 40 92 51")),
            fill(PALE, path("M4 44Q8 30 24 32Q34 34 33 46Q30 52 18 52Q8 54 2 60Q0 52 4 44Z")),
            fill(SHADE, path("M4 52Q16 46 33 46Q30 52 18 52Q8 54 2 60Q1.5 56 4 52Z")),
            fill(DARK, path("M20 39Q25 36 28 40Q25 45 21 44Z")),
            floor(-19, -2),
            fill(GLOW, disc(60, 55, 1.8), disc(68, 57, 1.4)),
            fill(PALE, fishes((50, 30), (57, 34), (14, 14), (20, 18))),
        )
    )


def the_abandoned_convoy() -> str:
    """Wrecks in a row on the sea floor."""
    hull = path("M-22 -8H18L24 -14Q22 6 10 10H-12Q-22 4 -22 -8Z")
    return "".join(
        (
            sea(hull.sized(0.45, (0, 0)).turned(-8, (0, 0)).at(72, 34), path("M70 33L72 16L75 33Z"), sun=30),
            ridge(-2, -4),
            fill(
                MIDDLE,
                hull.sized(0.7, (0, 0)).turned(12, (0, 0)).at(74, 44),
                path("M70 40L76 20L78 21L75 41Z"),
                seabed(52, 48, 50, 46, 48),
            ),
            line(PALE, 2.4, path("M36 40L42 8M28 38L24 18")),
            fill(SHADE, path("M42 11Q54 16 52 27Q48 22 44 26Q41 24 39.5 27Z")),
            fill(AMBER, hull.turned(-7, (0, 0)).sized(1.2, (0, 0)).at(34, 48)),
            fill(GLOW, path("M8 41L55.5 35.5L62 27.5L61 33L56 39.5L9 45Z")),
            fill(
                DARK,
                path("M22 49Q27 45 31 49Q32 55 26 56Q20 55 22 49Z"),
                disc(42, 46, 1.8),
                disc(50, 45, 1.8),
            ),
            line(DARK, 1.4, path("M12 50L20 49M33 47L38 46.5M34 54L54 51")),
            floor(15, -2),
            kelp(TEAL, (10, 46), (64, 48), (68, 52)),
        )
    )


def the_megalodon() -> str:
    """The open jaws of a giant shark, a gate for fish."""
    teeth = join(
        path("M-3.2 -1L0 7L3.2 -1Z").at(48, 13).turned(angle, (48, 42)) for angle in range(-72, 73, 18)
    )
    return "".join(
        (
            sea(sun=48),
            ridge(17, 1),
            fill("#023", path("M18 58Q14 10 48 9Q82 10 78 58Z")),
            holed(PALE, path("M10 60Q4 4 48 3Q92 4 86 60H74Q80 15 48 14Q16 15 22 60Z")),
            fill(SHADE, path("M62 5Q90 12 86 60H78Q84 20 62 5Z")),
            fill(PALE, teeth),
            fill(DARK, path("M15 22Q20 17 23 21Q20 26 15 26Z").both(48)),
            fill(PALE, *(path("M-3 0L0 -7L3 0Z").at(x, 60) for x in (29, 38, 48, 58, 67))),
            veil(WHITE, 0.22, polygon((44, 22), (54, 22), (62, 58), (36, 58))),
            fill(GLOW, fishes((42, 36), (50, 41), (40, 45))),
            floor(-13),
        )
    )


def the_battlefield() -> str:
    """Blades, a helmet and a torn banner in the sand."""
    return "".join(
        (
            sea(sun=60, depth=0.15),
            ridge(-11, -1),
            hills(4, -2),
            line(AMBER, 2.4, path("M66 56L60 8")),
            fill(RED, path("M61 10L84 14L78 19L86 25L74 25L76 32L64 30Z")),
            fill(PALE, path("M24 52L19 20L21 14L25 19L29 51Z"), path("M44 54L51 26L55 22L55 28L48 55Z")),
            fill(SHADE, path("M21 14L25 19L29 51H26.5ZM55 22V28L48 55H46Z")),
            line(GLOW, 2.6, path("M14 27L30 24M46 33L57 36")),
            line(AMBER, 2.8, path("M20 18L18 9M53 26L56 15")),
            fill(PALE, path("M70 56Q68 44 78 42Q88 44 88 56L82 58V51L77 50L75 57Z")),
            fill(SHADE, path("M80 42.5Q88 45 88 56L82 58V51Q84 47 80 42.5Z")),
            line(PALE, 2, path("M4 52L14 34M8 50L12 34")),
            floor(21, -5),
            fill(SHADE, disc(38, 60, 3.4)),
            fill(DARK, disc(36.8, 60, 0.9), disc(39.4, 60, 0.9)),
        )
    )


KRAKEN_LOCATIONS = {
    101: the_gambling_den,
    102: the_krakens_lair,
    103: cetacean_graveyard,
    104: the_abandoned_convoy,
    105: the_megalodon,
    106: the_battlefield,
}
