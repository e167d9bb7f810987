"""What a client may say, and how it is read."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct, json

SEATS = 5

# What is stored with an identifier has room for this many letters and for who sent it.
ID_LENGTH = 64
Identifier = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=ID_LENGTH,
        pattern=r"\A[A-Za-z0-9_.:-]+\Z",
        description="chosen by the client: letters, digits and any of _ . : -",
    ),
]
Revision = Annotated[int, Meta(ge=-1, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, lt=SEATS)]
MomentNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
ActionText = Annotated[str, Meta(min_length=1, max_length=60)]
# An action, or a whole payment: the lord and as many cards as a payment may have.
ExplainedText = Annotated[str, Meta(min_length=1, max_length=180)]
CardCode = Annotated[str, Meta(min_length=1, max_length=3)]
# As long as the column of seats is: a server takes no bot with a longer text.
LEVEL_LENGTH = 64
Level = Annotated[str, Meta(min_length=1, max_length=LEVEL_LENGTH)]
# What is said in one line of the chat.
CHAT_LENGTH = 500
ChatText = Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]
Race = Literal["jellyfish", "crab", "seahorse", "shellfish", "squid"]
# How a game ends if all agree.
End = Literal["scored", "void"]
# What an ally is worth or costs, or how many pearls somebody keeps.
SmallNumber = Annotated[int, Meta(ge=0, le=99)]
# Why a plan for the next turn is dropped.
Misfit = Literal["late", "illegal", "stack", "price", "payment"]
# Of one seat: more than anybody reads.
MAX_ORDERS = 20


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: which seat the client looks from. It may be sent again to change that.

    have: the last revision that the client has seen, -1 for none. The log is sent from there on.
    seat: one of the seats of this browser; by default the first one, or a spectator's view.
    """

    have: Revision = -1
    seat: SeatNumber | None = None


class _OfSeat(Struct, forbid_unknown_fields=True):
    id: Identifier
    revision: Revision
    seat: SeatNumber


class _BySeat(Struct, forbid_unknown_fields=True):
    id: Identifier
    seat: SeatNumber


class Answer(_OfSeat, tag="answer"):
    """An answer to the open question.

    id: identifies the command; a repeated command is acknowledged again without effect.
    revision: the last one that the client has seen; an older one is refused as stale.
    seat: who answers.
    action: the text of an action from the update's list `actions`.
    """

    action: ActionText


class Pay(_OfSeat, tag="pay"):
    """A whole payment for a lord, instead of one answer for each card.

    cards: the codes of all allies in the payment, in any order, including those already named one by one.
    nebulis: how much of the price is paid in nebulis; the rest is paid in pearls.
    """

    cards: Annotated[list[CardCode], Meta(max_length=40)]
    nebulis: Annotated[int, Meta(ge=0, le=20)] = 0


class Undo(_OfSeat, tag="undo"):
    """Undo the last answer of this seat, as long as nothing was revealed and nobody else has decided."""


class Redo(_OfSeat, tag="redo"):
    """Redo the last undone answer."""


class Restart(_OfSeat, tag="restart"):
    """Undo everything in this turn that can be undone."""


