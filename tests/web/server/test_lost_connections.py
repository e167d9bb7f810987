"""Connections to PostgreSQL that are lost without a word are replaced, and so is a server that lost them."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import httpx
import psycopg
import pytest
from sqlalchemy import Connection, Engine, text

from bench.server_process import ServerProcess
from openabyss.server.storage import DatabaseUnavailable, Storage, migration
from openabyss.server.storage.database import bounded
from openabyss.server.storage.database import claim as claims
from openabyss.server.storage.database.claim import Claim, DatabaseInUse, DatabaseTaken, claim
from openabyss.server.storage.database.engines import UnusableDatabase, engine_for
from openabyss.server.storage.seats import change_watch_link
from tests.web.server.forwarding import Way, way_to
from tests.web.server.serving import SECONDS, TWO_SEATS, serve, settings_for, wait_until

# docker compose kills a server that takes longer (stop_grace_period).
STOP_SECONDS = 15


@pytest.fixture
def database(postgres_database: str) -> str:
    """Only PostgreSQL is far away."""
    return postgres_database


@contextmanager
def claimed(url: str) -> Iterator[tuple[Claim, Storage]]:
    """A server's claim to a database, and its storage there."""
    held = claim(url)
    storage = Storage(url, check=held.check)
    yield held, storage
    storage.close()
    held.let_go()


@pytest.fixture
def way(database: str) -> Iterator[tuple[Way, str]]:
    """A way to that database which can be cut."""
    with way_to(database) as found:
        yield found


