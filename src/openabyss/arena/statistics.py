"""What wins: the figures of the statistics page, from files that `openabyss simulate` has written."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.intervals import wilson
from openabyss.arena.outputs import stored_summary
from openabyss.words.lords import lord_name

Json = dict[str, Any]


@dataclass(frozen=True)
class Rate:
    """Something that happened to `count` seats or games, and how often those won (or it happened).

    `share` is how many of all seats or games these are.
    """

    name: str
    count: int
    share: float
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Figures:
    """All that one series tells. Lords, locations, first lords and openings: how their owners fared."""

    summary: Json
    ends: tuple[Rate, ...]
    lords: tuple[Rate, ...]
    locations: tuple[Rate, ...]
    first_lords: tuple[Rate, ...]
    openings: tuple[Rate, ...]


def figures_of(path: Path) -> Figures:
    """The figures of a Parquet file of results. Raises UnusableOutput."""
    summary = stored_summary(path)
    columns = ["win_share", "first_lord", "opening"]
    table = import_module("pyarrow.parquet").read_table(path, columns=columns)
    shares = table["win_share"].to_numpy()
    first = table["first_lord"].to_numpy()
    openings = np.array(table["opening"].to_pylist(), object)
    has_lord = first > 0
    return Figures(
        summary=summary,
        ends=tuple(_end(name, count, summary["games"]) for name, count in summary["end_causes"].items()),
        lords=by_rate([_card(card) for card in summary["lords"]]),
        locations=by_rate([_card(card) for card in summary["locations"]]),
        first_lords=by_rate(rates(first[has_lord], shares[has_lord], lord_name)),
        openings=by_rate(rates(openings, shares, str)),
    )


def rates(groups: NDArray[Any], shares: NDArray[np.floating[Any]], name_of: Any) -> list[Rate]:
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


def _card(card: Json) -> Rate:
    return Rate(card["name"], card["taken"], card["taken_rate"], card["win_rate"], *card["win_rate_95"])


def _end(name: str, count: int, games: int) -> Rate:
    return Rate(name, count, count / games, count / games, *wilson(count, games))
