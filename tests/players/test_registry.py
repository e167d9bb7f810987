"""Players by name, and how they answer in a `Game`."""

import re

import pytest

from openabyss import Game, InvalidOption
from openabyss.engine.mode import INTERPRETED
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, PEARL, WEIGHT_NAMES
from openabyss.players.kinds import player_kinds
from openabyss.players.network.weights import TrainedNetworks, trained_networks
from openabyss.players.perspective import Perspective
from openabyss.players.registry import native_player, player
from openabyss.players.search.one_ahead import choose_by_rating
from openabyss.rules.state import TOKEN_4, TOKEN_KEY
from openabyss.table.knowledge import table_known_to


def test_every_kind_can_be_asked_for_and_says_what_it_does() -> None:
    names = [kind.name for kind in player_kinds()]
    assert names == ["easy", "medium", "hard", "expert", "skilled", "random", "regent"]
    assert [kind.name for kind in player_kinds() if kind.is_level] == names[:4]
    for kind in player_kinds():
        assert player(kind.name).name == kind.name
        assert kind.description


def test_parameters_change_weights_and_nothing_else() -> None:
    weights = native_player("medium:pearl=91,buy=-5").weights.copy()
    assert (weights[PEARL], weights[WEIGHT_NAMES.index("buy")]) == (91, -5)
    weights[PEARL] = DEFAULT_WEIGHTS[PEARL]
    weights[WEIGHT_NAMES.index("buy")] = DEFAULT_WEIGHTS[WEIGHT_NAMES.index("buy")]
    assert (weights == DEFAULT_WEIGHTS).all()


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("mediun", "no player 'mediun'; did you mean 'medium'?"),
        ("", "no player ''; there are easy, medium, hard, expert, skilled, random, regent"),
        ("exprt", "no player 'exprt'; did you mean 'expert'?"),
        ("medium:perl=3", "no parameter 'perl'; did you mean 'pearl'?"),
        ("random:pearl=3", "no parameter 'pearl'"),
        ("medium:pearl", "pearl=: a whole number"),
        ("medium:pearl=1.5", "pearl=1.5: a whole number"),
        ("medium:pearl=99999", "from -10000 to 10000"),
        ("medium:", "no parameter ''"),
        ("hard:seconds=1", "the player hard has no parameter 'seconds'"),
        ("expert:second=1", "no parameter 'second'; did you mean 'seconds'?"),
        ("expert:seconds=0", "seconds=0: a number from 0.001 to 600.0 is needed"),
        ("expert:seconds=-1", "seconds=-1: a number from"),
        ("expert:seconds=nan", "seconds=nan: a number from"),
        ("expert:seconds=inf", "seconds=inf: a number from"),
        ("expert:seconds=soon", "seconds=soon: a number from"),
        ("expert:iterations=0", "iterations=0: a whole number from 1 to"),
        ("expert:iterations=2.5", "iterations=2.5: a whole number"),
        ("expert:threads=0", "threads=0: a whole number from 1 to 64"),
        ("expert:threads=65", "threads=65: a whole number from 1 to 64"),
        ("expert:threads=many", "threads=many: a whole number"),
        ("expert:nodes=1", "nodes=1: a whole number from 100 to"),
        ("expert:leaf=guess", "leaf=guess: possible are policy, learned, playout"),
    ],
)
def test_what_is_not_known_is_named_with_a_suggestion(spec: str, problem: str) -> None:
    with pytest.raises(InvalidOption, match=re.escape(problem)):
        player(spec)


def test_only_compiled_policies_play_at_native_speed() -> None:
    assert native_player("medium").policy != native_player("random").policy
    with pytest.raises(InvalidOption, match="easy does not play at native speed; those who do are medium"):
        native_player("easy")


def test_a_player_says_whether_the_clock_matters() -> None:
    timed, untimed = ("expert", "expert:seconds=0.1,iterations=5"), ("expert:iterations=5", "easy", "hard")
    assert [player(spec).reproducible for spec in timed + untimed] == [False] * 2 + [True] * 3


@pytest.mark.skipif(INTERPRETED, reason="takes a minute")
def test_without_a_policy_hard_looks_one_answer_ahead_in_a_duel_and_searches_among_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without = TrainedNetworks(trained_networks().values, {}, {})
    for module in ("player", "searching"):
        monkeypatch.setattr(f"openabyss.players.search.{module}.trained_networks", lambda: without)
    for players in (2, 4):
        hard, thinker = player("hard", 1), player("expert:iterations=100", 1)
        game = Game.new(players=players, seed=4)
        for _decision in range(6):
            perspective = Perspective(game)
            wanted = thinker.choose(perspective)
            if players == 2:
                table = perspective.state
                wanted = perspective.action(choose_by_rating(table, without.value(table)))
            assert hard.choose(perspective) == wanted
            game.apply(wanted)


def test_tokens_of_both_piles_are_face_down_for_the_others() -> None:
    table = Game.new(players=2, seed=1, leviathan=True)
    table.state.monster_tokens[1, [TOKEN_4, TOKEN_KEY]] = 1, 2
    assert table_known_to(table.state, 0).monster_tokens[1].tolist() == [1, 0, 0, 2, 0, 0, 0]
