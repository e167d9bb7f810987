"""`openabyss analyse`: the review of a game, by a judge of our own and by the search."""

import html
import json
import random
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

import msgspec
import pytest

from openabyss.arena.analyse_command import read_played
from openabyss.arena.review import Decision, Difference, Judge, Review, review
from openabyss.arena.review_in_words import (
    ReviewInWords,
    as_html,
    as_markdown,
    as_text,
    chances_plot,
    review_in_words,
)
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.play.position.records import MOST_BYTES
from openabyss.players.perspective import Perspective
from openabyss.players.search.parameters import SearchSettings
from openabyss.table.questions import Action
from tests.arena.conftest import Run
from tests.random_games import play_on

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")

THINKING = "--iterations 20 --worst 1"


def played(seed: int, decisions: int | None = None, **settings: Any) -> Game:
    """A game of random answers, whole or broken off."""
    return play_on(Game.new(players=2, seed=seed, **settings), random.Random(seed), decisions)


@pytest.fixture(scope="module")
def finished() -> Game:
    return played(3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def record(path: Path) -> Path:
    path.write_text(json.dumps(played(5, 12).to_record()))
    return path


class Pedant(Judge):
    """Finds that the last legal answer is always worth 10 % more than any other."""

    def judge(self, game: Game, answer: int, seed: int) -> Decision:
        best = game.legal_actions[-1].id
        loss = 0.0 if answer == best else 0.1 + 0.001 * game.table.turn
        chances = [0.5, 0.5]
        chances[game.player] -= loss
        chances[1 - game.player] += loss
        place, turn = len(game.history.decisions), game.table.turn
        return Decision(place, turn, game.player, answer, best, (0.5, 0.5), tuple(chances))

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        return Difference(0.5, 0.4 - 0.001 * game.table.turn, 0.05)


class Trio(Pedant):
    """Finds nothing to choose between."""

    def judge(self, game: Game, answer: int, seed: int) -> Decision:
        chances = (1 / 3, 1 / 3, 1 / 3)
        return Decision(
            len(game.history.decisions), game.table.turn, game.player, answer, answer, chances, chances
        )


class Doubter(Pedant):
    """Is never sure."""

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        return Difference(0.5, 0.4, 0.2)


def reviewed(record: object, path: Path, judge: type[Judge] = Pedant, iterations: int = 20) -> ReviewInWords:
    """The review of what is written to the file, with up to three mistakes."""
    path.write_text(json.dumps(record))
    game, names, settled = read_played(path)
    searching = SearchSettings(seconds=None, iterations=iterations)
    found = review(game, judge(searching), worst=3, settled=settled)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
    return review_in_words(found, game, names, settled)


def test_the_costliest_decisions_are_told_first(finished: Game, path: Path) -> None:
    found = reviewed(finished.to_record(), path)
    turns = [mistake.decision.turn for mistake in found.mistakes]
    assert len(turns) == 3
    assert turns == sorted(turns, reverse=True)
    assert turns[0] >= found.decisions[-1].turn - 2
    for mistake in found.mistakes:
        assert mistake.decision.played != mistake.decision.better


def test_what_is_not_sure_is_no_mistake(finished: Game, path: Path) -> None:
    found = reviewed(finished.to_record(), path, Doubter)
    assert found.mistakes == ()
    assert "No decision was clearly worse" in as_text(found)


def test_the_outcome_ends_the_curves(finished: Game, path: Path) -> None:
    found = reviewed(finished.to_record(), path)
    assert found.outcome is not None
    assert sum(found.outcome) == 1
    drawn = ElementTree.fromstring(chances_plot(found))
    curves = [shape.get("points", "").split() for shape in drawn.iter() if shape.tag.endswith("polyline")]
    assert [len(points) for points in curves] == [len(found.decisions) + 1] * 2
    assert reviewed(played(5, 12).to_record(), path).outcome is None


@pytest.mark.parametrize(
    ("conceded", "ended", "outcome", "ending"),
    [
        ([0], "conceded", (0, 1), "Player 1 has conceded. Player 2 wins, since the others have conceded."),
        ([], "void", None, "All players have agreed to end it here. The game is void"),
        ([], "scored", "as scored", "All players have agreed to end it here. "),
    ],
)
def test_a_game_that_its_players_have_ended_is_reviewed_as_they_did(
    conceded: list[int], ended: str, outcome: object, ending: str, path: Path
) -> None:
    game, settlement = played(5, 40), {"conceded": conceded, "ended": ended}
    if outcome == "as scored":
        first = game.ranking[0]
        outcome = tuple((seat in first) / len(first) for seat in range(2))
    found = reviewed(game.to_record() | {"settlement": settlement}, path)
    assert found.outcome == outcome
    assert f"decisions with a choice. {ending}" in as_text(found)
    plain = reviewed(game.to_record(), path)
    for seat, (account, before) in enumerate(zip(found.accounts, plain.accounts, strict=True)):
        assert account.end == (before.end if found.outcome is None else found.outcome[seat])
        parts = (account.draws, account.decisions, account.others, account.rest)
        assert account.begin + sum(parts) == pytest.approx(account.end, abs=0.001)
        # To concede is a decision of one's own; what others gain by it comes from them.
        changed = "others" if conceded and seat not in conceded else "decisions"
        assert {
            name
            for name in ("draws", "decisions", "others", "rest")
            if getattr(account, name) != pytest.approx(getattr(before, name), abs=0.0002)
        } <= {changed}


def test_who_conceded_has_not_won_though_a_computer_made_the_most_points(path: Path) -> None:
    game = play_on(Game.new(players=3, seed=4), random.Random(4))
    (first,) = game.winners
    found = reviewed(game.to_record() | {"settlement": {"conceded": [first], "ended": ""}}, path, Trio)
    assert found.outcome is not None
    assert found.outcome[first] == 0
    assert sum(found.outcome) == 1
    assert f"Player {first + 1} has conceded." in found.ending


def test_every_form_tells_the_same(finished: Game, path: Path) -> None:
    found = reviewed(finished.to_record(), path)
    mistake = found.mistakes[0].decision
    for text in (as_text(found), as_markdown(found, "plot.svg"), as_html(found)):
        assert f"Turn {mistake.turn}, decision {mistake.number}, Player {mistake.seat + 1}" in text
        assert "± 5.0%" in text
        assert html.escape(found.mistakes[0].reasons[0]) in html.escape(html.unescape(text))
        assert "Others’ decisions" in text
    assert "](plot%231%20a.svg)" in as_markdown(found, "plot#1 a.svg")
    assert "<polyline" in as_html(found)
    assert "<html lang='en'>" in as_html(found)


def test_a_saved_game_tells_names(finished: Game, path: Path) -> None:
    seats = [{"kind": "human", "name": "Ada <3"}, {"kind": "medium", "name": "Bob"}]
    saved = {"format": "openabyss-saved-game/1", "seats": seats, "game": finished.to_record()}
    found = reviewed(saved, path)
    assert found.names == ("Ada <3", "Bob")
    assert "Ada &lt;3" in as_html(found)


def test_the_regent_of_solo_play_decides_nothing(path: Path) -> None:
    game = played(4, 40, regent=2)
    seats = [before.player for before, _action in game.decisions()]
    assert set(seats) == {0, 1}
    found = reviewed(game.to_record(), path, Judge)
    assert found.names == ("Player 1", "Regent")
    assert [decision.seat for decision in found.decisions] == [0] * seats.count(0)
    assert [decision.number for decision in found.decisions] == list(range(1, seats.count(0) + 1))
    marked = [found.decisions[mistake.decision.number - 1] for mistake in found.mistakes]
    assert marked == [mistake.decision for mistake in found.mistakes]


def test_the_search_judges_and_compares() -> None:
    """Nothing is lost by the best answer, and nothing is gained over itself."""
    judge = Judge(SearchSettings(seconds=None, iterations=60))
    game = played(3, 60)
    verdict = judge.judge(game, game.legal_actions[0].id, 1)
    assert sum(verdict.chances) == pytest.approx(1, abs=1e-6)
    assert verdict.best in [action.id for action in game.legal_actions]
    same = judge.compare(game, verdict.best, verdict.best, 1)
    assert same.gain == 0
    assert same.margin == 0
    again = judge.judge(game, verdict.best, 1)
    assert again.after == again.chances


def test_the_command_writes_pages(record: Path, tmp_path: Path, run: Run) -> None:
    for ending in ("md", "html"):
        assert run(f"analyse {THINKING} --out", tmp_path / f"review.{ending}", record).status == 0
    assert "review.svg" in (tmp_path / "review.md").read_text()
    assert (tmp_path / "review.svg").read_text().startswith("<svg")
    assert "<svg" in (tmp_path / "review.html").read_text()
    first, again = (run(f"analyse {THINKING} --json", record).json for _time in range(2))
    assert first == again
    assert len(first["decisions"]) == 12


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "game.json: this is not JSON"),
        ("\xff", "game.json: this is not JSON"),
        ("[]", "game.json: this is not the record of a game"),
        (" " * (MOST_BYTES + 1), "game.json: this is not the record of a game"),
        ('{"format": "x"}', "game.json: .*not the record of a game"),
        ('{"game": 5, "seats": 5}', "game.json: record: 5 is not an object"),
    ],
)
def test_what_is_no_game_is_refused(path: Path, content: str, said: str) -> None:
    path.write_text(content, encoding="latin-1")
    with pytest.raises(InvalidRecord, match=said):
        read_played(path)


