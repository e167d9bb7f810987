"""What the players at a table are called by their kind. Commands and records keep the English names."""

from openabyss.words import N_, _, pgettext

LEVELS = {
    "easy": N_("easy"),
    "casual": N_("casual"),
    "medium": N_("medium"),
    "skilled": N_("skilled"),
    "hard": N_("hard"),
    "expert": N_("expert"),
    "human": N_("human"),
    "random": N_("random"),
}
# What levels were called before the first release; the tables and records of then still say so.
FORMER = {"greedy": "medium", "learned": "medium", "search": "expert", "hard-1": "hard", "expert-1": "expert"}


def level_name(level: str) -> str:
    """The name of a level in the reader's language; one that is not known stays as it is written."""
    current = FORMER.get(level, level)
    return _(LEVELS[current]) if current in LEVELS else current


def computer_names() -> tuple[str, ...]:
    """What computers are called, by their seats, where nobody has named them."""
    return (
        pgettext("name of a computer player", "Coral"),
        pgettext("name of a computer player", "Triton"),
        pgettext("name of a computer player", "Nerissa"),
        pgettext("name of a computer player", "Marlin"),
        pgettext("name of a computer player", "Naiad"),
    )
