"""Computers of several servers think in a pool of processes, any of which may die or stand still."""

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from openabyss.cli import main
from openabyss.errors import InvalidOption
from openabyss.server import pool as asking
from openabyss.server.computers.questions import Asked, Search
from openabyss.server.computers.workers import Computers, any_answer
from openabyss.server.http import worker_command
from openabyss.server.http.app import group_of
from openabyss.server.metrics import Metrics
from openabyss.server.pool_worker import PoolWorker, watch_pool
from openabyss.server.settings import Settings, settings_from
from openabyss.server.storage import Storage, questions
from openabyss.server.storage.database.claim import claim
from openabyss.server.storage.questions import Question, Taken
from tests.web.server.serving import SECONDS, InlineComputers, Sitting, serve, settings_for, wait_until

HERE = ("here", "here", "here")


@pytest.fixture
def settings(tmp_path: Path, postgres_database: str) -> Settings:
    """Those of a server, and of the pool."""
    return settings_for(tmp_path, database_url=postgres_database, pool=True)


class Noting(InlineComputers):
    """Computers that answer anything, and note what they were asked."""

    def __init__(self) -> None:
        self.asked = list[str]()

    async def choose(self, asked: Asked) -> str:
        self.asked.append(asked.level)
        return any_answer(asked)

    async def find(self, asked: Search) -> str:
        self.asked.append(asked.level)
        return await super().find(asked)


@contextmanager
def working(settings: Settings, computers: Computers) -> Iterator[Metrics]:
    """A worker of the pool in a thread."""
    ready, metrics = threading.Event(), Metrics()
    ending: list[Callable[[], object]] = []

    async def work() -> None:
        claimed = claim(settings.database_url, group_of(settings))
        with closing(Storage(settings.database_url, check=claimed.check, process=claimed.process)) as stored:
            watch_pool(stored, metrics)
            running = asyncio.create_task(PoolWorker(stored, computers, 2, metrics).run())
            ending.append(partial(asyncio.get_running_loop().call_soon_threadsafe, running.cancel))
            ready.set()
            with suppress(asyncio.CancelledError):
                await running
        claimed.let_go()

    thread = threading.Thread(target=asyncio.run, args=(work(),), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        yield metrics
    finally:
        ending[0]()
        thread.join(60)


def play_a_while(sitting: Sitting, answers: int = 2) -> None:
    for _answer in range(answers):
        sitting.until_asked()
        assert sitting.answer_first()["type"] == "ack"
    sitting.until_asked()


def test_what_needs_a_search_is_left_to_the_pool_and_nothing_else(settings: Settings) -> None:
    own, of_pool = Noting(), Noting()
    with working(settings, of_pool) as metrics, serve(settings, own) as served:
        ann, table = served.seated("me", "expert", "medium", seed=1)
        with ann.at(table) as sitting:
            play_a_while(sitting)
            assert sitting.ask(type="hint", id="h", seat=0)["type"] == "hint"
        assert metrics.registry.get_sample_value("openabyss_pool_waiting") == 0
    assert set(own.asked) == {"medium"}
    assert set(of_pool.asked) == {"expert", "hint"}
    count = metrics.registry.get_sample_value(
        "openabyss_computer_thinking_seconds_count", {"kind": "searching"}
    )
    assert count == len(of_pool.asked)


def test_where_nobody_is_in_the_pool_a_level_that_answers_at_once_stands_in(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "DESERTED_SECONDS", 0.0)
    own = Noting()
    with serve(settings, own) as served, served.sitting("me", "expert", seed=1) as sitting:
        play_a_while(sitting)
    assert set(own.asked) == {"medium"}


class Unanswering:
    """What is stored where nobody answers, as the pool is asked for it."""

    process = "server"

    async def write(self, _job: object) -> None:
        """Nothing is stored."""

    async def read(self, job: partial[questions.Found]) -> questions.Found:
        return questions.Found({}, set(), set(job.keywords["ids"]), True)

    def listen(self, _channel: str, _hear: object) -> "Unanswering":
        return self

    def close(self) -> None:
        """There is nothing to end."""


@pytest.mark.parametrize("moments", range(8))
async def test_a_server_that_asks_the_pool_can_end(moments: int) -> None:
    """Its question is given up first: where that was noticed at the same moment, it looked on for ever."""
    pool = asking.Pool(Unanswering(), InlineComputers())  # type: ignore[arg-type]  # all that it needs
    thinking = asyncio.create_task(pool.find(Asked("expert", 1, {})))
    for _moment in range(50):
        await asyncio.sleep(0)
    thinking.cancel()
    for _moment in range(moments):
        await asyncio.sleep(0)
    async with asyncio.timeout(SECONDS):
        await pool.close()


def test_a_question_that_was_lost_with_the_database_is_asked_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "DESERTED_SECONDS", 3600.0)
    of_pool = Noting()
    with serve(settings, Noting()) as served, served.sitting("me", "expert", seed=1) as sitting:
        sitting.hear("update")
        while sitting.update["question"]["mine"]:
            sitting.answer_first()
        wait_until(lambda: execute(settings, "DELETE FROM questions") == 1)
        with working(settings, of_pool):
            sitting.until_asked()
    assert of_pool.asked


def test_a_pool_without_postgresql_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker"]) == 2
    assert "needs tables in PostgreSQL" in capsys.readouterr().err
    with pytest.raises(InvalidOption, match="needs tables in PostgreSQL"):
        settings_from({"OPENABYSS_DATA": str(home), "OPENABYSS_POOL": "1"})
    assert not (home / "tables.sqlite3").exists()


