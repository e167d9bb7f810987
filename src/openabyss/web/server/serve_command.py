"""`openabyss serve`: the table in the browser."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

from openabyss.errors import OpenAbyssError
from openabyss.words import _

if TYPE_CHECKING:
    from uvicorn import Server

DEFAULT_PORT = 8400
PORTS_TRIED = 50
LOOPBACK = "127.0.0.1"


class NoPort(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The server cannot listen there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The choices of `openabyss serve`."""
    parser.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="ADDRESS",
        help=_("the address to listen on (usually {host}: this machine only)").format(host=LOOPBACK),
    )
    parser.add_argument(
        "--port",
        type=int,
        metavar="N",
        help=_("the port (usually {port}, or the next free one)").format(port=DEFAULT_PORT),
    )
    parser.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is told to stop; returns the exit status."""
    listening = listen(arguments.host, arguments.port)
    address = address_of(listening, arguments.host)
    _prepare()
    server = _server(address, opens_browser=not arguments.no_browser)
    server.run(sockets=[listening])
    return 0


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on this port; without one, on the usual port or the next free one. Raises NoPort."""
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else (port,)
    problem: OSError | None = None
    for number in wanted:
        try:
            return socket.create_server((host, number), family=_family(host), backlog=2048)
        except (OSError, OverflowError) as error:
            problem = error if isinstance(error, OSError) else OSError(str(error))
    raise NoPort(
        _("{host}, port {port}: cannot listen there: {why}").format(
            host=host, port=wanted[0], why=problem.strerror or problem if problem else ""
        )
    )


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def address_of(listening: socket.socket, host: str) -> str:
    """Where a browser on this machine finds the server."""
    port = listening.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):
        return f"http://localhost:{port}/"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _prepare() -> None:
    """Compile the rules if that has not been done yet."""
    from openabyss.compilation.readiness import is_ready  # noqa: PLC0415  loads Numba

    if not is_ready():
        from openabyss.compilation.precompile import compile_rules  # noqa: PLC0415  loads the players

        print(_("Preparing the rules (only this once) …"), file=sys.stderr)
        compile_rules()


def _server(address: str, *, opens_browser: bool) -> "Server":
    import uvicorn  # noqa: PLC0415

    from openabyss.web.logging import configure_logging, log_event  # noqa: PLC0415
    from openabyss.web.server.app import create_app  # noqa: PLC0415
    from openabyss.web.server.connections import config_for  # noqa: PLC0415
    from openabyss.web.server.environment import settings_from  # noqa: PLC0415

    configure_logging()
    settings = settings_from(os.environ)
    app = create_app(settings)

    class TableServer(uvicorn.Server):
        """Tells when it is ready, and says good-bye before it leaves."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(_("OpenAbyss is ready: {address}").format(address=address), flush=True)
            log_event("ready", address=address)
            if opens_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            log_event("stopping")
            await app.state.hub.say_bye()
            await super().shutdown(sockets)

    return TableServer(config_for(app, settings))
