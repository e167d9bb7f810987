"""A way to a server that loses connections without a word, as a firewall does or a cable that is pulled, that
half-closes them, or is slow."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 65_536
# For how long the lost are acknowledged: longer than anybody waits for them, and a long run has sockets left.
LOST_SECONDS = 60.0

Pair = tuple[socket.socket, socket.socket]


class Way:
    """Forwards connections to a port of this machine. The lost are acknowledged for a while, not closed."""

    def __init__(self, port: int) -> None:
        self._port, self._listening = port, socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._is_cut = threading.Event()
        # What is forwarded now, and what was forgotten when.
        self._open: set[Pair] = set()
        self._lost: list[tuple[float, Pair]] = []
        self._all: set[socket.socket] = set()
        self._is_closed, self._lock = False, threading.Lock()
        # For how many seconds everything is held back.
        self.delay = 0.0
        threading.Thread(target=self._accept, daemon=True).start()

    def forget(self) -> None:
        """Forward nothing more of the connections that there are; new ones work."""
        now = time.monotonic()
        self._lost += [(now, pair) for pair in self._open]
        self._open.clear()

    def half_close(self) -> None:
        """Tell one end of each connection, by turns, that nothing more will come."""
        for place, (near, far) in enumerate(list(self._open)):
            with contextlib.suppress(OSError):
                (near, far)[place % 2].shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Forward nothing more, be it of new connections."""
        self._is_cut.set()
        self.forget()

    def mend(self) -> None:
        """New connections work again."""
        self._is_cut.clear()

    def close(self) -> None:
        """End everything."""
        self.cut()
        with self._lock:
            self._is_closed = True
        self._end(self._listening, *self._all)

    def _end(self, *sockets: socket.socket) -> None:
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _end_long_lost(self) -> None:
        while self._lost and time.monotonic() - self._lost[0][0] > LOST_SECONDS:
            _since, pair = self._lost.pop(0)
            with self._lock:
                self._all.difference_update(pair)
            self._end(*pair)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listening.accept()
            except OSError:
                return
            self._end_long_lost()
            if self._keep(near) and not self._is_cut.is_set():
                self._join(near)

    def _keep(self, one: socket.socket) -> bool:
        """Whether it will be ended by `close`; one that comes too late is ended here."""
        with self._lock:
            if self._is_closed:
                one.close()
            else:
                self._all.add(one)
            return not self._is_closed

    def _join(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self._port))
        if not self._keep(far):
            return
        pair = near, far
        self._open.add(pair)
        for source, target in (pair, pair[::-1]):
            threading.Thread(target=self._forward, args=(pair, source, target), daemon=True).start()

    def _forward(self, pair: Pair, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(AT_ONCE):
                time.sleep(self.delay)
                if pair in self._open:
                    target.sendall(data)
            if pair in self._open:
                target.shutdown(socket.SHUT_WR)


@contextmanager
def way_to(url: str) -> Iterator[tuple[Way, str]]:
    """A way to a database of this machine, and the address of the database by this way."""
    port = int(url.rpartition("/")[0].rpartition(":")[2])
    way = Way(port)
    try:
        yield way, url.replace(f":{port}/", f":{way.port}/")
    finally:
        way.close()
