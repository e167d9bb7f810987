"""Plans in TOML files: a title, an introduction, and sections that each say what is to be played."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openabyss.arena.series.series import Series, seats_for
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.play.position.fields import Field
from openabyss.play.position.options import MAX_WITH_LEVIATHAN, MIN_PLAYERS
from openabyss.players.registry import player
from openabyss.words import _
from openabyss.words.listing import titled

ENDING = ".toml"
MAX_GAMES = 1_000_000_000
# In place of the default of a key that every section must have.
NEEDED = None
USUAL_KEYS: dict[str, object] = {
    "name": NEEDED,
    "players": NEEDED,
    "games": NEEDED,
    "seed": 0,
    "kraken": False,
    "leviathan": False,
}


class BadPlan(OpenAbyssError, ValueError):  # noqa: N818  named like the errors of the game
    """A plan cannot be used; the text names the file and the field: `ladder.toml: match[0].games: …`."""


@dataclass(frozen=True)
class Part:
    """A section of the file, and all keys that it may have by name, with their defaults filled in."""

    whole: Field
    keys: dict[str, Field]

    @property
    def name(self) -> str:
        return self.keys["name"].text()

    @property
    def games(self) -> int:
        return self.keys["games"].number(1, MAX_GAMES)

    def series(self, specs: tuple[str, ...], players: Field, **settings: Any) -> Series:
        """The series of a section, with as many at a table as `players` says: the last one named takes the
        seats that are left. Raises BadPlan."""
        count = players.number(MIN_PLAYERS, MAX_WITH_LEVIATHAN)
        with errors_at(self.whole):
            return Series(
                specs if settings.get("paired") else seats_for(count, specs),
                count,
                seed=self.keys["seed"].number(),
                kraken=self.keys["kraken"].flag(),
                leviathan=self.keys["leviathan"].flag(),
                **settings,
            )


@dataclass(frozen=True)
class Planned:
    """A series of a plan. `quick` ones of a ladder are also played in short, to see whether they still hold;
    `file` is the stem of the file of results and of the plots of one for the statistics."""

    name: str
    series: Series
    games: int
    quick: bool = False
    file: str = ""


@dataclass(frozen=True)
class Plan:
    """What the file says: its sections as `items`."""

    title: str
    introduction: str
    items: tuple[Planned, ...]


def read_plan_file(
    path: Path, title: str, section: str, keys: Mapping[str, object], read: Callable[[Part], Planned]
) -> Plan:
    """A plan with `[[section]]` tables, each read by `read`. Raises BadPlan.

    `keys` are those that a section may have besides the usual ones, with their defaults; those that are
    NEEDED have none. `title` is the default of the title. The file ends in .toml, so that what is written
    beside it under the same name never takes its place.
    """
    if path.suffix != ENDING:
        raise BadPlan(
            _("{path}: the name of this plan does not end in {ending}").format(path=path, ending=ENDING)
        )
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise BadPlan(titled(str(path), str(problem))) from error
    whole = Field(content, lambda text: BadPlan(titled(str(path), text)), _("plan"))
    members = whole.members({"title": title, "introduction": "", section: []})
    if not isinstance(members[section].value, list) or not members[section].value:
        raise members[section].wrong(_("at least one [[{section}]] is needed").format(section=section))
    return Plan(
        members["title"].text(),
        members["introduction"].text().strip(),
        tuple(read(_part(one, {**USUAL_KEYS, **keys})) for one in members[section].items()),
    )


def _part(field: Field, keys: Mapping[str, object]) -> Part:
    members = field.members(keys)
    for key, default in keys.items():
        if default is NEEDED and key not in field.mapping():
            raise members[key].wrong(_("missing"))
    return Part(field, members)


def read_player(name: Field) -> str:
    """The spec of a player. Raises BadPlan."""
    with errors_at(name):
        player(name.text())
    return name.text()


@contextmanager
def errors_at(field: Field) -> Iterator[None]:
    """Errors about a value as a BadPlan that names its field."""
    try:
        yield
    except InvalidOption as error:
        raise field.wrong(str(error)) from error
