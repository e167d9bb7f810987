"""The thread that writes goes on, whatever becomes of those who wait for it."""

import asyncio
import threading
from pathlib import Path

from sqlalchemy import Connection, create_engine

from openabyss.web.storage.writer import Writer


def test_a_job_is_done_though_its_owner_has_gone(tmp_path: Path) -> None:
    writer = Writer(create_engine(f"sqlite:///{tmp_path / 'jobs.sqlite3'}"))
    may_go_on, done = threading.Event(), []

    def slow(_connection: Connection) -> None:
        may_go_on.wait(60)
        done.append("slow")

    async def come_and_go() -> str:
        waiting = asyncio.create_task(writer.write(slow, 60))
        await asyncio.sleep(0)
        waiting.cancel()
        may_go_on.set()
        return await asyncio.wait_for(writer.write(lambda _connection: "next", 60), 60)

    try:
        assert asyncio.run(come_and_go()) == "next"
        assert done == ["slow"]
    finally:
        writer.close()
