"""The five races and the two strangers of the exploration deck, each with its own silhouette."""

from art.paint import (
    BLACK,
    BLUE,
    DARK,
    GLOW,
    GOLD,
    MONSTER_GREEN,
    MURK,
    PALE,
    RED,
    TEAL,
    VIOLET,
    WHITE,
    fill,
    line,
    own,
    shaded,
    veil,
)
from art.shapes import blob, curve, disc, join, path, polygon, ribbon


def jellyfish() -> str:
    """A bell above long trailing arms."""
    bell = path("M3 16Q3 3 16 2Q29 3 29 16Q26.5 19 23.5 16.5Q20 19.5 16 16.5Q12 19.5 8.5 16.5Q5.5 19 3 16Z")
    arms = join(
        (
            ribbon([(7, 16), (5.5, 21), (8, 25), (6, 29)], 3.2, 0.6),
            ribbon([(12.5, 16), (11, 21), (13.5, 26), (11.5, 31)], 3.6, 0.6),
            ribbon([(19, 16), (20.5, 21), (18, 26), (20.5, 31)], 3.6, 0.6),
            ribbon([(25, 16), (26.5, 21), (24, 25), (26.5, 29)], 3.2, 0.6),
        )
    )
    return "".join(
        (
            fill(shaded(own(VIOLET)), arms),
            fill(own(VIOLET), bell),
            veil(WHITE, 0.35, path("M6 13.5Q6.5 5.5 15 4.5Q10 7.5 9.5 14Q7.5 15.5 6 13.5Z")),
            veil(WHITE, 0.7, disc(16, 10.5, 1.5), disc(21, 12, 1.5)),
        )
    )


def crab() -> str:
    """A broad carapace between two raised claws."""
    claw = path(
        "M9.5 14.5Q3.5 13.5 2 8.5Q1.5 3.5 7 1.5Q5 5 6.8 7.2Q9 6.5 9.8 3Q13 7 11 10.5Q10.3 12 11.5 14Z"
    )
    legs = (
        curve((8, 21), (3.5, 21), (1.5, 24))
        | curve((8.5, 24), (5, 25.5), (4, 29))
        | curve((11, 26.5), (9, 28), (9, 30.5))
    )
    shell = blob((16, 12), (23.5, 14), (26, 20), (22, 26), (16, 28), (10, 26), (6, 20), (8.5, 14))
    return "".join(
        (
            line(own(RED), 2.4, legs.both(16)),
            fill(own(RED), claw.both(16), shell),
            veil(BLACK, 0.28, path("M6.5 21Q16 25.5 25.5 21Q24 27 16 27.6Q8 27 6.5 21Z")),
            veil(WHITE, 0.32, path("M8.5 18.5Q10 14 16 13.5Q11.5 15.5 10.5 19.5Q9 20 8.5 18.5Z")),
            fill(PALE, disc(12.8, 12, 2).both(16)),
            fill(DARK, disc(13, 12, 1).both(16)),
        )
    )


def seahorse() -> str:
    """A crowned head with a long snout, and a curled tail."""
    body = path(
        "M14 2.5L16 5L19 2L19.5 5.5Q23.5 6.5 23.5 10.5Q27.5 15 25.5 20.5Q24 24.5 20.5 26Q17.5 27.5 17.8 29"
        "Q18.5 30.2 20.2 29.3Q21.2 30.5 19.5 31.3Q15.5 32.2 14.5 29Q13.8 25.5 17 23.5Q19.5 22 18.5 19.5"
        "Q15.5 17.5 16.5 13.5L13.5 12.5L7.5 14.5Q5 14.5 5.5 12L11 9.5Q11.5 6 14 5.5Z"
    )
    fin = path("M24.5 11L29 12L27.5 14L30 16L27.5 17.5L29 20L25.5 20.5Z")
    return "".join(
        (
            fill(shaded(own(TEAL)), fin),
            fill(own(TEAL), body),
            veil(BLACK, 0.25, path("M23.5 10.5Q27.5 15 25.5 20.5Q24 24.5 20.5 26Q24 20 22 14Z")),
            line(
                DARK,
                1.1,
                curve((17.5, 15), (20, 14.5), (22, 13.5)),
                curve((18, 18), (20.5, 18), (23, 17)),
                curve((19.5, 21), (21.5, 21.5), (23.5, 21)),
            ),
            veil(WHITE, 0.35, path("M6.5 12.3L12 10.3Q12.5 6.8 15 6.3Q13.5 8.5 14 11.3L7 13.5Z")),
            fill(PALE, disc(17, 9, 1.9)),
            fill(DARK, disc(16.8, 9, 1)),
        )
    )


