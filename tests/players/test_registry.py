"""Players by name, and how they answer in a `Game`."""

import pickle
import re

import numpy as np
import pytest

from openabyss import Game, InvalidArgument, InvalidOption, play_out
from openabyss.chance.generator import generator
from openabyss.engine.mode import INTERPRETED
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, PEARL, WEIGHT_NAMES
from openabyss.players.kinds import KINDS, is_seatable, player_kinds
from openabyss.players.matches import GREEDY, choose
from openabyss.players.network.weights import TrainedNetworks, trained_networks
from openabyss.players.perspective import Perspective
from openabyss.players.registry import native_player, player, weights_of_style
from openabyss.players.search.one_ahead import choose_by_rating
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.player import ROLLOUTS_PER_ANSWER, SearchPlayer, visits_of
from openabyss.players.search.searching import Candidate, Searcher
from openabyss.rules.state import TOKEN_4, TOKEN_KEY
from openabyss.table.knowledge import table_known_to
from openabyss.words.levels import LEVELS, STYLES


def test_every_kind_can_be_asked_for_and_says_what_it_does() -> None:
    names = [kind.name for kind in player_kinds()]
    assert names == ["easy", "casual", "medium", "skilled", "hard", "expert", "random", "regent"]
    assert [kind.name for kind in player_kinds() if kind.is_level] == names[:6]
    for kind in player_kinds():
        assert player(kind.name).name == kind.name
        assert kind.description


def test_parameters_change_weights_and_nothing_else() -> None:
    weights = native_player("medium:pearl=91,buy=-5").weights.copy()
    assert (weights[PEARL], weights[WEIGHT_NAMES.index("buy")]) == (91, -5)
    weights[PEARL] = DEFAULT_WEIGHTS[PEARL]
    weights[WEIGHT_NAMES.index("buy")] = DEFAULT_WEIGHTS[WEIGHT_NAMES.index("buy")]
    assert (weights == DEFAULT_WEIGHTS).all()


@pytest.mark.parametrize("spec", ["medium", "casual"])
def test_a_player_is_only_itself(spec: str) -> None:
    one, other = player(spec), player(spec)
    assert one != other
    assert [other, one].index(one) == 1


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
def test_hard_plays_without_the_policy_of_a_table_if_that_is_wanted() -> None:
    game = Game.new(players=3, seed=2)
    simulations = []
    for spec in ("hard", "hard:leaf=learned"):
        one = player(spec, 1)
        one.choose(Perspective(game))
        simulations.append(sum(visits_of(one).values()))
    assert simulations[1] <= ROLLOUTS_PER_ANSWER * 2 < simulations[0]
    with_taste = player("hard:style=hunter,leaf=learned", 1)
    with_taste.choose(Perspective(Game.new(players=2, seed=2)))
    assert visits_of(with_taste)
    with pytest.raises(InvalidOption, match="leaf=lines: possible are policy, learned, playout"):
        player("hard:leaf=lines")


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
@pytest.mark.parametrize("spec", ["medium", "skilled", "hard:style=hunter", "expert:iterations=20"])
def test_a_player_that_goes_to_another_process_goes_on_alike(spec: str) -> None:
    game, one = Game.new(players=3, seed=2), player(spec, 1)
    for _answer in range(8):
        game.apply(one.choose(Perspective(game)))
    again = pickle.loads(pickle.dumps(one))
    for _answer in range(8):
        answer = one.choose(Perspective(game))
        assert again.choose(Perspective(game)) == answer
        game.apply(answer)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("mediun", "no player 'mediun'; did you mean 'medium'?"),
        ("", "no player ''; there are easy, casual, medium, skilled, hard, expert, random, regent"),
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
        ("hard:style=hunte", "style=hunte: possible are collector, hunter, banker, spoiler"),
        ("random:style=hunter", "the player random has no parameter 'style'"),
    ],
)
def test_what_is_not_known_is_named_with_a_suggestion(spec: str, problem: str) -> None:
    with pytest.raises(InvalidOption, match=re.escape(problem)):
        player(spec)


def test_only_compiled_policies_play_at_native_speed() -> None:
    assert native_player("medium").policy != native_player("random").policy
    with pytest.raises(InvalidOption, match="hard does not play at native speed; those who do are easy, med"):
        native_player("hard")


def test_easy_makes_a_third_of_its_moves_at_random() -> None:
    """The first question of a game is a move: greedy players are of one mind."""
    game = Game.from_position({"players": 2, "seats": [{"pearls": 9}, {}]})
    greedy = player("medium").choose(Perspective(game))
    answers = [player("easy", seed).choose(Perspective(game)) for seed in range(400)]
    others = sum(answer != greedy for answer in answers) / 400
    chance = 0.35 * (1 - 1 / len(game.legal_actions))
    assert others == pytest.approx(chance, abs=0.08)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_inclines_every_level_and_at_tables_nothing_else_may_be_set(style: str) -> None:
    for level in LEVELS.keys() & KINDS.keys() - {"random"}:
        assert player(f"{level}:style={style}").name == f"{level}:style={style}"
        assert is_seatable(f"{level}:style={style}")
    plain, inclined = native_player("medium").weights, native_player(f"medium:style={style}").weights
    assert (plain != inclined).any()
    others = (
        "medium:pearl=9",
        "hard:style=",
        f"random:style={style}",
        f"x:style={style}",
        f"hard:style={style},a=1",
    )
    assert not any(map(is_seatable, others))


def test_a_style_decides_only_among_answers_that_are_about_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    game, taste = Game.new(2, 3), weights_of_style({"style": "hunter"}, 100)
    usual = liked = player("medium").choose(Perspective(game)).id
    while usual == liked:
        game.apply(usual)
        usual = player("medium").choose(Perspective(game)).id
        liked = choose(Perspective(game).state, GREEDY, taste, generator(1))
    found: list[Candidate] = []
    monkeypatch.setattr(Searcher, "candidates", lambda _self: found)
    fond = SearchPlayer("", SearchSettings(seconds=None, iterations=1), 1, taste)
    for visits, chance, wanted in ((50, 0.49, liked), (50, 0.4, usual), (1, 0.5, usual)):
        found[:] = [Candidate(usual, 100, (0.5, 0.5)), Candidate(liked, visits, (chance, chance))]
        assert fond.choose(Perspective(game)).id == wanted


def test_playouts_end_as_games_of_these_players_do() -> None:
    game = Game.new(3, 1, kraken=True)
    before = game.hash
    found = play_out(game, 200, players=["medium", "random", "random"], seed=2)
    assert game.hash == before
    assert found.shares.shape == found.scores.shape == (200, 3)
    assert found.shares.sum(axis=1) == pytest.approx(1)
    assert found.shares.mean(axis=0)[0] > 0.9
    best = found.scores == found.scores.max(axis=1, keepdims=True)
    assert (best[found.shares > 0]).all()
    again = play_out(game, 200, players=["medium", "random", "random"], seed=2)
    assert np.array_equal(found.scores, again.scores)
    assert not np.array_equal(found.scores, play_out(game, 200, seed=2).scores)
    with pytest.raises(InvalidArgument, match="each of 3 seats, not 2"):
        play_out(game, players=["medium", "random"])


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
