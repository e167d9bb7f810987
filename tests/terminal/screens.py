"""The client on a screen without a terminal, and a person with keys in front of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual.pilot import Pilot
from textual.widgets import OptionList

from openabyss.terminal.screen.app import TableApp
from openabyss.terminal.screen.table_screen import TableScreen
from openabyss.terminal.session import Session

SMALL, LARGE = (80, 24), (120, 40)


@dataclass(frozen=True, slots=True)
class Seat:
    """A running client, its keys and what is seen."""

    app: TableApp
    pilot: "Pilot[None]"

    async def settle(self) -> None:
        """Wait until a person is asked or the game is over, and everything is shown."""
        await self.pilot.pause()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def mark(self, text: str, part: str = "table") -> None:
        """Go to the row of the table, or of another list, that holds a text."""
        rows = self.app.screen.query_one(f"#{part}", OptionList)
        rows.focus()
        rows.highlighted = next(n for n, row in enumerate(rows.options) if text in str(row.prompt))
        await self.pilot.pause()

    @property
    def shown(self) -> str:
        """All text on the screen."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    @property
    def notified(self) -> str:
        """All messages that have been shown in passing."""
        return " ".join(note.message for note in self.app._notifications)

    @property
    def session(self) -> Session:
        """That of the table, which must be on top."""
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen.session


@asynccontextmanager
async def seated(session: Session | None, size: tuple[int, int] = SMALL) -> AsyncIterator[Seat]:
    """The client runs, with this session or with the choice of one."""
    app = TableApp(session, pace=0)
    async with app.run_test(size=size) as pilot:
        seat = Seat(app, pilot)
        await seat.settle()
        yield seat
