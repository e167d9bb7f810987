"""OpenAbyss as an app on a device: what it is called there, and what a browser may keep for when there is no
network."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openabyss.server.pages.rendering import render
from openabyss.server.pages.static_files import static
from openabyss.words import _, language

# The browser's worker keeps nothing but answers with this header: the page alone, or with those pages that it
# links to whose addresses begin so. What it says must be nobody's, or nobody's secret any more.
KEEP = "X-Keep"
PAGE = {KEEP: "page"}
COLOUR = "#03101a"


def app_routes() -> list[BaseRoute]:
    """Their addresses."""
    return [Route("/manifest.webmanifest", manifest), Route("/offline", offline)]


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
