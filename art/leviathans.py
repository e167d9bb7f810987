"""The leviathans: twenty beasts in the tone of the race they fear, four of each; the last four fear crabs.

The first of each four has three lives and is the biggest, the last one is the smallest.
"""

from art.paint import (
    AMBER,
    BLACK,
    BLUE,
    DARK,
    GLOW,
    GOLD,
    PALE,
    RED,
    SHADE,
    TEAL,
    VIOLET,
    WHITE,
    fill,
    line,
    own,
    shaded,
    veil,
)
from art.shapes import box, curve, disc, join, oval, path, polygon, ribbon, spiral, star


def _eye(x: float, y: float, r: float) -> str:
    """A burning eye with a slit."""
    return fill(GLOW, disc(x, y, r)) + fill(DARK, oval(x, y, r * 0.35, r * 0.85))


def hydra() -> str:
    """A medusa with many heads on its arms."""
    arms = [
        [(20, 30), (13, 38), (8, 34), (7, 27)],
        [(25, 33), (20, 45), (11, 46), (7, 54)],
        [(30, 34), (28, 46), (22, 50), (24, 57)],
    ]
    limbs = join(ribbon(points, 6, 3) for points in arms)
    heads = join(
        path("M-4 2Q-5 -5 1 -6Q6 -4 5 0L1 1L5 3Q2 6 -2 5Z").mirrored(0).at(*points[-1]) for points in arms
    )
    return "".join(
        (
            fill(shaded(own(VIOLET)), limbs.both()),
            fill(
                own(VIOLET),
                heads.both(),
                path("M10 27Q10 3 32 3Q54 3 54 27Q50 34 44 30Q38 37 32 32Q26 37 20 30Q14 34 10 27Z"),
            ),
            veil(WHITE, 0.3, path("M15 26Q15 9 30 6.5Q21 13 21 27Q18 29 15 26Z")),
            fill(GLOW, *(disc(x - 1, y - 2, 1.2) for x, y in ((7, 27), (7, 54), (24, 57)))),
            fill(GLOW, *(disc(65 - x, y - 2, 1.2) for x, y in ((7, 27), (7, 54), (24, 57)))),
            _eye(25, 20, 4.5),
            _eye(39, 20, 4.5),
        )
    )


def man_of_war() -> str:
    """A sail above a curtain of stings."""
    return "".join(
        (
            line(
                own(VIOLET),
                2,
                *(
                    curve((x, 30), (x - 2, 38), (x + 2, 46), (x - 1, 61 - abs(32 - x) * 0.5))
                    for x in range(14, 52, 6)
                ),
            ),
            fill(
                own(VIOLET),
                path("M4 30Q6 20 18 18Q30 4 48 8Q44 14 50 20Q60 22 60 30Q56 36 46 34Q30 38 12 35Q5 34 4 30Z"),
            ),
            veil(WHITE, 0.35, path("M20 18Q31 7 45 9.5Q38 12 34 20Q26 22 20 18Z")),
            veil(BLACK, 0.28, path("M4 30Q30 33 60 29Q58 36 46 34Q30 38 12 35Q5 34 4 30Z")),
            line(DARK, 1.5, path("M26 14Q28 18 27 22M34 9Q35 15 33 21M42 8Q41 14 42 20")),
            _eye(17, 25, 3.6),
        )
    )


def ghost_ray() -> str:
    """A ray with wings like a cloak and a barbed tail."""
    return "".join(
        (
            fill(
                own(VIOLET),
                path(
                    "M32 8Q38 6 42 3Q42 10 40 13Q58 18 63 36Q52 34 44 40Q40 46 34 47L32 63L30 47"
                    "Q24 46 20 40Q12 34 1 36Q6 18 24 13Q22 10 22 3Q26 6 32 8Z"
                ),
            ),
            veil(BLACK, 0.28, path("M32 8V63L34 47Q40 46 44 40Q52 34 63 36Q50 28 42 32Q36 22 32 8Z")),
            veil(WHITE, 0.3, path("M24 16Q11 20 5 32Q14 28 22 30Q25 24 24 16Z")),
            fill(DARK, path("M25 36Q32 40 39 36Q37 43 32 43.5Q27 43 25 36Z")),
            line(DARK, 1.4, path("M24 29L28 31M23.5 32.5L28 34").both()),
            _eye(26, 18.5, 3),
            _eye(38, 18.5, 3),
        )
    )


