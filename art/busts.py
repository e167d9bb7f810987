"""The people of the sea: a bust for each guild, from which its lords are made.

A lord is a bust before the water of the guild, some of the features of `worn.py` by name, and a thing in the
hand. Each piece is drawn once in the sprite, so that a lord takes few bytes besides what it holds.
"""

from typing import NamedTuple

from art.frames import (
    AMBASSADOR,
    FARMER,
    MAGE,
    MERCHANT,
    POLITICIAN,
    SMUGGLER,
    SOLDIER,
    Frame,
)
from art.paint import BLACK, PALE, RED, SHADE, WHITE, fill, line, own, shaded, veil
from art.shapes import disc, join, oval, path, ribbon
from art.worn import CORAL, DUSK, FOG, INK, LILAC, MANE, MINT, RIM, SAND, SKY, features

# Where the thing is held, and in which size; the hand is drawn over it.
PLACE, SIZE = (30, 28), 0.54
HAND = path(
    "M33 62Q30 58 32.5 55Q34 51.5 39 52Q44 51.5 45.5 54.5Q48 56 46 58Q47 60.5 44.5 61.5Q44 64 40 64H35Z"
)
FINGERS = path("M40 55.5Q43 54.5 45.5 55M40 59Q43 58 46 58.5M40 62Q42 61.5 44 62")


class Bust(NamedTuple):
    """The people of a guild: the ground behind them, their skin, and the drawing of the body."""

    frame: Frame
    skin: str
    body: str

    def holds(self, features: str, *thing: str) -> str:
        """A lord with some features, by their names, and a thing in the hand."""
        worn = "".join(f'<use href="#worn-{feature}"/>' for feature in features.split())
        x, y = PLACE
        held = f'<g transform="translate({x} {y})scale({SIZE})">{"".join(thing)}</g>'
        return f'<use href="#{self.frame.name}"/>{worn}{held}<use href="#{self.frame.name}-hand"/>'

    def drawn(self) -> dict[str, str]:
        """What all lords of the guild share, by id."""
        hand = fill(self.skin, HAND) + veil(BLACK, 0.35, path("M33 62Q36 59 40 62H44.5Q44 64 40 64H35Z"))
        return {
            self.frame.name: self.frame.ground() + self.body,
            f"{self.frame.name}-hand": hand + line(INK, 1, FINGERS),
        }


def _shoulders(tone: str, *more: str) -> str:
    """A garment in three planes, with light along its edge."""
    cloth = path("M-1 64Q1 50 15 46L29 51L43 46Q57 50 60 64Z")
    return "".join(
        (
            fill(tone, cloth),
            veil(BLACK, 0.6, cloth),
            veil(WHITE, 0.2, path("M-1 64Q1 50 15 46L21 48Q10 52 8 64Z")),
            line(RIM, 1, path("M45 47Q56 51 59.5 63")),
            *more,
        )
    )


def _face(skin: str, outline: str, shadow: str, *more: str) -> str:
    """A face and neck with a shadow on the right and some light on the left."""
    return "".join(
        (
            fill(skin, path("M23 36H35V47L29 51L23 47Z")),
            veil(BLACK, 0.5, path("M23 40Q30 47 35 41V47L29 51L23 47Z")),
            fill(skin, path(outline)),
            veil(BLACK, 0.3, path(shadow)),
            *more,
        )
    )


OVAL = "M18 22Q17 36 23 42Q29 47 35 42Q41 36 40 22Q38 12 29 12Q20 12 18 22Z"
OVAL_SHADE = "M34 13Q39 15 40 22Q41 36 35 42Q32 44.5 28.5 44.5Q36 38 36 28Q36 18 34 13Z"
NOSE = path("M29.5 28Q31.5 31.5 32 34H28.5")


def _mage() -> Bust:
    strands = ribbon([(17, 18), (13, 30), (16, 40), (11, 52)], 6, 1.5) | ribbon(
        [(20, 20), (18, 36), (20, 46)], 4, 1
    )
    body = "".join(
        (
            fill(shaded(own(MAGE.tone)), strands.both(29)),
            _shoulders("#65f"),
            _face(LILAC, OVAL, OVAL_SHADE, line("#96b", 1.2, NOSE)),
        )
    )
    return Bust(MAGE, LILAC, body)


