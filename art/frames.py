"""The guilds: the water before which all lords of a guild stand, and the emblem of the guild itself."""

from typing import NamedTuple

from art.paint import (
    BLACK,
    BLUE,
    DARK,
    GLOW,
    GOLD,
    MURK,
    PALE,
    RED,
    SHADE,
    SILVER,
    TEAL,
    VIOLET,
    WHITE,
    fill,
    line,
    own,
    veil,
)
from art.shapes import Shape, box, curve, disc, join, oval, path, polygon, star

# Light from above falls through the water.
RAYS = polygon((3, 0), (15, 0), (10, 64), (-6, 64)) | polygon((40, 0), (47, 0), (62, 64), (49, 64))


class Frame(NamedTuple):
    """A guild: its name, its tone, the tone of the water behind its lords, its outline in a box of 64."""

    name: str
    tone: str
    water: str
    outline: Shape

    def ground(self) -> str:
        """The water behind the lords of the guild, with light round the head."""
        halo = self.outline.sized(0.72).at(-3, -7)
        return "".join(
            (
                fill(self.water, box(0, 0, 64, 64)),
                veil(BLACK, 0.25, path("M0 0H64V64H0ZM0 40Q30 28 64 40V64H0Z")),
                veil(WHITE, 0.14, halo),
                veil(WHITE, 0.1, RAYS),
            )
        )

    def badge(self, *emblem: str) -> str:
        """The emblem of the guild in a view box of 32."""
        small = self.outline.at(-16, -16).sized(0.5, (16, 16))
        return "".join((fill(own(self.tone), small), veil(BLACK, 0.5, small.sized(0.84, (16, 16))), *emblem))


MAGE = Frame(
    "mage",
    VIOLET,
    "#64a",
    join(disc(32, 9.5, 8.5).turned(angle) for angle in range(0, 360, 36)) | disc(32, 32, 26),
)
SOLDIER = Frame(
    "soldier", RED, "#a23", path("M32 2L39 6L58 5Q63 34 52 48Q44 57 32 62.5Q20 57 12 48Q1 34 6 5L25 6Z")
)
FARMER = Frame("farmer", TEAL, "#087", disc(32, 19, 17).around(4) | disc(32, 32, 20))
MERCHANT = Frame(
    "merchant",
    GOLD,
    "#b61",
    path(
        "M23 61Q22 56 19 54Q3 42 2 25Q2 18 8 17Q10 9 18 10Q23 2 32 2.5Q41 2 46 10Q54 9 56 17Q62 18 62 25"
        "Q61 42 45 54Q42 56 41 61Q32 64 23 61Z"
    ),
)
POLITICIAN = Frame("politician", BLUE, "#24a", path("M32 1L60 15V19H57V54H60V62H4V54H7V19H4V15Z"))
AMBASSADOR = Frame("ambassador", SILVER, "#578", path("M6 3Q32 -1 58 3V61L45 55L32 63L19 55L6 61Z"))
SMUGGLER = Frame("smuggler", MURK, "#435", path("M20 2L45 3L61 18L62 44L46 61L21 62L3 46L2 19Z"))


def mage() -> str:
    """The star that mages call down."""
    return MAGE.badge(
        fill(PALE, star(16, 15.5, 10, 3.2, 4)),
        fill(SHADE, polygon((16, 15.5), (18.3, 17.8), (16, 25.5), (16, 15.5), (18.3, 13.2), (26, 15.5))),
        fill(GLOW, disc(16, 15.5, 2.4)),
    )


def soldier() -> str:
    """Two crossed tridents."""
    trident = path("M16 26V8M12.5 7V10.5Q12.5 13 16 13Q19.5 13 19.5 10.5V7M16 5V9")
    return SOLDIER.badge(
        line(SHADE, 2, trident.turned(38, (16, 16))), line(PALE, 2, trident.turned(-38, (16, 16)))
    )


def farmer() -> str:
    """A sprig of kelp."""
    leaf = path("M16 22Q15 16 8 14.5Q8.5 21.5 16 22Z")
    leaves = leaf | leaf.at(0, -6).sized(0.85, (16, 16))
    return FARMER.badge(
        fill(PALE, leaves, path("M16 12.5Q12.5 8 16 4.5Z")),
        fill(SHADE, leaves.mirrored(16), path("M16 12.5Q19.5 8 16 4.5Z")),
        line(GLOW, 2, path("M16 12V27M12.5 27H19.5")),
    )


def merchant() -> str:
    """A balance."""
    return MERCHANT.badge(
        line(PALE, 2, path("M16 6V24M11 25H21M7 10H25")),
        fill(PALE, path("M3.5 17H12.5Q11.5 21 8 21Q4.5 21 3.5 17Z")),
        fill(SHADE, path("M3.5 17H12.5Q11.5 21 8 21Q4.5 21 3.5 17Z").mirrored(16)),
        line(PALE, 1, path("M4 16.5L7.5 10L12 16.5").both(16)),
        fill(GLOW, disc(16, 7.5, 2.4)),
    )


def politician() -> str:
    """A column."""
    return POLITICIAN.badge(
        fill(PALE, path("M8 10H24V13H21.5V23H24V26H8V23H10.5V13H8Z")),
        fill(SHADE, path("M18 13H21.5V23H24V26H18Z")),
        line(DARK, 1.2, path("M13 14V22.5M16 14V22.5M19 14V22.5")),
        fill(GLOW, disc(9.5, 11, 2.3).both(16)),
    )


def ambassador() -> str:
    """A laurel wreath round a pearl."""
    leaf = oval(16, 6.8, 1.7, 3.6).turned(55, (16, 6.8))
    wreath = join(leaf.turned(angle, (16, 15)) for angle in (-22, -58, -94, -130))
    return AMBASSADOR.badge(
        line(PALE, 1.2, path("M14 23Q8 21 8 14.5")),
        line(SHADE, 1.2, path("M18 23Q24 21 24 14.5")),
        fill(PALE, wreath),
        fill(SHADE, wreath.mirrored(16)),
        fill(GLOW, disc(16, 15, 4)),
        line(GLOW, 1.8, path("M13.5 24H18.5")),
    )


def smuggler() -> str:
    """A mask."""
    return SMUGGLER.badge(
        fill(
            PALE,
            path(
                "M4.5 10Q10 12.5 16 10.5Q22 12.5 27.5 10Q28.5 20 21.5 21.5Q18 21.5 16 17.5"
                "Q14 21.5 10.5 21.5Q3.5 20 4.5 10Z"
            ),
        ),
        fill(DARK, path("M8 14.5Q11.5 13 14 16.5Q10 19 8 14.5Z").both(16)),
        line(GLOW, 1.6, curve((16, 24), (16, 26.5))),
    )


BADGES = {
    "mage": mage,
    "soldier": soldier,
    "farmer": farmer,
    "merchant": merchant,
    "politician": politician,
    "ambassador": ambassador,
    "smuggler": smuggler,
}
