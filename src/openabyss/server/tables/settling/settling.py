"""Conceding, and ends that all have agreed to: stored, acknowledged and shown like answers."""

from openabyss.client.result import write_proposal
from openabyss.client.table_history import CONCEDE, PROPOSE
from openabyss.server.tables.commands import Commands, check_turnabouts
from openabyss.server.tables.errors import stale
from openabyss.server.tables.levels import DEFAULT_LEVEL
from openabyss.server.tables.settling.deciders import deciders
from openabyss.server.tables.settling.deciding import decider_of, level_after_conceding
from openabyss.server.tables.table import LiveTable


class Settling:
    """Carries out what people settle. Repeating a command has no effect and returns the same revision."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def concede(self, table: LiveTable, seat: int, browser: str, id_: str) -> int:
        """Concede with an own seat; returns the revision after it. Raises Refusal."""
        table.check_own(seat, browser)
        stands_in = table.history.levels[seat] or DEFAULT_LEVEL
        level = level_after_conceding(table, seat, stands_in)

        def check() -> None:
            if level_after_conceding(table, seat, stands_in) != level:
                raise stale()

        return await self._commands.store_once(table, f"{seat}:{id_}", CONCEDE, seat, level, check)

    async def propose(self, table: LiveTable, seat: int, end: str | None, browser: str, id_: str) -> int:
        """Propose an end, agree to the one that is proposed, or decline it (None); returns the revision
        after it. Raises Refusal."""
        table.check_own(seat, browser)
        name, decider = f"{seat}:{id_}", decider_of(table, browser)
        settled = table.history.settlement
        if (end or "") == settled.proposed and (end is None or decider in settled.agreed):
            return table.history.revision_of(name) or table.history.revision
        asked = deciders(table.seats, table.history.levels)

        def check() -> None:
            check_turnabouts(table, decider)
            if deciders(table.seats, table.history.levels) != asked:
                raise stale()

        text = "" if end is None else write_proposal(end, asked)
        return await self._commands.store_once(table, name, PROPOSE, decider, text, check)
