"""The end of a game: `/t/ID/results`, the record, and a rematch."""

from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from openabyss.browser.text_table import Piece, linked
from openabyss.client.narration import log_lines
from openabyss.client.protocol.parts import Config
from openabyss.client.result import scores_of
from openabyss.server.credentials import browser_of
from openabyss.server.limits import TABLES
from openabyss.server.pages.lobby_page import about_table, league_of
from openabyss.server.pages.rendering import render
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.tables import allow, table_of, tables_of
from openabyss.table.score_sheet import ScoreSheet
from openabyss.words import _
from openabyss.words.cards.printed import location_formula, location_name, lord_name
from openabyss.words.listing import titled

# Something that a player has points for: its text, the points, and the address of its rules, or none.
Scored = tuple[str, int, str]


async def results(request: Request) -> Response:
    """Who has won, and how to check the cards; before the end one is sent to the table. Raises UnknownTable,
    NotAtTable."""
    table, browser = await table_of(request), browser_of(request)
    seat = table.first_seat_of(browser)
    update = table.update(seat, browser)
    if update.result is None:
        return RedirectResponse(f"/t/{table.id}", 303)
    game = table.history.game
    sheets = [game.score_sheet(player) for player in range(len(table.names))]
    context = {
        "table_id": table.id,
        "is_player": seat is not None,
        "league": await league_of(tables_of(request), table, browser),
        "update": update,
        "result": update.result,
        "about": about_table(table),
        "players": [
            {"place": place, "sheet": sheet, "parts": _parts(update.config, sheet)}
            for place, sheet in zip(update.result.places, sheets, strict=True)
        ],
        "rows": scores_of(game, seat, table.names_in_texts, settled=table.history.settlement).rows,
        "total_title": _("Total"),
        "ties": _ties(update.config),
        "course": _turns(table, seat),
        "check_command": f"printf '%s' '{update.seed}:{update.salt}' | sha256sum",
    }
    return render(request, "results.html", context)


async def record(request: Request) -> Response:
    """The whole game as a record, when it is over: it holds the seed, so not before."""
    table = await table_of(request)
    if not table.history.is_over:
        text = _("The record contains the seed, so it is available only when the game is over.")
        raise Refusal("forbidden", text)
    disposition = f'attachment; filename="openabyss-{table.id}.json"'
    return JSONResponse(table.history.to_record(), headers={"Content-Disposition": disposition})


async def rematch(request: Request) -> Response:
    """The same people again. Raises UnknownTable, NotAtTable, Refusal."""
    table = await table_of(request)
    may = partial(allow, request, TABLES)
    again = await tables_of(request).creation.rematch(table, browser_of(request), may)
    return RedirectResponse(f"/t/{again.id}", 303)


def _ties(config: Config) -> str:
    """How ties are broken; the Regent wins what is left of them."""
    if config.regent is None:
        return _(
            "Ties are broken by pearls, then by the strongest single lord; after that the victory is shared."
        )
    return _("Ties are broken by pearls, then by the strongest single lord; after that the Regent wins.")


def _parts(config: Config, sheet: ScoreSheet) -> list[tuple[str, list[Scored]]]:
    """Where the points of a player come from, by kind."""
    lords = [(lord_name(lord), points, f"/rules/lords#lord-{lord}") for lord, points in sheet.lords.items()]
    places = [
        (titled(location_name(tile), location_formula(tile)), points, f"/rules/locations#location-{tile}")
        for tile, points in sheet.locations.items()
    ]
    others = [(_("Strongest ally of each race"), sheet.allies), (_("Monster tokens"), sheet.monster_tokens)]
    if config.kraken:
        others += [(_("Nebulis"), sheet.nebulis), (_("Figure of the Kraken"), sheet.kraken_figure)]
    if config.leviathan:
        others += [(_("Wounds"), sheet.wounds), (_("Scourge of the Abyss"), sheet.scourge)]
    unlinked = [(text, points, "") for text, points in others]
    return [(_("Lords"), lords), (_("Locations"), places), (_("Other"), unlinked)]


def _turns(table: LiveTable, seat: int | None) -> list[tuple[str, list[list[Piece]]]]:
    """The whole log as a seat may read it, cut into turns: the title and the lines of each."""
    turns: list[tuple[str, list[list[Piece]]]] = []
    for line in log_lines(table.history.log, 0, table.names_in_texts, seat):
        if line.begins_turn:
            turns.append((line.text, []))
            continue
        if not turns:
            turns.append((_("Before the first turn"), []))
        turns[-1][1].append(linked(line))
    return turns
