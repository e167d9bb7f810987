"""Computers think in processes of their own: what hangs or dies is replaced, and nobody waits for it."""

import argparse
import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.server.computers import workers as module
from openabyss.server.computers.process import MAX_LINE, MAX_LINES, answer_question, think
from openabyss.server.computers.questions import Asked, ComputerFailed, LookAsked, NotPrepared
from openabyss.server.computers.workers import Workers, any_answer
from openabyss.server.http import serve_command as serve_module
from openabyss.table.questions import Action
from tests.players import bots
from tests.players.bots import First, has_ended, own
from tests.web.server.postgres import parent_of, processes
from tests.web.server.serving import Held, processes_of, serve, settings_for, wait_until

RECORD = Game.new(3, 5).to_record()
SECONDS = 60.0
SERVING = "openabyss.server.http.serving"


@contextmanager
def working(seconds: float = SECONDS) -> Iterator[Workers]:
    """Processes for a while."""
    workers = Workers(1, seconds)
    try:
        yield workers
    finally:
        asyncio.run(workers.close())


def chosen(workers: Workers, level: str = "medium") -> str:
    return asyncio.run(workers.choose(Asked(level, 1, RECORD)))


def test_a_process_gives_legal_answers() -> None:
    with working() as workers:
        answers = [chosen(workers, level) for level in ("medium", "random", "medium")]
    assert set(answers) <= {action.text for action in Game.from_record(RECORD).legal_actions}
    assert answers[0] == answers[2]


def test_a_process_ends_quietly_when_the_server_is_gone() -> None:
    for asked in (None, Asked("medium", 1, RECORD)):
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


async def ended_while_it_thinks(level: str, has_begun: Callable[[Workers], bool]) -> tuple[str, list[int]]:
    """What is answered when the server ends in the middle of a thought, and the processes that are left."""
    workers = Workers(1, SECONDS)
    try:
        asking = asyncio.create_task(workers.choose(Asked(level, 1, RECORD)))
        async with asyncio.timeout(SECONDS):
            while not has_begun(workers):
                await asyncio.sleep(0.01)
    finally:
        await workers.close()
    return await asking, processes_of(workers)


async def test_searches_may_be_asked_for_again_until_compiling_has_failed() -> None:
    workers, asked = Workers(0, SECONDS, can_search=False), LookAsked(RECORD, [0])
    with pytest.raises(NotPrepared):
        await workers.find(asked)
    workers.is_preparing = False
    with pytest.raises(ComputerFailed) as failed:
        await workers.find(asked)
    assert not isinstance(failed.value, NotPrepared)
    await workers.close()


async def test_no_process_is_started_once_the_server_ends() -> None:
    """A question whose process is ended was asked again, in a process that outlived the server."""
    ended = ended_while_it_thinks("expert:seconds=60", lambda workers: bool(processes_of(workers)))
    answer, processes = await ended
    assert answer in [action.text for action in Game.from_record(RECORD).legal_actions]
    assert processes == []


def test_a_process_that_takes_too_long_is_ended_and_somebody_else_answers() -> None:
    """With no time at all nobody can answer in a process, so any legal answer is given."""
    with working(0.0) as workers:
        assert chosen(workers) == any_answer(Asked("medium", 1, RECORD))


def test_a_mistake_of_a_player_is_reported_not_raised() -> None:
    assert answer_question(Asked("nobody", 1, RECORD)).problem
    assert answer_question(Asked("medium", 1, {"format": "nonsense"})).problem
    assert not answer_question(Asked("medium", 1, RECORD)).problem


def test_thinking_is_announced_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    slow = Held()
    with serve(settings_for(tmp_path), slow) as served, served.sitting("me", "medium", seed=1) as sitting:
        if sitting.hear("update")["question"]["mine"]:
            sitting.answer_first()
        assert sitting.hear("thinking")["seat"] == 1
        before = sitting.update["revision"]
        sitting.say(type="ping")
        sitting.hear("pong")
        slow.may_answer.set()
        assert sitting.hear("update")["revision"] > before


