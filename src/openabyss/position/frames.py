"""What waits to be settled, by name: the questions, draws of chance and steps on the stack of the rules.

A frame of the rules is three numbers. Here it is a name, a player, and facts with names of their own:
`PAY`, asked of seat 0, about lord 12.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import openabyss.rules.play  # noqa: F401  all questions and steps have their names when it is imported
from openabyss.position.fields import Field
from openabyss.position.stack import AT_MOST, LIES_ON
from openabyss.rules.leviathan.border import PLACE_LEVIATHAN, ROLL_ZONE
from openabyss.rules.questions import QUESTIONS, STEPS, QuestionSpec, StepSpec, Topic, pack, unpack
from openabyss.rules.state import NOBODY, State
from openabyss.table import facts
from openabyss.table.facts import FACTS, Fact, Public
from openabyss.words import _

QUESTION, CHANCE, STEP = SORTS = ("question", "chance", "step")
MOST_FRAMES = 20
# The first leviathan of a game comes for nobody.
FOR_NOBODY = (ROLL_ZONE, PLACE_LEVIATHAN)

# ------------------------------------------------------------------------------ what each is about


class Kind(NamedTuple):
    """A question, draw or step: its number in the rules, and what it is about."""

    name: str
    what: int
    sort: str
    topics: tuple[Topic, ...]
    is_for_active: bool
    only_with: int | None

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
    is_for_active = sort == QUESTION and not spec.of_anybody
    return Kind(spec.name, spec.number, sort, spec.topics, is_for_active, spec.only_with)


def _step_kind(spec: StepSpec) -> Kind:
    return Kind(spec.name, spec.number, STEP, spec.topics, not spec.of_anybody, spec.only_with)


_KINDS = (
    *(_question_kind(spec) for spec in QUESTIONS),
    *(_step_kind(spec) for spec in STEPS if spec.waits),
)
KINDS = {kind.name: kind for kind in _KINDS}
_BY_NUMBER = {kind.what: kind for kind in _KINDS}

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

    @property
    def what(self) -> int:
        """Its number in the rules."""
        return self.frame.kind.what

    def fact(self, name: str) -> Field:
        """The field of a fact."""
        return self.keys[name]


def frames_of(state: State) -> list[Frame]:
    """What waits on a table, the open question last."""
    rows: list[list[int]] = state.stack[: state.depth].tolist()
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
    parts = [_number_of(fact, keys[fact.name]) for fact in kind.facts]
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
    if player.value is None and kind.what in FOR_NOBODY:
        return NOBODY
    seat = player.number(0, players - 1)
    if kind.is_for_active:
        _check_active(kind, player, active)
    return seat


def _check_active(kind: Kind, player: Field, active: int) -> None:
    if player.value != active:
        problem = _("{name} is for the active player, seat {active}")
        raise player.wrong(problem.format(name=kind.name, active=active))


def _number_of(fact: Fact, field: Field) -> int:
    """The number of the rules that a field means."""
    value = tuple(field.value) if isinstance(field.value, list) else field.value
    for number, word in fact.words.items():
        if type(word) is type(value) and word == value:
            return number
    raise field.no_such(_(fact.what))


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
    allowed = LIES_ON[frame.what]
    if below and below[-1].what not in allowed:
        problem = _("{name} cannot wait on {below}")
        raise frame.field.wrong(problem.format(name=frame.name, below=below[-1].name))
    if not below and allowed:
        raise frame.field.wrong(_("{name} cannot wait with nothing beneath it").format(name=frame.name))
    others = sum(other.what == frame.what for other in below)
    if others >= AT_MOST.get(frame.what, 1):
        problem = _("{name} cannot wait more than {count} times")
        raise frame.field.wrong(problem.format(name=frame.name, count=others))
