"""What waits to be settled, by name: the questions, draws of chance and steps on the stack of the rules.

A frame of the rules is three numbers. Here it is a name, a player, and facts with names of their own:
`PAY`, asked of seat 0, about lord 12.
"""

from typing import Any, NamedTuple

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
FACTS_OF_SEATS = (
    facts.CHALLENGERS,
    facts.RECEIVERS,
    facts.RECEIVER,
    facts.PLAYER,
    facts.PLAYER_OR_NOBODY,
    facts.OPPONENT,
)

Kind = QuestionSpec | StepSpec
_KINDS: list[Kind] = [*QUESTIONS, *(step for step in STEPS if step.waits)]
KINDS, _BY_NUMBER = {kind.name: kind for kind in _KINDS}, {kind.number: kind for kind in _KINDS}


def sort_of(kind: Kind) -> str:
    """Who settles it: a player, chance, or nobody."""
    if isinstance(kind, StepSpec):
        return STEP
    return QUESTION if kind.drawn_from is None else CHANCE


def facts_of(kind: Kind) -> list[Fact]:
    """What it is about, in the order of its topics."""
    return [FACTS[topic] for topic in kind.topics]


# ----------------------------------------------------------------------------------------- writing


def frames_in_json(state: State) -> list[dict[str, Any]]:
    """What waits on a table as objects of a document, the open question last."""
    return [_in_json(_BY_NUMBER[what], *rest) for what, *rest in state.stack[: state.depth].tolist()]


def _in_json(kind: Kind, player: int, detail: int) -> dict[str, Any]:
    sort = sort_of(kind)
    owner = {} if sort == CHANCE else {"player": None if player == NOBODY else player}
    parts = zip(facts_of(kind), unpack(kind.topics, detail), strict=True)
    about = {fact.name: _as_json(fact.public(part)) for fact, part in parts}
    return {sort: kind.name, **owner, **about}


def _as_json(value: Public) -> Any:
    return list(value) if isinstance(value, tuple) else value


# ----------------------------------------------------------------------------------------- reading


class Frame(NamedTuple):
    """What waits in a document: `player` is NOBODY for chance; `parts` are the numbers of its facts.

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

    Each is asked of a player who may be asked, lies on what it may lie on, and waits no more often than
    it can; whether the table fits is another matter.
    """
    fields = waiting.items(MOST_FRAMES)
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
    sort, known = sort_of(kind), facts_of(kind)
    owner = {} if sort == CHANCE else {"player": None}
    keys = field.members({sort: None, **owner, **{fact.name: None for fact in known}})
    parts = [_number_of(fact, keys[fact.name]) for fact in known]
    for fact, part in zip(known, parts, strict=True):
        _check_seats(fact, part, keys[fact.name], players)
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


def _number_of(fact: Fact, field: Field) -> int:
    """The number of the rules that a field means."""
    value = tuple(field.value) if isinstance(field.value, list) else field.value
    for number, word in fact.words.items():
        if type(word) is type(value) and word == value:
            return number
    raise field.no_such(_(fact.what))


def _check_seats(fact: Fact, part: int, field: Field, players: int) -> None:
    """Seats that a fact names are in play."""
    named = fact.public(part)
    seats = named if isinstance(named, tuple) else (named,)
    if fact in FACTS_OF_SEATS and any(isinstance(seat, int) and seat >= players for seat in seats):
        raise field.wrong(_("{seat} is not in play").format(seat=named))


def _check_place(frame: Frame, below: list[Frame]) -> None:
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
