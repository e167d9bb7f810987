"""The base game, explained to somebody who has never played it."""

from openabyss.web.rulebook import scenes
from openabyss.web.rulebook.text import Chapter, Example, Grid, Paragraph, Points, Section
from openabyss.words import N_

BASE = Chapter(
    "base",
    N_("The base game"),
    "logo",
    N_(
        "Two to four players. You explore the depths for allies, pay lords with them, and win locations with"
        " the keys of your lords. The player with the most influence at the end rules the Abyss."
    ),
    (
        Section(
            "idea",
            N_("The game in one minute"),
            ("race-j", "race-c", "race-h", "race-s", "race-q"),
            (
                Points(
                    (
                        N_(
                            "**Allies** are cards of five races with a value from 1 to 5. You hold them in"
                            " your hand."
                        ),
                        N_(
                            "With allies, and pearls for what is missing, you **recruit lords** of the court."
                        ),
                        N_("Lords bring influence and powers. Many bring a **key**."),
                        N_("Three keys take a **location**, which brings much influence at the end."),
                        N_("**Pearls** are money. They are worth nothing at the end, but they break ties."),
                        N_(
                            "When somebody has seven lords, everybody else has one more turn. Then the"
                            " influence is counted."
                        ),
                    )
                ),
            ),
        ),
        Section(
            "cards",
            N_("Allies, races and guilds"),
            ("race-j", "race-c", "race-h", "race-s", "race-q"),
            (
                Paragraph(
                    N_(
                        "The exploration deck holds 71 cards: 65 allies and 6 monsters. Each race has 13"
                        " allies."
                    )
                ),
                Grid(
                    N_("The allies of each race"),
                    (N_("Value"), N_("Cards of each race")),
                    (("1", "4"), ("2", "3"), ("3", "3"), ("4", "2"), ("5", "1")),
                ),
                Paragraph(
                    N_(
                        "There are 35 lords of six guilds. Five guilds belong to a race, and a payment for"
                        " such a lord"
                        " must contain that race. Ambassadors want all five races."
                    )
                ),
                Grid(
                    N_("Which race a guild demands"),
                    (N_("Guild"), N_("Race")),
                    (
                        (N_("mages"), N_("jellyfish (J)")),
                        (N_("soldiers"), N_("crabs (C)")),
                        (N_("farmers"), N_("seahorses (H)")),
                        (N_("merchants"), N_("shellfish (S)")),
                        (N_("politicians"), N_("squids (Q)")),
                        (N_("ambassadors"), N_("all five")),
                    ),
                ),
            ),
        ),
        Section(
            "setup",
            N_("How it begins"),
            ("deck-exploration", "deck-lord", "deck-location"),
            (
                scenes.SETUP,
                Points(
                    (
                        N_("Six lords lie open in the **court**, the others in a deck."),
                        N_("One **location** is available, the others lie in a deck."),
                        N_("The five stacks of the **council**, one for each race, are empty."),
                        N_(
                            "Twenty **monster tokens** worth 2, 3 or 4 influence lie face down. The threat"
                            " is at level 1."
                        ),
                        N_("Everybody has 1 pearl and no cards. Chance decides who begins."),
                    )
                ),
            ),
        ),
        Section(
            "turn",
            N_("What you do in your turn"),
            (),
            (
                Points(
                    (
                        N_("First, if you like, **plot** at the court: as often as you can pay."),
                        N_(
                            "Then do exactly one of three things: **explore** the depths, **ask the"
                            " council** for support,"
                            " or **recruit** a lord."
                        ),
                        N_("Then, if you have three keys, you take a location at once."),
                        N_("Powers that work once a turn may be used before and after the action."),
                    ),
                    True,
                ),
                Paragraph(N_("You may not pass while one of the three actions is possible.")),
            ),
        ),
        Section(
            "plot",
            N_("Plot"),
            ("pearl", "deck-lord"),
            (
                Paragraph(
                    N_(
                        "Pay 1 pearl and a new lord comes to an empty space of the court. You see it"
                        " before you decide on."
                        " With a full court or an empty lord deck you cannot plot."
                    )
                ),
            ),
        ),
        Section(
            "explore",
            N_("Exploring the depths"),
            ("deck-exploration", "pearl"),
            (
                scenes.EXPLORING,
                Paragraph(
                    N_(
                        "You turn up cards of the exploration deck, one after another, on a track of five"
                        " spaces."
                    )
                ),
                Points(
                    (
                        N_(
                            "An **ally** is first offered to your opponents, clockwise. The buyer pays"
                            " you and takes it in hand."
                        ),
                        N_(
                            "The first ally of your turn costs 1 pearl, the next one 2, then 3 and so on."
                            " Each opponent buys at"
                            " most one in your turn."
                        ),
                        N_(
                            "If nobody buys, you may **take** it: then your exploration is over. Or you"
                            " leave it and turn up the next card."
                        ),
                        N_("If it was bought, its space is free again and you must turn up another card."),
                        N_(
                            "An ally on the **fifth space** that nobody buys must be taken, and brings you"
                            " 1 pearl."
                        ),
                    )
                ),
                Paragraph(
                    N_(
                        "When your exploration is over, the allies that are left go face down to the"
                        " council, each to the stack of"
                        " its race. Monsters are discarded."
                    )
                ),
                Paragraph(
                    N_(
                        "When the deck is empty, the discard is shuffled into a new one. If no card is"
                        " left at all, you must take"
                        " or fight what lies there last."
                    )
                ),
                Example(
                    N_(
                        "You turn up a crab of 2; nobody wants it, and neither do you. A squid of 5"
                        " follows: Ann buys it for 1 pearl,"
                        " which you get. The next card, a jellyfish of 3, you take. The crab goes to the"
                        " council."
                    )
                ),
            ),
        ),
        Section(
            "monsters",
            N_("Monsters and the threat"),
            ("monster", "threat", "key", "token-2", "token-3", "token-4"),
            (
                scenes.THREAT,
                Paragraph(
                    N_(
                        "A monster cannot be bought. You **fight** it, which always succeeds, or you let"
                        " it be and explore on."
                        " If you let it be, the threat rises by one level, to 6 at most."
                    )
                ),
                Paragraph(
                    N_(
                        "A fight ends your exploration: you choose a reward of the present level, and the"
                        " threat falls back to 1."
                        " On the fifth space you must fight, and get 1 pearl besides."
                    )
                ),
                Grid(
                    N_("Rewards for a monster"),
                    (N_("Threat"), N_("Choose one")),
                    (
                        ("1", N_("1 pearl · 1 token")),
                        ("2", N_("2 pearls · 1 pearl and 1 token · 2 tokens")),
                        ("3", N_("1 key")),
                        ("4", N_("1 key and 1 pearl · 1 key and 1 token")),
                        ("5", N_("1 key and 2 pearls · 1 key, 1 pearl and 1 token · 1 key and 2 tokens")),
                        ("6", N_("2 keys")),
                    ),
                ),
                Paragraph(
                    N_(
                        "A monster token is drawn at random. Only you may look at it; it counts 2, 3 or 4"
                        " influence at the end."
                        " There are nine of 2, nine of 3 and two of 4."
                    )
                ),
            ),
        ),
        Section(
            "council",
            N_("Ask the council for support"),
            ("race-j", "race-c", "race-h", "race-s", "race-q"),
            (
                scenes.COUNCIL,
                Paragraph(
                    N_(
                        "Take all the cards of one council stack into your hand. They lie face down, and"
                        " you may not look before;"
                        " but everybody has seen them go there. An empty stack cannot be taken."
                    )
                ),
            ),
        ),
        Section(
            "recruit",
            N_("Recruit a lord"),
            ("deck-lord", "pearl"),
            (
                scenes.PAYING,
                Paragraph(
                    N_("A lord shows a cost, a number of races, and usually one race that it demands.")
                ),
                Points(
                    (
                        N_(
                            "Spend allies of **exactly** as many different races as the lord requires, the"
                            " demanded one among them."
                            " Several cards of one race are fine."
                        ),
                        N_("Their values together must reach the cost."),
                        N_(
                            "What is missing you pay with pearls, one for each point. Pearls never replace"
                            " a race."
                        ),
                        N_("What you spend beyond the cost is lost. No superfluous card may be spent."),
                    )
                ),
                Paragraph(
                    N_(
                        "Of the spent allies the one of the lowest value **joins you for good**: it lies"
                        " before you and counts at the"
                        " end. Among equal ones you choose. All others are discarded."
                    )
                ),
                Paragraph(N_("Then the lord lies before you, and what it does on arrival happens at once.")),
                Example(
                    N_(
                        "A lord costs 8 and requires shellfish and one more race. You spend a shellfish of 5"
                        " and a crab of 2, and pay 1"
                        " pearl. The crab joins you for good."
                    )
                ),
            ),
        ),
        Section(
            "court",
            N_("When the court grows empty"),
            ("deck-lord", "pearl"),
            (
                Paragraph(
                    N_(
                        "After you have recruited, the lords move up. If two or fewer are left, you gain 2"
                        " pearls, and the court is"
                        " filled to six. If the deck is too small for that, the end of the game has come."
                    )
                ),
                Paragraph(N_("This happens once after each recruitment, however many lords left the court.")),
            ),
        ),
        Section(
            "keys",
            N_("Keys and locations"),
            ("key", "deck-location"),
            (
                scenes.LOCATION,
                Paragraph(
                    N_(
                        "Keys are printed on lords that lie free before you, and you win some as tokens."
                        " As soon as you have **three"
                        " keys** at the end of your action, you must take a location."
                    )
                ),
                Points(
                    (
                        N_(
                            "Take an available location, or draw one to four from the deck, keep one, and"
                            " make the others available."
                        ),
                        N_(
                            "Use exactly three keys of your choice. Tokens go back. Lords go **under the"
                            " location**: their power and"
                            " key are gone, but their influence and guild still count, and nobody can do"
                            " them any harm."
                        ),
                        N_("With three keys left, take another one."),
                    )
                ),
                Paragraph(
                    N_(
                        "The available location is not replaced. If there is no location at all, you keep"
                        " your keys."
                    )
                ),
                Paragraph(N_("An **ambassador** brings a location by itself and lies under it at once.")),
            ),
        ),
        Section(
            "powers",
            N_("The powers of lords"),
            ("guild-soldier", "guild-mage", "guild-merchant", "guild-politician"),
            (
                scenes.BEFORE_YOU,
                Points(
                    (
                        N_(
                            "**On arrival**: once, when you recruit the lord or get it in another way."
                            " What can be done must be done,"
                            " unless the card says that you may."
                        ),
                        N_("**All the time**: as long as the lord lies free and is not disabled."),
                        N_(
                            "**Once a turn**: in your own turn, whenever you are asked to choose, also in"
                            " the turn in which the lord arrives."
                        ),
                    )
                ),
                Paragraph(
                    N_(
                        "A lord that the Assassin has **disabled** lies sideways: no power and no key any"
                        " more, but its influence and"
                        " guild count. Discarded lords never come back."
                    )
                ),
                Paragraph(
                    N_(
                        "When something happens to several opponents, they decide clockwise, starting to"
                        " the left of the player"
                        " whose turn it is."
                    )
                ),
            ),
        ),
        Section(
            "end",
            N_("How it ends"),
            ("logo",),
            (
                Paragraph(
                    N_(
                        "The last round begins when somebody has **seven lords** right after recruiting"
                        " one, or when the court cannot"
                        " be filled. Lords under locations and disabled ones count. That player finishes"
                        " the turn; everybody else has"
                        " exactly one more turn."
                    )
                ),
                Paragraph(
                    N_(
                        "Where nobody can or will end the game any more, **the sea is empty**: the game ends"
                        " at once and is scored, when for **ten rounds** in a row nobody has done anything"
                        " but explore without an ally left to find, or when a whole round has passed because"
                        " nobody could act. From the fifth such round on the table warns you. (House rule.)"
                    )
                ),
                Paragraph(
                    N_(
                        "Then every player puts the lowest ally of each race from the hand to those that"
                        " joined for good, and discards the rest."
                    )
                ),
            ),
        ),
        Section(
            "score",
            N_("Counting influence"),
            ("token-2", "token-3", "token-4", "deck-location"),
            (
                Points(
                    (
                        N_("your **locations**, each as its card says,"),
                        N_("the influence of all your **lords**,"),
                        N_("of the allies that joined you for good, the **strongest of each race**,"),
                        N_("your **monster tokens**."),
                    )
                ),
                Paragraph(
                    N_(
                        "Pearls, keys and cards count nothing. In a tie the player with more pearls wins,"
                        " then the one with the"
                        " strongest single lord; otherwise the victory is shared."
                    )
                ),
            ),
        ),
        Section(
            "secrets",
            N_("What is open and what is secret"),
            (),
            (
                Points(
                    (
                        N_(
                            "Open: pearls, keys, lords, locations, allies that joined, and how many cards"
                            " everybody holds."
                        ),
                        N_(
                            "Secret: the cards in a hand, and which monster tokens somebody has. All decks"
                            " and the stacks of the"
                            " council lie face down, with their sizes known."
                        ),
                        N_("The discard of the exploration deck may not be looked through."),
                    )
                ),
            ),
        ),
    ),
)