def test_names_that_cannot_be_read_are_made_up(path: Path) -> None:
    unreadable: list[object] = [5, [], [5, {"name": "Ada"}], [{}, {}, {}]]
    for seats in unreadable:
        path.write_text(json.dumps({"seats": seats, "game": played(5, 3).to_record()}))
        assert read_played(path)[1] == ("Player 1", "Player 2")


def test_a_text_for_the_terminal_has_a_line_for_each_sentence(finished: Game, path: Path) -> None:
    lines = as_text(reviewed(finished.to_record(), path)).splitlines()
    assert lines[4].startswith("1. Turn")
    assert lines[5].startswith("   Played: ")
    assert any(line.startswith("   After the better answer, the game might have ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--out review.pdf", "does not end in .html or .md"),
        ("--seconds=0", "seconds=0: a number from 0.001 to 600.0"),
        ("--seconds=1e9", "seconds=1e9: a number from 0.001 to 600.0"),
        ("--seconds=soon", "seconds=soon: a number"),
        ("--iterations=0", "iterations=0: a whole number from 1"),
        ("--player medum", "there is no player 'medum'; did you mean 'medium'?"),
    ],
)
def test_mistakes_of_the_command_are_told(record: Path, arguments: str, said: str, run: Run) -> None:
    ran = run(f"analyse {arguments}", record)
    assert ran.status == 2
    assert said in ran.err


