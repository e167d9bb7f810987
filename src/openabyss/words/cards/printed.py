"""What a player reads on lords (`lords.md`) and locations (`locations.md`), by public id.

Also which card a typed name means.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.words import _
from openabyss.words.markdown import flat, sections

HEADING = re.compile(r"(\d+) ([^`]+?)((?: `[^`]+`)*)")


class CardEntry(NamedTuple):
    """What is written of the card with a public id; `codes` are no texts: the program reads them."""

    id: int
    name: str
    codes: tuple[str, ...]
    paragraphs: list[str]
    rulings: tuple[str, ...]


def sections_of(text: str) -> Iterator[CardEntry]:
    """The sections of a file."""
    for heading, blocks in sections(text):
        found = HEADING.fullmatch(heading)
        if found is None:
            raise ValueError(f"{heading!r} is not the id and the name of a card")
        notes = blocks.pop() if blocks[-1].startswith("- ") else ""
        rulings = tuple(flat(note) for note in f"\n{notes}".split("\n- ")[1:])
        codes = tuple(found[3].strip(" `").split("` `"))
        yield CardEntry(int(found[1]), found[2], codes, [flat(block) for block in blocks], rulings)


def sections_in(file: str) -> Iterator[CardEntry]:
    """The sections of a file of this folder."""
    return sections_of((Path(__file__).parent / file).read_text(encoding="utf-8"))


class TypedNames:
    """How people type the names of cards: "ship_master", "Ship-Master" and "the ship master" are one."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """The names by the public ids of their cards."""
        self.slugs = {number: slug_of(name) for number, name in names.items()}
        ids = {bare(slug): number for number, slug in self.slugs.items()}
        self._ids = {f"the{spelling}": number for spelling, number in ids.items()} | ids

    def id_of(self, text: str) -> int | None:
        """The card that is meant, if one has this name."""
        return self._ids.get(bare(text))

    def nearest(self, text: str) -> str | None:
        """The slug of the card that a misspelt name may mean."""
        return nearest(text, self.slugs.values())


def slug_of(name: str) -> str:
    """The name as it is typed in actions and links: "The Kraken's Lair" becomes "krakens_lair"."""
    plain = name.lower().removeprefix("the ").replace("'", "").replace("’", "")
    return "_".join(plain.split())


def bare(text: str) -> str:
    """Only the letters and digits of a text, in lower case: what two spellings have in common."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def nearest(text: str, slugs: Iterable[str]) -> str | None:
    """The slug most like the text, if any is alike enough to be meant."""
    matches = get_close_matches(slug_of(text).replace("-", "_"), list(slugs), n=1, cutoff=0.6)
    return next(iter(matches), None)


# When a power works: on arrival, for as long as the lord is active, once in each own turn, never.
ARRIVAL, LASTING, TURN, NONE = "arrival", "lasting", "turn", "none"


class Lord(NamedTuple):
    """One lord in words. `timing` is ARRIVAL, LASTING, TURN or NONE; `signs` say what its power is about."""

    name: str
    timing: str
    signs: str
    text: str
    rulings: tuple[str, ...]


LORDS = {
    card.id: Lord(card.name, timing, " ".join(signs), card.paragraphs[0], card.rulings)
    for card in sections_in("lords.md")
    for timing, *signs in [card.codes]
}
LORD_NAMES = TypedNames({number: lord.name for number, lord in LORDS.items()})


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
