"""Who meets whom in a league, how entrants stand, and tournaments of bots."""

from itertools import chain

import pytest

from openabyss.arena.leagues import Played, Round, meetings, points_of, round_robin, standings, swiss_round
from openabyss.engine.mode import INTERPRETED
from tests.arena.conftest import Run


def check_everybody_plays_once(round_: Round, entrants: int, seats: int) -> None:
    assert sorted(chain.from_iterable(round_)) == list(range(entrants))
    assert {len(table) for table in round_} == {seats}


@pytest.mark.parametrize("entrants", range(2, 17, 2))
def test_at_tables_of_two_everybody_meets_everybody_once(entrants: int) -> None:
    rounds = round_robin(entrants, 2)
    assert len(rounds) == entrants - 1
    for one in rounds:
        check_everybody_plays_once(one, entrants, 2)
    assert set(meetings(rounds).values()) == {1}
    assert len(meetings(rounds)) == entrants * (entrants - 1)


@pytest.mark.parametrize(
    ("entrants", "seats", "most_rounds", "most_meetings"),
    [(3, 3, 1, 1), (9, 3, 4, 1), (12, 3, 7, 2), (8, 4, 3, 3), (16, 4, 6, 2), (20, 5, 9, 3)],
)
def test_at_larger_tables_all_pairs_meet_in_few_rounds_and_evenly(
    entrants: int, seats: int, most_rounds: int, most_meetings: int
) -> None:
    rounds = round_robin(entrants, seats)
    assert len(rounds) <= most_rounds
    for one in rounds:
        check_everybody_plays_once(one, entrants, seats)
    assert len(meetings(rounds)) == entrants * (entrants - 1)
    assert max(meetings(rounds).values()) <= most_meetings


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(16, 2, 7), (27, 3, 5), (40, 4, 5)])
def test_a_swiss_tournament_repeats_no_meeting_while_that_can_be_avoided(
    entrants: int, seats: int, rounds: int
) -> None:
    earlier: list[Round] = []
    played: list[Played] = []
    for _number in range(rounds):
        now = swiss_round(points_of(entrants, played), earlier, seats)
        check_everybody_plays_once(now, entrants, seats)
        earlier.append(now)
        # Who has the higher number wins.
        played += [Played(table, tuple(1 + sum(o > w for o in table) for w in table), table) for table in now]
    assert set(meetings(earlier).values()) == {1}


def test_those_who_stand_alike_meet_and_the_best_sit_at_the_first_table() -> None:
    assert swiss_round([0, 1, 0, 1], [], 2) == ((1, 3), (0, 2))
    assert swiss_round([0, 1, 0, 1], [((1, 3), (0, 2))], 2) == ((1, 2), (0, 3))


def test_two_who_have_met_meet_again_only_where_nobody_else_is_left() -> None:
    assert swiss_round([1, 0], [((0, 1),)], 2) == ((0, 1),)


def test_a_place_is_worth_a_point_for_everybody_behind_and_equals_share() -> None:
    assert Played((0, 1, 2, 3), (2, 1, 2, 4), (50, 60, 50, 9)).points() == [1.5, 3, 1.5, 0]
    assert Played((0, 1), (1, 1), (50, 50)).points() == [0.5, 0.5]


def test_equal_points_are_told_apart_by_those_who_were_met_and_then_by_scores() -> None:
    played = [
        Played((0, 1), (1, 2), (40, 30)),
        Played((2, 3), (1, 2), (50, 20)),
        Played((0, 4), (1, 2), (9, 8)),
    ]
    found = standings(6, played)
    assert [(one.entrant, one.points, one.buchholz, one.score, one.tables) for one in found] == [
        (0, 2, 0, 49, 2),
        (2, 1, 0, 50, 1),
        (1, 0, 2, 30, 1),
        (4, 0, 2, 8, 1),
        (3, 0, 1, 20, 1),
        (5, 0, 0, 0, 0),
    ]
    assert [one.rank for one in standings(3, [Played((0, 1), (1, 1), (7, 7))])] == [1, 1, 3]


# ------------------------------------------------------------------------------------- bots

BOTS = "rate random medium medium:pearl=90 medium:buy=10"


@pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")
def test_a_tournament_of_bots_has_standings_and_is_the_same_by_its_seed(run: Run) -> None:
    command = f"{BOTS} --swiss 2 --games 2 --jobs 1 --seed 5 --json"
    found, again = run(command).json, run(command).json
    assert (found["games"], found["settings"]["rounds"], found["interrupted"]) == (8, 2, False)
    assert [len(one) for one in found["rounds"]] == [2, 2]
    met = [frozenset(match["players"]) for match in chain.from_iterable(found["rounds"])]
    assert len(set(met)) == 4
    assert sum(row["points"] for row in found["players"].values()) == 4
    assert {row["matches"] for row in found["players"].values()} == {2}
    del found["seconds"], again["seconds"]
    assert found == again
    other = run(command.replace("--seed 5", "--seed 6")).json
    assert other["rounds"] != found["rounds"]


@pytest.mark.skipif(INTERPRETED, reason="needs more games than interpreted rules can play")
def test_the_standings_are_printed(run: Run) -> None:
    printed = run(f"{BOTS} --swiss 1 --games 4 --players 4 --jobs 1").out
    for wanted in ("Standings", "Buchholz", "4 games, seed 0, 4 at a table, Swiss, 1 round", "medium:buy=10"):
        assert wanted in printed
    values = run(f"{BOTS} --swiss 1 --games 4 --players 4 --jobs 1 --quiet").values
    assert values["points"].count(",") == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("easy medium hard --swiss 2", "3 players do not fill tables of 2"),
        ("easy medium --swiss 2 --sprt 0,20", "--sprt does not go with --swiss"),
        ("easy medium --swiss 0", "0 is not positive"),
    ],
)
def test_mistakes_with_tournaments_are_named(arguments: str, said: str, run: Run) -> None:
    ran = run(f"rate {arguments}")
    assert ran.status == 2
    assert said in ran.err
