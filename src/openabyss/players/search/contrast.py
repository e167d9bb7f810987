"""What comes of one answer and not of another, up to the end of the next turn of the seat that is asked.

After each of the two the search looks for how the game goes on. That is played many times, on tables that
the seat may be at: players follow the search, then the greedy player, and chance draws anew every time. What
happens after one answer clearly more often than after the other, or who has clearly more in the end, is a
reason, the weightier the more points of influence it is about.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import mean, pvariance

from msgspec import Struct

from openabyss.play.game import Game
from openabyss.players.search.lines import Line, expected_line, imagined, step_down
from openabyss.players.search.searching import Searcher, with_only
from openabyss.players.search.tree import ROOT, Tree
from openabyss.rules.cards.allies import RACE_OF, RACES
from openabyss.rules.cards.printed import INFLUENCE
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.play import apply
from openabyss.rules.powers import keys_of
from openabyss.rules.scoring import score
from openabyss.rules.state import NOBODY, State
from openabyss.words import N_, _
from openabyss.words.cards.codes import races_named
from openabyss.words.log import EventRow, sentence
from openabyss.words.numbers import Number

CONTINUATIONS = 24
# No turn is as long.
MAX_ANSWERS = 400
# A difference of less influence, or of less than this many standard errors, is none to speak of.
MIN_VALUE, SURE = 0.75, 2.5
MAX_REASONS = 3

# What deeds are about in points of influence, by the numbers of the event: an estimate that only decides
# which of them are reported.
_DEEDS: dict[str, Callable[[int, int], float]] = {
    "LORD_RECRUITED": lambda _lords, lord: 1.0 + float(INFLUENCE[lord]),
    "LORD_OBTAINED": lambda _lords, lord: 1.0 + float(INFLUENCE[lord]),
    "LORD_DISABLED": lambda _nothing, _lord: -2.0,
    "LOCATION_CONTROLLED": lambda _nothing, _location: 5.0,
    "STACK_TAKEN": lambda cards, _race: 0.8 * cards,
    "MONSTER_FOUGHT": lambda level, _nothing: 1.0 + 0.5 * level,
    "LEVIATHAN_SLAIN": lambda _trophies, _leviathan: 3.0,
}
# The same of one more of what somebody has. Of influence deeds have named the greater part.
INFLUENCE_POINTS, PEARLS, KEYS, TOKENS, HAND = "influence", "pearls", "keys", "tokens", "hand"
_STOCKS = {INFLUENCE_POINTS: 0.6, PEARLS: 0.6, KEYS: 2.0, TOKENS: 2.0, HAND: 0.8}

# Events with `amount` and `what`, and what is left of these where they do not tell deeds apart.
Row = tuple[int, int, int, int, int]
Key = tuple[int, str, int]

_STOCKS_IN_WORDS = {
    INFLUENCE_POINTS: N_("{name} then has {first} influence on average; after the other answer, {second}."),
    PEARLS: N_("{name} then has {first} pearls on average; after the other answer, {second}."),
    KEYS: N_("{name} then has {first} keys on average; after the other answer, {second}."),
    TOKENS: N_("{name} then has {first} monster tokens on average; after the other answer, {second}."),
    HAND: N_("{name} then has {first} × {races} in hand on average; after the other answer, {second}."),
}


class Deed(Struct, frozen=True, tag="deed"):
    """Something that happens in `first` of `CONTINUATIONS` after the first answer, in `second` of them after
    the second. `row` are the numbers of the event; `value` is positive where it speaks for the first."""

    row: Row
    first: int
    second: int
    value: float


class Stock(Struct, frozen=True, tag="stock"):
    """What a seat has in the end, on average, after each of two answers. `race` is that of cards in hand."""

    seat: int
    stock: str
    race: int
    first: float
    second: float
    value: float


Reason = Deed | Stock


class Side(Struct, frozen=True):
    """One of two answers: how likely it makes every seat win, and how the game might go on."""

    answer: int
    chances: tuple[float, ...]
    line: Line


class Contrast(Struct, frozen=True):
    """Two answers to a question beside each other, and the largest differences of what comes of them."""

    first: Side
    second: Side
    reasons: tuple[Reason, ...]


class _Course(Struct):
    """What happened in one continuation, and what every seat has at its end."""

    deeds: dict[Key, Row]
    stocks: dict[Key, float]


def contrast(game: Game, first: int, second: int, searcher: Searcher, seed: int = 0) -> Contrast:
    """Two legal answers to the open question, each with a search of its own, by what the seat that is asked
    may know."""
    sides, courses = list[Side](), list[list[_Course]]()
    for answer in (first, second):
        state = with_only(game.state, answer)
        searcher.think(state, seed)
        tree = searcher.trees[0]
        sides.append(Side(answer, searcher.chances, expected_line(tree, state, seed)))
        courses.append([_go_on(tree, state, seed + number) for number in range(CONTINUATIONS)])
    reasons = _reasons(courses[0], courses[1], game.player, game.players)
    return Contrast(sides[0], sides[1], reasons)


def _go_on(tree: Tree, state: State, seed: int) -> _Course:
    """One continuation, until everybody has had a turn more."""
    table, random = imagined(state, seed)
    deeds, node, answers = dict[Key, Row](), ROOT, 0
    last = state.turn + state.players
    while table.depth > 0 and table.turn <= last and answers < MAX_ANSWERS:
        action, node = step_down(tree, node, table, random)
        apply(table, action)
        answers += 1
        for row in table.events[: table.event_count].tolist():
            kind = EVENT_NAMES[row[0]]
            if kind in _DEEDS and row[1] != NOBODY:
                deeds[row[1], kind, row[3]] = tuple(row)
    return _Course(deeds, dict(_stocks(table)))


def _stocks(table: State) -> Iterator[tuple[Key, float]]:
    for seat in range(table.players):
        yield (seat, INFLUENCE_POINTS, 0), float(score(table, seat))
        yield (seat, PEARLS, 0), float(table.pearls[seat])
        yield (seat, KEYS, 0), float(keys_of(table, seat))
        yield (seat, TOKENS, 0), float(table.monster_tokens[seat].sum())
        for race in range(RACES):
            yield (seat, HAND, race), float(table.hand[seat][race == RACE_OF].sum())


def _reasons(first: list[_Course], second: list[_Course], seat: int, players: int) -> tuple[Reason, ...]:
    """What differs clearly, the weightiest first, then what speaks against the first answer. A stock of which
    a deed has been reported is left out."""
    found: list[Reason] = [
        *_deeds(first, second, seat, players),
        *_stocks_compared(first, second, seat, players),
    ]
    found.sort(key=lambda reason: -abs(reason.value))
    kept, themes = list[Reason](), set[Key]()
    for reason in found:
        theme = _theme(reason)
        if isinstance(reason, Deed) or theme not in themes:
            kept.append(reason)
            themes.add(theme)
    fors = [reason for reason in kept if reason.value > 0]
    againsts = [reason for reason in kept if reason.value < 0][: max(1, MAX_REASONS - len(fors))]
    return (*fors[: MAX_REASONS - len(againsts)], *againsts)


def _theme(reason: Reason) -> Key:
    """Reasons with the same one say the same in part."""
    if isinstance(reason, Stock):
        return reason.seat, reason.stock, reason.race
    kind, seat, _amount, what, _seen_by = reason.row
    themes = {"STACK_TAKEN": (seat, HAND, what), "MONSTER_FOUGHT": (seat, TOKENS, 0)}
    return themes.get(EVENT_NAMES[kind], (seat, INFLUENCE_POINTS, 0))


def _deeds(first: list[_Course], second: list[_Course], seat: int, players: int) -> Iterator[Deed]:
    rows = defaultdict[Key, Counter[Row]](Counter)
    for course in (*first, *second):
        for key, row in course.deeds.items():
            rows[key][row] += 1
    for key, forms in rows.items():
        one, other = ([float(key in course.deeds) for course in courses] for courses in (first, second))
        [(row, _often)] = forms.most_common(1)
        weight = _DEEDS[key[1]](row[2], row[3]) * _side(key[0], seat, players)
        if (value := _value(one, other, weight)) is not None:
            yield Deed(row, int(sum(one)), int(sum(other)), value)


def _stocks_compared(first: list[_Course], second: list[_Course], seat: int, players: int) -> Iterator[Stock]:
    for key in first[0].stocks:
        one, other = ([course.stocks[key] for course in courses] for courses in (first, second))
        weight = _STOCKS[key[1]] * _side(key[0], seat, players)
        if (value := _value(one, other, weight)) is not None:
            yield Stock(*key, mean(one), mean(other), value)


def _side(owner: int, seat: int, players: int) -> float:
    """What one's own is worth, and that of each of the others."""
    return 1.0 if owner == seat else -1.0 / (players - 1)


