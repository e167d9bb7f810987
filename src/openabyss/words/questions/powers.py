"""Turn powers and monster tokens in words: what many questions allow before they are answered."""

from openabyss.rules.base.court import is_court_to_be_checked
from openabyss.rules.cards.politicians import OPPORTUNIST, RECIPIENT
from openabyss.rules.cards.printed import LORD_ID
from openabyss.rules.cards.smugglers import is_sentinel
from openabyss.rules.state import BASE_TOKENS, FREE, STRICT_TOKENS
from openabyss.words import _
from openabyss.words.cards.codes import token_effect
from openabyss.words.cards.lords import lord_text, name_of_lord
from openabyss.words.questions.whereabouts import not_mine
from openabyss.words.questions.wording import Asked


def use_of_lord(_asked: Asked, lord: int) -> str:
    """What a person reads on a power."""
    if is_sentinel(lord):
        return _("Place the sentinel of the {lord}").format(lord=name_of_lord(lord))
    return _("Use the {lord}").format(lord=name_of_lord(lord))


def use_of_token(_asked: Asked, token: int) -> str:
    """What a person reads on a monster token that can be used."""
    return _("Use a monster token: {effect}").format(effect=token_effect(token))


def power_of_lord(_asked: Asked, lord: int) -> str:
    """What comes of using a power."""
    return lord_text(int(LORD_ID[lord]))


def power_of_token(_asked: Asked, token: int) -> str:
    """What comes of using a monster token."""
    return _("You use it up: {effect}.").format(effect=token_effect(token))


def not_usable_lord(asked: Asked, lord: int) -> str:
    """Why a power cannot be used now."""
    state, name = asked.state, name_of_lord(lord)
    if state.lord_place[lord] != asked.player:
        return str(not_mine(state, asked.player, lord))
    if state.lord_disabled[lord]:
        return _("The {lord} is disabled and has no power any more.").format(lord=name)
    if state.lord_location[lord] != FREE:
        return _("The {lord} is under a location and has no power any more.").format(lord=name)
    if state.lord_used[lord]:
        return _("You have already used the {lord} this turn.").format(lord=name)
    if lord in (OPPORTUNIST, RECIPIENT) and is_court_to_be_checked(state):
        return _("You can use the {lord} only when the recruit is complete.").format(lord=name)
    return _("There is nothing the {lord} can do now.").format(lord=name)


def not_usable_token(asked: Asked, token: int) -> str:
    """Why a monster token cannot be used now, where tokens can be used at all."""
    state = asked.state
    if token < BASE_TOKENS:
        return _("This monster token has no effect; it counts at the end.")
    if state.monster_tokens[asked.player, token] == 0:
        return _("You have no such monster token.")
    if state.active != asked.player:
        return _("You can use monster tokens only on your own turn.")
    if state.options[STRICT_TOKENS] == 1:
        return _("You can use monster tokens only at the start of your turn, or right after drawing some.")
    return _("There is no council stack that you may take.")
