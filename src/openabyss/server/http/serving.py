"""A server on a socket that listens already: alone, or in a process that a supervisor has started."""

import contextlib
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import FrameType

from starlette.applications import Starlette

from openabyss.engine.mode import INTERPRETED
from openabyss.players.compilation.background import Preparation
from openabyss.server.computers.workers import Workers
from openabyss.server.http.app import create_app
from openabyss.server.http.connections import PatientServer
from openabyss.server.http.upkeep import play_a_move
from openabyss.server.logging import configure_logging, log_event, log_warning
from openabyss.server.settings import Settings, settings_from
from openabyss.words import _

FIFTHS = 5


def serve(
    listening: socket.socket, address: str, settings: Settings, computers: Workers, *, opens_browser: bool
) -> None:
    """Serve until the process is asked to stop. Raises DatabaseInUse."""

    def welcome() -> None:
        _welcome(address, opens_browser)
        # The first table is there at once if the rules are loaded while people look at the start page.
        threading.Thread(target=play_a_move).start()

    configure_logging(as_json=settings.json_log)
    TableServer(create_app(settings, computers), address, welcome).run(sockets=[listening])


def serve_uncompiled(
    supervisor: Connection, listening: socket.socket, address: str, *, opens_browser: bool
) -> None:
    """Serve while the rules are compiled elsewhere, until the supervisor says to stop, or is gone. Its other
    messages are the progress of compiling."""
    settings, preparation = settings_from(os.environ), Preparation()
    computers = Workers(settings.own_workers, settings.decision_seconds, can_search=False)

    def welcome() -> None:
        _welcome(address, opens_browser)
        print(preparation.text, flush=True)

    configure_logging(as_json=settings.json_log)
    app = create_app(settings, computers, preparation)
    SupervisedServer(app, address, welcome, supervisor, computers).run(sockets=[listening])
    # The database is released; nobody needs to wait until the process has ended.
    with contextlib.suppress(OSError):  # The supervisor may be gone itself.
        supervisor.send(None)


def serve_compiled(supervisor: Connection, listening: socket.socket, address: str) -> None:
    """Prepare everything, report that, and serve as soon as the supervisor says so."""

    def welcome() -> None:
        print(_("Everything is ready: all levels play now."), flush=True)

    settings = settings_from(os.environ)
    configure_logging(as_json=settings.json_log)
    computers = Workers(settings.own_workers, settings.decision_seconds, threads=settings.threads)
    computers.prepare()
    if not INTERPRETED:
        from openabyss.players.compilation.precompile import load_rules  # noqa: PLC0415  loads all players

        load_rules()
    try:
        supervisor.send(None)
        if supervisor.recv() is None:
            return
    except (EOFError, OSError):  # The supervisor is gone.
        return
    app = create_app(settings, computers)
    SupervisedServer(app, address, welcome, supervisor, computers).run(sockets=[listening])


def _welcome(address: str, opens_browser: bool) -> None:
    """Tell the person who has started the server where it is."""
    print(_("OpenAbyss is ready: {address}").format(address=address), flush=True)
    if opens_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class TableServer(PatientServer):
    """Reports when it is ready, and sends a `bye` to all sockets before it ends."""

    def __init__(self, app: Starlette, address: str, welcome: Callable[[], None]) -> None:
        super().__init__(app)
        self._app, self._address, self._welcome = app, address, welcome

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._welcome()
        log_event("ready", address=self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log_event("stopping")
        self._app.state.readiness.is_stopping = True
        for server in self.servers:
            server.close()  # Before the `bye`: browsers that reconnect should reach another server.
        await self._app.state.hub.say_bye()
        await super().shutdown(sockets)


class SupervisedServer(TableServer):
    """Ends when its supervisor says so, or is gone."""

    def __init__(
        self,
        app: Starlette,
        address: str,
        welcome: Callable[[], None],
        supervisor: Connection,
        computers: Workers,
    ) -> None:
        super().__init__(app, address, welcome)
        self._computers = computers
        threading.Thread(target=self._listen, args=(supervisor,), daemon=True).start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ignore a second Control-C, which the supervisor receives as well: it would cut short the last
        messages."""
        if sig != signal.SIGINT:
            super().handle_exit(sig, frame)

    def _listen(self, supervisor: Connection) -> None:
        try:
            while (preparation := supervisor.recv()) is not None:
                self._note(preparation)
        except (EOFError, OSError):
            log_warning("the supervisor is gone")
        self.should_exit = True

    def _note(self, preparation: Preparation) -> None:
        """Show the progress on pages from now on; every fifth of it is logged and printed."""
        before: Preparation = self._app.state.preparation
        self._app.state.preparation = preparation
        if preparation.has_failed:
            self._computers.is_preparing = False
            log_warning("compiling failed; the server goes on with uncompiled rules")
        elif int(FIFTHS * preparation.share) > int(FIFTHS * before.share):
            log_event("compiling", percent=round(100 * preparation.share))
        else:
            return
        print(preparation.text, flush=True)
