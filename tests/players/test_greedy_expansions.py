"""The greedy player with Kraken and Leviathan: legal answers to every question, and strength."""

from collections.abc import Iterator

import numpy as np
import pytest

from openabyss.chance.generator import below, generator
from openabyss.engine.mode import INTERPRETED
from openabyss.game import Game
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, RANDOM, play_game
from openabyss.players.perspective import Perspective
from openabyss.players.playout import draw
from openabyss.players.registry import player
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State
from openabyss.table.score_sheet import rank
from tests.players.test_greedy import position_of

GAMES = 1 if INTERPRETED else 10
STRENGTH_GAMES = 1 if INTERPRETED else 120
LONGEST_GAME = 10_000
VARIANTS = [
    *((players, True, False) for players in (2, 3, 4)),
    *((players, False, True) for players in (2, 3, 4, 5)),
    *((players, True, True) for players in (2, 3, 4, 5)),
]


def new_state(players: int, kraken: bool, leviathan: bool) -> State:
    """A table with the usual options that has been laid out and waits for chance."""
    chosen = Game.new(players=players, kraken=kraken, leviathan=leviathan).state.options
    state = new_table(players, kraken, leviathan, [int(option) for option in chosen])
    deal(state)
    resolve(state)
    return state


def positions(state: State, seed: int) -> Iterator[State]:
    """The questions to players of one game in which greedy and random answers take turns."""
    random = generator(seed)
    for _ in range(LONGEST_GAME):
        if state.depth == 0:
            return
        if open_question(state).player != NOBODY:
            yield state
            if below(random, 3) > 0:
                apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
                continue
        apply(state, draw(state, random))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("players", "kraken", "leviathan"), VARIANTS)
def test_every_answer_is_legal_and_choosing_changes_nothing(
    players: int, kraken: bool, leviathan: bool
) -> None:
    for seed in range(GAMES):
        for state in positions(new_state(players, kraken, leviathan), seed):
            before = position_of(state)
            assert state.mask[choose_greedily(state, DEFAULT_WEIGHTS, generator(1))] > 0
            assert position_of(state) == before


def test_chance_has_no_part_in_its_answers() -> None:
    """Every question is decided: another generator gives the same answer."""
    for seed in range(GAMES):
        for state in positions(new_state(3, True, True), seed):
            answers = {choose_greedily(state, DEFAULT_WEIGHTS, generator(other)) for other in range(4)}
            assert len(answers) == 1


@pytest.mark.parametrize(("players", "kraken", "leviathan"), VARIANTS)
def test_greedy_beats_random_nearly_always(players: int, kraken: bool, leviathan: bool) -> None:
    wins = 0
    for game in range(STRENGTH_GAMES):
        seat = game % players
        policies = np.full(SEATS, RANDOM)
        policies[seat] = GREEDY
        state = new_state(players, kraken, leviathan)
        play_game(state, policies, generator(game))
        wins += rank(state)[0] == [seat]
    assert wins >= 0.95 * STRENGTH_GAMES


def test_it_plays_a_whole_game_of_everything_through_the_public_interface() -> None:
    game, greedy = Game.new(players=2, seed=4, kraken=True, leviathan=True), player("medium")
    while not game.is_over:
        game.apply(greedy.choose(Perspective(game)))
    assert game.winners