def lantern_worm() -> str:
    """A coiled worm with lights along its side."""
    body = ribbon(
        [(14, 58), (36, 60), (52, 50), (44, 38), (26, 40), (14, 32), (20, 20), (34, 17), (46, 13)], 0.8, 13
    )
    return "".join(
        (
            fill(own(VIOLET), body, path("M42 6Q54 4 60 10L52 13L60 17Q52 23 42 19Z")),
            veil(
                BLACK,
                0.28,
                ribbon([(22, 59.5), (36, 60.5), (51, 50.5), (44.5, 40.5), (27, 42.5), (16, 34)], 1, 4),
            ),
            fill(
                GLOW,
                *(
                    disc(x, y, 1.7)
                    for x, y in (
                        (36, 59),
                        (50, 50),
                        (43, 38.5),
                        (28, 39.5),
                        (16.5, 31),
                        (22, 20.5),
                        (33, 16.5),
                    )
                ),
            ),
            fill(
                PALE,
                polygon((52, 9.5), (54, 13), (56, 10.2), (58, 12), (60, 10)),
                polygon((52, 16), (54, 12.6), (56.5, 16), (58.5, 14), (60, 17)),
            ),
            _eye(46, 10.5, 2.6),
        )
    )


def nautilus() -> str:
    """A vast spiral shell with arms at its door."""
    return "".join(
        (
            fill(
                SHADE,
                ribbon([(20, 42), (10, 40), (4, 46), (6, 54)], 6, 1),
                ribbon([(22, 47), (14, 52), (14, 60)], 6, 1),
                ribbon([(26, 50), (24, 57), (28, 62)], 6, 1),
                ribbon([(19, 37), (9, 33), (3, 36)], 5, 1),
            ),
            fill(own(GOLD), path("M17 38Q6 22 18 10Q34 -3 52 10Q66 24 58 42Q48 58 28 54Q20 50 17 38Z")),
            veil(BLACK, 0.25, path("M52 10Q66 24 58 42Q48 58 28 54Q50 48 54 30Q56 18 52 10Z")),
            veil(WHITE, 0.3, path("M16 24Q18 10 34 7Q24 14 24 26Q20 30 16 24Z")),
            line(DARK, 2.2, path("M25 50Q48 48 49 31Q48 19 37 19Q28 20 29 28Q31 34 37 32Q40 29 37 27")),
            line(DARK, 1.6, path("M40 19L46 7M47 25L60 20M48 34L60 38M43 42L50 51M33 48L34 55M31 22L22 9")),
            _eye(22, 44, 4.2),
        )
    )


def iron_clam() -> str:
    """A clam with a jagged bite and something inside."""
    return "".join(
        (
            fill(
                own(GOLD), path("M4 28Q4 6 32 5Q60 6 60 28L54 34L48 27L42 35L36 27L30 35L24 27L17 34L11 27Z")
            ),
            fill("#012", path("M7 29L11 27L17 34L24 27L30 35L36 27L42 35L48 27L54 34L57 30V42H7Z")),
            _eye(24, 37, 3.4),
            _eye(40, 37, 3.4),
            fill(
                own(GOLD),
                path("M4 40L10 46L16 40L22 47L28 40L34 47L40 40L46 47L52 40L60 42Q58 58 32 60Q6 58 4 40Z"),
            ),
            veil(BLACK, 0.3, path("M60 42Q58 58 32 60Q6 58 4 40Q14 52 32 52Q50 52 60 42Z")),
            veil(WHITE, 0.32, path("M8 26Q9 11 26 8.5Q16 14 15 25L11 27Z")),
            line(DARK, 1.6, path("M32 8V22M20 10L23 22M44 10L41 22")),
            fill(own(RED), path("M14 10L10 2L18 6ZM50 10L54 2L46 6ZM30 5L32 0L34 5Z")),
        )
    )


