"""Pieces: what lies before each seat besides cards, and the monster tokens."""

from openabyss.engine.blocks import sum_block
from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.observation import axes
from openabyss.observation.declaring import MEMORY, SEAT_ITSELF, Row, piece
from openabyss.observation.turns import seat_at, write_by_seat
from openabyss.rules.sizes import SEATS, TOKENS
from openabyss.rules.state import BASE_BACK, BASE_TOKENS, LEVIATHAN_BACK, State

BACKS = 2
# No more monster tokens exist, of one kind or of all together.
MOST_TOKENS = 40


@compiled
def write_backs(tokens_of_kinds: Numbers, row: Row, first: int) -> None:
    """How many tokens there are of each pile."""
    row[first + BASE_BACK] = sum_block(tokens_of_kinds, 0, BASE_TOKENS)
    row[first + LEVIATHAN_BACK] = sum_block(tokens_of_kinds, BASE_TOKENS, TOKENS - BASE_TOKENS)


@piece("The pearls of each seat.", axes.SEAT)
def pearls(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.pearls, viewer, row, first)


@piece("The key tokens of each seat.", axes.SEAT)
def key_tokens(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_by_seat(state, state.key_tokens, viewer, row, first)


@piece(
    "How many monster tokens of each pile every seat has; their backs differ.",
    axes.SEAT,
    axes.PILE,
    highest=MOST_TOKENS,
)
def token_counts(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for place in range(state.players):
        write_backs(state.monster_tokens[seat_at(state, viewer, place)], row, first + place * BACKS)


@piece("How many monster tokens are left in each pile.", axes.PILE, highest=MOST_TOKENS)
def tokens_left(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    write_backs(state.pool, row, first)


@piece("One's own monster tokens by what they show.", axes.TOKEN, highest=MOST_TOKENS, known_to=SEAT_ITSELF)
def tokens(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for token in range(TOKENS if state.leviathan == 1 else BASE_TOKENS):
        row[first + token] = state.monster_tokens[viewer, token]


@piece(
    "The monster tokens that lie face down for this seat, in the piles and before the others together.",
    axes.TOKEN,
    highest=MOST_TOKENS,
    known_to=MEMORY,
)
def unseen_tokens(state: State, viewer: int, variant: int, row: Row, first: int) -> None:
    for token in range(TOKENS if state.leviathan == 1 else BASE_TOKENS):
        unseen = int(state.pool[token]) - int(state.monster_tokens[viewer, token])
        for seat in range(SEATS):
            unseen += state.monster_tokens[seat, token]
        row[first + token] = unseen
