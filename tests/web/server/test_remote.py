"""`openabyss play --server`: the terminal at a table of a server."""

import argparse
import io
import queue
import random
import re
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from openabyss import Game, view
from openabyss.cli import main
from openabyss.client.protocol import NOT_HERE, REPLACED, RESTARTING, TOO_MANY
from openabyss.client.protocol.from_server import Bye, Pong
from openabyss.errors import InvalidOption
from openabyss.terminal import remote
from openabyss.terminal.commands import add_play_arguments
from openabyss.terminal.plain import Notice, PlainTable
from tests.web.server.serving import Served

pytestmark = pytest.mark.usefixtures("home")

PATIENCE_SECONDS = 60
QUESTIONS_IN_ENGLISH = 12


@pytest.fixture(autouse=True, scope="module")
def on_a_busy_machine() -> Iterator[None]:
    """The server, which is in this process, may take longer than one elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(remote, "SECONDS", 120)
        yield


class Typist(io.TextIOBase):
    """Types what is put in, line by line, as a person would, and leaves if nothing happens any more."""

    def __init__(self) -> None:
        self._lines = queue.SimpleQueue[str]()

    def type(self, line: str) -> None:
        self._lines.put(f"{line}\n")

    def end(self) -> None:
        self._lines.put("")

    def readline(self, _size: int | None = -1) -> str:  # type: ignore[override]
        with suppress(queue.Empty):
            return self._lines.get(timeout=PATIENCE_SECONDS)
        return ""


class Screen(io.StringIO):
    """Answers at random whenever a question has been listed completely."""

    def __init__(self, typist: Typist) -> None:
        super().__init__()
        self._typist, self._random, self._last = typist, random.Random(3), 0

    def write(self, text: str) -> int:
        number, dot, _rest = text.strip().partition(". ")
        if dot and number.isdecimal():
            self._last = int(number)
        return super().write(text)

    def flush(self) -> None:
        if self._last and self.getvalue().endswith("]\n"):
            self._typist.type(str(self._random.randint(1, self._last)))
            self._last = 0


def play(monkeypatch: pytest.MonkeyPatch, url: str, *rest: str, screen: type[Screen] = Screen) -> str:
    typist = Typist()
    target = screen(typist)
    with monkeypatch.context() as patched:
        patched.setattr("sys.stdin", typist)
        patched.setattr("sys.stdout", target)
        status = main(["play", "--server", url, *rest])
    typist.end()
    assert status == 0
    return target.getvalue()


def test_a_whole_game_against_a_computer(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = play(monkeypatch, served.address, "--players", "2")
    assert "The game is over." in printed
    assert "Final score" in printed


class Linguist(Screen):
    """Asks for another language in the middle of a game, and for what there is not."""

    def __init__(self, typist: Typist) -> None:
        super().__init__(typist)
        self._questions = 0

    def flush(self) -> None:
        if self._last and self.getvalue().endswith("]\n"):
            self._questions += 1
            if self._questions == QUESTIONS_IN_ENGLISH:
                self._last = 0
                for line in ("language", "language dee", "language de"):
                    self._typist.type(line)
        super().flush()


@pytest.mark.usefixtures("english_process")
def test_the_language_is_changed_in_the_middle_of_a_game(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = play(monkeypatch, served.address, "--players", "2", screen=Linguist)
    english, german = printed.split("there is no language 'dee'")
    assert "Deutsch" in english
    assert "Explore the depths [explore]" in english
    assert "Die Tiefen erkunden [explore]" in german
    assert "Explore the depths" not in german
    assert german.count("Das Spiel ist zu Ende.") == 1  # codespell:ignore ist,ende
    assert len(re.findall("^ +Captain +[A-Z]", german, re.MULTILINE)) == 1


def test_a_friend_joins_from_the_terminal(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, table = served.seated("me", "friend", seed=1)
    link = ann.links(table)["seats"]["1"]

    def play_ann() -> None:
        with ann.at(table) as sitting:
            sitting.play(random.Random(1))

    other = threading.Thread(target=play_ann)
    other.start()
    printed = play(monkeypatch, served.address + link)
    other.join(60)
    assert "The game is over." in printed


@pytest.mark.parametrize(
    "url", ["nonsense", "http://127.0.0.1:1/", "ftp://x/", "http://localhost:abc/", "http://[::1"]
)
def test_a_server_that_is_not_there_is_named(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--server", url]) == 2
    assert url.rsplit("//", maxsplit=1)[-1].rstrip("/") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("", "SSH-2.0-OpenSSH_9.6\r\n"),
        ("", "HTTP/1.0 200 OK\r\n\r\n<html>"),
        ("", "HTTP/1.0 200 OK\r\nSet-Cookie: openabyss=1\r\n\r\n[]"),
        ("", "HTTP/1.0 200 OK\r\nSet-Cookie: a/b=1\r\nContent-Length: 99\r\n\r\n{"),
        ("j/x", "HTTP/1.0 200 OK\r\n\r\n<html>"),
        ("j/x", "HTTP/1.0 404 Not Found\r\nContent-Length: 99\r\n\r\n{"),
    ],
)
def test_what_is_no_server_of_openabyss_is_named(
    path: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"

        def answer_once() -> None:
            with listening.accept()[0] as connection:
                connection.recv(65536)
                connection.sendall(answer.encode())

        threading.Thread(target=answer_once, daemon=True).start()
        assert main(["play", "--server", url + path]) == 2
    assert url in capsys.readouterr().err


class Frames(list[str]):
    """A socket that has only these frames."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def send(self, _text: str) -> None:
        pass


