"""The command line: quick to start, clear when misused."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from openabyss import cli
from openabyss.arena.bench.signature import GAMES, fixed_game, signature
from openabyss.engine.mode import INTERPRETED
from openabyss.rules.sizes import LEVIATHANS
from openabyss.terminal.replaying import print_recorded, read_recorded
from openabyss.terminal.tables import save
from openabyss.version import RULES, VERSION
from openabyss.words.cards.codes import LOCATION_IDS, LORD_IDS
from tests.terminal.tables import new_session, play_to_the_end

RULES_VERSIONS = Path(__file__).parent / "data" / "rules-versions.txt"
HEAVY = ("numpy", "numba", "textual", "rich")


def openabyss(*arguments: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "openabyss", *arguments],
        input=typed,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"], ["nonsense"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    source = f"""
import sys
from openabyss.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    shown = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert shown.stderr.splitlines()[-1] == "[]"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in cli.COMMANDS)


@pytest.mark.parametrize("name", list(cli.COMMANDS))
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([name, "--help"])
    assert end.value.code == 0
    assert f"usage: openabyss {name}" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"openabyss {VERSION}\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--speed"], "--speed"),
        (["play", "--plain", "--players", "x"], "'x' is not a whole number"),
    ],
)
def test_misuse_is_one_line_and_exit_2(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert problem in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["play", "--plain", "--opponents", "medim"], "did you mean 'medium'?"),
        (["play", "--plain", "--opponents", "medium:perl=3"], "did you mean 'pearl'?"),
        (["play", "--plain", "--players", "7"], "players: 7 cannot play"),
        (
            ["play", "--plain", "--players", "2", "--opponents", "random,random"],
            "--opponents: 2 are too many",
        ),
        (["play", "--plain", "--seat", "3"], "--seat: 3 is not a seat; the seats are 1 to 2"),
        (["play", "--plain", "--resume", "/nowhere.json"], "/nowhere.json: cannot be read"),
        (["replay", "/nowhere.json"], "/nowhere.json: cannot be read"),
        (["rules", "jailor"], "there is no card 'jailor'; did you mean 'jailer'?"),
    ],
)
def test_our_own_errors_are_one_line_and_exit_2(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("openabyss: ")
    assert problem in shown.err
    assert shown.err.count("\n") == 1


def test_a_game_is_played_through_a_pipe_and_resumed(tmp_path: Path) -> None:
    folder = {"OPENABYSS_DATA": str(tmp_path)}
    first = openabyss(
        "play", "--players", "3", "--opponents", "random,medium", "--seed", "4", typed="1\n", **folder
    )
    assert (first.returncode, first.stderr) == (0, "")
    file = tmp_path / "saved-game.json"
    assert first.stdout.splitlines()[-1].endswith(f"openabyss play --plain --resume {file}")
    second = openabyss("play", "--resume", str(file), typed="1\n" * 2000, **folder)
    assert (second.returncode, second.stderr) == (0, "")
    assert "Final score" in second.stdout
    assert not file.exists()


@pytest.mark.parametrize("command", ["play --plain --players 2 --seed 1", "puzzle 1"])
def test_half_a_letter_is_no_answer_and_no_traceback(command: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "openabyss", *command.split()],
        input=b"\xff\nquit\n",
        env={**os.environ, "OPENABYSS_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_program_may_have_read_input_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", stdin := io.TextIOWrapper(io.BytesIO(b"one\ntwo\n"), "utf-8"))
    assert stdin.readline() == "one\n"
    assert cli.main(["rules", "lord", "35"]) == 0


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("signature", "openabyss.arena.bench.signature.signature"),
        ("rate", "openabyss.arena.commands.add_rate_arguments"),
    ],
)
def test_ctrl_c_is_quiet(
    command: str, where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At work, and already while a command reads what its arguments are."""

    def interrupted(_parser: object = None) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupted)
    assert cli.main([command]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_may_leave() -> None:
    whole = f"{sys.executable} -m openabyss rules | head -n 1; echo ${{PIPESTATUS[0]}}"
    shown = subprocess.run(["bash", "-c", whole], capture_output=True, text=True, check=True)
    assert shown.stderr == ""


@pytest.mark.parametrize("command", ["rules", "simulate --seats random,random --games 2 --jobs 1"])
def test_a_command_whose_reader_has_left_ends_with_the_status_of_that(command: str) -> None:
    whole = f"{sys.executable} -m openabyss {command} | true; echo ${{PIPESTATUS[0]}}"
    shown = subprocess.run(["bash", "-c", whole], capture_output=True, text=True, check=True)
    assert shown.stdout == f"{cli.EXIT_SIGPIPE}\n"


@pytest.mark.parametrize(
    ("output", "status", "said"),
    [("/dev/full", "1", "openabyss: No space left on device\n"), ("&-", "0", ""), ("/dev/null", "0", "")],
)
def test_output_that_cannot_be_written_is_no_traceback(output: str, status: str, said: str) -> None:
    """A full disk, no output at all, and a terminal that knows ASCII only."""
    whole = (
        f"PYTHONIOENCODING=ascii OPENABYSS_LANGUAGE=de {sys.executable} -m openabyss rules slaver >{output}"
    )
    shown = subprocess.run(["sh", "-c", f"{whole}; echo $?"], capture_output=True, text=True, check=True)
    assert (shown.stdout, shown.stderr) == (f"{status}\n", said)


def test_a_folder_that_cannot_keep_compiled_rules_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    command = [sys.executable, "-m", "openabyss", "compile"]
    surroundings = {**os.environ, "OPENABYSS_CACHE": str(tmp_path / "file"), "OPENABYSS_INTERPRETED": "0"}
    done = subprocess.run(command, check=False, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"openabyss: {tmp_path / 'file'}: compiled rules cannot be kept here: ")
    assert "OPENABYSS_CACHE" in line


@pytest.mark.parametrize("command", ["rules", "compile"])
def test_rules_that_run_interpreted_need_no_folder(command: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    surroundings = {"OPENABYSS_CACHE": str(tmp_path / "file"), "OPENABYSS_INTERPRETED": "1"}
    done = openabyss(command, **surroundings)
    assert (done.returncode, done.stderr) == (0, "")


USED_LATER = """
from openabyss.cli import main
assert main(["compile"]) == 0
from openabyss.arena.series.playing import note_game, play_games
from openabyss.arena.simulations.trajectory_writer import retrace
from openabyss.envs.stepping import choose_at_random, reset_games, step_games
from openabyss.observation.layout import write_observation
from openabyss.players.playouts import play_many
used = note_game, play_games, play_many, retrace, write_observation, choose_at_random, reset_games, step_games
assert all(one.overloads for one in used), [one for one in used if not one.overloads]
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_is_compiled_in_advance_is_all_that_series_and_environments_use() -> None:
    subprocess.run([sys.executable, "-c", USED_LATER], check=True)


def test_rules_tell_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "ship", "master"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Ship Master"
    facts = "Merchant · cost 6 · 3 races, including shellfish · 5 influence · 1 key · works all the time"
    assert told[1] == facts


def test_rules_tell_every_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules"]) == 0
    assert capsys.readouterr().out.count("\n\n") == len(LORD_IDS) + len(LOCATION_IDS) + LEVIATHANS


def test_a_record_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = new_session(seed=2)
    play_to_the_end(session)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(session.game.to_record()))
    assert cli.main(["replay", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert any("plays first" in sentence for sentence in told)
    assert told[-2] == "The game is over."
    assert told[-1].endswith("influence.")
    assert len(told) == 1 + len(session.log)


def test_a_record_is_told_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = new_session(seed=2)
    session.go_on()
    session.answer(session.choices[0].text)
    file = tmp_path / "game.json"
    save(session, file)
    target, keys = io.StringIO(), io.StringIO("\n")
    print_recorded(read_recorded(file), target, keys)
    assert "The record ends here" not in target.getvalue() or keys.read() == ""


def test_the_signature_is_always_the_same() -> None:
    assert signature(3) == signature(3)
    assert signature(3) != signature(2)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes uncompiled")
def test_rules_that_play_differently_have_another_version() -> None:
    """If not: count up RULES in version.py, and add it to the file with what `make signature` prints."""
    versions = [line.split() for line in RULES_VERSIONS.read_text().splitlines() if not line.startswith("#")]
    assert [number for number, _signature in versions] == [str(place + 1) for place in range(len(versions))]
    assert versions[-1] == [str(RULES), signature()]


def test_the_games_of_the_signature_see_every_lord_location_and_leviathan() -> None:
    ends = [fixed_game(number)[1] for number in range(GAMES)]
    for places in ("lord_place", "location_place", "leviathan_place"):
        owned = np.array([getattr(state, places) for state in ends]) >= 0
        assert owned.any(axis=0).all(), places
