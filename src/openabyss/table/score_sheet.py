"""The score, column by column, who wins (rules 8.3 and 8.4), and both in words for any client.

Also what a player would score if the game ended now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from openabyss.rules import ending, scoring
from openabyss.rules.cards.printed import INFLUENCE
from openabyss.rules.chapters import strongest_affiliated, strongest_lord
from openabyss.rules.state import State
from openabyss.table.reading import read_table
from openabyss.words import _, ngettext
from openabyss.words.arguments import Whole, seat_of, state_of
from openabyss.words.cards.codes import LOCATION_IDS, LORD_IDS
from openabyss.words.listing import all_of

# A title, and a cell for each seat.
ScoreRow = tuple[str, list[str]]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Influence points of one player; `locations` and `lords` by id, what each gives."""

    player: int
    locations: dict[int, int]
    lords: dict[int, int]
    allies: int
    monster_tokens: int
    nebulis: int
    kraken_figure: int
    wounds: int
    scourge: int
    total: int


def score_sheet(state: State, player: Whole) -> ScoreSheet:
    """The score of a player if the game ended with the table as it is. Raises InvalidArgument if there is no
    such seat."""
    player = seat_of(player, state_of(state).players)
    return ScoreSheet(
        player=player,
        locations={
            LOCATION_IDS[tile]: int(scoring.worth_of(state, tile, player))
            for tile, place in enumerate(state.location_place.tolist())
            if place == player
        },
        lords={
            LORD_IDS[lord]: int(INFLUENCE[lord])
            for lord, place in enumerate(state.lord_place.tolist())
            if place == player
        },
        allies=int(strongest_affiliated(state, player)),
        monster_tokens=int(scoring.tokens_influence(state, player)),
        nebulis=int(scoring.nebulis_influence(state, player)),
        kraken_figure=int(scoring.figure_influence(state, player)),
        wounds=int(scoring.wounds_influence(state, player)),
        scourge=int(scoring.scourge_influence(state, player)),
        total=int(scoring.score(state, player)),
    )


def rank(state: State) -> list[list[int]]:
    """Groups of seats that share a place (rules 8.4), best first."""
    merit = partial(scoring.standing, state)
    seats = sorted(range(state.players), key=merit, reverse=True)
    return [sorted(group) for _, group in groupby(seats, key=merit)]


def score_rows(state: State, viewer: int | None, *, is_open: bool = False) -> list[ScoreRow]:
    """What each seat scores by kind; while the game goes on and they are not open, tokens that the viewer
    may not see are "?"."""
    table = read_table(state)
    sheets = [score_sheet(state, seat.number) for seat in table.seats]
    is_open = is_open or table.is_over
    # How many tokens of each seat the viewer may not see.
    hidden = [0 if is_open or seat.number == viewer else len(seat.monster_tokens) for seat in table.seats]
    tokens, totals = list[int | str](), list[int | str]()
    for sheet, count in zip(sheets, hidden, strict=True):
        tokens.append(_("{count} hidden").format(count=count) if count else sheet.monster_tokens)
        totals.append(f"{sheet.total - sheet.monster_tokens} + ?" if count else sheet.total)
    rows: list[tuple[str, Sequence[int | str]]] = [
        (_("Lords"), [sum(sheet.lords.values()) for sheet in sheets]),
        (_("Locations"), [sum(sheet.locations.values()) for sheet in sheets]),
        (_("Affiliated allies"), [sheet.allies for sheet in sheets]),
        (_("Monster tokens"), tokens),
    ]
    if table.kraken:
        rows.append((_("Nebulis"), [sheet.nebulis for sheet in sheets]))
        rows.append((_("Figure of the Kraken"), [sheet.kraken_figure for sheet in sheets]))
    if table.leviathan:
        rows.append((_("Wounds"), [sheet.wounds for sheet in sheets]))
        rows.append((_("Scourge of the Abyss"), [sheet.scourge for sheet in sheets]))
    rows.append((_("Total"), totals))
    rows.append((_("Pearls"), [seat.pearls for seat in table.seats]))
    return [(title, [*map(str, cells)]) for title, cells in rows]


def outcome(state: State, names: Sequence[str], first: Sequence[int]) -> str:
    """Who has won, in one sentence; `first` are the seats."""
    winners, points = [names[seat] for seat in first], int(scoring.score(state, first[0]))
    sentence = ngettext(
        "{names} wins with {points} influence.",
        "{names} share the victory with {points} influence.",
        len(winners),
    )
    return sentence.format(names=all_of(winners), points=points)


def tie_in_words(state: State, names: Sequence[str]) -> str:
    """How a tie for the victory was broken, in one sentence; "" where nobody was level with the winner."""
    table, groups = read_table(state), rank(state)
    best = int(scoring.score(state, groups[0][0]))
    level = sorted(seat for group in groups for seat in group if int(scoring.score(state, seat)) == best)
    if len(level) == 1:
        return ""
    first, pearls = groups[0], [table.seats[seat].pearls for seat in level]
    lords = [int(strongest_lord(state, seat)) for seat in level]
    if len(first) > 1:
        sentence = _("{names} are level on influence, pearls and strongest lord.")
    elif pearls.count(max(pearls)) == 1:
        sentence = _("{names} are level on influence; {winner} has more pearls.")
    elif first[0] == table.regent and lords.count(max(lords)) > 1:
        sentence = _("{names} are level on influence, pearls and strongest lord; then the Regent wins.")
    else:
        sentence = _("{names} are level on influence and pearls; {winner} has the strongest single lord.")
    return sentence.format(names=all_of([names[seat] for seat in level]), winner=names[first[0]])


def ending_in_words(state: State) -> str:
    """Why a finished game has ended, in one sentence."""
    sentences = {
        ending.SEVENTH_LORD: _("The game ended with a seventh lord."),
        ending.COURT_NOT_FILLED: _("The game ended because the court could no longer be filled."),
        ending.NO_LEVIATHANS_LEFT: _("The game ended because the last leviathan had appeared."),
        ending.NO_TOKENS_LEFT: _("The game ended because monster tokens had run out."),
        ending.EMPTY_SEA: _(
            "The game ended because the sea was empty: nobody could or would do anything any more."
        ),
    }
    return sentences.get(state.end_cause, "")


def empty_sea_in_words(number: int) -> str:
    """The warning of the end that comes when the sea is empty, in the round of that number (R-38)."""
    return _(
        "The sea is empty: round {number} of {last} in which nobody finds an ally. If this goes on, the "
        "game ends after round {last}."
    ).format(number=number, last=ending.EMPTY_ROUNDS)


def empty_sea_in_short(number: int) -> str:
    """A short form of the warning."""
    return _("EMPTY SEA {number}/{last}").format(number=number, last=ending.EMPTY_ROUNDS)


def preview_title(*, is_over: bool) -> str:
    """The heading of the sheet: the final score, or the present one."""
    if is_over:
        return _("Final score")
    return _("If the game ended now, before allies in hand are added")
