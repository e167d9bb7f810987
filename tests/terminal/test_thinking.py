"""A game begins before anything is compiled; who searches is answered for until that is done."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from openabyss.players.compilation.background import Compiling
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.terminal.local import LocalTable
from openabyss.terminal.opponents import ThinkingElsewhere
from openabyss.terminal.plain import PlainTable
from openabyss.terminal.session import Session
from tests.terminal.tables import new_session
from tests.web.server.changing_over import FAILED, SUCCEEDED, outcome_in, wait_for_outcome
from tests.web.server.serving import wait_until

# Until something has failed, on a machine that has much else to do.
SECONDS = 600.0
SEARCHING = "expert:iterations=20"


@pytest.fixture
def thinking(data_folder: Path) -> Iterator[ThinkingElsewhere]:
    data_folder.mkdir()
    begun = ThinkingElsewhere(partial(Compiling, wait_for_outcome))
    yield begun
    begun.close()


def test_until_everything_is_compiled_medium_answers_for_those_who_search(
    thinking: ThinkingElsewhere, data_folder: Path
) -> None:
    session = new_session("human", SEARCHING, seed=4)
    searcher, game = player(SEARCHING, 1), session.game
    medium = player("medium", 1).choose(Perspective(game)).text
    assert "medium" in thinking.waiting
    assert thinking.answering(searcher, 1, game)() == medium
    assert "medium" in thinking.hinting(game, session.names)()[0]
    outcome_in(data_folder).write_text(SUCCEEDED)
    wait_until(lambda: thinking.waiting == "", SECONDS)
    assert thinking.answering(searcher, 1, game)() == searcher.choose(Perspective(game)).text
    assert "games" in thinking.hinting(game, session.names)()[0]


def test_if_compiling_fails_medium_goes_on(thinking: ThinkingElsewhere, data_folder: Path) -> None:
    session = new_session("human", SEARCHING, seed=4)
    outcome_in(data_folder).write_text(FAILED)
    wait_until(lambda: "could not be prepared" in thinking.waiting, SECONDS)
    medium = player("medium", 1).choose(Perspective(session.game)).text
    assert thinking.answering(player(SEARCHING, 1), 1, session.game)() == medium


def test_a_game_goes_on_through_the_change(thinking: ThinkingElsewhere, data_folder: Path) -> None:
    class Lines:
        """Always the first answer; in the middle of the game compiling ends, and the person leaves later."""

        def __init__(self) -> None:
            self.count = 0

        def readline(self) -> str:
            self.count += 1
            if self.count == 5:
                outcome_in(data_folder).write_text(SUCCEEDED)
                wait_until(lambda: thinking.waiting == "", SECONDS)
            return "1\n" if self.count < 9 else "quit\n"

    session = new_session("human", SEARCHING, seed=4)
    session.thinking = thinking
    said: list[str] = []

    class Target:
        write, flush = said.append, staticmethod(lambda: None)

    assert PlainTable(LocalTable(session), Lines(), Target()).play() == 0  # type: ignore[arg-type]  # all that it needs
    assert Session.resume(session.game.to_record(), session.sittings).game.hash == session.game.hash
    told = "".join(said)
    assert told.index("until then medium plays") < told.index("Everything is ready: all levels play now.")


def test_a_game_can_be_played_with_nothing_compiled(data_folder: Path, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENABYSS_INTERPRETED"}
    played = subprocess.run(
        [sys.executable, "-m", "openabyss", "play", "--plain", "--opponents", "expert", "--seed", "4"],
        input="1\n1\nquit\n", capture_output=True, text=True, check=False,
        env={**environment, "OPENABYSS_CACHE": str(tmp_path / "empty")},
    )  # fmt: skip
    assert played.returncode == 0
    assert played.stderr == ""
    assert "until then medium plays" in played.stdout
    assert "The game is saved." in played.stdout
    assert not list((tmp_path / "empty").rglob("complete"))
