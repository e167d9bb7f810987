"""Bots: classes of Python and programs in any language play; one that fails loses its game and no more."""

import json
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from asyncio import CancelledError
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from openabyss.arena.series.driving import FORFEITED
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.simulation import simulate
from openabyss.cli import main
from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.players.bot import BotFailed, dismiss
from openabyss.players.bot_finding import ENTRY_POINTS, question_for
from openabyss.players.bot_lines import Program, address_of
from openabyss.players.kinds import player_kinds
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.server.tables.seating import check_level
from openabyss.table.questions import Action
from openabyss.table.view import view
from tests.players.bots import (
    ByNumber,
    ByText,
    Erring,
    First,
    Observing,
    OfTheProtocol,
    Returning,
    Talkative,
    UnspeakableError,
    has_ended,
    own,
)
from tests.random_games import questions
from tests.web.server.serving import wait_until

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
IN_PYTHON = f"program:{shlex.join([sys.executable, str(EXAMPLES / 'bot.py')])}"
IN_SHELL = f"program:{shlex.quote(str(EXAMPLES / 'bot.sh'))}"


class Stalling(First):
    def choose(self, perspective: Perspective) -> Action:
        while True:
            time.sleep(0.01)


class Waiting(First):
    """Answers when it may."""

    may_go_on = threading.Event()

    def choose(self, perspective: Perspective) -> Action:
        self.may_go_on.wait(60)
        return super().choose(perspective)


class Cheating(First):
    """Gives an answer to another question."""

    def choose(self, perspective: Perspective) -> Action:
        return Action(186, perspective.question)


def asked(seed: int = 1) -> Perspective:
    """What the seat that chooses first knows."""
    return Perspective(Game.new(players=2, seed=seed, kraken=True, leviathan=True))


def failure_of(spec: str) -> str:
    """What is said of a bot that fails when it is asked."""
    bot = player(spec)
    try:
        with pytest.raises(BotFailed) as caught:
            bot.choose(asked())
    finally:
        dismiss([bot])
    return str(caught.value)


@pytest.mark.parametrize("spec", [own(First), IN_PYTHON, IN_SHELL])
def test_a_bot_of_any_language_plays_a_game_to_its_end(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", "120")  # The shell reads byte by byte.
    outcome = Series((spec, "random"), seed=3).play(0, 1)
    assert outcome["end_cause"][0] not in (0, FORFEITED)
    assert sorted(outcome["rank"][0, :2]) in ([1, 2], [1, 1])


def test_a_game_of_a_program_depends_on_its_seed_alone() -> None:
    series = Series((IN_PYTHON, "random"), seed=5)
    together = series.play(0, 2)
    assert np.array_equal(together[1:], series.play(1, 1))


def test_what_is_compiled_for_a_bot_takes_none_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # It was forfeited in every game on a machine where nobody had observed yet.
    observe, now, to_compile = Perspective.observation, [0.0], [60.0]

    def observe_slowly_at_first(perspective: Perspective) -> Any:
        now[0] += to_compile.pop() if to_compile else 0
        return observe(perspective)

    monkeypatch.setattr(Perspective, "observation", observe_slowly_at_first)
    monkeypatch.setattr("openabyss.players.bot.time", SimpleNamespace(monotonic=lambda: now[0]))
    assert player(own(Observing)).choose(asked()) in asked().legal_actions
    assert not to_compile


def test_what_is_said_of_a_failure_is_shortened() -> None:
    assert len(failure_of(own(Talkative))) < 1200


def program_of(code: str) -> str:
    """How a program of these lines of Python is asked for."""
    return f"program:{shlex.join([sys.executable, '-c', code])}"


def saying(line: str) -> str:
    """How a program is asked for that writes this line, and reads the game and the first question."""
    return program_of(f"print({line!r}, flush=True); input(); input()")


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        (own(Erring), "Erring: ZeroDivisionError: no idea"),
        (own(Cheating), "which is not legal"),
        (program_of("raise SystemExit(3)"), "it ended without an answer (exit status 3)"),
        (program_of("import os; os.kill(os.getpid(), 9)"), "it ended without an answer (SIGKILL)"),
        (program_of("import os; os.close(1); input(); input(); input()"), "it ended without an answer"),
        (saying("hello"), "it wrote 'hello'"),
        (saying("[1]"), "it wrote '[1]'"),
        (saying('{"action": "fly"}'), "'fly', which is not legal"),
        (saying('{"action": 9999}'), "'9999', which is not legal"),
    ],
)
def test_a_bot_that_fails_is_named_with_the_reason(spec: str, why: str) -> None:
    said = failure_of(spec)
    assert said.startswith(spec[:20])
    assert why in said


