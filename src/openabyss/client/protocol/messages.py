"""The protocol of a table as types: what a client may say, and what the server answers.

Browser, terminal and programs speak the same JSON over one WebSocket. `docs/protocol.md` is written
from this file, so every type and field says here what it means.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, json

from openabyss.table.view import View

PROTOCOL = 1
SUBPROTOCOL = "openabyss.v1"
SEATS = 5

# What is stored with an identifier has room for this many letters and for who sent it.
ID_LENGTH = 64
Identifier = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=ID_LENGTH,
        pattern=r"\A[A-Za-z0-9_.:-]+\Z",
        description="chosen by the client",
    ),
]
Revision = Annotated[int, Meta(ge=-1, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, lt=SEATS)]
MomentNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
ActionText = Annotated[str, Meta(min_length=1, max_length=60)]
# An action, or a whole payment: the lord and as many cards as a payment may have.
ExplainedText = Annotated[str, Meta(min_length=1, max_length=180)]
CardCode = Annotated[str, Meta(min_length=1, max_length=3)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Race = Literal["jellyfish", "crab", "seahorse", "shellfish", "squid"]
# How a game ends if all agree.
End = Literal["scored", "void"]
# What an ally is worth or costs, or how many pearls somebody keeps.
SmallNumber = Annotated[int, Meta(ge=0, le=99)]
# Of one seat: more than anybody reads.
MAX_ORDERS = 20

# ------------------------------------------------------------------------------ from the client


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: which seat the client looks from. It may be sent again to change that.

    have: the last revision that the client has seen, -1 for none. The log is sent from there on.
    seat: one of the seats of this browser; by default the first of them, or a spectator's view.
    """

    have: Revision = -1
    seat: SeatNumber | None = None


class _OfSeat(Struct, forbid_unknown_fields=True):
    id: Identifier
    revision: Revision
    seat: SeatNumber


class Answer(_OfSeat, tag="answer"):
    """An answer to the open question.

    id: identifies the command; a repeated one is acknowledged again without effect.
    revision: what the client has seen; an older one is refused as stale.
    seat: who answers.
    action: the text of an action, as `actions` of the update lists them.
    """

    action: ActionText


class Pay(_OfSeat, tag="pay"):
    """A whole payment for a lord, instead of one answer for each card.

    cards: the codes of all allies of the payment, in any order, including those already named one by one.
    nebulis: how much of the price is paid in nebulis; the rest is paid in pearls.
    """

    cards: Annotated[list[CardCode], Meta(max_length=40)]
    nebulis: Annotated[int, Meta(ge=0, le=20)] = 0


class Undo(_OfSeat, tag="undo"):
    """Undo the last answer of this seat, as long as nothing was revealed and nobody else has decided."""


class Redo(_OfSeat, tag="redo"):
    """Redo what was undone last."""


class Restart(_OfSeat, tag="restart"):
    """Undo everything in this turn that can be undone."""


