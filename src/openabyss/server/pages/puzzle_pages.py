"""Puzzles in the browser: `/puzzles`, and each on the page of a table. No answer is kept."""

import asyncio
from datetime import UTC, date, datetime
from functools import lru_cache, partial

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from openabyss.arena.puzzles import THEMES, Puzzle, check_answer, number_of_day, shipped_puzzles
from openabyss.client.protocol.from_server import write_message
from openabyss.client.protocol.parts import Person
from openabyss.client.table_history import TableHistory
from openabyss.client.update import UpdateContext, config_of, update_for
from openabyss.play.game import Game
from openabyss.server.compression import padded
from openabyss.server.pages.rendering import render
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.seating import regent
from openabyss.server.tables.tables import address_of, tables_of, whole_number
from openabyss.words import _, language
from openabyss.words.cards.regent import SEAT_OF_REGENT
from openabyss.words.levels import computer_names

# Who has played the other seats of the games that puzzles are from.
LEVEL = "expert"
# Puzzles that many readers look at are written once, in each language.
MAX_WRITTEN = 64
NO_STORE = {"Cache-Control": "no-store"}
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
    """`/puzzles/12`, or one that somebody has made, by its id: its table, drawn as any other one.
    `?theme=location` says what comes next."""
    from openabyss.browser.page_words import table_words  # noqa: PLC0415

    puzzle, number = await _puzzle_of(request)
    theme, day = request.query_params.get("theme", ""), today()
    if theme not in THEMES:
        theme = ""
    others = [other for other, found in enumerate(shipped_puzzles(), 1) if not theme or theme in found.themes]
    context = {
        "words": table_words(),
        "seat": puzzle.seat,
        "panel": "puzzle.html",
        "bundle": "bundles/puzzle.js",
        "address": request.url.path,
        "number": number or "",
        "themes": [_(THEMES[theme]) for theme in puzzle.themes],
        "day": day.isoformat() if number == number_of_day(day) else "",
        "theme_asked_for": theme,
        "others": others,
    }
    return render(request, "puzzle_table.html", context)


async def puzzle_table(request: Request) -> Response:
    """`/puzzles/12/table.json`: its table as an update of the protocol."""
    puzzle, number = await _puzzle_of(request)
    write = partial(_written, number, language()) if number else partial(_table, puzzle)
    written = await asyncio.to_thread(write)
    return Response(written, headers=FOR_EVERYBODY, media_type="application/json")


async def puzzle_verdict(request: Request) -> Response:
    """`/puzzles/12/verdict.json?answer=explore`: how the answer is judged; without one, the solution. While
    that is being found out (202) it says how far it is. Raises IllegalAction, Refusal."""
    puzzle, number = await _puzzle_of(request)
    answer, game = request.query_params.get("answer"), await asyncio.to_thread(puzzle.game)
    check_answer(game, answer)
    if number is None:
        puzzles, id_ = tables_of(request).puzzles, request.path_params["number"]
        made = puzzles.judged(id_, puzzle, address_of(request))
        if made.has_failed:
            raise Refusal("unavailable", _("The answers could not be judged just now."))
        if made.found is None:
            return JSONResponse({"done": made.done, "all": made.all}, 202, NO_STORE)
        puzzle = made.found
    written = padded(await asyncio.to_thread(_verdict, puzzle, game, answer))
    return Response(written, headers=FOR_EVERYBODY, media_type="application/json")


def today() -> date:
    """The day of the puzzle of the day, the same in all the world."""
    return datetime.now(UTC).date()


async def _puzzle_of(request: Request) -> tuple[Puzzle, int | None]:
    """The puzzle of the address, and its number; None for one that somebody has made."""
    name, found = request.path_params["number"], shipped_puzzles()
    number = whole_number(name)
    if number is not None and 1 <= number <= len(found):
        return found[number - 1], number
    if (made := await tables_of(request).puzzles.get(name)) is not None:
        return made, None
    raise HTTPException(404, _("There are puzzles 1 to {last}.").format(last=len(found)))


@lru_cache(maxsize=MAX_WRITTEN)
def _written(number: int, _language: str) -> bytes:
    return _table(shipped_puzzles()[number - 1])


def _table(puzzle: Puzzle) -> bytes:
    game = puzzle.game()
    people = _people(game)
    history = TableHistory(game, [person.level for person in people])
    update = update_for(history, game.player, UpdateContext(people, commitment=""))
    for offer in update.offers:
        offer.payments = []  # Which lord is the question, not how it is paid for.
    return padded(write_message(update))


def _verdict(puzzle: Puzzle, game: Game, answer: str | None) -> bytes:
    from openabyss.arena.puzzles.answers import verdict_on  # noqa: PLC0415  loads the players

    return msgspec.json.encode(verdict_on(puzzle, game, [one.name for one in _people(game)], answer))


def _people(game: Game) -> list[Person]:
    """The reader has the seat that is asked."""
    people = [
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
    if config_of(game).regent is not None and game.player != SEAT_OF_REGENT:
        people[SEAT_OF_REGENT] = regent()
    return people
