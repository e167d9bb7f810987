"""What a player reads on the locations, by public id: name, what it scores, the formula (`locations.md`)."""

from typing import NamedTuple

from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.printed import LOCATION_ID
from openabyss.words import _
from openabyss.words.cards.reading import TypedNames, sections_in


class Location(NamedTuple):
    """One location in words; `formula` is its score in short, `signs` the same for those who draw it."""

    name: str
    signs: str
    text: str
    formula: str
    rulings: tuple[str, ...]


LOCATIONS = {
    card.id: Location(card.name, card.codes[0], card.paragraphs[0], card.paragraphs[1], card.rulings)
    for card in sections_in("locations.md")
}
LOCATION_NAMES = TypedNames({number: place.name for number, place in LOCATIONS.items()})


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
    formula = location_formula(number)
    if formula == str(points):
        return formula
    return _("now {points}: {formula}").format(points=points, formula=formula)


def location_rulings(number: int) -> list[str]:
    """Notes on doubtful cases, each ending with the code of its ruling where there is one."""
    return [_(note) for note in LOCATIONS[number].rulings]


def name_of_location(location: int) -> str:
    """The name of a location by the number that the rules use."""
    return location_name(int(LOCATION_ID[location]))


def name_of_sanctuary(sanctuary: int) -> str:
    """The name of one of the four sanctuaries, counted from 0."""
    return name_of_location(FIRST_SANCTUARY + sanctuary)
