"""The copy of the sources, and what is written into it for the Porter, a lord that does not exist."""

import shutil
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "openabyss"
# The last id of the base game, so that it is free until there are 99 of its lords.
PORTER = 99

# Each place that has to be touched: the text before which something is written, and what; or, without a
# text, what is written at the end.
PLACES: dict[str, tuple[str, str]] = {
    "rules/cards/printed.py": ("])\nLORDS = ", f", {PORTER}"),
    "rules/cards/merchants.py": (
        "",
        f'''

from openabyss.rules.base.holdings import offer_hand
from openabyss.rules.numbering import CARRY
from openabyss.rules.questions import options

PORTER = lord({PORTER}, MERCHANT, cost=7, races=2, influence=7)
question(CARRY, AN_ALLY, about=Topic.LORD, asks_for=Cards.HAND)


@when_recruited(PORTER)
def porter(state: State, me: int) -> None:
    """Discards one ally for 1 pearl."""
    ask(state, CARRY, me, PORTER)


@options(CARRY)
def allies_to_carry(state: State, player: int, detail: int) -> None:
    offer_hand(state, player)


@answer(CARRY)
def carry(state: State, player: int, detail: int, action: int) -> None:
    discard_ally(state, player, action - KIND)
    gain_pearls(state, player, 1)
''',
    ),
    "rules/numbering.py": ("    *_,\n) = range(100)  #", "    CARRY,\n"),
    "words/questions/wordings/lords.md": (
        "",
        "\n## CARRY\n\nThe Porter: which ally do you discard for a pearl?\n\n"
        "**card**: Discard {card}\n- why not: You have no {card} in your hand.\n",
    ),
    "words/cards/lords.md": ("", f"\n## {PORTER} Porter `arrival`\n\nDiscard an ally, and gain 1 pearl.\n"),
}


def copy_with_porter(folder: Path) -> Path:
    """A copy of the package, to which the Porter has been added; the folder to import it from."""
    left_out = shutil.ignore_patterns("__pycache__", "art", "static")
    package = shutil.copytree(SOURCES, folder / "openabyss", ignore=left_out)
    for name, (before, addition) in PLACES.items():
        file = package / name
        text = file.read_text()
        assert text.count(before) == 1 or not before, f"{name}: {before!r}"
        file.write_text(text.replace(before, addition + before) if before else text + addition)
    return folder
