"""The farmers, seahorse people: in hats of straw and kelp, with crops, beasts and tools."""

from art.busts import FARMERS
from art.paint import AMBER, DARK, GLOW, PALE, RED, SHADE, TEAL, fill, line
from art.shapes import box, curve, disc, path, spiral

holds = FARMERS.holds


def keeper() -> str:
    """A pen, and who lives in it."""
    post = path("M11 28L14 24L17 28V53H11Z")
    return holds(
        "mild straw",
        fill(
            TEAL,
            path(
                "M27 49Q20 40 24 32Q28 27 25 22L17 24Q14 22 17 19L24 14Q26 9 32 12Q40 14 40 26Q42 38 39 49Z"
            ),
        ),
        fill(GLOW, disc(27, 17.5, 2), path("M29 11L32 5L34 11L39 8L38 15Z")),
        fill(PALE, path("M6 33H58V37.5H6ZM6 43H58V47.5H6Z")),
        fill(SHADE, path("M32 33H58V37.5H32ZM32 43H58V47.5H32Z"), post.at(16, 0), post.at(32, 0)),
        fill(PALE, post, path("M27 28L30 24V53H27ZM43 28L46 24V53H43Z")),
    )


def reaper() -> str:
    """A scythe in the kelp."""
    return holds(
        "keen straw",
        fill(
            TEAL,
            path(
                "M14 54Q10 40 15 30Q20 42 18 54ZM23 54Q21 42 26 34Q29 44 27 54ZM46 54Q44 40 50 32"
                "Q53 44 50 54Z"
            ),
        ),
        line(AMBER, 3.6, path("M25 10L40 57")),
        line(AMBER, 3, path("M33 35L40 31")),
        fill(PALE, path("M25 7Q46 4 55 27Q42 16 27 15Z")),
        fill(SHADE, path("M27 15Q42 14 55 27Q42 16 27 15Z"), path("M26 11Q43 9 55 27Q42 16 27 15Z")),
        fill(GLOW, disc(25.5, 11.5, 3.4)),
    )


def shepherd() -> str:
    """A crook among sea snails."""
    snail = path("M-2 0H17Q21 0 21 -5L23 -10L20 -8L17 -10.5Q16 -5 14 -4Q4 -5 -2 0Z")
    shells = disc(19, 45.5, 8) | disc(20, 25.5, 5.7)
    return holds(
        "mild kelp",
        line(GLOW, 4, path("M47 57V21Q47 10 38 10Q29 11 30 19")),
        fill(PALE, snail.sized(1.4, (0, 0)).at(8, 55), snail.at(12, 32)),
        fill(AMBER, shells),
        line(DARK, 2, spiral(19, 45.5, 5.5), spiral(20, 25.5, 3.6)),
        fill(TEAL, path("M51 57Q47 47 54 39Q59 48 56 57Z")),
    )


def miller() -> str:
    """A mill that the current turns."""
    sail = path("M32 28L30 25V9H37V25L33 28Z")
    return holds(
        "drowsy bowler",
        fill(AMBER, path("M24 29H40L45 57H19Z")),
        fill(GLOW, path("M24 29H31L28 57H19Z")),
        fill(DARK, path("M29 57V49Q29 46 32 46Q35 46 35 49V57Z")),
        fill(PALE, sail.turned(20, (32, 28)), sail.turned(200, (32, 28))),
        fill(SHADE, sail.turned(110, (32, 28)), sail.turned(290, (32, 28))),
        line(DARK, 1.4, path("M30 15H37M30 20H37").turned(20, (32, 28)).around(4, (32, 28))),
        fill(DARK, disc(32, 28, 4)),
        fill(GLOW, disc(32, 28, 2.2)),
    )


def aquaculturalist() -> str:
    """A fish raised in a glass."""
    return holds(
        "mild crest",
        fill(PALE, path("M20 12H44V17Q54 24 54 36Q53 52 38 54H26Q11 52 10 36Q10 24 20 17Z")),
        fill(TEAL, path("M13 32Q22 28 32 31Q42 34 51 31Q53 49 38 51H26Q12 49 13 32Z")),
        fill(DARK, path("M18 49Q15 42 18 36Q22 42 21 50ZM24 51Q23 46 26 42Q28 46 27 51Z")),
        fill(GLOW, path("M26 40Q32 33 39 37L46 33V46L39 42Q32 46 26 40Z")),
        fill(AMBER, path("M26 40Q33 41.5 40 39.5L46 39.5V46L39 42Q32 46 26 40Z")),
        fill(DARK, disc(30.5, 38.7, 1.4)),
        fill(SHADE, path("M20 12H44V15H20Z")),
        line("#fff", 2, curve((15, 29), (17, 24), (22, 20.5))),
    )


