"""Pieces: whose turn it is, what is asked, and what waits."""

import numpy as np

from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.observation import axes
from openabyss.observation.axes import QUESTION_COLUMN, STEP_COLUMN
from openabyss.observation.columns import LORD_COLUMN
from openabyss.observation.declaring import Row, piece
from openabyss.rules.chapters import HIGHEST_THREAT
from openabyss.rules.questions import FIRST_STEP, QUESTIONS, Topic, open_question, pack, unpack, waiting_at
from openabyss.rules.sizes import SEATS, STACK
from openabyss.rules.state import NOBODY, State

PARTS = 3
# How a part of the detail of a question is read: there is none, a number, a seat, a set of seats, a lord.
NO_PART, NUMBER_PART, SEAT_PART, SEATS_PART, LORD_PART = range(5)
_READING = {
    Topic.LORD: LORD_PART,
    Topic.OPPONENT: SEAT_PART,
    Topic.PLAYER: SEAT_PART,
    Topic.ACTIVE_PLAYER: SEAT_PART,
    Topic.PLAYER_OR_NOBODY: SEAT_PART,
    Topic.RECEIVER: SEAT_PART,
    Topic.CHALLENGERS: SEATS_PART,
    Topic.RECEIVERS: SEATS_PART,
}
# For each question and each part of its detail: how to read it, how many values it has, and the lowest.
READING = np.full((len(QUESTIONS), PARTS), NO_PART)
VALUES, LOWEST = np.ones((2, len(QUESTIONS), PARTS), np.int64)
for _spec in QUESTIONS:
    for _part, _topic in enumerate(_spec.topics):
        READING[_spec.number, _part] = _READING.get(_topic, NUMBER_PART)
        if _part > 0:
            LOWEST[_spec.number, _part] = _lowest = unpack((Topic.LORD, _topic), 0)[1]
            VALUES[_spec.number, _part] = pack((Topic.LORD, _topic), (1, _lowest))


@compiled
def place_of(state: State, viewer: int, player: int) -> int:
    """How many seats after the viewer's a seat comes."""
    place = player - viewer
    return place if place >= 0 else place + int(state.players)


@compiled
def seat_at(state: State, viewer: int, place: int) -> int:
    """The seat that comes `place` seats after the viewer's."""
    seat = viewer + place
    return seat if seat < state.players else seat - int(state.players)


@compiled
def write_by_seat(state: State, numbers: Numbers, viewer: int, row: Row, first: int) -> None:
    """A number of each seat, the viewer's first."""
    # As many rounds as there can be seats, which the compiler can write out.
    for seat in range(SEATS):
        if seat < state.players:
            row[first + place_of(state, viewer, seat)] = numbers[seat]


@compiled
def mark_seat(state: State, viewer: int, player: int, row: Row, first: int) -> None:
    """1 for a seat; nothing for NOBODY."""
    if player != NOBODY:
        row[first + place_of(state, viewer, player)] = 1


@piece("How many turns have begun.")
def turn(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = state.turn


@piece("1 for the seat whose turn it is.", axes.SEAT, highest=1)
def active(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    mark_seat(state, viewer, int(state.active), row, first)


@piece(
    "1 for the seat that has to answer; none when chance is asked or the game is over.", axes.SEAT, highest=1
)
def asked(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if state.depth > 0:
        mark_seat(state, viewer, open_question(state).player, row, first)


@piece("1 for the question that is open.", axes.QUESTION, highest=1)
def question(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if state.depth == 0:
        return
    column = int(QUESTION_COLUMN[variant, open_question(state).what])
    # Without Leviathan ROB_BACK has one answer and no column, but waits where forced answers are asked for.
    if column >= 0:
        row[first + column] = 1


@piece("1 for the lord that the open question is about.", axes.LORD, highest=1)
def question_lord(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if state.depth == 0:
        return
    what, _player, lord = open_question(state)
    if READING[what, 0] == LORD_PART and lord >= 0:
        row[first + LORD_COLUMN[variant, lord]] = 1


@piece(
    "What else the open question is about, in the order of its topics: a number in the rules; a seat, "
    "counted from the viewer's, -1 for none; or a set of seats, one bit each, counted in the same way.",
    axes.PART,
    lowest=-1,
)
def question_details(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if state.depth == 0:
        return
    what, _player, detail = open_question(state)
    for part in range(PARTS - 1, -1, -1):
        if READING[what, part] == NO_PART or READING[what, part] == LORD_PART:
            continue
        number = detail
        if part > 0:
            number = detail % int(VALUES[what, part]) + int(LOWEST[what, part])
            detail //= int(VALUES[what, part])
        row[first + part] = from_the_viewer(state, viewer, int(READING[what, part]), number)


@compiled
def from_the_viewer(state: State, viewer: int, reading: int, number: int) -> int:
    """The part of a detail with seats counted from the viewer's."""
    if reading == SEAT_PART:
        return place_of(state, viewer, number) if number != NOBODY else NOBODY
    if reading == SEATS_PART:
        bits = 0
        for player in range(state.players):
            if number >> player & 1 == 1:
                bits += 1 << place_of(state, viewer, player)
        return bits
    return number


@piece("How often each question is pending behind the open one.", axes.QUESTION, highest=STACK)
def waiting_questions(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(state.depth - 1):
        what = waiting_at(state, place).what
        if what < FIRST_STEP:
            row[first + QUESTION_COLUMN[variant, what]] += 1


@piece("How often each step that the game takes by itself is pending.", axes.STEP, highest=STACK)
def waiting_steps(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(state.depth - 1):
        what = waiting_at(state, place).what
        if what >= FIRST_STEP:
            row[first + STEP_COLUMN[variant, what - FIRST_STEP]] += 1


@piece("With Leviathan, if it matters, 1 if the active player has done something this turn.", highest=1)
def acted(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if state.leviathan == 1:
        row[first] = state.acted


@piece("The price of the next ally to be bought, in pearls.")
def price(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = state.price


@piece("How many allies each seat has bought in this exploration.", axes.SEAT)
def bought(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.bought, viewer, row, first)


@piece("How many extra turns the active player has right after this one.")
def extra_turns(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = state.extra_turns


@piece("The space of the threat track, from 1.", highest=HIGHEST_THREAT)
def threat(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = state.threat


@piece("1 for the seat that triggered the end of the game.", axes.SEAT, highest=1)
def ending(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    mark_seat(state, viewer, int(state.ending_player), row, first)


assert max(len(spec.topics) for spec in QUESTIONS) <= PARTS
assert SEATS < 16, "a set of seats fits a number"
