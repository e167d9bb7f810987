"""`openabyss analyse`: the review of a game, by a judge of our own and by the search."""

import json
import random
from pathlib import Path
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from openabyss.arena.reviews.judging import Difference, SearchJudge, Verdict
from openabyss.arena.reviews.review import Review, read_recorded, review
from openabyss.arena.reviews.review_page import as_html, as_markdown, as_text, chances_plot
from openabyss.cli import main
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.search.parameters import SearchSettings
from openabyss.table.questions import Action

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")


def played(seed: int, decisions: int = 10_000) -> Game:
    """A game of random answers, whole or broken off."""
    game, chooser = Game.new(players=2, seed=seed), random.Random(seed)
    for _decision in range(decisions):
        if game.is_over:
            break
        game.apply(chooser.choice(game.legal_actions))
    return game


@pytest.fixture(scope="module")
def finished() -> Game:
    return played(3)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played(5, 12).to_record()))
    return path


class Pedant:
    """Finds that the last legal answer is always worth 10 % more than any other."""

    def judge(self, game: Game, answer: int, seed: int) -> Verdict:
        best = game.legal_actions[-1].id
        return Verdict(
            (0.75, 0.25), best, 0.0 if answer == best else 0.1 + 0.001 * game.table.turn, ("go on",)
        )

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        return Difference(0.5, 0.4 - 0.001 * game.table.turn, 0.05)


class Doubter(Pedant):
    """Is never sure."""

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        return Difference(0.5, 0.4, 0.2)


def reviewed(game: Game, tmp_path: Path, worst: int = 3) -> Review:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(game.to_record()))
    return review(read_recorded(path), Pedant(), worst=worst)


def test_the_costliest_decisions_are_told_first(finished: Game, tmp_path: Path) -> None:
    found = reviewed(finished, tmp_path)
    turns = [mistake.decision.turn for mistake in found.mistakes]
    assert len(turns) == 3
    assert turns == sorted(turns, reverse=True)
    assert turns[0] >= found.decisions[-1].turn - 2
    for mistake in found.mistakes:
        assert mistake.decision.played != mistake.decision.best


def test_what_is_not_sure_is_no_mistake(finished: Game, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(finished.to_record()))
    found = review(read_recorded(path), Doubter(), worst=3)
    assert found.mistakes == ()
    assert "No decision was surely worse" in as_text(found)


def test_the_outcome_ends_the_curves(finished: Game, tmp_path: Path) -> None:
    found = reviewed(finished, tmp_path)
    assert found.outcome is not None
    assert sum(found.outcome) == 1
    drawn = ElementTree.fromstring(chances_plot(found))
    curves = [shape.get("points", "").split() for shape in drawn.iter() if shape.tag.endswith("polyline")]
    assert [len(points) for points in curves] == [len(found.decisions) + 1] * 2
    assert reviewed(played(5, 12), tmp_path).outcome is None


def test_every_form_tells_the_same(finished: Game, tmp_path: Path) -> None:
    found = reviewed(finished, tmp_path)
    mistake = found.mistakes[0].decision
    for text in (as_text(found), as_markdown(found, "plot.svg"), as_html(found)):
        assert f"Turn {mistake.turn}, decision {mistake.number}, Player {mistake.seat + 1}" in text
        assert "± 5.0%" in text
    assert "](plot.svg)" in as_markdown(found, "plot.svg")
    assert "<polyline" in as_html(found)


def test_a_saved_game_tells_names(tmp_path: Path, finished: Game) -> None:
    path = tmp_path / "saved.json"
    seats = [{"kind": "human", "name": "Ada <3"}, {"kind": "medium", "name": "Bob"}]
    path.write_text(
        json.dumps({"format": "openabyss-saved-game/1", "seats": seats, "game": finished.to_record()})
    )
    found = review(read_recorded(path), Pedant(), worst=1)
    assert found.names == ("Ada <3", "Bob")
    assert "Ada &lt;3" in as_html(found)


def test_the_regent_of_solo_play_decides_nothing(tmp_path: Path) -> None:
    game, chooser = Game.new(players=2, seed=4, regent=2), random.Random(4)
    while not game.is_over and game.table.turn < 8:
        game.apply(chooser.choice(game.legal_actions))
    seats = [before.player for before, _action in game.decisions()]
    assert set(seats) == {0, 1}
    path = tmp_path / "solo.json"
    path.write_text(json.dumps(game.to_record()))
    judge = SearchJudge(SearchSettings(seconds=None, iterations=20))
    found = review(read_recorded(path), judge, worst=4)
    assert found.names == ("Player 1", "Regent")
    assert [decision.seat for decision in found.decisions] == [0] * seats.count(0)
    assert [decision.number for decision in found.decisions] == list(range(1, seats.count(0) + 1))
    marked = [found.decisions[mistake.decision.number - 1] for mistake in found.mistakes]
    assert marked == [mistake.decision for mistake in found.mistakes]


