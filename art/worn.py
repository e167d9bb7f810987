"""What lords wear and the faces that they make, drawn so that they fit the busts; in a view box of 64."""

from art.frames import MAGE, MERCHANT, SMUGGLER
from art.paint import AMBER, BLACK, DARK, GLOW, PALE, RED, SHADE, WHITE, fill, holed, line, own, shaded, veil
from art.shapes import box, curve, disc, oval, path, polygon, spiral

RIM = "#cff"  # light from behind, along the edge that lies in shadow
INK = "#013"
# Skins, and the fins of seahorses.
LILAC, CORAL, MINT, SAND, SKY = "#edf", "#fa8", "#7db", "#fda", "#acf"
FOG, DUSK, MANE = "#cde", "#b9c", "#e9b"


def _eyes() -> dict[str, str]:
    """Pairs of eyes, at the same place of every face that looks ahead."""
    left, right = (24.5, 27), (34.5, 27)
    return {
        "calm": fill("#fff", oval(*left, 3.2, 2.2), oval(*right, 2.8, 2.2))
        + fill(INK, disc(25.2, 27.2, 1.8), disc(35, 27.2, 1.7))
        + line(INK, 1.2, path("M20.5 24Q24.5 21.5 28 24M32 24Q35 21.5 38 24")),
        "wide": fill("#fff", disc(*left, 3.8), disc(*right, 3.5))
        + fill(INK, disc(25.2, 27, 1.7), disc(35, 27, 1.6))
        + line(INK, 1.2, path("M21 20.5Q24.5 18 27.5 20M32 20Q35 18 38 20.5")),
        "sly": fill(
            "#fff", path("M20.5 26H28.5Q27 30 24.5 30Q22 30 20.5 26ZM31 26H38.5Q37 30 35 30Q32.5 30 31 26Z")
        )
        + fill(INK, disc(26, 27.6, 1.7), disc(36, 27.6, 1.6))
        + line(INK, 1.6, path("M20 25.6H28.8M31 25.6H38.8")),
        "stern": fill(
            "#fff", path("M20.5 25L28.5 27.5Q26 30.5 23.5 29.5ZM38.5 25L31 27.5Q33 30.5 35.5 29.5Z")
        )
        + fill(INK, disc(25.8, 28, 1.5), disc(34, 28, 1.5))
        + line(INK, 2, path("M19.5 22.5L28 26M39.5 22.5L31 26")),
        "old": line(INK, 1.5, path("M21 28Q24.5 25 28 28M31.5 28Q35 25 38 28"))
        + line("#fff", 2.2, path("M20.5 23.5Q24 21 28 23M31.5 23Q35 21 38.5 23.5")),
        "ember": fill(INK, path("M18.5 23L30 27.5Q24 34 18.5 23ZM40 23L29.5 27.5Q35 34 40 23Z"))
        + fill(GLOW, path("M20 25L28.5 28Q24 31 20 25ZM38.5 25L31 28Q35 31 38.5 25Z"))
        + fill("#fff", disc(24.8, 27.6, 0.9), disc(34.4, 27.6, 0.9)),
        "patch": fill("#fff", oval(*right, 3, 2.4))
        + fill(INK, disc(35.2, 27.2, 1.8), path("M19.5 23.5H29V28Q27 31.5 24 31.5Q20 31 19.5 28Z"))
        + line(INK, 1.3, path("M17 22.5L41 24.5M32 23Q35 21 38 23")),
    }


def _eyes_of_farmers() -> dict[str, str]:
    """One eye, because their heads are seen from the side."""
    return {
        "mild": fill("#fff", oval(36, 21.5, 3.6, 3))
        + fill(INK, disc(37, 21.7, 2))
        + fill("#fff", disc(36.3, 21, 0.7)),
        "keen": fill(GLOW, path("M32 20H40.5Q39 24.5 36 24.5Q33 24.5 32 20Z"))
        + fill(INK, disc(37, 21.8, 1.7))
        + line(INK, 1.5, path("M31 19.5H41")),
        "scared": fill("#fff", disc(35.5, 21, 4.4))
        + fill(INK, disc(36.5, 21, 1.6))
        + line(INK, 1.2, path("M31 14.5Q34 13 36 14")),
        "drowsy": line(INK, 1.6, path("M32.5 21.5Q36 24.5 39.5 21.5"))
        + line(INK, 1.2, path("M32 18Q35 16.5 38.5 17.5")),
    }