class OfferOrder(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What to do with an ally that the seat may buy from an explorer, if all that is named is true of it.

    Where orders to pass and to ask both fit, the person is asked.

    does: "decline" lets it go, "ask" leaves it to the person.
    race: of the ally; null for any, and for Krakens.
    worth_from, worth_to: what it is worth. price_from, price_to: what it costs.
    left_below: fewer pearls than this would be left after it is paid.
    suspended: the order does nothing for now.
    """

    does: Literal["decline", "ask"]
    race: Race | None = None
    worth_from: SmallNumber | None = None
    worth_to: SmallNumber | None = None
    price_from: SmallNumber | None = None
    price_to: SmallNumber | None = None
    left_below: SmallNumber | None = None
    suspended: bool = False


class StandingOrders(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is answered for a seat. It is shown to its owner alone, kept with the seat, and answered after a
    time that its owner might have taken.

    only_answers: wherever the seat has no choice, though the others cannot know that.
    while_away: also while its owner is not at the table, which lets the others know that there are orders.
    """

    offers: Annotated[list[OfferOrder], Meta(max_length=MAX_ORDERS)] = []
    only_answers: bool = False
    while_away: bool = False


class SeatOrders(Struct, tag="orders", forbid_unknown_fields=True):
    """Ask for the standing orders of a seat, or give it these in their place; the answer is `orders`."""

    id: Identifier
    seat: SeatNumber
    orders: StandingOrders | None = None


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    """Say something to everybody at the table. Players hear spectators only when the game is over."""

    id: Identifier
    text: ChatText


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask a computer what it would answer; nobody else learns of it."""

    id: Identifier
    seat: SeatNumber | None = None


class Explain(Struct, tag="explain", forbid_unknown_fields=True):
    """Ask what comes of every answer that is open to a seat.

    action: the text of an answer, if only this one is meant; one that is not legal is explained as well.
    Also a whole payment, before its lord is recruited and while it is paid for: `pay:12 S4 S3`, the lord's id
    and the codes of all cards.
    """

    id: Identifier
    seat: SeatNumber
    action: ExplainedText | None = None


class Scores(Struct, tag="scores", forbid_unknown_fields=True):
    """Ask what every seat would score now, or has scored, by kind."""

    id: Identifier


class SeatChange(Struct, tag="seat", forbid_unknown_fields=True):
    """Let a computer play a seat, or take it back.

    seat: one's own; somebody else's only while it is free or its owner is `away`. For somebody who is away
    the majority of the other people who are there must want it: until then this is a vote.
    computer: a level, or null to take one's own seat back.
    """

    id: Identifier
    seat: SeatNumber
    computer: Level | None


class Concede(Struct, tag="concede", forbid_unknown_fields=True):
    """Concede with an own seat, for good: the others win. Where others play on, a computer plays the seat to
    the end, and it counts as the last one."""

    id: Identifier
    seat: SeatNumber


class Propose(Struct, tag="propose", forbid_unknown_fields=True):
    """Propose an end of the game, or agree to the one that is proposed: it comes when all people at the
    table have agreed.

    end: "scored", as it is scored now; "void", so that it counts for nobody; null to decline what is
    proposed, or to take it back.
    """

    id: Identifier
    seat: SeatNumber
    end: End | None


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """Set up the table again after the end, the seats moved on by one. The update then gives its address."""

    id: Identifier


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Answered by `pong`; also a sign of life."""


FromClient = (
    Hello | Answer | Pay | Undo | Redo | Restart
    | SeatOrders | Chat | Hint | Explain | Scores | SeatChange | Concede | Propose | Rematch | Ping
)  # fmt: skip
Command = Answer | Pay | Undo | Redo | Restart
# What changes a table, also over HTTP.
TableCommand = Command | SeatChange | Concede | Propose

# ------------------------------------------------------------------------------ parts of an update


class ClockShown(Struct):
    """What time somebody has left, where that has a limit: in seconds, and whether it runs now."""

    left: int
    runs: bool


class Person(Struct):
    """Who sits on a seat.

    kind: "person", "computer", "regent" in solo play, or "open" while a friend has not arrived yet.
    level: of the computer that plays now, even on the seat of a person who is away.
    connected: a browser or program looks at the table from this seat.
    away: a person who has been disconnected for the `grace` of the table, or, where time has a limit, is
    asked and has none left, so that any player may let a computer play for them.
    away_in: in how many seconds a person who is disconnected counts as away.
    local: the seat belongs to the browser that receives this.
    change: what that browser may do with the seat by `seat`: let a computer play it, or take it back.
    conceded: it counts as the last one, and a computer plays it to the end.
    votes: the seats of those who want a computer to play for somebody who is away; votes_needed: how many
    must.
    """

    seat: int
    name: str
    kind: Literal["person", "computer", "regent", "open"]
    level: str | None = None
    connected: bool = False
    away: bool = False
    away_in: int | UnsetType = UNSET
    local: bool = False
    change: Literal["hand_over", "take_back"] | UnsetType = UNSET
    clock: ClockShown | UnsetType = UNSET
    conceded: bool | UnsetType = UNSET
    votes: list[int] | UnsetType = UNSET
    votes_needed: int | UnsetType = UNSET


class Target(Struct, omit_defaults=True):
    """What on the table an action points at.

    zone: "exploration_deck", "track", "court", "lord_deck", "lord_discard", "council", "locations",
    "location_deck", "drawn", "seat", "hand", "affiliated", "discard", "tokens", "border", "leviathan_deck",
    "player" or "number".
    space: of the track, from 0. race: a stack of the council. border: a zone of the border, from 1.
    """

    zone: str
    space: int | None = None
    lord: int | None = None
    location: int | None = None
    card: str | None = None
    race: str | None = None
    player: int | None = None
    border: int | None = None
    token: int | str | None = None
    number: int | None = None


class ActionShown(Struct, omit_defaults=True):
    """A legal answer.

    text: to be sent back; label: what a person reads on it; short: the same beside what it points at, where
    the label is long; hint: something worth knowing about it.
    reveals: it reveals something, so it cannot be undone. passes: it declines, stops or goes on.
    price: pearls for what it points at, where that is for sale. signs: what it brings, as names of drawings;
    "spoils" is a pearl or a monster token.
    """

    text: str
    label: str
    reveals: bool
    passes: bool = False
    short: str = ""
    hint: str = ""
    price: int | None = None
    signs: list[str] = []
    target: Target | None = None


class RefusedAction(Struct, omit_defaults=True):
    """Something visible that cannot be chosen now, and why not.

    label: the text of an answer that names nothing on the table, such as exploring.
    """

    text: str
    why: str
    target: Target | None = None
    label: str = ""


class PaymentShown(Struct):
    """A legal payment; value: what its cards are worth together."""

    cards: list[str]
    pearls: int
    nebulis: int
    value: int


class QuestionShown(Struct):
    """The open question. Actions, reasons and payments are sent only to the seat that is asked.

    What it is about: `view.question.about`.
    payments: whole payments for `pay`, cheapest first; none unless a lord is to be paid for. If cards
    have been named already, those that contain them. At most 200 are listed.
    cards_to_go: how many cards of the hand go, each by an answer to a question like this one.
    """

    kind: str
    player: int
    mine: bool
    prompt: str
    actions: list[ActionShown]
    refused: list[RefusedAction]
    payments: list[PaymentShown]
    cards_to_go: int = 0


class Offer(Struct):
    """What a lord of the court costs the seat now, even while another seat is asked.

    cost: with everything that makes it cheaper or dearer, which `why` explains; printed: on the card.
    races: how many different ones are needed; race: the one that must be among them now, or null.
    payments: legal ones, those with the least money first, at most 200; none unless the seat may recruit or
    pay for the lord now.
    shortfall: the money that is missing; null where the right races are missing.
    refusal: why it cannot be recruited now, or null.
    """

    lord: int
    affordable: bool
    cost: int
    printed: int
    races: int
    race: str | None
    why: list[str]
    payments: list[PaymentShown]
    shortfall: int | None
    refusal: str | None


class Preview(Struct):
    """The score if the game ended now.

    known: without what is hidden from this seat; score: null if anything is.
    locations: what each location of the seat scores, by id.
    counting: the affiliated allies that count, of each race the strongest.
    """

    seat: int
    score: int | None
    known: int
    locations: dict[str, int]
    counting: list[str]


class FightShown(Struct):
    """The likeliest attack of the seat on a leviathan of the border, which `text` explains.

    card: the ally of the hand; roll: the least that beats the next level; percent: how likely that is.
    """

    card: str
    roll: int
    percent: int
    text: str


class ResultRow(Struct):
    """A row of the count: points of each seat, and their sums with all rows before it."""

    title: str
    points: list[int]
    sums: list[int]


class ProposalShown(Struct):
    """An end of the game that somebody has proposed, as `propose` names it, and in a sentence.

    agreed: the seats that agree, the first of which has proposed it; asked: those that have not answered yet.
    """

    end: End
    text: str
    agreed: list[int]
    asked: list[int]


class ResultShown(Struct):
    """The end of a game: who has won and why it has ended, in sentences; the place of each seat; the count.

    places: from 1; who has conceded is behind all others. 0 for all where the game is void.

    tie: how a tie for the victory was broken, or "".
    summary: the result in a few lines, to be sent to somebody.
    """

    outcome: str
    ending: str
    tie: str
    places: list[int]
    rows: list[ResultRow]
    summary: str


class Config(Struct):
    """Which game is played.

    regent: the level of the solo rival; options: those that differ from the defaults.
    """

    players: int
    kraken: bool
    leviathan: bool
    regent: int | None
    options: dict[str, bool | str]


class UndoShown(Struct):
    """What the seat may undo and redo now."""

    can_undo: bool
    can_redo: bool
    can_restart: bool


class EventShown(Struct, omit_defaults=True):
    """Something that has happened, as this seat saw it.

    amount, what: numbers; where they mean a card, race or token, its code or public id. `what` is null
    if this seat did not see it. The kinds are listed in `rules/events.py`.
    other: of pearls that go from one seat to another, the other one; null where they are the supply's.
    """

    kind: str
    player: int
    amount: int | str
    what: int | str | None
    other: int | None = None


class Link(Struct):
    """A card that a line of the log mentions; `name` is how it appears in the text.

    kind: "lord", "location", "leviathan" or "ally".
    """

    kind: str
    id: int | str
    name: str


class LogLine(Struct):
    """A line of the log; `n` grows and is never repeated. begins_turn: a turn begins with it.

    part: a deed, one sentence for each action; or a detail before the next deed or after the last one.
    """

    n: int
    text: str
    links: list[Link]
    player: int
    begins_turn: bool
    part: Literal["deed", "before", "after"]


class ChatLine(Struct):
    """Something that was said; seat is null for a spectator."""

    n: int
    seat: int | None
    name: str
    text: str
    at: str


# ------------------------------------------------------------------------------ from the server


class Welcome(Struct, tag="welcome"):
    """The answer to `hello`: the seat that the client looks from (null for a spectator) and all its seats.

    grace: how many seconds somebody must be away before others may let a computer play for them.
    stand_in: the one of `levels` that plays for somebody unless another one is asked for.
    is_chat_closed: the operator of the server lets nobody say anything at this table.
    """

    protocol: int
    table: str
    seat: int | None
    seats: list[int]
    language: str
    server: str
    levels: list[str]
    stand_in: str
    grace: int
    chat: list[ChatLine]
    is_chat_closed: bool


class PageShown(Struct):
    """A page of a lesson: its text, and the pieces of the table that it points at, by name."""

    text: str
    points: list[str]


class LessonShown(Struct):
    """What the guide of a guided game says now.

    paying: what it says while a payment is put together.
    suggests: the text of the action that it would choose.
    """

    id: str
    pages: list[PageShown]
    paying: PageShown | None
    suggests: str | None
    is_last: bool


class Update(Struct, tag="update"):
    """The whole table as one seat sees it. Clients show it and compute nothing.

    revision: how many entries the table's record has; hash: 16 hex digits of `view` as compact JSON.
    view: exactly `openabyss.view(game, seat)`.
    offers: for every lord of the court; none for spectators.
    worth: what each location that may still be taken would score now for each seat, by id.
    fights: the seat's likeliest attack on each leviathan that its hand may fight, by zone from 1.
    one_lord_left: the seats whose next lord is the seventh; none once the end has been triggered.
    events: what has happened since the previous update, for animation only; none if something was undone.
    log_from: lines from this number on are to be dropped and replaced by the lines of `log`. That has at most
    200 lines: a client that has missed more receives what a newcomer receives, from 0 on and without events.
    result, results_url, record_url: when the game is over; rematch_url: when somebody wants to play again.
    commitment: SHA-256 in hex of "<seed>:<salt>", sent before the first answer; both are revealed at the end.
    seed: its digits; sent before the end only if the host has chosen it and others play too.
    lesson: in a guided game, as long as its guide has something to say to this seat.
    hot_seat: which of several people who share this browser is asked.
    hot_question: what that other person is asked, where no hand need be looked at to answer.
    proposal: the end that somebody proposes.
    """

    revision: int
    hash: str
    config: Config
    view: View
    people: list[Person]
    question: QuestionShown | None
    offers: list[Offer]
    worth: dict[str, list[int]]
    fights: dict[str, FightShown]
    one_lord_left: list[int]
    preview: list[Preview]
    undo: UndoShown
    undone: bool
    events: list[EventShown]
    log_from: int
    log: list[LogLine]
    turn_of: int
    over: bool
    result: ResultShown | None
    results_url: str | None
    rematch_url: str | None
    record_url: str | None
    commitment: str
    seed: str | None
    salt: str | None
    lesson: LessonShown | None = None
    hot_seat: int | UnsetType = UNSET
    hot_question: QuestionShown | UnsetType = UNSET
    proposal: ProposalShown | UnsetType = UNSET


class TurnShown(Struct):
    """A turn of a recorded game. first: the moment at which it begins."""

    turn: int
    player: int
    first: int


class Moments(Struct):
    """A recorded game from the moment `first` on, as one seat saw it (null: a spectator).

    A moment is the table while somebody is asked, counted from 0; a whole payment is one answer. On request
    there are, instead, the tables on the way to the moment `first`: after each answer of which the log tells,
    those of chance included.
    count: how many moments there are. seats: those from which it may be seen. turns, rounds: where they
    begin. log: what had been written before, at most 200 lines. updates: of the moments from `first` on.
    """

    count: int
    first: int
    seat: int | None
    seats: list[int]
    turns: list[TurnShown]
    rounds: list[int]
    log: list[LogLine]
    updates: list[Update]


class Ack(Struct, tag="ack", omit_defaults=True):
    """The command with this id is stored for good; the revision after it. url: the table of a rematch."""

    id: str
    revision: int
    url: str | None = None


class Refused(Struct, tag="refused"):
    """The command had no effect.

    id: null if it could not be read. code: the kind of problem; message: the problem in words.
    """

    id: str | None
    code: Literal["illegal", "stale", "unreadable", "forbidden", "too_many", "unavailable"]
    message: str
    revision: int


class Presence(Struct, tag="presence"):
    """Somebody has arrived, left, or been replaced."""

    people: list[Person]


class Said(ChatLine, tag="chat"):
    """Somebody said something."""


class Thinking(Struct, tag="thinking"):
    """The computer on this seat needs longer than a moment."""

    seat: int


class Hinted(Struct, tag="hint"):
    """In reply to the `hint` with this id: what a computer would answer, its label, and what it expects."""

    id: str
    action: str
    text: str
    reasons: list[str] = []


class OrderShown(Struct):
    """An order and how it reads."""

    order: OfferOrder
    text: str


class OrdersShown(Struct, tag="orders"):
    """In reply to the `orders` with this id: those that the seat has.

    suggested: others that fit the ally that the seat is offered now, or might have.
    """

    id: str
    seat: int
    orders: list[OrderShown]
    suggested: list[OrderShown]
    only_answers: bool
    while_away: bool


class AnswerExplained(Struct, omit_defaults=True):
    """An answer: its action, its label, and what it costs and brings.

    label: "" for one that is not legal; then `means` says why not.
    payments: those with exactly the cards of a whole payment; several where nebulis may be spent.
    value: what the cards of a whole payment are worth together, legal or not.
    """

    action: str
    label: str
    means: str
    value: int = 0
    payments: list[PaymentShown] = []


class Explained(Struct, tag="explained"):
    """In reply to the `explain` with this id: every answer that is open to the seat, or the one meant."""

    id: str
    answers: list[AnswerExplained]


class ScoreRow(Struct):
    """What each seat scores for one kind of thing; "?" where that is hidden."""

    title: str
    cells: list[str]


class ScoresShown(Struct, tag="scores"):
    """In reply to the `scores` with this id. closing: how the game has ended, or ""."""

    id: str
    title: str
    rows: list[ScoreRow]
    closing: str


class Pong(Struct, tag="pong"):
    """The answer to `ping`; revision: the newest one of the table, or -1 before `hello`."""

    revision: int


class Bye(Struct, tag="bye"):
    """The server closes the connection; reason "restart": come back in a moment. Nothing is lost."""

    reason: Literal["restart", "too_many", "replaced"]


FromServer = (
    Welcome | Update | Ack | Refused | Presence | Said
    | Thinking | Hinted | Explained | OrdersShown | ScoresShown | Pong | Bye
)  # fmt: skip

_DECODER = json.Decoder(FromClient)
_COMMAND_DECODER = json.Decoder(TableCommand)
_ENCODER = json.Encoder()


def read_message(text: str | bytes) -> FromClient:
    """A message of a client. Raises msgspec.ValidationError or msgspec.DecodeError."""
    message: FromClient = _DECODER.decode(text)
    return message


def write_message(message: Struct) -> bytes:
    """A message as it is sent."""
    return _ENCODER.encode(message)


def read_command(text: bytes) -> TableCommand:
    """A command given over HTTP. Raises msgspec.ValidationError or msgspec.DecodeError."""
    command: TableCommand = _COMMAND_DECODER.decode(text)
    return command
