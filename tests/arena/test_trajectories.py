"""Trajectories: every choice of a series, as it was when it was made."""

import hashlib
import json
import os
from collections.abc import Iterable
from errno import ENOSPC
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from openabyss.arena.series.files import UnusableOutput, journal_of, unfinished_of
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.keeping import Keeper, Records
from openabyss.arena.simulations.simulation import simulate
from openabyss.arena.simulations.trajectory_writer import Trajectories
from openabyss.engine.mode import INTERPRETED
from openabyss.envs.trajectories import read_trajectories, settings_of
from openabyss.errors import InvalidOption
from openabyss.observation.layout import OBSERVATION_VERSION
from openabyss.play.game import Game
from openabyss.words.questions.actions import NUMBER_OF_TEXT
from tests.arena.conftest import Run

Columns = dict[str, Any]


def written(series: Series, games: int, path: Path, **settings: Any) -> Columns:
    """All choices of a series, by column."""
    simulate(series, games, keepers=[Keeper(path, Trajectories())], **settings)
    batches = list(read_trajectories(path, 50))
    assert all(len(batch["game"]) <= 50 for batch in batches)
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def choices_of(series: Series, number: int) -> list[tuple[int, list[int], list[int], int]]:
    """Seat, observation, legal actions and answer of every choice, from `Game` alone."""
    record, found = series.record(number), []
    game = Game.from_config(record["config"], ask_forced=True, ask_chance=True)
    for text in record["answers"]:
        if game.player >= 0 and len(game.legal_actions) > 1:
            legal = [action.id for action in game.legal_actions]
            found.append((game.player, game.observation(game.player).tolist(), legal, NUMBER_OF_TEXT[text]))
        game.apply(text)
    return found


@pytest.mark.parametrize(
    "series",
    [
        Series(("medium", "random"), seed=3, rotate=True),
        Series(("random", "random", "medium"), seed=4, kraken=True, leviathan=True),
        Series(("tests.players.bots:First", "random"), seed=5),
    ],
    ids=["native", "both sets", "through Game"],
)
def test_every_choice_stands_there_with_what_was_known_and_legal(series: Series, tmp_path: Path) -> None:
    found = written(series, 2, tmp_path / "games.parquet")
    for number in range(2):
        rows = found["game"] == number
        expected = choices_of(series, number)
        assert found["seat"][rows].tolist() == [seat for seat, *_rest in expected]
        assert found["action"][rows].tolist() == [action for *_rest, action in expected]
        assert found["observation"][rows].tolist() == [seen for _seat, seen, *_rest in expected]
        assert [np.flatnonzero(mask).tolist() for mask in found["mask"][rows]] == [
            legal for _seat, _seen, legal, _action in expected
        ]
        seating = series.seating(number, 1)[0]
        assert np.array_equal(found["player"][rows], seating[found["seat"][rows]])


def test_rewards_are_those_of_the_final_ranking(tmp_path: Path) -> None:
    series = Series(("medium", "random", "random"), seed=6)
    found = written(series, 3, tmp_path / "games.parquet")
    outcomes = series.play(0, 3)
    rank = outcomes["rank"][found["game"], found["seat"]]
    winners = outcomes["winners"][found["game"]]
    assert found["win"] == pytest.approx(np.where(rank == 1, 1 / winners, 0))
    scores = outcomes["score"][:, :3].astype(int)
    lead = [
        scores[game, seat] - max(np.delete(scores[game], seat))
        for game, seat in zip(found["game"], found["seat"], strict=True)
    ]
    assert found["margin"].tolist() == lead


def test_any_number_of_processes_writes_the_same(tmp_path: Path) -> None:
    series = Series(("random", "random"), seed=8)
    alone = written(series, 4, tmp_path / "alone.parquet")
    together = written(series, 4, tmp_path / "together.parquet", jobs=2)
    assert all(np.array_equal(alone[name], together[name]) for name in alone)


