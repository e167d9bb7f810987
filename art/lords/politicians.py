"""The politicians, squid people: with high collars, seals, purses and plots."""

from art.busts import POLITICIANS
from art.paint import (
    AMBER,
    BLUE,
    DARK,
    GLOW,
    GOLD,
    PALE,
    RED,
    SHADE,
    TEAL,
    VIOLET,
    edged,
    fill,
    line,
)
from art.shapes import box, curve, disc, join, oval, path, star

holds = POLITICIANS.holds


def opportunist() -> str:
    """A weather vane: a fish that turns with the current."""
    return holds(
        "sly smirk circlet",
        line(SHADE, 3, path("M32 56V30")),
        line(GLOW, 2.4, path("M20 43H44M20 43L23 40M20 43L23 46M44 43L41 40M44 43L41 46")),
        fill(PALE, path("M9 26Q16 15 30 15Q39 15 45 21L55 14Q53 25 55 36L45 30Q39 35 30 35Q16 35 9 26Z")),
        fill(SHADE, path("M9 26Q30 30 45 25L54 24Q53.5 30 55 36L45 30Q39 35 30 35Q16 35 9 26Z")),
        fill(BLUE, path("M26 15L36 8L39 17Q33 14 26 15Z")),
        fill(DARK, disc(18, 23.5, 2.6)),
        line(DARK, 1.8, curve((25, 19), (28, 24.5), (25, 30))),
        fill(AMBER, path("M25 57Q26 52 32 52Q38 52 39 57Z")),
    )


def corruptor() -> str:
    """A purse that bursts with pearls."""
    return holds(
        "sly smile bonnet",
        fill(PALE, disc(24, 14, 4.5), disc(33, 11.5, 4.5), disc(41, 15, 4.5)),
        fill(
            GLOW,
            path("M22 18Q32 22 42 18L46 22L40 27Q53 36 49 48Q45 56 32 56Q19 56 15 48Q11 36 24 27L18 22Z"),
        ),
        fill(AMBER, path("M42 18L46 22L40 27Q53 36 49 48Q45 56 32 56Q46 44 36 26Z")),
        line(RED, 3, path("M23 27Q32 30.5 41 27")),
        fill(BLUE, path("M32 35L38 42L32 50L26 42Z")),
        fill(PALE, disc(32, 42.5, 2.4)),
    )


def traitor() -> str:
    """A goblet with a snake at its rim."""
    snake = curve((50, 52), (42, 55), (45, 45), (53, 38), (47, 29), (40, 26), (43, 19), (37, 14))
    return holds(
        "stern grim fins",
        fill(GLOW, path("M14 22H40Q40 37 29.5 40V48Q37 49 38 54H16Q17 49 24.5 48V40Q14 37 14 22Z")),
        fill(AMBER, path("M31 22H40Q40 37 29.5 40V48Q37 49 38 54H29Q31 49 27 48V40Q32 34 31 22Z")),
        fill(DARK, oval(27, 22, 13, 3.4)),
        fill(TEAL, oval(27, 22.5, 9, 1.8)),
        line(DARK, 6.6, snake),
        line(PALE, 4.4, snake),
        fill(PALE, path("M40 17Q34 19 27 14Q29 9 36 9Q42 11 40 17Z")),
        fill(RED, disc(34.5, 12.8, 1.6)),
        line(RED, 1.6, path("M27.5 14.5L22.5 14M25 14.2L22.5 17")),
    )


def diplomat() -> str:
    """Five races round one table."""
    seats = [disc(32, 15, 6).turned(72 * i, (32, 33)) for i in range(5)]
    tones = (VIOLET, RED, TEAL, GOLD, BLUE)
    return holds(
        "calm smile laurel",
        fill(PALE, disc(32, 33, 12)),
        fill(SHADE, path("M43.5 29A12 12 0 0 1 23.5 41.5Q40 43 43.5 29Z")),
        line(PALE, 2.4, join(path("M32 15V21").turned(72 * i, (32, 33)) for i in range(5)), disc(32, 33, 18)),
        *(edged(tone, 1.6, seat) for tone, seat in zip(tones, seats, strict=True)),
        fill(GLOW, star(32, 33, 8, 3.4, 5)),
    )


def treasurer() -> str:
    """A strongbox under piled coins."""
    coins = [oval(22, y, 8.5, 3.2) for y in (24, 19.5, 15)] + [oval(42, y, 8.5, 3.2) for y in (24, 19.5)]
    return holds(
        "calm monocle wig",
        *(edged(GLOW, 1.4, coin) for coin in coins),
        fill(PALE, box(11, 27, 42, 26)),
        fill(SHADE, path("M53 27V53H11L53 38Z")),
        line(DARK, 1.8, path("M15 31H49V49H15Z")),
        fill(BLUE, disc(32, 40, 8)),
        fill(GLOW, disc(32, 40, 3)),
        line(GLOW, 2, path("M32 40V34M32 40L37 43M32 40L27 43")),
    )


