"""What a player reads on the 20 leviathans.

The game gives them no names; these are our own, after the beasts that we draw. Records call them by their
public id, 1 to 20.
"""

from collections.abc import Iterable, Sequence

from openabyss.rules.cards import leviathans as printed
from openabyss.rules.cards.allies import CRAB
from openabyss.rules.state import EMPTY, State
from openabyss.words import N_, _, counted, ngettext
from openabyss.words.cards.codes import pearls as amount_of_pearls
from openabyss.words.cards.codes import race_name
from openabyss.words.listing import join_then

# By id, four for each race that they fear, and four that fear crabs alone.
LEVIATHAN_NAMES = (
    *(N_("Manyhead"), N_("Stingveil"), N_("Palewing"), N_("Lampcoil")),
    *(N_("Whorl"), N_("Ironjaw"), N_("Isleback"), N_("Macehorn")),
    *(N_("Crownarm"), N_("Crestcoil"), N_("Anvilhead"), N_("Bladefin")),
    *(N_("Leafdrake"), N_("Kelpstride"), N_("Thornball"), N_("Sabretusk")),
    *(N_("Splitclaw"), N_("Hornwhale"), N_("Widemaw"), N_("Skullback")),
)

ZONE_LABELS = ("2/3", "4", "5", "6", "7", "8", "9", "10", "11/12")

wounds = counted("{count} wound", "{count} wounds")
life_points = counted("{count} life point", "{count} life points")
leviathans = counted("{count} leviathan", "{count} leviathans")
trophies = counted("{count} trophy", "{count} trophies")
_tokens = counted("{count} token", "{count} tokens")
_ATTACKS = {
    printed.WOUNDS: wounds,
    printed.PEARLS: counted("{count} pearl is lost", "{count} pearls are lost"),
    printed.ALLIES: counted("{count} ally from the hand is lost", "{count} allies from the hand are lost"),
}


def name_of_leviathan(leviathan: int) -> str:
    """What a leviathan is called, by the number that the rules use: "Isleback"."""
    return _(LEVIATHAN_NAMES[leviathan])


def zone_name(zone: int) -> str:
    """A zone of the border by the dice that lead there: "zone 11/12"."""
    return _("zone {label}").format(label=ZONE_LABELS[zone])


def leviathan_on(state: State, zone: int) -> str:
    """Who is on a zone, and how much it still resists: "Ironjaw on zone 8 (resists 6, then 4)"."""
    leviathan = int(state.border[zone])
    if leviathan == EMPTY:
        return zone_name(zone)
    levels = printed.RESISTANCE[leviathan, state.levels_lost[zone] : printed.LEVELS_OF[leviathan]].tolist()
    return _("{leviathan} on {zone} (resists {levels})").format(
        leviathan=name_of_leviathan(leviathan), zone=zone_name(zone), levels=join_then(map(str, levels))
    )


def leviathan_facts(number: int) -> str:
    """The number of the leviathan with this public id, and how many lives it has."""
    levels = int(printed.LEVELS_OF[number - 1])
    return ngettext(
        "Leviathan {number} · {count} level of life", "Leviathan {number} · {count} levels of life", levels
    ).format(number=number, count=levels)


def leviathan_text(number: int) -> str:
    """What is printed on the leviathan with this public id."""
    leviathan = number - 1
    return _("Fought with {races}. Resists {levels}. When it attacks: {attack}.").format(
        races=_enemies(leviathan),
        levels=levels_in_words(levels_of(number)),
        attack=attack_in_words(leviathan),
    )


def levels_in_words(levels: Iterable[tuple[int, int]]) -> str:
    """Resistances and the tokens that are paid for them: "7 (pays 2 tokens), then 5 (pays 1 token)"."""
    text = _("{resistance} (pays {tokens})")
    return join_then(text.format(resistance=level, tokens=_tokens(paid)) for level, paid in levels)


# What is said of an attack that cannot succeed, that pearls may help, that always succeeds, and of any other.
_ODDS = (
    N_("No roll is enough for the next level."),
    N_("Beats the next level with a roll of {roll} or more and up to {pearls}: {percent}%."),
    N_("Beats the next level with every roll."),
    N_("Beats the next level with a roll of {roll} or more: {percent}%."),
)
_ODDS_IN_SHORT = (
    N_("no roll is enough"),
    N_("from {roll}, with up to {pearls}: {percent}%"),
    N_("every roll is enough"),
    N_("from {roll}: {percent}%"),
)


def odds_in_words(roll: int, pearls: int, percent: int, texts: Sequence[str] = _ODDS) -> str:
    """What an attack needs, and how likely that is: "Beats the next level with a roll of 4 or more: 50 %."

    roll: the least that is enough. pearls: those that are spent with it, if need be.
    """
    place = 0 if percent == 0 else 1 if pearls else 2 if percent == 100 else 3
    return _(texts[place]).format(roll=roll, pearls=amount_of_pearls(pearls), percent=percent)


def odds_in_short(roll: int, pearls: int, percent: int) -> str:
    """The same beside an answer: "from 4: 50%"."""
    return odds_in_words(roll, pearls, percent, _ODDS_IN_SHORT)


def attack_in_words(leviathan: int) -> str:
    """What its victim suffers: "3 wounds"."""
    suffered = _ATTACKS.get(int(printed.ATTACK[leviathan]))
    return _("a free lord is lost") if suffered is None else suffered(int(printed.ATTACK_AMOUNT[leviathan]))


def levels_of(leviathan: int) -> tuple[tuple[int, int], ...]:
    """The levels of a leviathan by id: resistance, and the tokens that it pays."""
    levels = range(int(printed.LEVELS_OF[leviathan - 1]))
    return tuple(
        (int(printed.RESISTANCE[leviathan - 1, level]), int(printed.TOKENS_PAID[leviathan - 1, level]))
        for level in levels
    )


def fighting_races(race: int) -> tuple[int, ...]:
    """Whose allies may be spent against a leviathan, given its race."""
    return (CRAB,) if race == CRAB else (race, CRAB)


def _enemies(leviathan: int) -> str:
    """The races that may be spent against it."""
    crabs = race_name(CRAB, count=2)
    if printed.FEARED_RACE[leviathan] == CRAB:
        return crabs
    return _("{race} and {crabs}").format(
        race=race_name(int(printed.FEARED_RACE[leviathan]), count=2), crabs=crabs
    )
