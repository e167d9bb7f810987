"""What has happened, in the words of the rulebook: ids of cards, codes, seats.

>>> from openabyss import Game
>>> game = Game.new(players=2, seed=3)
>>> {event.kind for event in game.latest_events if event.card is not None}
{'REVEALED'}
"""

from collections.abc import Sequence
from typing import Generic, TypeVar, cast

from msgspec import Struct

from openabyss.rules.events import EVENT_NAMES
from openabyss.table import public_fields as fields
from openabyss.table.public_fields import Public, PublicField, guarded, seat_or_none
from openabyss.words.log import EventRow

# In the place of something that a seat has not seen.
HIDDEN = -1

AMOUNT, TOTAL, GUARDED = "amount", "total", "guarded"

# What the two numbers of a row mean, by the kinds of events.
_MEANINGS: tuple[tuple[str, PublicField | str | None, PublicField | str | None], ...] = (
    ("GAME_ENDED EXPLORED EXPLORATION_ENDED PLOTTED FIGURE_MOVED SCOURGE_TAKEN", None, None),
    ("GAME_STARTED SEA_EMPTY RESHUFFLED MONSTER_FOUGHT THREAT_ROSE THREAT_RESET", AMOUNT, None),
    ("TURN_STARTED", AMOUNT, fields.EXTRA),
    ("EXTRA_TURN", TOTAL, None),
    ("LAST_ROUND", None, fields.END_CAUSE),
    ("PEARLS_GAINED PEARLS_PAID KEYS_GAINED KEYS_RETURNED WOUNDED ROLLED", AMOUNT, TOTAL),
    ("NEBULIS_GAINED NEBULIS_LOST", AMOUNT, TOTAL),
    ("TOKEN_DRAWN", TOTAL, fields.TOKEN),
    ("TOKEN_STOLEN", fields.OPPONENT, fields.TOKEN),
    ("TOKEN_USED", None, fields.TOKEN),
    ("REVEALED ALLY_TAKEN", fields.SPACE, fields.CARD),
    ("OFFER_DECLINED ALLY_BOUGHT ALLY_SPENT", AMOUNT, fields.CARD),
    ("SENT_TO_COUNCIL", fields.RACE, fields.CARD),
    ("ALLY_DISCARDED", TOTAL, fields.CARD),
    ("ALLY_AFFILIATED ALLY_FOUND MONSTER_FOUND AFFILIATED_LOST", None, fields.CARD),
    ("STACK_TAKEN STACK_CLEARED", AMOUNT, fields.RACE),
    ("RACE_NAMED", None, fields.RACE),
    ("LORD_REVEALED", fields.COURT_SPACE, fields.LORD),
    ("LORD_RECRUITED LORD_OBTAINED", TOTAL, fields.LORD),
    ("LORD_USED LORD_DISABLED LORD_DISCARDED", None, fields.LORD),
    ("LORD_ASSIGNED LORD_FREED", fields.LOCATION, fields.LORD),
    ("LOCATION_REVEALED LOCATION_AVAILABLE LOCATION_CONTROLLED", None, fields.LOCATION),
    ("LOCATION_EXCHANGED", fields.GIVEN_UP, fields.LOCATION),
    ("SENTINEL_PLACED SENTINEL_RETURNED", fields.GUARD, GUARDED),
    ("LOOT_DRAWN LOOT_LOST", AMOUNT, fields.SANCTUARY),
    ("LEVIATHAN_REVEALED", None, fields.LEVIATHAN),
    ("LEVIATHAN_PLACED LEVIATHAN_FOUGHT", fields.ZONE, fields.LEVIATHAN),
    ("ATTACKED ATTACK_FAILED ATTACK_MISSED LEVEL_REMOVED", AMOUNT, fields.LEVIATHAN),
    ("LEVIATHAN_SLAIN", TOTAL, fields.LEVIATHAN),
    ("MONSTER_AVOIDED", fields.AVOIDED, None),
)
FIELDS_OF = {kind: (first, second) for kinds, first, second in _MEANINGS for kind in kinds.split()}


