"""Who may sit at a table: people, and the computer opponents by name."""

import re
from collections.abc import Sequence

from openabyss.errors import InvalidOption
from openabyss.players.bots.bot import BotFailed, dismiss
from openabyss.players.kinds import KINDS, player_kinds
from openabyss.players.registry import Player, names_a_player, player
from openabyss.words import _
from openabyss.words.levels import STYLED, level_name
from openabyss.words.listing import with_suggestion

HUMAN = "human"
# The rival of solo play, who sits only there.
REGENT = "regent"
# The default opponent, which also answers in place of searches that are not ready and of bots that have
# failed.
STAND_IN = "medium"
# A comma between opponents, but not between the settings of an opponent.
BETWEEN_OPPONENTS = r",(?!\s*\w+=)"


def seat_kinds() -> list[str]:
    """Everything that may sit at a table."""
    return [HUMAN, *(kind.name for kind in player_kinds() if kind.name != REGENT)]


def styled(kind: str, style: str) -> str:
    """One of the kinds with this style, if it is a level of computers, and one is chosen."""
    return f"{kind}{STYLED}{style}" if style and kind in KINDS and KINDS[kind].is_level else kind


def read_kinds(text: str) -> list[str]:
    """The kinds in a list such as "human,medium:pearl=90,random". Raises InvalidOption with a suggestion."""
    return [check_kind(kind.strip()) for kind in re.split(BETWEEN_OPPONENTS, text)]


def check_kind(kind: str) -> str:
    """The kind, if it may sit at a table, as bots may. Raises InvalidOption with a suggestion."""
    if kind == HUMAN:
        return kind
    if not names_a_player(kind):
        problem = _("there is no opponent {name!r}").format(name=kind)
        raise InvalidOption(with_suggestion(problem, kind, seat_kinds()))
    player(kind)
    return kind


class Opponents:
    """The computer opponents of one table by their seats, each made when it is first asked."""

    def __init__(self, kinds: Sequence[str], seed: int = 0) -> None:
        """`kinds` are those of all seats; the players of people's seats are never asked for."""
        self._kinds, self.seed = list(kinds), seed
        self._players: dict[int, Player] = {}

    def sit_down(self, seat: int, kind: str) -> None:
        """One takes a person's place."""
        self._kinds[seat] = kind

    def at(self, seat: int) -> Player:
        """The player of a seat."""
        if seat not in self._players:
            self._players[seat] = player(self._kinds[seat], self.seed_at(seat))
        return self._players[seat]

    def seed_at(self, seat: int) -> int:
        """A seed of its own for each seat."""
        return self.seed * len(self._kinds) + seat

    def replace(self, seat: int, failure: BotFailed) -> list[str]:
        """Let a level play on for a bot that has failed; returns the message for people."""
        dismiss([self._players[seat]])
        self._players[seat] = player(STAND_IN, self.seed_at(seat))
        instead = _("The level “{level}” plays on in its place.").format(level=level_name(STAND_IN))
        return [str(failure), instead]

    def dismiss_all(self) -> None:
        """End the opponents, and the programs that bots have started."""
        dismiss(self._players.values())