def schemer() -> str:
    """A chess knight: a seahorse."""
    return holds(
        "sly smirk monocle fins",
        fill(
            PALE,
            path(
                "M22 47Q22 38 30 33Q24 33 21 30L12 31Q9 28 13 25L22 17Q24 13 24 9L30 14Q46 15 46 32"
                "Q46 40 43 47Z"
            ),
        ),
        fill(SHADE, path("M30 14Q46 15 46 32Q46 40 43 47H34Q42 34 34 21Z")),
        fill(BLUE, path("M30 14L36 9L37 15L43 13L42.5 19L48 20L46 25Q42 16 30 14Z")),
        fill(DARK, path("M21.5 22Q25 19 27.5 22Q24 25 21.5 22Z"), disc(14, 28, 1.3)),
        fill(GLOW, path("M19 47H46V51H19ZM15 52H50V57H15Z")),
        fill(AMBER, path("M34 47H46V51H34ZM34 52H50V57H34Z")),
    )


def recipient() -> str:
    """A letter with a broken seal."""
    return holds(
        "wide smile wig",
        fill(PALE, path("M10 24L32 8L54 24V52H10Z")),
        fill("#fff", path("M16 20H48V42H16Z")),
        line(DARK, 1.8, path("M21 25H43M21 30H37")),
        fill(SHADE, path("M54 24V52H10L32 39Z")),
        fill(PALE, path("M10 24L32 40L10 52Z")),
        line(DARK, 1.6, path("M10 52L29 38M54 52L35 38")),
        fill(RED, disc(32, 41, 6.5)),
        fill(GLOW, star(32, 41, 4, 1.8, 5)),
    )


def liberator() -> str:
    """A chain that breaks."""
    return holds(
        "stern smile laurel",
        line(SHADE, 5, path("M25 49L19 52Q9 52 10 42L14 34Q18 28 25 31Q29 34 28 38")),
        line(PALE, 5, path("M37 26Q35 20 39 15L43 11Q52 7 55 16Q56 22 50 27L44 31Q40 33 37 31")),
        line(GLOW, 3, path("M30 22L26 13M24 26L15 21M40 37L48 42M35 41L39 51")),
        fill(GLOW, star(32.5, 31.5, 8, 3.4, 8)),
    )


def altruist() -> str:
    """A heart on an open hand."""
    return holds(
        "old smile circlet",
        fill(
            RED, path("M32 38Q17 28 18 19Q20 12 26.5 13Q31 14 32 18Q33 14 37.5 13Q44 12 46 19Q47 28 32 38Z")
        ),
        fill(GLOW, path("M21.5 19Q23 15.5 27 16Q24 18 24 23Q21.5 22 21.5 19Z")),
        fill(
            PALE,
            path(
                "M8 40Q16 37 22 41L30 44H37Q40 46 37 48L28 48.5L40 48L51 41Q56 41 54 45L41 55"
                "Q36 58 28 56L8 52Z"
            ),
        ),
        fill(SHADE, path("M54 45L41 55Q36 58 28 56L8 52V48Q26 54 36 52Q44 50 54 43.5Z")),
        line(GLOW, 2.2, path("M32 9V5.5M17 12L14.5 9.5M47 12L49.5 9.5")),
    )


def rebel() -> str:
    """A fist, raised."""
    return holds(
        "stern gape bonnet",
        fill(
            PALE,
            path(
                "M20 24Q20 19 24 19V15Q25 12 29 13Q31 10 35 12.5Q39 11 41 15Q46 15 46 20V31"
                "Q46 38 41 42V57H24V42Q17 38 17 30Q17 25 20 24Z"
            ),
        ),
        fill(SHADE, path("M41 15Q46 15 46 20V31Q46 38 41 42V57H34V44Q42 40 41 15Z")),
        line(DARK, 2, path("M29 14V26M35 14V26M41 16V26M23 27H33Q37 30 33 33H24")),
        fill(RED, path("M22 46H43V52H22ZM43 47L53 44L50 49L54 53L43 52Z")),
        line(GLOW, 2.4, path("M13 18L8 14M14 10L11.5 6M51 18L56 14M50 10L52.5 6")),
    )


LORDS = {
    21: opportunist,
    22: corruptor,
    23: traitor,
    24: diplomat,
    25: treasurer,
    26: schemer,
    115: recipient,
    116: liberator,
    207: altruist,
    208: rebel,
}
