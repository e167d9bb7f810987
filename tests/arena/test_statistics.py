"""The statistics page: what is noted of openings, and that page, plots and games tell the same."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from pyarrow import parquet

from openabyss.arena.findings_of_games import (
    LATER,
    Figures,
    Rate,
    figures_of,
    findings,
    first_action,
    first_recruit,
    rates,
)
from openabyss.arena.plan_file import BadPlan
from openabyss.arena.ratings.ladder_page import picture, table
from openabyss.arena.series.files import UnusableOutput
from openabyss.arena.series.playing import COUNCIL_ACTION, EXPLORE_ACTION, RECRUIT_ACTION
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.outputs import opening_in_words
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.statistics_command import play, read_plan
from openabyss.engine.mode import INTERPRETED
from openabyss.play.game import Game
from openabyss.play.position.records import lay_out, read_record
from openabyss.rules.cards.printed import LORD_ID
from tests.arena.conftest import Run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")

NATIVE = Series(("medium", "random", "random"), seed=6, rotate=True)
SLOW = Series(("easy", "medium"), seed=6, rotate=True, kraken=True)

PLAN = """
title = "Small"
[[series]]
name = "Two"
file = "two"
player = "medium"
players = 2
games = 30
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(PLAN)
    return path


def openings_of(game: Game) -> tuple[list[list[int]], list[int]]:
    """The first three actions and the first lord of each seat, read from the events of a replay."""
    config = read_record(game.to_record())[0]
    actions: list[list[int]] = [[] for _seat in range(game.players)]
    lords = [0] * game.players
    again = Game(*lay_out(config))
    kinds = {"EXPLORED": EXPLORE_ACTION, "LORD_RECRUITED": RECRUIT_ACTION, "STACK_TAKEN": COUNCIL_ACTION}
    for answer in game.history.answers:
        question = again.question
        again.history.events = []
        again.history.replay(again.state, answer)
        for event in again.latest_events:
            seat = event.row.player
            if event.kind in kinds and question.kind in ("MAIN", "PAY", "PAY_PRICE", "AFFILIATE"):
                actions[seat].append(kinds[event.kind])
            if event.kind in ("LORD_RECRUITED", "LORD_OBTAINED") and lords[seat] == 0:
                lords[seat] = event.lord or 0
    return actions, lords


@pytest.mark.parametrize("series", [NATIVE, SLOW])
def test_beginnings_and_who_brings_about_the_end_are_those_of_the_replayed_game(series: Series) -> None:
    outcomes = series.play(0, 6)
    for number, outcome in enumerate(outcomes):
        game = Game.from_record(series.record(number))
        first_turn, _action = next(game.decisions())
        assert outcome["first_player"] == first_turn.table.active
        assert outcome["ending_player"] == game.table.ending_player
        actions, lords = openings_of(game)
        for seat in range(series.players):
            noted = outcome["first_lord"][seat]
            assert (LORD_ID[noted - 1] if noted else 0) == lords[seat]
            first = outcome["opening"][seat].tolist()
            assert first[0] in (EXPLORE_ACTION, COUNCIL_ACTION)
            assert first.count(EXPLORE_ACTION) <= actions[seat].count(EXPLORE_ACTION)
    assert len(set(outcomes["first_player"].tolist())) > 1


def test_explorations_at_the_beginning_are_noted() -> None:
    series = Series(("medium", "medium"), seed=1)
    actions, _lords = openings_of(Game.from_record(series.record(0)))
    opening = series.play(0, 1)[0]["opening"]
    assert [opening[seat].tolist() for seat in range(2)] == [actions[seat][:3] for seat in range(2)]


def test_openings_have_words() -> None:
    assert opening_in_words([EXPLORE_ACTION, COUNCIL_ACTION, RECRUIT_ACTION]) == "explore council recruit"
    assert opening_in_words([EXPLORE_ACTION, 0, 0]) == "explore"


# ------------------------------------------------------------------- players of every kind in series


def test_players_that_are_not_compiled_play_series_too() -> None:
    whole = SLOW.play(0, 4)
    assert np.array_equal(whole, np.concatenate([SLOW.play(0, 1), SLOW.play(1, 3)]))
    assert whole["player"][:, :2].tolist() == SLOW.seating(0, 4).tolist()
    assert (whole["given_up"] == 0).all()
    for number in range(2):
        game = Game.from_record(SLOW.record(number))
        assert game.is_over
        assert game.scores == whole["score"][number, :2].tolist()
        assert (game.table.turn, len(game.winners)) == (whole["turns"][number], whole["winners"][number])
        assert len(game.history.answers) == whole["decisions"][number] + whole["draws"][number]


