"""Whatever breaks: what was acknowledged is stored, nobody saw what was not, and all go on by themselves."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from bench.server_process import ServerProcess, WorkerProcess
from openabyss.server.computers.workers import Workers
from openabyss.server.storage import Storage
from openabyss.server.storage.database import bounded
from tests.web.server.faults import Player, check, go_on, notice, playing
from tests.web.server.forwarding import Way, way_to
from tests.web.server.postgres import Cluster
from tests.web.server.serving import Served, processes_of, serve, set_clock, settings_for, wait_until

Players = Sequence[Player]
# Once in the suite, often in a soak.
ROUNDS = pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=pytest.mark.soak)])


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is silent is given up soon."""
    monkeypatch.setattr(bounded, "SILENCE_SECONDS", 1.0)


# ------------------------------------------------------------------- between a server and PostgreSQL


def delay(way: Way, players: Players) -> None:
    """Every packet takes a while."""
    way.delay = 0.03
    go_on(players, 1)
    way.delay = 0.0


def drop(way: Way, _players: Players) -> None:
    """Connections are lost without a word, perhaps with the answer to a commit."""
    way.forget()


def half_close(way: Way, _players: Players) -> None:
    """One end of each connection has hung up."""
    way.half_close()


def cut(way: Way, players: Players) -> None:
    """Nothing gets through for a while."""
    way.cut()
    notice(players)
    way.mend()


@ROUNDS
def test_a_network_to_the_database_that_delays_drops_and_half_closes(
    tmp_path: Path, postgres_database: str, rounds: int
) -> None:
    with way_to(postgres_database) as (way, url):
        settings = settings_for(tmp_path, database_url=url)
        with serve(settings) as served, playing(served.address, 3) as players:
            go_on(players)
            for _round in range(rounds):
                for fault in (delay, drop, half_close, cut):
                    fault(way, players)
                    go_on(players)
    check(postgres_database, players)


@ROUNDS
def test_postgresql_that_is_killed_and_started_again(
    tmp_path: Path, cluster: Cluster, postgres_database: str, rounds: int
) -> None:
    settings = settings_for(tmp_path, database_url=postgres_database)
    with serve(settings) as served, playing(served.address, 3) as players:
        for _round in range(rounds):
            go_on(players)
            cluster.kill()
            notice(players)
            cluster.start()
        go_on(players)
    check(postgres_database, players)


# ----------------------------------------------------------------------------- on the machine itself


@contextmanager
def full_disk(stored: Storage) -> Iterator[None]:
    """The file of the database cannot grow."""
    set_pages(stored, 1)
    yield
    set_pages(stored, 2**30)


def set_pages(stored: Storage, most: int) -> None:
    """No more pages than these, or than there are."""
    limit = f"PRAGMA max_page_count = {most}"

    def is_set() -> bool:
        """Not if an answer for which there is no room was to be written in the same transaction."""
        try:
            stored._writer.submit(lambda connection: connection.exec_driver_sql(limit).scalar()).result()
        except OperationalError:
            return False
        return True

    wait_until(is_set)


@contextmanager
def slow_disk(stored: Storage) -> Iterator[None]:
    """Each commit takes half a second."""

    def wait(_connection: Any) -> None:
        time.sleep(0.5)

    # In the thread that commits: listeners must not change meanwhile.
    stored._writer.submit(lambda _connection: event.listen(stored._writing, "commit", wait)).result()
    yield
    stored._writer.submit(lambda _connection: event.remove(stored._writing, "commit", wait)).result()


@contextmanager
def jumping_clock(_stored: Storage) -> Iterator[None]:
    """Somebody sets the clock again and again, up to a year before and back."""
    with pytest.MonkeyPatch.context() as patch:
        set_clock(patch, lambda now: now + timedelta(days=random.randrange(-365, 366)))
        yield


Fault = Callable[[Storage], AbstractContextManager[None]]


@ROUNDS
@pytest.mark.parametrize(
    ("fault", "is_noticed"), [(full_disk, True), (slow_disk, False), (jumping_clock, False)]
)
def test_a_disk_that_is_full_or_slow_and_a_clock_that_jumps(
    tmp_path: Path, fault: Fault, is_noticed: bool, rounds: int
) -> None:
    settings = settings_for(tmp_path)
    with serve(settings) as served, playing(served.address, 3) as players:
        for _round in range(rounds):
            go_on(players)
            with fault(served.app.state.tables.storage):
                if is_noticed:
                    notice(players)
                else:
                    go_on(players)
        go_on(players)
    check(settings.database_url, players)


@ROUNDS
def test_a_server_that_stands_still_for_a_while(tmp_path: Path, rounds: int) -> None:
    with ServerProcess(tmp_path) as server, playing(server.address, 3) as players:
        for _round in range(rounds):
            go_on(players)
            server.send(signal.SIGSTOP)
            time.sleep(0.5)
            server.send(signal.SIGCONT)
        go_on(players)
    check(settings_for(tmp_path).database_url, players)


@pytest.mark.soak
def test_processes_of_computers_that_are_killed_or_stand_still(tmp_path: Path) -> None:
    """In the suite `test_computers.py` kills one."""
    settings, workers = settings_for(tmp_path), Workers(1, 2.0)
    with serve(settings, workers) as served, playing(served.address, 2, "me", "medium") as players:
        for how in 10 * (signal.SIGKILL, signal.SIGSTOP):
            go_on(players)
            for process in processes_of(workers):
                with suppress(ProcessLookupError):  # It has ended meanwhile.
                    os.kill(process, how)
        go_on(players)
    check(settings.database_url, players)


