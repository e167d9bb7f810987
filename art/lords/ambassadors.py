"""The ambassadors, who know the places of the sea: three faces of wisdom under a hood."""

from art.busts import AMBASSADORS
from art.paint import AMBER, DARK, GLOW, PALE, RED, SHADE, TEAL, fill, line
from art.shapes import disc, oval, path, spiral, star

holds = AMBASSADORS.holds


def sage() -> str:
    """A chart with the way marked on it."""
    return holds(
        "calm goatee",
        fill(PALE, path("M12 15L25 11L39 15L52 11V47L39 51L25 47L12 51Z")),
        fill(SHADE, path("M25 11L39 15V51L25 47Z")),
        line(DARK, 1.6, path("M16 22Q20 19 22 23M43 22Q46 19 49 21M15 41Q19 44 22 40")),
        line(RED, 2.2, path("M17 34Q24 27 29 33T41 34")),
        line(RED, 2.6, path("M42 31L48 37M48 31L42 37")),
        fill(GLOW, star(32, 21, 6, 2, 4)),
        fill(TEAL, path("M28 40L31 36L35 42Z")),
    )


def hermit() -> str:
    """A hermit crab that peeps from its shell."""
    claw = path("M14 57Q4 55 4 45Q5 38 11 35Q9 42 13 45Q14 40 18 38Q24 45 20 52Q18 57 14 57Z")
    return holds(
        "wide smile shell",
        fill(PALE, path("M26 48Q18 30 29 16Q41 6 53 16Q63 30 54 48Q41 55 26 48Z")),
        fill(SHADE, path("M53 16Q63 30 54 48Q43 54 31 49.5Q49 48 52 34Q54 23 47 11.5Q51 13 53 16Z")),
        line(DARK, 2.2, spiral(41, 29, 12, 1.75)),
        line(RED, 3, path("M35 52L38 59M42 52L47 58M48 50L55 55")),
        fill(RED, oval(29, 50, 9, 7)),
        line(RED, 2.4, path("M25 46L13 29M27 45L22 24")),
        fill("#fff", disc(12.5, 26, 4), disc(22, 21, 4)),
        fill(DARK, disc(11.8, 26.5, 1.9), disc(21.3, 21.5, 1.9)),
        line(DARK, 3, claw),
        fill(RED, claw),
    )


def elder() -> str:
    """An old face with a flowing beard."""
    return holds(
        "old beard tiara",
        fill(PALE, path("M17 26Q17 9 32 9Q47 9 47 26L48 36Q50 50 32 59Q14 50 16 36Z")),
        fill(SHADE, path("M40 11Q47 15 47 26L48 36Q50 50 32 59Q46 42 40 11Z")),
        fill(AMBER, path("M21 24Q21 15 32 15Q43 15 43 24V32Q40 38 32 38Q24 38 21 32Z")),
        fill(
            PALE,
            path(
                "M23 38Q26 34 32 37Q38 34 41 38Q38 41 32 40Q26 41 23 38ZM22 23Q26 20 30 23L29 25.5"
                "Q25 24 22 26ZM42 23Q38 20 34 23L35 25.5Q39 24 42 26Z"
            ),
        ),
        fill(DARK, disc(26.5, 28, 1.8).both()),
        line(DARK, 1.7, path("M32 28V33M25 44Q26 50 30 54M39 44Q38 50 34 54M32 45V57")),
        fill(GLOW, path("M20 14L32 9L44 14L42 18Q32 14 22 18Z")),
    )


LORDS = {33: sage, 34: hermit, 35: elder}
