"""The rules from nothing, in our own words: chapters for the base game, the expansions and solo play."""

from openabyss.web.rulebook.base import BASE
from openabyss.web.rulebook.kraken import KRAKEN
from openabyss.web.rulebook.leviathan import LEVIATHAN
from openabyss.web.rulebook.solo import SOLO
from openabyss.web.rulebook.text import Chapter

CHAPTERS: dict[str, Chapter] = {chapter.slug: chapter for chapter in (BASE, KRAKEN, LEVIATHAN, SOLO)}
