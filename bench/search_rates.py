"""How many iterations a search does in a second, from the middle of a game: `python bench/search_rates.py`.

Full random playouts inside the search (`leaf=playout`, without the priors of the greedy player), the learned
value, and the network with a policy where there is one; one processor, five runs each, the median with the
slowest and the fastest.
"""

import statistics
import time

from openabyss.chance.generator import generator
from openabyss.players.greedy.choosing import choose_greedily
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS
from openabyss.players.playout import draw
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.state import NOBODY, State

RUNS = 5
RUN_SECONDS = 1.0
ITERATIONS_AT_ONCE = 500
DECISIONS_OF_HALF_A_GAME = 50
# Numbers of players, and leaves.
KINDS = tuple((players, leaf) for players in (2, 4) for leaf in ("playout", "learned", "policy"))


def middle_of_a_game(players: int) -> State:
    """A question to a player, half way through a game of greedy players."""
    state, random = new_table(players), generator(players)
    deal(state)
    resolve(state)
    decisions = 0
    while decisions < DECISIONS_OF_HALF_A_GAME * players or state.offered == 1 or asked(state) == NOBODY:
        if asked(state) == NOBODY:
            apply(state, draw(state, random))
        else:
            decisions += 1
            apply(state, choose_greedily(state, DEFAULT_WEIGHTS, random))
    return state


def asked(state: State) -> int:
    """Who is to answer."""
    return open_question(state).player


def rate(players: int, leaf: str) -> float:
    """Iterations in a second of processor time."""
    searcher = Searcher(SearchSettings(seconds=None, iterations=ITERATIONS_AT_ONCE, leaf=leaf))
    state, done = middle_of_a_game(players), 0
    searcher.think(state, 0)
    begun = time.process_time()
    while time.process_time() - begun < RUN_SECONDS:
        done += searcher.think(state, done)
    return done / (time.process_time() - begun)


def main() -> None:
    """Print a row for each number of players and kind of leaf."""
    for players, leaf in KINDS:
        rates = [rate(players, leaf) for _run in range(RUNS)]
        middle = statistics.median(rates)
        print(f"{players} players, {leaf}: {middle:,.0f}/s ({min(rates):,.0f} to {max(rates):,.0f})")


if __name__ == "__main__":
    main()
