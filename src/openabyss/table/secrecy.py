"""What opponents may not learn from the pace of a table: that somebody had no choice."""

from openabyss.rules.cards.soldiers import tokens_with_back
from openabyss.rules.holdings.hands import cards_in, hand_size
from openabyss.rules.questions import QUESTION_NAMES, TOKENS_ALLOWED
from openabyss.rules.state import LEVIATHAN_BACK, State

# Questions whose answers depend on the cards in the hand of whoever is asked: they are answered with
# cards, or they ask for something that takes certain cards, as to recruit a lord does.
ABOUT_THE_HAND = (
    "MAIN",
    "PAY",
    "DISCARD_ALLY",
    "DISCARD_TO_LIMIT",
    "SELL_ALLY",
    "FIGHT_ALLY",
    "FIGHT_TARGET",
    "MEET_MONSTER",
    "LOSE_ALLY",
    "OBEY_MARTIAL_LAW",
)


def is_choice_secret(state: State) -> bool:
    """Opponents cannot know how many answers the open question has.

    All that answers depend on lies open, but for the cards in hands and in the exploration discard,
    and the faces of monster tokens. So where a question has one answer only, this says whether
    opponents would learn something if it were answered at once.
    """
    what, player, _detail = state.stack[state.depth - 1].tolist()
    name = QUESTION_NAMES[what]
    if name in ABOUT_THE_HAND and hand_size(state, player) > 0:
        return True
    if name == "HEAL" and cards_in(state.discard) > 0:
        return True
    may_use_tokens = TOKENS_ALLOWED[what] and player == state.active
    return bool(may_use_tokens and tokens_with_back(state, player, LEVIATHAN_BACK) > 0)
