"""R-38: games that nobody can or will ever end are over when the sea is empty."""

from collections.abc import Callable
from typing import Any

import pytest

from openabyss.rules.ending import EMPTY_ROUNDS, EMPTY_SEA, FIRST_ROUND_WARNED, empty_round
from openabyss.rules.state import NOBODY
from openabyss.table.view import view
from tests.rules.positions import position, seat, sentinel, with_kraken, with_leviathan
from tests.rules.situation import A, B, Situation

ONLY_MONSTERS: dict[str, Any] = {"exploration_deck": ["M"], "exploration_discard": [], "council": {}}
STACKS = {"squid": ["Q1"], "crab": ["C1"]}
PLAYERS = (2, 3, 4)


# The answers to what follows an exploration that finds nothing but a monster.
IN_VAIN = {"EXPLORE_MONSTER": "fight", "REWARD": "reward:1", "MEET_MONSTER": "continue", "END_POWERS": "done"}


def explore_in_vain(game: Situation) -> None:
    """The active player finds a monster and nothing else; with a pearl one could plot instead."""
    game.apply("explore")
    while not game.is_over and game.question.kind in IN_VAIN:
        game.apply(IN_VAIN[game.question.kind])
    assert game.is_over or game.question.kind == "MAIN"


def empty_sea(players: int = 2, **rest: Any) -> Situation:
    """All allies are held by players; explorers find nothing but a monster."""
    seats = (seat(hand=["Q1"], pearls=1) for _ in range(players))
    return position(*seats, **{**ONLY_MONSTERS, "players": players, "court": [26], **rest})


@pytest.mark.parametrize("players", PLAYERS)
def test_r38_ten_rounds_of_exploring_without_an_ally_to_find_end_the_game(players: int) -> None:
    game = empty_sea(players)
    for _turn in range(EMPTY_ROUNDS * players - 1):
        explore_in_vain(game)
    assert not game.is_over
    explore_in_vain(game)
    assert (game.is_over, int(game.state.end_cause), game.table.ending_player) == (True, EMPTY_SEA, None)


def test_r38_there_are_ten_such_rounds() -> None:
    assert (EMPTY_ROUNDS, FIRST_ROUND_WARNED) == (10, 5)
    game = empty_sea(turn=20, last_deed=1, last_action=19)
    explore_in_vain(game)
    assert not game.is_over
    explore_in_vain(game)
    assert game.is_over


def test_r38_who_leaves_what_the_own_sentinel_guards_could_have_acted() -> None:
    """The sea is not empty after one round in which B could do nothing."""
    guard = sentinel(106, A, council="squid")
    rest = {"exploration_deck": [], "council": {"squid": ["Q1"]}, "sentinels": [guard]}
    game = with_kraken(seat(), seat(), court=[26], **rest, players=2)
    game.play("pass").shows(asked=("MAIN", A))
    for _turn in range(EMPTY_ROUNDS - 1):
        assert not game.is_over
        game.apply("pass")
    assert game.is_over


def test_r38_the_end_is_reported_by_name() -> None:
    game = empty_sea()
    while not game.is_over:
        explore_in_vain(game)
    reported = [event.row for event in game.latest_events if event.kind == "SEA_EMPTY"]
    assert [row[1:4] for row in reported] == [(NOBODY, EMPTY_ROUNDS, 0)]
    assert game.kinds[-1] == "GAME_ENDED"


def test_r38_at_once_when_nobody_could_act_in_a_whole_round() -> None:
    game = position(council=STACKS, court=[], exploration_deck=[], exploration_discard=[])
    game.play("stack:squid")
    # B could only take the other stack, in turn 2; then C, A and B could not act.
    assert (game.is_over, int(game.state.end_cause), int(game.state.turn)) == (True, EMPTY_SEA, 5)
    reported = [event for event in game.latest_events if event.kind == "SEA_EMPTY"]
    assert [event.amount for event in reported] == [1]


ALONE = seat(hand=["Q1"], pearls=1)
FERRYMAN = seat(hand=["Q1"], pearls=1, lords=[101], nebulis=1)
TOKEN = seat(hand=["Q1"], pearls=1, monster_tokens=["pearls2"])
# Nobody can fight these with a squid, and they do no more than wound.
BEASTS: dict[str, Any] = {"border": {1: 4}, "leviathan_deck": [3, 7, 8, 13, 14, 15, 16]}
TWO: dict[str, Any] = {"players": 2, "court": [26], **ONLY_MONSTERS}


@pytest.mark.parametrize(
    ("lay", "deed"),
    [
        (empty_sea, "plot"),
        (lambda: with_kraken(FERRYMAN, ALONE, **TWO), "use:101"),
        (lambda: with_leviathan(TOKEN, ALONE, **BEASTS, **TWO), "token:pearls2"),
    ],
    ids=["a plot", "a turn power", "a token"],
)
def test_r38_a_player_who_does_anything_else_starts_the_count_again(
    lay: Callable[[], Situation], deed: str
) -> None:
    game = lay()
    for _turn in range(4):
        explore_in_vain(game)
    assert (game.asked, int(game.state.turn - 1 - game.state.last_deed)) == (("MAIN", A), 4)
    assert empty_round(game.play(deed).state) == 1
    explore_in_vain(game)
    assert (game.asked, int(game.state.turn - 1 - game.state.last_deed)) == (("MAIN", B), 0)


