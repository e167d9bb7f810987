"""The rules chapters that the browser shows, as Markdown pages for the documentation site."""

from pathlib import Path

from openabyss.browser.rulebook import CHAPTERS, Block, Chapter, Grid, Paragraph, Points
from openabyss.browser.rulebook.pictures import Picture
from openabyss.words import _


def write_chapters(folder: Path) -> None:
    """A page for each chapter, by its slug; a page that is the same already is left alone."""
    folder.mkdir(exist_ok=True)
    for chapter in CHAPTERS.values():
        page, text = folder / f"{chapter.slug}.md", page_of(chapter)
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def page_of(chapter: Chapter) -> str:
    """A whole chapter in Markdown."""
    parts = [f"# {_(chapter.title)}", _(chapter.lead)]
    for section in chapter.sections:
        parts += [f"## {_(section.title)}", *map(_in_markdown, section.blocks)]
    return "\n\n".join(parts) + "\n"


def _in_markdown(block: Block) -> str:
    if isinstance(block, Paragraph):
        return _(block.text)
    if isinstance(block, Points):
        mark = "1." if block.is_ordered else "-"
        return "\n".join(f"{mark} {_(item)}" for item in block.items)
    if isinstance(block, Grid):
        return _grid(block)
    if isinstance(block, Picture):
        return f"*{_(block.alt)}*"
    return f":::{{admonition}} {_('Example')}\n{_(block.text)}\n:::"


def _grid(grid: Grid) -> str:
    rows = [grid.head, ("---",) * len(grid.head), *grid.rows]
    lines = ("| " + " | ".join(map(_, row)) + " |" for row in rows)
    return "\n".join([f"*{_(grid.caption)}*", "", *lines])
