"""The scores of every seat by kind, now or at the end; the end as it is counted at the table, row by row."""

from collections.abc import Sequence
from itertools import accumulate

from openabyss.client.protocol.messages import ResultRow, ResultShown, ScoreRow, ScoresShown
from openabyss.play.game import Game
from openabyss.table import score_sheet
from openabyss.words.questions.wording import seat_name

# The rows after those that are counted: the total, and the pearls that break ties.
NOT_COUNTED = 2


def result_of(game: Game, names: Sequence[str]) -> ResultShown:
    """The result of a game that is over; seats without a name are called by their number."""
    named = [seat_name(seat, names) for seat in range(game.players)]
    counted = [
        (title, [int(cell) for cell in cells])
        for title, cells in score_sheet.score_rows(game.state, None)[:-NOT_COUNTED]
    ]
    sums = accumulate((points for _title, points in counted), _added)
    rows = [ResultRow(title, points, so_far) for (title, points), so_far in zip(counted, sums, strict=True)]
    won, placed = score_sheet.outcome(game.state, named), places(game)
    return ResultShown(
        outcome=won,
        ending=score_sheet.ending_in_words(game.state),
        tie=score_sheet.tie_in_words(game.state, named),
        places=placed,
        rows=rows,
        summary="\n".join([won, *_standings(placed, names, rows[-1].sums), "OpenAbyss"]),
    )


def places(game: Game) -> list[int]:
    """The place of each seat from 1; seats that are level share one."""
    ranking = game.ranking
    ahead = [sum(len(group) for group in ranking[:number]) for number in range(len(ranking))]
    by_seat = {seat: before + 1 for group, before in zip(ranking, ahead, strict=True) for seat in group}
    return [by_seat[seat] for seat in range(game.players)]


def _standings(placed: Sequence[int], names: Sequence[str], scores: Sequence[int]) -> list[str]:
    """A line for each seat, the winner first."""
    lines = sorted(zip(placed, names, scores, strict=True))
    return [f"{place}. {name} {str(score).replace('-', '−')}" for place, name, score in lines]


def _added(one: list[int], other: list[int]) -> list[int]:
    return [first + second for first, second in zip(one, other, strict=True)]


def scores_of(game: Game, seat: int | None, names: Sequence[str], request: str = "") -> ScoresShown:
    """The score of every seat by kind, as `seat` may know it (None: a spectator)."""
    return ScoresShown(
        id=request,
        title=score_sheet.preview_title(game.state),
        rows=[ScoreRow(title, cells) for title, cells in score_sheet.score_rows(game.state, seat)],
        closing=score_sheet.closing_words(game.state, names) if game.is_over else "",
    )
