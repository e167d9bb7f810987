"""`/name`: a name that somebody keeps here, its passkeys, and signing in by it on another browser;
`/ratings`: the standings of those who want to be rated, and the plots of somebody's own ratings."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.client.protocol.parts import Config
from openabyss.errors import InvalidOption
from openabyss.server.credentials import browser_of, browser_or_new, let_show, new_browser_secret, secret_of
from openabyss.server.limits import CHALLENGES, NAMES
from openabyss.server.pages.forms import fields_of, remember, remembered
from openabyss.server.pages.lobby_page import about
from openabyss.server.pages.rendering import render
from openabyss.server.pages.setup_form import sets_of
from openabyss.server.people.kept_names import KeptNames, Site, are_available
from openabyss.server.storage.people import kept_names, ratings
from openabyss.server.storage.people.kept_names import MAX_PASSKEYS, KeptName
from openabyss.server.storage.people.ratings import RatedGame
from openabyss.server.tables.errors import Refusal, unreadable_form
from openabyss.server.tables.tables import allow, tables_of
from openabyss.words import _, ngettext

# In the address of a browser that alone shows the secret of its name. Only then is the name deleted: if the
# answer that gave that secret was lost, a passkey still opens the tables.
ALONE = "alone"


async def standings(request: Request) -> Response:
    """Who is ahead in each game."""
    if not are_available():
        raise HTTPException(404)
    found = await tables_of(request).storage.read(ratings.standings)
    games = [(_game_in_words(game), of_game) for game, of_game in sorted(found.items())]
    return render(request, "ratings.html", {"games": games})


async def own_ratings(request: Request, kept: KeptName) -> list[tuple[str, float, str, Markup]]:
    """Each game that counted for a name: which one, the points now, how many games, the plot of all."""
    history = await tables_of(request).storage.read(ratings.history, kept.id)
    by_game: dict[str, list[RatedGame]] = {}
    for rated in history:
        by_game.setdefault(rated.game, []).append(rated)
    return [
        (
            _game_in_words(game),
            of_game[-1].points,
            ngettext("{count} game", "{count} games", len(of_game)).format(count=len(of_game)),
            Markup(_plot(_game_in_words(game), of_game)),
        )
        for game, of_game in sorted(by_game.items())
    ]


def _plot(game: str, rated: Sequence[RatedGame]) -> str:
    from openabyss.arena.svg import NARROW, bounds_of, curves  # noqa: PLC0415  only those who are rated need it

    points = [0.0, *(one.points for one in rated)]
    return curves(game, [_("Rating")], [points], _("game"), width=NARROW, bounds=bounds_of(points))


def _game_in_words(game: str) -> str:
    variant, _space, players = game.partition(" ")
    return about(Config(int(players), *sets_of(variant), None, {}))


async def own_name(request: Request, *, problem: str = "") -> Response:
    """The name by which this browser has signed in, or how to keep one."""
    names = _names_of(request)
    kept, storage = await names.of_browser(browser_of(request)), tables_of(request).storage
    context = {
        "kept": kept,
        "passkeys": [] if kept is None else await storage.read(kept_names.passkeys_of, kept.id),
        "most": MAX_PASSKEYS,
        "ratings": [] if kept is None else await own_ratings(request, kept),
        "suggested": remembered(request).name,
        "problem": problem,
    }
    return render(request, "name.html", context, 400 if problem else 200)


async def change_name(request: Request) -> Response:
    """A button of the page. Raises Refusal."""
    names, values = _names_of(request), await fields_of(request)
    kept, storage = await _kept(request), tables_of(request).storage
    what, give = values.get("do"), partial(let_show, request)
    if what == "sign-out":
        give(new_browser_secret())
    elif what == "sign-out-others":
        await names.change_secret(kept, give)
    elif what == "delete" and values.get("sure") == "yes":
        if ALONE not in request.query_params:
            await names.change_secret(kept, give)
            return RedirectResponse(f"/name?{ALONE}", 307)
        await names.forget(kept)
    elif what in ("rate", "rate-no-more"):
        await storage.write(ratings.choose, kept.id, is_rated=what == "rate")
    elif what == "forget-rating":
        await storage.write(ratings.forget, kept.id)
    elif what == "remove":
        try:
            await storage.write(kept_names.remove, kept.id, values.get("passkey", ""))
        except InvalidOption as error:
            return await own_name(request, problem=str(error))
    else:
        return await own_name(request, problem=_("To delete your name, tick the box first."))
    return RedirectResponse("/name", 303)


async def export_ratings(request: Request) -> Response:
    """The rated games of this name, as JSON. Raises Refusal."""
    kept = await _kept(request)
    found = await tables_of(request).storage.read(ratings.history, kept.id)
    saved = msgspec.json.encode({"name": kept.name, "games": found})
    answer = _json(saved)
    answer.headers["Content-Disposition"] = 'attachment; filename="openabyss-ratings.json"'
    return answer


async def passkey_options(request: Request) -> Response:
    """What a browser needs to make a passkey, or to sign in with one. Raises InvalidOption, Refusal."""
    names, site, wanted = _names_of(request), _site(request), await _read(request)
    allow(request, CHALLENGES)
    step = request.path_params["step"]
    if step == "keep":
        await _check_nameless(request)
        return _json(await names.begin_keeping(site, str(wanted.get("name", ""))))
    if step == "add":
        return _json(await names.begin_adding(site, await _kept(request)))
    if step == "sign-in":
        return _json(await names.begin_signing_in(site))
    raise HTTPException(404)


async def use_passkey(request: Request) -> Response:
    """What a browser has made or signed. Raises InvalidOption, Refusal."""
    names, site, sent = _names_of(request), _site(request), await _read(request)
    credential, step = sent.get("credential"), request.path_params["step"]
    if step == "keep":
        await _check_nameless(request)
        text = _("Only a few names an hour can be reserved from one address. Try again later.")
        allow(request, NAMES, text)
        await browser_or_new(request)
        kept = await names.keep(site, str(sent.get("name", "")), credential, secret_of(request) or "")
    elif step == "add":
        kept = await _kept(request)
        await names.add(site, kept, credential)
    elif step == "sign-in":
        brings = sent.get("brings") == "on"
        kept, secret = await names.sign_in(site, credential, browser_of(request), brings=brings)
        let_show(request, secret)
    else:
        raise HTTPException(404)
    return remember(request, _json(b"{}"), {"name": kept.name})


def _json(written: bytes) -> Response:
    return Response(written, media_type="application/json", headers={"Cache-Control": "no-store"})


async def _read(request: Request) -> dict[str, Any]:
    """The body of a request of the page's script. Raises Refusal."""
    try:
        found: dict[str, Any] = msgspec.json.decode(await request.body(), type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise unreadable_form() from error
    return found


async def _kept(request: Request) -> KeptName:
    """The name by which this browser has signed in. Raises Refusal."""
    kept = await _names_of(request).of_browser(browser_of(request))
    if kept is None:
        raise Refusal("forbidden", _("This browser is not signed in with a name."))
    return kept


async def _check_nameless(request: Request) -> None:
    """Nobody has signed in here. Raises Refusal."""
    if await _names_of(request).of_browser(browser_of(request)) is not None:
        raise Refusal("forbidden", _("This browser is already signed in with a name. Sign out first."))


def _site(request: Request) -> Site:
    """Whose passkeys these are."""
    origin = tables_of(request).settings.address or f"{request.url.scheme}://{request.url.netloc}"
    return Site(request.url.hostname or "", origin)


def _names_of(request: Request) -> KeptNames:
    """The kept names of the server that got this request; without the library there are none."""
    if not are_available():
        raise HTTPException(404)
    return KeptNames(tables_of(request))
