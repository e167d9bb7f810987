"""Which series the statistics page is made of, and the files that they are played into."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openabyss.arena.journal import journal_of
from openabyss.arena.outputs import stored_summary
from openabyss.arena.seating import seats_for
from openabyss.arena.series import Series
from openabyss.arena.simulation import simulate
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.words import _

KEYS: dict[str, type] = {
    "name": str,
    "file": str,
    "player": str,
    "players": int,
    "games": int,
    "seed": int,
    "kraken": bool,
    "leviathan": bool,
}
NEEDED = ("name", "file", "player", "players", "games")


class BadPlan(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """The plan of the statistics cannot be used; the text begins with the place in it."""


@dataclass(frozen=True)
class Planned:
    """One series; `file` is the stem of its file of results and of its plots."""

    name: str
    file: str
    series: Series
    games: int


@dataclass(frozen=True)
class Plan:
    """A title, an introduction, and the series."""

    title: str
    introduction: str
    series: tuple[Planned, ...]


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file. Raises BadPlan."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadPlan(f"{path}: {error}") from error
    series = content.get("series")
    if not isinstance(series, list) or not series:
        raise BadPlan(_("{path}: at least one [[series]] is needed").format(path=path))
    return Plan(
        str(content.get("title", _("Statistics"))),
        str(content.get("introduction", "")).strip(),
        tuple(_planned(f"series[{place}]", one) for place, one in enumerate(series)),
    )


def _planned(place: str, content: dict[str, Any]) -> Planned:
    for key, value in content.items():
        if key not in KEYS or type(value) is not KEYS[key]:
            raise BadPlan(
                _("{place}.{key}: {value!r}: there are {keys}").format(
                    place=place, key=key, value=value, keys=", ".join(KEYS)
                )
            )
    for key in NEEDED:
        if key not in content:
            raise BadPlan(_("{place}.{key}: missing").format(place=place, key=key))
    try:
        series = Series(
            seats_for(content["players"], (content["player"],)),
            seed=content.get("seed", 0),
            kraken=content.get("kraken", False),
            leviathan=content.get("leviathan", False),
        )
    except InvalidOption as error:
        raise BadPlan(f"{place}.{error}") from error
    return Planned(content["name"], content["file"], series, content["games"])


def play(planned: Planned, folder: Path, jobs: int, watch: Callable[[int], bool]) -> bool:
    """Play what is missing of a series; whether it is complete now. Raises OpenAbyssError.

    A file of other settings, from an older version for instance, is played anew.
    """
    path = file_of(planned, folder)
    stale = path.exists() and not journal_of(path).exists() and not _is_of(path, planned)
    if stale:
        path.unlink()
    summary = simulate(planned.series, planned.games, jobs=jobs, out=path, resume=True, watch=watch)
    return not summary["interrupted"]


def file_of(planned: Planned, folder: Path) -> Path:
    """Where the results of a series stand."""
    return folder / f"{planned.file}.parquet"


def _is_of(path: Path, planned: Planned) -> bool:
    summary = stored_summary(path)
    is_long_enough = bool(summary["games"] >= planned.games)
    return is_long_enough and summary["settings"] == planned.series.settings()
