"""The merchants: shellfish; pearls."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import AN_ALLY, KIND
from openabyss.rules.base.holdings import discard_ally, gain_pearls, hand_size
from openabyss.rules.cards.printed import MERCHANT, lord
from openabyss.rules.leviathan.border import leviathans_on_border
from openabyss.rules.numbering import DIVIDEND, SELL_ALLY
from openabyss.rules.powers import has_power, on_your_turn, opponent_has_power, usable, when_recruited
from openabyss.rules.questions import Cards, Topic, answer, ask, question, when_due
from openabyss.rules.state import State

SHIP_MASTER = lord(8, MERCHANT, cost=6, races=3, keys=1, influence=5)


@compiled
def collect_cargo(state: State, player: int, races: int) -> None:
    """The Ship Master: 1 pearl for each race that goes to the council after an own exploration."""
    if has_power(state, player, SHIP_MASTER):
        gain_pearls(state, player, races)


TRADER = lord(9, MERCHANT, cost=10, races=3, influence=9, pearls=3)
PEDDLER = lord(10, MERCHANT, cost=8, races=1, influence=9, pearls=2)
LANDLORD = lord(11, MERCHANT, cost=10, races=2, keys=1, influence=5, pearls=1)


@compiled
def collect_rent(state: State, player: int) -> None:
    """The Landlord: 1 pearl at the start of each own turn too."""
    if has_power(state, player, LANDLORD):
        gain_pearls(state, player, 1)


SLAVER = lord(12, MERCHANT, cost=8, races=1, keys=1, influence=5)
SLAVER_PEARLS = 2
question(SELL_ALLY, AN_ALLY, about=Topic.LORD, asks_for=Cards.HAND)


@usable(SLAVER)
def slaver_has_goods(state: State, me: int) -> bool:
    return hand_size(state, me) > 0


@on_your_turn(SLAVER)
def slaver(state: State, me: int) -> None:
    """Discards one ally for 2 pearls."""
    ask(state, SELL_ALLY, me, SLAVER)


@answer(SELL_ALLY)
def sell(state: State, player: int, detail: int, action: int) -> None:
    discard_ally(state, player, action - KIND)
    gain_pearls(state, player, SLAVER_PEARLS)


SHOPKEEPER = lord(13, MERCHANT, cost=6, races=3, influence=9, pearls=1)
SHAREHOLDER = lord(109, MERCHANT, cost=9, races=2, keys=1, influence=5)


@when_due(DIVIDEND)
def shareholder(state: State, recruiter: int, lord: int) -> None:
    """1 pearl whenever an opponent recruits, also through the Corruptor (R-K17)."""
    if opponent_has_power(state, recruiter, SHAREHOLDER):
        gain_pearls(state, int(state.lord_place[SHAREHOLDER]), 1)


INHERITOR = lord(110, MERCHANT, cost=10, races=2, influence=7, pearls=5)
TAXIDERMIST = lord(203, MERCHANT, cost=6, races=1, keys=1, influence=5)


@compiled
def stuff_trophy(state: State, player: int) -> None:
    """The Taxidermist: 2 pearls for each level that a leviathan loses to the owner."""
    if has_power(state, player, TAXIDERMIST):
        gain_pearls(state, player, 2)


ARMS_DEALER = lord(204, MERCHANT, cost=8, races=2, influence=7)


@when_recruited(ARMS_DEALER)
def arms_dealer(state: State, me: int) -> None:
    """1 pearl for each leviathan on the border."""
    gain_pearls(state, me, leviathans_on_border(state))
