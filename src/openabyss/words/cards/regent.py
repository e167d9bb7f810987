"""The Regent of solo play (house rules), in words."""

from openabyss.rules.solo import COUNCIL_MINIMUM, HAS_GUILD_BONUS, INCOME_EVERY
from openabyss.words import N_, _, ngettext

LEVEL_NAMES = (N_("Calm"), N_("Swell"), N_("Storm"), N_("Maelstrom"), N_("Abyssal"))


def level_in_words(level: int) -> str:
    """A level from 1: "3 Storm"."""
    return _("{level} {name}").format(level=level, name=_(LEVEL_NAMES[level - 1]))


def level_explained(level: int) -> str:
    """What the Regent may do on a level: "It takes council stacks of 2 cards or more, and …"."""
    stacks = _("It takes council stacks of {cards} cards or more").format(cards=COUNCIL_MINIMUM[level])
    bonus = _("recruits bring it a bonus of their guild")
    parts = [stacks, _income(int(INCOME_EVERY[level])), *([bonus] if HAS_GUILD_BONUS[level] else [])]
    return ", ".join(parts) + "."


def _income(every: int) -> str:
    if every == 0:
        return _("has no income")
    return ngettext("has a pearl in every turn", "has a pearl in every {count} turns", every).format(
        count=every
    )
