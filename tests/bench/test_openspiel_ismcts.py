"""The adapter for OpenSpiel: the rules arrive there as they are, and its bot can play."""

import random
from pathlib import Path
from typing import Any

import pytest

from openabyss.engine.mode import INTERPRETED
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from tests.envs.wandering import wander

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")
pyspiel: Any = pytest.importorskip("pyspiel")
adapter: Any = pytest.importorskip("bench.openspiel_ismcts")


@pytest.mark.parametrize(("players", "sets"), [(2, {}), (3, {"kraken": True}), (5, {"leviathan": True})])
def test_games_go_on_to_a_victory(players: int, sets: dict[str, bool]) -> None:
    state = pyspiel.load_game("python_openabyss", {"players": players, **sets}).new_initial_state()
    wander(state, random.Random(players), 100_000)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(1)


def test_a_copy_goes_its_own_way() -> None:
    state = adapter.spiel_game(2, False, False).new_initial_state()
    chooser = random.Random(4)
    wander(state, chooser, 30)
    before = str(state.table.state)
    wander(state.clone(), chooser, 20)
    assert str(state.table.state) == before


def imagined_tokens(state: Any, chooser: random.Random) -> set[str]:
    """The tokens of ten situations that the asked seat cannot tell from this one."""
    seat, found = state.current_player(), set()
    for _world in range(10):
        imagined = state.resample_from_infostate(seat, chooser.random)
        assert imagined.current_player() == seat
        assert imagined.legal_actions() == state.legal_actions()
        assert imagined.information_state_string() == state.information_state_string()
        found.add(imagined.table.state.monster_tokens.tobytes().hex())
    return found


def test_imagined_situations_cannot_be_told_apart_and_differ() -> None:
    most = 0
    for seed in range(8):
        chooser = random.Random(seed)
        state = adapter.spiel_game(3, False, True).new_initial_state()
        while not state.is_terminal():
            wander(state, chooser, 9)
            if state.current_player() >= 0:
                most = max(most, len(imagined_tokens(state, chooser)))
    assert most > 3


def test_the_bot_answers_for_a_seat_of_ours() -> None:
    player = adapter.SpielPlayer("openspiel:seconds=0.01", 1)
    game = Game.new(players=2, seed=3)
    assert player.choose(Perspective(game)) in game.legal_actions
    with pytest.raises(adapter.InvalidOption, match="rollouts"):
        adapter.SpielPlayer("openspiel:rollouts=none", 1)


def test_a_match_against_the_bot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    assert adapter.main(["medium", "--games", "2", "--seconds", "0.001", "--json", "--out", str(out)]) == 0
    assert '"openspiel:seconds=0.001,c=0.7,rollouts=native"' in capsys.readouterr().out
    assert out.exists()
