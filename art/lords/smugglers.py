"""The smugglers of Kraken: black pearls, masks and watchful eyes."""

from art.busts import SMUGGLERS
from art.paint import AMBER, DARK, GLOW, MURK, PALE, RED, SHADE, fill, line
from art.shapes import (
    Point,
    box,
    disc,
    oval,
    path,
    star,
    waves,
)

holds = SMUGGLERS.holds


def _black_pearls(r: float, *places: Point) -> str:
    """Nebulis, rimmed so that they are seen in the dark."""
    return "".join(
        (
            fill(SHADE, *(disc(x, y, r + 1) for x, y in places)),
            fill("#112", *(disc(x, y, r) for x, y in places)),
            fill(PALE, *(disc(x - r * 0.35, y - r * 0.35, r * 0.3) for x, y in places)),
        )
    )


def ferryman() -> str:
    """A boat and its lantern at night."""
    return holds(
        "half-mask ember",
        line(AMBER, 2.6, path("M44 42V16Q44 11 39 11")),
        fill(GLOW, path("M35 12H43L44.5 22H33.5Z")),
        fill(PALE, path("M24 21Q30 21 30 28Q36 32 35 42H16Q16 31 20 28Q18 21 24 21Z")),
        fill(DARK, path("M22 25Q27 24 27 29Q24 31 22 29Z")),
        fill(AMBER, path("M7 36Q14 42 32 42Q50 42 57 36Q54 52 42 52H22Q10 52 7 36Z")),
        fill(PALE, path("M7 36Q14 42 32 42L32 45.5Q14 45 8.5 41Z")),
        line(SHADE, 2.2, path("M28 32L50 55")),
        line(PALE, 2, waves(10, 56, 30, 3, 4)),
    )


def outlaw() -> str:
    """A face behind a scarf, with a price on it."""
    return holds(
        "stern scarf bandana",
        fill(PALE, path("M12 9H52V55H12Z")),
        fill(SHADE, path("M52 9V55H12L20 50L46 47Z")),
        fill(AMBER, path("M22 20H42V30H22Z")),
        fill(DARK, path("M15 22Q22 20 23 13Q32 10 41 13Q42 20 49 22Q32 27 15 22Z")),
        fill(RED, path("M20 29Q32 33 44 29Q43 42 32 46Q21 42 20 29Z")),
        fill(DARK, path("M24 25.5H29.5L28 28H25Z").both()),
        line(DARK, 1.8, path("M20 51H44")),
        fill(GLOW, disc(32, 9, 2.6)),
    )


def counterfeiter() -> str:
    """A pearl that is being painted black."""
    return holds(
        "half-mask sly smirk",
        fill(PALE, disc(28, 36, 18)),
        fill(SHADE, path("M45 31A18 18 0 0 1 14 47.5Q37 51 45 31Z")),
        fill(
            "#112",
            path(
                "M28 18A18 18 0 0 1 45.5 32Q44 40 40.5 35Q38 42 35 36Q31 32 29 38Q26 46 22.5 37"
                "Q19 33 15 34.5Q12 34 10.5 32A18 18 0 0 1 28 18Z"
            ),
        ),
        fill(PALE, oval(22, 25.5, 3, 2).turned(-30, (22, 25.5))),
        fill("#112", path("M36 24Q36 17 44 17L48 21Q47 28 40 28Q36 29 36 24Z")),
        fill(GLOW, path("M42.5 17L46 13L52 19L48 22.5Z")),
        line(AMBER, 5, path("M50 15L57 8")),
        line(MURK, 1.8, disc(28, 36, 18)),
    )


