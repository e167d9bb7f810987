"""Lords (`lords.md`), locations (`locations.md`) and leviathans as a person reads them, by their public ids.

Also which card a typed name means.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from openabyss.errors import OpenAbyssError
from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.printed import (
    COST,
    GUILD,
    GUILDS_WITH_A_RACE,
    INFLUENCE,
    KEYS,
    LOCATION_ID,
    LORD_ID,
    RACES_NEEDED,
)
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.words import N_, _, capitalised, ngettext
from openabyss.words.cards import codes, leviathans
from openabyss.words.cards.codes import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS
from openabyss.words.listing import did_you_mean, filled, nearest
from openabyss.words.markdown import flat, sections

# When a power works: on arrival, for as long as the lord is active, once in each own turn, never.
ARRIVAL, LASTING, TURN, NONE = "arrival", "lasting", "turn", "none"
HEADING = re.compile(r"(\d+) ([^`]+?)(?: `(arrival|lasting|turn|none)`)?(?: `([^`]+)`)?")


class CardEntry(NamedTuple):
    """What is written of the lord or location with a public id; `signs` say what its power or score is about.

    timing: of a lord, ARRIVAL, LASTING, TURN or NONE. formula: of a location, its score in short.
    """

    id: int
    name: str
    timing: str
    signs: str
    text: str
    formula: str
    rulings: tuple[str, ...]


def sections_of(text: str) -> Iterator[CardEntry]:
    """The sections of a file of lords or locations."""
    for heading, blocks in sections(text):
        found = HEADING.fullmatch(heading)
        if found is None:
            raise ValueError(f"{heading!r} is not the id and the name of a card")
        notes = blocks.pop() if blocks[-1].startswith("- ") else ""
        rulings = tuple(flat(note) for note in f"\n{notes}".split("\n- ")[1:])
        number, name, timing, signs = found.groups("")
        words, formula = (*map(flat, blocks), "")[:2]
        yield CardEntry(int(number), name, timing, signs, words, formula, rulings)


def _entries(file: str) -> dict[int, CardEntry]:
    """The sections of a file of this folder, by the ids of their cards."""
    return {card.id: card for card in sections_of((Path(__file__).parent / file).read_text("utf-8"))}


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
        return _nearest_slug(text, self.slugs.values())


def slug_of(name: str) -> str:
    """The name as it is typed in actions and links: "The Kraken's Lair" becomes "krakens_lair"."""
    plain = name.lower().removeprefix("the ").replace("'", "").replace("’", "")
    return "_".join(plain.split())


def bare(text: str) -> str:
    """Only the letters and digits of a text, in lower case: what two spellings have in common."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _nearest_slug(text: str, slugs: Iterable[str]) -> str | None:
    return nearest(slug_of(text).replace("-", "_"), slugs)


LORDS = _entries("lords.md")
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


LOCATIONS = _entries("locations.md")
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


TIMINGS = {
    ARRIVAL: N_("works on arrival"),
    LASTING: N_("works all the time"),
    TURN: N_("works once a turn"),
}
# The English names of all cards by their sorts; leviathans have a number as well, as in "leviathan-7".
_ENGLISH = (
    ("lord", LORD_NAMES),
    ("location", LOCATION_NAMES),
    ("leviathan", TypedNames(dict(zip(LEVIATHAN_IDS, leviathans.LEVIATHAN_NAMES, strict=True)))),
    ("leviathan", TypedNames({number: f"leviathan {number}" for number in LEVIATHAN_IDS})),
)


class UnknownName(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """No card has this name."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is shown somewhere; `sort` is "lord", "location" or "leviathan"."""

    sort: str
    id: int


@dataclass(frozen=True, slots=True)
class CardText:
    """`facts` is what is printed in numbers, one line."""

    title: str
    facts: str
    text: str
    rulings: list[str]

    def lines(self) -> list[str]:
        """The whole card, line by line."""
        return [self.title, self.facts, self.text, *self.rulings]


def card_text(card: Card) -> CardText:
    """A card in words."""
    name, number = card_name(card), card.id
    if card.sort == "lord":
        return CardText(name, _lord_facts(number), lord_text(number), lord_rulings(number))
    if card.sort == "leviathan":
        return CardText(name, leviathans.leviathan_facts(number), leviathans.leviathan_text(number), [])
    facts = _("Location: {formula}").format(formula=location_formula(number))
    return CardText(name, facts, location_text(number), location_rulings(number))


def card_name(card: Card) -> str:
    if card.sort == "lord":
        return lord_name(card.id)
    if card.sort == "leviathan":
        return leviathans.name_of_leviathan(card.id - 1)
    return location_name(card.id)


def known_card(name: str) -> Card:
    """The card that a typed name means, in the reader's language or in English, or its number as in
    `lord 35`. Raises UnknownName with a suggestion."""
    known = {bare(text): card for card in all_cards() for text in (f"{card.sort} {card.id}", card_name(card))}
    if bare(name) in known:
        return known[bare(name)]
    for sort, names in _ENGLISH:
        number = names.id_of(name)
        if number is not None:
            return Card(sort, number)
    slugs = [slug_of(card_name(card)) for card in all_cards()]
    meant = _nearest_slug(name, slugs + [slug for _sort, names in _ENGLISH for slug in names.slugs.values()])
    problem = _("there is no card {name!r}").format(name=name)
    raise UnknownName(problem if meant is None else did_you_mean(problem, repr(meant)))


def all_cards() -> list[Card]:
    """Every card of all sets: lords, locations, leviathans."""
    ids = {"lord": LORD_IDS, "location": LOCATION_IDS, "leviathan": LEVIATHAN_IDS}
    return [Card(sort, number) for sort, numbers in ids.items() for number in numbers]


def lord_condition(location: int | None, disabled: bool, used: bool) -> str:
    """What keeps a lord from working, if anything."""
    if location is not None:
        return filled(_("under {location}"), location=location_name(location))
    if disabled:
        return _("disabled")
    return _("used this turn") if used else ""


def races_in_short(demanded: int, needed: int) -> str:
    """The races of a payment in few letters: "S", "S+2", "any 3"."""
    if demanded < 0:
        return _("any {count}").format(count=needed)
    return codes.race_letter(demanded) + (f"+{needed - 1}" if needed > 1 else "")


def races_in_words(demanded: int, needed: int) -> str:
    """The races of a payment: "3 races, including shellfish"."""
    if demanded < 0:
        return ngettext("any {count} race", "any {count} races", needed).format(count=needed)
    if needed == 1:
        return _("only {race}").format(race=codes.race_name(demanded, 2))
    return ngettext("{count} race, including {race}", "{count} races, including {race}", needed).format(
        count=needed, race=codes.race_name(demanded, 2)
    )


def demanded_race(index: int) -> int:
    """The race printed on a lord, or -1."""
    guild = int(GUILD[index])
    return guild if guild < GUILDS_WITH_A_RACE else -1


def influence_points(points: int) -> str:
    """Influence in words: "9 influence"."""
    return _("{points} influence").format(points=points)


def _lord_facts(number: int) -> str:
    index = LORD_IDS.index(number)
    parts = [
        capitalised(codes.guild_name(int(GUILD[index]))),
        _("cost {cost}").format(cost=COST[index]),
        races_in_words(demanded_race(index), int(RACES_NEEDED[index])),
        influence_points(int(INFLUENCE[index])),
    ]
    if KEYS[index]:
        parts.append(codes.keys(int(KEYS[index])))
    timing = TIMINGS.get(LORDS[number].timing)
    if timing is not None:
        parts.append(_(timing))
    return " · ".join(parts)
