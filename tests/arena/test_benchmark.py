"""The frozen benchmark at tiny settings: its rows, what it refuses, and that a file is true."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from openabyss import Game
from openabyss.arena import benchmark as frozen
from openabyss.arena.bench import signature
from openabyss.arena.benchmark import WrongBenchmark
from openabyss.arena.benchmark import __main__ as command
from openabyss.arena.series.files import UnusableOutput
from openabyss.arena.series.series import NotedGame, Series
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import OpenAbyssError

TABLES = [(2, False, False), (3, True, True)]
Json = dict[str, Any]
pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")


def test_what_is_installed_is_the_frozen_benchmark() -> None:
    """A change of rules, networks or opponents needs a new number of the benchmark."""
    command.check_installed()


@pytest.fixture
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    opponents = {"random-0": "random", "easy-0": "easy"}
    for module in (frozen, command):
        monkeypatch.setattr(module, "OPPONENTS", opponents)
        monkeypatch.setattr(module, "TABLES", TABLES)
        monkeypatch.setattr(module, "fingerprint", lambda: command.FROZEN)
    monkeypatch.setattr(frozen, "GAMES", 2)


@pytest.fixture
def played(_tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of results; the first of its tables was played before."""
    out = tmp_path / "bot.json"
    with monkeypatch.context() as first_table:
        first_table.setattr(command, "TABLES", TABLES[:1])
        command.benchmark("medium", out)
    first = rows_of(out)
    command.benchmark("medium", out)
    assert rows_of(out)[:2] == first, "what was there is kept, with the time that it took"
    return out


def rows_of(path: Path) -> list[Json]:
    rows: list[Json] = json.loads(path.read_text())["rows"]
    return rows


def test_one_file_holds_how_a_bot_did_against_every_opponent(played: Path) -> None:
    rows = rows_of(played)
    assert [(tuple(row["table"]), row["opponent"]) for row in rows] == [
        (table, opponent) for table in TABLES for opponent in ("random-0", "easy-0")
    ]
    assert [row["games"] for row in rows] == [2, 2, 3, 3], "whole rounds: everybody has each seat once"
    assert all(0 <= row["share"] <= 1 for row in rows)
    assert {*command.FROZEN, "benchmark", "version", "bot", "code"} < {*json.loads(played.read_text())}


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("bot", ["easy", "easy-0"])
def test_an_opponent_of_the_benchmark_does_not_meet_itself(tmp_path: Path, bot: str) -> None:
    command.benchmark(bot, tmp_path / "easy.json")
    assert {row["opponent"] for row in rows_of(tmp_path / "easy.json")} == {"random-0"}


def test_where_no_policy_led_the_opponents_they_play_without_one_that_has_come_since() -> None:
    assert {frozen.spec_of("hard-2", table) for table in signature.TABLES} == {"hard", "hard:leaf=learned"}
    for table in signature.TABLES:
        spec = frozen.spec_of("expert-2", table)
        is_led = frozen.spec_of("hard-2", table) == "hard"
        assert spec == "expert:iterations=2000" if is_led else spec.startswith("expert:leaf=learned,")
    assert frozen.spec_of("hard-2", (3, False, False)) == "hard:leaf=learned"
    assert frozen.spec_of("easy-1", (3, False, False)) == "easy"


@pytest.mark.usefixtures("_tiny")
def test_rows_against_slow_opponents_may_be_left_for_later(tmp_path: Path) -> None:
    out = tmp_path / "bot.json"
    for opponents in (["easy-0"], ["random-0", "easy-0"]):
        command.benchmark("medium", out, 1, opponents)
    assert [row["opponent"] for row in rows_of(out)] == ["easy-0", "easy-0", "random-0", "random-0"]


@pytest.mark.usefixtures("_tiny")
def test_a_bot_that_plays_some_tables_only_is_measured_there(tmp_path: Path) -> None:
    out = tmp_path / "some.json"
    command.benchmark("medium", out, tables=["both3", "kraken4"])
    assert [tuple(row["table"]) for row in rows_of(out)] == [(3, True, True)] * 2


