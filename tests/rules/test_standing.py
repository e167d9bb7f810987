"""The final ranking (rules 8.4): one order, with which everybody who names winners agrees."""

from typing import Any, cast

import numpy as np
import pytest

from openabyss.arena.series.playing import OUTCOME, Outcome, rank_seats
from openabyss.players.network.network import evaluate
from openabyss.players.network.weights import load
from openabyss.players.playout import share_victory
from openabyss.rules.scoring import standing
from openabyss.rules.sizes import SEATS
from openabyss.rules.solo import PERSON_SEAT, REGENT_SEAT
from openabyss.table.score_sheet import rank, tie_in_words
from tests.rules.positions import Seat, position, seat
from tests.rules.situation import A, B, C, Situation

# Two seats of equal score, and which of A and B ranks higher: by points, pearls or the strongest lord, or
# neither.
TIES: dict[str, tuple[Seat, Seat, int | None]] = {
    "a point": (seat(lords=[31], pearls=9), seat(lords=[32]), B),
    "pearls": (seat(lords=[32], pearls=2), seat(lords=[31], affiliated=["C1"], pearls=3), B),
    "more pearls than a lord is worth": (
        seat(lords=[32], pearls=2),
        seat(lords=[31], affiliated=["C1"], pearls=402),
        B,
    ),
    "the strongest lord": (seat(lords=[32], pearls=3), seat(lords=[31], affiliated=["C1"], pearls=3), A),
    "below zero": (seat(nebulis=3, pearls=1), seat(nebulis=3), A),
    "nothing with lords": (seat(lords=[9], pearls=3), seat(lords=[10], pearls=3), None),
    "nothing at all": (seat(), seat(), None),
}


def ended(*seats: Seat) -> Situation:
    """A table at which the game is over, with exactly this before the players."""
    game = position(*seats, players=len(seats), kraken=True)
    game.state.depth = 0
    return game


def winners_of(shares: list[float]) -> list[int]:
    """The seats with a share of the victory; every one has the same."""
    winners = [place for place, share in enumerate(shares) if share > 0]
    assert [shares[place] for place in winners] == pytest.approx([1 / len(winners)] * len(winners))
    return winners


def named_by_everybody(game: Situation) -> dict[str, list[int]]:
    """The winners as each of those who name winners tells them."""
    state, players = game.state, game.players
    shares, chances = np.zeros(SEATS), np.zeros(SEATS)
    share_victory(state, shares)
    evaluate(state, load().value(state), chances)
    outcome: Any = np.zeros(1, OUTCOME).view(np.recarray)[0]
    rank_seats(state, cast(Outcome, outcome))
    merits = [int(standing(state, player)) for player in range(players)]
    firsts = {"series": outcome.rank[:players]}
    return {
        "rules": [place for place, merit in enumerate(merits) if merit == max(merits)],
        "sheet": rank(state)[0],
        "game": game.leaders,
        "search and training": winners_of(shares.tolist()),
        "network": winners_of(chances.tolist()),
        **{name: np.flatnonzero(ranks == 1).tolist() for name, ranks in firsts.items()},
    }


@pytest.mark.parametrize("depth", TIES)
@pytest.mark.parametrize("players", [2, 3])
def test_everybody_names_the_same_winners_of_a_tie(depth: str, players: int) -> None:
    first, second, better = TIES[depth]
    others = [seat(nebulis=5)] * (players - 2)
    named = named_by_everybody(ended(first, second, *others))
    expected = [A, B] if better is None else [better]
    assert all(winners == expected for winners in named.values()), named


@pytest.mark.parametrize("depth", TIES)
def test_in_solo_play_everybody_gives_a_full_tie_to_the_regent_and_no_other(depth: str) -> None:
    person, regent, better = TIES[depth]
    game = ended(person, regent)
    game.state.regent, game.state.regent_level = REGENT_SEAT, 3
    named = named_by_everybody(game)
    winner = REGENT_SEAT if better in (None, B) else PERSON_SEAT
    assert all(winners == [winner] for winners in named.values()), named


def test_three_who_are_equal_share_the_victory_and_a_fourth_does_not() -> None:
    named = named_by_everybody(ended(seat(pearls=1), seat(pearls=1), seat(pearls=1), seat()))
    assert all(winners == [A, B, C] for winners in named.values()), named


@pytest.mark.parametrize(
    ("name", "explanation"),
    [
        ("a point", ""),
        ("pearls", "Ann and Bea are level on influence; Bea has more pearls."),
        (
            "the strongest lord",
            "Ann and Bea are level on influence and pearls; Ann has the strongest single lord.",
        ),
        ("nothing at all", "Ann and Bea are level on influence, pearls and strongest lord."),
    ],
)
def test_a_tie_for_the_victory_is_explained(name: str, explanation: str) -> None:
    first, second, _winner = TIES[name]
    assert tie_in_words(ended(first, second).state, ["Ann", "Bea"]) == explanation


def test_a_full_tie_with_the_regent_is_explained() -> None:
    game = ended(*TIES["nothing at all"][:2])
    game.state.regent, game.state.regent_level = REGENT_SEAT, 3
    assert tie_in_words(game.state, ["Ann", "the Regent"]) == (
        "Ann and the Regent are level on influence, pearls and strongest lord; then the Regent wins."
    )
