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
# Why a plan for the next turn is dropped.
Misfit = Literal["late", "illegal", "stack", "price", "payment"]
# Of one seat: more than anybody reads.
MAX_ORDERS = 20


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


class _BySeat(Struct, forbid_unknown_fields=True):
    id: Identifier
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


class Plan(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What to do on the next turn of a seat, if that is possible then exactly as it was planned.

    action: as an answer: "explore", "stack:crab", "recruit:12". turn: in which it was planned.
    size: how many cards the stack had; it may have more. cost: what the lord cost.
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
    """A plan that did not fit when the turn came.

    why: the turn has gone by, the action is not legal, the stack is smaller, the lord has another price, or
    the payment is not possible.
    """

    plan: Plan
    why: Misfit


class StandingOrders(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is answered for a seat. It is shown to its owner alone, kept with the seat, and answered after a
    time that its owner might have taken.

    only_answers: wherever the seat has no choice, though the others cannot know that.
    sensible_answers: wherever no other answer could be better, whatever happens.
    while_away: also while its owner is not at the table, which lets the others know that there are orders.
    plan: for the next turn, one of those that `orders` has suggested; others count as none.
    dropped: the last plan, if it did not fit, until its owner changes the orders. Only the server sets it.
    """

    offers: Annotated[list[OfferOrder], Meta(max_length=MAX_ORDERS)] = []
    only_answers: bool = False
    sensible_answers: bool = False
    while_away: bool = False
    plan: Plan | None = None
    dropped: DroppedPlan | None = None


class SeatOrders(_BySeat, tag="orders"):
    """Ask for the standing orders of a seat, or give it these in their place; the answer is `orders`."""

    orders: StandingOrders | None = None


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    """Say something to everybody at the table. Players hear spectators only when the game is over."""

    id: Identifier
    text: ChatText


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask a computer what it would answer; nobody else learns of it."""

    id: Identifier
    seat: SeatNumber | None = None


class Explain(_BySeat, tag="explain"):
    """Ask what comes of every answer that is open to a seat.

    action: the text of an answer, if only this one is meant; one that is not legal is explained as well.
    Also a whole payment, before its lord is recruited and while it is paid for: `pay:12 S4 S3`, the lord's id
    and the codes of all cards.
    """

    action: ExplainedText | None = None


class Scores(Struct, tag="scores", forbid_unknown_fields=True):
    """Ask what every seat would score now, or has scored, by kind."""

    id: Identifier


class SeatChange(_BySeat, tag="seat"):
    """Let a computer play a seat, or take it back.

    seat: one's own; somebody else's only while it is free or its owner is `away`. For somebody who is away
    the majority of the other people who are there must want it: until then this is a vote.
    computer: a level, or null to take one's own seat back.
    """

    computer: Level | None


class Concede(_BySeat, tag="concede"):
    """Concede with an own seat, for good: the others win. Where others play on, a computer plays the seat to
    the end, and it counts as the last one."""


class Propose(_BySeat, tag="propose"):
    """Propose an end of the game, or agree to the one that is proposed: it comes when all people at the
    table have agreed.

    end: "scored", as it is scored now; "void", so that it counts for nobody; null to decline what is
    proposed, or to take it back.
    """

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

# A message of a client, and a command given over HTTP. Both raise msgspec.ValidationError or
# msgspec.DecodeError.
read_message: Callable[[str | bytes], FromClient] = json.Decoder(FromClient).decode
read_command: Callable[[bytes], TableCommand] = json.Decoder(TableCommand).decode
