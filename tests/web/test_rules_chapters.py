"""Chapters of the rules as they are written in Markdown."""

import pytest

from openabyss.browser.rulebook import Example, Grid, Paragraph, Points, UnreadableChapter, chapter_of

CHAPTER = """\
# Tides {.pearl .house-rules}

The sea rises
and falls.

## Moon {#moon .key .loot}

A paragraph over
two lines.

- A point over
  two lines.
- Another one.

1. First.
2. Then.

> An example over
> two lines.

Table: The tides

| Hour | Tide |
| ---- | ---- |
| 1    | low  |

## Sun {#sun}

Nothing.
"""


def test_a_chapter_is_read_with_all_that_belongs_to_it() -> None:
    chapter = chapter_of("tides", CHAPTER)
    assert (chapter.slug, chapter.title, chapter.symbol, chapter.is_house) == (
        "tides",
        "Tides",
        "pearl",
        True,
    )
    assert chapter.lead == "The sea rises and falls."
    moon, sun = chapter.sections
    assert (moon.anchor, moon.title, moon.symbols) == ("moon", "Moon", ("key", "loot"))
    assert moon.blocks == (
        Paragraph("A paragraph over two lines."),
        Points(("A point over two lines.", "Another one.")),
        Points(("First.", "Then."), is_ordered=True),
        Example("An example over two lines."),
        Grid("The tides", ("Hour", "Tide"), (("1", "low"),)),
    )
    assert (sun.anchor, sun.symbols, sun.blocks) == ("sun", (), (Paragraph("Nothing."),))


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("## Moon {#moon .key .loot}", "## Moon", "a heading ends with what belongs to it"),
        ("{#sun}", "{.sun}", "a section needs an anchor"),
        ("Table: The tides\n\n", "", "a table belongs below its caption"),
        ("| Hour | Tide |\n| ---- | ---- |\n| 1    | low  |\n\n", "", "a caption belongs above its table"),
        ("Nothing.", "![The sea.](nowhere)", "there is no scene nowhere"),
    ],
)
def test_what_is_not_written_as_it_should_be_is_named(right: str, wrong: str, message: str) -> None:
    assert right in CHAPTER
    with pytest.raises(UnreadableChapter, match=message):
        chapter_of("tides", CHAPTER.replace(right, wrong))
