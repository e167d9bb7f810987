"""The greedy player: legal answers, fair play, the same game from the same seed, and strength."""

import numpy as np
import pytest

from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.matches import GREEDY, RANDOM, play_game
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import BASE_TOKENS, TOKEN_2, TOKEN_4, bytes_of, copy_of
from openabyss.table.score_sheet import rank
from tests.players.tables import dealt, position_of, printed_uncompiled, questions
from tests.random_games import TABLES, Table, named

GAMES = 1 if INTERPRETED else 15
STRENGTH_GAMES = 1 if INTERPRETED else 240


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_every_answer_is_legal_and_choosing_changes_nothing(table: Table) -> None:
    for seed in range(GAMES):
        for state in questions(dealt(**table), seed):
            before = position_of(state)
            assert state.mask[choose_greedily(state, DEFAULT_WEIGHTS, generator(1))] > 0
            assert position_of(state) == before


@pytest.mark.parametrize("players", [2, 4])
def test_the_values_of_face_down_tokens_do_not_matter(players: int) -> None:
    for seed in range(GAMES):
        for state in questions(dealt(players), seed):
            other = copy_of(state)
            for opponent in set(range(players)) - {open_question(state).player}:
                held = int(state.monster_tokens[opponent, :BASE_TOKENS].sum())
                other.monster_tokens[opponent, :BASE_TOKENS] = 0
                other.monster_tokens[opponent, TOKEN_4] = held
            other.pool[:BASE_TOKENS] = 0
            other.pool[TOKEN_2] = int(state.pool[:BASE_TOKENS].sum())
            one, another = (choose_greedily(table, DEFAULT_WEIGHTS, generator(1)) for table in (state, other))
            assert one == another


def test_chance_has_no_part_in_its_answers() -> None:
    """Every question is decided: another generator gives the same answer."""
    for seed in range(GAMES):
        for state in questions(dealt(3, True, True), seed):
            answers = {choose_greedily(state, DEFAULT_WEIGHTS, generator(other)) for other in range(4)}
            assert len(answers) == 1


def final_table(players: int, seed: int) -> bytes:
    """How a game between greedy players ends."""
    state = dealt(players)
    play_game(state, np.full(SEATS, GREEDY), generator(seed))
    return bytes_of(state)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_and_interpreted_players_play_the_same_game_from_the_same_seed() -> None:
    games = "(final_table(2, seed).hex() for seed in (11, 12))"
    printed = printed_uncompiled(f"from {__name__} import final_table; print(*{games})").split()
    assert printed == [final_table(2, seed).hex() for seed in (11, 12)]
    assert printed[0] != printed[1]


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_greedy_beats_random_nearly_always(table: Table) -> None:
    """One seat, which moves round the table."""
    wins, least = 0, 0.95 if table["kraken"] or table["leviathan"] else 0.97
    for game in range(STRENGTH_GAMES):
        seat = game % table["players"]
        policies = np.full(SEATS, RANDOM)
        policies[seat] = GREEDY
        state = dealt(**table)
        play_game(state, policies, generator(game))
        wins += rank(state)[0] == [seat]
    assert wins >= least * STRENGTH_GAMES
