"""The history of a game: moves, of which a whole payment is one, undone and made again; and the log."""

import random

import pytest

from openabyss import Game
from openabyss.play.history import Growing
from openabyss.rules.state import copy_of


def paying() -> Game:
    """The Slaver (8) is to be paid for; of several payments one takes three cards."""
    seats = [{"pearls": 6, "hand": ["S5", "S4", "S3", "S2"]}, {}]
    game = Game.from_position({"players": 2, "court": [12, 2, 30, 31], "seats": seats})
    game.apply("recruit:12")
    return game


def test_a_whole_payment_is_one_move() -> None:
    game = paying()
    before, events = game.hash, game.latest_events
    game.pay(["S4", "S3", "S2"])
    after = game.hash
    game.undo()
    assert (game.hash, game.latest_events, game.question.kind) == (before, events, "PAY")
    game.redo()
    assert game.hash == after
    game.undo()
    game.undo()
    assert game.question.kind == "MAIN"


def test_cards_named_one_by_one_are_moves_of_their_own() -> None:
    game = paying()
    game.apply("card:S4")
    game.undo()
    assert (game.question.kind, game.table.payment) == ("PAY", [])


def test_in_a_game_read_from_a_record_a_payment_is_undone_answer_by_answer() -> None:
    game = paying()
    game.pay(["S4", "S3", "S2"])
    again = Game.from_record(game.to_record())
    again.undo()
    assert (again.question.kind, again.table.payment) == ("PAY", ["S3", "S4"])


def test_each_decision_of_a_payment_stays_a_decision() -> None:
    game = paying()
    game.pay(["S4", "S3", "S2"])
    texts = [action.text for _before, action in game.decisions()]
    assert texts[:3] == ["recruit:12", "card:S4", "card:S3"]


def test_undoing_writes_on_the_table_that_is_there() -> None:
    game = paying()
    state = game.state
    game.undo()
    assert state is game.state
    assert game.question.kind == "MAIN"


def test_the_log_holds_everything_since_the_beginning() -> None:
    game = paying()
    recruited = game.latest_events
    first = game.history.log[: game.history.log_length - len(recruited)]
    paid = game.pay(["S4", "S3", "S2"])
    assert game.history.log == [*first, *recruited, *paid]
    game.undo()
    assert game.history.log == [*first, *recruited]


def test_a_new_decision_takes_the_place_of_what_was_undone() -> None:
    game = paying()
    game.undo()
    assert game.history.redo_player == 0
    game.apply("plot")
    assert game.history.redo_player is None


def test_what_is_final_stays_in_the_log() -> None:
    game = paying()
    log = game.history.log
    game.history.make_final()
    game.pay(["S4", "S3", "S2"])
    assert game.history.last_move is not None
    assert game.history.log[: len(log)] == log
    assert len(game.history.log) > len(log)


def test_lists_that_grow_share_what_they_have_in_common_and_go_on_alone() -> None:
    begun = Growing([1, 2])
    first = begun.followed_by([3])
    assert (list(begun), list(first), begun.is_followed, first.is_followed) == (
        [1, 2],
        [1, 2, 3],
        True,
        False,
    )
    second = begun.followed_by([4, 5])
    assert (list(begun), list(first), list(second)) == ([1, 2], [1, 2, 3], [1, 2, 4, 5])
    third = second.up_to(1)
    assert (list(third), third.is_followed, list(second.up_to(9))) == ([1], True, [1, 2, 4, 5])
    fourth = third.followed_by([6])
    assert (list(fourth), list(third), list(second)) == ([1, 6], [1], [1, 2, 4, 5])
    assert (fourth[-1], third[:5]) == (6, [1])
    with pytest.raises(IndexError):
        third[1]


def test_any_stretch_of_the_log_is_found_in_games_that_are_partly_final() -> None:
    game, chance = Game.new(players=3, seed=4, kraken=True), random.Random(4)
    events = [*game.latest_events]
    for number in range(60):
        events += game.apply(chance.choice(game.legal_actions))
        if number % 7 == 3:
            game.history.make_final()
        if number % 5 == 0:
            first, end = sorted(chance.choices(range(len(events) + 3), k=2))
            assert game.history.log_between(first, end) == events[first:end]
    assert (game.history.log, game.history.log_length) == (events, len(events))
    assert Game.from_record(game.to_record()).history.answers == game.history.answers


@pytest.mark.parametrize("poker_face", [False, True])
@pytest.mark.parametrize(("players", "kraken", "leviathan"), [(2, False, False), (3, True, True)])
def test_an_answer_reveals_something_exactly_where_it_cannot_be_undone(
    players: int, kraken: bool, leviathan: bool, poker_face: bool
) -> None:
    chooser = random.Random(5)
    config = {"players": players, "seed": 5, "kraken": kraken, "leviathan": leviathan, "options": {}}
    game = Game.from_config(config, poker_face=poker_face)
    while not game.is_over:
        for action in game.legal_actions:
            tried = game.clone()
            tried.apply(action)
            reveals = game.history.would_reveal(copy_of(game.state), action.id)
            assert reveals == (not tried.can_undo), (game, action)
        game.apply(chooser.choice(game.legal_actions))
