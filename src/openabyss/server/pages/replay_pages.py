"""Replays as pages: of a table, of a record that somebody has brought along, and playing on from a moment;
and the review of a finished game, `/t/ID/review`."""

from collections.abc import Callable, Mapping

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.client.replay import Replay
from openabyss.errors import GameOver, InvalidOption
from openabyss.play.game import Game
from openabyss.play.position.options import MAX_WITH_LEVIATHAN
from openabyss.server.credentials import browser_of, browser_or_new
from openabyss.server.limits import PUZZLES, TABLES
from openabyss.server.pages.device_pages import PAGE
from openabyss.server.pages.forms import fields_of, own_name, remembered
from openabyss.server.pages.lobby_page import about_table
from openabyss.server.pages.rendering import render
from openabyss.server.tables.analysis.puzzles import puzzle_at
from openabyss.server.tables.analysis.replays import seats_to_look_from
from openabyss.server.tables.analysis.reviews import Shown
from openabyss.server.tables.errors import Refusal, unreadable_form
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import TableWanted, levels, random_seed, seats_to_play_on
from openabyss.server.tables.tables import address_of, allow, table_of, tables_of, whole_number
from openabyss.words import _, capitalised
from openabyss.words.levels import level_name
from openabyss.words.listing import with_meaning


async def replay_of_table(request: Request) -> Response:
    """A game moment by moment, as far as it has come. Raises UnknownTable, NotAtTable."""
    table = await table_of(request)
    seats = seats_to_look_from(table, browser_of(request))
    own = table.first_seat_of(browser_of(request))
    context = {
        "address": f"/t/{table.id}",
        "source": f"/api/tables/{table.id}/replay",
        "seat": own if own in seats else next(iter(seats), None),
        "record": f"/t/{table.id}/record.json" if table.history.is_over else None,
        "action": f"/t/{table.id}/replay" if table.history.is_over else None,
        "puzzle_action": f"/t/{table.id}/puzzle",
        "back": f"/t/{table.id}/results" if table.history.is_over else f"/t/{table.id}",
    }
    return _page(request, context, PAGE if table.history.is_over else None)


async def choose_record(request: Request) -> Response:
    """Where a record is brought along."""
    return render(request, "replay_record.html", {"most": tables_of(request).settings.limits.body})


async def replay_of_record(request: Request) -> Response:
    """A record moment by moment: its page has the record in its address, in the part that is never sent."""
    context = {"address": "/replay", "source": "/api/replay", "seat": 0, "record": None, "back": "/replay"}
    actions = {"action": "/replay/record", "puzzle_action": "/replay/record/puzzle"}
    return _page(request, {**context, **actions})


def _page(
    request: Request, context: Mapping[str, object], headers: Mapping[str, str] | None = None
) -> Response:
    from openabyss.browser.page_words import replay_words  # noqa: PLC0415

    names = {level: capitalised(level_name(level)) for level in levels()}
    shared = {
        "words": replay_words(),
        "panel": "",
        "bundle": "bundles/replay.js",
        "levels": names,
        "last": remembered(request),
    }
    return render(request, "replay.html", {**shared, **context}, headers=headers)


async def play_on(request: Request) -> Response:
    """A new table that goes on from a moment of a game that is over, or of a record that is sent along.

    Raises UnknownTable, NotAtTable, InvalidRecord, Refusal, InvalidOption.
    """
    table, game, fields = await _game_of(request)
    if table is not None and not table.history.is_over:
        raise Refusal("forbidden", _("You can play on from a replay only when the game is over."))
    allow(request, TABLES)
    moment, seat = _number_in(fields, "moment"), _number_in(fields, "seat")

    def begin() -> tuple[Replay, dict[str, object]]:
        replay = Replay(game())
        return replay, replay.config_at(min(moment, len(replay) - 1), random_seed())

    try:
        replay, config = await tables_of(request).replays.make(address_of(request), begin)
    except GameOver as error:
        raise InvalidOption(
            _("The game is already over here. Choose an earlier moment to play on from.")
        ) from error
    level = fields.get("level", "")
    seats = seats_to_play_on(replay.players, seat, await own_name(request), level)
    made = await tables_of(request).creation.play_on(
        config,
        TableWanted(seats, regent=replay.regent),
        await browser_or_new(request),
        is_seed_known=moment == 0,
    )
    return RedirectResponse(f"/t/{made.id}" if level or replay.regent else f"/t/{made.id}/lobby", 303)


