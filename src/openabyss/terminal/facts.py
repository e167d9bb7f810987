"""What the table shows beyond the game's own view: what a lord costs me now, what a location would score.

Built from `openabyss.view` and the rules' questions about the viewer's own seat, so nothing hidden gets in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openabyss.game import Game
from openabyss.rules.cards.allies import CRAB, NO_RACE
from openabyss.rules.cards.leviathans import FEARED_RACE, LEVELS_OF, RESISTANCE, TOKENS_PAID
from openabyss.rules.cards.printed import COST, INFLUENCE, KEYS, RACES_NEEDED
from openabyss.rules.exploring import REWARD_CHOICES, REWARDS
from openabyss.rules.payment import can_pay, cost_for, race_demanded, sum_hand
from openabyss.rules.scoring import worth_of
from openabyss.terminal.card_text import (
    Card,
    demanded_race,
    influence_points,
    location_index,
    lord_index,
    races_in_short,
    races_in_words,
)
from openabyss.words import _
from openabyss.words.cards import KRAKEN_LETTER, RACE_CODES, RACE_LETTERS, keys
from openabyss.words.leviathans import ZONE_LABELS, attack_in_words
from openabyss.words.locations import location_formula
from openabyss.words.prompts import reward_in_words


@dataclass(frozen=True, slots=True)
class CourtLord:
    """A lord of the court as the viewer sees it; `race` is the demanded one or -1."""

    id: int
    cost: int
    printed_cost: int
    race: int
    races: str
    races_in_words: str
    influence: int
    keys: int
    affordable: bool


@dataclass(frozen=True, slots=True)
class RaceInHand:
    """The cards of one race in a hand, the most valuable first; `race` is -1 for Krakens.

    A value is as in the code of the card: "3", or "3*" for an ally with an effect in fights.
    """

    race: int
    letter: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ZoneOfBorder:
    """A leviathan of the border; `levels` are (resistance, tokens paid), of which `lost` are gone.

    `race` may fight it besides crabs.
    """

    zone: str
    id: int
    race: int
    levels: tuple[tuple[int, int], ...]
    lost: int
    attack: str


def court_lords(game: Game, seat: int | None) -> list[CourtLord]:
    """The court, furthest from the deck first; a spectator sees printed costs and affords nothing."""
    state = game.clone().state
    if seat is not None:
        sum_hand(state, seat)
    found = []
    for number in game.court:
        index = lord_index(number)
        needed, printed = int(RACES_NEEDED[index]), demanded_race(index)
        demanded = printed if seat is None else int(race_demanded(state, seat, index))
        found.append(
            CourtLord(
                id=number,
                cost=int(COST[index]) if seat is None else int(cost_for(state, seat, index)),
                printed_cost=int(COST[index]),
                race=demanded,
                races=races_in_short(demanded, needed),
                races_in_words=races_in_words(demanded, needed),
                influence=int(INFLUENCE[index]),
                keys=int(KEYS[index]),
                affordable=seat is not None and bool(can_pay(state, seat, index)),
            )
        )
    return found


def location_worth(game: Game, location: int, seat: int) -> int:
    """What a location would score for a seat if the game ended now."""
    return int(worth_of(game.state, location_index(location), seat))


def cost_now(game: Game, lord: int, seat: int) -> int:
    """What a lord costs a seat, with everything that makes it cheaper or dearer."""
    return int(cost_for(game.state, seat, lord_index(lord)))


def card_hint(game: Game, card: Card, seat: int) -> str:
    """What is good to know about a card that may be chosen, in few words."""
    if card.sort == "location":
        return _("now {points}: {formula}").format(
            formula=location_formula(card.id), points=location_worth(game, card.id, seat)
        )
    if card.sort == "leviathan":
        return _("its attack: {attack}").format(attack=attack_in_words(card.id - 1))
    index = lord_index(card.id)
    points = influence_points(int(INFLUENCE[index]))
    return f"{points}, {keys(int(KEYS[index]))}" if KEYS[index] else points


def hand_by_race(hand: Sequence[str]) -> list[RaceInHand]:
    """A hand of codes, sorted into the five races and Krakens; those without a card are left out."""
    races = []
    for race, letter in (*enumerate(RACE_LETTERS), (NO_RACE, KRAKEN_LETTER)):
        values = sorted((code[1:] for code in hand if code[0] == letter), reverse=True)
        if values:
            races.append(RaceInHand(race, letter, tuple(values)))
    return races


def border_zones(game: Game) -> list[ZoneOfBorder]:
    """The leviathans of the border, from the first zone to the last."""
    return [
        ZoneOfBorder(
            zone=ZONE_LABELS[zone - 1],
            id=beast.id,
            race=int(FEARED_RACE[beast.id - 1]),
            levels=levels_of(beast.id),
            lost=beast.levels_lost,
            attack=attack_in_words(beast.id - 1),
        )
        for zone, beast in game.border.items()
    ]


def levels_of(leviathan: int) -> tuple[tuple[int, int], ...]:
    """The levels of a leviathan by id: resistance, and the tokens that it pays."""
    levels = range(int(LEVELS_OF[leviathan - 1]))
    return tuple(
        (int(RESISTANCE[leviathan - 1, level]), int(TOKENS_PAID[leviathan - 1, level])) for level in levels
    )


def fighting_races(race: int) -> tuple[int, ...]:
    """Whose allies may be spent against a leviathan, given its race."""
    return (CRAB,) if race == CRAB else (race, CRAB)


def loot_by_location(game: Game) -> dict[int, list[int]]:
    """The values of the loot on all locations that lie open, by id."""
    loot = dict(game.loot)
    for seat in game.seats:
        loot |= seat.loot
    return loot


def council_row(sizes: dict[str, int]) -> list[tuple[int, str, int]]:
    """The stacks of the council: race number, letter, how many cards."""
    return [(race, RACE_LETTERS[race], sizes[code]) for race, code in enumerate(RACE_CODES)]


def rewards_at(threat: int) -> str:
    """What a monster gives at a threat level: "1 pearl or 1 monster token"."""
    choices = range(1, REWARD_CHOICES + 1)
    possible = [reward_in_words(threat, c) for c in choices if any(REWARDS[threat - 1, c - 1])]
    return _(" or ").join(possible)