@pytest.fixture
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease ends soon after it was renewed last."""
    monkeypatch.setattr(claims, "LEASE_SECONDS", 1.0)
    monkeypatch.setattr(claims, "RENEW_SECONDS", 0.1)
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.2)


def test_connections_that_were_forgotten_without_a_word_are_replaced(
    tmp_path: Path, way: tuple[Way, str]
) -> None:
    """The database answered 503 for as long as one looked."""
    cable, url = way
    with serve(settings_for(tmp_path, database_url=url)) as served:
        ann, table = served.seated("me", "here", seed=1)
        before = ann.look(table)
        cable.forget()
        wait_until(lambda: ann.http.get("/health").status_code == 200)
        question = before["question"]
        ann.command(table, question["player"], before["revision"], question["actions"][0]["text"])
        assert ann.look(table)["revision"] == before["revision"] + 1
        assert not served.app.state.claim.lost.is_set()


def test_a_database_that_is_cut_off_for_a_while_is_used_again(tmp_path: Path, way: tuple[Way, str]) -> None:
    cable, url = way
    with serve(settings_for(tmp_path, database_url=url)) as served:
        ann = served.person()
        assert ann.http.get("/health").status_code == 200
        cable.cut()
        wait_until(lambda: ann.http.get("/health").status_code == 503)
        cable.mend()
        wait_until(lambda: ann.http.get("/health").status_code == 200)
        ann.new_table("me", "here")


def test_a_server_whose_database_is_silent_ends_before_it_is_killed(
    tmp_path: Path, way: tuple[Way, str]
) -> None:
    cable, url = way
    with ServerProcess(tmp_path, DATABASE_URL=url) as server:
        cable.cut()
        with ThreadPoolExecutor() as pool:
            for _request in range(3):
                pool.submit(httpx.post, f"{server.address}/api/tables", json=TWO_SEATS, timeout=SECONDS)
        assert server._process is not None
        server._process.send_signal(signal.SIGTERM)
        assert server._process.wait(STOP_SECONDS) in (0, -signal.SIGTERM)


async def test_a_statement_that_is_never_answered_fails_and_its_connection_is_replaced(
    way: tuple[Way, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "SILENCE_SECONDS", 0.3)
    cable, url = way

    def lose_and_ask(connection: Connection) -> None:
        cable.forget()
        connection.execute(text("SELECT 1"))

    with closing(Storage(url)) as storage:
        await storage.check(SECONDS)
        cable.forget()
        with pytest.raises(DatabaseUnavailable):
            # The pool tries its connections first, so they are lost in the middle.
            await storage._writer.do(lose_and_ask, SECONDS)
        await storage.check(SECONDS)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux can be asked for all of it")
def test_both_ends_of_a_connection_notice_that_the_other_is_gone(database: str) -> None:
    engine = engine_for(database, writes=True)
    with engine.connect() as connection, socket.socket(fileno=os.dup(descriptor_of(connection))) as near:
        for option, name in (
            (socket.TCP_KEEPIDLE, "tcp_keepalives_idle"),
            (socket.TCP_KEEPINTVL, "tcp_keepalives_interval"),
            (socket.TCP_KEEPCNT, "tcp_keepalives_count"),
            (socket.TCP_USER_TIMEOUT, "tcp_user_timeout"),
        ):
            here = near.getsockopt(socket.IPPROTO_TCP, option)
            there = connection.execute(text(f"SELECT setting FROM pg_settings WHERE name = '{name}'"))
            assert 0 < here == int(there.scalar_one()) <= 5_000
    engine.dispose()


def descriptor_of(connection: Connection) -> int:
    found = connection.connection.driver_connection
    assert isinstance(found, psycopg.Connection)
    return found.fileno()


def test_a_migration_by_the_tools_takes_as_long_as_it_takes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = []

    def migrate(engine: Engine) -> None:
        with engine.connect() as connection:
            limits.append(connection.execute(text("SHOW statement_timeout")).scalar())

    monkeypatch.setattr(migration, "is_older", lambda _engine: True)
    monkeypatch.setattr(migration, "migrate", migrate)
    migration.migrate_for_tools(database)
    assert limits == ["0"]


def test_jobs_of_one_group_do_not_wait_for_a_lost_database_one_after_another(database: str) -> None:
    """Each waited for as long as the first, while others waited behind them."""
    storage, begun = Storage(database), []

    def fail(connection: Connection) -> None:
        begun.append(1)
        connection.execute(text("SET LOCAL statement_timeout = 1"))
        connection.execute(text("SELECT pg_sleep(60)"))

    _waiting, may_go_on = begun_to_write(storage)
    jobs = [storage._writer.submit(fail) for _job in range(5)]
    may_go_on.set()
    assert all(job.exception(SECONDS) for job in jobs)
    storage.close()
    assert len(begun) < 5


@pytest.mark.usefixtures("in_haste")
def test_a_server_that_was_killed_leaves_its_database_to_the_next_after_a_while(way: tuple[Way, str]) -> None:
    """Its session was held for hours where the network had lost it, and with it the claim."""
    cable, url = way
    first = claim(url)
    cable.cut()
    second = claim(url.replace(str(cable.port), str(cable._port)))
    cable.mend()
    wait_until(first.lost.is_set)
    assert first.taken_by.endswith(f":{os.getpid()}")
    assert not second.lost.is_set()
    first.let_go()
    second.let_go()


@pytest.mark.usefixtures("in_haste")
def test_a_server_that_lost_its_claim_writes_nothing_more(database: str) -> None:
    with claimed(database) as (first, storage):
        asyncio.run(storage.check(SECONDS))
        stop_renewing(first)
        second = claim(database)
        with pytest.raises(DatabaseTaken, match="Another server"):
            asyncio.run(storage.write(change_watch_link, "table", "token", "nonce"))
        assert first.lost.is_set()
    second.let_go()


def begun_to_write(storage: Storage, statement: str = "SELECT 1") -> tuple[Future[None], Event]:
    """A job that has written something, and goes on when the event is set."""
    written, may_go_on = Event(), Event()

    def write(connection: Connection) -> None:
        connection.execute(text(statement))
        written.set()
        may_go_on.wait(SECONDS)

    job = storage._writer.submit(write)
    assert written.wait(SECONDS)
    return job, may_go_on


def stop_renewing(held: Claim) -> None:
    """The lease is not renewed any more."""
    held._renew = lambda: None  # type: ignore[method-assign, union-attr]


@pytest.mark.usefixtures("in_haste")
def test_what_a_lost_server_had_begun_to_write_is_undone_before_another_takes_over(
    way: tuple[Way, str], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openabyss.server.storage.database.engines.IDLE_MILLISECONDS", 500)
    cable, url = way
    with claimed(url) as (_first, storage):
        job, may_go_on = begun_to_write(storage, "CREATE TABLE half_written (number int)")
        cable.cut()
        second = claim(database)
        with psycopg.connect(database) as connection:
            assert connection.execute("SELECT to_regclass('half_written')").fetchone() == (None,)
        may_go_on.set()
        assert job.exception(SECONDS) is not None
    second.let_go()


@pytest.mark.usefixtures("in_haste")
def test_a_writing_transaction_is_ended_before_the_claim_passes_on(database: str) -> None:
    first = claim(database)
    storage = Storage(database, check=first.check)
    job, may_go_on = begun_to_write(storage)
    stop_renewing(first)
    with ThreadPoolExecutor() as pool, psycopg.connect(database, autocommit=True) as connection:
        second = pool.submit(claim, database)
        waits = (
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            " AND datname = current_database()"
        )
        wait_until(lambda: connection.execute(waits).fetchone() == (1,))
        assert not second.done()
        may_go_on.set()
        assert job.exception(SECONDS) is None
        second.result(SECONDS).let_go()
    storage.close()
    first.let_go()


@pytest.mark.usefixtures("in_haste")
def test_a_server_keeps_its_database_when_all_its_connections_are_ended(database: str) -> None:
    """Its own dead session held the claim, which it took for another server."""
    others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
    expires = "SELECT expires FROM leases"
    with claimed(database) as (held, storage):
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(f"SELECT pg_terminate_backend(pid) {others}".encode())
            before = connection.execute(expires).fetchone()
            wait_until(lambda: connection.execute(expires).fetchone() != before)
        assert not held.lost.is_set()
        with pytest.raises(DatabaseInUse):
            claim(database)
        asyncio.run(storage.check(SECONDS))


def test_servers_that_start_at_once_share_no_database(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "RENEW_SECONDS", 0.1)
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.2)
    with ThreadPoolExecutor(4) as pool:
        tries = [pool.submit(claim, database) for _server in range(4)]
        refused = [one for one in tries if one.exception(SECONDS) is not None]
    assert len(refused) == 3
    assert all(isinstance(one.exception(), DatabaseInUse) for one in refused)
    for one in tries:
        if one not in refused:
            one.result().let_go()


def test_a_database_that_cannot_be_reached_is_told_in_a_sentence() -> None:
    with pytest.raises(UnusableDatabase, match="cannot be used"):
        claim("postgresql://abyss@127.0.0.1:1/abyss")


def test_a_start_that_fails_leaves_the_database_at_once(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Storage(database).close()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(Exception, match="9999"), serve(settings_for(tmp_path, database_url=database)):
            pass
        assert connection.execute("SELECT count(*) FROM leases").fetchone() == (0,)
