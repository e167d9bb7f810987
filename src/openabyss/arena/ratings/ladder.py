"""A ladder: the matches of a TOML file, played in full or checked in short, and their published results."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from openabyss.arena.plan_file import Part, Plan, Planned, errors_at, read_plan_file, read_player
from openabyss.arena.ratings.rating import Json, contest
from openabyss.arena.series.files import UnusableOutput, write_text
from openabyss.arena.simulations.outputs import stored_summary
from openabyss.arena.workers import Jobs
from openabyss.play.position.options import Options
from openabyss.version import VERSION
from openabyss.words import _

KEYS = {"table": 2, "options": {}, "quick": False}


def read_ladder(path: Path) -> Plan:
    """The ladder of a TOML file. Raises BadPlan."""
    names: set[str] = set()

    def read(part: Part) -> Planned:
        if part.name in names:
            raise part.keys["name"].wrong(_("another match has this name already"))
        names.add(part.name)
        return _section(part)

    return read_plan_file(path, _("Ladder"), "match", KEYS, read)


def _section(part: Part) -> Planned:
    keys = part.keys
    with errors_at(keys["options"]):
        options = Options.from_dict(keys["options"].mapping())
    specs = tuple(map(read_player, keys["players"].items()))
    series = part.series(specs, keys["table"], options=options, paired=True)
    return Planned(part.name, series, part.games, quick=keys["quick"].flag())


# ------------------------------------------------------------------------------------- climbing


def climb(
    ladder: Plan,
    published: Path,
    *,
    jobs: Jobs,
    resume: bool,
    watch: Callable[[Planned, int], bool] = lambda section, done: True,
) -> Json:
    """Play every match and return the results, which are written to `published` after each match.

    With `resume`, matches that are published with the same settings are not played again, one that was
    interrupted goes on, and what was published of others stays until they are played; `watch` as in
    `simulate`. Raises OpenAbyssError.
    """
    earlier = read_published(published)["matches"] if resume and published.exists() else []
    rows = {row["name"]: row for row in earlier}
    content: Json = {"version": VERSION}
    for section in ladder.items:
        found = _earlier(earlier, section) or _play(section, published, jobs, resume, watch)
        if not found["interrupted"]:
            # It may have been published under another name; the name comes first in the file.
            called = {"name": section.name, "quick": section.quick}
            rows[section.name] = called | found | called
        content["matches"] = [rows[one.name] for one in ladder.items if one.name in rows]
        if found["interrupted"]:
            return {**content, "interrupted": True}
        write_text(published, json.dumps(content, indent=1) + "\n")
        _forget_games(section, published)
    return {**content, "interrupted": False}


def _earlier(earlier: list[Json], section: Planned) -> Json | None:
    return next((found for found in earlier if _is_of(found, section)), None)


def _is_of(found: Json, section: Planned) -> bool:
    """Whether these are the results of this match."""
    series = section.series
    return (found["settings"], found["games"]) == (series.settings(), series.rounded_up(section.games))


def _play(
    section: Planned, published: Path, jobs: Jobs, resume: bool, watch: Callable[[Planned, int], bool]
) -> Json:
    """One match, its games kept beside the results until it is published."""
    return contest(
        section.series,
        section.games,
        jobs=jobs,
        out=_games_beside(published),
        resume=resume,
        watch=lambda done: watch(section, done),
    )


def _games_beside(published: Path) -> Path:
    return published.with_name(f"{published.stem}-games.parquet")


def _forget_games(section: Planned, published: Path) -> None:
    """Remove the games of a match that is published, maybe by a run that was killed before this."""
    games = _games_beside(published)
    with suppress(UnusableOutput):
        if games.exists() and _is_of(stored_summary(games), section):
            games.unlink()


def read_published(path: Path) -> Json:
    """The published results. Raises UnusableOutput."""
    try:
        content: Json = json.loads(path.read_text(encoding="utf-8"))
        for one in content["matches"]:
            one["settings"], one["games"], one["lineups"]
    except FileNotFoundError:
        raise UnusableOutput(
            _("{path} does not exist; play the ladder without --check first").format(path=path)
        ) from None
    except (OSError, ValueError, KeyError, TypeError):
        raise UnusableOutput(
            _("{path} holds no results of a ladder; delete it or choose another name").format(path=path)
        ) from None
    return content


# ------------------------------------------------------------------------------------- checking


@dataclass(frozen=True)
class Contradiction:
    """A published row that a short form of the match contradicts."""

    match: str
    lineup: str
    player: str
    published: tuple[float, float]
    found: tuple[float, float]


def check(published: Json, section: Planned, games: int, *, jobs: Jobs = 1) -> list[Contradiction]:
    """Play a short form of a match, with other cards, and look for intervals that do not overlap."""
    settings = _played(section.series.settings())
    row = next((one for one in published["matches"] if _played(one["settings"]) == settings), None)
    if row is None:
        raise UnusableOutput(_("{name}: has not been published; play the ladder").format(name=section.name))
    other = replace(section.series, seed=section.series.seed + 1_000_003)
    found = contest(other, games, jobs=jobs)
    return [
        Contradiction(section.name, " – ".join(lineup["seats"]), name, was, now)
        for lineup, again in zip(row["lineups"], found["lineups"], strict=True)
        for name in lineup["players"]
        for was, now in [(_interval(lineup["players"][name]), _interval(again["players"][name]))]
        if was[1] < now[0] or now[1] < was[0]
    ]


def _played(settings: Json) -> Json:
    """The settings without the version: a published row must hold in later versions as well."""
    return {key: value for key, value in settings.items() if key != "version"}


def _interval(row: Json) -> tuple[float, float]:
    low, high = row["interval"]
    return float(low), float(high)
