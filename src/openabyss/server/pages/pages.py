"""The pages for people: start, set-up, table, rules, about; and the addresses of all of them."""

import re
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openabyss.browser.rulebook import CHAPTERS, search_chapters
from openabyss.client.card_index import PAGES, SETS, entries_of, search_cards
from openabyss.client.guide import COURSE_TITLES, DEALS, FIRST_GAME, LEARNER
from openabyss.errors import InvalidOption
from openabyss.play.position.options import Options
from openabyss.server.credentials import browser_of, browser_or_new, keep_for_a_year
from openabyss.server.limits import TABLES
from openabyss.server.pages import (
    device_pages,
    invitation_pages,
    lobby_page,
    operator_page,
    puzzle_pages,
    replay_pages,
    results_page,
    setup_form,
    text_page,
)
from openabyss.server.pages.device_pages import KEEP
from openabyss.server.pages.forms import fields_of, form_routes, own_name, remember, remembered
from openabyss.server.pages.lobby_page import about_table, league_of, time_control_in_words, who_is_asked
from openabyss.server.pages.people import league_page, name_pages, open_page, waiting_pages
from openabyss.server.pages.rendering import THEME_COOKIE, THEMES, render, set_cookie
from openabyss.server.pages.setup_form import SetupForm
from openabyss.server.people.kept_names import are_available
from openabyss.server.storage.people.kept_names import NameKept
from openabyss.server.storage.storage import plays_elsewhere
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import FRIEND, TableWanted, levels
from openabyss.server.tables.tables import allow, seat_asked_for, table_of, tables_of
from openabyss.version import VERSION
from openabyss.words import _, capitalised
from openabyss.words.levels import level_name
from openabyss.words.numbers import duration

MAX_LETTERS = 80
# A secret of a link, or a whole link that ends in one.
LINKS = ("/j/", "/s/", "/t/")
# Who reads one page of the rules can read all of them without a network.
BOOK = {KEEP: "/rules"}


def page_routes() -> list[BaseRoute]:
    """The addresses of all pages and forms."""
    return [
        Route("/", start),
        Route("/new", new),
        Route("/quick", quick, methods=["POST"]),
        *form_routes("/learn", lessons, learn),
        Route("/join", join, methods=["POST"]),
        Route("/theme", choose_theme, methods=["POST"]),
        Route("/rules", rules),
        Route("/rules/{slug}", part_of_rules),
        Route("/about", about_page),
        Route("/puzzles", puzzle_pages.puzzles),
        Route("/statistics", device_pages.statistics),
        Route("/puzzles/today", puzzle_pages.todays_puzzle),
        Route("/puzzles/{number}", puzzle_pages.puzzle_page),
        Route("/puzzles/{number}/table.json", puzzle_pages.puzzle_table),
        Route("/puzzles/{number}/verdict.json", puzzle_pages.puzzle_verdict),
        Route("/t/{table}", table_page),
        *form_routes("/t/{table}/lobby", lobby_page.lobby, lobby_page.change_lobby),
        Route("/t/{table}/results", results_page.results),
        Route("/t/{table}/record.json", results_page.record),
        *form_routes("/t/{table}/review", replay_pages.review_page, replay_pages.ask_for_review),
        *form_routes("/t/{table}/replay", replay_pages.replay_of_table, replay_pages.play_on),
        Route("/t/{table}/puzzle", replay_pages.make_puzzle, methods=["POST"]),
        Route("/replay", replay_pages.choose_record),
        *form_routes("/replay/record", replay_pages.replay_of_record, replay_pages.play_on),
        Route("/replay/record/puzzle", replay_pages.make_puzzle, methods=["POST"]),
        Route("/t/{table}/rematch", results_page.rematch, methods=["POST"]),
        *form_routes("/t/{table}/text", text_page.text_page, text_page.answer_page),
        *form_routes("/j/{token}", invitation_pages.invitation, invitation_pages.accept_invitation),
        *form_routes("/s/{token}", invitation_pages.invitation_to_watch, invitation_pages.watch),
        Route("/manifest.webmanifest", device_pages.manifest),
        Route("/offline", device_pages.offline),
        *form_routes("/open", open_page.open_tables, open_page.find_table),
        Route("/open/{table}", open_page.take_seat, methods=["POST"]),
        Route("/t/{table}/league", league_page.league_of_table),
        *form_routes("/leagues", league_page.my_leagues, league_page.make_league),
        *form_routes("/leagues/{league}", league_page.league_page, league_page.change_league),
        *form_routes("/name", name_pages.own_name, name_pages.change_name),
        Route("/name/ratings.json", name_pages.export_ratings, methods=["GET"]),
        Route("/name/{step}/options", name_pages.passkey_options, methods=["POST"]),
        Route("/name/{step}", name_pages.use_passkey, methods=["POST"]),
        Route("/ratings", name_pages.standings),
        Route("/tables", waiting_pages.waiting_tables, methods=["GET"]),
        Route("/tables/next", waiting_pages.next_table),
        *form_routes("/notices", waiting_pages.notices, waiting_pages.change_notices),
        Route("/notices/push", waiting_pages.subscribe, methods=["POST"]),
        *form_routes("/notices/{address}/{token}", waiting_pages.address_page, waiting_pages.change_address),
        *form_routes("/operator", operator_page.overview, operator_page.change_overview),
        *form_routes("/operator/{table}", operator_page.table_of_operator, operator_page.change_table),
    ]


