"""Tables in use: commands one after another, seats and links, computers that are asked in turn.

Commit, then acknowledge, then publish: a command works on a copy of the course, which takes the
place of the old one only when its entry is stored.
"""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import ceil
from typing import Any, TypeVar

from openabyss.errors import GameOver, IllegalAction, InvalidOption, OpenAbyssError, UnreadableAction
from openabyss.version import VERSION
from openabyss.web import course as courses
from openabyss.web.access.credentials import (
    commitment_to,
    hashed,
    is_table_id,
    link_token,
    new_nonce,
    new_table_id,
)
from openabyss.web.computers.pipe import Asked
from openabyss.web.computers.turns import FairTurns, Party
from openabyss.web.computers.workers import Computers, any_answer
from openabyss.web.course import Course, DamagedTable, Entry
from openabyss.web.logging import log_event, log_failure
from openabyss.web.presentation.update import UpdateCache, UpdateContext, update_for
from openabyss.web.protocol.messages import ChatLine, Person, Refused, Thinking, Update
from openabyss.web.settings import Settings
from openabyss.web.storage import ChatRow, Conflict, SeatRow, Storage, StoredTable, TableRow
from openabyss.web.storage.rows import PERSON
from openabyss.web.storage.storage import now
from openabyss.web.tables.seating import (
    COMPUTER,
    FRIEND,
    REGENT,
    SeatRequest,
    TableRequest,
    check_level,
    check_name,
    config_of_request,
    has_open_seed,
    random_seed,
    seated,
    usual_level,
)
from openabyss.words import _

Result = TypeVar("Result")

CHAT_LINES = 100
MY_TABLES = 50
# Whoever plays by pages alone counts as here for so many seconds after each of them.
PAGE_SECONDS = 120.0
# A computer that answers within so many seconds is not announced as thinking.
A_MOMENT = 0.3
# A turn of a computer that failed is tried again after so many seconds, then less and less often.
FIRST_RETRY, LONGEST_RETRY = 0.5, 30.0


