"""The threads of a database go on, whatever becomes of those who wait for them."""

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from openabyss.server.storage import DatabaseUnavailable
from openabyss.server.storage.jobs import Jobs
from openabyss.words import language, reading_in


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    engine = create_engine(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")
    with closing(Jobs(engine, "jobs")) as made:
        yield made
    engine.dispose()


def slow_job() -> tuple[Callable[[Connection], None], threading.Event, list[str]]:
    """A job that is done when the event is set, and where all are noted that were done."""
    may_go_on, done = threading.Event(), list[str]()

    def slow(_connection: Connection) -> None:
        may_go_on.wait(60)
        done.append("slow")

    return slow, may_go_on, done


async def test_a_job_is_done_though_its_owner_has_gone(jobs: Jobs) -> None:
    slow, may_go_on, done = slow_job()
    waiting = asyncio.create_task(jobs.do(slow, 60))
    await asyncio.sleep(0)
    waiting.cancel()
    may_go_on.set()
    assert await jobs.do(lambda _connection: "next", 60) == "next"
    assert done == ["slow"]


async def test_a_job_speaks_the_language_of_the_one_who_wants_it(jobs: Jobs) -> None:
    heard = []
    for code in ("de", "fr"):
        with reading_in(code):
            heard.append(jobs.submit(lambda _connection: language()))
    assert [await asyncio.wrap_future(one) for one in heard] == ["de", "fr"]


async def test_an_error_that_comes_too_late_is_no_surprise(jobs: Jobs) -> None:
    may_go_on, surprises = threading.Event(), []

    def fail(_connection: Connection) -> None:
        may_go_on.wait(60)
        raise OSError("disk full")

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: surprises.append(context["message"]))
    with pytest.raises(DatabaseUnavailable):
        await jobs.do(fail, 0.05)
    may_go_on.set()
    await jobs.do(lambda _connection: None, 60)
    gc.collect()
    await asyncio.sleep(0)
    loop.set_exception_handler(None)
    assert surprises == []


async def test_a_job_that_was_given_up_before_it_began_is_never_done(jobs: Jobs) -> None:
    slow, may_go_on, done = slow_job()
    for job in (slow, lambda _connection: done.append("late")):
        with pytest.raises(DatabaseUnavailable):
            await jobs.do(job, 0.1)
    may_go_on.set()
    jobs.close()
    assert done == ["slow"]
