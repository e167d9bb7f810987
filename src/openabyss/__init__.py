"""OpenAbyss: the board game Abyss, for players, programmers and researchers.

>>> from openabyss import Game
>>> game = Game.new(players=3, seed=7)
>>> game.question.kind
'OFFER'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from openabyss.version import VERSION

if TYPE_CHECKING:
    from openabyss.errors import GameOver as GameOver
    from openabyss.errors import IllegalAction as IllegalAction
    from openabyss.errors import InvalidArgument as InvalidArgument
    from openabyss.errors import InvalidOption as InvalidOption
    from openabyss.errors import InvalidPosition as InvalidPosition
    from openabyss.errors import InvalidRecord as InvalidRecord
    from openabyss.errors import MissingExtra as MissingExtra
    from openabyss.errors import NobodyAsked as NobodyAsked
    from openabyss.errors import OpenAbyssError as OpenAbyssError
    from openabyss.errors import UnreadableAction as UnreadableAction
    from openabyss.errors import UnusableCache as UnusableCache
    from openabyss.play.game import Game as Game
    from openabyss.play.history import History as History
    from openabyss.play.position.options import Options as Options
    from openabyss.players.perspective import Perspective as Perspective
    from openabyss.players.playouts import play_out as play_out
    from openabyss.table.events import Event as Event
    from openabyss.table.payments import Payment as Payment
    from openabyss.table.public_fields import About as About
    from openabyss.table.questions import CHANCE as CHANCE
    from openabyss.table.questions import Action as Action
    from openabyss.table.questions import Question as Question
    from openabyss.table.reading import Seat as Seat
    from openabyss.table.reading import Table as Table
    from openabyss.table.score_sheet import ScoreSheet as ScoreSheet
    from openabyss.table.view import SPECTATOR as SPECTATOR
    from openabyss.table.view import View as View
    from openabyss.table.view import view as view

__version__ = VERSION

# Where each name is found. They are imported on first use, since the compiled rules take longer
# to load than a program that only wants `--help` should wait.
_NAMES_IN = {
    "errors": "GameOver IllegalAction InvalidArgument InvalidOption InvalidPosition InvalidRecord"
    " MissingExtra NobodyAsked OpenAbyssError UnreadableAction UnusableCache",
    "play.game": "Game",
    "play.history": "History",
    "players.perspective": "Perspective",
    "players.playouts": "play_out",
    "play.position.options": "Options",
    "table.events": "Event",
    "table.payments": "Payment",
    "table.public_fields": "About",
    "table.questions": "CHANCE Action Question",
    "table.reading": "Seat Table",
    "table.score_sheet": "ScoreSheet",
    "table.view": "SPECTATOR View view",
}
_HOME_OF = {name: home for home, names in _NAMES_IN.items() for name in names.split()}

__all__ = ["__version__", *sorted(_HOME_OF)]  # noqa: PLE0604  a list, made from the table above


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'openabyss' has no attribute {name!r}")
    return getattr(import_module(f"openabyss.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
