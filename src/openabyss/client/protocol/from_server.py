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
    """The reply to `hello`: the seat that the client looks from (null for a spectator) and all its seats.

    grace: how many seconds somebody must be away before others may let a computer play for them.
    stand_in: the one of `levels` that plays for somebody unless they have asked for another one.
    is_chat_closed: the server's operator has closed the chat of this table.
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

    revision: how many entries the table's record has.
    hash: BLAKE2b, with a digest of 8 bytes, in hex, of `view` as compact JSON with its keys as they are sent.
    view: exactly `openabyss.view(game, seat)`.
    offers: one for every lord of the court; none for spectators.
    worth: what each location that can still be taken would score now for each seat, by id.
    fights: the seat's most promising attack on each leviathan that its hand can fight, by zone from 1.
    one_lord_left: the seats whose next lord is their seventh; none once the end has been triggered.
    events: what has happened since the previous update, for animation only; none if something was undone.
    log_from: replace the lines from this number on by the lines of `log`. There are at most 200 of them: a
    client that has missed more receives the same as a new client, from 0 on and without events. All of them
    come again, from 0 on, in the first update of a connection and when somebody is called something else.
    result, results_url, record_url: when the game is over; rematch_url: when somebody wants to play again.
    commitment: SHA-256 in hex of "<seed>:<salt>", sent before the first answer; both are revealed at the end.
    seed: its digits; sent before the end only if the host has chosen it and others play too.
    lesson: in a guided game, while the guide has something to say to this seat.
    hot_seat: the seat to answer, if several people share this browser.
    hot_question: that seat's question, if it can be answered without looking at a hand.
    proposal: the end of the game that somebody proposes.
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
    """A turn of a recorded game. first: the moment when it begins."""

    turn: int
    player: int
    first: int


class Moments(Struct):
    """A recorded game from the moment `first` on, as one seat saw it (null: a spectator).

    A moment is the table while somebody has to answer, counted from 0; a whole payment is one answer. On
    request, this contains instead the tables on the way to the moment `first`: one after each answer in the
    log, including those of chance.
    count: how many moments there are. seats: the seats from which the game may be seen. turns, rounds: where
    they begin. log: the earlier lines, at most 200. updates: one for each moment from `first` on.
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
    """The command with this id is stored for good, giving this revision. url: the table of a rematch."""

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
    """The computer on this seat needs more than a moment."""

    seat: int


class Hinted(Struct, tag="hint"):
    """The reply to the `hint` with this id: what a computer would answer, its label, and what it expects.

    seat, revision: who was asked, and when; show nothing if that is over.
    """

    id: str
    seat: int
    revision: int
    action: str
    text: str
    reasons: list[str] = []


class OrderShown(Struct):
    """An order and its text."""

    order: OfferOrder
    text: str


class PlanShown(Struct):
    """A plan for the next turn and its text."""

    plan: Plan
    text: str


class OrdersShown(Struct, tag="orders"):
    """The reply to the `orders` with this id: the orders of the seat.

    suggested: others that suit the ally on offer now, or that might be useful.
    plan: for its next turn; plans: those possible on the current table, none during its own turn.
    dropped: which plan was dropped, and why, or "".
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
    """The plan of one of your seats was dropped when its turn came: `orders` says why."""

    seat: int


class AnswerExplained(Struct, omit_defaults=True):
    """An answer: its action, its label, and what it costs and gains.

    label: "" if it is illegal; then `means` says why.
    payments: those with exactly the cards of a whole payment; several if nebulis can be spent.
    value: the total value of the cards of a whole payment, legal or not.
    """

    action: str
    label: str
    means: str
    value: int = 0
    payments: list[PaymentShown] = []


class Explained(Struct, tag="explained"):
    """The reply to the `explain` with this id: every answer that the seat can give, or the requested one.

    seat, revision: who can give them, and when; show nothing if that is over.
    """

    id: str
    seat: int
    revision: int
    answers: list[AnswerExplained]


class ScoreRow(Struct):
    """What each seat scores in one category; "?" if that is hidden."""

    title: str
    cells: list[str]


class ScoresShown(Struct, tag="scores"):
    """The reply to the `scores` with this id. closing: how the game ended, or ""."""

    id: str
    title: str
    rows: list[ScoreRow]
    closing: str


class Pong(Struct, tag="pong"):
    """The reply to `ping`; revision: the table's newest, or -1 before `hello`."""

    revision: int


class Bye(Struct, tag="bye"):
    """The server closes the connection; reason "restart": reconnect in a moment. Nothing is lost."""

    reason: Literal["restart", "too_many", "replaced"]


FromServer = (
    Welcome | Update | Ack | Refused | Presence | Said
    | Thinking | Hinted | Explained | OrdersShown | PlanDropped | ScoresShown | Pong | Bye
)  # fmt: skip

# A message as it is sent.
write_message: Callable[[Struct], bytes] = json.Encoder().encode
