"""Games that ask for everything: forced answers, and what chance decides."""

import json
import random

import pytest

from openabyss import (
    CHANCE,
    Game,
    IllegalAction,
    InvalidArgument,
    NobodyAsked,
    Perspective,
    UnreadableAction,
    cards,
    view,
)
from openabyss.table.payments import PAYING
from openabyss.words.cards.codes import LORD_IDS


def played(game: Game, seed: int, most: int = 10_000) -> Game:
    """At random, chance by its weights."""
    chance = random.Random(seed)
    for _answer in range(most):
        if game.is_over:
            break
        weights = [probability for _action, probability in game.chance_outcomes()] or None
        game.apply(chance.choices(game.legal_actions, weights)[0])
    return game


@pytest.mark.parametrize("seed", range(3))
def test_where_forced_answers_are_asked_for_the_game_is_the_same(seed: int) -> None:
    """The same answers, some of them by hand, lead to the same game, and each can be taken back."""
    usual = played(Game.new(players=3, seed=seed, kraken=True, leviathan=seed > 1), seed, 120)
    asked = Game.new(players=3, seed=seed, kraken=True, leviathan=seed > 1, ask_forced=True)
    forced = 0
    for _before, action in usual.decisions():
        while len(asked.legal_actions) == 1 and asked.legal_actions[0].text != action.text:
            forced += 1
            asked.apply(asked.legal_actions[0])
        while not asked.can(action.text) or (len(asked.legal_actions) == 1):
            forced += 1
            asked.apply(asked.legal_actions[0])
        asked.apply(action.text)
    while not asked.is_over and len(asked.legal_actions) == 1 and asked.hash != usual.hash:
        asked.apply(asked.legal_actions[0])
    assert forced > 5
    assert (asked.hash, asked.to_record()) == (usual.hash, usual.to_record())


@pytest.mark.parametrize("seed", range(4))
def test_the_caller_answers_for_chance_to_the_end(seed: int) -> None:
    kinds = set()
    game = Game.new(players=3, seed=1, kraken=True, leviathan=True, ask_chance=True)
    assert (game.player, game.latest_events) == (CHANCE, [])
    chance = random.Random(seed)
    while not game.is_over:
        outcomes = game.chance_outcomes()
        assert [action for action, _odds in outcomes] == (game.legal_actions if game.player == CHANCE else [])
        if game.player == CHANCE:
            kinds.add(game.question.kind)
            assert sum(odds for _action, odds in outcomes) == pytest.approx(1)
            assert game.question.prompt is not None
            assert all(game.can(action.text) and action.label for action in game.legal_actions)
            for seat in (0, None):
                json.dumps(view(game, seat).to_dict())
            with pytest.raises(NobodyAsked):
                Perspective(game)
            with pytest.raises((IllegalAction, UnreadableAction)):
                game.apply("plot")
        game.apply(chance.choices(game.legal_actions, [odds for _action, odds in outcomes] or None)[0])
        assert game.can_undo
    assert {"REVEAL_CARD", "LORD_TO_COURT", "LOCATION_TO_TABLE"} <= kinds
    again = Game.from_record(game.to_record())
    assert (again.hash, again.scores) == (game.hash, game.scores)


def test_a_game_that_waits_for_chance_is_recorded_and_gone_on_with() -> None:
    game = played(Game.new(players=2, seed=1, ask_chance=True), 1, 60)
    while game.player != CHANCE:
        game.apply(game.legal_actions[0])
    again = Game.from_record(game.to_record(), ask_chance=True)
    assert (again, again.question, again.can_undo) == (game, game.question, game.can_undo)
    assert len(list(again.decisions())) == len(list(game.decisions()))
    assert Game.from_record(game.to_record()).player != CHANCE


def test_the_caller_says_which_token_the_hunter_takes() -> None:
    position = {
        "players": 2,
        "court": [19, 30, 31],
        "available_locations": [14],
        "council": {"crab": ["C1"]},
        "seats": [{"pearls": 40, "hand": ["J5", "C5", "H5", "S5"]}, {"monster_tokens": [2, 4, 4]}],
    }
    hunter = next(lord for lord in LORD_IDS if _steals(position, lord))
    for token in ("token:2", "token:4"):
        game = _at_the_theft({**position, "court": [hunter, 34, 33]})
        assert (game.question.kind, game.player) == ("STEAL_TOKEN", CHANCE)
        assert [round(odds * 3) for _action, odds in game.chance_outcomes()] == [1, 2]
        game.apply(token)
        assert game.table.seats[0].monster_tokens == [int(token[-1])]


def _steals(position: dict[str, object], lord: int) -> bool:
    try:
        return _at_the_theft({**position, "court": [lord, 34, 33]}).question.kind == "STEAL_TOKEN"
    except (IllegalAction, ValueError):
        return False


def _at_the_theft(position: dict[str, object]) -> Game:
    """The lord of the court is recruited, and everything answered until chance is asked."""
    game = Game.from_position(position, ask_chance=True)
    game.apply(next(action for action in game.legal_actions if action.text.startswith("recruit:")))
    for _answer in range(12):
        if game.player == CHANCE:
            break
        answers = [action for action in game.legal_actions if action.text.startswith("player:")]
        game.apply((answers or game.legal_actions)[0])
    return game