def turtle_isle() -> str:
    """A turtle that carries an island."""
    return "".join(
        (
            fill(
                SHADE,
                path("M20 42Q12 56 4 56Q4 46 12 38ZM46 44Q52 58 60 58Q62 50 54 40Z"),
                path("M48 34Q54 24 61 28Q65 34 60 38L50 42Z"),
            ),
            veil(BLACK, 0.2, path("M20 42Q12 56 4 56Q12 48 14 39ZM46 44Q52 58 60 58Q54 50 52 41Z")),
            fill(own(GOLD), path("M5 38Q8 17 29 16Q50 17 54 38Q42 46 29 46Q14 46 5 38Z")),
            veil(BLACK, 0.28, path("M5 38Q28 42 54 38Q42 46 29 46Q14 46 5 38Z")),
            veil(WHITE, 0.3, path("M10 34Q13 21 27 19Q20 25 19 36Z")),
            line(DARK, 1.6, path("M20 19.5L24 29L20 41M38 19.5L34 29L38 41M24 29H34M8 32L20 31M34 30L51 32")),
            fill(own(TEAL), path("M16 20Q12 10 19 8Q21 2 29 5Q36 1 39 8Q46 11 41 20Q29 13 16 20Z")),
            _eye(57.5, 32, 2.2),
        )
    )


def spined_snail() -> str:
    """A snail whose shell is a mace."""
    return "".join(
        (
            fill(
                SHADE,
                path(
                    "M4 56Q8 46 20 46L46 45Q48 34 54 32L56 26L58 32L62 27L61 35Q64 46 56 54Q48 59 28 59"
                    "Q10 59 4 56Z"
                ),
            ),
            fill(shaded(own(GOLD)), star(26, 28, 26, 17, 10)),
            fill(own(GOLD), disc(26, 28, 17)),
            veil(BLACK, 0.28, path("M42.5 24A17 17 0 0 1 13 39Q37 43 42.5 24Z")),
            veil(WHITE, 0.3, path("M11.5 29Q12 15 25 13.5Q17 20 17 32Q13 33 11.5 29Z")),
            line(DARK, 2.4, spiral(26, 28, 11.5, 1.75)),
            _eye(55, 39.5, 2.8),
        )
    )


def kraken_lord() -> str:
    """A colossal squid that crowns itself with arms."""
    arms = (
        ribbon([(24, 40), (14, 44), (6, 38), (8, 28), (14, 30)], 7, 1.5)
        | ribbon([(26, 44), (18, 54), (8, 52), (3, 58)], 7, 1.2)
        | ribbon([(29, 46), (27, 56), (20, 58), (18, 63)], 6, 1.2)
    )
    return "".join(
        (
            fill(shaded(own(BLUE)), arms.both()),
            fill(
                own(BLUE),
                path("M32 1Q50 8 48 28Q47 40 41 46H23Q17 40 16 28Q14 8 32 1Z"),
                path("M18 14L6 20L10 8L22 6Z").both(),
            ),
            veil(BLACK, 0.3, path("M38 4Q50 12 48 28Q47 40 41 46H32Q42 28 38 4Z")),
            veil(WHITE, 0.3, path("M20 28Q19 11 30 5.5Q25 14 25 27Q23 34 20 28Z")),
            fill(DARK, path("M28 41L32 38L36 41L32 47Z")),
            _eye(24.5, 33, 4.2),
            _eye(39.5, 33, 4.2),
        )
    )


def crowned_eel() -> str:
    """An eel with a crown of spines, rearing."""
    body = ribbon([(62, 54), (44, 60), (22, 55), (20, 42), (36, 36), (42, 26), (34, 15)], 0.6, 15)
    return "".join(
        (
            fill(own(BLUE), body, path("M40 6Q48 14 40 22L28 22L8 25Q6 20 14 16L24 8Q32 2 40 6Z")),
            fill(AMBER, path("M34 5L38 -1L41 6L47 4L46 12L52 14L47 19L52 26L46 28Q48 14 34 5Z")),
            veil(
                BLACK,
                0.28,
                ribbon([(56, 57), (42, 61), (21.5, 55.5), (18, 43), (34.5, 38), (45, 27)], 0.5, 5),
            ),
            fill("#012", path("M8 25L28 20L26 24Z")),
            fill(
                PALE,
                polygon((10, 24.5), (12, 21.6), (14, 23.5), (16.5, 20.8), (18.5, 22.4), (21, 20), (23, 21.3)),
            ),
            line(DARK, 1.5, path("M30 13Q34 16 33 22M18 43L24 44M19 50L25 49M37 33L41 37")),
            _eye(25, 13, 3.2),
        )
    )