def shellfish() -> str:
    """A scallop, its ribs spread like a fan."""
    shell = path(
        "M12 27Q2 21 2 12.5Q2.5 9 6 9Q7.5 4.5 11.5 5.5Q13.5 2.5 16 2.5Q18.5 2.5 20.5 5.5"
        "Q24.5 4.5 26 9Q29.5 9 30 12.5"
        "Q30 21 20 27L22.5 30H9.5Z"
    )
    ribs = path("M16 27V6M14 26.5Q10.5 18 10.5 9M12.5 25.5Q6.5 19.5 5.5 12.5")
    return "".join(
        (
            fill(own(GOLD), shell),
            veil(WHITE, 0.35, path("M3.5 12.5Q5 10 7.2 10.5Q8.5 6.5 12 7.2L14 25Q4 20 3.5 12.5Z")),
            veil(BLACK, 0.22, path("M30 12.5Q30 21 20 27L22.5 30H9.5L12 27H17L25 9.3L26 9Q29.5 9 30 12.5Z")),
            line(DARK, 1.3, ribs.both(16)),
        )
    )


def squid() -> str:
    """A pointed mantle with fins, and a crown of arms."""
    mantle = path("M16 1Q22 7.5 21.5 16Q21 20 19.5 21H12.5Q11 20 10.5 16Q10 7.5 16 1Z")
    fins = path("M16 1Q23 3 26 10.5Q23 12 20.5 11.5L16 5Z")
    arms = (
        ribbon([(13, 20), (9.5, 23.5), (5.5, 22.5), (4, 26)], 3, 0.7)
        | ribbon([(14, 20), (11.5, 25), (8.5, 26.5), (9, 31)], 3, 0.7)
        | ribbon([(15.2, 20), (14.5, 25.5), (13.5, 28), (14.3, 31)], 2.6, 0.7)
    )
    return "".join(
        (
            fill(shaded(own(BLUE)), arms.both(16)),
            fill(own(BLUE), fins.both(16), mantle),
            veil(BLACK, 0.2, path("M16 1Q22 7.5 21.5 16Q21 20 19.5 21H16Q18 12 16 1Z")),
            veil(WHITE, 0.35, path("M15 4.5Q11.5 9 12 15.5Q13.5 10 15 4.5Z")),
            fill(PALE, disc(13, 17.5, 2).both(16)),
            fill(DARK, disc(13.2, 17.7, 1).both(16)),
        )
    )


def kraken() -> str:
    """A dark head from which eight arms coil."""
    head = path("M16 2Q24.5 2 24.5 10Q24.5 13.5 22 16Q22 19 16 19Q10 19 10 16Q7.5 13.5 7.5 10Q7.5 2 16 2Z")
    arms = (
        ribbon([(10, 14), (5, 15), (2.5, 11), (4.5, 8)], 3.6, 1)
        | ribbon([(10.5, 16), (6, 20), (2, 18.5), (2, 22.5)], 3.6, 0.8)
        | ribbon([(12, 17), (9.5, 23), (5, 23.5), (5.5, 28)], 3.8, 0.8)
        | ribbon([(14, 18), (14.5, 24), (11, 26), (12, 30.5)], 3.8, 0.8)
    )
    return "".join(
        (
            fill(shaded(own(MURK)), arms.both(16)),
            fill(own(MURK), head),
            veil(BLACK, 0.25, path("M18 2.2Q24.5 3 24.5 10Q24.5 13.5 22 16Q22 19 16 19Q22 12 18 2.2Z")),
            veil(WHITE, 0.3, path("M9.5 10Q9.5 4.5 14.5 3.5Q11.5 6.5 11.5 10.5Q10.5 12.5 9.5 10Z")),
            fill(GLOW, path("M10.5 11.5Q13 11 15 14Q12 15.5 10.5 11.5Z").both(16)),
        )
    )


def monster() -> str:
    """A gaping anglerfish with its lure."""
    body = path(
        "M3 13.5Q6 7.5 14 7.5Q22 7 26 13.5L30.5 9.5Q29.5 17 31 24.5L26 20.5Q22.5 28 14 28"
        "Q5 28 2.5 22.5L11 19Z"
    )
    upper = polygon((3.2, 13.8), (4, 17.6), (5.8, 15.6), (7, 18.9), (8.6, 16.9), (9.8, 19.2), (11, 19))
    lower = polygon((3, 22.2), (4.4, 19.2), (6.2, 20.8), (7.4, 18), (9, 19.7), (11, 19), (9, 21))
    return "".join(
        (
            line(own(MONSTER_GREEN), 1.5, curve((15, 8), (14, 3.5), (9, 2.5), (6, 5))),
            fill(GLOW, disc(5.2, 6.2, 2.4)),
            fill(DARK, path("M3 13.8L11 19L3 22.2Q6 18 3 13.8Z")),
            fill(own(MONSTER_GREEN), body),
            veil(BLACK, 0.3, path("M2.5 22.5L11 19Q18 25 26 20.5Q22.5 28 14 28Q5 28 2.5 22.5Z")),
            veil(WHITE, 0.25, path("M6 12.5Q9 9.5 16 9.5Q11 11.5 10 15.5Z")),
            fill(PALE, upper, lower, disc(13.5, 13.2, 2.7)),
            fill(DARK, disc(12.8, 13.2, 1.4)),
            line(DARK, 1.2, curve((19, 13), (21, 17), (19, 21))),
        )
    )


DRAWINGS = {
    "race-j": jellyfish,
    "race-c": crab,
    "race-h": seahorse,
    "race-s": shellfish,
    "race-q": squid,
    "race-k": kraken,
    "monster": monster,
}
