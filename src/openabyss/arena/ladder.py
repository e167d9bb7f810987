"""A ladder: the matches of a TOML file, played or played again in short, and what has been published."""

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openabyss.arena.contest import contest
from openabyss.arena.match import Match
from openabyss.arena.match_file import ENDING
from openabyss.arena.rating import Json
from openabyss.arena.workers import Stop
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.options import Options
from openabyss.version import VERSION
from openabyss.words import _

# In the order in which they are told, with their types.
KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "players": list,
    "table": int,
    "games": int,
    "seed": int,
    "kraken": bool,
    "leviathan": bool,
    "options": dict,
    "quick": bool,
}
NEEDED = ("name", "players", "games")


class BadLadder(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """The file of a ladder cannot be used; the text begins with the place in it."""


@dataclass(frozen=True)
class Section:
    """One match of a ladder; `quick` ones are also played in short, to see whether they still hold."""

    name: str
    match: Match
    games: int
    quick: bool


@dataclass(frozen=True)
class Ladder:
    """A title, an introduction, and the matches."""

    title: str
    introduction: str
    sections: tuple[Section, ...]


def read_ladder(path: Path) -> Ladder:
    """The ladder of a TOML file. Raises BadLadder."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLadder(_("{path}: {error}").format(path=path, error=error.strerror)) from error
    except ValueError as error:
        raise BadLadder(_("{path}: {error}").format(path=path, error=error)) from error
    sections = content.get("match", [])
    if not isinstance(sections, list) or not sections:
        raise BadLadder(_("{path}: at least one [[match]] is needed").format(path=path))
    return Ladder(
        str(content.get("title", _("Ladder"))),
        str(content.get("introduction", "")).strip(),
        tuple(_section(f"match[{place}]", section) for place, section in enumerate(sections)),
    )


def _section(place: str, content: Json) -> Section:
    for key, value in content.items():
        if key not in KEYS or not isinstance(value, KEYS[key]):
            raise BadLadder(
                _("{place}.{key}: {value!r}: there are {keys}").format(
                    place=place, key=key, value=value, keys=", ".join(KEYS)
                )
            )
    for key in NEEDED:
        if key not in content:
            raise BadLadder(_("{place}.{key}: missing").format(place=place, key=key))
    try:
        match = Match(
            tuple(map(str, content["players"])),
            seats=content.get("table", 2),
            seed=content.get("seed", 0),
            kraken=content.get("kraken", False),
            leviathan=content.get("leviathan", False),
            options=Options.from_dict(content.get("options", {})),
        )
    except InvalidOption as error:
        raise BadLadder(f"{place}.{error}") from error
    return Section(content["name"], match, content["games"], content.get("quick", False))


# ------------------------------------------------------------------------------------- climbing


def climb(
    ladder: Ladder,
    published: Path,
    *,
    jobs: int,
    resume: bool,
    stop: Stop = lambda: False,
    show: Callable[[Section, int], None] = lambda section, done: None,
) -> Json:
    """Play every match and return the results, which are written to `published` after each match.

    With `resume`, matches that stand there with the same settings are not played again, and one
    that was interrupted goes on. Raises OpenAbyssError.
    """
    earlier = read_published(published) if resume and published.exists() else {"matches": []}
    results: list[Json] = []
    for section in ladder.sections:
        found = _earlier(earlier, section) or _play(section, published, jobs, resume, stop, show)
        if found["interrupted"]:
            return {"version": VERSION, "matches": results, "interrupted": True}
        results.append({"name": section.name, "quick": section.quick, **found})
        write_published(published, results)
    return {"version": VERSION, "matches": results, "interrupted": False}


def _earlier(earlier: Json, section: Section) -> Json | None:
    for found in earlier["matches"]:
        is_same = found["settings"] == section.match.settings()
        if is_same and found["games"] == section.match.games(section.games):
            return dict(found)
    return None


def _play(
    section: Section,
    published: Path,
    jobs: int,
    resume: bool,
    stop: Stop,
    show: Callable[[Section, int], None],
) -> Json:
    """One match, its games kept beside the results until it is finished."""
    games = published.with_name(f"{published.stem}-unfinished{ENDING}")
    found = contest(
        section.match,
        section.games,
        jobs=jobs,
        out=games,
        resume=resume and games.with_name(games.name + ".partial").exists(),
        stop=stop,
        show=lambda done: show(section, done),
    )
    if not found["interrupted"]:
        games.unlink()
    return found


def write_published(path: Path, results: list[Json]) -> None:
    """Write the results as JSON; the file is always complete."""
    partial = path.with_name(path.name + ".writing")
    content = {"version": VERSION, "matches": results}
    partial.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def read_published(path: Path) -> Json:
    """What has been published. Raises BadLadder."""
    try:
        content: Json = json.loads(path.read_text(encoding="utf-8"))
        for one in content["matches"]:
            one["settings"], one["games"], one["lineups"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadLadder(f"{path}: {error}") from error
    return content


# ------------------------------------------------------------------------------------- checking


@dataclass(frozen=True)
class Contradiction:
    """A published row that a short form of the match does not bear out."""

    match: str
    lineup: str
    player: str
    published: tuple[float, float]
    found: tuple[float, float]


def check(published: Json, section: Section, games: int, *, jobs: int = 1) -> list[Contradiction]:
    """Play little of a match, with other cards, and look for intervals that do not meet."""
    row = _row(published, section)
    other = Match(**{**_settings(section.match), "seed": section.match.seed + 1_000_003})
    found = contest(other, games, jobs=jobs)
    return [
        Contradiction(section.name, " – ".join(lineup["seats"]), name, was, now)
        for lineup, again in zip(row["lineups"], found["lineups"], strict=True)
        for name in lineup["players"]
        for was, now in [(_interval(lineup["players"][name]), _interval(again["players"][name]))]
        if was[1] < now[0] or now[1] < was[0]
    ]


def _row(published: Json, section: Section) -> Json:
    settings = _played(section.match.settings())
    for one in published["matches"]:
        if _played(one["settings"]) == settings:
            return dict(one)
    raise BadLadder(_("{name}: has not been published; play the ladder").format(name=section.name))


def _played(settings: Json) -> Json:
    """The settings without the version: a published row must hold in later versions as well."""
    return {key: value for key, value in settings.items() if key != "version"}


def _settings(match: Match) -> dict[str, Any]:
    names = ("players", "seats", "seed", "kraken", "leviathan", "options")
    return {name: getattr(match, name) for name in names}


def _interval(row: Json) -> tuple[float, float]:
    low, high = row["interval"]
    return float(low), float(high)