def test_the_caller_says_what_comes_after_a_reshuffle() -> None:
    """The deck is empty: what was discarded is shuffled, and any of it may come first."""
    first = set()
    for place in range(2):
        game = Game.from_position(
            {
                "players": 2,
                "council": {"crab": ["C1"]},
                "court": [12, 30, 31],
                "available_locations": [14],
                "exploration_deck": ["S1"],
                "exploration_discard": ["J1", "J2"],
            },
            ask_chance=True,
        )
        game.apply("explore")
        while len(game.table.track) < 2:
            texts = [str(action) for action in game.legal_actions]
            declined = next((text for text in ("pass", "continue") if text in texts), None)
            game.apply(declined or texts[place if len(texts) > 1 else 0])
        first.add(game.table.track[1])
    assert first == {"J1", "J2"}


# --------------------------------------------------------------------------------- forced payments


FORCED = {
    "players": 2,
    "court": [12, 21, 30, 29],
    "available_locations": [14],
    "council": {"crab": ["C1"]},
    "seats": [{"pearls": 3, "hand": ["S5"]}, {}],
}


def test_a_forced_payment_can_be_named_after_recruiting() -> None:
    game = Game.from_position(FORCED)
    game.apply("recruit:12")
    assert game.table.seats[0].hand == []
    before = game.to_record()
    assert game.pay(["S5"]) == []
    assert game.to_record() == before


def test_another_payment_than_the_forced_one_is_refused_and_the_forced_one_named() -> None:
    game = Game.from_position(FORCED)
    game.apply("recruit:12")
    with pytest.raises(IllegalAction, match="has been paid for with S5: no other payment was possible"):
        game.pay(["S4"])
    with pytest.raises(IllegalAction, match="S5: no other"):
        game.pay(["S5"], nebulis=1)


def test_a_forced_payment_is_named_for_its_own_recruiting_only() -> None:
    game = Game.from_position(FORCED)
    game.apply("recruit:12")
    game.apply(game.legal_actions[0])
    with pytest.raises(IllegalAction, match="no lord is being paid for"):
        game.pay(["S5"])


def test_where_forced_answers_are_asked_for_a_payment_is_asked_for() -> None:
    game = Game.from_position(FORCED, ask_forced=True)
    game.apply("recruit:12")
    assert (game.question.kind, [str(action) for action in game.legal_actions]) == ("PAY", ["card:S5"])
    game.pay(["S5"])
    assert (game.table.seats[0].hand, game.question.spec.number in PAYING) == ([], False)


def test_where_chance_is_asked_every_answer_that_the_caller_gave_is_undone_in_turn() -> None:
    game, chance = Game.new(players=2, seed=1, kraken=True, leviathan=True, ask_chance=True), random.Random(4)
    hashes = []
    for _answer in range(120):
        hashes.append(game.hash)
        game.apply(chance.choice(game.legal_actions))
    end = game.hash
    for before in reversed(hashes):
        assert game.can_undo
        game.undo()
        assert game.hash == before
    assert not game.can_undo
    while game.history.redo_player is not None:
        game.redo()
    assert game.hash == end


def test_a_game_is_returned_to_by_the_number_of_a_decision() -> None:
    game = played(Game.new(players=2, seed=1), 1, 30)
    decisions = [*game.decisions()]
    for place, (before, action) in enumerate(decisions):
        assert game.at(place) == before == game.at(place - len(decisions))
        assert game.at(place).can(action)
    assert game.at(len(decisions)) == game
    with pytest.raises(InvalidArgument, match="decision"):
        game.at(len(decisions) + 1)


def test_a_game_is_printed_as_the_board_that_the_asked_seat_sees() -> None:
    game = Game.new(players=2, seed=3)
    board = str(game)
    assert game.question.prompt in board.splitlines()
    assert all(cards.lord(lord).name in board for lord in game.table.court)
    other = game.clone()
    other.state = game.sample_hidden(game.player, 5).state
    assert str(other) == board


def test_a_printed_game_that_is_over_says_who_has_won() -> None:
    game = played(Game.new(players=2, seed=3), 1)
    outcome = f"Player {game.winners[0] + 1} wins with {max(game.scores)} influence."
    assert str(game).splitlines()[-1].endswith(outcome)
    assert f"{outcome}</p>" in game._repr_html_()


def test_nobody_has_won_before_the_end() -> None:
    game = Game.new(players=2, seed=3)
    assert (game.winners, game.leaders) == ([], game.ranking[0])
    assert played(game, 1).winners == game.leaders == game.ranking[0]


def test_answers_are_found_among_the_legal_ones_by_text_and_by_number() -> None:
    actions = Game.new(players=2, seed=3).legal_actions
    assert "pass" in actions
    assert actions[0] in actions
    assert actions[0].id in actions
    assert "plot" not in actions
    assert None not in actions


def test_a_seed_that_nobody_gave_is_drawn_and_told() -> None:
    game = Game.new(players=2, seed=None)
    assert game == Game.new(players=2, seed=game.seed)
    assert len({Game.new(players=2, seed=None).seed for _game in range(3)}) == 3
    assert Game.new(players=2, seed=7).seed == 7


def test_questions_answers_and_events_of_equal_games_are_not_unequal() -> None:
    one, other = Game.new(2, seed=1), Game.new(2, seed=1)
    assert (one.question != other.question) is False
    assert (one.legal_actions[0] != other.legal_actions[0]) is False
    assert one.legal_actions[0] != one.legal_actions[1]
    for game in (one, other):
        game.apply(game.legal_actions[0])
    event, again = one.latest_events[0], other.latest_events[0]
    assert (event != again) is False
    kind: object = event.kind
    assert event != kind
