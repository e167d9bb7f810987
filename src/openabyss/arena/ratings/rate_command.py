"""`openabyss rate`: plays a match and prints its ratings; with `--ladder` many matches, with `--swiss` a
tournament."""

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

from rich.console import Console

from openabyss.arena.commands import add_rate_arguments
from openabyss.arena.plan_file import Plan, Planned
from openabyss.arena.ratings.ladder import check, climb, read_ladder, read_published
from openabyss.arena.ratings.ladder_page import page, percent
from openabyss.arena.ratings.rate_report import elo_plot, forfeits_in_words, print_ratings, quiet_line
from openabyss.arena.ratings.rating import Json, contest
from openabyss.arena.ratings.sprt import read_bounds
from openabyss.arena.ratings.swiss import check_swiss, swiss_command
from openabyss.arena.run_control import (
    INTERRUPTED,
    check_resumable,
    jobs_of,
    prepare,
    print_paths,
    print_seconds,
    settings_of,
    tell,
    timed,
)
from openabyss.arena.series.files import check_place, unfinished_of, write_text
from openabyss.arena.series.series import Series, split_specs
from openabyss.arena.simulations.outputs import check_output
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.players.compilation.background import interrupts
from openabyss.words import _, ngettext
from openabyss.words.numbers import Number

NOT_TRUE = 1
# Enough to detect a win rate that is wrong by a sixth, within a few seconds of play.
GAMES_OF_A_CHECK = 60
# All other arguments do not go with --ladder: how those are typed whose names do not tell.
OF_A_LADDER = {"ladder", "check", "resume", "jobs", "ray", "quiet", "json"}
TYPED = {"who": "PLAYER", "options": "--option"}


def rate_command(args: argparse.Namespace) -> int:
    """Play what is asked for and print who is stronger; 130 after Ctrl-C. Raises OpenAbyssError."""
    if args.swiss is not None:
        check_swiss(args)
        return swiss_command(args, _series(args))
    return _rate(args) if args.ladder is None else _rate_ladder(args)


# ----------------------------------------------------------------------------------------- a match


def _rate(args: argparse.Namespace) -> int:
    series, jobs = _series(args), jobs_of(args)
    bounds = read_bounds(args.sprt) if args.sprt else None
    prepare(silent=args.quiet or args.json)
    files = {"out": args.out, "resume": args.resume}
    wanted = series.rounded_up(args.games)
    found = timed(
        args,
        wanted,
        lambda watch: contest(series, args.games, jobs=jobs, bounds=bounds, watch=watch, **files),
    )
    if args.plot is not None and found["games"] > 0:
        write_text(args.plot, elo_plot(found))
    hint = _("With --out FILE, an interrupted match can be resumed.")
    return tell(args, found, wanted, quiet_line, partial(_print_ratings, args), hint)


def _series(args: argparse.Namespace) -> Series:
    """The match that the arguments describe, once its files are known to be writable. Raises
    InvalidOption."""
    if args.check:
        raise InvalidOption(_("--check looks at a ladder; name it with --ladder"))
    check_resumable(args)
    if args.out is not None:
        check_output(args.out, (".parquet",))
    if args.plot is not None:
        check_place("plot", args.plot, (".svg",))
    return Series(
        tuple(spec for text in args.who for spec in split_specs(text)),
        args.players,
        paired=True,
        **settings_of(args),
    )


def _print_ratings(args: argparse.Namespace, console: Console, found: Json) -> None:
    print_ratings(console, found)
    print_seconds(console, found)
    if found["games"] > 0:
        out = unfinished_of(args.out) if args.out and found["interrupted"] else args.out
        print_paths(console, _("Written: {path}"), out, args.plot)
    if lost := forfeits_in_words(found["players"]):
        console.print(lost, highlight=False)


# ---------------------------------------------------------------------------------------- a ladder


def _rate_ladder(args: argparse.Namespace) -> int:
    """Play the ladder and write its page; with --check 1 when a row is not true."""
    usual = argparse.ArgumentParser()
    add_rate_arguments(usual)
    for name, value in vars(usual.parse_args([])).items():
        if name not in OF_A_LADDER and getattr(args, name) != value:
            problem = _("{argument} does not go with {other}; the file says what is played")
            raise InvalidOption(problem.format(argument=TYPED.get(name, f"--{name}"), other="--ladder"))
    ladder, jobs = read_ladder(args.ladder), jobs_of(args)
    prepare(silent=args.quiet or args.json)
    published = args.ladder.with_suffix(".json")
    return _check(ladder, published, args, jobs) if args.check else _climb(ladder, published, args, jobs)


def _climb(ladder: Plan, published: Path, args: argparse.Namespace, jobs: Jobs) -> int:
    written = args.ladder.with_suffix(".md")
    for path in (published, written):
        check_place("ladder", path, (path.suffix,))
    is_silent = args.quiet or args.json
    with interrupts() as received:

        def watch(section: Planned, done: int) -> bool:
            if not is_silent:
                _show_progress(section, done)
            return not received

        results = climb(ladder, published, jobs=jobs, resume=args.resume, watch=watch)
    # With rows of an earlier run an interrupted ladder is complete, too.
    if len(results["matches"]) == len(ladder.items):
        write_text(written, page(ladder, results, str(args.ladder)))
    if results["interrupted"]:
        print(_("Stopped; go on with --resume."), file=sys.stderr)
        return INTERRUPTED
    if args.json:
        print(json.dumps(results))
    elif not args.quiet:
        for path in (written, published):
            print(_("Written: {path}").format(path=path))
    return 0


def _show_progress(section: Planned, done: int) -> None:
    """The progress of the match, in one line that is overwritten on a terminal."""
    end, games = "\r" if sys.stderr.isatty() else "\n", section.series.rounded_up(section.games)
    if end == "\r" or done == games:
        line = _("{name}: {done:,} of {games:,} games").format(
            name=section.name, done=Number(done), games=Number(games)
        )
        print(line, end=end, file=sys.stderr, flush=True)


def _check(ladder: Plan, path: Path, args: argparse.Namespace, jobs: Jobs) -> int:
    """Play the quick matches in short, and name the rows that they contradict."""
    published = read_published(path)
    quick = [section for section in ladder.items if section.quick]
    wrong = [one for section in quick for one in check(published, section, GAMES_OF_A_CHECK, jobs=jobs)]
    for one in wrong:
        line = _("{match}, {lineup}: {player} is published at {was} %, but wins {now} %")
        was, now = percent(one.published), percent(one.found)
        print(
            line.format(match=one.match, lineup=one.lineup, player=one.player, was=was, now=now),
            file=sys.stderr,
        )
    if args.json:
        print(json.dumps({"checked": len(quick), "contradictions": [asdict(one) for one in wrong]}))
    elif not args.quiet:
        played = ngettext(
            "{count} quick match was played in short.",
            "{count} quick matches were played in short.",
            len(quick),
        )
        verdict = _("Not every published row holds.") if wrong else _("Every published row holds.")
        print(played.format(count=len(quick)), verdict)
    return NOT_TRUE if wrong else 0
