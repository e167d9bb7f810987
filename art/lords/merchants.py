"""The merchants, shellfish people: under crowns of shell, with wares, coins and pearls."""

from art.busts import MERCHANTS
from art.paint import AMBER, DARK, GLOW, GOLD, PALE, RED, SHADE, fill, line
from art.shapes import box, disc, oval, path, polygon

holds = MERCHANTS.holds


def ship_master() -> str:
    """A ship whose sail is a shell."""
    return holds(
        "patch whiskers horn",
        line(AMBER, 2.6, path("M31 12V46")),
        fill(PALE, path("M29 14Q13 22 12 38Q22 42 29 38Z")),
        fill(SHADE, path("M33 12Q51 22 51 38Q42 41 33 38Z")),
        line(DARK, 1.5, path("M28.5 16Q20 26 19 39.5M34 15Q43 26 44 39")),
        fill(GLOW, path("M10 44H54Q50 53 43 54H21Q13 53 10 44Z")),
        fill(AMBER, path("M32 44H54Q50 53 43 54H32Z")),
        fill(PALE, disc(24, 49, 1.7), disc(32, 49, 1.7), disc(40, 49, 1.7)),
        fill(RED, path("M31 8L41 11L31 14Z")),
    )


def trader() -> str:
    """A balance that weighs three pearls."""
    pan = path("M8 38H26Q25 45 17 45Q9 45 8 38Z")
    return holds(
        "calm smile fan",
        line(GLOW, 3, path("M32 14V50M14 21Q32 15 50 21")),
        fill(AMBER, path("M24 54Q25 49 32 49Q39 49 40 54Z")),
        line(SHADE, 1.6, path("M9 37L15.5 21L25 37").both()),
        fill(PALE, pan),
        fill(SHADE, pan.mirrored()),
        fill(PALE, disc(13, 34.5, 3.6), disc(20.5, 34.5, 3.6), disc(16.8, 28.5, 3.6)),
        fill(AMBER, path("M42 37.5V31L46 28L52 31V37.5Z")),
        fill(GLOW, disc(32, 13, 4)),
    )


def peddler() -> str:
    """A pack with all that a wanderer sells."""
    return holds(
        "wide whiskers turban",
        line(SHADE, 2, path("M48 36L54 40")),
        fill(SHADE, disc(53, 46, 6.5)),
        fill(DARK, disc(53, 46, 3.8)),
        fill(RED, path("M17 10H46Q50 11 50 16Q50 21 46 22H17Z")),
        fill(PALE, disc(17, 16, 6)),
        line(DARK, 1.6, path("M17 16A1.5 1.5 0 0 1 19.5 17A3.5 3.5 0 0 1 13 16")),
        fill(PALE, path("M16 31Q16 23 23 23H40Q47 23 47 31V50Q47 56 41 56H22Q16 56 16 50Z")),
        fill(SHADE, path("M39 23H40Q47 23 47 31V50Q47 56 41 56H34Q40 40 39 23Z")),
        fill(AMBER, path("M16 31Q16 23 23 23H40Q47 23 47 31V38Q31.5 44 16 38Z")),
        fill(GLOW, path("M28 34H35V44L31.5 46L28 44ZM24 10H28V22H24ZM37 10H41V22H37Z")),
    )


def landlord() -> str:
    """A house built in a shell, and its rent."""
    return holds(
        "sly smirk spiral",
        fill(PALE, path("M15 54Q12 38 20 27Q26 12 35 10Q34 15 37 17Q48 26 48 54Z")),
        fill(SHADE, path("M35 10Q34 15 37 17Q48 26 48 54H39Q42 30 33 11Z")),
        line(DARK, 1.8, path("M24 19.5Q31 23 40 20.5M18.5 30Q30 34 45 30")),
        fill(DARK, path("M24 54V45Q24 39 29.5 39Q35 39 35 45V54Z")),
        fill(GLOW, path("M25.5 54V46Q25.5 41 29.5 41V54Z"), disc(31, 27, 2.8), disc(39.5, 38, 2.4)),
        fill(GLOW, disc(49, 50, 6)),
        fill(AMBER, path("M55 50A6 6 0 0 1 46 55Q53 55 55 50Z")),
    )


def slaver() -> str:
    """An iron ball on a chain."""
    return holds(
        "stern goatee clam",
        line(
            SHADE,
            3.4,
            oval(36.5, 31.5, 5.5, 3.4).turned(-45, (36.5, 31.5)),
            oval(44, 24, 5.5, 3.4).turned(-45, (44, 24)),
        ),
        line(PALE, 3.4, path("M38 30L42.5 25.5M45.5 22L48 19.5")),
        line(GLOW, 4.4, path("M46 20.5A7 7 0 1 1 53.5 17.5")),
        fill(PALE, disc(24, 42, 14)),
        fill(SHADE, path("M37 37A14 14 0 0 1 13 51Q31 53 37 37Z")),
        fill(DARK, oval(18.5, 36, 3.6, 2.2).turned(-40, (18.5, 36))),
    )


