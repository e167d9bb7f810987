"""One's own statistics: `/statistics`. The browser notes and draws them; the server sends the words."""

from starlette.requests import Request
from starlette.responses import Response

from openabyss.server.pages.rendering import render
from openabyss.server.tables.levels import levels
from openabyss.words import N_, _
from openabyss.words.levels import LEVELS

# What wins among the strongest computers, in times par: from `docs/statistics.md`, as a test makes sure.
LORDS = {118: 2.09, 116: 1.66, 104: 1.46, 106: 1.01, 28: 1.07, 6: 1.15}
LOCATIONS = {106: 3.05, 105: 3.01, 104: 2.92, 9: 1.01, 2: 1.00, 18: 1.25}

WORDS = {
    "won": N_("{wins} ({percent}%)"),
    "streak": N_("best {most}, currently {now}"),
    "suits_unknown": N_("Play a few more games against computers, and it will be suggested here."),
    "base": N_("Base game"),
    "kraken": N_("Kraken"),
    "leviathan": N_("Leviathan"),
    "both": N_("Kraken and Leviathan"),
    "players": N_("{players} players"),
    "level_people": N_("people"),
    "level_regent": N_("the Regent"),
    "lords": N_("Lords"),
    "locations": N_("Locations"),
    "allies": N_("Affiliated allies"),
    "monster_tokens": N_("Monster tokens"),
    "nebulis": N_("Nebulis"),
    "kraken_figure": N_("Figure of the Kraken"),
    "wounds": N_("Wounds"),
    "scourge": N_("Scourge of the Abyss"),
    "sources_plot": N_("Your average influence by source:"),
    "course_plot": N_("Influence in your last games:"),
    "own": N_("You"),
    "best_other": N_("Best opponent"),
    "imported": N_("Games added: {count}."),
    "not_imported": N_("This is not a file of games saved from this page."),
    "delete_all": N_("Delete all the games kept in this browser?"),
    "deleted": N_("All games have been deleted."),
}


async def statistics(request: Request) -> Response:
    """The page; its script fills it with the games of the browser."""
    words = {**WORDS, **{f"level_{level}": name for level, name in LEVELS.items()}}
    context = {
        "words": {key: _(text) for key, text in words.items()},
        "published": {"lords": LORDS, "locations": LOCATIONS, "levels": levels()},
        "columns": [_("Games"), _("Victories"), _("Times par")],
        "strong": _("Strong computers"),
    }
    return render(request, "statistics.html", context)
