"""Find the weights of the greedy player that suit a table: `python -m openabyss.training.tuning base4`.

By evolution strategies: all seats of many games play with the best weights so far, each moved a little at
random, two of them in opposite directions, and what won more moves the best weights (Salimans et al., 2017,
"Evolution Strategies as a Scalable Alternative to Reinforcement Learning"; the step is Adam's). With `--pack`
what is found goes into the package, for `medium:tuned=base4`. docs/training/log.md says what came of it.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.arena.run_control import INTERRUPTED
from openabyss.arena.series.files import write_text
from openabyss.chance.generator import generator
from openabyss.errors import OpenAbyssError
from openabyss.observation.columns import ABSENT, LOCATION_COLUMN, LORD_COLUMN, SETS_IN
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.weights import (
    DEFAULT_WEIGHTS,
    TUNED_FILE,
    WEIGHT_NAMES,
    Weights,
    tuned_tables,
    tuned_weights,
)
from openabyss.players.matches import GREEDY
from openabyss.players.network.network import Floats
from openabyss.players.network.weights import table_names
from openabyss.players.playouts import play_many
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE
from openabyss.training.self_play import default_table
from openabyss.training.settings import FOLDER, check_settings
from openabyss.whole_files import replacing
from openabyss.words.arguments import whole_number
from openabyss.words.listing import titled

# How far weights are moved at random (standard deviation): so much of a weight, but at least this much.
PART_MOVED, LEAST_MOVED = 0.25, 15.0
# What is counted in pearls, points or percent of little.
MOVED = {
    **{"reach": 3.0, "plenty": 4.0, "plenty_loss": 1.0, "missing_race": 1.5, "receive": 2.0},
    **{"lead_needed": 2.0, "lead_limit": 4.0, "pearls_enough": 2.0, "denied": 5.0, "feed": 8.0},
    **{"plan": 8.0, "second_plan": 15.0, "spare": 20.0, "affiliation": 8.0, "sold": 12.0, "card": 12.0},
    **{"last_pearl": 1.0, "no_turn_left": 10.0},
}
POWER_MOVED, GROWTH_MOVED = 60.0, 30.0
# What matters only with an expansion, beside its lords and locations.
OF_KRAKEN = {"nebulis", "figure", "joker", "sanctuary", "old_sanctuary", "receive"}
OF_LEVIATHAN = {
    "leviathan_token",
    "stack_token",
    "pearls_enough",
    "ally_lost",
    "lord_lost",
    "scourge",
    "trophy",
}
# Each point of influence above the mean of all seats counts as this share of a victory, up to MOST_POINTS.
WORTH_OF_POINT, MOST_POINTS = 0.015, 25
STEP, HALVED_AFTER = 0.12, 150
MOMENTUM, SECOND_MOMENTUM, STEADINESS = 0.9, 0.98, 0.97
STEPS_PER_MATCH, MATCH_GAMES = 20, 4_000
# The checkpoint, in the folder of a table.
PROGRESS_FILE = "tuning.npz"


class Progress(NamedTuple):
    """Where a tuning is, in units of what is moved: the weights that play, the moments of Adam, and the
    running mean of the weights, which is what is kept."""

    steps: int
    moved: Floats
    momentum: Floats
    second_momentum: Floats
    mean: Floats

    @property
    def found(self) -> Weights:
        """The weights that it came to."""
        return weights_at(self.mean / max(1e-9, 1 - STEADINESS**self.steps))


class Start(NamedTuple):
    """A table before anything is dealt, room to play at, and which weights matter there (1.0, others 0.0)."""

    players: int
    states: NDArray[np.void]
    matters: Floats


def start_of(name: str) -> Start:
    """The start at the table of a name, as `base4`."""
    variant, players = table_names()[name]
    states = np.zeros(2, STATE)
    states[0] = default_table(variant, players)
    return Start(players, states, what_matters(variant))


def what_matters(variant: int) -> Floats:
    """Which weights can make a difference with the sets of a variant."""
    matters = np.ones(len(WEIGHT_NAMES))
    matters[at.POWER : at.GROWTH] = LORD_COLUMN[variant] != ABSENT
    matters[at.GROWTH :] = LOCATION_COLUMN[variant] != ABSENT
    for expansion, names in ((KRAKEN, OF_KRAKEN), (LEVIATHAN, OF_LEVIATHAN)):
        if expansion not in SETS_IN[variant]:
            matters[[WEIGHT_NAMES.index(name) for name in names]] = 0.0
    return matters


def how_far() -> Floats:
    """How far each weight is moved."""
    usual = np.maximum(LEAST_MOVED, PART_MOVED * np.abs(DEFAULT_WEIGHTS))
    usual[at.POWER : at.GROWTH] = POWER_MOVED
    usual[at.GROWTH :] = GROWTH_MOVED
    for name, far in MOVED.items():
        usual[WEIGHT_NAMES.index(name)] = far
    return usual


def weights_at(moved: Floats) -> Weights:
    """Whole weights that are so far from the usual ones; plans are within reach of something."""
    weights = np.rint(DEFAULT_WEIGHTS + how_far() * moved).astype(np.int64)
    weights[..., at.REACH] = np.maximum(1, weights[..., at.REACH])
    weights[..., at.LEAD_LIMIT] = np.maximum(0, weights[..., at.LEAD_LIMIT])
    return weights


def played(start: Start, weights: NDArray[np.int64], seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """The shares of the victory and the scores of games; `weights` by game and seat."""
    games, seats = weights.shape[:2]
    shares, scores = np.zeros((games, seats)), np.zeros((games, seats), np.int64)
    play_many(start.states, np.full(SEATS, GREEDY), weights, generator(seed), shares, scores)
    return shares, scores


def share_alone(start: Start, one: Weights, others: Weights, games: int) -> float:
    """How often a seat with these weights wins against others in all other seats."""
    weights = np.tile(others, (games, start.players, 1))
    places = np.arange(games), np.arange(games) % start.players
    weights[places] = one
    return float(played(start, weights, games)[0][places].mean())


def begin(parent: str) -> Progress:
    """From the weights that suit another table, or from the usual ones."""
    nothing = np.zeros(len(WEIGHT_NAMES))
    known = tuned_weights(parent) - DEFAULT_WEIGHTS if parent else nothing
    return Progress(0, known / how_far(), nothing, nothing, nothing)


def next_step(start: Start, before: Progress, games: int, seed: int) -> Progress:
    """Play, and move the weights; the same seed gives the same step."""
    random, steps = np.random.default_rng((seed, before.steps)), before.steps + 1
    noise = random.standard_normal((games, start.players // 2, len(WEIGHT_NAMES))) * start.matters
    # Where seats are odd, one plays with the weights themselves.
    still = np.zeros((games, start.players % 2, len(WEIGHT_NAMES)))
    noise = np.concatenate([noise, -noise, still], axis=1)
    order = random.permuted(np.tile(np.arange(start.players), (games, 1)), axis=1)
    noise = np.take_along_axis(noise, order[:, :, None], axis=1)
    shares, scores = played(start, weights_at(before.moved + noise), int(random.integers(1 << 40)))
    leads = np.clip(scores - scores.mean(axis=1, keepdims=True), -MOST_POINTS, MOST_POINTS)
    rewards = shares - 1 / start.players + WORTH_OF_POINT * leads
    slope = np.einsum("gs,gsw->w", rewards, noise) / rewards.size
    momentum = MOMENTUM * before.momentum + (1 - MOMENTUM) * slope
    second = SECOND_MOMENTUM * before.second_momentum + (1 - SECOND_MOMENTUM) * slope**2
    direction = momentum / (1 - MOMENTUM**steps)
    length = np.sqrt(second / (1 - SECOND_MOMENTUM**steps)) + 1e-8
    moved = before.moved + STEP / (1 + steps / HALVED_AFTER) * direction / length
    return Progress(steps, moved, momentum, second, STEADINESS * before.mean + (1 - STEADINESS) * moved)


def tune(name: str, folder: Path, *, steps: int, games: int, seed: int = 1, parent: str = "") -> Progress:
    """Tune the weights of a table up to this number of steps. Its folder holds a checkpoint of the last step,
    from which an interrupted tuning resumes with the same settings. Raises InvalidArgument, WrongSettings."""
    settings = {
        "games": whole_number("games", games, 1),
        "seed": whole_number("seed", seed, 0),
        "parent": parent,
    }
    steps = whole_number("steps", steps, 1)
    start, file = start_of(name), folder / name / PROGRESS_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    progress, begun = begin(parent), time.monotonic()
    if file.exists():
        progress, begun_with = read(file)
        if begun_with:
            check_settings(file.parent, begun_with, settings)
    while progress.steps < steps:
        progress = next_step(start, progress, games, seed)
        write(file, progress, settings)
        if progress.steps % STEPS_PER_MATCH == 0 or progress.steps == steps:
            print(json.dumps(_row(name, start, progress, time.monotonic() - begun)), flush=True)
    return progress


def _row(name: str, start: Start, progress: Progress, seconds: float) -> dict[str, Any]:
    found = progress.found
    return {
        "table": name,
        "step": progress.steps,
        "minutes": round(seconds / 60, 1),
        "alone_against_usual": round(share_alone(start, found, DEFAULT_WEIGHTS, MATCH_GAMES), 3),
        "usual_alone_against_it": round(share_alone(start, DEFAULT_WEIGHTS, found, MATCH_GAMES), 3),
    }


def read(file: Path) -> tuple[Progress, dict[str, Any]]:
    """What `write` wrote; files of earlier versions hold no settings."""
    with np.load(file) as arrays:
        progress = Progress(int(arrays["steps"]), *(arrays[name] for name in Progress._fields[1:]))
        return progress, json.loads(str(arrays.get("settings", "{}")))


def write(file: Path, progress: Progress, settings: dict[str, Any]) -> None:
    """Keep a tuning and what it was begun with; the file is replaced at once."""
    with replacing(file) as unfinished, unfinished.open("wb") as opened:
        np.savez(opened, **progress._asdict(), settings=json.dumps(settings))


def pack(name: str, weights: Weights, file: Path = TUNED_FILE) -> None:
    """Put the weights of a table beside those of the others: all that are not as usual."""
    changed = {
        weight: int(value)
        for weight, value, usual in zip(WEIGHT_NAMES, weights, DEFAULT_WEIGHTS, strict=True)
        if value != usual
    }
    found = dict(sorted({**tuned_tables(), name: changed}.items()))
    write_text(file, json.dumps(found, indent=1) + "\n")
    tuned_tables.cache_clear()


def main(arguments: list[str] | None = None) -> None:
    """Tune for the tables that are named."""
    parser = argparse.ArgumentParser(prog="python -m openabyss.training.tuning", description=__doc__)
    parser.add_argument("tables", nargs="+", choices=table_names())
    parser.add_argument("--folder", type=Path, default=FOLDER, help="(%(default)s)")
    parser.add_argument("--steps", type=int, default=150, help="(%(default)s)")
    parser.add_argument("--games", type=int, default=2000, help="for each step (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument(
        "--parent", default="", choices=["", *tuned_tables()], help="begin with what suits this table"
    )
    parser.add_argument("--pack", action="store_true", help="put what is found into the package")
    chosen = parser.parse_args(arguments)
    settings = {"steps": chosen.steps, "games": chosen.games, "seed": chosen.seed}
    try:
        for name in chosen.tables:
            found = tune(name, chosen.folder, **settings, parent=chosen.parent).found
            if chosen.pack:
                pack(name, found)
    except OpenAbyssError as error:
        parser.exit(2, titled(parser.prog, str(error)) + "\n")
    except KeyboardInterrupt:
        parser.exit(INTERRUPTED, "Stopped. The same command goes on.\n")


if __name__ == "__main__":
    main()
