"""Compiled and interpreted rules are the same rules: lockstep over whole games, step by step."""

import json
import os
import subprocess
import sys
from itertools import zip_longest
from typing import Any

import pytest

from openabyss.engine.mode import INTERPRETED
from tests.invariants.invariants import INVARIANTS
from tests.invariants.lockstep import TELL

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

# So many games for each number of players are watched interpreted.
WATCHED = (0, 12)
STEPPED = (1000, 1006)


def interpreted(what: str, players: int, seeds: tuple[int, int]) -> list[Any]:
    """What another process tells of the same games, with nothing compiled."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.invariants.lockstep", what, str(players), *map(str, seeds)],
        env={
            **os.environ,
            "OPENABYSS_INTERPRETED": "1",
            "PYTHONPATH": os.pathsep.join([os.getcwd(), *filter(None, sys.path)]),  # noqa: PTH109
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


def first_difference(one: list[Any], other: list[Any]) -> int | None:
    """The first step at which two games are not the same."""
    steps = zip_longest(one, other)
    return next((step for step, (left, right) in enumerate(steps) if left != right), None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_interpreted_games_keep_the_invariants_and_end_like_the_compiled_ones(players: int) -> None:
    games = interpreted("invariants", players, WATCHED)
    assert {game[0] for game in games} == {INVARIANTS[0]}
    compiled = TELL["invariants"](players, range(*WATCHED))
    watched = zip(range(*WATCHED), games, compiled, strict=True)
    assert [seed for seed, one, other in watched if one != other] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_masks_tables_and_scores_are_the_same_after_every_answer(players: int) -> None:
    games = interpreted("steps", players, STEPPED)
    compiled = TELL["steps"](players, range(*STEPPED))
    assert len(games) == len(compiled)
    for seed, (one, other) in enumerate(zip(games, compiled, strict=True), STEPPED[0]):
        step = first_difference(one, other)
        assert step is None, f"seed {seed}, {players} players: the games part at step {step}"
