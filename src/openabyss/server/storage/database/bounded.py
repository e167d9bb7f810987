"""Connections to PostgreSQL that do not wait for ever for a server that is silent. The timeouts of the server
help nobody whom they do not reach, and those of TCP end no connection that a proxy, or a machine that hangs,
still acknowledges."""

import time
from collections.abc import Generator
from typing import Any

from psycopg import Connection, OperationalError

# Longer than any statement may take: a server that is silent for this long will not answer any more.
SILENCE_SECONDS = 5.0


class BoundedConnection(Connection[Any]):
    """Closes itself if an answer takes too long. Raises OperationalError then."""

    def wait(self, gen: Generator[Any, Any, Any], *arguments: Any, **options: Any) -> Any:
        """The result of a generator of the driver, which says what to wait for."""
        return super().wait(self._bounded(gen), *arguments, **options)

    def _bounded(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """The same generator; the driver asks it several times a second, ready or not. A process that
        has itself stood still finds the answer with its next look."""
        end = time.monotonic() + SILENCE_SECONDS
        try:
            wanted = next(gen)
            while True:
                is_late = time.monotonic() > end
                ready = yield wanted
                if not ready and is_late:
                    self.close()
                    raise OperationalError("the server is silent")
                wanted = gen.send(ready)
        except StopIteration as finished:
            return finished.value
