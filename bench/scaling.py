"""What a server carries, each in less than ten minutes on a machine with nothing else to do:

    python -m bench.scaling servers   # answers a second of one server and of two, as many as they take
    python -m bench.scaling tables    # 1,000 tables with 5,000 sockets at one server
    python -m bench.scaling pool      # answers of people, without and with 50 tables of `expert` in a pool
    python -m bench.scaling memory    # a table that nobody looks at, and a socket that says nothing

PostgreSQL, where it is needed, is started for the measurement (Debian: postgresql). Prints lines of JSON.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import shutil
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import msgspec

from bench.server_process import ServerProcess, WorkerProcess
from bench.web_load import Heard, Table, answer_any, measure, new_table, open_socket, open_sockets
from openabyss.client.table_history import ANSWER
from openabyss.players.compilation.precompile import compile_rules
from openabyss.server.tables.seating import SeatWanted, TableWanted
from tests.web.server.postgres import Cluster
from tests.web.server.serving import settings_for, tables_on

# Answers that are under way at each server, and tables of each; answers a second of people beside computers.
UNDER_WAY, TABLES, PEOPLE = 16, 60, 25.0
# Tables at which computers think, and sockets that say nothing.
THINKING, SOCKETS = 50, 5000
OPEN_FILES = 20_000


def main() -> None:
    """Measure one of them, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=MEASUREMENTS)
    parser.add_argument("--seconds", type=float, default=90.0, help="how long each load lasts")
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    compile_rules()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(MEASUREMENTS[arguments.what](Path(folder), arguments.seconds))


def show(what: str, found: dict[str, float]) -> None:
    """One line."""
    print(json.dumps({"what": what, **found}), flush=True)


@contextlib.contextmanager
def database() -> Iterator[Callable[[], str]]:
    """Makes empty databases of PostgreSQL, which writes to the disk as it does for people."""
    import psycopg  # noqa: PLC0415  not everything that is measured needs it

    folder = Path(tempfile.mkdtemp(prefix="openabyss-bench-"))
    cluster, count = Cluster(folder, is_safe=True), 0
    cluster.start()

    def empty() -> str:
        nonlocal count
        count += 1
        with psycopg.connect(f"{cluster.address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE bench{count}".encode())
        return f"{cluster.address}/bench{count}"

    try:
        yield empty
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running(folder: Path, names: Sequence[str], **environment: str) -> Iterator[list[ServerProcess]]:
    """Servers, and workers of the pool, by the beginning of their names."""
    with contextlib.ExitStack() as stack:
        started = []
        for name in names:
            (folder / name).mkdir()
            kind = WorkerProcess if name.startswith("worker") else ServerProcess
            started.append(stack.enter_context(kind(folder / name, **environment)))
        yield started


async def servers(folder: Path, seconds: float) -> None:
    """As many answers as they take, the load generator and PostgreSQL beside them."""
    rates = []
    with database() as empty:
        for count in (1, 2):
            names = [f"server {count} {number}" for number in range(count)]
            with running(folder, names, DATABASE_URL=empty(), OPENABYSS_KEY="measurement" * 2) as started:
                at_once = count * UNDER_WAY
                found = await measure(started, count * TABLES, 0.0, seconds, is_apart=True, at_once=at_once)
            milliseconds = 1000 * found["processor"] / found["answers_per_second"]
            show("servers", found | {"processor_ms_an_answer": round(milliseconds, 2)})
            rates.append((found["answers_per_second"], milliseconds))
    (one, cost_of_one), (two, cost_of_two) = rates
    # With a processor for each server, and others for the rest, only what an answer costs would count.
    ratio = {"times": round(two / one, 2), "times_by_processor": round(2 * cost_of_one / cost_of_two, 2)}
    show("two servers to one", ratio | {"processors": os.cpu_count() or 0})


async def tables(folder: Path, seconds: float) -> None:
    """People who think for ten seconds each."""
    with running(folder, ["server"]) as started:
        show("tables", await measure(started, 1000, 100.0, seconds))


