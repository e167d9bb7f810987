"""The answer of the greedy player to any question: look around, then decide."""

import numpy as np

from openabyss.chance.generator import Generator
from openabyss.engine.blocks import scratch
from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.players.greedy import depths, kraken, leviathan, lords, paying, tiles, turns
from openabyss.players.greedy import notes as noted
from openabyss.players.greedy import weights as at
from openabyss.players.greedy.cards import make_plans
from openabyss.players.greedy.notes import NOTES, Notes, decides, rates
from openabyss.players.greedy.tiles import key_worth
from openabyss.players.greedy.weights import Weights
from openabyss.players.playout import draw
from openabyss.rules.actions import PASS, RACE
from openabyss.rules.powers import keys_of
from openabyss.rules.questions import FIRST_STEP, QUESTIONS, open_question
from openabyss.rules.scoring import locations_influence
from openabyss.rules.state import State

# The modules enter their decisions in the tables when they are imported.
CHAPTERS = (depths, kraken, leviathan, lords, paying, tiles, turns)

decide, rate = decides.build(), rates.build()
IS_RATED = np.zeros(FIRST_STEP, np.int64)
IS_RATED[list(rates.rules)] = 1
ANSWERS = np.array([spec.answers for spec in QUESTIONS])


@compiled
def look_around(state: State, me: int, weights: Weights, notes: Notes) -> None:
    """Note what decisions need: how long the game lasts, what pearls, keys and the court are worth."""
    notes[noted.FUTURE] = noted.future(state, me, weights)
    notes[noted.LORDS_AHEAD] = noted.lords_to_come(state) if notes[noted.FUTURE] > 0 else 0
    notes[noted.PEARL_NOW] = max(
        int(weights[at.LAST_PEARL]), int(weights[at.PEARL]) * int(notes[noted.FUTURE]) // 100
    )
    notes[noted.NEBULIS_NOW] = noted.blend(int(weights[at.NEBULIS]), 100, notes)
    notes[noted.ENDING] = noted.worth_of_ending(state, me, weights)
    notes[noted.LOCATIONS_NOW] = locations_influence(state, me)
    notes[noted.NEXT_KEY] = key_worth(state, me, int(keys_of(state, me)), weights, notes)
    make_plans(state, me, weights, notes)


@compiled
def best_rated(what: int, state: State, me: int, detail: int, weights: Weights, notes: Notes) -> int:
    """The answer that is worth most, PASS if all are worth NOTHING."""
    best, choice = noted.NOTHING, PASS
    for action in range(max(RACE, int(ANSWERS[what, 0])), ANSWERS[what, 1]):
        if state.mask[action] > 0:
            worth = rate(what, state, me, detail, action, weights, notes)
            if worth > best:
                best, choice = worth, action
    return choice


@compiled_out_of_line
def choose_greedily(state: State, weights: Weights, random: Generator) -> int:
    """The answer of the seat that is asked; at random where no decision is made for the question."""
    if state.offered == 1:
        return draw(state, random)
    notes = scratch(NOTES, np.int64)
    notes[:] = 0
    what, me, detail = open_question(state)
    look_around(state, int(me), weights, notes)
    if IS_RATED[what] == 1:
        action = int(best_rated(int(what), state, int(me), int(detail), weights, notes))
    else:
        action = int(decide(int(what), state, int(me), int(detail), weights, notes))
    if action >= 0 and state.mask[action] > 0:
        return action
    return draw(state, random)
