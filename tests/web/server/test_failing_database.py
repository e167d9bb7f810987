"""A database that is locked, full or gone stops nothing for good, and everybody who asks learns of it."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest

from openabyss.server.computers.questions import Asked
from openabyss.server.http import upkeep
from openabyss.server.storage import DatabaseUnavailable, Storage
from openabyss.server.storage.database import claim as claims
from openabyss.server.storage.database.claim import DatabaseInUse
from openabyss.server.tables import opponents as module
from openabyss.server.tables.opponents import pause_after
from tests.web.server.postgres import Cluster
from tests.web.server.serving import (
    SECONDS,
    TWO_SEATS,
    InlineComputers,
    serve,
    settings_for,
    storage_in,
    wait_until,
)


class Illegal(InlineComputers):
    """A computer that knows no rules."""

    async def choose(self, asked: Asked) -> str:
        return "pass" if asked.seed % 2 else "nonsense"


def test_a_computer_goes_on_after_its_turn_could_not_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error ended whatever played, unseen, and the table stood still for ever."""
    monkeypatch.setattr(module, "FIRST_RETRY", 0.01)
    with serve(settings_for(tmp_path)) as served:
        ann = served.person()
        storage: Storage = served.app.state.tables.storage
        append = storage.append
        failures: list[int] = []

        async def failing(*arguments: Any, **options: Any) -> str:
            if len(failures) < 4 and arguments[2].command is None:
                failures.append(1)
                raise OSError("disk full")
            return await append(*arguments, **options)

        table = ann.new_table("me", "medium", "medium", seed=1)
        with ann.at(table) as sitting:
            sitting.until_asked()
            monkeypatch.setattr(storage, "append", failing)
            for _turn in range(3):
                if failures:
                    break
                assert sitting.answer_first()["type"] == "ack"
                sitting.until_asked()
            assert len(failures) == 4
            refusals = [message for message in sitting.heard if message["type"] == "refused"]
        assert [message["code"] for message in refusals] == ["unavailable"]
        assert ann.look(table)["question"]["mine"]


def test_attempts_become_rarer_and_never_end() -> None:
    pauses = [pause_after(failures, 0.5) for failures in range(1, 2_000)]
    assert pauses[:3] == [0.5, 1.0, 2.0]
    assert pauses == sorted(pauses)
    assert pauses[-1] == 30.0


def test_an_illegal_answer_of_a_computer_is_replaced_by_a_legal_one(tmp_path: Path) -> None:
    computers = serve(settings_for(tmp_path), Illegal())
    with computers as served, served.sitting("me", "medium", seed=1) as sitting:
        sitting.until_asked()
        assert sitting.answer_first()["type"] == "ack"
        sitting.until_asked()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Somebody else holds the database."""
    with closing(sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_health_tells_that_nothing_can_be_written_and_later_that_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "FRESH_SECONDS", 0.0)
    with serve(settings_for(tmp_path)) as served:
        ann = served.person()
        assert ann.http.get("/health").json()["status"] == "ok"
        with locked(tmp_path):
            answer = ann.http.get("/health")
            assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
            refused = ann.http.post("/api/tables", json=TWO_SEATS)
            assert (refused.status_code, refused.json()["code"]) == (503, "DatabaseUnavailable")
        wait_until(lambda: ann.http.get("/health").status_code == 200)


def test_health_writes_to_the_disk(tmp_path: Path) -> None:
    """It only began and ended a transaction, which a full disk does not notice."""
    with storage_in(tmp_path) as storage:
        asyncio.run(storage.check(10))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as stored:
        assert stored.execute("PRAGMA user_version").fetchone()[0] > 0


def test_health_knows_a_database_that_may_only_be_read(postgres: str) -> None:
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE read_only")
        storage = Storage(f"{postgres}/read_only")
        asyncio.run(storage.check(10))
        connection.execute("ALTER DATABASE read_only SET default_transaction_read_only = on")
    storage.close()
    storage = Storage(f"{postgres}/read_only")
    with pytest.raises(DatabaseUnavailable):
        asyncio.run(storage.check(10))
    storage.close()


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    """All processes of a PostgreSQL server stand still, as on a machine that hangs."""
    family = cluster.processes
    for one in family:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in family:
            os.kill(one, signal.SIGCONT)


def test_a_table_goes_on_after_postgresql_stood_still(
    tmp_path: Path, cluster: Cluster, postgres_database: str
) -> None:
    url = postgres_database
    with serve(settings_for(tmp_path, database_url=url)) as served:
        ann, table = served.seated("me", "here", seed=1)
        question = ann.look(table)["question"]
        command = table, question["player"], 0, "answer"
        action = question["actions"][0]["text"]
        with stopped(cluster):
            assert ann.order(*command, action=action).status_code == 503
            assert ann.http.get("/health", timeout=SECONDS).status_code == 503
        wait_until(lambda: ann.http.get("/health", timeout=SECONDS).status_code == 200)
        # The answer may have been stored after it was given up: sent again, it is still the same answer.
        assert ann.order(*command, action=action).is_success
        assert ann.look(table)["revision"] == 1
    with closing(Storage(url)) as storage:
        stored = storage.load_now(table)
    assert stored is not None
    assert [entry.command for entry in stored.entries] == [f"{question['player']}:c0"]


def test_a_server_whose_database_another_one_has_taken_ends_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = Event()
    monkeypatch.setattr(upkeep, "LOOK_AT_CLAIM_SECONDS", 0.01)
    monkeypatch.setattr(signal, "raise_signal", lambda _number: ended.set())
    with serve(settings_for(tmp_path)) as served:
        assert not ended.wait(0.1)
        served.app.state.claim.lost.set()
        assert ended.wait(SECONDS)


def test_a_server_refuses_a_database_that_another_one_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With SQLite. On PostgreSQL servers that are alike share it: test_processes.py."""
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.2)
    settings = settings_for(tmp_path)
    with serve(settings), pytest.raises(DatabaseInUse, match="another OpenAbyss server"), serve(settings):
        pass
    with serve(settings):  # The first one has let go.
        pass
