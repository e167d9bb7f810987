"""The mages, jellyfish people: under the bells of jellyfish, with stars, vessels and eyes."""

from art.busts import MAGES
from art.paint import AMBER, DARK, GLOW, PALE, SHADE, TEAL, VIOLET, fill, line
from art.shapes import box, curve, disc, path, spiral, star

holds = MAGES.holds


def shaman() -> str:
    """A mask with horns that keeps evil away."""
    return holds(
        "stern beard frill",
        line(PALE, 4, path("M23 24Q10 22 13 8M15 17Q10 17 8 13").both()),
        fill(PALE, path("M20 22Q32 15 44 22Q47 40 32 56Q17 40 20 22Z")),
        fill(SHADE, path("M32 18Q38 18.5 44 22Q47 40 32 56Z")),
        fill(DARK, path("M22 30Q26 27 30 32Q26 36 22 30Z").both(), path("M28 44Q32 41 36 44Q32 51 28 44Z")),
        fill(VIOLET, path("M30 20H34L33 38H31Z")),
        line(GLOW, 2, path("M22 37L28 39M24 41.5L28 41.5").both()),
        fill(GLOW, path("M32 5L35 14L32 18L29 14Z")),
    )


def invoker() -> str:
    """An hourglass that is turned once more."""
    return holds(
        "calm smirk cone",
        fill(AMBER, box(18, 9, 28, 5), box(18, 50, 28, 5)),
        fill(GLOW, box(18, 9, 28, 2.5), box(18, 50, 28, 2.5)),
        fill(PALE, path("M21 14H43Q43 26 34.5 32Q43 38 43 50H21Q21 38 29.5 32Q21 26 21 14Z")),
        fill(SHADE, path("M35 14H43Q43 26 34.5 32Q43 38 43 50H35Q37 36 31.5 32Q37 27 35 14Z")),
        fill(
            VIOLET,
            path("M24 20H40Q38 27 32 30Q26 27 24 20ZM24 49Q25 41 32 38Q39 41 40 49Z"),
            box(31.3, 28, 1.6, 12),
        ),
        line(GLOW, 2.4, path("M12 42Q6 28 15 18M52 22Q58 36 49 46")),
        fill(GLOW, path("M15 13L19 20L11 21ZM49 51L45 44L53 43Z")),
    )


def apprentice() -> str:
    """An open book under a spark."""
    return holds(
        "wide smile bell",
        fill(AMBER, path("M9 27Q22 23 32 29Q42 23 55 27V51Q42 48 32 54Q22 48 9 51Z")),
        fill(PALE, path("M12 24Q24 21 32 28V50Q22 44 12 47Z")),
        fill(SHADE, path("M52 24Q40 21 32 28V50Q42 44 52 47Z")),
        line(
            DARK,
            1.7,
            path(
                "M16 30Q22 29 28 32.5M16 35.5Q22 34.5 28 38M16 41Q22 40 28 43.5M36 32.5Q42 29 48 30"
                "M36 38Q42 34.5 48 35.5"
            ),
        ),
        fill(GLOW, star(32, 15, 9, 3, 4)),
        fill(VIOLET, disc(18, 14, 2), disc(46, 14, 2)),
    )


def oracle() -> str:
    """A ball of crystal in which an eye opens."""
    return holds(
        "old grim frill",
        fill(GLOW, path("M19 44H45L49 55H15Z")),
        fill(AMBER, path("M34 44H45L49 55H36Z")),
        fill(PALE, disc(32, 28, 19)),
        fill(SHADE, path("M50 22A19 19 0 0 1 19 42Q44 46 50 22Z")),
        fill(VIOLET, path("M16.5 28Q24 18 32 18Q40 18 47.5 28Q40 38 32 38Q24 38 16.5 28Z")),
        fill(PALE, disc(32, 28, 7.5)),
        fill(DARK, disc(32, 28, 4)),
        fill("#fff", disc(30, 25.5, 1.8)),
        line(DARK, 2, path("M20 49.5H44")),
    )


def alchemist() -> str:
    """A flask that boils over."""
    return holds(
        "wide whiskers brim",
        fill(PALE, path("M26 14H38V27L51 49Q52 55 46 56H18Q12 55 13 49L26 27Z")),
        fill(SHADE, path("M34 14H38V27L51 49Q52 55 46 56H37Q46 54 43 47L34 29Z")),
        fill(VIOLET, path("M21.5 39Q27 36 32 39Q37 42 42.5 39L47.5 49Q48 53 45 53H19Q16 53 16.5 49Z")),
        fill(
            GLOW,
            disc(26, 46, 2.8),
            disc(35, 48, 2),
            disc(31, 33, 2),
            disc(33, 22, 1.6),
            disc(38, 8, 2.4),
            disc(28.5, 6.5, 1.8),
        ),
        fill(GLOW, box(24, 11, 16, 4)),
        line("#fff", 2, path("M20 45L25 37")),
    )


