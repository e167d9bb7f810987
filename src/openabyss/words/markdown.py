"""Texts in Markdown, in which everything is translated without a mark: their sections, blocks and lists."""

import re
from collections.abc import Iterator

KEYED = re.compile(r"`([^`]+)`: (.+)")


def sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """The heading of each section of a file, and the blocks below it that empty lines separate.

    What is above the first is for writers.
    """
    _introduction, *found = text.split("\n## ")
    for section in found:
        heading, *blocks = section.strip().split("\n\n")
        yield heading, blocks


def keyed_texts(text: str) -> dict[str, str]:
    """The texts of all lists by their keys: "- `court`: Court"."""
    items = (flat(item) for block in text.split("\n\n") for item in f"\n{block}".split("\n- ")[1:])
    return {found[1]: found[2] for item in items if (found := KEYED.fullmatch(item))}


def flat(text: str) -> str:
    """The text of a block in one line."""
    return " ".join(text.split())