def landowner() -> str:
    """Furrows up to a house on the hill."""
    return holds(
        "keen bowler",
        fill(GLOW, disc(44, 21, 7)),
        fill(SHADE, path("M6 36Q20 24 34 31Q48 26 58 35L55 46H9Z")),
        fill(PALE, path("M16 28V19L23 13L30 19V29Z")),
        fill(RED, path("M13 20L23 10L33 20L30 21L23 15L16 21Z")),
        fill(DARK, box(21, 22, 4, 6)),
        fill(PALE, path("M8 41Q32 33 56 41L50 52Q32 59 14 52Z")),
        fill(
            TEAL,
            path(
                "M27 37L34 36.5L36 56H22ZM42 37.5L48 38.5L53 47L48 53Q46 44 42 37.5ZM15 39L20 38L13 50L10 46Z"
            ),
        ),
    )


def grower() -> str:
    """A seedling in its pot."""
    return holds(
        "mild kerchief",
        line(GLOW, 3, path("M32 42Q33 30 31 20")),
        fill(TEAL, path("M32 34Q18 34 14 20Q29 18 32 34Z"), path("M32 28Q34 14 50 12Q51 27 32 28Z")),
        fill(PALE, path("M30 23Q24 14 31 7Q38 14 32 23Z")),
        line(DARK, 1.5, path("M19 23.5Q27 26 31 33M46 15.5Q38 19 33 27")),
        fill(AMBER, path("M18 41H46L42 57H22Z")),
        fill(GLOW, path("M18 41H30L29 57H22Z"), box(16, 38, 32, 5)),
        line(DARK, 1.6, path("M20 47Q26 50 32 47T44 47")),
    )


def oyster_farmer() -> str:
    """An open oyster and its pearl."""
    return holds(
        "keen kerchief",
        fill(SHADE, path("M9 31Q10 12 24 12Q30 8 37 11Q53 12 55 31Q32 41 9 31Z")),
        fill(PALE, path("M14 30Q16 17 26 16Q31 13 37 15.5Q48 17 50 30Q32 37 14 30Z")),
        line(SHADE, 1.8, path("M26 33L22 18M32 34V16M38 33L42 18")),
        fill(PALE, path("M9 35Q32 46 55 35Q55 50 40 54Q32 57 24 54Q9 50 9 35Z")),
        fill(SHADE, path("M55 35Q55 50 40 54Q32 57 24 54Q48 52 50 37.5Z")),
        fill(DARK, path("M12 35Q32 30 52 35Q32 46 12 35Z")),
        fill(GLOW, disc(32, 33, 7.5)),
        fill(AMBER, path("M39.2 31A7.5 7.5 0 0 1 27 38.6Q37 39 39.2 31Z")),
        fill("#fff", disc(29.5, 30, 1.8)),
    )


def coward() -> str:
    """Two eyes that peep from a snail's shell."""
    return holds(
        "scared crest",
        fill(PALE, path("M8 54Q8 40 14 34Q14 12 35 9Q56 10 57 31Q57 46 47 54Z")),
        fill(SHADE, path("M46 12.5Q57 17 57 31Q57 46 47 54H34Q50 44 50 30Q50 20 46 12.5Z")),
        line(DARK, 2.4, path("M40 29A4 4 0 0 1 32 29A8 8 0 0 1 47.5 28A12.5 12.5 0 0 1 25 33")),
        fill(DARK, path("M9 54Q8 37 21 36Q34 37 33 54Z")),
        fill("#fff", disc(16.5, 45, 4.4), disc(26, 45, 4.4)),
        fill(DARK, disc(18, 46, 2.2), disc(27.5, 46, 2.2)),
        fill(GLOW, path("M11 17Q15 22 12 25Q8 22 11 17ZM20 8Q23 12 20.5 14.5Q17.5 12 20 8Z")),
        fill(TEAL, path("M7 54H57V58H7Z")),
    )


def breeder() -> str:
    """An egg from which a young beast looks."""
    return holds(
        "drowsy kelp",
        fill(TEAL, path("M21 35Q17 18 30 14Q44 12 44 26L43 36Z"), path("M34 14L38 7L40 15L46 13L44 21Z")),
        fill(PALE, disc(30, 24, 5)),
        fill(DARK, disc(29, 24.5, 2.6)),
        line(DARK, 1.8, path("M22 31.5Q28 34 34 31")),
        fill(PALE, path("M14 36L20 32L25 37L31 32L37 38L43 32L50 36Q51 56 32 57Q13 56 14 36Z")),
        fill(SHADE, path("M43 32L50 36Q51 56 32 57Q46 50 43 32Z")),
        fill(GLOW, disc(24, 45, 2.5), disc(34, 49, 3), disc(38, 42, 1.8)),
    )


LORDS = {
    27: keeper,
    28: reaper,
    29: shepherd,
    30: miller,
    31: aquaculturalist,
    32: landowner,
    117: grower,
    118: oyster_farmer,
    209: coward,
    210: breeder,
}