class OfferOrder(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What to do with an ally offered by an explorer, if it meets all conditions that are given.

    If orders to decline and to ask both match, the person is asked.

    does: "decline" lets the ally go, "ask" leaves the decision to the person.
    race: of the ally; null for any race, and for Krakens.
    worth_from, worth_to: its value. price_from, price_to: its price.
    left_below: paying for it would leave fewer pearls than this.
    suspended: the order is paused.
    """

    does: Literal["decline", "ask"]
    race: Race | None = None
    worth_from: SmallNumber | None = None
    worth_to: SmallNumber | None = None
    price_from: SmallNumber | None = None
    price_to: SmallNumber | None = None
    left_below: SmallNumber | None = None
    suspended: bool = False


class Plan(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What to do on a seat's next turn, if it is then possible exactly as planned.

    action: as in an answer: "explore", "stack:crab", "recruit:12". turn: when it was planned.
    size: how many cards the stack had; it may have more by then. cost: what the lord cost.
    cards, pearls, nebulis: the whole payment for the lord.
    """

    action: ActionText
    turn: Revision
    size: SmallNumber = 0
    cost: SmallNumber = 0
    cards: Annotated[list[CardCode], Meta(max_length=40)] = []
    pearls: SmallNumber = 0
    nebulis: SmallNumber = 0


class DroppedPlan(Struct, forbid_unknown_fields=True):
    """A plan that was no longer possible when the turn came.

    why: the turn has passed, the action is illegal, the stack is smaller, the lord has another price, or
    the payment is not possible.
    """

    plan: Plan
    why: Misfit


class StandingOrders(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Answers to be given for a seat. They are shown to its owner only, stored with the seat, and given after
    a time that the owner might have taken.

    only_answers: also answer when the seat has no choice, even if the others cannot know that.
    sensible_answers: also give an answer that no other one could improve on, whatever happens.
    while_away: also answer while the owner is not at the table, which shows the others that there are orders.
    plan: for the next turn, one of those suggested by `orders`; any other is ignored.
    dropped: the last plan that was dropped, until the owner changes the orders. Only the server sets it.
    """

    offers: Annotated[list[OfferOrder], Meta(max_length=MAX_ORDERS)] = []
    only_answers: bool = False
    sensible_answers: bool = False
    while_away: bool = False
    plan: Plan | None = None
    dropped: DroppedPlan | None = None


class SeatOrders(_BySeat, tag="orders"):
    """Ask for the standing orders of a seat, or replace them by these; the reply is `orders`."""

    orders: StandingOrders | None = None


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    """Send a message to everyone at the table. Players see those of spectators only when the game is over."""

    id: Identifier
    text: ChatText


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask a computer what it would answer; other players do not see it."""

    id: Identifier
    seat: SeatNumber | None = None


class Explain(_BySeat, tag="explain"):
    """Ask for the consequences of every answer that a seat can give.

    action: the text of a single answer to explain, legal or not. It may also be a whole payment, before its
    lord is recruited and while it is paid for: `pay:12 S4 S3`, the lord's id and the codes of all cards.
    """

    action: ExplainedText | None = None


class Scores(Struct, tag="scores", forbid_unknown_fields=True):
    """Ask what every seat would score now, or has scored, by category."""

    id: Identifier


class SeatChange(_BySeat, tag="seat"):
    """Let a computer play a seat, or take it back.

    seat: your own, or another one that is free or whose owner is `away`, and that no computer plays. To
    replace a person who is away, a majority of the other people present must agree; until then this is a
    vote.
    computer: a level, or null to take your own seat back. For a person who is away only the `stand_in` of the
    welcome plays.
    """

    computer: Level | None


class Concede(_BySeat, tag="concede"):
    """Concede for one of your seats, for good: the others win. If others play on, a computer plays the seat
    to the end, and it is placed last."""


class Propose(_BySeat, tag="propose"):
    """Propose to end the game, or agree to such a proposal: the game ends when all people at the table have
    agreed.

    end: "scored", with the current score; "void", so that it counts for nobody; null to decline or withdraw
    the proposal.
    """

    end: End | None


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """Set up a new table after the end, with the seats moved on by one. The update then gives its address."""

    id: Identifier


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Answered by `pong`; also keeps the connection alive."""


FromClient = (
    Hello | Answer | Pay | Undo | Redo | Restart
    | SeatOrders | Chat | Hint | Explain | Scores | SeatChange | Concede | Propose | Rematch | Ping
)  # fmt: skip
Command = Answer | Pay | Undo | Redo | Restart
# What changes a table, also over HTTP.
TableCommand = Command | SeatChange | Concede | Propose

# A message of a client, and a command given over HTTP. Both raise msgspec.ValidationError or
# msgspec.DecodeError.
read_message: Callable[[str | bytes], FromClient] = json.Decoder(FromClient).decode
read_command: Callable[[bytes], TableCommand] = json.Decoder(TableCommand).decode
