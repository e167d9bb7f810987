"""What a player is given answers only from what its seat knows, and nothing in it leads to the game."""

import gc
import json
import pickle
import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from openabyss import Game, GameOver, IllegalAction, Perspective, view
from openabyss.chance.dealer import Dealer
from openabyss.rules.state import bytes_of
from tests.random_games import questions, table_of

SEEDS = range(4)


def all_of(perspective: Perspective) -> Any:
    """All that it can be asked."""
    actions = [(action.id, action.text, action.label) for action in perspective.legal_actions]
    return (
        perspective.seat, perspective.players, perspective.question, perspective.question.prompt, actions,
        json.dumps(perspective.view.to_dict()), bytes_of(perspective.state), perspective.events,
        bytes_of(perspective.determinized_state(5)),
        [perspective.payments(lord) for lord in perspective.view.court],
    )  # fmt: skip


def reached_from(thing: object) -> Iterator[object]:
    """Everything that attributes, containers and slots lead to; classes and modules are no secret."""
    seen, todo = set[int](), [thing]
    while todo:
        found = todo.pop()
        if id(found) in seen or isinstance(found, type | ModuleType) or callable(found):
            continue
        seen.add(id(found))
        yield found
        todo += gc.get_referents(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_player_is_given_does_not_depend_on_what_its_seat_cannot_know(seed: int) -> None:
    """Two games that differ in decks and face-down tokens alone give the seat the same to choose from."""
    changed = 0
    for place, game in enumerate(questions(seed)):
        other = game.clone()
        other.state = game.sample_hidden(game.player, place).state
        other.history.dealer = Dealer(place)
        changed += bytes_of(other.state) != bytes_of(game.state)
        assert all_of(Perspective(other)) == all_of(Perspective(game))
    assert changed >= 10


def test_nothing_that_a_player_is_given_leads_to_the_game_or_its_dealer() -> None:
    for place, game in enumerate(questions(3)):
        if place % 10:
            continue
        perspective = Perspective(game)
        given = [perspective, perspective.question, perspective.legal_actions]
        found = list(reached_from(given))
        assert not any(isinstance(thing, Game | Dealer) for thing in found)
        assert game.state not in [thing for thing in found if isinstance(thing, type(game.state))]


def test_a_player_cannot_learn_the_next_card_by_trying_its_answers() -> None:
    """Tried on imagined games, exploring reveals now this card and now that one."""
    game = Game.from_position({"players": 2, "seed": 4, "council": {"squid": ["Q1"]}})
    revealed = set()
    for seed in range(12):
        imagined = Perspective(game).imagine(seed)
        imagined.apply("explore")
        revealed.add(tuple(imagined.table.track))
    assert len(revealed) > 4


@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_is_seen_as_a_person_in_the_seat_sees_it(seed: int) -> None:
    for game in questions(seed):
        assert Perspective(game).view == view(game, game.player)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_answer_of_a_player_is_an_answer_in_the_game_and_in_imagined_games(seed: int) -> None:
    for place, game in enumerate(questions(seed)):
        perspective = Perspective(game)
        imagined = perspective.imagine(place)
        for action in perspective.legal_actions:
            assert game.can(action)
            assert imagined.can(action)
        assert all(game.can(action) for action in imagined.legal_actions)
        assert perspective.action(game.legal_actions[0].id) == game.legal_actions[0]
        assert imagined.question == game.question


def test_its_state_and_its_table_are_what_those_of_a_game_are() -> None:
    game = Game.new(players=2, seed=3)
    perspective = Perspective(game)
    assert type(perspective.state) is type(game.state)
    assert type(perspective.table) is type(game.table)
    assert perspective.table.court == game.table.court
    assert perspective.table.seats[perspective.seat].hand == game.table.seats[perspective.seat].hand


def test_a_perspective_stays_as_it_was() -> None:
    game = Game.new(players=2, seed=3)
    perspective = Perspective(game)
    before = all_of(perspective)
    game.apply(game.legal_actions[0])
    perspective.state.pearls[:] = 99
    perspective.imagine(1).apply(perspective.legal_actions[0])
    assert all_of(perspective) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_player_has_seen_everything_that_happened_since_its_last_decision(seed: int) -> None:
    chance = random.Random(seed)
    game = Game.new(**table_of(seed) | {"kraken": True}, seed=seed)
    happened = [list(game.latest_events) for _seat in range(game.players)]
    hidden = 0
    while not game.is_over:
        seat = game.player
        events = Perspective(game).events
        assert [event.row[:3] for event in events] == [event.row[:3] for event in happened[seat]]
        for event, whole in zip(events, happened[seat], strict=True):
            assert event in (whole, whole.hidden())
            hidden += event != whole
        happened[seat] = []
        if chance.random() < 0.1:
            game.history.make_final()
        new = game.apply(chance.choice(game.legal_actions))
        for other in happened:
            other.extend(new)
    assert hidden > 0


def test_taking_back_takes_back_what_players_have_seen() -> None:
    for game in questions(1):
        before = game.history.events_since(game.player)
        other = game.clone()
        other.apply(other.legal_actions[0])
        if other.can_undo:
            other.undo()
            assert other.history.events_since(other.player) == before


def test_after_the_end_there_is_nothing_to_choose() -> None:
    game = Game.from_position({"players": 2, "phase": "turn_end", "ending_player": 1})
    game.apply("done") if not game.is_over else None
    assert game.is_over
    with pytest.raises(GameOver):
        Perspective(game)


# ------------------------------------------------------------------------------ answers and questions


def test_an_action_of_another_game_is_refused() -> None:
    game, other = Game.new(players=2, seed=1), Game.new(players=2, seed=2)
    assert game.legal_actions[0] == other.legal_actions[0]
    assert not game.can(other.legal_actions[0])
    assert "another game" in str(game.explain_illegal(other.legal_actions[0]))
    before = game.to_record()
    with pytest.raises(IllegalAction, match="answers another question"):
        game.apply(other.legal_actions[0])
    assert game.to_record() == before


def test_an_action_of_an_earlier_question_is_refused_and_says_what_it_said() -> None:
    game = Game.new(players=2, seed=1)
    earlier = game.legal_actions
    labels, prompt, question = [action.label for action in earlier], game.question.prompt, game.question
    game.apply(earlier[0])
    game.apply(game.legal_actions[-1])
    with pytest.raises(IllegalAction, match="another moment"):
        game.apply(earlier[0])
    assert ([action.label for action in earlier], question.prompt) == (labels, prompt)


def test_an_action_is_an_answer_in_every_copy_of_the_game() -> None:
    game = Game.new(players=2, seed=1)
    action = game.legal_actions[0]
    copies = [game.clone(), Game.from_record(game.to_record()), pickle.loads(pickle.dumps(game))]
    for copy in copies:
        copy.apply(action)
        assert copy.to_record() == copies[0].to_record()
    game.apply(pickle.loads(pickle.dumps(action)))
    assert game == copies[0]


def test_tokens_that_others_hold_are_counted_but_not_shown() -> None:
    position = {"players": 2, "seats": [{"monster_tokens": [4]}, {"monster_tokens": [2, 3, 4]}]}
    seen = Perspective(Game.from_position({**position, "council": {"squid": ["Q1"]}})).state
    assert seen.monster_tokens[0].tolist()[:3] == [0, 0, 1]
    assert seen.monster_tokens[1].tolist()[:3] == [3, 0, 0]
    assert np.count_nonzero(seen.events) == 0
