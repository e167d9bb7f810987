"""The table in words, from an `update`: what a screen reader reads, and what works without JavaScript.

Everything comes from the update of the seat, so nothing hidden gets in. Order: what has happened,
what is asked, what lies on the table, then the seats, one's own first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openabyss.client.choices import prompt_of
from openabyss.client.in_words import (
    CourtRow,
    Line,
    LocationRow,
    SeatText,
    TableInWords,
    cards_in_words,
)
from openabyss.client.protocol.messages import ActionShown, LogLine, Offer, PaymentShown, Person, Update
from openabyss.client.table_history import write_payment
from openabyss.words import _, capitalised
from openabyss.words.cards.codes import (
    RACE_CODES,
    keys,
    kind_name,
    kind_of_code,
    payment_in_words,
    race_name,
    token_effect,
    token_of_code,
)
from openabyss.words.cards.leviathans import ZONE_LABELS
from openabyss.words.cards.locations import location_name, location_text
from openabyss.words.cards.lords import lord_name, lord_text
from openabyss.words.levels import level_name

RECENT_LINES = 12


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; one with an address is a link to a card."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """An answer that may be given; `group` is the heading under which it stands."""

    value: str
    label: str
    hint: str
    reveals: bool
    group: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that cannot be chosen now, and why not."""

    thing: str
    why: str


@dataclass(frozen=True, slots=True)
class CourtLord:
    """A lord of the court. `for_me` is what it means for the one who reads, or empty."""

    row: CourtRow
    url: str
    text: str
    for_me: str


