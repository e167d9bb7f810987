"""The sheet on which a new game is chosen: rows whose value changes with Enter, ← and →."""

from dataclasses import dataclass, field
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from openabyss.options import FEWEST_PLAYERS, MOST_PLAYERS
from openabyss.terminal.opponents import HUMAN, seat_kinds, usual_opponent
from openabyss.terminal.rows import FAINT, HEAD, plainly
from openabyss.words import _

MOST_DIGITS = 9
TITLE_WIDTH = 12


@dataclass
class Wish:
    """The game that is wanted; an empty seed is a random one. Seats beyond `players` are kept in mind."""

    players: int = 2
    others: list[str] = field(default_factory=lambda: [usual_opponent()] * (MOST_PLAYERS - 1))
    seat: int = 1
    seed: str = ""

    @property
    def kinds(self) -> list[str]:
        """Who sits where, the person on `seat`."""
        others = self.others[: self.players - 1]
        return [*others[: self.seat - 1], HUMAN, *others[self.seat - 1 :]]

    def turn(self, row: str, step: int) -> None:
        """The next value of a row, or the one before it."""
        if row == "players":
            self.players = _next(self.players, step, FEWEST_PLAYERS, MOST_PLAYERS)
            self.seat = min(self.seat, self.players)
        elif row == "seat":
            self.seat = _next(self.seat, step, 1, self.players)
        elif row.startswith("other"):
            place, kinds = int(row[5:]), seat_kinds()
            self.others[place] = kinds[(kinds.index(self.others[place]) + step) % len(kinds)]


def _next(value: int, step: int, first: int, last: int) -> int:
    return first + (value - first + step) % (last - first + 1)


class NewGame(ModalScreen[Wish | None]):
    """Choose a new game; None keeps the present one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
    ]

    def __init__(self, wish: Wish, warning: str = "") -> None:
        super().__init__()
        self._wish, self._warning = wish, warning

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(_("New game"), HEAD), classes="heading")
            if self._warning:
                yield Static(Text(self._warning))
            yield OptionList(compact=True)
            yield Static(
                Text(_("↑ ↓ row  ← → value  digits: seed  Enter: choose  Esc: back"), FAINT),
                classes="closing",
            )

    def on_mount(self) -> None:
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Digits and Backspace write the seed."""
        if event.character is not None and event.character in "0123456789":
            self._wish.seed = (self._wish.seed + event.character)[:MOST_DIGITS]
        elif event.key == "backspace":
            self._wish.seed = self._wish.seed[:-1]
        else:
            return
        event.stop()
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == "begin":
            self.dismiss(self._wish)
            return
        self._turn(event.option.id or "", 1)

    def action_turn(self, step: int) -> None:
        row = self.query_one(OptionList).highlighted_option
        if row is not None:
            self._turn(row.id or "", step)

    def action_close(self) -> None:
        self.dismiss(None)

    def _turn(self, row: str, step: int) -> None:
        self._wish.turn(row, step)
        self._show()

    def _show(self) -> None:
        rows = self.query_one(OptionList)
        place = rows.highlighted or 0
        rows.clear_options()
        rows.add_options([Option(text, id=row) for row, text in self._rows()])
        rows.highlighted = min(place, rows.option_count - 1)

    def _rows(self) -> list[tuple[str, Text]]:
        wish = self._wish
        others = [
            (f"other{place}", _row(_("Opponent {n}").format(n=place + 1), wish.others[place]))
            for place in range(wish.players - 1)
        ]
        return [
            ("begin", Text(_("Begin"), "bold")),
            ("players", _row(_("Players"), str(wish.players))),
            *others,
            ("seat", _row(_("Your seat"), str(wish.seat))),
            ("seed", _row(_("Seed"), wish.seed or _("random"))),
        ]


def _row(title: str, value: str) -> Text:
    return plainly(f"{title:{TITLE_WIDTH}} ", FAINT).append(f"‹ {value} ›")
