"""The locations: a scene or a landmark for each, in light that falls from above."""

from art import waters
from art.kraken_locations import KRAKEN_LOCATIONS
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
    holed,
    line,
    shaded,
    veil,
)
from art.shapes import (
    box,
    curve,
    disc,
    join,
    oval,
    path,
    polygon,
)
from art.waters import (
    FAR,
    LAMPLIGHT,
    LIGHT,
    MIDDLE,
    NEAR,
    WATER,
    bubbles,
    fishes,
    floor,
    hills,
    kelp,
    ridge,
    sea,
    seabed,
)


def sargasso_silos() -> str:
    """Domed silos wrapped in weed."""
    silo = path("M0 0V-26Q0 -36 9 -36Q18 -36 18 -26V0Z")
    side = path("M11 0V-35.8Q18 -35 18 -26V0Z")
    return "".join(
        (
            sea(silo.sized(0.7, (0, 0)).at(10, 50), silo.sized(0.7, (0, 0)).at(76, 50), sun=30),
            hills(-5),
            fill(PALE, silo.at(20, 56), silo.at(39, 54).sized(1.2, (48, 54)), silo.at(60, 56)),
            fill(SHADE, side.at(20, 56), side.at(39, 54).sized(1.2, (48, 54)), side.at(60, 56)),
            line(
                TEAL,
                2.4,
                path(
                    "M20 50Q30 48 38 41M20 38Q28 38 36 29M37 46Q50 44 59 34M60 46Q70 44 78 38M38 30"
                    "Q48 28 57 20"
                ),
            ),
            fill(
                GLOW,
                path("M45 54V48Q45 45.5 48 45.5Q51 45.5 51 48V54Z"),
                disc(29, 31, 2),
                disc(69, 33, 2),
                disc(48, 19, 2.2),
            ),
            floor(12, -3),
            kelp(TEAL, (8, 34), (14, 44), (86, 38), (91, 30)),
        )
    )


def hydrozoa_reserves() -> str:
    """Jellyfish that drift under a dome of glass."""
    bell = path("M0 0Q0 -7 6 -7Q12 -7 12 0Q10 2 8 0Q6 2 4 0Q2 2 0 0Z")
    arms = path("M2.5 1Q1.5 5 3 8M6 1Q7 6 5.5 10M9.5 1Q10.5 5 9 8")
    places = ((26, 34, 1.0), (44, 24, 1.5), (64, 36, 1.1))
    return "".join(
        (
            sea(sun=52),
            ridge(-7, 1),
            fill(MIDDLE, path("M12 54Q12 8 48 8Q84 8 84 54Z")),
            veil(WHITE, 0.14, path("M16 54Q16 14 46 11Q26 22 26 54Z")),
            *(line(VIOLET, 1.4, arms.sized(k, (0, 0)).at(x, y)) for x, y, k in places),
            fill(VIOLET, *(bell.sized(k, (0, 0)).at(x, y) for x, y, k in places)),
            veil(WHITE, 0.45, *(disc(x + 4 * k, y - 3.5 * k, 1.6 * k) for x, y, k in places)),
            line(PALE, 1.8, path("M12 54Q12 8 48 8Q84 8 84 54M48 8V15M30 54Q28 22 48 8Q68 22 66 54")),
            fill(PALE, path("M8 53H88V58H8Z")),
            fill(SHADE, path("M48 53H88V58H48Z")),
            fill(GLOW, *(disc(x, 55.5, 1.3) for x in (16, 32, 48, 64, 80))),
            floor(-16),
        )
    )


def the_sanctuary() -> str:
    """A shrine below a huge jellyfish."""
    return "".join(
        (
            sea(seabed(38, 46, 52, 44, 36), sun=48),
            line(
                VIOLET, 2.2, path("M34 22Q30 34 34 46M41 24Q40 36 42 44M55 24Q56 36 54 44M62 22Q66 34 62 46")
            ),
            fill(
                VIOLET,
                path(
                    "M18 20Q20 2 48 2Q76 2 78 20Q72 26 66 21Q60 27 54 22Q48 27 42 22Q36 27 30 21Q24 26 18 20Z"
                ),
            ),
            veil(WHITE, 0.35, path("M23 18Q26 6 46 5Q34 9 31 19Q27 21 23 18Z")),
            fill(GLOW, disc(40, 13, 2), disc(50, 11, 2.4), disc(60, 14, 2)),
            fill(PALE, path("M33 44H63L66 50H30ZM27 51H69V55H27ZM22 56H74V60H22Z")),
            fill(SHADE, path("M48 44H63L66 50H48ZM48 51H69V55H48ZM48 56H74V60H48Z")),
            fill(GLOW, path("M48 31Q52 37 50.5 41Q49.5 43.5 48 43.5Q46.5 43.5 45.5 41Q44 37 48 31Z")),
            fill(NEAR, seabed(40, 58, 62, 61, 62, 58, 42)),
        )
    )


