"""Compiled players free every array that they make: most rules do not count who still needs one."""

from typing import Any

import numpy as np
import pytest
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.runtime._nrt_python import memsys_enable_stats
from numpy.typing import NDArray

from openabyss import Game
from openabyss.chance.generator import generator
from openabyss.engine.compiling import compiled
from openabyss.engine.mode import INTERPRETED
from openabyss.players.matches import GREEDY, REGENT, play_game
from openabyss.players.network.network import blank_network_for
from openabyss.players.network.weights import name_of, table_of, trained_networks
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import State, copy_of
from openabyss.training.games import SelfPlay
from openabyss.training.settings import TrainingSettings

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about compiled rules")

VARIANTS = [(2, False, False), (4, False, False), (3, True, False), (4, False, True), (5, True, True)]


def dealt(players: int, kraken: bool, leviathan: bool) -> State:
    return copy_of(Game.new(players, seed=3, kraken=kraken, leviathan=leviathan).state)


@pytest.fixture
def arrays() -> Any:
    """Returns how many arrays have been made since, and how many freed."""
    rtsys.initialize(cpu_target.target_context)
    memsys_enable_stats()
    before = rtsys.get_allocation_stats()

    def made_and_freed() -> tuple[int, int]:
        now = rtsys.get_allocation_stats()
        return now.alloc - before.alloc, now.free - before.free

    return made_and_freed


@pytest.mark.parametrize("policy", [GREEDY, REGENT])
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_quick_players_leave_nothing_behind(
    variant: tuple[int, bool, bool], policy: int, arrays: Any
) -> None:
    play_game(dealt(*variant), np.full(SEATS, policy), generator(1))
    made, freed = arrays()
    assert made == freed > 0


@pytest.mark.parametrize("kind", ["value", "policy"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_a_training_leave_nothing_behind(
    variant: tuple[int, bool, bool], kind: str, arrays: Any
) -> None:
    table = table_of(dealt(*variant))
    settings = TrainingSettings(iterations=4, short_iterations=2)
    play = SelfPlay(f"{name_of(table)}-{kind}", settings)
    play.use(blank_network_for(table, has_policy=kind == "policy"), trained_networks().values[table])
    made_before, freed_before = arrays()
    play.own_game(1)
    made, freed = arrays()
    assert made - made_before == freed - freed_before > 0


@pytest.mark.parametrize("leaf", ["learned", "playout"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_search_leaves_nothing_behind(variant: tuple[int, bool, bool], leaf: str, arrays: Any) -> None:
    searcher = Searcher(SearchSettings(seconds=None, iterations=300, nodes=20_000, leaf=leaf))
    made_before, freed_before = arrays()
    searcher.think(dealt(*variant), 1)
    made, freed = arrays()
    assert made - made_before == freed - freed_before > 0


def test_a_compiled_rule_returns_no_array() -> None:
    def counts(state: State) -> NDArray[np.int64]:
        return np.zeros(int(state.players), np.int64)

    with pytest.raises(AssertionError, match=r"counts: fill an array of the caller's instead"):
        compiled(counts)
