"""Links to seats and for spectators, and what they do: sit down, move to another browser, watch."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from openabyss.client import table_history as entries
from openabyss.client.protocol import REPLACED
from openabyss.client.protocol.from_server import Bye
from openabyss.errors import InvalidOption
from openabyss.server.credentials import hashed, link_token, new_nonce
from openabyss.server.storage import Conflict, SeatRow, Storage, seats
from openabyss.server.storage.moderation import has_lost_name, voice_of
from openabyss.server.storage.outbox import Call
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.commands import Commands
from openabyss.server.tables.errors import Refusal, UnknownTable, stale
from openabyss.server.tables.live.news import gone, read_seats
from openabyss.server.tables.live.table import LiveTable, is_of_one_person
from openabyss.server.tables.names import check_name, check_unkept, is_like_one_of
from openabyss.server.tables.registry import Registry
from openabyss.words import _

# Whom a link is for; part of the input of its token.
TO_SEAT, TO_OWNER = "seat", "move"


class LinkTokens:
    """The tokens of links, made with the key of the server."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def for_spectators(self, id_: str, nonce: str) -> str:
        """The token of a table's link for spectators."""
        return link_token(self._key, f"watch {id_}", nonce)

    def for_seat(self, id_: str, seat: int, nonce: str | None, kind: str = TO_SEAT) -> str:
        """The token of a link to a seat; with TO_OWNER, of the one by which its person moves to another
        browser."""
        return link_token(self._key, f"{kind} {id_} {seat}", nonce or "")

    def with_new_link(self, id_: str, seat: SeatRow) -> SeatRow:
        """The seat, with a new link if it is that of a person; an older link stops working."""
        if seat.kind != PERSON:
            return seat
        nonce = new_nonce()
        return replace(seat, nonce=nonce, token=hashed(self.for_seat(id_, seat.seat, nonce)))


