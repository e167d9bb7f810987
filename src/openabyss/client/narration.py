"""Events as one seat saw them, for the screen, and as lines of the log with links to cards."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import cast

from msgspec.structs import replace

from openabyss.client.protocol.parts import EventShown, Link, LogLine
from openabyss.client.result import VOID
from openabyss.client.table_history import CONCEDE, NEWCOMER, PROPOSE, Handover, Log
from openabyss.rules.state import NOBODY
from openabyss.table import public_fields as fields
from openabyss.table.events import FIELDS_OF, HIDDEN, Event
from openabyss.table.public_fields import PublicField
from openabyss.table.view import visible_events
from openabyss.words import _, language
from openabyss.words.cards.codes import kind_name
from openabyss.words.cards.leviathans import name_of_leviathan
from openabyss.words.cards.printed import name_of_location, name_of_lord, name_of_sanctuary
from openabyss.words.levels import level_name
from openabyss.words.listing import inside_a_sentence
from openabyss.words.log import EventRow, log_role, price_paid, sentence
from openabyss.words.numbers import with_their_nouns

# Enough for several tables in several languages.
MAX_SENTENCES = 4096

# The cards to which lines of the log lead, by what a number of an event means: their sort, and their names.
LINKED: dict[PublicField | str | None, tuple[str, Callable[[int], str]]] = {
    fields.CARD: ("ally", kind_name),
    fields.LORD: ("lord", name_of_lord),
    fields.LOCATION: ("location", name_of_location),
    fields.GIVEN_UP: ("location", name_of_location),
    fields.SANCTUARY: ("location", name_of_sanctuary),
    fields.LEVIATHAN: ("leviathan", name_of_leviathan),
}
# What is told by its code or id; everything else by the number of the rules.
CODED = {*LINKED, fields.RACE, fields.TOKEN}


def shown_events(events: Sequence[Event], seat: int | None) -> list[EventShown]:
    """The events as the seat saw them."""
    shown = [_shown_event(event, seat) for event in events]
    for paid, gained in pairwise(shown):
        if _goes_on(paid, gained):
            paid.other, gained.other = gained.player, paid.player
    return shown


def _goes_on(paid: EventShown, gained: EventShown) -> bool:
    """Whether pearls that a seat pays are those that the next event gives to another seat."""
    is_pair = (paid.kind, gained.kind) == ("PEARLS_PAID", "PEARLS_GAINED")
    return is_pair and paid.amount == gained.amount and paid.player != gained.player


def _shown_event(event: Event, seat: int | None) -> EventShown:
    (visible,) = visible_events([event], seat)
    seen, (amount, what) = visible.row, FIELDS_OF[visible.kind]
    is_hidden = seen.what == HIDDEN != event.row.what
    shown = None if is_hidden else _coded(what, seen.what)
    return EventShown(seen.kind, seen.player, _coded(amount, seen.amount), shown)


def _coded(field: PublicField | str | None, number: int) -> int | str:
    code = field.public(number) if isinstance(field, PublicField) and field in CODED else None
    return number if code is None else cast(int | str, code)


class Narration:
    """The new part of a log, put into words once for all readers who have seen the same."""

    def __init__(self, log: Log, first: int, events: Sequence[Event]) -> None:
        """The lines from number `first` on, and the events for the screen."""
        self._log, self._first, self._events = log, first, events
        self._ordered = log.ordered_since(first)
        self._is_public = not self._ordered and all(
            isinstance(entry, Handover) or entry.seen_by is None for entry in log[first:]
        )
        self._lines: dict[tuple[str, tuple[str, ...], int | None], list[LogLine]] = {}
        self._shown: dict[int | None, list[EventShown]] = {}

    def lines(self, most: int, names: tuple[str, ...], seat: int | None) -> list[LogLine]:
        """The last `most` lines, as the seat may read them; only these are made."""
        reader = (language(), names, self._knowing_as(seat))
        if reader not in self._lines:
            entries = reversed([*enumerate(self._log[self._first :], self._first)])
            lines = (_line(self._log, *entry, names, seat) for entry in entries)
            latest = [*islice((line for line in lines if line is not None), most)][::-1]
            self._lines[reader] = [self._with_order(line, seat) for line in latest]
        return self._lines[reader]

    def _with_order(self, line: LogLine, seat: int | None) -> LogLine:
        """The line; for its own seat alone it says that a standing order has answered."""
        if seat is None or self._ordered.get(line.n) != seat:
            return line
        return replace(line, text=_("{sentence} (on your orders)").format(sentence=line.text))

    def events(self, seat: int | None) -> list[EventShown]:
        """The events as the seat saw them."""
        knowing = self._knowing_as(seat)
        if knowing not in self._shown:
            self._shown[knowing] = shown_events(self._events, seat)
        return self._shown[knowing]

    def _knowing_as(self, seat: int | None) -> int | None:
        """The seat whose knowledge decides: None, a spectator, for everybody if nothing was seen in
        private."""
        return None if self._is_public else seat


def log_lines(log: Log, first: int, names: Sequence[str], seat: int | None) -> Iterator[LogLine]:
    """The lines of a log from number `first` on, as the seat may read them.

    Events without a sentence have no line.
    """
    lines = (_line(log, *entry, tuple(names), seat) for entry in enumerate(log[first:], first))
    return (line for line in lines if line is not None)


def _line(
    log: Log, number: int, entry: Event | Handover, names: tuple[str, ...], seat: int | None
) -> LogLine | None:
    """The line for an entry of the log, which has this number, as the seat may read it."""
    if isinstance(entry, Handover):
        return LogLine(number, _handed_over(entry, names), [], entry.seat, begins_turn=False, part="deed")
    row, earlier = entry.row, (log[place] for place in reversed(range(number)))
    price = price_paid(row, (one.row for one in earlier if isinstance(one, Event)))
    # The reader matters only where some know less.
    viewer = None if row.seen_by is None else NOBODY if seat is None else seat
    written = _written(row, names, viewer, price, language())
    if written is None:
        return None
    text, links = written
    return LogLine(number, text, links, row.player, row.kind == "TURN_STARTED", log_role(row.kind))


@lru_cache(maxsize=MAX_SENTENCES)
def _written(
    event: EventRow, names: tuple[str, ...], viewer: int | None, price: int, _language: str
) -> tuple[str, list[Link]] | None:
    """The sentence about an event, and its links: the same for all who know the same."""
    said = sentence(event, names, viewer, price)
    if not said:
        return None
    text = with_their_nouns(said)
    return text, _links(event, text)


def _handed_over(line: Handover, names: Sequence[str]) -> str:
    if line.kind == PROPOSE:
        if not line.level:
            return _("{name} wants to play on, so the proposal is dropped.").format(name=names[line.seat])
        if line.level == VOID:
            return _("All players agree that the game is void.")
        return _("All players agree to end the game with the current score.")
    if line.kind == CONCEDE:
        text = _("{name} concedes; a computer ({level}) plays on.") if line.level else _("{name} concedes.")
        return text.format(name=names[line.seat], level=level_name(line.level))
    if not line.level:
        return _("{name} is playing again.").format(name=names[line.seat])
    if line.level == NEWCOMER:
        return _("Another browser has taken over the seat of {name}.").format(name=names[line.seat])
    return _("A computer ({level}) is playing for {name}.").format(
        level=level_name(line.level), name=names[line.seat]
    )


def _links(event: EventRow, text: str) -> list[Link]:
    """Links to the cards that the text names; hidden cards are not named, and so not linked."""
    links = []
    for field, number in zip(FIELDS_OF[event.kind], (event.amount, event.what), strict=True):
        if field in LINKED and number >= 0:
            sort, words = LINKED[field]
            name = with_their_nouns(words(number))
            for written in dict.fromkeys((name, inside_a_sentence(name))):
                if written in text:
                    links.append(Link(sort, _coded(field, number), written))
                    break
    return links
