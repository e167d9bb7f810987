"""Lords, locations and leviathans as a person reads them: title, print, what they do, rulings."""

from dataclasses import dataclass

from openabyss.errors import OpenAbyssError
from openabyss.rules.cards.printed import COST, GUILD, GUILDS_WITH_A_RACE, INFLUENCE, KEYS, RACES_NEEDED
from openabyss.words import N_, _, capitalised, ngettext
from openabyss.words.cards.codes import (
    LEVIATHAN_IDS,
    LOCATION_IDS,
    LORD_IDS,
    guild_name,
    keys,
    race_letter,
    race_name,
)
from openabyss.words.cards.leviathans import (
    LEVIATHAN_NAMES,
    leviathan_facts,
    leviathan_text,
    name_of_leviathan,
)
from openabyss.words.cards.locations import (
    LOCATION_NAMES,
    location_formula,
    location_name,
    location_rulings,
    location_text,
)
from openabyss.words.cards.lords import (
    ARRIVAL,
    LASTING,
    LORD_NAMES,
    LORDS,
    TURN,
    lord_name,
    lord_rulings,
    lord_text,
)
from openabyss.words.cards.reading import TypedNames, bare, nearest, slug_of
from openabyss.words.listing import did_you_mean, filled

TIMINGS = {ARRIVAL: N_("works on arrival"), LASTING: N_("works all the time"), TURN: N_("works once a turn")}
# The English names of all cards by their sorts; leviathans have a number as well, as in "leviathan-7".
_ENGLISH = (
    ("lord", LORD_NAMES),
    ("location", LOCATION_NAMES),
    ("leviathan", TypedNames(dict(zip(LEVIATHAN_IDS, LEVIATHAN_NAMES, strict=True)))),
    ("leviathan", TypedNames({number: f"leviathan {number}" for number in LEVIATHAN_IDS})),
)


class UnknownCard(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
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
    if card.sort == "lord":
        return CardText(lord_name(card.id), _lord_facts(card.id), lord_text(card.id), lord_rulings(card.id))
    if card.sort == "leviathan":
        return CardText(card_name(card), leviathan_facts(card.id), leviathan_text(card.id), [])
    return CardText(
        location_name(card.id),
        _("Location: {formula}").format(formula=location_formula(card.id)),
        location_text(card.id),
        location_rulings(card.id),
    )


def card_name(card: Card) -> str:
    if card.sort == "lord":
        return lord_name(card.id)
    if card.sort == "leviathan":
        return name_of_leviathan(card.id - 1)
    return location_name(card.id)


def known_card(name: str) -> Card:
    """The card that a typed name means, in the reader's language or in English.

    Raises UnknownCard with a suggestion.
    """
    own = {bare(card_name(card)): card for card in all_cards()}
    if bare(name) in own:
        return own[bare(name)]
    for sort, names in _ENGLISH:
        number = names.id_of(name)
        if number is not None:
            return Card(sort, number)
    slugs = [slug_of(card_name(card)) for card in all_cards()]
    meant = nearest(name, slugs + [slug for _sort, names in _ENGLISH for slug in names.slugs.values()])
    problem = _("there is no card {name!r}").format(name=name)
    raise UnknownCard(problem if meant is None else did_you_mean(problem, repr(meant)))


def all_cards() -> list[Card]:
    """Every card of all sets: lords, locations, leviathans."""
    return [
        *(Card("lord", number) for number in LORD_IDS),
        *(Card("location", number) for number in LOCATION_IDS),
        *(Card("leviathan", number) for number in LEVIATHAN_IDS),
    ]


def lord_condition(location: int | None, disabled: bool, used: bool) -> str:
    """What keeps a lord from working, if anything."""
    if location is not None:
        return filled(_("under {location}"), location=location_name(location))
    if disabled:
        return _("disabled")
    return _("used this turn") if used else ""


def lord_index(number: int) -> int:
    """The number that the rules use for a lord."""
    return LORD_IDS.index(number)


def races_in_short(demanded: int, needed: int) -> str:
    """The races of a payment in few letters: "S", "S+2", "any 3"."""
    if demanded < 0:
        return _("any {count}").format(count=needed)
    return race_letter(demanded) + (f"+{needed - 1}" if needed > 1 else "")


def races_in_words(demanded: int, needed: int) -> str:
    """The races of a payment: "3 races, including shellfish"."""
    if demanded < 0:
        return ngettext("any {count} race", "any {count} races", needed).format(count=needed)
    if needed == 1:
        return _("only {race}").format(race=race_name(demanded, 2))
    return ngettext("{count} race, including {race}", "{count} races, including {race}", needed).format(
        count=needed, race=race_name(demanded, 2)
    )


def demanded_race(index: int) -> int:
    """The race printed on a lord, or -1."""
    guild = int(GUILD[index])
    return guild if guild < GUILDS_WITH_A_RACE else -1


def influence_points(points: int) -> str:
    """Influence in words: "9 influence"."""
    return _("{points} influence").format(points=points)


def _lord_facts(number: int) -> str:
    index = lord_index(number)
    parts = [
        capitalised(guild_name(int(GUILD[index]))),
        _("cost {cost}").format(cost=COST[index]),
        races_in_words(demanded_race(index), int(RACES_NEEDED[index])),
        influence_points(int(INFLUENCE[index])),
    ]
    if KEYS[index]:
        parts.append(keys(int(KEYS[index])))
    timing = TIMINGS.get(LORDS[number].timing)
    if timing is not None:
        parts.append(_(timing))
    return " · ".join(parts)
