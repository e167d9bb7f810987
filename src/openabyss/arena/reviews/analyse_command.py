"""`openabyss analyse`: reviews a recorded game, and prints or writes the review."""

import argparse
import sys
from contextlib import closing
from pathlib import Path

from msgspec import json

from openabyss.arena.reviews.in_words import ReviewInWords, review_in_words
from openabyss.arena.reviews.judging import Judge
from openabyss.arena.reviews.recorded import read_recorded
from openabyss.arena.reviews.review import review
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
        recorded = read_recorded(args.record)
        found = review(recorded.game, judge, worst=args.worst, seed=args.seed, show=show)
    show("")
    reviewed = review_in_words(found, recorded.game, recorded.names)
    if args.out is not None:
        write(reviewed, args.out)
    if args.json:
        print(json.encode(reviewed).decode())
    elif args.out is not None:
        print(_("Written: {path}").format(path=args.out))
    else:
        print(as_text(reviewed))
        print(_("--out FILE.html also draws how the chances went."))
    return 0


def write(reviewed: ReviewInWords, path: Path) -> None:
    """Write the page; a Markdown page has its plot in a file of its own. Raises UnusableOutput."""
    if path.suffix == ".html":
        write_text(path, as_html(reviewed))
        return
    plot = path.with_suffix(".svg")
    write_text(plot, chances_plot(reviewed))
    write_text(path, as_markdown(reviewed, plot.name))


def _show(progress: str) -> None:
    """One line of a terminal, rewritten every time."""
    print(f"\r\033[K{progress}", end="", file=sys.stderr, flush=True)
