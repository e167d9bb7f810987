"""Races, guilds, allies and monster tokens: their names, and the codes that stand for them; the ids of cards.

The codes are those of positions, records and typed actions. This is the only place that knows them.
"""

from collections.abc import Sequence

from openabyss.rules.cards.allies import (
    DOUBLE_DIE,
    FIGHT_EFFECT_OF,
    KINDS,
    MONSTER,
    NO_EFFECT,
    NO_RACE,
    RACE_OF,
    VALUE_OF,
)
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.sizes import LEVIATHANS
from openabyss.rules.state import BASE_TOKENS, TOKEN_INFLUENCE
from openabyss.words import _, capitalised, counted, counted_in, pgettext
from openabyss.words.listing import all_of

# The ids of cards, in the order of the numbers that the rules use.
LORD_IDS: list[int] = LORD_ID.tolist()
LOCATION_IDS: list[int] = LOCATION_ID.tolist()
LEVIATHAN_IDS = list(range(1, LEVIATHANS + 1))

# By the race numbers of the rules. What is typed, sent and stored is the same in every language.
RACE_CODES = ("jellyfish", "crab", "seahorse", "shellfish", "squid")
RACE_LETTERS = "JCHSQ"
KRAKEN_LETTER = "K"
MONSTER_CODE = "M"
FIGHTER_SIGN = "*"


def _code(kind: int) -> str:
    if kind == MONSTER:
        return MONSTER_CODE
    race = int(RACE_OF[kind])
    letter = KRAKEN_LETTER if race == NO_RACE else RACE_LETTERS[race]
    sign = FIGHTER_SIGN if FIGHT_EFFECT_OF[kind] != NO_EFFECT else ""
    return f"{letter}{VALUE_OF[kind]}{sign}"


# Of exploration cards: "C3", "K2", "M", "C1*".
KIND_CODES = tuple(_code(kind) for kind in range(KINDS))
_KIND_BY_CODE = {code: kind for kind, code in enumerate(KIND_CODES)}

RACE_NAMES = (
    counted("jellyfish", "jellyfish"),
    counted("crab", "crabs"),
    counted("seahorse", "seahorses"),
    counted("shellfish", "shellfish"),
    counted("squid", "squids"),
)
# A race in "the crab stack": elsewhere a case of its own, perhaps with an article ("Stapel der Krebse").
RACES_OF_STACKS = (
    lambda: pgettext("whose stack of the council it is", "jellyfish"),
    lambda: pgettext("whose stack of the council it is", "crab"),
    lambda: pgettext("whose stack of the council it is", "seahorse"),
    lambda: pgettext("whose stack of the council it is", "shellfish"),
    lambda: pgettext("whose stack of the council it is", "squid"),
)
# The letters on cards, each from the name of the race; no two of a language, with that of Krakens, are alike.
LETTERS_SHOWN = (
    lambda: pgettext("letter on the cards of jellyfish", "J"),
    lambda: pgettext("letter on the cards of crabs", "C"),
    lambda: pgettext("letter on the cards of seahorses", "H"),
    lambda: pgettext("letter on the cards of shellfish", "S"),
    lambda: pgettext("letter on the cards of squids", "Q"),
)
GUILD_NAMES = (
    counted("mage", "mages"),
    counted("soldier", "soldiers"),
    counted("farmer", "farmers"),
    counted("merchant", "merchants"),
    counted("politician", "politicians"),
    counted("ambassador", "ambassadors"),
    counted("smuggler", "smugglers"),
)

# What is owned, paid and drawn, by its number: "1 pearl", "3 pearls".
pearls = counted("{count} pearl", "{count} pearls")
nebulis = counted("{count} nebulis", "{count} nebulis")
cards = counted("{count} card", "{count} cards")
keys = counted("{count} key", "{count} keys")
monster_tokens = counted("{count} monster token", "{count} monster tokens")
locations = counted("{count} location", "{count} locations")
tokens_with_effect = counted("{count} token with an effect", "{count} tokens with an effect")
# As an object, or alone on a button: in some languages another case.
pearls_alone = counted_in("what somebody has", "{count} pearl", "{count} pearls")
_nebulis_alone = counted_in("what somebody has", "{count} nebulis", "{count} nebulis")
loot_cards = counted("{count} loot card", "{count} loot cards")

# Tokens of the base pile are known by their influence, those of Leviathan by their effect.
TOKEN_CODES: tuple[int | str, ...] = (2, 3, 4, "pearls2", "pearls3", "key", "stack")
_TOKEN_BY_CODE = {str(code): token for token, code in enumerate(TOKEN_CODES)}


def kind_of_code(code: str) -> int:
    """The kind with this code, in upper or lower case. ValueError for an unknown code."""
    kind = _KIND_BY_CODE.get(code.strip().upper())
    if kind is None:
        raise ValueError(
            _("{code!r} is not an exploration card; codes look like C3, K2, C1* or M").format(code=code)
        )
    return kind


