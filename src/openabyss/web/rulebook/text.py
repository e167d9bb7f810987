"""What a chapter of the rules is made of. Texts are marked for translation where they stand."""

from collections.abc import Iterator
from typing import NamedTuple

from openabyss.web.rulebook.pictures import Picture
from openabyss.words import _


class Paragraph(NamedTuple):
    text: str


class Points(NamedTuple):
    """A list; `is_ordered` numbers it."""

    items: tuple[str, ...]
    is_ordered: bool = False


class Grid(NamedTuple):
    """A table with a caption and a row of headings."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Example(NamedTuple):
    text: str


Block = Paragraph | Points | Grid | Example | Picture


class Section(NamedTuple):
    """A part of a chapter; `symbols` are names of pictures that stand beside its title."""

    anchor: str
    title: str
    symbols: tuple[str, ...]
    blocks: tuple[Block, ...]


class Chapter(NamedTuple):
    """`is_house` marks house rules, which are not the publisher's."""

    slug: str
    title: str
    symbol: str
    lead: str
    sections: tuple[Section, ...]
    is_house: bool = False


def texts_of(block: Block) -> Iterator[str]:
    """Every text of a block, in the reader's language."""
    if isinstance(block, Points):
        yield from map(_, block.items)
    elif isinstance(block, Picture):
        yield _(block.alt)
    elif isinstance(block, Grid):
        yield _(block.caption)
        yield from map(_, block.head)
        for row in block.rows:
            yield from map(_, row)
    else:
        yield _(block.text)


def words_of(section: Section) -> str:
    """All that a section says, as one text that can be searched."""
    return " ".join([_(section.title), *(text for block in section.blocks for text in texts_of(block))])
