"""A review from the command line: progress, files, and what is printed."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from openabyss.arena.journal import UnusableOutput
from openabyss.arena.judging import SearchJudge
from openabyss.arena.rate_session import prepare
from openabyss.arena.review import Review, read_recorded, review
from openabyss.arena.review_page import as_html, as_markdown, as_text, chances_plot
from openabyss.errors import InvalidOption
from openabyss.words import _

ENDINGS = (".html", ".md")


def analyse_and_tell(args: argparse.Namespace) -> int:
    """Review the game, then print or write the review. Raises OpenAbyssError."""
    if args.out is not None and args.out.suffix not in ENDINGS:
        raise InvalidOption(
            _("out: {path} ends in none of {endings}").format(path=args.out, endings=", ".join(ENDINGS))
        )
    if args.out is not None and not args.out.parent.is_dir():
        raise InvalidOption(_("out: there is no folder {folder}").format(folder=args.out.parent))
    prepare(silent=args.json)
    found = review(
        read_recorded(args.record),
        SearchJudge(args.seconds, args.iterations),
        worst=args.worst,
        seed=args.seed,
        show=_progress if sys.stderr.isatty() else lambda done, of: None,
    )
    if args.out is not None:
        write(found, args.out)
    if args.json:
        print(json.dumps(_in_json(found)))
    elif args.out is not None:
        print(_("Written: {path}").format(path=args.out))
    else:
        print(as_text(found))
    return 0


def write(found: Review, path: Path) -> None:
    """Write the page; a Markdown page has its plot in a file of its own. Raises UnusableOutput."""
    try:
        if path.suffix == ".html":
            path.write_text(as_html(found), encoding="utf-8")
            return
        plot = path.with_suffix(".svg")
        plot.write_text(chances_plot(found), encoding="utf-8")
        path.write_text(as_markdown(found, plot.name), encoding="utf-8")
    except OSError as error:
        raise UnusableOutput(
            _("{path} cannot be written: {error}").format(path=path, error=error.strerror)
        ) from error


def _progress(done: int, of: int) -> None:
    told = _("{done} of {of} decisions").format(done=done + 1, of=of)
    print(told, end="\r", file=sys.stderr, flush=True)


def _in_json(found: Review) -> dict[str, object]:
    return {
        "names": found.names,
        "outcome": found.outcome,
        "decisions": [asdict(decision) for decision in found.decisions],
        "mistakes": [
            {
                "decision": mistake.decision.number,
                "best": round(mistake.difference.first, 4),
                "played": round(mistake.difference.second, 4),
                "cost": round(mistake.difference.gain, 4),
                "margin": round(mistake.difference.margin, 4),
            }
            for mistake in found.mistakes
        ],
    }
