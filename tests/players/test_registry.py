"""Players by name, and how they answer in a `Game`."""

import pytest

from openabyss import Game, InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, PEARL, WEIGHT_NAMES
from openabyss.players.knowledge import table_seen_by
from openabyss.players.registry import player, player_kinds
from openabyss.rules.table import TOKEN_3, TOKEN_4, TOKEN_KEY
from tests.rules.positions import A, B, position, seat


def test_every_kind_can_be_asked_for_and_says_what_it_does() -> None:
    assert [kind.name for kind in player_kinds()] == ["random", "greedy", "regent"]
    for kind in player_kinds():
        assert player(kind.name).name == kind.name
        assert kind.description


def test_parameters_change_weights_and_nothing_else() -> None:
    weights = player("greedy:pearl=91,buy=-5").weights.copy()
    assert (weights[PEARL], weights[WEIGHT_NAMES.index("buy")]) == (91, -5)
    weights[PEARL] = DEFAULT_WEIGHTS[PEARL]
    weights[WEIGHT_NAMES.index("buy")] = DEFAULT_WEIGHTS[WEIGHT_NAMES.index("buy")]
    assert (weights == DEFAULT_WEIGHTS).all()


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("greedi", "no player 'greedi'; did you mean 'greedy'?"),
        ("", "no player ''; there are random, greedy, regent"),
        ("greedy:perl=3", "no parameter 'perl'; did you mean 'pearl'?"),
        ("random:pearl=3", "no parameter 'pearl'"),
        ("greedy:pearl", "pearl=: a whole number"),
        ("greedy:pearl=1.5", "pearl=1.5: a whole number"),
        ("greedy:pearl=99999", "from -10000 to 10000"),
        ("greedy:", "no parameter ''"),
    ],
)
def test_what_is_not_known_is_named_with_a_suggestion(spec: str, problem: str) -> None:
    with pytest.raises(InvalidOption) as error:
        player(spec)
    assert problem in str(error.value)


def transcript(spec: str, seed: int) -> list[str]:
    """The first answers of a game of two players of that kind."""
    game, chooser = Game.new(players=2, seed=3), player(spec, seed)
    answers: list[str] = []
    while not game.is_over and len(answers) < 40:
        action = chooser.choose(game)
        assert game.can(action)
        answers.append(action.text)
        game.apply(action)
    return answers


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_the_same_seed_gives_the_same_answers(spec: str) -> None:
    assert transcript(spec, 1) == transcript(spec, 1)


def test_another_seed_makes_the_random_player_answer_otherwise() -> None:
    assert transcript("random", 1) != transcript("random", 2)


def test_a_seat_sees_its_own_tokens_and_only_how_many_the_others_have() -> None:
    game = position(seat(monster_tokens=[3]), seat(monster_tokens=[4, 3]), monster_pool=[2, 4])
    seen = table_seen_by(game, A)
    assert seen.monster_tokens[A, TOKEN_3] == 1
    assert seen.monster_tokens[B].tolist()[:3] == [2, 0, 0]
    assert seen.pool.tolist()[:3] == [2, 0, 0]
    assert game.state.monster_tokens[B, TOKEN_4] == 1


def test_tokens_of_both_piles_lie_face_down_for_the_others() -> None:
    table = Game.new(players=2, seed=1, leviathan=True)
    table.state.monster_tokens[1, TOKEN_4] = 1
    table.state.monster_tokens[1, TOKEN_KEY] = 2
    seen = table_seen_by(table, 0)
    assert seen.monster_tokens[1].tolist() == [1, 0, 0, 2, 0, 0, 0]
