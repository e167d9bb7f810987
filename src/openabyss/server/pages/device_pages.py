"""What stays on a device. The app: what it is called there, and what a browser may keep for when there is no
network. One's own statistics, `/statistics`: the browser notes and draws them; the server sends the words."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from openabyss.server.pages.rendering import render
from openabyss.server.pages.static_files import static
from openabyss.server.tables.seating import levels
from openabyss.words import N_, _, language
from openabyss.words.levels import LEVELS

# The browser's worker keeps nothing but answers with this header: the page alone, or with those pages that it
# links to whose addresses begin so. What it says must be nobody's, or nobody's secret any more.
KEEP = "X-Keep"
PAGE = {KEEP: "page"}
COLOUR = "#03101a"


async def manifest(_request: Request) -> Response:
    """What a device calls the app, and shows of it. In the reader's language."""
    icons = [
        {"src": static("art/favicon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        *(
            {"src": static(f"art/{name}-{size}.png"), "type": "image/png", "sizes": f"{size}x{size}"}
            | {"purpose": purpose}
            for name, purpose in (("icon", "any"), ("icon-maskable", "maskable"))
            for size in (192, 512)
        ),
    ]
    shortcuts = {"/tables": _("Games in progress"), "/new": _("New table"), "/rules": _("Rules")}
    said = {
        "id": "/",
        "name": "OpenAbyss",
        "short_name": "OpenAbyss",
        "description": _("The board game Abyss, against computers and with friends."),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": name, "url": url} for url, name in shortcuts.items()],
    }
    headers = {"Cache-Control": "no-cache"}
    return Response(msgspec.json.encode(said), headers=headers, media_type="application/manifest+json")


async def offline(request: Request) -> Response:
    """What is shown in place of a page when the server cannot be reached."""
    return render(request, "offline.html", {}, headers=PAGE)


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
