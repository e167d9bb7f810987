"""Lords, locations and leviathans as a person reads them: title, print, what they do, rulings."""

from dataclasses import dataclass

from openabyss.errors import OpenAbyssError
from openabyss.rules.cards.printed import COST, GUILD, GUILDS_WITH_A_RACE, INFLUENCE, KEYS, RACES_NEEDED
from openabyss.words import N_, _, capitalised, ngettext
from openabyss.words.cards import codes, leviathans, printed
from openabyss.words.cards.codes import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS
from openabyss.words.cards.printed import TypedNames, bare, nearest, slug_of
from openabyss.words.listing import did_you_mean, filled

TIMINGS = {
    printed.ARRIVAL: N_("works on arrival"),
    printed.LASTING: N_("works all the time"),
    printed.TURN: N_("works once a turn"),
}
# The English names of all cards by their sorts; leviathans have a number as well, as in "leviathan-7".
_ENGLISH = (
    ("lord", printed.LORD_NAMES),
    ("location", printed.LOCATION_NAMES),
    ("leviathan", TypedNames(dict(zip(LEVIATHAN_IDS, leviathans.LEVIATHAN_NAMES, strict=True)))),
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
    name, number = card_name(card), card.id
    if card.sort == "lord":
        return CardText(name, _lord_facts(number), printed.lord_text(number), printed.lord_rulings(number))
    if card.sort == "leviathan":
        return CardText(name, leviathans.leviathan_facts(number), leviathans.leviathan_text(number), [])
    facts = _("Location: {formula}").format(formula=printed.location_formula(number))
    return CardText(name, facts, printed.location_text(number), printed.location_rulings(number))


def card_name(card: Card) -> str:
    if card.sort == "lord":
        return printed.lord_name(card.id)
    if card.sort == "leviathan":
        return leviathans.name_of_leviathan(card.id - 1)
    return printed.location_name(card.id)


def known_card(name: str) -> Card:
    """The card that a typed name means, in the reader's language or in English, or its number as in
    `lord 35`. Raises UnknownCard with a suggestion."""
    known = {bare(f"{card.sort} {card.id}"): card for card in all_cards()}
    known |= {bare(card_name(card)): card for card in all_cards()}
    if bare(name) in known:
        return known[bare(name)]
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
    ids = {"lord": LORD_IDS, "location": LOCATION_IDS, "leviathan": LEVIATHAN_IDS}
    return [Card(sort, number) for sort, numbers in ids.items() for number in numbers]


def lord_condition(location: int | None, disabled: bool, used: bool) -> str:
    """What keeps a lord from working, if anything."""
    if location is not None:
        return filled(_("under {location}"), location=printed.location_name(location))
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
    index = lord_index(number)
    parts = [
        capitalised(codes.guild_name(int(GUILD[index]))),
        _("cost {cost}").format(cost=COST[index]),
        races_in_words(demanded_race(index), int(RACES_NEEDED[index])),
        influence_points(int(INFLUENCE[index])),
    ]
    if KEYS[index]:
        parts.append(codes.keys(int(KEYS[index])))
    timing = TIMINGS.get(printed.LORDS[number].timing)
    if timing is not None:
        parts.append(_(timing))
    return " · ".join(parts)
