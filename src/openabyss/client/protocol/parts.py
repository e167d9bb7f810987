"""What the messages of a server are made of: people, answers, prices, results, events and the log."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from openabyss.client.protocol.from_client import End


class ClockShown(Struct):
    """How much time somebody has left, if it is limited: in seconds, and whether it is running now."""

    left: int
    runs: bool


class Person(Struct):
    """Who sits on a seat.

    kind: "person", "computer", "regent" in solo play, or "open" while a friend has not arrived yet.
    level: of the computer that is playing, even on the seat of a person who is away.
    connected: a browser or program has the table open from this seat.
    away: a person who has been disconnected for the table's `grace`, or, with a time limit, has to answer
    and has no time left, so that any player may let a computer play for them.
    away_in: in how many seconds a disconnected person counts as away.
    local: the seat belongs to the browser that receives this.
    change: what that browser may do with the seat through `seat`: let a computer play it, or take it back.
    conceded: the seat is placed last, and a computer plays it to the end.
    votes: the seats that want a computer to play for a person who is away; votes_needed: how many votes it
    takes.
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
    """The thing on the table that an action points at.

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

    text: to be sent back; label: the text on its button; short: a shorter label for use beside its target, if
    the label is long; hint: something worth knowing about it.
    reveals: it reveals something, so it cannot be undone. passes: it declines, stops or goes on.
    price: pearls for its target, if that is for sale. signs: what it gains, as names of drawings; "spoils"
    is a pearl or a monster token.
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
    """Something visible that cannot be chosen now, and why.

    label: the label of an answer without a target on the table, such as exploring.
    """

    text: str
    why: str
    target: Target | None = None
    label: str = ""


class PaymentShown(Struct):
    """A legal payment; value: the total value of its cards."""

    cards: list[str]
    pearls: int
    nebulis: int
    value: int


class QuestionShown(Struct):
    """The open question. Actions, reasons and payments are sent only to the seat that has to answer.

    `view.question.about` says what it is about.
    payments: whole payments for `pay`, cheapest first; none unless a lord has to be paid for. If cards have
    already been named, those that contain them. At most 200 are listed.
    cards_to_go: how many cards have to leave the hand, each by an answer to a question like this one.
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
    """What a lord of the court costs the seat now, even while another seat has to answer.

    cost: the current cost; `why` explains what raises or lowers it; printed: the cost on the card.
    races: how many different races are needed; race: the one that must be among them now, or null.
    payments: legal ones, those with the least money first, then the fewest cards, then the least value, at
    most 200; none unless the seat can recruit or pay for the lord now.
    shortfall: how much money is missing; null if the right races are missing.
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

    known: the score without anything hidden from this seat; score: null if anything is hidden.
    locations: what each of the seat's locations scores, by id.
    counting: the affiliated allies that count, the strongest of each race.
    """

    seat: int
    score: int | None
    known: int
    locations: dict[str, int]
    counting: list[str]


class FightShown(Struct):
    """The seat's most promising attack on a leviathan of the border, explained by `text`.

    card: the ally in the hand; roll: the lowest roll that beats the next level; percent: how likely that is.
    """

    card: str
    roll: int
    percent: int
    text: str


class ResultRow(Struct):
    """A row of the final scoring: each seat's points, and the running totals."""

    title: str
    points: list[int]
    sums: list[int]


class ProposalShown(Struct):
    """An end of the game that somebody has proposed: its name in `propose`, and a sentence.

    agreed: the seats that agree, the proposer first; asked: those that have not answered yet.
    """

    end: End
    text: str
    agreed: list[int]
    asked: list[int]


class ResultShown(Struct):
    """The end of a game: who won and why it ended, in sentences; the place of each seat; the final scoring.

    places: from 1; seats that conceded are behind all others. 0 for all if the game is void.
    tie: how a tie for the victory was broken, or "".
    summary: the result in a few lines, for sharing.
    """

    outcome: str
    ending: str
    tie: str
    places: list[int]
    rows: list[ResultRow]
    summary: str


class Config(Struct):
    """The settings of the game.

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

    amount, what: numbers, or the code or public id of a card, race or token. `what` is null if this seat did
    not see it. `rules/events.py` lists the kinds.
    other: for pearls that go from one seat to another, the other seat; null if it is the supply.
    """

    kind: str
    player: int
    amount: int | str
    what: int | str | None
    other: int | None = None


class Link(Struct):
    """A card mentioned in a line of the log; `name` is how it appears in the text.

    kind: "lord", "location", "leviathan" or "ally".
    """

    kind: str
    id: int | str
    name: str


class LogLine(Struct):
    """A line of the log; `n` grows and is never repeated. begins_turn: a turn begins with it.

    part: "deed", one sentence for each action, or a detail "before" the next deed or "after" the last one.
    """

    n: int
    text: str
    links: list[Link]
    player: int
    begins_turn: bool
    part: Literal["deed", "before", "after"]


class ChatLine(Struct):
    """A chat message; seat is null for a spectator."""

    n: int
    seat: int | None
    name: str
    text: str
    at: str


class PageShown(Struct):
    """A page of a lesson: its text, and the names of the pieces of the table that it points at."""

    text: str
    points: list[str]


class LessonShown(Struct):
    """What the guide of a guided game says now.

    paying: what it says while a payment is being put together.
    suggests: the text of the action that it recommends.
    """

    id: str
    pages: list[PageShown]
    paying: PageShown | None
    suggests: str | None
    is_last: bool