Value = TypeVar("Value")


class _Fact(Generic[Value]):
    """A fact about an event, named as its field; None where the kind has none, and where it is hidden."""

    def __init__(self, description: str) -> None:
        self.__doc__ = description

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, event: "Event | None", _owner: type | None = None) -> Value | None:
        """The fact itself where a class is asked for it, as those who print its description do."""
        return cast(Value | None, self if event is None else event._value(self._name))


class Event(Struct, frozen=True, gc=False):
    """Something that happened. What its kind does not say, and what is hidden, is None.

    `kind` is a name of rules/events.py, which also says whom `player` means in each.
    """

    # A row as the rules write it; what the numbers mean is looked up when it is asked for. A table keeps
    # hundreds of them: numbers of their own take half of the memory that a list of them takes.
    _kind: int
    _player: int
    _amount: int
    _what: int
    _seen_by: int

    @property
    def row(self) -> EventRow:
        """The numbers of the rules."""
        kind, seen_by = EVENT_NAMES[self._kind], seat_or_none(self._seen_by)
        return EventRow(kind, self._player, self._amount, self._what, seen_by)

    @property
    def kind(self) -> str:
        """What happened: "PEARLS_GAINED", "LORD_RECRUITED"."""
        return EVENT_NAMES[self._kind]

    @property
    def player(self) -> int | None:
        """The seat that it happened to; None for nobody."""
        return seat_or_none(self._player)

    @property
    def seen_by(self) -> int | None:
        """The only seat that saw what it was about; None when everybody did."""
        return seat_or_none(self._seen_by)

    amount = _Fact[int](
        "How much: pearls, cards, the price, the number of the turn, the level, the face of the die."
    )
    total = _Fact[int](
        "What the player has of it now: pearls, nebulis, keys, wounds, tokens, lords, cards in hand."
    )
    card = _Fact[str]('The code of an exploration card: "J3".')
    race = _Fact[str]('A race, or the council\'s stack of it: "crab".')
    token = _Fact[int | str]('The code of a monster token: 2, 3, 4, "pearls2", "key".')
    lord = _Fact[int]("The id of a lord.")
    location = _Fact[int]("The id of a location.")
    given_up = _Fact[int]("The id of the location that was exchanged for another one.")
    leviathan = _Fact[int]("The id of a leviathan.")
    zone = _Fact[int]("A zone of the border, 1 to 9.")
    space = _Fact[int]("A space of the track, 1 to 5, or of the court, 1 to 6.")
    opponent = _Fact[int]("The seat that a token was stolen from.")
    sentinel = _Fact[int]("The lord whose sentinel it is; `lord`, `location` or `race` is what it guards.")
    cause = _Fact[str](
        'Why the last round began, or a monster was avoided: "lords", "court", "coward", "inert".'
    )

    @property
    def is_extra_turn(self) -> bool:
        """The turn that began is an extra one."""
        return self._value("extra") == 1

    def hidden(self) -> "Event":
        """The event as one sees it who only learns that it happened."""
        return Event(self._kind, self._player, self._amount, HIDDEN, self._seen_by)

    def _value(self, name: str) -> Public:
        row = self.row
        for meaning, number in zip(FIELDS_OF[row.kind], (row.amount, row.what), strict=True):
            field, part = guarded(number)[1:] if meaning == GUARDED else (meaning, number)
            if field == name:
                return part
            if isinstance(field, PublicField) and field.name == name:
                return field.public(part)
        return None

    def __repr__(self) -> str:
        values = {name: getattr(self, name) for name in _SHOWN}
        shown = ", ".join(f"{name}={value!r}" for name, value in values.items() if value is not None)
        return f"Event({shown})"


_FACTS = (name for name, fact in vars(Event).items() if isinstance(fact, _Fact))
_SHOWN = ("kind", "player", *_FACTS, "seen_by")


def contains(events: Sequence[Event], kind: int) -> bool:
    """Whether one of the events is of a kind, by the number that the rules give it."""
    return kind in [event._kind for event in events]
