"""Tables to play at: saved games, and new ones as the arguments of `openabyss play` ask for.

A saved game is a record with who sits where, as JSON in the folder of the player.
"""

import argparse
import json
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from openabyss.client.table_text import MAIN
from openabyss.errors import InvalidOption, InvalidRecord, OpenAbyssError
from openabyss.play.game import Game
from openabyss.play.position.options import MIN_PLAYERS, Options, check_variant
from openabyss.play.position.records import lay_out_record, read_file, read_record
from openabyss.play.variants import read_options
from openabyss.players.kinds import KINDS, is_seatable
from openabyss.terminal.opponents import HUMAN, REGENT, STAND_IN, check_kind, read_kinds
from openabyss.terminal.preferences import data_folder
from openabyss.terminal.session import Session, Sitting, sit_around
from openabyss.whole_files import replacing
from openabyss.words import _
from openabyss.words.listing import titled

FORMAT = "openabyss-saved-game/1"
# The names that the program gives by itself; files with other names are neither replaced nor deleted unasked,
# and nothing deletes games that are over.
OWN_NAME = re.compile(r"saved-game(-\d+)?\.json")
FINISHED_NAME = re.compile(r"finished-game(-\d+)?\.json")


class UnwritableFile(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A file cannot be written."""


def left_games() -> list[Path]:
    """The files of the games that were left, the last one first."""
    left = filter(_is_own, data_folder().glob("saved-game*.json"))
    return sorted(left, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def _is_own(path: Path, name: re.Pattern[str] = OWN_NAME) -> bool:
    return path.resolve().parent == data_folder().resolve() and bool(name.fullmatch(path.name))


def _free_file(stem: str) -> Path:
    """Where another game can be kept beside those of such a name."""
    names = chain([f"{stem}.json"], (f"{stem}-{number}.json" for number in count(1)))
    return next(path for name in names if not (path := data_folder() / name).exists())


def save(session: Session, path: Path | None = None) -> Path:
    """Write the game and its seats, without a path to a file of its own; returns where.

    An older file is replaced only when the new one is complete. A game that is over gets another name than
    games that can be resumed. Raises UnwritableFile.
    """
    saved = {
        "format": FORMAT,
        "seats": [asdict(sitting) for sitting in session.sittings],
        "game": session.history.to_record(),
    }
    is_own = path is None and not session.is_over
    try:
        if path is None:
            path = (
                _free_file("finished-game") if session.is_over else session.file or _free_file("saved-game")
            )
        path = path.expanduser()
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as unfinished:
            unfinished.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    except (OSError, ValueError, RuntimeError) as error:  # The last two: no file name, no such user.
        why = error.strerror if isinstance(error, OSError) else error
        raise UnwritableFile(
            _("{path}: cannot be written: {why}").format(path=path or data_folder(), why=why)
        ) from error
    if is_own:
        session.file = path
    return path


def keep(session: Session) -> None:
    """Save at the beginning of every turn, so that a closed window costs little, but nothing that is over.
    Here nothing is said of a file that cannot be written: `save` and leaving say it."""
    if session.is_over:
        forget(session)
    elif session.game.question.kind == MAIN:
        with suppress(UnwritableFile):
            save(session)


def forget(session: Session) -> None:
    """Leave nothing to resume. Another game may take the name of the file afterwards."""
    file, session.file = session.file, None
    if file is not None:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def load(path: Path) -> Session:
    """A saved game, or the bare record of one. Raises InvalidRecord."""
    record, sittings = read(path)
    try:
        session = Session.resume(record, sittings)
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error
    session.file = path if _is_own(path) else None
    return session


def read(path: Path) -> tuple[dict[str, Any], list[Sitting]]:
    """The record in a file, and who sits where. Raises InvalidRecord."""
    found = read_file(path)
    if found.get("format") != FORMAT:
        return found, sit_around(_kinds_in(found, path))
    game, seats = found.get("game"), found.get("seats")
    if not isinstance(game, dict) or not isinstance(seats, list):
        raise InvalidRecord(_("{path}: game, seats: a saved game needs both").format(path=path))
    sittings = [_sitting(seat, place, path) for place, seat in enumerate(seats)]
    if len(sittings) != len(_kinds_in(game, path)):
        raise InvalidRecord(_("{path}: seats: there must be one for every player").format(path=path))
    return game, sittings


def _kinds_in(record: dict[str, Any], path: Path) -> list[str]:
    """Who plays by a record: people, and in solo play the Regent. Raises InvalidRecord."""
    try:
        start = lay_out_record(read_record(record))
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error
    return [REGENT if seat == start.regent else HUMAN for seat in start.seats]


def _sitting(seat: object, place: int, path: Path) -> Sitting:
    if not isinstance(seat, dict) or not all(isinstance(seat.get(key), str) for key in ("kind", "name")):
        raise InvalidRecord(
            _("{path}: seats[{place}]: needs a kind and a name").format(path=path, place=place)
        )
    _check_trusted(seat["kind"], place, path)
    return Sitting(check_kind(seat["kind"]), seat["name"])


def _check_trusted(kind: str, place: int, path: Path) -> None:
    """Raises InvalidRecord if a file would start a program that its reader has not named."""
    is_known = kind == HUMAN or kind.partition(":")[0] in KINDS or is_seatable(kind)
    if not (is_known or _is_own(path) or _is_own(path, FINISHED_NAME)):
        raise InvalidRecord(
            _(
                "{path}: seats[{place}]: {kind!r} is not a player of OpenAbyss; if it is a bot that you"
                " trust, name it in OPENABYSS_PLAYERS"
            ).format(path=path, place=place, kind=kind)
        )


SEEDS = 10**6
# The arguments that describe a new game, as they are typed.
OF_A_NEW_GAME = {
    **{name: f"--{name}" for name in ("players", "kraken", "leviathan", "opponents", "solo", "seed", "seat")},
    **{"name": "--name", "options": "--option"},
}


class Variant(NamedTuple):
    """The expansions and options of a game, and in solo play the level of the Regent: as for `Game.new`."""

    kraken: bool = False
    leviathan: bool = False
    options: Options = Options()
    regent: int | None = None


BASE_GAME = Variant()


def variant_of(arguments: argparse.Namespace) -> Variant:
    """The variant that the arguments ask for. Raises InvalidOption."""
    return Variant(arguments.kraken, arguments.leviathan, read_options(arguments.options), arguments.solo)


def session_for(arguments: argparse.Namespace) -> Session:
    """The game that the arguments ask for. Raises InvalidOption and InvalidRecord."""
    if arguments.resume is not None:
        _check_only_resumes(arguments)
        return load(arguments.resume)
    variant = variant_of(arguments)
    kinds = seat_kinds_for(arguments.players, arguments.opponents, arguments.seat, variant)
    return new_table(kinds, arguments.seed, arguments.name, variant)


def _check_only_resumes(arguments: argparse.Namespace) -> None:
    """Raises InvalidOption where something is said about a new game."""
    for name, typed in OF_A_NEW_GAME.items():
        given = getattr(arguments, name)
        if given is not None and given is not False and given != []:
            problem = _("{argument} does not go with {other}; the file says what is played")
            raise InvalidOption(problem.format(argument=typed, other="--resume"))


def names_a_game(arguments: argparse.Namespace) -> bool:
    """Something was said about the game, so nobody need be asked which one to play."""
    chosen = (arguments.players, arguments.opponents, arguments.seed, arguments.seat, arguments.resume)
    is_variant = bool(arguments.kraken or arguments.leviathan or arguments.options or arguments.solo)
    return is_variant or any(value is not None for value in chosen)


def new_table(
    kinds: Sequence[str], seed: int | None, name: str | None = None, variant: Variant = BASE_GAME
) -> Session:
    """A new game for these seats; without a seed a random one is taken. Raises InvalidOption."""
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    game = Game.new(len(kinds), chosen, **variant._asdict())
    return Session(game, sit_around(kinds, name), chosen)


def seat_kinds_for(
    players: int | None, opponents: str | None, seat: int | None, variant: Variant = BASE_GAME
) -> list[str]:
    """Who sits where: the person on `seat` (counted from 1), the opponents around in their order."""
    if variant.regent is not None:
        return _seats_for_solo(players, opponents, seat)
    listed = read_kinds(opponents) if opponents else []
    count = _players(players, len(listed), variant)
    others = _filled(listed or [STAND_IN], count - 1)
    place = 1 if seat is None else seat
    if not 1 <= place <= count:
        raise InvalidOption(
            _("--seat: {seat} is not a seat; the seats are 1 to {last}").format(seat=place, last=count)
        )
    return [*others[: place - 1], HUMAN, *others[place - 1 :]]


def _seats_for_solo(players: int | None, opponents: str | None, seat: int | None) -> list[str]:
    """The person begins; the Regent has the second of two seats."""
    if opponents is not None or players not in (None, 2) or seat not in (None, 1):
        raise InvalidOption(
            _("--solo: you begin, against the Regent alone; leave out --players, --opponents and --seat")
        )
    return [HUMAN, REGENT]


def _players(players: int | None, opponents: int, variant: Variant) -> int:
    """How many play: the number that was given, or as many as were named."""
    count = players if players is not None else opponents + 1 if opponents else MIN_PLAYERS
    check_variant(count, variant.kraken, variant.leviathan)
    if opponents > count - 1:
        raise InvalidOption(
            _("--opponents: {named} are too many for a game of {players}").format(
                named=opponents, players=count
            )
        )
    return count


def _filled(listed: list[str], needed: int) -> list[str]:
    """As many as are needed: the last one named sits on the seats that are left."""
    return listed + listed[-1:] * (needed - len(listed))
