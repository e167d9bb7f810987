"""Try an installed OpenAbyss as a stranger would: library, terminal, server, and a game at a table.

Run it with the Python of the environment that the wheel was installed into, outside any checkout.
"""

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

COMMAND = str(Path(sys.executable).with_name("openabyss"))
# Everything runs uncompiled: what is tried is the package, not the speed.
ENVIRONMENT = {
    **os.environ,
    "OPENABYSS_INTERPRETED": "1",
    "OPENABYSS_LIMIT_REQUESTS": "1000",
    "OPENABYSS_LIMIT_REQUEST_BURST": "10000",
}
PATIENCE_SECONDS = 120.0


def try_library() -> None:
    """A random game through `import openabyss`."""
    program = (
        "import random; from openabyss import Game\n"
        "game, chance = Game.new(players=2, seed=1), random.Random(1)\n"
        "while not game.is_over: game.apply(chance.choice(game.legal_actions))\n"
        "print(game.scores)"
    )
    print("library: ", run(sys.executable, "-c", program))


def try_terminal(folder: Path) -> None:
    """The command says what it is, and a game in the terminal begins and ends when it is left."""
    print("version: ", run(COMMAND, "--version"))
    shown = run(COMMAND, "play", "--plain", "--seed", "1", text="quit\n", OPENABYSS_DATA=str(folder))
    print("terminal:", shown.splitlines()[0])


def run(*command: str, text: str = "", **environment: str) -> str:
    """What a command prints. Raises CalledProcessError if it fails."""
    done = subprocess.run(
        command, input=text, env={**ENVIRONMENT, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def try_languages() -> None:
    """Every language has its texts in the package."""
    program = (
        "from openabyss.words import DOMAIN, ENGLISH, LANGUAGES, LOCALE\n"
        "codes = LANGUAGES.keys() - {ENGLISH}\n"
        "assert all((LOCALE / code / 'LC_MESSAGES' / f'{DOMAIN}.mo').exists() for code in codes), codes\n"
        "print(*sorted(LANGUAGES))"
    )
    print("languages:", run(sys.executable, "-c", program))


class Visitor:
    """A browser without pages: it keeps its cookie and speaks JSON."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def get(self, path: str) -> bytes:
        with self._open(self._address + path, timeout=PATIENCE_SECONDS) as answer:
            body: bytes = answer.read()
        return body

    def post(self, path: str, content: object) -> Any:
        request = urllib.request.Request(
            self._address + path, json.dumps(content).encode(), {"Content-Type": "application/json"}
        )
        with self._open(request, timeout=PATIENCE_SECONDS) as answer:
            return json.loads(answer.read())


def try_server(folder: Path) -> None:
    """The start page, the pictures, a table, and a game to its end against a computer."""
    port = free_port()
    command = [COMMAND, "serve", "--no-browser", "--port", str(port)]
    began = time.monotonic()
    with subprocess.Popen(command, env={**ENVIRONMENT, "OPENABYSS_DATA": str(folder)}) as server:
        try:
            visitor = Visitor(f"http://127.0.0.1:{port}")
            await_page(visitor, server)
            print(f"server:   start page after {time.monotonic() - began:.1f} s")
            play_at_table(visitor)
        finally:
            server.terminate()


def await_page(visitor: Visitor, server: subprocess.Popen[bytes]) -> None:
    """Wait until the start page comes. Raises TimeoutError, ChildProcessError."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if server.poll() is not None:
            raise ChildProcessError(f"the server ended with {server.returncode}")
        try:
            visitor.get("/")
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("no start page")


def play_at_table(visitor: Visitor) -> None:
    """A whole game of random answers against the easy computer."""
    seats = [{"kind": "me", "name": "Visitor"}, {"kind": "computer", "level": "easy"}]
    table = visitor.post("/api/tables", {"seats": seats})["table"]
    visitor.get(f"/t/{table}")
    chance, answers = random.Random(1), 0
    while not (update := json.loads(visitor.get(f"/api/tables/{table}")))["over"]:
        question = update["question"]
        if not question or not question.get("actions"):
            time.sleep(0.05)
            continue
        answer = {
            "type": "answer",
            "id": str(answers),
            "revision": update["revision"],
            "seat": question["player"],
            "action": chance.choice(question["actions"])["text"],
        }
        visitor.post(f"/api/tables/{table}/commands", answer)
        answers += 1
    visitor.get(f"/t/{table}/results")
    print(f"table:    a game of {answers} answers, {update['view']['turn']} turns")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def main() -> None:
    try_library()
    try_languages()
    with tempfile.TemporaryDirectory() as folder:
        try_terminal(Path(folder))
        try_server(Path(folder))


if __name__ == "__main__":
    main()