def shopkeeper() -> str:
    """A market stall with its awning."""
    return holds(
        "calm smile clam",
        line(SHADE, 3, path("M16 28V53M48 28V53")),
        fill(
            PALE,
            path("M13 13H51L55 28Q51.5 33 47 28.5Q42 33 37 28.5Q32 33 27 28.5Q22 33 17 28.5Q12.5 33 9 28Z"),
        ),
        fill(RED, path("M20.5 13H28L27 28.5Q22 33 17 28.5ZM36 13H43.5L47 28.5Q42 33 37 28.5Z")),
        fill(AMBER, box(12, 43, 40, 10)),
        fill(GLOW, box(12, 43, 40, 3.5)),
        fill(PALE, disc(23, 39.5, 3.5), disc(41, 40, 3)),
        fill(SHADE, path("M28 43Q27 34 32 34Q37 34 36 43Z")),
    )


def shareholder() -> str:
    """A sealed deed with a share cut from a pearl."""
    return holds(
        "sly goatee monocle fan",
        fill(PALE, path("M14 13H42Q46 13 46 18V44H20V18Q20 13 14 13Z")),
        fill(SHADE, path("M20 18Q20 13 15 13Q11 14 11 19H20ZM20 44H50Q50 51 44 51H24Q19 51 20 44Z")),
        line(DARK, 2, path("M25 19H41M25 24H37")),
        fill(GOLD, path("M33 28V36.5H41.5A8.5 8.5 0 1 1 33 28Z")),
        fill(GLOW, path("M35.5 26A8.5 8.5 0 0 1 44 34.5H35.5Z")),
        fill(RED, disc(46, 47, 6), path("M43 51L41 58L45 56L47 59L49 52Z")),
    )


def inheritor() -> str:
    """A chest full of pearls."""
    return holds(
        "wide gape spiral",
        fill(AMBER, path("M13 30L11 22Q13 11 32 11Q51 11 53 22L51 30Z")),
        fill(DARK, path("M15 30L14 23Q18 16 32 16Q46 16 50 23L49 30Z")),
        fill(PALE, disc(22, 28, 4.5), disc(31, 26, 5), disc(41, 28, 4.5)),
        fill(SHADE, disc(26.5, 31, 4), disc(36.5, 31, 4)),
        fill(GLOW, path("M11 31H53L50 52H14Z")),
        fill(AMBER, path("M36 31H53L50 52H36Z")),
        line(DARK, 2, path("M20 32L21 51M44 32L43 51M12 36H52")),
        fill(PALE, path("M28 33H36V41L32 44L28 41Z")),
        fill(DARK, disc(32, 37.5, 1.8)),
    )


def taxidermist() -> str:
    """The head of a beast, mounted on a plaque."""
    return holds(
        "stern grim horn",
        fill(AMBER, path("M32 9Q44 10 50 16V36Q47 49 32 55Q17 49 14 36V16Q20 10 32 9Z")),
        fill(GLOW, path("M32 9Q20 10 14 16V36Q17 49 32 55V51Q20 46 17.5 35V18Q22 13 32 12.5Z")),
        fill(
            PALE,
            path("M12 33Q15 22 28 19Q42 17 48 26Q53 35 46 42Q40 47 30 45Q20 45 16 41L29 37Q20 37 12 33Z"),
        ),
        fill(SHADE, path("M42 20.5Q46 22 48 26Q53 35 46 42Q40 47 30 45Q20 45 16 41L29 37Q44 36 42 20.5Z")),
        fill(
            DARK,
            polygon((14, 34), (17, 38), (19, 35.5), (22, 39), (24, 36.6), (28, 37), (18, 40)),
            disc(29, 27, 3.4),
        ),
        line(PALE, 1.6, path("M27.5 25.5L30.5 28.5M30.5 25.5L27.5 28.5")),
        fill(RED, path("M33 18.5L38 9L40 15L46 13L46 24Q41 18 33 18.5Z")),
    )


def arms_dealer() -> str:
    """A barrel of weapons for sale."""
    return holds(
        "patch smirk turban",
        line(AMBER, 3, path("M25 40L18 10M39 40L45 17")),
        fill(PALE, path("M18 11L23 10L25 17L20 18Q14 18 9 24Q4 15 7 5Q11 11 18 11Z")),
        line(SHADE, 2.6, path("M40.5 9Q39 16 45 17.5Q51 19 53 12.5M45 17L47.5 8")),
        fill(PALE, path("M28.5 36V14L32 7V36Z")),
        fill(SHADE, path("M32 36V7L35.5 14V36Z")),
        line(GLOW, 3.2, path("M26 31H38")),
        fill(AMBER, path("M15 36H49Q52 46 48 57H16Q12 46 15 36Z")),
        fill(GLOW, path("M15 36H27Q24 46 26 57H16Q12 46 15 36Z")),
        line(DARK, 2.2, path("M14 42.5H50M14.5 50.5H49.5")),
    )


LORDS = {
    8: ship_master,
    9: trader,
    10: peddler,
    11: landlord,
    12: slaver,
    13: shopkeeper,
    109: shareholder,
    110: inheritor,
    203: taxidermist,
    204: arms_dealer,
}
