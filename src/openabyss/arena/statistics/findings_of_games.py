"""What wins: the figures of the statistics page, from files that `openabyss simulate` has written."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.intervals import wilson
from openabyss.arena.simulations.outputs import stored_summary
from openabyss.words.cards.lords import lord_name

Json = dict[str, Any]
COLUMNS = ["win_share", "score", "turn_order", "first_lord", "opening", "brought_end", "end_cause"]
# With which of its first actions a seat recruits its first lord, if with none of those that are noted.
LATER = "later"


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
