"""The log of a server that is attacked stays small, and says what it has left out."""

import io
import json
import logging
from typing import Any

from openabyss.server.logging import (
    LOGGER,
    MAX_A_MINUTE,
    MINUTE,
    AsJson,
    FewOfAKind,
    log_failure,
    log_warning,
)


class Log:
    """What a server writes, at a time of our own."""

    def __init__(self) -> None:
        self.now, self._written = 0.0, io.StringIO()
        self._handler = logging.StreamHandler(self._written)
        self._handler.setFormatter(AsJson())
        self._handler.addFilter(FewOfAKind(lambda: self.now))

    def __enter__(self) -> "Log":
        LOGGER.addHandler(self._handler)
        return self

    def __exit__(self, *_error: object) -> None:
        LOGGER.removeHandler(self._handler)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._written.getvalue().splitlines()]


def fail(error: Exception) -> None:
    try:
        raise error
    except type(error):
        log_failure("it failed")


def test_of_warnings_of_one_kind_only_a_few_are_written_in_a_minute() -> None:
    with Log() as log:
        for _time in range(1000):
            log_warning("again")
        assert len(log.lines) == MAX_A_MINUTE
        log_warning("from another line")
        assert len(log.lines) == MAX_A_MINUTE + 1


def test_the_next_line_says_how_many_were_left_out() -> None:
    with Log() as log:
        for minute in range(3):
            log.now = minute * MINUTE
            for _time in range(MAX_A_MINUTE + 5):
                log_warning("again")
    assert [line.get("left_out") for line in log.lines if "left_out" in line] == [5, 5]


def test_other_warnings_and_other_errors_are_still_written() -> None:
    with Log() as log:
        for _time in range(50):
            fail(ValueError())
        fail(KeyError())
        log_warning("something else")
    assert [line.get("error") for line in log.lines[-2:]] == ["KeyError", None]


def test_what_asyncio_says_stays_one_line_of_its_first_line() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "socket.accept() out\nsocket: <x>", (), None)
    assert json.loads(AsJson().format(record))["event"] == "socket.accept() out"
