"""What waits to be settled, by name: the questions, draws of chance and steps on the stack of the rules.

A frame of the rules is three numbers. Here it is a name, a player, and fields with names of their own:
`PAY`, asked of seat 0, about lord 12. What may wait on top of what is written by name as well: a name that
no question or step has is an error as soon as this is imported.
"""

from typing import Any, NamedTuple

from openabyss.play.position.fields import Field
from openabyss.rules.numbering import PLACE_LEVIATHAN, ROLL_ZONE
from openabyss.rules.questions import QUESTIONS, STEPS, QuestionSpec, StepSpec, Topic, pack, unpack
from openabyss.rules.sizes import COURT_SPACES, SEATS, TRACK_SPACES
from openabyss.rules.state import NOBODY, State
from openabyss.table.public_fields import FIELD_OF_TOPIC, Public, PublicField, seat_or_none
from openabyss.words import _

QUESTION, CHANCE, STEP = SORTS = ("question", "chance", "step")
MAX_FRAMES = 20
# The first leviathan of a game comes for nobody.
FOR_NOBODY = (ROLL_ZONE, PLACE_LEVIATHAN)
SEAT_FIELDS = ("player", "opponent", "receiver", "challengers", "receivers")

Kind = QuestionSpec | StepSpec
_ALL_KINDS: list[Kind] = [*QUESTIONS, *STEPS]
KINDS = {kind.name: kind for kind in _ALL_KINDS if isinstance(kind, QuestionSpec) or kind.waits}
_BY_NUMBER = {kind.number: kind for kind in KINDS.values()}


def sort_of(kind: Kind) -> str:
    """Who settles it: a player, chance, or nobody."""
    if isinstance(kind, StepSpec):
        return STEP
    return QUESTION if kind.drawn_from is None else CHANCE


def fields_of(kind: Kind) -> list[PublicField]:
    """What it is about, in the order of its topics."""
    return [FIELD_OF_TOPIC[topic] for topic in kind.topics]


# ----------------------------------------------------------------------------------------- writing


def frames_in_json(state: State) -> list[dict[str, Any]]:
    """What waits on a table as objects of a document, the open question last."""
    return [_in_json(_BY_NUMBER[what], *rest) for what, *rest in state.stack[: state.depth].tolist()]


def _in_json(kind: Kind, player: int, detail: int) -> dict[str, Any]:
    sort = sort_of(kind)
    owner = {} if sort == CHANCE else {"player": seat_or_none(player)}
    parts = zip(fields_of(kind), unpack(kind.topics, detail), strict=True)
    return {sort: kind.name, **owner, **{known.name: as_json(known.public(part)) for known, part in parts}}


def as_json(value: Public) -> Any:
    """A value as a document holds it: a set of seats as a list."""
    return list(value) if isinstance(value, tuple) else value


# ------------------------------------------------------------------- what may wait on top of what

_NUMBERS = {kind.name: kind.number for kind in _ALL_KINDS}


def _numbers(names: str) -> list[int]:
    """The numbers of the questions and steps in a text."""
    return [_NUMBERS[name] for name in names.split()]


# Before answering these, the player who is asked may use turn powers, or monster tokens.
_POWERS = " ".join(spec.name for spec in QUESTIONS if spec.turn_powers)
_TOKENS = " ".join(spec.name for spec in QUESTIONS if spec.tokens) + " TOKEN_WINDOW"
# Where a location brings its effect, and where a leviathan may appear and attack.
_LOCATION_GAINED = "KEY_CHECK COURT_CHECK"
_LEVIATHAN_ADDED = "FIRST_PLAYER GO_ON END_EXPLORATION COURT_CHECK KEY_CHECK TAKE_TOKENS FIND_ALLY SANCTUARY"

