"""The loot of Kraken: 25 cards, value v occurs v times, and what each gives (rules 9.9)."""

from openabyss.engine.compiling import compiled
from openabyss.rules.actions import A_NUMBER, AN_ALLY, KIND, NUMBER, PASS, YES, YES_OR_NO
from openabyss.rules.base.depths import raise_threat, refill_deck
from openabyss.rules.base.holdings import (
    draw_tokens,
    gain_key_tokens,
    gain_pearls,
    has_allies_left,
    has_cards,
)
from openabyss.rules.cards.allies import MONSTER
from openabyss.rules.cards.printed import KRAKEN
from openabyss.rules.events import ALLY_FOUND, LOOT_DRAWN, LOOT_LOST, MONSTER_FOUND, emit
from openabyss.rules.leviathan.border import add_leviathan
from openabyss.rules.numbering import DRAW_LOOT, FIND_ALLY, FIND_CARD, SANCTUARY, SEARCH
from openabyss.rules.questions import Source, Topic, answer, ask, options, question, schedule, step, when_due
from openabyss.rules.sizes import LOOT_VALUES
from openabyss.rules.state import (
    DUPLICATE_LOOT_ENDS_SEARCH,
    LOOT_MONSTER_ADDS_LEVIATHAN,
    NOBODY,
    State,
    sum_of,
)

LOWEST_LOOT = 3
LOOT_COPIES = (3, 4, 5, 6, 7)
LOOT_OF_KEY, LOOT_OF_PEARLS, LOOT_OF_TOKEN, LOOT_OF_ALLY = 3, 4, 5, 6

step(SEARCH, only_with=KRAKEN, waits=False)
question(DRAW_LOOT, A_NUMBER, about=Topic.SANCTUARY, drawn_from=Source.LOOT_DECK, only_with=KRAKEN)
question(SANCTUARY, YES_OR_NO, about=Topic.SANCTUARY, only_with=KRAKEN)
step(FIND_ALLY, only_with=KRAKEN)
question(FIND_CARD, AN_ALLY, about=Topic.ACTIVE_PLAYER, drawn_from=Source.EXPLORATION_DECK, only_with=KRAKEN)


@when_due(SEARCH)
def search(state: State, player: int, sanctuary: int) -> None:
    """The first card is compulsory; tiles that already hold loot leave the choice (R-K10, R-K11)."""
    if holds_loot(state, sanctuary):
        ask(state, SANCTUARY, player, sanctuary)
    else:
        ask(state, DRAW_LOOT, NOBODY, sanctuary)


@compiled
def holds_loot(state: State, sanctuary: int) -> bool:
    for place in range(LOOT_VALUES):
        if state.loot[sanctuary, place] > 0:
            return True
    return False


@options(DRAW_LOOT)
def loot_to_draw(state: State, player: int, detail: int) -> None:
    for place in range(LOOT_VALUES):
        state.mask[NUMBER + LOWEST_LOOT + place] = state.loot_deck[place]


@answer(DRAW_LOOT)
def draw_loot(state: State, player: int, detail: int, action: int) -> None:
    """Rewards are kept, also of a card that is lost as a duplicate (R-K8)."""
    explorer, value = int(state.active), action - NUMBER
    place = value - LOWEST_LOOT
    state.loot_deck[place] -= 1
    emit(state, LOOT_DRAWN, explorer, value, detail)
    is_duplicate = state.loot[detail, place] > 0
    if is_duplicate:
        state.loot[detail, place] = 0
        emit(state, LOOT_LOST, explorer, value, detail)
    else:
        state.loot[detail, place] = 1
    if not (is_duplicate and state.options[DUPLICATE_LOOT_ENDS_SEARCH] == 1):
        ask(state, SANCTUARY, explorer, detail)
    reward_loot(state, explorer, value)


@compiled
def reward_loot(state: State, player: int, value: int) -> None:
    if value == LOOT_OF_KEY:
        gain_key_tokens(state, player, 1)
    elif value == LOOT_OF_PEARLS:
        gain_pearls(state, player, 2)
    elif value == LOOT_OF_TOKEN:
        draw_tokens(state, player, 1)
    elif value == LOOT_OF_ALLY:
        turn_up_card(state, player)


@options(SANCTUARY)
def search_or_stop(state: State, player: int, detail: int) -> None:
    if loot_left(state) > 0:
        state.mask[YES] = 1
        state.mask[PASS] = 1


@compiled
def loot_left(state: State) -> int:
    return sum_of(state.loot_deck, 0, LOOT_VALUES)


@answer(SANCTUARY)
def go_on_searching(state: State, player: int, detail: int, action: int) -> None:
    if action == YES:
        ask(state, DRAW_LOOT, NOBODY, detail)


@compiled
def turn_up_card(state: State, player: int) -> None:
    """The top card of the exploration deck."""
    refill_deck(state)
    if has_cards(state.deck):
        ask(state, FIND_CARD, NOBODY, player)


@answer(FIND_CARD)
def find_card(state: State, player: int, detail: int, action: int) -> None:
    """An ally goes to the hand; a monster raises the threat, or with Leviathan adds one to the border if the
    option says so (A11), and another card is turned up."""
    kind = action - KIND
    state.deck[kind] -= 1
    if kind != MONSTER:
        state.hand[detail, kind] += 1
        emit(state, ALLY_FOUND, detail, 0, kind)
        return
    emit(state, MONSTER_FOUND, detail, 0, kind)
    state.discard[kind] += 1
    schedule(state, FIND_ALLY, detail, 0)
    if state.leviathan == 0:
        raise_threat(state, detail)
    elif state.options[LOOT_MONSTER_ADDS_LEVIATHAN] == 1:
        add_leviathan(state, detail)


@when_due(FIND_ALLY)
def find_ally(state: State, player: int, detail: int) -> None:
    """After a monster, again and again until it is an ally, as long as one is left to be found (R-K9): also
    one that has just been lost to an attack."""
    if has_allies_left(state):
        turn_up_card(state, player)