@pytest.mark.skipif(INTERPRETED, reason="a search needs compiled rules")
def test_visits_are_those_of_the_search(tmp_path: Path) -> None:
    expert = "expert:iterations=24,seconds=60"
    found = written(Series((expert, "random"), seed=2), 1, tmp_path / "games.parquet")
    assert found["visits"][found["player"] == 1].sum() == 0
    searched = (found["visits"].sum(axis=1) > 0) & (found["player"] == 0)
    assert searched.sum() > 10
    visits = found["visits"][searched]
    chosen = visits[np.arange(len(visits)), found["action"][searched]]
    assert np.array_equal(chosen, visits.max(axis=1))
    assert (visits[~found["mask"][searched]] == 0).all()


def test_the_outcomes_are_those_of_a_series_without_them(tmp_path: Path) -> None:
    series = Series(("medium", "random"), seed=9)
    assert simulate(series, 3, keepers=[Keeper(tmp_path / "games.parquet", Trajectories())]) == simulate(
        series, 3
    )


def test_the_file_says_what_it_is_of(tmp_path: Path) -> None:
    series, path = Series(("random", "random"), seed=8), tmp_path / "games.parquet"
    simulate(series, 1, keepers=[Keeper(path, Trajectories())])
    assert settings_of(path) == {
        **series.settings(),
        "observation_version": OBSERVATION_VERSION,
        "perfect_memory": True,
    }


@pytest.mark.parametrize("with_results", [False, True])
def test_an_interrupted_series_goes_on_as_if_nothing_had_happened(tmp_path: Path, with_results: bool) -> None:
    series, path = Series(("random", "random"), seed=8), tmp_path / "games.parquet"
    out = tmp_path / "games.csv" if with_results else None
    whole = written(series, 30, tmp_path / "whole.parquet")
    for _part in range(2):
        stopped = simulate(
            series,
            30,
            keepers=[Keeper(path, Trajectories())],
            out=out,
            resume=True,
            watch=lambda done: done < 2,
        )
        assert stopped["interrupted"]
        assert not path.exists(), "what is not complete has another name"
        assert settings_of(unfinished_of(path)) == settings_of(tmp_path / "whole.parquet")
    with (tmp_path / "games.parquet.games").open("ab") as file:
        file.write(b"half a game")
    parts = written(series, 30, path, out=out, resume=True)
    assert all(np.array_equal(whole[name], parts[name]) for name in whole)
    assert path.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert {file.suffix for file in tmp_path.iterdir()} <= {".parquet", ".csv", ".json"}
    assert not unfinished_of(path).exists()


class FullDisk(Trajectories):
    """Where the file at the end finds no space."""

    def write(self, series: Series, games: Iterable[bytes], path: Path, result: Any) -> None:
        path.write_bytes(b"PAR1")
        raise OSError(ENOSPC, os.strerror(ENOSPC))


def test_a_series_goes_on_that_found_no_space_for_its_last_file(tmp_path: Path) -> None:
    series, path, out = Series(("random", "random"), seed=8), tmp_path / "games.parquet", tmp_path / "g.csv"
    with pytest.raises(UnusableOutput, match=r"games\.parquet cannot be written: No space left"):
        simulate(series, 2, keepers=[Keeper(path, FullDisk())], out=out)
    assert out.exists()
    whole = written(series, 2, tmp_path / "whole.parquet")
    with pytest.raises(UnusableOutput, match="--resume"):
        simulate(series, 2, keepers=[Keeper(path, Trajectories())], out=out)
    parts = written(series, 2, path, out=out, resume=True)
    assert all(np.array_equal(whole[name], parts[name]) for name in whole)
    assert {file.suffix for file in tmp_path.iterdir()} <= {".parquet", ".csv", ".json"}


