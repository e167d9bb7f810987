"""A search from Python: batches of iterations until the time or the iterations are used up.

On several processors trees grow side by side, and the answers to their roots are added up. Root
parallelisation: Chaslot, Winands and van den Herik, 2008, "Parallel Monte-Carlo Tree Search".
"""

import math
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, cast

import numpy as np

from openabyss.chance.generator import Generator, generator
from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, weights_for
from openabyss.players.network.network import NO_NETWORK, Floats
from openabyss.players.network.weights import (
    NetworkRole,
    TrainedNetworks,
    name_of,
    table_of,
    trained_networks,
)
from openabyss.players.search.mcts import Flag, SearchContext, States, search
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.tree import ROOT, Tree, best_two, children_of, clear, new_tree
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE, State, copy_of
from openabyss.words import _

# A batch takes about this long: the clock and the visits are looked at between batches.
BATCH_SECONDS = 0.003
FIRST_BATCH = 4
MAX_BATCH = 2_000
# More iterations than there can be.
ENDLESS = 2**62
# The second answer is close to the best one with this share of its visits.
CLOSE = 0.6
WORKING_TABLES = 3

# By table: the exponent with which the winners were likeliest (temperature scaling: Guo et al., 2017, "On
# Calibration of Modern Neural Networks"), and by how much more leads count than that, or less where it is
# negative. Fitted to games of `hard`, together with those of `medium` where these agree. The figures are in
# docs/training/log.md.
SHARPNESS = {
    "base4": (1.25, 0.0),
    "kraken3": (2.4, -3.2),
    "leviathan4": (0.85, 0.0),
    "leviathan5": (1.15, 0.0),
    "both2": (1.2, 0.0),
    "both4": (0.9, 1.5),
    "both5": (2.05, 0.0),
}


@cache
def load_search() -> None:
    """Compile the search, or load it from the cache, which takes half a second: once, and before the
    clock of a search runs."""
    search(*no_search())


def no_search() -> tuple[SearchContext, Generator, int, int, Flag]:
    """The arguments of a search without any iteration."""
    return new_context(new_tree(1)), generator(0), 0, ENDLESS, np.zeros(1, np.int64)


def new_context(tree: Tree) -> SearchContext:
    """What a search with this tree works with, without networks."""
    tables = cast(States, np.zeros(WORKING_TABLES, STATE))
    parameters = SearchSettings().parameters("playout", SEATS, kraken=False)
    return SearchContext(tables, tree, parameters, DEFAULT_WEIGHTS, NO_NETWORK, NO_NETWORK)


@dataclass(frozen=True)
class Candidate:
    """An answer that was looked at: its number, how often, and the win probability of each seat after it."""

    action: int
    visits: int
    chances: tuple[float, ...]


