"""What the table shows beyond the game's own view: what a lord costs me now, what a location would score.

Built from `openabyss.view` and the rules' questions about the viewer's own seat, so nothing hidden gets in.
"""

from dataclasses import dataclass

from openabyss.game import Game
from openabyss.rules.base.payment import can_pay, cost_for, race_demanded, sum_hand
from openabyss.rules.cards.leviathans import FEARED_RACE
from openabyss.rules.cards.printed import COST, INFLUENCE, KEYS, RACES_NEEDED
from openabyss.rules.scoring import worth_of
from openabyss.words import _
from openabyss.words.cards.codes import RACE_CODES, RACE_LETTERS, keys
from openabyss.words.cards.leviathans import ZONE_LABELS, attack_in_words, levels_of
from openabyss.words.cards.locations import location_worth_in_words
from openabyss.words.cards.text import (
    Card,
    demanded_race,
    influence_points,
    location_index,
    lord_index,
    races_in_short,
)


@dataclass(frozen=True, slots=True)
class CourtLord:
    """A lord of the court as the viewer sees it: its id; the code of the race that is demanded, if one is."""

    lord: int
    cost: int
    printed: int
    race: str | None
    races: str
    influence: int
    keys: int
    affordable: bool


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
    for number in game.table.court:
        index = lord_index(number)
        needed, printed = int(RACES_NEEDED[index]), demanded_race(index)
        demanded = printed if seat is None else int(race_demanded(state, seat, index))
        found.append(
            CourtLord(
                lord=number,
                cost=int(COST[index]) if seat is None else int(cost_for(state, seat, index)),
                printed=int(COST[index]),
                race=None if demanded < 0 else RACE_CODES[demanded],
                races=races_in_short(demanded, needed),
                influence=int(INFLUENCE[index]),
                keys=int(KEYS[index]),
                affordable=seat is not None and bool(can_pay(state, index)),
            )
        )
    return found


def location_worth(game: Game, location: int, seat: int) -> int:
    """What a location would score for a seat if the game ended now."""
    return int(worth_of(game.state, location_index(location), seat))


def card_hint(game: Game, card: Card, seat: int) -> str:
    """What is good to know about a card that may be chosen, in few words."""
    if card.sort == "location":
        return location_worth_in_words(card.id, location_worth(game, card.id, seat))
    if card.sort == "leviathan":
        return _("its attack: {attack}").format(attack=attack_in_words(card.id - 1))
    index = lord_index(card.id)
    points = influence_points(int(INFLUENCE[index]))
    return f"{points}, {keys(int(KEYS[index]))}" if KEYS[index] else points


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
        for zone, beast in game.table.border.items()
    ]


def council_row(sizes: dict[str, int]) -> list[tuple[int, str, int]]:
    """The stacks of the council: race number, letter, how many cards."""
    return [(race, RACE_LETTERS[race], sizes[code]) for race, code in enumerate(RACE_CODES)]