async def start(request: Request, link: str = "", problem: str = "") -> Response:
    """Play now, my tables, join; a link that was typed there and leads nowhere."""
    browser = browser_of(request)
    tables = [_my_table(table, browser) for table in await tables_of(request).registry.of_browser(browser)]
    context = {
        "tables": tables,
        "variants": setup_form.variant_choices(),
        "levels": {level: capitalised(level_name(level)) for level in levels()},
        "last": remembered(request),
        "has_passkeys": are_available(),
        "link": link,
        "errors": {"link": [problem]} if problem else {},
    }
    return render(request, "start.html", context, 400 if problem else 200)


def _my_table(table: LiveTable, browser: str | None) -> dict[str, object]:
    """A table as the start page lists it."""
    history = table.history
    is_mine = not history.is_over and history.asked in table.seats_of(browser)
    return {
        "url": f"/t/{table.id}/results" if history.is_over else f"/t/{table.id}",
        "names": ", ".join(table.names_in_texts),
        "about": _("{game} · turn {turn}").format(game=about_table(table), turn=history.game.table.turn),
        "state": _("over") if history.is_over else who_is_asked(table, is_reader=is_mine),
        "is_my_turn": is_mine,
    }


async def quick(request: Request) -> Response:
    """A table against computers at once. Raises InvalidOption, Refusal."""
    values = await fields_of(request)
    wanted = setup_form.quick_request(values, await own_name(request))
    return remember(request, await _create(request, wanted), values)


async def learn(request: Request) -> Response:
    """The guided first game, or the course that is asked for. Raises Refusal."""
    allow(request, TABLES)
    browser = await browser_or_new(request)
    course = (await fields_of(request)).get("course", FIRST_GAME)
    if course not in DEALS:
        raise HTTPException(404, _("There is no such lesson."))
    table = await tables_of(request).creation.create_guided(await own_name(request), browser, course)
    return RedirectResponse(f"/t/{table.id}", 303)


async def lessons(request: Request) -> Response:
    """`/learn`: the guided first game, and the lessons after it."""
    return render(request, "learn.html", {"courses": COURSE_TITLES})


async def join(request: Request) -> Response:
    """A link, or the code at its end, typed in by hand."""
    typed = (await fields_of(request)).get("link", "").strip()
    address = address_of_link(typed)
    if address is None:
        problem = _("This is not a link to a table. Such a link ends in /j/ and a long code; copy all of it.")
        return await start(request, typed[:300], problem)
    return RedirectResponse(address, 303)


def address_of_link(typed: str) -> str | None:
    """Where a typed link leads on this server; a bare code is one of a seat. None if it is no link."""
    for prefix in LINKS:
        _before, found, rest = typed.rpartition(prefix)
        if found:
            # After it there may be the language of the page, or the end of a sentence.
            code = re.split(r"[^\w-]", rest, maxsplit=1)[0]
            return prefix + code if _is_code(code) else None
    words = re.findall(r"[\w-]+", typed)
    return f"/j/{words[0]}" if len(words) == 1 and _is_code(words[0]) else None


def _is_code(text: str) -> bool:
    plain = text.replace("-", "").replace("_", "")
    return 8 <= len(text) <= 64 and plain.isascii() and plain.isalnum()


async def new(request: Request) -> Response:
    """The form on which a table is set up."""
    last = remembered(request)
    return _setup_page(request, SetupForm(setup_form.first_values(last.variant, last.level, last.name)))


