"""The bench of positions: what it makes, and what it counts."""

from pathlib import Path

import pytest

from bench import positions
from bench.positions import Judged, in_words, judged, make, report
from openabyss.arena.puzzles import read_puzzles, shipped_puzzles
from openabyss.players.network.weights import table_names


def test_players_are_asked_at_positions_whose_answers_are_all_judged() -> None:
    some = shipped_puzzles()[:6]
    for table, answer in judged(some, "medium"):
        assert table in table_names()
        assert answer.is_best == (answer.loss == 0)
        assert answer.loss >= 0
    head, _rule, everywhere, *tables = report(some, ["medium"])
    assert head.startswith("| table | player |")
    assert everywhere.startswith("| all | `medium` | 6 |")
    assert len(tables) == len({table for table, _answer in judged(some, "medium")})


def test_the_loss_is_told_with_its_interval() -> None:
    words = in_words([Judged(True, 0.0), Judged(False, 0.2)] * 50)
    assert words == "100 | 50% | 10.0% ± 2.0%"


def test_positions_go_on_where_their_file_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "ITERATIONS", 2)
    monkeypatch.setattr(positions, "SURE_ITERATIONS", 4)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    make(whole, 2, seed=1)
    for wanted in (1, 2):
        make(parts, wanted, seed=1)
    assert read_puzzles(parts) == read_puzzles(whole)
    for one in read_puzzles(whole):
        game = one.game()
        assert sorted(one.chances) == sorted(action.text for action in game.legal_actions)
        assert (game.player, len(one.chances) > 1) == (one.seat, True)