def _soldier() -> Bust:
    plates = path("M-1 64Q-3 49 8 45Q18 43 22 52L19 64Z")
    body = "".join(
        (
            _shoulders(own(SOLDIER.tone)),
            fill(own(RED), plates.both(29)),
            veil(BLACK, 0.35, plates.mirrored(29), path("M-1 64Q0 56 8 54Q16 53 21 57L19 64Z")),
            veil(WHITE, 0.35, path("M1 54Q3 47 10 46.5Q15 46 18 49Q8 48 4 55Z")),
            fill(PALE, path("M2 47L-2 39L8 45.5ZM10 45L10.5 37L16 45.5Z").both(29)),
            line(RIM, 1, path("M50 45.5Q60 49 60.5 60")),
            _face(CORAL, OVAL, OVAL_SHADE, line("#943", 1.2, NOSE)),
        )
    )
    return Bust(SOLDIER, CORAL, body)


def _farmer() -> Bust:
    neck = path(
        "M13 64Q12 47 19 36Q15 26 21 18Q27 11 35 14Q40 16.5 41 22.5L54 24.5"
        "L58 22V33.5L54 31L41.5 32.5Q38 36 36.5 41Q36 52 42 64Z"
    )
    mane = path("M20 17Q9 19 8 25L12 27.5L5.5 32L11 35.5L5 41.5L11 44L8 51L18 45Z")
    body = "".join(
        (
            fill(MANE, mane),
            veil(BLACK, 0.3, path("M20 30L11 35.5L5 41.5L11 44L8 51L18 45Z")),
            line("#837", 1, path("M12 27.5L18 28M11 35.5L18 36M11 44L17 43")),
            _shoulders(own(FARMER.tone)),
            fill(MINT, neck),
            veil(
                BLACK,
                0.3,
                path(
                    "M41 29.5L54 28.5L58 29V33.5L54 31L41.5 32.5"
                    "Q38 36 36.5 41Q36 52 42 64H31Q26 44 33 36Q38 34 41 29.5Z"
                ),
            ),
            veil(WHITE, 0.4, path("M18 30Q17 22 23 17.5Q28 14 33 16Q25 19 23 29Q22 36 19 40Q18 35 18 30Z")),
            line("#164", 1.4, path("M18 41Q26 45 34 43M16.5 48Q25 52 34 50M16 55Q26 59 36 57")),
            line(RIM, 1, path("M38.5 16Q40.5 18.5 41.3 22.5L54 24.5L58 22")),
            fill(INK, oval(57.6, 27.5, 0.9, 3.4)),
            line("#164", 1.1, path("M33 29.5Q36.5 31 40 28.5")),
        )
    )
    return Bust(FARMER, MINT, body)


def _merchant() -> Bust:
    ruff = join(disc(x, y, 5) for x, y in ((15, 46), (22, 49.5), (29, 51), (36, 49.5), (43, 46)))
    round_face = "M16 25Q15 36 20 41Q29 48 38 41Q43 36 42 25Q40 12 29 12Q18 12 16 25Z"
    body = "".join(
        (
            _shoulders("#c36"),
            fill(PALE, ruff),
            fill(SHADE, path("M36 54.5A5 5 0 0 0 41 50A5 5 0 0 0 47.5 44L38 42L29 47Z")),
            line(SHADE, 1, path("M18.5 47V51M25.5 48.5V54M32.5 48.5V54")),
            _face(
                SAND,
                round_face,
                "M35 13Q41 16 42 25Q43 36 38 41Q34 44.5 29 44.5Q38 38 38 27Q38 18 35 13Z",
                fill("#f80a", oval(21, 34.5, 3, 2), oval(36.5, 34.5, 2.6, 2)),
                line("#962", 1.4, path("M30 28Q33.5 32 32 34Q30 35.5 28 34.5")),
                fill("#fff", disc(15.5, 36, 2.2), disc(42.5, 36, 2.2)),
            ),
        )
    )
    return Bust(MERCHANT, SAND, body)


