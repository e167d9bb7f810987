"""The result of a series as one JSON object: what `--json` prints and what files of results carry."""

from collections.abc import Sequence
from typing import Any

from openabyss.arena.intervals import margin_of_mean, wilson
from openabyss.arena.series.series import Series
from openabyss.arena.series.tally import SHARES, SUMMED, SUMMED_BY_GAME, Counts, Tally
from openabyss.words.cards.ids import LOCATION_IDS, LORD_IDS
from openabyss.words.cards.locations import location_name
from openabyss.words.cards.lords import lord_name

Json = dict[str, Any]

# By the numbers of rules/ending.py, then the games that have not ended by the rules (`tally`).
END_CAUSES = (
    "not_ended",
    "seventh_lord",
    "court_not_filled",
    "no_leviathans_left",
    "no_tokens_left",
    "empty_sea",
    "given_up",
    "forfeited",
)


def summarise(series: Series, tally: Tally) -> Json:
    """Everything that the games tell; the same for the same games, however they were played."""
    return {
        "settings": series.settings(),
        "games": tally.games,
        "shared_victories": tally.shared,
        **{name: _mean(tally.game_sums[name], tally.games) for name in SUMMED_BY_GAME},
        "end_causes": {
            name: int(count) for name, count in zip(END_CAUSES, tally.causes, strict=True) if count > 0
        },
        "players": [_player(series, tally, index) for index in range(series.players)],
        "lords": _cards(LORD_IDS, lord_name, tally.lords_taken, tally.lord_wins, tally.games),
        "locations": _cards(
            LOCATION_IDS, location_name, tally.locations_taken, tally.location_wins, tally.games
        ),
    }


def _player(series: Series, tally: Tally, index: int) -> Json:
    score, squares = int(tally.sums["score"][index]), int(tally.score_squares[index])
    margin = margin_of_mean(score, squares, tally.games)
    return {
        "player": index,
        "spec": series.seats[index],
        **_wins(int(tally.wins[index]), tally.games),
        "score_margin": round(margin, 3) if tally.games > 1 else None,
        **{name: _mean(int(tally.sums[name][index]), tally.games) for name in SUMMED},
    }


def _cards(ids: Sequence[int], name_of: Any, taken: Counts, wins: Counts, games: int) -> list[Json]:
    """How often each card was taken and how its owners fared; cards that never were are left out."""
    return [
        {
            "id": number,
            "name": name_of(number),
            "taken": int(count),
            "taken_rate": round(int(count) / games, 5),
            **_wins(int(share), int(count)),
        }
        for number, count, share in zip(ids, taken, wins, strict=True)
        if count > 0
    ]


def _wins(shares: int, games: int) -> Json:
    low, high = wilson(shares / SHARES, games)
    return {
        "wins": round(shares / SHARES, 4),
        "win_rate": round(shares / SHARES / games, 5) if games else 0.0,
        "win_rate_95": [round(low, 5), round(high, 5)],
    }


def _mean(total: int, count: int) -> float:
    return round(total / count, 3) if count else 0.0
