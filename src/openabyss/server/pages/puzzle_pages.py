"""Puzzles in the browser: `/puzzles`, and each on the page of a table. No answer is kept."""

import asyncio
from datetime import UTC, date, datetime
from functools import lru_cache

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.arena.puzzles import THEMES, Puzzle, number_of_day, shipped_puzzles
from openabyss.arena.puzzles.verdicts import verdict_on
from openabyss.client.protocol.messages import Person, write_message
from openabyss.client.table_history import TableHistory
from openabyss.client.update import UpdateContext, update_for
from openabyss.play.game import Game
from openabyss.server.compression import padded
from openabyss.server.pages.rendering import render
from openabyss.server.tables.lookup import whole_number
from openabyss.words import _, language
from openabyss.words.levels import computer_names

# Who has played the other seats of the games that puzzles are from.
LEVEL = "expert"
# Puzzles that many readers look at are written once, in each language.
MAX_WRITTEN = 64
FOR_EVERYBODY = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Language, Cookie"}


async def puzzles(request: Request) -> Response:
    """`/puzzles`: the puzzle of the day, and all of them by theme."""
    found = shipped_puzzles()
    by_theme = {
        theme: [number for number, puzzle in enumerate(found, 1) if theme in puzzle.themes]
        for theme in THEMES
    }
    context = {
        "today": today().isoformat(),
        "number": number_of_day(today()),
        "count": len(found),
        "by_theme": [
            (f"/puzzles/{numbers[0]}?theme={theme}", _(THEMES[theme]), numbers)
            for theme, numbers in by_theme.items()
        ],
    }
    return render(request, "puzzles.html", context)


async def todays_puzzle(_request: Request) -> Response:
    """`/puzzles/today`, the same for everybody."""
    return RedirectResponse(f"/puzzles/{number_of_day(today())}", 303)


async def puzzle_page(request: Request) -> Response:
    """`/puzzles/12`: its table, drawn as any other one. `?theme=location` says what comes next."""
    from openabyss.browser.table_words import table_words  # noqa: PLC0415

    number, puzzle = _puzzle_of(request)
    theme = request.query_params.get("theme", "")
    day = today()
    context = {
        "words": table_words(),
        "seat": puzzle.seat,
        "panel": "puzzle.html",
        "bundle": "bundles/puzzle.js",
        "address": f"/puzzles/{number}",
        "number": number,
        "count": len(shipped_puzzles()),
        "themes": [_(THEMES[theme]) for theme in puzzle.themes],
        "day": day.isoformat() if number == number_of_day(day) else "",
        "theme_asked_for": theme if theme in THEMES else "",
        "others": [
            other
            for other, found in enumerate(shipped_puzzles(), 1)
            if theme not in THEMES or theme in found.themes
        ],
    }
    return render(request, "puzzle_table.html", context)


async def puzzle_table(request: Request) -> Response:
    """`/puzzles/12/table.json`: its table as an update of the protocol."""
    number, _puzzle = _puzzle_of(request)
    written = await asyncio.to_thread(_written, number, language())
    return Response(written, headers=FOR_EVERYBODY, media_type="application/json")


async def puzzle_verdict(request: Request) -> Response:
    """`/puzzles/12/verdict.json?answer=explore`: how the answer is judged; without one, the solution. Raises
    IllegalAction."""
    _number, puzzle = _puzzle_of(request)
    answer = request.query_params.get("answer")
    found = await asyncio.to_thread(lambda: verdict_on(puzzle, puzzle.game(), answer))
    written = padded(msgspec.json.encode(found))
    return Response(written, headers=FOR_EVERYBODY, media_type="application/json")


def today() -> date:
    """The day of the puzzle of the day, the same in all the world."""
    return datetime.now(UTC).date()


def _puzzle_of(request: Request) -> tuple[int, Puzzle]:
    number, found = whole_number(request.path_params["number"]), shipped_puzzles()
    if number is None or not 1 <= number <= len(found):
        raise HTTPException(404, _("There are puzzles 1 to {last}.").format(last=len(found)))
    return number, found[number - 1]


@lru_cache(maxsize=MAX_WRITTEN)
def _written(number: int, _language: str) -> bytes:
    game = shipped_puzzles()[number - 1].game()
    people = _people(game)
    history = TableHistory(game, [None if person.local else LEVEL for person in people])
    update = update_for(history, game.player, UpdateContext(people, commitment=""))
    for offer in update.offers:
        offer.payments = []  # Which lord is the question, not how it is paid for.
    return padded(write_message(update))


def _people(game: Game) -> list[Person]:
    """The reader has the seat that is asked."""
    return [
        Person(
            seat=seat,
            name=_("Captain") if seat == game.player else computer_names()[seat],
            kind="person" if seat == game.player else "computer",
            level=None if seat == game.player else LEVEL,
            connected=True,
            away=False,
            local=seat == game.player,
        )
        for seat in range(game.players)
    ]
