"""What a seat knows: the table as it remembers it, and what others may not learn from the pace of a game.

With a perfect memory every hand and council stack is known, since all cards were face up before they got
there. The order of the decks is recorded nowhere. Left are the opponents' monster tokens, which are face
down: here those with the same back all show the same face, and so do the piles.
"""

from openabyss.engine.layout import Numbers
from openabyss.rules.cards.soldiers import tokens_with_back
from openabyss.rules.chapters import cards_in, hand_size
from openabyss.rules.questions import QUESTIONS, Cards
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_TOKENS, LEVIATHAN_BACK, TOKEN_2, State, copy_of, numbers_of
from openabyss.words.questions.wording import asked_in


def table_known_to(state: State, seat: int) -> State:
    """A copy of the table with the values of face-down tokens removed; how many there are stays.

    What has happened last, which may have been private, is removed as well.
    """
    known = copy_of(state)
    for player in range(state.players):
        if player != seat:
            turn_over(known.monster_tokens[player])
    turn_over(known.pool)
    known.events[:] = 0
    known.event_count = 0
    return known


def turn_over(tokens: Numbers) -> None:
    """The tokens of each pile, which the backs distinguish, all counted as its first kind."""
    for first, end in ((TOKEN_2, BASE_TOKENS), (BASE_TOKENS, TOKENS)):
        count = int(tokens[first:end].sum())
        tokens[first:end] = 0
        tokens[first] = count


def unseen_by(state: State, seat: int) -> Numbers:
    """How many tokens of each kind are face down for the seat: in the piles and before the others.

    It knows them all together, since it knows all tokens that there are.
    """
    unseen: Numbers = state.pool.copy()
    for player in range(state.players):
        if player != seat:
            unseen += state.monster_tokens[player]
    return unseen


def is_choice_secret(state: State) -> bool:
    """Opponents cannot know how many answers the open question has.

    All that answers depend on is public, but for the cards in hands and in the exploration discard, and the
    faces of monster tokens. Where a question has one answer only, this says whether opponents would learn
    something if it were answered at once.
    """
    what, player, _detail = asked_in(numbers_of(state))
    question = QUESTIONS[what]
    if question.concerns_hand and hand_size(state, player) > 0:
        return True
    if question.asks_for is Cards.DISCARD and cards_in(state.discard) > 0:
        return True
    may_use_tokens = question.tokens and player == state.active
    return bool(may_use_tokens and tokens_with_back(state, player, LEVIATHAN_BACK) > 0)
