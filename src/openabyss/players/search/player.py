"""A player that searches before each answer."""

from collections.abc import Mapping
from dataclasses import replace

from openabyss.chance.generator import MASK_48, below, generator
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, Weights
from openabyss.players.matches import GREEDY, choose
from openabyss.players.network.weights import trained_networks
from openabyss.players.perspective import Perspective
from openabyss.players.search.mcts import IS_FILLED_IN
from openabyss.players.search.one_ahead import choose_by_rating
from openabyss.players.search.parameters import DUELLISTS, FEW_ITERATIONS, SearchSettings, defaults_for
from openabyss.players.search.searching import Candidate, Searcher, leaf_for
from openabyss.rules.questions import open_question
from openabyss.rules.state import State
from openabyss.table.questions import Action
from openabyss.words.arguments import instance_of

SEEDS = MASK_48 >> 16
# How the level hard searches as a rule.
SHORT = SearchSettings(seconds=None, iterations=FEW_ITERATIONS)
# Where simulations end in greedy rollouts: how many it makes for each legal answer, and the most.
ROLLOUTS_PER_ANSWER = 20
FEW_ROLLOUTS = 100
# What a taste may cost: this share of the best answer's win probability; and how many times as often the best
# answer may have been visited, for an answer that was seldom looked at may be worth less than it seems.
GIVEN_UP = 0.04
TIMES_VISITED = 12


class SearchPlayer:
    """Answers with what its search has visited most, of equals the first of the catalogue.

    Cards of a payment and the like, which are named one by one, are left to a player that looks one
    answer ahead: to search them was worth nothing (52 % ± 13 of 60 games), and takes a third of the time.
    """

    def __init__(self, name: str, settings: SearchSettings, seed: int, taste: Weights | None = None) -> None:
        """Among answers that are about as good it follows a `taste`, where a greedy player would answer
        something else for it. Raises WrongWeights where a network is missing."""
        self.name, self._taste = name, taste
        self.searcher = Searcher(settings)
        # How often the search for the last answer has visited each; nothing where none was needed.
        self.visits: Mapping[int, int] = {}
        self.random = generator(seed)

    @property
    def reproducible(self) -> bool:
        """The same seed gives the same answers, whatever the clock says."""
        return self.searcher.settings.reproducible

    def choose(self, perspective: Perspective) -> Action:
        """The best answer found. Raises InvalidArgument."""
        state = instance_of("perspective", perspective, Perspective).state
        self.visits = {}
        if state.offered == 1:
            return perspective.legal_actions[0]
        is_small = IS_FILLED_IN[open_question(state).what] == 1
        answer = self._small_answer(state) if is_small else self._searched_answer(perspective)
        return perspective.action(answer)

    def _searched_answer(self, perspective: Perspective) -> int:
        """Each simulation samples the face-down tokens, so any of their deals will do."""
        self.searcher.think(perspective.determinized_state(0), below(self.random, SEEDS), only_best=True)
        candidates = self.searcher.candidates()
        self.visits = {candidate.action: candidate.visits for candidate in candidates}
        if self._taste is None:
            return candidates[0].action
        return self._to_its_taste(perspective.state, candidates, self._taste)

    def _to_its_taste(self, state: State, candidates: list[Candidate], taste: Weights) -> int:
        best, seat = candidates[0], open_question(state).player
        liked = int(choose(state, GREEDY, taste, self.random))
        if liked != choose(state, GREEDY, DEFAULT_WEIGHTS, self.random):
            for candidate in candidates:
                is_known = candidate.visits * TIMES_VISITED >= best.visits
                is_close = candidate.chances[seat] >= best.chances[seat] * (1 - GIVEN_UP)
                if candidate.action == liked and is_known and is_close:
                    return liked
        return best.action

    def _small_answer(self, state: State) -> int:
        if self.searcher.settings.leaf != "playout":
            return int(choose_by_rating(state, trained_networks().value(state)))
        return int(choose(state, GREEDY, DEFAULT_WEIGHTS, self.random))


class HardPlayer(SearchPlayer):
    """Answers almost at once: trusts the policy and looks a little ahead. Without a policy it looks one
    answer ahead of two players, unless it has a taste, and of more, where that is not precise enough,
    searches for a moment."""

    def __init__(self, name: str, seed: int, taste: Weights | None = None, leaf: str | None = None) -> None:
        """`leaf` says how simulations are evaluated where that is not to be what suits the table. Raises
        WrongWeights where a network is missing, InvalidOption."""
        self._short = replace(SHORT, leaf=leaf)
        super().__init__(name, self._short, seed, taste)

    def choose(self, perspective: Perspective) -> Action:
        """The best answer found. Raises InvalidArgument."""
        state = instance_of("perspective", perspective, Perspective).state
        players = perspective.players
        leaf = leaf_for(self._short, trained_networks(), state)
        if players == DUELLISTS and leaf == "learned" and self._taste is None:
            return perspective.action(int(choose_by_rating(state, trained_networks().value(state))))
        goes_on = defaults_for(leaf, players, bool(state.kraken)).greedy > 0
        few = rollouts_for(int(state.offered)) if goes_on else FEW_ITERATIONS
        self.searcher.settings = replace(self._short, iterations=few)
        return super().choose(perspective)


def rollouts_for(answers: int) -> int:
    """How many simulations the level hard makes for a question with this number of answers where they end in
    greedy rollouts. More than half of the questions there have two answers, for which 40 rollouts are as good
    as 100 (docs/training/log.md)."""
    return min(FEW_ROLLOUTS, ROLLOUTS_PER_ANSWER * answers)


def visits_of(player: object) -> Mapping[int, int]:
    """How often the search for the last answer of a player has visited each, by number; nothing for one
    that does not search."""
    return player.visits if isinstance(player, SearchPlayer) else {}