def test_a_program_answers_in_any_words_that_a_game_reads() -> None:
    bot = player(saying('{"action": " Pass"}'))
    assert bot.choose(asked()).text == "pass"
    dismiss([bot])


def test_a_class_that_stalls_is_stopped_and_in_another_thread_left_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the main thread has a timer; a screen lets its opponents think in others."""
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", "0.2")
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(failure_of, own(Waiting)).result(60)
    Waiting.may_go_on.set()
    for failure in (said, failure_of(own(Stalling))):
        assert "did not answer within 0.2 seconds" in failure


def test_a_program_that_stalls_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also where it ignores that its input has ended."""
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", "0.5")
    monkeypatch.setattr("openabyss.players.bot_lines.SECONDS_TO_END", 0.2)
    mark = tmp_path / "process"
    program = f"import os, time\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)"
    assert "did not answer within" in failure_of(program_of(program))
    if mark.exists():  # it had begun before its time was up
        with pytest.raises(ProcessLookupError):
            os.kill(int(mark.read_text()), 0)


# A program that writes down its environment, and itself and another program that it has started.
NOTING = """
import json, os, subprocess, sys
other = subprocess.Popen(["sleep", "600"])
with open({mark!r} + "~", "w") as mark:
    json.dump([sorted(os.environ), os.getpid(), other.pid], mark)
os.rename({mark!r} + "~", {mark!r})
input()
"""


def noted(mark: Path) -> tuple[list[str], list[int]]:
    """What the program has written down: the names in its environment, and the processes."""
    wait_until(mark.exists)
    names, *processes = json.loads(mark.read_text())
    return names, processes


def noting(mark: Path) -> list[str]:
    return [sys.executable, "-c", NOTING.format(mark=str(mark))]


def test_a_program_gets_no_secrets_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DATABASE_URL", "OPENABYSS_KEY", "PGPASSWORD", "SECRET_TOKEN", "NAME_OF_MODEL"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("OPENABYSS_BOT_ENVIRONMENT", "NAME_OF_MODEL, OTHER, DATABASE_URL, OPENABYSS_KEY")
    program = Program(noting(tmp_path / "mark"))
    names, _processes = noted(tmp_path / "mark")
    program.close()
    assert {"PATH", "NAME_OF_MODEL"} <= set(names)
    assert not {"DATABASE_URL", "OPENABYSS_KEY", "PGPASSWORD", "SECRET_TOKEN"} & set(names)


def test_what_a_program_has_started_ends_with_its_game(tmp_path: Path) -> None:
    program = Program(noting(tmp_path / "mark"))
    _names, processes = noted(tmp_path / "mark")
    program.close()
    wait_until(lambda: all(has_ended(process) for process in processes))


def test_what_a_program_has_started_ends_with_us_however_we_end(tmp_path: Path) -> None:
    """Nobody was left to end it when the process that asked it was killed."""
    starting = (
        f"from openabyss.players.bot_lines import Program\nProgram({noting(tmp_path / 'mark')!r})\ninput()"
    )
    with subprocess.Popen([sys.executable, "-c", starting], stdin=subprocess.PIPE) as asking:
        _names, processes = noted(tmp_path / "mark")
        asking.kill()
        wait_until(lambda: all(has_ended(process) for process in processes))


