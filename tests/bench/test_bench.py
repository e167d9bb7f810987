"""`openabyss bench`: the figures that programs rely on."""

import json

import pytest

from openabyss.arena.speed import Effort, measure
from openabyss.cli import main
from openabyss.rules.record import INTERPRETED

TINY = Effort(2, 0.01, False)


@pytest.mark.skipif(INTERPRETED, reason="the figures are those of compiled rules")
def test_the_figures_have_their_places() -> None:
    told: list[str] = []
    figures = measure(TINY, told.append)
    for name in ("base/2", "base/4", "kraken/3", "leviathan/5", "both/5"):
        play = figures["random_play"][name]
        assert play["decisions_per_s"] > play["games_per_s"] > 0
        assert play["decisions_per_game"] > play["choices_per_game"] > 0
    assert figures["simulate"]["greedy"]["games_per_s"] > 0
    assert figures["game_api"]["applies_per_s"] > 0
    assert figures["compile_s"]["cold"] is None
    for name in ("clone_us", "state_bytes", "import_s", "start_s"):
        assert figures[name] > 0
    assert figures["machine"]["cores"] > 0
    assert len(figures["random_play"]) == 14
    assert "random play, base/4" in told


@pytest.mark.soak
@pytest.mark.skipif(INTERPRETED, reason="the figures are those of compiled rules")
def test_quick_figures_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == 5
    assert main(["bench", "--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
