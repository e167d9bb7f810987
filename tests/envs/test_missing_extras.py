"""Without the package that an environment or the training is made for, it says which extra brings it."""

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from openabyss import MissingExtra
from openabyss.players.network.network import blank_network_for
from openabyss.players.network.weights import load, network_names, save
from openabyss.training.__main__ import main as train
from openabyss.training.settings import NETWORK_FILE

NEEDS = [
    ("gymnasium", "gymnasium", "gymnasium"),
    ("pettingzoo", "pettingzoo", "pettingzoo"),
    ("pettingzoo", "gymnasium", "pettingzoo"),
    ("openspiel", "pyspiel", "openspiel"),
    ("trajectories", "pyarrow", "data"),
]


@pytest.mark.parametrize(("module", "package", "extra"), NEEDS)
def test_a_module_whose_package_is_missing_says_how_to_install_it_in_an_error_caught_as_ever(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"openabyss.envs.{module}", raising=False)
    with pytest.raises(ModuleNotFoundError) as refused:
        import_module(f"openabyss.envs.{module}")
    assert isinstance(refused.value, MissingExtra)
    assert refused.value.name == package
    assert str(refused.value).startswith(f"{package} ")
    assert str(refused.value).endswith(f'pip install "openabyss[{extra}]"')


def test_the_training_says_in_one_line_how_to_install_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit):
        train(["base2-value", "--folder", str(tmp_path)])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith('pip install "openabyss[train]"')


def test_trained_networks_are_packed_without_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "openabyss.training.trainer", raising=False)
    name, weights = "base2-value", tmp_path / "weights.npz"
    (tmp_path / name).mkdir()
    np.save(tmp_path / name / NETWORK_FILE, blank_network_for(*network_names()[name]).numbers)
    save({}, weights)
    train([name, "--pack", "--folder", str(tmp_path), "--weights", str(weights)])
    assert list(load(weights).values) == [network_names()[name][0]]
