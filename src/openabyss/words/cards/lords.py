"""What a player reads on the 63 lords: the printed name, and the power in our own words.

Keyed by the public id. `rulings` say how a doubtful case is played, with the code of the ruling.
What is printed in numbers (cost, races, keys, influence) stands in the rules' tables.
"""

from typing import NamedTuple

from openabyss.rules.cards.printed import LORD_ID
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.words import N_, _
from openabyss.words.cards.slugs import bare, nearest, slug_of, spellings

# When a power works: on arrival, for as long as the lord is active, once in each own turn, never.
ARRIVAL, LASTING, TURN, NONE = "arrival", "lasting", "turn", "none"

NO_POWER = N_("No power: this lord is worth its influence and its keys.")
TAKES_A_STACK = N_("An empty stack cannot be chosen (R-35).")
SENTINEL = N_(
    "Gain 1 nebulis and place this lord's sentinel on a lord of the court, a council stack or an available"
    " location. Until you use what it guards, nobody else may."
)
SENTINEL_RULINGS = (
    N_("Each of the three areas holds at most one sentinel (R-K13)."),
    N_("The sentinel stays when the lord is disabled or lost, and comes back to you after use (R-K14)."),
)


class Lord(NamedTuple):
    """One lord in words. `timing` is one of ARRIVAL, LASTING, TURN, NONE."""

    name: str
    timing: str
    text: str
    rulings: tuple[str, ...] = ()


