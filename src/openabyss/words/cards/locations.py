"""What a player reads on the 26 locations, by public id: name, what it scores, the formula."""

from typing import NamedTuple

from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.printed import LOCATION_ID
from openabyss.words import N_, _
from openabyss.words.cards.slugs import bare, nearest, slug_of, spellings

SANCTUARY = N_(
    "A sanctuary. When you gain it, draw loot and keep it here; then keep searching as often as you like."
    " If you draw a value that already lies here, you lose both cards. Scores the loot that stays."
)
SANCTUARY_FORMULA = N_("sum of the loot kept here")
SANCTUARY_RULINGS = (
    N_("The first loot card is compulsory (R-K10)."),
    N_("After losing a pair you may keep searching, and you keep the rewards (R-K8)."),
    N_("Loot stays on a location that changes hands (R-K11)."),
)
SYMBOLS = N_("Disabled lords and those under locations count like any other (R-11).")


class Location(NamedTuple):
    """One location in words; `formula` is its score in short."""

    name: str
    text: str
    formula: str
    rulings: tuple[str, ...] = ()


LOCATIONS: dict[int, Location] = {
    1: Location(
        N_("Sargasso Silos"),
        N_("Scores 5, and 2 more for each of your farmers."),
        N_("5 + 2 per farmer"),
        (SYMBOLS,),
    ),
    2: Location(
        N_("Hydrozoa Reserves"),
        N_("Scores 6, and 2 more for each of your mages."),
        N_("6 + 2 per mage"),
        (SYMBOLS,),
    ),
    3: Location(
        N_("The Sanctuary"),
        N_("Scores 4, and 3 more for each jellyfish that joined you for good."),
        N_("4 + 3 per affiliated jellyfish"),
    ),
    4: Location(
        N_("Parliament"),
        N_("Scores 6, and 2 more for each of your politicians."),
        N_("6 + 2 per politician"),
        (SYMBOLS,),
    ),
    5: Location(
        N_("The Barracks"),
        N_("Scores 7, and 2 more for each of your soldiers."),
        N_("7 + 2 per soldier"),
        (SYMBOLS,),
    ),
    6: Location(
        N_("The Dockworks"),
        N_("Scores 5, and 2 more for each of your merchants."),
        N_("5 + 2 per merchant"),
        (SYMBOLS,),
    ),
    7: Location(
        N_("The Sargasso Fields"),
        N_("Scores 3, and 3 more for each seahorse that joined you for good."),
        N_("3 + 3 per affiliated seahorse"),
    ),
    8: Location(
        N_("The Abyss"),
        N_("Scores 2 for each different guild among your lords."),
        N_("2 per different guild"),
        (N_("Smugglers are a guild of their own (R-K15)."),),
    ),
    9: Location(
        N_("City of Mirrors"),
        N_("Scores like the best location of any opponent, worked out with your own lords and allies."),
        N_("best location of an opponent, as if it were yours"),
        (
            N_("Never less than 0; another City of Mirrors and Black Smokers give 0 (R-15)."),
            N_("A sanctuary gives the loot that lies on it (R-K12)."),
        ),
    ),
    10: Location(
        N_("Black Smokers"),
        N_(
            "When you gain it, you may look through the location deck and take any location instead;"
            " the lords under it move along. Scores nothing if you keep it."
        ),
        N_("0"),
        (N_("After the exchange it is shuffled into the location deck (R-16)."),),
    ),
    11: Location(
        N_("Oceanic Senate Assembly"),
        N_("Scores 4, and 3 more for each squid that joined you for good."),
        N_("4 + 3 per affiliated squid"),
    ),
    12: Location(
        N_("The Depths"),
        N_("Scores twice the influence of your weakest lord."),
        N_("2 × weakest lord"),
    ),
    13: Location(
        N_("The Throne Room"),
        N_("Scores the influence of your strongest lord once more."),
        N_("strongest lord"),
    ),
    14: Location(
        N_("The Jail"),
        N_("Scores 15, less 1 for each of your lords."),
        N_("15 − number of lords"),
    ),
    15: Location(
        N_("The Chasm"),
        N_("Scores 5, and 3 more for each crab that joined you for good."),
        N_("5 + 3 per affiliated crab"),
    ),
    16: Location(
        N_("The Closed Tower"),
        N_("Scores 3 for each of your lords with a printed key."),
        N_("3 per lord with a key"),
        (SYMBOLS,),
    ),
    17: Location(
        N_("The Lost Tower"),
        N_("Scores 3 for each of your lords without a printed key."),
        N_("3 per lord without a key"),
        (N_("Ambassadors have no printed key, so they count here."),),
    ),
    18: Location(
        N_("The Chamber of Allies"),
        N_("Scores 3, and the value of your weakest affiliated ally of each race."),
        N_("3 + weakest affiliated ally of each race"),
    ),
    19: Location(
        N_("Nest of Giant Clams"),
        N_("Scores 3, and 3 more for each shellfish that joined you for good."),
        N_("3 + 3 per affiliated shellfish"),
    ),
    20: Location(
        N_("The Coral Barrier"),
        N_("Scores 20, less 1 for each ally that joined you for good."),
        N_("20 − number of affiliated allies"),
    ),
    101: Location(
        N_("The Gambling Den"),
        N_("Scores 5, and 2 more for each of your smugglers."),
        N_("5 + 2 per smuggler"),
        (SYMBOLS,),
    ),
    102: Location(
        N_("The Kraken's Lair"),
        N_("Scores 15, less 3 for each of your nebulis; it may go below zero."),
        N_("15 − 3 per nebulis"),
        (N_("Nebulis for Krakens left in hand count too (R-K20)."),),
    ),
    103: Location(N_("The Cetacean Graveyard"), SANCTUARY, SANCTUARY_FORMULA, SANCTUARY_RULINGS),
    104: Location(N_("The Abandoned Convoy"), SANCTUARY, SANCTUARY_FORMULA, SANCTUARY_RULINGS),
    105: Location(N_("The Megalodon"), SANCTUARY, SANCTUARY_FORMULA, SANCTUARY_RULINGS),
    106: Location(N_("The Battlefield"), SANCTUARY, SANCTUARY_FORMULA, SANCTUARY_RULINGS),
}

