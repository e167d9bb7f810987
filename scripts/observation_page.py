"""`make observation`: write the page that lists every piece of observations."""

from collections.abc import Iterator
from pathlib import Path

from openabyss.observation.declaring import PIECES, Piece
from openabyss.observation.layout import OBSERVATION_VERSION, layout_of
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN

PAGE = Path(__file__).parent.parent / "docs/observation.md"
HEAD = """\
# Observations

What one seat may know about the table, as one flat array of whole numbers (`int16`):
`game.observation(seat)`. `make observation` generates this page from the declarations in
`openabyss/observation/`, which also define the array, the names of its numbers, and its text.

- **Version {version}** (`openabyss.observation.layout.OBSERVATION_VERSION`). It changes whenever a name, the
  order or a meaning changes.
- **Seats are counted from the viewer's**: `seat+0` is the seat itself, `seat+1` the next one clockwise.
- **Perfect memory** is the default: everything that was ever face up is known, so others' hands, stacks and
  decks are known card by card. For a *forgetful* seat (`perfect_memory=False`) those pieces are missing.
  Neither sees the faces of others' face-down monster tokens; `perfect_information=True` adds them as a
  further piece. Nobody knows the order of a deck.
- `layout_of(players, kraken=…, leviathan=…, perfect_memory=…, perfect_information=…)` in
  `openabyss.observation.layout` says where each piece is, names and bounds every number, and takes an array
  apart: `layout.read(observation)["pearls"]`. `lines_of(observation, layout)`, also there, puts it in words.

Number of values:

| players | base | Kraken | Leviathan | both |
| --- | --- | --- | --- | --- |
"""
TABLE = """
In brackets: for a forgetful seat. The pieces, in order; cards have a place only if their set is in play:

| piece | what it says | axes | from | to | known to | only with |
| --- | --- | --- | --- | --- | --- | --- |
"""
SETS = {None: "", KRAKEN: "Kraken", LEVIATHAN: "Leviathan"}
VARIANTS = ((False, False), (True, False), (False, True), (True, True))
MAX_PLAYERS = {False: 4, True: 5}


def page() -> str:
    """The whole page, as Markdown."""
    sizes = "".join(f"| {players} | {' | '.join(_sizes(players))} |\n" for players in range(2, 6))
    rows = "".join(_row(piece) for piece in PIECES)
    return HEAD.format(version=OBSERVATION_VERSION) + sizes + TABLE + rows


def _sizes(players: int) -> Iterator[str]:
    for kraken, leviathan in VARIANTS:
        if players > MAX_PLAYERS[leviathan]:
            yield "–"
            continue
        whole, forgetful = (
            layout_of(players, kraken=kraken, leviathan=leviathan, perfect_memory=memory).size
            for memory in (True, False)
        )
        yield f"{whole} ({forgetful})"


def _row(piece: Piece) -> str:
    axes = " × ".join(axis.name for axis in piece.axes) or "a single number"
    cells = [f"`{piece.name}`", piece.meaning, axes, str(piece.lowest), str(piece.highest), piece.known_to]
    return f"| {' | '.join([*cells, SETS[piece.only_with]])} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
