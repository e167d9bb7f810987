"""The expansion Kraken: what it adds and changes."""

from openabyss.web.rulebook import scenes
from openabyss.web.rulebook.text import Chapter, Example, Grid, Paragraph, Points, Section
from openabyss.words import N_

KRAKEN = Chapter(
    "kraken",
    N_("Kraken"),
    "race-k",
    N_(
        "Two to four players, five with Leviathan. Black pearls tempt you: they pay when pearls fail, and"
        " cost influence at the end."
        " Everything of the base game holds, except for what stands here."
    ),
    (
        Section(
            "added",
            N_("What is added"),
            ("race-k", "nebulis", "kraken-figure", "loot", "sentinel"),
            (
                Points(
                    (
                        N_("7 **Krakens** in the exploration deck, of value 2, 3 and 4,"),
                        N_("18 lords, among them a new guild, the **smugglers**, who demand no race,"),
                        N_("6 locations, four of them **sanctuaries** with 25 loot cards,"),
                        N_("**nebulis**, the black pearls, and the figure of the Kraken,"),
                        N_("three **sentinels**."),
                    )
                ),
            ),
        ),
        Section(
            "krakens",
            N_("Krakens"),
            ("race-k",),
            (
                scenes.KRAKENS,
                Points(
                    (
                        N_("A Kraken is explored, bought, taken and held like any ally."),
                        N_(
                            "In a payment each Kraken is **one race of your choice**, also one that no"
                            " other card shows. A payment"
                            " may consist of Krakens only."
                        ),
                        N_(
                            "For every Kraken that you spend you gain nebulis: its value less 1. They"
                            " cannot be used in that same payment."
                        ),
                        N_("A Kraken never joins you for good. The lowest other ally does, if there is one."),
                        N_(
                            "Krakens that are left on the track at the end of an exploration go to the"
                            " council too: the player who"
                            " explored chooses a stack for each."
                        ),
                        N_(
                            "Discarded for the Jailer, the Commander or the Slaver, a Kraken brings no"
                            " nebulis."
                        ),
                    )
                ),
                Example(
                    N_(
                        "A lord wants a seahorse and one race more. A Kraken of 4 and a squid of 3 are"
                        " enough: the Kraken is the"
                        " seahorse. The squid joins you, and you gain 3 nebulis."
                    )
                ),
            ),
        ),
        Section(
            "nebulis",
            N_("Paying with nebulis"),
            ("nebulis", "pearl"),
            (
                Paragraph(
                    N_(
                        "When you buy an ally, recruit a lord or pay the 5 pearls of the Corruptor, you"
                        " may give **1 nebulis in place of 1"
                        " pearl**, if you spend all your pearls with it. So you can only use it when you"
                        " are exactly one pearl short."
                    )
                ),
                Points(
                    (
                        N_("The Outlaw lets you use two; the Counterfeiter lets you keep pearls."),
                        N_("You can never plot with nebulis."),
                        N_("Who sells an ally gets the nebulis too, and cannot refuse."),
                    )
                ),
            ),
        ),
        Section(
            "figure",
            N_("The figure of the Kraken"),
            ("kraken-figure",),
            (
                Paragraph(
                    N_(
                        "The first player who receives a nebulis takes the figure. A player who"
                        " reaches or passes the holder's number takes it over. A holder who falls"
                        " back to a tie loses it. If several could take it, the old holder chooses."
                        " When nobody"
                        " has nebulis, it stands beside the board. At the end it costs 5 influence."
                    )
                ),
            ),
        ),
        Section(
            "sentinels",
            N_("Sentinels"),
            ("sentinel", "lord-106", "lord-107", "lord-108"),
            (
                Paragraph(
                    N_(
                        "Watcher, Vigil and Lookout each bring a nebulis and a sentinel. You place it on a"
                        " lord of the court, on a council"
                        " stack or on an available location. Until you use that lord, stack or location"
                        " yourself, **only you may**."
                    )
                ),
                Points(
                    (
                        N_("Each of the three areas holds one sentinel at most."),
                        N_(
                            "After use it comes back to you. Before the action of any own turn you may"
                            " place it again."
                        ),
                        N_("It stays where it is, and yours, even if its lord is disabled or lost."),
                        N_("Cards still join a guarded stack."),
                    )
                ),
            ),
        ),
        Section(
            "sanctuaries",
            N_("Sanctuaries and loot"),
            ("loot", "location-103", "location-104", "location-105", "location-106"),
            (
                Paragraph(
                    N_(
                        "When you gain a sanctuary you search it. Draw a loot card, take its reward and"
                        " lay it on the sanctuary. Then stop,"
                        " or draw another, as often as you like. If a value lies there already, **both"
                        " cards are lost**; you keep the rewards"
                        " and decide again. At the end the sanctuary scores the loot that lies there."
                    )
                ),
                Grid(
                    N_("The loot"),
                    (N_("Value"), N_("Cards"), N_("Reward when drawn")),
                    (
                        ("3", "3", N_("1 key")),
                        ("4", "4", N_("2 pearls")),
                        ("5", "5", N_("1 monster token")),
                        (
                            "6",
                            "6",
                            N_(
                                "the next ally of the exploration deck; monsters before it raise the"
                                " threat and are discarded"
                            ),
                        ),
                        ("7", "7", N_("nothing")),
                    ),
                ),
            ),
        ),
        Section(
            "score",
            N_("End and score"),
            ("nebulis", "kraken-figure"),
            (
                Points(
                    (
                        N_(
                            "Krakens left in your hand bring you their nebulis, unless your Cleaner works."
                            " This may still move the figure."
                        ),
                        N_("Every nebulis costs 1 influence, the figure 5."),
                        N_("Nebulis do not break ties; pearls do."),
                    )
                ),
            ),
        ),
    ),
)