def _value(first: list[float], second: list[float], weight: float) -> float | None:
    """By how much influence the first is better; None where that is little or not clear."""
    difference = mean(first) - mean(second)
    error = sqrt((pvariance(first) + pvariance(second)) / CONTINUATIONS)
    is_clear = abs(difference) > SURE * error and abs(difference * weight) >= MIN_VALUE
    return difference * weight if is_clear else None


def reasons_in_words(found: Sequence[Reason], names: Sequence[str], viewer: int | None) -> list[str]:
    """Why the first answer of a contrast is better than the second, in a few sentences for the seat `viewer`,
    or for everybody. They also say what speaks against it, and where that is no explanation."""
    sentences = [reason_in_words(reason, names, viewer) for reason in found]
    if not sentences:
        return [_("Nothing stands out in the next turns: the difference comes later, or over many games.")]
    if sum(reason.value for reason in found) <= 0:  # The value of the first is only a number.
        sentences.append(_("What makes up for it comes later, or over many games."))
    return sentences


def reason_in_words(reason: Reason, names: Sequence[str], viewer: int | None) -> str:
    """What happens more often, or who has more, after one of the answers."""
    return _deed(reason, names, viewer) if isinstance(reason, Deed) else _stock(reason, names)


def _deed(reason: Deed, names: Sequence[str], viewer: int | None) -> str:
    kind, player, amount, what, seen_by = reason.row
    row = EventRow(EVENT_NAMES[kind], player, amount, what, None if seen_by == NOBODY else seen_by)
    text = _("{deed} That happens in {first} of {all} continuations; after the other answer, in {second}.")
    return text.format(
        deed=sentence(row, names, viewer), first=reason.first, second=reason.second, all=CONTINUATIONS
    )


def _stock(reason: Stock, names: Sequence[str]) -> str:
    return _(_STOCKS_IN_WORDS[reason.stock]).format(
        name=names[reason.seat],
        races=races_named(reason.race),
        first=f"{Number(reason.first):.1f}",
        second=f"{Number(reason.second):.1f}",
    )
