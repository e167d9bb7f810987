"""The log of a server that is attacked stays small, and says what it has left out."""

import io
import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from openabyss.server.logging import (
    LOGGER,
    MAX_A_MINUTE,
    MINUTE,
    AsJson,
    AsText,
    FewOfAKind,
    log_failure,
    log_warning,
)
from openabyss.server.storage import DatabaseUnavailable
from openabyss.server.tasks import tolerated
from tests.web.server.serving import InlineComputers, serve, settings_for, wait_until


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


def be_away() -> None:
    raise DatabaseUnavailable("away")


def test_looks_that_are_repeated_are_of_a_kind_each_and_a_database_that_is_away_is_none() -> None:
    with Log() as log:
        for _time in range(1000):
            with tolerated("one"):
                int("")
            with tolerated("another"):
                int("")
            with tolerated("a third"):
                be_away()
    assert [line["event"] for line in log.lines] == ["one", "another"] * MAX_A_MINUTE


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


def test_people_read_facts_beside_an_event() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "it failed\nsecond", (), None)
    record.__dict__["facts"] = {"table": "abc", "text": "two\nlines"}
    first, *rest = AsText().format(record).splitlines()
    assert first.endswith('warning it failed table="abc" text="two\\nlines"')
    assert rest == []


def test_of_an_error_the_log_keeps_kind_and_place_alone() -> None:
    hand = ["J3", "K2"]
    try:
        raise ValueError(" ".join(hand))
    except ValueError as error:
        trace = (ValueError, error, error.__traceback__)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", (), trace)
    line, text = AsJson().format(record), AsText().format(record)
    assert json.loads(line)["error"] == "ValueError"
    assert "test_logging.py" in json.loads(line)["where"]
    assert 'error="ValueError"\n  File ' in text
    assert "J3 K2" not in line + text


def test_of_an_error_s_cause_the_log_keeps_the_kind_and_what_databases_call_it() -> None:
    with Log() as log, closing(sqlite3.connect(":memory:")) as database:
        try:
            try:
                database.execute("SELECT secret")
            except sqlite3.Error as error:
                raise DatabaseUnavailable("away") from error
        except DatabaseUnavailable:
            log_failure("it failed")
    assert [line["cause"] for line in log.lines] == ["OperationalError SQLITE_ERROR"]
    assert "secret" not in str(log.lines)


class Failing(InlineComputers):
    """A computer that cannot play."""

    async def choose(self, _asked: object) -> str:
        raise ValueError("broken")


def test_lines_about_a_request_have_the_id_of_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_to_look(*_arguments: object) -> None:
        raise ValueError("broken")

    with Log() as log, serve(settings_for(tmp_path)) as served:
        ann = served.person()
        monkeypatch.setattr(served.app.state.tables.registry, "for_browser", fail_to_look)
        # A connection ends after an answer that failed, so the next request does not go on with it.
        headers = {"X-Request-ID": "mine", "Connection": "close"}
        answers = [ann.http.get("/api/tables/a", headers=headers) for _time in range(2)]
        ids = [answer.headers["X-Request-ID"] for answer in answers]
        wait_until(lambda: len(log.lines) == 2)
    assert [answer.status_code for answer in answers] == [500, 500]
    assert [line["request"] for line in log.lines] == ids
    assert len({*ids, "mine"}) == 3


def test_lines_about_a_socket_have_an_id_and_those_about_computers_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> None:
        raise ValueError("broken")

    server = serve(settings_for(tmp_path), Failing())
    with Log() as log, server as served, served.sitting("me", "medium", seed=1) as sitting:
        sitting.until_asked()
        sitting.answer_first()
        wait_until(lambda: bool(log.lines))
        monkeypatch.setattr(served.app.state.tables.commands, "carry_out", fail)
        sitting.say(type="undo", id="u", seat=0, revision=1)
        sitting.until_closed()
    requests = {line["event"]: line.get("request", "") for line in log.lines}
    assert {line["level"] for line in log.lines} == {"error"}  # That of the line, not that of the computer.
    assert requests["computer cannot play"] == ""
    assert len(requests["message failed"]) == 16