def parliament() -> str:
    """A dome above a row of columns."""
    return "".join(
        (
            sea(sun=38),
            ridge(10, 2),
            hills(1, -2),
            fill(
                PALE,
                path("M30 27Q31 9 48 8Q65 9 66 27Z"),
                box(24, 27, 48, 5),
                box(14, 36, 68, 4),
                box(10, 54, 76, 5),
            ),
            fill(SHADE, path("M50 8.2Q65 9 66 27H54Q58 16 50 8.2ZM54 27H72V32H54ZM56 36H82V40H56Z")),
            fill(DARK, box(18, 40, 60, 14), box(28, 32, 40, 4)),
            fill(PALE, *(box(x, 40, 5, 14) for x in (18, 29, 40, 51, 62, 73))),
            fill(SHADE, *(box(x + 3, 40, 2, 14) for x in (18, 29, 40, 51, 62, 73))),
            fill(
                GLOW,
                path("M45.5 54V47Q45.5 44 48 44Q50.5 44 50.5 47V54Z"),
                disc(48, 5, 2.4),
                *(disc(x, 34, 1.1) for x in (36, 42, 54, 60)),
            ),
            line(SHADE, 1.4, path("M48 12V26M40 13Q36 19 36 26M56 13Q60 19 60 26")),
            fill(BLUE, path("M18 12L24 14L18 17Z"), path("M78 14L84 16L78 19Z")),
            line(PALE, 1.4, path("M18 11V36M78 13V36")),
            floor(18),
        )
    )


def the_barracks() -> str:
    """A fortress with red banners."""
    tower = path("M0 0V-30H-2V-37H2V-34H5V-37H9V-34H12V-37H16V-30H14V0Z")
    return "".join(
        (
            sea(sun=28),
            ridge(-18, -3),
            hills(-10, -4),
            fill(SHADE, path("M24 56V34H28V30H34V34H40V30H46V34H50V30H56V34H62V30H68V34H72V56Z")),
            fill(PALE, tower.at(13, 57), tower.at(69, 57)),
            fill(SHADE, path("M22 57V20H29V27H27V57ZM78 57V20H85V27H83V57Z")),
            fill(DARK, path("M38 56V46Q38 38 48 38Q58 38 58 46V56Z")),
            line(SHADE, 1.6, path("M43 41V56M48 39V56M53 41V56M39 49H57")),
            fill(RED, path("M16 32H24V46L20 43L16 46ZM72 32H80V46L76 43L72 46ZM48 12L60 15L48 19Z")),
            line(PALE, 1.6, path("M48 10V33")),
            fill(GLOW, box(18.5, 25, 3, 4), box(74.5, 25, 3, 4), disc(33, 45, 1.8), disc(63, 45, 1.8)),
            floor(7, -2),
        )
    )


def the_dockworks() -> str:
    """A hull on the slip under a crane."""
    return "".join(
        (
            sea(sun=60),
            ridge(-1, 2),
            hills(-21, 2),
            line(PALE, 2.6, path("M20 56V14H64M20 24L30 14M12 56L20 40L28 56")),
            fill(PALE, box(10, 10, 12, 9)),
            fill(DARK, box(12.5, 12, 5, 4)),
            line(SHADE, 1.4, path("M58 14V28M52 34L58 28L64 34")),
            fill(GLOW, path("M32 33H88Q85 50 74 55H44Q34 50 32 33Z")),
            fill(AMBER, path("M60 33H88Q85 50 74 55H60Q66 46 60 33Z")),
            line(DARK, 1.6, path("M34.5 40H86M38 47H82M48 34V54M70 34V54")),
            fill(PALE, path("M46 33V26H54V33ZM76 33L80 20L84 33Z")),
            fill(NEAR, path("M0 64V56H96V64ZM38 56L44 50H48L46 56ZM72 56L70 50H74L80 56Z")),
            fill(GLOW, disc(64, 14, 2.4)),
        )
    )