class CutOff(Frames):
    """One that is closed with a code, or breaks."""

    code: int | None = RESTARTING

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        raise ConnectionClosedError(None if self.code is None else Close(self.code, ""), None)


PONG = '{"type":"pong","revision":0}'


@pytest.mark.parametrize(
    ("code", "heard"),
    [(RESTARTING, [Notice, Notice, Pong]), (None, [Notice, Notice, Pong]), (REPLACED, [Notice])],
)
def test_after_a_restart_of_the_server_the_seat_is_taken_again(
    code: int | None, heard: list[type], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CutOff, "code", code)
    monkeypatch.setattr(remote, "PAUSES", (0.0, 0.0))
    doors: Any = iter([CutOff(), None, Frames([PONG])])

    def enter() -> Any:
        if (door := next(doors)) is None:
            raise ConnectionRefusedError
        return door

    typist: Any = Typist()
    said = list(remote.RemoteTable(enter).heard(typist))
    typist.end()
    assert [type(one) for one in said] == heard


@pytest.mark.parametrize(
    ("code", "why"),
    [(REPLACED, "has taken over your seat"), (NOT_HERE, "no longer exists"), (TOO_MANY, "Too many")],
)
def test_who_is_sent_away_for_good_reads_why(
    code: int, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CutOff, "code", code)
    frames: Any = CutOff(['{"type":"bye","reason":"replaced"}'])
    typist: Any = Typist()
    PlainTable(remote.RemoteTable(lambda: frames), typist, sys.stdout).play()
    typist.end()
    printed = capsys.readouterr().out
    assert why in printed
    assert "the table is kept" not in printed


def test_a_message_of_a_later_version_does_not_stop_the_table() -> None:
    frames: Any = Frames(['{"type":"later"}', '{"type":"bye","reason":"restart"}'])
    typist: Any = Typist()
    said = list(remote.RemoteTable(lambda: frames).heard(typist))
    typist.end()
    assert [type(one) for one in said] == [Notice, Bye]


class Broken(io.StringIO):
    """A standard input that can no longer be read."""

    def __next__(self) -> str:  # type: ignore[override]
        raise BlockingIOError


