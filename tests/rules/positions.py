"""Situations in a few words: who has what, what is played, who is asked what."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from openabyss import Game
from openabyss.seat import SeatLord

A, B, C, D = range(4)

Seat = dict[str, Any]

DATA = Path(__file__).parent.parent / "data"
RACES = ("jellyfish", "crab", "seahorse", "shellfish", "squid")
LETTERS = "JCHSQ"
GUILD_LETTER = {
    "mage": "J",
    "soldier": "C",
    "farmer": "H",
    "merchant": "S",
    "politician": "Q",
    "ambassador": "J",
}
# One stack in the council leaves every player at least two things to do, so that no turn passes by itself.
COUNCIL = {"squid": ["Q1"]}
QUIET_LORDS = (31, 32, 30, 28, 29, 27, 13)

# Values that pay a lord exactly (cost, races): the lowest card is the only lowest, no card can be left out.
PAYING_VALUES = {
    (6, 3): (3, 2, 1),
    (7, 1): (5, 2),
    (7, 2): (5, 2),
    (8, 1): (5, 3),
    (8, 2): (5, 3),
    (8, 3): (5, 2, 1),
    (9, 3): (5, 3, 1),
    (10, 1): (5, 4, 1),
    (10, 2): (5, 4, 1),
    (10, 3): (5, 3, 2),
    (10, 5): (5, 4, 3, 2, 1),
    (12, 3): (5, 4, 3),
}


def base_table(name: str) -> list[dict[str, Any]]:
    """The printed cards of the base game, `lords` or `locations`, from the reference tables."""
    cards: list[dict[str, Any]] = json.loads((DATA / "cards-base-kraken.json").read_text())[name]
    return [card for card in cards if card["set"] == "base"]


def disabled(lord: int) -> dict[str, Any]:
    """A lord whom the Assassin has turned."""
    return {"id": lord, "disabled": True, "location": None, "used": False}


def under(location: int, lord: int) -> dict[str, Any]:
    """A lord whose key has opened this location."""
    return {"id": lord, "disabled": False, "location": location, "used": False}


def seat(*, lords: Iterable[int | dict[str, Any]] = (), locations: Iterable[int] = (), **rest: Any) -> Seat:
    """What lies before one player: no pearls and no cards unless said; a bare number is a free lord."""
    placed = [
        {"id": lord, "disabled": False, "location": None, "used": False} if isinstance(lord, int) else lord
        for lord in lords
    ]
    tiles = [{"id": location, "loot": []} for location in locations]
    return {"pearls": 0, **rest, "lords": placed, "locations": tiles}


def powerless(lord: int, **rest: Any) -> list[Seat]:
    """The two ways to own a lord without having its power: turned by the Assassin, or under The Jail."""
    return [seat(lords=[disabled(lord)], **rest), seat(lords=[under(14, lord)], locations=[14], **rest)]


def position(*seats: Seat, players: int = 3, council: Mapping[str, list[str]] = COUNCIL, **rest: Any) -> Game:
    """A game in this situation; seats not described are bare, A is to play unless said."""
    players = max(players, len(seats))
    bare = [seat() for _ in range(players - len(seats))]
    stacks = {race: council.get(race, []) for race in RACES}
    return Game.from_position(
        {"players": players, "seed": 1, "council": stacks, **rest, "seats": [*seats, *bare]}
    )


def play(game: Game, *texts: str) -> Game:
    """Answer the open questions one after the other, whoever is asked."""
    for text in texts:
        game.apply(text)
    return game


def recruit(game: Game, lord: int, *cards: str) -> Game:
    """Recruit, paying with exactly these cards and pearls for what is missing."""
    game.apply(f"recruit:{lord}")
    if game.question.kind == "PAY":
        game.pay(cards=list(cards))
    return game


def payment_for(lord: int) -> list[str]:
    """Cards that pay exactly for a base lord and leave no choice of the one to affiliate."""
    card = next(card for card in base_table("lords") if card["id"] == lord)
    first = LETTERS.index(GUILD_LETTER[card["guild"]])
    races = [LETTERS[(first + step) % 5] for step in range(card["races"])]
    values = PAYING_VALUES[card["cost"], card["races"]]
    return [f"{races[turn % len(races)]}{value}" for turn, value in enumerate(values)]


def arrival(lord: int, *seats: Seat, **rest: Any) -> Game:
    """A has just recruited this lord with the cards of `payment_for`; the court has three lords left."""
    mine, *others = seats or (seat(),)
    cards = payment_for(lord)
    mine = {**mine, "hand": [*mine.get("hand", []), *cards]}
    placed = {
        lord,
        *rest.get("lord_deck", []),
        *(own["id"] for each in (mine, *others) for own in each["lords"]),
    }
    quiet = [other for other in QUIET_LORDS if other not in placed]
    game = position(mine, *others, **{"court": [lord, *quiet[:3]], **rest})
    return recruit(game, lord, *cards)


def asked(game: Game) -> tuple[str, int]:
    """The open question and the seat that has to answer it."""
    return game.question.kind, game.question.player


def answers(game: Game) -> set[str]:
    """The legal answers to the open question."""
    return {action.text for action in game.legal_actions}


def lords(game: Game, player: int) -> dict[int, SeatLord]:
    """The lords before a player, by their numbers."""
    return {lord.id: lord for lord in game.seats[player].lords}


def pearls(game: Game) -> list[int]:
    """The pearls of all players."""
    return [each.pearls for each in game.seats]


def prices(game: Game, lord: int) -> list[int]:
    """The pearls asked by each payment with which the lord can be had, rising."""
    return sorted(payment.pearls for payment in game.payments(lord))


def card_sets(game: Game, lord: int) -> list[list[str]]:
    """The cards of each payment with which the lord can be had."""
    return sorted(sorted(payment.cards) for payment in game.payments(lord))