def test_a_series_of_search_is_the_same_with_two_processes() -> None:
    series = Series(("expert:iterations=3", "easy"), seed=2)
    assert simulate(series, 2, jobs=2) == simulate(series, 2, jobs=1)


# ----------------------------------------------------------------------------------------- the page


def test_the_figures_are_what_the_games_add_up_to(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    simulate(NATIVE, 40, out=out)
    figures, rows = figures_of(out), parquet.read_table(out).to_pylist()
    assert sum(one.count for one in figures.openings) == len(rows)
    assert sum(one.rate * one.count for one in figures.openings) == pytest.approx(40)
    for one in figures.openings:
        own = [row["win_share"] for row in rows if row["opening"] == one.name]
        assert one.count == len(own)
        assert one.rate == pytest.approx(sum(own) / len(own))
    for place, seat in enumerate(figures.turn_order, start=1):
        own = [row["win_share"] for row in rows if row["turn_order"] == place]
        assert (seat.name, seat.count) == (str(place), 40)
        assert seat.rate == pytest.approx(sum(own) / 40)
    for ended, who in figures.ends:
        own = [row["win_share"] for row in rows if row["end_cause"] == ended.name and row["brought_end"]]
        assert who is not None
        assert (ended.count, who.count) == (len(own), len(own))
        assert who.rate == pytest.approx(sum(own) / len(own))
    winners = [row["score"] for row in rows if row["rank"] == 1]
    assert figures.winning_score == pytest.approx(sum(winners) / len(winners), rel=0.02)
    owners = [row for row in rows if row["first_lord"] > 0]
    assert sum(one.count for one in figures.first_lords) == len(owners)
    assert sum(ended.count for ended, _who in figures.ends) == 40


def test_rates_are_counted_by_group() -> None:
    found = rates(np.array(["a", "b", "a", "a"], object), np.array([1, 0.5, 0, 0.5]), str)
    assert [(one.name, one.count, one.share, one.rate) for one in found] == [
        ("a", 3, 0.75, 0.5),
        ("b", 1, 0.25, 0.5),
    ]


def test_the_first_action_and_the_first_lord_are_read_from_the_opening() -> None:
    assert first_action("explore council recruit") == "explore"
    assert first_recruit("explore council recruit") == "3"
    assert first_recruit("explore recruit recruit") == "2"
    assert first_recruit("explore council explore") == LATER


def rate_of(name: str, rate: float, margin: float) -> Rate:
    return Rate(name, 100, 0.5, rate, rate - margin, rate + margin)


def figures_with(seats: int, begins: float, lords: list[Rate]) -> Figures:
    """A series in which everything but seats and lords is par."""
    par = rate_of("par", 1 / seats, 0.01)
    return Figures(
        summary={"settings": {"seats": ["medium"] * seats}},
        winning_score=80.0,
        turn_order=(rate_of("1", begins, 0.05), par),
        first_actions=(),
        first_recruits=(par,),
        openings=(),
        lords=tuple(lords),
        locations=(par,),
        first_lords=(),
        ends=((par, par),),
    )


def test_findings_compare_series_by_par() -> None:
    lords = [rate_of(name, rate, 0.02) for name, rate in (("A", 0.6), ("B", 0.55), ("C", 0.5), ("D", 0.4))]
    lucky = Rate("E", 2, 0.01, 0.9, 0.3, 1.0)
    told = findings([figures_with(2, 0.56, [*lords, lucky]), figures_with(4, 0.2, [])])
    assert "The first player wins 0.80–1.12 times par (sure in 1 of 2 series)" in told[0]
    assert "who asks the council before anything else, –" in told[1]
    assert "most often: A (1.20), B (1.10), C (1.00); least often: D (0.80), C (1.00)" in told[2]


def test_one_command_makes_page_and_plots(plan: Path, tmp_path: Path, run: Run) -> None:
    data, page = tmp_path / "data", tmp_path / "small.md"
    command = "statistics --jobs 1 --data", data, plan
    assert run(*command).status == 0
    text = page.read_text()
    assert "# Small" in text
    assert "| Two | `medium` | 30 |" in text
    for name in (
        "two-lords",
        "two-locations",
        "two-first-lords",
        "two-openings",
        "seats",
        "beginnings",
        "ends",
    ):
        assert f"(small/{name}.svg)" in text
        assert ElementTree.parse(tmp_path / "small" / f"{name}.svg").getroot().tag.endswith("svg")
    played = (data / "two.parquet").stat().st_mtime_ns
    assert run(*command).status == 0
    assert page.read_text() == text
    assert (data / "two.parquet").stat().st_mtime_ns == played
    plan.write_text(PLAN.replace("games = 30", "games = 40"))
    assert run(*command).status == 0
    assert "| Two | `medium` | 40 |" in page.read_text()


def test_names_on_pages_may_have_any_letters() -> None:
    assert picture("Lords", "all games/1|2#-lords.svg") == "![Lords](all%20games/1%7C2%23-lords.svg)"
    assert table(["a|b"], []).startswith(r"| a\|b |")


def test_games_of_an_older_version_that_noted_less_are_played_anew(plan: Path, tmp_path: Path) -> None:
    (planned,) = read_plan(plan).items
    played = tmp_path / "two.parquet"
    assert play(planned, tmp_path, 1, lambda done: True)
    table = parquet.read_table(played)
    parquet.write_table(table.drop_columns(["brought_end"]), played)
    assert play(planned, tmp_path, 1, lambda done: True)
    assert parquet.read_table(played) == table


def test_results_of_another_series_are_not_deleted(plan: Path, tmp_path: Path, run: Run) -> None:
    (planned,) = read_plan(plan).items
    other = replace(planned, series=replace(planned.series, seed=17), games=2)
    assert play(other, tmp_path, 1, lambda done: True)
    before = (tmp_path / "two.parquet").read_bytes()
    ran = run("statistics --jobs 1 --data", tmp_path, plan)
    assert (ran.status, (tmp_path / "two.parquet").read_bytes()) == (2, before)
    assert "two.parquet comes from other settings (seed 17, here 0)" in ran.err
    with pytest.raises(UnusableOutput, match="other settings"):
        play(planned, tmp_path, 1, lambda done: True)


def test_a_page_that_could_not_be_written_is_named_before_anything_is_played(
    plan: Path, tmp_path: Path, run: Run
) -> None:
    command = "statistics --jobs 1 --data", tmp_path / "data", plan
    (tmp_path / "small").write_text("in the place of the folder with the plots")
    assert "cannot be written" in run(*command).err
    (tmp_path / "small").unlink()
    (tmp_path / "small.md").mkdir()
    ran = run(*command)
    assert (ran.status, ran.err.count("cannot be written")) == (2, 1)
    assert not list((tmp_path / "data").glob("*"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('player = "medium"', 'player = "medum"', r"series\[0\].player: .* did you mean 'medium'"),
        ("games = 30", "", r"small.toml: series\[0\].games: missing"),
        ("games = 30", "games = true", r"series\[0\].games: true is not a whole number"),
        ("games = 30", "games = 0", r"series\[0\].games: 0 is out of range"),
        ("games = 30", "gaems = 30", r"series\[0\].gaems: there is no such key; did you mean games"),
        ("players = 2", "players = 9", r"series\[0\].players: 9 is out of range; allowed: 2 to 5"),
        ("players = 2", "players = 5", r"series\[0\]: players: 5 cannot play"),
        ('file = "two"', 'file = "../two"', r'series\[0\].file: "../two" is not the name of a file'),
        ("[[series]]", "[series]", "series: at least one"),
    ],
)
def test_a_bad_plan_is_named(plan: Path, old: str, new: str, said: str) -> None:
    plan.write_text(PLAN.replace(old, new))
    with pytest.raises(BadPlan, match=said):
        read_plan(plan)


def test_two_series_cannot_have_the_same_file(plan: Path) -> None:
    plan.write_text(PLAN + PLAN.replace('title = "Small"', ""))
    with pytest.raises(BadPlan, match=r"series\[1\].file: another series"):
        read_plan(plan)


def test_a_plan_is_a_toml_file(plan: Path) -> None:
    """Its page is written beside it with another ending, and must not take its place."""
    with pytest.raises(BadPlan, match=r"does not end in \.toml"):
        read_plan(plan.rename(plan.with_suffix(".md")))
    with pytest.raises(BadPlan, match=r"small\.toml: No such file"):
        read_plan(plan)


def test_the_published_page_is_of_the_published_plan() -> None:
    docs = Path(__file__).parent.parent.parent / "docs"
    page, plan = (docs / "statistics.md").read_text(), read_plan(docs / "statistics.toml")
    for planned in plan.items:
        assert f"| {planned.name} | `{planned.series.specs[0]}` | {planned.games:,} |" in page
