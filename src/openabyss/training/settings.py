"""What each training does: its settings, which network a network begins with, and where it leaves its own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.errors import OpenAbyssError
from openabyss.players.network.network import Network, blank_network_for
from openabyss.players.network.weights import POLICY, VALUE, WrongWeights, network_names
from openabyss.players.search.parameters import DUELLISTS, EXPLORATION_OF_MORE
from openabyss.words.listing import titled

# Where a training keeps its networks: a folder for each of them.
FOLDER = Path("build/training")
# What of a training plays.
NETWORK_FILE = "network.npy"
# With what it was trained.
SETTINGS_FILE = "settings.json"


class WrongSettings(OpenAbyssError):  # noqa: N818  named for what it says, like the other errors
    """A training cannot go on with other settings than those that it was begun with."""


def check_settings(folder: Path, begun_with: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Raises WrongSettings unless the training in this folder was begun with the settings of now."""
    for name, value in now.items():
        if (before := begun_with.get(name)) != value:
            raise WrongSettings(f"the training in {folder} was begun with {name}={before}, not {value}")


def trained_in(folder: Path, name: str) -> Network:
    """A network as its training left it. Raises WrongWeights where there is none, or not one for the inputs
    of today."""
    file, blank = folder / name / NETWORK_FILE, blank_network_for(*network_names()[name])
    try:
        numbers = np.load(file)
    except (OSError, EOFError, ValueError) as error:
        raise WrongWeights(titled(f"{file} cannot be read", str(error))) from error
    if numbers.shape != blank.numbers.shape:
        problem = f"{file} has {numbers.size} numbers, but the inputs of {name} need {blank.numbers.size}"
        raise WrongWeights(titled(problem, "it was trained for other inputs or another table"))
    return blank._replace(numbers=numbers)


def noted_settings(folder: Path) -> dict[str, Any]:
    """The settings of the training in this folder; none where it ended before they were noted. Raises
    WrongSettings."""
    file = folder / SETTINGS_FILE
    try:
        noted = json.loads(file.read_text("utf-8")) if file.exists() else {}
    except ValueError as error:
        raise WrongSettings(titled(f"{file} cannot be read", str(error))) from error
    if not isinstance(noted, dict):
        raise WrongSettings(titled(f"{file} cannot be read", "settings are an object of JSON"))
    return noted


@dataclass(frozen=True)
class TrainingSettings:
    """What a training does; the same settings and seed give the same network, in however many processes.

    `parent` is the network whose knowledge it begins with, trained in the same folder or else the one of the
    package, which may be the same table's; with none it begins with nothing. Before all rounds there are
    `school_games` and `school_steps`. Of a thousand decisions `noted` are learned, in a network with a policy
    those that are searched with `iterations`, the others with `short_iterations`; of a thousand tables after
    decisions `noted_after` are learned. `explored` of a thousand answers of seats that look one answer ahead
    are random. By `td_lambda` a table learns from the outcome rather than from the value that was found for
    the next table. A share of the outcome that falls from `softened` to 0 is given out by score rather than
    to the winner alone. `value_scale` is how much a value found counts against the policy's own opinion.
    With a `hint`, the log-odds of the greedy player's answer while nothing is known, the policy does not
    learn from searches: answers are drawn, and those become likelier that brought more than was expected.
    With `school_iterations` the seats of the school that are not greedy search without a policy, as long in
    decisions that are learned, and for `short_school_iterations` in the others; else they look one answer
    ahead.
    """

    parent: str = ""
    seed: int = 1
    school_games: int = 6000
    school_steps: int = 1500
    school_iterations: int = 0
    short_school_iterations: int = 60
    rounds: int = 180
    games_per_round: int = 384
    steps_per_round: int = 60
    rounds_kept: int = 20
    noted: int = 300
    noted_after: int = 0
    explored: int = 60
    iterations: int = 32
    considered: int = 12
    short_iterations: int = 8
    short_considered: int = 4
    exploration: float = 1.0
    value_scale: float = 0.8
    hint: float = 0.0
    fpu_reduction: float = 0.1
    td_lambda: float = 0.95
    softened: float = 0.0
    greedy_in_school: float = 0.2
    greedy_seat_share: float = 0.1
    learning_rate: float = 1.5e-3
    last_learning_rate: float = 1e-4
    weight_decay: float = 1e-5
    steadiness: float = 0.998
    match_games: int = 100
    rounds_per_match: int = 10


