"""`/t/ID/results`: the score sheet, who has won, the course of the game, and how to check the cards."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.browser.text_table import Piece, linked
from openabyss.client.narration import log_lines
from openabyss.client.protocol.messages import Config, Update
from openabyss.client.scores import scores_of
from openabyss.server.access.credentials import browser_of
from openabyss.server.pages.lobby_page import about
from openabyss.server.pages.rendering import render
from openabyss.server.tables.lookup import table_of, tables_of
from openabyss.server.tables.table import LiveTable
from openabyss.table.score_sheet import ScoreSheet
from openabyss.words import _
from openabyss.words.cards.locations import location_formula, location_name
from openabyss.words.cards.lords import lord_name
from openabyss.words.listing import titled


@dataclass(frozen=True, slots=True)
class Scored:
    """Something that a player has points for."""

    text: str
    points: int
    url: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """A column of the score sheet, and where its points come from."""

    name: str
    place: int
    total: int
    is_winner: bool
    parts: list[tuple[str, list[Scored]]]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the log."""

    title: str
    lines: list[list[Piece]]


async def results(request: Request) -> Response:
    """The end of a game; before it one is sent to the table. Raises UnknownTable, NotAtTable."""
    browser = browser_of(request)
    table = await table_of(request)
    seats = table.seats_of(browser)
    seat = seats[0] if seats else None
    update = table.update(seat, browser)
    if update.result is None:
        return RedirectResponse(f"/t/{table.id}", 303)
    game, result = table.history.game, update.result
    scores = scores_of(game, seat, table.names)
    context = {
        "table_id": table.id,
        "is_player": bool(seats),
        "outcome": result.outcome,
        "ending": result.ending,
        "about": about(update.config),
        "players": [
            _player(update, game.score_sheet(number), place) for number, place in enumerate(result.places)
        ],
        "rows": [(row.title, row.cells) for row in scores.rows],
        "total_title": _("Total"),
        "ties": _ties(update.config),
        "course": turns_of(table, seat),
        **_promise(update),
    }
    return render(request, "results.html", context)


async def rematch(request: Request) -> Response:
    """The same people again. Raises UnknownTable, NotAtTable, Refusal."""
    tables = tables_of(request)
    table = await table_of(request)
    again = await tables.creation.rematch(table, browser_of(request))
    return RedirectResponse(f"/t/{again.id}", 303)


def _promise(update: Update) -> dict[str, object]:
    """What was promised of the seed, and how anybody can check it."""
    return {
        "seed": update.seed,
        "salt": update.salt,
        "commitment": update.commitment,
        "check_command": f"printf '%s' '{update.seed}:{update.salt}' | sha256sum",
    }


def _ties(config: Config) -> str:
    """How ties are broken; the Regent wins what is left of them."""
    if config.regent is None:
        return _(
            "Ties are broken by pearls, then by the strongest single lord; after that the victory is shared."
        )
    return _("Ties are broken by pearls, then by the strongest single lord; after that the Regent wins.")


def _player(update: Update, sheet: ScoreSheet, place: int) -> Player:
    name = update.people[sheet.player].name
    return Player(name, place, sheet.total, place == 1, _parts(update.config, sheet))


def _parts(config: Config, sheet: ScoreSheet) -> list[tuple[str, list[Scored]]]:
    lords = [
        Scored(lord_name(lord), points, f"/rules/lords#lord-{lord}") for lord, points in sheet.lords.items()
    ]
    places = [
        Scored(
            titled(location_name(tile), location_formula(tile)), points, f"/rules/locations#location-{tile}"
        )
        for tile, points in sheet.locations.items()
    ]
    others = [
        Scored(_("Strongest ally of each race"), sheet.allies),
        Scored(_("Monster tokens"), sheet.monster_tokens),
    ]
    if config.kraken:
        others += [
            Scored(_("Nebulis"), sheet.nebulis),
            Scored(_("Figure of the Kraken"), sheet.kraken_figure),
        ]
    if config.leviathan:
        others += [Scored(_("Wounds"), sheet.wounds), Scored(_("Scourge of the Abyss"), sheet.scourge)]
    return [(_("Lords"), lords), (_("Locations"), places), (_("Other"), others)]


def turns_of(table: LiveTable, seat: int | None) -> list[Turn]:
    """The whole log as a seat may read it, cut into turns."""
    turns: list[Turn] = []
    for line in log_lines(table.history.log, 0, table.names, seat):
        if line.begins_turn or not turns:
            turns.append(Turn(line.text if line.begins_turn else _("Before the first turn"), []))
        if not line.begins_turn:
            turns[-1].lines.append(linked(line))
    return turns
