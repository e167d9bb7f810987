"""The expansion Leviathan, five players, and both expansions together."""

from openabyss.web.rulebook import scenes
from openabyss.web.rulebook.text import Chapter, Example, Grid, Paragraph, Points, Section
from openabyss.words import N_

LEVIATHAN = Chapter(
    "leviathan",
    N_("Leviathan"),
    "leviathan-13",
    N_(
        "Two to five players. Monsters are messengers now: behind the border lie leviathans, which attack"
        " the careless and pay the"
        " brave. Everything of the base game holds, except for what stands here."
    ),
    (
        Section(
            "added",
            N_("What is added, and what leaves"),
            ("leviathan-1", "wound", "scourge", "die-6"),
            (
                Points(
                    (
                        N_(
                            "The **border** with nine zones, in place of the threat; 20 **leviathans**;"
                            " two dice; wounds."
                        ),
                        N_(
                            "24 exploration cards: 3 monsters, a crab of 1, and 20 allies with an effect"
                            " in fights."
                        ),
                        N_("19 monster tokens with an effect, in a pile of their own."),
                        N_("10 lords. The Tamer leaves the game."),
                        N_("The figure of the **Scourge of the Abyss**."),
                    )
                ),
            ),
        ),
        Section(
            "setup",
            N_("How it begins"),
            ("race-c",),
            (
                Paragraph(
                    N_(
                        "Everybody has 1 pearl and, besides, a crab of 1. One leviathan is drawn, and two"
                        " dice say on which zone of the border"
                        " it lies. It has all its levels of life."
                    )
                ),
            ),
        ),
        Section(
            "monsters",
            N_("When a monster is revealed"),
            ("monster", "leviathan-5"),
            (
                Points(
                    (
                        N_(
                            "You **fight** a leviathan of the border, if you hold an ally that may fight"
                            " one. This ends your exploration; you take no ally."
                        ),
                        N_(
                            "Or you **explore on**: the monster is discarded, its space is free again, and"
                            " a new leviathan comes to the border."
                        ),
                        N_(
                            "On the fifth space you must fight if you can, and get 1 pearl for it. If you"
                            " cannot, you explore on."
                        ),
                    )
                ),
            ),
        ),
        Section(
            "coming",
            N_("A leviathan comes, and may attack"),
            ("die-3", "die-4", "wound"),
            (
                Paragraph(
                    N_(
                        "Draw a leviathan and roll two dice: their sum is its zone. If another one lies"
                        " there, **that one attacks you**, leaves"
                        " the game, and the new one takes its place."
                    )
                ),
                Points(
                    (
                        N_("Wounds: you take them for good; each costs 1 influence at the end."),
                        N_("Pearls: you lose them, as many as you have. Nebulis are safe."),
                        N_("Allies: you discard that many cards of your hand, of your choice."),
                        N_("A lord: you discard a free lord of your choice. Lords under locations are safe."),
                    )
                ),
                Paragraph(N_("Nothing softens an attack: no token, and no Shaman.")),
            ),
        ),
        Section(
            "fight",
            N_("The fight"),
            ("die-6", "leviathan-13"),
            (
                scenes.BORDER,
                Points(
                    (
                        N_(
                            "Choose a leviathan and discard **one ally**: a crab, or the race that the"
                            " leviathan shows."
                        ),
                        N_("Roll a die. Your power is the ally's value and the die."),
                        N_(
                            "If the power reaches the resistance of its topmost level, that level falls;"
                            " if it reaches the sum of the next"
                            " ones as well, these too. What is over is lost."
                        ),
                        N_(
                            "For the levels that fell you draw as many monster tokens as stand there, from"
                            " the two piles as you like."
                        ),
                        N_("If nothing fell you get 1 pearl."),
                        N_(
                            "If the leviathan lives, you may attack it again with another ally, or stop."
                            " When it is slain, the fight is over, and"
                            " you keep its card."
                        ),
                        N_(
                            "Where no attack is left, you may still use monster tokens and lords before the"
                            " fight is over; allies that you win so can attack again."
                        ),
                    ),
                    True,
                ),
                Grid(
                    N_("Allies with an effect, one of each value and race"),
                    (N_("Value"), N_("Effect when discarded for an attack")),
                    (
                        (N_("1 and 2"), N_("pearl boost: after the roll, pay pearls for 1 power each")),
                        (N_("3 and 4"), N_("double die: roll two dice and keep the higher")),
                    ),
                ),
                Example(
                    N_(
                        "A leviathan resists 6, then 4. You spend a crab of 4 and roll 6: power 10 is"
                        " enough for both levels. It is slain, and you"
                        " draw the tokens of both."
                    )
                ),
                Paragraph(
                    N_(
                        "If a kill leaves the border empty, a new leviathan comes at once. Damage stays"
                        " until a leviathan is slain or replaced."
                    )
                ),
            ),
        ),
        Section(
            "scourge",
            N_("The Scourge of the Abyss"),
            ("scourge",),
            (
                Paragraph(
                    N_(
                        "Who slays the first leviathan takes the figure. Who slays one and then has as"
                        " many as the holder, or more, takes it over."
                        " It is worth 5 influence."
                    )
                ),
            ),
        ),
        Section(
            "tokens",
            N_("Monster tokens with an effect"),
            ("token-2", "pearl", "key"),
            (
                Paragraph(
                    N_(
                        "Tokens of the base pile score as ever. Those of the Leviathan pile score nothing:"
                        " you use them at any choice in your own"
                        " turn, and then they are gone."
                    )
                ),
                Grid(
                    N_("The tokens of the Leviathan pile"),
                    (N_("Effect"), N_("Tokens")),
                    (
                        (N_("gain 2 pearls"), "7"),
                        (N_("gain 3 pearls"), "4"),
                        (N_("gain a key"), "4"),
                        (N_("take a council stack"), "4"),
                    ),
                ),
                Paragraph(N_("Everybody sees from which pile a token is; only you see which one it is.")),
            ),
        ),
        Section(
            "martial-law",
            N_("Martial law"),
            (),
            (
                Paragraph(
                    N_(
                        "At the end of your own turn your hand may hold 12 cards. For each card above that"
                        " you pay 1 pearl, or discard an ally."
                        " The Commander's limit of 6 comes first."
                    )
                ),
            ),
        ),
        Section(
            "end",
            N_("End and score"),
            ("wound", "scourge"),
            (
                Paragraph(
                    N_(
                        "There are two more ways to the last round, looked at when a turn ends: the"
                        " **leviathan deck is empty**, or **one pile of"
                        " monster tokens is empty**. In the turns after that, monsters mean nothing and"
                        " are discarded."
                    )
                ),
                Points(
                    (
                        N_("Every wound costs 1 influence; the Scourge brings 5."),
                        N_("Slain leviathans and tokens of the Leviathan pile count nothing."),
                    )
                ),
            ),
        ),
        Section(
            "five",
            N_("Five players"),
            (),
            (
                Paragraph(
                    N_(
                        "Five can play with Leviathan, with or without Kraken. Nothing else changes: the"
                        " same decks, and the game ends with"
                        " seven lords as ever. Up to four allies can be bought in one exploration, for 1"
                        " to 4 pearls."
                    )
                ),
            ),
        ),
        Section(
            "together",
            N_("Kraken and Leviathan together"),
            ("race-k", "leviathan-17"),
            (
                Points(
                    (
                        N_(
                            "A Kraken may fight any leviathan, and brings its nebulis when it does. If"
                            " only Krakens could fight, the fight on the fifth"
                            " space is compulsory all the same."
                        ),
                        N_("A Kraken lost to an attack brings its nebulis, too."),
                        N_("Krakens count for martial law, but cannot be discarded for it."),
                        N_("Nebulis pay neither for martial law nor for a pearl boost."),
                        N_(
                            "Loot of value 5 brings a token of the base pile. Monsters found by loot of"
                            " value 6 are only discarded."
                        ),
                        N_(
                            "A token that takes a council stack cannot take one that an opponent's"
                            " sentinel guards."
                        ),
                        N_("Who loses a lord to an attack keeps its sentinel."),
                    )
                ),
            ),
        ),
    ),
)
