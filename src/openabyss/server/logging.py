"""Log lines on the standard error stream: JSON, one a line, or for people. No token, name, cookie or text of
people, and nothing that is hidden at a table: of an error, its kind and its place, since its text may quote
what it stumbled over. Each line says for which request or socket it was written, by a number of our own."""

import json
import logging
import math
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

LOGGER = logging.getLogger("openabyss.server")
# Of warnings and failures of one kind: with the same text, about the same sort of error.
MAX_A_MINUTE = 10
MINUTE = 60.0
# The id of what is being answered; empty for what the server does by itself.
REQUEST: ContextVar[str] = ContextVar("request", default="")
ID_BYTES = 8


def begin_request() -> str:
    """Lines from now on belong to a new request or socket; its id, which is nobody's secret."""
    REQUEST.set(id_ := secrets.token_hex(ID_BYTES))
    return id_


class AsJson(logging.Formatter):
    """A record as one line of JSON, with the facts that were given beside its message."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_fields(record), default=str)


class AsText(logging.Formatter):
    """Log lines for people: what has happened, the facts as name=value, and below them the traceback of an
    error."""

    def format(self, record: logging.LogRecord) -> str:
        line = _fields(record)
        at, level, event, where = (line.pop(name, "") for name in ("at", "level", "event", "where"))
        facts = " ".join(f"{name}={json.dumps(value, default=str)}" for name, value in line.items())
        return f"{at} {level} {event} {facts}\n{where}".rstrip()


def _fields(record: logging.LogRecord) -> dict[str, object]:
    line = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": record.getMessage().partition("\n")[0],
        **getattr(record, "facts", {}),
    }
    if request := REQUEST.get():
        line["request"] = request
    if left_out := getattr(record, "left_out", 0):
        line["left_out"] = left_out
    if record.exc_info and record.exc_info[0] is not None:
        line["error"] = record.exc_info[0].__name__
        if cause := _cause(record.exc_info[1]):
            line["cause"] = cause
        line["where"] = "".join(traceback.format_tb(record.exc_info[2]))
    return line


def _cause(error: BaseException | None) -> str:
    """What kind of error another one comes of in the end, with the name that a database has for it."""
    first = error
    while error is not None and error.__cause__ is not None:
        error = error.__cause__
    if error is first:
        return ""
    names = (type(error).__name__, *(getattr(error, name, None) for name in ("sqlite_errorname", "sqlstate")))
    return " ".join(name for name in names if isinstance(name, str))


class FewOfAKind(logging.Filter):
    """Lets through ten warnings and failures of a kind in a minute; the next one says how many are missing.
    Else anybody who finds out what makes the server write a line can fill its disk."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        # Since when lines of a kind are counted, and how many there were.
        self._kinds: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[0] if record.exc_info else None
        # Others write into their texts what differs each time.
        text = record.msg if record.name == LOGGER.name else (record.pathname, record.lineno)
        kind, now = (text, error), self._clock()
        since, count = self._kinds.get(kind, (-math.inf, 0))
        if now - since >= MINUTE:
            record.__dict__["left_out"] = max(0, count - MAX_A_MINUTE)
            since, count = now, 0
        self._kinds[kind] = since, count + 1
        return count < MAX_A_MINUTE


def configure_logging(*, as_json: bool) -> None:
    """Write log lines from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if as_json else AsText())
    handler.addFilter(FewOfAKind())
    # What Uvicorn warns of is what clients do wrong.
    levels = {"openabyss.server": logging.INFO, "uvicorn.error": logging.ERROR, "asyncio": logging.ERROR}
    for name, level in levels.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


def log_event(event: str, **facts: object) -> None:
    """A line of the log. Facts are ids, numbers and kinds, never what people wrote."""
    LOGGER.info(event, extra={"facts": facts})


def log_warning(event: str, **facts: object) -> None:
    """A line about something that the server's operator should know."""
    LOGGER.warning(event, extra={"facts": facts})


def log_failure(event: str, **facts: object) -> None:
    """A line about an error that nobody expected, with where it came from. Call it while handling one."""
    LOGGER.exception(event, extra={"facts": facts})
