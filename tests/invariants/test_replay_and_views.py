"""Through `Game`: replays, what seats see, taking back, copies, and inputs that are no answers."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openabyss import Game, GameOver, IllegalAction, OpenAbyssError, UnreadableAction
from openabyss.engine.mode import INTERPRETED
from openabyss.rules.actions import ACTIONS
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.play import apply
from openabyss.rules.state import NOBODY, bytes_of, copy_of
from openabyss.table.events import Event
from openabyss.table.view import view, visible_events
from openabyss.words.log import sentence

SEEDS = range(2) if INTERPRETED else range(12)
NAMES = ["Ada", "Ben", "Cleo", "Dov"]


def chosen(game: Game, chance: random.Random) -> str:
    """A random answer; half the time any lord that can be had, so that many lords come into play."""
    texts = [action.text for action in game.legal_actions]
    recruits = [text for text in texts if text.startswith("recruit:")]
    return chance.choice(recruits if recruits and chance.random() < 0.5 else texts)


def decisions(seed: int) -> Iterator[tuple[Game, str]]:
    """Every open question of a game, and the answer that will be given to it."""
    chance = random.Random(seed)
    game = Game.new(players=2 + seed % 3, seed=seed)
    while not game.is_over:
        text = chosen(game, chance)
        yield game, text
        game.apply(text)


def finished(seed: int) -> Game:
    return [game for game, _text in decisions(seed)][-1]


def at_an_open_move(seed: int) -> tuple[Game, Game]:
    """A game before its first decision that can be taken back, and a copy that has made it."""
    for game, text in decisions(seed):
        after = game.clone()
        after.apply(text)
        if after.can_undo:
            return game, after
    raise AssertionError("nothing could be taken back")


def bytes_in(game: Game) -> bytes:
    """The whole record, working notes included."""
    return bytes_of(game.state)


def position_in(game: Game) -> tuple[Any, ...]:
    """What tells whether a game has changed in any way that its callers can see."""
    return bytes_in(game), json.dumps(game.to_record()), [action.text for action in game.legal_actions]


# ------------------------------------------------------------------------------------------- replay


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_replays_to_the_same_bytes_and_scores(seed: int) -> None:
    game = finished(seed)
    again = Game.from_record(json.loads(json.dumps(game.to_record())))
    assert (again.hash, bytes_in(again)) == (game.hash, bytes_in(game))
    assert (again.scores, again.ranking, again.to_record()) == (game.scores, game.ranking, game.to_record())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_texts_lead_through_the_same_hashes(seed: int) -> None:
    moments = [(text, game.hash) for game, text in decisions(seed)]
    again = Game.new(players=2 + seed % 3, seed=seed)
    for text, expected in moments:
        assert again.hash == expected
        again.apply(text)
    typed = {**again.to_record(), "answers": None, "decisions": [text for text, _ in moments]}
    assert Game.from_record(typed).hash == again.hash


@pytest.mark.parametrize("seed", SEEDS)
def test_answers_by_number_by_text_and_as_actions_are_the_same(seed: int) -> None:
    by_number = by_action = None
    for game, text in decisions(seed):
        by_number, by_action = by_number or game.clone(), by_action or game.clone()
        action = next(action for action in by_action.legal_actions if action.text == text)
        by_action.apply(action)
        by_number.apply(action.id)
    assert by_number is not None
    assert by_action is not None
    assert bytes_in(by_number) == bytes_in(by_action) == bytes_in(finished(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_depends_on_the_global_generators_nor_touches_them(seed: int) -> None:
    ends = []
    for outside in (1, 2):
        random.seed(outside)
        np.random.seed(outside)
        before = random.getstate(), repr(np.random.get_state())
        ends.append(bytes_in(finished(seed)))
        assert (random.getstate(), repr(np.random.get_state())) == before
    assert ends[0] == ends[1]


# ---------------------------------------------------------------------------------- what a seat sees


def visible_rows(game: Game, number: int, seat: int) -> tuple[list[list[int]], str]:
    """The events that one answer brings before chance is asked, as the seat sees them, and its view then."""
    state = copy_of(game.state)
    apply(state, number)
    rows = state.events[: int(state.event_count)].tolist()
    return [row for row in rows if row[4] in (NOBODY, seat)], json.dumps(view(state, seat).to_dict())


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_sees_of_an_answer_does_not_depend_on_what_is_hidden(seed: int) -> None:
    for place, (game, text) in enumerate(decisions(seed)):
        seat = place % game.players
        number = next(action.id for action in game.legal_actions if action.text == text)
        if not _ends(game, number):
            imagined = game.sample_hidden(seat, place)
            assert visible_rows(imagined, number, seat) == visible_rows(game, number, seat)


def _ends(game: Game, number: int) -> bool:
    """The answer ends the game, and all tokens are turned up."""
    state = copy_of(game.state)
    apply(state, number)
    return bool(state.depth == 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_log_of_a_seat_can_be_told_from_what_it_saw(seed: int) -> None:
    game, chance = Game.new(players=2 + seed % 3, seed=seed), random.Random(seed)
    while not game.is_over:
        events = game.apply(chosen(game, chance))
        for seat in range(game.players):
            from_all = [sentence(event.row, NAMES, seat) for event in events]
            from_visible = [sentence(event.row, NAMES, seat) for event in visible_events(events, seat)]
            assert from_visible == from_all


def test_a_stolen_token_is_known_to_the_thief_and_the_victim_alone() -> None:
    stolen = Event(EVENT_NAMES.index("TOKEN_STOLEN"), 2, 1, 0, 2)
    knowing = [seat for seat in range(4) if visible_events([stolen], seat) == [stolen]]
    assert knowing == [1, 2]


# ------------------------------------------------------------------------------- taking back, copies


@pytest.mark.parametrize("seed", SEEDS)
def test_decisions_taken_back_leave_the_same_bytes_and_are_made_again_in_order(seed: int) -> None:
    taken_back = 0
    for game, text in decisions(seed):
        before, happened, other = position_in(game), game.latest_events, game.clone()
        other.apply(text)
        ends = [position_in(other)]
        while other.can_undo:
            other.undo()
            if len(ends) == 1:
                assert (position_in(other), other.latest_events) == (before, happened)
                taken_back += 1
            ends.append(position_in(other))
        for end in ends[-2::-1]:
            other.redo()
            assert (position_in(other), other.can_undo) == (end, True)
        with pytest.raises(IllegalAction):
            other.redo()
    assert taken_back > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_can_be_walked_through_decision_by_decision(seed: int) -> None:
    played = [(position_in(game), game.latest_events, text) for game, text in decisions(seed)]
    game = finished(seed)
    whole = position_in(game)
    walked = [(position_in(before), before.latest_events, str(action)) for before, action in game.decisions()]
    assert walked == played
    again = Game.from_record(game.to_record())
    assert [str(action) for _before, action in again.decisions()] == [text for *_before, text in played]
    for place, (before, action) in enumerate(game.decisions()):
        assert action in before.legal_actions
        if place % 20 == 7:
            assert [str(earlier) for _game, earlier in before.decisions()] == [
                text for *_before, text in played[:place]
            ]
            before.apply(action)
            before.state.pearls[:] = 99
    assert position_in(game) == whole


def test_what_was_made_final_cannot_be_taken_back() -> None:
    _before, game = at_an_open_move(1)
    kept = position_in(game)
    game.history.make_final()
    assert (game.can_undo, list(game.decisions())) == (False, [])
    with pytest.raises(IllegalAction):
        game.undo()
    assert position_in(game) == kept


def test_a_decision_that_was_taken_back_is_no_decision_of_the_game() -> None:
    before, game = at_an_open_move(1)
    made = [str(action) for _game, action in game.decisions()]
    game.undo()
    assert [str(action) for _game, action in game.decisions()] == made[:-1]
    assert made[:-1] == [str(action) for _game, action in before.decisions()]


def test_what_a_game_hands_out_or_was_given_is_its_own_also_the_events_of_an_answer() -> None:
    position: dict[str, Any] = {"players": 2, "seats": [{"hand": ["C2"]}], "council": {"squid": ["Q1"]}}
    game = Game.from_position(position)
    events = game.apply("explore")
    before, happened = position_in(game), deepcopy(game.latest_events)
    position["seats"][0]["hand"].append("C3")
    record = game.to_record()
    record["config"]["position"]["seats"][0]["hand"].append("C4")
    table = game.table
    handed_out: list[list[Any]] = [
        events, game.latest_events, game.legal_actions, game.scores, game.ranking, table.track, table.court,
        table.council["squid"], table.seats[0].hand, table.available_locations, table.seats,
    ]  # fmt: skip
    for items in handed_out:
        items.clear()
    assert (position_in(game), game.latest_events) == (before, happened)


# --------------------------------------------------------------------------- what is not an answer

MALFORMED: list[Any] = [
    None, True, False, 1.0, float("nan"), b"explore", [], {}, (), object(), -1, ACTIONS, 10**30, np.int64(-1),
    np.int64(ACTIONS), np.float64(1), "", " ", "expl", "explore:1", "recruit", "recruit:", "recruit:0",
    "recruit:999", "recruit:-1", "recruit:1e3", "recruit:nobody", "card:", "card:Z9", "card:J6", "card:C0",
    "stack:fish", "stack:", "reward:9", "reward:x", "draw:0", "draw:5", "location:0", "player:9", "player:-1",
    ":", "::", "use:12:1", "\x00", "explore\x00", "réclute:12", "🦑", "recruit:" + "9" * 5000, "a" * 100_000,
]  # fmt: skip


def some_questions(seed: int) -> Iterator[Game]:
    return (game for place, (game, _text) in enumerate(decisions(seed)) if place % 40 == 0)


def assert_refused(game: Game, given_answer: Any) -> None:
    before, can_undo = position_in(game), game.can_undo
    with pytest.raises((IllegalAction, UnreadableAction)) as caught:
        game.apply(given_answer)
    assert isinstance(caught.value, OpenAbyssError)
    assert str(caught.value)
    assert not game.can(given_answer)
    assert (position_in(game), game.can_undo) == (before, can_undo)


@pytest.mark.parametrize("seed", SEEDS)
def test_malformed_answers_are_refused_and_change_nothing(seed: int) -> None:
    for game in some_questions(seed):
        for given_answer in MALFORMED:
            assert_refused(game, given_answer)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_action_is_legal_or_refused_with_a_reason(seed: int) -> None:
    for game in some_questions(seed):
        legal = {action.id for action in game.legal_actions}
        for number in range(ACTIONS):
            if number in legal:
                assert game.can(number)
                assert game.explain_illegal(number) is None
            else:
                assert_refused(game, number)
                assert game.explain_illegal(number)


@given(st.text())
def test_any_text_is_an_answer_or_refused(text: str) -> None:
    game = Game.new(players=3, seed=2)
    before = position_in(game)
    try:
        game.apply(text)
    except (IllegalAction, UnreadableAction):
        assert position_in(game) == before
    else:
        assert game.can_undo or game.to_record() != before[1]


def test_after_the_end_nothing_is_accepted() -> None:
    game = finished(1)
    before = position_in(game)
    for answer in (0, "explore", None, "pass"):
        with pytest.raises(GameOver):
            game.apply(answer)  # type: ignore[arg-type]  # None is no answer, and that is the point
        assert not game.can(answer)  # type: ignore[arg-type]
    assert position_in(game) == before
