"""What opponents may not learn from the pace of a table: that somebody had no choice."""

from openabyss.rules.cards.soldiers import tokens_with_back
from openabyss.rules.holdings.hands import cards_in, hand_size
from openabyss.rules.questions import QUESTIONS, Cards, open_question
from openabyss.rules.state import LEVIATHAN_BACK, State


def is_choice_secret(state: State) -> bool:
    """Opponents cannot know how many answers the open question has.

    All that answers depend on lies open, but for the cards in hands and in the exploration discard,
    and the faces of monster tokens. So where a question has one answer only, this says whether
    opponents would learn something if it were answered at once.
    """
    what, player, _detail = open_question(state)
    question = QUESTIONS[what]
    if question.concerns_hand and hand_size(state, player) > 0:
        return True
    if question.asks_for is Cards.DISCARD and cards_in(state.discard) > 0:
        return True
    may_use_tokens = question.tokens and player == state.active
    return bool(may_use_tokens and tokens_with_back(state, player, LEVIATHAN_BACK) > 0)
