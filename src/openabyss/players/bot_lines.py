"""Lines of text to and from a program: one that is started here, or one that listens at an address."""

import os
import queue
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BufferedRWPair
from typing import IO, Any

from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.words import _

# A longer answer is none.
MAX_LINE = 100_000
LINES_WAITING = 16
SECONDS_TO_END = 2.0
CAN_GROUP = os.name == "posix"
# More names for bots, separated by commas.
MORE = "OPENABYSS_BOT_ENVIRONMENT"
# Where programs and libraries are found, whose they are, how they speak; and what Windows cannot do without.
NEEDED = {
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TEMP", "TMP", "TZ", "TERM", "LANG", "LANGUAGE"),
    *("LD_LIBRARY_PATH", "VIRTUAL_ENV", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT"),
    *("APPDATA", "LOCALAPPDATA", "USERPROFILE"),
}
# Also of libraries that are likely to play.
BEGINNINGS = ("LC_", "XDG_", "PYTHON", "NUMBA_", "OMP_", "OPENBLAS_", "MKL_", "CUDA_", "OPENABYSS_")
# What no bot gets, even if it is named.
SECRETS = {"DATABASE_URL", *(f"OPENABYSS_{name}" for name in ("KEY", "DATA", "OPERATOR_TOKEN", "SMTP"))}


class TooSlow(TimeoutError):  # noqa: N818
    """The seconds for an answer are over. Any other TimeoutError is the bot's own."""


def environment_of_bots(environment: Mapping[str, str]) -> dict[str, str]:
    """The part of an environment that bots get."""
    more = {name.strip() for name in environment.get(MORE, "").split(",")}
    given = {name for name in environment if name in more or _is_needed(name.upper())}
    return {name: environment[name] for name in given if name.upper() not in SECRETS}


def _is_needed(name: str) -> bool:
    return name in NEEDED or name.startswith(BEGINNINGS)


Stream = IO[bytes] | BufferedRWPair


class NoAnswer(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A program has ended, or what it has written is no answer; the text says what would be."""


class Lines:
    """Lines to and from a program over two streams of bytes. A thread reads, since not every system can wait
    for a pipe with a limit."""

    def __init__(self, reading: Stream, writing: Stream, how_it_ended: Callable[[], str] = str) -> None:
        """`how_it_ended` says so in a few words, or nothing, once there are no more lines."""
        self._reading, self._writing, self._how_it_ended = reading, writing, how_it_ended
        self._lines: queue.Queue[bytes] = queue.Queue(LINES_WAITING)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, line: bytes) -> None:
        """Write a line. Raises NoAnswer where nobody reads any more."""
        try:
            self._writing.write(line + b"\n")
            self._writing.flush()
        except OSError:
            raise self._no_answer() from None

    def receive(self, seconds: float) -> bytes:
        """The next line. Raises TooSlow, and NoAnswer where there are no more."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise TooSlow from None
        if not line:
            raise self._no_answer()
        return line

    def _no_answer(self) -> NoAnswer:
        said, how = _("it ended without an answer"), self._how_it_ended()
        return NoAnswer(f"{said} ({how})" if how else said)

    def _read(self) -> None:
        line = b"\n"
        while line:
            try:
                line = self._reading.readline(MAX_LINE)
            except (OSError, ValueError):
                line = b""
            self._lines.put(line)

    def drain(self) -> bool:
        """Once the other side has closed: take what is still there, so that the thread ends. Has it?"""
        until = time.monotonic() + SECONDS_TO_END
        while self._reader.is_alive() and time.monotonic() < until:
            try:
                self._lines.get(timeout=0.05)
            except queue.Empty:
                continue
        return not self._reader.is_alive()


class Program:
    """A program, started here; its errors are shown where ours are. `lines` are its input and output. What it
    has started ends with it, and all of it with this process, however that ends."""

    def __init__(self, words: list[str]) -> None:
        # In a group of its own, so that Control-C is for us, and all that it has started can be ended.
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=_errors(),
            env=environment_of_bots(os.environ), **_group(0),
        )  # fmt: skip
        self._watcher = _watcher_of(self._process.pid)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self.lines = Lines(self._output, self._input, self._how_it_ended)

    def _how_it_ended(self) -> str:
        """By a signal, or its exit status; nothing where it has only closed its output."""
        try:
            status = self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return ""
        if -status in set(signal.Signals):
            return signal.Signals(-status).name
        return _("exit status {status}").format(status=status)

    def close(self) -> None:
        """The end of its input says that the game is over; it is ended if it does not end soon."""
        with suppress(OSError):  # It may have ended and left something unread.
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self._kill()
        if self.lines.drain():
            self._output.close()

    def _kill(self) -> None:
        """End what is left of it. No other group gets its number before the watcher is gone."""
        if self._watcher is not None and hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
            self._watcher.communicate()
        else:
            self._process.kill()
        self._process.wait()


class Connection:
    """A program that listens at an address, `host:port`; each game has a connection of its own."""

    def __init__(self, host: str, port: int, seconds: float) -> None:
        """Raises OSError, TooSlow."""
        try:
            self._socket = socket.create_connection((host, port), timeout=seconds)
        except TimeoutError as error:
            raise TooSlow from error
        self._socket.settimeout(None)
        self._stream = self._socket.makefile("rwb")
        self.lines = Lines(self._stream, self._stream)

    def close(self) -> None:
        """The end of the connection says that the game is over."""
        with suppress(OSError):  # The other side may have been quicker.
            self._socket.shutdown(socket.SHUT_RDWR)
        if self.lines.drain():
            self._stream.close()
        self._socket.close()


def _group(leader: int) -> dict[str, Any]:
    """What puts a process into a group, where there are groups; 0: into one of its own."""
    return {"process_group": leader} if CAN_GROUP else {}


def _watcher_of(group: int) -> subprocess.Popen[bytes] | None:
    """A member of the group that waits until we end, and then ends the group with itself."""
    if not CAN_GROUP:
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", "read -r _; kill -9 0"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **_group(group),
    )  # fmt: skip


def _errors() -> int | None:
    """Where errors are shown: where ours are, nowhere while these are caught, as by a full screen."""
    try:
        is_shown = sys.stderr.fileno() >= 0
    except (AttributeError, OSError):
        is_shown = False
    return None if is_shown else subprocess.DEVNULL


def words_of(command: str) -> list[str]:
    """A command word by word, as a shell reads it. Raises InvalidOption if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidOption(_("program: {error}").format(error=error)) from error
    if not words or shutil.which(words[0]) is None:
        raise InvalidOption(
            _("program: {command!r} is not a program that can be started; name it as in program:./bot.py")
            .format(command=words[0] if words else "")
        )  # fmt: skip
    return words


def address_of(text: str) -> tuple[str, int]:
    """An address such as `localhost:7000` or `[::1]:7000`. Raises InvalidOption."""
    host, _colon, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise InvalidOption(_("socket: {text!r} is not an address such as localhost:7000").format(text=text))
    return host.removeprefix("[").removesuffix("]"), int(port)
