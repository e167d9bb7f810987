"""A few threads that read; daemons, so that a database that hangs cannot keep the server from ending."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from openabyss.server.storage.waiting import within

Result = TypeVar("Result")
Question = Callable[[Connection], Any]

THREADS = 4


class Reader:
    """Answers questions to a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._questions: queue.SimpleQueue[tuple[Question, Future[Any]] | None] = queue.SimpleQueue()
        for number in range(THREADS):
            threading.Thread(target=self._run, name=f"openabyss reader {number}", daemon=True).start()

    async def read(self, question: Callable[[Connection], Result], seconds: float) -> Result:
        """Wait for the answer without keeping anybody else waiting. Raises DatabaseUnavailable."""
        future: Future[Result] = Future()
        self._questions.put((question, future))
        return await within(future, seconds)

    def read_now(self, question: Callable[[Connection], Result]) -> Result:
        """The answer, however long it takes; for tools."""
        with self._engine.begin() as connection:
            return question(connection)

    def close(self) -> None:
        """Let the threads end when they have answered."""
        for _thread in range(THREADS):
            self._questions.put(None)

    def _run(self) -> None:
        while (asked := self._questions.get()) is not None:
            question, future = asked
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self.read_now(question))
            except Exception as error:
                future.set_exception(error)