def illusionist() -> str:
    """One mask with two faces."""
    face = path("M32 11Q14 9 13 16Q12 40 22 49Q27 54 32 55Z")
    return holds(
        "sly smirk brim",
        fill(PALE, face),
        fill(VIOLET, face.mirrored()),
        fill(DARK, path("M17 27Q22 20 27 27Q22 29 17 27Z"), path("M18 37Q24 47 32 46V41Q25 42 18 37Z")),
        fill(PALE, path("M37 25Q42 31 47 25Q42 22 37 25Z"), path("M32 42Q40 41 45 48Q39 45.5 32 46.5Z")),
        fill(GLOW, path("M42 30Q44.5 34 42 36Q39.5 34 42 30Z")),
        fill(SHADE, path("M26 33L32 20V36Z")),
    )


def master_of_magic() -> str:
    """A staff that holds a star."""
    return holds(
        "stern beard cone",
        line(AMBER, 4.4, path("M17 59L35 31")),
        line(GLOW, 2.4, path("M20 47L26 51M23 42L29 46")),
        fill(PALE, path("M29 14Q24 28 35 33Q50 38 57 22Q50 29 42 27Q32 25 29 14Z")),
        fill(SHADE, path("M35 33Q50 38 57 22Q50 31 40 30Q34 29 31 24Q31 30 35 33Z")),
        fill(GLOW, star(43, 17, 11, 4.6, 5)),
        fill("#fff", disc(42, 17, 2.4)),
        line(
            VIOLET,
            2.4,
            curve((14, 12), (20, 18), (14, 24), (20, 30)),
            curve((44, 42), (50, 45), (46, 50), (52, 54)),
        ),
        fill(PALE, star(13, 40, 4, 1.4, 4), star(38, 50, 4, 1.4, 4)),
    )


def hypnotist() -> str:
    """A spiral that draws the eye."""
    return holds(
        "ember smirk bell",
        fill(PALE, disc(32, 33, 21)),
        fill(SHADE, path("M52.5 29A21 21 0 0 1 16 46.5Q46 53 52.5 29Z")),
        line(VIOLET, 4.6, spiral(32, 33, 18, 2.5)),
        fill(GLOW, disc(32, 33, 3.4)),
        line(GLOW, 2.4, path("M32 10.5V5M20 14L17 9.5M44 14L47 9.5")),
    )


def healer() -> str:
    """A staff round which an eel winds."""
    eel = curve((40, 58), (26, 52), (24, 45), (40, 39), (41, 32), (25, 26), (27, 20), (36, 19))
    return holds(
        "calm veil bell",
        fill(PALE, path("M30 18Q18 8 6 16Q8 28 28 26Z")),
        fill(SHADE, path("M30 18Q18 8 6 16Q8 28 28 26Z").mirrored()),
        line(DARK, 1.6, path("M12 18Q22 16 28 22").both()),
        line(AMBER, 4.4, path("M32 12V61")),
        line(DARK, 8, eel),
        line(TEAL, 5.4, eel),
        fill(TEAL, path("M34 13Q44 12 48 20Q44 25 34 23Z")),
        fill(DARK, disc(41, 17.5, 1.6)),
        fill(GLOW, disc(32, 9, 5.5)),
    )


def metamorph() -> str:
    """Two fish that turn into each other."""
    fish = path("M14 34Q12 16 30 12Q38 11 43 16L52 10L50 24Q45 21 42 22Q34 24 31 29Q27 36 14 34Z")
    return holds(
        "sly smile frill",
        fill(PALE, fish),
        fill(VIOLET, fish.turned(180)),
        fill(SHADE, path("M14 34Q27 34 31 26Q34 21 42 22Q34 24 31 29Q27 36 14 34Z")),
        fill(DARK, disc(20, 26, 2.4)),
        fill(PALE, disc(44, 38, 2.4)),
        line(DARK, 1.8, curve((26, 18), (29, 22), (28, 27))),
        line(PALE, 1.8, curve((38, 46), (35, 42), (36, 37))),
        fill(GLOW, star(12, 47, 5, 1.8, 4), star(53, 34, 4, 1.5, 4)),
    )


def sorcerer() -> str:
    """A hand that lets lightning go."""
    return holds(
        "ember beard brim",
        fill(GLOW, path("M36 5L22 22L30 23L24 36L41 18L33 17L40 6Z")),
        fill(
            PALE,
            path(
                "M19 56Q19 49 14 44Q9 38 9 31Q12 29 15 33L18 38V27Q20 24 23 27L24 36L26 31"
                "Q30 29 30.5 33V37Q34 33 36.5 36L37 39Q41 36 43 39Q45 47 41 51L40 56Z"
            ),
        ),
        fill(SHADE, path("M37 39Q41 36 43 39Q45 47 41 51L40 56H31Q37 50 37 39Z")),
        line(DARK, 1.8, path("M24 36V42M30.5 37V43M37 39V44")),
        fill(VIOLET, path("M16 52H44V60H16Z")),
        line(GLOW, 2, path("M17 55.5H43")),
        fill(GLOW, star(48, 22, 5, 1.8, 4)),
    )


LORDS = {
    14: shaman,
    15: invoker,
    16: apprentice,
    17: oracle,
    18: alchemist,
    19: illusionist,
    20: master_of_magic,
    111: hypnotist,
    112: healer,
    205: metamorph,
    206: sorcerer,
}
