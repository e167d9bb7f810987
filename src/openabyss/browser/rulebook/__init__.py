"""The rules from nothing, in our own words: chapters for the base game, the expansions and solo play."""

from dataclasses import dataclass
from pathlib import Path

from openabyss.browser.rulebook.text import Chapter, chapter_of, words_of
from openabyss.client.card_index import plain
from openabyss.words import _

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
