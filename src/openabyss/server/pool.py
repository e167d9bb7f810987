"""A server asks the pool: searches are left to the `openabyss worker` processes that share its database.
Questions that need no search are answered here, and so are all others while the pool has no workers."""

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b

from msgspec import json

from openabyss.server.computers.process import STAND_IN
from openabyss.server.computers.questions import Answered, Asked, ComputerFailed, HintAsked, Search
from openabyss.server.computers.workers import Computers
from openabyss.server.logging import log_warning
from openabyss.server.storage import Storage, questions
from openabyss.server.tasks import tolerated, wait_for

# How many questions of one server may wait in the pool. Which of its players come first, the server decides.
MAX_OPEN = 64
# A lost notification delays an answer by at most this long.
LOOK_SECONDS = 1.0
# After this long without a live worker, or without an answer, a question fails.
DESERTED_SECONDS, MAX_SECONDS = 4.0, 120.0


class Pool:
    """Computer opponents that ask the pool, and this process where it can answer."""

    def __init__(self, storage: Storage, own: Computers) -> None:
        self._storage, self._own = storage, own
        self._open: dict[str, tuple[questions.Question, asyncio.Future[str]]] = {}
        # Questions whose answers nobody waits for any more.
        self._over: list[str] = []
        self._notified = asyncio.Event()
        self._following: asyncio.Task[None] | None = None
        # Since when the pool has had no workers.
        self._deserted: float | None = None

    async def choose(self, asked: Asked) -> str:
        """A legal answer, in the worst case any."""
        from openabyss.players.kinds import answers_at_once  # noqa: PLC0415  imports the rules

        if not answers_at_once(asked.level):
            with suppress(ComputerFailed):
                return await self.find(asked)
            asked = Asked(STAND_IN, asked.seed, asked.record)
        return await self._own.choose(asked)

    async def find(self, asked: Asked | Search) -> str:
        """What the pool answers. Raises ComputerFailed, DatabaseUnavailable."""
        is_patient = not isinstance(asked, Asked | HintAsked)
        text = json.encode(asked).decode()
        question = questions.Question(secrets.token_hex(16), _hashed(asked.party), text, is_patient)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._open[question.id] = question, answer
        if self._following is None:
            self._following = asyncio.create_task(self._follow(), name="answers of the pool")
        try:
            await self._ask(question)
            async with asyncio.timeout(MAX_SECONDS):
                found = json.decode(await answer, type=Answered)
        except TimeoutError as error:
            raise ComputerFailed(f"no answer of the pool within {MAX_SECONDS} seconds") from error
        finally:
            del self._open[question.id]
            self._over.append(question.id)
            self._notified.set()
        return found.given()

    async def close(self) -> None:
        """Ask nothing more. Workers drop the questions that are still open when this process is gone."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        await self._own.close()

    async def _ask(self, question: questions.Question) -> None:
        await self._storage.write(questions.ask, asker=self._storage.process, question=question)

    async def _follow(self) -> None:
        """Listen for answers, and look regularly for those whose notification was lost."""
        async with self._storage.listening(questions.CHANNEL, self._hear):
            while True:
                self._notified.clear()
                with tolerated("answers of the pool cannot be looked up"):
                    await self._look()
                await wait_for(self._notified, LOOK_SECONDS)

    def _hear(self, process: str) -> None:
        if process == self._storage.process:
            self._notified.set()

    async def _look(self) -> None:
        if over := self._over:
            self._over = []
            await self._storage.write(questions.end, ids=over)
        if not self._open:
            return
        asked = dict(self._open)
        found = await self._storage.read(questions.look, ids=[*asked])
        for id_, text in found.answers.items():
            if not asked[id_][1].done():
                asked[id_][1].set_result(text)
        self._fail(found.given_up, "workers have died of it")
        if self._is_deserted(found):
            self._fail(found.open, "nobody is in the pool")
            return
        for id_ in asked.keys() - found.answers.keys() - found.given_up - found.open:
            if id_ in self._open:  # PostgreSQL has lost it, or it has not been stored yet.
                await self._ask(asked[id_][0])

    def _is_deserted(self, found: questions.Found) -> bool:
        now = asyncio.get_running_loop().time()
        if found.has_workers:
            self._deserted = None
            return False
        self._deserted = now if self._deserted is None else self._deserted
        return now > self._deserted + DESERTED_SECONDS

    def _fail(self, ids: Iterable[str], why: str) -> None:
        for id_ in ids:
            if id_ in self._open and not (answer := self._open[id_][1]).done():
                log_warning("the pool does not answer", problem=why)
                answer.set_exception(ComputerFailed(why))


def _hashed(party: tuple[str, ...]) -> tuple[str, str, str]:
    """An address, a browser at it and a table of that browser, as hashes that reveal none of them."""
    parts = [blake2b("\n".join(party[:end]).encode(), digest_size=8).hexdigest() for end in (1, 2, 3)]
    return parts[0], parts[1], parts[2]
