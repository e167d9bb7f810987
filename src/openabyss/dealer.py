"""The dealer: answers the questions to chance, from decks that the seed has shuffled.

The same seed deals the same cards whatever the players do, and taking back a decision takes
nothing from the dealer: it keeps no place in its decks but reads from the table how many cards
are left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from openabyss.rules.cards.allies import BASE_DECK, KINDS, KRAKEN_DECK, LEVIATHAN_DECK
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.cards.soldiers import STEAL_TOKEN
from openabyss.rules.setup import FIRST_PLAYER, TOKENS_IN_BOX
from openabyss.rules.table import (
    DECK,
    KIND,
    LOCATION,
    LORD,
    NUMBER,
    PLAYER,
    TOKEN,
    TOKENS,
    State,
)


@dataclass(frozen=True, slots=True)
class Orders:
    """The decks as they lie, top card first, by the numbers of the rules; None: as the seed says.

    `dice` are the first numbers rolled, before those of the seed.
    """

    exploration_deck: tuple[int, ...] | None = None
    lord_deck: tuple[int, ...] | None = None
    location_deck: tuple[int, ...] | None = None
    monster_pool: tuple[int, ...] | None = None
    loot_deck: tuple[int, ...] | None = None
    leviathan_deck: tuple[int, ...] | None = None
    leviathan_pool: tuple[int, ...] | None = None
    dice: tuple[int, ...] = ()


class Deck:
    """Cards in the order in which they come, however many of each are left."""

    def __init__(self, order: Sequence[int]) -> None:
        self._order = tuple(order)
        self._places: dict[int, list[int]] = {}
        for place, card in enumerate(order):
            self._places.setdefault(card, []).append(place)

    def top(self, left: Sequence[int]) -> int:
        """The next card, when `left[card]` copies of each are still in the deck.

        Of equal cards those that come last are left, so drawing the top card moves no other.
        """
        return min((self._places[card][-copies], card) for card, copies in enumerate(left) if copies > 0)[1]

    def rest(self, left: Sequence[int]) -> tuple[int, ...]:
        """All cards still in the deck, top first, when `left[card]` copies of each are."""
        places = [
            place for card, copies in enumerate(left) if copies > 0 for place in self._places[card][-copies:]
        ]
        return tuple(self._order[place] for place in sorted(places))


class Dealer:
    """Answers every question to chance for one game."""

    def __init__(self, seed: int, orders: Orders | None = None) -> None:
        self.seed = seed
        self._orders = orders or Orders()
        self._decks: dict[tuple[str, int], Deck] = {}

    def answer(self, state: State) -> int:
        """The answer to the open question, which is one to chance."""
        what = state.stack[state.depth - 1, 0]
        if what == FIRST_PLAYER:
            return PLAYER + self._random("first player").randrange(state.players)
        if what == STEAL_TOKEN:
            return self._stolen_token(state)
        if state.mask[LORD:LOCATION].any():
            return LORD + self._lords().top((state.lord_place == DECK).tolist())
        if state.mask[LOCATION:NUMBER].any():
            return LOCATION + self._locations(state).top((state.location_place == DECK).tolist())
        if state.mask[KIND:LORD].any():
            return KIND + self._exploration(state).top(state.deck.tolist())
        return TOKEN + self._tokens().top(state.pool.tolist())

    def orders(self, state: State) -> Orders:
        """The decks as they lie now."""
        return Orders(
            exploration_deck=self._exploration(state).rest(state.deck.tolist()),
            lord_deck=self._lords().rest((state.lord_place == DECK).tolist()),
            location_deck=self._locations(state).rest((state.location_place == DECK).tolist()),
            monster_pool=self._tokens().rest(state.pool.tolist()),
            dice=self._orders.dice[state.rolls :],
        )

    def _random(self, purpose: str) -> Random:
        """A stream of its own for every purpose, so that none disturbs another."""
        return Random(f"openabyss {self.seed} {purpose}")

    def _stolen_token(self, state: State) -> int:
        weights = state.mask[TOKEN : TOKEN + TOKENS].tolist()
        stream = self._random(f"stolen token {state.rolls}")
        return TOKEN + stream.choices(range(TOKENS), weights)[0]

    def _deck(self, name: str, shuffle: int, given: tuple[int, ...] | None, cards: Sequence[int]) -> Deck:
        """The deck after so many shuffles: as given at first, later and otherwise shuffled."""
        key = (name, shuffle)
        if key not in self._decks:
            order = list(cards)
            self._random(f"{name} {shuffle}").shuffle(order)
            self._decks[key] = Deck(given if given is not None and shuffle == 0 else order)
        return self._decks[key]

    def _exploration(self, state: State) -> Deck:
        given = self._orders.exploration_deck
        return self._deck("exploration", int(state.reshuffles), given, EXPLORATION_CARDS)

    def _lords(self) -> Deck:
        return self._deck("lords", 0, self._orders.lord_deck, range(LORDS))

    def _locations(self, state: State) -> Deck:
        given = self._orders.location_deck
        return self._deck("locations", int(state.location_shuffles), given, range(LOCATIONS))

    def _tokens(self) -> Deck:
        return self._deck("tokens", 0, self._orders.monster_pool, MONSTER_TOKENS)


def _copies(counts: Sequence[int]) -> tuple[int, ...]:
    """Every single card, from how many there are of each."""
    return tuple(card for card, copies in enumerate(counts) for _ in range(copies))


EXPLORATION_CARDS = _copies(
    [BASE_DECK[kind] + KRAKEN_DECK[kind] + LEVIATHAN_DECK[kind] for kind in range(KINDS)]
)
MONSTER_TOKENS = _copies(TOKENS_IN_BOX.tolist())
