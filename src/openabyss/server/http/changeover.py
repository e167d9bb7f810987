"""Serve at once with uncompiled rules, compile meanwhile, then change over to a fresh process.

The process that was started becomes a supervisor, which holds the listening socket and loads no rules. The
first server and its successor receive the socket through `multiprocessing`, which works on every system. The
successor begins when it has loaded everything and the first server has ended, for only one of them may have
the database. Requests in between wait in the queue of the socket, and browsers reconnect by themselves.

Through a pipe the supervisor sends how far compiling is (a `Preparation`), `BEGIN`, and None for the end.
"""

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from types import FrameType

from openabyss.engine.environment import UNCOMPILED
from openabyss.errors import OpenAbyssError
from openabyss.players.compilation.background import Compiling, Preparation, unheard_interrupts
from openabyss.words.listing import titled

BEGIN = "begin"
EXIT_USAGE = 2
# For the last messages, and for finishing what has been accepted.
ENDING_SECONDS = 15


def serve_and_compile(
    listening: socket.socket,
    address: str,
    *,
    opens_browser: bool,
    compile_in_background: Callable[[], Compiling] = Compiling,
) -> int:
    """Serve until the process is asked to stop; returns the exit status. If compiling fails, or the compiled
    rules do not run, the first server goes on uncompiled."""
    with _sigterm_exits(), contextlib.ExitStack() as at_the_end:
        first = _Server(listening, address, opens_browser, is_compiled=False)
        at_the_end.callback(first.end)
        compiling = compile_in_background()
        at_the_end.callback(compiling.stop)
        while first.ended not in wait([compiling.news, first.ended]):
            if (preparation := compiling.read()) is None:
                break
            first.send(preparation)
        else:
            return first.wait()
        if compiling.has_succeeded and not first.has_ended():
            successor = _Server(listening, address, opens_browser, is_compiled=True)
            at_the_end.callback(successor.end)
            if successor.is_prepared():
                if first.has_ended():
                    return first.wait()
                first.leave()
                successor.send(BEGIN)
                return successor.wait()
        first.send(Preparation(has_failed=True))
        return first.wait()


class _Server:
    """A process that serves, and the pipe to it."""

    def __init__(
        self, listening: socket.socket, address: str, opens_browser: bool, *, is_compiled: bool
    ) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, child_end = spawn.Pipe()
        arguments = (child_end, listening, address, opens_browser, is_compiled)
        self._process = spawn.Process(target=_serve, args=arguments)
        with unheard_interrupts():
            self._process.start()
        child_end.close()
        self.ended = self._process.sentinel

    def has_ended(self) -> bool:
        """Or is about to: it cannot be heard any more."""
        return bool(wait([self.ended], 0))

    def is_prepared(self) -> bool:
        """Wait until it has loaded everything; False if it has ended instead."""
        try:
            self._pipe.recv()
        except (EOFError, OSError):
            return False
        return True

    def send(self, message: Preparation | str | None) -> None:
        """Send it a message; nothing happens if it has ended."""
        with contextlib.suppress(OSError):
            self._pipe.send(message)

    def wait(self) -> int:
        """Wait until it ends; returns its exit status."""
        self._process.join()
        return self._process.exitcode or 0

    def leave(self) -> None:
        """Let it send its last messages; returns when it no longer needs the database."""
        self.send(None)
        if not wait([self._pipe, self.ended], ENDING_SECONDS):
            self._kill()

    def end(self) -> None:
        """The same; returns when the process has ended."""
        self.send(None)
        self._process.join(ENDING_SECONDS)
        self._kill()

    def _kill(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(
    supervisor: Connection, listening: socket.socket, address: str, opens_browser: bool, is_compiled: bool
) -> None:
    """In a process of its own, in which nothing has been imported yet."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The supervisor receives it, too, and says when to end.
    if not is_compiled:
        os.environ[UNCOMPILED] = "1"
    from openabyss.server.http import serving  # noqa: PLC0415  imports the rules

    try:
        if is_compiled:
            serving.serve_compiled(supervisor, listening, address)
        else:
            serving.serve_uncompiled(supervisor, listening, address, opens_browser=opens_browser)
    except OpenAbyssError as error:
        print(titled("openabyss", str(error)), file=sys.stderr)
        sys.exit(EXIT_USAGE)


@contextlib.contextmanager
def _sigterm_exits() -> Iterator[None]:
    """Let SIGTERM end this process like an exit, so that all cleaning up is done."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        sys.exit(0)

    previous = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
