"""Delivers the notices of the outbox: each is marked, sent, and deleted. One that was refused is tried again
at growing intervals, for a day; one that may have arrived is not. People are left alone in their quiet
hours."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from openabyss.server.credentials import link_token
from openabyss.server.limits import Buckets
from openabyss.server.logging import log_event, log_failure
from openabyss.server.notices import mail, push, webhooks
from openabyss.server.notices.webhooks import Outcome
from openabyss.server.settings import Settings
from openabyss.server.storage import Storage, outbox
from openabyss.server.storage.outbox import MAX_FAILURES, Address, Notice
from openabyss.server.tasks import Tasks
from openabyss.words import _, reading_in
from openabyss.words.listing import isolated

HOURS = 24


def zone_of(name: str) -> ZoneInfo | None:
    """A time zone such as "Europe/Prague"; None if there is none of this name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def quiet_until(at: datetime, zone: str, first: int, last: int) -> datetime | None:
    """When the quiet hours that include this moment end; None if none do."""
    here = zone_of(zone)
    local = at.astimezone(here)
    if (local.hour - first) % HOURS >= (last - first) % HOURS:
        return None
    end = local.replace(hour=last, minute=0, second=0, microsecond=0)
    if end <= local:
        end += timedelta(days=1)
    return end.astimezone(at.tzinfo)


LAST_SECONDS = 8.0
# How many are sent at the same time, and how many to one address within an hour.
MAX_AT_ONCE, MAX_AN_HOUR = 20, 40
# After how many minutes it is tried again.
RETRIES = (1, 5, 15, 60, 120, 240, 480, 480)
# Minutes after which notices beyond the limit of an address are tried again.
TOO_MUCH = 10
WEBHOOK, EMAIL, PUSH = "webhook", "email", "push"


def utc_now() -> datetime:
    """The present moment, as it is stored."""
    return datetime.now(UTC)


class Postman:
    """Sends notices."""

    def __init__(self, storage: Storage, settings: Settings, clock: Callable[[], datetime] = utc_now) -> None:
        self._storage, self._settings, self._clock = storage, settings, clock
        self._sent = Buckets.an_hour(MAX_AN_HOUR)
        self._sending = Tasks()

    async def look(self) -> None:
        """Start sending what is due."""
        at, free = self._clock(), MAX_AT_ONCE - len(self._sending)
        storage = self._storage
        if free <= 0 or not await storage.read(outbox.is_due, at):
            return
        for notice in await storage.write(outbox.claim, free, at):
            self._sending.begin(self._deliver(notice))

    async def finish(self) -> None:
        """Wait for a short while for what is being sent."""
        await self._sending.wait(LAST_SECONDS)

    async def _deliver(self, notice: Notice) -> None:
        try:
            await self._storage.write(await self._result(notice))
        except Exception:
            # It stays marked: it may have arrived.
            log_failure("what became of a notice cannot be noted", table=notice.table)

    async def _result(self, notice: Notice) -> Callable[..., None]:
        """Send it if it may be sent now; returns what to store about it."""
        at, to = self._clock(), notice.to
        if (quiet := quiet_until(at, to.zone, to.quiet_from, to.quiet_to)) is not None:
            return partial(outbox.postpone, notice=notice, due=quiet, is_try=False)
        if not self._sent.take(to.id):
            later = at + timedelta(minutes=TOO_MUCH)
            return partial(outbox.postpone, notice=notice, due=later, is_try=False)
        outcome = await self._send(notice)
        if outcome == Outcome.REFUSED and notice.tries <= len(RETRIES):
            later = self._clock() + timedelta(minutes=RETRIES[notice.tries - 1])
            return partial(outbox.postpone, notice=notice, due=later, is_try=True)
        if outcome == Outcome.GONE and to.kind == PUSH:
            return partial(outbox.remove, id_=to.id)
        if outcome != Outcome.SENT:
            log_event("notice given up", table=notice.table, kind=to.kind, outcome=outcome.name.lower())
        failures = {Outcome.SENT: 0, Outcome.GONE: MAX_FAILURES}.get(outcome, to.failures + 1)
        return partial(outbox.end, notice=notice, failures=failures)

    async def _send(self, notice: Notice) -> Outcome:
        to, path = notice.to, f"/t/{notice.table}?seat={notice.seat}"
        url = f"{self._base(to)}{path}"
        with reading_in(to.language):
            title, who = _("OpenAbyss: it is your turn"), notice.names[notice.seat]
            about = {"name": isolated(who), "names": ", ".join(map(isolated, notice.names)), "url": url}
            said = _("{name}, the game is waiting for you ({names}).").format(**about)
            text = _("{name}, the game is waiting for you ({names}): {url}").format(**about)
            # For each attempt to send a notice the same, and for no other notice.
            message = webhooks.Message(f"{notice.table}-{notice.n}", text, notice.table, url, who)
            return await self._hand_over(to, push.Shown(title, said, path, notice.table), message, title)

    async def introduce(self, to: Address) -> Outcome:
        """Send the first message to an address: to a webhook or browser, to see whether it accepts one; to a
        person, to ask for a confirmation that they want more."""
        said = text = _("OpenAbyss will let you know here when a game is waiting for you.")
        if to.kind == EMAIL:
            text = _(
                "Somebody – you, we hope – has asked OpenAbyss to write to this address when a game is"
                " waiting. If it was you, confirm it here: {url}"
            ).format(url=self.link(to))
        message = webhooks.Message(to.id, text, "", self._base(to), "")
        shown = push.Shown("OpenAbyss", said, "/tables", to.id)
        return await self._hand_over(to, shown, message, _("OpenAbyss: may we write to you?"))

    async def _hand_over(
        self, to: Address, shown: push.Shown, message: webhooks.Message, subject: str
    ) -> Outcome:
        """Send what this address takes: what a browser shows, or the message, in a letter with a subject."""
        networks, stop = self._settings.webhook_networks, self.link(to)
        if to.kind == PUSH:
            key, base = self._settings.key, self._base(to)
            return await push.send(to.address, to.push_keys, shown, key, base, networks)
        if to.kind == WEBHOOK:
            return await webhooks.send(to.address, message, networks)
        end = _("To stop these e-mails: {url}").format(url=stop)
        text = f"{message.text}\n\n-- \n{end}\n"
        return await mail.send(message.n, to.address, subject, text, stop, self._settings)

    def link(self, to: Address) -> str:
        """The page on which notices to an address are confirmed and stopped."""
        return f"{self._base(to)}/notices/{to.id}/{self.token(to)}"

    def _base(self, to: Address) -> str:
        """The address of this server as it is set now, or else as it was when this one was entered."""
        return self._settings.address or to.base

    def token(self, to: Address) -> str:
        """The secret of that link."""
        return link_token(self._settings.key, f"notices {to.id}", to.address)
