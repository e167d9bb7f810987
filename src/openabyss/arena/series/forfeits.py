"""Games that a bot loses because it has erred, stalled or answered illegally."""

import sys

import numpy as np
from numpy.typing import NDArray

from openabyss.players.bots.bot import BotFailed
from openabyss.rules.ending import CAUSES
from openabyss.words import _

# How they have ended: the next number after those of the rules and of endless games.
FORFEITED = CAUSES + 1


def note_forfeit(row: NDArray[np.void], players: int, loser: int) -> None:
    """The loser comes last, and the others share the victory; `row` is an array of one row with `rank`,
    `winners`, `end_cause` and `given_up`."""
    row["rank"][0, :players] = 1
    row["rank"][0, loser] = players
    row["winners"] = players - 1
    row["end_cause"], row["given_up"] = FORFEITED, 0


def report_forfeit(number: int, seat: int, failed: BotFailed) -> None:
    """A line on the error output, at once: the series goes on."""
    line = _("Game {number}: seat {seat} has lost: {failed}")
    print(line.format(number=number, seat=seat + 1, failed=failed), file=sys.stderr, flush=True)
