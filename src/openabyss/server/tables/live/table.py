"""One table in memory: who sits at it and who looks at it, and the game so far."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace as with_changes
from datetime import UTC, datetime
from math import ceil, inf
from typing import Any

from msgspec import UNSET
from msgspec.structs import astuple

from openabyss.client.guide import LEARNER, course_of, lesson_for, seed_of
from openabyss.client.protocol import NOT_HERE, REPLACED, RESTARTING
from openabyss.client.protocol.from_server import Bye, FromServer, Presence, Said, Update, write_message
from openabyss.client.protocol.parts import ChatLine, Person
from openabyss.client.table_history import TableHistory
from openabyss.client.update import (
    UpdateCache,
    UpdateContext,
    WrittenUpdates,
    nameless,
    update_for,
    with_names,
)
from openabyss.server.compression import padded
from openabyss.server.computers.fair_turns import Party
from openabyss.server.storage import SeatRow, TableRow
from openabyss.server.storage.rows import PERSON, Outline
from openabyss.server.storage.sharing import Sign
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.answering import Answering, TableClock
from openabyss.server.tables.seating import (
    COMPUTER,
    DEFAULT_GRACE,
    REGENT,
    add_votes,
    deciders,
    playing_level,
    voters,
)
from openabyss.words import _, language
from openabyss.words.listing import isolated
from openabyss.words.numbers import short_duration

# Seconds for which somebody who plays by pages alone counts as present after each page; longer while they are
# asked, and read a page that does not refresh by itself.
PAGE_SECONDS, READING_SECONDS = 120.0, 600.0
# How often it is said at least, in seconds, who is away and from when on a computer may play for them.
ANNOUNCED_AGAIN = 600.0
# How many lines of its chat a table keeps in memory while somebody looks at it.
KEPT_LINES = 100


def _seconds_since(moment: str) -> float:
    """How long ago it was; nothing for one that is still to come, or is none, as an archive may hold."""
    with suppress(ValueError):
        return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())
    return 0.0


def _question(history: TableHistory) -> tuple[int | None, int]:
    """Who is asked, and after how many answers. Votes and proposals do not change it."""
    return history.asked, history.game.history.answer_count


class Subscriber:
    """Somebody who looks at a table, as the hub's connections do. `seat` is None for a spectator."""

    seat: int | None
    browser: str

    def changed(self) -> None:
        """The table has changed."""

    def tell(self, written: bytes) -> None:
        """Send a message, as `write_message` writes it."""

    def leave(self, code: int, message: Bye | None = None) -> None:
        """Send a last message, then close with this code."""


class Chat:
    """The latest lines, oldest first; None until they are loaded. next: the number of the first line that has
    not been sent to everybody here; None until lines have been sent."""

    def __init__(self) -> None:
        self.lines: Sequence[ChatLine] | None = None
        self.next: int | None = None

    def add(self, line: ChatLine) -> bool:
        """Add a stored line, after those before it; False if it was sent to everybody here already."""
        if self.next is not None and line.n < self.next:
            return False
        self.next = line.n + 1
        if self.lines is not None and all(known.n != line.n for known in self.lines):
            self.lines = [*self.lines, line][-KEPT_LINES:]
        return True


def is_looked_at(table: "LiveTable") -> bool:
    """Somebody looks at the table, or did so a moment ago."""
    return bool(table.present) or time.monotonic() < table.seen_at + PAGE_SECONDS


def has_free_seat(table: "LiveTable") -> bool:
    """Nobody has taken some seat of a person yet."""
    return any(seat.kind == PERSON and seat.browser is None for seat in table.seats)


def is_of_one_person(table: "LiveTable") -> bool:
    """Nobody plays but the one who has set up the table."""
    return not {seat.browser for seat in table.seats} - {None, table.row.host}


