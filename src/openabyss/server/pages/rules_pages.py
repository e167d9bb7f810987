"""The rules as pages: chapters, cards, and a search through both."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from openabyss.browser.rulebook import CHAPTERS
from openabyss.browser.rulebook.searching import search_chapters
from openabyss.client.card_index import PAGES, SETS, entries_of, search_cards
from openabyss.server.pages.rendering import render
from openabyss.words import _

MAX_LETTERS = 80


async def rules(request: Request) -> Response:
    """`/rules`: the overview, or with `?q=` what a search finds."""
    query = " ".join(request.query_params.get("q", "")[:MAX_LETTERS].split())
    found = {
        "found_cards": search_cards(query) if query else [],
        "found_chapters": search_chapters(query) if query else [],
    }
    return render(request, "rules/overview.html", {**_frame(query), **found})


async def part_of_rules(request: Request) -> Response:
    """`/rules/kraken`, `/rules/lords`: a chapter, or the cards of one kind."""
    slug = request.path_params["slug"]
    if slug in CHAPTERS:
        return render(request, "rules/chapter.html", {**_frame(), "chapter": CHAPTERS[slug]})
    if slug in PAGES:
        context = {**_frame(), "title": _(PAGES[slug]), "groups": entries_of(slug)}
        return render(request, "rules/cards.html", context)
    raise HTTPException(404, _("The rules have no such page."))


def _frame(query: str = "") -> dict[str, Any]:
    """What stands beside every page of the rules."""
    return {"chapters": list(CHAPTERS.values()), "card_pages": PAGES, "sets": SETS, "query": query}
