"""How fast the game runs on this machine, measured.

A *decision* is one answer by a player to an open question, those without a choice included; the
answers of chance are *draws* and not counted among them. Every figure is the median of several
runs, with the slowest and the fastest; only compiling from nothing is measured once.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, cast

import numpy as np

from openabyss.arena.bench.library_speed import CALLS, measure_calls
from openabyss.arena.series.playing import Tables, copy_tables, play_at_random
from openabyss.arena.series.series import Series
from openabyss.chance.generator import below, generator
from openabyss.engine.mode import INTERPRETED
from openabyss.play.game import Game
from openabyss.players.network.weights import table_names
from openabyss.rules.setup import new_table
from openabyss.rules.state import STATE
from openabyss.version import VERSION

Json = dict[str, Any]
# Called with what is measured next.
Report = Callable[[str], None]

SIMULATED = ("random", "medium")
PLAYERS_SIMULATED = 4
GAMES_COUNTED = 2_000
PLACES = 64
COPIES = 100_000

# Run by another process: prints the time for `import openabyss`, and for the first game.
FRESH_START = """
import json, time
began = time.perf_counter()
import openabyss
imported = time.perf_counter()
from openabyss.players.compilation.precompile import compile_rules
compile_rules()
from openabyss.arena.series.series import Series
Series(("random",) * 4).play(0, 1)
print(json.dumps({"import_s": imported - began, "ready_s": time.perf_counter() - began}))
"""


class Effort(NamedTuple):
    """How long to measure: how often, and the seconds of one run."""

    runs: int
    seconds: float


USUAL = Effort(5, 0.5)
QUICK = Effort(5, 0.15)


class Figures(NamedTuple):
    """The medians of some runs by name, and their spread: the least and the most."""

    medians: Json
    spread: Json


def figures_of(runs: dict[str, list[float]]) -> Figures:
    """The figures of some runs, each with four significant digits."""
    return Figures(
        {name: _rounded(median(values)) for name, values in runs.items()},
        {name: [_rounded(min(values)), _rounded(max(values))] for name, values in runs.items()},
    )


def measure(effort: Effort, report: Report, *, cold: bool = False) -> Json:
    """Everything that `openabyss bench` prints, as JSON; `report` receives what is measured next.

    QUICK takes half a minute, USUAL two; `cold` adds one start with nothing compiled: minutes.
    """
    random_play, simulated, spread = {}, {}, {}
    for name, series in _tables():
        report(f"random play, {name}")
        random_play[name], spread[f"random_play.{name}"] = _random_play(series, effort)
    for player in SIMULATED:
        report(f"simulate, {player}")
        simulated[player], spread[f"simulate.{player}"] = _noted_play(player, effort)
    report("the library")
    api, spread["game_api"] = _game_api(effort)
    calls, spread["library_us"] = _calls(effort)
    report("clones")
    clone = figures_of({"clone_us": _clone_us(effort)})
    report("fresh starts")
    starts = figures_of(_starts(effort))
    compile_s: Json = {"cold": None, "warm": starts.medians.pop("compile_s.warm")}
    if cold:
        report("compiling from nothing, which takes minutes")
        compile_s["cold"] = _rounded(_fresh_start(cold=True)["ready_s"])
    return {
        "version": VERSION,
        "runs": effort.runs,
        "random_play": random_play,
        "simulate": simulated,
        "game_api": api,
        "library_us": calls,
        **clone.medians,
        "state_bytes": STATE.itemsize,
        **starts.medians,
        "compile_s": compile_s,
        "spread": {**spread, "starts": starts.spread, **clone.spread},
        "machine": machine(),
    }


def _tables() -> Iterator[tuple[str, Series]]:
    for name, (variant, players) in table_names().items():
        kraken, leviathan = variant % 2 == 1, variant >= 2
        yield f"{name[:-1]}/{players}", Series(("random",) * players, kraken=kraken, leviathan=leviathan)


# ------------------------------------------------------------------------------ native play


class Run(NamedTuple):
    """Some games against the clock."""

    seconds: float
    games: int
    decisions: int


# Plays a run: how many games, and which run it is, so that each has games of its own.
Play = Callable[[int, int], Run]


def timed(games: int, play: Callable[[], int]) -> Run:
    """How long games take; `play` plays them, and returns how many decisions players made."""
    began = time.perf_counter()
    decisions = play()
    return Run(time.perf_counter() - began, games, decisions)


def random_run(series: Series, games: int, seed: int) -> Run:
    """Random play at full speed, from the deal to the final scoring, without recording anything."""
    start, random = series.tables(), generator(seed)
    return timed(games, lambda: int(play_at_random(start, games, random)))


def _random_play(series: Series, effort: Effort) -> Figures:
    """Random play in a second, and what a game consists of."""
    rates, games = _rates(partial(random_run, series), effort)
    rates.medians.update(composition(series, min(games, GAMES_COUNTED)))
    return rates


def _noted_play(player: str, effort: Effort) -> Figures:
    """Games as `openabyss simulate` plays them, with everything recorded."""
    series = Series((player,) * PLAYERS_SIMULATED)

    def play(games: int, run: int) -> Run:
        return timed(games, lambda: int(series.play(run * games, games)["decisions"].sum(dtype=np.int64)))

    return _rates(play, effort)[0]


def _game_api(effort: Effort) -> Figures:
    """Random games through `Game`: its list of legal actions, an answer, the events."""

    def play(games: int, run: int) -> Run:
        return timed(games, lambda: sum(_play_by_library(1000 * run + game) for game in range(games)))

    return _rates(play, effort, "applies_per_s")[0]


def _rates(play: Play, effort: Effort, decisions: str = "decisions_per_s") -> tuple[Figures, int]:
    """Decisions, under that name, and games in a second, and how the runs differ; and the games of a run."""
    games = _enough(play, effort.seconds)
    runs = [play(games, 1 + number) for number in range(effort.runs)]
    rates = {
        decisions: [run.decisions / run.seconds for run in runs],
        "games_per_s": [run.games / run.seconds for run in runs],
    }
    return figures_of(rates), games


def composition(series: Series, games: int) -> Json:
    """The decisions of a game, those of them with a choice, and the draws of chance, on average."""
    outcomes = series.play(0, games)
    return {
        f"{name}_per_game": _rounded(float(outcomes[name].sum(dtype=np.int64)) / games)
        for name in ("decisions", "choices", "draws")
    }


def _enough(play: Play, seconds: float) -> int:
    """How many games take about this many seconds."""
    count = 1
    while (taken := play(count, 0).seconds) <= seconds / 3:
        count *= 2
    return max(1, int(count * seconds / taken))


def _clone_us(effort: Effort) -> list[float]:
    """Microseconds for a copy of a table inside compiled code."""
    tables = np.zeros(PLACES, STATE)
    tables[0] = new_table(4)
    copies = COPIES // 1000 if INTERPRETED else COPIES
    copy_tables(cast(Tables, tables), 1)
    taken = []
    for _run in range(effort.runs):
        began = time.perf_counter()
        copy_tables(cast(Tables, tables), copies)
        taken.append((time.perf_counter() - began) / copies * 1e6)
    return taken


# ---------------------------------------------------------------------------- the library


def _calls(effort: Effort) -> Figures:
    """Microseconds of the calls that programs make, in the middle of games."""
    runs = [measure_calls(effort.seconds) for _run in range(effort.runs)]
    return figures_of({name: [run[name] for run in runs] for name in CALLS})


def _play_by_library(seed: int) -> int:
    """Play one game; returns how many answers were given (answers without a choice are the game's own)."""
    game, random, given = Game.new(players=4, seed=seed), generator(seed), 0
    while not game.is_over:
        actions = game.legal_actions
        game.apply(actions[below(random, len(actions))])
        given += 1
    return given


# ---------------------------------------------------------------------------- fresh starts


def _starts(effort: Effort) -> dict[str, list[float]]:
    """Seconds for `import openabyss`, until the first game is played, and for the whole process."""
    runs = [_fresh_start(cold=False) for _run in range(effort.runs)]
    names = {"import_s": "import_s", "compile_s.warm": "ready_s", "start_s": "start_s"}
    return {name: [run[measured] for run in runs] for name, measured in names.items()}


def _fresh_start(*, cold: bool) -> dict[str, float]:
    """How long another process takes for its first game; with an empty cache if `cold`."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, **({"OPENABYSS_CACHE": folder} if cold else {})}
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        began = time.perf_counter()
        answer = subprocess.run(
            [sys.executable, "-c", FRESH_START], env=environment, capture_output=True, text=True, check=True
        )
        return {**json.loads(answer.stdout), "start_s": time.perf_counter() - began}


# ------------------------------------------------------------------------------ the figures


def machine() -> Json:
    """The machine on which the figures were measured."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": None if INTERPRETED else version("numba"),
    }


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    if described.exists():
        for line in described.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def _rounded(value: float) -> float:
    """Rounded to four significant digits."""
    return float(f"{value:.4g}")