async def pool(folder: Path, seconds: float) -> None:
    """The same answers of people, while nobody thinks and while computers of many tables do; and then, while
    nobody thinks, as many answers in all as then."""
    with database() as empty:
        common = {"DATABASE_URL": empty(), "OPENABYSS_KEY": "measurement" * 2, "OPENABYSS_POOL": "1"}
        with running(folder, ["server", "worker"], **common, OPENABYSS_WORKERS="1") as started:
            server = started[0]
            show("nobody thinks", await measure([server], TABLES, PEOPLE, seconds))
            thoughts = Thoughts()
            playing = [asyncio.create_task(thoughts.at_table(server)) for _table in range(THINKING)]
            while thoughts.count < THINKING:
                await asyncio.sleep(0.1)
            before = thoughts.count
            found = await measure([server], TABLES, PEOPLE, seconds)
            found |= {"thinking": THINKING, "thoughts": thoughts.count - before}
            show("computers think", found)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            # Of each thought two answers are stored: the computer's, and that of who plays against it.
            as_many = PEOPLE + 2 * found["thoughts"] / seconds
            show("nobody thinks, as many answers", await measure([server], TABLES, as_many, seconds))


class Thoughts:
    """Plays against `expert`, answering at once; `count` is how often that was answered."""

    count = 0

    async def at_table(self, server: ServerProcess) -> None:
        """One game after another."""
        read = msgspec.json.Decoder(Heard).decode
        while True:
            seats = [{"kind": "me"}, {"kind": "computer", "level": "expert"}]
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
                answer = await http.post("/api/tables", json={"seats": seats})
                table = Table(answer.json()["table"], answer.headers["set-cookie"].partition(";")[0], "")
            async with await open_socket(server, table, 0) as socket:
                async for frame in socket:
                    heard = read(frame)
                    if heard.type != "update":
                        continue
                    if heard.question is None:
                        break
                    if not heard.question.actions:
                        self.count += 1
                        continue
                    texts = [action.text for action in heard.question.actions]
                    table.asked = (heard.revision, heard.question.player, texts)
                    table.sockets = [socket]
                    await answer_any(table, heard.revision)


async def memory(folder: Path, _seconds: float) -> None:
    """Kilobytes of a table, of a socket, of what is left when they are gone."""
    show("tables in memory", await memory_of_tables(folder))
    with running(folder, ["server"]) as started:
        server = started[0]
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
            await open_sockets([server], await new_table(http))
            begun = server.memory
            made = [await new_table(http) for _table in range(SOCKETS // 5)]
        with_tables = server.memory
        for table in made:
            await open_sockets([server], table)
        with_sockets = server.memory
        show(
            "sockets that say nothing",
            {
                "sockets": SOCKETS,
                "kb_a_new_table": round((with_tables - begun) / len(made) / 1000, 1),
                "kb_a_socket": round((with_sockets - with_tables) / SOCKETS / 1000, 1),
            },
        )


async def memory_of_tables(folder: Path) -> dict[str, float]:
    """Of tables in the middle of a game at which nobody is, as Python counts it."""
    count, chooser = 40, random.Random(1)
    async with tables_on(settings_for(folder)) as all_tables:

        async def one() -> None:
            wanted = TableWanted((SeatWanted("me"), *(SeatWanted("here"),) * 3), kraken=True)
            table = await all_tables.creation.create(wanted, "a" * 64)
            for _answer in range(150):
                if (seat := table.history.asked) is None:
                    break
                text = chooser.choice(table.history.game.legal_actions).text
                async with table.lock:
                    await all_tables.commands.store(table, ANSWER, seat, text, None)
                table.publish()

        await one()
        tracemalloc.start()
        for _table in range(count):
            await one()
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
        left = all_tables.registry.forget_idle(-1.0)
        gc.collect()
        rest = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    return {
        "tables": count,
        "kb_a_table": round(held / count / 1000, 1),
        "tables_when_idle": left,
        "kb_a_table_when_idle": round(rest / count / 1000, 1),
    }


MEASUREMENTS = {"servers": servers, "tables": tables, "pool": pool, "memory": memory}

if __name__ == "__main__":
    main()
