"""The dealer: answers the questions to chance, from decks that the seed has shuffled.

The same seed deals the same cards whatever the players do, and undoing a decision changes
nothing for the dealer: it keeps no place in its decks but reads from the table how many cards
are left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

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


class Pile(NamedTuple):
    """A deck or pile that chance draws from.

    `name`, `field`: what the seed and `Orders` call it. `cards`: those of the box; `added`: those that came
    to the box later. `first`: the answer that draws card 0. `left`: how many of each card are still in it.
    `shuffled`: where among the numbers of a table it is counted how often it was shuffled after the
    beginning; `Orders.shuffles` counts that at `counted_at`.
    """

    name: str
    field: str
    cards: Sequence[int]
    first: int
    left: Callable[[State], Any]
    shuffled: int | None = None
    counted_at: int | None = None
    added: Sequence[int] = ()


PILES = {
    Source.EXPLORATION_DECK: Pile(
        "exploration", "exploration_deck", EXPLORATION_CARDS, KIND, lambda state: state.deck,
        shuffled=place_of("reshuffles"), counted_at=0,
    ),
    Source.LORD_DECK: Pile(
        "lords", "lord_deck", range(FIRST_LORDS), LORD, lambda state: state.lord_place == DECK,
        added=range(FIRST_LORDS, LORDS),
    ),
    Source.LOCATION_DECK: Pile(
        "locations", "location_deck", range(LOCATIONS), LOCATION, lambda state: state.location_place == DECK,
        shuffled=place_of("location_shuffles"), counted_at=1,
    ),
    Source.MONSTER_TOKENS: Pile("tokens", "monster_pool", MONSTER_TOKENS, TOKEN, _base_tokens_left),
    Source.LOOT_DECK: Pile(
        "loot", "loot_deck", LOOT_CARDS, NUMBER + LOWEST_LOOT, lambda state: state.loot_deck
    ),
    Source.LEVIATHAN_DECK: Pile(
        "leviathans", "leviathan_deck", range(LEVIATHANS), NUMBER, lambda state: state.leviathan_place == DECK
    ),
    Source.LEVIATHAN_TOKENS: Pile(
        "Leviathan tokens", "leviathan_pool", LEVIATHAN_TOKENS, TOKEN, _leviathan_tokens_left
    ),
}  # fmt: skip


class Dealer:
    """Answers every question to chance for one game."""

    def __init__(self, seed: int, orders: Orders | None = None) -> None:
        self.seed = seed
        self._orders = orders or AS_THE_SEED_SAYS
        self._decks: dict[tuple[str, int], Deck] = {}

    def answer(self, state: State) -> int:
        """The answer to the open question, which is one to chance."""
        numbers = numbers_of(state)
        what = numbers[STACK_PLACE + FRAME * (numbers[DEPTH_PLACE] - 1)]
        pile = _DRAWN_FROM.get(what)
        if pile is None:
            return _ANSWERED_BY[what](self, state)
        return pile.first + self._deck(pile, state).top(pile.left(state))

    def first_player(self, state: State) -> int:
        """Any seat but that of the Regent in solo play."""
        seats = [seat for seat in range(state.players) if seat != state.regent]
        return PLAYER + self._random("first player").choice(seats)

    def stolen_token(self, state: State) -> int:
        weights = state.mask[TOKEN : TOKEN + TOKENS].tolist()
        return TOKEN + self._random("stolen token").choices(range(TOKENS), weights)[0]

    def die(self, state: State) -> int:
        """The dice that were given first, then those of the seed."""
        given, rolled = self._orders.dice, int(state.rolls) - self._orders.rolls
        if rolled < len(given):
            return NUMBER + given[rolled]
        return NUMBER + self._random(f"die {state.rolls - len(given)}").randint(1, DIE_FACES)

    def orders(self, state: State) -> Orders:
        """The decks as they are now; of the dice, those of the seed count as rolled."""
        rolled = int(state.rolls) - self._orders.rolls
        left = {pile.field: self._deck(pile, state).rest(pile.left(state)) for pile in PILES.values()}
        return Orders(
            **left,
            dice=self._orders.dice[rolled:],
            shuffles=(int(state.reshuffles), int(state.location_shuffles)),
            rolls=int(state.rolls) - min(rolled, len(self._orders.dice)),
        )

    def _random(self, purpose: str) -> Random:
        """A stream of its own for every purpose, so that none disturbs another."""
        return Random(f"openabyss {self.seed} {purpose}")

    def _deck(self, pile: Pile, state: State) -> Deck:
        shuffles = 0 if pile.shuffled is None else numbers_of(state)[pile.shuffled]
        deck = self._decks.get((pile.name, shuffles))
        if deck is None:
            deck = self._decks[pile.name, shuffles] = Deck(self._order(pile, shuffles))
        return deck

    def _order(self, pile: Pile, shuffles: int) -> Sequence[int]:
        """The cards after this many shuffles: as given, later and otherwise shuffled.

        Cards that were added later are put anywhere between the others, whose order stays as it was.
        """
        given: Sequence[int] | None = getattr(self._orders, pile.field)
        if given is not None and shuffles == (
            0 if pile.counted_at is None else self._orders.shuffles[pile.counted_at]
        ):
            return given
        order = list(pile.cards)
        self._random(f"{pile.name} {shuffles}").shuffle(order)
        for card in pile.added:
            order.insert(self._random(f"{pile.name} {shuffles} {card}").randint(0, len(order)), card)
        return order


_ANSWERS = {
    Source.SEATS: Dealer.first_player,
    Source.HELD_TOKENS: Dealer.stolen_token,
    Source.DIE: Dealer.die,
}
# Who answers a question to chance, or the pile that it is drawn from.
_ANSWERED_BY = {spec.number: _ANSWERS[spec.drawn_from] for spec in QUESTIONS if spec.drawn_from in _ANSWERS}
_DRAWN_FROM = {spec.number: PILES[spec.drawn_from] for spec in QUESTIONS if spec.drawn_from in PILES}