def test_an_interrupted_series_does_not_forget_its_games_for_a_file_that_was_not_kept(tmp_path: Path) -> None:
    series, path, out = Series(("random", "random"), seed=8), tmp_path / "games.parquet", tmp_path / "g.csv"
    records = Keeper(tmp_path / "games.jsonl", Records())
    assert simulate(series, 30, out=out, keepers=[records], watch=lambda done: done < 2)["interrupted"]
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(UnusableOutput, match=r"g\.csv\S* comes from other settings .*games\.parquet"):
        simulate(series, 30, out=out, resume=True, keepers=[Keeper(path, Trajectories())])
    with pytest.raises(UnusableOutput, match=r"kept \['games\.jsonl'\], here None"):
        simulate(series, 30, out=out, resume=True)
    games, elsewhere = tmp_path / "games.jsonl.games", tmp_path / "elsewhere"
    games.rename(elsewhere)
    with pytest.raises(UnusableOutput, match=r"games\.jsonl\.games: cannot be read: No such file"):
        simulate(series, 30, out=out, resume=True, keepers=[records])
    elsewhere.rename(games)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert not simulate(series, 30, out=out, resume=True, keepers=[records])["interrupted"]


def test_a_series_goes_on_whose_journal_does_not_say_yet_what_is_kept(tmp_path: Path) -> None:
    series, keepers = Series(("random", "random"), seed=8), [Keeper(tmp_path / "games.jsonl", Records())]
    simulate(series, 3, keepers=keepers, watch=lambda done: False)
    journal = journal_of(tmp_path / "games.jsonl")
    journal.write_bytes(journal.read_bytes().replace(b', "kept": ["games.jsonl"]', b""))
    # Begun again, it would stop after the first game.
    assert not simulate(series, 3, keepers=keepers, resume=True, watch=lambda done: done > 1)["interrupted"]


def test_to_resume_a_finished_series_gives_its_summary(tmp_path: Path) -> None:
    series, out = Series(("random", "random"), seed=8), tmp_path / "games.csv"
    data = Keeper(tmp_path / "games.parquet", Trajectories())
    records = Keeper(tmp_path / "games.jsonl", Records())
    summary = simulate(series, 2, out=out, keepers=[data, records])
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for files in ({"out": out, "keepers": [data, records]}, {"keepers": [records, data]}):
        assert simulate(series, 2, resume=True, **files) == summary
    other = Series(("random", "random"), seed=9)
    for keeper in (data, records):
        with pytest.raises(UnusableOutput, match=r"comes from other settings .*seed"):
            simulate(other, 2, resume=True, keepers=[keeper])
        with pytest.raises(UnusableOutput, match="is finished with 2 games"):
            simulate(series, 3, resume=True, keepers=[keeper])
    with pytest.raises(UnusableOutput, match=r"games\.jsonl exists and holds nothing to resume"):
        simulate(series, 2, resume=True, keepers=[records])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    records.path.write_text("no record\n")
    with pytest.raises(UnusableOutput, match=r"games\.jsonl exists"):
        simulate(series, 2, out=out, resume=True, keepers=[records])


def test_choices_of_a_finished_series_are_refused(tmp_path: Path) -> None:
    series, out = Series(("random", "random"), seed=8), tmp_path / "games.csv"
    simulate(series, 1, out=out)
    with pytest.raises(UnusableOutput, match=r"games\.csv exists"):
        simulate(series, 1, out=out, resume=True, keepers=[Keeper(tmp_path / "g.parquet", Trajectories())])


def test_what_another_series_has_kept_is_not_lost(tmp_path: Path) -> None:
    first, other = Series(("random", "random"), seed=8), Series(("random", "random"), seed=9)
    keepers = [Keeper(tmp_path / "games.jsonl", Records())]
    simulate(first, 30, out=tmp_path / "first.csv", keepers=keepers, watch=lambda done: done < 2)
    with pytest.raises(UnusableOutput, match=r"games\.jsonl\.games holds an unfinished series"):
        simulate(other, 1, out=tmp_path / "other.csv", keepers=keepers)


def test_two_files_of_a_series_cannot_have_the_same_name(tmp_path: Path, run: Run) -> None:
    path, other = tmp_path / "games.parquet", tmp_path / ".." / tmp_path.name / "games.parquet"
    ran = run("simulate --games 2 --seats random,random --out", path, "--trajectories", other)
    assert ran.status == 2
    assert "needs a name of its own" in ran.err
    assert not [*tmp_path.iterdir()]


