"""Many games in one compiled loop, and the row of numbers that describes each."""

from collections.abc import MutableSequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator
from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Number, Numbers, layout_of
from openabyss.players.matches import Policies, choose
from openabyss.players.playout import draw, play_out
from openabyss.rules.actions import LORD, PLAYER, RACE, YES, is_lord
from openabyss.rules.cards.allies import RACES
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.chapters import lords_influence, lords_of, strongest_affiliated, strongest_lord
from openabyss.rules.events import LORD_OBTAINED, LORD_RECRUITED
from openabyss.rules.numbering import FIRST_PLAYER, MAIN
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.scoring import (
    figure_influence,
    locations_influence,
    nebulis_influence,
    score,
    scourge_influence,
    standing,
    tokens_influence,
    wounds_influence,
)
from openabyss.rules.setup import deal
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import COURT, NOBODY, State

# A game with more decisions or draws is abandoned: players with odd weights may never end one.
MAX_DECISIONS = 30_000
# Among the answers of a game are those of chance.
MAX_ANSWERS = 2 * MAX_DECISIONS

# How many first actions of each seat are noted.
OPENING = 3
EXPLORE_ACTION, COUNCIL_ACTION, RECRUIT_ACTION = 1, 2, 3

PerSeat = Annotated[Numbers, (SEATS,)]


class Outcome:
    """The row of one game; seats that do not play hold zeros."""

    decisions: Number  # answers by players, those without a choice included
    draws: Number  # answers by chance
    turns: Number
    end_cause: Number  # of rules/ending.py
    given_up: Number
    winners: Number  # 1, or how many share the victory
    first_player: Number  # the seat that began
    ending_player: Number  # the seat that brought about the end, or NOBODY

    player: PerSeat  # which of the players of the series sits there
    choices: PerSeat  # answers of the seat with more than one legal answer
    rank: PerSeat  # 1 for winners
    score: PerSeat
    locations: PerSeat  # where the score comes from
    lords: PerSeat
    allies: PerSeat
    tokens: PerSeat
    nebulis: PerSeat  # what Kraken and Leviathan add and take away; 0 in a game without them
    figure: PerSeat
    wounds: PerSeat
    scourge: PerSeat
    pearls: PerSeat
    lords_owned: PerSeat
    strongest_lord: PerSeat  # its influence; breaks ties
    turns_taken: PerSeat
    opening: Annotated[Numbers, (SEATS, OPENING)]  # its first actions: EXPLORE_ACTION …; 0 for none
    first_lord: PerSeat  # the number of its first lord and 1; 0 for none

    lord_owner: Annotated[Numbers, (LORDS,)]  # a seat, or NOBODY
    location_owner: Annotated[Numbers, (LOCATIONS,)]


# `seconds`: how long the player of each seat has thought, in series that compare players; 0 in others. It is
# the only column that differs from run to run.
OUTCOME = np.dtype([*layout_of(Outcome).descr, ("seconds", np.float32, SEATS)], align=True)
# Record arrays: to a type checker, what is in them.
Outcomes = MutableSequence[Outcome]
Tables = MutableSequence[State]
AllWeights = NDArray[np.int64]
Answers = NDArray[np.int64]


@compiled
def play_games(
    start: Tables,
    seating: Policies,
    policies: Policies,
    weights: AllWeights,
    generators: Generator,
    answers: Answers,
    outcomes: Outcomes,
) -> None:
    """Play a game for each row of `outcomes` and note how it ended.

    `start[0]` is the table before the deal and `start[1]` is played on. `seating[game, seat]` is
    the player who sits there, `policies[player]` and `weights[player]` are how that player plays,
    `generators[game]` is where the chance of that game begins. `answers` become those of the last game,
    those of chance included, if it is long enough for any game, and are left alone if it is empty.
    """
    state = start[1]
    own_policies = np.zeros(SEATS, np.int64)
    own_weights = np.zeros((SEATS, weights.shape[1]), np.int64)
    for game in range(len(outcomes)):
        begin(start, seating[game], outcomes[game])
        for seat in range(state.players):
            own_policies[seat] = policies[seating[game, seat]]
            own_weights[seat] = weights[seating[game, seat]]
        play(state, own_policies, own_weights, generators[game : game + 1], answers, outcomes[game])


@compiled
def note_game(start: Tables, seating: Policies, answers: Answers, outcomes: Outcomes) -> None:
    """Note a game that has been played: all its answers from the deal on, those of chance included.

    `start` as in `play_games`, and `outcomes` has one row; `seating[seat]` is the player there.
    """
    outcome = outcomes[0]
    begin(start, seating, outcome)
    state, turn = start[1], 0
    for place in range(len(answers)):
        turn = note_answer(state, int(answers[place]), turn, outcome)
        apply(state, int(answers[place]))
        note_first_lord(state, outcome)
    note_end(state, outcome)


@compiled
def begin(start: Tables, seating: Policies, outcome: Outcome) -> None:
    """Deal at the second table."""
    start[1] = start[0]
    state = start[1]
    for seat in range(state.players):
        outcome.player[seat] = seating[seat]
    deal(state)
    resolve(state)


