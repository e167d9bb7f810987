"""Score sheets side by side: one column for each seat, as rows of text for any client."""

from collections.abc import Sequence

from openabyss.game import Game
from openabyss.score_sheet import ScoreSheet
from openabyss.words import _, ngettext

Row = tuple[str, list[str]]


def score_rows(game: Game, viewer: int | None) -> list[Row]:
    """What each seat scores by kind; while the game goes on, tokens that the viewer may not see are "?"."""
    sheets = [game.score_sheet(seat) for seat in range(game.players)]
    return [
        (_("Lords"), [str(sum(sheet.lords.values())) for sheet in sheets]),
        (_("Locations"), [str(sum(sheet.locations.values())) for sheet in sheets]),
        (_("Affiliated allies"), [str(sheet.allies) for sheet in sheets]),
        (_("Monster tokens"), [_tokens(game, sheet, viewer) for sheet in sheets]),
        *(_rows_of_kraken(sheets) if game.state.kraken else []),
        *(_rows_of_leviathan(sheets) if game.state.leviathan else []),
        (_("Total"), [_total(game, sheet, viewer) for sheet in sheets]),
        (_("Pearls"), [str(seat.pearls) for seat in game.seats]),
    ]


def _rows_of_kraken(sheets: Sequence[ScoreSheet]) -> list[Row]:
    return [
        (_("Nebulis"), [str(sheet.nebulis) for sheet in sheets]),
        (_("Figure of the Kraken"), [str(sheet.kraken_figure) for sheet in sheets]),
    ]


def _rows_of_leviathan(sheets: Sequence[ScoreSheet]) -> list[Row]:
    return [
        (_("Wounds"), [str(sheet.wounds) for sheet in sheets]),
        (_("Scourge of the Abyss"), [str(sheet.scourge) for sheet in sheets]),
    ]


def outcome(game: Game, names: Sequence[str]) -> str:
    """Who has won, in one sentence."""
    winners = [names[seat] for seat in game.winners]
    points = game.scores[game.winners[0]]
    told = ngettext(
        "{names} wins with {points} influence.",
        "{names} share the victory with {points} influence.",
        len(winners),
    )
    return told.format(names=_(" and ").join(winners), points=points)


def preview_title(game: Game) -> str:
    """What the sheet shows: the final score, or the one of now."""
    if game.is_over:
        return _("Final score")
    return _("If the game ended now, before allies in hand are added")


def _is_hidden(game: Game, sheet: ScoreSheet, viewer: int | None) -> bool:
    hides = bool(game.seats[sheet.player].monster_tokens)
    return hides and not game.is_over and sheet.player != viewer


def _tokens(game: Game, sheet: ScoreSheet, viewer: int | None) -> str:
    if _is_hidden(game, sheet, viewer):
        count = len(game.seats[sheet.player].monster_tokens)
        return _("{count} hidden").format(count=count)
    return str(sheet.monster_tokens)


def _total(game: Game, sheet: ScoreSheet, viewer: int | None) -> str:
    if _is_hidden(game, sheet, viewer):
        return f"{sheet.total - sheet.monster_tokens} + ?"
    return str(sheet.total)
