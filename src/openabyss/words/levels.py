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
# What a computer is fond of, among answers that are about as good.
STYLES = {
    "collector": N_("collector"),
    "hunter": N_("hunter"),
    "banker": N_("banker"),
    "spoiler": N_("spoiler"),
}
# Between a level and its style.
STYLED = ":style="
# What levels were called before the first release; the tables and records of then still say so.
FORMER = {"greedy": "medium", "learned": "medium", "search": "expert", "hard-1": "hard", "expert-1": "expert"}


def level_name(level: str) -> str:
    """The name of a level in the reader's language; one that is not known stays as it is written."""
    plain, _styled, style = level.partition(STYLED)
    if style in STYLES and plain in LEVELS:
        return f"{_(LEVELS[plain])}, {_(STYLES[style])}"
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


def names_by_style() -> dict[str, str]:
    """What computers with a style are called instead, which tells it."""
    return {
        "collector": pgettext("name of a computer player", "Nautilus"),
        "hunter": pgettext("name of a computer player", "Orca"),
        "banker": pgettext("name of a computer player", "Oyster"),
        "spoiler": pgettext("name of a computer player", "Moray"),
    }


def computer_name(place: int, level: str) -> str:
    """The name of the computer on a seat, where nobody has named it: by its style, or by its place."""
    names = computer_names()
    return names_by_style().get(level.partition(STYLED)[2]) or names[place % len(names)]
