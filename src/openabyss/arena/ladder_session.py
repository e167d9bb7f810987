"""A ladder from the command line: played, written, or looked through for rows that are not true."""

import argparse
import json
import sys
from pathlib import Path

from openabyss.arena.ladder import BadLadder, Ladder, Section, check, climb, read_ladder, read_published
from openabyss.arena.ladder_page import page
from openabyss.arena.rate_session import prepare
from openabyss.arena.rating import Json
from openabyss.arena.session import INTERRUPTED, interrupts, processors
from openabyss.words import _

NOT_TRUE = 1
# Enough to notice a win rate that is wrong by a sixth, for a few seconds of play.
GAMES_OF_A_CHECK = 60


def climb_and_tell(args: argparse.Namespace) -> int:
    """Play the ladder and write its page; with --check 1 when a row is not true. Raises OpenAbyssError."""
    if args.who or args.sprt or args.out or args.plot:
        raise BadLadder(_("--ladder: players, --sprt, --out and --plot do not go with it"))
    ladder = read_ladder(args.ladder)
    prepare(silent=args.quiet or args.json)
    if args.check:
        return _check(ladder, args.ladder.with_suffix(".json"), args)
    return _climb(ladder, args)


def _climb(ladder: Ladder, args: argparse.Namespace) -> int:
    published = args.ladder.with_suffix(".json")
    with interrupts() as received:
        results = climb(
            ladder,
            published,
            jobs=args.jobs or processors(),
            resume=args.resume,
            stop=lambda: bool(received),
            show=_progress if not (args.quiet or args.json) else lambda section, done: None,
        )
    if results["interrupted"]:
        print(_("Stopped; go on with --resume."), file=sys.stderr)
        return INTERRUPTED
    written = args.ladder.with_suffix(".md")
    written.write_text(page(ladder, results, str(args.ladder)), encoding="utf-8")
    _tell(args, results, [written, published])
    return 0


def _progress(section: Section, done: int) -> None:
    """How far the match has got, in one line that is overwritten on a terminal."""
    end = "\r" if sys.stderr.isatty() else "\n"
    if end == "\r" or done == section.match.games(section.games):
        games = section.match.games(section.games)
        told = _("{name}: {done:,} of {games:,} games").format(name=section.name, done=done, games=games)
        print(told, end=end, file=sys.stderr, flush=True)


def _tell(args: argparse.Namespace, results: Json, written: list[Path]) -> None:
    if args.json:
        print(json.dumps(results))
    elif not args.quiet:
        for path in written:
            print(_("Written: {path}").format(path=path))


def _check(ladder: Ladder, path: Path, args: argparse.Namespace) -> int:
    """Play the quick matches in short and name what is not true."""
    published = read_published(path)
    wrong = [
        one
        for section in ladder.sections
        if section.quick
        for one in check(published, section, GAMES_OF_A_CHECK, jobs=args.jobs or processors())
    ]
    for one in wrong:
        print(
            _("{match}, {lineup}: {player} is published at {was}, but wins {now}").format(
                match=one.match, lineup=one.lineup, player=one.player, was=one.published, now=one.found
            ),
            file=sys.stderr,
        )
    return NOT_TRUE if wrong else 0
