"""The rules from nothing, in our own words: chapters for the base game, the expansions and solo play.

They are read from Markdown, in English, and translated where they are shown. README.md says how they are
written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from openabyss.browser.rulebook.pictures import SCENES, Picture
from openabyss.client.card_index import plain
from openabyss.words import _
from openabyss.words.markdown import flat


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


HEADING = re.compile(r"#+ (?P<title>.+) \{(?:#(?P<anchor>[\w-]+))?(?P<classes>[^}]*)\}")
PICTURE = re.compile(r"!\[(?P<alt>.+)\]\((?P<scene>[\w-]+)\)")
POINT = re.compile(r"^(?:-|\d+\.) ", re.MULTILINE)
CAPTION = "Table: "
HOUSE_RULES = "house-rules"


class UnreadableChapter(ValueError):  # noqa: N818  as a sentence says it
    """A chapter is not written as its README says; the message names the block."""


def chapter_of(slug: str, text: str) -> Chapter:
    """A chapter from its Markdown. Raises UnreadableChapter."""
    opening, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    heading, lead = _blocks_of(opening)
    title, _anchor, (symbol, *marks) = _heading(heading)
    return Chapter(slug, title, symbol, lead, tuple(map(_section, sections)), HOUSE_RULES in marks)


def _blocks_of(text: str) -> list[str]:
    """The blocks between empty lines. Lines of paragraphs are joined, those of lists and tables stay."""
    blocks = text.strip().split("\n\n")
    return [block if POINT.match(block) or block[0] in "|>" else flat(block) for block in blocks]


def _section(text: str) -> Section:
    heading, *blocks = _blocks_of(text)
    title, anchor, symbols = _heading(heading)
    if anchor is None:
        raise UnreadableChapter(f"{heading}: a section needs an anchor, as in {{#setup}}")
    return Section(anchor, title, symbols, tuple(_read_blocks(blocks)))


def _heading(text: str) -> tuple[str, str | None, tuple[str, ...]]:
    """The title, the anchor and the classes of `# Title {#anchor .class}`."""
    found = HEADING.fullmatch(text)
    if found is None:
        raise UnreadableChapter(f"{text}: a heading ends with what belongs to it, as in {{#setup .pearl}}")
    return found["title"], found["anchor"], tuple(name[1:] for name in found["classes"].split())


def _read_blocks(blocks: list[str]) -> Iterator[Block]:
    waiting = iter(blocks)
    for block in waiting:
        if block.startswith(CAPTION):
            yield _grid(block.removeprefix(CAPTION), next(waiting, ""))
        else:
            yield _block(block)


def _block(text: str) -> Block:
    if text.startswith("|"):
        raise UnreadableChapter(f"{text}: a table belongs below its caption, as in {CAPTION}The loot")
    if picture := PICTURE.fullmatch(text):
        return _picture(picture["alt"], picture["scene"])
    if POINT.match(text):
        return Points(tuple(map(flat, POINT.split(text)[1:])), not text.startswith("-"))
    if text.startswith(">"):
        return Example(flat(text.replace("\n>", "\n").removeprefix(">")))
    return Paragraph(text)


def _picture(alt: str, scene: str) -> Picture:
    if scene not in SCENES:
        raise UnreadableChapter(f"{alt}: there is no scene {scene}, only {', '.join(SCENES)}")
    return SCENES[scene]._replace(alt=alt)


def _grid(caption: str, text: str) -> Grid:
    if not text.startswith("|"):
        raise UnreadableChapter(f"{CAPTION}{caption}: a caption belongs above its table")
    head, _rule, *rows = (
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in text.splitlines()
    )
    return Grid(caption, head, tuple(rows))


FOLDER = Path(__file__).parent / "chapters"
CHAPTERS: dict[str, Chapter] = {
    slug: chapter_of(slug, (FOLDER / f"{slug}.md").read_text(encoding="utf-8"))
    for slug in ("base", "kraken", "leviathan", "solo")
}


@dataclass(frozen=True, slots=True)
class Found:
    """A part of a chapter that a search has found."""

    url: str
    title: str
    chapter: str


def search_chapters(query: str) -> list[Found]:
    """The parts of the chapters that contain every word of the query."""
    wanted = plain(query).split()
    return [
        Found(f"/rules/{chapter.slug}#{section.anchor}", _(section.title), _(chapter.title))
        for chapter in CHAPTERS.values()
        for section in chapter.sections
        if all(word in plain(words_of(section)) for word in wanted)
    ]
