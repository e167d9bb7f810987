"""`openabyss serve`: the table in the browser."""

import argparse
import asyncio
import os
import socket

from openabyss.arena.commands import whole
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.players.compilation import gc_paused
from openabyss.words import _

DEFAULT_PORT = 8400
PORTS_TRIED = 50
LOOPBACK = "127.0.0.1"


class NoPort(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """The server cannot listen there."""


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `openabyss serve`."""
    parser.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="ADDRESS",
        help=_("the address to listen on (default: {host}, this machine only)").format(host=LOOPBACK),
    )
    parser.add_argument(
        "--port",
        type=whole,
        metavar="N",
        help=_("the port (default: {port}, or the next free one)").format(port=DEFAULT_PORT),
    )
    parser.add_argument(
        "--players",
        default="",
        metavar="A,B,…",
        help=_("bots that tables may seat as well: module:Class, program:./bot.py …"),
    )
    parser.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))


def serve_command(arguments: argparse.Namespace) -> int:
    """Serve until the process is asked to stop; returns the exit status."""
    from openabyss.players.compilation.readiness import is_ready  # noqa: PLC0415  imports NumPy
    from openabyss.players.kinds import OFFERED, offered_bots  # noqa: PLC0415  likewise

    if arguments.players:  # Bots that may play at tables, known to all processes of this server.
        os.environ[OFFERED] = arguments.players
    if bots := offered_bots():
        from openabyss.client.protocol.from_client import LEVEL_LENGTH  # noqa: PLC0415  few have bots
        from openabyss.players.registry import player  # noqa: PLC0415  loads the players

        for spec in bots:
            if len(spec) > LEVEL_LENGTH:
                problem = _(
                    "{bot}: too long for a server, which takes bots of up to {most} characters; use a shorter"
                    " path, a script or an entry point"
                )
                raise InvalidOption(problem.format(bot=spec, most=LEVEL_LENGTH))
            player(spec)
    listening = listen(arguments.host, arguments.port)
    address = address_of(listening, arguments.host)
    if is_ready():
        _serve(listening, address, opens_browser=not arguments.no_browser)
        return 0
    from openabyss.server.http.changeover import serve_and_compile  # noqa: PLC0415  seldom needed

    return serve_and_compile(listening, address, opens_browser=not arguments.no_browser)


def _serve(listening: socket.socket, address: str, *, opens_browser: bool) -> None:
    """Computers load the rules at the same time as the server: it may be their turn first."""
    from openabyss.players.compilation.background import interrupts  # noqa: PLC0415  loads more than most need
    from openabyss.server.computers.workers import Workers  # noqa: PLC0415  no other command needs it
    from openabyss.server.settings import settings_from  # noqa: PLC0415  likewise

    settings = settings_from(os.environ)
    computers = Workers(settings.own_workers, settings.decision_seconds, threads=settings.threads)
    try:
        computers.prepare()
        with gc_paused(), interrupts() as received:
            from openabyss.server.http.serving import serve  # noqa: PLC0415  imports the rules
        # Not within the import, in which Python can lose it: in the callback of a lock.
        if received:
            raise KeyboardInterrupt

        serve(listening, address, settings, computers, opens_browser=opens_browser)
    except (OpenAbyssError, KeyboardInterrupt):  # Ended by us, they are no news for the log.
        asyncio.run(computers.close())
        raise


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on this port; without one, on the usual port or the next free one. Raises NoPort."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else (port,)
    problem: object = None
    for number in wanted:
        try:
            listening = socket.create_server((host, number), family=family)
        except (OSError, OverflowError) as error:
            problem = getattr(error, "strerror", None) or error
            continue
        # TCP would hold back a short piece until the one before is acknowledged: the body of an answer came
        # 40 ms after its head. Connections inherit this from the socket.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    text = _("{host}, port {port}: cannot listen there: {why}")
    raise NoPort(text.format(host=host, port=wanted[0], why=problem))


def address_of(listening: socket.socket, host: str) -> str:
    """Where a browser on this machine finds the server."""
    port = listening.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):
        return f"http://localhost:{port}/"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
