"""Waiting for a database that may be locked, full, gone, or hang."""

import asyncio
from concurrent.futures import Future
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from openabyss.errors import OpenAbyssError
from openabyss.words import _

Result = TypeVar("Result")


class DatabaseUnavailable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The database does not do its work now. What was to be written may have been written all the same."""


async def within(future: Future[Result], seconds: float) -> Result:
    """The result of a thread, within a number of seconds. Raises DatabaseUnavailable.

    A job that has not begun by then never will. Cancelling the waiting cancels no job.
    """
    waiting = asyncio.wrap_future(future)
    # An error that comes when nobody waits any more would be reported as one that nobody expected.
    waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        return await asyncio.wait_for(asyncio.shield(waiting), seconds)
    except TimeoutError as error:
        future.cancel()
        raise DatabaseUnavailable(_("The database did not answer in time.")) from error
    except (DBAPIError, NoConnection) as error:
        if not concerns_database(error):
            raise
        raise DatabaseUnavailable(_("The database cannot be used at the moment.")) from error


def concerns_database(error: Exception) -> bool:
    """Whether the database failed, rather than what it was asked for: the next job would fare no better."""
    if isinstance(error, DBAPIError):
        return type(error).__name__ in ("OperationalError", "InterfaceError", "InternalError")
    return isinstance(error, (NoConnection, DatabaseUnavailable))