def test_a_bot_that_fails_loses_that_game_and_the_series_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    summary = simulate(Series((own(Erring), "random", "random"), seed=1, rotate=True), 3)
    assert (summary["games"], summary["end_causes"]) == (3, {"forfeited_error": 3})
    assert [row["win_rate"] for row in summary["players"]] == [0, 0.5, 0.5]
    said = capfd.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in said] == ["Game 1", "Game 2", "Game 3"]
    assert all("has lost" in line and "no idea" in line for line in said)
    match = Series((own(Erring), own(First)), seed=2, paired=True).play(0, 2)
    assert match["rank"][:, :2].tolist() == [[2, 1], [1, 2]]
    assert (set(match["end_cause"]), set(match["winners"])) == ({FORFEITED}, {1})
    assert capfd.readouterr().err.count("ZeroDivisionError") == 2


def test_a_player_of_our_own_that_fails_still_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Player, _perspective: Perspective) -> Action:
        raise ZeroDivisionError

    monkeypatch.setattr("openabyss.players.registry.NativePlayer.choose", fail)
    with pytest.raises(ZeroDivisionError):
        Series((own(First), "random"), seed=2, paired=True).play(0, 1)


def test_a_question_shows_a_program_what_its_seat_may_know() -> None:
    game = Game.new(players=3, seed=4, kraken=True, leviathan=True)
    chooser = player("random", 4)
    for _answer in range(80):
        question = question_for(Perspective(game))
        assert question["observation"] == game.observation(game.player).tolist()
        assert question["view"] == view(game, game.player)
        assert question["actions"] == [action.text for action in game.legal_actions]
        assert question["ids"] == [action.id for action in game.legal_actions]
        game.apply(chooser.choose(Perspective(game)))


def test_a_level_that_is_started_as_a_program_answers_as_the_level_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", "300")
    game = Game.new(players=2, seed=4, kraken=True)
    command = [sys.executable, str(EXAMPLES / "level_bot.py"), "medium"]
    level, program = player("medium", 4), player(f"program:{shlex.join(command)}", 4)
    try:
        for _answer in range(30):
            answer = level.choose(Perspective(game))
            assert program.choose(Perspective(game)) == answer
            game.apply(answer)
    finally:
        dismiss([program])


def test_a_program_may_listen_at_an_address() -> None:
    """Here one that always answers with the first legal number, for a single game."""

    def listen() -> None:
        connection, _address = listening.accept()
        with connection, connection.makefile("rw") as stream:
            for line in stream:
                if '"question"' in line:
                    first = line.split('"ids":[')[1].split(",")[0].rstrip("]")
                    stream.write(f'{{"action": {first}}}\n')
                    stream.flush()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        spec = f"socket:127.0.0.1:{listening.getsockname()[1]}"
        outcome = Series((spec, "random"), seed=3).play(0, 1)
        thread.join(60)
    assert not thread.is_alive()
    assert np.array_equal(outcome, Series((own(First), "random"), seed=3).play(0, 1))