def test_r38_a_last_round_is_played_to_its_end_although_nobody_can_act() -> None:
    game = position(
        council=STACKS, court=[], exploration_deck=[], exploration_discard=[], active=B, ending_player=B,
        players=4, extra_turns=1,
    )  # fmt: skip
    game.play("stack:squid")
    # B takes the other stack in the extra turn; then C, D and A cannot act.
    assert (game.is_over, int(game.state.end_cause)) == (True, 0)
    assert "SEA_EMPTY" not in game.kinds


@pytest.mark.parametrize("players", PLAYERS)
def test_r38_players_are_warned_from_the_fifth_such_round_on(players: int) -> None:
    game = empty_sea(players)
    reported: list[int | None] = []
    while not game.is_over:
        reported.append(view(game.state, None).empty_sea)
        explore_in_vain(game)
    rounds = range(1, EMPTY_ROUNDS + 1)
    expected = [number if number >= FIRST_ROUND_WARNED else None for number in rounds for _ in range(players)]
    assert (reported, view(game.state, None).empty_sea) == (expected, None)


def test_r38_an_ally_that_can_be_found_ends_the_warning() -> None:
    game = empty_sea()
    for _turn in range(8):
        explore_in_vain(game)
    assert view(game.state, A).empty_sea == FIRST_ROUND_WARNED
    assert view(game.play("plot").state, A).empty_sea is None


# A's hand is one too many for martial law, once it has been explored in vain.
THIRTEEN = ["J1", "J2", "J3", "C1", "C2", "C3", "H1", "H2", "H3", "S1", "S2", "S3", "S4"]


def last_turn_of_ten_rounds(**rest: Any) -> Situation:
    """Nobody has done anything in ten rounds when A has explored in vain, too, and obeyed martial law."""
    hands = [seat(hand=THIRTEEN), seat(hand=["Q1"])]
    counts = {"turn": 2 * EMPTY_ROUNDS, "last_deed": 0, "last_action": 2 * EMPTY_ROUNDS - 1}
    options = {"martial_law": "always"}
    game = position(*hands, players=2, court=[26], options=options, **{**ONLY_MONSTERS, **counts, **rest})
    # A can only explore.
    game.play("reward:1")
    assert game.asked == ("OBEY_MARTIAL_LAW", A)
    return game


def test_r38_an_ally_discarded_by_martial_law_in_the_last_turn_can_be_found() -> None:
    game = last_turn_of_ten_rounds().play("card:J1")
    # B explores and may find it, which is more than to explore an empty sea.
    assert (game.is_over, game.table.active, view(game.state, B).empty_sea) == (False, B, None)
    assert game.state.last_deed == game.state.turn == 2 * EMPTY_ROUNDS + 1


def test_r38_without_an_ally_in_the_discard_that_turn_is_the_last() -> None:
    game = last_turn_of_ten_rounds().play("done")
    assert (game.is_over, int(game.state.end_cause)) == (True, EMPTY_SEA)


def nobody_can_act() -> Situation:
    """B and C could not act; A, who owns the Slaver, cannot either, but may sell an ally after that."""
    return position(
        seat(hand=["J1"], lords=[12]), council={}, court=[], exploration_deck=[], exploration_discard=[],
        turn=3, last_deed=0, last_action=0,
    )  # fmt: skip


def test_r38_an_ally_that_the_slaver_sells_after_the_action_can_be_found() -> None:
    game = nobody_can_act().play("pass")
    assert game.asked == ("END_POWERS", A)
    sold = game.clone().play("use:12")
    # B has found it: nothing else could be done.
    assert (sold.table.active, sold.asked) == (B, ("OFFER", A))
    kept = game.play("done")
    assert (kept.is_over, int(kept.state.end_cause)) == (True, EMPTY_SEA)


@pytest.mark.parametrize("place", ["exploration_deck", "exploration_discard"])
def test_r38_players_are_not_warned_while_an_ally_can_be_found(place: str) -> None:
    counts: dict[str, Any] = {"turn": 17, "last_deed": 0}
    assert view(empty_sea(**counts).state, A).empty_sea == 9
    counts[place] = ["M", "J1"]
    assert view(empty_sea(**counts).state, A).empty_sea is None


def test_r_k5_where_the_sea_is_empty_the_figure_goes_by_the_player_whose_turn_was_the_last() -> None:
    # Nobody has brought about the end; the last turn is B's, and A sits last, counted from there.
    hands = [seat(hand=["K3"], pearls=1), seat(hand=["K3"], pearls=1)]
    game = with_kraken(*hands, players=2, court=[26], **ONLY_MONSTERS)
    while not game.is_over:
        explore_in_vain(game)
    assert (game.table.active, int(game.state.kraken_holder)) == (B, A)
