"""The dealer: answers the questions to chance, from decks that the seed has shuffled.

The same seed deals the same cards whatever the players do, and undoing a decision changes
nothing for the dealer: it keeps no place in its decks but reads from the table how many cards
are left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.layout import Numbers
from openabyss.rules.actions import KIND, LOCATION, LORD, NUMBER, PLAYER, TOKEN
from openabyss.rules.cards.allies import BASE_DECK, KINDS, KRAKEN_DECK, LEVIATHAN_DECK
from openabyss.rules.cards.loot import LOOT_COPIES, LOWEST_LOOT
from openabyss.rules.cards.printed import FIRST_LORDS, LOCATIONS, LORDS
from openabyss.rules.chapters import DIE_FACES
from openabyss.rules.questions import QUESTIONS, Source
from openabyss.rules.setup import TOKENS_IN_BOX
from openabyss.rules.sizes import LEVIATHANS, TOKENS
from openabyss.rules.state import (
    BASE_TOKENS,
    DECK,
    DEPTH_PLACE,
    FRAME,
    STACK_PLACE,
    TOKEN_2_PEARLS,
    State,
    numbers_of,
    place_of,
)


@dataclass(frozen=True, slots=True)
class Orders:
    """The decks as they are, top card first, by the numbers of the rules; None: as the seed says.

    `dice` are the first numbers rolled, before those of the seed. `shuffles` and `rolls`: how often the
    exploration deck and the locations had been shuffled, and dice rolled, at that time.
    """

    exploration_deck: tuple[int, ...] | None = None
    lord_deck: tuple[int, ...] | None = None
    location_deck: tuple[int, ...] | None = None
    monster_pool: tuple[int, ...] | None = None
    loot_deck: tuple[int, ...] | None = None
    leviathan_deck: tuple[int, ...] | None = None
    leviathan_pool: tuple[int, ...] | None = None
    dice: tuple[int, ...] = ()
    shuffles: tuple[int, int] = (0, 0)
    rolls: int = 0


AS_THE_SEED_SAYS = Orders()


class Deck:
    """Cards in the order in which they come, however many of each are left.

    Of equal cards those that come last are left, so drawing the top card moves no other.
    """

    def __init__(self, order: Sequence[int]) -> None:
        self._order, self._cards = np.array(order, np.intp), tuple(order)
        # For each place how many copies of its card, itself included, come from there on.
        self._from_here_on = _counted_from_the_end(order)

    def top(self, left: Numbers) -> int:
        """The next card, when `left[card]` copies of each are still in the deck."""
        return self._cards[(left.take(self._order) >= self._from_here_on).argmax()]

    def rest(self, left: Numbers) -> tuple[int, ...]:
        """All cards still in the deck, top first, when `left[card]` copies of each are."""
        return tuple(self._order[left.take(self._order) >= self._from_here_on].tolist())


def _counted_from_the_end(order: Sequence[int]) -> NDArray[np.intp]:
    seen = [0] * (max(order, default=0) + 1)
    counts = []
    for card in reversed(order):
        seen[card] = count = seen[card] + 1
        counts.append(count)
    return np.array(counts[::-1], np.intp)


class Dealer:
    """Answers every question to chance for one game."""

    def __init__(self, seed: int, orders: Orders | None = None) -> None:
        self.seed = seed
        self._orders = orders or AS_THE_SEED_SAYS
        self._decks: dict[tuple[str, int], Deck] = {}

    def answer(self, state: State) -> int:
        """The answer to the open question, which is one to chance."""
        numbers = numbers_of(state)
        return _ANSWERS[numbers[STACK_PLACE + FRAME * (numbers[DEPTH_PLACE] - 1)]](self, state)

    def first_player(self, state: State) -> int:
        """Any seat but that of the Regent in solo play."""
        seats = [seat for seat in range(state.players) if seat != state.regent]
        return PLAYER + self._random("first player").choice(seats)

    def lord(self, state: State) -> int:
        return LORD + self._lords().top(state.lord_place == DECK)

    def location(self, state: State) -> int:
        return LOCATION + self._locations(state).top(state.location_place == DECK)

    def exploration_card(self, state: State) -> int:
        return KIND + self._exploration(state).top(state.deck)

    def loot(self, state: State) -> int:
        return NUMBER + LOWEST_LOOT + self._loot().top(state.loot_deck)

    def token(self, state: State) -> int:
        return TOKEN + self._tokens().top(_base_tokens_left(state))

    def stolen_token(self, state: State) -> int:
        weights = state.mask[TOKEN : TOKEN + TOKENS].tolist()
        return TOKEN + self._random("stolen token").choices(range(TOKENS), weights)[0]

    def leviathan(self, state: State) -> int:
        return NUMBER + self._leviathans().top(state.leviathan_place == DECK)

    def leviathan_token(self, state: State) -> int:
        return TOKEN + self._leviathan_tokens().top(_leviathan_tokens_left(state))

    def die(self, state: State) -> int:
        """The dice that were given first, then those of the seed."""
        given, rolled = self._orders.dice, int(state.rolls) - self._orders.rolls
        if rolled < len(given):
            return NUMBER + given[rolled]
        return NUMBER + self._random(f"die {state.rolls - len(given)}").randint(1, DIE_FACES)

    def orders(self, state: State) -> Orders:
        """The decks as they are now; of the dice, those of the seed count as rolled."""
        rolled = int(state.rolls) - self._orders.rolls
        return Orders(
            exploration_deck=self._exploration(state).rest(state.deck),
            lord_deck=self._lords().rest(state.lord_place == DECK),
            location_deck=self._locations(state).rest(state.location_place == DECK),
            monster_pool=self._tokens().rest(_base_tokens_left(state)),
            leviathan_pool=self._leviathan_tokens().rest(_leviathan_tokens_left(state)),
            loot_deck=self._loot().rest(state.loot_deck),
            leviathan_deck=self._leviathans().rest(state.leviathan_place == DECK),
            dice=self._orders.dice[rolled:],
            shuffles=(int(state.reshuffles), int(state.location_shuffles)),
            rolls=int(state.rolls) - min(rolled, len(self._orders.dice)),
        )

    def _random(self, purpose: str) -> Random:
        """A stream of its own for every purpose, so that none disturbs another."""
        return Random(f"openabyss {self.seed} {purpose}")

    def _deck(
        self,
        name: str,
        shuffle: int,
        given: tuple[int, ...] | None,
        cards: Sequence[int],
        first: int = 0,
        added: Sequence[int] = (),
    ) -> Deck:
        """The deck after this many shuffles: as given after the `first`, later and otherwise shuffled.

        Cards that were added later are put anywhere between the others, whose order stays as it was.
        """
        key = (name, shuffle)
        deck = self._decks.get(key)
        if deck is None:
            order = list(cards)
            self._random(f"{name} {shuffle}").shuffle(order)
            for card in added:
                order.insert(self._random(f"{name} {shuffle} {card}").randint(0, len(order)), card)
            deck = self._decks[key] = Deck(given if given is not None and shuffle == first else order)
        return deck

    def _exploration(self, state: State) -> Deck:
        given = self._orders.exploration_deck
        first, _locations = self._orders.shuffles
        return self._deck("exploration", numbers_of(state)[RESHUFFLES_PLACE], given, EXPLORATION_CARDS, first)

    def _lords(self) -> Deck:
        return self._deck(
            "lords", 0, self._orders.lord_deck, range(FIRST_LORDS), added=range(FIRST_LORDS, LORDS)
        )

    def _locations(self, state: State) -> Deck:
        given = self._orders.location_deck
        _exploration, first = self._orders.shuffles
        return self._deck("locations", int(state.location_shuffles), given, range(LOCATIONS), first)

    def _tokens(self) -> Deck:
        return self._deck("tokens", 0, self._orders.monster_pool, MONSTER_TOKENS)

    def _leviathan_tokens(self) -> Deck:
        return self._deck("Leviathan tokens", 0, self._orders.leviathan_pool, LEVIATHAN_TOKENS)

    def _leviathans(self) -> Deck:
        return self._deck("leviathans", 0, self._orders.leviathan_deck, range(LEVIATHANS))

    def _loot(self) -> Deck:
        return self._deck("loot", 0, self._orders.loot_deck, LOOT_CARDS)


def _copies(counts: Sequence[int]) -> tuple[int, ...]:
    """Every single card, from how many there are of each."""
    return tuple(card for card, copies in enumerate(counts) for _ in range(copies))


def _base_tokens_left(state: State) -> Numbers:
    """How many of each kind of token are left, those of the Leviathan pile aside."""
    left: Numbers = state.pool.copy()
    left[BASE_TOKENS:] = 0
    return left


def _leviathan_tokens_left(state: State) -> Numbers:
    """How many of each kind of token are left, those of the base pile aside."""
    left: Numbers = state.pool.copy()
    left[:BASE_TOKENS] = 0
    return left


EXPLORATION_CARDS = _copies(
    [BASE_DECK[kind] + KRAKEN_DECK[kind] + LEVIATHAN_DECK[kind] for kind in range(KINDS)]
)
MONSTER_TOKENS = _copies(TOKENS_IN_BOX.tolist())
LEVIATHAN_TOKENS = (*(token for token in MONSTER_TOKENS if token >= BASE_TOKENS), TOKEN_2_PEARLS)
LOOT_CARDS = _copies(LOOT_COPIES)

# Who answers a question to chance, by what it is drawn from.
_DRAWN_BY: dict[Source, Callable[[Dealer, State], int]] = {
    Source.SEATS: Dealer.first_player,
    Source.LORD_DECK: Dealer.lord,
    Source.LOCATION_DECK: Dealer.location,
    Source.EXPLORATION_DECK: Dealer.exploration_card,
    Source.LOOT_DECK: Dealer.loot,
    Source.MONSTER_TOKENS: Dealer.token,
    Source.HELD_TOKENS: Dealer.stolen_token,
    Source.LEVIATHAN_DECK: Dealer.leviathan,
    Source.LEVIATHAN_TOKENS: Dealer.leviathan_token,
    Source.DIE: Dealer.die,
}
_ANSWERS = {spec.number: _DRAWN_BY[spec.drawn_from] for spec in QUESTIONS if spec.drawn_from}

# How often the exploration deck was shuffled, among the numbers of a table.
RESHUFFLES_PLACE = place_of("reshuffles")
