"""What wins: the figures of the statistics page, from files that `openabyss simulate` has written, and
what to remember of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.intervals import wilson
from openabyss.arena.simulations.outputs import stored_summary
from openabyss.words import _
from openabyss.words.cards.printed import lord_name
from openabyss.words.numbers import Number

Json = dict[str, Any]
COLUMNS = ["win_share", "score", "turn_order", "first_lord", "opening", "brought_end", "end_cause"]
# With which of its first actions a seat recruits its first lord, if with none of those that are noted.
LATER = "later"

FEW = 3


@dataclass(frozen=True)
class Rate:
    """Something that happened to `count` seats or games, and how often those won (or it happened).

    `share` is how many of all seats or games these are; `low` and `high` are the interval of `rate`.
    """

    name: str
    count: int
    share: float
    rate: float
    low: float
    high: float

    def times(self, factor: float) -> "Rate":
        """The same with its rate and interval in other units: times the seats of the table, in par."""
        return replace(self, rate=self.rate * factor, low=self.low * factor, high=self.high * factor)


@dataclass(frozen=True)
class Figures:
    """All that one series says. Lords, locations and first lords: how their owners fared, best first.

    `turn_order` begins with the seat that began; `openings` are the first three actions of a seat,
    `first_actions` the first one, `first_recruits` with which of them it had its first lord. `ends` say how
    often games end in a way, and how often who brought that about wins: None where nobody did.
    """

    summary: Json
    winning_score: float
    turn_order: tuple[Rate, ...]
    first_actions: tuple[Rate, ...]
    first_recruits: tuple[Rate, ...]
    openings: tuple[Rate, ...]
    lords: tuple[Rate, ...]
    locations: tuple[Rate, ...]
    first_lords: tuple[Rate, ...]
    ends: tuple[tuple[Rate, Rate | None], ...]

    @property
    def seats(self) -> int:
        """How many sit at the table; par is one victory divided by the seats."""
        return len(self.summary["settings"]["seats"])


def figures_of(path: Path) -> Figures:
    """The figures of a Parquet file of results. Raises UnusableOutput."""
    summary = stored_summary(path)
    table = import_module("pyarrow.parquet").read_table(path, columns=COLUMNS)
    columns = {name: np.array(table[name].to_pylist()) for name in COLUMNS}
    shares, openings = columns["win_share"], columns["opening"]
    has_lord = columns["first_lord"] > 0
    return Figures(
        summary=summary,
        winning_score=float(np.average(columns["score"], weights=shares)),
        turn_order=tuple(rates(columns["turn_order"], shares, str)),
        first_actions=tuple(rates(of_each(openings, first_action), shares, str)),
        first_recruits=tuple(rates(of_each(openings, first_recruit), shares, str)),
        openings=by_rate(rates(openings, shares, str)),
        lords=by_rate([_card(card) for card in summary["lords"]]),
        locations=by_rate([_card(card) for card in summary["locations"]]),
        first_lords=by_rate(rates(columns["first_lord"][has_lord], shares[has_lord], lord_name)),
        ends=_ends(summary, columns),
    )


def rates(
    groups: NDArray[Any], shares: NDArray[np.floating[Any]], name_of: Callable[[Any], str]
) -> list[Rate]:
    """How often the seats of each group win."""
    names, places, counts = np.unique(groups, return_inverse=True, return_counts=True)
    wins = np.bincount(places, weights=shares, minlength=len(names))
    return [
        Rate(name_of(name), count, count / len(groups), won / count, *wilson(won, count))
        for name, count, won in zip(names.tolist(), counts.tolist(), wins.tolist(), strict=True)
    ]


def by_rate(found: list[Rate]) -> tuple[Rate, ...]:
    """The most successful first."""
    return tuple(sorted(found, key=lambda one: (-one.rate, one.name)))


def of_each(openings: NDArray[Any], of: Callable[[str], str]) -> NDArray[Any]:
    """What is reported of each opening."""
    names, places = np.unique(openings, return_inverse=True)
    return np.array([of(name) for name in names.tolist()])[places]


def first_action(opening: str) -> str:
    """The first action of an opening; nothing if there is none."""
    return opening.partition(" ")[0]


def first_recruit(opening: str) -> str:
    """With which action of an opening a lord is recruited first: "1", "2" …, or LATER."""
    actions = opening.split()
    return str(actions.index("recruit") + 1) if "recruit" in actions else LATER


def _card(card: Json) -> Rate:
    return Rate(card["name"], card["taken"], card["taken_rate"], card["win_rate"], *card["win_rate_95"])


def _ends(summary: Json, columns: dict[str, NDArray[Any]]) -> tuple[tuple[Rate, Rate | None], ...]:
    brought = columns["brought_end"] == 1
    who = {one.name: one for one in rates(columns["end_cause"][brought], columns["win_share"][brought], str)}
    games = summary["games"]
    return tuple(
        (Rate(cause, count, count / games, count / games, *wilson(count, games)), who.get(cause))
        for cause, count in summary["end_causes"].items()
    )


def findings(figures: Sequence[Figures]) -> list[str]:
    """The main findings of all series together, as sentences in Markdown.

    Tables of different sizes are compared in par: 1 is one victory for each seat, 1.2 a fifth more.
    """
    begins = _seen(figures, lambda found: found.turn_order[:1])
    last = _seen(figures, lambda found: found.turn_order[-1:])
    late = _seen(figures, lambda found: [one for one in found.first_recruits if one.name == LATER])
    council = _seen(figures, lambda found: [one for one in found.first_actions if one.name == "council"])
    ended = _seen(figures, _usual_end)
    return [
        _("**Seats.** The first player wins {begins}; the last one, {last}.").format(
            begins=_compared(begins), last=_compared(last)
        ),
        _(
            "**Beginnings.** A player without a lord after three actions wins {late}; one who asks the"
            " council before anything else, {council}."
        ).format(late=_compared(late), council=_compared(council)),
        _("**Lords.** Their owners win most often: {best}; least often: {worst}.").format(
            **_best_and_worst(figures, lambda found: found.lords)
        ),
        _("**Locations.** Their owners win most often: {best}; least often: {worst}.").format(
            **_best_and_worst(figures, lambda found: found.locations)
        ),
        _("**Endings.** The player who brings about the most common ending wins {ended}.").format(
            ended=_compared(ended)
        ),
    ]


def _seen(figures: Sequence[Figures], rates: Callable[[Figures], Iterable[Rate]]) -> list[Rate]:
    """The rates that every series has of something, in par."""
    return [one.times(found.seats) for found in figures for one in rates(found)]


def _usual_end(found: Figures) -> list[Rate]:
    """How those fare who bring about the end that is the most frequent one."""
    _games, who = max(found.ends, key=lambda end: end[0].count)
    return [who] if who is not None else []


def _compared(seen: Sequence[Rate]) -> str:
    """The range of all series, and how many of them are sure that it is not par."""
    if not seen:
        return "–"
    rates = sorted(one.rate for one in seen)
    least, most = (f"{Number(rate):.2f}" for rate in (rates[0], rates[-1]))
    sure = sum(one.low > 1 or one.high < 1 for one in seen)
    return _("{rates} times par (sure in {sure} of {all} series)").format(
        rates=least if least == most else f"{least}–{most}", sure=sure, all=len(seen)
    )


def _best_and_worst(figures: Sequence[Figures], cards: Callable[[Figures], Iterable[Rate]]) -> dict[str, str]:
    """The cards with the best and the worst means over all series in which they are in play.

    What is compared is the end of the interval that is nearer to par, so that luck matters little.
    """
    seen: dict[str, list[Rate]] = {}
    for found in figures:
        for one in cards(found):
            seen.setdefault(one.name, []).append(one.times(found.seats))
    best = sorted(seen, key=lambda name: -mean(one.low for one in seen[name]))[:FEW]
    worst = sorted(seen, key=lambda name: mean(one.high for one in seen[name]))[:FEW]
    return {"best": _named(best, seen), "worst": _named(worst, seen)}


def _named(names: Iterable[str], seen: dict[str, list[Rate]]) -> str:
    return ", ".join(f"{name} ({Number(mean(one.rate for one in seen[name])):.2f})" for name in names)
