"""What a player reads on the lords (`lords.md`), by public id: name, and the power in our own words."""

from typing import NamedTuple

from openabyss.rules.cards.printed import LORD_ID
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.words import _
from openabyss.words.cards.reading import TypedNames, sections_in

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