def test_the_search_judges_and_compares() -> None:
    """Nothing is lost by the best answer, and nothing is gained over itself."""
    judge = SearchJudge(SearchSettings(seconds=None, iterations=60))
    game = played(3, 60)
    verdict = judge.judge(game, game.legal_actions[0].id, 1)
    assert sum(verdict.chances) == pytest.approx(1, abs=1e-6)
    assert verdict.best in [action.id for action in game.legal_actions]
    same = judge.compare(game, verdict.best, verdict.best, 1)
    assert same.gain == 0
    assert same.margin == 0
    assert judge.judge(game, verdict.best, 1).loss == 0


def test_the_command_writes_pages(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    thinking = ["--iterations", "20", "--worst", "1"]
    assert main(["analyse", str(record), *thinking, "--out", str(tmp_path / "review.md")]) == 0
    assert "review.svg" in (tmp_path / "review.md").read_text()
    assert (tmp_path / "review.svg").read_text().startswith("<svg")
    assert main(["analyse", str(record), *thinking, "--out", str(tmp_path / "review.html")]) == 0
    assert "<svg" in (tmp_path / "review.html").read_text()
    capsys.readouterr()
    assert main(["analyse", str(record), *thinking, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["analyse", str(record), *thinking, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert len(first["decisions"]) == 12


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", r"game.json: this is no JSON"),
        ("\xff", r"game.json: this is no JSON"),
        ("[]", "game.json: this is no record of a game"),
        ('{"format": "x"}', "game.json: .*no record of a game"),
        ('{"game": 5, "seats": 5}', "game.json: record: 5 is not an object"),
    ],
)
def test_what_is_no_game_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(InvalidRecord, match=said):
        read_recorded(path)


def test_names_that_cannot_be_read_are_made_up(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    unreadable: list[object] = [5, [], [5, {"name": "Ada"}], [{}, {}, {}]]
    for seats in unreadable:
        path.write_text(json.dumps({"seats": seats, "game": played(5, 3).to_record()}))
        assert read_recorded(path).names == ("Player 1", "Player 2")


def test_a_text_for_the_terminal_has_a_line_for_each_sentence(finished: Game, tmp_path: Path) -> None:
    lines = as_text(reviewed(finished, tmp_path)).splitlines()
    assert lines[4].startswith("1. Turn")
    assert lines[5].startswith("   Played: ")
    assert lines[6] == "   The game might have continued: go on."


def test_mistakes_of_the_command_are_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--out", "review.pdf"]) == 2
    assert "does not end in .html or .md" in capsys.readouterr().err
    assert main(["analyse", "nowhere.json"]) == 2
    assert capsys.readouterr().err == "openabyss: nowhere.json: No such file or directory\n"
    for thinking, wanted in (
        ("--seconds=0", "seconds=0: a number from 0.001 to 600.0"),
        ("--seconds=1e9", "seconds=1e9: a number from 0.001 to 600.0"),
        ("--seconds=soon", "seconds=soon: a number"),
        ("--iterations=0", "iterations=0: a whole number from 1"),
    ):
        assert main(["analyse", str(record), thinking]) == 2
        assert wanted in capsys.readouterr().err


class Last:
    """A bot that gives the last legal answer, and remembers for which seats."""

    seats: ClassVar[list[int]] = []

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, perspective: Perspective) -> Action:
        self.seats.append(perspective.seat)
        return perspective.legal_actions[-1]


def test_a_game_is_compared_with_what_a_bot_would_answer(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"{__name__}:Last"
    command = ["analyse", str(record), "--player", bot, "--iterations", "20", "--worst", "1", "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)["decisions"]
    games = [game for game, _answer in read_recorded(record).game.decisions()]
    assert [decision["best"] for decision in told] == [game.legal_actions[-1].label for game in games]
    assert Last.seats == [game.player for game in games]


def test_a_player_that_is_not_there_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--player", "medum"]) == 2
    assert "there is no player 'medum'; did you mean 'medium'?" in capsys.readouterr().err
