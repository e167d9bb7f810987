"""Expert iteration: trained and compiled networks agree, and an interrupted training goes on where it was."""

import csv
import shutil
from dataclasses import fields, replace
from pathlib import Path
from runpy import run_module
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")

import torch

from openabyss.distribution.cluster import Cluster, NoCluster
from openabyss.distribution.workers import play_in_order
from openabyss.engine.mode import INTERPRETED
from openabyss.players.expert_iteration import packing
from openabyss.players.expert_iteration.folder import NETWORK_FILE
from openabyss.players.expert_iteration.learning import PolicyNetwork, PolicySamples
from openabyss.players.expert_iteration.self_play import NO_ANSWER
from openabyss.players.expert_iteration.training import (
    PARENTS,
    SelfPlay,
    TeachingGames,
    Training,
    TrainingSettings,
    WrongSettings,
    main,
)
from openabyss.players.learned.layout import INPUTS, MAX_INPUTS
from openabyss.players.learned.weights import hash_file_of, net_names
from openabyss.players.policy.network import SECOND_HIDDEN, logit_of_row, run
from openabyss.players.policy.weights import WEIGHTS_FILE, load
from openabyss.rules.sizes import SEATS

TINY = TrainingSettings(
    school_games=2,
    school_steps=4,
    rounds=3,
    games_per_round=2,
    steps_per_round=2,
    rounds_kept=2,
    thorough=100,
    iterations=4,
    short_iterations=2,
    match_games=2,
)


