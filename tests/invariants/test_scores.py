"""Final scores of random games, counted a second time by reckoning.py."""

import pytest

from openabyss import Game
from openabyss.chance.dealer import Dealer
from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.rules.state import copy_of
from tests.invariants.invariants import lay_anew, play_watched, watch
from tests.invariants.reckoning import MIRRORS, mirrored, reckoned

GAMES = 4 if INTERPRETED else 400
# The invariants are looked at elsewhere.
SELDOM = 1000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_score_is_what_counting_by_hand_gives(players: int) -> None:
    table, mirrors = watch(), 0
    for seed in range(GAMES):
        lay_anew(table, players, seed)
        play_watched(table, generator(seed), SELDOM)
        game = Game(copy_of(table.state), Dealer(0), {})
        seats = game.table.seats
        assert game.scores == [reckoned(seat, seats) for seat in seats], f"seed {seed}, {players} players"
        assert [game.score_sheet(seat).total for seat in range(players)] == game.scores
        mirrors += any(MIRRORS in seat.locations and mirrored(seat, seats) > 0 for seat in seats)
    if not INTERPRETED:
        assert mirrors > GAMES // 20
