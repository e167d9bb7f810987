"""The table in words, from an `update`: what a screen reader reads, and what works without JavaScript.

Everything comes from the update of the seat, so nothing hidden gets in. Order: what has happened,
what is asked, what is on the table, then the seats, the reader's own first.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from openabyss.client.in_words import CourtRow, Line, LocationRow, SeatText, TableInWords, cards_in_words
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import ActionShown, LogLine, PaymentShown, Person
from openabyss.client.table_history import write_payment
from openabyss.client.table_text import prompt_of
from openabyss.words import N_, _, capitalised
from openabyss.words.cards import codes
from openabyss.words.cards.leviathans import ZONE_LABELS
from openabyss.words.cards.printed import location_name, location_text, lord_name, lord_text
from openabyss.words.levels import level_name
from openabyss.words.listing import isolated

RECENT_LINES = 12
# Of answers, by the word with which their text begins.
HEADINGS = {
    "recruit": N_("Recruit"),
    "stack": N_("Stacks of the council"),
    "use": N_("Powers"),
    "token": N_("Monster tokens"),
    "card": N_("Cards"),
    "location": N_("Locations"),
}


class Piece(NamedTuple):
    """A part of a line; one with an address is a link to a card."""

    text: str
    url: str = ""


class Button(NamedTuple):
    """An answer that may be given."""

    value: str
    label: str
    hint: str
    reveals: bool = False


Row = TypeVar("Row", CourtRow, LocationRow)


class Described(NamedTuple, Generic[Row]):
    """A lord of the court or a location that may be taken, with its text.

    for_me: what it means for the reader, or empty.
    """

    row: Row
    text: str
    for_me: str = ""


class SeatInText(NamedTuple):
    """What a player has on the table; `who` says who plays the seat, where that is not obvious."""

    text: SeatText
    who: str
    is_asked: bool


class TextTable(NamedTuple):
    """The whole table in words, ready for the template.

    `status` is what the reader wants to know first: that they are asked, or that the game is over.
    `refusals` say what cannot be chosen now, and why.
    """

    title: str
    status: str
    turn: str
    prompt: str
    mine: bool
    over: bool
    news: list[list[Piece]]
    payments: list[Button]
    buttons: dict[str, list[Button]]
    refusals: list[Line]
    facts: list[Line]
    court: list[Described[CourtRow]]
    border: list[Line]
    locations: list[Described[LocationRow]]
    seats: list[SeatInText]
    scores: list[Line]
    log: list[list[Piece]]
    last_line: int


def text_table(update: Update, since: int | None = None) -> TextTable:
    """The table for the seat of the update; news are the lines of the log after the number `since`."""
    question, words = update.question, TableInWords(update)
    court, log = words.court(), update.log
    return TextTable(
        title=", ".join(isolated(person.name) for person in update.people),
        status=_status(update),
        turn=words.turn(),
        prompt=prompt_of(update),
        mine=question is not None and question.mine,
        over=update.over,
        news=[linked(line) for line in _news(log, since)],
        payments=list(map(_payment, question.payments)) if question else [],
        buttons=_buttons(question.actions, court) if question else {},
        refusals=_refusals(update),
        facts=words.facts(),
        court=[_court_lord(update, row) for row in court],
        border=words.border(),
        locations=list(map(_location, words.locations())),
        seats=[_seat(update, seat) for seat in words.seats()],
        scores=[_score(update, place) for place in range(len(update.preview))],
        log=[linked(line) for line in reversed(log)],
        last_line=log[-1].n if log else -1,
    )


def _status(update: Update) -> str:
    question = update.question
    if update.over:
        return _("Over")
    if question is None or not question.mine:
        return ""
    return _("Your turn") if question.player == update.view.active else _("Your decision")


# ------------------------------------------------------------------------ what has happened


def _news(log: Sequence[LogLine], since: int | None) -> Sequence[LogLine]:
    if since is None:
        return log[-RECENT_LINES:]
    return [line for line in log if line.n > since]


def linked(line: LogLine) -> list[Piece]:
    """A line of the log, cut at the cards that it names."""
    pieces = [Piece(line.text)]
    for link in line.links:
        if link.kind == "ally":
            continue
        pieces = [part for piece in pieces for part in _cut(piece, link.name, _card_url(link.kind, link.id))]
    return pieces


def _cut(piece: Piece, name: str, url: str) -> list[Piece]:
    before, found, after = piece.text.partition(name)
    if piece.url or not found:
        return [piece]
    return [part for part in (Piece(before), Piece(name, url), Piece(after)) if part.text]


def _card_url(kind: str, number: int | str) -> str:
    return f"/rules/{kind}s#{kind}-{number}"


# ---------------------------------------------------------------------------- what is asked


def _buttons(actions: Sequence[ActionShown], court: Sequence[CourtRow]) -> dict[str, list[Button]]:
    """The answers by headings, in the order in which they are offered."""
    groups: dict[str, list[Button]] = {}
    for action in actions:
        button = Button(action.text, action.label, action.hint or _hint(action, court), action.reveals)
        heading = HEADINGS.get(action.text.partition(":")[0], N_("Actions"))
        groups.setdefault(_(heading), []).append(button)
    return groups


def _hint(action: ActionShown, court: Sequence[CourtRow]) -> str:
    """A useful fact about an answer: what a lord of the court costs and brings."""
    target = action.target
    if target is None or target.zone != "court":
        return ""
    return next((_cost_and_influence(row) for row in court if row.lord == target.lord), "")


def _cost_and_influence(row: CourtRow) -> str:
    parts = [_("cost {cost}").format(cost=row.price), _("{points} influence").format(points=row.influence)]
    return ", ".join([*parts, codes.keys(row.keys)] if row.keys else parts)


def _payment(payment: PaymentShown) -> Button:
    allies = cards_in_words(payment.cards) if payment.cards else ""
    return Button(
        write_payment(payment.cards, payment.nebulis),
        codes.payment_in_words(allies, payment.pearls, payment.nebulis),
        _("cards worth {value}").format(value=payment.value),
    )


def _refusals(update: Update) -> list[Line]:
    refused = update.question.refused if update.question else []
    return [(one.label or _thing(update, one.text), one.why) for one in refused]


def _thing(update: Update, text: str) -> str:
    """What a refused answer is about, in words."""
    word, _colon, name = text.partition(":")
    if word in ("recruit", "lord", "use"):
        return lord_name(int(name))
    if word == "location":
        return location_name(int(name))
    if word == "card":
        return codes.kind_name(codes.kind_of_code(name))
    if word == "stack":
        return _("The {race} stack").format(race=codes.race_of_stack(codes.RACE_CODES.index(name)))
    if word == "player":
        return isolated(update.people[int(name)].name)
    if word == "zone":
        return _("Zone {zone}").format(zone=ZONE_LABELS[int(name) - 1])
    return capitalised(codes.token_effect(codes.token_of_code(name)))


# ------------------------------------------------------------------------------- the table


def _court_lord(update: Update, row: CourtRow) -> Described[CourtRow]:
    offer = next((offer for offer in update.offers if offer.lord == row.lord), None)
    if offer is None:
        return Described(row, lord_text(row.lord))
    verdict = _("You can pay.") if offer.affordable else offer.refusal or ""
    return Described(row, lord_text(row.lord), " ".join([verdict, *offer.why]))


def _location(row: LocationRow) -> Described[LocationRow]:
    text = location_text(row.location)
    if row.loot:
        text += " " + _("Loot here: {values}.").format(values=", ".join(map(str, row.loot)))
    return Described(row, text)


def _seat(update: Update, text: SeatText) -> SeatInText:
    is_asked = update.question is not None and update.question.player == text.seat
    return SeatInText(text, _who(update.people[text.seat]), is_asked)


def _who(person: Person) -> str:
    """Who plays a seat, where that is not obvious."""
    if person.kind == "open":
        return _("has not come yet")
    if person.kind == "regent":
        return _("automatic rival")
    if person.kind == "computer" and person.level is not None:
        return _("computer, {level}").format(level=level_name(person.level))
    if person.level is not None:
        return _("away; a computer ({level}) plays").format(level=level_name(person.level))
    return _("away") if person.away else ""


def _score(update: Update, place: int) -> Line:
    preview = update.preview[place]
    name = isolated(update.people[preview.seat].name)
    if preview.score is not None:
        return name, str(preview.score)
    return name, _("{known} and hidden tokens").format(known=preview.known)