async def make_puzzle(request: Request) -> Response:
    """A puzzle of a moment of a game, or of a record that is sent along; until the game is over, only of what
    one's own seat was asked.

    Raises UnknownTable, NotAtTable, InvalidRecord, Refusal, InvalidOption.
    """
    table, game, fields = await _game_of(request)
    seats = range(MAX_WITH_LEVIATHAN) if table is None else seats_to_look_from(table, browser_of(request))
    tables, moment = tables_of(request), _number_in(fields, "moment")
    allow(request, PUZZLES)
    made = await tables.replays.make(
        address_of(request), lambda: puzzle_at(Replay(game()), moment, seats, random_seed())
    )
    return RedirectResponse(f"/puzzles/{await tables.puzzles.add(made)}", 303)


async def _game_of(request: Request) -> tuple[LiveTable | None, Callable[[], Game], dict[str, str]]:
    """The table of the address, if it has one, and its game, or that of the record among the fields, which
    is then read in a thread; the fields. Raises UnknownTable, NotAtTable, Refusal."""
    table = await table_of(request) if "table" in request.path_params else None
    fields = await fields_of(request)
    if table is not None:
        game = table.history.game
        return table, lambda: game, fields
    try:
        record = msgspec.json.decode(fields.get("record", ""), type=dict[str, object])
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Refusal("unreadable", _("The record cannot be read: {why}").format(why=error)) from error
    return None, lambda: Game.from_record(record), fields


def _number_in(fields: Mapping[str, str], name: str) -> int:
    """A number of a form. Raises Refusal."""
    number = whole_number(fields.get(name, ""))
    if number is None:
        raise unreadable_form()
    return number


# A plot for a desk; there and on smaller screens its letters are about as large as those around it.
WIDE = 1300


async def ask_for_review(request: Request) -> Response:
    """Let the review be made. Raises UnknownTable, NotAtTable, Refusal."""
    table = await table_of(request)
    await tables_of(request).reviews.begin(table, address_of(request))
    return RedirectResponse(f"/t/{table.id}/review", 303)


async def review_page(request: Request) -> Response:
    """The review, or how far it is; before the end one is sent to the table. Raises UnknownTable,
    NotAtTable."""
    table = await table_of(request)
    if not table.history.is_over:
        return RedirectResponse(f"/t/{table.id}", 303)
    made = await tables_of(request).reviews.of(table)
    context: dict[str, object] = {
        "table_id": table.id,
        "about": about_table(table),
        "made": made,
        "review": None,
    }
    if made is not None and made.found is not None:
        context |= _shown(table, await tables_of(request).reviews.in_words(table, made.found))
    return render(request, "review.html", context)


def _shown(table: LiveTable, shown: Shown) -> dict[str, object]:
    """What the page shows of a review that is ready."""
    from openabyss.arena import review_in_words as in_words  # noqa: PLC0415  loads the players
    from openabyss.arena.review_in_words import chances_plot  # noqa: PLC0415
    from openabyss.arena.svg import NARROW  # noqa: PLC0415

    review, moments = shown
    places = [f"/t/{table.id}/replay?moment={moment}" for moment in moments]
    links = [
        (place, with_meaning(review.names[decision.seat], decision.played))
        for place, decision in zip(places, review.decisions, strict=True)
    ]
    return {
        "review": review,
        "plot": Markup(chances_plot(review, links)),
        "wide_plot": Markup(chances_plot(review, links, WIDE)),
        "narrow_plot": Markup(chances_plot(review, links, NARROW)),
        "places": places,
        "introduction": in_words.introduction(review),
        "mistakes": [
            (mistake, in_words.mistake_in_words(mistake, review.names)) for mistake in review.mistakes
        ],
        "columns": in_words.account_columns(),
        "accounts": [
            (name, in_words.account_cells(account))
            for name, account in zip(review.names, review.accounts, strict=False)
        ],
        "accounts_explained": in_words.accounts_explained(),
        "chances": [[f"{chance:.0%}" for chance in decision.chances] for decision in review.decisions],
    }
