"""Paying a price in pearls, or in Kraken with nebulis among them (rules 9.5)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_NUMBER, NUMBER
from openabyss.rules.base.holdings import gain_pearls, pay_pearls
from openabyss.rules.cards.printed import KRAKEN
from openabyss.rules.cards.smugglers import keeps_pearls_back, nebulis_in_a_payment
from openabyss.rules.kraken.nebulis import spend_nebulis
from openabyss.rules.numbering import PAY_PRICE
from openabyss.rules.questions import Topic, Whole, answer, ask, options, question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State

question(
    PAY_PRICE,
    A_NUMBER,
    about=(Topic.PRICE, Topic.RECEIVER),
    of_anybody=True,
    part_of=Whole.PRICE,
    only_with=KRAKEN,
)


@compiled
def means_of(state: State, player: int) -> int:
    """The highest price that `player` could pay: all pearls and as many nebulis as are allowed."""
    return int(state.pearls[player]) + nebulis_in_a_payment(state, player)


@compiled
def pay_price(state: State, player: int, price: int, receiver: int) -> None:
    """Pay a price to another player or, if the receiver is NOBODY, to the supply."""
    if price > 0 and state.nebulis[player] > 0:
        ask(state, PAY_PRICE, player, price * (SEATS + 1) + receiver + 1)
    else:
        hand_over(state, player, price, 0, receiver)


@compiled
def hand_over(state: State, player: int, price: int, nebulis: int, receiver: int) -> None:
    pay_pearls(state, player, price - nebulis)
    if receiver != NOBODY:
        gain_pearls(state, receiver, price - nebulis)
    spend_nebulis(state, player, nebulis, receiver)


@options(PAY_PRICE)
def nebulis_to_use(state: State, player: int, detail: int) -> None:
    """How many nebulis: some only if all pearls go with them, but for the Counterfeiter."""
    price, pearls = detail // (SEATS + 1), int(state.pearls[player])
    for nebulis in range(min(price, nebulis_in_a_payment(state, player)) + 1):
        spends_all = pearls == price - nebulis
        if pearls >= price - nebulis and (nebulis == 0 or spends_all or keeps_pearls_back(state, player)):
            state.mask[NUMBER + nebulis] = 1


@answer(PAY_PRICE)
def pay_with(state: State, player: int, detail: int, action: int) -> None:
    price, receiver = detail // (SEATS + 1), detail % (SEATS + 1) - 1
    hand_over(state, player, price, action - NUMBER, receiver)
