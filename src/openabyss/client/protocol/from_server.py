"""What a server answers, and how it is written."""

from collections.abc import Callable
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, json

from openabyss.client.protocol.from_client import OfferOrder, Plan
from openabyss.client.protocol.parts import (
    ChatLine,
    Config,
    EventShown,
    FightShown,
    LessonShown,
    LogLine,
    Offer,
    PaymentShown,
    Person,
    Preview,
    ProposalShown,
    QuestionShown,
    ResultShown,
    UndoShown,
)
from openabyss.table.view import View


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


class PlanShown(Struct):
    """A plan for the next turn and how it reads."""

    plan: Plan
    text: str


class OrdersShown(Struct, tag="orders"):
    """In reply to the `orders` with this id: those that the seat has.

    suggested: others that fit the ally that the seat is offered now, or might have.
    plan: for its next turn; plans: those possible as the table is now, none during its own turn.
    dropped: which plan did not fit its turn, and why, or "".
    """

    id: str
    seat: int
    orders: list[OrderShown]
    suggested: list[OrderShown]
    only_answers: bool
    sensible_answers: bool
    while_away: bool
    plan: PlanShown | None = None
    plans: list[PlanShown] = []
    dropped: str = ""


class PlanDropped(Struct, tag="plan_dropped"):
    """The plan of an own seat did not fit its turn, which has come: `orders` tells why."""

    seat: int


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
    | Thinking | Hinted | Explained | OrdersShown | PlanDropped | ScoresShown | Pong | Bye
)  # fmt: skip

# A message as it is sent.
write_message: Callable[[Struct], bytes] = json.Encoder().encode
