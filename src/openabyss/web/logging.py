"""Log lines: JSON on the standard error stream, one a line.

No token, name, cookie or text of people, and nothing that is hidden at a table: of an error, its kind
and its place, since its text may quote what it stumbled over.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

LOGGER = logging.getLogger("openabyss.web")


class AsJson(logging.Formatter):
    """A record as one line of JSON, with the facts that were given beside its message."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = "".join(traceback.format_tb(record.exc_info[2]))
        return json.dumps(line, default=str)


def configure_logging() -> None:
    """Write log lines from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    for name in ("openabyss.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == "openabyss.web" else logging.WARNING)


def log_event(event: str, **facts: object) -> None:
    """A line of the log. Facts are ids, numbers and kinds, never what people wrote."""
    LOGGER.info(event, extra={"facts": facts})


def log_warning(event: str, **facts: object) -> None:
    """A line about something that the server's operator should know."""
    LOGGER.warning(event, extra={"facts": facts})


def log_failure(event: str, **facts: object) -> None:
    """A line about an error that nobody expected, with where it came from. Call it while handling one."""
    LOGGER.exception(event, extra={"facts": facts})