def token_of_code(code: int | str) -> int:
    """The monster token with this code. ValueError for an unknown code."""
    token = _TOKEN_BY_CODE.get(str(code).strip().lower())
    if token is None:
        allowed = ", ".join(_TOKEN_BY_CODE)
        raise ValueError(
            _("{code!r} is not a monster token; allowed: {allowed}").format(code=code, allowed=allowed)
        )
    return token


def race_of_code(code: str) -> int:
    """The race with this name, such as "crab", or letter. ValueError if there is none."""
    wanted = code.strip().lower()
    if wanted in RACE_CODES:
        return RACE_CODES.index(wanted)
    if len(wanted) == 1 and wanted.upper() in RACE_LETTERS:
        return RACE_LETTERS.index(wanted.upper())
    allowed = ", ".join(RACE_CODES)
    raise ValueError(_("{code!r} is not a race; allowed: {allowed}").format(code=code, allowed=allowed))


def race_name(race: int, count: int = 1) -> str:
    """The name of a race, for `count` of its allies: "crab", "crabs"."""
    return RACE_NAMES[race](count)


def races_named(race: int) -> str:
    """The name of a race where all of its allies are meant: "crabs"."""
    return race_name(race, 2)


def race_of_stack(race: int) -> str:
    """The race in "the {race} stack" and all that is said of a stack of the council."""
    return RACES_OF_STACKS[race]()


def race_letter(race: int) -> str:
    """The letter that a person reads for a race, or for Krakens."""
    return KRAKEN_LETTER if race == NO_RACE else LETTERS_SHOWN[race]()


def code_shown(code: str) -> str:
    """The code of an exploration card as a person reads it: in German "R3" for "C3", a crab being a Krebs."""
    if code == MONSTER_CODE:
        return pgettext("letter of a monster", "M")
    if code[0] == KRAKEN_LETTER:
        return code
    return race_letter(RACE_LETTERS.index(code[0])) + code[1:]


def guild_name(guild: int, count: int = 1) -> str:
    """The name of a guild, for `count` of its lords: "mage", "mages"."""
    return GUILD_NAMES[guild](count)


def kind_name(kind: int) -> str:
    """An exploration card in words: "Crab 3", "Kraken 2", "Monster", "Crab 1 with pearl boost"."""
    if kind == MONSTER:
        return _("Monster")
    value = VALUE_OF[kind]
    if RACE_OF[kind] == NO_RACE:
        return _("Kraken {value}").format(value=value)
    ally = _("{race} {value}").format(race=capitalised(race_name(int(RACE_OF[kind]))), value=value)
    if FIGHT_EFFECT_OF[kind] == NO_EFFECT:
        return ally
    if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE:
        return _("{ally} with double die").format(ally=ally)
    return _("{ally} with pearl boost").format(ally=ally)


def token_name(token: int) -> str:
    """A monster token in words: "Monster token worth 3", "Monster token: gain 2 pearls"."""
    if token < BASE_TOKENS:
        return _("Monster token worth {influence}").format(influence=TOKEN_INFLUENCE[token])
    return _("Monster token: {effect}").format(effect=token_effect(token))


def token_effect(token: int) -> str:
    """What a monster token is good for: "worth 3" at the end, or "gain 2 pearls" when it is used."""
    if token < BASE_TOKENS:
        return _("worth {influence}").format(influence=TOKEN_INFLUENCE[token])
    effects = (_("gain 2 pearls"), _("gain 3 pearls"), _("gain a key"), _("take a council stack"))
    return effects[token - BASE_TOKENS]


def money(pearl_count: int, nebulis_count: int) -> str:
    """Pearls, and nebulis if there are any, that are paid or gained: "2 pearls and 1 nebulis"."""
    amounts = ((pearls, pearl_count), (nebulis, nebulis_count))
    return all_of([words(count) for words, count in amounts if count] or [pearls(0)])


def payment_in_words(allies: str, pearl_count: int, nebulis_count: int) -> str:
    """A payment on a button, given its allies in words or codes: "J3 C2, 1 pearl and 1 nebulis"."""
    amounts = ((pearls_alone, pearl_count), (_nebulis_alone, nebulis_count))
    return all_of([*filter(None, [allies]), *(words(count) for words, count in amounts if count)])


def money_owned(pearl_count: int, nebulis_count: int) -> str:
    """Pearls, and nebulis if there are any, that somebody has."""
    is_poor = pearl_count == nebulis_count == 0
    return pearls_alone(0) if is_poor else payment_in_words("", pearl_count, nebulis_count)


def race_in_words(race: int) -> str:
    """The name of a race, or what Krakens are called."""
    return _("Kraken") if race == NO_RACE else race_name(race)


def hand_by_race(hand: Sequence[str]) -> dict[int, list[str]]:
    """The values of the cards of each race in a hand of codes, and of Krakens (NO_RACE), the highest first.

    A value is as in the code of the card: "3", or "3*" for an ally with an effect in fights.
    """
    races = {}
    for race, letter in (*enumerate(RACE_LETTERS), (NO_RACE, KRAKEN_LETTER)):
        if values := sorted((code[1:] for code in hand if code[0] == letter), reverse=True):
            races[race] = values
    return races
