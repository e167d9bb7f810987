"""OpenAbyss: the board game Abyss, for players, programmers and researchers.

>>> from openabyss import Game
>>> game = Game.new(players=3, seed=7)
>>> game.question.kind
'OFFER'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from openabyss import version

if TYPE_CHECKING:
    from openabyss.errors import GameOver as GameOver
    from openabyss.errors import IllegalAction as IllegalAction
    from openabyss.errors import InvalidOption as InvalidOption
    from openabyss.errors import InvalidPosition as InvalidPosition
    from openabyss.errors import InvalidRecord as InvalidRecord
    from openabyss.errors import NobodyAsked as NobodyAsked
    from openabyss.errors import OpenAbyssError as OpenAbyssError
    from openabyss.errors import UnreadableAction as UnreadableAction
    from openabyss.game import CHANCE as CHANCE
    from openabyss.game import Action as Action
    from openabyss.game import Game as Game
    from openabyss.game import Question as Question
    from openabyss.options import Options as Options
    from openabyss.players.perspective import Perspective as Perspective
    from openabyss.table.about import About as About
    from openabyss.table.events import Event as Event
    from openabyss.table.payments import Payment as Payment
    from openabyss.table.score_sheet import ScoreSheet as ScoreSheet
    from openabyss.table.seat import Seat as Seat
    from openabyss.table.view import view as view

__version__ = version.VERSION

# Where each name is found. They are imported on first use, since the compiled rules take longer
# to load than a program that only wants `--help` should wait.
_HOMES = {
    "table.about": ("About",),
    "table.events": ("Event",),
    "game": ("CHANCE", "Game", "Action", "Question"),
    "options": ("Options",),
    "table.payments": ("Payment",),
    "players.perspective": ("Perspective",),
    "table.score_sheet": ("ScoreSheet",),
    "table.seat": ("Seat",),
    "table.view": ("view",),
    "errors": (
        "GameOver",
        "IllegalAction",
        "InvalidOption",
        "InvalidPosition",
        "InvalidRecord",
        "NobodyAsked",
        "OpenAbyssError",
        "UnreadableAction",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME_OF)]  # noqa: PLE0604  a list, made from the table above


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'openabyss' has no attribute {name!r}")
    return getattr(import_module(f"openabyss.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
