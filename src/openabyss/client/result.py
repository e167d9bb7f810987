"""The scores of every seat by kind, now or at the end; the end as it is counted at the table, row by row."""

from collections.abc import Sequence
from itertools import accumulate

from openabyss.client.protocol.from_server import ScoreRow, ScoresShown
from openabyss.client.protocol.parts import ResultRow, ResultShown
from openabyss.client.settlement import CONCEDED, NOTHING, SCORED, VOID, Settlement
from openabyss.play.game import Game
from openabyss.table import score_sheet
from openabyss.words import _, ngettext
from openabyss.words.listing import all_of
from openabyss.words.questions.wording import seat_name

# The rows after those that are counted: the total, and the pearls that break ties.
NOT_COUNTED = 2


def result_of(game: Game, names: Sequence[str], settled: Settlement = NOTHING) -> ResultShown:
    """The result of a game that is over, or was ended at its table; seats without a name are called by their
    number."""
    named = [seat_name(seat, names) for seat in range(game.players)]
    counted = [
        (title, [int(cell) for cell in cells])
        for title, cells in score_sheet.score_rows(game.state, None, is_open=True)[:-NOT_COUNTED]
    ]
    sums = accumulate((points for _title, points in counted), _added)
    rows = [ResultRow(title, points, so_far) for (title, points), so_far in zip(counted, sums, strict=True)]
    placed = settled.places(game.ranking)
    won = outcome_in_words(game, named, settled)
    is_by_count = settled.ended != VOID and not settled.conceded
    return ResultShown(
        outcome=won,
        ending=ending_in_words(game, named, settled),
        tie=score_sheet.tie_in_words(game.state, named) if is_by_count else "",
        places=placed,
        rows=rows,
        summary="\n".join([won, *_standings(placed, names, rows[-1].sums), "OpenAbyss"]),
    )


def outcome_in_words(game: Game, names: Sequence[str], settled: Settlement) -> str:
    """Who has won, in one sentence."""
    if settled.ended == VOID:
        return _("The game is void: it counts for nobody.")
    winners = [seat for seat, place in enumerate(settled.places(game.ranking)) if place == 1]
    if settled.ended == CONCEDED and len(settled.conceded) == game.players - 1:
        return _("{name} wins, since the others have conceded.").format(name=names[winners[0]])
    return score_sheet.outcome(game.state, names, winners)


def ending_in_words(game: Game, names: Sequence[str], settled: Settlement) -> str:
    """Why the game has ended, and who has conceded before."""
    sentences = [score_sheet.ending_in_words(game.state)]
    if settled.ended in (SCORED, VOID):
        sentences = [_("All players have agreed to end it here.")]
    if settled.conceded:
        text = ngettext("{names} has conceded.", "{names} have conceded.", len(settled.conceded))
        sentences.append(text.format(names=all_of([names[seat] for seat in settled.conceded])))
    return " ".join(filter(None, sentences))


def _standings(placed: Sequence[int], names: Sequence[str], scores: Sequence[int]) -> list[str]:
    """A line for each seat, the winner first."""
    lines = sorted(zip(placed, names, scores, strict=True))
    return [
        f"{f'{place}. ' if place else ''}{name} {str(score).replace('-', '−')}"
        for place, name, score in lines
    ]


def _added(one: list[int], other: list[int]) -> list[int]:
    return [first + second for first, second in zip(one, other, strict=True)]


def scores_of(
    game: Game, seat: int | None, names: Sequence[str], request: str = "", settled: Settlement = NOTHING
) -> ScoresShown:
    """The score of every seat by kind, as `seat` may know it (None: a spectator)."""
    is_over = game.is_over or bool(settled.ended)
    rows = score_sheet.score_rows(game.state, seat, is_open=is_over)
    return ScoresShown(
        id=request,
        title=score_sheet.preview_title(is_over=is_over),
        rows=[ScoreRow(title, cells) for title, cells in rows],
        closing=closing_words(game, names, settled) if is_over else "",
    )


def closing_words(game: Game, names: Sequence[str], settled: Settlement = NOTHING) -> str:
    """Why the game has ended, and who has won."""
    ending, outcome = ending_in_words(game, names, settled), outcome_in_words(game, names, settled)
    return f"{ending} {outcome}".strip()
