"""`/t/ID/lobby`: who sits where, links for friends and spectators, and computers for those who are away."""

from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openabyss.client.guide import seed_of
from openabyss.client.protocol.parts import Config, Person
from openabyss.client.result import PROPOSABLE
from openabyss.client.update import config_of, proposal_of
from openabyss.errors import InvalidOption
from openabyss.server.credentials import browser_of
from openabyss.server.pages.forms import fields_of
from openabyss.server.pages.rendering import render
from openabyss.server.people.open_tables import OpenTables
from openabyss.server.storage.clocks import DAY, TimeControl
from openabyss.server.storage.people import leagues, openings
from openabyss.server.storage.people.leagues import LeagueOfTable
from openabyss.server.storage.people.openings import NotOnList
from openabyss.server.tables.commands import level_after_conceding
from openabyss.server.tables.errors import Refusal, no_button, not_sure
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import DEFAULT_LEVEL, REGENT, deciders, levels
from openabyss.server.tables.tables import Tables, table_shown, tables_of, whole_number
from openabyss.words import _, ngettext
from openabyss.words.levels import level_name
from openabyss.words.listing import all_of
from openabyss.words.numbers import duration

SETTLING = ("concede", *PROPOSABLE, "decline")


async def lobby(request: Request) -> Response:
    """Who sits where. Raises UnknownTable, NotAtTable."""
    return await _page(request, await table_shown(request))


async def change_lobby(request: Request) -> Response:
    """A button of the lobby. Raises UnknownTable, NotAtTable."""
    table = await table_shown(request)
    values = await fields_of(request)
    try:
        await _do(request, table, values)
    except NotOnList as error:
        return await _page(request, table, notice=str(error))
    except InvalidOption as error:
        errors = {f"name-{values.get('seat', '')}": [str(error)]}
        return await _page(request, table, errors=errors, values=values)
    except Refusal as error:
        return await _page(request, table, notice=str(error))
    return RedirectResponse(_seen_at(table, values.get("do", "")), 303)


def _seen_at(table: LiveTable, what: str) -> str:
    """Where it is to be seen what a button has done."""
    if what not in SETTLING:
        return f"/t/{table.id}/lobby"
    return f"/t/{table.id}/results" if table.history.is_over else f"/t/{table.id}/lobby#end"


async def _do(request: Request, table: LiveTable, values: Mapping[str, str]) -> None:
    """Carry out what a button says. Raises InvalidOption, Refusal."""
    tables, browser, what = tables_of(request), browser_of(request) or "", values.get("do", "")
    if what in ("new-watch-link", "new-link") and not table.is_host(browser):
        raise Refusal("forbidden", _("Only the person who set up the table can make links."))
    if what in ("put-on-list", "take-off-list"):
        change = open_tables_of(request).put if what == "put-on-list" else open_tables_of(request).take_off
        await change(table, browser)
        return
    if what == "new-watch-link":
        await tables.invitations.new_watch_link(table)
        return
    seat = whole_number(values.get("seat", ""))
    if seat is None or seat >= len(table.seats):
        raise Refusal("unreadable", _("There is no such seat."))
    if what == "rename":
        await tables.invitations.rename(table, seat, browser, values.get("name", ""))
    elif what == "new-link":
        await tables.invitations.new_seat_link(table, seat, browser)
    elif what in SETTLING:
        await _settle(tables, table, browser, seat, what, is_sure="sure" in values)
    elif what in ("replace", "return"):
        level = values.get("level", "") if what == "replace" else None
        once = f"{what}-{table.history.revision}"  # Another command when something has happened since.
        await tables.commands.change_seat(table, seat, level, browser, once)
    else:
        raise no_button()


