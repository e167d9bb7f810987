"""A ladder from the command line: played, written, or looked through for rows that are not true."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from openabyss.arena.arguments import GAMES_OF_A_RATING, PLAYERS_OF_A_RATING
from openabyss.arena.ratings.ladder import Ladder, Section, check, climb, read_ladder, read_published
from openabyss.arena.ratings.ladder_page import page, percent
from openabyss.arena.ratings.rate_session import prepare
from openabyss.arena.ratings.rating import Json
from openabyss.arena.series.places import check_place, write_text
from openabyss.arena.simulations.session import INTERRUPTED, interrupts, jobs_of
from openabyss.distribution.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.words import _, ngettext
from openabyss.words.numbers import Number

NOT_TRUE = 1
# Enough to notice a win rate that is wrong by a sixth, for a few seconds of play.
GAMES_OF_A_CHECK = 60
# Arguments that only a match of its own has: how they are typed, and what they are if nothing is said.
OF_ONE_MATCH = {
    "who": ("PLAYER", []),
    "games": ("--games", GAMES_OF_A_RATING),
    "players": ("--players", PLAYERS_OF_A_RATING),
    "kraken": ("--kraken", False),
    "leviathan": ("--leviathan", False),
    "options": ("--option", []),
    "seed": ("--seed", 0),
    "sprt": ("--sprt", None),
    "out": ("--out", None),
    "plot": ("--plot", None),
}


def climb_and_tell(args: argparse.Namespace) -> int:
    """Play the ladder and write its page; with --check 1 when a row is not true. Raises OpenAbyssError."""
    for name, (typed, usual) in OF_ONE_MATCH.items():
        if getattr(args, name) != usual:
            raise InvalidOption(
                _("{argument} does not go with --ladder; the file says what is played").format(argument=typed)
            )
    ladder, jobs = read_ladder(args.ladder), jobs_of(args)
    prepare(silent=args.quiet or args.json)
    if args.check:
        return _check(ladder, args.ladder.with_suffix(".json"), args, jobs)
    return _climb(ladder, args, jobs)


def _climb(ladder: Ladder, args: argparse.Namespace, jobs: Jobs) -> int:
    published, written = args.ladder.with_suffix(".json"), args.ladder.with_suffix(".md")
    for path in (published, written):
        check_place("ladder", path, (path.suffix,))
    with interrupts() as received:
        results = climb(
            ladder,
            published,
            jobs=jobs,
            resume=args.resume,
            stop=lambda: bool(received),
            show=_progress if not (args.quiet or args.json) else lambda section, done: None,
        )
    if results["interrupted"]:
        print(_("Stopped; go on with --resume."), file=sys.stderr)
        return INTERRUPTED
    write_text(written, page(ladder, results, str(args.ladder)))
    _tell(args, results, [written, published])
    return 0


def _progress(section: Section, done: int) -> None:
    """How far the match has got, in one line that is overwritten on a terminal."""
    end = "\r" if sys.stderr.isatty() else "\n"
    if end == "\r" or done == section.match.games(section.games):
        games = section.match.games(section.games)
        told = _("{name}: {done:,} of {games:,} games").format(
            name=section.name, done=Number(done), games=Number(games)
        )
        print(told, end=end, file=sys.stderr, flush=True)


def _tell(args: argparse.Namespace, results: Json, written: list[Path]) -> None:
    if args.json:
        print(json.dumps(results))
    elif not args.quiet:
        for path in written:
            print(_("Written: {path}").format(path=path))


def _check(ladder: Ladder, path: Path, args: argparse.Namespace, jobs: Jobs) -> int:
    """Play the quick matches in short and name what is not true."""
    published = read_published(path)
    quick = [section for section in ladder.sections if section.quick]
    wrong = [one for section in quick for one in check(published, section, GAMES_OF_A_CHECK, jobs=jobs)]
    for one in wrong:
        told = _("{match}, {lineup}: {player} is published at {was} %, but wins {now} %")
        was, now = percent(one.published), percent(one.found)
        print(
            told.format(match=one.match, lineup=one.lineup, player=one.player, was=was, now=now),
            file=sys.stderr,
        )
    if args.json:
        print(json.dumps({"checked": len(quick), "contradictions": [asdict(one) for one in wrong]}))
    elif not args.quiet:
        told = ngettext(
            "{count} quick match was played in short.",
            "{count} quick matches were played in short.",
            len(quick),
        )
        verdict = _("Every published row holds.") if not wrong else _("Not every published row holds.")
        print(told.format(count=len(quick)), verdict)
    return NOT_TRUE if wrong else 0
