"""The greedy player: legal answers, fair play, the same game from the same seed, and strength."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from openabyss.chance.generator import below, generator
from openabyss.engine.mode import INTERPRETED
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, RANDOM, play_game
from openabyss.players.playout import draw
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import BASE_TOKENS, NOBODY, STATE, TOKEN_2, TOKEN_4, State
from openabyss.table.score_sheet import rank

GAMES = 1 if INTERPRETED else 15
STRENGTH_GAMES = 2 if INTERPRETED else 240


def new_state(players: int) -> State:
    """A table that has been laid out and waits for chance."""
    state = new_table(players)
    deal(state)
    resolve(state)
    return state


def positions(players: int, seed: int) -> Iterator[State]:
    """The questions to players of one game in which greedy and random answers take turns."""
    state, random = new_state(players), generator(seed)
    while state.depth > 0:
        if open_question(state).player != NOBODY:
            yield state
            if below(random, 3) > 0:
                apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
                continue
        apply(state, draw(state, random))


def copy_of(state: State) -> State:
    """The same table, to be changed at will."""
    copy: State = cast(Any, state).copy()
    return copy


def table_bytes(state: State) -> bytes:
    """All that stands in the record."""
    return bytes(cast(Any, state).tobytes())


def position_of(state: State) -> list[bytes]:
    """The fields of the table before its working notes, which begin with the mask."""
    names = STATE.names or ()
    return [np.asarray(getattr(state, name)).tobytes() for name in names[: names.index("mask")]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_answer_is_legal_and_choosing_changes_nothing(players: int) -> None:
    for seed in range(GAMES):
        for state in positions(players, seed):
            before = position_of(state)
            action = choose_greedily(state, DEFAULT_WEIGHTS, generator(1))
            assert state.mask[action] > 0
            assert position_of(state) == before


@pytest.mark.parametrize("players", [2, 4])
def test_the_values_of_face_down_tokens_do_not_matter(players: int) -> None:
    for seed in range(GAMES):
        for state in positions(players, seed):
            other = copy_of(state)
            me = open_question(state).player
            for player in range(players):
                if player != me:
                    held = int(state.monster_tokens[player, :BASE_TOKENS].sum())
                    other.monster_tokens[player, :BASE_TOKENS] = 0
                    other.monster_tokens[player, TOKEN_4] = held
            left = int(state.pool[:BASE_TOKENS].sum())
            other.pool[:BASE_TOKENS] = 0
            other.pool[TOKEN_2] = left
            answers = [choose_greedily(table, DEFAULT_WEIGHTS, generator(1)) for table in (state, other)]
            assert answers[0] == answers[1]


def final_table(players: int, seed: int) -> bytes:
    """How a game between greedy players ends."""
    state = new_state(players)
    play_game(state, np.full(SEATS, GREEDY), generator(seed))
    return table_bytes(state)


def test_the_same_seed_plays_the_same_game() -> None:
    assert final_table(3, 5) == final_table(3, 5)
    assert final_table(3, 5) != final_table(3, 6)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_and_interpreted_players_play_the_same_games() -> None:
    code = (
        "from tests.players.test_greedy import final_table;"
        "print(*(final_table(2, seed).hex() for seed in (11, 12)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "OPENABYSS_INTERPRETED": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.split() == [final_table(2, seed).hex() for seed in (11, 12)]


def sole_wins(players: int, games: int) -> int:
    """How many games one greedy seat, which moves round the table, wins alone against random ones."""
    wins = 0
    for game in range(games):
        seat = game % players
        policies = np.full(SEATS, RANDOM)
        policies[seat] = GREEDY
        state = new_state(players)
        play_game(state, policies, generator(game))
        wins += rank(state)[0] == [seat]
    return wins


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_nearly_always(players: int) -> None:
    assert sole_wins(players, STRENGTH_GAMES) >= 0.97 * STRENGTH_GAMES
