"""A recorded game moment by moment: the same moments everywhere, and what each seat saw at the table."""

import random
from itertools import pairwise
from typing import Any

import pytest

from openabyss import Game
from openabyss.client.protocol.parts import Person, UndoShown
from openabyss.client.replay import Replay
from openabyss.client.table_history import ANSWER, PAY, TableHistory, write_payment
from openabyss.client.update import UpdateContext, update_for
from openabyss.errors import GameOver
from tests.random_games import play_on

SETS: tuple[dict[str, Any], ...] = (
    {},
    {"kraken": True},
    {"leviathan": True},
    {"kraken": True, "leviathan": True},
)
EVERYTHING = range(10_000)


def context_of(players: int) -> UpdateContext:
    return UpdateContext([Person(seat, f"P{seat}", "person", connected=True) for seat in range(players)], "")


def answer(history: TableHistory, chooser: random.Random) -> None:
    """As people do at a table: a lord is paid for at once."""
    game = history.game
    lord = game.question.about.lord
    payments = game.payments(lord) if game.question.kind == "PAY" and lord is not None else []
    if payments:
        payment = chooser.choice(payments)
        history.add(PAY, game.player, write_payment(payment.cards, payment.nebulis), "one")
    else:
        history.add(ANSWER, game.player, chooser.choice(list(game.legal_actions)).text, "one")


@pytest.mark.parametrize("sets", SETS, ids=str)
def test_each_moment_shows_what_the_table_showed_each_seat_then(sets: dict[str, Any]) -> None:
    """Also while the game goes on: whatever was hidden from a seat then, is not in what it is shown now."""
    chooser, players = random.Random(5), 3
    history, context = (
        TableHistory(Game.new(players, 11, **sets).to_record()["config"], [None] * players),
        context_of(players),
    )
    shown: list[list[Any]] = [[] for _seat in range(players + 1)]
    viewers = [*range(players), None]
    while True:
        for place, seat in enumerate(viewers):
            shown[place].append(update_for(history, seat, context, history.revision - 1))
        if history.game.is_over or history.revision == 60:
            break
        answer(history, chooser)
    replay = Replay(history.game)
    assert len(replay) == history.revision + 1
    for place, seat in enumerate(viewers):
        updates = replay.shown(EVERYTHING, seat, [], context).updates
        for seen, then in zip(updates, shown[place], strict=True):
            assert (seen.revision, seen.hash, seen.events) == (then.revision, then.hash, then.events)
            assert [line.text for line in seen.log] == [line.text for line in then.log]
            assert (seen.offers, seen.preview, seen.worth) == (then.offers, then.preview, then.worth)
            assert seen.question is None or (seen.question.actions, seen.question.mine) == ([], False)
            assert seen.undo == UndoShown(False, False, False)


@pytest.fixture(scope="module")
def game() -> Game:
    """A game that is over."""
    return play_on(Game.new(3, 4), random.Random(3))


def test_a_record_has_the_same_moments_as_its_game(game: Game) -> None:
    replay, again = Replay(game), Replay(Game.from_record(game.to_record()))
    assert len(replay) == len(again) > 50
    for moment in (0, 1, 40, len(replay) - 1):
        then = replay.game_at(moment)
        assert replay.moment_of(then.history.answer_count) == moment
        assert again.game_at(moment).hash == then.hash
    assert replay.game_at(len(replay) - 1).hash == game.hash


def test_turns_and_rounds_begin_where_the_table_says(game: Game) -> None:
    replay = Replay(game)
    updates = replay.shown(EVERYTHING, None, [], context_of(3)).updates
    begun = [0] + [
        moment
        for moment, (before, now) in enumerate(pairwise(updates), 1)
        if before.view.turn != now.view.turn
    ]
    assert [turn.first for turn in replay.turns] == begun
    assert all(updates[turn.first].view.turn == turn.turn for turn in replay.turns)
    assert {updates[first].view.active for first in replay.rounds} == {replay.turns[0].player}
    assert replay.rounds == begun[::3]


def test_a_range_is_a_part_of_the_whole(game: Game) -> None:
    """Its log goes on where that before it ends."""
    replay, context = Replay(game), context_of(3)
    whole = replay.shown(EVERYTHING, 1, [], context)
    part = replay.shown(range(32, 64), 1, [], context)
    assert part.updates == whole.updates[32:64]
    assert part.log == [line for update in whole.updates[:32] for line in update.log][-200:]
    assert replay.shown(range(len(replay) - 1, len(replay) + 31), 1, [], context).updates[0].over


@pytest.mark.parametrize("seat", [1, None])
def test_between_two_moments_the_table_is_shown_after_each_answer_that_is_told(
    game: Game, seat: int | None
) -> None:
    replay, context, steps = Replay(game), context_of(3), 0
    whole = replay.shown(EVERYTHING, seat, [0, 1, 2], context)
    assert replay.within(0, seat, [0, 1, 2], context).updates == []
    for moment, (before, after) in enumerate(pairwise(whole.updates), 1):
        way = replay.within(moment, seat, [0, 1, 2], context)
        assert [line for step in way.updates for line in step.log] == after.log
        assert [event for step in way.updates for event in step.events] == after.events
        *between, last = way.updates
        assert (last.hash, last.question, last.over) == (after.hash, after.question, after.over)
        for step in between:
            assert step.log
            assert step.question == before.question
            hands = [place for place, held in enumerate(step.view.seats) if held.hand is not None]
            assert hands == ([] if seat is None else [seat])
        steps += len(between)
    assert steps > 20


def test_playing_on_shuffles_what_lies_face_down(game: Game) -> None:
    replay = Replay(game)
    then, configs = replay.game_at(30), [replay.config_at(30, seed) for seed in (1, 2)]
    first, second = (Game.from_config(config) for config in configs)
    assert first.table.seats == second.table.seats == then.table.seats
    assert (first.question.kind, first.player) == (then.question.kind, then.player)
    for _answer in range(30):
        for one in (first, second):
            one.apply(one.legal_actions[0])
    assert first.hash != second.hash
    with pytest.raises(GameOver):
        replay.config_at(len(replay) - 1, 1)


def test_playing_on_from_the_beginning_is_the_same_game(game: Game) -> None:
    replay = Replay(game)
    games = [Game.from_config(replay.config_at(0, 1)), Game.from_config(replay.config)]
    for _answer in range(40):
        assert games[0].hash == games[1].hash
        for one in games:
            one.apply(one.legal_actions[0])


def test_a_game_may_go_on_while_its_decisions_are_gone_through() -> None:
    game = Game.new(players=2, seed=3)
    for _decision in range(20):
        game.apply(game.legal_actions[0])
    expected, seen = [action for _before, action in game.decisions()], []
    for _before, action in game.decisions():
        seen.append(action)
        game.apply(game.legal_actions[0])
    assert seen == expected