class Refusal(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A command that had no effect; `code` is that of the protocol."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class UnknownTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """There is no table with this id."""


class NotAtTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """This browser neither sits at the table nor may it watch."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command of a person: a `kind` of courses.KINDS, and its text. `revision` is what was seen."""

    id: str
    seat: int
    revision: int
    kind: str
    text: str = ""


class Subscriber:
    """Somebody who looks at a table; the hub's connections are such. `seat` None is a spectator."""

    seat: int | None
    browser: str

    def changed(self) -> None:
        """There is something new on the table."""

    def tell(self, message: Any) -> None:
        """Send a message."""

    def send_away(self) -> None:
        """The seat belongs to another browser now."""


class Table:
    """One table in memory."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], watchers: set[str], course: Course) -> None:
        self.row = row
        self.seats = list(seats)
        self.watchers = watchers
        self.course = course
        self.cache = UpdateCache()
        self.lock = asyncio.Lock()
        self.present: set[Subscriber] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.last_used = self.seen_at = self._fetched = time.monotonic()
        # For whom computers think here: the address and browser of the player who was here last.
        self.party: Party = ("", row.host)
        self.left_at: dict[int, float] = {}
        self._last_page: dict[str, float] = {}
        self._paces: dict[int, dict[str, float]] = {}

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seats_of(self, browser: str | None) -> list[int]:
        """The seats that a browser holds, by its hash."""
        return [] if browser is None else [seat.seat for seat in self.seats if seat.browser == browser]

    def may_watch(self, browser: str | None) -> bool:
        """It sits here, has set up the table, or came by the spectators' link."""
        return browser is not None and (
            bool(self.seats_of(browser)) or browser in self.watchers or browser == self.row.host
        )

    def is_host(self, browser: str | None) -> bool:
        return browser is not None and browser == self.row.host

    def is_connected(self, seat: int) -> bool:
        """Somebody looks from this seat, or from another one of the same browser."""
        browser = self.seats[seat].browser
        if browser is None:
            return False
        page = self._last_page.get(browser)
        if page is not None and time.monotonic() < page + PAGE_SECONDS:
            return True
        return any(
            subscriber.browser == browser and subscriber.seat is not None for subscriber in self.present
        )

    @property
    def is_attended(self) -> bool:
        """Somebody looks at it, or did so a moment ago: where nobody is, computers wait."""
        return bool(self.present) or time.monotonic() < self.seen_at + PAGE_SECONDS

    def played_by(self, browser: str | None, address: str) -> None:
        """A browser at this address is here: if it plays, computers think for it from now on."""
        if browser is not None and self.seats_of(browser):
            self.party = (address, browser)

    def got_page(self, browser: str) -> None:
        """A browser has fetched a page of the table, which needs no socket."""
        self._last_page[browser] = time.monotonic()
        for seat in self.seats_of(browser):
            self.left_at[seat] = self._last_page[browser] + PAGE_SECONDS

    def came(self, seats: Sequence[int]) -> None:
        """Somebody looks from these seats again."""
        for seat in seats:
            self.left_at.pop(seat, None)

    def left(self, seat: int) -> None:
        """Nobody looks from this seat any more."""
        self.left_at[seat] = self.last_used = self.seen_at = time.monotonic()

    def grace_left(self, seat: int) -> float:
        """For how many seconds nobody else may yet let a computer play for the person on this seat.

        Of somebody who has not come since the server has fetched the table, it cannot be known for how
        long they have been away already. Not above 0 for whoever is away for long, and for a free seat.
        """
        if self.seats[seat].browser is None:
            return 0.0
        if self.is_connected(seat):
            return float(self.row.grace)
        return self.left_at.get(seat, self._fetched) + self.row.grace - time.monotonic()

    @property
    def next_away(self) -> float | None:
        """In how many seconds the next of those who have gone counts as away; None if there is none."""
        gone = [row.seat for row in self.seats if row.kind == PERSON and not self.is_connected(row.seat)]
        return min((left for seat in gone if (left := self.grace_left(seat)) > 0), default=None)

    def people(self, browser: str | None) -> list[Person]:
        """Who sits where, told to a browser."""
        return [self._person(seat, browser) for seat in self.seats]

    def _person(self, seat: SeatRow, browser: str | None) -> Person:
        connected = self.is_connected(seat.seat)
        is_person = seat.kind == PERSON and seat.browser is not None
        return Person(
            seat=seat.seat,
            name=seat.name,
            kind=_kind_of(seat),
            level=self.course.levels[seat.seat],
            connected=connected,
            away=is_person and not connected and self.grace_left(seat.seat) <= 0,
            local=browser is not None and seat.browser == browser,
        )

    def update(self, seat: int | None, browser: str | None, have: int = -1) -> Update:
        """The table as a seat sees it, for a browser."""
        context = UpdateContext(
            people=self.people(browser),
            commitment=self.row.commitment,
            seed=int(self.row.config.get("seed", 0)),
            salt=self.row.salt,
            is_seed_open=self.row.open_seed,
            results_url=f"/t/{self.id}/results",
            rematch_url=None if self.row.rematch is None else f"/t/{self.row.rematch}",
        )
        return update_for(self.course, seat, context, have, self.cache)

    def took(self, seat: int, kind: str, seconds: float) -> None:
        """A computer has thought about a question for so long."""
        self._paces.setdefault(seat, {})[kind] = seconds

    def pace(self, seat: int, kind: str) -> float:
        """How long a computer is likely to think about a question, in seconds."""
        known = self._paces.get(seat, {})
        return known.get(kind, max(known.values(), default=0.0))

    def publish(self) -> None:
        """Tell everybody here that there is something new."""
        for subscriber in self.present:
            subscriber.changed()

    def tell_all(self, message: Any) -> None:
        """Send a message to everybody here."""
        for subscriber in self.present:
            subscriber.tell(message)


def _taken() -> Refusal:
    return Refusal("forbidden", _("Somebody sits on this seat already. Ask for another link."))


def _kind_of(seat: SeatRow) -> Any:
    if seat.kind == COMPUTER:
        return REGENT if seat.level == REGENT else COMPUTER
    return PERSON if seat.browser is not None else "open"


class Tables:
    """All tables: those in memory, and those in the storage, which are fetched when they are wanted."""

    def __init__(self, storage: Storage, computers: Computers, settings: Settings) -> None:
        self.storage, self.computers, self.settings = storage, computers, settings
        self._tables: dict[str, Table] = {}
        self._fetching: dict[str, asyncio.Future[Table]] = {}
        self._turns = FairTurns(settings.workers)
        self._begun: set[asyncio.Future[Any]] = set()
        self._closing = False

    # ----------------------------------------------------------------------- finding

    async def get(self, id_: str) -> Table:
        """A table by its id. Raises UnknownTable, or DamagedTable if it does not play again as stored."""
        table = self._tables.get(id_)
        if table is None and is_table_id(id_):
            table = await self._fetch(id_)
        if table is None:
            raise UnknownTable(_("There is no such table."))
        table.last_used = time.monotonic()
        return table

    async def _fetch(self, id_: str) -> Table:
        """From the storage; whoever asks meanwhile waits for the same."""
        if id_ not in self._fetching:
            self._fetching[id_] = asyncio.ensure_future(self._load(id_))
        try:
            return await asyncio.shield(self._fetching[id_])
        finally:
            self._fetching.pop(id_, None)

    async def _load(self, id_: str) -> Table:
        stored = await self.storage.load(id_)
        if stored is None:
            raise UnknownTable(_("There is no such table."))
        course = await asyncio.to_thread(course_of, stored)
        table = Table(stored.row, stored.seats, stored.watchers, course)
        self._tables[id_] = table
        self.let_computers_play(table)
        return table

    async def for_browser(self, id_: str, browser: str | None) -> Table:
        """A table at which a browser sits or which it may watch. Raises UnknownTable, NotAtTable."""
        table = await self.get(id_)
        if not table.may_watch(browser):
            raise NotAtTable(
                _("You do not sit at this table. Ask for a link: one to a seat, or one for spectators.")
            )
        table.seen_at = time.monotonic()
        self.let_computers_play(table)
        return table

    async def of_browser(self, browser: str | None) -> list[Table]:
        """The tables of a browser, the ones changed last first; damaged ones are left out and noted."""
        if browser is None:
            return []
        found = []
        for id_ in await self.storage.tables_of(browser, MY_TABLES):
            try:
                found.append(await self.get(id_))
            except OpenAbyssError as error:
                log_event("table cannot be loaded", table=id_, problem=type(error).__name__)
        return found

    # ----------------------------------------------------------------------- making

    async def create(self, wanted: TableRequest, browser: str) -> Table:
        """A new table for the browser with this hash. Raises InvalidOption."""
        config, seats = config_of_request(wanted), seated(wanted)
        row = self._new_row(config, browser, wanted.grace, open_seed=has_open_seed(wanted))
        return await self._lay(row, [self._seat(place, one, browser) for place, one in enumerate(seats)])

    def _seat(self, place: int, wanted: SeatRequest, browser: str) -> SeatRow:
        if wanted.kind == COMPUTER:
            return SeatRow(place, COMPUTER, wanted.name, level=wanted.level)
        return SeatRow(place, PERSON, wanted.name, browser=None if wanted.kind == FRIEND else browser)

    async def _lay(self, row: TableRow, seats: Sequence[SeatRow]) -> Table:
        seats = [self._with_link(row.id, seat) if seat.kind == PERSON else seat for seat in seats]
        course = Course(row.config, [seat.level for seat in seats])
        await self.storage.create(row, seats)
        table = Table(row, seats, set(), course)
        self._tables[row.id] = table
        self.let_computers_play(table)
        return table

    def _new_row(self, config: dict[str, Any], host: str, grace: int, *, open_seed: bool = False) -> TableRow:
        id_, salt, nonce, created = new_table_id(), new_nonce(), new_nonce(), now()
        return TableRow(
            id=id_,
            created=created,
            changed=created,
            config=config,
            engine=VERSION,
            commitment=commitment_to(int(config["seed"]), salt),
            salt=salt,
            host=host,
            watch_token=hashed(self._watch_token(id_, nonce)),
            watch_nonce=nonce,
            grace=grace,
            open_seed=open_seed,
        )

    async def rematch(self, table: Table, browser: str | None) -> Table:
        """The same people once more, the seats moved on by one. Raises Refusal before the end, and for
        whoever only looks on."""
        if not table.seats_of(browser):
            raise Refusal("forbidden", _("Only players can ask for a rematch."))
        if not table.course.game.is_over:
            raise Refusal("illegal", _("A rematch can begin when this game is over."))
        if table.row.rematch is None:
            await self._surely(self._lay_again(table))
        assert table.row.rematch is not None
        return await self.get(table.row.rematch)

    async def _lay_again(self, table: Table) -> None:
        async with table.lock:
            await self._read_seats(table)
            config = {**table.row.config, "seed": random_seed()}
            row = self._new_row(config, table.row.host, table.row.grace)
            seats = [self._moved(row.id, table, place) for place in range(len(table.seats))]
            id_ = await self.storage.create_rematch(table.id, row, seats)
            table.row = replace(table.row, rematch=id_)
        table.publish()

    def _moved(self, id_: str, table: Table, place: int) -> SeatRow:
        """Who sits on a seat in the rematch. The Regent stays on the second seat."""
        shift = 0 if table.course.game.regent is not None else 1
        old = table.seats[(place + shift) % len(table.seats)]
        moved = SeatRow(place, old.kind, old.name, old.level, old.browser)
        return self._with_link(id_, moved) if moved.kind == PERSON else moved

    # ----------------------------------------------------------------------- links

    def _watch_token(self, id_: str, nonce: str) -> str:
        return link_token(self.settings.key, f"watch {id_}", nonce)

    def _seat_token(self, id_: str, seat: int, nonce: str) -> str:
        return link_token(self.settings.key, f"seat {id_} {seat}", nonce)

    def _with_link(self, id_: str, seat: SeatRow) -> SeatRow:
        """The seat with a new link; an older one leads nowhere any more."""
        nonce = new_nonce()
        return replace(seat, nonce=nonce, token=hashed(self._seat_token(id_, seat.seat, nonce)))

    async def seat_link(self, table: Table, seat: int) -> str:
        """The address of a seat's link, "/j/…"; a new one if the key of the server has changed."""
        row = table.seats[seat]
        if row.kind != PERSON:
            raise Refusal("forbidden", _("A computer sits there."))
        token = self._seat_token(table.id, seat, row.nonce or "")
        if row.token != hashed(token):
            return await self.new_seat_link(table, seat)
        return f"/j/{token}"

    async def new_seat_link(self, table: Table, seat: int) -> str:
        """A new link to a seat, for another browser too; the old one leads nowhere any more.

        Raises Refusal if somebody has sat down there or taken the seat over in this very moment.
        """
        if table.seats[seat].kind != PERSON:
            raise Refusal("forbidden", _("A computer sits there."))
        return await self._surely(self._change_link(table, seat, table.seats[seat].browser))

    async def _change_link(self, table: Table, seat: int, holder: str | None) -> str:
        nonce = new_nonce()
        token = self._seat_token(table.id, seat, nonce)
        async with table.lock:
            row = await self.storage.change_link(table.id, seat, holder, hashed(token), nonce)
            if row is None:
                await self._read_seats(table)
                raise Refusal("stale", _("Somebody has sat down there meanwhile. Look again."))
            table.seats[seat] = row
        return f"/j/{token}"

    async def watch_link(self, table: Table) -> str:
        """The address of the spectators' link, "/s/…"."""
        token = self._watch_token(table.id, table.row.watch_nonce)
        if table.row.watch_token != hashed(token):
            return await self.new_watch_link(table)
        return f"/s/{token}"

    async def new_watch_link(self, table: Table) -> str:
        """A new link for spectators; the old one leads nowhere any more."""
        nonce = new_nonce()
        token = self._watch_token(table.id, nonce)
        await self.storage.change_watch_link(table.id, hashed(token), nonce)
        table.row = replace(table.row, watch_token=hashed(token), watch_nonce=nonce)
        return f"/s/{token}"

    async def invitation(self, token: str, browser: str | None) -> tuple[Table, int]:
        """The seat to which a link leads, which stays as it is. Raises UnknownTable, or Refusal if it is
        taken by another browser, and the link is not one that takes it over."""
        found = await self.storage.seat_of_token(hashed(token))
        if found is None:
            raise UnknownTable(_("This link leads nowhere any more. Ask for a new one."))
        table, number = await self.get(found[0]), found[1]
        seat = table.seats[number]
        if seat.browser not in (None, browser) and not seat.transferable:
            raise _taken()
        return table, number

    async def sit_down(self, token: str, browser: str, name: str = "") -> tuple[Table, int]:
        """Take the seat to which a link leads, under a name if one is given.

        Raises UnknownTable, Refusal if it is taken, or InvalidOption if the name cannot be used.
        """
        table, seat = await self.invitation(token, browser)
        plain = check_name(name) if name else ""
        await self._surely(self._claim(table, seat, hashed(token), browser, plain))
        return table, seat

    async def _claim(self, table: Table, seat: int, token: str, browser: str, name: str) -> None:
        async with table.lock:
            await self._read_seats(table)
            before = table.seats[seat].browser
            if before == browser:
                return
            self._check_free(table, seat, name)
            row = await self.storage.claim(table.id, token, browser, name or table.seats[seat].name)
            if row is None:
                raise _taken()
            table.seats[seat] = row
            self._send_away(table, seat, before)
            if table.course.levels[seat] is not None:
                await self._store(table, courses.SEAT, seat, "", None)
        table.publish()
        self.let_computers_play(table)

    def _send_away(self, table: Table, seat: int, browser: str | None) -> None:
        """Whoever looked from a seat that somebody else has taken over has to come again."""
        for subscriber in list(table.present):
            if subscriber.seat == seat and subscriber.browser == browser:
                subscriber.send_away()

    async def watched(self, token: str) -> Table:
        """The table to which a link for spectators leads. Raises UnknownTable."""
        found = await self.storage.table_of_watch_token(hashed(token))
        if found is None:
            raise UnknownTable(_("This link leads nowhere any more. Ask for a new one."))
        return await self.get(found)

    async def watch(self, token: str, browser: str) -> Table:
        """Become a spectator. Raises UnknownTable."""
        table = await self.watched(token)
        if not table.may_watch(browser):
            await self.storage.add_watcher(table.id, browser)
            table.watchers.add(browser)
        return table

    async def rename(self, table: Table, seat: int, browser: str, name: str) -> None:
        """Another name for an own seat. Raises InvalidOption, Refusal."""
        self._check_own(table, seat, browser)
        await self._surely(self._rename(table, seat, browser, check_name(name)))

    async def _rename(self, table: Table, seat: int, browser: str, name: str) -> None:
        async with table.lock:
            await self._read_seats(table)
            self._check_free(table, seat, name)
            row = await self.storage.rename(table.id, seat, browser, name)
            if row is None:
                raise Refusal("forbidden", _("This is not your seat."))
            table.seats[seat] = row
        table.publish()

    def _check_free(self, table: Table, seat: int, name: str) -> None:
        """Nobody else at the table has this name. Raises InvalidOption."""
        others = [other.name.casefold() for other in table.seats if other.seat != seat]
        if name.casefold() in others:
            raise InvalidOption(_("somebody else at the table is called {name}").format(name=name))

    async def _read_seats(self, table: Table) -> None:
        """Who sits where as it is stored, whichever server has written it. The table's lock is held."""
        table.seats = await self.storage.seats(table.id)

    # ----------------------------------------------------------------------- commands

    async def command(self, table: Table, order: Order, browser: str) -> int:
        """Carry out a person's command; returns the revision after it, when it is stored.

        Raises Refusal. The same command once more has no effect and returns the same revision.
        """
        self._check_own(table, order.seat, browser)
        if not table.is_connected(order.seat):
            table.left(order.seat)  # A program needs no socket, but it was here until now.
        return await self._surely(self._carry_out(table, order))

    async def _surely(self, what: Coroutine[Any, Any, Result]) -> Result:
        """Once begun it is carried out, even if the person is gone before it is stored: others must learn
        of it."""
        doing = asyncio.ensure_future(what)
        self._begun.add(doing)
        doing.add_done_callback(self._begun.discard)
        return await asyncio.shield(doing)

    async def _carry_out(self, table: Table, order: Order) -> int:
        name = f"{order.seat}:{order.id}"
        async with table.lock:
            known = table.course.commands.get(name)
            if known is not None:
                return known
            self._check_fresh(table, order)
            if table.course.levels[order.seat] is not None:
                raise Refusal("forbidden", _("A computer plays this seat; take it back first."))
            try:
                await self._store(table, order.kind, order.seat, order.text, name)
            except Refusal:
                # It may be stored already: the database did not say so in time when it was sent before.
                if name not in table.course.commands:
                    raise
        table.publish()
        self.let_computers_play(table)
        return table.course.commands[name]

    def _check_own(self, table: Table, seat: int, browser: str) -> None:
        if seat not in table.seats_of(browser):
            raise Refusal("forbidden", _("This is not your seat."))

    def _check_fresh(self, table: Table, order: Order) -> None:
        """What has changed only who plays makes no command stale."""
        if not table.course.changed_at <= order.revision <= table.course.revision:
            raise Refusal("stale", _("Something has happened meanwhile. Look again, then decide."))

    async def _enter(self, table: Table, kind: str, seat: int, text: str, command: str | None) -> None:
        async with table.lock:
            await self._store(table, kind, seat, text, command)
        table.publish()
        self.let_computers_play(table)

    async def _store(self, table: Table, kind: str, seat: int, text: str, command: str | None) -> Entry:
        """Try on a copy, commit, and only then let it count. The table's lock is held."""
        if self._closing:
            raise Refusal("unavailable", _("The server is being restarted; try again in a moment."))
        tried = table.course.copy()
        try:
            entry = tried.add(kind, seat, text, command)
        except UnreadableAction as error:
            raise Refusal("unreadable", str(error)) from error
        except (IllegalAction, GameOver) as error:
            raise Refusal("illegal", str(error)) from error
        try:
            changed = await self.storage.append(table.id, tried.revision, entry)
        except Conflict as error:
            await self._read_again(table)
            raise Refusal("stale", _("Something has happened meanwhile. Look again, then decide.")) from error
        table.course, table.row = tried, replace(table.row, changed=changed)
        table.last_used = time.monotonic()
        return entry

    async def _read_again(self, table: Table) -> None:
        """Another process has written to this table: go on from what is stored. Raises UnknownTable if it
        has deleted the table."""
        stored = await self.storage.load(table.id)
        if stored is None:
            self._tables.pop(table.id, None)
            raise UnknownTable(_("There is no such table."))
        table.row, table.seats, table.watchers = stored.row, list(stored.seats), stored.watchers
        table.course = await asyncio.to_thread(course_of, stored)
        table.publish()

    async def change_seat(self, table: Table, seat: int, level: str | None, browser: str, id_: str) -> int:
        """Let a computer play a seat, or give it back to its owner. Raises Refusal."""
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind != PERSON:
            raise Refusal("forbidden", _("Nobody can be replaced there."))
        own = seat in table.seats_of(browser)
        self._check_replacing(table, seat, level, browser, own)
        name = f"{seat}:{browser[:16]}:{id_}"
        known = table.course.commands.get(name)
        if known is None and table.course.levels[seat] != level:
            await self._enter(table, courses.SEAT, seat, level or "", name)
        return table.course.commands.get(name, table.course.revision)

    def _check_replacing(self, table: Table, seat: int, level: str | None, browser: str, own: bool) -> None:
        if level is not None:
            try:
                check_level(level)
            except InvalidOption as error:
                raise Refusal("unreadable", str(error)) from error
        if own:
            return
        if not table.seats_of(browser) and not table.is_host(browser):
            raise Refusal("forbidden", _("Only players can let a computer play."))
        if level is None:
            raise Refusal("forbidden", _("Only its owner can take a seat back."))
        name, left = table.names[seat], table.grace_left(seat)
        if table.is_connected(seat):
            raise Refusal("forbidden", _("{name} is here and plays.").format(name=name))
        if left > 0:
            text = _("{name} may come back. A computer can play for them in {seconds} s.")
            raise Refusal("forbidden", text.format(name=name, seconds=ceil(left)))

    async def say(self, table: Table, browser: str, text: str, id_: str) -> ChatLine:
        """A line of the chat. Raises Refusal."""
        plain = "".join(letter for letter in text if letter.isprintable()).strip()
        if not plain:
            raise Refusal("unreadable", _("There is nothing to say in that."))
        seats = table.seats_of(browser)
        seat = seats[0] if seats else None
        name = _("Spectator") if seat is None else table.names[seat]
        line = ChatRow(0, seat, name, plain, now())
        stored = await self.storage.add_chat(table.id, line, f"{browser[:16]}:{id_}")
        return ChatLine(stored.n, stored.seat, stored.name, stored.text, stored.at)

    async def chat(self, table: Table) -> list[ChatLine]:
        """The last lines of the chat."""
        rows = await self.storage.chat(table.id, CHAT_LINES)
        return [ChatLine(row.n, row.seat, row.name, row.text, row.at) for row in rows]

    async def hint(self, table: Table, seat: int, browser: str) -> str:
        """What a computer would answer for a seat that is asked. Raises Refusal."""
        self._check_own(table, seat, browser)
        if table.course.asked != seat:
            raise Refusal("illegal", _("You are not asked anything now."))
        if (only := table.course.only_answer) is not None:
            return only
        async with self._turns.turn(table.party):
            return await self.computers.choose(self._asked(table, usual_level()))

    # ----------------------------------------------------------------------- computers

    def let_computers_play(self, table: Table) -> None:
        """See to it that computers answer until a person is asked, or nobody is here."""
        waits = table.course.level_asked is not None and table.is_attended and not self._closing
        if waits and (table.thinking is None or table.thinking.done()):
            table.thinking = asyncio.create_task(self._play(table), name=f"computers of {table.id}")

    async def _play(self, table: Table) -> None:
        """Let computers answer until a person is asked, or nobody is here. Whatever fails is noted, told at
        the table and tried again: nobody else would ever wake the table."""
        failures = 0
        while not self._closing and table.is_attended and (level := table.course.level_asked) is not None:
            try:
                await self._play_one(table, level)
                failures = 0
            except Exception:
                failures += 1
                log_failure("computer cannot play", table=table.id, level=level, failures=failures)
                if failures == 1:
                    text = _("The computer's turn could not be stored; the server goes on trying.")
                    table.tell_all(Refused(None, "unavailable", text, table.course.revision))
                await asyncio.sleep(min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)))

    async def _play_one(self, table: Table, level: str) -> None:
        course, seat = table.course, table.course.asked
        assert seat is not None
        text = await self._thought(table, level, seat)
        try:
            async with table.lock:
                if table.course is course:
                    await self._store_of_computer(table, level, seat, text)
        except Refusal as error:
            # Stale: somebody else has stored something, which has been read. Unavailable: the server ends.
            log_event("computer refused", table=table.id, level=level, problem=error.code)
            return
        table.publish()
        is_seen = len(table.course.log) > len(course.log)
        if table.present and is_seen:
            await asyncio.sleep(self.settings.computer_pause)

    async def _store_of_computer(self, table: Table, level: str, seat: int, text: str) -> None:
        """Store its answer, or any legal one if it gave none."""
        try:
            await self._store(table, courses.ANSWER, seat, text, None)
        except Refusal as error:
            if error.code not in ("illegal", "unreadable"):
                raise
            log_event("computer refused", table=table.id, level=level, problem=error.code)
            await self._store(table, courses.ANSWER, seat, any_answer(self._asked(table, level)), None)

    async def _thought(self, table: Table, level: str, seat: int) -> str:
        """What a computer answers. Without a choice it waits as long as it would think, so that nobody
        learns that it had none."""
        loop, kind = asyncio.get_running_loop(), table.course.game.question.kind
        moment = loop.call_later(A_MOMENT, table.tell_all, Thinking(seat))
        try:
            if (only := table.course.only_answer) is not None:
                await asyncio.sleep(table.pace(seat, kind))
                return only
            begun = loop.time()
            async with self._turns.turn(table.party):
                answer = await self.computers.choose(self._asked(table, level))
            table.took(seat, kind, loop.time() - begun)
            return answer
        finally:
            moment.cancel()

    def _asked(self, table: Table, level: str) -> Asked:
        """The question to a computer. Its dice come from the salt, so that nobody can foresee them."""
        digest = blake2b(f"{table.row.salt} {table.course.revision}".encode(), digest_size=6).digest()
        return Asked(level, int.from_bytes(digest), table.course.game.to_record())

    # ----------------------------------------------------------------------- tidying up

    def forget_idle(self) -> int:
        """Let go of tables that nobody has used for a while; returns how many are left."""
        limit = time.monotonic() - self.settings.idle_seconds
        for table in list(self._tables.values()):
            busy = table.present or table.lock.locked() or (table.thinking and not table.thinking.done())
            if not busy and table.last_used < limit:
                del self._tables[table.id]
        return len(self._tables)

    @property
    def in_memory(self) -> list[Table]:
        return list(self._tables.values())

    async def close(self) -> None:
        """Accept nothing more; what was accepted is stored when this returns."""
        self._closing = True
        tasks = [table.thinking for table in self._tables.values() if table.thinking is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in list(self._tables.values()):
            async with table.lock:
                pass


def course_of(stored: StoredTable) -> Course:
    """Play a stored table again. Raises DamagedTable if it does not come out as stored, for any reason."""
    course: Course | None = None
    try:
        course = Course(stored.row.config, [seat.level for seat in stored.seats])
        _check_seats(stored.seats, course.game.players)
        course.replay(stored.entries)
    except DamagedTable:
        raise
    except Exception as error:
        number = 0 if course is None else course.revision + 1
        why = str(error) if isinstance(error, OpenAbyssError) else type(error).__name__
        raise DamagedTable(_("entry {number}: {why}").format(number=number, why=why)) from error
    return course


def _check_seats(seats: Sequence[SeatRow], players: int) -> None:
    """Every player has one seat. Raises DamagedTable."""
    are_all = [seat.seat for seat in seats] == list(range(players))
    if not are_all or any(seat.kind not in (PERSON, COMPUTER) for seat in seats):
        raise DamagedTable(_("the seats are not those of {count} players").format(count=players))
