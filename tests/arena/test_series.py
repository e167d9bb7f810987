"""A game depends on the settings and its number, and on nothing else."""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

from openabyss.arena.series.playing import OUTCOME, Outcome, rank_seats
from openabyss.arena.series.series import OutcomeRows, Series, seats_for, solo_seats, split_specs
from openabyss.arena.workers import next_size, play_in_order
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.play.position.options import Options
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.ending import SEVENTH_LORD
from openabyss.rules.setup import new_table
from openabyss.rules.solo import PERSON_SEAT, REGENT_SEAT
from openabyss.rules.state import NOBODY
from tests.arena.conftest import ROTATED

REPLAYED = 2 if INTERPRETED else 8
PAIRED = Series(("medium", "random", "medium:pearl=200"), 2, seed=4, paired=True)
VARIANTS = [
    Series(("random",) * 2, seed=5, kraken=True),
    Series(("random",) * 3, seed=5, leviathan=True),
    Series(("random",) * 5, seed=5, kraken=True, leviathan=True, options=Options(martial_law="never")),
]


def timeless(chunks: Iterable[OutcomeRows]) -> OutcomeRows:
    """Games without what differs from run to run."""
    outcomes = np.concatenate([*chunks])
    outcomes["seconds"] = 0
    return outcomes


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("one", [ROTATED, VARIANTS[2], PAIRED], ids=["rotated", "both sets", "paired"])
def test_neither_chunks_nor_the_number_of_processes_matter(one: Series, jobs: int) -> None:
    games = 4 if INTERPRETED else 12 if one.paired else 60
    whole = timeless([one.play(0, games)])
    ends = pairwise([0, 1, games // 2, games - 1, games])
    assert np.array_equal(whole, timeless(one.play(first, last - first) for first, last in ends))
    assert np.array_equal(whole, timeless(play_in_order(one, 0, games, jobs)))


@pytest.mark.parametrize(
    ("specs", "players", "solo"),
    [(("medium", "random"), 4, 0), (("medium", "random", "easy"), 2, 0), (("medium",), 2, 3)],
)
def test_every_seat_of_an_unpaired_series_is_named(specs: tuple[str, ...], players: int, solo: int) -> None:
    with pytest.raises(InvalidOption, match=f"seats: {len(specs)} are named, but {players} play"):
        Series(specs, players, solo=solo)


def test_settings_of_numpy_are_written_as_those_of_python() -> None:
    numpys = Series(("random",) * 2, np.int8(2), seed=np.int64(3), kraken=np.True_)  # type: ignore[arg-type]
    assert json.dumps(numpys.settings()) == json.dumps(
        Series(("random",) * 2, seed=3, kraken=True).settings()
    )


def test_games_of_a_series_differ_and_so_do_seeds(games: int) -> None:
    first = Series(("random", "random"), seed=1).play(0, games)
    other = Series(("random", "random"), seed=2).play(0, games)
    assert len(np.unique(first)) == games
    assert len(np.unique(np.concatenate([first, other]))) == 2 * games


def test_no_two_games_begin_with_the_same_chance() -> None:
    starts = [Series(("random", "random"), seed=seed).generators(0, 1000) for seed in range(-3, 4)]
    assert len(np.unique(np.concatenate(starts))) == 7000


def test_rotation_moves_everybody_on_by_one_seat() -> None:
    series = Series(("random", "random", "medium"), rotate=True)
    assert series.seating(4, 4).tolist() == [[1, 2, 0], [2, 0, 1], [0, 1, 2], [1, 2, 0]]
    assert Series(("random", "medium")).seating(3, 2).tolist() == [[0, 1], [0, 1]]


def test_outcomes_name_the_players_where_they_sit(series: Series) -> None:
    outcomes = series.play(0, 4)
    assert outcomes["player"][:, :3].tolist() == series.seating(0, 4).tolist()


@pytest.mark.parametrize("number", range(REPLAYED))
def test_an_outcome_is_what_the_replayed_game_says(series: Series, number: int) -> None:
    outcome = series.play(number, 1)[0]
    game = Game.from_record(series.record(number))
    assert game.is_over
    assert int(outcome["turns"]) == game.table.turn
    assert int(outcome["turns_taken"].sum()) == game.table.turn
    assert int(outcome["winners"]) == len(game.winners)
    for place, group in enumerate(game.ranking):
        better = sum(len(others) for others in game.ranking[:place])
        assert {int(outcome["rank"][seat]) for seat in group} == {better + 1}
    for seat in range(game.players):
        check_seat(outcome, game, seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_outcome_with_expansions_is_what_the_replayed_game_says(variant: Series) -> None:
    outcome = variant.play(0, 1)[0]
    game = Game.from_record(variant.record(0))
    assert game.is_over
    assert (game.state.kraken, game.state.leviathan) == (variant.kraken, variant.leviathan)
    assert Options.of(game.state) == variant.options
    for seat in range(game.players):
        check_seat(outcome, game, seat)


def check_seat(outcome: np.void, game: Game, seat: int) -> None:
    sheet = game.score_sheet(seat)
    assert int(outcome["score"][seat]) == game.scores[seat] == sheet.total
    assert int(outcome["locations"][seat]) == sum(sheet.locations.values())
    assert int(outcome["lords"][seat]) == sum(sheet.lords.values())
    assert int(outcome["allies"][seat]) == sheet.allies
    assert int(outcome["tokens"][seat]) == sheet.monster_tokens
    assert int(outcome["nebulis"][seat]) == sheet.nebulis
    assert int(outcome["figure"][seat]) == sheet.kraken_figure
    assert int(outcome["wounds"][seat]) == sheet.wounds
    assert int(outcome["scourge"][seat]) == sheet.scourge
    assert int(outcome["pearls"][seat]) == game.table.seats[seat].pearls
    assert int(outcome["lords_owned"][seat]) == len(sheet.lords)
    assert set(LORD_ID[outcome["lord_owner"] == seat]) == set(sheet.lords)
    assert set(LOCATION_ID[outcome["location_owner"] == seat]) == set(sheet.locations)


def test_games_end_with_the_seventh_lord_as_a_rule(series: Series, games: int) -> None:
    outcomes = series.play(0, games)
    seventh = outcomes["end_cause"] == SEVENTH_LORD
    assert seventh.mean() > 0.5
    assert (outcomes["lords_owned"].max(axis=1)[seventh] >= 7).all()
    assert (outcomes["choices"].sum(axis=1) <= outcomes["decisions"]).all()


def test_greedy_beats_random(games: int) -> None:
    outcomes = Series(("medium", "random", "random"), seed=3).play(0, games)
    assert (outcomes["rank"][:, 0] == 1).mean() > 0.8


def test_the_last_player_named_takes_the_seats_that_are_left() -> None:
    assert seats_for(4, ("medium", "random")) == ("medium", "random", "random", "random")
    assert seats_for(None, ("medium", "random")) == ("medium", "random")
    assert seats_for(None, ()) == ("random",) * 4
    assert seats_for(2, ()) == ("random",) * 2


def test_a_comma_may_stand_between_players_and_between_parameters() -> None:
    assert split_specs("medium:pearl=90,buy=0, random") == ("medium:pearl=90,buy=0", "random")


@pytest.mark.parametrize(
    ("specs", "settings", "said"),
    [
        (("mediun", "random"), {}, "did you mean 'medium'"),
        (("medium:perl=3", "random"), {}, "did you mean 'pearl'"),
        (("random",), {}, "1"),
        (("random",) * 6, {}, "6"),
        (("random",) * 5, {"kraken": True}, "5 with Leviathan"),
        (("medium",), {"players": 2, "paired": True}, "at least two"),
        (("medium", "medium"), {"paired": True}, "named twice"),
        (("medium", "regent"), {"solo": 6}, "1 to 5"),
        (("medium", "random", "regent"), {"solo": 1}, "game of 2"),
        (("medium", "random"), {"solo": 1}, "second seat"),
        (("medium", "regent"), {"solo": 1, "rotate": True}, "second seat"),
    ],
)
def test_what_cannot_be_played_is_refused(specs: tuple[str, ...], settings: Any, said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        Series(specs, **settings)


def test_more_players_than_seats_are_refused() -> None:
    with pytest.raises(InvalidOption, match="3 are named, but 2 play"):
        seats_for(2, ("random", "medium", "random"))


def test_chunks_grow_to_a_quarter_of_a_second_and_no_further() -> None:
    assert next_size(8, 0.0001) == 32
    assert next_size(1000, 0.5) == 500
    assert next_size(1, 60.0) == 1
    assert next_size(2000, 0.001) == 2000


# ------------------------------------------------------------------------------------------------- solo


def test_the_regent_has_the_second_seat() -> None:
    assert solo_seats(()) == ("medium", "regent")
    assert solo_seats(("random",)) == ("random", "regent")
    assert Series(solo_seats(()), solo=3).settings()["solo"] == 3
    assert "solo" not in Series(("random", "random")).settings()


def test_the_table_of_a_solo_series_has_the_regent() -> None:
    table = Series(("medium", "regent"), solo=2).tables()[0]
    assert (table.regent, table.regent_level) == (1, 2)


@pytest.mark.parametrize(
    ("regent", "winners", "ranks"), [(REGENT_SEAT, 1, [2, 1]), (PERSON_SEAT, 1, [1, 2]), (NOBODY, 2, [1, 1])]
)
def test_a_full_tie_goes_to_the_regent(regent: int, winners: int, ranks: list[int]) -> None:
    outcome: Any = np.zeros(1, OUTCOME).view(np.recarray)[0]
    state = new_table(2)
    state.regent = regent
    rank_seats(state, cast(Outcome, outcome))
    assert (int(outcome.winners), outcome.rank[:2].tolist()) == (winners, ranks)