def _mouths() -> dict[str, str]:
    beard = path("M18 30Q17 46 24 52L29 58L34 52Q41 46 40 30Q38 37 33 37H25Q20 37 18 30Z")
    return {
        "smile": line(INK, 1.4, path("M24.5 37Q29.5 41.5 35 36.5")),
        "grim": line(INK, 1.5, path("M25 39.5Q29.5 37 34.5 39.5")),
        "smirk": line(INK, 1.5, path("M25.5 38.5Q31 40 35.5 36")),
        "gape": fill("#812", oval(30, 39, 3.2, 2.6)),
        "beard": fill(PALE, beard)
        + veil(BLACK, 0.25, path("M40 30Q41 46 34 52L29 58Q36 46 34 37Q38 36.5 40 30Z"))
        + line(SHADE, 1, path("M24 42Q25 48 27.5 52M30 42V55M35 42Q34.5 47 33 50"))
        + fill("#812", oval(29.7, 38.8, 2.6, 1.3)),
        "goatee": fill(
            INK,
            path("M26 41Q29.5 39.5 33 41L29.5 50Z"),
            path("M23.5 37.5Q27 34.5 29.5 36.5Q32 34.5 36 37.5Q32 38.8 29.5 37.8Q27 38.8 23.5 37.5Z"),
        ),
        "whiskers": fill(AMBER, path("M19 39Q22 34 29.5 36Q37 34 40 39Q36 41.5 29.5 38.2Q23 41.5 19 39Z")),
        "scar": line("#812", 1.2, path("M21 31L26 37M22 34.5L24.5 33")),
        "scarf": fill(own(RED), path("M16 34Q29 39 42 34L40 46Q29 53 18 46Z"))
        + veil(BLACK, 0.35, path("M36 36.5L42 34L40 46Q36 49 31 50Q37 44 36 36.5Z"))
        + line(INK, 1, path("M20 39Q28 43 36 41")),
        "veil": fill("#fffc", path("M17 33Q29 29 41 33L38 46Q29 54 20 46Z"))
        + line(SHADE, 1, path("M23 36Q24 44 28 49M35 36Q34 44 31 48")),
    }


def _worn_by_mages() -> dict[str, str]:
    tone = own(MAGE.tone)
    hem = "Q43 23 40 26Q37 20 33.5 23.5Q31 19.5 29 22.5Q26.5 19.5 24 23.5Q21 20 18 26Q15 23 11 27Z"

    def bell(top: str, light: str, *more: str) -> str:
        dome = path(f"M11 27{top}{hem}")
        return (
            fill(tone, dome)
            + veil(BLACK, 0.3, path(f"M33 23.5Q37 20 40 26Q43 23 47 27{light}"))
            + "".join(more)
        )

    glint = veil(WHITE, 0.5, path("M14 22Q15 9 27 6Q20 11 19 21Q16 20.5 14 22Z"))
    spots = veil(WHITE, 0.7, disc(24, 12, 1.8), disc(31, 9, 1.4), disc(29, 16, 1.6), disc(36, 14, 1.8))
    rim = line(RIM, 1, path("M39 9Q46 14 46.5 25"))
    return {
        "bell": bell("Q10 4 29 3Q48 4 47 27", "Q48 10 36 4.5Q41 12 33 23.5Z", glint, spots, rim),
        "cone": bell(
            "Q13 14 22 8Q29 4 29 -2Q32 7 38 10Q47 15 47 27",
            "Q47 15 38 10Q33 7.5 31 3Q36 14 33 23.5Z",
            glint,
            line(RIM, 1, path("M38 10Q46 15 46.5 25")),
            fill(GLOW, disc(29, 17, 2.4)),
        ),
        "frill": bell(
            "Q8 16 9 11L15 13Q15 6 19 4L23 8Q26 3 29 1Q32 3 35 8L39 4Q43 6 43 13L49 11Q50 16 47 27",
            "Q50 16 49 11L43 13Q43 6 39 4L35 8Q39 15 33 23.5Z",
            fill(GLOW, disc(29, 12, 2.6), disc(21, 13.5, 1.6), disc(37, 13.5, 1.6)),
            glint,
        ),
        "brim": bell(
            "L2 24Q4 19 14 16Q18 5 29 5Q40 5 44 16Q54 19 56 24L47 27",
            "L56 24Q54 19 44 16Q41 7 34 5.5Q40 14 33 23.5Z",
            line(GLOW, 1.8, path("M14.5 16.5Q29 22 43.5 16.5")),
            spots,
            line(RIM, 1, path("M44 15Q53 18 56 24")),
        ),
    }


