"""The soldiers, crab people: in helmets of shell, with weapons, chains and trophies."""

from art.busts import SOLDIERS
from art.paint import (
    AMBER,
    BLACK,
    DARK,
    GLOW,
    PALE,
    RED,
    SHADE,
    WHITE,
    fill,
    line,
    shaded,
    veil,
)
from art.shapes import box, curve, disc, oval, path, polygon, ribbon

holds = SOLDIERS.holds


def recruiter() -> str:
    """A horn that calls to arms."""
    return holds(
        "calm gape cap plume",
        fill(PALE, path("M51 20Q54 37 43 46Q30 56 9 49Q7 46 10 45Q24 45 30 38Q35 32 33 22Z")),
        fill(SHADE, path("M51 20Q54 37 43 46Q30 56 9 49L8.5 46.5Q28 51 38 42Q45 35 44 21Z")),
        fill(GLOW, oval(42, 20.5, 11.5, 5.5).turned(-5, (42, 20.5))),
        fill(DARK, oval(42, 20.5, 8, 3).turned(-5, (42, 20.5))),
        line(GLOW, 2.6, path("M29 39Q34 44 37 49M19 44.5Q22 47 22.5 51.5")),
        line(PALE, 3, path("M29 15L24 10M41 11.5V7M53 13L55.5 10")),
        line(AMBER, 3, path("M9.5 47L7 46.5")),
    )


def jailer() -> str:
    """A barred door with a heavy lock."""
    return holds(
        "helm ember claws",
        fill(SHADE, path("M15 49V25Q15 12 32 12Q49 12 49 25V49Z")),
        fill(DARK, path("M19.5 49V26Q19.5 16 32 16Q44.5 16 44.5 26V49Z")),
        line(PALE, 3, path("M25 18.5V49M32 17V49M39 18.5V49")),
        line(PALE, 2.5, path("M19 27H45")),
        line(GLOW, 3, path("M27 40V36Q27 31.5 32 31.5Q37 31.5 37 36V40")),
        fill(GLOW, path("M23.5 39H40.5V51Q32 55 23.5 51Z")),
        fill(AMBER, path("M32 39H40.5V51Q36 53 32 53Z")),
        fill(DARK, disc(32, 44.5, 2.2), path("M31 45H33L34 50H30Z")),
    )


def seeker() -> str:
    """A claw that takes a pearl."""
    finger = path("M29 42Q12 40 9 24Q8 10 22 3Q18 12 22 18Q25 24 32 27Q35 35 29 42Z")
    thumb = path("M33 43Q34 34 42 29Q48 25 47 16Q46 10 42 6Q57 10 57 25Q57 41 43 46Q36 48 33 43Z")
    teeth = polygon((18.5, 13), (25.5, 13.5), (20.5, 17.5)), polygon((21, 18.5), (28, 18), (24.5, 22.5))
    return holds(
        "sly smirk cap claws",
        fill(shaded(RED), thumb),
        fill(RED, finger, path("M21 38Q32 32 42 39Q46 45 42 50L44 61Q32 63 21 60L23 51Q17 45 21 38Z")),
        veil(BLACK, 0.28, path("M33 36Q39 36 42 39Q46 45 42 50L44 61Q39 62 34 62Q38 49 33 36Z")),
        veil(WHITE, 0.35, path("M13 27Q10 14 18 8Q15 17 19 24Q23 31 27 34Q16 35 13 27Z")),
        line(DARK, 2, curve((21, 51), (31, 54), (43, 51))),
        fill(PALE, *teeth, disc(36, 18, 8.5)),
        fill(SHADE, path("M44.3 16A8.5 8.5 0 0 1 29.5 23.5Q39 25 44.3 16Z")),
        fill("#fff", oval(33, 14.5, 2.6, 1.9).turned(-40, (33, 14.5))),
    )


