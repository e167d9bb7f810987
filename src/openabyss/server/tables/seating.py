"""What a new table may be: who sits where under which name, and which game is played."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openabyss.errors import InvalidOption
from openabyss.play.position.options import Choice, Options, config_of, read_config
from openabyss.server.storage.rows import MAX_GRACE
from openabyss.server.tables.levels import REGENT, check_level, default_level
from openabyss.server.tables.names import MAX_LETTERS, check_name, is_like_one_of
from openabyss.words import _
from openabyss.words.levels import computer_names

ME, HERE, FRIEND, COMPUTER = "me", "here", "friend", "computer"
SEAT_KINDS = (ME, HERE, FRIEND, COMPUTER)
# Too many to try them all, so that nobody finds the seed by the cards that lie open.
SEEDS = 2**128
# Seconds that somebody must be away before others may let a computer play for them.
DEFAULT_GRACE = 60


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Who shall sit on a seat: me, a second person here, a friend by a link, or a computer of a level."""

    kind: str
    name: str = ""
    level: str | None = None


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table that somebody wants.

    seed: None for a random one. A chosen one is shown to everybody as soon as there is more than one
    person. regent: a level of solo play. grace: seconds that somebody must be away before others may let
    a computer play for them.
    """

    seats: tuple[SeatRequest, ...]
    kraken: bool = False
    leviathan: bool = False
    options: Mapping[str, Choice] = field(default_factory=dict)
    seed: int | None = None
    regent: int | None = None
    grace: int = DEFAULT_GRACE


def random_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbelow(SEEDS)


def config_of_request(wanted: TableRequest) -> dict[str, Any]:
    """The `config` of the record that the game begins with. Raises InvalidOption."""
    if wanted.seed is not None and not 0 <= wanted.seed < SEEDS:
        raise InvalidOption(_("seed: must be a number from 0 to {last}").format(last=SEEDS - 1))
    if not 0 <= wanted.grace <= MAX_GRACE:
        raise InvalidOption(_("grace: must be a number of seconds up to {most}").format(most=MAX_GRACE))
    config = config_of(
        len(wanted.seats),
        random_seed() if wanted.seed is None else wanted.seed,
        kraken=wanted.kraken,
        leviathan=wanted.leviathan,
        options=Options.from_dict(wanted.options),
        regent=wanted.regent,
    )
    read_config(config)
    return config


def has_open_seed(wanted: TableRequest) -> bool:
    """The host knows the seed, and with it every hidden card; so everybody else is to know it too."""
    return wanted.seed is not None and sum(seat.kind != COMPUTER for seat in wanted.seats) > 1


def seated(wanted: TableRequest) -> tuple[SeatRequest, ...]:
    """The seats with names that differ, and with levels. Raises InvalidOption."""
    if wanted.regent is not None:
        return _seated_for_solo(wanted)
    names: list[str] = []
    found = []
    for place, seat in enumerate(wanted.seats):
        checked = _checked(seat)
        name = check_name(checked.name) if checked.name else _default_name(checked.kind, place, wanted.seats)
        names.append(_distinct(name, names))
        found.append(SeatRequest(checked.kind, names[-1], checked.level))
    _check_people(found)
    return tuple(found)


def _seated_for_solo(wanted: TableRequest) -> tuple[SeatRequest, ...]:
    """One person, and the Regent on the second seat."""
    if len(wanted.seats) != 2 or wanted.seats[0].kind != ME:
        raise InvalidOption(_("solo play has two seats: you have the first one, the Regent the second"))
    first = wanted.seats[0]
    name = check_name(first.name) if first.name else _("Captain")
    return (SeatRequest(ME, name), SeatRequest(COMPUTER, _("Regent"), REGENT))


def _checked(seat: SeatRequest) -> SeatRequest:
    if seat.kind not in SEAT_KINDS:
        raise InvalidOption(
            _("{kind!r} cannot sit down; {kinds} can").format(
                kind=seat.kind[:MAX_LETTERS], kinds=", ".join(SEAT_KINDS)
            )
        )
    if seat.kind != COMPUTER:
        return SeatRequest(seat.kind, seat.name)
    return SeatRequest(COMPUTER, seat.name, check_level(seat.level or default_level()))


def _check_people(seats: Sequence[SeatRequest]) -> None:
    if not any(seat.kind in (ME, HERE, FRIEND) for seat in seats):
        raise InvalidOption(_("somebody has to play: at least one seat must be for a person"))


def _default_name(kind: str, place: int, seats: Sequence[SeatRequest]) -> str:
    if kind == COMPUTER:
        return computer_names()[place]
    if kind == ME:
        return _("Captain")
    number = 1 + sum(seat.kind == kind for seat in seats[:place])
    name = _("Guest") if kind == HERE else _("Friend")
    return name if number == 1 else _("{name} {number}").format(name=name, number=number)


def _distinct(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if somebody else has it, or one that looks like it."""
    wanted, number = name, 1
    while is_like_one_of(wanted, taken):
        number += 1
        wanted = f"{name[: MAX_LETTERS - 2]} {number}"
    return wanted