def sargasso_fields() -> str:
    """Rows of weed that a seahorse ploughs."""
    return "".join(
        (
            sea(sun=50),
            ridge(5, -3),
            hills(-20, -4),
            kelp(FAR, *((x, 33) for x in range(4, 96, 13))),
            kelp(TEAL, *((x, 29) for x in (10, 26, 70, 84, 93))),
            fill(
                GLOW,
                path(
                    "M42 50Q36 40 42 32Q47 26 44 20L33 23Q30 21 33 17L42 11Q44 6 50 9Q60 13 58 27"
                    "Q56 33 52 38Q49 44 53 47Q57 45 57 49Q54 55 47 53Q43 52 42 50Z"
                ),
            ),
            fill(
                AMBER,
                path(
                    "M54 12Q59 18 58 27Q56 33 52 38Q49 44 53 47Q50 48 47 44Q46 38 50 32Q56 22 54 12Z"
                    "M57 20L66 18L63 24L67 28L58 30Z"
                ),
            ),
            fill(DARK, disc(45.5, 14.5, 1.8)),
            line(PALE, 1.8, path("M40 21.5L52 34L78 44")),
            floor(8, -2),
            kelp(shaded(TEAL), *((x, 41) for x in (5, 18, 74, 89))),
        )
    )


def the_abyss() -> str:
    """Black water between two walls, and eyes in it."""
    left = path("M0 0H18L22 10L30 18L26 30L36 40L34 52L42 64H0Z")
    return "".join(
        (
            fill(WATER, box(0, 0, 96, 64)),
            fill(FAR, path("M14 6H82L66 64H32Z")),
            fill(MIDDLE, path("M22 18Q48 24 74 18L62 64H34Z")),
            fill("#011", path("M28 34Q48 40 68 34L60 64H36Z")),
            fill(FAR, path("M0 0H24L30 14L38 24L34 36L42 50L40 64H0Z").both(48)),
            fill(MIDDLE, left.both(48)),
            fill(NEAR, path("M0 0H8L12 16L20 26L16 40L26 52L24 64H0Z").both(48)),
            veil(WHITE, 0.3, polygon((40, 0), (56, 0), (51, 36), (46, 36))),
            fill(GLOW, path("M41 51Q44 48.5 46.5 52Q43.5 54 41 51Z").both(48)),
            fill(GLOW, disc(47, 44, 0.9), disc(52, 59, 0.9), disc(44, 60, 0.7)),
            fill(PALE, fishes((34, 10), (41, 14), (56, 8))),
        )
    )


def city_of_mirrors() -> str:
    """Towers, and the same towers upside down."""
    skyline = path(
        "M10 32V20L14 14L18 20V32ZM20 32V12L24 4L28 12V32ZM31 32V22H40V32ZM42 32V10L48 1"
        "L54 10V32ZM57 32V18L61 12L65 18V32ZM68 32V8L71.5 3L75 8V32ZM78 32V22L82 17L86 22V32Z"
    )
    shades = path(
        "M14 14L18 20V32H15ZM24 4L28 12V32H25ZM36 22H40V32H36ZM48 1L54 10V32H49.5ZM61 12"
        "L65 18V32H62ZM71.5 3L75 8V32H72ZM82 17L86 22V32H83Z"
    )
    mirrored = path(
        "M10 34V46L14 52L18 46V34ZM20 34V54L24 62L28 54V34ZM31 34V44H40V34ZM42 34V55L48 63"
        "L54 55V34ZM57 34V48L61 54L65 48V34ZM68 34V57L71.5 62L75 57V34ZM78 34V44L82 49L86 44"
        "V34Z"
    )
    return "".join(
        (
            sea(sun=48),
            fill(PALE, skyline),
            fill(SHADE, shades),
            fill(MIDDLE, box(0, 33, 96, 31)),
            fill(FAR, mirrored),
            line(LIGHT, 1.4, path("M4 33H92M16 38H32M38 42H60M66 39H84M22 50H40M52 54H72")),
            fill(
                GLOW,
                *(
                    box(x, y, 2, 3)
                    for x, y in ((22, 16), (44.5, 14), (44.5, 21), (59, 22), (70, 13), (70, 20), (12.5, 23))
                ),
            ),
            fill(
                AMBER,
                *(box(x, 63 - y, 2, 3) for x, y in ((22, 16), (44.5, 14), (44.5, 21), (59, 22), (70, 13))),
            ),
        )
    )


