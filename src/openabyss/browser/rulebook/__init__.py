"""The rules from nothing, in our own words: chapters for the base game, the expansions and solo play."""

from pathlib import Path

from openabyss.browser.rulebook.reading import chapter_of
from openabyss.browser.rulebook.text import Chapter

FOLDER = Path(__file__).parent / "chapters"
CHAPTERS: dict[str, Chapter] = {
    slug: chapter_of(slug, (FOLDER / f"{slug}.md").read_text(encoding="utf-8"))
    for slug in ("base", "kraken", "leviathan", "solo")
}
