"""`/leagues`: a new league, and one's own; `/leagues/ID`: who takes part, the standings, and the tables of
each round."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.client.protocol.parts import Config
from openabyss.errors import InvalidOption
from openabyss.play.position.options import MAX_WITH_LEVIATHAN, MIN_PLAYERS
from openabyss.server.credentials import browser_of, browser_or_new, new_table_id
from openabyss.server.limits import LEAGUES, SEATS, SPECTATORS
from openabyss.server.pages.forms import fields_of, remember, remembered
from openabyss.server.pages.lobby_page import about, absolute, league_of, time_control_in_words
from openabyss.server.pages.people.open_page import name_of
from openabyss.server.pages.rendering import render
from openabyss.server.pages.setup_form import TIME_CONTROLS, TIME_UP, VARIANTS, sets_of, variant_choices
from openabyss.server.people.leagues import GRACE, MAX_ROUNDS, Leagues, standings_of
from openabyss.server.storage.people import leagues
from openabyss.server.storage.people.leagues import SYSTEMS, FoundLeague, League, LeagueTable
from openabyss.server.storage.storage import now
from openabyss.server.tables.errors import Refusal, no_button, not_sure
from openabyss.server.tables.tables import allow, table_of, tables_of, whole_number
from openabyss.words import _
from openabyss.words.listing import isolated
from openabyss.words.numbers import NO_BREAK, duration

# What the form shows at first.
USUAL = {
    "league": "",
    "sets": "base",
    "players": "2",
    "system": "round_robin",
    "rounds": "5",
    "time_control": "3d",
    "time_up": "computer",
}


async def my_leagues(
    request: Request, values: Mapping[str, str] | None = None, *, problem: str = ""
) -> Response:
    """One's own leagues, and the form for a new one as it was filled in."""
    browser, storage = browser_of(request), tables_of(request).storage
    mine = [] if browser is None else await storage.read(leagues.of_browser, browser)
    over = await storage.read(leagues.over, [one.id for one in mine]) if mine else ()
    context = {
        "leagues": [
            {
                "id": one.id,
                "name": one.name,
                "about": _about(one),
                "state": _state(one, is_over=one.id in over),
            }
            for one in mine
        ],
        "chosen": {"name": remembered(request).name, **USUAL, **(values or {})},
        "variants": variant_choices(),
        "numbers": _numbers(),
        "rounds": range(1, MAX_ROUNDS + 1),
        "time_controls": {text: time_control_in_words(text) for text in TIME_CONTROLS},
        "problem": problem,
    }
    return render(request, "leagues.html", context, 400 if problem else 200)


async def make_league(request: Request) -> Response:
    """A new league. Raises Refusal."""
    values = await fields_of(request)
    allow(request, LEAGUES)
    try:
        league, name = _wanted(values), name_of(values)
        league = replace(league, host=await browser_or_new(request))
        await _leagues(request).create(league, name)
    except InvalidOption as error:
        return await my_leagues(request, values, problem=str(error))
    return remember(request, RedirectResponse(f"/leagues/{league.id}", 303), {"name": name})


def _wanted(values: Mapping[str, str]) -> League:
    """The league of a form, which has no host yet. Raises InvalidOption."""
    chosen = {**USUAL, **values}
    players, rounds = whole_number(chosen["players"]) or 0, whole_number(chosen["rounds"]) or 0
    is_known = (
        chosen["sets"] in VARIANTS
        and chosen["system"] in SYSTEMS
        and chosen["time_control"] in TIME_CONTROLS
        and chosen["time_up"] in TIME_UP
    )
    if not is_known or players not in _numbers() or rounds not in range(1, MAX_ROUNDS + 1):
        raise InvalidOption(_("Choose one from the list."))
    kraken, leviathan = sets_of(chosen["sets"])
    return League(
        id=new_table_id(),
        changed=now(),
        host="",
        name=chosen["league"],
        system=chosen["system"],
        players=players,
        kraken=kraken,
        leviathan=leviathan,
        time_control=chosen["time_control"],
        time_up=chosen["time_up"],
        rounds=rounds,
    )


def _numbers() -> range:
    return range(MIN_PLAYERS, MAX_WITH_LEVIATHAN + 1)


def _about(league: League) -> str:
    """Which games are played."""
    game = about(Config(league.players, league.kraken, league.leviathan, None, {}))
    parts = [game, time_control_in_words(league.time_control)]
    if not league.time_control:
        text = _("a computer may play for anybody who has been away for {time}")
        parts.append(text.format(time=duration(GRACE)))
    return " · ".join(parts)