def _politician() -> Bust:
    collar = path("M14 46Q6 38 8 24Q17 34 26 52L18 56Z")
    beard = ribbon([(21, 38), (18, 45), (20, 51), (16, 56)], 5, 1.2) | ribbon(
        [(25.5, 40), (24, 48), (26, 54), (23, 60)], 5, 1.2
    )
    mantle = path("M29 -1Q41 9 41 22Q42 34 37 40Q33 44 29 44Q25 44 21 40Q16 34 17 22Q17 9 29 -1Z")
    body = "".join(
        (
            _shoulders(own(POLITICIAN.tone)),
            fill(PALE, collar),
            fill(SHADE, collar.mirrored(29)),
            fill(shaded(SKY), path("M20 8Q10 10 8 20Q14 22 18 19ZM38 8Q48 10 50 20Q44 22 40 19Z")),
            fill(SKY, mantle),
            fill(shaded(SKY), beard.both(29)),
            fill(SKY, ribbon([(29, 41), (30.5, 49), (28, 55), (30, 61)], 5.5, 1.2)),
            veil(BLACK, 0.3, path("M29 -1Q41 9 41 22Q42 34 37 40Q33 44 29 44Q37 38 37 24Q37 9 29 -1Z")),
            veil(WHITE, 0.45, path("M27 3Q19 11 19.5 22Q23 11 27 3Z")),
            line(RIM, 1, path("M33 4Q41 11 41 23")),
        )
    )
    return Bust(POLITICIAN, SKY, body)


def _ambassador() -> Bust:
    hood = path("M12 50Q9 8 29 6Q49 8 46 50L37 47Q42 34 39 24Q36 15 29 15Q22 15 19 24Q16 34 21 47Z")
    body = "".join(
        (
            _shoulders(own(AMBASSADOR.tone)),
            _face(FOG, OVAL, OVAL_SHADE, line("#567", 1.2, NOSE)),
            fill(own(AMBASSADOR.tone), hood),
            veil(BLACK, 0.4, path("M31 6Q49 9 46 50L37 47Q42 34 39 24Q41 12 31 6Z")),
            veil(WHITE, 0.3, path("M14 46Q11 16 25 9Q17 18 16.5 32Z")),
            line(RIM, 1, path("M40 12Q47 20 46.5 36")),
        )
    )
    return Bust(AMBASSADOR, FOG, body)


def _smuggler() -> Bust:
    hood = path(
        "M8 52Q7 30 15 16Q20 4 31 3Q43 5 45 18Q50 32 49 52"
        "Q40 47 38 40Q42 28 36 20Q29 14 22 20Q16 28 20 40Q17 47 8 52Z"
    )
    arms = (
        ribbon([(20, 40), (14, 48), (17, 55), (11, 60)], 5, 1.4)
        | ribbon([(25, 43), (24, 51), (20, 56), (23, 62)], 5, 1.4)
        | ribbon([(38, 40), (43, 47), (40, 53), (46, 57)], 5, 1.4)
        | ribbon([(33, 43), (34, 51), (37, 56), (34, 62)], 5, 1.4)
    )
    body = "".join(
        (
            _shoulders(own(SMUGGLER.tone)),
            fill("#213", path("M17 20H41V46H17Z")),
            fill(DUSK, path("M19 24Q19 17 29 17Q39 17 39 24L37 40Q33 46 29 46Q25 46 21 40Z")),
            veil(
                BLACK,
                0.55,
                path(
                    "M19 24Q19 17 29 17Q39 17 39 24L38 31Q29 26 19.5 31Z"
                    "M33 30L38 31L37 40Q33 46 29 46Q34 40 33 30Z"
                ),
            ),
            fill("#d69fc0", arms),
            veil(BLACK, 0.35, arms.at(1.6, 1)),
            fill(own(SMUGGLER.tone), hood),
            veil(BLACK, 0.45, path("M31 3Q43 5 45 18Q50 32 49 52Q40 47 38 40Q42 28 36 20Q41 10 31 3Z")),
            veil(WHITE, 0.25, path("M11 48Q11 28 18 17Q22 8 28 6Q18 18 16 32Q15 42 11 48Z")),
            line(RIM, 1, path("M41 9Q44.5 13 45.5 19Q49 30 49 44")),
        )
    )
    return Bust(SMUGGLER, DUSK, body)


MAGES, SOLDIERS, FARMERS, MERCHANTS = _mage(), _soldier(), _farmer(), _merchant()
POLITICIANS, AMBASSADORS, SMUGGLERS = _politician(), _ambassador(), _smuggler()
BUSTS = (MAGES, SOLDIERS, FARMERS, MERCHANTS, POLITICIANS, AMBASSADORS, SMUGGLERS)


def shared() -> dict[str, str]:
    """Every piece of which lords are made by id."""
    return {name: drawing for bust in BUSTS for name, drawing in bust.drawn().items()} | features()
