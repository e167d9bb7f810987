"""Games as files: records and saved games, with the names of their players."""

from dataclasses import dataclass
from pathlib import Path

from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.play.position.records import read_file
from openabyss.words import _
from openabyss.words.listing import titled


@dataclass(frozen=True)
class Recorded:
    """A recorded game, and the names of its players."""

    game: Game
    names: tuple[str, ...]


def read_recorded(path: Path) -> Recorded:
    """A record or a saved game; players without a name are numbered. Raises InvalidRecord."""
    content = read_file(path)
    try:
        game = Game.from_record(content.get("game", content))
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error
    seats = content.get("seats")
    names = [seat.get("name") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    if len(names) != game.players or not all(isinstance(name, str) for name in names):
        names = [_("Player {number}").format(number=seat + 1) for seat in range(game.players)]
        if game.table.regent is not None:
            names[game.table.regent] = _("Regent")
    return Recorded(game, tuple(map(str, names)))
