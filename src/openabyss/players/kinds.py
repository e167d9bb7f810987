"""The kinds of computer opponents: their names, their settings, and which are levels for people.

The players themselves are not imported here: a server shows the list before anybody plays.
"""

import os
from dataclasses import dataclass

from openabyss.players.greedy.weights import WEIGHT_NAMES
from openabyss.players.search.parameters import PARAMETERS
from openabyss.words import N_, _, levels
from openabyss.words.arguments import instance_of, whole_number

# The bots that tables may seat besides all that are listed here, separated by commas.
OFFERED = "OPENABYSS_PLAYERS"
MAX_PROCESSORS = 2**16
# A table, as `base4`, whose weights a greedy player has.
TUNED = "tuned"


@dataclass(frozen=True)
class Kind:
    """A kind of player: its name, what it does, its settings.

    A level is meant for people to choose; the levels are in order, the easiest first. One that searches
    plays a great many games in its head, for which uncompiled rules are too slow.
    """

    name: str
    summary: str
    parameters: tuple[str, ...] = ()
    is_level: bool = False
    searches: bool = False

    @property
    def description(self) -> str:
        """One line for people, in the reader's language."""
        return _(self.summary)


def _level(name: str, summary: str, *parameters: str, searches: bool = False) -> Kind:
    """A level, whose style may be set as well."""
    return Kind(name, summary, ("style", *parameters), is_level=True, searches=searches)


_KINDS = (
    _level("easy", N_("knows the rules, and often does what comes to mind first")),
    _level("casual", N_("often takes the nearest points and forgets to build up reserves")),
    _level("medium", N_("takes what looks best now, and never plans ahead"), TUNED, *WEIGHT_NAMES),
    _level(
        "skilled",
        N_("looks ahead like the hard level, but not at every move; between medium and hard"),
        searches=True,
    ),
    _level(
        "hard",
        N_("has learned from many games what a position is worth, and looks a little ahead"),
        "leaf",
        searches=True,
    ),
    _level(
        "expert",
        N_("thinks through how the game may continue, for up to a second"),
        *PARAMETERS,
        searches=True,
    ),
    Kind("random", N_("answers at random")),
    Kind("regent", N_("plays by the fixed rules of the solo rival (house rules)")),
)
KINDS = {kind.name: kind for kind in _KINDS}


def player_kinds() -> list[Kind]:
    """Every computer opponent that can be asked for, the levels for people first."""
    return [*KINDS.values(), *(Kind(spec, N_("a bot")) for spec in offered_bots())]


def offered_bots() -> list[str]:
    """The bots that OPENABYSS_PLAYERS offers at tables, as the registry reads them."""
    specs = os.environ.get(OFFERED, "").split(",")
    return [spec.strip() for spec in specs if spec.strip()]


def is_seatable(spec: str) -> bool:
    """Whether a table may be played by this player: one of these kinds, a level with a style, or a bot that
    is offered. Any other text may name a program that somebody would like to see run."""
    level, styled, style = instance_of("player", spec, str).partition(levels.STYLED)
    if styled and level in KINDS and KINDS[level].is_level:
        return style in levels.STYLES
    return spec in KINDS or spec in offered_bots()


def searching_levels() -> list[str]:
    """The levels that search, the easier one first."""
    return [kind.name for kind in KINDS.values() if kind.is_level and kind.searches]


def with_threads(spec: str, threads: int) -> str:
    """The same player, who thinks on this many processors if that can be set and is not set yet."""
    name, _colon, settings = instance_of("player", spec, str).partition(":")
    kind, threads = KINDS.get(name), whole_number("threads", threads, 1, MAX_PROCESSORS)
    if threads == 1 or kind is None or "threads" not in kind.parameters or "threads=" in settings:
        return spec
    return f"{name}:{settings}{',' if settings else ''}threads={threads}"


def searches(spec: str) -> bool:
    """Whether a player searches, by the text that `player` reads."""
    kind = KINDS.get(instance_of("player", spec, str).partition(":")[0])
    return kind is not None and kind.searches


def answers_at_once(spec: str) -> bool:
    """Whether a player needs no time to think: not one who searches, nor a bot, of which nobody knows."""
    kind = KINDS.get(instance_of("player", spec, str).partition(":")[0])
    return kind is not None and not kind.searches
