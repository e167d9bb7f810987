"""Training: a little already helps, both readings of a network agree, an interrupted training goes on."""

import csv
import shutil
import sys
from dataclasses import fields, replace
from pathlib import Path
from runpy import run_module
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")

import torch

from openabyss.arena.cluster import Cluster, NoCluster
from openabyss.arena.workers import play_in_order
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidArgument
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, tuned_weights
from openabyss.players.network.inputs import MAX_INPUTS
from openabyss.players.network.network import layers_of, logit_of_row, run
from openabyss.players.network.weights import (
    WEIGHTS_FILE,
    NetworkRole,
    TrainedNetworks,
    WrongWeights,
    hash_file_of,
    load,
    network_names,
    save,
)
from openabyss.rules.sizes import SEATS
from openabyss.training import self_play as playing
from openabyss.training import trainer
from openabyss.training.__main__ import main
from openabyss.training.games import Samples, SelfPlay, TrainingGames, by_score, joined, read_samples
from openabyss.training.learning import LearningNetwork, learn, warm_started
from openabyss.training.self_play import NO_ANSWER, GameContext, mix_targets
from openabyss.training.settings import (
    NETWORK_FILE,
    PARENTS,
    SETTINGS_FILE,
    TrainingSettings,
    WrongSettings,
    default_settings,
    trained_in,
)
from openabyss.training.trainer import Training

TINY = TrainingSettings(
    school_games=2,
    school_steps=4,
    rounds=3,
    games_per_round=2,
    steps_per_round=2,
    rounds_kept=2,
    noted=100,
    noted_after=20,
    iterations=4,
    short_iterations=2,
    match_games=2,
)
GAMES = 2 if INTERPRETED else 300


def network_for(name: str) -> LearningNetwork:
    torch.manual_seed(1)
    network = LearningNetwork(*network_names()[name])
    torch.nn.init.normal_(network.rows.weight)
    return network


def self_play(name: str, settings: TrainingSettings = TINY) -> SelfPlay:
    """What plays with an untrained network, taught by the package."""
    play, values = SelfPlay(name, settings), load().values
    play.use(network_for(name).network(), values[network_names()[name][0]])
    return play