@pytest.fixture
def signals() -> Iterator[None]:
    """What was heard before is heard again."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize(
    ("asks", "usual"), [(signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_IGN)]
)
def test_a_worker_ends_at_once_also_while_it_waits_for_its_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, signals: None, asks: int, usual: Any
) -> None:
    """It ended when it had given up the database, and said so. One that a script had started in the
    background, where Control-C is ignored, could not be ended at all."""
    signal.signal(signal.SIGINT, usual)
    monkeypatch.setattr(worker_command, "_computers", lambda *_arguments: (InlineComputers(), 1))
    for ignored in (
        "openabyss.players.compilation.readiness.is_ready",
        "openabyss.server.logging.configure_logging",
        "os.nice",
    ):
        monkeypatch.setattr(ignored, lambda *_arguments, **_named: True)
    with ExitStack() as held, socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path))
        address = f"postgresql://abyss@127.0.0.1:{silent.getsockname()[1]}/abyss"
        monkeypatch.setenv("DATABASE_URL", address)

        def ask() -> None:
            held.enter_context(silent.accept()[0])
            os.kill(os.getpid(), asks)

        threading.Thread(target=ask, daemon=True).start()
        assert main(["worker"]) == 0


# ------------------------------------------------------------------------------- whose turn it is


class Queue:
    """The questions of a database, each of a server and for workers that are known by a name."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self._number = settings, 0
        self._claim = claim(settings.database_url)
        self._stored = Storage(settings.database_url, process=self._claim.process)

    def close(self) -> None:
        self._stored.close()
        self._claim.let_go()

    def do(self, job: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        return asyncio.run(self._stored.write(lambda connection: job(connection, *arguments, **options)))

    def ask(self, address: str, *, is_patient: bool = False) -> str:
        self._number += 1
        id_ = f"{address}{self._number}"
        question = Question(id_, (address, address, id_), "question", is_patient)
        self.do(questions.ask, self._claim.process, question)
        return id_

    def take(self, worker: str = "w", *, is_patient: bool = True) -> str:
        """The id of the question that is taken; "" for none."""
        taken: Taken | None = self.do(questions.take, worker, is_patient=is_patient)
        return "" if taken is None else taken.id

    def answer(self, worker: str, id_: str) -> bool:
        answered: bool = self.do(questions.answer, worker, id_, f"of {worker}")
        return answered

    def look(self, *ids: str) -> questions.Found:
        found: questions.Found = self.do(questions.look, ids)
        return found

    def silence(self) -> None:
        """All workers have been silent for too long."""
        execute(self.settings, "UPDATE questions SET expires = expires - interval '1 hour'")


def execute(settings: Settings, statement: str) -> int:
    """Change something in the database; how many rows."""
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        return connection.execute(statement.encode()).rowcount


@pytest.fixture
def queue(settings: Settings) -> Iterator[Queue]:
    with closing(Queue(settings)) as made:
        yield made


def test_the_answer_of_a_worker_that_was_silent_is_refused(queue: Queue) -> None:
    asked = queue.ask("a")
    assert (queue.take("first"), queue.take("second")) == (asked, "")
    queue.silence()
    queue.do(questions.renew, "first", "", [asked])  # Too late.
    assert not queue.answer("first", asked)
    assert queue.take("second") == asked
    assert not queue.answer("first", asked)
    assert queue.look(asked).open == {asked}
    assert queue.answer("second", asked)
    assert not queue.answer("second", asked)
    assert queue.look(asked).answers == {asked: "of second"}


def test_a_worker_that_lives_keeps_its_question_and_one_that_ends_leaves_it_at_once(queue: Queue) -> None:
    asked = queue.ask("a")
    assert queue.take("first") == asked
    assert not queue.look(asked).has_workers
    queue.do(questions.renew, "first", "", [asked])
    assert queue.look(asked).has_workers
    assert queue.take("second") == ""
    queue.do(questions.leave, "first")
    assert queue.take("second") == asked
    assert not queue.look(asked).has_workers


def test_a_question_of_which_workers_die_is_given_up(queue: Queue) -> None:
    asked = queue.ask("a")
    for _worker in range(questions.MAX_TAKEN):
        assert queue.look(asked).open == {asked}
        assert queue.take() == asked
        queue.silence()
    assert queue.take() == ""
    assert queue.look(asked).given_up == {asked}


def test_who_has_had_least_in_the_last_minute_comes_next(queue: Queue) -> None:
    """Be it from another server: all share the database."""
    many = [queue.ask("many") for _table in range(4)]
    assert [queue.take(), queue.take()] == many[:2]
    one, review = queue.ask("one"), queue.ask("review", is_patient=True)
    assert queue.take() == one
    assert queue.answer("w", one)
    execute(queue.settings, "UPDATE questions SET begun = begun - interval '1 hour' WHERE address = 'one'")
    again = queue.ask("one")
    assert [queue.take(), queue.take()] == many[2:]
    assert queue.take(is_patient=False) == again
    assert queue.take(is_patient=False) == ""
    assert queue.take() == review


def test_what_nobody_waits_for_is_taken_by_nobody_and_soon_forgotten(queue: Queue) -> None:
    asked, ended = queue.ask("a"), queue.ask("a")
    queue.do(questions.end, [ended])
    assert queue.do(questions.waiting) == 1
    assert (queue.take(), queue.take()) == (asked, "")
    execute(queue.settings, "UPDATE questions SET ended = ended - interval '1 hour'")
    queue.do(questions.renew, "w", "", [])
    assert execute(queue.settings, "DELETE FROM questions") == 1
