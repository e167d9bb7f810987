"""The Regent of solo play (house rules), in words."""

from openabyss.rules.solo import COUNCIL_MINIMUM, HAS_GUILD_BONUS, INCOME_EVERY, REGENT_SEAT
from openabyss.words import N_, _, ngettext

LEVEL_NAMES = (N_("Calm"), N_("Swell"), N_("Storm"), N_("Maelstrom"), N_("Abyssal"))

HIGHEST_LEVEL = len(LEVEL_NAMES)
SEAT_OF_REGENT = REGENT_SEAT


def level_in_words(level: int) -> str:
    """A level from 1: "3 Storm"."""
    return _("{level} {name}").format(level=level, name=_(LEVEL_NAMES[level - 1]))


def level_with_house_rules(level: int) -> str:
    """What others should know of somebody who plays by rules of its own: "house rules, level 3 Storm"."""
    return _("house rules, level {level}").format(level=level_in_words(level))


def level_explained(level: int) -> str:
    """What the Regent may do on a level: "It takes council stacks of 2 cards or more. It has no income."."""
    minimum = int(COUNCIL_MINIMUM[level])
    sentences = [
        ngettext(
            "It takes council stacks of {count} card or more.",
            "It takes council stacks of {count} cards or more.",
            minimum,
        ).format(count=minimum),
        _income(int(INCOME_EVERY[level])),
    ]
    if HAS_GUILD_BONUS[level]:
        sentences.append(_("Its recruits bring it a guild bonus."))
    return " ".join(sentences)


def _income(every: int) -> str:
    if every == 0:
        return _("It has no income.")
    if every == 1:
        return _("It gains a pearl every turn.")
    return ngettext(
        "It gains a pearl every {count} turn.", "It gains a pearl every {count} turns.", every
    ).format(count=every)
