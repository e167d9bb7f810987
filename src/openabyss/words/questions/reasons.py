"""Why an answer that one can see is not allowed: one sentence, from the rule that forbids it."""

from openabyss.rules.kraken.sentinels import is_guarded_from
from openabyss.rules.state import State
from openabyss.words import _
from openabyss.words.questions import WORDINGS
from openabyss.words.questions.actions import (
    TURN_LORDS,
    allows_turn_powers,
    is_recruiting,
    is_token_used,
    sort_and_thing,
)
from openabyss.words.questions.powers import not_usable_lord, not_usable_token
from openabyss.words.questions.wording import asked_of, why_not_in


def reason(state: State, player: int, question_name: str, action: int) -> str:
    """Why `action` is not a legal answer of `player` to the question, in a sentence."""
    return why_not(state, player, question_name, action) or _("That is not an answer to this question.")


def why_not(state: State, player: int, question_name: str, action: int) -> str | None:
    """What forbids it; None where the question is not about such things at all."""
    wording, asked = WORDINGS[question_name], asked_of(state, player)
    sort, thing = sort_and_thing(action)
    if sort == "lord" and _is_about_a_power(state, player, question_name, thing):
        return not_usable_lord(asked, thing)
    if is_token_used(question_name, action) and state.leviathan:
        return not_usable_token(asked, thing)
    if wording.minds_sentinels and is_guarded_from(state, player, action):
        return _("Another player's sentinel guards this.")
    return why_not_in(wording, sort, thing, asked) if sort in wording.answers else None


def _is_about_a_power(state: State, player: int, question_name: str, lord: int) -> bool:
    """A turn lord where turn powers may be used; lords of the court are recruited instead."""
    if not allows_turn_powers(question_name):
        return False
    return lord in TURN_LORDS and (not is_recruiting(question_name) or state.lord_place[lord] == player)