def _worn_by_soldiers() -> dict[str, str]:
    tone = own(RED)
    claw = path("M14 15Q4 15 2 9Q1 2 8 -1Q6 4 8 6.5Q10.5 5 11 1Q16 6 13.5 10Q14 12 17 12Z")
    dome = path(
        "M14 30Q11 8 29 6Q47 8 44 30L43 41L36 47L38 32H31L30 38H28L27 32H20L22 47"
        "L15 41ZM18.5 23.5L20 31H27L29 33L31 31H38L39.5 23.5L31 26.5H27Z"
    )
    cap = path("M13 24Q12 7 29 6Q46 7 45 24Q38 20 29 20Q20 20 13 24Z")
    dark = veil(BLACK, 0.35, path("M34 6.7Q46.5 10 44 30L43 41L37 46V31Q40 18 34 6.7Z"))
    light = veil(WHITE, 0.4, path("M16 24Q16 12 25 8.5Q20 14 19.5 24Z"))
    rim = line(RIM, 1, path("M41 12Q45 19 44 30"))
    hollow = fill(INK, box(17, 22, 24, 20))
    ridge = line(DARK, 1.3, path("M29 7V19M21 10Q22.5 15 22 20M37 10Q35.5 15 36 20"))
    small_dark = veil(BLACK, 0.35, path("M35 7.2Q46 9.5 45 24Q41 21.5 36.5 20.7Q39 14 35 7.2Z"))
    return {
        "helm": hollow + holed(tone, dome) + dark + light + rim + line(DARK, 1.3, path("M29 7V25")),
        "cap": fill(tone, cap) + small_dark + light + ridge + line(RIM, 1, path("M40 10Q45 15 45 23")),
        "claws": fill(tone, claw.both(29))
        + veil(BLACK, 0.3, claw.mirrored(29))
        + veil(WHITE, 0.4, path("M3.5 8Q3 3.5 6 1.5Q5 5.5 6.5 8Q5 9 3.5 8Z")),
        "plume": fill(PALE, path("M26 8Q22 -3 36 -3Q50 -2 53 12Q46 4 40 6Q34 5 32 9Z"))
        + fill(SHADE, path("M32 9Q34 5 40 6Q46 4 53 12Q52 0 40 -2Q44 3 36 3Q32 4 30 8.5Z")),
        "spikes": fill(PALE, path("M27 7L29 -3L31 7ZM18 11L14 1L22 8.5ZM40 11L44 1L36 8.5Z"))
        + fill(SHADE, path("M29 -3L31 7H29ZM44 1L36 8.5L38 9.7Z")),
        "cowl": fill(INK, path("M12 48Q10 6 29 4Q48 6 46 48L37 46Q41 34 38 23Q29 17 20 23Q17 34 21 46Z"))
        + veil(WHITE, 0.22, path("M14 44Q13 12 26 7Q18 18 17 32Z"))
        + line(own(RED), 1.4, path("M20 23Q29 17 38 23"))
        + line(RIM, 1, path("M40 10Q46.5 18 46.5 38")),
        "mask": fill(INK, path("M17 23Q29 20 41 23L40 31Q36 33 32 30H27Q23 33 18 31Z")),
        "tricorne": fill(
            tone, path("M3 21Q12 17 18 8Q23 1 29 5Q35 1 40 8Q46 17 55 21Q44 28 29 22Q14 28 3 21Z")
        )
        + veil(BLACK, 0.35, path("M31 4Q36 2 40 8Q46 17 55 21Q46 26.5 35 24Q44 16 31 4Z"))
        + line(GLOW, 1.6, curve((4, 21.5), (16, 22), (29, 18.5), (42, 22), (54, 21.5))),
    }