def test_who_can_type_nothing_any_more_leaves_the_table() -> None:
    no_socket: Any = None
    table = remote.RemoteTable(no_socket)
    with pytest.raises(BlockingIOError):
        table._read_lines(Broken())
    assert table._heard.get_nowait() is None


def test_proxies_that_the_first_request_passes_over_are_passed_over_by_the_socket_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("urllib.request.getproxies", lambda: {"socks": "socks5://127.0.0.1:1"})
    with pytest.raises(ConnectionRefusedError):
        remote._enter(remote.RemoteSeat("http://127.0.0.1:1/", "table", ""))


def test_a_link_that_leads_nowhere_is_reported(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--server", f"{served.address}/j/nothing"]) == 2
    assert "no longer works" in capsys.readouterr().err


def arguments(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_play_arguments(parser)
    return parser.parse_args(line.split())


def test_a_new_table_is_the_one_that_was_asked_for(served: Served) -> None:
    asked = (
        "--leviathan --option martial_law=never --opponents easy,skilled:style=hunter --players 4 --seat 2"
    )
    seat = remote.find_seat(arguments(f"--name Ann --seed 7 {asked} --server {served.address}"))
    ann = served.person()
    ann.http.headers["Cookie"] = seat.cookie
    found = ann.look(seat.table)
    same = Game.new(4, 7, leviathan=True, options={"martial_law": "never"})
    assert found["config"]["options"] == {"martial_law": "never"}
    assert found["view"]["court"] == view(same, 1).court
    assert [one["level"] for one in found["people"]] == ["easy", None, *["skilled:style=hunter"] * 2]
    assert found["people"][1]["name"] == "Ann"


def test_a_name_in_another_encoding_is_understood_as_far_as_it_goes(served: Served) -> None:
    seat = remote.find_seat(arguments(f"--name J\udcfcrgen --server {served.address}"))
    ann = served.person()
    ann.http.headers["Cookie"] = seat.cookie
    assert ann.look(seat.table)["people"][0]["name"] == "J?rgen"


def test_a_link_that_is_no_text_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--server", "http://127.0.0.1:1/j/\udcff"]) == 2
    assert "http://127.0.0.1:1/j/" in capsys.readouterr().err
    assert not (home / "seats.json").exists()


def test_a_link_leads_to_the_same_seat_again(served: Served) -> None:
    """Even if something was added to it that changes nothing."""
    ann, table = served.seated("me", "friend")
    link = f"{served.address}{ann.links(table)['seats']['1']}"
    first, again = (
        remote.find_seat(arguments(f"--name Bob --server {link}{added}")) for added in ("", "?language=de")
    )
    assert first == again
    bob = served.person()
    bob.http.headers["Cookie"] = again.cookie
    assert bob.look(table)["people"][1]["local"]


def test_a_link_for_spectators_leads_to_the_table_and_takes_no_room(served: Served, home: Path) -> None:
    ann, table = served.seated("me", "easy")
    seat = remote.find_seat(arguments(f"--server {served.address}{ann.links(table)['spectators']}"))
    eve = served.person()
    eve.http.headers["Cookie"] = seat.cookie
    assert seat.table == table
    assert eve.look(table)["view"]["seat"] is None
    assert not (home / "seats.json").exists()


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("/j/nothing --kraken", "only --name"),
        ("/ --opponents human", "only a new game against computers"),
        ("/ --resume game.json", "only a new game against computers"),
        ("/ --players 5", "5 with Leviathan"),
        ("/ --opponents grandmaster", "no opponent 'grandmaster'"),
    ],
)
def test_what_cannot_be_had_at_a_server_is_refused_before_it_is_asked(given: str, problem: str) -> None:
    with pytest.raises(InvalidOption, match=problem):
        remote.find_seat(arguments(f"--server http://127.0.0.1:1{given}"))