def test_a_file_that_is_true_is_found_to_be_true(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.check(played)
    assert "4 rows hold" in capsys.readouterr().out


def other_places(row: Json) -> None:
    row["places"] = [[3 - place for place in places] for places in row["places"]]
    row["share"] = 1 - row["share"]
    row["interval"] = [round(1 - bound, 5) for bound in reversed(row["interval"])]


def other_cards(row: Json) -> None:
    row["records"][0] = frozen.series_of("medium", "random-0", (2, False, False)).record(2)


def another_opponent(row: Json) -> None:
    row["records"][0] = frozen.series_of("medium", "easy-0", (2, False, False)).record(0)


def records_that_end_before_the_game(row: Json) -> None:
    """Where the bot has not lost."""
    row["records"] = [Game.from_record(record).at(3).to_record() for record in row["records"]]


FORGERIES: dict[str, tuple[Callable[[Json], object], str]] = {
    "a lower par": (lambda row: row.update(par=0.01), "the places make par 0.5"),
    "a narrower interval": (lambda row: row.update(interval=[row["share"]] * 2), "the places make interval"),
    "another verdict": (lambda row: row.update(verdict="better"), "the places make verdict"),
    "more forfeits than games lost": (
        lambda row: row.update(forfeits=row["games"] + 1),
        "games lost, and forfeits 3",
    ),
    "no records": (lambda row: row.update(records=[]), "2 records belong"),
    "records that end before the game": (records_that_end_before_the_game, "the places are"),
    "a table that there is not": (lambda row: row.update(table=[4, False, False]), "no such row"),
    "a row without places": (lambda row: row.pop("places"), "holds no results"),
    "a better share": (lambda row: row.update(share=1 - row["share"]), "the places make share"),
    "other places": (other_places, "the places are"),
    "other cards": (other_cards, "other cards"),
    "another opponent": (another_opponent, "the opponent answers"),
}


@pytest.mark.parametrize(("forge", "said"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_row_is_found(played: Path, forge: Callable[[Json], object], said: str) -> None:
    found = json.loads(played.read_text())
    forge(found["rows"][0])
    played.write_text(json.dumps(found))
    with pytest.raises(WrongBenchmark, match=said):
        command.check(played)


def test_a_row_cut_short_is_found(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frozen, "GAMES", 4)
    with pytest.raises(WrongBenchmark, match="2 games decide nothing"):
        command.check(played)


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("other", [{"bot": "easy"}, {"version": "0.0.1"}, {"rules": "x"}, {"code": "x"}])
def test_rows_of_something_else_do_not_mix(tmp_path: Path, other: Json) -> None:
    out = tmp_path / "bot.json"
    before = json.dumps({**frozen.about("medium"), **other, "rows": []})
    out.write_text(before)
    with pytest.raises(WrongBenchmark, match=f"differs in {next(iter(other))}"):
        command.benchmark("medium", out)
    assert out.read_text() == before


@pytest.mark.usefixtures("_tiny")
def test_ctrl_c_ends_it_and_it_goes_on_with_the_game_after_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frozen, "GAMES", 4)
    whole, out, folder = tmp_path / "whole.json", tmp_path / "bot.json", tmp_path / "bot.json.unfinished"
    command.benchmark("medium", whole, tables=["base2"])
    assert not whole.with_name("whole.json.unfinished").exists()

    def second_is_interrupted(bot: str, opponent: str, *rest: Any) -> None:
        if opponent == "easy-0":
            signal.raise_signal(signal.SIGINT)
        frozen.play_row(bot, opponent, *rest)

    with monkeypatch.context() as interrupted:
        interrupted.setattr(command, "play_row", second_is_interrupted)
        with pytest.raises(KeyboardInterrupt):
            command.benchmark("medium", out, tables=["base2"])
    assert [row["opponent"] for row in rows_of(out)] == ["random-0"]
    assert {file.name.split(".")[0] for file in folder.iterdir()} == {"base, 2 players, easy-0"}

    numbers, play_one = [], Series.play_one

    def noted(series: Series, number: int) -> NotedGame:
        numbers.append(number)
        return play_one(series, number)

    monkeypatch.setattr(Series, "play_one", noted)
    command.benchmark("medium", out, tables=["base2"])
    assert numbers == [1, 2, 3]
    assert [untimed(row) for row in rows_of(out)] == [untimed(row) for row in rows_of(whole)]
    assert not folder.exists()


def untimed(row: Json) -> Json:
    return {name: value for name, value in row.items() if name != "ms_per_decision"}


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("is_written", [False, True])
def test_a_row_that_ends_badly_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    """The disk is full, or the process is killed once the row is in the file."""
    out = tmp_path / "bot.json"

    def write(path: Path, text: str) -> None:
        if is_written:
            path.write_text(text)
        raise UnusableOutput("the end")

    with monkeypatch.context() as failing:
        failing.setattr(command, "write_text", write)
        with pytest.raises(UnusableOutput, match="the end"):
            command.benchmark("medium", out, 1, ["easy-0"], ["base2"])
    assert list((tmp_path / "bot.json.unfinished").iterdir())
    monkeypatch.delattr(Series, "play_one")
    command.benchmark("medium", out, 1, ["easy-0"], ["base2"])
    assert [row["games"] for row in rows_of(out)] == [2]
    assert [*tmp_path.iterdir()] == [out]


@pytest.mark.usefixtures("_tiny")
def test_games_of_another_state_of_the_code_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[Json] = []
    row = ("medium", "easy-0", TABLES[0], 1, tmp_path, rows.append)
    with pytest.raises(KeyboardInterrupt):
        frozen.play_row(*row, watch=lambda done: False)
    assert not rows
    monkeypatch.setattr(frozen, "code_of", lambda bot: "changed")
    frozen.play_row(*row)
    assert [found["games"] for found in rows] == [2]
    assert [*tmp_path.glob("*easy-0.jsonl.partial")], "what was interrupted is still there"


@pytest.mark.usefixtures("_tiny")
def test_what_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("[1")
    with pytest.raises(WrongBenchmark, match="holds no results"):
        command.benchmark("medium", other)
    with pytest.raises(WrongBenchmark, match="No such file"):
        command.check(tmp_path / "nowhere.json")
    with pytest.raises(OpenAbyssError, match="there is no folder"):
        command.benchmark("medium", tmp_path / "nowhere" / "bot.json")


def test_other_opponents_are_no_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "fingerprint", lambda: {**command.FROZEN, "opponents": "others"})
    with pytest.raises(WrongBenchmark, match="another benchmark"):
        command.check_installed()


def test_the_code_of_a_bot_is_part_of_what_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("first")
    first = frozen.code_of("mine:Bot"), frozen.code_of("program:python mine.py")
    (tmp_path / "mine.py").write_text("second")
    assert frozen.code_of("mine:Bot") != first[0]
    assert frozen.code_of("program:python mine.py") != first[1]
    assert frozen.code_of("medium") == ""


def test_a_page_is_written_of_all_files(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["benchmark", "--page", str(played.parent)])
    run_path(str(command.__file__), run_name="__main__")
    assert "| `medium` |" in played.parent.with_suffix(".md").read_text("utf-8")


def test_a_page_begins_with_the_best_and_tells_of_how_many_tables_it_speaks(played: Path) -> None:
    found = json.loads(played.read_text())
    played.unlink()

    def write(bot: str, shares: dict[str, float], tables: int) -> None:
        rows = [
            {"table": list(table), "opponent": opponent, "share": share, "par": 0.5}
            for table in TABLES[:tables]
            for opponent, share in shares.items()
        ]
        (played.parent / f"{bot}.json").write_text(json.dumps({**found, "bot": bot, "rows": rows}))

    write("medium", {"random-0": 1.0, "easy-0": 0.75}, 2)
    write("half", {"random-0": 0.5, "easy-0": 1.0}, 1)
    write("random", {"easy-0": 0.25}, 2)
    write("easy", {"random-0": 0.75}, 2)
    page = command.page_of(played.parent).splitlines()
    lines = [line.split(" | ", 2) for line in page if line.startswith("| `")]
    assert [(bot, cells) for bot, _version, cells in lines] == [
        ("| `half`", "1.00 (1) | 2.00 (1) |"),
        ("| `medium`", "2.00 | 1.50 |"),
        ("| `easy`", "1.50 | – |"),
        ("| `random`", "– | 0.50 |"),
    ]


def test_a_page_compares_what_can_be_compared(played: Path) -> None:
    with pytest.raises(WrongBenchmark, match="holds no results"):
        command.page_of(played / "nowhere")
    (played.parent / "broken.json").write_text("{")
    with pytest.raises(WrongBenchmark, match=r"broken\.json holds no results"):
        command.page_of(played.parent)
    older = {**json.loads(played.read_text()), "opponents": "others"}
    (played.parent / "broken.json").write_text(json.dumps(older))
    with pytest.raises(WrongBenchmark, match=r"broken\.json comes from other"):
        command.page_of(played.parent)


@pytest.mark.parametrize("text", ["[1", "{}", '"rows": [{}]', '"rows": 3'])
def test_a_page_names_a_file_that_holds_no_results(tmp_path: Path, text: str) -> None:
    frozen_part = json.dumps(command.FROZEN)[:-1]
    (tmp_path / "other.json").write_text(f"{frozen_part}, {text}}}" if text.startswith('"') else text)
    with pytest.raises(WrongBenchmark, match=r"other\.json holds no results"):
        command.page_of(tmp_path)


def test_the_leaderboard_is_what_its_files_say() -> None:
    folder = Path("docs/leaderboard")
    assert folder.with_suffix(".md").read_text("utf-8") == command.page_of(folder)