# With which other network each begins, `name:parent`, in the order of training.
VALUE_PARENTS = """
    base2 base3 base4 kraken2:base2 leviathan2:base2 both2:kraken2 kraken4:base4 leviathan4:base4
    both4:kraken4 kraken3:base3 leviathan3:base3 both3:kraken3 leviathan5:leviathan4 both5:both4
"""
# For a policy, a network that knows more cards than are needed is a better parent than one that has played
# with fewer opponents.
POLICY_PARENTS = """
    base2 kraken2:base2 leviathan2:base2 both2:kraken2 kraken4:kraken2 both4:kraken4 kraken3:kraken4
    both3:both4 base4:kraken4 base3:base4 leviathan4:base4 leviathan3:leviathan4 leviathan5:leviathan4
    both5:both4
"""


def _by_name(parents: str, kind: str) -> dict[str, str]:
    pairs = (pair.partition(":") for pair in parents.split())
    return {f"{name}-{kind}": f"{parent}-{kind}" if parent else "" for name, _colon, parent in pairs}


# Those with a policy learn from those without one.
PARENTS = _by_name(VALUE_PARENTS, VALUE) | _by_name(POLICY_PARENTS, POLICY)

VALUE_TD_LAMBDA = {2: 0.93, 3: 0.96, 4: 0.97, 5: 0.975}
VALUES = TrainingSettings(
    school_games=3000,
    school_steps=300,
    rounds=60,
    games_per_round=400,
    steps_per_round=160,
    rounds_kept=12,
    noted=400,
    noted_after=400,
    explored=15,
    greedy_in_school=1.0,
)
VALUES_OF_MORE = replace(
    VALUES,
    rounds=20,
    games_per_round=300,
    steps_per_round=150,
    noted=200,
    noted_after=200,
    explored=8,
    softened=0.3,
    greedy_seat_share=0.5,
    learning_rate=1e-3,
)
POLICY_TD_LAMBDA = {2: 0.95, 3: 0.96, 4: 0.97, 5: 0.975}
# These go to school although they have a parent. The others know enough by their parents; of a school they
# play a few games, to see how large inputs are.
PRETRAINED = ("base2-policy", "kraken2-policy", "leviathan2-policy", "kraken4-policy")
# What is different with a parent, and then with more players, whose games are longer and teach more each.
FINE_TUNED = TrainingSettings(school_games=3000, school_steps=600, rounds=100, learning_rate=1e-3)
# Among more than two, values of neighbouring answers are closer together.
FINE_TUNED_OF_MORE = replace(
    FINE_TUNED, school_games=2500, rounds=200, games_per_round=160, exploration=EXPLORATION_OF_MORE
)
# These learn with a hint what searches do not teach them: much from each game, but only while it is new.
HINTED = ("base3-policy", "base4-policy", "leviathan3-policy", "leviathan4-policy", "leviathan5-policy")
WITH_A_HINT = replace(
    FINE_TUNED_OF_MORE,
    rounds=300,
    games_per_round=800,
    steps_per_round=34,
    rounds_kept=1,
    noted=500,
    hint=4.0,
    learning_rate=8e-4,
    steadiness=0.999,
)


def default_settings(name: str) -> TrainingSettings:
    """What a network is trained with."""
    (_variant, players), has_policy = network_names()[name]
    settings = _policy_settings(name, players) if has_policy else _value_settings(name, players)
    return replace(settings, parent=PARENTS[name])


def _value_settings(name: str, players: int) -> TrainingSettings:
    settings = VALUES if players == DUELLISTS else VALUES_OF_MORE
    is_pretrained = PARENTS[name] == ""
    return replace(
        settings,
        td_lambda=VALUE_TD_LAMBDA[players],
        school_steps=settings.school_steps if is_pretrained else 0,
    )


def _policy_settings(name: str, players: int) -> TrainingSettings:
    if PARENTS[name] == "":
        return TrainingSettings()
    of_more = WITH_A_HINT if name in HINTED else FINE_TUNED_OF_MORE
    settings = FINE_TUNED if players == DUELLISTS else of_more
    if name not in PRETRAINED:
        settings = replace(settings, school_games=200, school_steps=0)
    return replace(settings, td_lambda=POLICY_TD_LAMBDA[players])
