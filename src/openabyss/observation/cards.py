"""Pieces: where the exploration cards are, on the track, in the council, in decks and hands."""

from openabyss.engine.blocks import copy_block, sum_block
from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.observation import axes
from openabyss.observation.declaring import MEMORY, SEAT_ITSELF, Row, piece
from openabyss.observation.turns import seat_at
from openabyss.rules.cards import allies
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import TRACK_SPACES
from openabyss.rules.state import EMPTY, State

VALUE_FACT, MONSTER_FACT, KRAKEN_FACT, FIGHTER_FACT = range(allies.RACES, allies.RACES + 4)
FACTS = allies.RACES + 4
FIGHTERS_OF_RACE = len(allies.FIGHTER_VALUES)
FIGHTERS = allies.MONSTER - allies.FIRST_FIGHTER
# No more cards of a kind exist.
MAX_CARDS = 10


@compiled
def cards_in_play(state: State) -> int:
    """How many kinds of cards the sets in play have."""
    kinds = allies.PLAIN_KINDS + 1
    if state.kraken == 1:
        kinds += allies.KRAKEN_KINDS
    if state.leviathan == 1:
        kinds += allies.RACES * FIGHTERS_OF_RACE
    return kinds


@compiled
def write_cards(state: State, zone: Numbers, row: Row, first: int) -> None:
    """How many of each kind lie in a zone: plain allies, the Monster, Krakens, fighters."""
    copy_block(zone, 0, allies.PLAIN_KINDS, row, first)
    row[first + allies.PLAIN_KINDS] = zone[allies.MONSTER]
    further = first + allies.PLAIN_KINDS + 1
    if state.kraken == 1:
        copy_block(zone, allies.FIRST_KRAKEN, allies.KRAKEN_KINDS, row, further)
        further += allies.KRAKEN_KINDS
    if state.leviathan == 1:
        copy_block(zone, allies.FIRST_FIGHTER, FIGHTERS, row, further)


@compiled
def cards_in(zone: Numbers) -> int:
    """How many cards lie in a zone; of cards that are not in play there are none."""
    return sum_block(zone, 0, allies.KINDS)


@piece(
    "The cards on the exploration track: 1 for the race, the value, and 1 for what else the card is.",
    axes.SPACE,
    axes.FACT_OF_CARD,
    highest=allies.HIGHEST_VALUE,
)
def track(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for space in range(TRACK_SPACES):
        kind = int(state.track[space])
        if kind == EMPTY:
            continue
        card = first + space * FACTS
        if allies.RACE_OF[kind] >= 0:
            row[card + allies.RACE_OF[kind]] = 1
        row[card + VALUE_FACT] = allies.VALUE_OF[kind]
        if kind == allies.MONSTER:
            row[card + MONSTER_FACT] = 1
        elif kind >= allies.FIRST_FIGHTER:
            row[card + FIGHTER_FACT] = 1
        elif kind >= allies.FIRST_KRAKEN:
            row[card + KRAKEN_FACT] = 1


@piece("How many cards are in the exploration deck.")
def deck_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = cards_in(state.deck)


@piece("How many cards are in the exploration discard.")
def discard_size(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    row[first] = cards_in(state.discard)


@piece("How many cards are in each stack of the council.", axes.RACE)
def council_sizes(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for race in range(allies.RACES):
        row[first + race] = cards_in(state.council[race])


@piece("How many cards each hand holds.", axes.SEAT)
def hand_sizes(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(state.players):
        row[first + place] = cards_in(state.hand[seat_at(state, viewer, place)])


@piece("The cards in the seat's own hand.", axes.CARD, highest=MAX_CARDS, known_to=SEAT_ITSELF)
def hand(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_cards(state, state.hand[viewer], row, first)


@piece(
    "The cards named so far to pay for a lord; they are in the hand until all are named.",
    axes.CARD,
    highest=MAX_CARDS,
    known_to=SEAT_ITSELF,
)
def payment(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    if state.depth > 0 and open_question(state).player == viewer:
        write_cards(state, state.payment, row, first)


@piece("The affiliated allies before each seat.", axes.SEAT, axes.CARD, highest=MAX_CARDS)
def affiliated(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(state.players):
        zone = state.affiliated[seat_at(state, viewer, place)]
        write_cards(state, zone, row, first + place * cards_in_play(state))


@piece(
    "The cards in the others' hands, all of which were face up before they got there.",
    axes.OTHER_SEAT,
    axes.CARD,
    highest=MAX_CARDS,
    known_to=MEMORY,
)
def hands_of_others(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(1, state.players):
        zone = state.hand[seat_at(state, viewer, place)]
        write_cards(state, zone, row, first + (place - 1) * cards_in_play(state))


@piece("The cards in each stack of the council.", axes.RACE, axes.STACKED, highest=MAX_CARDS, known_to=MEMORY)
def council(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    stack = first
    for race in range(allies.RACES):
        zone, plain = state.council[race], race * allies.HIGHEST_VALUE
        copy_block(zone, plain, allies.HIGHEST_VALUE, row, stack)
        stack += allies.HIGHEST_VALUE
        if state.kraken == 1:
            copy_block(zone, allies.FIRST_KRAKEN, allies.KRAKEN_KINDS, row, stack)
            stack += allies.KRAKEN_KINDS
        if state.leviathan == 1:
            fighter = allies.FIRST_FIGHTER + race * FIGHTERS_OF_RACE
            copy_block(zone, fighter, FIGHTERS_OF_RACE, row, stack)
            stack += FIGHTERS_OF_RACE


@piece("The cards still in the exploration deck.", axes.CARD, highest=MAX_CARDS, known_to=MEMORY)
def deck(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_cards(state, state.deck, row, first)


@piece("The cards in the exploration discard.", axes.CARD, highest=MAX_CARDS, known_to=MEMORY)
def discard(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_cards(state, state.discard, row, first)


assert len(allies.KRAKEN_VALUES) == allies.KRAKEN_KINDS