def test_what_is_typed_before_the_table_is_there_waits_for_it(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\nquit\n"))
    assert main(["play", "--server", served.address, "--players", "2", "--seed", "4"]) == 0
    assert "You are watching." not in capsys.readouterr().out


class Leaver(Screen):
    """Answers once, says something and leaves."""

    _has_spoken = _has_left = False
    _said_before = 0

    def flush(self) -> None:
        said = self.getvalue().count("Captain says: hello")
        if self._last and not self._has_spoken:
            self._has_spoken, self._said_before = True, said
            for line in ("1", "say hello"):
                self._typist.type(line)
        elif self._has_spoken and said > self._said_before and not self._has_left:
            self._has_left = True
            self._typist.type("quit")


def test_commands_of_another_sitting_are_not_taken_for_those_of_the_first() -> None:
    table: Any = remote.RemoteTable
    assert len({PlainTable(table, io.StringIO(), io.StringIO())._name() for _sitting in range(2)}) == 2


def test_who_has_left_comes_back_to_the_same_seat(
    served: Served, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = play(monkeypatch, served.address, "--seat", "2", "--seed", "4", screen=Leaver)
    address = left.split("You sit at ")[1].splitlines()[0]
    again = play(monkeypatch, address, screen=Leaver)
    assert left.count("Captain says: hello") == 1
    place, how, said_before, *log = again.splitlines()
    assert [place, how, *log[:3]] == left.splitlines()[:5]
    assert (said_before, again.count("Captain says: hello")) == ("Captain says: hello", 2)
    assert "The game is over." in play(monkeypatch, address)
    assert main(["play", "--server", f"{address}x"]) == 2
    assert "You have no seat at this table." in capsys.readouterr().err
    assert main(["play", "--server", address, "--kraken"]) == 2
    assert "only --name goes with it" in capsys.readouterr().err
    if sys.platform != "win32":
        assert (home / "seats.json").stat().st_mode & 0o777 == 0o600


class Conceder(Screen):
    """Concedes when first asked, after a word too few."""

    def flush(self) -> None:
        if self._last and self.getvalue().endswith("]\n"):
            self._last = 0
            for line in ("concede", "concede sure"):
                self._typist.type(line)


def test_who_concedes_from_the_terminal_has_lost(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = play(monkeypatch, served.address, "--players", "2", screen=Conceder)
    assert "Type “concede sure” if you mean it." in printed
    assert "Captain concedes." in printed
    assert "since the others have conceded" in printed


class Orderer(Screen):
    """Gives standing orders when first asked, and leaves."""

    def flush(self) -> None:
        if self._last and self.getvalue().endswith("]\n"):
            self._last = 0
            self._typist.type("orders")
        elif "\n  orders add 4: " in self.getvalue() and not self._is_ordered:
            self._is_ordered = True
            for line in ("orders add 1", "orders only"):
                self._typist.type(line)
        elif "  ✓ " in self.getvalue():
            self._typist.type("quit")

    _is_ordered = False


def test_standing_orders_are_given_from_the_terminal(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = play(monkeypatch, served.address, "--players", "2", screen=Orderer)
    assert "  1. Never buy" in printed
    assert "  ✓ Answer for me when I have no choice" in printed


@pytest.mark.parametrize(
    ("name", "why"),
    [("Captain", "already called Captain"), (" ", "Tell the others your name."), ("x" * 40, "24")],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(
    name: str, why: str, served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, table = served.seated("me", "friend")
    link = f"{served.address}{ann.links(table)['seats']['1']}"
    assert main(["play", "--server", link, "--name", name]) == 2
    assert why in capsys.readouterr().err


def test_where_the_server_stays_away_the_table_is_not_left_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CutOff, "code", None)
    monkeypatch.setattr(remote, "PAUSES", (0.0,))
    doors: Any = iter([CutOff()])

    def enter() -> Any:
        if (door := next(doors, None)) is None:
            raise ConnectionRefusedError
        return door

    typist: Any = Typist()
    with pytest.raises(ConnectionError, match="the server has not come back"):
        list(remote.RemoteTable(enter).heard(typist))
    typist.end()
