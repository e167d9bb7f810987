"""`/ratings`: the standings of those who want to be rated; and the plots of somebody's own ratings."""

from collections.abc import Sequence

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openabyss.client.protocol.parts import Config
from openabyss.server.pages.lobby_page import about
from openabyss.server.pages.rendering import render
from openabyss.server.pages.setup_form import sets_of
from openabyss.server.people.passkeys import are_available
from openabyss.server.storage.people import ratings
from openabyss.server.storage.people.kept_names import KeptName
from openabyss.server.storage.people.ratings import RatedGame
from openabyss.server.tables.lookup import tables_of
from openabyss.words import _, ngettext
from openabyss.words.numbers import Number


def ratings_routes() -> list[BaseRoute]:
    """Their addresses."""
    return [Route("/ratings", standings)]


async def standings(request: Request) -> Response:
    """Who is ahead in each game."""
    if not are_available():
        raise HTTPException(404)
    found = await tables_of(request).storage.read(ratings.standings)
    games = [
        (_game_in_words(game), [(one.name, _points(one.points), one.games) for one in of_game])
        for game, of_game in sorted(found.items())
    ]
    return render(request, "ratings.html", {"games": games})


async def own_ratings(request: Request, kept: KeptName) -> list[tuple[str, str, str, Markup]]:
    """Each game that counted for a name: which one, the points now, how many games, the plot of all."""
    history = await tables_of(request).storage.read(ratings.history, kept.id)
    by_game: dict[str, list[RatedGame]] = {}
    for rated in history:
        by_game.setdefault(rated.game, []).append(rated)
    return [
        (
            _game_in_words(game),
            _points(of_game[-1].points),
            ngettext("{count} game", "{count} games", len(of_game)).format(count=len(of_game)),
            Markup(_plot(_game_in_words(game), of_game)),
        )
        for game, of_game in sorted(by_game.items())
    ]


def _plot(game: str, rated: Sequence[RatedGame]) -> str:
    from openabyss.arena.svg import bounds_of, curves  # noqa: PLC0415  only those who are rated need it

    points = [0.0, *(one.points for one in rated)]
    return curves(game, [_("Rating")], [points], _("game"), bounds=bounds_of(points))


def _points(points: float) -> str:
    return f"{Number(points):.1f}".replace("-", "−")


def _game_in_words(game: str) -> str:
    variant, _space, players = game.partition(" ")
    return about(Config(int(players), *sets_of(variant), None, {}))
