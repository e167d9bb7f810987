"""What every seat scores, in rows: the final count, or the one of now."""

from collections.abc import Sequence

from openabyss.client.protocol.messages import ScoreRow, ScoresShown
from openabyss.game import Game
from openabyss.table.score_rows import closing_words, preview_title, score_rows


def scores_of(game: Game, seat: int | None, names: Sequence[str], request: str = "") -> ScoresShown:
    """The score of every seat by kind, as `seat` may know it (None: a spectator)."""
    return ScoresShown(
        id=request,
        title=preview_title(game.state),
        rows=[ScoreRow(title, cells) for title, cells in score_rows(game.state, seat)],
        closing=closing_words(game.state, names) if game.is_over else "",
    )
