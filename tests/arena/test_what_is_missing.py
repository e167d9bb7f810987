"""Commands without what they need: they say so at once, before minutes of compiling or of knocking."""

import shutil
import socket
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from openabyss.arena.cluster import Cluster, NoCluster
from openabyss.arena.workers import play_in_order
from openabyss.cli import EXIT_USAGE, main

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = [
    "simulate --trajectories games.parquet",
    "simulate --out games.parquet",
    "simulate --ray",
    "rate medium random --ray",
    "rate --ladder ladder.toml --ray",
    "statistics statistics.toml --ray",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_extra_that_is_missing_is_told_before_anything_is_compiled(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = "ray" if "--ray" in command else "pyarrow"
    monkeypatch.setattr(
        "openabyss.words.extras.find_spec", lambda name: None if name == missing else find_spec(name)
    )
    for module in ("simulations.simulate_command", "ratings.rate_command", "statistics_command"):
        monkeypatch.setattr(f"openabyss.arena.{module}.prepare", refuse)
    for plan in ("ladder.toml", "statistics.toml"):
        shutil.copy(DOCS / plan, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == EXIT_USAGE
    assert "pip install" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "127.0.0.1:70000"])
def test_an_address_where_nobody_answers_is_told_without_asking_ray(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = SimpleNamespace(is_initialized=lambda: False, init=refuse)
    monkeypatch.setattr("openabyss.arena.cluster.import_module", lambda name: ray)
    with socket.socket() as unheard:
        # Nobody else gets the port, and nobody listens there.
        unheard.bind(("127.0.0.1", 0))
        there = Cluster(address.format(port=unheard.getsockname()[1]))
        games: Any = None
        with pytest.raises(NoCluster, match="there is no cluster at"):
            next(play_in_order(games, 0, 1, there))


def refuse(*_arguments: Any, **_named: Any) -> None:
    pytest.fail("this takes minutes")