async def _settle(
    tables: Tables, table: LiveTable, browser: str, seat: int, what: str, *, is_sure: bool
) -> None:
    """What ends the game is meant, unless it is an answer to what somebody else has proposed."""
    if not is_sure and what not in ("decline", table.history.settlement.proposed):
        raise not_sure()
    once = f"{what}-{table.history.revision}"
    if what == "concede":
        await tables.commands.concede(table, seat, browser, once)
    else:
        end = None if what == "decline" else what
        await tables.commands.propose(table, seat, end, browser, once)


async def _page(
    request: Request,
    table: LiveTable,
    *,
    notice: str = "",
    errors: Mapping[str, list[str]] | None = None,
    values: Mapping[str, str] | None = None,
) -> Response:
    tables, browser = tables_of(request), browser_of(request)
    people = table.people(browser)
    is_host = table.is_host(browser)
    is_over, waiting = table.history.is_over, any(person.kind == "open" for person in people)
    may_wait = is_host and waiting and not is_over
    watch_link = absolute(request, await tables.invitations.watch_link(table)) if is_host else ""
    context = {
        **agreed(table),
        "table_id": table.id,
        "league": await league_of(tables, table, browser),
        "is_over": is_over,
        "waiting": waiting,
        "may_be_listed": may_wait and not await tables.storage.read(openings.has_begun, table.id),
        "seats": [await _card(request, table, person, values or {}) for person in people],
        "watch_link": watch_link,
        "settling": _settling(table, browser),
        "is_host": is_host,
        "is_listed": await tables.storage.read(openings.is_listed, table.id, datetime.now(UTC)),
        "levels": {level: level_name(level) for level in levels()},
        "default_level": DEFAULT_LEVEL,
        "notice": notice,
        "errors": errors or {},
    }
    return render(request, "lobby.html", context, 400 if notice or errors else 200)


async def league_of(tables: Tables, table: LiveTable, browser: str | None) -> LeagueOfTable | None:
    """The league of a table, for its players: its address lets anybody watch its other tables."""
    return await tables.storage.read(leagues.of_table, table.id) if table.seats_of(browser) else None


def _settling(table: LiveTable, browser: str | None) -> dict[str, object] | None:
    """What a player may concede, propose, or agree to; None where there is nothing to settle."""
    settled, own = table.history.settlement, table.seats_of(browser)
    if table.history.is_over or not own:
        return None
    asked_to_agree = deciders(table.seats, table.history.levels)
    decider = next((seat for seat in asked_to_agree if seat in own), None)
    proposal = proposal_of(settled, asked_to_agree, table.names_in_texts)
    conceding = [
        {
            "seat": seat,
            "name": table.names_in_texts[seat],
            "plays_on": bool(level_after_conceding(table, seat, DEFAULT_LEVEL)),
        }
        for seat in own
        if seat not in settled.conceded
    ]
    asked = [table.names_in_texts[seat] for seat in proposal.asked] if proposal else []
    return {
        "own": conceding,
        "decider": decider,
        "proposal": proposal,
        "asked": _("Still to agree: {names}.").format(names=all_of(asked)) if asked else "",
        "may_agree": proposal is not None and decider in proposal.asked,
    }


async def _card(
    request: Request, table: LiveTable, person: Person, values: Mapping[str, str]
) -> dict[str, object]:
    """A seat as the lobby shows it; `link` is empty for those who may not have it."""
    browser = browser_of(request)
    link = ""
    is_free, goes_on = person.kind == "open", not table.history.is_over
    if is_free and goes_on and table.is_host(browser):
        link = absolute(request, await tables_of(request).invitations.seat_link(table, person.seat))
    is_typed = values.get("seat") == str(person.seat) and "name" in values
    return {
        "person": person,
        "typed": values["name"] if is_typed else person.name,
        "state": _state_with_votes(person),
        "link": link,
        "qr": _qr_of(link) if link else "",
        "may_replace": goes_on
        and (person.change == "hand_over" or (is_free and person.level is None and table.may_play(browser))),
        "may_choose": is_free or person.seat in table.seats_of(browser),
        "may_return": goes_on and person.change == "take_back",
    }


