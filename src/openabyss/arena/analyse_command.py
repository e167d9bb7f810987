"""`openabyss analyse`: reviews a recorded game, and prints or writes the review."""

import argparse
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from openabyss.arena.review import Judge, review
from openabyss.arena.review_in_words import (
    ReviewInWords,
    as_html,
    as_markdown,
    as_text,
    chances_plot,
    review_in_words,
)
from openabyss.arena.run_control import prepare
from openabyss.arena.series.files import check_place, write_text
from openabyss.client.result import Settlement, settlement_of
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.play.position.records import read_file
from openabyss.players.search.parameters import SearchSettings, with_texts
from openabyss.words import _
from openabyss.words.listing import titled

ENDINGS = (".html", ".md")


class Played(NamedTuple):
    """A game that is reviewed, what its players are called, and how they have ended it."""

    game: Game
    names: tuple[str, ...]
    settled: Settlement


def read_played(path: Path) -> Played:
    """A record or a saved game; players without a name are numbered. Raises InvalidRecord."""
    content = read_file(path)
    record = content.get("game", content)
    try:
        game = Game.from_record(record)
        settled = settlement_of(record, game.players)
    except InvalidRecord as error:
        raise InvalidRecord(titled(str(path), str(error))) from error
    seats = content.get("seats")
    names = [seat.get("name") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    if len(names) != game.players or not all(isinstance(name, str) for name in names):
        names = [_("Player {number}").format(number=seat + 1) for seat in range(game.players)]
        if game.table.regent is not None:
            names[game.table.regent] = _("Regent")
    return Played(game, tuple(map(str, names)), settled)


def analyse_command(args: argparse.Namespace) -> int:
    """Review the game, then print or write the review. Raises OpenAbyssError."""
    if args.out is not None:
        check_place("out", args.out, ENDINGS)
    thinking = {"iterations": args.iterations} if args.iterations else {"seconds": args.seconds}
    with closing(Judge(with_texts(SearchSettings(), thinking), args.player, args.seed)) as judge:
        prepare(silent=args.json)
        show = _show if sys.stderr.isatty() else lambda progress: None
        game, names, settled = read_played(args.record)
        found = review(game, judge, worst=args.worst, seed=args.seed, settled=settled, show=show)
    show("")
    reviewed = review_in_words(found, game, names, settled)
    if args.out is not None:
        write(reviewed, args.out)
    if args.json:
        print(msgspec.json.encode(reviewed).decode())
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