def assassin() -> str:
    """A hooded killer with a dagger."""
    return holds(
        "stern scarf cowl",
        fill(PALE, path("M32 6Q49 9 49 29Q50 42 56 50Q46 60 32 61Q18 60 8 50Q14 42 15 29Q15 9 32 6Z")),
        fill(SHADE, path("M32 6Q49 9 49 29Q50 42 56 50Q46 60 32 61Q42 40 32 6Z")),
        fill(
            DARK,
            path(
                "M32 14Q43 17 43 29Q42 37 37 40L43 59Q38 61 32 61Q26 61 21 59L27 40Q22 37 21 29Q21 17 32 14Z"
            ),
        ),
        fill(RED, path("M23.5 26L30.5 30L25.5 31.5Z").both()),
        fill(GLOW, path("M24 44Q32 41 40 44V47H24Z"), box(30, 36, 4, 8)),
        fill(PALE, path("M28.5 47H32V62L28.5 57Z")),
        fill(SHADE, path("M32 47H35.5V57L32 62Z")),
    )


def commander() -> str:
    """A plumed helmet."""
    crest = path("M12 30Q8 10 30 7Q50 6 54 24Q56 34 50 42Q50 28 42 22Q32 15 22 20Q16 23 12 30Z")
    return holds(
        "helm ember plume",
        fill(RED, crest),
        line(DARK, 1.6, path("M20 11.5L23.5 19M29 8V16.5M38 8.5L36 17.5M46 12.5L41.5 20.5M52 20L46 26")),
        fill(
            PALE,
            path("M18 34Q18 20 32 19Q47 20 47 36L46 52Q43 55 38 55L35 44V39H31L29 47L22 51Q19 45 18 34Z"),
        ),
        fill(SHADE, path("M40 21.5Q47 25 47 36L46 52Q43 55 38 55L36.5 49Q43 38 40 21.5Z")),
        fill(DARK, path("M21 33H37Q38 38 34 39H31L30 41Q23 39 21 33Z")),
        line(GLOW, 2.4, path("M18.5 29.5Q28 27 38 29.5")),
    )


def tamer() -> str:
    """A serpent that leaps through a burning hoop."""
    return holds(
        "stern whiskers cap spikes",
        fill(SHADE, ribbon([(60, 49), (56, 38), (44, 31)], 3, 10)),
        fill(
            RED,
            path("M36 12Q34 8 38 3Q39 8 43 4Q43 8 48 7Q46 11 50 15Z"),
            path("M38 51Q40 56 37 60Q43 60 44 56Q47 59 50 58Q47 55 48 50Z"),
        ),
        line(GLOW, 4, oval(42, 31, 10, 20)),
        fill(PALE, ribbon([(46, 32), (36, 24), (25, 24), (18, 30)], 10, 15)),
        fill(PALE, path("M26 18Q13 17 5 31L17 32L8 39Q17 46 27 38Z")),
        fill(SHADE, path("M8 39Q17 46 27 38.5Q33 33 46 38L47 31Q34 26 24 34Z")),
        fill(RED, path("M21 18L23 10L27 15L32 10L33 17Q27 15 21 18Z")),
        fill(DARK, path("M15 26Q18 22 21.5 25Q18 28 15 26Z")),
        line(DARK, 1.8, path("M28 24Q31 28 29 33M34 23.5Q37 27 36 31")),
    )


def hunter() -> str:
    """Harpoons behind the skull of a beast."""
    return holds(
        "patch grim cap claws",
        line(AMBER, 3, path("M18 52L45 17").both()),
        fill(GLOW, path("M51 8L49 23L44 19L38 15Z")),
        fill(GLOW, path("M13 8L15 23L20 19L26 15Z")),
        fill(
            PALE,
            path("M20 24Q32 13 44 24Q48 32 44 38L40 41V50L36 47L32 51L28 47L24 50V41L20 38Q16 32 20 24Z"),
        ),
        fill(PALE, path("M20 36Q10 38 11 52Q16 44 25 43Z")),
        fill(
            SHADE,
            path("M36 19Q40 20.5 44 24Q48 32 44 38L40 41V50L36 47Q42 34 36 19Z"),
            path("M44 36Q54 38 53 52Q48 44 39 43Z"),
        ),
        fill(DARK, path("M21.5 30Q26 26 30 32Q27 38 23 35.5Z").both(), path("M32 37L34.5 42H29.5Z")),
    )