def black_smokers() -> str:
    """Chimneys that breathe black smoke."""
    smoke = join(
        disc(*cloud)
        for cloud in ((25, 31, 5), (22, 24, 6), (28, 18, 7.5), (20, 11, 8.5), (31, 6, 9), (18, 0, 9))
    )
    return "".join(
        (
            sea(sun=80, depth=0.25),
            ridge(-12, 5),
            fill(NEAR, smoke, smoke.sized(1.1, (25, 31)).at(25, -6), smoke.sized(0.75, (25, 31)).at(48, 6)),
            fill(MIDDLE, disc(27, 16, 4.5), disc(18, 9, 5), disc(52, 8, 5), disc(75, 27, 3.2)),
            fill(MIDDLE, path("M14 64L20 32H30L38 64ZM38 64L44 26H56L66 64ZM64 64L69 38H77L84 64Z")),
            fill(FAR, path("M14 64L20 32H24L22 64ZM38 64L44 26H48L46 64ZM64 64L69 38H72L71 64Z")),
            fill(
                GLOW,
                path("M20 33Q25 27 30 33L28 36H22ZM44 27Q50 20 56 27L53 31H47ZM69 39Q73 33 77 39L75 41H71Z"),
            ),
            line(RED, 2, path("M50 34L48 42L52 48L50 57M26 40L25 48L28 54M73 45L72 52L75 58")),
            floor(-15, -1),
        )
    )


def senate_assembly() -> str:
    """Rings of seats around a speaker."""
    rings = ((SHADE, 45, 21), (PALE, 38, 17.5), (SHADE, 31, 14), (PALE, 24, 10.5), (MIDDLE, 17, 7))
    return "".join(
        (
            sea(sun=48),
            ridge(5, -11),
            fill(MIDDLE, path("M3 40H93V48Q84 64 48 64Q12 64 3 48Z")),
            *(fill(tone, oval(48, 40 + i, rx, ry)) for i, (tone, rx, ry) in enumerate(rings)),
            fill(
                BLUE,
                *(
                    disc(x, y, 2.2)
                    for x, y in ((16, 28), (28, 22.5), (41, 20), (55, 20), (68, 22.5), (80, 28))
                ),
            ),
            fill(DARK, *(disc(x, y, 1.9) for x, y in ((24, 31), (36, 27), (48, 26), (60, 27), (72, 31)))),
            veil(WHITE, 0.25, polygon((42, 0), (54, 0), (60, 45), (36, 45))),
            fill(GLOW, path("M42 47L43.5 40H52.5L54 47Z")),
            fill(
                BLUE,
                path("M43.5 40Q43 34 48 33Q53 34 52.5 40Z"),
                path("M45 33Q44.5 28 48 26.5Q51.5 28 51 33Z"),
            ),
            floor(2, 2),
        )
    )


def the_depths() -> str:
    """A diving bell, small above a lure."""
    return "".join(
        (
            fill(FAR, box(0, 0, 96, 64)),
            fill(MIDDLE, path("M0 16Q24 20 48 16T96 16V64H0Z")),
            fill(NEAR, path("M0 32Q24 36 48 32T96 32V64H0Z")),
            fill("#011", path("M0 48Q24 52 48 48T96 48V64H0Z")),
            line(PALE, 1.2, path("M30 0V16")),
            fill(PALE, path("M24 24Q24 15 30 15Q36 15 36 24L38 28H22Z")),
            fill(GLOW, disc(30, 21.5, 2.6)),
            veil(LAMPLIGHT, 0.25, polygon((24, 28), (36, 28), (46, 50), (14, 50))),
            fill(NEAR, path("M58 50Q62 38 76 38Q88 39 90 50L96 44V64L88 58Q84 64 74 64H64Q57 60 58 50Z")),
            fill("#012", path("M57 52Q62 40 76 40Q88 41 90 51L96 46V64H62Q66 58 72 55Q62 57 57 52Z")),
            line(SHADE, 1.4, curve((72, 40), (70, 32), (62, 30), (55, 35))),
            fill(GLOW, disc(54, 37.5, 3)),
            fill(
                PALE,
                polygon((58, 53), (60, 57), (62, 54.6), (64.5, 58), (66.5, 55.4), (69, 57.4), (71, 55.3)),
                disc(73, 47, 2.6),
            ),
            fill(DARK, disc(72.3, 47, 1.3)),
        )
    )