def hammerhead() -> str:
    """A hammer-headed shark, seen from below."""
    return "".join(
        (
            fill(
                own(BLUE),
                path(
                    "M2 14Q2 6 10 7Q22 11 32 8Q42 11 54 7Q62 6 62 14Q61 20 54 18Q48 16 43 19Q44 24 43 28"
                    "L60 44L42 40Q40 48 36 54L44 62L32 58L20 62L28 54Q24 48 22 40L4 44L21 28Q20 24 21 19"
                    "Q16 16 10 18Q3 20 2 14Z"
                ),
            ),
            veil(WHITE, 0.3, path("M26 18H38Q42 36 32 54Q22 36 26 18Z")),
            veil(
                BLACK,
                0.28,
                path("M43 28L60 44L42 40ZM21 28L4 44L22 40ZM54 7Q62 6 62 14Q61 20 54 18Q50 12 54 7Z"),
            ),
            fill(DARK, path("M26 21Q32 17 38 21L36 26Q32 24 28 26Z")),
            fill(
                PALE,
                polygon(
                    (27.5, 20.8), (29, 24), (30.5, 20.3), (32, 23.6), (33.5, 20.3), (35, 24), (36.5, 20.8)
                ),
            ),
            line(DARK, 1.4, path("M25 31L29 32M25 34.5L29 35.5").both()),
            _eye(6.5, 13, 2.6),
            _eye(57.5, 13, 2.6),
        )
    )


def sword_fish() -> str:
    """A sailfish like a blade."""
    return "".join(
        (
            fill(
                own(BLUE),
                path(
                    "M1 50L24 32Q28 16 44 12L40 22Q50 20 54 12L64 2Q60 14 62 26L53 21Q52 40 34 46L30 56"
                    "L25 46L21 42Z"
                ),
            ),
            veil(BLACK, 0.28, path("M1 50L24 36Q40 38 53 21Q52 40 34 46L30 56L25 46L21 42Z")),
            veil(WHITE, 0.32, path("M27 30Q30 19 41 14.5Q35 20 34 29Z")),
            line(DARK, 1.4, path("M31 20L35 30M37 16L39 26M27 37Q31 39 31 44")),
            fill(PALE, path("M1 50L20 35L21 42Z")),
            _eye(25.5, 35.5, 2.4),
        )
    )


def sea_dragon() -> str:
    """A dragon with leaves for fins."""
    body = ribbon([(50, 62), (58, 50), (46, 44), (30, 46), (20, 36), (30, 26), (34, 16)], 4, 13)
    return "".join(
        (
            fill(own(TEAL), body, path("M40 4Q46 14 38 22L26 22L6 26Q4 21 10 17L22 11Q28 3 40 4Z")),
            fill(
                own(GOLD),
                path(
                    "M38 5L48 0L46 8L56 8L48 14L56 20L45 19ZM37 31L50 26L46 34L56 38L42 38ZM18 42L6 44"
                    "L14 48L8 56L24 48ZM34 48L32 58L38 54L44 60L42 47Z"
                ),
            ),
            veil(BLACK, 0.28, ribbon([(51, 61.5), (57.5, 51), (46.5, 46.5), (30, 49), (18.5, 38)], 1, 4)),
            veil(WHITE, 0.3, path("M10 20L23 13.5Q28 6 36 6Q30 10 28 17L9 23Z")),
            line(
                DARK,
                1.5,
                path("M15.5 36L21 36.500M21.5 28L27 31.500M28.5 20L35 23M36 43L37 47M45 43L44 47M8 24L22 20"),
            ),
            _eye(28, 12.5, 3),
        )
    )


