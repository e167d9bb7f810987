"""A recorded game on the whole screen, with the keys that the browser has for it."""

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from openabyss.client.protocol.parts import LogLine
from openabyss.terminal.replaying import Recorded
from openabyss.terminal.screen.rows import FAINT, header, plainly, table_rows
from openabyss.words import N_, _
from openabyss.words.listing import titled

# How long a moment is looked at while the game plays by itself, in seconds.
PACE = 1.2
# Keys, what they do, and how the line at the bottom, which a mouse can click as well, names them.
COMMANDS = (
    ("left", "screen.step('back')", N_("← back")),
    ("right", "screen.step('on')", N_("→ on")),
    ("up", "screen.event('back')", N_("↑ ↓ event")),
    ("down", "screen.event('on')", ""),
    ("shift+left", "screen.step('turn-back')", N_("⇧← ⇧→ turn")),
    ("shift+right", "screen.step('turn-on')", ""),
    ("pageup,ctrl+left", "screen.step('round-back')", N_("PgUp PgDn round")),
    ("pagedown,ctrl+right", "screen.step('round-on')", ""),
    ("home", "screen.step('first')", N_("Home End")),
    ("end", "screen.step('last')", ""),
    ("space", "screen.play", N_("space play")),
    ("e", "screen.look", N_("e viewpoint")),
    ("q,escape,ctrl+c", "app.quit", N_("q quit")),
)
KEYS = [(label, action) for _key, action, label in COMMANDS if label]


class ReplayApp(App[None]):
    """The moments of a record."""

    TITLE = "OpenAbyss"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, recorded: Recorded) -> None:
        super().__init__()
        self._recorded = recorded

    def on_mount(self) -> None:
        self.push_screen(ReplayScreen(self._recorded))


class ReplayScreen(Screen[None]):
    """One moment, with the eyes of a seat."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (18, "-low"), (32, "-high")]
    BINDINGS = [(key, action) for key, action, _label in COMMANDS]

    def __init__(self, recorded: Recorded) -> None:
        super().__init__()
        self._recorded = recorded
        self.moment = 0
        # None for a spectator.
        self.seat: int | None = 0
        # The line that is read, where one goes from event to event.
        self._line: int | None = None
        self._lines: list[LogLine] = []
        self._playing: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="header")
        with Container(id="body"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="rows")
            with Vertical(id="side"):
                yield Static(id="prompt")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="happened")
        yield Static("  ".join(f"[@click={action}]{_(key)}[/]" for key, action in KEYS), id="keys")

    def on_mount(self) -> None:
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        recorded, seat = self._recorded, self.seat
        update = recorded.update(self.moment, seat)
        self._lines = update.log
        if self._line is not None:
            update = recorded.update_after(self._lines[self._line], self.moment, seat)
        self.query_one("#header", Static).update(header(update))
        rows = table_rows(update, self.query_one("#table").content_size.width)
        self.query_one("#rows", Static).update(Text("\n").join(row.text for row in rows))
        eyes = _("a spectator") if seat is None else recorded.names[seat]
        where = _("{moment} of {last}").format(moment=self.moment, last=len(recorded.replay) - 1)
        text = plainly(where, "bold").append("  ").append(titled(_("Seen by"), eyes), FAINT)
        self.query_one("#prompt", Static).update(text)
        lines = [
            Text(line.text, "reverse" if self._line == place else "")
            for place, line in enumerate(self._lines)
        ]
        self.query_one("#happened", Static).update(Text("\n").join(lines))

    def _go(self, moment: int) -> None:
        self.moment, self._line = moment, None
        self._show()

    def action_step(self, step: str) -> None:
        """Go back or on."""
        self._pause()
        self._go(self._recorded.replay.target(self.moment, step))

    def action_event(self, step: str) -> None:
        """The event before or after the one that is read; beyond those of a moment the next moment."""
        self._pause()
        by = 1 if step == "on" else -1
        count = len(self._lines)
        line = (self._line if self._line is not None else count - 1 if by > 0 else count) + by
        moment = self.moment + by
        if 0 <= line < count:
            self._line = line
        elif 0 <= moment < len(self._recorded.replay):
            lines = len(self._recorded.update(moment, self.seat).log)
            self.moment, self._line = moment, (0 if by > 0 else lines - 1) if lines else None
        self._show()

    def action_look(self) -> None:
        """With the eyes of the next seat, after the last one with those of a spectator."""
        seats = [*range(len(self._recorded.names)), None]
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
        self._show()

    def action_play(self) -> None:
        """Let the game go on by itself, or stop that."""
        if self._playing is None:
            self._playing = self.set_interval(PACE, self._go_on)
        else:
            self._pause()

    def _go_on(self) -> None:
        if self.moment == len(self._recorded.replay) - 1:
            self._pause()
        else:
            self._go(self.moment + 1)

    def _pause(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