def test_a_record_that_is_not_there_is_named(run: Run) -> None:
    assert run("analyse nowhere.json") == (
        2,
        "",
        "openabyss: nowhere.json: cannot be read: No such file or directory\n",
    )


class Last:
    """A bot that gives the last legal answer, and remembers for which seats."""

    seats: ClassVar[list[int]] = []

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, perspective: Perspective) -> Action:
        self.seats.append(perspective.seat)
        return perspective.legal_actions[-1]


def test_a_game_is_compared_with_what_a_bot_would_answer(record: Path, run: Run) -> None:
    told = run(f"analyse {THINKING} --json --player {__name__}:Last", record).json["decisions"]
    games = [game for game, _answer in read_played(record)[0].decisions()]
    assert [decision["better"] for decision in told] == [game.legal_actions[-1].label for game in games]
    assert Last.seats == [game.player for game in games]


def test_luck_and_skill_add_up_to_the_outcome(finished: Game, path: Path) -> None:
    """The pedant calls every position even, and what a decision costs the other seat gets."""
    found = reviewed(finished.to_record(), path)
    assert found.outcome is not None
    for account, other, outcome in zip(found.accounts, reversed(found.accounts), found.outcome, strict=True):
        changes = account.draws + account.decisions + account.others + account.rest
        assert account.begin + changes == pytest.approx(account.end, abs=0.001)
        assert (account.begin, account.end) == (0.5, outcome)
        assert account.decisions < 0 < account.others == -other.decisions