def agreed(table: LiveTable) -> dict[str, object]:
    """What was agreed at set-up, for the templates: the game, the time to play, a seed that is known."""
    return {
        "about": about_table(table),
        "agreed": _agreed_about_time(table),
        "open_seed": str(seed_of(table.row.config)) if table.row.open_seed else None,
    }


def _state_with_votes(person: Person) -> str:
    """Who plays a seat now, with the votes for a computer where that takes several."""
    if not person.votes_needed:
        return _state_of(person)
    text, votes = _("{state}; {count} of {needed} votes for a computer"), len(person.votes or [])
    return text.format(state=_state_of(person), count=votes, needed=person.votes_needed)


def _state_of(person: Person) -> str:
    """Who plays a seat now, in a few words."""
    if person.kind == "open":
        return _("not here yet") if person.level is None else _("a computer is filling in")
    if person.kind == REGENT:
        return _("house rules")
    if person.kind == "computer" and person.level is not None:
        return _("computer, {level}").format(level=level_name(person.level))
    if person.conceded:
        return _("has conceded")
    if person.level is not None:
        return _("a computer is filling in")
    if person.local:
        return _("at this screen")
    return _("here") if person.connected else _("has a seat")


def time_control_in_words(text: str) -> str:
    """What time people have."""
    control = TimeControl.read(text)
    if control is None:
        return _("no limit")
    if control.more is None:
        days = control.seconds // DAY
        return ngettext("{count} day per turn", "{count} days per turn", days).format(count=days)
    text = _("{time} plus {more} per turn")
    return text.format(time=duration(control.seconds), more=duration(control.more))


def _agreed_about_time(table: LiveTable) -> str:
    """What becomes of somebody for whom the others wait."""
    if table.clock.control is None:
        text = _(
            "Agreed at set-up: a computer may play for anybody who has been away for {grace}, until they"
            " come back."
        )
        return text.format(grace=duration(table.row.grace))
    text = _(
        "Agreed at set-up: {time} for each player. When somebody’s time runs out, a computer plays until"
        " they come back."
    )
    if table.row.time_up == "others":
        text = _(
            "Agreed at set-up: {time} for each player. When somebody’s time runs out, the others may let a"
            " computer fill in until they come back."
        )
    return text.format(time=time_control_in_words(table.row.time_control))


def _qr_of(link: str) -> str:
    """The picture of a link as a data address: black on white, which every camera reads."""
    import segno  # noqa: PLC0415  only lobbies need it

    return str(segno.make(link, error="m").svg_data_uri(scale=4, border=2, dark="#000", light="#fff"))


def who_is_asked(table: LiveTable, *, is_reader: bool) -> str:
    """Who decides at a table that is not over."""
    asked = table.history.asked or 0
    if not is_reader:
        return _("{name} decides").format(name=table.names_in_texts[asked])
    return _("your turn") if asked == table.history.game.table.active else _("your decision")


def about_table(table: LiveTable) -> str:
    """Which game is played, and whether it goes on from a moment of another one."""
    game = about(config_of(table.history.game))
    return _("{game}, played on from a replay").format(game=game) if table.is_played_on else game


def about(config: Config) -> str:
    """Which game is played: "Kraken and Leviathan, 4 players"."""
    sets = [_("Kraken")] * config.kraken + [_("Leviathan")] * config.leviathan
    game = all_of(sets) if sets else _("Base game")
    if config.regent is not None:
        return _("{game}, alone against the Regent of level {level} (house rules)").format(
            game=game, level=config.regent
        )
    players = ngettext("{count} player", "{count} players", config.players).format(count=config.players)
    return f"{game}, {players}"


def open_tables_of(request: Request) -> OpenTables:
    """The list of open tables of the server that got this request."""
    return OpenTables(tables_of(request))


def absolute(request: Request, path: str) -> str:
    """An address that can be sent to somebody: of the server as it is set, else as this request calls it."""
    return (tables_of(request).settings.address or str(request.base_url)).rstrip("/") + path