def _worn_by_farmers() -> dict[str, str]:
    return {
        "straw": fill(
            GLOW,
            path(
                "M6 18Q20 8 28 10Q40 9 50 16Q40 19 29 18Q16 18 6 18ZM15 14Q16 0 28 0Q38 1 39 12Q28 16 15 14Z"
            ),
        )
        + fill(
            AMBER,
            path(
                "M34 2Q38 5 39 12Q28 16 15 14L15.5 10.5"
                "Q27 12.5 35 9.5ZM30 18Q42 17 44 13.2L50 16Q40 19 30 18Z"
            ),
        )
        + line(AMBER, 1, path("M20 3Q18 7 18.5 10M26 1.5Q25 6 25.5 10.5")),
        "crest": fill(MANE, path("M17 22L11 16L17 15L15 7L22 11L24 2L29 9L35 3L36 13Q26 12 17 22Z"))
        + veil(WHITE, 0.35, path("M17 20L15 17L18.5 16.5L17.5 10L22.5 13Q19 16 17 20Z")),
        "kelp": fill(
            "#3a4",
            path(
                "M15 22Q8 18 7 10Q15 11 17 17Q14 8 18 2Q24 8 22 13"
                "Q24 4 31 2Q33 9 28 13Q34 7 40 9Q38 15 31 16Q22 16 15 22Z"
            ),
        )
        + line("#164", 1.2, path("M17 20Q24 13 37 12"))
        + fill(RED, disc(23, 12, 1.8), disc(31, 12.5, 1.6)),
        "kerchief": fill(RED, path("M12 34Q10 14 24 9Q36 7 40 17Q30 17 24 22Q17 28 17 36L10 42L8 36Z"))
        + veil(BLACK, 0.3, path("M12 34Q13 26 20 20Q28 15 40 17Q30 17 24 22Q17 28 17 36L10 42L8 36Z"))
        + fill(PALE, disc(20, 15, 1.3), disc(27, 11.5, 1.3), disc(34, 13, 1.3), disc(15.5, 22, 1.3)),
        "bowler": fill(
            "#253", path("M8 20Q14 16 20 14Q19 3 29 3Q39 4 38 14Q44 14 47 17Q40 19 31 18Q18 18 8 20Z")
        )
        + line(GLOW, 2, path("M20 13.5Q29 15.5 38 13"))
        + veil(WHITE, 0.25, path("M22 11Q22 6 27 4.5Q25 8 25 11.5Z")),
    }


def _worn_by_merchants() -> dict[str, str]:
    tone = own(MERCHANT.tone)
    fan = path(
        "M15 23Q5 16 7 9Q10 6 14 9Q14 2 20 2Q24 2 25 5Q27 -2 31 -1Q34 0 34 4"
        "Q38 0 42 3Q45 6 44 10Q49 8 51 12Q51 18 43 23Q29 15 15 23Z"
    )
    return {
        "fan": fill(tone, fan)
        + veil(BLACK, 0.3, path("M34 4Q38 0 42 3Q45 6 44 10Q49 8 51 12Q51 18 43 23Q38 20 33 19Z"))
        + veil(WHITE, 0.4, path("M14 20Q8 15 9 10.5Q12 8.5 15.5 12Q16 5 20 4.5Q18 12 20.5 19Z"))
        + line(DARK, 1.2, path("M21 19.5L13 10M26 18.2L22 5M32 18.2L33.5 5M37.5 19.5L44.5 11")),
        "turban": fill(PALE, path("M12 23Q8 8 22 4Q38 0 45 10Q49 18 45 24Q29 14 12 23Z"))
        + fill(SHADE, path("M40 5Q49 13 45 24Q37 19 30 18.5Q44 16 40 5Z"))
        + line(AMBER, 1.4, path("M12 20Q20 8 40 5M14 22Q26 12 45 13M22 4.2Q30 8 31 18"))
        + fill(tone, oval(29, 13.5, 3.6, 4.4))
        + fill("#fff", disc(28, 12, 1.2)),
        "spiral": fill(tone, path("M13 23Q8 14 15 8Q22 -2 35 1Q48 5 47 17Q46 21 43 23Q29 15 13 23Z"))
        + veil(BLACK, 0.3, path("M40 3.5Q48 8 47 17Q46 21 43 23Q38 20 33 19Q46 16 40 3.5Z"))
        + line(DARK, 1.6, spiral(32, 10, 6.5, 1.75))
        + veil(WHITE, 0.4, path("M14 18Q12 12 17.5 9Q21 4 26 3Q18 10 18 18.5Z")),
        "clam": fill(SHADE, path("M10 23Q13 10 29 10Q45 10 48 23Q29 15 10 23Z"))
        + fill(PALE, path("M11 21Q13 5 29 4Q45 5 47 21Q29 12 11 21Z"))
        + line(
            SHADE,
            1.2,
            path("M29 5V14M21 6Q20 11 20 15.5M37 6Q38 11 38 15.5M15 10Q14 14 14.5 18M43 10Q44 14 43.5 18"),
        ),
        "horn": fill(tone, path("M14 24Q14 12 24 9Q36 7 52 -2Q50 8 45 13Q47 18 44 24Q29 15 14 24Z"))
        + veil(BLACK, 0.3, path("M52 -2Q50 8 45 13Q47 18 44 24Q39 20 34 19Q40 14 40 8Q46 4 52 -2Z"))
        + line(DARK, 1.3, path("M27 9Q31 12 31 18M35 7Q39 11 40 19M42 4Q45 7 46 11")),
    }


