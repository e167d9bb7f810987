"""All cards in words, as data for screens: names, texts, costs."""

from openabyss.client.protocol.cards import CardDictionary, LeviathanCard, LocationCard, LordCard
from openabyss.rules.base.threat import HIGHEST_THREAT
from openabyss.rules.cards.allies import DOUBLE_DIE, FIGHT_EFFECT_OF, PEARL_BOOST
from openabyss.rules.cards.leviathans import FEARED_RACE
from openabyss.rules.cards.printed import COST, GUILD, INFLUENCE, KEYS, RACES_NEEDED
from openabyss.words import _
from openabyss.words.cards.codes import (
    KIND_CODES,
    RACE_CODES,
    TOKEN_CODES,
    guild_name,
    kind_name,
    race_name,
    token_effect,
    token_name,
)
from openabyss.words.cards.ids import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS
from openabyss.words.cards.leviathans import (
    ZONE_LABELS,
    attack_in_words,
    fighting_races,
    levels_of,
    leviathan_facts,
    leviathan_text,
    name_of_leviathan,
)
from openabyss.words.cards.locations import location_formula, location_name, location_rulings, location_text
from openabyss.words.cards.lords import LORDS
from openabyss.words.cards.text import TIMINGS, Card, card_text, demanded_race, lord_index
from openabyss.words.numbers import with_their_nouns
from openabyss.words.questions.exploring import rewards_at

BOOSTS = {PEARL_BOOST: "pearl-boost", DOUBLE_DIE: "double-die"}
GUILDS = ("mage", "soldier", "farmer", "merchant", "politician", "ambassador", "smuggler")


def card_dictionary() -> CardDictionary:
    """All cards in the reader's language."""
    return CardDictionary(
        lords={str(number): _lord(number) for number in LORD_IDS},
        locations={str(number): _location(number) for number in LOCATION_IDS},
        leviathans={str(number): _leviathan(number) for number in LEVIATHAN_IDS},
        allies={code: kind_name(kind) for kind, code in enumerate(KIND_CODES)},
        boosts={
            code: BOOSTS[effect]
            for code, effect in zip(KIND_CODES, FIGHT_EFFECT_OF.tolist(), strict=True)
            if effect in BOOSTS
        },
        tokens={str(code): token_name(token) for token, code in enumerate(TOKEN_CODES)},
        token_effects={str(code): token_effect(token) for token, code in enumerate(TOKEN_CODES)},
        races={code: race_name(race) for race, code in enumerate(RACE_CODES)},
        rewards={str(threat): rewards_at(threat) for threat in range(1, HIGHEST_THREAT + 1)},
        zones={str(zone): name for zone, name in enumerate(ZONE_LABELS, 1)},
    )


def _lord(number: int) -> LordCard:
    index, words = lord_index(number), LORDS[number]
    text = card_text(Card("lord", number))
    race = demanded_race(index)
    timing = TIMINGS.get(words.timing)
    return LordCard(
        name=text.title,
        guild=GUILDS[int(GUILD[index])],
        guild_name=guild_name(int(GUILD[index])),
        cost=int(COST[index]),
        races=int(RACES_NEEDED[index]),
        race=None if race < 0 else RACE_CODES[race],
        influence=int(INFLUENCE[index]),
        keys=int(KEYS[index]),
        timing=words.timing,
        timing_text="" if timing is None else _(timing),
        text=text.text,
        rulings=text.rulings,
        facts=with_their_nouns(text.facts),
    )


def _location(number: int) -> LocationCard:
    return LocationCard(
        name=location_name(number),
        formula=location_formula(number),
        text=location_text(number),
        rulings=location_rulings(number),
    )


def _leviathan(number: int) -> LeviathanCard:
    race = int(FEARED_RACE[number - 1])
    return LeviathanCard(
        name=name_of_leviathan(number - 1),
        race=RACE_CODES[race],
        fighters=[RACE_CODES[fighter] for fighter in fighting_races(race)],
        levels=list(levels_of(number)),
        attack=attack_in_words(number - 1),
        facts=with_their_nouns(leviathan_facts(number)),
        text=leviathan_text(number),
    )
