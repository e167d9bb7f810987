"""A table that is stored with a level that this server was not started with: it stays readable, the default
level plays, and nothing that the level names is run."""

from itertools import cycle
from pathlib import Path

import httpx
import pytest

from openabyss.cli import main
from openabyss.play.game import Game
from openabyss.server.computers.process import answer_question
from openabyss.server.computers.questions import Asked
from tests.web.server.serving import Person, change_stored, serve, settings_for, wait_until

STRANGERS = ("program:touch {marker}", "tests.players.bots:First", "socket:127.0.0.1:9", "nobody")


def stored_with(folder: Path, level: str, *, by_entry: bool) -> tuple[Person, str]:
    """Somebody's table, whose other seat is played by this level."""
    with serve(settings_for(folder)) as served:
        ann, table = served.seated("me", "here" if by_entry else "medium", seed=4)
        if by_entry:
            with ann.at(table) as sitting:
                assert sitting.ask(type="seat", id="s", seat=1, computer="medium")["type"] == "ack"
    statement = (
        "UPDATE answers SET answer = :level WHERE kind = 'seat'"
        if by_entry
        else "UPDATE seats SET level = :level WHERE seat = 1"
    )
    change_stored(folder, statement, {"level": level})
    return ann, table


@pytest.mark.parametrize("by_entry", [False, True], ids=["in its seats", "in its entries"])
@pytest.mark.parametrize("level", STRANGERS)
def test_the_default_level_plays_for_one_that_the_server_does_not_know(
    home: Path, level: str, by_entry: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    marker = home / "marker"
    before, table = stored_with(home, level.format(marker=marker), by_entry=by_entry)
    with serve(settings_for(home)) as served:
        ann = served.person(before)
        assert ann.look(table)["people"][1]["level"] == "medium"
        with ann.at(table) as sitting:
            action = sitting.until_asked()["question"]["actions"][0]["text"]
            assert sitting.answer(action)["type"] == "ack"
            wait_until(lambda: ann.look(table)["question"]["player"] == 0)
    assert not marker.exists()
    assert main(["admin", "verify"]) == 0
    assert table in capsys.readouterr().out, "verify names the tables that a stand-in plays"


def test_every_level_and_style_that_is_listed_may_have_a_seat(home: Path) -> None:
    with serve(settings_for(home)) as served:
        listed = httpx.get(f"{served.address}/api/levels", verify=False).json()
        assert listed["levels"] == ["easy", "casual", "medium", "skilled", "hard", "expert"]
        assert listed["styles"] == ["collector", "hunter", "banker", "spoiler"]
        for level, style in zip(listed["levels"], cycle(listed["styles"])):
            ann, table = served.seated("me", f"{level}:style={style}")
            assert ann.look(table)["people"][1]["level"] == f"{level}:style={style}"


def test_a_rematch_seats_the_level_that_really_played(home: Path) -> None:
    before, table = stored_with(home, "program:true", by_entry=False)
    with serve(settings_for(home)) as served:
        ann = served.person(before)
        with ann.at(table) as sitting:
            sitting.say(type="seat", id="s", seat=0, computer="random")
            sitting.until(lambda update: update["over"])
            again = sitting.ask(type="rematch", id="r")["url"]
        assert "medium" in [person["level"] for person in ann.look(again.rpartition("/")[2])["people"]]


@pytest.mark.parametrize("level", STRANGERS)
def test_a_process_in_which_computers_think_runs_no_stranger(home: Path, level: str) -> None:
    marker = home / "marker"
    answered = answer_question(Asked(level.format(marker=marker), 1, Game.new(2, 5).to_record()))
    assert answered.action == ""
    assert "not started with" in answered.problem
    assert not marker.exists()
