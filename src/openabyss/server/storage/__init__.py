"""The storage of tables: SQLite or PostgreSQL."""

from openabyss.server.storage.jobs import DatabaseUnavailable as DatabaseUnavailable
from openabyss.server.storage.rows import ChatRow as ChatRow
from openabyss.server.storage.rows import Conflict as Conflict
from openabyss.server.storage.rows import Retention as Retention
from openabyss.server.storage.rows import SeatRow as SeatRow
from openabyss.server.storage.rows import StoredTable as StoredTable
from openabyss.server.storage.rows import TableRow as TableRow
from openabyss.server.storage.storage import Storage as Storage
