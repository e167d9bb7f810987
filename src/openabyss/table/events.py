"""What has happened, told in the words of the rulebook: ids of cards, codes, seats.

>>> from openabyss import Game
>>> game = Game.new(players=2, seed=3)
>>> {event.kind for event in game.latest_events if event.card is not None}
{'REVEALED'}
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from openabyss.rules.actions import LOCATION, LORD, RACE, is_location, is_lord
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import NOBODY
from openabyss.table import facts
from openabyss.table.facts import Fact, Public

# What stands for something that a seat has not seen.
HIDDEN = -1


class Row(NamedTuple):
    """An event in the numbers of the rules (rules/events.py), for those who put it into words."""

    kind: str
    player: int
    amount: int
    what: int
    seen_by: int | None


AMOUNT, TOTAL, GUARDED = "amount", "total", "guarded"
_Told = Fact | str | None

# What the two numbers of a row mean. Where nothing stands here, the first is an amount and the second
# means nothing.
_FACTS: dict[str, tuple[_Told, _Told]] = {
    "TURN_STARTED": (AMOUNT, facts.EXTRA),
    "LAST_ROUND": (None, facts.END_CAUSE),
    **dict.fromkeys(
        (
            "PEARLS_GAINED", "PEARLS_PAID", "KEYS_GAINED", "KEYS_RETURNED", "NEBULIS_GAINED", "NEBULIS_LOST",
            "WOUNDED", "ROLLED",
        ),
        (AMOUNT, TOTAL),
    ),
    "TOKEN_DRAWN": (TOTAL, facts.TOKEN),
    "TOKEN_STOLEN": (facts.OPPONENT, facts.TOKEN),
    "TOKEN_USED": (None, facts.TOKEN),
    **dict.fromkeys(("REVEALED", "ALLY_TAKEN"), (facts.SPACE, facts.CARD)),
    **dict.fromkeys(("OFFER_DECLINED", "ALLY_BOUGHT", "ALLY_SPENT"), (AMOUNT, facts.CARD)),
    "SENT_TO_COUNCIL": (facts.RACE, facts.CARD),
    "ALLY_DISCARDED": (TOTAL, facts.CARD),
    **dict.fromkeys(
        ("ALLY_AFFILIATED", "ALLY_FOUND", "MONSTER_FOUND", "AFFILIATED_LOST"), (None, facts.CARD)
    ),
    **dict.fromkeys(("STACK_TAKEN", "STACK_CLEARED"), (AMOUNT, facts.RACE)),
    "RACE_NAMED": (None, facts.RACE),
    "LORD_REVEALED": (facts.COURT_SPACE, facts.LORD),
    **dict.fromkeys(("LORD_RECRUITED", "LORD_OBTAINED"), (TOTAL, facts.LORD)),
    **dict.fromkeys(("LORD_USED", "LORD_DISABLED", "LORD_DISCARDED"), (None, facts.LORD)),
    **dict.fromkeys(("LORD_ASSIGNED", "LORD_FREED"), (facts.LOCATION, facts.LORD)),
    "EXTRA_TURN": (TOTAL, None),
    **dict.fromkeys(
        ("LOCATION_REVEALED", "LOCATION_AVAILABLE", "LOCATION_CONTROLLED"), (None, facts.LOCATION)
    ),
    "LOCATION_EXCHANGED": (facts.GIVEN_UP, facts.LOCATION),
    **dict.fromkeys(("SENTINEL_PLACED", "SENTINEL_RETURNED"), (facts.GUARD, GUARDED)),
    **dict.fromkeys(("LOOT_DRAWN", "LOOT_LOST"), (AMOUNT, facts.SANCTUARY)),
    "LEVIATHAN_REVEALED": (None, facts.LEVIATHAN),
    **dict.fromkeys(("LEVIATHAN_PLACED", "LEVIATHAN_FOUGHT"), (facts.ZONE, facts.LEVIATHAN)),
    **dict.fromkeys(
        ("ATTACKED", "ATTACK_FAILED", "ATTACK_MISSED", "LEVEL_REMOVED"), (AMOUNT, facts.LEVIATHAN)
    ),
    "LEVIATHAN_SLAIN": (TOTAL, facts.LEVIATHAN),
    "MONSTER_AVOIDED": (facts.AVOIDED, None),
    **dict.fromkeys(
        (
            "GAME_ENDED", "EXPLORED", "EXPLORATION_ENDED", "PLOTTED", "FIGURE_MOVED", "SCOURGE_TAKEN",
        ),
        (None, None),
    ),
    **dict.fromkeys(
        ("GAME_STARTED", "SEA_EMPTY", "RESHUFFLED", "MONSTER_FOUGHT", "THREAT_ROSE", "THREAT_RESET"),
        (AMOUNT, None),
    ),
}  # fmt: skip


class Event:
    """Something that happened. What its kind does not tell, and what is hidden, is None.

    `kind` is a name of rules/events.py, which also says whom `player` means in each.
    """

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Sequence[int]) -> None:
        """The numbers are a row as the rules write it; what they mean is looked up when it is asked for."""
        self._numbers = numbers

    @property
    def row(self) -> Row:
        """The numbers of the rules."""
        kind, player, amount, what, seen_by = self._numbers
        return Row(EVENT_NAMES[kind], player, amount, what, _seat_or_none(seen_by))

    @property
    def kind(self) -> str:
        """What happened: "PEARLS_GAINED", "LORD_RECRUITED"."""
        return EVENT_NAMES[self._numbers[0]]

    @property
    def player(self) -> int | None:
        """The seat that it happened to; None for nobody."""
        return _seat_or_none(self._numbers[1])

    @property
    def seen_by(self) -> int | None:
        """The only seat that saw what it was about; None when everybody did."""
        return _seat_or_none(self._numbers[4])

    @property
    def amount(self) -> int | None:
        """How much: pearls, cards, the price, the number of the turn, the level, the face of the die."""
        return cast(int | None, self._told(AMOUNT))

    @property
    def total(self) -> int | None:
        """What the player has of it now: pearls, nebulis, keys, wounds, tokens, lords, cards in hand."""
        return cast(int | None, self._told(TOTAL))

    @property
    def card(self) -> str | None:
        """The code of an exploration card: "J3"."""
        return cast(str | None, self._told("card"))

    @property
    def race(self) -> str | None:
        """A race, or the council's stack of it: "crab"."""
        return cast(str | None, self._told("race"))

    @property
    def token(self) -> int | str | None:
        """The code of a monster token: 2, 3, 4, "pearls2", "key"."""
        return cast(int | str | None, self._told("token"))

    @property
    def lord(self) -> int | None:
        """The id of a lord."""
        return cast(int | None, self._told("lord"))

    @property
    def location(self) -> int | None:
        """The id of a location."""
        return cast(int | None, self._told("location"))

    @property
    def given_up(self) -> int | None:
        """The id of the location that was exchanged for another one."""
        return cast(int | None, self._told("given_up"))

    @property
    def leviathan(self) -> int | None:
        """The id of a leviathan."""
        return cast(int | None, self._told("leviathan"))

    @property
    def zone(self) -> int | None:
        """A zone of the border, 1 to 9."""
        return cast(int | None, self._told("zone"))

    @property
    def space(self) -> int | None:
        """A space of the track, 1 to 5, or of the court, 1 to 6."""
        return cast(int | None, self._told("space"))

    @property
    def opponent(self) -> int | None:
        """The seat that a token was stolen from."""
        return cast(int | None, self._told("opponent"))

    @property
    def sentinel(self) -> int | None:
        """The id of the lord whose sentinel it is; `lord`, `location` or `race` is what it guards."""
        return cast(int | None, self._told("sentinel"))

    @property
    def cause(self) -> str | None:
        """Why the last round began, or why a monster was avoided: "lords", "court", "coward", "inert"."""
        return cast(str | None, self._told("cause"))

    @property
    def is_extra_turn(self) -> bool:
        """The turn that began is an extra one."""
        return self._told("extra") == 1

    def hidden(self) -> "Event":
        """The event as one sees it who only learns that it happened."""
        kind, player, amount, _what, seen_by = self._numbers
        return Event((kind, player, amount, HIDDEN, seen_by))

    def _told(self, name: str) -> Public:
        row = self.row
        for told, number in zip(_FACTS[row.kind], (row.amount, row.what), strict=True):
            fact, part = _guarded(number) if told == GUARDED else (told, number)
            if fact == name:
                return part
            if isinstance(fact, Fact) and fact.name == name:
                return fact.public(part)
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and tuple(other._numbers) == tuple(self._numbers)

    def __hash__(self) -> int:
        return hash(tuple(self._numbers))

    def __repr__(self) -> str:
        told = {name: getattr(self, name) for name in _SHOWN}
        shown = ", ".join(f"{name}={value!r}" for name, value in told.items() if value is not None)
        return f"Event({shown})"


_SHOWN = (
    "kind", "player", "amount", "total", "card", "race", "token", "lord", "location", "given_up", "leviathan",
    "zone", "space", "opponent", "sentinel", "cause", "seen_by",
)  # fmt: skip


def tells_of(kind: int, events: Sequence[Event]) -> bool:
    """Whether one of the events is of a kind, by the number that the rules give it."""
    return kind in [event._numbers[0] for event in events]


def _guarded(action: int) -> tuple[Fact, int]:
    """What an action points at that a sentinel guards."""
    if is_lord(action):
        return facts.LORD, action - LORD
    if is_location(action):
        return facts.LOCATION, action - LOCATION
    return facts.RACE, action - RACE


def _seat_or_none(player: int) -> int | None:
    return None if player == NOBODY else player
