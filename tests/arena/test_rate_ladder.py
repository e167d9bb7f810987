"""The ladder: made by one command, and published rows that must stay true."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from openabyss.arena.plan_file import BadPlan, Plan, Planned
from openabyss.arena.ratings.ladder import check, climb, read_ladder, read_published
from openabyss.arena.ratings.ladder_page import page
from openabyss.arena.ratings.rating import contest
from openabyss.arena.series.files import write_text
from openabyss.engine.mode import INTERPRETED
from openabyss.players.kinds import player_kinds
from tests.arena.conftest import Run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

DOCS = Path(__file__).parent.parent.parent / "docs"
MATCHES = tomllib.loads((DOCS / "ladder.toml").read_text(encoding="utf-8"))["match"]
QUICK = [match["name"] for match in MATCHES if match.get("quick")]

SMALL = """
title = "Small"
[[match]]
name = "two"
players = ["medium", "random"]
games = 6
quick = true
[[match]]
name = "three"
players = ["medium", "random"]
table = 3
games = 3
kraken = true
"""


@pytest.fixture(scope="module")
def planned() -> Plan:
    """The ladder of the documents, whose players take half a second to make."""
    return read_ladder(DOCS / "ladder.toml")


def section_of(plan: Plan, name: str) -> Planned:
    """A quick match of a ladder."""
    return next(section for section in plan.items if section.name == name and section.quick)


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_the_next_long_run_measures_every_level(planned: Plan) -> None:
    plans = (planned, read_ladder(DOCS / "levels.toml"))
    specs = {spec for plan in plans for section in plan.items for spec in section.series.specs}
    assert {kind.name for kind in player_kinds() if kind.is_level} <= {spec.split(":")[0] for spec in specs}


@pytest.mark.parametrize("name", QUICK)
def test_published_rows_are_true(planned: Plan, name: str) -> None:
    assert check(read_published(DOCS / "ladder.json"), section_of(planned, name), 40) == []


def test_a_row_that_is_not_true_is_noticed(planned: Plan) -> None:
    published = read_published(DOCS / "ladder.json")
    row = next(one for one in published["matches"] if one["name"] == QUICK[0])
    row["lineups"][0]["players"]["medium"]["interval"] = [0.2, 0.25]
    wrong = check(published, section_of(planned, QUICK[0]), 40)
    assert [(one.player, one.published) for one in wrong] == [("medium", (0.2, 0.25))]


def test_the_page_and_the_results_say_the_same(planned: Plan) -> None:
    page, published = (DOCS / "ladder.md").read_text(), read_published(DOCS / "ladder.json")
    assert [section.name for section in planned.items if section.quick] == QUICK
    assert [section.name for section in planned.items] == [one["name"] for one in published["matches"]]
    for one in published["matches"]:
        assert f"## {one['name']}" in page
        for row in one["players"].values():
            assert f"{row['win_rate']:.1%}" in page


def test_one_command_makes_page_and_results(ladder: Path, run: Run) -> None:
    assert str(ladder.with_suffix(".md")) in run("rate --jobs 1 --ladder", ladder).out
    page = ladder.with_suffix(".md").read_text()
    assert "# Small" in page
    assert "Kraken, 3 at a table, 3 games" in page
    published = json.loads(ladder.with_suffix(".json").read_text())
    overview = page[page.index("## Elo at every table") : page.index("## two")]
    assert "| table | `medium` | `random` |" in overview
    for one in published["matches"]:
        for row in one["players"].values():
            assert f"{row['elo']:+.0f} ± " in overview
    assert [one["games"] for one in published["matches"]] == [6, 3]
    assert page.count("| by places | 95 % |") == 1
    for row in published["matches"][1]["players"].values():
        low, high = row["elo_by_places_interval"]
        assert f"| {row['elo_by_places']:+.0f} | {low:+.0f} to {high:+.0f} |" in page
    checked = run("rate --check --jobs 1 --ladder", ladder)
    assert "1 quick match was played in short. Every published row holds." in checked.out
    published["matches"][0]["lineups"][0]["players"]["random"]["interval"] = [0.9, 1]
    ladder.with_suffix(".json").write_text(json.dumps(published))
    checked = run("rate --check --jobs 1 --json --ladder", ladder)
    assert checked.status == 1
    assert "random is published at 90.0–100.0 %, but wins 0.0–" in checked.err
    assert [one["player"] for one in checked.json["contradictions"]] == ["random"]
    assert sorted(path.name for path in ladder.parent.iterdir()) == ["small.json", "small.md", "small.toml"]


def test_a_page_says_which_other_rulings_a_match_was_played_with(ladder: Path) -> None:
    options = "options = { forbid_superfluous_allies = false }\nkraken"
    ladder.write_text(SMALL.replace("kraken", options))
    plan = read_ladder(ladder)
    shown = page(plan, climb(plan, ladder.with_suffix(".json"), jobs=1, resume=False), "small.toml")
    assert "Kraken, forbid_superfluous_allies=false, 3 at a table, 3 games" in shown
    assert "Base game, 2 at a table" in shown


def test_there_is_no_overview_where_nobody_meets_twice(ladder: Path, run: Run) -> None:
    ladder.write_text(SMALL.replace('"medium"', '"regent"', 1))
    assert run("rate --jobs 1 --ladder", ladder).status == 0
    assert "every table" not in ladder.with_suffix(".md").read_text()


def test_the_overview_has_all_tables_of_the_same_levels(ladder: Path, run: Run) -> None:
    ladder.write_text(SMALL.replace('"medium"', '"medium:pearl=90"', 1))
    assert run("rate --jobs 1 --ladder", ladder).status == 0
    page = ladder.with_suffix(".md").read_text()
    overview = page[page.index("## Elo at every table") : page.index("## two")]
    assert "| table | `medium` | `random` |" in overview
    assert [line.split(" | ")[0] for line in overview.splitlines()[4:6]] == ["| two", "| three"]


def test_an_interrupted_ladder_goes_on(ladder: Path) -> None:
    published = ladder.with_suffix(".json")
    whole = climb(read_ladder(ladder), published, jobs=1, resume=False)
    published.unlink()
    again = set[str]()
    stopped = climb(
        read_ladder(ladder), published, jobs=1, resume=False, watch=lambda one, _done: one.name == "two"
    )
    assert stopped["interrupted"]

    def watch(section: Planned, _done: int) -> bool:
        again.add(section.name)
        return True

    finished = climb(read_ladder(ladder), published, jobs=1, resume=True, watch=watch)
    assert again == {"three"}
    assert [one["lineups"] for one in finished["matches"]] == [one["lineups"] for one in whole["matches"]]


def test_a_match_with_another_name_is_not_played_again(ladder: Path) -> None:
    published = ladder.with_suffix(".json")
    before = climb(read_ladder(ladder), published, jobs=1, resume=False)["matches"]
    renamed = ladder.read_text("utf-8").replace('"two"', '"duel"').replace("quick = true\n", "")
    ladder.write_text(renamed, "utf-8")
    after = climb(read_ladder(ladder), published, jobs=1, resume=True, watch=lambda _one, _done: False)
    assert not after["interrupted"]
    assert after["matches"] == [before[0] | {"name": "duel", "quick": False}, before[1]]


def test_what_is_published_stays_until_it_is_played_again(ladder: Path) -> None:
    published = ladder.with_suffix(".json")
    before = climb(read_ladder(ladder), published, jobs=1, resume=False)["matches"]
    ladder.write_text(ladder.read_text("utf-8").replace("games = ", "seed = 10\ngames = "), "utf-8")
    assert read_ladder(ladder).items[0].series.seed != before[0]["settings"]["seed"]

    def only_the_first(section: Planned, _done: int) -> bool:
        return section.name == "two"

    stopped = climb(read_ladder(ladder), published, jobs=1, resume=True, watch=only_the_first)
    assert stopped["interrupted"]
    first, second = json.loads(published.read_text("utf-8"))["matches"]
    assert first["settings"] != before[0]["settings"]
    assert [first, second] == stopped["matches"]
    assert second == before[1]


@pytest.mark.parametrize("resume", ["", "--resume"])
def test_games_of_somebody_else_are_not_deleted(ladder: Path, resume: str, run: Run) -> None:
    games = ladder.with_name("small-games.parquet")
    assert run("simulate --games 2 --quiet --out", games).status == 0
    before = games.read_bytes()
    ran = run(f"rate {resume} --jobs 1 --ladder", ladder)
    assert (ran.status, games.read_bytes()) == (2, before)
    assert "choose another name" in ran.err


def test_a_match_whose_games_are_all_there_is_not_played_again(ladder: Path) -> None:
    """It was killed before its result was written."""
    published, first = ladder.with_suffix(".json"), read_ladder(ladder).items[0]
    whole = contest(first.series, first.games, out=ladder.with_name("small-games.parquet"))
    played = set[str]()

    def watch(section: Planned, _done: int) -> bool:
        played.add(section.name)
        return True

    found = climb(read_ladder(ladder), published, jobs=1, resume=True, watch=watch)
    assert found["matches"][0] == whole | {"name": "two", "quick": True}
    assert played == {"three"}


def test_a_match_is_published_before_its_games_are_removed(
    ladder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published, games = ladder.with_suffix(".json"), ladder.with_name("small-games.parquet")
    plan = read_ladder(ladder)
    kept = b""

    def write(path: Path, text: str) -> None:
        nonlocal kept
        kept = kept or games.read_bytes()
        write_text(path, text)

    monkeypatch.setattr("openabyss.arena.ratings.ladder.write_text", write)
    whole = climb(plan, published, jobs=1, resume=False)
    assert not games.exists()
    # It was killed between the two.
    games.write_bytes(kept)
    assert climb(plan, published, jobs=1, resume=True) == whole
    assert not games.exists()


def test_games_of_a_longer_match_that_is_not_published_are_kept(ladder: Path) -> None:
    first = SMALL[: SMALL.rindex("[[match]]")]
    ladder.write_text(first)
    published, games = ladder.with_suffix(".json"), ladder.with_name("small-games.parquet")
    climb(read_ladder(ladder), published, jobs=1, resume=False)
    ladder.write_text(first + first[first.index("[[") :].replace("two", "longer").replace("= 6", "= 8"))
    longer = read_ladder(ladder).items[1]
    contest(longer.series, longer.games, out=games)
    climb(read_ladder(ladder), published, jobs=1, resume=True, watch=lambda *_played: pytest.fail("again"))


def test_the_page_of_what_is_published_is_written_without_pyarrow(
    ladder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb(read_ladder(ladder), ladder.with_suffix(".json"), jobs=1, resume=False)
    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    assert run("rate --jobs 1 --resume --ladder", ladder).status == 0
    assert ladder.with_suffix(".md").exists()


@pytest.mark.parametrize(
    "argument", ["medium", "--games=10", "--seed=1", "--kraken", "--sprt=0,9", "--out=a"]
)
def test_what_a_single_match_takes_does_not_go_with_a_ladder(ladder: Path, argument: str, run: Run) -> None:
    ran = run(f"rate {argument} --ladder", ladder)
    assert ran.status == 2
    assert "does not go with --ladder" in ran.err


def test_results_that_are_missing_or_foreign_are_named(ladder: Path, run: Run) -> None:
    check = "rate --check --ladder"
    assert "small.json does not exist; play the ladder" in run(check, ladder).err
    ladder.with_suffix(".json").write_text("{}")
    assert "small.json holds no results of a ladder" in run(check, ladder).err
    ladder.with_suffix(".json").unlink()
    ladder.with_suffix(".md").mkdir()
    ran = run("rate --ladder", ladder)
    assert ran.status == 2
    assert "ladder: " in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 3 = 4", "small.toml"),
        ("title = 'empty'", "at least one"),
        ("[[match]]\nname = 'a'\nplayers = ['medium', 'random']", r"match\[0\].games: missing"),
        ("[[match]]\nname = 'a'\nplayer = ['medium']", r"match\[0\].player: .*did you mean players"),
        (
            "[[match]]\nname = 'a'\nplayers = ['medium', 'randum']\ngames = 4",
            r"match\[0\].players\[1\]: .*did you mean 'random'",
        ),
        ("[[match]]\nname = 'a'\nplayers = ['medium']\ngames = 4", r"match\[0\]: players: at least two"),
        (SMALL.replace('"three"', '"two"'), r"match\[1\].name: another match has this name"),
        (SMALL.replace("table = 3", "table = 7"), r"match\[1\].table: 7 is out of range; allowed: 2 to 5"),
        (SMALL.replace("quick", "options = { martial = 1 }\nquick"), r"match\[0\].options: .*martial_law"),
    ],
)
def test_a_bad_ladder_is_named(ladder: Path, text: str, said: str) -> None:
    ladder.write_text(text)
    with pytest.raises(BadPlan, match=said):
        read_ladder(ladder)
    with pytest.raises(BadPlan, match="nowhere"):
        read_ladder(ladder.with_name("nowhere.toml"))