LORDS: dict[int, Lord] = {
    # Soldiers
    1: Lord(
        N_("Recruiter"),
        LASTING,
        N_("Your opponents pay 2 more for every lord they recruit with allies."),
        (N_("The 5 pearls of the Corruptor stay 5 (R-25)."),),
    ),
    2: Lord(
        N_("Jailer"),
        ARRIVAL,
        N_("Each opponent with cards in hand discards one of them, of their own choice."),
        (N_("You cannot waive it (R-10)."), N_("A Kraken discarded this way gives no nebulis (R-K6).")),
    ),
    3: Lord(
        N_("Seeker"),
        ARRIVAL,
        N_("Each opponent loses 2 pearls, or 1 if that is all they have. The pearls go to the treasury."),
    ),
    4: Lord(
        N_("Assassin"),
        ARRIVAL,
        N_(
            "Choose one free lord of each opponent and turn it sideways: it loses its power and its key"
            " for good, but still scores."
        ),
        (
            N_("Lords under a location are safe; a lord that is already disabled cannot be chosen (R-12)."),
            N_("A disabled lord still counts by its guild and printed key at the end (R-11)."),
        ),
    ),
    5: Lord(
        N_("Commander"),
        LASTING,
        N_(
            "Opponents with more than 6 cards in hand discard down to 6: at once when the Commander arrives,"
            " then at the end of each of their own turns."
        ),
        (N_("Between turns a hand may grow beyond 6, for instance by buying in your turn (R-6)."),),
    ),
    6: Lord(
        N_("Tamer"),
        LASTING,
        N_("Opponents who fight a monster are rewarded as if the threat were one level lower."),
        (N_("Level 1 stays level 1 (R-8); the marker itself returns to 1 as usual (R-37)."),),
    ),
    7: Lord(
        N_("Hunter"),
        ARRIVAL,
        N_("Choose an opponent who has monster tokens and take one of them, drawn at random."),
        (N_("Only the two of you learn which token it was (R-13)."),),
    ),
    # Merchants
    8: Lord(
        N_("Ship Master"),
        LASTING,
        N_("When your exploration ends, gain 1 pearl for each different race that goes to the council."),
        (
            N_("The ally you take and the allies that were bought do not count."),
            N_("Krakens do not count as a race here."),
        ),
    ),
    9: Lord(N_("Trader"), ARRIVAL, N_("Gain 3 pearls.")),
    10: Lord(N_("Peddler"), ARRIVAL, N_("Gain 2 pearls.")),
    11: Lord(
        N_("Landlord"),
        LASTING,
        N_("Gain 1 pearl now, and 1 pearl at the start of each of your turns."),
    ),
    12: Lord(
        N_("Slaver"),
        TURN,
        N_("Once in each of your turns you may discard an ally from your hand for 2 pearls."),
        (N_("This includes the turn in which the Slaver arrives (R-21)."),),
    ),
    13: Lord(N_("Shopkeeper"), ARRIVAL, N_("Gain 1 pearl.")),
    # Mages
    14: Lord(
        N_("Shaman"),
        LASTING,
        N_("The powers of your opponents' soldiers do nothing to you."),
        (N_("What you lost before the Shaman came is not returned."),),
    ),
    15: Lord(
        N_("Invoker"),
        ARRIVAL,
        N_("Play another whole turn as soon as this one is over."),
        (N_("The extra turn is played even when the game is ending (R-23)."),),
    ),
    16: Lord(
        N_("Apprentice"),
        ARRIVAL,
        N_("Take all the cards of one council stack of your choice into your hand."),
        (TAKES_A_STACK, N_("The Alchemist does not add a second stack (R-28).")),
    ),
    17: Lord(
        N_("Oracle"),
        TURN,
        N_("Once in each of your turns you may discard a whole council stack without looking at it."),
        (TAKES_A_STACK,),
    ),
    18: Lord(
        N_("Alchemist"),
        LASTING,
        N_("When you ask the council for support, you take two stacks instead of one."),
        (N_("The second stack is compulsory if there is one (R-28)."),),
    ),
    19: Lord(
        N_("Illusionist"),
        ARRIVAL,
        N_(
            "You may exchange one of your locations for an available one. The lords under it move to the"
            " new location."
        ),
        (N_("The new location counts as newly gained, with all that it brings (R-14)."),),
    ),
    20: Lord(
        N_("Master of Magic"),
        LASTING,
        N_(
            "When you recruit, you choose which of the spent allies joins you for good: it need not be the"
            " weakest."
        ),
        (N_("It does not apply yet when you recruit the Master of Magic. A Kraken never stays."),),
    ),
    # Politicians
    21: Lord(
        N_("Opportunist"),
        TURN,
        N_("Once in each of your turns you may discard a lord of the court; a new one takes its space."),
        (N_("Not possible when the lord deck is empty. Discarded lords do not return (R-36)."),),
    ),
    22: Lord(
        N_("Corruptor"),
        ARRIVAL,
        N_("You may recruit a second lord from the court at once, for 5 pearls and no allies."),
        (
            N_("The price is always 5, and no ally joins you (R-25)."),
            N_("It is a recruit: the power of the second lord works, and it may be your seventh."),
        ),
    ),
    23: Lord(
        N_("Traitor"),
        ARRIVAL,
        N_("You may discard another of your free lords and take any lord from the court for free."),
        (
            N_("Not possible without a lord in the court that you may take (R-20)."),
            N_("A disabled lord may be the one discarded."),
        ),
    ),
    24: Lord(
        N_("Diplomat"),
        LASTING,
        N_("You may recruit with any races: only the number of different races must be right."),
    ),
    25: Lord(N_("Treasurer"), LASTING, N_("You pay 2 less for every lord you recruit with allies.")),
    26: Lord(
        N_("Schemer"),
        ARRIVAL,
        N_(
            "You may discard another of your free lords and take the top lord of the deck instead,"
            " whichever it is."
        ),
        (N_("Not possible when the lord deck is empty (R-20)."),),
    ),
    # Farmers
    27: Lord(N_("Keeper"), NONE, NO_POWER),
    28: Lord(N_("Reaper"), NONE, NO_POWER),
    29: Lord(N_("Shepherd"), NONE, NO_POWER),
    30: Lord(N_("Miller"), NONE, NO_POWER),
    31: Lord(N_("Aquaculturalist"), NONE, NO_POWER),
    32: Lord(N_("Landowner"), NONE, NO_POWER),
    # Ambassadors
    33: Lord(
        N_("Sage"),
        ARRIVAL,
        N_("Draw 2 locations and control one of them with this lord; the other becomes available."),
        (N_("If the deck holds too few locations, you draw those that are left (R-17)."),),
    ),
    34: Lord(
        N_("Hermit"),
        ARRIVAL,
        N_("Draw 1 location and control it with this lord."),
        (N_("If the location deck is empty, nothing happens, and the Hermit gives no key (R-17, R-18)."),),
    ),
    35: Lord(
        N_("Elder"),
        ARRIVAL,
        N_("Draw 3 locations and control one of them with this lord; the others become available."),
        (N_("If the deck holds too few locations, you draw those that are left (R-17)."),),
    ),
    # Kraken: smugglers
    101: Lord(N_("Ferryman"), TURN, N_("Once in each of your turns you may discard 1 nebulis for 1 pearl.")),
    102: Lord(
        N_("Outlaw"),
        LASTING,
        N_("You may use up to 2 nebulis in a payment instead of 1."),
        (N_("You must still spend your last pearl with them, unless the Counterfeiter helps (R-K3)."),),
    ),
    103: Lord(
        N_("Counterfeiter"),
        LASTING,
        N_("You may pay with a nebulis even if you keep pearls."),
        (N_("You can never use more nebulis than the price (R-K3)."),),
    ),
    104: Lord(
        N_("Fence"),
        ARRIVAL,
        N_("Give each opponent 1 of your nebulis. If you have too few, choose who gets one."),
        (N_("You may not hold any back (R-K21)."),),
    ),
    105: Lord(N_("Cleaner"), LASTING, N_("Krakens left in your hand at the end bring you no nebulis.")),
    106: Lord(N_("Watcher"), ARRIVAL, SENTINEL, SENTINEL_RULINGS),
    107: Lord(N_("Vigil"), ARRIVAL, SENTINEL, SENTINEL_RULINGS),
    108: Lord(N_("Lookout"), ARRIVAL, SENTINEL, SENTINEL_RULINGS),
    # Kraken: the other guilds
    109: Lord(
        N_("Shareholder"),
        LASTING,
        N_("Gain 1 pearl whenever an opponent recruits a lord."),
        (
            N_(
                "A lord recruited through the Corruptor counts; one obtained through the Traitor or the"
                " Schemer does not (R-K17)."
            ),
        ),
    ),
    110: Lord(N_("Inheritor"), ARRIVAL, N_("Gain 5 pearls.")),
    111: Lord(
        N_("Hypnotist"),
        LASTING,
        N_("You may buy two allies instead of one in each opponent's turn, each at its price."),
    ),
    112: Lord(
        N_("Healer"),
        ARRIVAL,
        N_("Look through the exploration discard and take one ally of your choice into your hand."),
        (N_("Krakens may be taken, and so may the cards just spent. Monsters may not."),),
    ),
    113: Lord(
        N_("Highwayman"),
        LASTING,
        N_("Whenever an opponent gains 2 or more pearls at once, 1 of them is yours."),
        (N_("Once for each gain, however large (R-K18)."),),
    ),
    114: Lord(
        N_("Executioner"),
        ARRIVAL,
        N_("Name a race. Each opponent discards one ally of that race from those that joined them for good."),
        (N_("They choose which one."),),
    ),
    115: Lord(
        N_("Recipient"),
        TURN,
        N_("Once in each of your turns you may add a lord from the deck to an empty court space for free."),
    ),
    116: Lord(
        N_("Liberator"),
        ARRIVAL,
        N_(
            "Free one of your lords from under a location: its lasting power and its key work again."
            " You keep the location."
        ),
        (
            N_("Powers on arrival do not work a second time."),
            N_("An ambassador may be freed, but has no key and no power (R-K16)."),
        ),
    ),
    117: Lord(N_("Grower"), NONE, NO_POWER),
    118: Lord(N_("Oyster Farmer"), NONE, NO_POWER),
    # Leviathan
    201: Lord(
        N_("Intrepid"),
        LASTING,
        N_("When you slay a leviathan in a fight, you may fight another one in the same turn."),
        (N_("Not after a kill by the Rebel (A14)."),),
    ),
    202: Lord(
        N_("Border Guard"),
        ARRIVAL,
        N_("Choose an opponent, who must add a leviathan to the border and suffer any attack."),
        (
            N_("The attacked opponent makes the choices (A27)."),
            N_("The owner of an active Shaman cannot be chosen (A12)."),
        ),
    ),
    203: Lord(
        N_("Taxidermist"),
        LASTING,
        N_("Gain 2 pearls for every life point you take from a leviathan."),
        (N_("The life point taken by the Rebel counts too (A33)."),),
    ),
    204: Lord(N_("Arms Dealer"), ARRIVAL, N_("Gain 1 pearl for each leviathan on the border.")),
    205: Lord(
        N_("Metamorph"),
        LASTING,
        N_("You may fight any leviathan with an ally of any race."),
    ),
    206: Lord(
        N_("Sorcerer"),
        ARRIVAL,
        N_("You may fight a leviathan of the border at once, by the usual rules for fights."),
        (N_("It makes no difference what you have already slain this turn (A13)."),),
    ),
    207: Lord(
        N_("Altruist"),
        LASTING,
        N_("Take 1 more monster token for every life point you take from a leviathan."),
        (N_("The life point taken by the Rebel counts too (A33)."),),
    ),
    208: Lord(
        N_("Rebel"),
        ARRIVAL,
        N_("Choose a leviathan of the border: it loses a life point, and its reward is yours."),
        (N_("Exactly one life point, and no fight afterwards (A14)."),),
    ),
    209: Lord(
        N_("Coward"),
        LASTING,
        N_("When you reveal a monster you may simply discard it and keep exploring: no leviathan comes."),
        (N_("Also on the last space (A32)."),),
    ),
    210: Lord(
        N_("Breeder"),
        ARRIVAL,
        N_("Draw a leviathan and put it on a free zone of the border of your choice. It does not attack."),
        (N_("If no zone is free, or the leviathan deck is empty, nothing happens."),),
    ),
}

LORD_SLUGS: dict[int, str] = {number: slug_of(lord.name) for number, lord in LORDS.items()}
_SPELLINGS = spellings(LORD_SLUGS)


def lord_name(number: int) -> str:
    """The name of the lord with this public id, in the reader's language."""
    return _(LORDS[number].name)


def lord_text(number: int) -> str:
    """What the lord with this public id does."""
    return _(LORDS[number].text)


def lord_rulings(number: int) -> list[str]:
    """Notes on doubtful cases, each ending with the code of its ruling where there is one."""
    return [_(note) for note in LORDS[number].rulings]


def name_of_lord(lord: int) -> str:
    """The name of a lord by the number that the rules use."""
    return lord_name(int(LORD_ID[lord]))


def name_of_sentinel(token: int) -> str:
    """The name of the lord to whom a sentinel token belongs."""
    return name_of_lord(FIRST_SENTINEL + token)


def lord_id_from_slug(text: str) -> int | None:
    """The public id of the lord that a typed name means: "ship_master", "Ship-Master", "the slaver"."""
    return _SPELLINGS.get(bare(text))


def nearest_lord(text: str) -> str | None:
    """The slug of the lord that a misspelt name may mean."""
    return nearest(text, LORD_SLUGS.values())
