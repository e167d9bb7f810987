"""The thread that writes goes on, whatever becomes of those who wait for it."""

import asyncio
import gc
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from openabyss.server.storage import DatabaseUnavailable
from openabyss.server.storage.jobs import Jobs


def test_a_job_is_done_though_its_owner_has_gone(tmp_path: Path) -> None:
    writer = Jobs(create_engine(f"sqlite:///{tmp_path / 'jobs.sqlite3'}"), "jobs")
    may_go_on, done = threading.Event(), []

    def slow(_connection: Connection) -> None:
        may_go_on.wait(60)
        done.append("slow")

    async def come_and_go() -> str:
        waiting = asyncio.create_task(writer.do(slow, 60))
        await asyncio.sleep(0)
        waiting.cancel()
        may_go_on.set()
        return await asyncio.wait_for(writer.do(lambda _connection: "next", 60), 60)

    try:
        assert asyncio.run(come_and_go()) == "next"
        assert done == ["slow"]
    finally:
        writer.close()


def test_an_error_that_comes_too_late_is_no_surprise(tmp_path: Path) -> None:
    writer = Jobs(create_engine(f"sqlite:///{tmp_path / 'jobs.sqlite3'}"), "jobs")
    may_go_on, surprises = threading.Event(), []

    def fail(_connection: Connection) -> None:
        may_go_on.wait(60)
        raise OSError("disk full")

    async def wait_in_vain() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: surprises.append(context["message"]))
        with pytest.raises(DatabaseUnavailable):
            await writer.do(fail, 0.05)
        may_go_on.set()
        await writer.do(lambda _connection: None, 60)
        gc.collect()

    asyncio.run(wait_in_vain())
    writer.close()
    assert surprises == []