def test_a_hint_keeps_no_other_message_waiting(tmp_path: Path) -> None:
    slow = Held()
    with serve(settings_for(tmp_path), slow) as served, served.sitting("me", "here", seed=1) as sitting:
        before = sitting.hear("update")
        seat, actions = before["question"]["player"], before["question"]["actions"]
        for id_ in ("one", "one", "two", "three", "four"):
            sitting.say(type="hint", id=id_, seat=seat)
        refused = sitting.hear("refused")
        assert (refused["id"], refused["code"]) == ("four", "too_many")
        sitting.say(type="ping")
        sitting.hear("pong")
        assert sitting.answer(actions[0]["text"], seat=seat)["type"] == "ack"
        slow.may_answer.set()
        hints = [sitting.hear("hint") for _ in range(3)]
        assert {hint["id"] for hint in hints} == {"one", "two", "three"}
        assert {hint["revision"] for hint in hints} == {before["revision"]}
        assert {hint["text"] for hint in hints} <= {action["label"] for action in actions}
        assert slow.asked == 3


def test_no_pickle_is_loaded_from_a_pipe() -> None:
    source = Path(module.__file__).read_text()
    assert ".recv(" not in source
    assert ".send(" not in source


FORGED = '{"level": "info", "event": "ready"}'


class Forging(First):
    """Writes what looks like a line of the log, and very much else."""

    def choose(self, perspective: Perspective) -> Action:
        os.write(2, f"{FORGED}\n".encode())
        print("\x1b[2J" + "long" * 10_000, flush=True)
        for number in range(1_000):
            print(number)
        Path(os.environ["OPENABYSS_TEST"]).write_text(str(sorted(os.environ)))
        return super().choose(perspective)


class Saying(First):
    """Prints a word."""

    def choose(self, perspective: Perspective) -> Action:
        print("here")
        return super().choose(perspective)


class Leaving(First):
    """Leaves a program behind, and then stalls."""

    def choose(self, perspective: Perspective) -> Action:
        left = subprocess.Popen(["sleep", "600"])
        mark = Path(os.environ["OPENABYSS_TEST"])
        mark.with_suffix(".new").write_text(str(left.pid))
        mark.with_suffix(".new").rename(mark)
        time.sleep(600)
        raise AssertionError


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of these tests, which may play, write something."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    monkeypatch.setenv("OPENABYSS_TEST", str(tmp_path / "mark"))
    monkeypatch.setenv("OPENABYSS_PLAYERS", ",".join(map(own, (Forging, Saying, Leaving))))
    return tmp_path / "mark"


