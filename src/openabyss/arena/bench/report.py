"""`openabyss bench`: the figures, for people and for programs."""

import argparse
import json
import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from openabyss.arena.bench.speed import QUICK, USUAL, Json, measure
from openabyss.arena.run_control import Output, prepare
from openabyss.arena.series.series import compile_games
from openabyss.words import _
from openabyss.words.numbers import Number

Row = tuple[str, float | None, str, Sequence[float] | None]


def bench_command(args: argparse.Namespace) -> int:
    """Measure everything and print it; progress goes to stderr."""
    prepare(silent=False)
    compile_games()
    figures = measure(QUICK if args.quick else USUAL, _announce, cold=args.cold)
    if args.json:
        print(json.dumps(figures))
    else:
        print_figures(Output(), figures)
    return 0


def print_figures(console: Console, figures: Json) -> None:
    """One row for each figure: the median, its unit, the least and the most of the runs."""
    title = _("OpenAbyss {version}, medians of {runs} runs").format(**figures)
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(_("what"), no_wrap=True)
    table.add_column(_("median"), justify="right", no_wrap=True)
    table.add_column(_("unit"), no_wrap=True)
    table.add_column(_("from … to"), justify="right", no_wrap=True)
    for what, value, unit, spread in _rows(figures):
        bounds = "" if spread is None else f"{_number(spread[0])} … {_number(spread[1])}"
        table.add_row(what, "-" if value is None else _number(value), unit, bounds)
    console.print(table)
    console.print(
        _("A decision is one answer by a player; the draws of chance are not counted."), highlight=False
    )
    machine = figures["machine"]
    console.print("{processor}, {cores} cores, {system}, Python {python}".format(**machine), highlight=False)


def _rows(figures: Json) -> list[Row]:
    spread, compiling = figures["spread"], figures["compile_s"]
    rows = []
    for name, values in figures["random_play"].items():
        what = _("random play, {name}").format(name=name)
        rows += [*_play_rows(what, values, spread[f"random_play.{name}"]), *_composition(values)]
    for name, values in figures["simulate"].items():
        rows += _play_rows(_("simulate, 4 {name}").format(name=name), values, spread[f"simulate.{name}"])
    api = figures["game_api"]
    starts = spread["starts"]
    return [
        *rows,
        (_("library, base/4"), api["applies_per_s"], _("answers/s"), spread["game_api"]["applies_per_s"]),
        *(
            ("", value, f"µs/{call}", spread["library_us"][call])
            for call, value in figures["library_us"].items()
        ),
        (_("copy of a game"), figures["clone_us"], "µs", spread["clone_us"]),
        (_("size of a game"), figures["state_bytes"], _("bytes"), None),
        ("import openabyss", figures["import_s"], "s", starts["import_s"]),
        (_("first game"), compiling["warm"], "s", starts["compile_s.warm"]),
        (_("first game, in total"), figures["start_s"], "s", starts["start_s"]),
        (_("first game, not compiled"), compiling["cold"], "s", None),
    ]


def _play_rows(what: str, values: Json, spread: Json) -> list[Row]:
    return [
        (what, values["decisions_per_s"], _("decisions/s"), spread["decisions_per_s"]),
        ("", values["games_per_s"], _("games/s"), spread["games_per_s"]),
    ]


def _composition(values: Json) -> list[Row]:
    return [
        ("", values["decisions_per_game"], _("decisions/game"), None),
        ("", values["choices_per_game"], _("with a choice"), None),
        ("", values["draws_per_game"], _("draws/game"), None),
    ]


def _number(value: float) -> str:
    if value >= 1_000_000:
        return f"{Number(value / 1_000_000):.2f} M"
    return f"{Number(value):,.0f}" if value >= 1000 else f"{Number(value):.3g}"


def _announce(what: str) -> None:
    print(_("measuring: {what}").format(what=what), file=sys.stderr, flush=True)