def kelp_walker() -> str:
    """A giant that wears a forest."""
    return "".join(
        (
            fill(
                own(TEAL),
                path("M14 62Q10 40 16 24Q20 8 32 7Q44 8 48 24Q54 40 50 62H40L37 48H27L24 62Z"),
                ribbon([(15, 28), (5, 38), (8, 54)], 9, 4),
                ribbon([(49, 28), (59, 38), (56, 54)], 9, 4),
            ),
            fill(DARK, path("M22 25Q32 18 42 25Q42 36 32 38Q22 36 22 25Z")),
            veil(BLACK, 0.3, path("M32 44Q48 40 49 28Q54 40 50 62H40L37 48H32Z")),
            line(
                own(GOLD),
                2.4,
                curve((22, 12), (16, 6), (20, 1)),
                curve((32, 8), (30, 4), (34, 0)),
                curve((42, 12), (48, 6), (44, 1)),
                curve((18, 44), (22, 50), (19, 58)),
                curve((46, 42), (42, 48), (46, 56)),
                curve((28, 42), (31, 46), (29, 50)),
            ),
            veil(WHITE, 0.28, path("M17 30Q20 12 31 10Q22 16 20 34Z")),
            _eye(28, 28, 3),
            _eye(36, 28, 3),
        )
    )


def thorn_ball() -> str:
    """A puffed fish, all spines."""
    return "".join(
        (
            fill(own(GOLD), star(30, 33, 30, 19, 14)),
            fill(own(TEAL), disc(30, 33, 20), path("M48 28L62 20Q58 33 62 46L48 38Z")),
            veil(BLACK, 0.28, path("M10.5 36Q30 44 50 34A20 20 0 0 1 10.5 36Z")),
            veil(WHITE, 0.3, path("M13 30Q15 17 28 15.5Q20 21 19 32Z")),
            fill(DARK, path("M10 37Q17 33 23 38Q18 44 12 41Z")),
            fill(PALE, box(13.5, 36, 3, 3), box(17, 36.2, 3, 3)),
            line(DARK, 1.5, path("M38 30Q43 34 38 39M52 29L57 27M52 37L57 39")),
            _eye(23, 26.5, 4),
        )
    )


def sabre_pike() -> str:
    """A lean hunter with tusks."""
    return "".join(
        (
            fill(
                own(TEAL),
                path(
                    "M2 40Q14 22 36 22L40 12L48 24Q54 26 56 30L64 22L60 34L64 46L55 38Q44 48 26 46L24 54"
                    "L18 45L8 47L18 41Z"
                ),
            ),
            veil(BLACK, 0.28, path("M18 41Q40 42 56 32L60 34L64 46L55 38Q44 48 26 46L24 54L18 45L8 47Z")),
            veil(WHITE, 0.3, path("M10 34Q20 25 36 24.5Q26 28 22 34Z")),
            fill(PALE, path("M12 36L10 54L17 40ZM19 38L20 50L24 40Z")),
            line(DARK, 1.5, path("M32 28Q36 34 32 42M40 27L38 30M46 29L44 32M42 36L40 39")),
            _eye(20, 32, 2.8),
        )
    )


def emperor_lobster() -> str:
    """A giant with two unequal claws."""
    return "".join(
        (
            line(own(RED), 3.2, path("M22 38L8 40M22 44L8 50M24 50L12 59").both()),
            fill(
                own(RED),
                path("M24 30Q12 30 8 20Q4 8 16 1Q13 9 17 13Q21 11 21 4Q29 10 26 20Q25 24 29 28Z"),
                path("M40 30Q50 28 52 20Q60 18 58 6Q53 10 53 14Q50 13 50 7Q43 12 45 20Q44 24 37 27Z"),
            ),
            fill(
                own(RED),
                path("M32 20Q43 22 43 36L40 52L48 62L36 58L32 63L28 58L16 62L24 52L21 36Q21 22 32 20Z"),
            ),
            veil(BLACK, 0.28, path("M32 20Q43 22 43 36L40 52L48 62L36 58L32 63Q36 40 32 20Z")),
            veil(WHITE, 0.28, path("M24 36Q24 25 31 23.5Q28 28 28 38ZM10 18Q8 9 14 5Q11 11 14 17Z")),
            line(DARK, 1.6, path("M22 40Q32 44 42 40M23 46Q32 50 41 46M24.5 52Q32 56 39.5 52")),
            line(own(RED), 1.8, curve((29, 22), (26, 12), (32, 3)), curve((35, 22), (38, 12), (34, 2))),
            _eye(27.5, 28, 2.6),
            _eye(36.5, 28, 2.6),
        )
    )