def fence() -> str:
    """A coat lined with black pearls."""
    return holds(
        "ember fedora",
        fill(DARK, path("M24 24H40L44 60H20Z")),
        fill(PALE, path("M27 22Q18 22 11 27L5 54L21 60L28 36Z")),
        fill(SHADE, path("M27 22Q18 22 11 27L5 54L21 60L28 36Z").mirrored()),
        _black_pearls(3.6, (18, 33), (15, 42), (12.5, 51), (46, 33), (49, 42), (51.5, 51)),
        fill(DARK, path("M23 16H41V22Q38 29 32 29Q26 29 23 22Z")),
        fill(GLOW, path("M25.5 20Q29 20 30.5 23Q27 24 25.5 20Z").both()),
        fill(MURK, path("M15 17Q22 15 23 6Q32 3 41 6Q42 15 49 17Q32 21 15 17Z")),
        line(GLOW, 2, path("M23.5 12Q32 14 40.5 12")),
    )


def cleaner() -> str:
    """A broom, a bucket and nothing left behind."""
    return holds(
        "calm smile bandana",
        line(AMBER, 3.4, path("M50 9L29 33")),
        fill(GLOW, path("M31 28L36 33L29 50Q18 52 10 46Q22 40 31 28Z")),
        fill(AMBER, path("M34 31L36 33L29 50Q24 51 20 50Q30 42 34 31Z")),
        line(DARK, 1.8, path("M28 33L17 47.5M31.5 35L24 49.5")),
        line(RED, 3, path("M29.5 30L35 35")),
        fill(PALE, path("M38 40H56L53 56H41Z")),
        fill(SHADE, path("M48 40H56L53 56H47Z")),
        line(PALE, 2, path("M39 40Q47 30 55 40")),
        fill(PALE, star(17, 20, 7, 2.2, 4), star(28, 12, 4, 1.4, 4)),
    )


def watcher() -> str:
    """An eye that does not close."""
    return holds(
        "wide",
        fill(PALE, path("M7 33Q19 18 32 18Q45 18 57 33Q45 47 32 47Q19 47 7 33Z")),
        fill(SHADE, path("M57 33Q45 47 32 47Q19 47 7 33Q20 42 32 42Q46 42 57 33Z")),
        fill(MURK, disc(32, 32, 12)),
        fill(DARK, disc(32, 32, 7)),
        fill(GLOW, disc(28.5, 28, 3.2)),
        line(GLOW, 2.6, path("M32 12V7M20 15L17.5 10M44 15L46.5 10M10 22L6.5 18M54 22L57.5 18")),
    )


def vigil() -> str:
    """A lantern that burns all night."""
    return holds(
        "ember scarf",
        line(AMBER, 3, path("M24 17Q24 8 32 8Q40 8 40 17")),
        fill(AMBER, path("M20 16H44L47 21H17ZM17 50H47V56H17Z")),
        fill(PALE, path("M19 21H45V50H19Z")),
        fill(SHADE, path("M38 21H45V50H38Z")),
        fill(DARK, box(22.5, 23, 19, 25)),
        fill(GLOW, path("M32 25Q41 35 38 42Q36 46.5 32 46.5Q28 46.5 26 42Q23 36 32 25Z")),
        fill("#fff", path("M32 35Q36 40 32 45Q28 41 32 35Z")),
        line(GLOW, 2.4, path("M10 36H5M12 26L8 23M54 36H59M52 26L56 23")),
    )


def lookout() -> str:
    """A spyglass on the horizon."""
    return holds(
        "patch smirk bandana",
        fill(AMBER, path("M8 44L20 37L25 45L13 53Q8 50 8 44Z")),
        fill(GLOW, path("M20 37L34 27L40 37L25 45Z")),
        fill(PALE, path("M34 27L49 16L56 28L40 37Z")),
        fill(SHADE, path("M45.5 33.8L56 28L49 16L52.5 13.5Q61 20 60 30L56 32ZM37 33L53 23L56 28L40 37Z")),
        line(DARK, 2, path("M20 37L25 45M34 27L40 37")),
        fill(AMBER, path("M28 42L31 40L33 57H26Z")),
        line(PALE, 2.2, waves(36, 52, 20, 2, 4)),
        fill(GLOW, star(18, 18, 6, 2, 4)),
    )


LORDS = {
    101: ferryman,
    102: outlaw,
    103: counterfeiter,
    104: fence,
    105: cleaner,
    106: watcher,
    107: vigil,
    108: lookout,
}