def _worn_by_politicians() -> dict[str, str]:
    return {
        "fins": fill(shaded(SKY), path("M21 9Q6 6 2 18Q10 23 18 18Z").both(29))
        + line(DARK, 1, path("M7 17Q12 14 18 14").both(29)),
        "wig": fill(
            PALE,
            path("M15 22Q10 18 14 12Q15 4 23 4Q29 0 35 4Q43 4 44 12Q48 18 43 22Q37 15 29 15Q21 15 15 22Z"),
            *(disc(x, y, 4.2).both(29) for x, y in ((14, 25), (12.5, 32), (13.5, 39))),
        )
        + fill(
            SHADE,
            path("M35 4Q43 4 44 12Q48 18 43 22Q40 18 36 16Q40 10 35 4Z"),
            *(disc(x, y, 2.4) for x, y in ((45, 26), (46.5, 33), (45.5, 40))),
        ),
        "circlet": line(GLOW, 2.6, path("M17.5 17Q29 22 40.5 17"))
        + fill(RED, polygon((29, 13), (32, 18.5), (29, 23), (26, 18.5))),
        "laurel": fill(
            GLOW,
            *(
                oval(x, y, 3.4, 1.7).turned(angle, (x, y)).both(29)
                for x, y, angle in ((19, 18, 60), (21.5, 13, 40), (25.5, 10, 20))
            ),
        ),
        "bonnet": fill(RED, path("M15 21Q13 8 27 3Q39 0 44 9Q46 12 42 13Q44 17 43 21Q29 13 15 21Z"))
        + veil(BLACK, 0.35, path("M38 3Q45 7 44.5 11Q44 13 42 13Q44 17 43 21Q38 18 33 17Q42 12 38 3Z"))
        + line(PALE, 2, path("M15 21Q29 13 43 21")),
        "monocle": line(GLOW, 1.4, disc(34.5, 27, 4.6), path("M38.5 30Q40 38 38 46")),
    }


def _worn_by_others() -> dict[str, str]:
    murk = own(SMUGGLER.tone)
    return {
        "fedora": fill(
            murk, path("M2 20Q12 17 16 14Q16 1 24 2Q29 4 34 2Q42 1 42 14Q46 17 56 20Q44 26 29 25Q14 26 2 20Z")
        )
        + veil(BLACK, 0.45, path("M33 2.5Q42 1 42 14Q46 17 56 20Q46 25 35 25Q41 14 33 2.5Z"))
        + line(GLOW, 2, path("M16.5 14.5Q29 19 41.5 14.5"))
        + line(RIM, 1, path("M42 6Q42 14 55 19.5")),
        "bandana": fill(RED, path("M14 22Q13 5 29 4Q45 5 44 22Q29 14 14 22ZM44 20L53 24L49 27L52 33L43 25Z"))
        + veil(BLACK, 0.35, path("M35 5Q45 8 44 22Q39 18 33 17.5Q40 13 35 5Z"))
        + fill(PALE, disc(21, 12, 1.4), disc(28, 9, 1.4), disc(35, 12, 1.4)),
        "half-mask": fill("#112", path("M18 22Q29 25 40 22L39.5 31Q35 33 31 29.5H27.5Q24 33 18.5 31Z")),
        "shell": fill(PALE, path("M10 26Q6 8 24 3Q42 0 48 14Q51 22 47 28Q29 18 10 26Z"))
        + fill(SHADE, path("M41 5Q51 14 47 28Q40 22 33 21.5Q47 18 41 5Z"))
        + line(DARK, 1.5, spiral(30, 11, 7, 1.75)),
        "tiara": fill(GLOW, path("M17 21L15 9L23 15L29 5L35 15L43 9L41 21Q29 15 17 21Z"))
        + fill(AMBER, path("M35 15L43 9L41 21Q37 18.5 33 17.8Z"))
        + fill("#fff", disc(29, 13.5, 2)),
    }


def features() -> dict[str, str]:
    """Everything that lords wear and all their faces by id."""
    worn = (
        _eyes(),
        _eyes_of_farmers(),
        _mouths(),
        _worn_by_mages(),
        _worn_by_soldiers(),
        _worn_by_farmers(),
        _worn_by_merchants(),
        _worn_by_politicians(),
        _worn_by_others(),
    )
    return {f"worn-{name}": drawing for pieces in worn for name, drawing in pieces.items()}
