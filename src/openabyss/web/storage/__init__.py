"""Where tables are kept: SQLite or PostgreSQL."""

from openabyss.web.storage.rows import ChatRow as ChatRow
from openabyss.web.storage.rows import Retention as Retention
from openabyss.web.storage.rows import SeatRow as SeatRow
from openabyss.web.storage.rows import StoredTable as StoredTable
from openabyss.web.storage.rows import TableRow as TableRow
from openabyss.web.storage.storage import Conflict as Conflict
from openabyss.web.storage.storage import Storage as Storage
from openabyss.web.storage.waiting import DatabaseUnavailable as DatabaseUnavailable