@compiled
def play(
    state: State,
    policies: Policies,
    weights: AllWeights,
    random: Generator,
    answers: Answers,
    outcome: Outcome,
) -> None:
    """Play to the end, and note everything; the answers as well, if there is room for them."""
    turn, place = 0, 0
    while state.depth > 0 and outcome.decisions < MAX_DECISIONS and outcome.draws < MAX_DECISIONS:
        player = open_question(state).player
        if player == NOBODY:
            answer = draw(state, random)
        else:
            answer = choose(state, int(policies[player]), weights[player], random)
        if place < len(answers):
            answers[place] = answer
        place += 1
        turn = note_answer(state, answer, turn, outcome)
        apply(state, answer)
        note_first_lord(state, outcome)
    note_end(state, outcome)


@compiled
def note_answer(state: State, answer: int, turn: int, outcome: Outcome) -> int:
    """Count an answer that is about to be given; returns the turn that has been counted last."""
    player = open_question(state).player
    if player == NOBODY:
        outcome.draws += 1
        if open_question(state).what == FIRST_PLAYER:
            outcome.first_player = answer - PLAYER
        return turn
    if state.turn != turn:
        outcome.turns_taken[state.active] += 1
    outcome.decisions += 1
    if state.offered > 1:
        outcome.choices[player] += 1
    if open_question(state).what == MAIN:
        note_opening(state, player, answer, outcome)
    return int(state.turn)


@compiled
def note_opening(state: State, player: int, answer: int, outcome: Outcome) -> None:
    """The first few times that somebody explores, asks the council or recruits from the court."""
    action = 0
    if answer == YES:
        action = EXPLORE_ACTION
    elif RACE <= answer < RACE + RACES:
        action = COUNCIL_ACTION
    elif is_lord(answer) and state.lord_place[answer - LORD] == COURT:
        action = RECRUIT_ACTION
    for place in range(OPENING):
        if outcome.opening[player, place] == 0:
            outcome.opening[player, place] = action
            return


@compiled
def note_first_lord(state: State, outcome: Outcome) -> None:
    """The first lord that a player gets, in whatever way."""
    for row in range(state.event_count):
        kind, player = state.events[row, 0], state.events[row, 1]
        if kind in (LORD_RECRUITED, LORD_OBTAINED) and outcome.first_lord[player] == 0:
            outcome.first_lord[player] = state.events[row, 3] + 1


@compiled
def note_end(state: State, outcome: Outcome) -> None:
    outcome.turns = state.turn
    outcome.end_cause = state.end_cause
    outcome.ending_player = state.ending_player
    outcome.given_up = 1 if state.depth > 0 else 0
    for lord in range(LORDS):
        place = int(state.lord_place[lord])
        outcome.lord_owner[lord] = place if place >= 0 else NOBODY
    for tile in range(LOCATIONS):
        place = int(state.location_place[tile])
        outcome.location_owner[tile] = place if place >= 0 else NOBODY
    for seat in range(state.players):
        note_seat(state, seat, outcome)
    rank_seats(state, outcome)


@compiled
def note_seat(state: State, seat: int, outcome: Outcome) -> None:
    outcome.locations[seat] = locations_influence(state, seat)
    outcome.lords[seat] = lords_influence(state, seat)
    outcome.allies[seat] = strongest_affiliated(state, seat)
    outcome.tokens[seat] = tokens_influence(state, seat)
    outcome.nebulis[seat] = nebulis_influence(state, seat)
    outcome.figure[seat] = figure_influence(state, seat)
    outcome.wounds[seat] = wounds_influence(state, seat)
    outcome.scourge[seat] = scourge_influence(state, seat)
    outcome.score[seat] = score(state, seat)
    outcome.pearls[seat] = state.pearls[seat]
    outcome.lords_owned[seat] = lords_of(state, seat)
    outcome.strongest_lord[seat] = strongest_lord(state, seat)


@compiled
def rank_seats(state: State, outcome: Outcome) -> None:
    """1 and one more for every seat that is better; equals share a rank (R-24)."""
    for seat in range(state.players):
        rank = 1
        for other in range(state.players):
            if standing(state, other) > standing(state, seat):
                rank += 1
        outcome.rank[seat] = rank
        if rank == 1:
            outcome.winners += 1


@compiled
def play_at_random(start: Tables, games: int, random: Generator) -> int:
    """Play games at random without noting anything; returns how many decisions players made.

    `start` as in `play_games`.
    """
    state = start[1]
    decisions = 0
    for _game in range(games):
        start[1] = start[0]
        deal(state)
        resolve(state)
        decisions += play_out(state, random)
    return decisions


@compiled
def copy_tables(tables: Tables, copies: int) -> None:
    """Copy a table to the next place, round and round: what a search pays for a clone."""
    places = len(tables)
    for copy in range(copies):
        tables[(copy + 1) % places] = tables[copy % places]
        tables[(copy + 1) % places].turn = copy % 1000
