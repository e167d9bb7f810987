"""Exploration in words: offers, the cards on the track, and rewards for monsters."""

import numpy as np

from openabyss.rules.base.exploring import (
    EXPLORE_ALLY,
    EXPLORE_MONSTER,
    LAST_SPACE,
    OFFER,
    REWARD,
    REWARD_CHOICES,
    REWARDS,
)
from openabyss.rules.cards.mages import purchases_allowed
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import keys, monster_tokens, pearls
from openabyss.words.listing import all_of, one_of
from openabyss.words.questions.wording import Answer, Asked, Wording


def _not_bought(asked: Asked, _thing: int) -> str:
    state, player = asked.state, asked.player
    bought = int(state.bought[player])
    if bought >= purchases_allowed(state, player):
        return ngettext(
            "You have already bought {count} ally this turn.",
            "You have already bought {count} allies this turn.",
            bought,
        ).format(count=bought)
    return _("It costs {price}; you have only {owned}.").format(
        price=pearls(state.price), owned=int(state.pearls[player])
    )


def _not_left(asked: Asked, _thing: int) -> str:
    if asked.detail == LAST_SPACE:
        return _("This is the last space: you must take the ally.")
    return _("There are no cards left to reveal: you must take the ally.")


def _not_avoided(asked: Asked, _thing: int) -> str:
    if asked.detail == LAST_SPACE:
        return _("This is the last space: you must fight the monster.")
    return _("There are no cards left to reveal: you must fight the monster.")


def _not_rewarded(asked: Asked, choice: int) -> str | None:
    if not 1 <= choice <= REWARD_CHOICES:
        return None
    if not np.any(REWARDS[asked.detail - 1, choice - 1]):
        return _("This threat level has fewer rewards to choose from.")
    return _("There are not enough monster tokens left for that reward.")


def reward_in_words(level: int, choice: int) -> str:
    """A reward of threat level 1-6, counted from 1: "1 key and 2 pearls"."""
    gained_pearls, tokens, gained_keys = REWARDS[level - 1, choice - 1].tolist()
    counted = ((keys, gained_keys), (pearls, gained_pearls), (monster_tokens, tokens))
    return all_of([words(count) for words, count in counted if count])


def rewards_at(threat: int) -> str:
    """What a monster gives at a threat level: "1 pearl or 1 monster token"."""
    choices = [choice for choice in range(1, REWARD_CHOICES + 1) if REWARDS[threat - 1, choice - 1].any()]
    return one_of([reward_in_words(threat, choice) for choice in choices])


WORDINGS = {
    OFFER: Wording(
        N_("{card} is for sale. Do you buy it for {price}?"),
        {
            "yes": Answer(N_("Buy {card} for {price}"), typed="buy", why_not=_not_bought),
            "pass": Answer(N_("Do not buy")),
        },
    ),
    EXPLORE_ALLY: Wording(
        N_("{card} lies on space {space}. Do you take it?"),
        {
            "yes": Answer(N_("Take {card}"), typed="take"),
            "pass": Answer(N_("Leave it and keep exploring"), typed="continue", why_not=_not_left),
        },
    ),
    EXPLORE_MONSTER: Wording(
        N_("A monster lies on space {space}, and the threat is at {threat}. Do you fight?"),
        {
            "yes": Answer(N_("Fight the monster"), typed="fight"),
            "pass": Answer(
                N_("Leave the monster and keep exploring"), typed="continue", why_not=_not_avoided
            ),
        },
    ),
    REWARD: Wording(
        N_("Which reward do you choose for the monster?"),
        {
            "number": Answer(
                lambda asked, choice: reward_in_words(asked.detail, choice),
                typed="reward",
                why_not=_not_rewarded,
            )
        },
    ),
}
