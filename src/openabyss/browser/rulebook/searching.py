"""A search through the chapters of the rules."""

from dataclasses import dataclass

from openabyss.browser.rulebook import CHAPTERS
from openabyss.browser.rulebook.text import words_of
from openabyss.client.card_index import plain
from openabyss.words import _


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