class Searcher:
    """The memory of one search at a time, with these networks, or those of the package. Raises WrongWeights
    where a network is missing. Setting `stop[0]` to 1, from any thread, ends a search at once."""

    def __init__(self, settings: SearchSettings, networks: TrainedNetworks | None = None) -> None:
        self.settings = settings
        self._networks = trained_networks() if networks is None else networks
        self.stop: Flag = np.zeros(1, np.int64)
        self.trees = [new_tree(settings.nodes) for _ in range(settings.threads)]
        self._contexts = [new_context(tree) for tree in self.trees]
        self._players, self._calibration = SEATS, ""

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy of a search remembers nothing; it finds the networks of the package where it is."""
        is_usual = self._networks is trained_networks()
        return Searcher, (self.settings, None if is_usual else self._networks)

    def think(self, state: State, seed: int, *, only_best: bool = False) -> int:
        """Search for the seat that is asked, as the settings allow; returns the iterations done.

        With `only_best` it ends as soon as no other answer can overtake the most visited one, and where two
        are close when the seconds are used up, it goes on for up to `patience` times as long. The clock
        decides nothing but the end, so that the same seed and iterations give the same tree. Iterations are
        dealt out evenly to the processors, and seconds hold for each.
        """
        load_search()
        self._players = int(state.players)
        # Random games to the end are not what was measured.
        self._calibration = "" if self.settings.leaf == "playout" else name_of(table_of(state))
        context = self._context_for(state)

        def grow(place: int) -> int:
            return self._grow(place, context, state, seed + place, only_best)

        if len(self.trees) == 1:
            return grow(0)
        with ThreadPoolExecutor(len(self.trees)) as threads:
            growing = [threads.submit(grow, place) for place in range(len(self.trees))]
            try:
                return sum(one.result() for one in growing)
            except BaseException:
                # One that is interrupted does not go on until its time is up; the next one is not stopped.
                self.stop[0] = 1
                wait(growing)
                self.stop[0] = 0
                raise

    def _context_for(self, state: State) -> SearchContext:
        """What suits the table; each processor has a tree and tables of its own."""
        table, networks = table_of(state), self._networks
        leaf = leaf_for(self.settings, networks, state)
        role = networks.roles.get(table, NetworkRole())
        kraken = bool(state.kraken)
        return self._contexts[0]._replace(
            parameters=self.settings.parameters(leaf, table[1], kraken, role.second_opinion, role.hint),
            weights=weights_for(name_of(table)) if leaf == "policy" and role.hint > 0 else DEFAULT_WEIGHTS,
            policy=networks.policies.get(table, NO_NETWORK),
            value=NO_NETWORK if self.settings.leaf == "playout" else networks.value(state),
        )

    def _grow(self, place: int, context: SearchContext, state: State, seed: int, only_best: bool) -> int:
        """One tree, with chance of its own."""
        tree, tables = self.trees[place], self._contexts[place].tables
        context, random = context._replace(tree=tree, tables=tables), generator(seed)
        clear(tree)
        tables[0] = state
        pace = Pace(replace(self.settings, iterations=self._share_of(place)), only_best)
        while (batch := pace.next_batch(*best_two(tree))) > 0:
            done = search(context, random, batch, pace.to_come, self.stop)
            pace.note(done)
            if done < batch:
                break
        return pace.done

    def _share_of(self, place: int) -> int | None:
        if self.settings.iterations is None:
            return None
        each, left = divmod(self.settings.iterations, len(self.trees))
        return max(1, each + (place < left))

    @property
    def chances(self) -> tuple[float, ...]:
        """The win probability of each seat, by all that was looked at."""
        shares = np.sum([tree.shares[ROOT, : self._players] for tree in self.trees], axis=0)
        return calibrated(shares, self._calibration)

    def candidates(self) -> list[Candidate]:
        """The answers to the question, most visited first."""
        visits, shares = (
            defaultdict[int, int](int),
            defaultdict[int, Floats](partial(np.zeros, self._players)),
        )
        for tree in self.trees:
            for child in children_of(tree, ROOT):
                action = int(tree.action[child])
                visits[action] += int(tree.visits[child])
                shares[action] += tree.shares[child, : self._players]
        found = (
            Candidate(action, times, calibrated(shares[action], self._calibration))
            for action, times in visits.items()
        )
        return sorted(found, key=lambda candidate: (-candidate.visits, candidate.action))


def with_only(state: State, answer: int) -> State:
    """A copy of the table at which no other answer is possible: every simulation begins with it."""
    table = copy_of(state)
    weight = table.mask[answer]
    table.mask[:] = 0
    table.mask[answer] = weight
    table.offered = 1
    return table


def leaf_for(settings: SearchSettings, networks: TrainedNetworks, state: State) -> str:
    """What simulations end in: as it is set, or a network with a policy where one is there for such tables.
    Raises InvalidOption where a policy is asked for that is not there."""
    has_policy = table_of(state) in networks.policies
    if settings.leaf == "policy" and not has_policy:
        raise InvalidOption(_("leaf=policy: there is no network with a policy for such a table"))
    return settings.leaf or ("policy" if has_policy else "learned")


class Pace:
    """How many iterations come next: as many as fit into a moment, and none when it is time to stop."""

    def __init__(self, settings: SearchSettings, only_best: bool) -> None:
        self.done = 0
        self._begun = time.perf_counter()
        self._settings, self._only_best = settings, only_best
        self._batch = MAX_BATCH if settings.reproducible else FIRST_BATCH
        self._batch_begun = self._begun

    @property
    def to_come(self) -> int:
        """In how many iterations another answer can still overtake the best one, where only that is wanted;
        ENDLESS where the clock decides how many there are."""
        if self._only_best and self._settings.reproducible and self._settings.iterations is not None:
            return self._settings.iterations - self.done
        return ENDLESS

    def next_batch(self, most: int, second: int) -> int:
        """The size of the next batch, 0 for the end; `most` are the visits of the answer ahead, `second`
        those of the next one."""
        self._batch_begun = time.perf_counter()
        is_close = self._only_best and second >= CLOSE * most
        left = self._iterations_left(self._settings.patience if is_close else 1.0)
        if self.done > 0 and (left <= 0 or (self._only_best and most - second > left)):
            return 0
        return max(1, math.ceil(min(self._batch, left)))

    def _iterations_left(self, patience: float) -> float:
        """As many as are allowed; where the clock decides, about as many as still fit in, if it allows
        `patience` times the seconds."""
        most, seconds = self._settings.iterations, self._settings.seconds
        left = math.inf if most is None else most - self.done
        if seconds is None or self.done == 0:
            return left
        spent = self._batch_begun - self._begun
        return min(left, (patience * seconds - spent) * self.done / spent)

    def note(self, done: int) -> None:
        """A batch is done. Without a clock all are large, and a search ends within one after the same
        iteration each time; with a clock the next one shall take BATCH_SECONDS."""
        self.done += done
        if not self._settings.reproducible:
            self._batch = self._fitting_batch(done)

    def _fitting_batch(self, done: int) -> int:
        spent = max(time.perf_counter() - self._batch_begun, 1e-6)
        fitting = int(done * BATCH_SECONDS / spent)
        return max(1, min(MAX_BATCH, 2 * self._batch, fitting))


def calibrated(shares: Floats, table: str) -> tuple[float, ...]:
    """The win probability of each seat at this table, as `both5`; all are 0 where nothing was searched."""
    exponent, lead = SHARPNESS.get(table, (1.0, 0.0))
    chances = shares / (shares.sum() or 1.0)
    sharp = chances**exponent * np.exp(lead * chances)
    return tuple((sharp / (sharp.sum() or 1.0)).tolist())