async def create_from_form(request: Request) -> Response:
    """A new table from that form; a wrong form is shown again as it was typed. Raises Refusal."""
    form = SetupForm(await fields_of(request))
    wanted = form.request()
    if wanted is not None:
        try:
            answer = await _create(request, wanted)
        except NameKept as error:
            form.complain(form.field_of(wanted, error.name), str(error))
        except InvalidOption as error:
            form.complain("seats", str(error))
        else:
            return remember(request, answer, setup_form.choices_of(form.values))
    return _setup_page(request, form)


def _setup_page(request: Request, form: SetupForm) -> Response:
    groups = setup_form.option_groups()
    for_people, other_players = setup_form.level_choices()
    context = {
        "form": form,
        "seats": setup_form.SEATS,
        "sitters": setup_form.sitters(),
        "regents": setup_form.REGENTS,
        "graces": {str(seconds): duration(seconds) for seconds in setup_form.GRACES},
        "time_controls": {text: time_control_in_words(text) for text in setup_form.TIME_CONTROLS},
        "levels": for_people,
        "other_players": other_players,
        "styles": setup_form.style_choices(),
        "option_groups": groups,
        "end_of_endless_games": Options.end_in_plain_words(),
        "option_fields": [f"option-{option[0]}" for _heading, options in groups for option in options],
        "choice_texts": setup_form.CHOICES,
    }
    return render(request, "new.html", context, 422 if form.errors else 200)


async def _create(request: Request, wanted: TableWanted) -> Response:
    """Set up the table; who waits for friends gets the links first. Raises InvalidOption, Refusal."""
    allow(request, TABLES)
    table = await tables_of(request).creation.create(wanted, await browser_or_new(request))
    waits = any(seat.kind == FRIEND for seat in wanted.seats)
    return RedirectResponse(f"/t/{table.id}/lobby" if waits else f"/t/{table.id}", 303)


async def choose_theme(request: Request) -> Response:
    """Keep the chosen theme in a cookie and go back."""
    values = await fields_of(request)
    back, theme = values.get("back", ""), values.get("theme", "")
    is_own_path = back.startswith("/") and back.isprintable() and "\\" not in back and back[1:2] != "/"
    answer = RedirectResponse(back if is_own_path else "/", 303)
    if theme in THEMES:
        set_cookie(answer, THEME_COOKIE, theme)
    return answer


async def table_page(request: Request) -> Response:
    """The table itself; the script that it loads does the rest over the socket."""
    from openabyss.browser.page_words import table_words  # noqa: PLC0415

    table = await table_of(request)
    seat = seat_asked_for(request, table)
    is_guided = table.course is not None and seat == LEARNER
    browser = browser_of(request)
    keep_for_a_year(request)
    storage = tables_of(request).storage
    is_elsewhere = seat is not None and await storage.read(plays_elsewhere, browser, table.id)
    context = {
        "address": f"/t/{table.id}",
        "next": f"/tables/next?after={table.id}" if is_elsewhere else "",
        "league": await league_of(tables_of(request), table, browser),
        "seat": seat,
        "may_order": not {*table.seats_of(browser)} <= {*table.history.settlement.conceded},
        "words": table_words(),
        "panel": "guide.html" if is_guided else "",
        "bundle": "bundles/guided.js" if is_guided else "bundles/table.js",
    }
    return render(request, "table.html", context)


async def rules(request: Request) -> Response:
    """`/rules`: the overview, or with `?q=` what a search finds."""
    query = " ".join(request.query_params.get("q", "")[:MAX_LETTERS].split())
    cards, chapters = (search_cards(query), search_chapters(query)) if query else ([], [])
    context = {**_frame(query), "found_cards": cards, "found_chapters": chapters}
    return render(request, "rules/overview.html", context, headers=None if query else BOOK)


async def part_of_rules(request: Request) -> Response:
    """`/rules/kraken`, `/rules/lords`: a chapter, or the cards of one kind."""
    slug = request.path_params["slug"]
    if slug in CHAPTERS:
        return render(request, "rules/chapter.html", {**_frame(), "chapter": CHAPTERS[slug]}, headers=BOOK)
    if slug in PAGES:
        context = {**_frame(), "title": _(PAGES[slug]), "groups": entries_of(slug)}
        return render(request, "rules/cards.html", context, headers=BOOK)
    raise HTTPException(404, _("The rules have no such page."))


def _frame(query: str = "") -> dict[str, Any]:
    """What every page of the rules shows beside its own text."""
    return {"chapters": list(CHAPTERS.values()), "card_pages": PAGES, "sets": SETS, "query": query}


async def about_page(request: Request) -> Response:
    """What this is."""
    return render(request, "about.html", {"version": VERSION, "has_passkeys": are_available()})
