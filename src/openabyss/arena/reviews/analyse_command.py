"""`openabyss analyse`: progress, files, and what is printed."""

import argparse
import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from openabyss.arena.reviews.judging import Judge
from openabyss.arena.reviews.review import Review, read_recorded, review
from openabyss.arena.reviews.review_page import as_html, as_markdown, as_text, chances_plot
from openabyss.arena.run_control import prepare
from openabyss.arena.series.files import check_place, write_text
from openabyss.players.search.parameters import SearchSettings, with_texts
from openabyss.words import _

ENDINGS = (".html", ".md")


def analyse_command(args: argparse.Namespace) -> int:
    """Review the game, then print or write the review. Raises OpenAbyssError."""
    if args.out is not None:
        check_place("out", args.out, ENDINGS)
    thinking = {"iterations": args.iterations} if args.iterations else {"seconds": args.seconds}
    with closing(Judge(with_texts(SearchSettings(), thinking), args.player, args.seed)) as judge:
        prepare(silent=args.json)
        show = _show if sys.stderr.isatty() else lambda progress: None
        found = review(read_recorded(args.record), judge, worst=args.worst, seed=args.seed, show=show)
    show("")
    if args.out is not None:
        write(found, args.out)
    if args.json:
        print(json.dumps(_in_json(found)))
    elif args.out is not None:
        print(_("Written: {path}").format(path=args.out))
    else:
        print(as_text(found))
        print(_("--out FILE.html also draws how the chances went."))
    return 0


def write(found: Review, path: Path) -> None:
    """Write the page; a Markdown page has its plot in a file of its own. Raises UnusableOutput."""
    if path.suffix == ".html":
        write_text(path, as_html(found))
        return
    plot = path.with_suffix(".svg")
    write_text(plot, chances_plot(found))
    write_text(path, as_markdown(found, plot.name))


def _show(progress: str) -> None:
    """One line of a terminal, rewritten every time."""
    print(f"\r\033[K{progress}", end="", file=sys.stderr, flush=True)


def _in_json(found: Review) -> dict[str, object]:
    return {
        "names": found.names,
        "outcome": found.outcome,
        "decisions": [
            {**asdict(decision), "chances": [round(chance, 4) for chance in decision.chances]}
            for decision in found.decisions
        ],
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