def _state(league: League, *, is_over: bool) -> str:
    """How far it is."""
    if is_over:
        return _("over")
    if league.round == 0:
        return _("open for joining")
    return _("Round {number} of {count}").format(number=league.round, count=league.rounds)


async def league_page(
    request: Request, values: Mapping[str, str] | None = None, *, problem: str = ""
) -> Response:
    """A league, for everybody who has its address, with the name that was typed. Raises UnknownTable."""
    found = await _leagues(request).find(request.path_params["league"])
    league, browser = found.league, browser_of(request)
    own = found.entrant_of(browser)
    context = {
        "league": league,
        "about": _about(league),
        "state": _state(league, is_over=found.is_over),
        "is_swiss": league.system == "swiss",
        "is_host": browser is not None and league.host == browser,
        "is_over": found.is_over,
        "own": own,
        "tables_there": await tables_of(request).storage.read(leagues.tables_there, league.id),
        "is_waited_for": own is not None
        and any(own.number in one.entrants and not one.places for one in found.tables),
        "entrants": found.entrants,
        "standings": standings_of(found) if league.round else [],
        "rounds": [
            (number, [_table(found, one, own.number if own else None) for one in of_round])
            for number, of_round in reversed(
                [(number, list(group)) for number, group in groupby(found.tables, lambda one: one.round)]
            )
        ],
        "link": absolute(request, f"/leagues/{league.id}"),
        "name": (values or {}).get("name", remembered(request).name),
        "problem": problem,
    }
    return render(request, "league.html", context, 400 if problem else 200)


async def league_of_table(request: Request) -> Response:
    """The league of a table; the results if it was deleted since the page was made. Raises UnknownTable,
    NotAtTable."""
    table = await table_of(request)
    league = await league_of(tables_of(request), table, browser_of(request))
    return RedirectResponse(f"/leagues/{league.id}" if league else f"/t/{table.id}/results", 303)


async def change_league(request: Request) -> Response:
    """A button of the page. Raises UnknownTable, Refusal."""
    values, id_ = await fields_of(request), request.path_params["league"]
    try:
        answer = await _do(request, id_, values)
    except (InvalidOption, Refusal) as error:
        return await league_page(request, values, problem=str(error))
    return answer


async def _do(request: Request, id_: str, values: Mapping[str, str]) -> Response:
    """Carry out what a button says. Raises UnknownTable, InvalidOption, Refusal."""
    league, what = _leagues(request), values.get("do", "")
    answer = RedirectResponse(f"/leagues/{id_}", 303)
    if what == "join":
        allow(request, SEATS)
        name = name_of(values)
        await league.join(id_, await browser_or_new(request, values.get("nonce", "")), name)
        return remember(request, answer, {"name": name})
    if what == "watch":
        may, browser = partial(allow, request, SPECTATORS), await browser_or_new(request)
        table = await league.watch(id_, values.get("table", ""), browser, may)
        return RedirectResponse(f"/t/{table.id}/results" if table.history.is_over else f"/t/{table.id}", 303)
    browser = browser_of(request) or ""
    if what in ("end-round", "delete") and "sure" not in values:
        raise not_sure()
    if what == "begin":
        await league.begin(id_, browser)
    elif what == "leave":
        await league.leave(id_, browser)
    elif what == "remove":
        await league.leave(id_, browser, values.get("entrant", ""))
    elif what == "end-round":
        await league.end_round(id_, browser, whole_number(values.get("round", "")) or 0)
    elif what == "delete":
        await league.delete(id_, browser)
        return RedirectResponse("/leagues", 303)
    else:
        raise no_button()
    return answer


def _table(found: FoundLeague, table: LeagueTable, own: int | None) -> dict[str, object]:
    """A table as the page shows it: who sits there, with places once its game is over."""
    names = [isolated(found.entrants[number].name) for number in table.entrants]
    placed = zip(table.places, names, table.scores, strict=True) if table.scores else ()
    return {
        "id": table.table,
        "names": names,
        "result": [f"{place}.{NO_BREAK}{name}{NO_BREAK}({score})" for place, name, score in sorted(placed)],
        "is_drawn": table.is_drawn,
        "is_mine": own in table.entrants,
    }


def _leagues(request: Request) -> Leagues:
    return Leagues(tables_of(request))
