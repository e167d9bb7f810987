"""Solo play against the Regent: house rules."""

from openabyss.web.rulebook.text import Chapter, Grid, Paragraph, Points, Section
from openabyss.words import N_

SOLO = Chapter(
    "solo",
    N_("Solo: the Regent"),
    "kraken-figure",
    N_(
        "You alone against an automatic rival, with any expansions. These are house rules of this project;"
        " they are not by the publisher."
    ),
    (
        Section(
            "rival",
            N_("Your rival"),
            ("kraken-figure",),
            (
                Paragraph(
                    N_(
                        "The Regent has the second seat of a game of two, with a hand, pearls, lords and"
                        " locations. You begin. Everything that your"
                        " lords do to opponents works on it. In the same situation it always does the same."
                    )
                ),
                Points(
                    (
                        N_(
                            "The powers of its lords are blank. Their influence and their keys count, and"
                            " ambassadors bring a location."
                        ),
                        N_("It wins a tie that neither pearls nor the strongest lord break."),
                        N_("After an attack that fails, it ends its fight."),
                    )
                ),
            ),
        ),
        Section(
            "levels",
            N_("Five levels"),
            (),
            (
                Grid(
                    N_("What the level changes"),
                    (N_("Level"), N_("Smallest council stack it takes"), N_("Income"), N_("Guild bonus")),
                    (
                        (N_("1 Calm"), N_("4 cards"), N_("no income"), N_("no")),
                        (N_("2 Swell"), N_("3 cards"), N_("a pearl in every fourth turn"), N_("no")),
                        (N_("3 Storm"), N_("2 cards"), N_("a pearl in every second turn"), N_("no")),
                        (N_("4 Maelstrom"), N_("2 cards"), N_("a pearl in every second turn"), N_("yes")),
                        (N_("5 Abyssal"), N_("2 cards"), N_("a pearl in every turn"), N_("yes")),
                    ),
                ),
                Paragraph(
                    N_(
                        "The guild bonus comes when the Regent recruits. A merchant brings it 2 pearls, a"
                        " mage the largest council stack. For a"
                        " soldier you discard an ally of your choice, unless your Shaman works. For a"
                        " smuggler you receive a nebulis."
                    )
                ),
            ),
        ),
        Section(
            "turn",
            N_("What it does in its turn"),
            (),
            (
                Points(
                    (
                        N_("With 5 pearls or more it plots once, if the court has room."),
                        N_(
                            "It recruits if it can pay with at most 3 pearls: the lord with the most"
                            " merit, counting influence, keys and the"
                            " location of an ambassador. It spends Krakens and pearls last, and no nebulis."
                        ),
                        N_(
                            "Otherwise it takes the largest council stack, if that is large enough for its"
                            " level."
                        ),
                        N_(
                            "Otherwise it explores. It takes an ally worth at least 4, 4, 3, 3 and 1 on"
                            " the first to the fifth space, and fights"
                            " monsters from the third threat level on."
                        ),
                    ),
                    True,
                ),
                Points(
                    (
                        N_(
                            "With three keys it takes an open location worth 10 to it now, or else the"
                            " better of two new ones."
                        ),
                        N_("In your turn it buys an ally of value 4 or 5, never a Kraken."),
                        N_(
                            "With Leviathan it fights when the ally, with 3 added, is enough; it chooses"
                            " the least resistance and uses tokens at once."
                        ),
                        N_("It searches a sanctuary until two loot cards lie there."),
                        N_("What it must give up is what is worth least."),
                    )
                ),
            ),
        ),
    ),
    is_house=True,
)