def highwayman() -> str:
    """A three-cornered hat over a mask."""
    return holds(
        "mask sly smirk tricorne",
        fill(PALE, path("M20 26H44V40Q42 52 32 54Q22 52 20 40Z")),
        fill(SHADE, path("M36 26H44V40Q42 52 32 54Q38 44 36 26Z")),
        fill(DARK, path("M17 30Q25 28 32 31Q39 28 47 30Q47 40 40 40Q35 40 32 36Q29 40 24 40Q17 40 17 30Z")),
        fill(GLOW, path("M22 33.5Q26 32 29 36Q24 37.5 22 33.5Z").both()),
        fill(RED, path("M7 24Q14 21 20 13Q26 7 32 12Q38 7 44 13Q50 21 57 24Q47 32 32 26.5Q17 32 7 24Z")),
        line(GLOW, 2, curve((9, 24.5), (20, 25), (32, 21.5), (44, 25), (55, 24.5))),
        line(DARK, 1.8, path("M28.5 47Q32 49 36 46.5")),
    )


def executioner() -> str:
    """A great double axe."""
    blade = path("M35 17Q43 14 48 7Q57 22 48 40Q43 32 35 30Z")
    return holds(
        "mask ember grim cowl",
        line(AMBER, 4, path("M32 10V57")),
        fill(PALE, blade.mirrored()),
        fill(SHADE, blade),
        line(DARK, 1.8, path("M20 13.5Q13 23 20 33.5").both()),
        fill(GLOW, box(28, 15, 8, 17)),
        fill(AMBER, box(32, 15, 4, 17)),
        fill(RED, disc(32, 9, 3.5), path("M21 40Q24 45 21 48Q18 45 21 40Z")),
    )


def intrepid() -> str:
    """Two swords, crossed."""
    left, right = path("M28.5 44V15L32 7V44Z"), path("M32 44V7L35.5 15V44Z")
    hilt = path("M24 45H40M32 45V55")
    return holds(
        "stern scar smile cap",
        fill(PALE, left.turned(40)),
        fill(SHADE, right.turned(40)),
        line(AMBER, 3.6, hilt.turned(40)),
        line(DARK, 1.5, path("M27 44V14L32 5L37 14V44").turned(-40)),
        fill(PALE, left.turned(-40)),
        fill(SHADE, right.turned(-40)),
        line(GLOW, 3.6, hilt.turned(-40)),
        fill(RED, path("M32 9L37 16L32 23L27 16Z"), path("M32 42L36.5 48L32 54L27.5 48Z")),
    )


def border_guard() -> str:
    """A guard behind his shield, between two spears."""
    return holds(
        "helm ember spikes",
        line(AMBER, 3, path("M13 18V50").both()),
        fill(PALE, path("M13 6L17 18H9Z").both()),
        fill(GLOW, path("M21 26Q20 9 32 9Q44 9 43 26Z")),
        fill(AMBER, path("M34 9.2Q44 10.5 43 26H35Q39 17 34 9.2Z")),
        fill(DARK, path("M24 20H40V24H34V30H30V24H24Z")),
        fill(PALE, path("M16 28Q32 23 48 28V44Q45 55 32 60Q19 55 16 44Z")),
        fill(SHADE, path("M32 25.5Q41 25.5 48 28V44Q45 55 32 60Z")),
        fill(RED, path("M29 26H35V37H48V43H35V59L32 60L29 59V43H16V37H29Z")),
        fill(GLOW, disc(32, 40, 4)),
    )


LORDS = {
    1: recruiter,
    2: jailer,
    3: seeker,
    4: assassin,
    5: commander,
    6: tamer,
    7: hunter,
    113: highwayman,
    114: executioner,
    201: intrepid,
    202: border_guard,
}
