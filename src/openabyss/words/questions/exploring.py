"""Exploration in words: offers, the cards on the track, and rewards for monsters."""

import numpy as np

from openabyss.rules.cards.mages import purchases_allowed
from openabyss.rules.chapters import (
    HIGHEST_THREAT,
    LAST_SPACE,
    LAST_SPACE_PEARLS,
    REWARD_CHOICES,
    REWARDS,
    base_tokens_left,
    rewarded_level,
)
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import keys, monster_tokens, pearls, pearls_alone
from openabyss.words.listing import all_of, one_of, one_of_groups
from openabyss.words.questions.phrases import money_to_pay, with_last_space
from openabyss.words.questions.wording import Asked, wordings_in

# As many monster tokens as any reward asks for.
ENOUGH_TOKENS = int(REWARDS[..., 1].max())


def not_bought(asked: Asked, _thing: int) -> str:
    state, player = asked.state, asked.player
    bought = int(state.bought[player])
    if bought >= purchases_allowed(state, player):
        return ngettext(
            "You have already bought {count} ally this turn.",
            "You have already bought {count} allies this turn.",
            bought,
        ).format(count=bought)
    return _("It costs {price}; you can pay only {owned}.").format(
        price=pearls(state.price), owned=money_to_pay(state, player)
    )


def must_take(asked: Asked, _thing: int) -> str:
    on_last_space = N_("This is the last space: you must take the ally.")
    without_cards = N_("There are no cards left to reveal: you must take the ally.")
    return _(on_last_space if asked.detail == LAST_SPACE else without_cards)


def must_fight(asked: Asked, _thing: int) -> str:
    on_last_space = N_("This is the last space: you must fight the monster.")
    without_cards = N_("There are no cards left to reveal: you must fight the monster.")
    return _(on_last_space if asked.detail == LAST_SPACE else without_cards)


def not_rewarded(asked: Asked, choice: int) -> str | None:
    if not 1 <= choice <= REWARD_CHOICES:
        return None
    if not np.any(REWARDS[asked.detail - 1, choice - 1]):
        return _("This threat level has fewer rewards to choose from.")
    return _("There are not enough monster tokens left for that reward.")


def reward_in_words(level: int, choice: int, is_alone: bool = False) -> str:
    """A reward of threat level 1-6, counted from 1, in a sentence or alone: "1 key and 2 pearls"."""
    gained_pearls, tokens, gained_keys = REWARDS[level - 1, choice - 1].tolist()
    words_for_pearls = pearls_alone if is_alone else pearls
    counted = ((keys, gained_keys), (words_for_pearls, gained_pearls), (monster_tokens, tokens))
    return all_of([words(count) for words, count in counted if count])


def reward_alone(asked: Asked, choice: int) -> str:
    return reward_in_words(asked.detail, choice, is_alone=True)


def rewards_at(threat: int, tokens_left: int = ENOUGH_TOKENS) -> str:
    """What a monster gives at a threat level, with this number of tokens left in the pool (R-9):
    "2 pearls; 1 pearl and 1 key; or 2 monster tokens"."""
    rewards = [
        reward_in_words(threat, choice)
        for choice, reward in enumerate(REWARDS[threat - 1], 1)
        if reward.any() and reward[1] <= tokens_left
    ]
    has_parts = np.count_nonzero(REWARDS[threat - 1], axis=1).max() > 1
    return one_of_groups(rewards) if has_parts else one_of(rewards)


def what_taking_brings(asked: Asked, _thing: int) -> str:
    if asked.detail == LAST_SPACE:
        return _(
            "You take the ally into your hand and gain {pearls} for the last space. This ends your "
            "exploration and your action; what is left on the track goes to the council."
        ).format(pearls=pearls(LAST_SPACE_PEARLS))
    return _(
        "You take the ally into your hand. This ends your exploration and your action; what is left on the "
        "track goes to the council."
    )


def reward_signs(threat: int) -> list[str]:
    """What a monster gives at a threat level, as names of drawings; "spoils" is a pearl or a token."""
    gained_pearls, tokens, gained_keys = REWARDS[threat - 1, 0].tolist()
    return ["key"] * gained_keys + ["spoils"] * (gained_pearls + tokens)


def what_fighting_brings(asked: Asked, _thing: int) -> str:
    level = int(rewarded_level(asked.state, asked.player, asked.state.threat))
    fight = _(
        "You always win, and gain {reward}. The threat falls back to 1. This ends your exploration and your "
        "action; what is left on the track goes to the council."
    )
    return with_last_space(asked, fight.format(reward=rewards_at(level, int(base_tokens_left(asked.state)))))


def what_leaving_brings(asked: Asked, _thing: int) -> str:
    if asked.state.threat == HIGHEST_THREAT:
        return _("The threat stays at its highest level, and you turn up the next card.")
    return _(
        "The threat rises by one level, so that the next monster is worth more, and you turn up the next "
        "card."
    )


WORDINGS = wordings_in("exploring.md", globals())
