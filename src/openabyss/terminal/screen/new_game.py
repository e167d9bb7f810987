"""The sheet on which a new game is chosen: rows whose value changes with Enter, ← and →."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from openabyss.play.position.options import (
    MAX_WITH_LEVIATHAN,
    MIN_PLAYERS,
    OF_BOTH,
    OF_KRAKEN,
    OF_LEVIATHAN,
    Choice,
    Options,
    max_players,
)
from openabyss.play.variants import in_text
from openabyss.terminal.opponents import HUMAN, REGENT, STAND_IN, seat_kinds, styled
from openabyss.terminal.preferences import choose_language
from openabyss.terminal.screen.rows import FAINT, HEAD, plainly
from openabyss.terminal.tables import Variant
from openabyss.words import LANGUAGES, _, language, pgettext
from openabyss.words.cards.regent import HIGHEST_LEVEL, level_explained, level_in_words
from openabyss.words.levels import STYLES

Value = TypeVar("Value")
MAX_DIGITS = 9
TITLE_WIDTH = 12
OPTION_WIDTH = 28
OPTION, OTHER, LANGUAGE = "option:", "other:", "language"
# Border, heading, warning, what an option changes, keys.
OTHER_LINES = 2 + 1 + 1 + 4 + 1


@dataclass
class GameSetup:
    """The game that is wanted; an empty seed is a random one. `solo` is the level of the Regent, or 0.

    Seats that solo play or `players` leave out, and options of expansions that are not in play, are
    kept in mind.
    """

    players: int = 2
    others: list[str] = field(default_factory=lambda: [STAND_IN] * (MAX_WITH_LEVIATHAN - 1))
    style: str = ""
    seat: int = 1
    solo: int = 0
    seed: str = ""
    kraken: bool = False
    leviathan: bool = False
    options: dict[str, Choice] = field(default_factory=lambda: asdict(Options()))

    @property
    def kinds(self) -> list[str]:
        """Who sits where, the person on `seat`; in solo play before the Regent."""
        if self.solo:
            return [HUMAN, REGENT]
        others = [styled(kind, self.style) for kind in self.others[: self.players - 1]]
        return [*others[: self.seat - 1], HUMAN, *others[self.seat - 1 :]]

    @property
    def variant(self) -> Variant:
        """The expansions, and the options that matter with them."""
        chosen = {name: self.options[name] for name in self.options_in_play}
        return Variant(self.kraken, self.leviathan, Options.from_dict(chosen), self.solo or None)

    @property
    def options_in_play(self) -> list[str]:
        """The options that do something in this game."""
        idle: tuple[str, ...] = () if self.kraken else OF_KRAKEN
        idle += () if self.leviathan else OF_LEVIATHAN
        idle += () if self.kraken and self.leviathan else OF_BOTH
        return [name for name in self.options if name not in idle]

    def turn(self, row: str, step: int) -> None:
        """The next value of a row, or the one before it."""
        if row.startswith(OPTION):
            name = row.removeprefix(OPTION)
            self.options[name] = _next(Options.choices()[name], self.options[name], step)
        elif row.startswith(OTHER):
            place = int(row.removeprefix(OTHER))
            self.others[place] = _next(seat_kinds(), self.others[place], step)
        elif row in self._values:
            setattr(self, row, _next(self._values[row], getattr(self, row), step))
            self.players = min(self.players, max_players(self.leviathan))
            self.seat = min(self.seat, self.players)

    @property
    def _values(self) -> dict[str, Sequence[int | str]]:
        """What there is to choose from in the rows that change a field of the same name."""
        return {
            "players": range(MIN_PLAYERS, max_players(self.leviathan) + 1),
            "solo": range(HIGHEST_LEVEL + 1),
            "kraken": (False, True),
            "leviathan": (False, True),
            "seat": range(1, self.players + 1),
            "style": ("", *STYLES),
        }


def _next(values: Sequence[Value], value: Value, step: int) -> Value:
    """The value `step` places after another one; the first comes after the last."""
    return values[(values.index(value) + step) % len(values)]


class NewGame(ModalScreen[GameSetup | None]):
    """Choose a new game; None keeps the present one."""

    BINDINGS = [("escape", "dismiss"), ("left", "turn(-1)"), ("right", "turn(1)")]

    def __init__(self, setup: GameSetup, warning: str = "") -> None:
        super().__init__()
        self._game_setup, self._warning = setup, warning

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(_("New game"), HEAD), classes="heading")
            if self._warning:
                yield Static(Text(self._warning))
            yield OptionList(compact=True)
            yield Static(id="about", classes="about")
            yield Static(
                Text(_("↑ ↓ row  ← → value  digits: seed  Enter: choose  Esc: back"), FAINT),
                classes="closing",
            )

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        """Leave room for what is above and below the rows."""
        self.query_one(OptionList).styles.max_height = max(1, self.size.height - OTHER_LINES)

    def on_key(self, event: events.Key) -> None:
        """Digits and Backspace write the seed."""
        if event.character is not None and event.character in "0123456789":
            self._game_setup.seed = (self._game_setup.seed + event.character)[:MAX_DIGITS]
        elif event.key == "backspace":
            self._game_setup.seed = self._game_setup.seed[:-1]
        else:
            return
        event.stop()
        self._show()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == "begin":
            self.dismiss(self._game_setup)
            return
        await self._turn(event.option.id or "", 1)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """What the marked option changes is below the rows."""
        self.query_one("#about", Static).update(Text(self._about(event.option.id or "")))

    def _about(self, row: str) -> str:
        if row == "solo" and self._game_setup.solo:
            about = _("You alone against the Regent, an automatic rival with its own rules (house rules).")
            return f"{about} {level_explained(self._game_setup.solo)}"
        return Options.in_words()[row.removeprefix(OPTION)] if row.startswith(OPTION) else ""

    @property
    def marked_row(self) -> Option | None:
        """The row that the arrows have marked."""
        return self.query_one(OptionList).highlighted_option

    async def action_turn(self, step: int) -> None:
        row = self.marked_row
        if row is not None:
            await self._turn(row.id or "", step)

    async def _turn(self, row: str, step: int) -> None:
        if row == LANGUAGE:
            await self._read_in(_next(list(LANGUAGES), language(), step))
            return
        self._game_setup.turn(row, step)
        self._show()

    async def _read_in(self, code: str) -> None:
        """The whole sheet in another language; the marked row stays marked."""
        choose_language(code)
        marked = self.query_one(OptionList).highlighted
        await self.recompose()
        self._show()
        self.query_one(OptionList).highlighted = marked
        self.query_one(OptionList).focus()

    def _show(self) -> None:
        rows = self.query_one(OptionList)
        place = rows.highlighted or 0
        rows.clear_options()
        rows.add_options([Option(text, id=row) for row, text in self._rows()])
        rows.highlighted = min(place, rows.option_count - 1)

    def _rows(self) -> list[tuple[str, Text]]:
        setup = self._game_setup
        return [
            ("begin", Text(_("Begin"), "bold")),
            ("solo", _row(_("Solo"), _level(setup.solo))),
            *([] if setup.solo else self._seat_rows()),
            ("kraken", _row(_("Kraken"), _yes_or_no(setup.kraken))),
            ("leviathan", _row(_("Leviathan"), _yes_or_no(setup.leviathan))),
            (LANGUAGE, _row(_("Language"), LANGUAGES[language()])),
            ("seed", _row(_("Seed"), setup.seed or pgettext("a seed that chance chooses", "random"))),
            *(
                (f"{OPTION}{name}", _row(name, in_text(setup.options[name]), OPTION_WIDTH))
                for name in setup.options_in_play
            ),
        ]

    def _seat_rows(self) -> list[tuple[str, Text]]:
        """Who plays, where that is to be chosen."""
        setup = self._game_setup
        others = [
            (f"{OTHER}{place}", _row(_("Opponent {n}").format(n=place + 1), setup.others[place]))
            for place in range(setup.players - 1)
        ]
        return [
            ("players", _row(_("Players"), str(setup.players))),
            *others,
            ("seat", _row(_("Your seat"), str(setup.seat))),
            ("style", _row(_("Style"), _(STYLES[setup.style]) if setup.style else _("No particular style"))),
        ]


def _level(solo: int) -> str:
    return _("the Regent, {level} (house rules)").format(level=level_in_words(solo)) if solo else _("no")


def _yes_or_no(chosen: bool) -> str:
    return _("yes") if chosen else _("no")


def _row(title: str, value: str, width: int = TITLE_WIDTH) -> Text:
    return plainly(f"{title:{width}} ", FAINT).append(f"‹ {value} ›")
