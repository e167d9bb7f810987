"""Situations in a few words: who has what, what is played, who is asked what."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openabyss import Game
from openabyss.rules.questions import FIRST_STEP, QUESTION_NAMES, STEPS
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.table import reading
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


class Situation(Game):
    """A game as tests read it and play on."""

    def play(self, *texts: str) -> "Situation":
        """Answer the open questions one after the other, for each player who is asked."""
        for text in texts:
            self.apply(text)
            self._check()
        return self

    def recruit(self, lord: int, *cards: str) -> "Situation":
        """Recruit, paying with exactly these cards and pearls for what is missing."""
        self.apply(f"recruit:{lord}")
        if self.question.kind == "PAY":
            self.pay(cards=list(cards))
        return self._check()

    def place_krakens(self, **stacks: str) -> "Situation":
        """Put each Kraken left on the track on the stack named for it (`K3="jellyfish"`)."""
        while self.question.kind == "PLACE_KRAKEN":
            self.play(f"stack:{stacks[str(self.question.about.card)]}")
        return self

    def _check(self) -> "Situation":
        """Every answer is offered once, and what waits without being about anything says so with a 0."""
        state = self.state
        assert state.offered == len(self.legal_actions)
        for what, _player, detail in state.stack[: state.depth].tolist():
            name = STEPS[what - FIRST_STEP].name if what >= FIRST_STEP else QUESTION_NAMES[what]
            assert detail == 0 or name not in ABOUT_NOTHING, f"{name} is about {detail}"
        return self

    @property
    def asked(self) -> tuple[str, int]:
        """The open question and the seat that has to answer it."""
        return self.question.kind, self.question.player

    @property
    def answers(self) -> set[str]:
        """The legal answers to the open question."""
        return {action.text for action in self.legal_actions}

    @property
    def kinds(self) -> list[str]:
        """The names of the latest events, in order."""
        return [event.kind for event in self.latest_events]

    @property
    def moves_of_the_figure(self) -> list[int | None]:
        """Who has just received the figure, in order; None where it went back beside the board."""
        return [event.player for event in self.latest_events if event.kind == "FIGURE_MOVED"]

    @property
    def seats(self) -> list[reading.Seat]:
        """What is before each player."""
        return self.table.seats

    @property
    def mine(self) -> reading.Seat:
        """What is before A."""
        return self.seats[A]

    @property
    def pearls(self) -> list[int]:
        return [each.pearls for each in self.seats]

    @property
    def nebulis(self) -> list[int]:
        return [each.nebulis for each in self.seats]

    @property
    def wounds(self) -> list[int]:
        return [int(count) for count in self.state.wounds[: self.players]]

    @property
    def trophies(self) -> list[list[int]]:
        """The leviathans that each player has slain."""
        return [each.trophies for each in self.seats]

    def tokens_held(self, player: int = A) -> int:
        """How many monster tokens a player holds."""
        return len(self.seats[player].monster_tokens)

    def lords(self, player: int) -> dict[int, reading.SeatLord]:
        """The lords before a player, by their numbers."""
        return {lord.id: lord for lord in self.seats[player].lords}

    def prices(self, lord: int) -> list[int]:
        """The pearls asked by each payment with which the lord can be had, rising."""
        return sorted(payment.pearls for payment in self.payments(lord))

    def card_sets(self, lord: int) -> list[list[str]]:
        """The cards of each payment with which the lord can be had."""
        return sorted(sorted(payment.cards) for payment in self.payments(lord))

    @property
    def figure(self) -> int | None:
        """Who holds the Kraken figure."""
        holder = int(self.state.kraken_holder)
        return None if holder == NOBODY else holder

    @property
    def guarded(self) -> dict[int, str | None]:
        """What the token of each sentinel lord guards, as the answer that points at it, or None."""
        state = self.state
        owners, targets = state.sentinel_owner.tolist(), state.sentinel_target.tolist()
        return {
            FIRST_SENTINEL_LORD + place: None if target == EMPTY else text_of("PLACE_SENTINEL", target, state)
            for place, (owner, target) in enumerate(zip(owners, targets, strict=True))
            if owner != NOBODY
        }

    @property
    def border(self) -> dict[int, tuple[int, int]]:
        """The border by zone: which leviathan is there, and how many levels it has lost."""
        return {zone: (beast.id, beast.levels_lost) for zone, beast in self.table.border.items()}

    def loot(self, location: int) -> list[int]:
        """The values of the loot on a sanctuary, before a player or not."""
        row = self.state.loot[location - FIRST_SANCTUARY].tolist()
        return [LOWEST_LOOT + place for place, cards in enumerate(row) for _ in range(cards)]


def sentences(names: str, /, **rows: object) -> pytest.MarkDecorator:
    """A table of sentences that one test shows to be true: `names` of its arguments, and their values by
    sentence."""
    return pytest.mark.parametrize(names, list(rows.values()), ids=list(rows))


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
    """The border of a position, of leviathans by zones 1 to 9; a bare number is at full life."""
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
    *, lords: Iterable[int | dict[str, Any]] = (), locations: Iterable[int | dict[str, Any]] = (), **rest: Any
) -> Seat:
    """What is before one player: no pearls and no cards unless said; a bare number is a free lord."""
    placed = [
        {"id": lord, "disabled": False, "location": None, "used": False} if isinstance(lord, int) else lord
        for lord in lords
    ]
    tiles = [tile(location) if isinstance(location, int) else location for location in locations]
    return {"pearls": 0, **rest, "lords": placed, "locations": tiles}


def powerless(lord: int, **rest: Any) -> list[Seat]:
    """The two ways to own a lord without having its power: turned by the Assassin, or under The Jail."""
    return [seat(lords=[disabled(lord)], **rest), seat(lords=[under(14, lord)], locations=[14], **rest)]


def position(
    *seats: Seat, players: int = 3, council: Mapping[str, list[str]] = COUNCIL, **rest: Any
) -> Situation:
    """A game in this situation; seats not described are bare, A is to play unless said."""
    players = max(players, len(seats))
    bare = [seat() for _ in range(players - len(seats))]
    stacks = {race: council.get(race, []) for race in RACES}
    if "border" in rest:
        rest["border"] = border_in_json(rest["border"])
    described = {"players": players, "seed": 1, "council": stacks, **rest, "seats": [*seats, *bare]}
    return Situation.from_position(described)._check()


def with_kraken(*seats: Seat, **rest: Any) -> Situation:
    """A game with Kraken in this situation."""
    return position(*seats, kraken=True, **rest)


def with_leviathan(*seats: Seat, **rest: Any) -> Situation:
    """A game with Leviathan in this situation."""
    return position(*seats, **{"leviathan": True, **rest})


# What is on the spaces before a monster, and what is revealed after it.
LEFT_BEHIND = ("J2", "H2", "S2", "Q2")
TO_COME = ("J3", "H3", "S3", "Q3")


def monster(*seats: Seat, space: int = 1, **rest: Any) -> Situation:
    """A has just revealed a monster on this space of the track, with Leviathan."""
    track = [*LEFT_BEHIND[: space - 1], "M"]
    return with_leviathan(
        *seats, **{"phase": "explore", "track": track, "exploration_deck": list(TO_COME), **rest}
    )


# The zones of the leviathan of a fight and of another one, so that the border is never empty.
ZONE, ELSEWHERE = 5, 9


def against(
    leviathan: int,
    hand: Iterable[str],
    *dice: int,
    levels_lost: int = 0,
    mine: Seat | None = None,
    **rest: Any,
) -> Situation:
    """A fights this leviathan with this hand; the dice fall like this. Another one is elsewhere."""
    other = 20 if leviathan == 19 else 19
    border = {ZONE: hurt(leviathan, levels_lost), ELSEWHERE: other}
    fighter = {**(mine or seat()), "hand": list(hand)}
    game = monster(fighter, **{"border": border, "dice": list(dice), **rest})
    game.play("fight")
    return game.play(f"zone:{ZONE}") if game.question.kind == "FIGHT_TARGET" else game


def payment_for(lord: int) -> list[str]:
    """Cards that pay exactly for a lord and leave no choice of the one to affiliate."""
    cards = [*printed_table("lords"), *leviathan_table("lords")]
    card = next(card for card in cards if card["id"] == lord)
    first = LETTERS.index(GUILD_LETTER[card["guild"]])
    races = [LETTERS[(first + step) % 5] for step in range(card["races"])]
    values = PAYING_VALUES[card["cost"], card["races"]]
    return [f"{races[turn % len(races)]}{value}" for turn, value in enumerate(values)]


def arrival(lord: int, *seats: Seat, **rest: Any) -> Situation:
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
    return game.recruit(lord, *cards)