# ----------------------------------------------------------------------------------- in the pool


@ROUNDS
def test_a_worker_of_the_pool_that_stands_still_or_is_killed(
    tmp_path: Path, postgres_database: str, rounds: int
) -> None:
    """Another one takes its question over within ten seconds (95 %), and what it answers later is refused."""
    common = {"DATABASE_URL": postgres_database, "OPENABYSS_KEY": "k" * 32, "OPENABYSS_WORKERS": "1"}
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    workers, is_short = [WorkerProcess(folder, **common) for folder in folders], rounds == 1
    settings, waits = settings_for(tmp_path, database_url=postgres_database, pool=True), list[float]()
    with ExitStack() as running, psycopg.connect(postgres_database, autocommit=True) as database:
        for worker in workers:
            running.enter_context(worker)
        served = running.enter_context(serve(settings))
        players = running.enter_context(playing(served.address, 1 if is_short else 4, "me", "expert"))
        for how in rounds * (signal.SIGSTOP, signal.SIGKILL):
            go_on(players, 1)
            silent, question = silenced(database, workers, how)
            began = time.monotonic()
            if is_short:  # So long may it be silent.
                database.execute("UPDATE questions SET expires = expires - interval '1 hour'")
            wait_until(lambda asked=question: is_taken_over(database, *asked))  # type: ignore[misc]
            waits.append(time.monotonic() - began)
            if how == signal.SIGSTOP:
                silent.send(signal.SIGCONT)
                wait_until(lambda worker=silent: has_been_refused(worker))  # type: ignore[misc]
            if not is_short:
                silent.kill()
                silent.start()
        go_on(players, 1)
    check(postgres_database, players)
    assert is_short or sorted(waits)[len(waits) * 19 // 20 - 1] <= 10.0


Database = psycopg.Connection[tuple[Any, ...]]


def silenced(
    database: Database, workers: Sequence[WorkerProcess], how: signal.Signals
) -> tuple[WorkerProcess, tuple[str, str]]:
    """Send a signal to a worker while it thinks: which one, about which question, and its name there."""
    thinking = "SELECT id, worker, place FROM questions JOIN leases ON owner = worker WHERE ended IS NULL"
    thinking += " AND leases.name LIKE 'worker %' AND questions.expires > clock_timestamp()"
    # It has heard by then that the question is its own: else it would never answer.
    thinking += " AND begun < clock_timestamp() - interval '0.1 seconds'"
    places = {str(worker.id): worker for worker in workers}
    end = time.monotonic() + 60.0  # On a busy machine a worker may just be starting.
    while time.monotonic() < end:
        for id_, name, place in database.execute(thinking):
            worker = places[place.rpartition(":")[2]]
            worker.send(signal.SIGSTOP)
            time.sleep(0.1)  # An answer that it had sent before is stored by then.
            if database.execute("SELECT 1 FROM questions WHERE id = %s AND ended IS NULL", [id_]).rowcount:
                worker.send(how)
                return worker, (id_, name)
            worker.send(signal.SIGCONT)
        time.sleep(0.01)
    raise AssertionError("nobody thinks")


def is_taken_over(database: Database, id_: str, name: str) -> bool:
    """Whether another worker thinks about the question, or has."""
    found = database.execute("SELECT 1 FROM questions WHERE id = %s AND worker != %s", [id_, name])
    return found.rowcount > 0


def has_been_refused(worker: WorkerProcess) -> bool:
    """Whether an answer was not stored: it came too late, or its transaction had been ended meanwhile. On a
    busy machine the worker may not have heard yet that the question is its own: then it gives none."""
    not_stored = ("an answer of the pool was refused", "an answer of the pool could not be stored")
    return any(how in worker.log for how in (*not_stored, "a question to the pool cannot be answered"))


# ------------------------------------------------------------------------------------- from clients


@ROUNDS
def test_commands_that_come_twice_late_or_too_early_count_once(served: Served, rounds: int) -> None:
    ann, table = served.seated("me", "here", seed=1)
    chooser, sent = random.Random(1), list[dict[str, Any]]()
    acknowledged: dict[str, int] = {}
    with ann.at(table) as sitting:
        for number in range(15 * rounds):
            seat = ann.look(table)["question"]["player"]
            seen = ann.look(table, seat=seat)
            action = chooser.choice(seen["question"]["actions"])["text"]
            order = {"type": "answer", "seat": seat, "action": action}
            now = {**order, "id": f"c{number}", "revision": seen["revision"]}
            early = {**order, "id": f"e{number}", "revision": seen["revision"] + 1}
            messages = [now, now, early, *chooser.sample(sent, min(3, len(sent)))]
            chooser.shuffle(messages)
            for message in messages:
                sitting.say(**message)
            for message in messages:
                heard = sitting.hear("ack", "refused")
                assert heard["id"] == message["id"]
                if heard["type"] == "ack":
                    assert acknowledged.setdefault(heard["id"], heard["revision"]) == heard["revision"]
            assert now["id"] in acknowledged
            sent.append(now)
            if ann.look(table)["over"]:
                break
    stored = served.app.state.tables.storage.load_now(table)
    names = [entry.command.partition(":")[2] for entry in stored.entries]
    assert dict(zip(names, range(1, len(names) + 1), strict=True)) == acknowledged