def the_throne_room() -> str:
    """A throne like an open shell, in the light."""
    return "".join(
        (
            sea(sun=46, depth=0.2),
            fill(MIDDLE, *(path("M0 64V4H10V64ZM-2 4H12V0H-2Z").at(x, 0) for x in (6, 22, 64, 80))),
            fill(FAR, *(box(x, 4, 3.5, 60) for x in (6, 22, 64, 80))),
            fill(
                PALE, path("M48 42L30 32Q27 20 34 18Q36 9 43 11Q45 6 48 6Q51 6 53 11Q60 9 62 18Q69 20 66 32Z")
            ),
            fill(SHADE, path("M48 42L53 11Q60 9 62 18Q69 20 66 32Z")),
            line(AMBER, 1.6, path("M48 40V9M47 40L38 14M46.5 40L32 24").both(48)),
            fill(GLOW, path("M36 38H60V47H36ZM33 32H38V54H33ZM58 32H63V54H58Z")),
            fill(AMBER, path("M48 42H60V47H48ZM58 32H63V54H58Z")),
            fill(RED, path("M41 47H55L66 64H30Z")),
            fill(PALE, path("M26 54H38L35 58H24ZM58 54H70L72 58H61Z"), disc(48, 17, 2.6)),
            fill(NEAR, path("M0 64V60H30L30 64ZM66 64V60H96V64Z")),
        )
    )


def the_jail() -> str:
    """A cage that hangs in a cave."""
    return "".join(
        (
            sea(sun=46, depth=0.3),
            holed(MIDDLE, path("M0 0H96V64H0ZM10 64Q6 22 34 14Q60 6 80 22Q94 38 86 64Z")),
            fill(
                NEAR,
                path("M0 0H96V14Q84 6 70 10Q62 4 48 8Q36 3 26 11Q14 14 10 34Q12 50 6 64H0Z"),
                path("M96 10V64H86Q92 44 88 30Z"),
            ),
            line(SHADE, 2, path("M48 6V16")),
            fill(DARK, path("M32 52V28Q32 18 48 16Q64 18 64 28V52Z")),
            fill(GLOW, path("M41 31Q45 30 46.5 34Q42.5 35 41 31Z").both(48)),
            line(
                SHADE,
                2.4,
                path("M32 52V28Q32 18 48 16Q64 18 64 28V52M40 18.5V52M48 17V52M56 18.5V52M32 40H64"),
            ),
            line(RED, 2.4, path("M38 42.5H42M38 45.5H42M38 48.5H42").both(48)),
            fill(PALE, box(28, 51, 40, 4)),
            fill(GLOW, path("M62 41H72V49H62Z")),
            line(GLOW, 1.8, path("M64 41V38Q67 34 70 38V41")),
            fill(DARK, disc(67, 45, 1.4)),
            floor(19, 1),
        )
    )


def the_chasm() -> str:
    """A bridge over a rift in the rock."""
    return "".join(
        (
            sea(seabed(30, 22, 40, 20, 28), sun=50),
            kelp(TEAL, (8, 10), (15, 16), (84, 12), (91, 18)),
            fill(
                MIDDLE,
                path(
                    "M0 64V24L14 20L24 26L32 24L36 34L33 44L40 54L38 64ZM96 64V20L84 24L74 20L66 26"
                    "L60 34L64 46L58 54L60 64Z"
                ),
            ),
            fill(
                NEAR,
                path(
                    "M0 64V34L12 30L22 36L28 36L30 46L26 54L32 64ZM96 64V32L86 34L76 30L70 36L70 48"
                    "L66 56L66 64Z"
                ),
            ),
            fill("#011", path("M38 64L40 54L45 46H54L58 54L60 64Z")),
            line(PALE, 3, path("M30 25Q48 34 68 25")),
            line(SHADE, 1.4, path("M30 18Q48 28 68 18M30 17V26M39 21.5V28.5M48 23V30M58 21.5V28.5M68 17V26")),
            fill(
                RED,
                path("M44 26Q44 20 48 20Q52 20 52 26Q52 29 48 29Q44 29 44 26Z"),
                path("M42 22Q38 20 40 16Q42 17 42.5 19Q44 18 45 20Q44 23 42 22Z").both(48),
            ),
            fill(GLOW, disc(30, 15, 2), disc(68, 15, 2), disc(46.5, 23.5, 0.9), disc(49.5, 23.5, 0.9)),
        )
    )


