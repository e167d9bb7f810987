"""`openabyss rate --swiss`: plays a Swiss tournament and prints its standings."""

import argparse

from rich.console import Console
from rich.table import Table

from openabyss.arena.leagues.swiss import Json, games_in_all, swiss
from openabyss.arena.ratings.rate_report import forfeits_in_words
from openabyss.arena.run_control import exit_status, jobs_of, prepare, print_found, print_seconds, timed
from openabyss.arena.series.report import in_commas, in_line, table
from openabyss.arena.series.series import Series
from openabyss.errors import InvalidOption
from openabyss.words import _, ngettext
from openabyss.words.numbers import Number

# Arguments that do not go with --swiss.
OF_A_RATING = {"sprt": "--sprt", "out": "--out", "plot": "--plot", "resume": "--resume", "ladder": "--ladder"}


def check_swiss(args: argparse.Namespace) -> None:
    """Raises InvalidOption."""
    for name, typed in OF_A_RATING.items():
        if getattr(args, name):
            raise InvalidOption(_("{argument} does not go with --swiss").format(argument=typed))


def swiss_command(args: argparse.Namespace, series: Series) -> int:
    """Play the rounds and print the standings; 130 after Ctrl-C. Raises OpenAbyssError."""
    wanted, jobs = games_in_all(series, args.swiss, args.games), jobs_of(args)
    prepare(silent=args.quiet or args.json)
    found = timed(args, wanted, lambda watch: swiss(series, args.swiss, args.games, jobs=jobs, watch=watch))
    print_found(args, found, quiet_line, _print_standings)
    return exit_status(args, found, wanted)


def _print_standings(console: Console, found: Json) -> None:
    rounds = found["settings"]["rounds"]
    seats = _("{seats} at a table").format(seats=found["settings"]["seats"])
    system = ngettext("Swiss, {count} round", "Swiss, {count} rounds", rounds).format(count=rounds)
    console.print(in_commas(found, seats, system), highlight=False)
    console.print(_standings(found))
    print_seconds(console, found)
    if lost := forfeits_in_words(found["players"]):
        console.print(lost, highlight=False)


def quiet_line(found: Json) -> str:
    """The standings in one line of `name=value`, separated by spaces; lists by player, with commas."""
    players = found["players"]
    return in_line(
        games=found["games"],
        seed=found["settings"]["seed"],
        players=",".join(players),
        ranks=",".join(str(row["rank"]) for row in players.values()),
        points=",".join(f"{row['points']:g}" for row in players.values()),
        buchholz=",".join(f"{row['buchholz']:g}" for row in players.values()),
        win_rates=",".join(f"{row['win_rate']:.4f}" for row in players.values()),
        forfeits=",".join(str(row["forfeits"]) for row in players.values()),
        seconds=f"{found['seconds']:.2f}",
        interrupted=int(found["interrupted"]),
    )


def _standings(found: Json) -> Table:
    shown = table(
        _("Standings"),
        _("player"),
        (_("place"), _("points"), _("Buchholz"), _("win rate"), _("matches"), _("forfeits")),
    )
    for name, row in found["players"].items():
        shown.add_row(
            name,
            str(row["rank"]),
            f"{Number(row['points']):.1f}",
            f"{Number(row['buchholz']):.1f}",
            f"{Number(row['win_rate']):.1%}",
            str(row["matches"]),
            str(row["forfeits"]),
        )
    return shown
