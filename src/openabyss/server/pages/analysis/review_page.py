"""The review of a finished game: `/t/ID/review`."""

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.server.pages.lobby_page import about_table
from openabyss.server.pages.rendering import render
from openabyss.server.tables.analysis.reviews import Shown
from openabyss.server.tables.lookup import address_of, table_of, tables_of
from openabyss.server.tables.table import LiveTable
from openabyss.words.listing import with_meaning

# A plot for a desk; there and on smaller screens its letters are about as large as those around it.
WIDE = 1300


async def ask_for_review(request: Request) -> Response:
    """Let the review be made. Raises UnknownTable, NotAtTable, Refusal."""
    table = await table_of(request)
    await tables_of(request).reviews.begin(table, address_of(request))
    return RedirectResponse(f"/t/{table.id}/review", 303)


async def review_page(request: Request) -> Response:
    """The review, or how far it is; before the end one is sent to the table. Raises UnknownTable,
    NotAtTable."""
    table = await table_of(request)
    if not table.history.is_over:
        return RedirectResponse(f"/t/{table.id}", 303)
    made = await tables_of(request).reviews.of(table)
    context: dict[str, object] = {
        "table_id": table.id,
        "about": about_table(table),
        "made": made,
        "review": None,
    }
    if made is not None and made.found is not None:
        context |= _shown(table, await tables_of(request).reviews.in_words(table, made.found))
    return render(request, "review.html", context)


def _shown(table: LiveTable, shown: Shown) -> dict[str, object]:
    """What the page shows of a review that is ready."""
    from openabyss.arena.reviews import in_words  # noqa: PLC0415  loads the players
    from openabyss.arena.reviews.in_words import chances_plot  # noqa: PLC0415

    review, moments = shown
    places = [f"/t/{table.id}/replay?moment={moment}" for moment in moments]
    links = [
        (place, with_meaning(review.names[decision.seat], decision.played))
        for place, decision in zip(places, review.decisions, strict=True)
    ]
    return {
        "review": review,
        "plot": Markup(chances_plot(review, links)),
        "wide_plot": Markup(chances_plot(review, links, WIDE)),
        "places": places,
        "introduction": in_words.introduction(review),
        "mistakes": [
            (mistake, in_words.mistake_in_words(mistake, review.names)) for mistake in review.mistakes
        ],
        "columns": in_words.account_columns(),
        "accounts": [
            (name, in_words.account_cells(account))
            for name, account in zip(review.names, review.accounts, strict=False)
        ],
        "accounts_explained": in_words.accounts_explained(),
        "chances": [[f"{chance:.0%}" for chance in decision.chances] for decision in review.decisions],
    }