class Invitations:
    """Makes links, and seats the people who open them."""

    def __init__(self, storage: Storage, registry: Registry, commands: Commands, tokens: LinkTokens) -> None:
        self._storage, self._registry = storage, registry
        self._commands, self._tokens = commands, tokens

    async def seat_link(self, table: LiveTable, seat: int) -> str:
        """The address of a seat's link, "/j/…"; a new one if the key of the server has changed."""
        row = _seat_of_person(table, seat)
        token = self._tokens.for_seat(table.id, seat, row.nonce)
        if row.token != hashed(token):
            return await self.new_seat_link(table, seat, table.row.host)
        return f"/j/{token}"

    async def new_seat_link(self, table: LiveTable, seat: int, browser: str | None) -> str:
        """A new link to a seat, made by this browser; the old one stops working.

        By the link to their own seat people move to another browser. That to somebody else's takes the seat
        only from somebody who is away.

        Raises Refusal if its owner is not, if somebody has just sat down there or taken it over, or if it is
        free and the game is over.
        """
        holder = _seat_of_person(table, seat).browser
        is_own = holder is not None and holder == browser
        if holder is None:
            check_not_over(table)
        if not is_own:
            _check_away(table, seat)
        kind = TO_OWNER if is_own else TO_SEAT
        return await self._commands.run_shielded(self._change_link(table, seat, holder, kind))

    async def _change_link(self, table: LiveTable, seat: int, holder: str | None, kind: str) -> str:
        nonce = new_nonce()
        token = self._tokens.for_seat(table.id, seat, nonce, kind)
        async with table.lock:
            change = (table.id, seat, holder, hashed(token), nonce)
            row = await self._storage.change(table.id, seats.change_link, *change)
            if row is None:
                await read_seats(self._storage, table)
                raise Refusal("stale", _("Somebody has just sat down there. Look again."))
            table.seats[seat] = row
        return f"/j/{token}"

    async def watch_link(self, table: LiveTable) -> str:
        """The address of the spectators' link, "/s/…"."""
        token = self._tokens.for_spectators(table.id, table.row.watch_nonce)
        if table.row.watch_token != hashed(token):
            return await self.new_watch_link(table)
        return f"/s/{token}"

    async def new_watch_link(self, table: LiveTable) -> str:
        """A new link for spectators; the old one stops working."""
        nonce = new_nonce()
        token = self._tokens.for_spectators(table.id, nonce)
        change = (table.id, hashed(token), nonce)
        if not await self._storage.change(table.id, seats.change_watch_link, *change):
            raise gone(table)
        table.row = replace(table.row, watch_token=hashed(token), watch_nonce=nonce)
        return f"/s/{token}"

    async def invitation(self, token: str, browser: str | None) -> tuple[LiveTable, int]:
        """The seat to which a link leads, which stays as it is. Raises UnknownTable, or Refusal if it is
        taken by another browser, and the link is not one that takes it over, or not yet; or if it is free and
        the game is over."""
        found = await self._storage.read(seats.seat_of_token, hashed(token))
        if found is None:
            raise UnknownTable(_("This link no longer works. Ask for a new one."))
        table, number = await self._registry.get(found[0]), found[1]
        seat = table.seats[number]
        if seat.browser is None:
            check_not_over(table)
        elif seat.browser != browser:
            self._check_takeover(table, number)
        return table, number

    def _check_takeover(self, table: LiveTable, seat: int) -> None:
        """The link to a seat takes it from the browser that holds it. Raises Refusal. Somebody who was away
        when the host made the link may have come back since."""
        row = table.seats[seat]
        if not row.transferable:
            raise _taken()
        if row.token != hashed(self._tokens.for_seat(table.id, seat, row.nonce, TO_OWNER)):
            _check_away(table, seat)

    async def sit_down(self, token: str, browser: str, name: str = "") -> tuple[LiveTable, int]:
        """Take the seat to which a link leads, under a name if one is given. Raises UnknownTable, Refusal if
        it is taken, or InvalidOption if the name cannot be used."""
        table, seat = await self.invitation(token, browser)
        plain = check_name(name) if name else ""
        await self._commands.run_shielded(self._claim(table, seat, hashed(token), browser, plain))
        return table, seat

    async def take_free_seat(self, table: LiveTable, seat: SeatRow, browser: str, name: str) -> None:
        """Take a seat that is free for anybody. Raises Refusal if it is taken, or InvalidOption if the name
        cannot be used."""
        await self._commands.run_shielded(self._claim(table, seat.seat, seat.token or "", browser, name))

    async def _claim(self, table: LiveTable, seat: int, token: str, browser: str, name: str) -> None:
        async with table.lock:
            await read_seats(self._storage, table)
            before, was_alone = table.seats[seat].browser, is_of_one_person(table)
            if before == browser:
                return
            if before is None:
                check_not_over(table)
            else:
                self._check_takeover(table, seat)
            _check_free(table, seat, name)
            called = name or table.seats[seat].name
            await check_unkept(self._storage, [called], browser)
            row = await self._change(table, seats.claim, token, browser, called)
            if row is None:
                raise _taken()
            table.seats[seat] = row
            for subscriber in list(table.present):
                if subscriber.seat == seat and subscriber.browser == before:
                    subscriber.leave(REPLACED, Bye("replaced"))
            if before is not None or table.history.levels[seat] is not None:
                player = "" if before is None else entries.NEWCOMER
                await self._commands.insist(table, entries.SEAT, seat, player, None)
            await self._commands.start_clock(table)
            asked = table.timed_seat(table.history)
            # No answer has called them: the game waits for them since somebody has come.
            if asked is not None and (was_alone or asked == seat):
                call = Call(asked, table.seats[asked].browser)
                await self._storage.call(table.id, table.history.revision, call)
        table.publish()

    async def _change(
        self, table: LiveTable, change: Callable[..., SeatRow | None], *arguments: object
    ) -> SeatRow | None:
        """Write a seat. Raises Refusal if the seats have changed meanwhile."""
        try:
            return await self._storage.change(table.id, change, table.id, *arguments, table.seats)
        except Conflict as error:
            raise stale() from error

    async def watched(self, token: str) -> LiveTable:
        """The table to which a link for spectators leads. Raises UnknownTable."""
        found = await self._storage.read(seats.table_of_watch_token, hashed(token))
        if found is None:
            raise UnknownTable(_("This link no longer works. Ask for a new one."))
        return await self._registry.get(found)

    async def let_watch(self, table: LiveTable, browser: str, allow: Callable[[], object]) -> None:
        """Let a browser watch; `allow` may raise Refusal for a new spectator."""
        if not table.may_watch(browser):
            allow()
            async with table.lock:  # Nobody is just reading who watches, without this one.
                with suppress(Conflict):  # Another process was faster.
                    await self._storage.write(seats.add_watcher, table.id, browser)
                table.watchers.add(browser)

    async def rename(self, table: LiveTable, seat: int, browser: str, name: str) -> None:
        """Another name for an own seat. Raises InvalidOption, Refusal."""
        table.check_own(seat, browser)
        await self._commands.run_shielded(self._rename(table, seat, browser, check_name(name)))

    async def _rename(self, table: LiveTable, seat: int, browser: str, name: str) -> None:
        async with table.lock:
            await read_seats(self._storage, table)
            _check_free(table, seat, name)
            await check_unkept(self._storage, [name], browser)
            if await self._storage.read(has_lost_name, table.id, voice_of(browser)):
                raise _name_removed()
            row = await self._change(table, seats.rename, seat, browser, name)
            if row is None:
                raise Refusal("forbidden", _("This is not your seat."))
            table.seats[seat] = row
        table.publish()


def check_not_over(table: LiveTable) -> None:
    """Nobody new comes to a game that is over, and shares its victory. Raises Refusal."""
    if table.history.is_over:
        raise Refusal("stale", _("The game is over."))


def _seat_of_person(table: LiveTable, seat: int) -> SeatRow:
    if table.seats[seat].kind != PERSON:
        raise Refusal("forbidden", _("A computer sits there."))
    return table.seats[seat]


def _name_removed() -> Refusal:
    text = _("The operator of this server has removed your name: it stays as it is at this table.")
    return Refusal("forbidden", text)


def _taken() -> Refusal:
    return Refusal("forbidden", _("This seat is already taken. Ask for another link."))


def _check_away(table: LiveTable, seat: int) -> None:
    table.check_away(seat, _("{name} may come back. Somebody else can take the seat in {time}."))


def _check_free(table: LiveTable, seat: int, name: str) -> None:
    """Nobody else at the table has this name, or one that looks like it. Raises InvalidOption."""
    others = [other.name for other in table.seats if other.seat != seat]
    if is_like_one_of(name, others):
        problem = _("somebody else at the table is already called {name}, or something that looks the same")
        raise InvalidOption(problem.format(name=name))