def the_closed_tower() -> str:
    """A tower without a window, and its lock."""
    return "".join(
        (
            sea(sun=44),
            ridge(22),
            hills(-9, 1),
            fill(PALE, path("M36 60L38 18H34V12H38V8H42V12H46V8H50V12H54V8H58V12H62V18H58L60 60Z")),
            fill(SHADE, path("M50 8H54V12H58V8H62V18H58L60 60H52L51 12Z")),
            line(SHADE, 1.3, path("M38 26H45M40 34H50M38 42H44M46 22H51M43 50H47")),
            fill(AMBER, path("M41 60V44Q41 36 48 36Q55 36 55 44V60Z")),
            line(DARK, 1.6, path("M41 60V44Q41 36 48 36Q55 36 55 44V60M48 36V60")),
            line(GLOW, 2.6, path("M44 48V45Q44 41.5 48 41.5Q52 41.5 52 45V48")),
            fill(GLOW, path("M42.5 47.5H53.5V56H42.5Z")),
            fill(DARK, disc(48, 50.8, 1.5), box(47.3, 51, 1.4, 3.4)),
            floor(8),
            kelp(TEAL, (14, 40), (22, 48), (78, 42)),
            fill(PALE, fishes((14, 18), (20, 23), (74, 14))),
        )
    )


def the_lost_tower() -> str:
    """A broken tower, leaning, overgrown."""
    return "".join(
        (
            sea(sun=66),
            ridge(-6),
            hills(-20),
            fill(PALE, path("M30 60L40 16L44 20L48 12L52 19L57 15L60 22L54 60Z")),
            fill(SHADE, path("M52 19L57 15L60 22L54 60H46Z")),
            fill(
                DARK,
                path(
                    "M42 33Q45 27 48 33L47 40H41ZM38 54Q41 46 46 53L45.5 60H37ZM50 26Q52.5 22 55 26L54 31H50Z"
                ),
            ),
            line(
                TEAL,
                2.4,
                curve((31, 58), (40, 50), (38, 42), (46, 36), (44, 26), (50, 20)),
                curve((54, 58), (50, 50), (55, 42), (53, 36)),
            ),
            fill(
                TEAL,
                *(
                    oval(x, y, 2.4, 1.4)
                    for x, y in ((42, 48), (36, 43), (48, 38), (42, 28), (52, 48), (56, 41))
                ),
            ),
            fill(SHADE, path("M66 58L68 50L76 48L80 56ZM82 60L84 54L90 55L91 60ZM14 60L16 53L23 55L22 60Z")),
            floor(-3),
            fill(PALE, fishes((66, 24), (72, 29), (64, 32))),
            fill(GLOW, disc(44.5, 34, 1.6)),
        )
    )


def chamber_of_allies() -> str:
    """Five banners in one hall."""
    banner = path("M0 0H10V18L5 22L0 18Z")
    tones = (VIOLET, RED, TEAL, GOLD, BLUE)
    return "".join(
        (
            sea(sun=46, depth=0.35),
            fill(MIDDLE, path("M0 64V22Q0 0 48 0Q96 0 96 22V64H88V28Q88 8 48 8Q8 8 8 28V64Z")),
            line(PALE, 1.8, path("M10 15Q48 3 86 15")),
            *(
                fill(tone, banner.at(14 + 14.5 * i, (15, 11.5, 10.5, 11.5, 15)[i]))
                for i, tone in enumerate(tones)
            ),
            veil(WHITE, 0.22, *(box(14 + 14.5 * i, (15, 11.5, 10.5, 11.5, 15)[i], 4, 18) for i in range(5))),
            fill(SHADE, path("M40 52H56L60 62H36Z")),
            fill(PALE, oval(48, 50, 30, 6.5)),
            fill(SHADE, path("M78 50A30 6.5 0 0 1 18 50Q48 58 78 50Z")),
            fill(GLOW, disc(48, 48.5, 3)),
            *(
                fill(tone, disc(26 + 11 * i, (48.5, 46, 45, 46, 48.5)[i], 2))
                for i, tone in enumerate(tones)
                if i != 2
            ),
            floor(14, 3),
        )
    )


