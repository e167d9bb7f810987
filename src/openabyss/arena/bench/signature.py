"""The signature of the rules: a hash of fixed seeded games of all variants, for the last line of a commit."""

import argparse
import hashlib
from itertools import product

import numpy as np

from openabyss.chance.generator import Generator, below, generator
from openabyss.play.position.options import Options
from openabyss.players.playout import draw
from openabyss.rules.actions import LORD
from openabyss.rules.cards.printed import LORDS
from openabyss.rules.numbering import MAIN
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.scoring import score
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import LEVELS, SOLO_PLAYERS, seat_regent
from openabyss.rules.state import State
from openabyss.table.hashing import state_hash

# How many players, and whether with Kraken and with Leviathan.
TABLES = [
    (players, kraken, leviathan)
    for kraken, leviathan in product((False, True), repeat=2)
    for players in range(2, 6 if leviathan else 5)
]
# The same, and whether with the Regent.
VARIANTS = [
    *((*table, False) for table in TABLES),
    *((SOLO_PLAYERS, kraken, leviathan, True) for kraken, leviathan in product((False, True), repeat=2)),
]
# The usual options in the first round, another one flipped in each of the next, every level of the Regent.
ROUNDS = 2 * len(Options.choices())
GAMES = ROUNDS * len(VARIANTS)


def signature_command(_args: argparse.Namespace) -> int:
    """`openabyss signature`: print the signature of these rules."""
    print(signature())
    return 0


def signature(games: int = GAMES) -> str:
    """12 hex digits made from the answers and the end of every game."""
    digest = hashlib.sha256()
    for number in range(games):
        answers, state = fixed_game(number)
        scores = [int(score(state, player)) for player in range(state.players)]
        digest.update(bytes(answers) + f" {state_hash(state)} {scores}\n".encode())
    return digest.hexdigest()[:12]


def fixed_game(number: int) -> tuple[list[int], State]:
    """A game at random, always the same: every answer, those of chance as well, and the table at its end."""
    state, random = _table(number), generator(number)
    answers: list[int] = []
    while state.depth > 0:
        answers.append(_chosen(state, random))
        apply(state, answers[-1])
    return answers, state


def _table(number: int) -> State:
    """The table of a game, dealt as far as its first question."""
    turn, place = divmod(number, len(VARIANTS))
    players, kraken, leviathan, is_solo = VARIANTS[place]
    state = new_table(players, kraken, leviathan, _options(turn).numbers(leviathan))
    if is_solo:
        seat_regent(state, 1 + turn % LEVELS)
    deal(state)
    resolve(state)
    return state


def _options(turn: int) -> Options:
    """The usual options in the first round of variants, later with one after the other flipped."""
    if turn == 0:
        return Options()
    choices = Options.choices()
    name = list(choices)[turn % len(choices)]
    usual = getattr(Options(), name)
    others = [choice for choice in choices[name] if choice != usual]
    return Options.from_dict({name: others[turn // len(choices) % len(others)]})


def _chosen(state: State, random: Generator) -> int:
    """A random answer; half of the time a random lord that can be recruited, so that the games include many
    lords."""
    if open_question(state).what == MAIN and below(random, 2) == 0:
        lords = np.flatnonzero(state.mask[LORD : LORD + LORDS])
        if len(lords) > 0:
            return LORD + int(lords[below(random, len(lords))])
    return int(draw(state, random))
