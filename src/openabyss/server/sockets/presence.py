"""Who is at a table: everybody there learns when somebody comes, leaves, or counts as away."""

import asyncio

from openabyss.client.protocol.messages import Presence as PresenceMessage
from openabyss.client.protocol.messages import write_message
from openabyss.server.tables.table import PAGE_SECONDS, LiveTable


class Presence:
    """Tells the people at tables about each other."""

    def __init__(self) -> None:
        self._waiting_for: set[LiveTable] = set()

    def note_page(self, table: LiveTable, browser: str) -> None:
        """A browser has fetched a page of the table: its people are here, though they have no socket."""
        own = table.seats_of(browser)
        if not own:
            return
        was_here = table.is_connected(own[0])
        table.got_page(browser)
        if not was_here:
            self.announce(table)
        asyncio.get_running_loop().call_later(PAGE_SECONDS, self._check_silence, table, own[0])

    def _check_silence(self, table: LiveTable, seat: int) -> None:
        """Some time after a page: its person has gone, unless there was another page or a socket."""
        if not table.is_connected(seat):
            self.announce(table)
            self.announce_later(table)

    def announce(self, table: LiveTable) -> None:
        """Send everybody at the table who is there: written once for all with the same viewpoint."""
        written: dict[tuple[bool, tuple[int, ...]], bytes] = {}
        for subscriber in table.present:
            viewpoint = table.viewpoint(subscriber.browser)
            if viewpoint not in written:
                written[viewpoint] = write_message(PresenceMessage(table.people(subscriber.browser)))
            subscriber.tell(written[viewpoint])

    def announce_later(self, table: LiveTable) -> None:
        """Once more when the next of those who have left counts as away."""
        seconds = table.next_away
        if seconds is None or table in self._waiting_for:
            return
        self._waiting_for.add(table)
        asyncio.get_running_loop().call_later(seconds + 0.1, self._announce_away, table)

    def _announce_away(self, table: LiveTable) -> None:
        self._waiting_for.discard(table)
        self.announce(table)
        self.announce_later(table)
