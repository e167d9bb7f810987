"""Many games stepped at once, by compiled code that releases the interpreter's lock.

A *step* gives each game one answer and plays on until an agent has to choose again: chance draws, seats
with an opponent answer, and a game that ends begins again, all inside.
"""

from collections.abc import MutableSequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below
from openabyss.engine.compiling import compiled, compiled_unlocked
from openabyss.envs.rewards import Rewards, reward_seats
from openabyss.observation.layout import write_observation
from openabyss.players.matches import Policies, choose
from openabyss.players.playout import draw, first_answer
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply, is_legal
from openabyss.rules.questions import open_question
from openabyss.rules.state import NOBODY, State

AGENT = -1
# The policy of opponents that search: they are asked from Python.
SEARCHES = -1
# Games that are stepped before any of them is shown: the code of either fills the processor's nearest cache,
# and stays there for a stretch, while the tables are still in the next one.
STRETCH = 16
# How often a game is begun in which no agent gets a choice.
BEGINNINGS = 1_000

# An array of records: to a type checker, a sequence of them.
Tables = MutableSequence[State]
Flags = NDArray[np.bool_]
Numbers64 = NDArray[np.int64]


class Arrays(NamedTuple):
    """What a step writes: for each game a row, or a number.

    observations: (games, n) int16, what the seat that is to play may know (`openabyss.observation`); with
    n = 0 none are written. masks: (games, ACTIONS) bool, which actions are legal. to_play: (games,) int64,
    the seat. rewards: (games, players) float32, of every seat, where this step ended the game, otherwise 0.
    terminated, truncated: (games,) bool, the step ended the game, or it was broken off; what is shown then
    is the beginning of the next one.
    """

    observations: NDArray[np.int16]
    masks: Flags
    to_play: Numbers64
    rewards: Rewards
    terminated: Flags
    truncated: Flags


class Batch(NamedTuple):
    """The games, and what is common to them.

    `start` holds the one table with which every game begins. `generators[game]` is the chance of a game.
    `mixtures[seat]` are the opponents of whom one sits there in each game, as many as are not AGENT, and
    `seated[game, seat]` is that one, or AGENT; `policies` and `weights` say how each of them plays, SEARCHES
    that the game waits for its answer.
    `lengths[game]` counts answers of agents. `final_observations` has a row for each game, for the last
    observation before a new game begins, or no rows. `illegal[0]` counts illegal answers. The numbers: the
    kind of reward, how much agents know (`observation.layout`), whether forced answers are given inside, and
    after how many answers a game is broken off.
    """

    tables: Tables
    start: Tables
    generators: Generator
    mixtures: Policies
    seated: Policies
    policies: Policies
    weights: Numbers64
    lengths: Numbers64
    final_observations: NDArray[np.int16]
    illegal: Numbers64
    reward: int
    memory: int
    skips_forced: int
    max_answers: int


@compiled_unlocked
def reset_games(batch: Batch, arrays: Arrays, chosen: Flags) -> None:
    """Begin the chosen games."""
    for game in range(len(batch.tables)):
        if chosen[game]:
            arrays.rewards[game, :] = 0
            arrays.terminated[game] = False
            arrays.truncated[game] = False
            begin(batch, game)
            show(batch, arrays, game)


@compiled_unlocked
def step_games(batch: Batch, actions: Numbers64, arrays: Arrays) -> None:
    """Give each game its answer and play on; games that end begin again."""
    games = len(batch.tables)
    for first in range(0, games, STRETCH):
        end = min(first + STRETCH, games)
        for game in range(first, end):
            step_game(batch, int(actions[game]), arrays, game)
        for game in range(first, end):
            show(batch, arrays, game)


@compiled_unlocked
def answer_game(batch: Batch, action: int) -> bool:
    """Give the first game an answer, of an agent or of an opponent that searches, and play on as `go_on`
    does; an illegal answer is refused and changes nothing."""
    if not apply(batch.tables[0], action):
        return False
    go_on(batch, 0)
    return True


@compiled_unlocked
def choose_at_random(masks: Flags, random: Generator, actions: Numbers64) -> None:
    """A legal action for each row of masks, any as likely as the others."""
    for game in range(len(masks)):
        # Added up in bytes, which takes a quarter of the time of whole numbers.
        count = np.uint8(0)
        for is_offered in masks[game]:
            count = np.uint8(count + np.uint8(is_offered))
        left = below(random, int(count))
        for action in range(ACTIONS):
            left -= masks[game, action]
            if left < 0:
                actions[game] = action
                break


@compiled
def step_game(batch: Batch, action: int, arrays: Arrays, game: int) -> None:
    state = batch.tables[game]
    arrays.rewards[game, :] = 0
    player = open_question(state).player
    loser = NOBODY
    if is_legal(state, action):
        apply(state, action)
        batch.lengths[game] += 1
        go_on(batch, game)
    else:
        loser = player
        batch.illegal[0] += 1
    is_over = loser != NOBODY or state.depth == 0
    is_broken_off = not is_over and batch.lengths[game] >= batch.max_answers
    arrays.terminated[game] = is_over
    arrays.truncated[game] = is_broken_off
    if is_over:
        reward_seats(state, batch.reward, loser, arrays.rewards[game])
    if is_over or is_broken_off:
        if len(batch.final_observations) > 0:
            write_observation(state, player, batch.memory, batch.final_observations[game])
        begin(batch, game)


@compiled_unlocked
def begin(batch: Batch, game: int) -> None:
    """A new game, up to the first choice of an agent. One that is over before, as may be from a position late
    in a game, is begun again; one of BEGINNINGS that all are is left so."""
    for _beginning in range(BEGINNINGS):
        begin_once(batch, game)
        if batch.tables[game].depth > 0:
            return


@compiled
def begin_once(batch: Batch, game: int) -> None:
    """A new game, with opponents of the mixtures."""
    batch.tables[game] = batch.start[0]
    batch.lengths[game] = 0
    for seat in range(batch.start[0].players):
        count = 0
        while count < batch.mixtures.shape[1] and batch.mixtures[seat, count] != AGENT:
            count += 1
        if count > 1:
            drawn = below(batch.generators[game : game + 1], count)
            batch.seated[game, seat] = batch.mixtures[seat, drawn]
    go_on(batch, game)


@compiled
def go_on(batch: Batch, game: int) -> None:
    """Play on until an agent has to choose, or an opponent that searches, or the game is over."""
    state, random = batch.tables[game], batch.generators[game : game + 1]
    while state.depth > 0:
        player = open_question(state).player
        if player == NOBODY:
            answer = draw(state, random)
        elif batch.seated[game, player] != AGENT:
            opponent = batch.seated[game, player]
            if batch.policies[opponent] == SEARCHES:
                return
            answer = choose(state, int(batch.policies[opponent]), batch.weights[opponent], random)
        elif batch.skips_forced == 1 and state.offered == 1:
            answer = first_answer(state)
        else:
            return
        apply(state, answer)


@compiled
def show(batch: Batch, arrays: Arrays, game: int) -> None:
    """Write what the seat that is asked may know and do."""
    state = batch.tables[game]
    player = open_question(state).player
    arrays.to_play[game] = player
    show_mask(state, arrays.masks[game])
    if arrays.observations.shape[1] > 0:
        write_observation(state, player, batch.memory, arrays.observations[game])


@compiled
def show_mask(state: State, mask: Flags) -> None:
    """Which actions are legal; a function of its own, since only so it becomes quick."""
    offered = state.mask[:ACTIONS]
    for action in range(len(mask)):
        mask[action] = offered[action] > 0


assert ACTIONS < 256, "the legal actions can be counted in a byte"
