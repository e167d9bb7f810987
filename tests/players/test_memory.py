"""Compiled players free every array that they make: most rules do not count who still needs one."""

from collections.abc import Callable
from functools import partial
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
from openabyss.rules.state import State
from openabyss.training.games import SelfPlay
from openabyss.training.settings import TrainingSettings

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about compiled rules")

VARIANTS = [(2, False, False), (4, False, False), (3, True, False), (4, False, True), (5, True, True)]


Play = Callable[[], object]


def quick_players(state: State, policy: int) -> Play:
    return partial(play_game, state, np.full(SEATS, policy), generator(1))


def a_training(state: State, kind: str) -> Play:
    table = table_of(state)
    play = SelfPlay(f"{name_of(table)}-{kind}", TrainingSettings(iterations=4, short_iterations=2))
    play.use(blank_network_for(table, has_policy=kind == "policy"), trained_networks().values[table])
    return partial(play.own_game, 1)


def a_search(state: State, leaf: str) -> Play:
    searcher = Searcher(SearchSettings(seconds=None, iterations=300, nodes=20_000, leaf=leaf))
    return partial(searcher.think, state, 1)


@pytest.mark.parametrize(
    ("prepared", "how"),
    [
        *((quick_players, policy) for policy in (GREEDY, REGENT)),
        *((a_training, kind) for kind in ("value", "policy")),
        *((a_search, leaf) for leaf in ("learned", "playout")),
    ],
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_and_searches_leave_nothing_behind(
    variant: tuple[int, bool, bool], prepared: Callable[[State, Any], Play], how: Any
) -> None:
    players, kraken, leviathan = variant
    play = prepared(Game.new(players, seed=3, kraken=kraken, leviathan=leviathan).state, how)
    rtsys.initialize(cpu_target.target_context)
    memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    play()
    now = rtsys.get_allocation_stats()
    made = now.alloc - before.alloc
    assert made == now.free - before.free
    assert made > 0 or prepared is a_search  # which needs none that is counted


def test_a_compiled_rule_returns_no_array() -> None:
    def counts(state: State) -> NDArray[np.int64]:
        return np.zeros(int(state.players), np.int64)

    with pytest.raises(AssertionError, match=r"counts: fill an array of the caller's instead"):
        compiled(counts)
