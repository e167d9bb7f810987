"""What a chapter of the rules is made of: texts in English, translated where they are shown."""

from collections.abc import Iterator
from typing import NamedTuple

from openabyss.browser.rulebook.pictures import Picture
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
    """Every text of a block, in English."""
    if isinstance(block, Points):
        yield from block.items
    elif isinstance(block, Picture):
        yield block.alt
    elif isinstance(block, Grid):
        yield from (block.caption, *block.head)
        for row in block.rows:
            yield from row
    else:
        yield block.text


def texts_of_section(section: Section) -> Iterator[str]:
    """Every text of a section, in English, its title first."""
    yield section.title
    for block in section.blocks:
        yield from texts_of(block)


def texts_of_chapter(chapter: Chapter) -> Iterator[str]:
    """Every text of a chapter, in English and in order."""
    yield from (chapter.title, chapter.lead)
    for section in chapter.sections:
        yield from texts_of_section(section)


def words_of(section: Section) -> str:
    """All that a section says to the reader, as one text that can be searched."""
    return " ".join(map(_, texts_of_section(section)))