_ALLOWED_BELOW: dict[str, str] = {
    "END_TURN FINAL_SCORING FIRST_PLAYER": "",
    # The end of a turn.
    "HAND_LIMIT OBEY_MARTIAL_LAW": "END_TURN",
    "LAST_POWERS END_POWERS": "HAND_LIMIT",
    "KEY_CHECK CONTROL_SOURCE": f"LAST_POWERS {_TOKENS}",
    "CONTROL_KEYS CONTROL_PICK": "KEY_CHECK",
    "DISCARD_TO_LIMIT": "END_TURN OBEY_MARTIAL_LAW COURT_CHECK DISCARD_TO_LIMIT",
    # The action, and what comes of it.
    "MAIN SECOND_STACK END_EXPLORATION COURT_CHECK": "KEY_CHECK",
    "REVEAL REVEAL_CARD OFFER EXPLORE_ALLY EXPLORE_MONSTER MEET_MONSTER GO_ON REWARD": "END_EXPLORATION",
    "PLACE_KRAKEN": "KEY_CHECK PLACE_KRAKEN",
    "WELCOME": "COURT_CHECK",
    "AFFILIATE": "WELCOME",
    "PAY KRAKENS_SPENT": "AFFILIATE",
    "PAY_PRICE": "REVEAL KRAKENS_SPENT WELCOME",
    "ARRIVAL": "COURT_CHECK",
    "DIVIDEND": "ARRIVAL",
    # Lords.
    "APPRENTICE_STACK EXCHANGE_LOCATION EXCHANGE_FOR HEAL SORCERY ROB_TOKENS ROB_BACK STEAL_TOKEN NAME_RACE"
    " LURE CORRUPT REPLACE_LORD TAKE_LORD TRADE_LORD LORD_TO_PLAYER LIBERATE STRIKE BREED AMBASSADOR_PICK"
    " FENCE_PICK": "COURT_CHECK",
    "DISCARD_ALLY": "COURT_CHECK DISCARD_ALLY",
    "ASSASSINATE": "COURT_CHECK ASSASSINATE",
    "LOSE_AFFILIATED": "COURT_CHECK LOSE_AFFILIATED",
    "PLACE_SENTINEL": "COURT_CHECK MAIN",
    "CLEAR_STACK SELL_ALLY REPLACE_COURT_LORD": _POWERS,
    "LORD_TO_COURT": f"KEY_CHECK GO_ON LOCATION_TO_TABLE LORD_TO_COURT {_POWERS}",
    # Locations.
    "LOCATION_TO_TABLE": f"FIRST_PLAYER DRAW_LEVIATHAN KEY_CHECK GO_ON {_POWERS}",
    "DRAW_LOCATION": "CONTROL_PICK AMBASSADOR_PICK DRAW_LOCATION",
    "SANCTUARY DRAW_LOOT SWAP_SMOKERS": _LOCATION_GAINED,
    "FIND_ALLY FIND_CARD": f"SANCTUARY {_LOCATION_GAINED}",
    # Monster tokens.
    "TOKEN_WINDOW TAKE_TOKENS": "FIGHT_AGAIN COURT_CHECK",
    "TOKEN_STACK_PICK": _TOKENS,
    "DRAW_LEVIATHAN_TOKEN": "TOKEN_WINDOW DRAW_LEVIATHAN_TOKEN",
    "DRAW_TOKEN": "TOKEN_WINDOW END_EXPLORATION SANCTUARY DRAW_TOKEN DRAW_LEVIATHAN_TOKEN KEY_CHECK"
    " COURT_CHECK",
    # Leviathans.
    "FIGHT_TARGET FIGHT_ALLY FIGHT_AGAIN RESOLVE_ATTACK": "END_EXPLORATION COURT_CHECK",
    "BOOST": "RESOLVE_ATTACK",
    "ADD_DIE": "RESOLVE_ATTACK BOOST",
    "ROLL_DIE": "PLACE_LEVIATHAN ADD_DIE ROLL_DIE",
    "ROLL_ZONE PLACE_LEVIATHAN LOSE_ALLY LOSE_LORD": _LEVIATHAN_ADDED,
    "DRAW_LEVIATHAN": "ROLL_ZONE BREED",
    # Whenever pearls or nebulis have been gained.
    "TAX KRAKEN_FIGURE_PICK": " ".join(_NUMBERS.keys() - {"CONTROL_SOURCE", "CONTROL_PICK", "CONTROL_KEYS"}),
}
ALLOWED_BELOW = {
    number: frozenset(_numbers(below))
    for above, below in _ALLOWED_BELOW.items()
    for number in _numbers(above)
}
# What is not listed is asked by the power of a lord, on arrival or before the answer to another question.
_ASKED_BY_A_LORD = frozenset(_numbers(f"COURT_CHECK {_POWERS}"))
ALLOWED_BELOW.update(
    {number: _ASKED_BY_A_LORD for number in _NUMBERS.values() if number not in ALLOWED_BELOW}
)
# How often something may wait at the same time; everything else once.
_AT_MOST = {
    "KEY_CHECK TAX KRAKEN_FIGURE_PICK ROLL_DIE": 2,
    "DRAW_LOCATION": 4,
    "DISCARD_ALLY ASSASSINATE LOSE_AFFILIATED DISCARD_TO_LIMIT": SEATS,
    "PLACE_KRAKEN": TRACK_SPACES,
    "LORD_TO_COURT": COURT_SPACES,
    "DRAW_TOKEN DRAW_LEVIATHAN_TOKEN": 9,
}
AT_MOST = {number: count for names, count in _AT_MOST.items() for number in _numbers(names)}