@pytest.mark.parametrize("text", ["[::1]:7000", "::1:7000"])
def test_an_address_of_ipv6_may_have_brackets(text: str) -> None:
    assert address_of(text) == ("::1", 7000)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("program:./nowhere", "is not a program that can be started"),
        ("program:", "is not a program that can be started"),
        ("socket:7000", "is not an address such as localhost:7000"),
        ("tests.players.test_bots:Nobody", "cannot be loaded: AttributeError"),
        ("tests.no_such_module:Nobody", "cannot be loaded: ModuleNotFoundError"),
        ("tests.players.test_bots:Path", "has no method choose"),
        ("medum", "did you mean 'medium'"),
    ],
)
def test_a_bot_that_is_not_there_is_named(spec: str, said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        player(spec)


@pytest.mark.parametrize("limit", ["soon", "0", "inf", "1e12"])
def test_a_wrong_limit_is_named(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", limit)
    with pytest.raises(InvalidOption, match=f"OPENABYSS_BOT_SECONDS={limit}: .* 86400 at most"):
        player(own(First))


def test_an_installed_package_brings_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought = tmp_path / "bringing-1.0.dist-info"
    brought.mkdir()
    (brought / "METADATA").write_text("Metadata-Version: 2.1\nName: bringing\nVersion: 1.0\n")
    (brought / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\nfirst = {own(First)}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    perspective = asked()
    assert player("first").choose(perspective) == perspective.legal_actions[0]


def test_tables_of_a_server_seat_only_the_bots_that_it_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidOption, match="there is no computer"):
        check_level(own(First))
    monkeypatch.setenv("OPENABYSS_PLAYERS", f"{own(First)}, {own(Erring)}")
    assert check_level(own(First)) == own(First)
    assert [kind.name for kind in player_kinds()][-2:] == [own(First), own(Erring)]
    with pytest.raises(InvalidOption, match="there is no computer"):
        check_level(IN_PYTHON)


@pytest.mark.parametrize("kind", [ByText, ByNumber])
def test_a_class_needs_only_choose_and_may_answer_with_a_text_or_a_number(kind: type[Any]) -> None:
    assert player(own(kind)).choose(asked()) == asked().legal_actions[0]


def test_a_class_may_say_that_it_is_repeatable() -> None:
    assert player(own(ByText)).reproducible
    assert not player(own(First)).reproducible


def test_a_bot_observes_what_its_seat_does() -> None:
    for game in questions(3, players=3, kraken=True, leviathan=True):
        for perfect_memory in (True, False):
            seen = Perspective(game).observation(perfect_memory=perfect_memory)
            assert np.array_equal(seen, game.observation(game.player, perfect_memory=perfect_memory))


def test_forfeits_are_counted_for_each_player_and_the_last_line_names_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spec = own(Erring)
    assert simulate(Series((spec, "random"), seed=3), 2)["players"][0]["forfeits"] == 2
    assert main(["rate", spec, "random", "--games", "2", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["players"]
    assert [row["forfeits"] for row in found.values()] == [2, 0]
    assert [row["forfeit_reasons"] for row in found.values()] == [{"error": 2}, {}]
    assert main(["rate", spec, "random", "--games", "2", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"Games lost by failing: {spec} (2 × failed)"


@pytest.mark.parametrize(
    ("spec", "cause"),
    [
        (own(Erring), "forfeited_error"),
        (own(Cheating), "forfeited_illegal"),
        (saying('{"action": "fly"}'), "forfeited_illegal"),
        (own(Stalling), "forfeited_time"),
    ],
)
def test_results_say_why_a_game_was_lost(spec: str, cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", "0.2" if spec == own(Stalling) else "30")
    assert simulate(Series((spec, "random"), seed=3), 1)["end_causes"] == {cause: 1}


@pytest.mark.parametrize(
    "answer", [10**5000, UnspeakableError(), None, [], np.array([1, 2]), "\ud800"], ids=type
)
def test_an_answer_of_any_kind_is_legal_or_a_failure(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(First, "choose", lambda _self, _perspective: answer)
    assert "which is not legal" in failure_of(own(First))


@pytest.mark.parametrize(
    "error",
    [UnspeakableError(), GeneratorExit(), CancelledError(), BaseException("no"), TimeoutError("no model")],
)
def test_whatever_a_bot_raises_is_its_failure(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: First, _perspective: Perspective) -> Action:
        raise error

    monkeypatch.setattr(First, "choose", fail)
    with ThreadPoolExecutor(1) as pool:
        in_a_thread = pool.submit(failure_of, own(First)).result(60)
    for failure in (in_a_thread, failure_of(own(First))):
        assert f"First: {type(error).__name__}" in failure


def test_an_action_of_another_moment_means_the_same_words() -> None:
    found = Series((own(Returning), own(Returning)), seed=1).play(0, 2)
    assert np.array_equal(found, Series((own(First), own(First)), seed=1).play(0, 2))


def test_a_class_may_say_that_it_is_a_player() -> None:
    assert isinstance(player(own(OfTheProtocol)).choose(asked()), Action)
