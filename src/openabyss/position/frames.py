"""What waits to be settled, by name: the questions, draws of chance and steps on the stack of the rules.

A frame of the rules is three numbers. Here it is a name, a player, and facts with names of their own:
`PAY`, asked of seat 0, about lord 12. `LIES_ON` says what each may wait on top of.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import openabyss.rules.play  # noqa: F401  all questions and steps have their names when it is imported
from openabyss.position.fields import Field
from openabyss.rules.questions import QUESTIONS, STEPS, QuestionSpec, Topic, pack, unpack
from openabyss.rules.sizes import COURT_SPACES, SEATS, TRACK_SPACES
from openabyss.rules.state import NOBODY, State
from openabyss.table import facts
from openabyss.table.facts import FACTS, Fact, Public
from openabyss.words import _


def names(text: str) -> frozenset[str]:
    """The names in a text."""
    return frozenset(text.split())


QUESTION, CHANCE, STEP = SORTS = ("question", "chance", "step")
MOST_FRAMES = 20

# ------------------------------------------------------------------------------ what each is about


class Kind(NamedTuple):
    """A question, draw or step: its number in the rules, and what it is about."""

    name: str
    what: int
    sort: str
    topics: tuple[Topic, ...]
    is_for_active: bool

    @property
    def facts(self) -> list[Fact]:
        """What it is about, in the order of the topics."""
        return [FACTS[topic] for topic in self.topics]

    @property
    def is_drawn_for_active(self) -> bool:
        """Chance answers, and what it brings goes on with the active player."""
        return Topic.ACTIVE_PLAYER in self.topics

    def unpack(self, detail: int) -> list[int]:
        """The number of each fact, from the third number of a frame."""
        return unpack(self.topics, detail)


def _question_kind(spec: QuestionSpec) -> Kind:
    sort = QUESTION if spec.drawn_from is None else CHANCE
    return Kind(spec.name, spec.number, sort, spec.topics, sort == QUESTION and not spec.of_anybody)


_KINDS = (
    *(_question_kind(spec) for spec in QUESTIONS),
    *(Kind(spec.name, spec.number, STEP, spec.topics, not spec.of_anybody) for spec in STEPS if spec.waits),
)
KINDS = {kind.name: kind for kind in _KINDS}
_BY_NUMBER = {kind.what: kind for kind in _KINDS}

# ------------------------------------------------------------------------------ what lies on what


# Before answering these, the asked player may use turn powers, or monster tokens.
_POWERS = " ".join(spec.name for spec in QUESTIONS if spec.turn_powers)
_TOKENS = " ".join(spec.name for spec in QUESTIONS if spec.tokens) + " TOKEN_WINDOW"
# Where a location brings its effect, and where a leviathan may appear and attack.
_LOCATION_GAINED = "KEY_CHECK COURT_CHECK"
_LEVIATHAN_ADDED = "FIRST_PLAYER GO_ON COURT_CHECK KEY_CHECK TAKE_TOKENS FIND_ALLY SANCTUARY"

_LIES_ON: dict[str, str] = {
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
    "TAX KRAKEN_FIGURE_PICK": " ".join(KINDS.keys() - names("CONTROL_SOURCE CONTROL_PICK CONTROL_KEYS")),
}
LIES_ON: dict[str, frozenset[str]] = {
    name: names(below) for above, below in _LIES_ON.items() for name in names(above)
}
# What is not listed is asked by the power of a lord, on arrival or before the answer to another question.
LIES_ON.update({name: names(f"COURT_CHECK {_POWERS}") for name in KINDS.keys() - LIES_ON.keys()})
# How often something may wait at the same time; everything else once.
_AT_MOST = {
    "KEY_CHECK": 2,
    "TAX": 2,
    "KRAKEN_FIGURE_PICK": 2,
    "ROLL_DIE": 2,
    "DRAW_LOCATION": 4,
    "DISCARD_ALLY": SEATS,
    "ASSASSINATE": SEATS,
    "LOSE_AFFILIATED": SEATS,
    "DISCARD_TO_LIMIT": SEATS,
    "PLACE_KRAKEN": TRACK_SPACES,
    "LORD_TO_COURT": COURT_SPACES,
    "DRAW_TOKEN": 9,
    "DRAW_LEVIATHAN_TOKEN": 9,
}

# ------------------------------------------------------------------------------ reading and writing


class Frame(NamedTuple):
    """What waits: `player` is NOBODY for chance; `parts` are the numbers of its facts."""

    kind: Kind
    player: int
    parts: list[int]

    @property
    def name(self) -> str:
        """What the rules call it."""
        return self.kind.name

    @property
    def detail(self) -> int:
        """The third number of the rules."""
        return pack(self.kind.topics, self.parts)


class GivenFrame(NamedTuple):
    """A frame of a document, and its fields, for errors: `field` is the whole, `keys` are its members."""

    frame: Frame
    field: Field
    keys: dict[str, Field]

    @property
    def name(self) -> str:
        """What the rules call it."""
        return self.frame.name

    def fact(self, name: str) -> Field:
        """The field of a fact."""
        return self.keys[name]


def frames_of(state: State) -> list[Frame]:
    """What waits on a table, the open question last."""
    rows: list[list[int]] = state.stack[: int(state.depth)].tolist()
    kinds = [_BY_NUMBER[what] for what, _player, _detail in rows]
    return [
        Frame(kind, player, kind.unpack(detail))
        for kind, (_what, player, detail) in zip(kinds, rows, strict=True)
    ]


def frame_in_json(frame: Frame) -> dict[str, Any]:
    """The frame as an object of a document."""
    player = {} if frame.kind.sort == CHANCE else {"player": None if frame.player == NOBODY else frame.player}
    told = zip(frame.kind.facts, frame.parts, strict=True)
    about = {fact.name: _in_json(fact.public(part)) for fact, part in told}
    return {frame.kind.sort: frame.name, **player, **about}


def _in_json(value: Public) -> Any:
    return list(value) if isinstance(value, tuple) else value


def read_frames(waiting: Field, players: int, active: int) -> list[GivenFrame]:
    """The frames of a document, the open question last. Raises the error of the field that is wrong.

    Each is asked of a player who may be asked, lies on what it may lie on, and waits no more often than
    it can; whether the table fits is another matter.
    """
    fields = waiting.items(MOST_FRAMES)
    if not fields:
        raise waiting.wrong(_("at least the open question must be given"))
    given: list[GivenFrame] = []
    for field in fields:
        frame = _read_frame(field, players, active)
        _check_place(frame, given)
        given.append(frame)
    if given[-1].frame.kind.sort == STEP:
        raise fields[-1].wrong(_("the last one must be a question, or a draw of chance"))
    return given


def _read_frame(field: Field, players: int, active: int) -> GivenFrame:
    kind = _read_kind(field)
    told = {fact.name: None for fact in kind.facts}
    owner = {} if kind.sort == CHANCE else {"player": None}
    keys = field.members({kind.sort: None, **owner, **told})
    parts = [fact.number(keys[fact.name]) for fact in kind.facts]
    for fact, part in zip(kind.facts, parts, strict=True):
        _check_seats(fact, part, keys[fact.name], players)
    if kind.is_drawn_for_active:
        _check_active(kind, keys["player"], active)
    player = NOBODY if kind.sort == CHANCE else _read_player(kind, keys["player"], players, active)
    return GivenFrame(Frame(kind, player, parts), field, keys)


def _read_kind(field: Field) -> Kind:
    members = field.mapping()
    sorts = [sort for sort in SORTS if sort in members]
    if len(sorts) != 1:
        raise field.wrong(_('one of "question", "chance" and "step" must be given'))
    known = {name: kind for name, kind in KINDS.items() if kind.sort == sorts[0]}
    name = Field(members[sorts[0]], field.error, field.whole, f"{field.path}.{sorts[0]}")
    return known[name.choice(known)]


def _read_player(kind: Kind, player: Field, players: int, active: int) -> int:
    if player.value is None and kind.name in ("ROLL_ZONE", "PLACE_LEVIATHAN"):
        return NOBODY
    seat = player.number(0, players - 1)
    if kind.is_for_active:
        _check_active(kind, player, active)
    return seat


def _check_active(kind: Kind, player: Field, active: int) -> None:
    if player.value != active:
        problem = _("{name} is for the active player, seat {active}")
        raise player.wrong(problem.format(name=kind.name, active=active))


def _check_seats(fact: Fact, part: int, field: Field, players: int) -> None:
    """Seats that a fact names are in play."""
    seats: Callable[[int], Public] = fact.public
    named = seats(part)
    is_beyond = {
        facts.CHALLENGERS: part >> players > 0,
        facts.RECEIVERS: part >> players > 0,
        facts.PLAYER: part >= players,
        facts.PLAYER_OR_NOBODY: part >= players,
        facts.OPPONENT: part >= players,
        facts.RECEIVER: part >= players,
    }
    if is_beyond.get(fact, False):
        raise field.wrong(_("{seat} is not in play").format(seat=named))


def _check_place(frame: GivenFrame, below: list[GivenFrame]) -> None:
    """It may wait on what lies beneath it, and no more often than it can."""
    allowed = LIES_ON[frame.name]
    if below and below[-1].name not in allowed:
        problem = _("{name} cannot wait on {below}")
        raise frame.field.wrong(problem.format(name=frame.name, below=below[-1].name))
    if not below and allowed:
        raise frame.field.wrong(_("{name} cannot wait with nothing beneath it").format(name=frame.name))
    others = sum(other.name == frame.name for other in below)
    if others >= _AT_MOST.get(frame.name, 1):
        problem = _("{name} cannot wait more than {count} times")
        raise frame.field.wrong(problem.format(name=frame.name, count=others))
