"""OpenSkill ratings of tables of three and more, from all places and not from victories alone.

Needs the package openskill; without it there are no such ratings.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from openabyss.arena.matches.match import Match, Results

OPENSKILL = "openskill.models"


def pool_ratings(match: Match, results: Results) -> dict[str, dict[str, float]]:
    """`skill` and `skill_error` (mu and sigma of Plackett and Luce) by player, game after game.

    Where a player has several seats, its rating moves by the mean of what each seat would give it.
    """
    if find_spec(OPENSKILL.partition(".")[0]) is None:
        return {}
    model = import_module(OPENSKILL).PlackettLuce()
    ratings = {who: model.rating() for who in range(len(match.players))}
    for row in results:
        seats = row["player"][: match.seats].tolist()
        ranks = row["rank"][: match.seats].tolist()
        after = model.rate([[ratings[who]] for who in seats], ranks=ranks)
        for who in set(seats):
            own = [team[0] for seat, team in zip(seats, after, strict=True) if seat == who]
            ratings[who] = _mean(model, own)
    return {
        match.players[who]: {"skill": round(rating.mu, 3), "skill_error": round(rating.sigma, 3)}
        for who, rating in ratings.items()
    }


def _mean(model: Any, ratings: list[Any]) -> Any:
    count = len(ratings)
    return model.rating(
        mu=sum(rating.mu for rating in ratings) / count, sigma=sum(rating.sigma for rating in ratings) / count
    )