@dataclass(frozen=True, slots=True)
class Place:
    """A location that may be taken, with what it scores."""

    row: LocationRow
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before a seat, as headings with lines."""

    title: str
    is_mine: bool
    is_asked: bool
    lines: list[Line]
    lords: list[Piece]
    locations: list[Piece]


@dataclass(frozen=True, slots=True)
class TextTable:
    """The whole table in words, ready for the template."""

    title: str
    turn: str
    prompt: str
    mine: bool
    over: bool
    news: list[list[Piece]]
    payments: list[Button]
    buttons: dict[str, list[Button]]
    refusals: list[Refusal]
    facts: list[Line]
    court: list[CourtLord]
    border: list[Line]
    locations: list[Place]
    seats: list[Seat]
    scores: list[tuple[str, str]]
    log: list[list[Piece]]
    last_line: int


def text_table(update: Update, seat: int | None, since: int | None = None) -> TextTable:
    """The table for `seat` (None: a spectator); news are the lines of the log after the number `since`."""
    question, told = update.question, TableInWords(update)
    return TextTable(
        title=_listed(person.name for person in update.people),
        turn=told.turn(),
        prompt=prompt_of(update),
        mine=question is not None and question.mine,
        over=update.over,
        news=[linked(line) for line in _news(update.log, since)],
        payments=[] if question is None else [_payment(payment) for payment in question.payments],
        buttons=_buttons(update, told.court()),
        refusals=_refusals(update),
        facts=told.facts(),
        court=[_court_lord(update, row) for row in told.court()],
        border=told.border(),
        locations=[_place(row) for row in told.locations()],
        seats=[_seat(update, found, seat) for found in told.seats()],
        scores=[_score(update, place) for place in range(len(update.preview))],
        log=[linked(line) for line in reversed(update.log)],
        last_line=update.log[-1].n if update.log else -1,
    )


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


def _buttons(update: Update, court: Sequence[CourtRow]) -> dict[str, list[Button]]:
    """The answers by headings, in the order in which they are offered."""
    groups: dict[str, list[Button]] = {}
    for action in update.question.actions if update.question else []:
        button = _button(action, court)
        groups.setdefault(button.group, []).append(button)
    return groups


def _button(action: ActionShown, court: Sequence[CourtRow]) -> Button:
    word, hint = action.text.partition(":")[0], action.hint or _hint(action, court)
    return Button(action.text, action.label, hint, action.reveals, _group(word))


def _group(word: str) -> str:
    groups = {
        "recruit": _("Recruit"),
        "stack": _("Stacks of the council"),
        "use": _("Powers"),
        "token": _("Monster tokens"),
        "card": _("Cards"),
        "location": _("Locations"),
    }
    return groups.get(word, _("Actions"))


def _hint(action: ActionShown, court: Sequence[CourtRow]) -> str:
    """What is good to know about an answer: what a lord of the court costs and brings."""
    target = action.target
    if target is None or target.zone != "court":
        return ""
    return next((_cost_and_influence(row) for row in court if row.lord == target.lord), "")


def _offer(update: Update, lord: int) -> Offer | None:
    return next((offer for offer in update.offers if offer.lord == lord), None)


def _cost_and_influence(row: CourtRow) -> str:
    parts = [
        _("cost {cost}").format(cost=row.price),
        _("{points} influence").format(points=row.influence),
    ]
    if row.keys:
        parts.append(keys(row.keys))
    return ", ".join(parts)


def _payment(payment: PaymentShown) -> Button:
    """A whole payment; its value is that of `history.write_payment`."""
    allies = cards_in_words(payment.cards) if payment.cards else ""
    return Button(
        value=write_payment(payment.cards, payment.nebulis),
        label=payment_in_words(allies, payment.pearls, payment.nebulis),
        hint=_("cards worth {value}").format(value=payment.value),
        reveals=False,
        group="",
    )


def _refusals(update: Update) -> list[Refusal]:
    if update.question is None:
        return []
    return [
        Refusal(refused.label or _thing(update, refused.text), refused.why)
        for refused in update.question.refused
    ]


def _thing(update: Update, text: str) -> str:
    """What a refused answer is about, in words."""
    word, _colon, name = text.partition(":")
    if word in ("recruit", "lord", "use"):
        return lord_name(int(name))
    if word == "location":
        return location_name(int(name))
    if word == "card":
        return kind_name(kind_of_code(name))
    if word == "stack":
        return _("The {race} stack").format(race=race_name(RACE_CODES.index(name)))
    if word == "player":
        return update.people[int(name)].name
    if word == "zone":
        return _("Zone {zone}").format(zone=ZONE_LABELS[int(name) - 1])
    return capitalised(token_effect(token_of_code(name)))


# ------------------------------------------------------------------------------- the table


def _court_lord(update: Update, row: CourtRow) -> CourtLord:
    offer = _offer(update, row.lord)
    return CourtLord(
        row, _card_url("lord", row.lord), lord_text(row.lord), "" if offer is None else _for_me(offer)
    )


def _for_me(offer: Offer) -> str:
    told = _("You can pay.") if offer.affordable else offer.refusal or ""
    return " ".join([told, *offer.why])


def _place(row: LocationRow) -> Place:
    text = location_text(row.location)
    if row.loot:
        text += " " + _("Loot here: {values}.").format(values=_listed(map(str, row.loot)))
    return Place(row, _card_url("location", row.location), text)


def _seat(update: Update, found: SeatText, me: int | None) -> Seat:
    person = update.people[found.seat]
    who = _who(person)
    return Seat(
        title=found.title,
        is_mine=found.seat == me,
        is_asked=update.question is not None and update.question.player == found.seat,
        lines=[*([(_("Player"), who)] if who else []), *found.lines],
        lords=[Piece(lord.text, _card_url("lord", lord.id)) for lord in found.lords],
        locations=[Piece(place.text, _card_url("location", place.id)) for place in found.locations],
    )


def _who(person: Person) -> str:
    """Who plays a seat, where that is not plain."""
    if person.kind == "open":
        return _("has not come yet")
    if person.kind == "regent":
        return _("automatic rival (house rules)")
    if person.kind == "computer" and person.level is not None:
        return _("computer, {level}").format(level=level_name(person.level))
    if person.level is not None:
        return _("away; a computer ({level}) plays").format(level=level_name(person.level))
    return _("away") if person.away else ""


def _score(update: Update, place: int) -> tuple[str, str]:
    preview = update.preview[place]
    name = update.people[preview.seat].name
    if preview.score is not None:
        return name, str(preview.score)
    return name, _("{known} and hidden tokens").format(known=preview.known)


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things)