def nest_of_giant_clams() -> str:
    """Huge clams, one with its pearl."""
    return "".join(
        (
            sea(sun=48),
            ridge(11, -1),
            hills(8),
            _clam(18, 48, 0.85),
            _clam(80, 49, 0.8),
            _clam(48, 40, 1.25),
            fill(PALE, disc(48, 37.5, 7)),
            fill(SHADE, path("M55 36A7 7 0 0 1 44 43Q53 43 55 36Z")),
            fill("#fff", disc(45.5, 34.5, 1.8)),
            fill(GOLD, path("M37 43L40 46L43 42.5L48 47L53 42.5L56 46L59 43Q58 50 48 51Q38 50 37 43Z")),
            floor(-3, -1),
            fill(LIGHT, bubbles((60, 8), (63, 14), (60, 18))),
        )
    )


def _clam(x: float, y: float, size: float) -> str:
    return f'<use href="#clam" transform="translate({x} {y})scale({size})"/>'


def clam() -> str:
    """The open clam that the nest shows three times, around (0, 0)."""
    lid = path("M-16 0Q-20 -12 -10 -15Q-7 -21 0 -19Q7 -21 10 -15Q20 -12 16 0Q0 -5 -16 0Z")
    bowl = path("M-16 1L-12 5L-8 1L-4 6L0 2L4 6L8 1L12 5L16 1Q16 14 0 15Q-16 14 -16 1Z")
    shadow = path("M-14 -2Q0 -10 14 -2L16 0Q0 -5 -16 0ZM16 1Q16 14 0 15Q-9 14 -13 10Q10 12 12 5Z")
    return "".join(
        (
            fill("#012", oval(0, 1, 13, 5)),
            fill(GOLD, lid, bowl),
            veil(BLACK, 0.28, shadow),
            line(DARK, 1.4, path("M-9 -4L-10 -13M0 -6V-17M9 -4L10 -13")),
        )
    )


def the_coral_barrier() -> str:
    """A wall of coral."""
    tree = path("M0 0V-12L-8 -20M0 -8L8 -18V-26M0 -12V-30M-8 -20V-28M-8 -20L-14 -24M8 -18L14 -22")
    return "".join(
        (
            sea(sun=34),
            ridge(-17, -10),
            line(MIDDLE, 5, tree.at(14, 58), tree.at(50, 54), tree.at(84, 58)),
            line(RED, 4.5, tree.at(30, 60)),
            line(VIOLET, 4, tree.sized(0.8, (0, 0)).at(62, 60)),
            fill(GOLD, path("M70 60Q66 40 78 34Q92 38 90 60Z"), path("M2 62Q2 44 12 42Q22 46 20 62Z")),
            line(
                AMBER,
                1.4,
                path(
                    "M74 58Q74 46 78 38M79 58Q80 46 79 38M85 58Q86 48 82 40M7 60Q7 50 11 46M14 60Q16 52 13 46"
                ),
            ),
            fill(TEAL, path("M40 62Q36 48 48 46Q58 50 54 62Z")),
            fill(PALE, disc(44, 52, 1.3), disc(49, 50, 1.3), disc(50, 56, 1.3), disc(45, 58, 1.3)),
            fill(GLOW, fishes((52, 14), (60, 19), (50, 24), (14, 22))),
            floor(20, 1),
        )
    )


def shared() -> dict[str, str]:
    """What scenes use more than once, by id."""
    return {**waters.shared(), "clam": clam()}


LOCATIONS = {
    1: sargasso_silos,
    2: hydrozoa_reserves,
    3: the_sanctuary,
    4: parliament,
    5: the_barracks,
    6: the_dockworks,
    7: sargasso_fields,
    8: the_abyss,
    9: city_of_mirrors,
    10: black_smokers,
    11: senate_assembly,
    12: the_depths,
    13: the_throne_room,
    14: the_jail,
    15: the_chasm,
    16: the_closed_tower,
    17: the_lost_tower,
    18: chamber_of_allies,
    19: nest_of_giant_clams,
    20: the_coral_barrier,
    **KRAKEN_LOCATIONS,
}
