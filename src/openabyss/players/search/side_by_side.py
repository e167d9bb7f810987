"""A search on several processors: trees side by side, the answers to whose roots are added up.

Root parallelisation (Chaslot, Winands and van den Herik, 2008, "Parallel Monte-Carlo Tree Search").
"""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from openabyss.players.network.weights import trained_networks
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Candidate, Searcher, leaf_for, load_search
from openabyss.players.search.tree import ROOT
from openabyss.rules.state import State


class SearchersSideBySide:
    """Several searchers that think about the same table at the same time, each with chance of its own.

    Raises WrongWeights where a network is missing.
    """

    def __init__(self, settings: SearchSettings) -> None:
        self.settings = settings
        self.searchers = [Searcher(settings) for _ in range(settings.threads)]

    def think(self, state: State, seed: int, *, only_best: bool = False) -> int:
        """Search as `Searcher.think` does, each searcher on a processor; returns the iterations done by all.

        A number of iterations is dealt out evenly, and seconds hold for each.
        """
        load_search()
        leaf = leaf_for(self.settings, trained_networks(), state)
        for place, searcher in enumerate(self.searchers):
            searcher.settings = replace(self.settings, leaf=leaf, iterations=self._share_of(place))

        def search(place: int) -> int:
            return self.searchers[place].think(state, seed + place, only_best=only_best)

        with ThreadPoolExecutor(len(self.searchers)) as threads:
            return sum(threads.map(search, range(len(self.searchers))))

    def _share_of(self, place: int) -> int | None:
        if self.settings.iterations is None:
            return None
        each, left = divmod(self.settings.iterations, len(self.searchers))
        return max(1, each + (place < left))

    @property
    def chances(self) -> tuple[float, ...]:
        """The share of wins of each seat in all that was looked at."""
        visits = [int(searcher.tree.visits[ROOT]) for searcher in self.searchers]
        chances = [searcher.chances for searcher in self.searchers]
        return tuple(np.average(chances, axis=0, weights=visits).tolist())

    def candidates(self) -> list[Candidate]:
        """The answers to the question, most visited first."""
        found = defaultdict[int, list[Candidate]](list)
        for searcher in self.searchers:
            for candidate in searcher.candidates():
                found[candidate.action].append(candidate)
        return sorted(map(_added_up, found.values()), key=lambda one: (-one.visits, one.action))


def searcher_for(settings: SearchSettings) -> Searcher | SearchersSideBySide:
    """What searches as it is set, on one processor or on several."""
    return Searcher(settings) if settings.threads == 1 else SearchersSideBySide(settings)


def _added_up(same: list[Candidate]) -> Candidate:
    """One answer as several trees see it."""
    visits = [candidate.visits for candidate in same]
    weights = visits if any(visits) else None
    chances = np.average([candidate.chances for candidate in same], axis=0, weights=weights)
    return Candidate(same[0].action, sum(visits), tuple(chances.tolist()))
