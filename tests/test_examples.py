"""The examples run, on tiny settings; those that need a package that is not installed say so."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import mcts, policy_value, q_learning
from openabyss import Game, Perspective
from openabyss.envs.vector import VectorEnv
from openabyss.play.small_games import small_game
from openabyss.players.exact import exact_shares
from openabyss.players.registry import player
from tests.terminal.tables import RICH

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_every_example_stands_in_the_list() -> None:
    listed = (EXAMPLES / "README.md").read_text("utf-8")
    files = [path.name for path in EXAMPLES.iterdir() if path.is_file() and path.name != "README.md"]
    assert [name for name in files if f"`{name}`" not in listed] == []


def test_masked_ppo_trains_and_tells_how_it_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason="the extra `train` is not installed")
    from examples import ppo  # noqa: PLC0415  needs PyTorch

    tiny = ppo.Settings(
        opponent="random", games=4, steps=8, budget=64, evaluations=1, hidden=8, epochs=1, evaluation_games=2
    )
    ppo.train(replace(tiny, table="both5", budget=32))
    assert set(json.loads(capsys.readouterr().out.splitlines()[0])) >= {"random", "medium"}
    first = ppo.train(tiny)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["steps"] for line in lines] == [32, 64]
    assert 0 <= lines[0]["random"] <= 1
    more_often = ppo.train(replace(tiny, evaluations=2, folder=tmp_path))
    rows = (tmp_path / "curve.csv").read_text("utf-8").splitlines()
    assert rows[0] == "seed,minutes,steps,random,medium"
    assert len(rows) == 1 + len([*tmp_path.glob("seed-1-*.pt")]) > 2
    for name, weights in first.state_dict().items():
        assert weights.equal(more_often.state_dict()[name]), "evaluations leave what is learned as it is"
    assert ppo.interval([0.5, 0.7]) == pytest.approx([0.6, 0.6 - 1.271, 0.6 + 1.271])


def test_what_masked_ppo_has_learned_plays_as_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from examples import ppo, ppo_bot  # noqa: PLC0415  needs PyTorch

    monkeypatch.chdir(tmp_path)
    for table, weights, file in (("base2", "ppo.pt", "ppo.pt"), ("leviathan3", ".", "leviathan3.pt")):
        env = ppo.new_env(table, 2, 1, "random")
        torch.save(ppo.Actor(*ppo.scales(env, 5), 8).state_dict(), tmp_path / file)
        monkeypatch.setenv("PPO_WEIGHTS", weights)
        game, bot = Game.new(int(table[-1]), seed=1, leviathan=table != "base2"), ppo_bot.Ppo(0)
        for _decision in range(30):
            game.apply(bot.choose(Perspective(game)))


def test_masked_ppo_learns_to_expect_what_comes() -> None:
    """Advantages by hand: two steps of one game, the first of which ends it."""
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from examples import ppo  # noqa: PLC0415  needs PyTorch

    empty = torch.zeros(2, 1)
    played = ppo.Rollout(
        empty,
        empty,
        empty,
        empty,
        values=torch.tensor([[0.5], [0.25]]),
        rewards=torch.tensor([[1.0], [0.0]]),
        ends=torch.tensor([[True], [False]]),
    )
    found = ppo.advantages_of(played, torch.tensor([0.75]), trace=0.9)
    assert found.flatten().tolist() == pytest.approx([0.5, 0.5])


def first_decision() -> Game:
    """Of the small game, after the card of which it matters what is answered."""
    game = Game.from_position(small_game("last-lord"), ask_chance=True)
    game.apply("card:S4")
    return game


def costs(game: Game) -> dict[str, float]:
    """What each answer costs of the share that the seat could expect."""
    shares = {}
    for action in game.legal_actions:
        after = game.clone()
        after.apply(action)
        shares[action.text] = exact_shares(after)[game.player]
    return {answer: max(shares.values()) - share for answer, share in shares.items()}


def test_q_learning_and_tree_search_find_the_exact_value_of_a_small_game() -> None:
    learner = q_learning.Learner("last-lord", seed=1)
    learner.learn(1_500)
    begun, game = learner.begin(), first_decision()
    assert learner.value(begun) == pytest.approx(exact_shares(begun)[0], abs=0.05)
    by_answer, answers = costs(game), [action.text for action in game.legal_actions]
    assert sorted(by_answer.values()) == [0, 0.5]
    learned = next(action.text for action in game.legal_actions if action.id == learner.best(game))
    searched = mcts.Mcts(1).choose(Perspective(game)).text
    assert {learned, searched} <= {*answers}
    assert by_answer[learned] == by_answer[searched] == 0


def test_tree_search_plays_the_same_again_with_any_number_of_players() -> None:
    game = Game.new(3, seed=2, leviathan=True)
    answers = [mcts.Mcts(5, iterations=6).choose(Perspective(game)) for _again in range(2)]
    assert answers[0] == answers[1]
    assert game.can(answers[0])


def test_a_policy_and_a_value_are_learned_and_kept(tmp_path: Path) -> None:
    tiny = policy_value.Settings(
        games=4, hidden=8, answers=300, batch=100, evaluations=1, evaluation_games=4, track="forgetful"
    )
    learned = policy_value.train(tiny, tmp_path)
    lines = (tmp_path / "curve.csv").read_text("utf-8").splitlines()
    assert lines[0] == "seed,answers,seconds,random,easy,medium"
    assert len(lines) == 2
    answers, kept = policy_value.latest(tmp_path)
    assert answers >= 300
    assert kept is not None
    again = policy_value.train(tiny)
    for name, weights in learned.weights.items():
        assert np.array_equal(weights, kept.weights[name])
        assert np.array_equal(weights, again.weights[name]), "the same seed gives the same weights"


def test_a_network_moves_towards_what_gave_more() -> None:
    """Its gradients are those of its loss, measured on a few weights of each layer."""
    chance = np.random.default_rng(1)
    env = VectorEnv(8, 2, seed=1)
    network = policy_value.Network.new(*policy_value.scales(env, 5), 6, chance)
    for name in ("policy", "value"):
        network.weights[name] += chance.standard_normal(network.weights[name].shape).astype(np.float32)
    precise: dict[str, Any] = {name: weights.astype(np.float64) for name, weights in network.weights.items()}
    network.weights = precise
    arrays = env.arrays
    results: Any = chance.standard_normal(8)
    batch = policy_value.Batch(arrays.observations, arrays.masks, env.random_actions(), results)
    gains = results - network.heads(network.layers(batch.observations)[2], batch.masks)[1]

    def loss() -> float:
        likely, values = network.heads(network.layers(batch.observations)[2], batch.masks)
        logs = np.log(likely, where=likely > 0, out=np.zeros_like(likely))
        chosen = logs[np.arange(8), batch.actions]
        variety = -(likely * logs).sum(axis=1)
        return float(np.mean(-chosen * gains + (results - values) ** 2 / 2 - 0.3 * variety))

    for name, gradient in network.gradients(batch, entropy=0.3).items():
        weights = precise[name]
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        weights[place] += 1e-5
        above = loss()
        weights[place] -= 2e-5
        assert (above - loss()) / 2e-5 == pytest.approx(gradient[place], rel=1e-3), name
        weights[place] += 1e-5


def test_maskable_ppo_trains() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    from examples import maskable_ppo  # noqa: PLC0415  needs sb3-contrib

    model = maskable_ppo.learned(16, "random", rollout=16)
    assert 0 <= maskable_ppo.share_of_victories(model, "random", games=1) <= 1


def test_the_search_of_openspiel_plays() -> None:
    pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    from examples import openspiel_mcts  # noqa: PLC0415  needs OpenSpiel

    assert openspiel_mcts.play(simulations=2, seed=1, max_decisions=3) == [0, 0]


def test_every_cell_of_the_notebook_runs() -> None:
    cells = json.loads((EXAMPLES / "game.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        assert not cell.get("outputs")
        if cell["cell_type"] == "code":
            exec(compile(cell["source"], "game.ipynb", "exec"), names)
    assert names["game"].is_over


@pytest.mark.parametrize(("players", "kraken", "leviathan"), [(2, False, False), (5, True, True)])
def test_a_notebook_shows_a_game_at_every_moment(players: int, kraken: bool, leviathan: bool) -> None:
    game = Game.new(players=players, seed=1, kraken=kraken, leviathan=leviathan)
    chooser = player("random", 1)
    for _decision in range(60):
        shown = game._repr_html_()
        assert shown.count("<details open>") == players
        assert f"<p>{game.question.prompt}</p>" in shown
        game.apply(chooser.choose(Perspective(game)))


def test_a_notebook_shows_the_numbers_of_a_card_under_their_names() -> None:
    """As `print` does, and no ids."""
    shown = Game.from_position(RICH)._repr_html_()
    assert re.findall(r'<th scope="col">(\w+)', shown) == [
        "Lord",
        "Cost",
        "Races",
        "Influence",
        "Keys",
        "For",
    ]
    cells = re.findall(r"<td[^>]*>([^<]*)", shown[shown.index(">Slaver<") :])[:5]
    assert cells == ["8", "only shellfish", "5", "1", "you can pay"]
    assert '<th scope="row">Parliament</th><td>6 + 2 per politician; now 6</td>' in shown


def test_a_notebook_shows_what_the_seat_that_is_asked_may_know() -> None:
    """The hand of the one who is asked, and no other hand."""
    game, chooser = Game.new(players=2, seed=1), player("random", 1)
    while min(len(seat.hand) for seat in game.table.seats) == 0:
        game.apply(chooser.choose(Perspective(game)))
    other = 1 - game.player
    shown = game._repr_html_()
    swapped = game.clone()
    swapped.state.hand[other, :] = 0
    swapped.state.hand[other, 0] = sum(game.state.hand[other])
    assert swapped._repr_html_() == shown
    swapped.state.hand[game.player, :] = 0
    assert swapped._repr_html_() != shown
