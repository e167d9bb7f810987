"""The pictures of the rules: moments of a table, which `chapters/` describe where they show them."""

from openabyss.browser.rulebook.pictures import (
    Scene,
    ally,
    arrow,
    beast,
    deck,
    location,
    lord,
    number,
    scene,
    sign,
    spaces,
    stack,
    threat,
)

SCENES: dict[str, Scene] = {
    "setup": scene(
        480, 246,
        *(lord(one, 6 + 66 * place, 4) for place, one in enumerate((29, 6, 21, 18, 10, 19))),
        deck("lord", 412, 16),
        deck("exploration", 6, 100),
        spaces(5, 60, 98),
        threat(1, 296, 114),
        location(1, 6, 174),
        deck("location", 102, 186),
        *(stack(letter, 0, 190 + 48 * place, 178) for place, letter in enumerate("jchsq")),
    ),
    "exploring": scene(
        330, 100,
        deck("exploration", 6, 12),
        spaces(5, 60, 8),
        ally("J1", 60, 8),
        ally("H4", 104, 8),
        sign("pearl", 110, 70, 18),
        number("1", 140, 85),
    ),
    "threat": scene(
        240, 62,
        threat(4, 6, 20),
        ally("M", 186, 4),
    ),
    "council": scene(
        400, 76,
        *(stack(letter, count, 6 + 50 * place, 14) for place, (letter, count) in enumerate(
            (("j", 1), ("c", 3), ("h", 0), ("s", 2), ("q", 1))
        )),
        arrow(258, 42, 290, 42),
        *(ally(code, 298 + 30 * place, 14) for place, code in enumerate(("C1", "C2", "C3"))),
    ),
    "paying": scene(
        330, 92,
        lord(21, 6, 6),
        *(ally(code, 98 + 44 * place, 18) for place, code in enumerate(("Q1", "J2", "H3"))),
        number("= 6", 252, 52),
    ),
    "before-you": scene(
        360, 90,
        lord(27, 6, 6),
        lord(21, 92, 6),
        lord(6, 124, 6),
        location(15, 104, 22),
        *(ally(code, 216 + 44 * place, 18) for place, code in enumerate(("H1", "Q1", "C2"))),
    ),
    "location": scene(
        300, 92,
        lord(27, 6, 6),
        lord(21, 72, 6),
        sign("key", 142, 36, 22),
        arrow(170, 46, 200, 46),
        location(15, 208, 14),
    ),
    "krakens": scene(
        300, 76,
        ally("K4", 6, 12),
        ally("Q3", 50, 12),
        arrow(98, 38, 130, 38),
        *(sign("nebulis", 138 + 24 * place, 28, 20) for place in range(3)),
        sign("kraken-figure", 226, 14, 48),
    ),
    "border": scene(
        400, 84,
        *(beast(one, 6 + 66 * place, 12) for place, one in enumerate((1, 7, 13))),
        ally("C3", 222, 14),
        sign("die-4", 268, 30, 24),
        number("7", 306, 48),
        arrow(322, 42, 346, 42),
        sign("token-2", 354, 30, 24),
    ),
}  # fmt: skip
