"""What a new table may be: who sits where under which name, and which game is played; which computers may
play, and whose word counts.

A level comes from a request, a row of the database or an archive, and some texts name a program to run: so
only those of this server, its levels and the bots that it was started with, are ever passed to `player`.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openabyss.client.protocol.from_client import Level
from openabyss.client.protocol.parts import Person
from openabyss.client.result import Settlement, majority
from openabyss.errors import InvalidOption
from openabyss.play.position.fields import MAX_EXACT
from openabyss.play.position.options import Options, config_of, read_config
from openabyss.players.kinds import is_seatable, player_kinds
from openabyss.server.storage.rows import MAX_GRACE, SeatRow, TimeControlText
from openabyss.server.tables.names import MAX_LETTERS, MAX_TYPED, check_name, looks_of
from openabyss.words import _
from openabyss.words.cards.regent import SEAT_OF_REGENT
from openabyss.words.levels import FORMER, computer_name
from openabyss.words.numbers import NO_BREAK

REGENT = "regent"
# The level that plays if none was named: it answers at once and is not easy to beat.
DEFAULT_LEVEL = "medium"
SHOWN_LETTERS = 40


def levels() -> list[str]:
    """The levels of computers that people can choose, the easiest first."""
    return [kind.name for kind in player_kinds() if kind.is_level]


def playing_level(level: str) -> str:
    """The level that plays a seat stored with this one: the default level in place of a bot that this server
    was not started with."""
    return level if is_seatable(level) else FORMER.get(level, DEFAULT_LEVEL)


def is_known(level: str) -> bool:
    """Whether seats may be stored with this level."""
    return is_seatable(level) or level in FORMER


def seats_of_strangers(levels: Sequence[str | None]) -> list[int]:
    """The seats that the default level plays because this server was not started with their bots."""
    return [seat for seat, level in enumerate(levels) if level is not None and not is_known(level)]


def check_level(level: str) -> str:
    """Raises InvalidOption unless it is a level or another player that may have a seat, but not the
    Regent."""
    if level == REGENT or not is_seatable(level):
        problem = _("there is no computer {level!r}; the levels are {levels}")
        raise InvalidOption(problem.format(level=level[:SHOWN_LETTERS], levels=", ".join(levels())))
    from openabyss.players.registry import player  # noqa: PLC0415  loads the players

    player(level)
    return level


ME, HERE, FRIEND, COMPUTER = SEAT_KINDS = ("me", "here", "friend", "computer")
# Too many to try them all, so that nobody finds the seed by the cards that lie open.
SEEDS = 2**128
# The digits of a seed that JSON cannot write as a number for every language.
SEED = r"\A[0-9]{1,39}\Z"
# Seconds that somebody must be away before others may let a computer play for them.
DEFAULT_GRACE = 60
# A longer name is refused in words; a much longer one is not read at all.
Name = Annotated[str, Meta(max_length=MAX_TYPED, extra_json_schema={"maxLength": MAX_LETTERS})]


class SeatWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table.

    kind: "me", "here" for somebody else at this screen, "friend" or "computer". level: of a computer.
    """

    kind: Annotated[str, Meta(max_length=16, extra_json_schema={"enum": SEAT_KINDS})]
    name: Name = ""
    level: Level | None = None


class TableWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table.

    seed: of all chance, larger ones as text; by default nobody knows it. regent: the level of the solo rival.
    grace: how many seconds somebody must be away before others may let a computer play for them.
    time_control: "600+20", seconds for each and more of them each time the game comes to somebody; "3d", days
    each time; "", no limit. With a limit it is that, and not being away, by which somebody is replaced.
    time_up: whether a "computer" plays for somebody whose time is over, until they take their seat back, or
    the "others" may let one play.
    open: it is on the list of open tables, where anybody may take a free seat.
    """

    seats: Annotated[tuple[SeatWanted, ...], Meta(min_length=2, max_length=5)]
    kraken: bool = False
    leviathan: bool = False
    options: dict[str, bool | str] = {}
    seed: Annotated[int, Meta(ge=0, le=MAX_EXACT)] | Annotated[str, Meta(pattern=SEED)] | None = None
    regent: Annotated[int, Meta(ge=1, le=5)] | None = None
    grace: Annotated[int, Meta(ge=0, le=MAX_GRACE)] = DEFAULT_GRACE
    time_control: TimeControlText = ""
    time_up: Literal["computer", "others"] = "computer"
    open: bool = False


def random_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbelow(SEEDS)


def config_of_request(wanted: TableWanted) -> dict[str, Any]:
    """The `config` of the record that the game begins with. Raises InvalidOption."""
    seed = random_seed() if wanted.seed is None else int(wanted.seed)
    if not 0 <= seed < SEEDS:
        raise InvalidOption(_("seed: must be a number from 0 to {last}").format(last=SEEDS - 1))
    if not 0 <= wanted.grace <= MAX_GRACE:
        raise InvalidOption(_("grace: must be a number of seconds up to {most}").format(most=MAX_GRACE))
    config = config_of(
        len(wanted.seats),
        seed,
        kraken=wanted.kraken,
        leviathan=wanted.leviathan,
        options=Options.from_dict(wanted.options),
        regent=wanted.regent,
    )
    read_config(config)
    return config


def seats_to_play_on(players: int, seat: int, name: str, level: str) -> tuple[SeatWanted, ...]:
    """Oneself on this seat; the others are computers of the level, or friends where it is "".

    Raises InvalidOption.
    """
    if not 0 <= seat < players:
        raise InvalidOption(_("there is no seat {seat}").format(seat=seat))
    other = SeatWanted(COMPUTER, level=level) if level else SeatWanted(FRIEND)
    return tuple(SeatWanted(ME, name) if place == seat else other for place in range(players))


def has_open_seed(wanted: TableWanted) -> bool:
    """The host knows the seed, and with it every hidden card; so everybody else is to know it too."""
    return wanted.seed is not None and sum(seat.kind != COMPUTER for seat in wanted.seats) > 1


def seated(wanted: TableWanted) -> tuple[SeatWanted, ...]:
    """The seats with names that differ, and with levels. Raises InvalidOption."""
    if wanted.regent is not None:
        return _seated_for_solo(wanted)
    names: list[str] = []
    found = []
    for place, seat in enumerate(wanted.seats):
        checked = _checked(seat)
        name = check_name(checked.name) if checked.name else _default_name(checked.kind, place, wanted.seats)
        names.append(distinct(name, names))
        found.append(SeatWanted(checked.kind, names[-1], checked.level))
    if all(seat.kind == COMPUTER for seat in found):
        raise InvalidOption(_("somebody has to play: at least one seat must be for a person"))
    return tuple(found)


def _seated_for_solo(wanted: TableWanted) -> tuple[SeatWanted, ...]:
    """One person, and the Regent on the second seat."""
    if len(wanted.seats) != 2 or wanted.seats[0].kind != ME:
        raise InvalidOption(_("solo play has two seats: you have the first one, the Regent the second"))
    first = wanted.seats[0]
    name = check_name(first.name) if first.name else _("Captain")
    return (SeatWanted(ME, name), SeatWanted(COMPUTER, _("Regent"), REGENT))


def regent() -> Person:
    """The rival of solo play, in a game that is at no table."""
    return Person(SEAT_OF_REGENT, _("Regent"), "regent", level=REGENT, connected=True)


def _checked(seat: SeatWanted) -> SeatWanted:
    if seat.kind not in SEAT_KINDS:
        problem = _("{kind!r} cannot sit down; {kinds} can")
        raise InvalidOption(problem.format(kind=seat.kind[:MAX_LETTERS], kinds=", ".join(SEAT_KINDS)))
    if seat.kind != COMPUTER:
        return SeatWanted(seat.kind, seat.name)
    return SeatWanted(COMPUTER, seat.name, check_level(seat.level or DEFAULT_LEVEL))


def _default_name(kind: str, place: int, seats: Sequence[SeatWanted]) -> str:
    if kind == COMPUTER:
        return computer_name(place, seats[place].level or "")
    if kind == ME:
        return _("Captain")
    number = 1 + sum(seat.kind == kind for seat in seats[:place])
    name = _("Guest") if kind == HERE else _("Friend")
    if number == 1:
        return name
    return _("{name} {number}").format(name=name, number=number).replace(" ", NO_BREAK)


def default_names() -> tuple[str, ...]:
    """What people are called whom nobody has named."""
    return (_("Captain"), _("Guest"), _("Friend"), _("Regent"))


def neutral_name(place: int, others: Sequence[str]) -> str:
    """A name that says nothing, and that none of these has."""
    return distinct(_("Player {number}").format(number=place + 1), others)


def distinct(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if somebody else has it, or one that looks like it."""
    seen = {look for other in taken for look in looks_of(other)}
    # Names with different numbers do not look alike, so each look rules out one of them at most.
    tails = ("", *(f" {number}" for number in range(2, len(seen) + 3)))
    names = (f"{name[: MAX_LETTERS - len(tail)].rstrip()}{tail}" for tail in tails)
    return next(wanted for wanted in names if seen.isdisjoint(looks_of(wanted)))


def deciders(seats: Sequence[SeatRow], levels: Sequence[str | None]) -> list[int]:
    """The seats of the people who play, of several at one screen the first: who has to agree to an end."""
    playing = [seat for seat in seats if seat.browser is not None and levels[seat.seat] is None]
    return sorted({seat.browser: seat.seat for seat in reversed(playing)}.values())


def voters(seats: Sequence[SeatRow], seat: int, is_here: Callable[[int], bool]) -> set[str]:
    """The browsers of the people who are here, beside the one of this seat."""
    here = {row.browser for row in seats if row.browser is not None and is_here(row.seat)}
    return here - {seats[seat].browser}


def add_votes(person: Person, settled: Settlement, voters: int) -> None:
    """Who wants a computer to play for somebody who is away, where one person alone does not decide that."""
    if votes := settled.votes_for(person.seat):
        person.votes = votes
    if majority(voters) > 1:
        person.votes_needed = majority(voters)