def test_the_card_of_a_data_set_replaces_no_other_file(tmp_path: Path, run: Run) -> None:
    card = tmp_path / "games.croissant.json"
    command = f"simulate --games 2 --seats random,random --trajectories {tmp_path}/games.parquet"
    assert "needs a name of its own" in run(f"{command} --out", card).err
    card.touch()
    assert "games.croissant.json exists" in run(command).err
    assert [*tmp_path.iterdir()] == [card]


def no_space(path: Path, _text: str) -> None:
    raise UnusableOutput(f"{path} cannot be written: no space")


def test_a_data_set_gets_its_card_when_it_goes_on(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was no space for the card."""
    path, card = tmp_path / "games.parquet", tmp_path / "games.croissant.json"
    command = f"simulate --games 2 --seats random,random --quiet --trajectories {path}"
    with monkeypatch.context() as full:
        full.setattr("openabyss.arena.simulations.trajectory_writer.write_text", no_space)
        ran = run(command)
    assert (ran.status, path.exists()) == (2, True)
    assert "games.croissant.json cannot be written" in ran.err
    monkeypatch.delattr(Series, "play_one")
    assert run(f"{command} --resume").status == 0
    assert {file.name for file in tmp_path.iterdir()} == {path.name, card.name}
    assert run(f"{command} --resume").values["games"] == "2"
    for other, said in (("--games 9", "is finished with 2 games"), ("--seed 9", "comes from other settings")):
        ran = run(f"{command} --resume {other}")
        assert (ran.status, f"games.parquet {said}" in ran.err) == (2, True)


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    series, path = Series(("random", "random")), tmp_path / "games.parquet"
    path.touch()
    with pytest.raises(UnusableOutput, match="exists"):
        simulate(series, 1, keepers=[Keeper(path, Trajectories())])
    with pytest.raises(InvalidOption, match=r"does not end in \.parquet"):
        simulate(series, 1, keepers=[Keeper(tmp_path / "new.csv", Trajectories())])


@pytest.mark.parametrize(
    "series",
    [
        Series(("medium", "random"), seed=3, rotate=True),
        Series(("medium", "regent"), seed=4, solo=2),
        Series(("tests.players.bots:First", "random"), seed=5),
    ],
    ids=["native", "solo", "through Game"],
)
def test_records_are_those_of_the_games_that_count(series: Series, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    choices, out = Keeper(tmp_path / "games.parquet", Trajectories()), tmp_path / "games.json"
    simulate(series, 3, keepers=[Keeper(path, Records()), choices], out=out)
    games = [Game.from_record(json.loads(line)) for line in path.read_text().splitlines()]
    played = json.loads(out.read_text())["games"]
    assert [[seat["score"] for seat in game["seats"]] for game in played] == [game.scores for game in games]
    assert settings_of(choices.path)["seed"] == series.seed


def test_a_data_set_has_a_card_that_describes_every_column(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "games.parquet"
    assert run(f"simulate --games 2 --seats medium,random --quiet --trajectories {path}").status == 0
    card = json.loads((tmp_path / "games.croissant.json").read_text())
    # Terms of the standard that the card does not use; mlcroissant warns of a card without them.
    assert {"equivalentProperty", "samplingRate"} <= card["@context"].keys()
    (file,), (records,) = card["distribution"], card["recordSet"]
    assert file["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    stored = parquet.read_schema(path)
    assert [field["source"]["extract"]["column"] for field in records["field"]] == stored.names
    for field in records["field"]:
        kind = str(stored.field(field["name"]).type)
        assert field.get("repeated", False) == ("list" in kind)
        assert field["dataType"] == (
            "sc:Boolean" if "bool" in kind else "sc:Float" if "float" in kind else "sc:Integer"
        )
        assert field["source"]["fileObject"]["@id"] == file["@id"]
