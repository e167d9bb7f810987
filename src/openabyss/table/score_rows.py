"""Score sheets side by side: one column for each seat, as rows of text for any client."""

from collections.abc import Sequence

from openabyss.rules.ending import (
    COURT_NOT_FILLED,
    EMPTY_ROUNDS,
    EMPTY_SEA,
    NO_LEVIATHANS_LEFT,
    NO_TOKENS_LEFT,
    SEVENTH_LORD,
)
from openabyss.rules.holdings.counting import strongest_lord
from openabyss.rules.scoring import score
from openabyss.rules.state import State
from openabyss.table.reading import Table, read_table
from openabyss.table.score_sheet import ScoreSheet, rank, score_sheet
from openabyss.words import _, ngettext
from openabyss.words.listing import all_of

Row = tuple[str, list[str]]


def score_rows(state: State, viewer: int | None) -> list[Row]:
    """What each seat scores by kind; while the game goes on, tokens that the viewer may not see are "?"."""
    table = read_table(state)
    sheets = [score_sheet(state, seat.number) for seat in table.seats]
    return [
        (_("Lords"), [str(sum(sheet.lords.values())) for sheet in sheets]),
        (_("Locations"), [str(sum(sheet.locations.values())) for sheet in sheets]),
        (_("Affiliated allies"), [str(sheet.allies) for sheet in sheets]),
        (_("Monster tokens"), [_tokens(table, sheet, viewer) for sheet in sheets]),
        *(_rows_of_kraken(sheets) if table.kraken else []),
        *(_rows_of_leviathan(sheets) if table.leviathan else []),
        (_("Total"), [_total(table, sheet, viewer) for sheet in sheets]),
        (_("Pearls"), [str(seat.pearls) for seat in table.seats]),
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


def outcome(state: State, names: Sequence[str]) -> str:
    """Who has won, in one sentence."""
    first = rank(state)[0]
    winners, points = [names[seat] for seat in first], int(score(state, first[0]))
    told = ngettext(
        "{names} wins with {points} influence.",
        "{names} share the victory with {points} influence.",
        len(winners),
    )
    return told.format(names=all_of(winners), points=points)


def tie_in_words(state: State, names: Sequence[str]) -> str:
    """How a tie for the victory was broken, in one sentence; "" where nobody was level with the winner."""
    table, groups = read_table(state), rank(state)
    best = int(score(state, groups[0][0]))
    level = sorted(seat for group in groups for seat in group if int(score(state, seat)) == best)
    if len(level) == 1:
        return ""
    told, winner = {"names": all_of([names[seat] for seat in level])}, groups[0][0]
    pearls = [table.seats[seat].pearls for seat in level]
    if len(groups[0]) > 1:
        return _("{names} are level in influence, pearls and strongest lord.").format(**told)
    if pearls.count(max(pearls)) == 1:
        return _("{names} are level in influence; {winner} has more pearls.").format(
            **told, winner=names[winner]
        )
    lords = [int(strongest_lord(state, seat)) for seat in level]
    if winner == table.regent and lords.count(max(lords)) > 1:
        return _("{names} are level in influence, pearls and strongest lord; then the Regent wins.").format(
            **told
        )
    return _("{names} are level in influence and pearls; {winner} has the strongest single lord.").format(
        **told, winner=names[winner]
    )


def closing_words(state: State, names: Sequence[str]) -> str:
    """Why the game has ended, and who has won."""
    return f"{ending_in_words(state)} {outcome(state, names)}".strip()


def ending_in_words(state: State) -> str:
    """Why a finished game has ended, in one sentence."""
    cause = state.end_cause
    sentences = {
        SEVENTH_LORD: _("The end came with a seventh lord."),
        COURT_NOT_FILLED: _("The end came when the court could not be filled any more."),
        NO_LEVIATHANS_LEFT: _("The end came when the last leviathan had appeared."),
        NO_TOKENS_LEFT: _("The end came when monster tokens had run out."),
        EMPTY_SEA: _("The end came because the sea is empty: nobody could or would do anything any more."),
    }
    return sentences.get(cause, "")


def empty_sea_in_words(number: int) -> str:
    """The warning of the end that comes when the sea is empty, in the round of that number (R-38)."""
    return _(
        "The sea is empty: round {number} of {last} in which nobody finds an ally. If it stays so, the game"
        " ends after round {last}."
    ).format(number=number, last=EMPTY_ROUNDS)


def empty_sea_in_short(number: int) -> str:
    """The same warning where there is little room."""
    return _("EMPTY SEA {number}/{last}").format(number=number, last=EMPTY_ROUNDS)


def preview_title(state: State) -> str:
    """What the sheet shows: the final score, or the one of now."""
    if state.depth == 0:
        return _("Final score")
    return _("If the game ended now, before allies in hand are added")


def _is_hidden(table: Table, sheet: ScoreSheet, viewer: int | None) -> bool:
    hides = bool(table.seats[sheet.player].monster_tokens)
    return hides and not table.is_over and sheet.player != viewer


def _tokens(table: Table, sheet: ScoreSheet, viewer: int | None) -> str:
    if _is_hidden(table, sheet, viewer):
        count = len(table.seats[sheet.player].monster_tokens)
        return _("{count} hidden").format(count=count)
    return str(sheet.monster_tokens)


def _total(table: Table, sheet: ScoreSheet, viewer: int | None) -> str:
    if _is_hidden(table, sheet, viewer):
        return f"{sheet.total - sheet.monster_tokens} + ?"
    return str(sheet.total)