def logged(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    """The facts of all lines of the log about this."""
    return [vars(record)["facts"] for record in caplog.records if record.getMessage() == event]


@pytest.mark.usefixtures("mark")
def test_what_a_bot_writes_is_no_line_of_the_log_and_not_much(caplog: pytest.LogCaptureFixture) -> None:
    with working() as workers:
        chosen(workers, own(Forging))
        process = processes_of(workers)[0]
    wait_until(lambda: bool(logged(caplog, "computer process wrote more")))
    lines = logged(caplog, "computer process wrote")
    assert lines[0] == {"process": process, "text": FORGED}
    assert len(lines) == MAX_LINES
    assert all(len(line["text"]) <= MAX_LINE for line in lines)


@pytest.mark.usefixtures("mark")
def test_a_word_that_a_bot_prints_is_in_the_log_at_once(caplog: pytest.LogCaptureFixture) -> None:
    with working() as workers:
        chosen(workers, own(Saying))
        wait_until(lambda: bool(logged(caplog, "computer process wrote")))
    assert logged(caplog, "computer process wrote")[0]["text"] == "here"


def test_a_bot_in_a_process_of_the_server_knows_no_secrets(
    mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DATABASE_URL", "OPENABYSS_KEY", "PGPASSWORD", "SECRET_TOKEN"):
        monkeypatch.setenv(name, "secret")
    with working() as workers:
        chosen(workers, own(Forging))
    assert "'PATH'" in mark.read_text()
    assert not any(name in mark.read_text() for name in ("DATABASE", "KEY", "PASSWORD", "SECRET"))


async def test_what_a_bot_has_started_ends_with_its_process(mark: Path) -> None:
    await ended_while_it_thinks(own(Leaving), lambda _workers: mark.exists())
    wait_until(lambda: has_ended(int(mark.read_text())))


def test_a_killed_process_is_replaced_and_logged_once_with_how_it_ended(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with working() as workers:
        before, pid = chosen(workers), processes_of(workers)[0]
        os.kill(pid, signal.SIGKILL)
        assert [chosen(workers), chosen(workers)] == [before] * 2
        assert processes_of(workers)[0] != pid
    assert logged(caplog, "computer process died") == [{"process": pid, "how": "SIGKILL"}]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_while_they_start_ends_a_server_without_a_word(tmp_path: Path) -> None:
    """A terminal sends it to all processes. Those that had just begun died of it, which the log told."""
    command = [sys.executable, "-m", "openabyss", "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "OPENABYSS_DATA": str(tmp_path / "data"), "OPENABYSS_WORKERS": "1"}
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True) as process,
    ):
        try:
            wait_until(lambda: sum(parent_of(one) == process.pid for one in processes()) >= 1 + 2)
            os.killpg(process.pid, signal.SIGINT)
            # Where it interrupts the `exec` of a text, as when a dataclass is made, Python ends `-m` by the
            # signal although it was caught; a shell sees 130 for both.
            assert process.wait(SECONDS) in (130, -signal.SIGINT)
        finally:
            process.kill()
    assert (tmp_path / "log").read_text() == ""


def test_ctrl_c_within_an_import_is_heard_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the callback of a lock of imports Python loses it: the server began, and went on."""

    class Interrupting:
        @staticmethod
        def find_spec(name: str, _path: object = None, _target: object = None) -> None:
            if name == SERVING:
                signal.raise_signal(signal.SIGINT)

    monkeypatch.delitem(sys.modules, SERVING, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting, *sys.meta_path])
    command = argparse.Namespace(players="", host="127.0.0.1", port=None, no_browser=True)
    with serve_module.listen("127.0.0.1", None) as listening:
        monkeypatch.setattr(serve_module, "listen", lambda *_where: listening)
        with pytest.raises(KeyboardInterrupt):
            serve_module.serve_command(command)
    assert SERVING in sys.modules


def test_a_bot_sits_down_by_api_and_socket_if_its_text_fits_into_the_database(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = f"{bots.__name__}:First".ljust(64, "x")
    monkeypatch.setattr(bots, longest.partition(":")[2], First, raising=False)
    monkeypatch.setenv("OPENABYSS_PLAYERS", longest)
    with serve(settings_for(home)) as served, served.sitting("me", longest) as sitting:
        assert sitting.ask(type="seat", id="s", seat=0, computer=longest)["type"] == "ack"
    monkeypatch.setenv("OPENABYSS_PLAYERS", f"{longest}x")
    command = argparse.Namespace(players="", host="127.0.0.1", port=None, no_browser=True)
    with pytest.raises(InvalidOption, match=f"{longest}x: .* up to 64 characters"):
        serve_module.serve_command(command)


async def test_who_answers_at_once_has_a_process_of_their_own() -> None:
    """Behind somebody who thinks for a minute everybody waited for a minute."""
    workers = Workers(1, SECONDS)
    thinking = asyncio.create_task(workers.choose(Asked("expert:seconds=60", 1, RECORD)))
    while not processes_of(workers):
        await asyncio.sleep(0.01)
    await workers.choose(Asked("medium", 1, RECORD))
    is_first = not thinking.done()
    await workers.close()
    await thinking
    assert is_first
