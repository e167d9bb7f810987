"""Situations in a few words: who has what, what is played, who is asked what."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from openabyss import Game
from openabyss.rules.cards.printed import LOCATION_ID
from openabyss.rules.questions import FIRST_STEP, QUESTION_NAMES, STEPS
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.table.events import Event
from openabyss.table.reading import SeatLord
from openabyss.words.questions.actions import text_of

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
    "smuggler": "J",
}
# One stack in the council leaves every player at least two things to do, so that no turn passes by itself.
COUNCIL = {"squid": ["Q1"]}
QUIET_LORDS = (31, 32, 30, 28, 29, 27, 13)

# Values that pay a lord exactly (cost, races): the lowest card is the only lowest, no card can be left out.
PAYING_VALUES = {
    (5, 2): (3, 2),
    (6, 1): (4, 2),
    (6, 3): (3, 2, 1),
    (7, 1): (5, 2),
    (7, 2): (5, 2),
    (8, 1): (5, 3),
    (8, 2): (5, 3),
    (8, 3): (5, 2, 1),
    (9, 2): (5, 4),
    (9, 3): (5, 3, 1),
    (10, 1): (5, 4, 1),
    (10, 2): (5, 4, 1),
    (10, 3): (5, 3, 2),
    (10, 5): (5, 4, 3, 2, 1),
    (12, 1): (5, 4, 3),
    (12, 3): (5, 4, 3),
}


# The questions and steps that are about no card, player, place or number.
ABOUT_NOTHING = {
    *("MAIN", "END_POWERS", "OBEY_MARTIAL_LAW", "CONTROL_SOURCE", "CONTROL_PICK", "FIGHT_TARGET"),
    *("TOKEN_WINDOW", "TOKEN_STACK_PICK", "LAST_POWERS", "HAND_LIMIT", "END_TURN", "KEY_CHECK"),
    *("COURT_CHECK", "REVEAL", "GO_ON", "END_EXPLORATION", "ROLL_ZONE", "PLACE_LEVIATHAN", "FIND_ALLY"),
}

FIRST_SENTINEL_LORD = 106
FIRST_SANCTUARY = 103
LOWEST_LOOT = 3


def printed_table(name: str) -> list[dict[str, Any]]:
    """The printed cards of the base game and Kraken, `lords` or `locations`, from the reference tables."""
    cards: list[dict[str, Any]] = json.loads((DATA / "cards-base-kraken.json").read_text())[name]
    return cards


def base_table(name: str) -> list[dict[str, Any]]:
    """Those of the base game alone."""
    return [card for card in printed_table(name) if card["set"] == "base"]


def kraken_table(name: str) -> list[dict[str, Any]]:
    """Those of Kraken alone."""
    return [card for card in printed_table(name) if card["set"] == "kraken"]


def leviathan_table(name: str) -> list[dict[str, Any]]:
    """The printed cards that Leviathan adds, `lords`, `leviathans` and others, from its reference table."""
    cards: list[dict[str, Any]] = json.loads((DATA / "cards-leviathan.json").read_text())[name]
    return cards


def hurt(leviathan: int, levels_lost: int) -> dict[str, int]:
    """A leviathan of the border that has lost levels."""
    return {"id": leviathan, "levels_lost": levels_lost}


def border_in_json(border: Mapping[int, int | dict[str, int]]) -> dict[str, dict[str, int]]:
    """The border of a position, from zones 1 to 9 and who lies there; a bare number is at full life."""
    return {str(zone): hurt(beast, 0) if isinstance(beast, int) else beast for zone, beast in border.items()}


def disabled(lord: int) -> dict[str, Any]:
    """A lord whom the Assassin has turned."""
    return {"id": lord, "disabled": True, "location": None, "used": False}


def under(location: int, lord: int) -> dict[str, Any]:
    """A lord whose key has opened this location."""
    return {"id": lord, "disabled": False, "location": location, "used": False}


def tile(location: int, *loot: int) -> dict[str, Any]:
    """A location with loot of these values on it."""
    return {"id": location, "loot": list(loot)}


def sentinel(
    lord: int,
    owner: int,
    *,
    court: int | None = None,
    council: str | None = None,
    location: int | None = None,
) -> dict[str, Any]:
    """The token of a sentinel lord, on a lord of the court, a stack or a location; else with its owner."""
    areas = {"court": court, "council": council, "locations": location}
    for area, target in areas.items():
        if target is not None:
            return {"lord": lord, "owner": owner, "area": area, "target": target}
    return {"lord": lord, "owner": owner, "area": None, "target": None}


def seat(
    *,
    lords: Iterable[int | dict[str, Any]] = (),
    locations: Iterable[int | dict[str, Any]] = (),
    **rest: Any,
) -> Seat:
    """What lies before one player: no pearls and no cards unless said; a bare number is a free lord."""
    placed = [
        {"id": lord, "disabled": False, "location": None, "used": False} if isinstance(lord, int) else lord
        for lord in lords
    ]
    tiles = [tile(location) if isinstance(location, int) else location for location in locations]
    return {"pearls": 0, **rest, "lords": placed, "locations": tiles}


def powerless(lord: int, **rest: Any) -> list[Seat]:
    """The two ways to own a lord without having its power: turned by the Assassin, or under The Jail."""
    return [seat(lords=[disabled(lord)], **rest), seat(lords=[under(14, lord)], locations=[14], **rest)]


def position(*seats: Seat, players: int = 3, council: Mapping[str, list[str]] = COUNCIL, **rest: Any) -> Game:
    """A game in this situation; seats not described are bare, A is to play unless said."""
    players = max(players, len(seats))
    bare = [seat() for _ in range(players - len(seats))]
    stacks = {race: council.get(race, []) for race in RACES}
    if "border" in rest:
        rest["border"] = border_in_json(rest["border"])
    described = {"players": players, "seed": 1, "council": stacks, **rest, "seats": [*seats, *bare]}
    return sound(Game.from_position(described))


def with_kraken(*seats: Seat, **rest: Any) -> Game:
    """A game with Kraken in this situation."""
    return position(*seats, kraken=True, **rest)


def with_leviathan(*seats: Seat, **rest: Any) -> Game:
    """A game with Leviathan in this situation."""
    return position(*seats, **{"leviathan": True, **rest})


# What lies on the spaces before a monster, and what is revealed after it.
LEFT_BEHIND = ("J2", "H2", "S2", "Q2")
TO_COME = ("J3", "H3", "S3", "Q3")


def monster(*seats: Seat, space: int = 1, **rest: Any) -> Game:
    """A has just revealed a monster on this space of the track, with Leviathan."""
    track = [*LEFT_BEHIND[: space - 1], "M"]
    return with_leviathan(
        *seats, **{"phase": "explore", "track": track, "exploration_deck": list(TO_COME), **rest}
    )


# Where the leviathan of a fight lies, and where another one, so that the border is never empty.
ZONE, ELSEWHERE = 5, 9


def against(
    leviathan: int,
    hand: Iterable[str],
    *dice: int,
    levels_lost: int = 0,
    mine: Seat | None = None,
    **rest: Any,
) -> Game:
    """A fights this leviathan with this hand; the dice fall like this. Another one lies elsewhere."""
    other = 20 if leviathan == 19 else 19
    border = {ZONE: hurt(leviathan, levels_lost), ELSEWHERE: other}
    fighter = {**(mine or seat()), "hand": list(hand)}
    game = monster(fighter, **{"border": border, "dice": list(dice), **rest})
    play(game, "fight")
    return play(game, f"zone:{ZONE}") if game.question.kind == "FIGHT_TARGET" else game


def border(game: Game) -> dict[int, tuple[int, int]]:
    """The border by zone: who lies there, and how many levels it has lost."""
    return {zone: (beast.id, beast.levels_lost) for zone, beast in game.table.border.items()}


def wounds(game: Game) -> list[int]:
    """The wounds of all players."""
    return [int(count) for count in game.state.wounds[: game.players]]


def trophies(game: Game) -> list[list[int]]:
    """The leviathans that each player has slain."""
    return [each.trophies for each in game.table.seats]


def tokens_held(game: Game, player: int = A) -> int:
    """How many monster tokens a player holds."""
    return len(game.table.seats[player].monster_tokens)


def kinds_of(events: Iterable[Event]) -> list[str]:
    """The names of the events, in order."""
    return [event.kind for event in events]


def play(game: Game, *texts: str) -> Game:
    """Answer the open questions one after the other, whoever is asked."""
    for text in texts:
        game.apply(text)
        sound(game)
    return game


def sound(game: Game) -> Game:
    """Every answer is offered once, and what waits without being about anything says so with a 0."""
    state = game.state
    assert state.offered == len(game.legal_actions)
    for what, _player, detail in state.stack[: state.depth].tolist():
        name = STEPS[what - FIRST_STEP].name if what >= FIRST_STEP else QUESTION_NAMES[what]
        assert detail == 0 or name not in ABOUT_NOTHING, f"{name} is about {detail}"
    return game


def recruit(game: Game, lord: int, *cards: str) -> Game:
    """Recruit, paying with exactly these cards and pearls for what is missing."""
    game.apply(f"recruit:{lord}")
    if game.question.kind == "PAY":
        game.pay(cards=list(cards))
    return sound(game)


def payment_for(lord: int) -> list[str]:
    """Cards that pay exactly for a lord and leave no choice of the one to affiliate."""
    cards = [*printed_table("lords"), *leviathan_table("lords")]
    card = next(card for card in cards if card["id"] == lord)
    first = LETTERS.index(GUILD_LETTER[card["guild"]])
    races = [LETTERS[(first + step) % 5] for step in range(card["races"])]
    values = PAYING_VALUES[card["cost"], card["races"]]
    return [f"{races[turn % len(races)]}{value}" for turn, value in enumerate(values)]


def arrival(lord: int, *seats: Seat, **rest: Any) -> Game:
    """A has just recruited this lord with the cards of `payment_for`; the court has three lords left.

    A lord of an expansion brings it into play.
    """
    mine, *others = seats or (seat(),)
    cards = payment_for(lord)
    mine = {**mine, "hand": [*mine.get("hand", []), *cards]}
    placed = {
        lord,
        *rest.get("lord_deck", []),
        *(own["id"] for each in (mine, *others) for own in each["lords"]),
    }
    quiet = [other for other in QUIET_LORDS if other not in placed]
    is_of_kraken = any(card["id"] == lord for card in kraken_table("lords"))
    is_of_leviathan = any(card["id"] == lord for card in leviathan_table("lords"))
    sets = {"kraken": is_of_kraken, "leviathan": is_of_leviathan}
    game = position(mine, *others, **{**sets, "court": [lord, *quiet[:3]], **rest})
    return recruit(game, lord, *cards)


def asked(game: Game) -> tuple[str, int]:
    """The open question and the seat that has to answer it."""
    return game.question.kind, game.question.player


def answers(game: Game) -> set[str]:
    """The legal answers to the open question."""
    return {action.text for action in game.legal_actions}


def lords(game: Game, player: int) -> dict[int, SeatLord]:
    """The lords before a player, by their numbers."""
    return {lord.id: lord for lord in game.table.seats[player].lords}


def pearls(game: Game) -> list[int]:
    """The pearls of all players."""
    return [each.pearls for each in game.table.seats]


def prices(game: Game, lord: int) -> list[int]:
    """The pearls asked by each payment with which the lord can be had, rising."""
    return sorted(payment.pearls for payment in game.payments(lord))


def card_sets(game: Game, lord: int) -> list[list[str]]:
    """The cards of each payment with which the lord can be had."""
    return sorted(sorted(payment.cards) for payment in game.payments(lord))


def nebulis(game: Game) -> list[int]:
    """The nebulis of all players."""
    return [each.nebulis for each in game.table.seats]


def figure(game: Game) -> int | None:
    """Who holds the Kraken figure."""
    holder = int(game.state.kraken_holder)
    return None if holder == NOBODY else holder


def guarded(game: Game) -> dict[int, str | None]:
    """What the token of each sentinel lord guards, as the answer that points at it; None where it waits."""
    state = game.state
    owners, targets = state.sentinel_owner.tolist(), state.sentinel_target.tolist()
    return {
        FIRST_SENTINEL_LORD + place: None if target == EMPTY else text_of("PLACE_SENTINEL", target, state)
        for place, (owner, target) in enumerate(zip(owners, targets, strict=True))
        if owner != NOBODY
    }


def loot(game: Game, location: int) -> list[int]:
    """The values of the loot on a sanctuary, wherever that lies."""
    assert location in LOCATION_ID
    row = game.state.loot[location - FIRST_SANCTUARY].tolist()
    return [LOWEST_LOOT + place for place, cards in enumerate(row) for _ in range(cards)]


def place_krakens(game: Game, **stacks: str) -> Game:
    """Put each Kraken left on the track on the stack named for it (`K3="jellyfish"`)."""
    while game.question.kind == "PLACE_KRAKEN":
        code = str(game.question.about.card)
        game.apply(f"stack:{stacks[code]}")
    return game


def moves_of_the_figure(events: Iterable[Event]) -> list[int | None]:
    """Who received the figure, in order; None where it went back beside the board."""
    return [event.player for event in events if event.kind == "FIGURE_MOVED"]
