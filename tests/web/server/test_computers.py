"""Computers think in processes of their own: what hangs or dies is replaced, and nobody waits for it."""

import asyncio
import multiprocessing
import os
import signal
import threading
from pathlib import Path

from msgspec import json

from openabyss.game import Game
from openabyss.web.computers import workers as module
from openabyss.web.computers.pipe import Asked
from openabyss.web.computers.process import think
from openabyss.web.computers.thinking import answer_question
from openabyss.web.computers.workers import Workers, any_answer
from tests.web.server.serving import serve, settings_for

RECORD = Game.new(3, 5).to_record()
SECONDS = 60.0


def test_a_process_gives_legal_answers() -> None:
    async def ask() -> list[str]:
        workers = Workers(1, 30.0)
        try:
            return [await workers.choose(Asked(level, 1, RECORD)) for level in ("greedy", "random", "greedy")]
        finally:
            await workers.close()

    legal = [action.text for action in Game.from_record(RECORD).legal_actions]
    answers = asyncio.run(ask())
    assert set(answers) <= set(legal)
    assert answers[0] == answers[2]


def test_a_killed_process_is_replaced() -> None:
    async def ask() -> tuple[str, str]:
        workers = Workers(1, 30.0)
        try:
            before = await workers.choose(Asked("greedy", 1, RECORD))
            pid = workers.processes[0]
            os.kill(pid, signal.SIGKILL)
            after = await workers.choose(Asked("greedy", 1, RECORD))
            assert workers.processes[0] != pid
            return before, after
        finally:
            await workers.close()

    before, after = asyncio.run(ask())
    assert before == after


def test_a_process_ends_quietly_when_the_server_is_gone() -> None:
    """Whether it was still loading, or thinking about a question that nobody waits for any more."""
    for asked in (None, Asked("greedy", 1, RECORD)):
        spawn = multiprocessing.get_context("spawn")
        pipe, other_end = spawn.Pipe()
        process = spawn.Process(target=think, args=(other_end,), daemon=True)
        process.start()
        other_end.close()
        if asked is not None:
            assert pipe.recv_bytes() == b"ready"
            pipe.send_bytes(json.encode(asked))
        pipe.close()
        process.join(SECONDS)
        assert process.exitcode == 0


def test_no_process_is_started_once_the_server_ends() -> None:
    """A question whose process is ended was asked again, in a process that outlived the server."""

    async def end_in_the_middle() -> tuple[str, list[int]]:
        workers = Workers(1, SECONDS)
        asking = asyncio.create_task(workers.choose(Asked("search:seconds=60", 1, RECORD)))
        while not workers.processes:
            await asyncio.sleep(0.01)
        await workers.close()
        return await asking, workers.processes

    answer, processes = asyncio.run(end_in_the_middle())
    assert answer in [action.text for action in Game.from_record(RECORD).legal_actions]
    assert processes == []


def test_a_process_that_takes_too_long_is_ended_and_somebody_else_answers() -> None:
    """With no time at all nobody can answer in a process, so any legal answer is given."""

    async def ask() -> str:
        workers = Workers(1, 0.0)
        try:
            return await workers.choose(Asked("greedy", 1, RECORD))
        finally:
            await workers.close()

    assert asyncio.run(ask()) == any_answer(Asked("greedy", 1, RECORD))


def test_a_mistake_of_a_player_is_told_not_raised() -> None:
    assert answer_question(Asked("nobody", 1, RECORD)).problem
    assert answer_question(Asked("greedy", 1, {"format": "nonsense"})).problem
    assert not answer_question(Asked("greedy", 1, RECORD)).problem


class Slow:
    """A computer that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()

    async def choose(self, asked: Asked) -> str:
        while not self.may_answer.is_set():
            await asyncio.sleep(0.01)
        return any_answer(asked)

    async def close(self) -> None:
        """There is nothing to end."""


def test_thinking_is_announced_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    slow = Slow()
    with serve(settings_for(tmp_path), slow) as served:
        ann = served.person()
        table = ann.new_table("me", "greedy", seed=1)
        with ann.at(table) as sitting:
            if sitting.hear("update")["question"]["mine"]:
                sitting.answer(sitting.update["question"]["actions"][0]["text"])
            assert sitting.hear("thinking")["seat"] == 1
            before = sitting.update["revision"]
            sitting.say(type="ping")
            sitting.hear("pong")
            slow.may_answer.set()
            assert sitting.hear("update")["revision"] > before


def test_no_pickle_is_loaded_from_a_pipe() -> None:
    source = Path(module.__file__).read_text()
    assert ".recv(" not in source
    assert ".send(" not in source