class LiveTable:
    """One table in memory."""

    def __init__(
        self, row: TableRow, seats: Sequence[SeatRow], watchers: set[str], history: TableHistory
    ) -> None:
        self.row = row
        self.seats = list(seats)
        self.watchers = watchers
        self.history = history
        self.course = course_of(row.config)
        self.clock = TableClock(row.time_control)
        # It continues another game from one of its moments.
        self.is_played_on = "position" in row.config and self.course is None
        self.cache = UpdateCache()
        self.lock = asyncio.Lock()
        self.present: set[Subscriber] = set()
        self._browsers: Counter[str] = Counter()
        self._written = WrittenUpdates()
        self.chat = Chat()
        # Lets computers and standing orders answer, once the table is in the registry.
        self.let_play: Callable[[LiveTable], None] = lambda _table: None
        self.thinking: asyncio.Task[None] | None = None
        # Lets other processes know that a browser has come or gone.
        self.note: Callable[[LiveTable, str], None] = lambda _table, _browser: None
        # Until when browsers that are connected to other processes count as here.
        self._elsewhere: dict[str, float] = {}
        self._announced: list[bool] = []
        self.is_deleted = False
        # Others wait for the end of its game.
        self.is_of_league = False
        self.last_used = self.seen_at = self._fetched = time.monotonic()
        # For how long the player who is asked had not answered when the table was loaded.
        self._quiet, self._quiet_at = _seconds_since(row.changed), _question(history)
        # Whose share of processor time computers use here: the address and browser of the player who was here
        # last.
        self.party: Party = ("", row.host)
        self.left_at: dict[int, float] = {}
        self._will_announce = False
        # Until when those who play by pages alone count as here.
        self._reading: dict[str, float] = {}
        self._paces: dict[int, dict[str, float]] = {}
        self.answering = Answering()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def names_in_texts(self) -> list[str]:
        """The names as texts for people have them."""
        return [isolated(name) for name in self.names]

    def differs_from(self, outline: Outline) -> bool:
        """More is stored than is known here, or somebody may no longer watch."""
        row = with_changes(outline.row, changed=self.row.changed, rules=self.row.rules)
        are_others = (row, outline.seats) != (self.row, self.seats) or not self.watchers <= outline.watchers
        is_more = outline.entries > self.history.revision
        return are_others or is_more or self.clock.differs_from(outline.clock)

    def take_over(self, outline: Outline) -> None:
        """Take over what is stored; who has lost a seat is sent away."""
        self.row, self.seats, self.watchers = outline.row, outline.seats, outline.watchers
        self.clock.set(outline.clock)
        send_away(self)

    def seats_of(self, browser: str | None) -> list[int]:
        """The seats that a browser holds, by its hash."""
        return [] if browser is None else [seat.seat for seat in self.seats if seat.browser == browser]

    def first_seat_of(self, browser: str | None) -> int | None:
        """The seat whose view a browser gets that asks for none; None for a spectator."""
        return next(iter(self.seats_of(browser)), None)

    def may_watch(self, browser: str | None) -> bool:
        """The browser sits here, has set up the table, or came by the spectators' link."""
        return self.may_play(browser) or browser in self.watchers

    def is_host(self, browser: str | None) -> bool:
        return browser is not None and browser == self.row.host

    def may_play(self, browser: str | None) -> bool:
        """The browser holds a seat or has set up the table, so it may let a computer play for those who are
        away."""
        return bool(self.seats_of(browser)) or self.is_host(browser)

    def is_connected(self, seat: int) -> bool:
        """The browser that holds this seat looks at the table."""
        browser = self.seats[seat].browser
        if browser is None:
            return False
        until = max(known.get(browser, -inf) for known in (self._reading, self._elsewhere))
        return browser in self._browsers or time.monotonic() < until

    def seconds_here(self, browser: str) -> float | None:
        """For how long from now a browser counts as here without doing anything, as far as this process
        knows; None while it looks at the table."""
        if browser in self._browsers:
            return None
        left = max((self.left_at.get(seat, -inf) for seat in self.seats_of(browser)), default=-inf)
        return max(0.0, left - time.monotonic())

    def see(self, signs: Sequence[Sign]) -> None:
        """Note who is here, and who was, according to other processes."""
        now = time.monotonic()
        self._elsewhere = {}
        for sign in signs:
            until = inf if sign.seconds is None else now + sign.seconds
            self._elsewhere[sign.browser] = max(until, self._elsewhere.get(sign.browser, -inf))
        if self.present and [self.is_connected(seat.seat) for seat in self.seats] != self._announced:
            self.announce_people_away()

    def enter(self, subscriber: Subscriber) -> None:
        """A subscriber looks at the table from now on."""
        self.present.add(subscriber)
        self._browsers[subscriber.browser] += 1
        self.note(self, subscriber.browser)

    def leave(self, subscriber: Subscriber) -> None:
        """A subscriber has stopped looking at the table."""
        self.present.remove(subscriber)
        self._browsers[subscriber.browser] -= 1
        if not self._browsers[subscriber.browser]:
            del self._browsers[subscriber.browser]
            self.note(self, subscriber.browser)
        if not self.present:
            self._written.forget()
            self.chat.lines = None

    @property
    def is_attended(self) -> bool:
        """Somebody looks at the table, or did so a moment ago. With a time limit: somebody has time left or
        is here, or a league waits for the end. Otherwise computers wait until a person comes back."""
        people = [seat.seat for seat in self.seats if seat.browser is not None]
        if self.clock.control is None or not people:
            return is_looked_at(self)
        is_played = any(self.history.levels[seat] is None for seat in people)
        return is_played or self.is_of_league or bool(self.present) or any(map(self.is_connected, people))

    def played_by(self, browser: str | None, address: str) -> None:
        """A browser at this address is here: if it plays, computers use its share of processor time from now
        on."""
        if browser is not None and self.seats_of(browser):
            self.party = (address, browser)

    def got_page(self, browser: str, *, reads: bool = False) -> None:
        """A browser has fetched a page of the table, so its people count as here without a socket. `reads`:
        they play by it, and may be asked."""
        own = self.seats_of(browser)
        if not own:
            return
        was_here = self.is_connected(own[0])
        seconds = READING_SECONDS if reads and self.history.asked in own else PAGE_SECONDS
        self._reading[browser] = time.monotonic() + seconds
        for seat in own:
            self.left_at[seat] = self._reading[browser]
        self.note(self, browser)
        if not was_here:
            self.announce_people()
            self.let_play(self)
        asyncio.get_running_loop().call_later(seconds, self._check_silence, own[0])

    def _check_silence(self, seat: int) -> None:
        """Called some time after a page: its person has gone, unless there was another page or a socket."""
        if not self.is_connected(seat):
            self.announce_people_away()

    def seats_returned(self, seats: Sequence[int]) -> None:
        """These seats have a connected browser again."""
        for seat in seats:
            self.left_at.pop(seat, None)
        self.let_play(self)

    def left(self, seat: int) -> None:
        """This seat has no connected browser any more."""
        self.left_at[seat] = self.last_used = self.seen_at = time.monotonic()
        if (browser := self.seats[seat].browser) is not None:
            self.note(self, browser)

    def grace_left(self, seat: int) -> float:
        """Seconds for which nobody else may yet let a computer play for the person on this seat.

        0 or less for a free seat and for somebody who has been away long enough. Of those who have not come
        since the table was loaded, this process only knows that the player who is asked has not answered
        since the last move; but everybody has the usual time to come back to a server that was restarted.
        """
        browser = self.seats[seat].browser
        if browser is None:
            return 0.0
        if self.is_connected(seat):
            return float(self.row.grace)
        grace, left = self.row.grace, max(self.left_at.get(seat, -inf), self._elsewhere.get(browser, -inf))
        if left > -inf:
            return left + grace - time.monotonic()
        is_same = seat == self.history.asked and self._quiet_at == _question(self.history)
        quiet = self._quiet if is_same else 0.0
        return self._fetched + max(grace - quiet, min(grace, DEFAULT_GRACE)) - time.monotonic()

    def check_away(self, seat: int, waiting: str) -> None:
        """Raises Refusal unless the seat is free, or its owner has been away for the agreed time and, with a
        time limit, has no time left; `waiting` is its text for a {name} who may be back within {time}."""
        name, left = self.names_in_texts[seat], self.grace_left(seat)
        if self.clock.control is not None and self.seats[seat].browser is not None:
            is_replaced = self.history.levels[seat] is not None and self.clock.seconds_left(seat) <= 0
            if not (is_replaced or self.clock.is_up(seat)):
                raise Refusal("forbidden", _("{name} still has time left.").format(name=name))
        if self.is_connected(seat):
            raise Refusal("forbidden", _("{name} is here and playing.").format(name=name))
        if left > 0:
            raise Refusal("forbidden", waiting.format(name=name, time=short_duration(ceil(left))))

    def timed_seat(self, history: TableHistory) -> int | None:
        """The seat whose time runs at this moment of the game: that of a person who is asked and has come."""
        seat = history.asked
        if seat is None or seat >= len(self.seats) or history.levels[seat] is not None:
            return None
        return None if self.seats[seat].browser is None else seat

    def used(self, *, is_seen: bool = False) -> None:
        """The table was asked for by somebody who may look at it, or was changed."""
        self.last_used = time.monotonic()
        if is_seen:
            self.seen_at = self.last_used

    def is_idle(self, seconds: float) -> bool:
        """Nobody has looked at the table or changed it for this many seconds."""
        is_busy = self.present or self.lock.locked() or (self.thinking and not self.thinking.done())
        return not is_busy and self.last_used < time.monotonic() - seconds

    def check_own(self, seat: int, browser: str | None) -> None:
        """Raises Refusal unless the browser holds this seat."""
        if seat not in self.seats_of(browser):
            raise Refusal("forbidden", _("This is not your seat."))

    def _viewpoint(self, browser: str | None) -> tuple[bool, tuple[int, ...]]:
        """What decides how the people here are shown: equal for browsers that are shown the same."""
        return self.is_host(browser), tuple(self.seats_of(browser))

    def people(self, browser: str | None) -> list[Person]:
        """The seats and their people, as a browser is shown them."""
        return [self._person(seat, browser) for seat in self.seats]

    def _person(self, seat: SeatRow, browser: str | None) -> Person:
        level, connected = self.history.levels[seat.seat], self.is_connected(seat.seat)
        kind: Any = PERSON if seat.browser is not None else "open"
        if seat.kind == COMPUTER:
            kind = REGENT if seat.level == REGENT else COMPUTER
        is_gone, left = kind == PERSON and not connected, self.grace_left(seat.seat)
        is_away = is_gone and left <= 0
        if self.clock.control is not None:
            is_gone, is_away = False, kind == PERSON and self.clock.is_up(seat.seat)
        person = Person(
            seat=seat.seat,
            name=seat.name,
            kind=kind,
            level=None if level is None else playing_level(level),
            connected=connected,
            away=is_away,
            away_in=ceil(left) if is_gone and level is None and left > 0 else UNSET,
            local=browser is not None and seat.browser == browser,
            clock=UNSET if self.history.is_over or seat.kind != PERSON else self.clock.shown(seat.seat),
        )
        if seat.seat in self.history.settlement.conceded:
            person.conceded = True
        elif kind == PERSON and level is None and (person.local or (person.away and self.may_play(browser))):
            person.change = "hand_over"
        elif kind == PERSON and person.level is not None and person.local:
            person.change = "take_back"
        if person.away and level is None:
            here = voters(self.seats, seat.seat, self.is_connected)
            add_votes(person, self.history.settlement, len(here))
        return person

    def update(self, seat: int | None, browser: str | None) -> Update:
        """The table as a seat sees it, for a browser."""
        return self._update(seat, self.people(browser), -1)

    def written_update(
        self, seat: int | None, browser: str | None, have: int = -1, *, is_log_whole: bool = False
    ) -> bytes:
        """The update as it is sent: written once for all who are shown the same, so that neither names nor
        its length give anything away (`client/update.py`)."""
        people = self.people(browser)
        if not self.present:
            return self._write(seat, people, have, is_log_whole)
        reader = (seat, language(), have, is_log_whole, self._viewpoint(browser))
        moment = (self.history, self.history.revision, self.people(None), self.row.rematch)
        return self._written.get(moment, reader, lambda: self._write(seat, people, have, is_log_whole))

    def _write(self, seat: int | None, people: Sequence[Person], have: int, is_log_whole: bool) -> bytes:
        written = write_message(self._update(seat, nameless(people), have, is_log_whole))
        return padded(with_names(written, [person.name for person in people]))

    def context(self, people: Sequence[Person]) -> UpdateContext:
        """What an update contains besides the game, with these people."""
        return UpdateContext(
            people=people,
            commitment=self.row.commitment,
            seed=str(seed_of(self.row.config)),
            salt=self.row.salt,
            is_seed_open=self.row.open_seed,
            results_url=f"/t/{self.id}/results",
            record_url=f"/t/{self.id}/record.json",
            rematch_url=None if self.row.rematch is None else f"/t/{self.row.rematch}",
            deciders=deciders(self.seats, self.history.levels),
        )

    def _update(
        self, seat: int | None, people: Sequence[Person], have: int, is_log_whole: bool = False
    ) -> Update:
        context = self.context(people)
        update = update_for(self.history, seat, context, have, self.cache, is_log_whole=is_log_whole)
        if self.course is not None and seat == LEARNER:
            update.lesson = lesson_for(self.history, seat, [person.name for person in people], self.course)
        return update

    def record_think_time(self, seat: int, kind: str, seconds: float) -> None:
        """Note for how many seconds a computer has thought about a kind of question."""
        self._paces.setdefault(seat, {})[kind] = seconds

    def pace(self, seat: int, kind: str) -> float:
        """How long a computer is likely to think about a question, in seconds."""
        known = self._paces.get(seat, {})
        return known.get(kind, max(known.values(), default=0.0))

    def publish(self) -> None:
        """Send everybody here what is new, and let the one who is asked answer."""
        for subscriber in self.present:
            subscriber.changed()
        self.let_play(self)

    def announce_people(self) -> None:
        """Send everybody here the list of people: written once for all with the same viewpoint."""
        self._announced = [self.is_connected(seat.seat) for seat in self.seats]
        written: dict[tuple[bool, tuple[int, ...]], bytes] = {}
        for subscriber in self.present:
            viewpoint = self._viewpoint(subscriber.browser)
            if viewpoint not in written:
                written[viewpoint] = write_message(Presence(self.people(subscriber.browser)))
            subscriber.tell(written[viewpoint])

    def announce_people_away(self) -> None:
        """Somebody has gone: send the list of people now, and again when the next of them counts as away."""
        self.announce_people()
        gone = [row.seat for row in self.seats if row.kind == PERSON and not self.is_connected(row.seat)]
        waits = [left for seat in gone if (left := self.grace_left(seat)) > 0]
        if waits and self.present and not self._will_announce:
            self._will_announce = True
            asyncio.get_running_loop().call_later(min(*waits, ANNOUNCED_AGAIN) + 0.1, self._announce_again)

    def _announce_again(self) -> None:
        self._will_announce = False
        self.announce_people_away()

    def tell_all(self, message: FromServer) -> None:
        """Send a message to everybody here."""
        written = write_message(message)
        for subscriber in self.present:
            subscriber.tell(written)

    def hears(self, browser: str | None, seat: int | None) -> bool:
        """Whether a browser is sent what is said from this seat, or by a spectator (None). Players read
        spectators only when the game is over, so that nobody can help them."""
        return seat is not None or self.history.is_over or not self.seats_of(browser)

    def tell_said(self, line: ChatLine) -> None:
        """Send a line of the chat to those who may read it."""
        written = write_message(Said(*astuple(line)))
        for subscriber in self.present:
            if self.hears(subscriber.browser, line.seat):
                subscriber.tell(written)

    def call_back_all(self) -> None:
        """Greet everybody here again, since what they were greeted with is no longer true, or send them away
        if the table is deleted."""
        for subscriber in self.present:
            subscriber.leave(NOT_HERE if self.is_deleted else RESTARTING)


def send_away(table: LiveTable) -> None:
    """Those whose seat another browser has now leave, and so do spectators who are somebody else now, to come
    back as such."""
    for subscriber in list(table.present):
        if subscriber.seat is not None and table.seats[subscriber.seat].browser != subscriber.browser:
            subscriber.leave(REPLACED, Bye("replaced"))
        elif not table.may_watch(subscriber.browser):
            subscriber.leave(RESTARTING)
