"""A recorded game moment by moment: which file, and how it is printed."""

from pathlib import Path
from typing import NamedTuple, TextIO

from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import LogLine, Person
from openabyss.client.replay import Replay
from openabyss.client.result import scores_of, settlement_of
from openabyss.client.update import UpdateContext
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.terminal.tables import read
from openabyss.words import _
from openabyss.words.listing import titled
from openabyss.words.log import sentence


class Recorded(NamedTuple):
    """A record, and the names of its players."""

    replay: Replay
    names: list[str]

    def update(self, moment: int, seat: int | None) -> Update:
        """A moment as a seat saw it (None: a spectator), with the new lines of the log."""
        wanted, seats = range(moment, moment + 1), list(range(len(self.names)))
        (update,) = self.replay.shown(wanted, seat, seats, self.context).updates
        return update

    def update_after(self, line: LogLine, moment: int, seat: int | None) -> Update:
        """The table after one of the new lines of a moment, as far as answers separate the lines."""
        steps = self.replay.within(moment, seat, list(range(len(self.names))), self.context).updates
        after = (step for step in steps if line in step.log)
        return next(after, None) or self.update(moment, seat)

    @property
    def context(self) -> UpdateContext:
        """The people at the table."""
        people = [Person(place, name, "person", connected=True) for place, name in enumerate(self.names)]
        return UpdateContext(people, "")


def read_recorded(path: Path) -> Recorded:
    """A record, or a saved game. Raises InvalidRecord."""
    record, sittings = read(path)
    try:
        game = Game.from_record(record)
        settled = settlement_of(record, game.players)
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error
    return Recorded(Replay(game, settled), [sitting.name for sitting in sittings])


def print_recorded(recorded: Recorded, target: TextIO, keys: TextIO | None) -> None:
    """Write the log with everything that was hidden; with `keys`, wait for a line after every moment."""
    replay, names = recorded
    for moment in range(len(replay)):
        for event in replay.events(moment):
            if text := sentence(event.row, names, None):
                target.write(f"{text}\n")
        target.flush()
        if keys is not None and not keys.readline():
            break
    game = replay.game_at(len(replay) - 1)
    if replay.is_over:
        target.write(scores_of(game, None, names, settled=replay.settled).closing + "\n")
        return
    text = _("The record ends here; the next decision is {name}'s.")
    target.write(text.format(name=names[game.player]) + "\n")
