"""Saved games: a record with who sits where, as JSON in the player's data folder; and their logs."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from openabyss.errors import InvalidRecord, OpenAbyssError
from openabyss.play.position.records import read_file
from openabyss.players.kinds import KINDS, is_seatable
from openabyss.terminal.opponents import HUMAN, check_kind
from openabyss.terminal.preferences import data_folder
from openabyss.terminal.session import Session, Sitting, sit_around
from openabyss.words import _
from openabyss.words.listing import titled

FORMAT = "openabyss-saved-game/1"


class UnwritableFile(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A file cannot be written."""


def last_game_file() -> Path:
    """The game that was left last."""
    return data_folder() / "saved-game.json"


def save(session: Session, path: Path) -> None:
    """Write the game and its seats; an older file is replaced only when the new one is complete."""
    saved = {
        "format": FORMAT,
        "seats": [asdict(sitting) for sitting in session.sittings],
        "game": session.history.to_record(),
    }
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise UnwritableFile(
            _("{path}: cannot be written: {why}").format(path=path, why=error.strerror)
        ) from error


def load(path: Path) -> Session:
    """A saved game, or the bare record of one. Raises InvalidRecord."""
    record, sittings = read(path)
    try:
        return Session.resume(record, sittings)
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error


def forget(path: Path) -> None:
    """Remove a saved game, if there is one."""
    path.unlink(missing_ok=True)


def read(path: Path) -> tuple[dict[str, Any], list[Sitting]]:
    """The record in a file, and who sits where. Raises InvalidRecord."""
    found = read_file(path)
    if found.get("format") != FORMAT:
        return found, sit_around([HUMAN] * _players_of(found, path))
    game, seats = found.get("game"), found.get("seats")
    if not isinstance(game, dict) or not isinstance(seats, list):
        raise InvalidRecord(_("{path}: game, seats: a saved game needs both").format(path=path))
    sittings = [_sitting(seat, place, path) for place, seat in enumerate(seats)]
    if len(sittings) != _players_of(game, path):
        raise InvalidRecord(_("{path}: seats: there must be one for every player").format(path=path))
    return game, sittings


def _players_of(record: dict[str, Any], path: Path) -> int:
    config = record.get("config")
    position = config.get("position", config) if isinstance(config, dict) else None
    players = position.get("players") if isinstance(position, dict) else None
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= 5:
        raise InvalidRecord(_("{path}: config.players: a record must say how many play").format(path=path))
    return players


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
    if not is_known and path.resolve() != last_game_file().resolve():
        raise InvalidRecord(
            _(
                "{path}: seats[{place}]: {kind!r} is no player of OpenAbyss; if it is a bot that you trust,"
                " name it in OPENABYSS_PLAYERS"
            ).format(path=path, place=place, kind=kind)
        )