# ----------------------------------------------------------------------------------------- reading


class Frame(NamedTuple):
    """What waits in a document: `player` is NOBODY for chance; `parts` are the numbers of its fields.

    `field` is the whole, `keys` are its members, for errors.
    """

    kind: Kind
    player: int
    parts: list[int]
    field: Field
    keys: dict[str, Field]

    @property
    def name(self) -> str:
        """What the rules call it."""
        return self.kind.name

    @property
    def what(self) -> int:
        """Its number in the rules."""
        return self.kind.number

    @property
    def detail(self) -> int:
        """The third number of the rules."""
        return pack(self.kind.topics, self.parts)


def read_frames(waiting: Field, players: int, active: int) -> list[Frame]:
    """The frames of a document, the open question last. Raises the error of the field that is wrong.

    Each is asked of a player who may be asked, waits on what it may wait on, and no more often than it can;
    whether the table fits is another matter.
    """
    fields = waiting.items(MAX_FRAMES)
    if not fields:
        raise waiting.wrong(_("at least the open question must be given"))
    given: list[Frame] = []
    for field in fields:
        frame = _read_frame(field, players, active)
        _check_place(frame, given)
        given.append(frame)
    if isinstance(given[-1].kind, StepSpec):
        raise fields[-1].wrong(_("the last one must be a question, or a draw of chance"))
    return given


def _read_frame(field: Field, players: int, active: int) -> Frame:
    kind = _read_kind(field)
    sort, about = sort_of(kind), fields_of(kind)
    owner = [] if sort == CHANCE else ["player"]
    keys = field.members(dict.fromkeys([sort, *owner, *(known.name for known in about)]))
    parts = [_number_of(known, keys[known.name]) for known in about]
    for known, part in zip(about, parts, strict=True):
        _check_seats(known, part, keys[known.name], players)
    if Topic.ACTIVE_PLAYER in kind.topics:
        # Chance answers, and what it brings goes on with the active player.
        _check_active(kind, keys["player"], active)
    player = NOBODY if sort == CHANCE else _read_player(kind, keys["player"], players, active)
    return Frame(kind, player, parts, field, keys)


def _read_kind(field: Field) -> Kind:
    members = field.mapping()
    sorts = [sort for sort in SORTS if sort in members]
    if len(sorts) != 1:
        raise field.wrong(_('one of "question", "chance" and "step" must be given'))
    known = {name: kind for name, kind in KINDS.items() if sort_of(kind) == sorts[0]}
    name = Field(members[sorts[0]], field.error, field.whole, f"{field.path}.{sorts[0]}")
    return known[name.choice(known)]


def _read_player(kind: Kind, player: Field, players: int, active: int) -> int:
    if player.value is None and kind.number in FOR_NOBODY:
        return NOBODY
    seat = player.number(0, players - 1)
    if not kind.of_anybody:
        _check_active(kind, player, active)
    return seat


def _check_active(kind: Kind, player: Field, active: int) -> None:
    if player.value != active:
        problem = _("{name} is for the active player, seat {active}")
        raise player.wrong(problem.format(name=kind.name, active=active))


def _number_of(known: PublicField, field: Field) -> int:
    """The number of the rules that a field means."""
    value = tuple(field.value) if isinstance(field.value, list) else field.value
    for number, word in known.words.items():
        if type(word) is type(value) and word == value:
            return number
    raise field.no_such(_(known.what))


def _check_seats(known: PublicField, part: int, field: Field, players: int) -> None:
    """Seats that a field names are in play."""
    named = known.public(part)
    seats = named if isinstance(named, tuple) else (named,)
    if known.name in SEAT_FIELDS and any(isinstance(seat, int) and seat >= players for seat in seats):
        raise field.wrong(_("{seat} is not in play").format(seat=named))


def _check_place(frame: Frame, below: list[Frame]) -> None:
    """It may wait on what is beneath it, and no more often than it can."""
    allowed = ALLOWED_BELOW[frame.what]
    if below and below[-1].what not in allowed:
        problem = _("{name} cannot wait on {below}")
        raise frame.field.wrong(problem.format(name=frame.name, below=below[-1].name))
    if not below and allowed:
        raise frame.field.wrong(_("{name} cannot wait with nothing beneath it").format(name=frame.name))
    others = sum(other.what == frame.what for other in below)
    if others >= AT_MOST.get(frame.what, 1):
        problem = _("{name} cannot wait more than {count} times")
        raise frame.field.wrong(problem.format(name=frame.name, count=others))