def test_lessons_are_tables_with_policies_and_targets_that_are_shares() -> None:
    play = SelfPlay("kraken3", TINY)
    samples = play.school_game(5)
    assert len(samples) > 5
    is_there = samples.rows != NO_ANSWER
    assert (is_there.sum(axis=1) > 1).all()
    np.testing.assert_allclose(samples.policy.sum(axis=1), 1.0, atol=2e-3)
    np.testing.assert_allclose(samples.shares.sum(axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(samples.margins.sum(axis=1), 0.0, atol=1e-4)


def test_the_search_plays_with_the_network_that_was_trained() -> None:
    play = SelfPlay("base2", TINY)
    samples = play.school_game(5)
    torch.manual_seed(1)
    network = PolicyNetwork(play.inputs, 2)
    torch.nn.init.normal_(network.rows.weight)
    network.set_scale(samples.inputs)
    numbers = network.numbers()
    rows = torch.from_numpy(samples.rows.astype(np.int64))
    with torch.no_grad():
        odds, margins, logits = network(torch.from_numpy(samples.inputs).float(), rows)
    units, outputs = np.zeros(SECOND_HIDDEN, np.float32), np.zeros(2 * SEATS, np.float32)
    play.use(numbers)
    inputs = np.zeros(MAX_INPUTS, np.int8)
    for sample in range(0, len(samples), 3):
        inputs[: play.inputs] = samples.inputs[sample]
        run(inputs, 0, 2, play.bench.nets.policies, units, outputs)
        assert outputs[:2] == pytest.approx(odds[sample].numpy(), abs=1e-3)
        assert outputs[2:4] == pytest.approx(margins[sample].numpy(), abs=1e-3)
        for place, row in enumerate(samples.rows[sample].tolist()):
            if row != NO_ANSWER:
                logit = logit_of_row(row, 0, 2, play.bench.nets.policies, units)
                assert logit == pytest.approx(float(logits[sample, place]), abs=1e-3)


@pytest.mark.skipif(INTERPRETED, reason="takes ten minutes uncompiled")
def test_an_interrupted_training_comes_to_the_same_network(tmp_path: Path) -> None:
    Training("base2", TINY, tmp_path / "whole", 1).run(minutes=60.0)
    for _session in range(3):
        Training("base2", TINY, tmp_path / "parts", 1).run(minutes=0.0)
    whole, parts = (np.load(tmp_path / folder / "base2" / "network.npy") for folder in ("whole", "parts"))
    assert np.array_equal(whole, parts)
    with (tmp_path / "parts" / "base2" / "curve.csv").open() as curve:
        assert [row["round"] for row in csv.DictReader(curve)] == ["0", "1", "2", "3"]
    with pytest.raises(WrongSettings, match="begun with thorough=100, not 200"):
        Training("base2", replace(TINY, thorough=200), tmp_path / "parts", 1).run(minutes=0.0)
    longer = Training("base2", replace(TINY, rounds=4), tmp_path / "parts", 1)
    longer.run(minutes=0.0)
    assert longer.round == 4


def same_samples(some: PolicySamples, others: PolicySamples) -> bool:
    return all(
        np.array_equal(getattr(some, field.name), getattr(others, field.name))
        and getattr(some, field.name).dtype == getattr(others, field.name).dtype
        for field in fields(PolicySamples)
    )


@pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")
def test_the_games_of_several_processes_are_those_of_one() -> None:
    network = PolicyNetwork(int(INPUTS[net_names()["base2"]]), 2)
    games = TeachingGames("base2", TINY, network.numbers())
    alone, together = (
        [one for chunk in play_in_order(games, 7, 11, jobs) for one in chunk] for jobs in (1, 2)
    )
    assert len(alone) == 4
    assert all(same_samples(*pair) for pair in zip(alone, together, strict=True))


@pytest.mark.parametrize(("old", "new"), [("base2", "base2"), ("base2", "kraken4"), ("both4", "both5")])
def test_an_heir_begins_with_the_policy_of_its_parent(old: str, new: str) -> None:
    names = net_names()
    torch.manual_seed(1)
    parent, heir = (PolicyNetwork(int(INPUTS[names[name]]), names[name][1]) for name in (old, new))
    torch.nn.init.normal_(parent.rows.weight)
    heir.take_over_from(parent.numbers(), names[old], names[new])
    assert torch.equal(heir.rows.weight, parent.rows.weight)
    assert np.array_equal(heir.numbers(), parent.numbers()) == (old == new)
    assert not np.isnan(heir.numbers()).any()


def test_parents_are_trained_before_their_heirs() -> None:
    order = list(PARENTS)
    assert sorted(order) == sorted(net_names())
    assert all(order.index(parent) < order.index(name) for name, parent in PARENTS.items() if parent)


@pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")
def test_without_a_school_an_heir_begins_as_its_parent(tmp_path: Path) -> None:
    parent = PolicyNetwork(int(INPUTS[net_names()["base2"]]), 2)
    torch.nn.init.normal_(parent.rows.weight)
    (tmp_path / "base2").mkdir()
    np.save(tmp_path / "base2" / NETWORK_FILE, parent.numbers())
    unschooled = replace(TINY, parent="base2", school_steps=0, rounds=0)
    training = Training("kraken2", unschooled, tmp_path, 1)
    training.run(minutes=0.0)
    assert training.curve[0]["policy_loss"] == 0
    heir = PolicyNetwork(int(INPUTS[net_names()["kraken2"]]), 2)
    heir.take_over_from(parent.numbers(), net_names()["base2"], net_names()["kraken2"])
    assert torch.equal(training.steady.rows.weight, heir.rows.weight)


@pytest.mark.skipif(INTERPRETED, reason="searches more than interpreted rules can play")
def test_a_network_that_was_not_trained_here_is_taken_over_from_the_package(tmp_path: Path) -> None:
    unschooled = replace(TINY, parent="leviathan2", school_steps=0, rounds=0)
    training = Training("leviathan2", unschooled, tmp_path, 1)
    training.run(minutes=0.0)
    packed = load().net(*net_names()["leviathan2"])
    np.testing.assert_allclose(np.load(tmp_path / "leviathan2" / NETWORK_FILE), packed, rtol=1e-5, atol=1e-7)


def test_a_parent_that_is_nowhere_is_named(tmp_path: Path) -> None:
    training = Training("leviathan5", replace(TINY, parent="leviathan4", school_games=1), tmp_path, 1)
    with pytest.raises(WrongSettings, match="leviathan5 begins with leviathan4, which is neither in"):
        training.run(minutes=0.0)


def test_trained_networks_are_packed_by_name_beside_the_others(tmp_path: Path) -> None:
    names, file = net_names(), tmp_path / "weights.npz"
    shutil.copy(WEIGHTS_FILE, file)
    shutil.copy(hash_file_of(WEIGHTS_FILE), hash_file_of(file))
    for name in ("base3", "both5"):
        numbers = PolicyNetwork(int(INPUTS[names[name]]), names[name][1]).numbers()
        (tmp_path / name).mkdir()
        np.save(tmp_path / name / NETWORK_FILE, numbers)
    packing.main(["both5", "--folder", str(tmp_path), "--pack", str(file)])
    there, before = load(file).is_there, load().is_there
    assert there[names["both5"]]
    assert there[names["base3"]] == before[names["base3"]]
    assert there[names["base2"]]


def test_a_command_that_cannot_train_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("openabyss.words.extras.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="2"):
        main(["base2", "--folder", str(tmp_path), "--ray"])
    assert 'pip install "openabyss[ray]"' in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
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
    monkeypatch.setattr("sys.argv", ["training", "base2", "--folder", str(tmp_path), "--ray"])
    with pytest.raises(SystemExit):
        run_module(TeachingGames.__module__, run_name="__main__")
    assert places == [TeachingGames.__module__]