LOCATION_SLUGS: dict[int, str] = {number: slug_of(place.name) for number, place in LOCATIONS.items()}
_SPELLINGS = spellings(LOCATION_SLUGS)


def location_name(number: int) -> str:
    """The name of the location with this public id, in the reader's language."""
    return _(LOCATIONS[number].name)


def location_text(number: int) -> str:
    """What the location with this public id scores, and what it does when it is gained."""
    return _(LOCATIONS[number].text)


def location_formula(number: int) -> str:
    """The score in short: "5 + 2 per farmer"."""
    return _(LOCATIONS[number].formula)


def location_worth_in_words(number: int, points: int) -> str:
    """What the location would score for somebody now, and how: "now 9: 5 + 2 per farmer"."""
    return _("now {points}: {formula}").format(points=points, formula=location_formula(number))


def location_rulings(number: int) -> list[str]:
    """Notes on doubtful cases, each ending with the code of its ruling where there is one."""
    return [_(note) for note in LOCATIONS[number].rulings]


def name_of_location(location: int) -> str:
    """The name of a location by the number that the rules use."""
    return location_name(int(LOCATION_ID[location]))


def name_of_sanctuary(sanctuary: int) -> str:
    """The name of one of the four sanctuaries, counted from 0."""
    return name_of_location(FIRST_SANCTUARY + sanctuary)


def location_id_from_slug(text: str) -> int | None:
    """The public id of the location that a typed name means: "throne_room", "The Throne Room"."""
    return _SPELLINGS.get(bare(text))


def nearest_location(text: str) -> str | None:
    """The slug of the location that a misspelt name may mean."""
    return nearest(text, LOCATION_SLUGS.values())
