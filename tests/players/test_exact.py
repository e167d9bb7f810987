"""Small games: their exact value, and that search finds it."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from openabyss import CHANCE, Game, InvalidArgument, InvalidOption, Perspective
from openabyss.engine.mode import INTERPRETED
from openabyss.envs.vector import VectorEnv
from openabyss.play.small_games import SMALL_GAMES, small_game
from openabyss.players.exact import exact_shares
from openabyss.players.registry import player


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_small_game_is_played_to_its_end(name: str) -> None:
    game, chooser = Game.from_position(small_game(name)), player("random", 1)
    decisions = 0
    while not game.is_over:
        game.apply(chooser.choose(Perspective(game)))
        decisions += 1
    assert 0 < decisions < 600


def test_the_last_lord_has_the_value_of_the_best_answer() -> None:
    game = Game.from_position(small_game("last-lord"), ask_chance=True)
    assert exact_shares(game) == [0.75, 0.25]
    while game.player == CHANCE:
        game.apply(game.chance_outcomes()[0][0])
    values = []
    for action in game.legal_actions:
        after = game.clone()
        after.apply(action)
        values.append(exact_shares(after)[game.player])
    assert max(values) == exact_shares(game)[game.player]


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
def test_a_search_plays_the_small_game_exactly() -> None:
    """Whatever chance does, no answer of the search costs a share of the victory."""
    for seed in range(4):
        game = Game.from_position({**small_game("last-lord"), "seed": seed})
        chooser = player("expert:iterations=3000,leaf=playout", seed)
        while not game.is_over:
            before, me = exact_shares(game), game.player
            answer = chooser.choose(Perspective(game))
            costs = []
            for action in (answer, *game.legal_actions):
                tried = Game.from_position(game.to_position(), ask_chance=True, ask_forced=True)
                tried.apply(action.id)
                costs.append(before[me] - exact_shares(tried)[me])
            assert costs[0] == pytest.approx(min(costs))
            game.apply(answer)


def test_what_is_too_large_or_hidden_has_no_exact_value() -> None:
    with pytest.raises(InvalidArgument, match="more than 50 positions"):
        exact_shares(Game.new(2, 1), most=50)
    hidden = {**small_game("last-lord"), "seats": [{"monster_tokens": [2]}, {}]}
    with pytest.raises(InvalidArgument, match="face-down"):
        exact_shares(Game.from_position(hidden))
    with pytest.raises(InvalidOption, match="did you mean 'last-lord'"):
        small_game("last-lords")


def test_a_small_game_is_its_caller_s_own() -> None:
    mine: Any = small_game("last-lord")
    mine["seats"][0]["pearls"] = 9
    assert small_game("last-lord") != mine


LONG_LINES = """
import threading
from openabyss import Game, InvalidArgument
from openabyss.play.small_games import small_game
from openabyss.players.exact import exact_shares

def seek():
    try:
        exact_shares(Game.from_position(small_game("ten-lords")), most=2000)
    except InvalidArgument as error:
        print(error)

threading.stack_size(2**19)
thread = threading.Thread(target=seek)
thread.start()
thread.join()
"""


def test_long_lines_take_no_room_on_the_stack() -> None:
    found = subprocess.run([sys.executable, "-c", LONG_LINES], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == "game: there are more than 2000 positions\n"


def test_environments_begin_in_a_position() -> None:
    env = VectorEnv(300, 2, seed=1, position="last-lord")
    assert env.layout.read(env.arrays.observations[0])["pearls"].sum() == 3
    ended = np.zeros(300, np.bool_)
    for _step in range(400):
        ended |= env.step(env.random_actions()).terminated
    assert ended.all()
    with pytest.raises(InvalidArgument, match="another number of players"):
        VectorEnv(2, 3, position="last-lord")
