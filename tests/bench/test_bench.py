"""`openabyss bench`: the figures that programs rely on."""

import json

import pytest

from openabyss.arena.bench import report as bench_report
from openabyss.arena.bench import speed
from openabyss.arena.bench.speed import Effort, Json, Report, measure
from openabyss.cli import main
from openabyss.engine.mode import INTERPRETED

TINY = Effort(2, 0.01)


@pytest.mark.skipif(INTERPRETED, reason="the figures are those of compiled rules")
def test_the_figures_have_their_places() -> None:
    told: list[str] = []
    figures = measure(TINY, told.append)
    for name in ("base/2", "base/4", "kraken/3", "leviathan/5", "both/5"):
        play = figures["random_play"][name]
        assert play["decisions_per_s"] > play["games_per_s"] > 0
        assert play["decisions_per_game"] > play["choices_per_game"] > 0
    assert figures["simulate"]["medium"]["games_per_s"] > 0
    assert figures["game_api"]["applies_per_s"] > 0
    assert all(figures["library_us"][call] > 0 for call in ("apply", "clone", "view"))
    assert figures["compile_s"]["cold"] is None
    for name in ("clone_us", "state_bytes", "import_s", "start_s"):
        assert figures[name] > 0
    assert figures["machine"]["cores"] > 0
    assert len(figures["random_play"]) == 14
    assert "random play, base/4" in told


def test_with_json_too_it_tells_on_stderr_what_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure_nothing(effort: Effort, report: Report, *, cold: bool) -> Json:
        report("clones")
        return {"cold": cold}

    monkeypatch.setattr(bench_report, "prepare", lambda silent: None)
    monkeypatch.setattr(bench_report, "measure", measure_nothing)
    assert main(["bench", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out) == {"cold": False}
    assert shown.err == "measuring: clones\n"


@pytest.mark.parametrize(("arguments", "is_cold"), [([], False), (["--quick"], False), (["--cold"], True)])
def test_only_who_asks_for_it_waits_for_compiling_from_nothing(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], is_cold: bool
) -> None:
    starts: list[bool] = []

    def fresh_start(*, cold: bool) -> dict[str, float]:
        starts.append(cold)
        return {"import_s": 1.0, "ready_s": 2.0, "start_s": 3.0}

    for name in ("_random_play", "_noted_play", "_game_api", "_calls"):
        monkeypatch.setattr(speed, name, lambda *_given: ({}, {}))
    monkeypatch.setattr(speed, "_fresh_start", fresh_start)
    monkeypatch.setattr(bench_report, "prepare", lambda silent: None)
    assert main(["bench", "--json", *arguments]) == 0
    assert any(starts) is is_cold


@pytest.mark.soak
@pytest.mark.skipif(INTERPRETED, reason="the figures are those of compiled rules")
def test_quick_figures_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == 5
    assert main(["bench", "--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