def whale_fiend() -> str:
    """A horned whale with a pit for a mouth."""
    return "".join(
        (
            fill(
                own(RED),
                path(
                    "M2 30Q6 12 30 11L36 2L40 12Q54 16 57 30L64 20Q63 32 64 40L55 37Q48 52 26 52Q4 50 2 30Z"
                ),
            ),
            fill("#201", path("M2 30Q16 27 30 34Q26 46 12 46Q4 42 2 30Z")),
            fill(
                PALE,
                polygon(
                    (4, 30.3),
                    (6.5, 36),
                    (9, 30),
                    (12, 36.5),
                    (15, 30.6),
                    (18, 36.5),
                    (21, 31.5),
                    (24, 36),
                    (27, 33),
                ),
                polygon((6, 42), (9, 38), (12, 45), (15, 39), (18, 45), (21, 40), (24, 43), (12, 47)),
            ),
            veil(BLACK, 0.28, path("M26 40Q44 42 57 32L64 40L55 37Q48 52 26 52Q14 51 8 45Q22 48 26 40Z")),
            veil(WHITE, 0.28, path("M8 22Q16 14 30 13.5Q20 17 17 25Z")),
            line(DARK, 1.6, path("M40 38Q44 44 40 49M46 36Q49 41 47 46")),
            _eye(32, 25, 3.4),
        )
    )


def great_maw() -> str:
    """A shark that comes straight on."""
    teeth = [
        path("M-3.5 0L0 8L3.5 0Z").at(x, y)
        for x, y in ((19, 28.5), (26, 25.5), (32, 24.5), (38, 25.5), (45, 28.5))
    ]
    lower = [
        path("M-3.5 0L0 -8L3.5 0Z").at(x, y)
        for x, y in ((20, 48.5), (26, 51.5), (32, 52.5), (38, 51.5), (44, 48.5))
    ]
    return "".join(
        (
            fill(
                own(RED),
                path("M32 0L38 12Q52 16 56 32L64 44L54 44Q48 62 32 62Q16 62 10 44L0 44L8 32Q12 16 26 12Z"),
            ),
            veil(
                BLACK, 0.28, path("M32 0L38 12Q52 16 56 32L64 44L54 44Q48 62 32 62Q50 50 46 30Q42 14 32 10Z")
            ),
            fill("#201", path("M14 36Q18 25 32 24Q46 25 50 36Q48 54 32 54Q16 54 14 36Z")),
            fill(PALE, *teeth, *lower),
            veil(WHITE, 0.28, path("M14 26Q18 16 28 14Q22 18 20 24Z")),
            _eye(21, 20, 3),
            _eye(43, 20, 3),
        )
    )


def bone_crab() -> str:
    """A spider crab under a skull."""
    return "".join(
        (
            line(
                own(RED),
                3,
                path("M20 38L8 28L3 40M19 43L6 42L4 54M22 48L12 54L14 62M24 32L14 18L20 8").both(),
            ),
            fill(own(RED), path("M20 8Q14 6 16 0Q20 2 20 4Q23 2 25 4Q25 9 20 8Z").both()),
            fill(own(RED), oval(32, 44, 15, 11)),
            fill(PALE, path("M17 34Q15 17 32 16Q49 17 47 34Q46 39 42 40V46H22V40Q18 39 17 34Z")),
            fill(SHADE, path("M38 17Q49 20 47 34Q46 39 42 40V46H35Q43 32 38 17Z")),
            fill(DARK, path("M20 33Q23 27 29 31Q28 37 22 37Z").both(), path("M32 35L34 39H30Z")),
            line(DARK, 1.5, path("M28 42V46M32 42V46M36 42V46")),
            fill(GLOW, disc(25, 33, 1.8).both()),
        )
    )


LEVIATHANS = {
    1: hydra,
    2: man_of_war,
    3: ghost_ray,
    4: lantern_worm,
    5: nautilus,
    6: iron_clam,
    7: turtle_isle,
    8: spined_snail,
    9: kraken_lord,
    10: crowned_eel,
    11: hammerhead,
    12: sword_fish,
    13: sea_dragon,
    14: kelp_walker,
    15: thorn_ball,
    16: sabre_pike,
    17: emperor_lobster,
    18: whale_fiend,
    19: great_maw,
    20: bone_crab,
}
