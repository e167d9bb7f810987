"""The pictures of the rules: moments of a table, and how they read for somebody who does not see them."""

from openabyss.web.rulebook.pictures import (
    ally,
    arrow,
    beast,
    deck,
    location,
    lord,
    number,
    picture,
    sign,
    spaces,
    stack,
    threat,
)
from openabyss.words import N_

SETUP = picture(
    N_(
        "The table at the beginning: on top six lords of the court and their deck; below the exploration"
        " deck with five empty spaces, a pearl on the last one; then an open location with its deck, and five"
        " empty council stacks."
    ),
    480, 246,
    *(lord(one, 6 + 66 * place, 4) for place, one in enumerate((29, 6, 21, 18, 10, 19))),
    deck("lord", 412, 16),
    deck("exploration", 6, 100),
    spaces(5, 60, 98),
    threat(1, 296, 114),
    location(1, 6, 174),
    deck("location", 102, 186),
    *(stack(letter, 0, 190 + 48 * place, 178) for place, letter in enumerate("jchsq")),
)  # fmt: skip

EXPLORING = picture(
    N_(
        "The exploration deck and its track: a seahorse of 4 has just been turned up beside a jellyfish of"
        " 1, and an opponent may buy it for 1 pearl. The last of the five spaces brings 1 pearl."
    ),
    330, 100,
    deck("exploration", 6, 12),
    spaces(5, 60, 8),
    ally("J1", 60, 8),
    ally("H4", 104, 8),
    sign("pearl", 110, 70, 18),
    number("1", 140, 85),
)  # fmt: skip

THREAT = picture(
    N_("The track of the threat with its six levels: four are lit, so a monster is worth what level 4 says."),
    240, 62,
    threat(4, 6, 20),
    ally("M", 186, 4),
)  # fmt: skip

COUNCIL = picture(
    N_(
        "The five stacks of the council, face down: the crabs lie three cards high, and all three come into"
        " the hand together."
    ),
    400, 76,
    *(stack(letter, count, 6 + 50 * place, 14) for place, (letter, count) in enumerate(
        (("j", 1), ("c", 3), ("h", 0), ("s", 2), ("q", 1))
    )),
    arrow(258, 42, 290, 42),
    *(ally(code, 298 + 30 * place, 14) for place, code in enumerate(("C1", "C2", "C3"))),
)  # fmt: skip

PAYING = picture(
    N_(
        "Paying for the Opportunist, who costs 6 and wants three races, squids among them: a squid of 1, a"
        " jellyfish of 2 and a seahorse of 3 are 6 together. The squid, the weakest, stays with you; the"
        " others are discarded."
    ),
    330, 92,
    lord(21, 6, 6),
    *(ally(code, 98 + 44 * place, 18) for place, code in enumerate(("Q1", "J2", "H3"))),
    number("= 6", 252, 52),
)  # fmt: skip

BEFORE_YOU = picture(
    N_(
        "What lies before you: the Keeper with 6 influence and a key, free; under a location two lords whose"
        " powers sleep; and the allies who joined you, of whom the strongest of each race counts."
    ),
    360, 90,
    lord(27, 6, 6),
    lord(21, 92, 6),
    lord(6, 124, 6),
    location(15, 104, 22),
    *(ally(code, 216 + 44 * place, 18) for place, code in enumerate(("H1", "Q1", "C2"))),
)  # fmt: skip

LOCATION = picture(
    N_(
        "Three keys open a location: here one from each of two lords and one key token. The Chasm scores 5,"
        " and 3 more for each crab that joined you."
    ),
    300, 92,
    lord(27, 6, 6),
    lord(21, 72, 6),
    sign("key", 142, 36, 22),
    arrow(170, 46, 200, 46),
    location(15, 208, 14),
)  # fmt: skip

KRAKENS = picture(
    N_(
        "A Kraken of 4 and a squid of 3 pay for a lord; the Kraken stands for any race and leaves 3 nebulis"
        " with you. Who has most nebulis holds the figure of the Kraken."
    ),
    300, 76,
    ally("K4", 6, 12),
    ally("Q3", 50, 12),
    arrow(98, 38, 130, 38),
    *(sign("nebulis", 138 + 24 * place, 28, 20) for place in range(3)),
    sign("kraken-figure", 226, 14, 48),
)  # fmt: skip

BORDER = picture(
    N_(
        "The border: leviathans lie on zones that two dice have chosen. A crab of 3 and a die of 4 attack"
        " with power 7; what falls brings monster tokens."
    ),
    400, 84,
    *(beast(one, 6 + 66 * place, 12) for place, one in enumerate((1, 7, 13))),
    ally("C3", 222, 14),
    sign("die-4", 268, 30, 24),
    number("7", 306, 48),
    arrow(322, 42, 346, 42),
    sign("token-2", 354, 30, 24),
)  # fmt: skip