@pytest.mark.parametrize(
    ("name", "school_iterations"), [("kraken3-policy", 0), ("kraken3-policy", 8), ("base3-policy", 8)]
)
def test_samples_are_tables_with_policies_and_targets_that_are_shares(
    name: str, school_iterations: int
) -> None:
    settings = replace(
        TINY, noted_after=0, school_iterations=school_iterations, short_school_iterations=school_iterations
    )
    samples = self_play(name, settings).school_game(5)
    assert len(samples) > 5
    is_there = samples.rows != NO_ANSWER
    assert (is_there.sum(axis=1) > 1).all()
    np.testing.assert_allclose(samples.policy.sum(axis=1), 1.0, atol=2e-3)
    np.testing.assert_allclose(samples.shares.sum(axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(samples.margins.sum(axis=1), 0.0, atol=1e-4)


HINTED = replace(TINY, hint=3.0, steadiness=0.0, rounds_kept=1)


def test_what_is_drawn_is_learned_with_what_came_of_it() -> None:
    """Some answers brought more than was expected, others less, and most are those that were hinted at."""
    samples = self_play("base3-policy", HINTED).own_game(5)
    has_row = samples.rows[:, 0] != NO_ANSWER
    assert has_row.sum() > 5
    offered = (samples.rows != NO_ANSWER).sum(axis=1)
    for places in (samples.drawn, samples.hinted):
        assert (places[has_row] >= 0).all()
        assert (places < np.maximum(offered, 1)).all()
        assert (places[~has_row] == NO_ANSWER).all()
    assert 0.5 < (samples.drawn == samples.hinted)[has_row].mean() < 1
    assert (samples.policy[has_row, samples.drawn[has_row]] > 0).all()
    np.testing.assert_allclose(samples.policy[has_row].sum(axis=1), 1.0, atol=2e-3)
    assert samples.gains[has_row].min() < 0 < samples.gains[has_row].max()


def test_a_network_without_a_policy_takes_no_hint() -> None:
    samples = self_play("base2-value", HINTED).own_game(5)
    assert len(samples) > 5
    assert (samples.drawn == NO_ANSWER).all()
    assert network_for("base2-value").hint == LearningNetwork((0, 2), has_policy=False, hint=3.0).hint == 0


def test_samples_from_before_there_were_hints_are_read() -> None:
    samples = self_play("base2-policy").school_game(5)
    arrays = {name: part for name, part in vars(samples).items() if name not in ("drawn", "hinted", "gains")}
    assert same_samples(read_samples(arrays), samples)


def test_what_brings_more_than_expected_is_drawn_more_often() -> None:
    """And what brings less, less often."""
    samples = self_play("base3-policy", HINTED).own_game(5)
    samples.gains[:] = np.where(samples.drawn == samples.hinted, -1, 1)
    network, steady = (LearningNetwork(*network_names()["base3-policy"], hint=3.0) for _ in range(2))
    network.set_scale(samples.inputs)
    rows = torch.from_numpy(samples.rows.astype(np.int64))
    drawn = samples.drawn >= 0

    def hinted_logits() -> float:
        with torch.no_grad():
            logits = network(torch.from_numpy(samples.inputs).float(), rows)[2].numpy()
        return float(logits[drawn, samples.hinted[drawn]].mean())

    before = hinted_logits()
    optimiser = torch.optim.AdamW(network.parameters(), 1e-3)
    learn(network, steady, optimiser, samples, 10, 0.0, np.random.default_rng(1))
    assert hinted_logits() < before - 0.01


@pytest.mark.parametrize("school_iterations", [0, 8])
def test_a_school_with_a_hint_has_one_for_every_policy_that_is_learned(school_iterations: int) -> None:
    settings = replace(HINTED, school_iterations=school_iterations, short_school_iterations=2)
    samples = self_play("base3-policy", settings).school_game(5)
    has_row = samples.rows[:, 0] != NO_ANSWER
    assert has_row.sum() > 5
    assert np.array_equal(samples.hinted != NO_ANSWER, has_row)


def test_without_a_hint_self_play_searches_as_players_do() -> None:
    plain, hinted = (SelfPlay("both5-policy", settings).context.search for settings in (TINY, HINTED))
    assert np.array_equal(plain.weights, DEFAULT_WEIGHTS)
    assert np.array_equal(hinted.weights, tuned_weights("both5"))


def test_tables_after_a_decision_teach_the_value_alone() -> None:
    samples = self_play("base2-policy", replace(TINY, noted=0, noted_after=200)).school_game(5)
    assert len(samples) > 5
    assert (samples.rows == NO_ANSWER).all()
    assert not samples.policy.any()


@pytest.mark.parametrize("name", ["base2-policy", "kraken3-value"])
def test_games_are_played_with_the_network_that_was_trained(name: str) -> None:
    samples = self_play(name).school_game(5)
    learning = network_for(name)
    learning.set_scale(samples.inputs)
    network, players = learning.network(), learning.players
    rows = torch.from_numpy(samples.rows.astype(np.int64))
    with torch.no_grad():
        odds, margins, logits = learning(torch.from_numpy(samples.inputs).float(), rows)
    units, outputs = np.zeros(network.second_hidden, np.float32), np.zeros(2 * SEATS, np.float32)
    inputs = np.zeros(MAX_INPUTS, np.int8)
    for sample in range(0, len(samples), 3):
        inputs[: network.inputs] = samples.inputs[sample]
        run(inputs, network, units, outputs)
        assert outputs[:players] == pytest.approx(odds[sample].numpy(), abs=1e-3)
        assert outputs[players : 2 * players] == pytest.approx(margins[sample].numpy(), abs=1e-3)
        for place, row in enumerate(samples.rows[sample].tolist()):
            if row != NO_ANSWER:
                logit = logit_of_row(row, network, units)
                assert logit == pytest.approx(float(logits[sample, place]), abs=1e-3)


def test_a_few_games_improve_the_loss_on_other_games() -> None:
    play = self_play("base2-value", default_settings("base2-value"))
    games, others = (joined([play.school_game(seed + game) for game in range(GAMES)]) for seed in (0, 5000))
    network, steady = network_for("base2-value"), network_for("base2-value")
    network.set_scale(games.inputs)
    rows = np.arange(len(others))
    with torch.no_grad():
        before = float(network.losses(others, rows)[1])
    optimiser = torch.optim.AdamW(network.parameters(), 5e-4)
    learn(network, steady, optimiser, games, 30, 0.998, np.random.default_rng(1))
    with torch.no_grad():
        assert float(network.losses(others, rows)[1]) < before - 0.02 or INTERPRETED


def test_targets_trust_the_outcome_more_the_nearer_it_is() -> None:
    views = np.array([[0.5, 0.5], [0.6, 0.4], [0.7, 0.3]])
    mix_targets(views, 3, np.array([1.0, 0.0]), 0.5)
    assert views[:, 0] == pytest.approx([0.725, 0.85, 1.0])
    assert views.sum(axis=1) == pytest.approx([1.0, 1.0, 1.0])


def test_softened_outcomes_reward_a_near_miss() -> None:
    shares = by_score(np.array([10.0, 9.0, -20.0]))
    assert shares.sum() == pytest.approx(1)
    assert shares[0] > shares[1] > 0.3 > shares[2]


@pytest.mark.skipif(INTERPRETED, reason="takes ten minutes uncompiled")
@pytest.mark.parametrize(
    ("name", "settings"), [("base2-value", TINY), ("base2-policy", TINY), ("base3-policy", HINTED)]
)
def test_an_interrupted_training_comes_to_the_same_network(
    tmp_path: Path, name: str, settings: TrainingSettings
) -> None:
    Training(name, settings, tmp_path / "whole", 1).run(minutes=60.0)
    for _session in range(3):
        Training(name, settings, tmp_path / "parts", 1).run(minutes=0.0)
    whole, parts = (np.load(tmp_path / folder / name / NETWORK_FILE) for folder in ("whole", "parts"))
    assert np.array_equal(whole, parts)
    with (tmp_path / "parts" / name / "curve.csv").open() as curve:
        assert [row["round"] for row in csv.DictReader(curve)] == ["0", "1", "2", "3"]
    with pytest.raises(WrongSettings, match="begun with noted=100, not 200"):
        Training(name, replace(settings, noted=200), tmp_path / "parts", 1).run(minutes=0.0)
    longer = Training(name, replace(settings, rounds=4), tmp_path / "parts", 1)
    longer.run(minutes=0.0)
    assert longer.round == 4


@pytest.mark.skipif(INTERPRETED, reason="takes minutes uncompiled")
@pytest.mark.parametrize("rounds_kept", [1, 2])
def test_no_more_rounds_are_learned_from_than_are_to_be_kept(tmp_path: Path, rounds_kept: int) -> None:
    training = Training("base2-value", replace(TINY, rounds_kept=rounds_kept), tmp_path, 1)
    training.run(minutes=60.0)
    assert training.round == TINY.rounds
    assert len(training.kept) == rounds_kept


def test_a_training_learns_from_at_least_one_round(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="rounds_kept: at least 1 is needed, not 0"):
        Training("base2-value", replace(TINY, rounds_kept=0), tmp_path, 1)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes uncompiled")
def test_the_games_of_a_school_are_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is interrupted, and whatever is then learned from them."""
    monkeypatch.setattr(trainer, "GAMES_OF_PART", 1)
    settings, folder = replace(TINY, rounds=0), tmp_path / "base2-policy"
    Training("base2-policy", settings, tmp_path, 1).run(minutes=60.0)
    taught, kept = np.load(folder / NETWORK_FILE), (folder / "school-0-1.npz").stat()
    for lost in ("state.pt", "school-1-1.npz"):
        (folder / lost).unlink()
    Training("base2-policy", settings, tmp_path, 1).run(minutes=60.0)
    assert np.array_equal(np.load(folder / NETWORK_FILE), taught)
    assert (folder / "school-0-1.npz").stat() == kept
    (folder / "state.pt").unlink()
    with pytest.raises(WrongSettings, match="begun with explored=60, not 50"):
        Training("base2-policy", replace(settings, explored=50), tmp_path, 1).run(minutes=60.0)
    Training("base2-policy", replace(settings, school_steps=5), tmp_path, 1).run(minutes=60.0)
    assert not np.array_equal(np.load(folder / NETWORK_FILE), taught)


def same_samples(some: Samples, others: Samples) -> bool:
    return all(
        np.array_equal(getattr(some, field.name), getattr(others, field.name))
        and getattr(some, field.name).dtype == getattr(others, field.name).dtype
        for field in fields(Samples)
    )


@pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")
def test_the_games_of_several_processes_are_those_of_one() -> None:
    network, teacher = network_for("base2-policy").network(), load().values[0, 2]
    games = TrainingGames(SelfPlay.own_game, "base2-policy", TINY, network, teacher)
    alone, together = (
        [one for chunk in play_in_order(games, 7, 11, jobs) for one in chunk] for jobs in (1, 2)
    )
    assert len(alone) == 4
    assert all(same_samples(*pair) for pair in zip(alone, together, strict=True))


@pytest.mark.parametrize("kind", ["value", "policy"])
@pytest.mark.parametrize(("old", "new"), [("base2", "base2"), ("base2", "kraken4"), ("both4", "both5")])
def test_an_heir_begins_with_what_its_parent_knows(old: str, new: str, kind: str) -> None:
    """Exactly so with the same inputs; with more of them, what the parent knew keeps its weight."""
    names = network_names()
    parent, heir = (network_for(f"{name}-{kind}") for name in (old, new))
    heir.take_over(parent.network(), names[f"{old}-{kind}"][0])
    assert torch.equal(heir.rows.weight, parent.rows.weight)
    assert np.array_equal(heir.network().numbers, parent.network().numbers) == (old == new)
    assert not np.isnan(heir.network().numbers).any()
    expected = warm_started(layers_of(parent.network()), parent.table, heir.table)[0][0]
    known = ~np.isnan(expected)
    assert layers_of(heir.network())[0][0][known] == pytest.approx(expected[known], abs=1e-6)
    assert known.mean() > 0.5


def test_parents_are_trained_before_their_heirs_and_values_before_policies() -> None:
    order = list(PARENTS)
    assert sorted(order) == sorted(network_names())
    assert all(order.index(parent) < order.index(name) for name, parent in PARENTS.items() if parent)
    assert all(order.index(name.replace("policy", "value")) <= order.index(name) for name in order)
    assert all(default_settings(name).parent == PARENTS[name] for name in order)


@pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")
@pytest.mark.parametrize("is_trained_here", [True, False])
def test_without_a_school_an_heir_begins_as_its_parent(tmp_path: Path, is_trained_here: bool) -> None:
    """One that was not trained here is taken over from the package."""
    parent = load().policies[2, 2].numbers
    if is_trained_here:
        parent = network_for("leviathan2-policy").network().numbers
        (tmp_path / "leviathan2-policy").mkdir()
        np.save(tmp_path / "leviathan2-policy" / NETWORK_FILE, parent)
    unschooled = replace(TINY, parent="leviathan2-policy", school_steps=0, rounds=0)
    training = Training("leviathan2-policy", unschooled, tmp_path, 1)
    training.run(minutes=0.0)
    assert training.curve[0]["policy_loss"] == 0
    found = np.load(tmp_path / "leviathan2-policy" / NETWORK_FILE)
    np.testing.assert_allclose(found, parent, rtol=1e-5, atol=1e-7)


def test_greedy_seats_of_games_that_are_learned_have_the_weights_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def schooled(settings: TrainingSettings) -> Samples:
        return self_play("both5-policy", settings).school_game(5)

    greedy = replace(TINY, greedy_in_school=1.0)
    tuned, matches = schooled(greedy), list[GameContext]()
    with monkeypatch.context() as watched:
        watched.setattr(
            playing, "play_match", lambda _state, _policies, context, _won: matches.append(context)
        )
        self_play("both5-policy").match_game(7)
    assert np.array_equal(matches[0].weights, DEFAULT_WEIGHTS), "what a match measures stays the same"
    monkeypatch.setattr("openabyss.players.greedy.weights.tuned_tables", dict)
    usual = schooled(greedy)
    assert len(tuned) != len(usual) or not np.array_equal(tuned.inputs, usual.inputs)


def test_a_parent_that_is_nowhere_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "trained_networks", lambda: TrainedNetworks({}, {}, {}))
    settings = replace(TINY, parent="both4-policy", school_games=1)
    training = Training("both5-policy", settings, tmp_path, 1)
    with pytest.raises(WrongSettings, match="both5-policy begins with both4-policy, which is neither in"):
        training.run(minutes=0.0)


def test_trained_networks_are_packed_by_name_beside_the_others(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    shutil.copy(WEIGHTS_FILE, file)
    shutil.copy(hash_file_of(WEIGHTS_FILE), hash_file_of(file))
    for name in ("base3-policy", "both5-policy", "base2-value"):
        (tmp_path / name).mkdir()
        np.save(tmp_path / name / NETWORK_FILE, network_for(name).network().numbers)
    before = load()
    main(["both5-policy", "--folder", str(tmp_path), "--pack", "--weights", str(file)])
    assert load(file).policies.keys() == before.policies.keys() | {(3, 5)}
    main(["--folder", str(tmp_path), "--pack", "--weights", str(file)])
    after = load(file)
    assert after.policies.keys() == before.policies.keys() | {(3, 5), (0, 3)}
    assert not np.array_equal(after.values[0, 2].numbers, before.values[0, 2].numbers)
    assert np.array_equal(after.values[0, 3].numbers, before.values[0, 3].numbers)


def test_what_cannot_be_packed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The network of another table was packed with shifted numbers."""
    file = tmp_path / "base2-value" / NETWORK_FILE
    file.parent.mkdir()
    with pytest.raises(SystemExit, match="2"):
        main(["base2-value", "--folder", str(tmp_path), "--pack", "--weights", str(tmp_path / "new.npz")])
    assert f"{file} cannot be read" in capsys.readouterr().err
    for other in ("base3-value", "kraken2-value"):
        np.save(file, network_for(other).network().numbers)
        with pytest.raises(WrongWeights, match="numbers, but the inputs of base2-value need"):
            trained_in(tmp_path, "base2-value")
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(WrongWeights, match="cannot be read"):
        trained_in(tmp_path, "base2-value")


def test_networks_that_cannot_be_written_leave_those_that_were_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, networks = tmp_path / "weights.npz", {"base2-value": network_for("base2-value").network()}
    save(networks, file)
    monkeypatch.setattr(Path, "write_text", lambda *_content: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(networks | {"base3-value": network_for("base3-value").network()}, file)
    assert load(file).values.keys() == {(0, 2)}


def test_a_network_that_is_packed_keeps_its_role_unless_it_is_given_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, table, name = tmp_path / "weights.npz", (1, 3), "kraken3-policy"
    shutil.copy(WEIGHTS_FILE, file)
    shutil.copy(hash_file_of(WEIGHTS_FILE), hash_file_of(file))
    (tmp_path / name).mkdir()
    np.save(tmp_path / name / NETWORK_FILE, network_for(name).network().numbers)
    options = [name, "--folder", str(tmp_path), "--pack", "--weights", str(file)]
    assert load().roles[table] != NetworkRole()
    main(options)
    assert load(file).roles == load().roles
    main([*options, "--second-opinion", "0.5"])
    assert load(file).roles[table] == NetworkRole(0.5)
    main([*options, "--hint", "2"])
    assert load(file).roles[table] == NetworkRole(0.5, hint=2.0)
    main(options)
    assert load(file).roles[table].hint == 2
    for damaged in ("", "[]"):
        (tmp_path / name / SETTINGS_FILE).write_text(damaged)
        with pytest.raises(SystemExit, match="2"):
            main(options)
        assert "settings.json cannot be read" in capsys.readouterr().err


@pytest.mark.skipif(INTERPRETED, reason="takes minutes uncompiled")
def test_a_network_is_packed_with_the_hint_of_its_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, name = tmp_path / "weights.npz", "base3-policy"
    shutil.copy(WEIGHTS_FILE, file)
    shutil.copy(hash_file_of(WEIGHTS_FILE), hash_file_of(file))
    Training(name, replace(HINTED, rounds=0), tmp_path, 1).run(minutes=0.0)
    options = ["--folder", str(tmp_path), "--pack", "--weights", str(file)]
    main(options)
    assert load(file).roles[0, 3].hint == HINTED.hint
    with pytest.raises(SystemExit, match="2"):
        main([*options, "--hint", "5"])
    assert "was begun with hint=3.0, not 5.0" in capsys.readouterr().err


def test_a_command_that_cannot_train_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("openabyss.words.extras.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="2"):
        main(["base2-policy", "--folder", str(tmp_path), "--ray"])
    assert 'pip install "openabyss[ray]"' in capsys.readouterr().err


def test_games_of_the_command_are_found_by_their_module_on_a_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under `__main__`, where the command runs, a process of a cluster has something else."""
    places = []

    def play(_cluster: Cluster, games: Any, *_rest: Any) -> Any:
        places.append(type(games).__module__)
        raise NoCluster

    monkeypatch.setattr(Cluster, "play", play)
    monkeypatch.setattr("openabyss.words.extras.find_spec", lambda name: name)
    monkeypatch.delitem(sys.modules, "openabyss.training.__main__")
    monkeypatch.setattr("sys.argv", ["training", "base2-policy", "--folder", str(tmp_path), "--ray"])
    with pytest.raises(SystemExit):
        run_module("openabyss.training", run_name="__main__")
    assert places == [TrainingGames.__module__]
