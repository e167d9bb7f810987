"""Random play with a state of OpenSpiel."""

import random
from typing import Any

import pytest


def wander(state: Any, chooser: random.Random, decisions: int) -> None:
    """Some answers at random, chance included."""
    for _decision in range(decisions):
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(chooser.choices(actions, chances)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
